"""Baccara banque: one bank against two tableaux, whose results depend on each other.

Both tableaux play against the same hand of the banker, so their results are correlated. Everything here
takes the joint law of the two results, (right, left) -> probability, each "banker", "ponte" or "en cartes";
where it comes from is the caller's choice. `two_tableaux_law` gives that of a stated model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any, Final

from exact.distribution import Distribution
from exact.enumeration import law
from exact.errors import ExactError
from exact.games.baccara.points import naturel, total
from exact.games.punto_banco.rules import tableau
from exact.partie.fortune.coups import commission_named
from exact.partie.state import RESULTS
from exact.rational import Rational, decimal, rational
from exact.shoe import Shoe
from exact.tree import Deal, Node, Settle

if TYPE_CHECKING:
    from exact.partie.fortune.ruin import Ruin
    from exact.records import Record

#: (result on the right, result on the left)
Pair = tuple[str, str]
SIGN: Final[Mapping[str, int]] = {"banker": 1, "en cartes": 0, "ponte": -1}
#: The tax on the net gain with banque limitée.
LIMITEE: Final = "2%"
PAIRS: Final[tuple[Pair, ...]] = tuple((right, left) for right in RESULTS for left in RESULTS)
#: Cards of the first round of a coup, and of the longest coup.
DEALT: Final = 6
BANKER: Final = 2
MOST_CARDS: Final = 9
#: Sub-multisets of a shoe for which the tree is gone through.
MOST_STOCKS: Final = 2_000


@dataclass(frozen=True)
class Tableaux:
    """A coup of a bank against stakes on two tableaux.

    ``results``: the joint law. ``stakes``: (on the right, on the left). ``tax``: the rate on the net gain
    of the coup.
    """

    results: Distribution[Pair]
    stakes: tuple[Fraction, Fraction]
    tax: Fraction

    @property
    def gross(self) -> Distribution[Fraction]:
        """The law of the bank's gain before the tax."""
        right, left = self.stakes
        return self.results.map(lambda pair: SIGN[pair[0]] * right + SIGN[pair[1]] * left)

    @property
    def gain(self) -> Distribution[Fraction]:
        """The law of the bank's gain after the tax on a net gain."""
        return self.gross.map(lambda won: won - self.tax * max(won, Fraction(0)))

    @property
    def expected_tax(self) -> Fraction:
        """The expected tax of a coup."""
        return self.tax * self.gross.expectation(lambda won: max(won, Fraction(0)))

    @property
    def expected_tax_apart(self) -> Fraction:
        """What the tax would be if each tableau were taxed by itself, no loss set off."""
        right, left = self.stakes
        return self.tax * self.results.expectation(
            lambda pair: (pair[0] == "banker") * right + (pair[1] == "banker") * left
        )

    @property
    def covariance(self) -> Fraction:
        """The covariance of both results, counted +1, 0, -1 for the bank."""
        both = self.results.expectation(lambda pair: SIGN[pair[0]] * SIGN[pair[1]])
        return both - self._mean(0) * self._mean(1)

    @property
    def variance(self) -> tuple[Fraction, Fraction]:
        """The variances of the two results."""
        return self._variance(0), self._variance(1)

    @property
    def independent_variance(self) -> Fraction:
        """The variance of the bank's gain before the tax, if the tableaux were independent."""
        return sum((stake**2 * self._variance(place) for place, stake in enumerate(self.stakes)), Fraction(0))

    def _mean(self, place: int) -> Fraction:
        return self.results.expectation(lambda pair: SIGN[pair[place]])

    def _variance(self, place: int) -> Fraction:
        return self.results.expectation(lambda pair: SIGN[pair[place]] ** 2) - self._mean(place) ** 2

    def record(self, shoe: Shoe, ruin: Ruin | None = None) -> Record:
        """The citable record of this answer in the model of `two_tableaux_law`.

        ``ruin``: of a bank against these stakes, `exact.partie.fortune.ruin(self.gain, ...)`.
        """
        from exact.partie.fortune.record import tableaux_record

        return tableaux_record(self, shoe, ruin)

    def explain(self) -> str:
        """The dependence in a sentence with its numbers."""
        whole, apart = (decimal(x, 6) for x in (self.gross.variance(), self.independent_variance))
        return (
            f"The results of the tableaux have the covariance {decimal(self.covariance, 6)}; the bank's gain "
            f"has the variance {whole}, against {apart} if they were independent."
        )


def tableaux(
    results: Mapping[Pair, Fraction] | Distribution[Pair],
    stakes: tuple[Rational, Rational] = (1, 1),
    tax: Rational = LIMITEE,
) -> Tableaux:
    """A coup against two tableaux with this joint law of (right, left): see Tableaux.

    Raises ExactError for results other than "banker", "ponte", "en cartes" and for negative stakes.
    """
    for pair in results:
        if pair not in PAIRS:
            raise ExactError(f"results: got {pair!r}; pairs of {', '.join(RESULTS)} are expected")
    right, left = (rational(stake, "stakes") for stake in stakes)
    if min(right, left) < 0 or not right + left:
        raise ExactError(
            f"stakes: got {right} and {left}; amounts that are not negative, not both 0, are expected"
        )
    return Tableaux(Distribution(dict(results.items()), PAIRS), (right, left), commission_named(tax))


def two_tableaux_law(shoe: Shoe) -> Distribution[Pair]:
    """The joint law of (right, left) in a stated model, by the rules as a tree.

    Model: each tableau draws up to five; the banker plays punto banco's table against the right tableau, as
    if the left one were not there, and against the left one only where the right has a naturel. A tableau's
    own naturel settles it, the banker's settles both. Real play is that of `exact.games.baccara_banque`.
    For small shoes, and with replacement. Raises ExactError where the shoe may run out or is large.
    """
    if not shoe.replacement and shoe.size < MOST_CARDS:
        raise ExactError(f"shoe: got {shoe.size} cards; a coup against two tableaux may take nine")
    if not shoe.replacement and prod(count + 1 for count in shoe.counts) > MOST_STOCKS:
        raise ExactError("shoe: it is too large for the tree; the model is for small shoes and replacement")
    found = law(Two(), shoe)
    return Distribution({pair: p for pair, p in found.items() if pair is not None}, PAIRS)


@dataclass(frozen=True, slots=True)
class Two:
    """A coup in progress: totals of the right, the left and the banker, and how many cards are dealt.

    ``naturels``: whether the tableaux have one. ``third``: the third card of the tableau that the banker
    heeds, None: none. ``served``: how many of the three sides have all their cards.
    """

    totals: tuple[int, int, int] = (0, 0, 0)
    dealt: int = 0
    naturels: tuple[bool, bool] = (False, False)
    third: int | None = None
    served: int = 0

    @property
    def heeded(self) -> int:
        """The tableau by which the banker plays."""
        return 1 if self.naturels[0] else 0

    def receive(self, card: int) -> Two:
        """The first six cards go round twice; the others to whose turn it is."""
        place = self.dealt % 3 if self.dealt < DEALT else self.served
        new = [total(own, card) if at == place else own for at, own in enumerate(self.totals)]
        right, left, banker = new
        after = replace(self, totals=(right, left, banker), dealt=self.dealt + 1)
        if self.dealt < 3:
            return after
        if self.dealt < DEALT:
            return replace(after, naturels=(naturel(right), naturel(left) and self.dealt > 3))
        third = total(card) if place == self.heeded else self.third
        return replace(after, third=None if place == BANKER else third, served=self.served + 1)


def step(coup: Two) -> Node:
    """What happens next in the model's coup."""
    if coup.dealt < DEALT:
        return Deal(coup)
    banker = coup.totals[BANKER]
    if coup.dealt == DEALT and (naturel(banker) or all(coup.naturels)):
        return _settle(coup)
    if coup.served < BANKER:
        if not coup.naturels[coup.served] and tableau().punto[coup.totals[coup.served]]:
            return Deal(coup)
        return step(replace(coup, served=coup.served + 1))
    if coup.served == BANKER and tableau().banco[banker, coup.third]:
        return Deal(coup)
    return _settle(coup)


def _settle(coup: Two) -> Settle:
    """A naturel was settled before the banker drew: it wins against a banker who had none."""
    banker = coup.totals[BANKER]
    drew = coup.served > BANKER
    outcome: Any = tuple(
        "ponte" if has and drew else "banker" if banker > own else "ponte" if own > banker else "en cartes"
        for own, has in zip(coup.totals, coup.naturels, strict=False)
    )
    return Settle(outcome)
