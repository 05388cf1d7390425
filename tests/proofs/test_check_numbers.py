"""How the checker reads irrational and enclosed numbers."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import check_form as form
from exact.algebraic import Algebraic, quadratic_root
from exact.enclosure import Enclosure
from exact.numerals import number_data

#: 1/sqrt(2) = 0.70710678118654752440..., from any table.
ROOT = {"root_of": ["-1", "0", "2"], "lower": "0", "upper": "1", "decimal": "0.7071067811865475244"}
BETWEEN = {"lower": "1/10", "upper": "101/1000", "decimal": "0.1"}
REST = {"unit": "units", "status": "computed", "meaning": "a number"}


def check(value):
    form._check_value({"verification": []}, "value x", value)


@given(st.integers(1, 50), st.integers(-60, 60), st.integers(-60, 60), st.sampled_from(["lower", "upper"]))
def test_roots_are_read_as_the_package_writes_them(a, b, c, which):
    assume(b * b - 4 * a * c > 0)
    number = quadratic_root(a, b, c, which)
    assume(isinstance(number, Algebraic))
    read = form.read_number_keys(number_data(number), "x")
    assert read == form.Root(number.polynomial, number.canonical().lower, number.canonical().upper)
    assert isqrt(b * b - 4 * a * c) ** 2 != b * b - 4 * a * c


@given(st.fractions(), st.fractions(), st.integers(0, 10**25))
def test_intervals_are_read_as_the_package_writes_them(start, width, narrowed):
    assume(width > 0)
    number = Enclosure(start, start + width / (1 + narrowed))
    assert form.read_number_keys(number_data(number), "x") == form.Interval(number.lower, number.upper)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"root_of": ["-2", "0", "4"]}, "a common factor"),
        ({"root_of": ["1", "0", "-2"]}, "leading coefficient"),
        ({"root_of": ["-1", "0", "0"]}, "leading coefficient"),
        ({"root_of": ["-1/2", "0", "1"]}, "not integer coefficients"),
        ({"root_of": ["-1", "2"]}, "degree 2 or more"),
        ({"root_of": "-1"}, "degree 2 or more"),
        ({"root_of": ["-2", "0", "1"]}, "does not change its sign"),
        ({"lower": "2", "upper": "1"}, "not below"),
        ({"lower": "1", "upper": "1"}, "not below"),
        ({"lower": "-1", "upper": "1"}, "does not change its sign"),
        # (x - 1)(x - 2)(x - 3) has three roots there.
        ({"root_of": ["-6", "11", "-6", "1"], "upper": "4"}, "more roots"),
        ({"decimal": "0.7071067811865475245"}, "0.7071067811865475244 is right"),
        ({"decimal": "0.707"}, "0.7071067811865475244 is right"),
        ({"status": "enclosed"}, "status 'enclosed' is not known"),
        ({"luck": "1"}, "in this order"),
    ],
)
def test_a_root_that_is_none_is_refused(change, why):
    check({**ROOT, **REST})
    with pytest.raises(form.RefusedError, match=f"^value x.*{why}"):
        check({**ROOT, **REST, **change})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"lower": "101/1000"}, "not below"),
        ({"lower": "1"}, "not below"),
        ({"decimal": "0.10"}, "0.1 is right"),
        # Rounded to two digits both ends are 0.10, which is written 0.1.
        ({"upper": "2"}, "lower, upper are expected"),
        ({"status": "computed"}, "its status is enclosed"),
        ({"status": "proved"}, "its status is enclosed"),
    ],
)
def test_an_interval_that_is_none_is_refused(change, why):
    right = {**BETWEEN, **REST, "status": "enclosed"}
    check(right)
    with pytest.raises(form.RefusedError, match=f"^value x.*{why}"):
        check({**right, **change})


def test_an_interval_whose_ends_share_no_digit_has_no_decimal():
    unknown = {"lower": "-1", "upper": "1"}
    assert form.read_number_keys(unknown, "x") == form.Interval(Fraction(-1), Fraction(1))
    with pytest.raises(form.RefusedError, match=r"^x: lower, upper are expected"):
        form.read_number_keys({**unknown, "decimal": "0"}, "x")


@pytest.mark.parametrize(
    ("polynomial", "lower", "upper", "roots"),
    [
        ((-6, 11, -6, 1), Fraction(0), Fraction(4), 3),
        ((-6, 11, -6, 1), Fraction(3, 2), Fraction(4), 2),
        ((1, 0, 1), Fraction(-9), Fraction(9), 0),
        # (x - 1)^2 (x + 1): a double root counts once.
        ((1, -1, -1, 1), Fraction(-2), Fraction(2), 2),
        ((0, -1, 0, 1), Fraction(-2), Fraction(2), 3),
    ],
)
def test_numbers_of_roots_by_hand(polynomial, lower, upper, roots):
    assert form.roots_between(polynomial, lower, upper) == roots


def test_derived_numbers_of_all_kinds_are_compared():
    root = form.read_number_keys(ROOT, "x")
    between = form.read_number_keys(BETWEEN, "x")
    for number in (root, between):
        form.same(number, number, "x")
        with pytest.raises(form.RefusedError, match=r"^x: .* is written; the rules give "):
            form.same(number, Fraction(1, 2), "x")
    form.same(None, form.Undefined(), "x")
    form.same(Fraction(0), form.Undefined(), "x")
    with pytest.raises(form.RefusedError, match=r"^x: 1/7 is written; nothing is defined there"):
        form.same(Fraction(1, 7), form.Undefined(), "x")
