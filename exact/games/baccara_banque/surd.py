"""Numbers a + b√d with rational a and b: exact arithmetic where an equilibrium is irrational."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Union

from exact.algebraic import Algebraic, quadratic_root
from exact.enclosure import Enclosure


@dataclass(frozen=True, slots=True, eq=False)
class Surd:
    """a + b√d. ``d``: a positive integer that is no square; both numbers of an operation have the same d."""

    a: Fraction
    b: Fraction
    d: int

    def __add__(self, other: int | Exact) -> Surd:
        a, b = self._parts(other)
        return Surd(self.a + a, self.b + b, self.d)

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(-self.a, -self.b, self.d)

    def __sub__(self, other: int | Exact) -> Surd:
        return self + (-other)

    def __rsub__(self, other: int | Fraction) -> Surd:
        return -self + other

    def __mul__(self, other: int | Exact) -> Surd:
        a, b = self._parts(other)
        return Surd(self.a * a + self.b * b * self.d, self.a * b + self.b * a, self.d)

    __rmul__ = __mul__

    def __truediv__(self, other: int | Exact) -> Surd:
        a, b = self._parts(other)
        norm = a * a - b * b * self.d  # zero only if both are: d is no square
        return self * Surd(Fraction(a) / norm, Fraction(-b) / norm, self.d)

    def __rtruediv__(self, other: int | Fraction) -> Surd:
        return Surd(Fraction(other), Fraction(0), self.d) / self

    def sign(self) -> int:
        """-1, 0 or 1."""
        if self.a == 0 or self.b == 0 or (self.a > 0) == (self.b > 0):
            whole = self.a or self.b
            return (whole > 0) - (whole < 0)
        larger = self.a if self.a**2 > self.b**2 * self.d else self.b
        return 1 if larger > 0 else -1

    def __eq__(self, other: object) -> bool:
        return (self - other).sign() == 0 if isinstance(other, (int, Fraction, Surd)) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.a, self.b, self.d)) if self.b else hash(self.a)

    def __lt__(self, other: int | Exact) -> bool:
        return (self - other).sign() < 0

    def __le__(self, other: int | Exact) -> bool:
        return (self - other).sign() <= 0

    def __gt__(self, other: int | Exact) -> bool:
        return (self - other).sign() > 0

    def __ge__(self, other: int | Exact) -> bool:
        return (self - other).sign() >= 0

    def number(self) -> Fraction | Algebraic:
        """The number as answers and records have it: a Fraction if it is rational."""
        if not self.b:
            return self.a
        # It is a root of x^2 - 2 a x + a^2 - b^2 d.
        return quadratic_root(
            1, -2 * self.a, self.a**2 - self.b**2 * self.d, "upper" if self.b > 0 else "lower"
        )

    def _parts(self, other: int | Exact) -> tuple[Fraction | int, Fraction | int]:
        if not isinstance(other, Surd):
            return other, 0
        assert other.d == self.d, "numbers of different fields"
        return other.a, other.b


#: A number of the field in which an equilibrium lies.
Exact = Union[Fraction, Surd]


def number(x: Exact) -> Fraction | Algebraic:
    """The number as answers and records have it."""
    return x.number() if isinstance(x, Surd) else Fraction(x)


def same(x: Exact, y: Exact) -> bool:
    """Whether two numbers, perhaps of different fields, are equal."""
    if isinstance(x, Surd) and isinstance(y, Surd) and x.d != y.d:
        return bool(x.number() == y.number())
    return bool(x == y)


def less(x: Exact, y: Exact) -> bool:
    """Whether x < y, perhaps of different fields."""
    if isinstance(x, Surd) and isinstance(y, Surd) and x.d != y.d:
        return bool(x.number() < y.number())
    return bool(x < y)


def minus(x: Exact, y: Exact) -> Fraction | Algebraic | Enclosure:
    """x - y; for numbers of different fields between rational bounds that are 10**-40 apart or less."""
    if isinstance(x, Surd) and isinstance(y, Surd) and x.d != y.d:
        root = isqrt(x.d * y.d)
        if root * root != x.d * y.d:
            one, other = x.number(), y.number()
            assert isinstance(one, Algebraic)
            assert isinstance(other, Algebraic)
            near, far = (z.refined(Fraction(1, 10**41)) for z in (one, other))
            return Enclosure(near.lower - far.upper, near.upper - far.lower)
        y = Surd(y.a, y.b * Fraction(root, x.d), x.d)
    return number(x - y)


def quadratic_roots(c: Fraction | int, b: Fraction | int, a: Fraction | int) -> list[Exact]:
    """The real roots of c + b x + a x^2, ascending, each once; none for a constant."""
    constant, linear, leading = Fraction(c), Fraction(b), Fraction(a)
    if leading == 0:
        return [-constant / linear] if linear else []
    square = linear * linear - 4 * leading * constant
    if square < 0:
        return []
    vertex = -linear / (2 * leading)
    if square == 0:
        return [vertex]
    # √(n/m) = √(n m) / m
    under, below = square.numerator * square.denominator, square.denominator
    half = Fraction(1, below) / abs(2 * leading)
    root = isqrt(under)
    if root * root == under:
        return [vertex - root * half, vertex + root * half]
    return [Surd(vertex, -half, under), Surd(vertex, half, under)]
