"""The options of the games, checked."""

from __future__ import annotations

from typing import Any

from exact.errors import ExactError, refusal
from exact.games.buying.rules import BORN, SIGHTS, TALON, TIES, Table
from exact.rational import Rational, rational
from exact.shoe import Shoe, require_cards


def table_of(
    limit: int,
    drawn: str = "closed",
    ties: str = "bank",
    natural: Rational = 2,
    born: str = "any",
    talon: str = "void",
) -> Table:
    """The table for these options; ExactError for any that is not known."""
    paid = rational(natural, "natural")
    if not 1 <= paid <= 100:
        raise refusal("natural", natural, "a born one is paid at least once the stake, and at most 100 times")
    return Table(
        limit=limit,
        cards=2 if limit == 21 else 3,
        drawn=_one_of("drawn", drawn, SIGHTS),
        ties=_one_of("ties", ties, TIES),
        natural=paid,
        born=_one_of("born", born, BORN),
        talon=_one_of("talon", talon, TALON),
    )


def _one_of(argument: str, given: object, allowed: tuple[str, ...]) -> Any:
    if not isinstance(given, str) or given not in allowed:
        raise refusal(argument, given, f"one of {', '.join(allowed)} is expected")
    return given


def require_coup(shoe: object, table: Table, players: int = 1) -> Shoe:
    """The shoe, if it can deal first cards to all; ExactError otherwise."""
    known = require_cards(shoe)
    needed = table.cards * (players + 1)
    if not known.replacement and known.size < needed:
        raise ExactError(
            f"shoe: it has {known.size} cards; the first cards of {players} player{'s' * (players > 1)} "
            f"and the "
            f"banker are {needed}"
        )
    return known
