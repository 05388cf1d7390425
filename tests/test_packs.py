"""Sturm sequences, interpolation and quotients."""

from fractions import Fraction

import pytest
import sympy
from flint import fmpq, fmpq_poly
from hypothesis import example, given
from hypothesis import strategies as st

from exact import ExactError
from exact.packs import Sturm, at_packs, coefficients, function_text, interpolated, limit, quotient

roots = st.lists(st.fractions(-20, 20, max_denominator=3), max_size=5)


def with_roots(numbers, factor=1):
    """factor * product of (x - number)."""
    polynomial = fmpq_poly([factor])
    for number in numbers:
        polynomial *= fmpq_poly([fmpq(-number.numerator, number.denominator), 1])
    return polynomial


@given(roots, st.sampled_from([-2, 1, 3]), st.booleans(), st.integers(-20, 20))
@example([Fraction(0), Fraction(0), Fraction(1)], -2, False, 0)  # a double root at the bound
def test_roots_are_counted_once_and_only_above(numbers, factor, complex_pair, bound):
    polynomial = with_roots(numbers, factor)
    if complex_pair:
        polynomial *= fmpq_poly([3, 1, 1])  # no real root
    assert Sturm(polynomial).roots_above(bound) == len({n for n in numbers if n > bound})


@given(roots, st.sampled_from([-1, 2]))
def test_positive_from_is_the_first_whole_number_beyond_the_last_root(numbers, factor):
    found = Sturm(with_roots(numbers, factor)).positive_from()
    if factor < 0:
        assert found is None
    else:
        last = max(numbers, default=Fraction(0))
        assert found == max(1, last.numerator // last.denominator + 1)


def test_a_polynomial_that_vanishes_everywhere_is_nowhere_positive():
    assert Sturm(fmpq_poly([0])).positive_from() is None
    assert Sturm(fmpq_poly([5])).positive_from() == 1


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=6))
def test_interpolation_gives_the_polynomial_back(coefficients):
    polynomial = fmpq_poly(coefficients)
    points = range(1, len(coefficients) + 1)
    assert interpolated(points, [polynomial(fmpq(p)) for p in points]) == polynomial


def test_a_quotient_is_in_lowest_terms_with_whole_coefficients():
    d = sympy.Symbol("d")
    half = fmpq(1, 2)
    found = quotient(fmpq_poly([0, half, half]), fmpq_poly([-3, 0, 3]))  # (d + d^2)/2 over 3(d^2 - 1)
    assert found == d / (6 * d - 6)
    assert at_packs(found, 3) == Fraction(1, 4)
    # The sign stands above.
    assert quotient(fmpq_poly([1]), fmpq_poly([0, -2])) == -1 / (2 * d)
    with pytest.raises(ExactError):
        at_packs(found, 0)


def test_functions_as_coefficients_text_and_limits():
    d = sympy.Symbol("d")
    # (2d - 2)(d + 3) / (4d^2 - 4) = (d + 3)/(2d + 2)
    function = quotient(fmpq_poly([-6, 4, 2]), fmpq_poly([-4, 0, 4]))
    assert coefficients(function) == ((3, 1), (2, 2))
    assert function_text(function) == "(d + 3)/(2d + 2)"
    assert limit(function) == Fraction(1, 2)
    assert coefficients(d / 2 + sympy.Rational(1, 2)) == ((1, 1), (2,))
    assert coefficients(1 / d + 1 / (d + 1)) == ((1, 2), (0, 1, 1))
    assert function_text(3 * d**2 - d) == "3d^2 - d"
    assert limit(1 / d) == 0
    with pytest.raises(ExactError, match="^expression: .*it has no limit"):
        limit(d)
