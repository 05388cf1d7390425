"""A coup of one player against the bank as a game of flows, from any shoe.

The first side is the player, the second the banker. Both count as if they never died by buying: a dead player
loses his stake and a dead banker pays it, so that is the base from which standing is counted. The bank gains

    1                      from a player who dies: the base of the player,
    (1 + u) - 1 - 1        more than that, if he stands: against a banker who dies -1 in place of 1, and 1 + u
                           more than that against one who stands,

u being what the bank gains when both stand. So only those pairs of hands count in which both stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import perm, prod
from operator import mul
from typing import Any, Final

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from exact.flows import Block, Game, Lattice
from exact.games.buying.hands import Points, points
from exact.games.buying.lattices import (
    Cards,
    first_hands,
    hand_lattice,
    longest_ways,
    orders,
    points_lattice,
)
from exact.games.buying.rules import Table, seen
from exact.shoe import Shoe

_LARGEST: Final = 2**62


def build(shoe: Shoe, table: Table) -> Game:
    """The game of a coup from this shoe: one player against the bank."""
    return _with_replacement(shoe, table) if shoe.replacement else _from_cards(shoe, table)


def settled(player: int, banker: int, table: Table) -> int:
    """What the bank gains when both stand with these totals."""
    if banker == player:
        return 0 if table.ties == "push" else 1
    return 1 if banker > player else -1


def born_gain(table: Table, player: bool, banker: bool) -> Fraction | None:
    """What the bank gains at once when someone has a born one."""
    if banker:
        return Fraction(1) if player else table.natural
    return -table.natural if player else None


# ------------------------------------------------------------------ with replacement


def _with_replacement(shoe: Shoe, table: Table) -> Game:
    first, second = points_lattice(shoe, table, table.drawn), points_lattice(shoe, table, None)
    size = sum(shoe.proportions())
    ways, other_ways = longest_ways(first, table.cards), longest_ways(second, table.cards)
    longest = max(ways) + max(other_ways)
    held = [_points_of(key) for key in first.keys]
    signals = sorted({_signal_of(key) for key in first.keys}, key=lambda s: (s is not None, s))
    place = {signal: i for i, signal in enumerate(signals)}
    classes: dict[tuple[int, int], list[int]] = {}
    for h, key in enumerate(first.keys):
        classes.setdefault((place[_signal_of(key)], ways[h]), []).append(h)
    banker = np.array([_points_of(key).total for key in second.keys])
    scale = table.natural.denominator
    blocks, stand = [], [0] * len(first)
    for (signal, way), rows in sorted(classes.items()):
        pad = tuple(scale * size ** (longest - way - other) for other in other_ways)
        base = sum(map(mul, pad, second.start))
        totals = np.array([held[h].total for h in rows])
        pair = _one_more(totals, banker, table)
        for h in rows:
            stand[h] = -2 * base
        blocks.append(Block(signal, tuple(rows), _matrix(pair), pad, pair.astype(np.float64)))
    denominator = scale * size**longest
    constant = sum(
        weight * _start_gain(table, cards, others)
        for cards, others, weight in _deals(
            shoe, table, lambda both: prod(shoe.proportions()[card - 1] for card in both)
        )
    )
    whole = constant * scale * size ** (longest - 2 * table.cards)
    return _game(first, second, signals, blocks, stand, [0] * len(first), whole, denominator, held)


def _points_of(key: Any) -> Points:
    return key if isinstance(key, Points) else key[0]


def _signal_of(key: Any) -> Any:
    return None if isinstance(key, Points) else key[1]


# ------------------------------------------------------------------ from a finite shoe


def _from_cards(shoe: Shoe, table: Table) -> Game:
    first = hand_lattice(shoe, table, open_cards=table.drawn == "open")
    second = hand_lattice(shoe, table)
    cards = [_all_cards(key) for key in first.keys]
    others = [_all_cards(key) for key in second.keys]
    longest = min(shoe.size, max(map(len, cards), default=0) + max(map(len, others), default=0))
    longest = max(longest, 2 * table.cards)
    seen_of = [seen(table, _bought(key, table)) for key in first.keys]
    signals = sorted(set(seen_of), key=lambda s: (s is not None, s))
    place = {signal: i for i, signal in enumerate(signals)}
    scale = table.natural.denominator
    weights = _Weights(shoe, longest, scale)
    totals = np.array([_total(hand, table) for hand in cards])
    banker = np.array([_total(hand, table) for hand in others])
    groups: dict[tuple[int, int], list[int]] = {}
    for h, hand in enumerate(cards):
        groups.setdefault((place[seen_of[h]], len(hand)), []).append(h)
    beginning = [g for g, start in enumerate(second.start) if start]
    blocks, stand, draw = [], [0] * len(first), [0] * len(first)
    counted, rough_counted = weights.counts(others), weights.frequencies(others)
    for (signal, number), rows in sorted(groups.items()):
        mine = [cards[h] for h in rows]
        product, rough = weights.product(mine, counted), weights.rough(mine, others, rough_counted)
        pad = tuple(weights.pad(number + len(hand)) for hand in others)
        once_more = _one_more(totals[rows], banker, table)
        ends = np.array([number + len(hand) == shoe.size for hand in others])
        last = rough_last = None
        if ends.any():
            fallen = once_more if table.talon == "stand" else np.ones_like(once_more)
            last, rough_last = _matrix(product * fallen * ends), rough * fallen * ends
        blocks.append(
            Block(
                *(signal, tuple(rows), _matrix(product * once_more), pad, rough * once_more),
                last=last,
                rough_last=rough_last,
                meet=np.asarray(product != 0, dtype=np.bool_),
            )
        )
        for h, line, more in zip(rows, product, once_more, strict=True):
            deals = [second.start[g] * pad[g] * int(line[g]) for g in beginning]
            stand[h] = -2 * sum(deals)
            if number + table.cards == shoe.size:
                # No card is left to buy: not even the base is paid, or the hand stands.
                draw[h] = -sum(deals)
                if table.talon == "stand":
                    draw[h] += sum(a * (int(more[g]) - 1) for a, g in zip(deals, beginning, strict=True))
    constant = sum(
        weight * _start_gain(table, hand, other)
        for hand, other, weight in _deals(shoe, table, lambda both: weights.of(both))
    )
    return _game(
        *(first, second, signals, blocks, stand, draw, constant * scale, weights.pad(0)),
        [points(hand, table.limit) for hand in cards],
    )


class _Weights:
    """In how many ways a shoe deals given cards in a given order, ``longest`` cards being dealt in all."""

    def __init__(self, shoe: Shoe, longest: int, scale: int) -> None:
        self.shoe, self.longest, self.scale = shoe, longest, scale

    def pad(self, dealt: int) -> int:
        """The ways of the cards that come after so many, times ``scale``."""
        if dealt > self.longest:
            return 0
        return self.scale * perm(self.shoe.size - dealt, self.longest - dealt)

    def of(self, cards: Cards) -> int:
        """The ways for these cards and any that follow, without ``scale``."""
        ways = prod(perm(self.shoe.counts[card - 1], number) for card, number in Counter(cards).items())
        return ways * self.pad(len(cards)) // self.scale

    def counts(self, hands: Sequence[Cards]) -> NDArray[np.int64]:
        """Ten counts for each hand."""
        return np.array([[hand.count(card) for card in range(1, 11)] for hand in hands], dtype=np.int64)

    def frequencies(self, hands: Sequence[Cards]) -> NDArray[np.float64]:
        return np.array([float(self.shoe.probability(*hand)) for hand in hands])

    def product(self, hands: Sequence[Cards], other: NDArray[np.int64]) -> NDArray[Any]:
        """The ways of both hands' cards, without the pad: int64 where it is proved to suffice.

        falling(n, a + b) <= falling(n, a) * falling(n, b), so the largest pair is at most the product of the
        largest of each side, and it is doubled once.
        """
        mine = self.counts(hands)
        largest = 2 * self._largest(mine) * self._largest(other)
        kind: Any = np.int64 if largest < _LARGEST else object
        result: NDArray[Any] = np.ones((len(mine), len(other)), dtype=kind)
        for card, count in enumerate(self.shoe.counts):
            most = int(mine[:, card].max(initial=0) + other[:, card].max(initial=0))
            table = np.array([perm(count, number) for number in range(most + 1)], dtype=kind)
            if most:
                result *= table[mine[:, card, None] + other[None, :, card]]
        return result

    def _largest(self, counts: NDArray[np.int64]) -> int:
        return max(
            (
                prod(perm(n, int(number)) for n, number in zip(self.shoe.counts, line, strict=True))
                for line in counts
            ),
            default=1,
        )

    def rough(
        self, hands: Sequence[Cards], others: Sequence[Cards], frequencies: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The same as a probability of both over the product of the probabilities of each."""
        mine, other = self.counts(hands), self.counts(others)
        result = np.ones((len(mine), len(other)))
        for card, count in enumerate(self.shoe.counts):
            a, b = int(mine[:, card].max(initial=0)), int(other[:, card].max(initial=0))
            if a and b:
                table = np.array(
                    [
                        [_ratio(perm(count, i + j), perm(count, i) * perm(count, j)) for j in range(b + 1)]
                        for i in range(a + 1)
                    ]
                )
                result *= table[mine[:, card, None], other[None, :, card]]
        size = self.shoe.size
        lengths = np.array([len(hand) for hand in others])
        number = len(hands[0])
        pads = [
            _ratio(perm(size, number) * perm(size, n), perm(size, number + n))
            for n in range(lengths.max() + 1)
        ]
        found: NDArray[np.float64] = result * np.array(pads)[lengths]
        return found


def _ratio(above: int, below: int) -> float:
    return above / below if below else 0.0


def _all_cards(key: Any) -> Cards:
    return (*key[0], *key[1]) if key and isinstance(key[0], tuple) else key


def _bought(key: Any, table: Table) -> Cards:
    """As many cards as were bought; which they are matters, and is known, only where they lie open."""
    return key[1] if isinstance(key[0], tuple) else key[table.cards :]  # type: ignore[no-any-return]


def ways(shoe: Shoe, key: Any, holding: Any) -> int:
    """In how many ways the shoe deals both holdings, without what is in the pads of the blocks."""
    if shoe.replacement:
        return 1
    both = (*_all_cards(key), *_all_cards(holding))
    return prod(perm(shoe.counts[card - 1], number) for card, number in Counter(both).items())


def _total(cards: Cards, table: Table) -> int:
    held = points(cards, table.limit)
    assert held is not None, "the dead are no nodes"
    return held.total


# ---------------------------------------------------------------------------- both


def _one_more(player: NDArray[Any], banker: NDArray[Any], table: Table) -> NDArray[Any]:
    """1 + what the bank gains when both stand, for all pairs."""
    tie = 1 if table.ties == "push" else 2
    more: NDArray[Any] = np.where(
        banker[None, :] > player[:, None], 2, np.where(banker[None, :] == player[:, None], tie, 0)
    )
    return more


def _matrix(entries: NDArray[Any]) -> fmpz_mat:
    rows, columns = entries.shape
    return fmpz_mat(rows, columns, entries.ravel().tolist())


def _start_gain(table: Table, player: Cards, banker: Cards) -> Fraction:
    """What the constant counts for first cards: what born ones gain, or the base."""
    gain = born_gain(table, table.is_born(player), table.is_born(banker))
    return Fraction(1) if gain is None else gain


def _deals(shoe: Shoe, table: Table, weight: Any) -> Any:
    """(player's first cards, banker's, number of ways) for all first cards."""
    hands = list(first_hands(shoe, table.cards))
    for mine in hands:
        for other in hands:
            ways = weight((*mine, *other))
            if ways:
                yield mine, other, ways * orders(mine) * orders(other)


def _game(
    first: Lattice,
    second: Lattice,
    signals: Sequence[Any],
    blocks: Sequence[Block],
    stand: Sequence[int],
    draw: Sequence[int],
    constant: Fraction,
    denominator: int,
    kinds: Sequence[Points | None],
) -> Game:
    assert Fraction(constant).denominator == 1
    frequency = np.array(first.frequency)
    rough = (
        np.array([a / denominator for a in stand]) / frequency,
        np.array([a / denominator for a in draw]) / frequency,
        float(Fraction(constant) / denominator),
    )
    return Game(
        first,
        second,
        tuple(signals),
        tuple(blocks),
        tuple(stand),
        tuple(draw),
        int(constant),
        denominator,
        tuple(kinds),
        rough,
    )
