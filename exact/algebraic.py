"""Irrational answers, exactly: a root of an integer polynomial, singled out by a rational interval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, gcd, isqrt, lcm
from typing import TYPE_CHECKING, Literal, Union

from exact.errors import refusal
from exact.rational import Rational, decimal, fraction_text, rational

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True, slots=True, eq=False)
class Algebraic:
    """An irrational algebraic number.

    ``polynomial``: the integer coefficients of its minimal polynomial, lowest degree first: irreducible,
    without a common factor, the last one positive, the degree 2 at least. ``lower`` and ``upper``: rational
    numbers between which the polynomial has this root and no other.

    Numbers are equal when they are the same root, however wide their intervals are; they can be compared
    with each other, with integers and with Fractions. Raises ExactError when the polynomial or the interval
    is not as said.
    """

    polynomial: tuple[int, ...]
    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        wanted = "the integer coefficients of a minimal polynomial, lowest degree first, are expected"
        given = self.polynomial
        if not isinstance(given, (tuple, list)) or not all(type(c) is int for c in given):
            raise refusal("polynomial", given, wanted)
        if len(given) < 3 or given[-1] <= 0 or gcd(*given) != 1:
            raise refusal(
                "polynomial", given, f"{wanted}: degree 2 or more, no common factor, the last one positive"
            )
        object.__setattr__(self, "polynomial", tuple(given))
        object.__setattr__(self, "lower", rational(self.lower, "lower"))
        object.__setattr__(self, "upper", rational(self.upper, "upper"))
        if not irreducible(self.polynomial):
            raise refusal("polynomial", given, f"{wanted}: an irreducible one")
        if self.lower >= self.upper or roots_between(self.polynomial, self.lower, self.upper) != 1:
            interval = f"{fraction_text(self.lower)} to {fraction_text(self.upper)}"
            raise refusal("interval", interval, "exactly one root of the polynomial must lie in it")

    def refined(self, width: Rational) -> Algebraic:
        """The same number with an interval not wider than ``width``, found by halving."""
        aim = rational(width, "width")
        if aim <= 0:
            raise refusal("width", width, "a positive number is expected")
        lower, upper = self.lower, self.upper
        below = _sign(self.polynomial, lower)
        while upper - lower > aim:
            middle = (lower + upper) / 2
            # The middle is no root: the polynomial is irreducible.
            if _sign(self.polynomial, middle) == below:
                lower = middle
            else:
                upper = middle
        return self._between(lower, upper)

    def canonical(self) -> Algebraic:
        """The same number with the interval that records write, the same whichever interval was given.

        Its ends are neighbouring multiples of 10**-n, for the least n >= 0 that singles the root out.
        """
        scale, near = 1, self
        while True:
            near = near.refined(Fraction(1, 4 * scale))
            first = floor(near.lower * scale)
            lower = Fraction(first + (near > Fraction(first + 1, scale)), scale)
            upper = lower + Fraction(1, scale)
            if roots_between(self.polynomial, lower, upper) == 1:
                return self._between(lower, upper)
            scale *= 10

    def decimal(self, digits: int = 20) -> str:
        """The number correctly rounded to so many significant digits, as ``exact.rational.decimal`` does."""
        near = self
        while (text := decimal(near.lower, digits)) != decimal(near.upper, digits):
            # The number lies on no rounding boundary, which is rational: this ends.
            near = near.refined((near.upper - near.lower) / 256)
        return text

    def to_sympy(self) -> sympy.Expr:
        """The number as an expression of sympy: in radicals for a quadratic, else a ``CRootOf``."""
        import sympy

        x = sympy.Symbol("x")
        polynomial = sympy.Poly(list(reversed(self.polynomial)), x)
        # Cauchy's bound: all roots lie within. sympy numbers the real roots from below.
        bound = Fraction(1 + max(map(abs, self.polynomial)))
        below = roots_between(self.polynomial, -bound, max(self.lower, -bound))
        return sympy.rootof(polynomial, below, radicals=True)

    def __str__(self) -> str:
        number = self.canonical()
        terms = polynomial_text(number.polynomial)
        return f"the root of {terms} between {fraction_text(number.lower)} and {fraction_text(number.upper)}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Algebraic):
            # An irrational number is no rational one.
            return False if isinstance(other, (int, Fraction)) else NotImplemented
        lower, upper = max(self.lower, other.lower), min(self.upper, other.upper)
        return (
            self.polynomial == other.polynomial
            and lower < upper
            and roots_between(self.polynomial, lower, upper) == 1
        )

    def __hash__(self) -> int:
        number = self.canonical()
        return hash((number.polynomial, number.lower, number.upper))

    def __lt__(self, other: Comparable) -> bool:
        return self._compared(other) < 0

    def __le__(self, other: Comparable) -> bool:
        return self._compared(other) <= 0

    def __gt__(self, other: Comparable) -> bool:
        return self._compared(other) > 0

    def __ge__(self, other: Comparable) -> bool:
        return self._compared(other) >= 0

    def _compared(self, other: Comparable) -> int:
        """The sign of the difference, this number less the other."""
        if isinstance(other, Algebraic):
            if self == other:
                return 0
            here, there = self, other
            while here.lower < there.upper and there.lower < here.upper:
                here = here.refined((here.upper - here.lower) / 2)
                there = there.refined((there.upper - there.lower) / 2)
            return 1 if here.lower >= there.upper else -1
        if isinstance(other, bool) or not isinstance(other, (int, Fraction)):
            raise refusal("comparison", other, "an int, a Fraction or an Algebraic is expected")
        if other <= self.lower or other >= self.upper:
            return 1 if other <= self.lower else -1
        # Between lower and the root the polynomial has one sign, beyond it the other.
        return 1 if _sign(self.polynomial, Fraction(other)) == _sign(self.polynomial, self.lower) else -1

    def _between(self, lower: Fraction, upper: Fraction) -> Algebraic:
        """The same number with a new interval, known to be right."""
        narrower = object.__new__(Algebraic)
        for name, part in (("polynomial", self.polynomial), ("lower", lower), ("upper", upper)):
            object.__setattr__(narrower, name, part)
        return narrower


#: What an Algebraic can be compared with.
Comparable = Union[int, Fraction, Algebraic]


def root_between(
    coefficients: Sequence[Rational], lower: Rational, upper: Rational
) -> Union[Fraction, Algebraic]:
    """The one real root of a polynomial from ``lower`` to ``upper``, ends included.

    ``coefficients``: rational, lowest degree first, of any polynomial; its factor with the root is found. A
    rational root is a Fraction. Raises ExactError when there is no root there, or more than one.
    """
    low, high = rational(lower, "lower"), rational(upper, "upper")
    found: list[Union[Fraction, Algebraic]] = []
    for factor in _factors([rational(c, "coefficients") for c in coefficients]):
        if len(factor) == 2:
            number = Fraction(-factor[0], factor[1])
            found += [number] if low <= number <= high else []
        elif roots := roots_between(factor, low, high):
            # Should there be more than one, the refusal below says so.
            found += [Algebraic(factor, low, high)] if roots == 1 else [Fraction(0)] * roots
    if len(found) != 1:
        interval = f"{fraction_text(low)} to {fraction_text(high)}"
        raise refusal("interval", interval, f"one root is expected there; the polynomial has {len(found)}")
    return found[0]


def quadratic_root(
    a: Rational, b: Rational, c: Rational, which: Literal["lower", "upper"]
) -> Union[Fraction, Algebraic]:
    """The lower or the upper root of a x^2 + b x + c, a Fraction if it is rational.

    Raises ExactError when a is zero, when there is no real root, or for another ``which``.
    """
    square, linear, constant = (rational(x, name) for x, name in ((a, "a"), (b, "b"), (c, "c")))
    if which not in ("lower", "upper"):
        raise refusal("which", which, '"lower" or "upper" is expected')
    discriminant = linear**2 - 4 * square * constant
    if square == 0 or discriminant < 0:
        given = f"{fraction_text(square)}, {fraction_text(linear)}, {fraction_text(constant)}"
        raise refusal("a, b, c", given, "a quadratic with real roots is expected")
    vertex = -linear / (2 * square)
    # Not less than the distance of the roots from the vertex.
    reach = (isqrt(floor(discriminant)) + 1) / (2 * abs(square))
    ends = (vertex - reach, vertex) if which == "lower" else (vertex, vertex + reach)
    return root_between((constant, linear, square), *ends)


def irreducible(polynomial: Sequence[int]) -> bool:
    """Whether an integer polynomial without a common factor is no product of two others."""
    from flint import fmpz_poly

    _, factors = fmpz_poly(list(polynomial)).factor()
    return len(factors) == 1 and factors[0][1] == 1


def roots_between(polynomial: Sequence[int], lower: Fraction, upper: Fraction) -> int:
    """The number of different real roots in (lower, upper], by Sturm's theorem."""
    from flint import fmpq_poly

    from exact.packs import Sturm

    return Sturm(fmpq_poly(list(polynomial))).roots_between(lower, upper)


def polynomial_text(polynomial: Sequence[int], symbol: str = "x") -> str:
    """The polynomial as text, highest degree first: ``2x^2 - 3x + 1``."""
    terms = ""
    for degree, c in reversed(list(enumerate(polynomial))):
        if c:
            size = "" if abs(c) == 1 and degree else str(abs(c))
            power = "" if degree == 0 else symbol if degree == 1 else f"{symbol}^{degree}"
            sign = ("-" if c < 0 else "") if not terms else (" - " if c < 0 else " + ")
            terms += f"{sign}{size}{power}"
    return terms or "0"


def _factors(coefficients: Sequence[Fraction]) -> list[tuple[int, ...]]:
    """The different irreducible factors of degree 1 or more, as minimal polynomials."""
    from flint import fmpz_poly

    common = lcm(*(c.denominator for c in coefficients))
    whole = fmpz_poly([int(c * common) for c in coefficients])
    if whole.degree() < 1:
        raise refusal(
            "coefficients", ", ".join(map(str, coefficients)), "a polynomial of degree 1 or more is expected"
        )
    factors = [tuple(map(int, factor.coeffs())) for factor, _ in whole.factor()[1]]
    return sorted(tuple(-c for c in f) if f[-1] < 0 else f for f in factors)


def _sign(polynomial: Sequence[int], x: Fraction) -> bool:
    """Whether the polynomial is positive at x, which is no root of it; with integers only."""
    value, power = 0, 1
    for c in reversed(polynomial):
        value = value * x.numerator + c * power
        power *= x.denominator
    return value > 0
