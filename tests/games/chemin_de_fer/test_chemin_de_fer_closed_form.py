"""Optimal play as functions of the number of packs, against games solved for each number."""

from fractions import Fraction

import pytest
import sympy
from flint import fmpq

from exact import ExactError, Shoe
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer import closed_form
from exact.games.chemin_de_fer.drawing_rules import Rules
from exact.games.chemin_de_fer.game import RuledGame, game
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
    d = sympy.Symbol("d")
    counts = closed_form.counts(chemin_de_fer.punto_banco_rules())
    assert {name: sympy.degree(count, d) for name, count in counts.items()} == dict.fromkeys(counts, 6)
    assert {name: int(count.subs(d, 8)) for name, count in counts.items()} == SHACKLEFORD_EIGHT_PACKS
    deals = sympy.prod([52 * d - k for k in range(6)])
    assert sympy.expand(sum(counts.values()) - deals) == 0


def test_the_mixing_probability_by_hand():
    """Banker knows his cards: his six of nought and six is indifferent to the ponte's five, from the cards.

    From six packs, by the definition: p where the gain of drawing with (0, 6) on a ponte who stood is nought,
    the ponte standing on 5 with 1 - p and on 6 and 7. Counted card by card, with nothing of the kernel.
    """
    (form,) = {f.draws_ponte for f in closed_form.closed_forms("banker")}
    for d in (1, 6, 12):
        counts = [16 * d, *[4 * d] * 9]
        left = list(counts)
        left[0] -= 1
        left[6] -= 1
        gains = {5: 0, 6: 0, 7: 0}
        for a in range(10):
            for b in range(10):
                own = (a + b) % 10
                if own not in gains:
                    continue
                rest = list(left)
                weight = rest[a]
                rest[a] -= 1
                weight *= rest[b]
                rest[b] -= 1
                stand = 1 if own == 5 else 0 if own == 6 else -1
                for card in range(10):
                    drawn = (6 + card) % 10
                    gains[own] += weight * rest[card] * ((drawn > own) - (drawn < own) - stand)
        # (1 - p) * gains[5] + gains[6] + gains[7] = 0
        assert at_packs(form, d) == 1 + Fraction(gains[6] + gains[7], gains[5])


def test_from_three_packs_on_the_tableau_is_punto_banco_for_every_d():
    """By totals: what the docstring of punto_banco_rules says, for all d, by Sturm sequences.

    Under the tableau three choices are free: the ponte's five, and the banker's (3, 9) and (5, 4). All three
    drawn is the only optimum if each is strictly better drawn against the other two drawn. The weights are
    polynomials of degree six in d, which seven values determine.
    """
    slopes = {}
    for d in range(1, 8):
        ruled = RuledGame.of(game(Shoe.packs(d), "totals"), Rules.named("tableau"))
        form = ruled.restricted(ruled.game.loss)
        free = [own for own, bit in zip(ruled.game.ponte, ruled.x, strict=True) if bit is None]
        cells = [cell for cell, bit in zip(ruled.game.banker, ruled.y, strict=True) if bit is None]
        assert (free, cells) == ([5], [(3, 9), (5, 4)])
        slopes.setdefault(5, []).append(-(form.rows[0] + sum(form.matrix[0])))
        for j, cell in enumerate(cells):
            slopes.setdefault(cell, []).append(form.columns[j] + form.matrix[0][j])
    starts = {}
    for where, values in slopes.items():
        polynomial = interpolated(list(range(1, 8)), [fmpq(value) for value in values])
        starts[where] = Sturm(polynomial).positive_from()
        # An eighth value, of the shoe itself: the degree is no higher than said.
        worth = chemin_de_fer.values(Shoe.packs(9)).drawn.worth(where)
        deals = int(sympy.prod([52 * 9 - k for k in range(6)]))
        assert int(polynomial(fmpq(9))) == worth.gain_per_coup * deals
    assert starts == {5: 1, (3, 9): 1, (5, 4): 3}


def test_questions_without_an_answer_are_refused():
    with pytest.raises(ExactError, match="information"):
        closed_form.closed_form("none", 6)
    with pytest.raises(ExactError, match="packs"):
        closed_form.closed_form("both", 0)
    with pytest.raises(ExactError, match="choice"):
        closed_form.counts(chemin_de_fer.tableau())
