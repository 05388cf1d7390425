"""What Banco double changes: nothing, per unit that the partners stake.

Source: the article, "Banco double": the partner brings the bank's sum, and both share gain and loss
equally. So a partner in a covered bank has the very law of the banker who is alone; when the pontes stake
too little for both, the law is that of their half, and the gain per unit staked is the same again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.distribution import Distribution
from exact.errors import refusal
from exact.partie.fortune.coups import CoupLaw, commission_named
from exact.rational import Rational, rational

if TYPE_CHECKING:
    from exact.records import Record
    from exact.shoe import Shoe


@dataclass(frozen=True)
class Double:
    """A coup against a bank that one player holds alone, and that two hold together.

    ``alone``: the law of the banker's gain; ``together``: that of each partner's. ``staked_alone`` and
    ``staked_together``: what he, and each of them, has at stake.
    """

    alone: Distribution[Fraction]
    together: Distribution[Fraction]
    staked_alone: Fraction
    staked_together: Fraction
    bank: Fraction
    stakes: Fraction
    commission: Fraction

    @property
    def per_unit(self) -> tuple[Fraction, Fraction]:
        """The expected gain per unit at stake: alone, and for each of two. They are equal."""
        return self.alone.mean() / self.staked_alone, self.together.mean() / self.staked_together

    def record(self, shoe: Shoe) -> Record:
        """The citable record of this answer about a shoe."""
        from exact.partie.fortune.record import double_record

        return double_record(self, shoe)


def double(
    law: CoupLaw, bank: Rational = 1, stakes: Rational | None = None, commission: Rational = "5%"
) -> Double:
    """A coup against ``bank`` put up by one player, and by each of two: see Double.

    ``stakes``: what the pontes would stake together; None: as much as there is. Raises ExactError unless
    both are positive.
    """
    tax, unit = commission_named(commission), rational(bank, "bank")
    most = 2 * unit if stakes is None else rational(stakes, "stakes")
    for name, amount in (("bank", unit), ("stakes", most)):
        if amount <= 0:
            raise refusal(name, str(amount), "a positive amount is expected")

    def gain(staked: Fraction) -> Distribution[Fraction]:
        """Of one who has this at stake; what the partners pay and receive together is halved."""
        return Distribution({staked * (1 - tax): law.won, -staked: law.lost, Fraction(0): law.void})

    alone, both = min(unit, most), min(2 * unit, most)
    return Double(gain(alone), gain(both).map(lambda whole: whole / 2), alone, both / 2, unit, most, tax)
