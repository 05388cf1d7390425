"""Optimal play as functions of the number of packs, against games solved for each number."""

from fractions import Fraction

import pytest

from exact import ExactError, Shoe
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer import closed_form
from exact.packs import at_packs
from published import KEMENY_SNELL_PONTE, KEMENY_SNELL_VALUE, SHACKLEFORD_EIGHT_PACKS

INFORMATION = ["totals", "banker", "both"]
#: Every change of support, a few full casinos' worth, and one far away.
PACKS = [*range(1, 14), 50, 1000]


@pytest.mark.parametrize("information", INFORMATION)
def test_each_number_of_packs_has_one_form_and_it_is_what_the_solver_finds(information):
    forms = closed_form.closed_forms(information)
    for packs in PACKS:
        (form,) = [form for form in forms if form.holds(packs)]
        e = chemin_de_fer.solve(Shoe.packs(packs), information)
        assert e.unique is True
        assert e.value == at_packs(form.value, packs)
        assert e.ponte[form.ponte] == at_packs(form.draws_ponte, packs)
        assert e.banker[form.banker] == at_packs(form.draws_banker, packs)
        assert all(e.ponte[own] == bit for own, bit in form.ponte_pure)
        assert all(e.banker[cell] == bit for cell, bit in form.banker_pure)
        assert len(form.banker_pure) == len(e.banker) - 1


@pytest.mark.parametrize("information", INFORMATION)
def test_the_range_is_exact(information):
    """Just below the range that Sturm's theorem gives for all larger d, something else is optimal."""
    *_, last = closed_form.closed_forms(information)
    assert last.from_packs is not None
    assert last.packs == ()
    below = chemin_de_fer.solve(Shoe.packs(last.from_packs - 1), information)
    assert any(below.banker[cell] != bit for cell, bit in last.banker_pure)
    assert closed_form.closed_form(information, 10**6) == last


def test_for_many_packs_the_limit_is_the_play_with_replacement():
    """Kemeny and Snell's figures, from the leading coefficients."""
    import sympy

    d = sympy.Symbol("d")
    for information in ("totals", "banker"):
        *_, last = closed_form.closed_forms(information)
        for function, limit in [(last.draws_ponte, KEMENY_SNELL_PONTE), (last.value, KEMENY_SNELL_VALUE)]:
            number = sympy.limit(function, d, sympy.oo)
            assert Fraction(int(number.p), int(number.q)) == limit
    *_, both = closed_form.closed_forms("both")
    number = sympy.limit(both.value, d, sympy.oo)
    assert Fraction(int(number.p), int(number.q)) == KEMENY_SNELL_VALUE


def test_the_mixing_probability_when_the_banker_knows_his_cards_is_one_function():
    """The banker's pure cells change at small d; what makes his six of nought and six indifferent does not."""
    forms = closed_form.closed_forms("banker")
    assert {form.banker for form in forms} == {((0, 6), None)}
    assert len({form.draws_ponte for form in forms}) == 1
    assert forms[-1].from_packs == 10


def test_the_counts_of_punto_banco_are_polynomials_of_degree_six():
    import sympy

    d = sympy.Symbol("d")
    counts = closed_form.counts(chemin_de_fer.punto_banco_rules())
    assert {name: sympy.degree(count, d) for name, count in counts.items()} == dict.fromkeys(counts, 6)
    assert {name: int(count.subs(d, 8)) for name, count in counts.items()} == SHACKLEFORD_EIGHT_PACKS
    deals = sympy.prod([52 * d - k for k in range(6)])
    assert sympy.expand(sum(counts.values()) - deals) == 0


def test_questions_without_an_answer_are_refused():
    with pytest.raises(ExactError, match="information"):
        closed_form.closed_form("none", 6)
    with pytest.raises(ExactError, match="packs"):
        closed_form.closed_form("both", 0)
    with pytest.raises(ExactError, match="choice"):
        closed_form.counts(chemin_de_fer.tableau())
