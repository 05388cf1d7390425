"""Simple rules, several players, causes, born ones: against the tree and against counts by hand."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import best_response, expectation
from exact.games import trente_et_un, vingt_et_un
from exact.games.buying import figures, simple, solution
from exact.games.buying.hands import points
from exact.games.buying.options import table_of
from exact.games.buying.rules import Coup
from exact.games.vingt_et_un import DrawBelow
from shoes import small_shoes

REPLACEMENT = Shoe.packs(1, replacement=True)
#: Only cards of 8, 9 and 10 points: a game with replacement that the tree can walk through.
HIGH = Shoe([0] * 7 + [1, 1, 2], replacement=True)


class ByRule(dict):
    """A rule of thumb, asked with the infosets of the tree."""

    def __init__(self, rule, limit):
        super().__init__()
        self.rule, self.limit = rule, limit

    def __getitem__(self, infoset):
        *_, first, bought = infoset
        return "draw" if self.rule.draws(points(first + bought, self.limit)) else "stand"


rules = st.builds(DrawBelow, st.integers(10, 20), st.one_of(st.none(), st.integers(10, 20)))


@settings(max_examples=25)
@given(small_shoes(7), rules, rules)
def test_bound_sides_are_worth_what_the_tree_says(shoe, mine, other):
    assume(shoe.size >= 4)
    table, start = table_of(21), Coup.start(table_of(21))
    player, banker = ByRule(mine, 21), ByRule(other, 21)
    assert vingt_et_un.against_rule(shoe, other).value == -best_response(start, shoe, 0, {1: banker}).value
    assert simple.bound_player(shoe, table, mine) == best_response(start, shoe, 1, {0: player}).value
    both = expectation(start, shoe, {0: player, 1: banker}) or (0, 0)
    assert simple.both_bound(shoe, table, mine, other) == both[1]


def test_no_rule_is_better_than_optimal_play():
    value = vingt_et_un.solve(REPLACEMENT).value
    for rule in (15, 16, 17, DrawBelow(17, soft=18)):
        assert vingt_et_un.against_rule(REPLACEMENT, rule).value < value
        player, banker = vingt_et_un.cost_of_rules(REPLACEMENT, rule, rule)
        assert player > 0 and banker == value - vingt_et_un.against_rule(REPLACEMENT, rule).value


def test_the_best_play_against_a_bound_banker_is_a_plan():
    bound = vingt_et_un.against_rule(REPLACEMENT, 17)
    # Against one who always draws below 17 nobody who has 11 or less can die, and 21 has won or tied.
    assert bound.player[(11, 0), 1] and not bound.player[(21, 0), 1]
    assert bound.cost(Fraction(1)) == 1 - bound.value


@pytest.mark.parametrize("rule", ["17", 3.5, True, None])
def test_what_is_no_rule_is_refused(rule):
    with pytest.raises(ExactError, match="rule: "):
        vingt_et_un.against_rule(REPLACEMENT, rule)
    with pytest.raises(ExactError, match="soft: "):
        DrawBelow(17, soft=40)


@pytest.mark.parametrize("drawn", ["closed", "open", "unseen"])
@pytest.mark.parametrize("number", [1, 2])
def test_several_players_by_the_tree(drawn, number):
    table = table_of(21, drawn)
    rule = DrawBelow(17)
    found = vingt_et_un.several(HIGH, number, rule, drawn)
    start = Coup.start(table, number)
    policy = {i: ByRule(rule, 21) for i in range(number)}
    assert found.value == best_response(start, HIGH, number, policy).value
    assert found.loss_per_player >= 0
    if number == 1:
        assert found.loss_per_player == 0
        assert found.value == simple.bound_player(HIGH, table, 17)


def test_the_banker_loses_by_having_to_decide_once():
    losses = [vingt_et_un.several(REPLACEMENT, number, 15).loss_per_player for number in (1, 2, 3)]
    assert 0 == losses[0] < losses[1] < losses[2]
    # Two different players in either order are the same.
    mixed = vingt_et_un.several(REPLACEMENT, 2, [15, 17])
    assert mixed.value == vingt_et_un.several(REPLACEMENT, 2, [17, 15]).value
    alone = [simple.bound_player(REPLACEMENT, table_of(21), rule) for rule in (15, 17)]
    assert mixed.apart == sum(alone) > mixed.value
    assert mixed.draws((12, 0), (0, "out")) and not mixed.draws((20, 0), (0, 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((Shoe.packs(1), 2, 15), "with replacement only"),
        ((REPLACEMENT, 4, 15), "number: got 4"),
        ((REPLACEMENT, 2, [15]), "a list of 2"),
    ],
)
def test_several_refuses_what_it_cannot_answer(arguments, message):
    with pytest.raises(ExactError, match=message):
        vingt_et_un.several(*arguments)


@pytest.mark.parametrize("seen", [(0,), ("out", "out"), (0, 99)])
def test_the_banker_must_be_told_what_he_can_see(seen):
    with pytest.raises(ExactError, match="seen: "):
        vingt_et_un.several(REPLACEMENT, 2, 15).draws((16, 0), seen)


def counted(packs, cards):
    """How often first cards of full packs count the limit: all cards laid out, by ranks as points."""
    pack = [min(rank, 10) for rank in range(1, 14)] * 4 * packs
    found = total = 0
    for dealt in permutations(pack, cards):
        total += 1
        found += points(dealt, 21 if cards == 2 else 31).__class__ is not type(None) and points(
            dealt, 21 if cards == 2 else 31
        ).total == (21 if cards == 2 else 31)
    return Fraction(found, total)


def test_born_ones_are_counted_card_by_card():
    assert vingt_et_un.born(1).probability == counted(1, 2)
    assert vingt_et_un.born(2).probability == counted(2, 2)
    assert trente_et_un.born(1).probability == counted(1, 3)


def test_born_ones_in_closed_form():
    # By hand: 2 * 4d * 16d / (52d (52d - 1)).
    assert all(
        vingt_et_un.born().packs(d) == Fraction(2 * 4 * d * 16 * d, 52 * d * (52 * d - 1))
        for d in range(1, 9)
    )
    # 3 orders of A 10 10 and 3 of A A 9, over 52d (52d - 1) (52d - 2); with the court kind only the first.
    for d in range(1, 9):
        below = 52 * d * (52 * d - 1) * (52 * d - 2)
        court = 3 * 4 * d * 16 * d * (16 * d - 1)
        nines = 3 * 4 * d * (4 * d - 1) * 4 * d
        assert trente_et_un.born().packs(d) == Fraction(court + nines, below)
        assert trente_et_un.born(born="court").packs(d) == Fraction(court, below)
    assert vingt_et_un.born().limit == Fraction(8, 169)


@settings(max_examples=15)
@given(small_shoes(7))
def test_the_causes_sum_to_the_gain_and_double_payments_are_none(shoe):
    assume(shoe.size >= 4)
    table = table_of(21)
    found = figures.causes(shoe, table)
    assert found.order + found.ties + found.both_born + found.double == found.value
    assert found.double == 0
    # The second way: without the double payments the game is worth the same.
    assert solution.solve(shoe, table_of(21, natural=1)).value == found.value


def test_the_tables_of_hard_and_soft_totals():
    from exact.games.buying.grids import rows

    found = vingt_et_un.solve(REPLACEMENT)
    heads, lines = rows(found, "player")
    table = {line[0]: dict(zip(heads[1:], line[1:], strict=True)) for line in lines}
    assert table["14"]["0"] == "D" and table["16"]["0"] == "S"
    assert table["15"]["1"].endswith("%") and table["soft 17"]["0"] == "D" and table["soft 18"]["0"] == "S"
    assert "<table>" in found._repr_html_() and "soft 18" in found._repr_html_()
    finite = vingt_et_un.solve(Shoe([0, 1, 1, 0, 1, 1, 0, 0, 1, 2]))
    assert rows(finite, "banker")[1]
