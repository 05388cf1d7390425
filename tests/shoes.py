"""Random shoes for property tests, and the plain dealing of whole shoes by their arrangements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import factorial, prod

from hypothesis import strategies as st

from exact import Shoe


def small_shoes(most_cards: int = 14, replacement: bool = False) -> st.SearchStrategy[Shoe]:
    """Shoes of a few cards, high ones more often, so that rows and coups can be completed."""
    cards = st.lists(
        st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9, 10, 10, 10]), min_size=1, max_size=most_cards
    )
    return cards.map(lambda points: shoe_of(points, replacement))


def few_values(most: int, values: int = 3, replacement: bool | None = None) -> st.SearchStrategy[Shoe]:
    """Shoes of nine cards or more, of few values, so that trees of long coups stay small."""
    cards = st.lists(st.sampled_from(range(10)), min_size=1, max_size=values, unique=True).flatmap(
        lambda chosen: st.lists(st.sampled_from(chosen), min_size=9, max_size=most)
    )
    put_back = st.booleans() if replacement is None else st.just(replacement)
    return st.builds(
        lambda c, r: Shoe([c.count(value) for value in range(10)], replacement=r), cards, put_back
    )


def shoe_of(points: list[int], replacement: bool = False) -> Shoe:
    """The shoe that holds these cards."""
    counted = Counter(points)
    return Shoe([counted[value] for value in range(1, 11)], replacement=replacement)


def arrangements(shoe: Shoe) -> Iterator[tuple[int, ...]]:
    """All distinct orders of the shoe's cards; each is equally likely."""

    def extend(counts: list[int], left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
            return
        for index, count in enumerate(counts):
            if count:
                counts[index] -= 1
                for rest in extend(counts, left - 1):
                    yield (index + 1, *rest)
                counts[index] += 1

    return extend(list(shoe.counts), shoe.size)


def number_of_arrangements(shoe: Shoe) -> int:
    """How many distinct orders there are: a multinomial coefficient."""
    return factorial(shoe.size) // prod(factorial(count) for count in shoe.counts)


def deal_rows(cards: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The rows of rouge et noir that are dealt from an order of cards, completed ones only.

    Written without any use of the package: cards are laid until the row counts 31 or more.
    """
    rows: list[tuple[int, ...]] = []
    row: tuple[int, ...] = ()
    for card in cards:
        row = (*row, card)
        if sum(row) >= 31:
            rows.append(row)
            row = ()
    return rows
