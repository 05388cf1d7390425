"""The weights of all coups of a shoe, by hands: what `rules` enumerates, as a few arrays of integers.

A coup takes six cards at most; every coup is padded to six, so that one denominator serves all: from
n cards n(n-1)...(n-5), with replacement n^6. A deal of four cards that gives the ponte the hand h
and the banker the hand H has the weight ::

    (orders of h) (orders of H)  times, for each card value v, the falling factorial of n_v

over the number of v-cards in both hands. For the third card z then n_z cards are left, less those in
the hands, and for the banker's card likewise, less one if it is z too. Sums over the banker's card are
sums over the whole shoe less the few cards that are gone, so nothing is enumerated card by card.

Bound. Every entry, and every sum of entries of one array, counts ordered draws of six cards, n^6 at most;
differences of two arrays stay within 2 n^6 and sums of two such within 4 n^6. So 64-bit integers are safe
while 8 n^6 < 2^63, up to 1023 cards; beyond, the same code runs on Python's integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from exact.errors import ExactError
from exact.games.baccara.points import naturel, total
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_HANDS, CHOOSING_TOTALS, HANDS, Hand
from exact.games.chemin_de_fer.rules import Information
from exact.shoe import Shoe, require_cards

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: Cards of the longest coup.
COUP_CARDS = 6
#: The index of "the ponte stood" among the third cards.
STOOD = 10


@dataclass(frozen=True, eq=False)
class Coups:
    """The weights of all coups over ``denominator``, by who knows what.

    The arrays' places are [ponte's infoset, banker's holding, third card (10: the ponte stood)].
    ``reach``: the deals that get there if the ponte takes the action in question. ``won`` and ``lost``
    hold, for the banker standing (0) and drawing (1), the deals among these that he wins and loses.

    ``ponte`` and ``banker`` name the places: totals, or sorted hands. ``ponte_deals``: the deals with each
    infoset of the ponte, the banker's naturels too. ``naturels``: (total of the ponte, of the banker) ->
    weight, for the coups that a naturel settles.
    """

    shoe: Shoe
    denominator: int
    ponte: tuple[int, ...] | tuple[Hand, ...]
    banker: tuple[int, ...] | tuple[Hand, ...]
    reach: Array
    won: tuple[Array, Array]
    lost: tuple[Array, Array]
    ponte_deals: tuple[int, ...]
    naturels: dict[tuple[int, int], int]

    def by(self, information: Information) -> Coups:
        """The same coups, with the hands of equal total thrown together where a side knows its total only."""
        return _grouped(self, information != "both", information == "totals")


def value_counts(shoe: Shoe) -> tuple[int, ...]:
    """The number of cards for each baccara value 0..9; with replacement only their proportions."""
    counts = shoe.proportions() if shoe.replacement else shoe.counts
    return (counts[9], *counts[:9])


def require_coup(shoe: object) -> Shoe:
    """``shoe`` itself, if a coup can be dealt from it in any case; ExactError otherwise."""
    checked = require_cards(shoe)
    if not checked.replacement and checked.size < COUP_CARDS:
        raise ExactError(
            f"shoe: it has {checked.size} cards; a coup may take {COUP_CARDS}, so as many are needed"
        )
    return checked


@lru_cache(maxsize=16)
def coups(shoe: Shoe) -> Coups:
    """The weights of all coups from a shoe, by hands. Raises ExactError with fewer than six cards."""
    import numpy as np

    require_coup(shoe)
    counts = value_counts(shoe)
    size, gone = sum(counts), 0 if shoe.replacement else 1
    kind: Any = np.int64 if 8 * size**6 < 2**63 else object
    n = np.array(counts, dtype=kind)
    held, orders, totals = _hands()
    held, orders = held.astype(kind), orders.astype(kind)

    # Four cards: places [ponte's hand, banker's hand], naturels included.
    powers = np.ones((10, 5), dtype=kind)
    for k in range(4):
        powers[:, k + 1] = powers[:, k] * (n - k * gone)
    both = (held[:, None, :] + held[None, :, :]).astype(np.int64)
    deals = orders[:, None] * orders[None, :]
    for value in range(10):
        deals = deals * powers[value][both[:, :, value]]
    last_two = (size - 4 * gone) * (size - 5 * gone)
    choosing = np.flatnonzero(totals < len(CHOOSING_TOTALS))
    naturels: dict[tuple[int, int], int] = {}
    for p in range(10):
        for b in range(10):
            if naturel(p, b):
                weight = int(deals[np.ix_(totals == p, totals == b)].sum()) * last_two
                if weight:
                    naturels[p, b] = weight
    ponte_deals = tuple(int(w) * last_two for w in deals[choosing].sum(axis=1))

    deals = deals[np.ix_(choosing, choosing)]
    held, totals = held[choosing], totals[choosing]
    left = n - gone * (held[:, None, :] + held[None, :, :])  # [h, H, card value]
    reach = np.empty((*deals.shape, 11), dtype=kind)
    reach[:, :, :STOOD] = deals[:, :, None] * left * (size - 5 * gone)
    reach[:, :, STOOD] = deals * last_two
    thirds = np.arange(10)
    finals = np.concatenate([(totals[:, None] + thirds) % 10, totals[:, None]], axis=1)  # [h, third]
    # What the banker's card leads to: places [banker's total, ponte's final total, card].
    reached = (np.arange(8)[:, None] + thirds) % 10
    margin = reached[:, None, :] - thirds[None, :, None]
    before = deals[:, :, None] * np.concatenate(
        [left, np.full((*deals.shape, 1), size - 5 * gone, dtype=kind)], axis=2
    )
    won: list[Array] = []
    lost: list[Array] = []
    for sign, target in ((1, won), (-1, lost)):
        here = (np.sign(totals[None, :, None] - finals[:, None, :]) == sign).astype(kind)
        target.append(reach * here)
        hits = (np.sign(margin) == sign).astype(kind)  # [B, F, card]
        whole = (hits * n).sum(axis=2)  # [B, F]
        ponte_gone = (hits[None] * held[:, None, None, :]).sum(axis=3)  # [h, B, F]
        banker_gone = (hits[totals] * held[:, None, :]).sum(axis=2)  # [H, F]
        good = whole[totals][None] - gone * (ponte_gone[:, totals, :] + banker_gone[None])  # [h, H, F]
        at = finals[:, None, :]
        cards = np.take_along_axis(good, np.broadcast_to(at, (*deals.shape, 11)), axis=2)
        # The third card itself is gone too.
        third_hits = hits[totals[None, :, None], at[:, :, :STOOD], thirds[None, None, :]]
        cards[:, :, :STOOD] -= gone * third_hits
        target.append(before * cards)
    return Coups(
        shoe,
        size**6 if shoe.replacement else _falling(size, 6),
        CHOOSING_HANDS,
        CHOOSING_HANDS,
        reach,
        (won[0], won[1]),
        (lost[0], lost[1]),
        ponte_deals,
        naturels,
    )


def card_weights(coups: Coups, shares: Array) -> Array:
    """The deals in each place [h, H, third] times its share, split by the banker's own third card.

    For the hand-by-hand weights of `coups` only; in Python's integers, since shares may be large.
    """
    import numpy as np

    counts = value_counts(coups.shoe)
    size, gone = sum(counts), 0 if coups.shoe.replacement else 1
    held = _hands()[0][[HANDS.index(hand) for hand in CHOOSING_HANDS]].astype(object)
    # The deals without the banker's card: what is left for it is in `reach` as a factor.
    before = coups.reach.astype(object)
    before[:, :, :STOOD] //= size - 5 * gone
    before[:, :, STOOD] //= size - 4 * gone
    left = np.array(counts, dtype=object) - gone * (held[:, None, :] + held[None, :, :])
    left = np.repeat(left[:, :, None, :], 11, axis=2)  # [h, H, third, card]
    for card in range(10):
        left[:, :, card, card] -= gone
    split: Array = left * (before * shares)[:, :, :, None]
    return split


@cache
def _hands() -> tuple[Array, Array, Array]:
    """For all hands: the cards of each value, the number of orders, the total."""
    import numpy as np

    held = np.zeros((len(HANDS), 10), dtype=np.int64)
    for place, (a, b) in enumerate(HANDS):
        held[place, a] += 1
        held[place, b] += 1
    orders = np.array([1 if a == b else 2 for a, b in HANDS], dtype=np.int64)
    return held, orders, np.array([total(*hand) for hand in HANDS], dtype=np.int64)


def _grouped(coups: Coups, ponte: bool, banker: bool) -> Coups:
    import numpy as np

    groups = [[k for k, hand in enumerate(CHOOSING_HANDS) if total(*hand) == t] for t in CHOOSING_TOTALS]

    def thrown(array: Array) -> Array:
        if ponte:
            array = np.stack([array[group].sum(axis=0) for group in groups])
        if banker:
            array = np.stack([array[:, group].sum(axis=1) for group in groups], axis=1)
        return array

    if not (ponte or banker):
        return coups
    deals: Sequence[int] = coups.ponte_deals
    if ponte:
        deals = [sum(coups.ponte_deals[k] for k in group) for group in groups]
    return Coups(
        coups.shoe,
        coups.denominator,
        tuple(CHOOSING_TOTALS) if ponte else coups.ponte,
        tuple(CHOOSING_TOTALS) if banker else coups.banker,
        thrown(coups.reach),
        (thrown(coups.won[0]), thrown(coups.won[1])),
        (thrown(coups.lost[0]), thrown(coups.lost[1])),
        tuple(deals),
        coups.naturels,
    )


def _falling(size: int, cards: int) -> int:
    product = 1
    for k in range(cards):
        product *= size - k
    return product
