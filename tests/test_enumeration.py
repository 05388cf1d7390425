"""The engine: laws, decisions, best responses, game forms."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kuhn_poker
import stopping_game
from coin_games import Coin, Forgetful
from exact import ExactError, InfosetError, Shoe
from exact.enumeration import (
    best_response,
    expectation,
    game_form,
    law,
    law_with_rest,
    payoff_table,
    step_of,
)
from exact.games.rouge_et_noir.rules import Row, Rows
from shoes import arrangements, deal_rows, number_of_arrangements, shoe_of, small_shoes

KUHN_SHOE = Shoe([1, 1, 1] + [0] * 7)


def red_black(red: int, black: int) -> Shoe:
    return Shoe([red, black] + [0] * 8)


@cache
def stopping_value(red: int, black: int) -> Fraction:
    """The classical recursion for the value of the cards still to come (a second method)."""
    if red + black == 0:
        return Fraction(0)
    after_red = 1 + stopping_value(red - 1, black) if red else Fraction(0)
    after_black = stopping_value(red, black - 1) - 1 if black else Fraction(0)
    return max(Fraction(0), (red * after_red + black * after_black) / (red + black))


# ------------------------------------------------------------------------------- laws


@pytest.mark.parametrize("points", [[10] * 7 + [9], [10, 10, 9, 9, 9, 1, 2], [10, 10, 10, 1, 1, 1, 8, 3]])
def test_the_law_of_a_coup_is_that_of_all_arrangements(points):
    shoe = shoe_of(points)
    counted: dict[object, int] = {}
    for cards in arrangements(shoe):
        rows = deal_rows(cards)
        outcome = (sum(rows[0]), sum(rows[1])) if len(rows) >= 2 else None
        counted[outcome] = counted.get(outcome, 0) + 1
    number = number_of_arrangements(shoe)
    assert law(Rows(), shoe) == {outcome: Fraction(n, number) for outcome, n in counted.items()}


@given(small_shoes())
def test_the_rest_of_the_shoe_is_what_was_not_dealt(shoe):
    both = law_with_rest(Row(), shoe)
    assert both.marginal(0) == law(Row(), shoe)
    for outcome, rest in both:
        if outcome is not None:
            total, cards = outcome
            dealt = [a - b for a, b in zip(shoe.counts, rest.counts, strict=True)]
            assert sum(dealt) == cards
            assert sum(value * count for value, count in enumerate(dealt, start=1)) == total


def test_an_empty_shoe_ends_the_coup():
    assert law(Rows(), Shoe([0] * 10)) == {None: 1}
    assert expectation(Rows(), Shoe([0] * 10)) == ()


def test_the_expectation_counts_incomplete_coups_as_nothing():
    # Nine tens and a nine: 40 : 40 (après), 39 : 40 or 40 : 39; the fair chances cancel.
    assert expectation(Rows(), Shoe([0] * 8 + [1, 9])) == (0, 0, 0)


# -------------------------------------------------------------------------- decisions


def test_stopping_by_hand():
    # One red, one black: draw; stop after red (+1), go on after black (back to 0): 1/2.
    result = best_response(stopping_game.Drawn((), 2), red_black(1, 1), player=0)
    assert result.value == Fraction(1, 2)
    assert result.plan == {(): "draw", (1,): "stop", (2,): "draw", (2, 1): "stop"}
    assert best_response(stopping_game.Drawn((), 4), red_black(2, 2), player=0).value == Fraction(2, 3)


@given(st.integers(0, 4), st.integers(0, 4))
def test_optimal_stopping_is_the_classical_recursion(red, black):
    start, shoe = stopping_game.Drawn((), red + black), red_black(red, black)
    result = best_response(start, shoe, player=0)
    assert result.value == stopping_value(red, black)
    # Following the plan earns exactly its value.
    assert expectation(start, shoe, {0: result.plan}) == (result.value,)


def test_among_equally_good_actions_the_first_is_taken_and_the_tie_is_told():
    result = best_response(Coin(), Shoe([1, 1] + [0] * 8), player=0)
    assert (result.value, result.plan, result.ties) == (0, {"call": "heads"}, {"call"})
    loaded = best_response(Coin(), Shoe([1, 2] + [0] * 8), player=0)
    assert (loaded.value, loaded.plan, loaded.ties) == (Fraction(1, 3), {"call": "tails"}, frozenset())


# --------------------------------------------------------------------- several players


def test_kuhns_equilibrium_is_one():
    policy = {0: kuhn_poker.FIRST, 1: kuhn_poker.SECOND}
    start = kuhn_poker.Hand()
    # Kuhn (1950): the game is worth -1/18 to the first player.
    assert expectation(start, KUHN_SHOE, policy) == (Fraction(-1, 18), Fraction(1, 18))
    assert best_response(start, KUHN_SHOE, 0, policy).value == Fraction(-1, 18)
    assert best_response(start, KUHN_SHOE, 1, policy).value == Fraction(1, 18)
    assert law(start, KUHN_SHOE, policy).mean() == Fraction(-1, 18)


def test_a_best_response_beats_every_pure_plan():
    start = kuhn_poker.Hand()
    policy = {1: {infoset: "check" if infoset[1] == "c" else "call" for infoset in kuhn_poker.SECOND}}
    infosets = list(kuhn_poker.FIRST)
    values = []
    for choice in product((0, 1), repeat=len(infosets)):
        actions = {"": ("check", "bet"), "cb": ("fold", "call")}
        plan = {i: actions[i[1]][c] for i, c in zip(infosets, choice, strict=True)}
        values.append(expectation(start, KUHN_SHOE, {0: plan, **policy})[0])
    assert best_response(start, KUHN_SHOE, 0, policy).value == max(values)


def test_the_game_form_gives_the_same_gains():
    form = game_form(kuhn_poker.Hand(), KUHN_SHOE)
    assert [len(one) for one in form.sequences] == [13, 13]
    assert sorted(map(len, form.infosets)) == [6, 6]
    plans = [realisation(form, i, plan) for i, plan in enumerate((kuhn_poker.FIRST, kuhn_poker.SECOND))]
    matrix = form.matrix(0)
    gain = sum(
        plans[0][r] * plans[1][c] * matrix[r][c] for r in range(len(matrix)) for c in range(len(matrix[0]))
    )
    assert gain / form.denominator == Fraction(-1, 18)
    assert form.matrix(1) == [[-x for x in row] for row in matrix]


def realisation(form, i, plan):
    """The weight of each sequence when a plan is played."""
    weights = [Fraction(1)] * len(form.sequences[i])
    for infoset, (parent, after) in form.infosets[i].items():
        chosen = plan[infoset]
        mix = {chosen: Fraction(1)} if isinstance(chosen, str) else chosen
        for action, sequence in after.items():
            weights[sequence] = weights[parent] * mix.get(action, Fraction(0))
    return weights


def test_payoff_table_for_one_player_and_its_integers():
    form = payoff_table(stopping_game.Drawn((), 2), red_black(1, 1), (0,))
    # Always drawing ends in 0; stopping after one red card gives 1 with probability 1/2.
    stop_after_red = form.sequences[0].index((((), "draw"), ((1,), "stop")))
    assert Fraction(form.payoffs[(stop_after_red,)][0], form.denominator) == Fraction(1, 2)
    with pytest.raises(ExactError, match="^players: got "):
        form.matrix(0)
    with pytest.raises(ExactError, match="^players: got "):
        game_form(stopping_game.Drawn((), 2), red_black(1, 1), (0,))


# ---------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("policy", "error", "message"),
    [
        (None, InfosetError, "policy: it says nothing for player 0"),
        ({0: {}}, InfosetError, "policy: it says nothing for player 0"),
        ({0: {"call": "edge"}}, ExactError, "policy: got 'edge'; the actions at 'call' are heads, tails"),
        ({0: {"call": {"heads": Fraction(1, 2)}}}, ExactError, "policy: got .* must sum to one"),
        ({0: {"call": {"heads": 0.5, "tails": 0.5}}}, ExactError, "policy: got 0.5; a probability"),
        ({0: {"call": {"heads": 2, "tails": -1}}}, ExactError, "policy: got -1; a probability"),
    ],
)
def test_bad_policies_are_refused(policy, error, message):
    with pytest.raises(error, match=f"^{message}"):
        law(Coin(), Shoe([1, 1] + [0] * 8), policy)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: law(Rows(), None), "shoe: got None; a Shoe is expected"),
        (lambda: law(Rows(), Shoe.packs(1), policy=3), "policy: got 3"),
        (lambda: best_response(Coin(), Shoe.packs(1), "0"), "player: got '0'"),
        (
            lambda: best_response(Row(), Shoe.packs(1), 0),
            "player: got 0; the rules give these outcomes no payoffs",
        ),
        (lambda: game_form(kuhn_poker.Hand(), KUHN_SHOE, (0, 0)), "players: got"),
        (lambda: game_form(kuhn_poker.Hand(), KUHN_SHOE, None), "players: got None"),
        (lambda: payoff_table(kuhn_poker.Hand(), KUHN_SHOE, (0, "1")), "players: got '1'"),
    ],
)
def test_bad_arguments_are_named(ask, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        ask()


def test_a_player_who_forgets_is_refused():
    with pytest.raises(ExactError, match="^player 0: infoset 'again' is reached after different own choices"):
        best_response(Forgetful(), KUHN_SHOE, 0)
    with pytest.raises(ExactError, match="^player 0: infoset 'again' is reached after different own choices"):
        payoff_table(Forgetful(), KUHN_SHOE, (0,))


def test_positions_without_rules_are_refused():
    with pytest.raises(ExactError, match="^start: got 'nothing'"):
        step_of("nothing")


def test_a_player_without_a_payoff_is_refused():
    with pytest.raises(ExactError, match="^player: got 2; the game has the parties 0 to 1"):
        best_response(kuhn_poker.Hand(), KUHN_SHOE, 2, {0: kuhn_poker.FIRST, 1: kuhn_poker.SECOND})
