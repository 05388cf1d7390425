"""Exact functions of the number of packs d: polynomials, their quotients, and where they are positive."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import gcd
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from exact.algebraic import polynomial_text
from exact.errors import refusal
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

    d = sympy.Symbol("d")
    top, bottom = (
        sympy.Poly(list(reversed(coefficients)), d).as_expr() for coefficients in _lowest(above, below)
    )
    return top / bottom


@cache
def coefficients(expression: sympy.Expr) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Numerator and denominator of one of these functions, lowest power of d first.

    In lowest terms: no common polynomial factor, integers without a common divisor, and the leading one of
    the denominator positive.
    """
    import sympy

    d = sympy.Symbol("d")
    fraction = sympy.fraction(expression)
    if not fraction[0].is_polynomial(d):
        fraction = sympy.fraction(sympy.together(expression))
    parts = (sympy.Poly(part, d) for part in fraction)
    above, below = (
        fmpq_poly([fmpq(int(c.p), int(c.q)) for c in reversed(part.all_coeffs())]) for part in parts
    )
    numerator, denominator = _lowest(above, below)
    return tuple(numerator), tuple(denominator)


def _lowest(above: fmpq_poly, below: fmpq_poly) -> tuple[list[int], list[int]]:
    common = above.gcd(below)
    above, below = above // common, below // common
    scale = int(above.denom()) * int(below.denom())
    numerator = [int(c) for c in (above * scale).numer().coeffs()]
    denominator = [int(c) for c in (below * scale).numer().coeffs()]
    content = gcd(*numerator, *denominator) * (1 if denominator[-1] > 0 else -1)
    return [c // content for c in numerator], [c // content for c in denominator]


def limit(expression: sympy.Expr) -> Fraction:
    """What one of these functions tends to as the packs grow without bound.

    Raises ExactError when it grows without bound itself.
    """
    above, below = coefficients(expression)
    if len(above) > len(below):
        raise refusal("expression", str(expression), "it has no limit: its numerator is of the higher degree")
    return Fraction(above[-1], below[-1]) if len(above) == len(below) else Fraction(0)


def function_text(expression: sympy.Expr) -> str:
    """One of these functions as text, highest power first: ``(12d^2 - 1)/(13d^2 + 4d)``."""
    above, below = (polynomial_text(part, "d") for part in coefficients(expression))
    return above if below == "1" else f"({above})/({below})"


def at_packs(expression: sympy.Expr, packs: int) -> Fraction:
    """The value of one of these functions for so many packs."""
    d = whole(packs, "packs", least=1)
    above, below = (sum(c * d**power for power, c in enumerate(part)) for part in coefficients(expression))
    return Fraction(above, below)


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
