"""Irrational numbers: the root that is meant, its decimals, its place among the rationals."""

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exact import ExactError
from exact.algebraic import (
    Algebraic,
    irreducible,
    polynomial_text,
    quadratic_root,
    root_between,
    roots_between,
)
from exact.enclosure import Enclosure

ROOT_2 = Algebraic((-2, 0, 1), Fraction(1), Fraction(2))
#: sqrt(2) + sqrt(3); the four roots of its minimal polynomial are the sums with all signs.
SUM = Algebraic((1, 0, -10, 0, 1), Fraction(3), Fraction(4))


def square_root(n, digits=60):
    """With the standard library's decimal arithmetic."""
    with localcontext() as context:
        context.prec = digits
        return Decimal(n).sqrt()


@given(st.integers(2, 10**9).filter(lambda n: isqrt(n) ** 2 != n), st.integers(1, 40))
def test_decimals_of_square_roots(n, digits):
    root = quadratic_root(1, 0, -n, "upper")
    with localcontext() as context:
        context.prec = digits
        expected = +square_root(n)
    assert Decimal(root.decimal(digits)) == expected
    assert Decimal(quadratic_root(1, 0, -n, "lower").decimal(digits)) == expected.copy_negate()


def test_decimals_of_a_quartic():
    for digits in range(1, 31):
        with localcontext() as context:
            context.prec = digits
            assert Decimal(SUM.decimal(digits)) == square_root(2) + square_root(3)


@given(st.fractions(max_denominator=10**6))
def test_order_among_the_rationals(x):
    below = x < 0 or x * x < 2
    assert (x < ROOT_2, x <= ROOT_2, x < ROOT_2, x <= ROOT_2) == (below,) * 4
    assert (x > ROOT_2, x >= ROOT_2) == (not below,) * 2
    assert x != ROOT_2


def test_order_among_themselves():
    near = Algebraic((-20000001, 0, 10000000), Fraction(1), Fraction(2))  # the square root of 2.0000001
    assert near > ROOT_2
    assert near > ROOT_2
    assert max(ROOT_2, SUM, near) is SUM
    assert not ROOT_2.refined(Fraction(1, 1000)) > ROOT_2
    assert ROOT_2.refined(Fraction(1, 1000)) <= ROOT_2
    with pytest.raises(ExactError, match=r"^comparison: got 1.4; "):
        _ = ROOT_2 < 1.4


@given(st.integers(0, 3), st.integers(1, 50))
def test_the_interval_given_does_not_matter(which, scale):
    # The roots of x^4 - 10 x^2 + 1 are about -3.146, -0.318, 0.318, 3.146.
    ends = [-4, -1, 0, 1, 4]
    wide = Algebraic((1, 0, -10, 0, 1), Fraction(ends[which]), Fraction(ends[which + 1]))
    narrow = wide.refined(Fraction(1, scale))
    assert narrow.upper - narrow.lower <= Fraction(1, scale)
    assert wide.lower <= narrow.lower < narrow.upper <= wide.upper
    assert (wide, hash(wide), str(wide)) == (narrow, hash(narrow), str(narrow))
    fixed = narrow.canonical()
    assert (fixed.lower, fixed.upper) == (wide.canonical().lower, wide.canonical().upper)
    assert roots_between(wide.polynomial, fixed.lower, fixed.upper) == 1
    others = [Algebraic(wide.polynomial, Fraction(a), Fraction(b)) for a, b in pairwise(ends)]
    assert [other == narrow for other in others] == [i == which for i in range(4)]
    assert (
        sympy.simplify(
            narrow.to_sympy() - sympy.Poly([1, 0, -10, 0, 1], sympy.Symbol("x")).real_roots()[which]
        )
        == 0
    )


def test_the_canonical_interval_is_the_widest_of_neighbouring_decimals():
    assert (ROOT_2.canonical().lower, ROOT_2.canonical().upper) == (1, 2)
    # The square root of 1.0002, from an interval around 1 that is narrow enough to begin with.
    above_one = Algebraic((-5001, 0, 5000), Fraction(19, 20), Fraction(23, 20))
    assert (above_one.canonical().lower, above_one.canonical().upper) == (1, 2)
    # 50 x^2 - 1: both roots lie between -1 and 1, one of them between 0.1 and 0.2, and between 0 and 1.
    tenth = Algebraic((-1, 0, 50), Fraction(1, 8), Fraction(1, 7))
    assert (tenth.canonical().lower, tenth.canonical().upper) == (0, 1)
    # (10 x - 5)^2 - 2 has the roots 0.5 -+ 0.141...: one decimal is needed.
    close = Algebraic((23, -100, 100), Fraction(1, 2), Fraction(1))
    assert (close.canonical().lower, close.canonical().upper) == (Fraction(6, 10), Fraction(7, 10))


@given(st.integers(-20, 20).filter(bool), st.integers(-20, 20), st.integers(-20, 20))
def test_quadratic_roots_are_roots_in_their_order(a, b, c):
    if b * b < 4 * a * c:
        with pytest.raises(ExactError, match="^a, b, c: .*a quadratic with real roots is expected"):
            quadratic_root(a, b, c, "lower")
        return
    if b * b == 4 * a * c:
        assert quadratic_root(a, b, c, "lower") == quadratic_root(a, b, c, "upper") == Fraction(-b, 2 * a)
        return
    low, high = (quadratic_root(a, b, c, which) for which in ("lower", "upper"))
    assert low < high
    x = sympy.Symbol("x")
    expected = sorted(sympy.roots(a * x**2 + b * x + c, x), key=lambda root: root.evalf(50))
    for number, root in zip((low, high), expected, strict=True):
        exact = (
            sympy.Rational(number.numerator, number.denominator)
            if isinstance(number, Fraction)
            else number.to_sympy()
        )
        assert sympy.simplify(exact - root) == 0


def test_the_factor_with_the_root_is_found():
    # (x^2 - 2)(x - 3)(2x - 1), multiplied out by hand: (x^2 - 2)(2x^2 - 7x + 3)
    product = [-6, 14, -1, -7, 2]
    assert root_between(product, 1, 2) == ROOT_2
    assert root_between([Fraction(c, 7) for c in product], 1, 2) == ROOT_2
    assert root_between(product, 2, 3) == 3
    assert root_between(product, "1/2", 1) == Fraction(1, 2)
    for low, high, number in ((0, 2, 2), (-1, 0, 0), (2, 1, 0)):
        with pytest.raises(
            ExactError, match=f"^interval: .*one root is expected there; the polynomial has {number}"
        ):
            root_between(product, low, high)
    with pytest.raises(ExactError, match="^coefficients: "):
        root_between([5], 0, 1)


@pytest.mark.parametrize(
    ("polynomial", "lower", "upper", "message"),
    [
        ((-2, 0, 1), 2, 3, "exactly one root"),
        ((-2, 0, 1), -2, 2, "exactly one root"),
        ((-2, 0, 1), 2, 1, "exactly one root"),
        ((2, 0, -1), 1, 2, "the last one positive"),
        ((-4, 0, 2), 1, 2, "no common factor"),
        ((-4, 0, 1), 1, 3, "an irreducible one"),
        ((4, -4, 1), 1, 3, "an irreducible one"),
        ((-1, 2), 0, 1, "degree 2 or more"),
        ((-2.0, 0, 1), 1, 2, "integer coefficients"),
        ("abc", 1, 2, "integer coefficients"),
        ((-2, 0, 1), 1.0, 2, "a float is not exact"),
    ],
)
def test_what_is_no_algebraic_number_is_refused(polynomial, lower, upper, message):
    with pytest.raises(ExactError, match=message):
        Algebraic(polynomial, lower, upper)


def test_bad_arguments():
    with pytest.raises(ExactError, match="^width: "):
        ROOT_2.refined(0)
    with pytest.raises(ExactError, match="^which: "):
        quadratic_root(1, 0, -2, "middle")
    with pytest.raises(ExactError, match="^a, b, c: "):
        quadratic_root(0, 1, 1, "lower")


def test_words():
    assert str(ROOT_2) == "the root of x^2 - 2 between 1 and 2"
    assert polynomial_text((23, -100, 100)) == "100x^2 - 100x + 23"
    assert polynomial_text((0, 1, 0, -1)) == "-x^3 + x"
    assert irreducible((1, 1, 1))
    assert not irreducible((1, 2, 1))


@given(st.fractions(max_denominator=1000), st.fractions(min_value=Fraction(1, 10**9), max_value=2))
def test_the_decimal_of_an_enclosure_is_that_of_both_ends(lower, width):
    from exact.rational import decimal

    known = Enclosure(lower, lower + width)
    agreeing = [n for n in range(1, 21) if decimal(known.lower, n) == decimal(known.upper, n)]
    assert known.decimal() == (decimal(lower, max(agreeing)) if agreeing else "")
    assert known.contains(lower)
    assert known.contains(lower + width)
    assert not known.contains(lower - width)
    assert known.width == width


def test_enclosures_by_hand():
    assert Enclosure("0.149", "0.151").decimal() == "0.15"
    assert Enclosure("-1", "1").decimal() == ""
    assert Enclosure("0.1234", "0.12346").decimal() == "0.123"
    assert str(Enclosure("1/3", "1/2")) == "from 1/3 to 1/2"
    for lower, upper in (("1", "1"), ("2", "1")):
        with pytest.raises(ExactError, match="^lower: .*a number below upper"):
            Enclosure(lower, upper)
