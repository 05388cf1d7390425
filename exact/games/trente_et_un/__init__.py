"""Trente-et-un: thirty-one with three first cards and a banker who draws as he pleases, by the same
manual.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Final

from exact.games.buying import figures, players, simple, solution
from exact.games.buying.figures import Born, Causes
from exact.games.buying.options import table_of
from exact.games.buying.play import Play
from exact.games.buying.players import Several
from exact.games.buying.rules import Born as BornHands
from exact.games.buying.rules import Sight, Table, Talon, Ties
from exact.games.buying.simple import Bound, DrawBelow
from exact.games.buying.solution import Enclosure, Equilibrium, Guarantees, Progress
from exact.rational import Rational
from exact.shoe import Shoe

LIMIT: Final = 31

__all__ = [
    "Born",
    "Bound",
    "Causes",
    "DrawBelow",
    "Enclosure",
    "Equilibrium",
    "Guarantees",
    "Play",
    "Several",
    "against_rule",
    "born",
    "causes",
    "cost_of_rules",
    "enclose",
    "several",
    "solve",
    "table",
]


def table(
    drawn: Sight = "closed",
    ties: Ties = "bank",
    natural: Rational = 2,
    born: BornHands = "any",
    talon: Talon = "void",
) -> Table:
    """The rules with these options, checked; see `exact.games.buying.rules.Table` for what each means."""
    return table_of(LIMIT, drawn, ties, natural, born, talon)


def solve(
    shoe: Shoe,
    drawn: Sight = "closed",
    ties: Ties = "bank",
    natural: Rational = 2,
    born: BornHands = "any",
    talon: Talon = "void",
    progress: Progress | None = None,
    state: str | Path | None = None,
) -> Equilibrium:
    """Optimal play of one player and the banker in a coup from this shoe, exact and certified.

    ``drawn``: what the banker sees of the cards that the player buys: their number ("closed", the default),
    the cards ("open"), nothing ("unseen"). ``ties``: who wins equal totals, the "bank" by the manual, or
    nobody ("push"). ``natural``: what a born thirty-one is paid, the manual's double. ``born``: whether "any"
    31 in three cards is a born one, or only an ace with two tens ("court"). ``talon``: whether a coup that
    the talon cannot complete is "void", or its hands "stand". ``progress`` and ``state``: for long searches,
    see `exact.games.buying.solution.solve`.

    Raises ExactError for a shoe of fewer than six cards and for options that are not known.
    """
    return solution.solve(shoe, table(drawn, ties, natural, born, talon), progress, state)


def enclose(
    shoe: Shoe,
    drawn: Sight = "closed",
    ties: Ties = "bank",
    natural: Rational = 2,
    born: BornHands = "any",
    talon: Talon = "void",
    turns: int = 300,
    progress: Progress | None = None,
    state: str | Path | None = None,
) -> Enclosure:
    """An interval that provably contains the value, after so many ``turns`` of guessing; as ``solve``
    otherwise.
    """
    return solution.enclose(shoe, table(drawn, ties, natural, born, talon), turns, progress, state)


def against_rule(
    shoe: Shoe,
    rule: int | DrawBelow,
    ties: Ties = "bank",
    natural: Rational = 2,
    born: BornHands = "any",
    talon: Talon = "void",
) -> Bound:
    """The best play against a banker who keeps to a rule: ``17`` draws below 17, ``DrawBelow(17,
    soft=18)``.
    """
    return simple.bound_banker(shoe, table("closed", ties, natural, born, talon), rule)


def cost_of_rules(
    shoe: Shoe, player: int | DrawBelow, banker: int | DrawBelow, drawn: Sight = "closed"
) -> tuple[Fraction, Fraction]:
    """What it costs the player, and the banker, to keep to a simple rule that the other side knows."""
    found = solve(shoe, drawn)
    return (
        simple.bound_player(shoe, found.table, player) - found.value,
        found.value - simple.bound_banker(shoe, found.table, banker).value,
    )


def born(packs: int | None = None, born: BornHands = "any") -> Born:
    """The probability of a born thirty-one in full packs, and its closed form in their number."""
    return figures.born(table(born=born), packs)


def causes(shoe: Shoe, drawn: Sight = "closed") -> Causes:
    """The bank's gain split into its causes: the order of drawing, ties, double payments."""
    return figures.causes(shoe, table(drawn))


def several(shoe: Shoe, number: int, rule: int | DrawBelow, drawn: Sight = "closed") -> Several:
    """The banker's best decision against up to three players who keep to a rule, with replacement."""
    return players.several(shoe, table(drawn), number, rule)
