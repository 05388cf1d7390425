"""Exact functions of the number of packs d: polynomials, their quotients, and where they are positive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from exact.rational import whole

if TYPE_CHECKING:
    import sympy


def interpolated(points: Sequence[int], values: Sequence[fmpq]) -> fmpq_poly:
    """The polynomial of least degree through the points, in Newton's form."""
    differences = list(values)
    result, node = fmpq_poly([0]), fmpq_poly([1])
    for i, point in enumerate(points):
        result += node * differences[i]
        node *= fmpq_poly([-point, 1])
        for j in range(len(points) - 1, i, -1):
            differences[j] = (differences[j] - differences[j - 1]) / (points[j] - points[j - i - 1])
    return result


def quotient(above: fmpq_poly, below: fmpq_poly) -> sympy.Expr:
    """The quotient in lowest terms, integer coefficients, as an expression of sympy."""
    import sympy

    common = above.gcd(below)
    above, below = above // common, below // common
    scale = int(above.denom()) * int(below.denom())
    numerator = [int(c) for c in (above * scale).numer().coeffs()]
    denominator = [int(c) for c in (below * scale).numer().coeffs()]
    content = gcd(*numerator, *denominator) * (1 if denominator[-1] > 0 else -1)
    d = sympy.Symbol("d")
    top, bottom = (
        sympy.Poly([c // content for c in reversed(coefficients)], d).as_expr()
        for coefficients in (numerator, denominator)
    )
    return top / bottom


def at_packs(expression: sympy.Expr, packs: int) -> Fraction:
    """The value of one of these functions for so many packs."""
    import sympy

    value = sympy.Rational(expression.subs(sympy.Symbol("d"), whole(packs, "packs", least=1)))
    return Fraction(int(value.p), int(value.q))


class Sturm:
    """The Sturm sequence of a polynomial: how many different real roots it has in an interval, exactly.

    The sequence is that of the polynomial with each of its roots once.

    Theorem (Sturm). With p_0 = p, p_1 = p' and p_(k+1) = -(remainder of p_(k-1) by p_k), the number of
    different real roots in (a, b] is V(a) - V(b), V counting the sign changes of the sequence.
    """

    def __init__(self, polynomial: fmpq_poly) -> None:
        self.polynomial = polynomial
        self.sequence = [polynomial, polynomial.derivative()]
        while not self.sequence[-1].is_zero():
            self.sequence.append(-(self.sequence[-2] % self.sequence[-1]))
        self.sequence.pop()
        if not polynomial.is_zero():
            # The last is the greatest common divisor of p and p': without it multiple roots are simple, and
            # the theorem holds for an end of the interval that was one.
            self.sequence = [p // self.sequence[-1] for p in self.sequence]

    def roots_above(self, bound: int) -> int:
        """The number of different real roots greater than ``bound``."""
        here = [p(fmpq(bound)) for p in self.sequence]
        far = [p.leading_coefficient() for p in self.sequence]
        return _changes(here) - _changes(far)

    def roots_between(self, lower: Fraction, upper: Fraction) -> int:
        """The number of different real roots in (lower, upper]."""
        ends = (fmpq(x.numerator, x.denominator) for x in (lower, upper))
        below, above = (_changes([p(x) for p in self.sequence]) for x in ends)
        return below - above

    def positive_from(self) -> int | None:
        """The least d >= 1 such that the polynomial is positive at d and at every real number above.

        None when it is not positive in the end.
        """
        if self.polynomial.is_zero() or self.polynomial.leading_coefficient() < 0:
            return None
        high = 1
        while self.roots_above(high) or self.polynomial(fmpq(high)) <= 0:
            high *= 2
        low = high // 2
        while high - low > 1:
            middle = (low + high) // 2
            if self.roots_above(middle) or self.polynomial(fmpq(middle)) <= 0:
                low = middle
            else:
                high = middle
        return high


def _changes(numbers: Sequence[fmpq]) -> int:
    """How often the sign changes from one number to the next, zeros left out."""
    signs = [number > 0 for number in numbers if number != 0]
    return sum(a != b for a, b in pairwise(signs))
