"""Reading exact numbers, and writing decimals."""

from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import ExactError
from exact.rational import decimal, fixed, rational, rounded, shortened, whole


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (3, Fraction(3)),
        (Fraction(1, 20), Fraction(1, 20)),
        ("1/20", Fraction(1, 20)),
        ("0.05", Fraction(1, 20)),
        (".05", Fraction(1, 20)),
        ("5%", Fraction(1, 20)),
        ("2.5 %", Fraction(1, 40)),
        ("-3/4", Fraction(-3, 4)),
        (" 7 ", Fraction(7)),
    ],
)
def test_numbers_are_read_exactly(given, number):
    assert rational(given, "x") == number


@pytest.mark.parametrize(
    "bad", [0.05, "1/0", "5e-2", "one", "", "1//2", None, True, "٣", "1" * 5000, float("nan"), "0x1", 1j]
)
def test_anything_else_is_refused_by_name(bad):
    with pytest.raises(ExactError, match="^commission: got "):
        rational(bad, "commission")


def test_numpy_numbers():
    assert rational(np.int64(3), "x") == 3
    with pytest.raises(ExactError, match=r"a float is not exact; write \"0.05\" in quotes"):
        rational(np.float64(0.05), "x")


@pytest.mark.parametrize("read", [rational, whole])
def test_numbers_of_unreadable_length_are_refused(read):
    for number in (10**5000, -(10**5000)):
        with pytest.raises(ExactError, match="^x: got a int too long to be shown"):
            read(number, "x")


def test_a_float_gets_a_hint():
    with pytest.raises(ExactError, match=r"a float is not exact; write \"0.05\" in quotes"):
        rational(0.05, "commission")


@pytest.mark.parametrize("bad", [1.0, "1", None, True, -1, Fraction(1)])
def test_whole_refuses(bad):
    with pytest.raises(ExactError, match="^packs: got "):
        whole(bad, "packs")


@given(st.fractions(), st.integers(1, 30))
def test_decimal_agrees_with_the_decimal_module(x, digits):
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emin=-(10**6), Emax=10**6)
    expected = context.divide(Decimal(x.numerator), Decimal(x.denominator))
    text = decimal(x, digits)
    assert Decimal(text) == expected
    assert "e" not in text.lower()
    assert not ("." in text and text.endswith(("0", ".")))


@given(st.fractions(), st.integers(0, 12))
def test_fixed_and_rounded_agree(x, places):
    assert Fraction(fixed(x, places)) == rounded(x, places)
    assert abs(rounded(x, places) - x) * 2 * 10**places <= 1


def test_ties_go_to_even():
    # 1/8 = 0.125 and 3/8 = 0.375 lie half way between two-digit decimals.
    assert decimal(Fraction(1, 8), 2) == "0.12"
    assert decimal(Fraction(3, 8), 2) == "0.38"
    assert decimal(Fraction(995, 10), 2) == "100"


def test_long_fractions_are_shortened_in_the_middle():
    text = f"{10**40 + 1}/{3**90}"
    short = shortened(text)
    assert len(short) <= 48
    assert short.startswith("100") and short.split("/")[0].endswith("001")
    assert shortened("1/2") == "1/2"
