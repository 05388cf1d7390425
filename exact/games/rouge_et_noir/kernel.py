"""Fast exact laws of a coup of two rows, from any shoe.

All cards of a shoe being equally likely in every place, the cards of a coup may be drawn in any
order, so draw the last card of each row first. What is left of a row is then any set of cards whose
total stays below the limit, in any order. The number of pairs of disjoint sets, of ``k`` cards with
total ``s`` for the first row and ``m`` cards with total ``r`` for the second, is the coefficient of
``u^k x^s w^m y^r`` in ::

    product over the card points v of (1 + u x^v + w y^v)^(number of cards of v points),

the shoe now being without the two last cards. A factor is taken out of the product again with two
subtractions a coefficient. For each (s, r) the coefficients of all ``u^k w^m`` stand side by side
in one long integer, in slots wide enough for any of them (`_slot_bits`), so there is no fixed-width
arithmetic that could overflow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, perm

from flint import fmpz

from exact.errors import ExactError
from exact.games.rouge_et_noir.rules import LIMIT, TOTALS
from exact.shoe import Shoe

Counts = tuple[int, ...]

#: More cards would need more memory than a question may take.
MOST_CARDS = 10**10
#: Up to so many cards the sharper of two bounds on the coefficients is worth computing.
_SADDLE_SIZE = 20_000
#: The numbers q = a / b in 0..1 at which that bound is tried; any would do, these fit common shoes.
_TRIAL_POINTS = ((1, 1), (7, 8), (3, 4), (11, 16), (5, 8), (1, 2), (3, 8), (1, 4), (1, 8), (1, 16))


@dataclass(frozen=True, slots=True)
class CoupWeights:
    """Complete coups as integers over one denominator; what is missing to it is the incomplete coups.

    ``totals``: (total of the first row, of the second) -> weight.
    ``cards``: (number of cards of the first row, of the second) -> weight.
    """

    totals: dict[tuple[int, int], int]
    cards: dict[tuple[int, int], int]
    denominator: int


@lru_cache(maxsize=64)
def row_weights(shoe: Shoe) -> tuple[dict[tuple[int, int, int], int], int]:
    """(total, last card, number of cards) of one row -> integer weight, and the common denominator.

    The first row that is dealt from the shoe; what is missing to the denominator is the probability
    that the shoe runs out.
    """
    if shoe.replacement:
        return _row_with_replacement(shoe.counts)
    _require_size(shoe)
    ways = _Ways.of(shoe.counts, LIMIT - 1, 0)
    most = min(ways.stride + 1, shoe.size)
    weights: dict[tuple[int, int, int], int] = {}
    for last, count in _present(shoe.counts):
        grid = ways.over(last)
        for total in TOTALS:
            before = total - last
            if before < LIMIT:
                for k, _, number in ways.slots(grid[before][0]):
                    weight = count * number * factorial(k) * perm(shoe.size - k - 1, most - k - 1)
                    weights[total, last, k + 1] = weight
    return weights, perm(shoe.size, most)


@lru_cache(maxsize=64)
def coup_weights(shoe: Shoe, first: int = 0) -> CoupWeights:
    """The complete coups of two rows from ``shoe``.

    ``first``: the first row already holds a card of so many points, which is not in the shoe.
    """
    if shoe.replacement:
        return _coup_with_replacement(shoe, first)
    _require_size(shoe)
    counts, size = shoe.counts, shoe.size
    ways = _Ways.of(counts, LIMIT - 1 - first, LIMIT - 1)
    cells: dict[tuple[int, int], fmpz] = {}
    for low, count in _present(counts):
        without_low = ways.over(low)
        rest = (*counts[: low - 1], count - 1, *counts[low:])
        for high, count_high in _present(rest):
            if high < low:
                continue
            orders = tuple(dict.fromkeys([(low, high), (high, low)]))
            for s, line in enumerate(ways.divided(high, without_low)):
                for one, other in orders:
                    if first + s + one < LIMIT:
                        continue
                    for r in range(LIMIT - other, LIMIT):
                        cell = first + s + one, r + other
                        cells[cell] = cells.get(cell, fmpz(0)) + count * count_high * line[r]
    most = min(2 * ways.stride, size)
    denominator = perm(size, most)
    factors = {
        (k, m): factorial(k) * factorial(m) * perm(size - k - m - 2, most - k - m - 2)
        for k in range(ways.stride)
        for m in range(ways.stride)
        if k + m + 2 <= most
    }
    totals = {
        cell: sum(number * factors[k, m] for k, m, number in ways.slots(packed))
        for cell, packed in cells.items()
        if packed
    }
    held = 1 if first else 0
    cards = {
        (k + 1 + held, m + 1): number * factors[k, m]
        for k, m, number in ways.slots(sum(cells.values(), fmpz(0)))
    }
    return CoupWeights(totals, cards, denominator)


def both_hit(shoe: Shoe, total: int = LIMIT) -> Fraction:
    """The probability that both rows end in 31, without any look at the last cards.

    A row that reaches a total of 31 exactly ends there, so every pair of disjoint sets of cards
    with this total counts, in any order. A second way to the refait, and the one with a closed form.
    """
    if shoe.replacement:
        weights, denominator = row_weights(shoe)
        hit = Fraction(sum(w for (t, _, _), w in weights.items() if t == total), denominator)
        return hit**2
    ways = _Ways.of(shoe.counts, total, total, corner=True)
    slots = list(ways.slots(ways.grid[total][total]))
    most = max((k + m for k, m, _ in slots), default=0)
    total_weight = sum(
        number * factorial(k) * factorial(m) * perm(shoe.size - k - m, most - k - m) for k, m, number in slots
    )
    return Fraction(total_weight, perm(shoe.size, most))


def _require_size(shoe: Shoe) -> None:
    if shoe.size > MOST_CARDS:
        raise ExactError(
            f"shoe: it has more than {MOST_CARDS} cards; so many deal as with replacement, up to a few parts "
            "in their number: ask for replacement=True"
        )


def _present(counts: Counts) -> Iterator[tuple[int, int]]:
    """(points, number of cards) for the cards that are there."""
    return ((points, count) for points, count in enumerate(counts, start=1) if count)


@dataclass(frozen=True, slots=True)
class _Ways:
    """The product of the module's docstring, cut at x^tall and y^wide.

    ``grid[s][r]`` packs the coefficients of ``u^k w^m x^s y^r`` into one integer: slot ``k * stride + m``.
    """

    grid: list[list[fmpz]]
    stride: int
    bits: int

    @classmethod
    def of(cls, counts: Counts, tall: int, wide: int, corner: bool = False) -> _Ways:
        """The product for a shoe; with ``corner`` only ``grid[tall][wide]`` is brought to its end."""
        stride = 1 + max(most_cards(counts, tall), most_cards(counts, wide))
        bits = _slot_bits(counts, max(tall, wide))
        grid = [[fmpz(0)] * (wide + 1) for _ in range(tall + 1)]
        grid[0][0] = fmpz(1)
        ways = cls(grid, stride, bits)
        # Large cards first: few of them fit, so the integers stay short until the aces come.
        cards = list(_present(counts))
        for points, count in reversed(cards[1:]):
            ways._times(points, count)
        for points, count in cards[:1]:
            ways._times(points, count, corner)
        return ways

    def _times(self, points: int, count: int, corner: bool = False) -> None:
        """Multiply by ``(1 + u x^points + w y^points)^count`` in place."""
        grid, up, across = self.grid, self.bits * self.stride, self.bits
        tall, wide = len(grid) - 1, len(grid[0]) - 1
        terms = [
            (i * points, j * points, comb(count, i) * comb(count - i, j), i * up + j * across)
            for i in range(min(count, tall // points) + 1)
            for j in range(min(count - i, wide // points) + 1)
            if (i, j) != (0, 0)
        ]
        # Either one factor after the other, or the whole power at once: what takes fewer steps.
        if corner:
            self._add(terms, range(tall, tall + 1), range(wide, wide + 1))
        elif 2 * count <= len(terms) // 4:
            single = [term for term in terms if term[0] + term[1] == points]
            single = [(ds, dr, 1, shift) for ds, dr, _, shift in single]
            for _ in range(count):
                self._add(single, range(tall + 1), range(wide + 1))
        else:
            self._add(terms, range(tall + 1), range(wide + 1))

    def _add(self, terms: list[tuple[int, int, int, int]], tall: range, wide: range) -> None:
        """To each cell in these ranges add the cells that the terms (ds, dr, factor, shift) name."""
        grid = self.grid
        for s in reversed(tall):
            for r in reversed(wide):
                total = grid[s][r]
                for ds, dr, factor, shift in terms:
                    if ds <= s and dr <= r:
                        source = grid[s - ds][r - dr]
                        if source:
                            total += (factor * source) << shift
                grid[s][r] = total

    def over(self, points: int) -> list[list[fmpz]]:
        """The grid divided by one factor ``1 + u x^points + w y^points``."""
        return list(self.divided(points, self.grid))

    def divided(self, points: int, grid: list[list[fmpz]]) -> Iterator[list[fmpz]]:
        """A grid divided by one factor, line by line; no more lines are kept than the next ones need."""
        up, across = self.bits * self.stride, self.bits
        kept: deque[list[fmpz]] = deque(maxlen=points)
        for row in grid:
            above = kept[0] if len(kept) == points else None
            line: list[fmpz] = []
            for r, number in enumerate(row):
                if above is not None:
                    number = number - (above[r] << up)
                if r >= points:
                    number = number - (line[r - points] << across)
                line.append(number)
            kept.append(line)
            yield line

    def slots(self, packed: fmpz) -> Iterator[tuple[int, int, int]]:
        """(k, m, coefficient) for each non-zero slot of a packed integer."""
        number, mask = int(packed), (1 << self.bits) - 1
        width = self.bits * self.stride
        row_mask = (1 << width) - 1
        for k in range(self.stride):
            row = (number >> (k * width)) & row_mask
            for m in range(self.stride):
                if not row:
                    break
                if row & mask:
                    yield k, m, row & mask
                row >>= self.bits


def most_cards(counts: Counts, total: int) -> int:
    """The greatest number of cards whose total does not exceed ``total``."""
    number = 0
    for points, count in _present(counts):
        taken = min(count, total // points)
        number += taken
        total -= taken * points
    return number


def _slot_bits(counts: Counts, top: int) -> int:
    """Bits that hold any coefficient, and any sum over the last cards that is formed from them.

    For every rational 0 < q <= 1 the coefficients of a product F(x, y) of non-negative terms are
    bounded: the one of x^s y^r, summed over all k and m, is at most F(q, q) / q^(s + r), and both
    s and r are at most ``top``. The sums weight it with the choices of two last cards, of which there
    are at most size^2.
    """
    size = sum(counts)
    # However many cards there are: two disjoint sets of at most ``top`` cards each.
    bits = (2 * top + 2) * size.bit_length()
    if size > _SADDLE_SIZE:
        return bits
    for a, b in _TRIAL_POINTS:
        # F(q, q) / q^(2 top) as a quotient of integers, q = a / b, rounded up.
        above = below = 1
        for points, count in _present(counts):
            above *= (b**points + 2 * a**points) ** count
            below *= b ** (points * count)
        above *= b ** (2 * top)
        below *= a ** (2 * top)
        bits = min(bits, (-(-above // below) * max(size, 1) ** 2).bit_length())
    return bits


# --------------------------------------------------------------------- with replacement


def _row_with_replacement(counts: Counts, first: int = 0) -> tuple[dict[tuple[int, int, int], int], int]:
    """As row_weights, each card drawn with the same frequencies; the row may hold a card already."""
    size = sum(counts)
    # reach[total, cards]: integer weight over size**cards.
    layer = {first: 1}
    most = LIMIT - first
    weights: dict[tuple[int, int, int], int] = {}
    held = 1 if first else 0
    for cards in range(1, most + 1):
        following: dict[int, int] = {}
        pad = size ** (most - cards)
        for total, weight in layer.items():
            for points, count in _present(counts):
                reached = total + points
                if reached < LIMIT:
                    following[reached] = following.get(reached, 0) + weight * count
                else:
                    key = reached, points, cards + held
                    weights[key] = weights.get(key, 0) + weight * count * pad
        layer = following
    return weights, size**most


def _coup_with_replacement(shoe: Shoe, first: int) -> CoupWeights:
    """The rows are independent."""
    one, below_one = _row_with_replacement(shoe.counts, first)
    other, below_other = row_weights(shoe)
    totals: dict[tuple[int, int], int] = {}
    cards: dict[tuple[int, int], int] = {}
    for index, target in ((0, totals), (2, cards)):
        left, right = _summed(one, index), _summed(other, index)
        for a, weight in left.items():
            for b, weight_b in right.items():
                target[a, b] = weight * weight_b
    return CoupWeights(totals, cards, below_one * below_other)


def _summed(weights: dict[tuple[int, int, int], int], index: int) -> dict[int, int]:
    result: dict[int, int] = {}
    for key, weight in weights.items():
        result[key[index]] = result.get(key[index], 0) + weight
    return result
