"""Pass the hand after k wins: the growth of a bank, what the policy is worth, and what the tax takes.

Source: the article, "Gewinn und Verlust": the bank after a win is the former bank with the gain, taxed with
5 %; so a bank that is covered in full ("full") grows by the factor 1.95. If the pontes never stake more
than the first bank ("flat"), the rest lies en garage and the fortune grows by 0.95 of it a coup.

Model: the coups are independent, each with the law of the first; void coups change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, Literal, get_args

from exact.distribution import Distribution
from exact.errors import refusal
from exact.partie.fortune.coups import CoupLaw, commission_named
from exact.rational import Rational, decimal, whole

if TYPE_CHECKING:
    from exact.records import Record
    from exact.shoe import Shoe

#: How much of the bank the pontes cover: all of it, or as much as the first bank.
Cover = Literal["full", "flat"]
COVERS: Final[tuple[Cover, ...]] = get_args(Cover)
#: The longest run, and the most bits of its fractions.
MOST_WINS: Final = 200
MOST_BITS: Final = 13_000


def growth(won: int, commission: Rational = "5%", cover: Cover = "full") -> Fraction:
    """The banker's fortune after so many wins, if it was one unit, all of it in the bank.

    Full cover: (2 - commission) ** won. Flat: 1 + (1 - commission) * won.
    Raises ExactError for a negative number of wins, a commission outside 0 <= commission < 1, another cover.
    """
    number, tax = whole(won, "won"), commission_named(commission)
    if cover_named(cover) == "full":
        return (2 - tax) ** number
    return 1 + (1 - tax) * number


def cover_named(cover: object) -> Cover:
    """A way of covering the bank, if it is one; ExactError otherwise."""
    for known in COVERS:
        if cover == known:
            return known
    raise refusal("cover", cover, f"one of {', '.join(COVERS)} is expected")


@dataclass(frozen=True)
class PassAfter:
    """What it is worth to put up a bank of one unit and to pass the hand after ``wins`` wins.

    ``fortune``: the law of what the banker has afterwards of his unit and its gains.
    ``expected_tax``: what the house takes on average. ``coups``: the expected number of coups, void ones too.
    """

    law: CoupLaw
    wins: int
    commission: Fraction
    cover: Cover
    fortune: Distribution[Fraction]
    expected_tax: Fraction
    coups: Fraction

    @property
    def success(self) -> Fraction:
        """The probability that the hand is passed, and not lost."""
        return self.law.decided**self.wins

    @property
    def expected_fortune(self) -> Fraction:
        """The expectation of what the banker has afterwards."""
        return self.fortune.mean()

    @property
    def expected_gain(self) -> Fraction:
        """The same without the unit that he put up."""
        return self.expected_fortune - 1

    @property
    def expected_before_tax(self) -> Fraction:
        """What the pontes lose to the bank on average: the banker's gain and the tax."""
        return self.expected_gain + self.expected_tax

    @property
    def tax_share(self) -> Fraction | None:
        """The tax as a part of what the pontes lose on average; None where they do not lose."""
        lost = self.expected_before_tax
        return self.expected_tax / lost if lost > 0 else None

    def record(self, shoe: Shoe) -> Record:
        """The citable record of this answer about a shoe, with every policy up to this one."""
        from exact.partie.fortune.record import pass_after_record

        return pass_after_record(self, shoe)

    def explain(self) -> str:
        """The policy in a sentence with its numbers."""
        bank = growth(self.wins, self.commission, self.cover)
        return (
            f"Passing after {self.wins} wins succeeds with probability {decimal(self.success, 6)} and then "
            f"leaves {decimal(bank, 8)} for the unit put up; on average {decimal(self.expected_gain, 6)} are "
            f"gained and {decimal(self.expected_tax, 6)} go to the house."
        )

    def __repr__(self) -> str:
        return (
            f"PassAfter(wins={self.wins}, cover={self.cover!r}, success={decimal(self.success, 8)}, "
            f"expected_gain={decimal(self.expected_gain, 8)}, expected_tax={decimal(self.expected_tax, 8)})"
        )


def pass_after(law: CoupLaw, wins: int, commission: Rational = "5%", cover: Cover = "full") -> PassAfter:
    """The policy "pass the hand after ``wins`` wins" for a bank of one unit: see PassAfter.

    Raises ExactError as ``growth`` does, for more than 200 wins, and for fractions of more than 4000 digits.
    """
    number, tax = whole(wins, "wins"), commission_named(commission)
    if number > MOST_WINS:
        raise refusal("wins", wins, f"at most {MOST_WINS} are computed")
    growth(number, tax, cover)
    q = law.decided
    if number * (q.denominator.bit_length() + tax.denominator.bit_length() + 1) > MOST_BITS:
        raise refusal("wins", wins, "its fractions would have more than 4000 digits; fewer are computed")
    fortunes: dict[Fraction, Fraction] = {}
    expected_tax = decided = Fraction(0)
    for won in range(number):
        # The coup after ``won`` wins is reached with probability q ** won; at stake is the bank, or a unit.
        reached = q**won
        stake = growth(won, tax, cover) if cover == "full" else Fraction(1)
        left = growth(won, tax, cover) - stake
        fortunes[left] = fortunes.get(left, Fraction(0)) + reached * (1 - q)
        expected_tax += reached * q * tax * stake
        decided += reached
    kept = growth(number, tax, cover)
    fortunes[kept] = fortunes.get(kept, Fraction(0)) + q**number
    coups = decided / (law.won + law.lost)
    return PassAfter(law, number, tax, cover, Distribution(fortunes), expected_tax, coups)
