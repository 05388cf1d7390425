"""Optimal play as functions of the number of packs, against games solved for each number."""

from fractions import Fraction
from math import prod

import pytest
from flint import fmpq

from exact import ExactError, Shoe
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer import closed_form
from exact.packs import Sturm, at_packs, interpolated
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


def _polynomial(values):
    """What sums of numbers of deals are over (52d)(52d-1)...(52d-5): determined by d = 1, ..., 7."""
    deals = [Fraction(prod(52 * d - k for k in range(6))) for d in range(1, 8)]
    numbers = [value * count for value, count in zip(values, deals, strict=True)]
    return interpolated(list(range(1, 8)), [fmpq(n.numerator, n.denominator) for n in numbers])


def test_under_the_tableau_punto_banco_is_the_only_optimal_play_from_three_packs_on():
    """For every d >= 3: each of the three volonté cases is strictly better drawn, the others drawn too."""
    drawn = chemin_de_fer.punto_banco_rules()
    gains = {"5": [], (3, 9): [], (5, 4): []}
    for packs in range(1, 8):
        shoe = Shoe.packs(packs)
        draws, stands = (
            chemin_de_fer.solve(shoe, "totals", drawn.fixed(ponte={5: action})).value
            for action in ("draw", "stand")
        )
        gains["5"].append(stands - draws)  # the bank gains less when he draws
        for cell in ((3, 9), (5, 4)):
            draws, stands = (
                chemin_de_fer.solve(shoe, "totals", drawn.fixed(banker={cell: action})).value
                for action in ("draw", "stand")
            )
            gains[cell].append(draws - stands)
    polynomials = {case: _polynomial(values) for case, values in gains.items()}
    assert {case: p.degree() for case, p in polynomials.items()} == dict.fromkeys(polynomials, 6)
    starts = {case: Sturm(p).positive_from() for case, p in polynomials.items()}
    assert max(starts.values()) == starts[5, 4] == 3
    # One pack further than the polynomials were made from, by the rules with cards put back, and below.
    for shoe in (Shoe.packs(8), Shoe.packs(1, replacement=True), Shoe.packs(3)):
        e = chemin_de_fer.solve(shoe, "totals", "tableau")
        assert (e.unique, e.ponte[5], e.banker[3, 9], e.banker[5, 4]) == (True, 1, 1, 1)
    for packs in (1, 2):
        assert gains[5, 4][packs - 1] < 0
        assert chemin_de_fer.solve(Shoe.packs(packs), "totals", "tableau").banker[5, 4] == 0


def test_the_forms_as_one_object():
    forms = closed_form.closed_forms()
    assert forms.information == "totals"
    assert [form.range_text for form in forms] == ["1, 2, 3", "4 and more"]
    assert forms.of(3) is forms[0]
    assert forms.of(4) is forms.of(10**6) is forms[-1] is forms[1:][0]
    assert repr(forms) == "ClosedForms(information='totals', packs=1, 2, 3; 4 and more)"
    shown = forms._repr_html_()
    assert "(36864d^3 - 9312d^2 + 732d - 23)/(45056d^3 - 9104d^2 + 552d - 8)" in shown
    with pytest.raises(ExactError, match="^packs: got 0"):
        forms.of(0)


@pytest.mark.parametrize("information", INFORMATION)
def test_the_record_says_what_the_equilibria_from_so_many_packs_are(information):
    forms = closed_form.closed_forms(information)
    record = forms.record()
    assert record.id == f"chemin-de-fer.closed-form.{information}"
    rows = {row[0]: row for row in record.tables["by_packs"].rows}
    assert list(rows) == [str(packs) for packs in range(1, 13)]
    strategies = {}
    for packs in (1, 2, 3, 8, 9):
        e = chemin_de_fer.solve(Shoe.packs(packs), information)
        (own,), (cell,) = ([k for k, p in s.items() if 0 < p < 1] for s in (e.ponte, e.banker))
        assert rows[str(packs)][2:] == (e.ponte[own], e.banker[cell], e.value)
        strategies[rows[str(packs)][1]] = e
    # The coefficients, evaluated by hand for 8 packs.
    parts = {}
    for number, name, power, above, below in record.tables["coefficients"].rows:
        if number == rows["8"][1]:
            top, bottom = parts.get(name, (0, 0))
            parts[name] = top + above * 8 ** int(power), bottom + below * 8 ** int(power)
    found = tuple(Fraction(*parts[name]) for name in ("ponte_draws", "banker_draws", "value"))
    assert found == rows["8"][2:]
    # Every change of a pure action is told, and is one.
    for number, side, infoset, action in record.tables["changes"].rows:
        if number in strategies and side == "banker":
            holding, _, third = infoset.partition("|")
            key = int(holding) if "," not in holding else tuple(map(int, holding.split(",")))
            play = strategies[number].banker[key, None if third == "stood" else int(third)]
            assert play == (action == "draw")


def test_a_range_with_gaps_is_not_written():
    from dataclasses import replace

    first, last = closed_form.closed_forms("totals")
    for broken in (replace(first, packs=(1, 3)), replace(last, packs=(1,))):
        with pytest.raises(ExactError, match="^packs: the range .* has gaps"):
            closed_form.ClosedForms("totals", (broken, last)).record()


def test_questions_without_an_answer_are_refused():
    with pytest.raises(ExactError, match="information"):
        closed_form.closed_form("none", 6)
    with pytest.raises(ExactError, match="packs"):
        closed_form.closed_form("both", 0)
    with pytest.raises(ExactError, match="choice"):
        closed_form.counts(chemin_de_fer.tableau())
