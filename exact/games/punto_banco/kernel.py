"""Fast exact counts of the coups of punto banco, from any shoe and from many at once.

Pad each coup to six ordered cards. A word of six card values with ``m_v`` cards of value v is dealt by
as many ordered deals as

    product over v of n_v (n_v - 1) ... (n_v - m_v + 1)      (with replacement: of n_v ** m_v)

from a shoe with ``n_v`` cards of value v. So the number of deals with a given result is

    sum over the multisets m of six values of (words with content m and this result) * (that product).

The words do not depend on the shoe: the ten to the sixth are sorted once into 5005 contents. The
product is split into the values of 1..5 and of 6..10 points: a content with j cards of the first kind
is a pair of small multisets, and the sum is, for each j, a bilinear form of two short vectors.

With int64 every number formed is at most n**6, n being the size of the shoe: for all six cards this is
the number of deals itself; a sum over the first part alone, of j cards, is at most 6!/j! * n**j, and
6!/j! <= 6**(6 - j) <= n**(6 - j) for the n >= 6 that a coup needs (with replacement from a smaller shoe
it is at most 6**6). Larger shoes take the same steps with Python's integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Final

from exact.games.baccara.points import NATURELS
from exact.games.punto_banco.rules import RESULTS, tableau
from exact.shoe import Shoe

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

#: Cards of a padded coup.
CARDS: Final = 6
#: The largest size of a shoe whose counts int64 holds: 1448**6 < 2**63 <= 1449**6.
INT64_SIZE: Final = 1448
#: So many shoes are computed together: their tables stay in the processor's cache.
_BATCH: Final = 256

#: A third card is its points 1..10, and this where there was none.
NO_CARD: Final = 0


@dataclass(frozen=True, eq=False)
class Contents:
    """All multisets of ``size`` card values, in blocks: j = 0..size cards of 1..5 points.

    ``halves[j]``: the multisets of j of five values, as rows of five numbers. Block j holds the pairs
    (first, second) of ``halves[j]`` and ``halves[size - j]``, the second running faster.
    """

    size: int
    halves: tuple[Integers, ...]

    @classmethod
    @cache
    def of(cls, size: int) -> Contents:
        import numpy as np

        def rows(cards: int) -> Iterator[list[int]]:
            for chosen in combinations_with_replacement(range(5), cards):
                yield [chosen.count(value) for value in range(5)]

        return cls(size, tuple(np.array(list(rows(j)), dtype=np.int64) for j in range(size + 1)))

    def starts(self) -> list[int]:
        """Where each block begins, and the number of all multisets."""
        starts = [0]
        for j in range(self.size + 1):
            starts.append(starts[-1] + len(self.halves[j]) * len(self.halves[self.size - j]))
        return starts

    def rows(self) -> Integers:
        """All multisets, as rows of ten numbers of cards."""
        import numpy as np

        blocks = []
        for j, first in enumerate(self.halves):
            second = self.halves[self.size - j]
            blocks.append(np.hstack([np.repeat(first, len(second), 0), np.tile(second, (len(first), 1))]))
        return np.vstack(blocks)

    def codes(self) -> Integers:
        """For each of the ten values the code of one card; the codes of a multiset's cards add up."""
        import numpy as np

        base: Integers = (self.size + 1) ** np.arange(5)
        return np.concatenate([base, base * (self.size + 1) ** 5])

    def positions(self, codes: Integers) -> Integers:
        """The row of each of these multisets, given by the sum of its cards' codes."""
        import numpy as np

        width = (self.size + 1) ** 5
        base = self.codes()[:5]
        first_at, second_at = np.zeros(width, dtype=np.int32), np.zeros(width, dtype=np.int32)
        for j, start in enumerate(self.starts()[:-1]):
            first, second = self.halves[j], self.halves[self.size - j]
            first_at[first @ base] = start + np.arange(len(first)) * len(second)
            second_at[second @ base] = np.arange(len(second))
        upper = codes // width
        position: Integers = first_at[codes - upper * width] + second_at[upper]
        return position


@dataclass(frozen=True, eq=False)
class Words:
    """How many words of six card values have a given content and label.

    ``results[content, label]``, labels banco, punto, tie. ``details[label, content]``, labels
    10 * total of punto + total of banco, and from 100 on 11 * points of punto's third card + those of
    banco's, 0 where there was none.
    """

    results: Integers
    details: Integers


@cache
def words() -> Words:
    """All words of six card values, played: the cards fall to punto, banco, punto, banco, then the third."""
    import numpy as np

    cards = np.arange(1, 11)
    deal = [cards.reshape([-1 if axis == place else 1 for axis in range(CARDS)]) for place in range(CARDS)]
    punto, banco = (deal[0] + deal[2]) % 10, (deal[1] + deal[3]) % 10
    naturel = np.isin(punto, NATURELS) | np.isin(banco, NATURELS)

    rule = tableau()
    on_total = np.array([rule.punto.get(total, False) for total in range(10)])
    on_third = np.array(
        [
            [rule.banco.get((total, None if third == NO_CARD else third % 10), False) for third in range(11)]
            for total in range(10)
        ]
    )
    draws = on_total[punto] & ~naturel
    punto_third = np.where(draws, deal[4], NO_CARD)
    follows = on_third[banco, punto_third] & ~naturel
    banco_third = np.where(follows, np.where(draws, deal[5], deal[4]), NO_CARD)
    punto, banco = (punto + punto_third) % 10, (banco + banco_third) % 10

    contents = Contents.of(CARDS)
    code = contents.codes().astype(np.int32)
    cards_code = code[deal[0] - 1]
    for card in deal[1:]:
        cards_code = cards_code + code[card - 1]
    row = contents.positions(cards_code)

    def counted(label: Integers, labels: int) -> Integers:
        cell = (row * np.int32(labels) + label.astype(np.int32)).reshape(-1)
        number = np.bincount(cell, minlength=contents.starts()[-1] * labels)
        return number.astype(np.int64).reshape(-1, labels)

    totals, thirds = counted(10 * punto + banco, 100), counted(11 * punto_third + banco_third, 121)
    return Words(
        results=counted(np.where(banco > punto, 0, np.where(punto > banco, 1, 2)), len(RESULTS)),
        details=np.ascontiguousarray(np.hstack([totals, thirds]).T),
    )


def deals(shoes: Sequence[Shoe]) -> list[tuple[int, int, int]]:
    """For each shoe the numbers of ordered six-card deals won by banco, by punto, and tied.

    They sum to n(n-1)...(n-5), with replacement to n**6. A shoe without replacement that holds fewer
    than six cards has no such deals.
    """
    found: list[tuple[int, int, int]] = [(0, 0, 0)] * len(shoes)
    for replacement in (False, True):
        for small in (False, True):
            kind = [
                i
                for i, shoe in enumerate(shoes)
                if shoe.replacement == replacement
                and (shoe.size <= INT64_SIZE) == small
                and (replacement or shoe.size >= CARDS)
            ]
            if kind:
                counts = array([shoes[i].counts for i in kind], small)
                for i, row in zip(kind, deals_of_counts(counts, replacement).tolist(), strict=True):
                    found[i] = tuple(row)
    return found


def deals_of_counts(counts: Integers, replacement: bool = False) -> Integers:
    """As ``deals``, for the rows of an array made by ``array``; the shoes may hold any number of cards."""
    import numpy as np

    contents, table = Contents.of(CARDS), words().results.astype(counts.dtype, copy=False)
    starts = contents.starts()
    result = np.zeros((len(counts), len(RESULTS)), dtype=counts.dtype)
    for begin in range(0, len(counts), _BATCH):
        batch = slice(begin, begin + _BATCH)
        powers = _powers(counts[batch], replacement)
        first, second = _halves(powers[:, :, :5], contents), _halves(powers[:, :, 5:], contents)
        for j in range(CARDS + 1):
            block = table[starts[j] : starts[j + 1]].reshape(len(contents.halves[j]), -1)
            summed = (first[j].T @ block).reshape(first[j].shape[1], -1, len(RESULTS))
            result[batch] += (summed * second[CARDS - j].T[:, :, None]).sum(axis=1)
    return result


def content_deals(counts: Integers, replacement: bool, contents: Contents) -> Integers:
    """For one shoe (a row of counts) and each row of ``contents`` the number of ordered deals of one word."""
    import numpy as np

    powers = _powers(counts[None, :], replacement, contents.size)
    first, second = _halves(powers[:, :, :5], contents), _halves(powers[:, :, 5:], contents)
    blocks = [np.outer(first[j], second[contents.size - j]).reshape(-1) for j in range(contents.size + 1)]
    return np.concatenate(blocks)


def deals_after(counts: Integers, contents: Contents) -> Integers:
    """For one shoe (a row of counts) and each row of ``contents`` the deals when those cards are gone.

    As ``deals_of_counts`` of ``counts - contents.rows()``, but the two halves of a content are taken out
    on their own. A row with more cards than the shoe has gets a meaningless number.
    """
    import numpy as np

    six, table = Contents.of(CARDS), words().results.astype(counts.dtype, copy=False)
    starts = six.starts()
    blocks = []
    for d, gone in enumerate(contents.halves):
        first = _halves(_powers(counts[:5] - gone, False), six)
        second = _halves(_powers(counts[5:] - contents.halves[contents.size - d], False), six)
        block = np.empty((first[0].shape[1], second[0].shape[1], len(RESULTS)), dtype=counts.dtype)
        right = np.vstack([second[CARDS - j] for j in range(CARDS + 1)])
        for label in range(len(RESULTS)):
            left = [
                first[j].T @ table[starts[j] : starts[j + 1], label].reshape(len(six.halves[j]), -1)
                for j in range(CARDS + 1)
            ]
            block[:, :, label] = np.hstack(left) @ right
        blocks.append(block.reshape(-1, len(RESULTS)))
    return np.vstack(blocks)


def details(shoe: Shoe) -> tuple[list[int], list[int]]:
    """The ordered six-card deals by final totals and by third cards, labelled as in Words."""
    small = shoe.size <= INT64_SIZE
    number = content_deals(array(shoe.counts, small), shoe.replacement, Contents.of(CARDS))
    found: list[int] = (words().details @ number).tolist()
    return found[:100], found[100:]


def array(counts: Any, small: bool) -> Integers:
    """Counts as int64 where the sizes keep the bound of this module, as Python integers elsewhere."""
    import numpy as np

    return np.array(counts, dtype=np.int64 if small else object)


def _powers(counts: Integers, replacement: bool, most: int = CARDS) -> Integers:
    """``[k, shoe, value]``: ordered ways to draw k cards of this value, k = 0..most."""
    import numpy as np

    powers = np.empty((most + 1, *counts.shape), dtype=counts.dtype)
    powers[0] = 1
    for k in range(most):
        powers[k + 1] = powers[k] * (counts if replacement else counts - k)
    return powers


def _halves(powers: Integers, contents: Contents) -> list[Integers]:
    """For each j the products over five values: rows are the multisets of ``halves[j]``, columns shoes."""
    products = []
    for chosen in contents.halves:
        product = powers[chosen[:, 0], :, 0]
        for value in range(1, 5):
            product = product * powers[chosen[:, value], :, value]
        products.append(product)
    return products
