"""Answers that are known between two rational numbers only."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import refusal
from exact.rational import Rational, decimal, fraction_text, rational, whole


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A number that provably lies from ``lower`` to ``upper``, ends included; both are rational.

    Raises ExactError when ``lower`` is not below ``upper``: a number that is known is a Fraction.
    """

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "lower", rational(self.lower, "lower"))
        object.__setattr__(self, "upper", rational(self.upper, "upper"))
        if self.lower >= self.upper:
            raise refusal("lower", self.lower, f"a number below upper, {self.upper}, is expected")

    @property
    def width(self) -> Fraction:
        """How far the ends are apart."""
        return self.upper - self.lower

    def contains(self, x: Rational) -> bool:
        """Whether the number may be x."""
        return self.lower <= rational(x, "x") <= self.upper

    def decimal(self, digits: int = 20) -> str:
        """The longest decimal, of at most so many significant digits, to which both ends are rounded.

        Empty when they do not even agree in one digit.
        """
        for kept in range(whole(digits, "digits", least=1), 0, -1):
            text = decimal(self.lower, kept)
            if text == decimal(self.upper, kept):
                return text
        return ""

    def __str__(self) -> str:
        return f"from {fraction_text(self.lower)} to {fraction_text(self.upper)}"
