"""The banker's conflict: against the one tableau he should draw, against the other stand."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.enclosure import Enclosure
from exact.games.baccara_banque.game import Cell, mean, most_of, shares_of, worth_of
from exact.games.baccara_banque.rules import FREE, Sign
from exact.games.baccara_banque.solution import Solution, Worth, nash_points, solve, worth_in
from exact.games.baccara_banque.strategy import Number, cell_text, number_row, sign_name
from exact.games.baccara_banque.surd import Exact, minus, number
from exact.games.chemin_de_fer.strategy import html_table
from exact.numerals import cell_data
from exact.rational import Rational
from exact.shoe import Shoe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from exact.records import Record

#: The signs of both tableaux.
Pair = tuple[Sign, Sign]


@dataclass(frozen=True)
class SeparatePlay:
    """The equilibrium with separate decisions: both tableaux' play on five, and where the banker mixes.

    ``mixes``: (tableau 0 or 1 against which he decides, cell, probability of drawing) where it makes no
    difference what he does; where he is not said to draw he stands.
    """

    first: Number
    second: Number
    mixes: tuple[tuple[int, Cell, Number], ...]


@dataclass(frozen=True)
class Conflict:
    """How often the banker cannot do right by both tableaux, and what that costs him.

    ``solution``: the Nash equilibrium, whose play of the tableaux is taken. In every cell the banker knows
    both signs, whichever tableau he thinks of. ``probability``: per coup, that drawing is strictly better
    against the one tableau alone and standing against the other alone. ``cells``: those cells.
    ``probability_chooses``: that the banker has to choose at all. ``cost``: what having to decide once for
    both costs him, the tableaux' play being fixed; ``separate``: the bank's gain in the equilibrium of the
    game in which he may decide against each by itself, and ``cost_in_equilibrium`` what he loses against it.
    Per unit of the total stake and coup. (Where both equilibria are irrational, of different fields, the last
    is an `exact.enclosure.Enclosure`.)
    """

    solution: Solution
    probability: Number
    probability_chooses: Number
    cells: tuple[Worth, ...]
    cost: Number
    separate: Number
    separate_play: SeparatePlay
    cost_in_equilibrium: Number | Enclosure

    def pairs(self) -> dict[Pair, dict[int, Number]]:
        """The pairs of signs in which it happens, and how often, by the banker's total."""
        found: dict[Pair, dict[int, Number]] = {}
        for worth in self.cells:
            own, first, second = worth.cell
            found.setdefault((first, second), {})[own] = worth.occurs
        order: list[Sign] = [*range(10), None, "naturel", "huit", "neuf"]
        return {pair: found[pair] for pair in sorted(found, key=lambda p: [order.index(x) for x in p])}

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.baccara_banque.record import conflict_record

        return conflict_record(self)

    def separate_certificate(self) -> dict[str, Any]:
        """The equilibrium with separate decisions as records say it."""
        play = self.separate_play
        banker: list[dict[str, Any]] = [{}, {}]
        for side, cell, p in play.mixes:
            banker[side][cell_text(cell)] = cell_data(p)
        five = self.solution.game.frees
        return {
            "first": {str(FREE): cell_data(play.first)} if five[0] else {},
            "second": {str(FREE): cell_data(play.second)} if five[1] else {},
            "banker_against_first": banker[0],
            "banker_against_second": banker[1],
        }

    def _repr_html_(self) -> str:
        rows = [
            number_row("conflict, per coup", self.probability),
            number_row("he has to choose, per coup", self.probability_chooses),
            number_row("cost, the tableaux' play fixed", self.cost),
            number_row("cost in equilibrium", self.cost_in_equilibrium),
        ]
        table = html_table(["", "decimal", "exact"], rows, f"The banker's conflict, {self.solution.shoe!r}")
        return table + html_table(*self.grid(), caption="The banker's totals with a conflict")

    def grid(self) -> tuple[list[str], list[list[str]]]:
        """A row a sign of the first tableau, a column a sign of the second: the totals with a conflict."""
        pairs = self.pairs()
        signs: list[Sign] = [*range(10), None]
        body = [
            [sign_name(row), *(" ".join(map(str, pairs.get((row, column), ()))) for column in signs)]
            for row in signs
        ]
        return ["1st \\ 2nd", *map(sign_name, signs)], body


def conflict(shoe: Shoe, stakes: Sequence[Rational] = (1, 1)) -> Conflict:
    """How often, and at what cost, the banker's best decisions against the two tableaux differ.

    The tableaux play the Nash equilibrium of the game without tax. Raises ExactError as `solve` does, and for
    a tableau without a stake.
    """
    solution = solve(shoe, "nash", stakes)
    played, shares = solution.game, solution.shares
    below = Fraction(played.denominator)
    conflicts, chance, chooses = [], _ZERO, _ZERO
    for place, deals in enumerate(played.deals):
        often = mean(deals, shares)
        chooses = chooses + often
        gains = [mean(loss.gains[place], shares) for loss in played.losses]
        if min(gains) < 0 < max(gains):
            conflicts.append(worth_in(played, place, shares))
            chance = chance + often
    apart = played.separate()
    fixed = most_of(apart.gain, shares) - most_of(played.gain, shares)
    _, point = nash_points(apart)
    free = shares_of(point.p, point.q)
    y = [dict(point.mixed).get(j, Fraction(mean(gain, free) > 0)) for j, gain in enumerate(apart.gain.gains)]
    mixes = tuple(
        (j // len(played.cells), apart.cells[j], number(v)) for j, v in point.mixed if v > 0 and v < 1
    )
    apart_value = worth_of(apart.gain, free, y) / below
    return Conflict(
        solution=solution,
        probability=number(chance / below),
        probability_chooses=number(chooses / below),
        cells=tuple(conflicts),
        cost=number(fixed / below),
        separate=number(apart_value),
        separate_play=SeparatePlay(number(point.p), number(point.q), mixes),
        cost_in_equilibrium=minus(apart_value, solution.exact_value),
    )


_ZERO: Exact = Fraction(0)
