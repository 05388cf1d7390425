"""Functions of the number of packs in the checker: their means, and records of them that are changed."""

from __future__ import annotations

import copy

import pytest
from flint import fmpq_poly
from hypothesis import example, given
from hypothesis import strategies as st

import check_form as form
import check_polynomials as polynomials
import check_rouge_et_noir as rouge_et_noir
import check_rouge_et_noir_forms as forms
from exact.games import chemin_de_fer, punto_banco
from exact.packs import Sturm, at_packs, coefficients, function_text, quotient
from tampering import put, signed, verdict

TOTALS = chemin_de_fer.closed_form.closed_forms("totals").record().data()
BOTH = chemin_de_fer.closed_form.closed_forms("both").record().data()

whole = st.integers(-30, 30)
some = st.lists(whole, max_size=6).map(polynomials.trimmed)
nonzero = some.filter(bool)


# ------------------------------------------------------------------------------ the means


@given(nonzero, st.integers(1, 12))
@example((2, -3, 1), 3)  # (d - 1)(d - 2)
@example((5, -4, 1), 1)  # never zero, least at 2, between coefficients of both signs
def test_positive_from_is_what_sturm_says_for_whole_numbers(polynomial, d):
    least = Sturm(fmpq_poly(list(polynomial))).positive_from()
    proved = polynomials.positive_from(polynomial, d)
    if least is None:
        assert not proved
    else:
        # Sturm's bound is for all real numbers; single whole numbers below it may be positive too.
        assert proved == all(polynomials.value(polynomial, n) > 0 for n in range(d, max(least, d) + 1))


@given(nonzero, nonzero, nonzero)
def test_lowest_terms_and_text_are_those_of_the_program(above, below, common):
    found = polynomials.lowest(polynomials.times(above, common), polynomials.times(below, common))
    expression = quotient(fmpq_poly(list(above)), fmpq_poly(list(below)))
    assert found == coefficients(expression)
    assert polynomials.text(found) == function_text(expression)
    for d in range(1, 4):
        if polynomials.value(found[1], d):
            assert polynomials.at_packs(found, d) == at_packs(expression, d)


@given(some)
def test_a_polynomial_is_found_from_its_values(polynomial):
    assert polynomials.interpolated([polynomials.value(polynomial, d) for d in range(1, 8)]) == polynomial


def test_a_polynomial_that_is_no_sum_of_deals_is_not_taken():
    # d(d + 1)/2
    with pytest.raises(AssertionError):
        polynomials.interpolated([1, 3, 6, 10])


def test_falling_factorials():
    # (4d)(4d - 1) and (52d - 1)
    assert polynomials.falling(4, 2) == (0, -4, 16)
    assert polynomials.falling(52, 1, 1) == (-1, 52)


@pytest.mark.parametrize("packs", [1, 2])
def test_the_counted_rows_are_the_rows_dealt_card_by_card(packs):
    shoe = form.Shoe(tuple(packs * count for count in form.PACK), False)
    dealt = rouge_et_noir.summed(rouge_et_noir.row_law(shoe), 0)
    assert {t: polynomials.at_packs(f, packs) for t, f in forms.row_functions().items()} == dealt


def test_the_refait_for_many_packs_is_approached():
    """P(31 : 31) from 6 packs, by the counting identity, differs from the expansion by a term in 1/d^2."""
    limit, first = forms.refait_for_many_packs()
    row = form.Shoe(form.PACK, True)
    assert limit == rouge_et_noir.summed(rouge_et_noir.row_law(row), 0)[31] ** 2
    left = {}
    for packs in (1, 2):
        exact = rouge_et_noir.both_hit(rouge_et_noir.pairs_of(tuple(packs * c for c in form.PACK)))
        left[packs] = (exact - limit - first / packs) * packs**2
    # The coefficient of 1/d^2 hardly changes: with a wrong first-order term it would grow like d.
    assert abs(left[2] - left[1]) < abs(first) / 10


# -------------------------------------------------------------------------------- tampering


def with_rows(data, table, rows):
    return signed(put(data, ("tables", table, "rows"), rows))


def test_every_coefficient_is_re_derived():
    for data in (TOTALS, punto_banco.closed_form.counts().record().data()):
        rows = data["tables"]["coefficients"]["rows"]
        columns = data["tables"]["coefficients"]["columns"]
        for number, row in enumerate(rows):
            for place, column in enumerate(columns):
                if column["unit"] != "label":
                    wrong = put(
                        data, ("tables", "coefficients", "rows", number, place), str(int(row[place]) + 1)
                    )
                    assert verdict(signed(wrong)).startswith("table coefficients, row ")


def test_every_formula_is_re_derived():
    for name in ("ponte_draws", "banker_draws", "value"):
        rows = BOTH["tables"][name]["rows"]
        for number, (_, text) in enumerate(rows):
            wrong = put(BOTH, ("tables", name, "rows", number, 1), text.replace("d^3", "d^2", 1))
            assert verdict(signed(wrong)).startswith(f"table {name}, row {number + 1}, function: ")


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        # The true ranges are 1 to 3, and 4 and above.
        ([["1", "1", "2"], ["2", "3", ""]], "row 2: it is not the only optimal play"),
        ([["1", "1", "4"], ["2", "5", ""]], "row 1: it is not the only optimal play"),
        ([["1", "1", ""]], "row 1: it is not the only optimal play"),
        ([["1", "1", "3"], ["2", "5", ""]], "row 2, first: 4 is expected: each d is in one range"),
        ([["1", "2", "3"], ["2", "4", ""]], "row 1, first: 1 is expected"),
        ([["1", "1", "3"], ["2", "4", "9"]], "the ranges are not all numbers of packs"),
        ([["1", "1", "2"], ["2", "3", "3"], ["3", "4", ""]], "two forms are the same play"),
        ([["1", "1", ""], ["2", "4", ""]], "row 1: it is not the only optimal play"),
        ([["1", "1", "3"], ["2", "4", ""], ["3", "9", ""]], "row 3, first: nothing is expected"),
        ([["1", "1", "0"], ["2", "1", ""]], "row 1, last: a whole number"),
        ([["1", "1", "7/2"], ["2", "4", ""]], "row 1, last: a whole number"),
        ([["2", "1", "3"], ["1", "4", ""]], "row 1: the form's number"),
        ([], "the ranges are not all numbers of packs"),
    ],
)
def test_ranges_are_exact(rows, why):
    full = [[*row, "5", "6|stood"] for row in rows]
    certificate = {"ponte": {str(number): {} for number in range(1, len(rows) + 1)}}
    data = with_rows({**TOTALS, "certificate": certificate}, "forms", full)
    reason = verdict(data)
    assert reason.startswith("table forms")
    assert why in reason


def test_the_support_is_the_right_one():
    for place, written, why in (
        (3, "4", "ponte: he is free on 5 only"),
        (4, "6|10", "banker: '6|10' is no infoset of his"),
        (4, "5|4", "it is not the only optimal play"),
        (4, "3|9", "it is not the only optimal play"),
    ):
        rows = copy.deepcopy(TOTALS["tables"]["forms"]["rows"])
        rows[1][place] = written
        assert why in verdict(with_rows(TOTALS, "forms", rows))


def test_the_certificate_is_needed_and_cannot_be_another():
    known = BOTH["certificate"]["ponte"]
    assert len(known) == 6
    for number, bits in known.items():
        for hand, bit in bits.items():
            wrong = put(BOTH, ("certificate", "ponte", number, hand), "0" if bit == "1" else "1")
            reason = verdict(signed(wrong))
            assert reason.startswith(f"table forms, row {number}: ")
            lacking = copy.deepcopy(BOTH)
            del lacking["certificate"]["ponte"][number][hand]
            assert verdict(signed(lacking)).startswith("certificate, ponte, ")
        assert verdict(signed(put(BOTH, ("certificate", "ponte", number), []))).startswith("certificate")
        assert verdict(signed(put(BOTH, ("certificate", "ponte", number, "6,9"), "1/2"))).startswith(
            "certificate"
        )
    for certificate in ({}, {"ponte": {}}, {"ponte": []}, {"ponte": known, "banker": {}}):
        assert verdict(signed({**BOTH, "certificate": certificate})).startswith("certificate")
    strategies = {"ponte": [{"infoset": "5", "action": "draw", "probability": "1"}]}
    assert verdict(signed({**BOTH, "strategies": strategies})).startswith("strategies: none are expected")


def test_changes_and_inputs_are_re_derived():
    rows = BOTH["tables"]["changes"]["rows"]
    for number, row in enumerate(rows):
        less = with_rows(BOTH, "changes", rows[:number] + rows[number + 1 :])
        assert verdict(less).startswith("table changes")
        turned = put(
            BOTH, ("tables", "changes", "rows", number, 3), {"draw": "stand", "stand": "draw"}[row[3]]
        )
        assert verdict(signed(turned)).startswith("table changes")
    for asked in ({}, {"information": "none"}, {"information": "totals"}, {**BOTH["input"], "d": "1"}):
        assert verdict(signed({**BOTH, "input": asked})) is not None
    left_out = copy.deepcopy(BOTH)
    del left_out["tables"]["forms"]
    assert verdict(signed(left_out)) == "tables: forms is missing"
    counts = punto_banco.closed_form.counts().record().data()
    assert verdict(counts) is None
    assert verdict(signed({**counts, "input": {"packs": "8"}})).startswith("input: ")
