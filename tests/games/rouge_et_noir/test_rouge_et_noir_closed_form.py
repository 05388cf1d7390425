"""The laws as exact functions of the number of packs, against the kernel."""

from fractions import Fraction

import pytest
import sympy

from exact import ExactError, Shoe
from exact.games.rouge_et_noir import closed_form, kernel, row_totals
from exact.games.rouge_et_noir.rules import TOTALS
from exact.packs import at_packs

D = sympy.Symbol("d")


def degrees(expression):
    above, below = sympy.fraction(sympy.together(expression))
    return sympy.degree(above, D), sympy.degree(below, D)


def at_infinity(expression):
    """The limit and the coefficient of 1/d, from the two highest coefficients."""
    above, below = (sympy.Poly(part, D).all_coeffs() for part in sympy.fraction(sympy.together(expression)))
    assert len(above) == len(below)
    limit = above[0] / below[0]
    return limit, (above[1] - limit * below[1]) / below[0]


@pytest.mark.parametrize("packs", range(1, 41))
def test_31_for_every_number_of_packs(packs):
    assert at_packs(closed_form.row_total(31), packs) == row_totals(Shoe.packs(packs))[31]


@pytest.mark.parametrize("total", TOTALS)
def test_every_total(total):
    expression = closed_form.row_total(total)
    assert max(degrees(expression)) <= 31
    for packs in (1, 2, 6, 40):
        assert at_packs(expression, packs) == row_totals(Shoe.packs(packs))[total]
    infinite = row_totals(Shoe.packs(1, replacement=True))[total]
    limit, _ = at_infinity(expression)
    assert Fraction(int(limit.p), int(limit.q)) == infinite == closed_form.limit_with_replacement(total)


def test_the_functions_sum_to_one():
    assert sympy.cancel(sum(closed_form.row_total(total) for total in TOTALS)) == 1


def test_the_refait_as_the_packs_grow():
    # Three ways: the exact function, the derived expansion, and the infinite shoe.
    expression = closed_form.refait()
    assert max(degrees(expression)) <= 62
    limit, first = at_infinity(expression)
    expansion = closed_form.refait_expansion()
    assert expansion.limit == Fraction(int(limit.p), int(limit.q))
    assert expansion.first == Fraction(int(first.p), int(first.q))
    assert expansion.limit == kernel.both_hit(Shoe.packs(1, replacement=True))
    # Beyond the values from which it was interpolated.
    assert at_packs(expression, 75) == kernel.both_hit(Shoe.packs(75))


def test_bad_input():
    with pytest.raises(ExactError, match="^total: got 30"):
        closed_form.row_total(30)
    with pytest.raises(ExactError, match="^packs: got 0"):
        at_packs(closed_form.row_total(31), 0)
