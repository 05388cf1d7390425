"""Chemin de fer in tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from exact.tables.grid import Answer, Answers, Grid, Option, Question, by_shoe, gain, one_of, probability

if TYPE_CHECKING:
    from exact.games.chemin_de_fer import Equilibrium
    from exact.records import Record

_INFORMATION: Final = Option(
    "information",
    "totals",
    "who knows his cards, not just their total: totals (nobody), banker, both",
    one_of("totals", "banker", "both"),
)
_OPTIONS: Final = (
    _INFORMATION,
    Option("rules", "classical", "who is free where", one_of("classical", "tableau", "unrestricted")),
    Option("commission", "0", "the tax on the banker's wins"),
)


def _equilibrium(shoe: Any, settings: Mapping[str, str]) -> Equilibrium:
    from exact.games.chemin_de_fer import solve
    from exact.games.chemin_de_fer.solution import information_named

    known = information_named(settings["information"])
    return solve(shoe, known, settings["rules"], settings["commission"])


def _solve(shoe: Any, settings: Mapping[str, str]) -> Answers:
    e = _equilibrium(shoe, settings)
    return [e.value, e.banker_gain, _draws_on_five(e)]


def _draws_on_five(e: Equilibrium) -> Fraction | None:
    """How often the ponte draws on five, his hands weighted with how often they occur."""
    from exact.games.baccara.points import total
    from exact.games.chemin_de_fer.game import game
    from exact.games.chemin_de_fer.laws import ponte_frequency

    occurs = ponte_frequency(game(e.shoe, e.information), e.ponte)
    five = [own for own in e.ponte if own == 5 or (isinstance(own, tuple) and total(*own) == 5)]
    whole = sum((occurs[own] for own in five), Fraction(0))
    return sum((occurs[own] * e.ponte[own] for own in five), Fraction(0)) / whole if whole else None


def _solve_record(shoe: Any, settings: Mapping[str, str]) -> Record:
    return _equilibrium(shoe, settings).record()


def _volonte(shoe: Any, _: Mapping[str, str]) -> Answers:
    from exact.errors import InfosetError
    from exact.games.chemin_de_fer import solve, volonte

    e = solve(shoe)
    found: list[Fraction | None] = []
    for side, own, third in volonte():
        try:
            worth = e.worth(own if side == "ponte" else (own, third))
            found += [worth.gain, worth.occurs]
        except InfosetError:
            found += [None, Fraction(0)]
    return found


def _audit_record(shoe: Any, _: Mapping[str, str]) -> Record:
    from exact.games.chemin_de_fer import audit

    return audit(shoe).record()


def _cell(name: str, words: str) -> tuple[Answer, Answer]:
    return (
        Answer(
            f"{name}_gain",
            f"what drawing gains over standing {words}, at equilibrium",
            "stake units per unit staked, given the infoset",
        ),
        probability(f"{name}_occurs", f"how often the choice {words} occurs"),
    )


GRID: Final = Grid(
    "chemin-de-fer",
    packs=6,
    questions=(
        Question(
            "solve",
            "optimal play and what it is worth",
            (
                gain("value", "the bank's gain before tax"),
                gain("banker_gain", "the banker's gain after tax"),
                Answer("ponte_5", "how often the ponte draws on five", "probability given the total"),
            ),
            by_shoe(_solve),
            _solve_record,
            _OPTIONS,
            block=50,
        ),
        Question(
            "volonte",
            "the document's free cases, by totals",
            (
                *_cell("ponte_5", "for the ponte with 5"),
                *_cell("banker_3_9", "for the banker with 3 against a 9"),
                *_cell("banker_5_4", "for the banker with 5 against a 4"),
            ),
            by_shoe(_volonte),
            _audit_record,
            block=50,
        ),
    ),
)
