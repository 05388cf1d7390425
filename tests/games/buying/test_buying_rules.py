"""The tree and what hands count, against the sentences of the manual."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import Shoe
from exact.enumeration import best_response, expectation
from exact.games.buying.hands import Points, points
from exact.games.buying.options import table_of
from exact.games.buying.rules import Coup, Hand, Table, step
from exact.tree import Choose, Deal, Settle
from shoes import shoe_of

TWENTY_ONE, THIRTY_ONE = table_of(21), table_of(31)


def played(table, cards, actions=(), players=1):
    """The node reached when these cards fall, in the order of dealing, and these actions are chosen."""
    falling, choices = iter(cards), iter(actions)
    node = step(Coup.start(table, players))
    while not isinstance(node, Settle):
        if isinstance(node, Deal):
            card = next(falling, None)
            if card is None:
                return node
            node = step(node.after.receive(card))
        else:
            action = next(choices, None)
            if action is None:
                return node
            node = step(node.options[action])
    assert next(falling, None) is None and next(choices, None) is None, "more was given than the coup takes"
    return node


@pytest.mark.parametrize(
    ("cards", "limit", "total", "soft"),
    [
        ((1, 10), 21, 21, 1),
        ((1, 1), 21, 12, 1),
        ((1, 5, 10), 21, 16, 0),
        ((1, 10, 10), 31, 31, 1),
        ((1, 1, 9), 31, 31, 2),  # A A 9: both aces count 11
        ((1, 1, 1), 31, 23, 2),  # A A A counts 3, 13, 23; 33 would be dead
        ((1, 1, 10), 31, 22, 1),
        ((10, 10, 10), 31, 30, 0),
    ],
)
def test_what_hands_count(cards, limit, total, soft):
    assert points(cards, limit) == Points(total, soft)


def test_dead_hands():
    assert points((10, 10, 2), 21) is None and points((10, 10, 10, 2), 31) is None


@given(st.lists(st.integers(1, 10), min_size=1, max_size=8), st.sampled_from([21, 31]))
def test_each_ace_counts_by_itself(cards, limit):
    # By trying all ways to count the aces.
    sums = [sum(cards) + 10 * eleven for eleven in range(cards.count(1) + 1)]
    alive = [total for total in sums if total <= limit]
    found = points(cards, limit)
    assert (found.total if found else None) == (max(alive) if alive else None)
    # Card by card the same.
    held = points(cards[:1], limit)
    for card in cards[1:]:
        held = held and held.with_card(card, limit)
    assert held == found


def test_vingt_et_un_is_dealt_two_cards_at_a_time_and_trente_et_un_one():
    assert played(TWENTY_ONE, [2, 3, 9, 9]).infoset == ((2, 3), ())
    assert played(THIRTY_ONE, [2, 9, 3, 9, 4, 9]).infoset == ((2, 3, 4), ())


def test_the_player_buys_first_and_is_dead_at_once():
    # "womit man tot ist, aus dem Spiel ausscheidet und seinen Einsatz verliert": the banker need not act.
    assert played(TWENTY_ONE, [10, 6, 10, 2, 7], ["draw"]) == Settle(("dead", 12), (-1, 1))


def test_a_dead_banker_pays_who_is_not_dead():
    node = played(TWENTY_ONE, [10, 2, 10, 6, 9], ["stand", "draw"])
    assert node == Settle((12, "dead"), (1, -1))


def test_more_wins_less_loses_and_the_bank_wins_ties():
    assert played(TWENTY_ONE, [10, 9, 10, 8], ["stand", "stand"]).payoffs == (1, -1)
    assert played(TWENTY_ONE, [10, 8, 10, 9], ["stand", "stand"]).payoffs == (-1, 1)
    assert played(TWENTY_ONE, [10, 9, 10, 9], ["stand", "stand"]).payoffs == (-1, 1)
    assert played(table_of(21, ties="push"), [10, 9, 10, 9], ["stand", "stand"]).payoffs == (0, 0)


def test_born_ones():
    # He wins double at once; the banker's wins double, single from one who has a born one too.
    assert played(TWENTY_ONE, [1, 10, 10, 5]) == Settle(("born", 15), (2, -2))
    assert played(TWENTY_ONE, [10, 5, 1, 10]) == Settle((15, "born"), (-2, 2))
    assert played(TWENTY_ONE, [1, 10, 10, 1]) == Settle(("born", "born"), (-1, 1))
    assert played(table_of(21, natural="3/2"), [1, 10, 10, 5]).payoffs == (Fraction(3, 2), Fraction(-3, 2))


def test_a_bought_21_is_no_born_one():
    node = played(TWENTY_ONE, [5, 6, 10, 9, 10], ["draw", "stand", "stand"])
    assert node == Settle((21, 19), (1, -1))


def test_what_a_born_31_is():
    any_, court = table_of(31), table_of(31, born="court")
    assert any_.is_born((1, 10, 10)) and any_.is_born((1, 1, 9))
    assert court.is_born((1, 10, 10)) and not court.is_born((1, 1, 9))
    assert not any_.is_born((10, 10, 10)) and not any_.is_born((1, 1, 1))


def test_what_the_banker_sees():
    for drawn, seen in (("closed", 2), ("open", (2, 3)), ("unseen", None)):
        node = played(table_of(21, drawn), [4, 5, 10, 6, 3, 2], ["draw", "draw", "stand"])
        assert node.infoset == ((seen,), (6, 10), ())


def test_of_several_players_the_banker_decides_once():
    node = played(TWENTY_ONE, [10, 9, 10, 8, 10, 6], ["stand", "stand"], players=2)
    assert isinstance(node, Choose) and node.player == 2 and node.infoset[0] == (0, 0)
    assert step(node.options["stand"]).payoffs == (1, 1, -2)
    # A player with a born one is settled; the banker sees that, and decides for the other.
    node = played(TWENTY_ONE, [1, 10, 10, 8, 10, 6], ["stand"], players=2)
    assert node.infoset[0] == ("born", 0)
    # The banker's born one is single from the first, double from the second.
    assert played(TWENTY_ONE, [1, 10, 10, 8, 1, 10], players=2).payoffs == (-1, -2, 3)


def test_announcing_a_born_one_is_never_worse():
    # Whatever the banker has and does, at once: hidden it wins single at most, and pays double to a born one.
    table = Table(21, 2, announcing="free")
    for banker in ((10, 1), (10, 9), (5, 6), (1, 1)):
        node = played(table, [1, 10, *banker])
        assert isinstance(node, Choose) and list(node.options) == ["announce", "hide"]
        announced = step_gain(node.options["announce"])
        assert all(announced >= gain for gain in all_gains(node.options["hide"], shoe_of([2, 5, 9])))
    # And so best play announces, from any shoe: here every born one of a small one.
    shoe = shoe_of([1, 1, 5, 6, 10, 10])
    reply = best_response(Coup.start(table), shoe, 0, {1: _Stands()})
    assert reply.plan[(1, 10), "born"] == "announce" and ((1, 10), "born") not in reply.ties


def step_gain(position):
    node = step(position)
    assert isinstance(node, Settle)
    return node.payoffs[0]


def all_gains(position, shoe):
    """Everything the player may gain from here on, whatever is done and falls."""
    node = step(position)
    if isinstance(node, Settle):
        yield node.payoffs[0]
    elif isinstance(node, Choose):
        for following in node.options.values():
            yield from all_gains(following, shoe)
    else:
        for card, _, rest in shoe.draws():
            yield from all_gains(node.after.receive(card), rest)


class _Stands(dict):
    def __getitem__(self, infoset):
        return "stand"


def test_a_talon_that_ends():
    # Six cards; the player asks for a third and a fourth: the coup is void, or he stays as he is.
    shoe = Shoe([0, 2, 0, 0, 0, 0, 0, 0, 0, 3])
    always = {0: _Draws(), 1: _Stands()}
    assert expectation(Coup.start(table_of(21)), shoe_of([10, 2, 2, 2]), always) == ()
    stands = table_of(21, talon="stand")
    gain = expectation(Coup.start(stands, 1, 4), shoe_of([10, 2, 2, 2]), always)
    # 12 against 4 or 4 against 12, each in half of the deals.
    assert gain == (0, 0)
    assert shoe.size == 5


class _Draws(dict):
    def __getitem__(self, infoset):
        return "draw"


def test_hands_are_values():
    assert Hand((1, 2)) == Hand((1, 2)) and hash(Hand((1, 2))) == hash(Hand((1, 2)))
