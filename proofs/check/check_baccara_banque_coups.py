"""Baccara banque: all coups of a shoe, counted, and numbers a + b√d for irrational play.

A coup: one card to the first tableau, one to the second, one to the banker, once more. If the banker has 8 or
9, or both tableaux have, it is settled. A single tableau with 8 or 9 is settled, the other plays on. A
tableau draws with 0 to 4, is free on 5, stands with 6 and 7. Third cards lie open; then the banker draws, or
not, for both.

Counting. Every coup is padded to nine cards. The ordered ways to deal given values with m_v cards of each
value v are the product over v of n_v (n_v - 1) ... (m_v factors), with replacement n_v^m_v. So what seven of
the nine cards (both tableaux' hands, three single cards) weigh depends on how many of each value they are,
and so does in how many ways the banker's two cards then give each total.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import isqrt, perm, prod
from typing import Union

from check_form import RefusedError, Root, Shoe, demand

CARDS = 9
BANKER = range(8)
STOOD, HUIT, NEUF = "stood", "huit", "neuf"
#: Results of the banker against both tableaux, each -1, 0 or 1.
RESULTS = tuple((one, other) for one in (-1, 0, 1) for other in (-1, 0, 1))
#: What a tableau did: its sign, and whether it was free and drew (1), was free and stood (0), or was bound
#: (None).
Did = tuple[str, int | None]
#: The pure joint plays on five: whether the first, the second draws.
JOINT = ((0, 0), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Coups:
    """Deals of nine cards by what happens; ``settled`` by naturels: results -> deals.

    ``chosen``: (banker's total, what the first did, the second) -> deals by results, standing and drawing.
    """

    everything: int
    settled: dict[tuple[int, int], int]
    chosen: dict[tuple[int, Did, Did], tuple[list[int], list[int]]]


def require_coup(shoe: Shoe) -> None:
    """Refuse a shoe from which no coup can be dealt in every case."""
    demand(shoe.replacement or shoe.size >= CARDS, "input, shoe", f"{CARDS} cards are needed")


def dids(total: int, third: int) -> Iterator[tuple[Did, int, bool]]:
    """What a tableau with this total may do if its third card would be this one: (did, final total, drew)."""
    if total >= 8:
        yield (HUIT if total == 8 else NEUF, None), total, False
    elif total <= 4:
        yield (str(third), None), (total + third) % 10, True
    elif total >= 6:
        yield (STOOD, None), total, False
    else:
        yield (STOOD, 0), total, False
        yield (str(third), 1), (total + third) % 10, True


def result(banker: int, tableau: int, naturel: bool) -> int:
    """1 the banker wins, -1 he loses; a naturel has beaten him, as he has none himself."""
    return -1 if naturel else (banker > tableau) - (banker < tableau)


@lru_cache(maxsize=4)
def coups(shoe: Shoe) -> Coups:
    """All coups of a shoe."""
    counts = (shoe.counts[9], *shoe.counts[:9])  # by baccara value 0..9
    power = pow if shoe.replacement else perm
    everything = power(shoe.size, CARDS)
    bits = everything.bit_length() + 1
    mask = (1 << bits) - 1
    # A multiset of values is named by the sum of 8^value; no value occurs more than seven times.
    name = [8**value for value in range(10)]
    weights: dict[int, int] = {}
    for cards in combinations_with_replacement(range(10), 7):
        dealt = [cards.count(value) for value in range(10)]
        ways = prod(power(n, m) for n, m in zip(counts, dealt, strict=True))
        if not ways:
            continue
        left = counts if shoe.replacement else tuple(n - m for n, m in zip(counts, dealt, strict=True))
        packed = 0
        for one in range(10):
            for other in range(10):
                second = left[other] - (one == other and not shoe.replacement)
                packed += left[one] * second << bits * ((one + other) % 10)
        weights[sum(name[value] for value in cards)] = ways * packed
    hands: list[dict[int, int]] = [{} for _ in range(10)]
    for one in range(10):
        for other in range(10):
            here = hands[(one + other) % 10]
            key = name[one] + name[other]
            here[key] = here.get(key, 0) + 1
    pairs = [
        [
            [(x + y, m * n) for x, m in hands[first].items() for y, n in hands[second].items()]
            for second in range(10)
        ]
        for first in range(10)
    ]
    by_singles: dict[tuple[int, ...], list[list[int]]] = {}
    for singles in combinations_with_replacement(range(10), 3):
        key = sum(name[value] for value in singles)
        by_singles[singles] = [
            [
                sum(orders * weights.get(key + pair, 0) for pair, orders in pairs[first][second])
                for second in range(10)
            ]
            for first in range(10)
        ]
    settled = dict.fromkeys(RESULTS, 0)
    chosen: dict[tuple[int, Did, Did], tuple[list[int], list[int]]] = {}
    for z1 in range(10):
        for z2 in range(10):
            tables = [by_singles[tuple(sorted((z1, z2, z3)))] for z3 in range(10)]
            for first in range(10):
                for second in range(10):
                    packed_by_z3 = [table[first][second] for table in tables]
                    _settle(settled, first, second, sum(packed_by_z3), bits)
                    if first >= 8 and second >= 8:
                        continue
                    ways = [
                        (one, other, f1, f2, first >= 8, second >= 8)
                        for one, f1, _ in dids(first, z1)
                        for other, f2, _ in dids(second, z2)
                    ]
                    for banker in BANKER:
                        numbers = [packed >> bits * banker & mask for packed in packed_by_z3]
                        whole = sum(numbers)
                        if not whole:
                            continue
                        for one, other, f1, f2, n1, n2 in ways:
                            stands, draws = chosen.setdefault((banker, one, other), ([0] * 9, [0] * 9))
                            r1, r2 = result(banker, f1, n1), result(banker, f2, n2)
                            stands[3 * r1 + r2 + 4] += whole
                            for z3, number in enumerate(numbers):
                                final = (banker + z3) % 10
                                r1, r2 = result(final, f1, n1), result(final, f2, n2)
                                draws[3 * r1 + r2 + 4] += number
    return Coups(everything, settled, chosen)


def _settle(settled: dict[tuple[int, int], int], first: int, second: int, packed: int, bits: int) -> None:
    """Add the coups that naturels end."""
    mask = (1 << bits) - 1
    for banker in range(10):
        if banker >= 8 or (first >= 8 and second >= 8):
            results = (banker > first) - (banker < first), (banker > second) - (banker < second)
            settled[results] += packed >> bits * banker & mask


# ------------------------------------------------------------------------------ the game


@dataclass(frozen=True)
class Cell:
    """One infoset of the banker: how often it occurs, and what drawing gains over standing, by joint play.

    ``gains``: the banker's after tax; ``losses``: what each tableau loses more.
    """

    deals: tuple[int, ...]
    gains: tuple[Fraction, ...]
    losses: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


@dataclass(frozen=True)
class Game:
    """Expectations by joint play, per coup; ``base`` and ``base_losses`` when the banker always stands."""

    everything: int
    base: tuple[Fraction, ...]
    base_losses: tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
    cells: dict[str, Cell]
    five: bool


@lru_cache(maxsize=16)
def game(shoe: Shoe, stakes: tuple[Fraction, Fraction], tax: Fraction, apart: bool) -> Game:
    """The coup as a game; the stakes sum to one."""
    table = coups(shoe)
    order = [*map(str, range(10)), STOOD, *((HUIT, NEUF) if apart else ("naturel",))]

    def seen(did: Did) -> str:
        return "naturel" if did[0] in (HUIT, NEUF) and not apart else did[0]

    nets = [stakes[0] * one + stakes[1] * other for one, other in RESULTS]
    paid = [
        [net - tax * max(net, Fraction(0)) for net in nets],
        [stakes[0] * one for one, _ in RESULTS],
        [stakes[1] * other for _, other in RESULTS],
    ]

    def worth(deals: Sequence[int], payoffs: Sequence[Fraction]) -> Fraction:
        return sum((p * n for p, n in zip(payoffs, deals, strict=True) if n), Fraction(0)) / table.everything

    sums: dict[str, list[tuple[list[int], list[int]]]] = {}
    for (banker, one, other), (stands, draws) in table.chosen.items():
        key = f"{banker}|{seen(one)}|{seen(other)}"
        parts = sums.setdefault(key, [([0] * 9, [0] * 9) for _ in JOINT])
        for place, (first, second) in enumerate(JOINT):
            if one[1] in (None, first) and other[1] in (None, second):
                for target, more in zip(parts[place], (stands, draws), strict=True):
                    for index, number in enumerate(more):
                        target[index] += number
    names = [f"{b}|{x}|{y}" for b in BANKER for x in order for y in order]
    flat = [table.settled[results] for results in RESULTS]
    base = [[worth(flat, payoffs)] * len(JOINT) for payoffs in paid]
    cells = {}
    for key in names:
        if key not in sums or not any(any(stands) for stands, _ in sums[key]):
            continue
        gains = []
        for who, payoffs in enumerate(paid):
            stood = [worth(stands, payoffs) for stands, _ in sums[key]]
            gains.append(
                tuple(worth(draws, payoffs) - s for (_, draws), s in zip(sums[key], stood, strict=True))
            )
            base[who] = [x + s for x, s in zip(base[who], stood, strict=True)]
        deals = tuple(sum(stands) for stands, _ in sums[key])
        cells[key] = Cell(deals, gains[0], (gains[1], gains[2]))
    five = any(one[1] is not None for _, one, _ in table.chosen)
    return Game(table.everything, tuple(base[0]), (tuple(base[1]), tuple(base[2])), cells, five)


# ------------------------------------------------------------------------------- numbers


@dataclass(frozen=True)
class Surd:
    """a + b√d, d no square."""

    a: Fraction
    b: Fraction
    d: Fraction

    def __add__(self, other: Real) -> Surd:
        a, b = _parts(other)
        return Surd(self.a + a, self.b + b, self.d)

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(-self.a, -self.b, self.d)

    def __sub__(self, other: Real) -> Surd:
        return self + (-other)

    def __rsub__(self, other: Fraction) -> Surd:
        return -self + other

    def __mul__(self, other: Real) -> Surd:
        a, b = _parts(other)
        return Surd(self.a * a + self.b * b * self.d, self.a * b + self.b * a, self.d)

    __rmul__ = __mul__


Real = Union[Fraction, Surd]


def _parts(number: Real) -> tuple[Fraction, Fraction]:
    return (number.a, number.b) if isinstance(number, Surd) else (Fraction(number), Fraction(0))


def sign(number: Real) -> int:
    """-1, 0 or 1: a and b√d are compared by their squares."""
    a, b = _parts(number)
    if isinstance(number, Surd) and a * b < 0:
        larger = a if a * a > b * b * number.d else b
        return 1 if larger > 0 else -1
    return (a + b > 0) - (a + b < 0)


class Field:
    """Reads the irrational numbers of one record into one field: the first one fixes √d."""

    def __init__(self) -> None:
        self.d: Fraction | None = None

    def number(self, given: object, where: str) -> Real:
        """A number of a record as a + b√d."""
        if isinstance(given, Fraction):
            return given
        if not isinstance(given, Root) or len(given.polynomial) != 3:
            raise RefusedError(f"{where}: a rational number or the root of a quadratic is expected")
        c0, c1, c2 = map(Fraction, given.polynomial)
        square = c1 * c1 - 4 * c0 * c2
        if self.d is None:
            self.d = square
        root = _root(square / self.d)
        if root is None:
            raise RefusedError(f"{where}: it does not lie in the field of the other numbers")
        middle, half = -c1 / (2 * c2), root / (2 * c2)
        for b in (half, -half):
            found = Surd(middle, b, self.d)
            if sign(found - given.lower) > 0 and sign(found - given.upper) < 0:
                demand(_root(square) is None, where, "its polynomial has a rational root")
                return found
        raise RefusedError(f"{where}: the root does not lie in its interval")


def _root(x: Fraction) -> Fraction | None:
    """The square root, if it is rational."""
    above, below = isqrt(abs(x.numerator)), isqrt(x.denominator)
    return Fraction(above, below) if Fraction(above, below) ** 2 == x else None


def mean(values: Sequence[Fraction | int], shares: Sequence[Real]) -> Real:
    """The mean over the joint plays."""
    found: Real = Fraction(0)
    for value, share in zip(values, shares, strict=True):
        if value:
            found = found + share * Fraction(value)
    return found
