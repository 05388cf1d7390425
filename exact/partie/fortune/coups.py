"""The law of one coup as the bank sees it: won, lost, void."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal, get_args

from exact.errors import ExactError, refusal
from exact.rational import Rational, rational
from exact.shoe import Shoe

#: How both sides play: every volonté case drawn, or at the equilibrium in which both know totals only.
Play = Literal["drawn", "equilibrium"]
PLAYS: Final[tuple[Play, ...]] = get_args(Play)


@dataclass(frozen=True, slots=True)
class CoupLaw:
    """The probabilities that the banker wins a coup, loses it, and that it is void (en cartes).

    Raises ExactError unless they are not negative and sum to one.
    """

    won: Fraction
    lost: Fraction
    void: Fraction

    def __post_init__(self) -> None:
        if min(self.won, self.lost, self.void) < 0 or self.won + self.lost + self.void != 1:
            raise ExactError("law: won, lost and void are probabilities that sum to one")

    @property
    def decided(self) -> Fraction:
        """The probability that a coup is won, given that it is not void; ExactError if every coup is void."""
        if self.void == 1:
            raise ExactError("void: every coup is void; one that is decided is needed")
        return self.won / (self.won + self.lost)

    def gain(self, commission: Fraction) -> Fraction:
        """The banker's expected gain per unit that is staked against him, after the tax."""
        return self.won * (1 - commission) - self.lost


def coup_law(shoe: Shoe, play: Play = "drawn") -> CoupLaw:
    """The law of the next coup from this shoe.

    ``play``: "drawn" (the document's tableau with every volonté case drawn; from three packs on, if both
    know totals only, that is optimal under the tableau) or "equilibrium" (optimal play of both, the
    ponte free on five, the banker everywhere, both knowing totals).
    Raises ExactError for a shoe of fewer than six cards and for another play.
    """
    from exact.games import chemin_de_fer, punto_banco

    if play not in PLAYS:
        raise refusal("play", play, f"one of {', '.join(PLAYS)} is expected")
    if play == "drawn":
        results = punto_banco.analyse(shoe).results
        return CoupLaw(results["banco"], results["punto"], results["tie"])
    winner = chemin_de_fer.solve(shoe).results().winner
    return CoupLaw(winner["banker"], winner["ponte"], winner["en cartes"])


def commission_named(commission: Rational) -> Fraction:
    """The tax on the banker's gains, checked."""
    tax = rational(commission, "commission")
    if not 0 <= tax < 1:
        raise refusal("commission", commission, "a part of the gain is expected, 0 <= commission < 1")
    return tax
