"""The tree against the sentences of the document."""

from fractions import Fraction

import pytest

from exact import Shoe
from exact.enumeration import expectation, law
from exact.games.baccara_banque.rules import BANKER, FIRST, HOUSE, NATUREL, SECOND, Coup, Table, step
from exact.tree import Choose, Deal, Settle

HALF = Fraction(1, 2)


def dealt(cards, table=None, actions=()):
    """The node reached when these cards fall and these actions are chosen."""
    falling, choices = iter(cards), iter(actions)
    node = step(Coup(table or Table()))
    while True:
        if isinstance(node, Deal):
            card = next(falling, None)
            if card is None:
                return node
            node = step(node.after.receive(card))
        elif isinstance(node, Choose):
            action = next(choices, None)
            if action is None:
                return node
            node = step(node.options[action])
        else:
            assert next(falling, None) is None, "more cards were given than the coup takes"
            return node


def settled(cards, table=None, actions=()):
    node = dealt(cards, table, actions)
    assert isinstance(node, Settle)
    return node


def test_cards_are_dealt_in_turn_and_the_banker_sees_both_third_cards():
    # First tableau 1 + 3 = 4, second 2 + 10 = 2, banker 3 + 2 = 5; both ask: 7 for the first, 8 for the second.
    node = dealt([1, 2, 3, 3, 10, 2, 7, 8])
    assert (node.player, node.infoset) == (BANKER, (5, 7, 8))
    assert list(node.options) == ["stand", "draw"]


def test_the_banker_draws_once_for_both():
    # Finals: first 4 + 7 = 1, second 2 + 8 = 0; the banker has 5, or 5 + 6 = 1.
    assert settled([1, 2, 3, 3, 10, 2, 7, 8], actions=["stand"]) == Settle((1, 1, 8), (-HALF, -HALF, 1, 0))
    assert settled([1, 2, 3, 3, 10, 2, 7, 8, 6], actions=["draw"]) == Settle((0, 1, 9), (0, -HALF, HALF, 0))


def test_a_tableau_with_five_is_free_and_knows_its_total_only():
    node = dealt([5, 2, 3, 10, 10, 2])
    assert (node.player, node.infoset) == (FIRST, 5)
    node = dealt([2, 5, 3, 10, 10, 2])
    assert (node.player, node.infoset) == (SECOND, 5)
    # Both have five: the second declares without a change of its infoset.
    for said in ("stand", "draw"):
        node = dealt([5, 4, 3, 10, 1, 2], actions=[said])
        assert (node.player, node.infoset) == (SECOND, 5)
    assert dealt([5, 4, 3, 10, 1, 2], actions=["stand", "stand"]).infoset == (5, None, None)
    assert dealt([5, 4, 3, 10, 1, 2, 9], actions=["stand", "draw"]).infoset == (5, None, 9)
    assert dealt([5, 4, 3, 10, 1, 2, 9], actions=["draw", "stand"]).infoset == (5, 9, None)


def test_with_six_or_seven_a_tableau_stands_with_less_than_five_it_draws():
    assert dealt([6, 7, 3, 10, 10, 10]).infoset == (3, None, None)
    assert dealt([4, 10, 3, 10, 10, 10, 1, 10]).infoset == (3, 1, 0)


def test_both_naturels_end_the_coup_even_against_nine():
    assert settled([8, 9, 4, 10, 10, 3]) == Settle((-1, -1, 6), (HALF, HALF, -1, 0))
    assert settled([8, 9, 4, 10, 10, 5]) == Settle((1, 0, 6), (-HALF, 0, HALF, 0))


def test_the_bankers_naturel_ends_the_coup_although_cards_were_asked_for():
    # First tableau 3, second 6, banker 8.
    assert settled([3, 6, 4, 10, 10, 4]) == Settle((1, 1, 6), (-HALF, -HALF, 1, 0))
    # The first tableau has nine against eight.
    assert settled([9, 6, 4, 10, 10, 4]) == Settle((-1, 1, 6), (HALF, -HALF, 0, 0))


def test_a_single_naturel_is_settled_and_play_goes_on_with_the_other():
    # First tableau 8, second 2 draws a 6 and has 8; the banker has 7, then draws a 2 and has 9.
    node = dealt([8, 2, 7, 10, 10, 10, 6])
    assert node.infoset == (7, NATUREL, 6)
    assert settled([8, 2, 7, 10, 10, 10, 6], actions=["stand"]).outcome == (-1, -1, 7)
    # Nine with three cards does not undo the loss against the naturel of eight.
    assert settled([8, 2, 7, 10, 10, 10, 6, 2], actions=["draw"]).outcome == (-1, 1, 8)
    assert settled([2, 8, 7, 10, 10, 10, 6, 2], actions=["draw"]).outcome == (1, -1, 8)


def test_naturels_told_apart():
    table = Table(naturels="apart")
    assert dealt([8, 6, 7, 10, 10, 10], table).infoset == (7, "huit", None)
    assert dealt([6, 9, 7, 10, 10, 10], table).infoset == (7, None, "neuf")


def test_the_tax_is_paid_on_the_net_gain_of_the_coup():
    # "Verluste in einem Coup werden gegen die Gewinne desselben Coups verrechnet": stakes 3 and 1, tax 2 %.
    table = Table((Fraction(3), Fraction(1)), Fraction(1, 50))
    # Banker 6, first stands with 7 or 6, second too.
    both = settled([10, 10, 6, 6, 6, 10], table, ["stand"])
    assert both.outcome == (0, 0, 6) and both.payoffs == (0, 0, 0, 0)
    won_lost = settled([10, 10, 7, 6, 8, 10], table, ["stand"])
    assert won_lost.payoffs == (-3, 1, 2 - Fraction(2, 50), Fraction(2, 50))
    lost_won = settled([10, 10, 7, 8, 6, 10], table, ["stand"])
    assert lost_won.payoffs == (3, -1, -2, 0)


@pytest.mark.parametrize("cards", [[6] * 9, [10] * 9, [9, 10, 10, 10, 10, 10, 10, 10, 10]])
def test_all_payoffs_sum_to_nothing(cards):
    shoe = Shoe([cards.count(value) for value in range(1, 11)])
    plan = dict.fromkeys([5, *((b, x, y) for b in range(8) for x in SIGNS for y in SIGNS)], "draw")
    start = Coup(Table((Fraction(2), Fraction(1)), Fraction(1, 10)))
    parties = expectation(start, shoe, {FIRST: plan, SECOND: plan, BANKER: plan})
    assert len(parties) == HOUSE + 1 and sum(parties) == 0
    assert law(start, shoe, {FIRST: plan, SECOND: plan, BANKER: plan})[None] == 0


SIGNS = [*range(10), None, NATUREL]
