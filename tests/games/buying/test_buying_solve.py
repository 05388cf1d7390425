"""Optimal play from small shoes, proved again by the literal rules: `enumeration.best_response`."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import best_response, expectation
from exact.errors import InfosetError
from exact.games import trente_et_un, vingt_et_un
from exact.games.buying import solution
from exact.games.buying.options import table_of
from exact.games.buying.rules import SIGHTS, Coup
from shoes import shoe_of, small_shoes

PLAYER, BANK = 0, 1
REPLACEMENT = Shoe.packs(1, replacement=True)


class Literal(Mapping):
    """A strategy of the package, asked with the infosets of the tree: first cards, and cards in their order."""

    def __init__(self, play, table):
        self.play, self.table = play, table

    def __getitem__(self, infoset):
        *seen, first, bought = infoset
        if seen:
            hand = tuple(sorted(first + bought))
            key = hand if self.table.drawn == "unseen" else (hand, seen[0][0])
        elif self.table.drawn == "open":
            key = first, tuple(sorted(bought))
        else:
            key = tuple(sorted(first + bought))
        p = self.play[key]
        return {"stand": 1 - p, "draw": p}

    def __iter__(self):
        return iter(self.play)

    def __len__(self):
        return len(self.play)


def start_of(shoe, table):
    return Coup.start(table, 1, shoe.size if table.talon == "stand" else None)


def literal_guarantees(shoe, table, player, banker):
    """What the bank gains at least with the banker's play and at most against the player's, by the tree."""
    start = start_of(shoe, table)
    policy = {PLAYER: Literal(player, table), BANK: Literal(banker, table)}
    least = -best_response(start, shoe, PLAYER, policy).value
    most = best_response(start, shoe, BANK, policy).value
    return least, most, (expectation(start, shoe, policy) or (0, 0))[BANK]


tables = st.builds(
    table_of,
    limit=st.sampled_from([21, 21, 31]),
    drawn=st.sampled_from(SIGHTS),
    ties=st.sampled_from(["bank", "push"]),
    natural=st.sampled_from([1, 2, "3/2"]),
    born=st.sampled_from(["any", "court"]),
    talon=st.sampled_from(["void", "stand"]),
)


@settings(max_examples=40)
@given(small_shoes(7), tables)
def test_optimal_play_is_optimal_by_the_literal_rules(shoe, table):
    assume(shoe.size >= 2 * table.cards)
    found = solution.solve(shoe, table)
    least, most, value = literal_guarantees(shoe, table, found.player, found.banker)
    assert least == most == value == found.value
    assert found.certificate.holds and found.certificate.secured == found.value


@settings(max_examples=15)
@given(small_shoes(7), tables, st.integers(1, 30))
def test_an_interval_is_what_the_literal_rules_say_of_its_strategies(shoe, table, turns):
    assume(shoe.size >= 2 * table.cards)
    found = solution.enclose(shoe, table, turns)
    least, most, _ = literal_guarantees(shoe, table, found.player, found.banker)
    # The strategies shown are ratios of the rounded flows, which are what is certified.
    assert (found.lower, found.upper) == (least, most)
    assert found.lower <= solution.solve(shoe, table).value <= found.upper


@settings(max_examples=12)
@given(small_shoes(8), st.sampled_from([21, 31]), st.sampled_from(["void", "stand"]))
def test_what_the_banker_sees_never_harms_him(shoe, limit, talon):
    assume(shoe.size >= 4 + 2 * (limit == 31))
    unseen, closed, opened = (
        solution.solve(shoe, table_of(limit, drawn, talon=talon)).value
        for drawn in ("unseen", "closed", "open")
    )
    assert unseen <= closed <= opened


def test_a_shoe_where_all_can_be_counted_by_hand():
    # Four tens: both have 20, nobody can draw (talon "stand") and the bank wins the tie.
    shoe = shoe_of([10] * 4)
    assert vingt_et_un.solve(shoe, talon="stand").value == 1
    assert vingt_et_un.solve(shoe, ties="push", talon="stand").value == 0
    # An ace and three tens: whoever has the ace has a born one, each side in half of the deals.
    shoe = shoe_of([1, 10, 10, 10])
    assert vingt_et_un.solve(shoe).value == 0
    assert vingt_et_un.solve(shoe, natural=5).value == 0


def test_with_replacement_both_games_are_solved_and_worth_what_the_issue_measured():
    # About 15.18 % and 15.31 % of the stake: prototype's figures, given for orientation.
    for game, printed in ((vingt_et_un, "15.18"), (trente_et_un, "15.31")):
        found = game.solve(REPLACEMENT)
        assert found.certificate.holds
        assert round(found.value * 10000) == Fraction(printed) * 100


def test_the_number_of_bought_cards_is_worth_less_than_a_float_can_see():
    closed, unseen = vingt_et_un.solve(REPLACEMENT), vingt_et_un.solve(REPLACEMENT, "unseen")
    assert 0 < closed.value - unseen.value < Fraction(1, 10**12)
    assert unseen.unique is True and closed.unique is False and closed.unique_met is True


def test_with_replacement_optimal_play_is_optimal_in_the_tree_of_a_short_game():
    # With aces far off and few small cards the tree with replacement ends: tens, nines and eights only.
    shoe = Shoe([0] * 6 + [1, 1, 2, 3], replacement=True)
    for drawn in SIGHTS:
        table = table_of(21, drawn)
        found = solution.solve(shoe, table)

        class ByPoints(Literal):
            def __getitem__(self, infoset):
                from exact.games.buying.hands import points

                *seen, first, bought = infoset
                held = points(first + bought, 21)
                if seen:
                    key = held if self.table.drawn == "unseen" else (held, seen[0][0])
                else:
                    mine = {"unseen": None, "closed": len(bought), "open": tuple(sorted(bought))}[
                        self.table.drawn
                    ]
                    key = held if mine is None else (held, mine)
                p = self.play[key]
                return {"stand": 1 - p, "draw": p}

        policy = {PLAYER: ByPoints(found.player, table), BANK: ByPoints(found.banker, table)}
        start = Coup.start(table)
        assert -best_response(start, shoe, PLAYER, policy).value == found.value
        assert best_response(start, shoe, BANK, policy).value == found.value


def test_strategies_hold_what_can_occur_and_nothing_else():
    found = vingt_et_un.solve(shoe_of([1, 2, 5, 6, 9, 10, 10]))
    assert (1, 10) not in found.player  # announced at once
    assert (2, 10) in found.player and ((5, 6), 0) in found.banker
    with pytest.raises(InfosetError, match="no infoset of the player"):
        found.player[10, 2]
    with pytest.raises(KeyError):
        found.banker[(5, 6), 9]
    with pytest.raises(InfosetError):
        found.worth("nonsense")
    assert all(0 <= p <= 1 for p in (*found.player.values(), *found.banker.values()))


def test_one_decision_in_a_sentence_agrees_with_the_tree():
    shoe = shoe_of([2, 3, 5, 6, 9, 10, 10])
    found = vingt_et_un.solve(shoe)
    table = found.table
    start = start_of(shoe, table)
    # Drawing in one infoset in place of standing changes the gain by its chance times the difference.
    for side, play, sign in (("player", found.player, -1), ("banker", found.banker, 1)):
        for key in list(play)[:6]:
            worth = found.worth(key, side)
            if not worth.met or 0 < play[key] < 1:
                continue
            values = []
            for p in (Fraction(0), Fraction(1)):
                changed = {**play, key: p}
                plays = {"player": found.player, "banker": found.banker, side: changed}
                policy = {PLAYER: Literal(plays["player"], table), BANK: Literal(plays["banker"], table)}
                values.append(sign * expectation(start, shoe, policy)[BANK])
            difference = values[1] - values[0]
            # The best continuation after drawing is at least as good as the one of the strategy.
            assert (difference > 0) <= (worth.difference > 0)
            assert found.explain(key, side).startswith(f"The {side} with ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"shoe": 3}, "shoe: got 3"),
        ({"shoe": Shoe([1] * 3 + [0] * 7)}, "first cards of 1 player and the banker are 4"),
        ({"shoe": REPLACEMENT, "drawn": "half"}, "drawn: got 'half'"),
        ({"shoe": REPLACEMENT, "ties": 1}, "ties: got 1"),
        ({"shoe": REPLACEMENT, "natural": 1.5}, "natural: got 1.5; a float"),
        ({"shoe": REPLACEMENT, "natural": "1/2"}, "natural: got '1/2'; a born one"),
        ({"shoe": REPLACEMENT, "talon": "wait"}, "talon: got 'wait'"),
    ],
)
def test_bad_input_is_refused_by_name(arguments, message):
    with pytest.raises(ExactError) as error:
        vingt_et_un.solve(**arguments)
    assert message in str(error.value)


def test_a_search_can_be_kept_and_carried_on(tmp_path):
    shoe, state, told = Shoe([2] * 9 + [6]), tmp_path / "search", []
    first = vingt_et_un.enclose(
        shoe, turns=40, state=state, progress=lambda what, turn: told.append((what, turn))
    )
    again = vingt_et_un.enclose(shoe, turns=40, state=state)
    assert (first.lower, first.upper) == (again.lower, again.upper)
    assert told == [("guessing", 40)]
    with pytest.raises(ExactError, match="another question"):
        vingt_et_un.enclose(shoe, "unseen", turns=40, state=state)
    state.write_text("no state")
    with pytest.raises(ExactError, match="state: "):
        vingt_et_un.enclose(shoe, turns=40, state=state)


def test_an_interrupted_search_leaves_a_proved_interval(tmp_path):
    shoe, state = Shoe([2] * 9 + [6]), tmp_path / "search"

    def stop(what, turn):
        if turn == 100:
            raise KeyboardInterrupt

    with pytest.raises(solution.SearchInterruptedError, match="the value lies between") as stopped:
        vingt_et_un.solve(shoe, progress=stop, state=state)
    interval = stopped.value.enclosure
    carried_on = vingt_et_un.solve(shoe, state=state)
    assert interval.lower <= carried_on.value <= interval.upper and interval.gap < Fraction(1, 1000)
    assert carried_on.certificate.holds


@pytest.mark.parametrize("turns", [0, -1, 1.5, "3"])
def test_turns_are_whole_numbers(turns):
    with pytest.raises(ExactError, match="turns: got"):
        vingt_et_un.enclose(REPLACEMENT, turns=turns)
