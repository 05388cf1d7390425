"""Any rules, exceptions for single hands too: brute force in the tree, and what freedom is worth."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_equilibrium import optimal_corners

from exact import Shoe
from exact.enumeration import best_response, game_form
from exact.equilibrium import Bilinear
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_HANDS, CHOOSING_TOTALS, THIRDS, Rules
from exact.games.chemin_de_fer.rules import BANKER, PONTE, Coup, Table

INFORMATION = ["totals", "banker", "both"]


@st.composite
def shoes(draw):
    """Six cards or a few more, of two to four kinds."""
    kinds = draw(st.lists(st.sampled_from(range(10)), min_size=2, max_size=4, unique=True))
    cards = draw(st.lists(st.sampled_from(kinds), min_size=6, max_size=9))
    return Shoe([cards.count(kind) for kind in range(10)], replacement=draw(st.booleans()))


@st.composite
def rules(draw, information, free=("draw", "stand", "free")):
    """Any table, and a few exceptions for hands of the sides that know theirs."""
    any_action = st.sampled_from(free)
    made = Rules(
        tuple(draw(any_action) for _ in CHOOSING_TOTALS),
        tuple(tuple(draw(any_action) for _ in THIRDS) for _ in CHOOSING_TOTALS),
    )
    hand = st.sampled_from(CHOOSING_HANDS)
    ponte = draw(st.dictionaries(hand, any_action, max_size=4)) if information == "both" else {}
    cells = st.tuples(hand, st.sampled_from(THIRDS))
    banker = draw(st.dictionaries(cells, any_action, max_size=8)) if information != "totals" else {}
    return made.fixed(ponte, banker)


def bilinear(form):
    """The bank's gain as a function of the probabilities of drawing, from the game form of the tree alone."""
    owns, others = (list(infosets) for infosets in form.infosets)
    constant, rows, columns = 0, [0] * len(owns), [0] * len(others)
    matrix = [[0] * len(others) for _ in owns]
    for (row, column), payoffs in form.payoffs.items():
        # With probability x an action "draw" is taken, with 1 - x "stand": each choice is at most two terms.
        left, right = (
            [(None, 1)]
            if not sequence
            else [(keys.index(sequence[0][0]), 1)]
            if sequence[0][1] == "draw"
            else [(None, 1), (keys.index(sequence[0][0]), -1)]
            for sequence, keys in (
                (tuple(form.sequences[0][row]), owns),
                (tuple(form.sequences[1][column]), others),
            )
        )
        for i, a in left:
            for j, b in right:
                amount = a * b * int(payoffs[BANKER])
                if i is None and j is None:
                    constant += amount
                elif i is None:
                    columns[j] += amount
                elif j is None:
                    rows[i] += amount
                else:
                    matrix[i][j] += amount
    return Bilinear(constant, tuple(rows), tuple(columns), tuple(map(tuple, matrix)), form.denominator)


@settings(max_examples=30, deadline=None)
@given(st.data(), shoes(), st.sampled_from(INFORMATION))
def test_any_rules_against_brute_force(data, shoe, information):
    """All corners of the ponte's breakpoints, in the tree's own game form, with up to three free infosets."""
    ruled = data.draw(rules(information))
    form = game_form(Coup(Table(ruled, information)), shoe)
    assume(1 <= len(form.infosets[0]) <= 3 and len(form.infosets[1]) <= 4)
    value, xs = optimal_corners(bilinear(form))
    e = chemin_de_fer.solve(shoe, information, ruled)
    assert e.value == value
    if not shoe.replacement:  # there the strategies by totals are copied to the hands
        assert tuple(e.ponte[own] for own in form.infosets[0]) == xs[0]
    forced = [own for own in e.ponte if own not in form.infosets[0]]
    assert all(e.ponte[own] == (ruled.at_ponte(own) == "draw") for own in forced)


@settings(max_examples=40, deadline=None)
@given(st.data(), shoes(), st.sampled_from(INFORMATION))
def test_more_freedom_never_hurts_the_side_that_has_it(data, shoe, information):
    """Between any rules and the same with some cells of one side freed."""
    bound = data.draw(rules(information))
    value = chemin_de_fer.solve(shoe, information, bound).value
    totals = data.draw(st.sets(st.sampled_from(CHOOSING_TOTALS), min_size=1))
    freer_ponte = bound.fixed(ponte=dict.fromkeys(totals, "free"))
    assert chemin_de_fer.solve(shoe, information, freer_ponte).value <= value
    cells = data.draw(
        st.sets(st.tuples(st.sampled_from(CHOOSING_TOTALS), st.sampled_from(THIRDS)), min_size=1)
    )
    freer_banker = bound.fixed(banker=dict.fromkeys(cells, "free"))
    assert chemin_de_fer.solve(shoe, information, freer_banker).value >= value


# ------------------------------------------------------------------------- what cells cost


def plan(strategy):
    return {infoset: {"draw": p, "stand": 1 - p} for infoset, p in strategy.items()}


@settings(max_examples=25, deadline=None)
@given(st.data(), shoes(), st.sampled_from(INFORMATION))
def test_both_costs_of_a_cell_are_found_again_in_the_tree(data, shoe, information):
    """Against the equilibrium's ponte: the best reply of a banker bound in this cell. Known: the game anew."""
    audit = chemin_de_fer.audit(shoe, information)
    assume(audit.banker)
    value, classical = audit.equilibrium.value, Rules.named("classical")
    for cell in data.draw(st.lists(st.sampled_from(list(audit.banker)), min_size=1, max_size=3)):
        one = audit.banker[cell]
        bound = classical.fixed(banker={cell: one.prescribed})
        ponte = {PONTE: plan(audit.equilibrium.ponte)}
        reply = best_response(Coup(Table(bound, information)), shoe, BANKER, ponte).value
        assert one.cost == value - reply
        assert one.cost_known == value - chemin_de_fer.solve(shoe, information, bound).value
        # Bound, the banker gets at least what he gets against a ponte who may now adapt himself.
        assert 0 <= one.cost <= one.cost_known


def test_six_packs_totals_against_the_figures_of_the_question():
    """(6, the ponte stood): nothing while the ponte plays the equilibrium, 0.000536 if he knows."""
    shoe, cell = Shoe.packs(6), (6, None)
    e = chemin_de_fer.solve(shoe)
    bound = Rules.named("classical").fixed(banker={cell: "stand"})
    fixed = chemin_de_fer.solve(shoe, rules=bound)
    one = chemin_de_fer.audit(shoe).banker[cell]
    # Standing on six against the equilibrium's ponte is as good as drawing, so that nothing is lost.
    assert one.cost == chemin_de_fer.decide(shoe, "banker", *cell, ponte=e.ponte).gain_per_coup == 0
    assert one.cost_known == e.value - fixed.value
    assert round(e.value - fixed.value, 6) == Fraction(536, 10**6)


# ------------------------------------------------------------------------- what a shoe is worth


@pytest.mark.parametrize("packs", range(9))
def test_values_in_all_three_models(packs):
    """For 1 to 8 packs and (0) with replacement: what the models have to do with each other and with the tax."""
    shoe = Shoe.packs(packs) if packs else Shoe.packs(1, replacement=True)
    values = {information: chemin_de_fer.values(shoe, information) for information in INFORMATION}
    for one in values.values():
        assert one.tableau.value <= one.value  # the banker is freer
        assert one.tableau_cost == one.value - one.tableau.value
        assert one.drawn.value <= one.tableau.value or one.tableau.ponte != one.drawn.ponte
        taxed = one.taxed
        assert one.gain_after_tax == taxed.value - Fraction(1, 20) * taxed.results().winner["banker"]
        # With a tax the ponte has the same game against a banker who wants something else.
        assert one.gain_after_tax < 0 < taxed.value
        # A ponte whose five is known can be exploited.
        assert min(one.always_draws, one.always_stands) >= one.value
        assert one.classical.results().value == one.value
    totals, banker, both = (values[information].value for information in INFORMATION)
    assert totals <= banker >= both
    if packs:
        assert len({totals, banker, both}) == 3
    else:
        # Kemeny and Snell (1957); hands of one total are alike, so that nobody gains by knowing them.
        assert totals == banker == both == Fraction(679568, 53094899)
    # Nobody has a choice at punto banco, so that all models agree on it.
    assert len({one.drawn.value for one in values.values()}) == 1
