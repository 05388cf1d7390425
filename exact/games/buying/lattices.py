"""The lattices of hands: from a finite shoe by their cards, with replacement by what they count.

A hand of given cards comes up in as many orders as its cards can fall in without having been a born one (a
born one is announced and settled at once), and each order has the same probability. From a finite shoe a
flow counts orders; the probability of the cards is in the pairs. With replacement a hand is no more than
what it counts; hands of different numbers of cards meet in one node, and the flow of a node is its
probability times size ** (its longest way), so that all weights are whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, Final

from exact.flows import Lattice
from exact.games.buying.hands import Points, points
from exact.games.buying.rules import Sight, Table
from exact.shoe import Shoe

Cards = tuple[int, ...]
CARDS: Final = range(1, 11)


def orders(cards: Cards) -> int:
    """In how many orders these cards can fall."""
    return factorial(len(cards)) // prod(factorial(number) for number in Counter(cards).values())


def first_hands(shoe: Shoe, number: int) -> Iterator[Cards]:
    """All hands of so many cards that the shoe can deal, sorted."""
    for cards in combinations_with_replacement(CARDS, number):
        if _held(shoe, cards):
            yield cards


def _held(shoe: Shoe, cards: Cards) -> bool:
    if shoe.replacement:
        return all(shoe.counts[card - 1] for card in cards)
    return all(number <= shoe.counts[card - 1] for card, number in Counter(cards).items())


def with_card(cards: Cards, card: int) -> Cards:
    return tuple(sorted((*cards, card)))


def hand_lattice(shoe: Shoe, table: Table, open_cards: bool = False) -> Lattice:
    """The hands of a side from a finite shoe, by number of cards, then in order.

    Keys: the sorted cards; with ``open_cards`` the pair (first cards, cards bought), both sorted.
    """
    layer: dict[Hashable, int] = {}
    for cards in first_hands(shoe, table.cards):
        if points(cards, table.limit) is not None and not table.is_born(cards):
            layer[(cards, ()) if open_cards else cards] = orders(cards)
    keys: list[Hashable] = []
    start: list[int] = []
    targets: list[list[Hashable]] = []
    while layer:
        following: dict[Hashable, int] = {}
        for key in sorted(layer):  # type: ignore[type-var]
            keys.append(key)
            start.append(layer[key])
            after: list[Hashable] = []
            for card in CARDS:
                grown, cards = _grown(key, card, open_cards)
                if points(cards, table.limit) is not None and _held(shoe, cards):
                    after.append(grown)
                    following[grown] = 0
            targets.append(after)
        layer = following
    index = {key: i for i, key in enumerate(keys)}
    frequency = tuple(float(shoe.probability(*_cards(key, open_cards))) for key in keys)
    edges = tuple(tuple((index[key], 1) for key in after) for after in targets)
    return Lattice(tuple(keys), tuple(start), edges, frequency)


def _grown(key: Hashable, card: int, open_cards: bool) -> tuple[Hashable, Cards]:
    """The key after one more card, and all its cards."""
    if open_cards:
        first, bought = _pair(key)
        return (first, with_card(bought, card)), (*first, *bought, card)
    assert isinstance(key, tuple)
    grown = with_card(key, card)
    return grown, grown


def _cards(key: Hashable, open_cards: bool) -> Cards:
    if open_cards:
        first, bought = _pair(key)
        return (*first, *bought)
    assert isinstance(key, tuple)
    return key


def points_lattice(shoe: Shoe, table: Table, sight: Sight | None) -> Lattice:
    """What the hands of a side may count, with replacement.

    Keys: Points with ``sight`` None or "unseen"; (Points, number of cards bought) with "closed"; (Points,
    sorted cards bought) with "open". In the order of hard totals, which every card raises.
    """
    proportions, size = shoe.proportions(), sum(shoe.proportions())
    weights: dict[Hashable, int] = {}
    for cards in first_hands(shoe, table.cards):
        held = points(cards, table.limit)
        if held is not None and not table.is_born(cards):
            key = _seen_key(held, (), sight)
            weight = orders(cards) * prod(proportions[card - 1] for card in cards)
            weights[key] = weights.get(key, 0) + weight
    edges: dict[Hashable, dict[Hashable, int]] = {}
    waiting = list(weights)
    while waiting:
        key = waiting.pop()
        if key in edges:
            continue
        place, bought = _pair(key)
        after = edges[key] = {}
        for card in CARDS:
            grown = place.with_card(card, table.limit)
            if grown is not None and proportions[card - 1]:
                target = _seen_key(grown, _bought(bought, card), sight)
                after[target] = after.get(target, 0) + proportions[card - 1]
                waiting.append(target)
    keys = sorted(edges, key=_place)
    index = {key: i for i, key in enumerate(keys)}
    # The longest way to a node, in cards.
    longest = [table.cards if key in weights else 0 for key in keys]
    for i, key in enumerate(keys):
        for target in edges[key]:
            longest[index[target]] = max(longest[index[target]], longest[i] + 1)
    return Lattice(
        tuple(keys),
        tuple(
            weights.get(key, 0) * size ** (way - table.cards) for key, way in zip(keys, longest, strict=True)
        ),
        tuple(
            tuple(
                (index[target], weight * size ** (longest[index[target]] - longest[i] - 1))
                for target, weight in edges[key].items()
            )
            for i, key in enumerate(keys)
        ),
        tuple(1 / size**way for way in longest),
    )


def longest_ways(lattice: Lattice, cards: int) -> list[int]:
    """The longest way to each node, in cards."""
    longest = [cards] * len(lattice)
    for i, targets in enumerate(lattice.edges):
        for j, _ in targets:
            longest[j] = max(longest[j], longest[i] + 1)
    return longest


def _pair(key: Any) -> tuple[Any, Any]:
    """The parts of a key; what only counts has bought nothing that is remembered."""
    return (key, ()) if isinstance(key, Points) else (key[0], key[1])


def _seen_key(held: Points, bought: object, sight: Sight | None) -> Hashable:
    if sight == "open":
        return held, bought
    if sight == "closed":
        return held, len(bought) if isinstance(bought, tuple) else bought
    return held


def _bought(bought: int | Cards, card: int) -> object:
    return bought + 1 if isinstance(bought, int) else with_card(bought, card)


def _place(key: Hashable) -> tuple[object, ...]:
    """Lattices are ordered by hard total, softer hands first: each card leads on."""
    held, bought = _pair(key)
    return held.total - 10 * held.soft, -held.soft, bought
