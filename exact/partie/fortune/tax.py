"""What the tax of chemin de fer takes: a coup, and a whole shoe of equal stakes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Union

from exact.enclosure import Enclosure
from exact.errors import ExactError
from exact.games.baccara.sabot import BEHIND, coup_cards
from exact.games.punto_banco.rules import START
from exact.partie.fortune.coups import CoupLaw, commission_named, coup_law
from exact.rational import Rational, decimal, whole
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record


def tax_per_coup(law: CoupLaw, commission: Rational = "5%") -> Fraction:
    """The expected tax of a coup, per unit that is staked against the bank."""
    return law.won * commission_named(commission)


@dataclass(frozen=True)
class ShoeTax:
    """The expected tax of a partie that lasts one shoe, a unit staked against the bank in every coup.

    ``certain`` coups begin in whatever order the cards lie, ``most`` at most. As long as a coup is certain
    its law is that of the first, so their tax is exact; the others pay at least nothing and at most the tax
    of a win each: ``total`` encloses the whole.
    """

    shoe: Shoe
    commission: Fraction
    per_coup: Fraction
    certain: int
    most: int
    behind: int = BEHIND
    burnt: int = 0

    @property
    def certain_total(self) -> Fraction:
        """The expected tax of the coups that are certain."""
        return self.certain * self.per_coup

    @property
    def total(self) -> Union[Fraction, Enclosure]:
        """The expected tax of the whole shoe, enclosed; a Fraction where every coup is certain."""
        lower = self.certain_total
        more = (self.most - self.certain) * self.commission
        return Enclosure(lower, lower + more) if more else lower

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.partie.fortune.record import tax_record

        return tax_record(self)

    def explain(self) -> str:
        """The answer in a sentence with its numbers."""
        return (
            f"Each coup pays {decimal(self.per_coup, 8)} of a unit on average; a shoe of {self.shoe.size} "
            f"cards has {self.certain} to {self.most} coups, of which the certain ones pay "
            f"{decimal(self.certain_total, 8)}."
        )


def tax_of_shoe(shoe: Shoe, commission: Rational = "5%", behind: int = BEHIND, burnt: int = 0) -> ShoeTax:
    """The expected tax of one shoe, every volonté case drawn: see ShoeTax.

    ``behind``: the cards behind the carte d'arrêt; ``burnt``: the cards put aside before the first coup. A
    coup begins as long as the carte d'arrêt has not appeared. Raises ExactError with replacement, when a
    coup might not be completed, and for bad numbers.
    """
    tax, cut, gone = commission_named(commission), whole(behind, "behind"), whole(burnt, "burnt")
    lengths = coup_cards(START)
    if shoe.replacement:
        raise ExactError("shoe: with replacement it never ends")
    before = shoe.size - cut - gone
    if cut + 1 < lengths[-1] or before < 0:
        raise ExactError(
            f"behind: with {cut} cards behind the carte d'arrêt, of {shoe.size - gone}, "
            "a coup might not be completed"
        )
    law = coup_law(shoe)
    fewest, most = (before // cards + 1 for cards in (lengths[-1], lengths[0]))
    return ShoeTax(shoe, tax, tax_per_coup(law, tax), fewest, most, cut, gone)
