"""The carte d'arrêt; cutting and burning."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import law
from exact.games.baccara.sabot import Burning, carte_d_arret, coup_cards
from exact.games.punto_banco.rules import START, Opening, step
from exact.tree import Choose, Deal, Node, Settle


def test_a_coup_takes_four_five_or_six_cards() -> None:
    assert coup_cards(START) == (4, 5, 6)
    # Begun with two cards dealt, punto's an ace and banco's a deuce: two fewer.
    assert coup_cards(Opening(1, 2, 2)) == (2, 3, 4)


def test_the_carte_d_arret_leaves_enough_with_one_to_spare() -> None:
    found = carte_d_arret(START)
    assert found.behind == 7
    assert found.enough
    assert found.spare == 1
    assert "at least 1 left" in found.explain()
    # Every case by its own arithmetic: cards before it, behind it, and taken.
    for (before, cards), left in found.left.items():
        assert before < cards
        assert left == before + 7 - cards
    # Six cards behind it are just enough, five are not.
    assert carte_d_arret(START, behind=6).spare == 0
    assert not carte_d_arret(START, behind=5).enough
    assert "1 wanting" in carte_d_arret(START, behind=5).explain()


def ends_of_shoe(size: int) -> set[int]:
    """The cards left in all ways in which coups of 4 to 6 cards can follow each other to the shoe's end."""
    ends = set()
    starts = {size}
    while starts:
        cards_left = starts.pop()
        for cards in (4, 5, 6):
            # The carte d'arrêt appears before the seventh-last card is dealt.
            appears = cards_left - cards < 7
            (ends if appears else starts).add(cards_left - cards)
    return ends


def test_whole_shoes_end_as_the_cases_say() -> None:
    cases = set(carte_d_arret(START).left.values())
    assert ends_of_shoe(52) == ends_of_shoe(312) == ends_of_shoe(416) == cases
    assert all(ends_of_shoe(size) <= cases for size in range(7, 105))
    # By hand: the second coup begins with 9, 8 or 7 cards left and is the last.
    assert ends_of_shoe(13) == {1, 2, 3, 4, 5}


def test_bad_questions_about_the_carte_d_arret() -> None:
    with pytest.raises(ExactError, match=r"^behind: "):
        carte_d_arret(START, behind=-1)
    with pytest.raises(ExactError, match=r"^start: "):
        carte_d_arret(17)
    with pytest.raises(ExactError, match=r"^start: .*at least one card"):
        carte_d_arret(Opening(9, 8, 4))


# --------------------------------------------------------------------- cutting, burning


def outcome(order: tuple[int, ...]) -> object:
    position: object = START
    cards = iter(order)
    while isinstance(node := step(position), Deal):  # type: ignore[arg-type]
        position = node.after.receive(next(cards))
    assert isinstance(node, Settle)
    return node.outcome


def test_cutting_and_burning_order_by_order() -> None:
    cards = (1, 3, 5, 5, 6, 9, 10)
    plain = Counter(outcome(order) for order in permutations(cards))
    for place in range(1, len(cards)):
        cut = Counter(outcome(order[place:] + order[:place]) for order in permutations(cards))
        assert cut == plain
    assert Counter(outcome(order[1:]) for order in permutations(cards)) == plain
    # A card that is looked for and taken out is no burnt card: the law does change.
    assert Counter(outcome(order) for order in permutations(cards[:-1])) != Counter(
        {label: number // 7 for label, number in plain.items()}
    )


@settings(max_examples=8, deadline=None)
@given(
    st.lists(st.sampled_from([0, 0, 0, 1, 1, 2]), min_size=10, max_size=10).filter(lambda c: sum(c) >= 7),
    st.integers(0, 3),
)
def test_burning_changes_no_law(counts: list[int], burnt: int) -> None:
    shoe = Shoe(counts)
    burnt = min(burnt, shoe.size - 6)
    assert law(Burning(burnt, START), shoe) == law(START, shoe)


def test_burning_too_many_cards_ends_the_shoe() -> None:
    shoe = Shoe([1, 0, 1, 1, 1, 0, 0, 1, 1, 1])
    assert law(Burning(8, START), shoe)[None] == 1
    assert 0 < law(Burning(2, START), shoe)[None] < 1


# Rules with a choice, for the branches that punto banco does not have.


@dataclass(frozen=True, slots=True)
class Hand:
    """One player, one card at least, and at most one more if it wants."""

    total: int = 0
    cards: int = 0
    over: bool = False

    def receive(self, card: int) -> Hand:
        return Hand(self.total + card, self.cards + 1)


def hand_step(hand: Hand) -> Node:
    if hand.over or hand.cards == 2:
        return Settle(hand.total)
    if hand.cards == 0:
        return Deal(hand)
    stand = Hand(hand.total, hand.cards, over=True)
    return Choose(0, hand.total, {"stand": stand, "draw": DrawOne(hand)})


@dataclass(frozen=True, slots=True)
class DrawOne:
    hand: Hand

    def receive(self, card: int) -> Hand:
        return self.hand.receive(card)


def choice_step(position: Hand | DrawOne) -> Node:
    return Deal(position) if isinstance(position, DrawOne) else hand_step(position)


def test_games_with_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setattr(sys.modules[__name__], "step", choice_step)
    assert coup_cards(Hand()) == (1, 2)
    shoe = Shoe([1, 1, 1, 0, 0, 0, 0, 0, 0, 1])
    policy = {0: {total: "draw" if total < 3 else "stand" for total in range(1, 11)}}
    assert law(Burning(1, Hand()), shoe, policy) == law(Hand(), shoe, policy)
