"""The weights of all coups of a shoe: what `rules` enumerates card by card, as one array of integers.

A coup takes nine cards at most; every coup is padded to nine, so that one denominator serves all: from n
cards n(n-1)...(n-8), with replacement n^9. Cards are exchangeable, so the three last cards z1, z2, z3 (for
the tableaux and the banker) may be thought of as dealt first. Then ::

    weight of (t1, t2, b; z1, z2, z3) = (ways to deal z1, z2, z3)
        times (ordered ways to deal three hands of two cards with the totals t1, t2, b from what is left)

and the second factor depends on the multiset of the z only: 220 times three hands are counted. Two hands
are enumerated by their cards, with falling factorials as weights; the third one's total is a sum of products
of what they leave.

Bounds. Three hands are six cards, so every number of them, and every sum over different ones, is at most n^6.
Where 8 n^6 < 2^63, up to 1023 cards, 64-bit integers hold them. The nine-card weights do not fit: n^6 is
split into 32 low bits and a high part below 2^28, and both are multiplied by the ways to deal three cards,
which sum to at most n^3 < 2^30. All sums of the low parts stay below 2^62, of the high ones below 2^58; only
then are they put together, in Python's integers. Beyond 1023 cards the same code runs on Python's integers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import prod
from typing import TYPE_CHECKING, Any, Final

from exact.errors import ExactError
from exact.games.baccara.points import NATURELS, total
from exact.games.chemin_de_fer.drawing_rules import HANDS
from exact.games.chemin_de_fer.kernel import value_counts
from exact.shoe import Shoe, require_cards

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: Cards of the longest coup.
COUP_CARDS: Final = 9
#: Totals with which the banker chooses.
BANKER_TOTALS: Final = 8
#: Totals of a tableau's two cards by what it does with them: draws, is free, stands, has a naturel.
KINDS: Final = ((0, 1, 2, 3, 4), (5,), (5,), (6, 7), (8,), (9,))
#: What the kinds do: the second draws on five, the third stands on five.
DRAWN, FIVE_DRAWN, FIVE_STOOD, STOOD, HUIT, NEUF = range(6)
#: The classes of a tableau's play: third card 0..9 after a forced draw, third card 0..9 after a draw on
#: five, stood on five, stood by rule, naturel of eight, of nine.
CLASSES: Final = 24
#: The classes from here on are naturels.
FIRST_NATUREL: Final = 22
#: Below this bound for the number of cards 64-bit integers suffice, see above.
MOST_CARDS: Final = 1023


@dataclass(frozen=True, eq=False)
class Coups:
    """The weights of all coups over ``denominator``.

    ``chosen``: those in which the banker chooses, by [his action (0 stand, 1 draw), his total 0..7, class of
    the first tableau, of the second, result against the first, against the second]; the results are 0 lost
    by the banker, 1 en cartes, 2 won by him. The classes are those of CLASSES. ``settled``: the coups that
    naturels end, by both results. Python's integers.
    """

    shoe: Shoe
    denominator: int
    chosen: Array
    settled: Array


def require_coup(shoe: object) -> Shoe:
    """``shoe`` itself, if a coup can be dealt from it in any case; ExactError otherwise."""
    checked = require_cards(shoe)
    if not checked.replacement and checked.size < COUP_CARDS:
        raise ExactError(
            f"shoe: it has {checked.size} cards; a coup of baccara banque may take {COUP_CARDS}, "
            "so as many are needed"
        )
    return checked


@lru_cache(maxsize=8)
def coups(shoe: Shoe) -> Coups:
    """The weights of all coups from a shoe. Raises ExactError with fewer than nine cards."""
    import numpy as np

    require_coup(shoe)
    counts = value_counts(shoe)
    size, gone = sum(counts), 0 if shoe.replacement else 1
    kind: Any = np.int64 if size <= MOST_CARDS else object
    hands = _hands_after(counts, gone, kind)
    chosen = _chosen(counts, gone, kind, hands)
    rest = prod(size - gone * k for k in (6, 7, 8))
    settled = _settled(_three_hands(counts, gone, kind).astype(object)) * rest
    denominator = prod(size - gone * k for k in range(COUP_CARDS))
    return Coups(shoe, denominator, chosen, settled)


# ------------------------------------------------------------------------ six cards: three hands


def _hands_after(counts: tuple[int, ...], gone: int, kind: Any) -> dict[tuple[int, ...], Array]:
    """For each multiset of three cards that can be dealt: the weights of three hands' totals after it."""
    if not gone:
        once = _three_hands(counts, gone, kind)
        return dict.fromkeys(combinations_with_replacement(range(10), 3), once)
    found: dict[tuple[int, ...], Array] = {}
    for cards in combinations_with_replacement(range(10), 3):
        rest = [count - cards.count(value) for value, count in enumerate(counts)]
        if min(rest) >= 0:
            found[cards] = _three_hands(tuple(rest), gone, kind)
    return found


def _three_hands(counts: tuple[int, ...], gone: int, kind: Any) -> Array:
    """Ordered ways to deal three hands of two cards, by their totals."""
    import numpy as np

    held, orders, starts = _pairs_of_hands()
    n = np.array(counts, dtype=kind)
    powers = np.ones((10, 5), dtype=kind)
    for k in range(4):
        powers[:, k + 1] = powers[:, k] * (n - k * gone)
    weights = orders.astype(kind)
    for value in range(10):
        weights = weights * powers[value][held[value]]
    left = n[:, None] - gone * held
    ways = np.empty((10, 10, 10), dtype=kind)
    for third in range(10):
        number = 0 * weights
        for a in range(10):
            b = (third - a) % 10
            if a < b:
                number += 2 * left[a] * left[b]
            elif a == b:
                number += left[a] * (left[a] - gone)
        ways[third] = np.add.reduceat(weights * number, starts).reshape(10, 10)
    return ways.transpose(1, 2, 0)


@cache
def _pairs_of_hands() -> tuple[Array, Array, Array]:
    """All pairs of hands, ordered by both totals: cards of each value, orders, where each totals begin."""
    import numpy as np

    pairs = sorted(
        ((one, other) for one in HANDS for other in HANDS),
        key=lambda pair: (total(*pair[0]), total(*pair[1])),
    )
    cards = [(*one, *other) for one, other in pairs]
    held = np.array([[hand.count(value) for hand in cards] for value in range(10)], dtype=np.int64)
    orders = np.array([(1 + (a != b)) * (1 + (c != d)) for a, b, c, d in cards], dtype=np.int64)
    keys = [(total(a, b), total(c, d)) for a, b, c, d in cards]
    starts = np.array([keys.index((t1, t2)) for t1 in range(10) for t2 in range(10)])
    return held, orders, starts


# ------------------------------------------------------------------------ nine cards: the coups


def _chosen(counts: tuple[int, ...], gone: int, kind: Any, hands: dict[tuple[int, ...], Array]) -> Array:
    """`Coups.chosen`: sums over the last three cards."""
    import numpy as np

    results = _results()
    low = np.zeros((2, BANKER_TOTALS, CLASSES, 3, CLASSES, 3), dtype=kind)
    high = np.zeros_like(low)
    low_bits = (1 << 32) - 1
    for z1 in range(10):
        for z2 in range(10):
            part = np.zeros((2, 2, BANKER_TOTALS, 6, 3, 6, 3), dtype=kind)  # [limb, action, ...]
            for z3 in range(10):
                key = tuple(sorted((z1, z2, z3)))
                if key not in hands:
                    continue
                ways = (
                    counts[z1]
                    * (counts[z2] - gone * (z2 == z1))
                    * (counts[z3] - gone * ((z3 == z1) + (z3 == z2)))
                )
                if not ways:
                    continue
                six = np.ascontiguousarray(hands[key][:, :, :BANKER_TOTALS].transpose(2, 0, 1))
                for action in (0, 1):
                    reached = [(b + action * z3) % 10 for b in range(BANKER_TOTALS)]
                    first, second = results[z1, reached].astype(kind), results[z2, reached].astype(kind)
                    both = (first @ six @ second.transpose(0, 2, 1)).reshape(BANKER_TOTALS, 6, 3, 6, 3)
                    part[0, action] += (both & low_bits) * ways
                    part[1, action] += (both >> 32) * ways
            for limb, target in enumerate((low, high)):
                _add_classes(target, part[limb], z1, z2)
    whole: Array = low.astype(object) + (high.astype(object) << 32)
    whole = whole.transpose(0, 1, 2, 4, 3, 5)
    whole[:, :, FIRST_NATUREL:, FIRST_NATUREL:] = 0  # both tableaux have one: the coup is over
    return whole


def _add_classes(target: Array, part: Array, z1: int, z2: int) -> None:
    """Add [action, total, kind, result, kind, result] to the classes that the kinds belong to."""
    for one in range(6):
        for other in range(6):
            target[:, :, _class(one, z1), :, _class(other, z2), :] += part[:, :, one, :, other, :]


def _class(kind: int, third: int) -> int:
    """The class of a kind of play with this third card."""
    return third if kind == DRAWN else 10 + third if kind == FIVE_DRAWN else 18 + kind


@cache
def _results() -> Array:
    """[third card, banker's final total, kind and result, tableau's total]: 1 where they go together."""
    import numpy as np

    table = np.zeros((10, 10, 6, 3, 10), dtype=np.int64)
    for third in range(10):
        for banker in range(10):
            for kind, totals in enumerate(KINDS):
                for own in totals:
                    if own in NATURELS:
                        result = 0  # the banker has none, or he would not choose
                    else:
                        final = (own + third) % 10 if kind in (DRAWN, FIVE_DRAWN) else own
                        result = 1 + (banker > final) - (banker < final)
                    table[third, banker, kind, result, own] = 1
    return table.reshape(10, 10, 18, 10)


def _settled(six: Array) -> Array:
    """The weights of the coups that naturels end, by both results; ``six``: by totals."""
    import numpy as np

    found = np.zeros((3, 3), dtype=object)
    for b in range(10):
        for t1 in range(10):
            for t2 in range(10):
                if b in NATURELS or (t1 in NATURELS and t2 in NATURELS):
                    found[1 + (b > t1) - (b < t1), 1 + (b > t2) - (b < t2)] += six[t1, t2, b]
    return found
