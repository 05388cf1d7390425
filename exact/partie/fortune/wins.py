"""The law of the consecutive wins of a bank, coup after coup from one shoe.

A bank lives until it loses; void coups leave it as it is. From a full shoe the joint law of the first two
or three coups is exact (`exact.games.punto_banco.successive`: every volonté case drawn). Beyond, the law
over all coups of a shoe is out of reach; what these coups prove about it is an enclosure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Final, Union

from exact.distribution import Distribution
from exact.enclosure import Enclosure
from exact.errors import ExactError, refusal
from exact.games.punto_banco.rules import RESULTS
from exact.partie.fortune.coups import CoupLaw
from exact.partie.fortune.policy import Cover, growth
from exact.rational import Rational, decimal, whole
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

#: The most coups, with replacement and from small shoes: all sequences of results are gone through.
MOST_COUPS: Final = 9
#: How a bank stands after some coups: (coups won, whether it is still held).
Standing = tuple[int, bool]
#: A number, or an enclosure where the coups do not decide.
Bounds = Union[Fraction, Enclosure]


@dataclass(frozen=True)
class Wins:
    """How a bank stands after the next ``coups`` coups from this shoe.

    ``standing``: the joint law of (coups won before the first lost one, whether none was lost); void coups
    count among the coups, but are neither won nor lost. ``independent``: the same if the coups were
    independent, each with the law of the first.
    """

    shoe: Shoe
    coups: int
    law: CoupLaw
    standing: Distribution[Standing]
    independent: Distribution[Standing]
    all_won: tuple[Fraction, ...]

    def error(self, won: int, held: bool) -> Fraction:
        """The independent approximation minus the exact probability."""
        return self.independent[won, held] - self.standing[won, held]

    def all_won_error(self, coups: int) -> Fraction:
        """Likewise for the event that the first ``coups`` coups are all won, none void."""
        number = whole(coups, "coups", least=1)
        return self.law.won**number - self.all_won[self._known(number) - 1]

    def at_least(self, won: int) -> Bounds:
        """The probability that the bank wins ``won`` coups before it loses one, void coups not counted.

        What the first coups decide is exact; a bank that still stands with fewer wins may or may not reach
        them later: so it is an enclosure, unless all is decided.
        """
        number = whole(won, "won")
        lower = self.standing.probability(lambda standing: standing[0] >= number)
        open_ = self.standing.probability(lambda standing: standing[0] < number and standing[1])
        return Enclosure(lower, lower + open_) if open_ else lower

    def expected(self, worth: Callable[[int, bool], Fraction]) -> tuple[Fraction, Fraction]:
        """The expectation of what a standing is worth: exact, and if the coups were independent."""

        def of(standing: Standing) -> Fraction:
            return worth(*standing)

        return self.standing.expectation(of), self.independent.expectation(of)

    def passing(
        self, wins: int, commission: Rational = "5%", cover: Cover = "full"
    ) -> tuple[Fraction, Fraction]:
        """The expected fortune of who puts up a unit and passes the hand after ``wins`` wins, or after the
        last coup.

        From this shoe, and if the coups were independent. ``commission`` and ``cover`` as in
        `exact.partie.fortune.pass_after`, where coups go on until the hand is passed or lost.
        """
        number = whole(wins, "wins")

        def worth(won: int, held: bool) -> Fraction:
            if won >= number:
                return growth(number, commission, cover)
            fortune = growth(won, commission, cover)
            if held:
                return fortune
            return fortune - (fortune if cover == "full" else 1)

        return self.expected(worth)

    def _known(self, number: int) -> int:
        if number > self.coups:
            raise ExactError(f"coups: got {number}; the first {self.coups} are known here")
        return number

    def record(self, commission: Rational = "5%") -> Record:
        """The citable record of this answer; ``commission``: the tax for what the policies are worth."""
        from exact.partie.fortune.record import wins_record

        return wins_record(self, commission)

    def explain(self) -> str:
        """How far the coups are from independent, in a sentence with its numbers."""
        exact, error = self.all_won[-1], self.all_won_error(self.coups)
        return (
            f"The banker wins the next {self.coups} coups with probability {decimal(exact, 9)}; independent "
            f"coups would give {decimal(exact + error, 9)}, which is off by {decimal(error, 3)}."
        )

    def __repr__(self) -> str:
        return f"Wins(shoe={self.shoe!r}, coups={self.coups}, standing={self.standing!r})"

    def _repr_html_(self) -> str:
        from exact.rendering import html

        return html(self.record(), full=False)


def wins(shoe: Shoe, coups: int = 3) -> Wins:
    """How a bank stands after the next coups from this shoe, every volonté case drawn: see Wins.

    Up to three coups from any shoe of six cards a coup, more from small shoes (10,000 states) and with
    replacement. Raises ExactError when the shoe may run out before, and when the question is too large.
    """
    from exact.games import punto_banco

    if whole(coups, "coups", least=1) > MOST_COUPS:
        raise refusal("coups", coups, f"at most {MOST_COUPS} are computed")
    found = punto_banco.successive(shoe, coups)
    if not found.certain:
        raise ExactError(
            f"shoe: its {shoe.size} cards may run out before {found.coups} coups; six a coup are enough"
        )
    first = found.coup(1)
    law = CoupLaw(first["banco"], first["punto"], first["tie"])
    number = found.coups
    domain = [(won, held) for held in (True, False) for won in range(number + (1 if held else 0))]
    standing = Distribution(dict(found.results.map(standing_of).items()), domain)
    probability = {"banco": law.won, "punto": law.lost, "tie": law.void}
    independent: dict[Standing, Fraction] = dict.fromkeys(domain, Fraction(0))
    for results in product(RESULTS, repeat=number):
        independent[standing_of(results)] += prod((probability[one] for one in results), start=Fraction(1))
    all_won = tuple(_all_won(found.results, k) for k in range(1, number + 1))
    return Wins(shoe, number, law, standing, Distribution(independent, domain), all_won)


def _all_won(results: Distribution[tuple[str | None, ...]], coups: int) -> Fraction:
    """The probability that the first coups are all won."""
    return results.probability(lambda given: given[:coups] == ("banco",) * coups)


def standing_of(results: tuple[str | None, ...]) -> Standing:
    """How a bank stands after these results."""
    won = 0
    for result in results:
        if result == "punto":
            return won, False
        won += result == "banco"
    return won, True
