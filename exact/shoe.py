"""Shoe: the multiset of undealt cards, ten counts, with or without replacement."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import gcd
from typing import Final, Union

from exact.errors import ExactError, refusal, shown
from exact.rational import whole

#: Cards of one pack by points: four of each of 1..9, sixteen of 10.
PACK: Final = (4,) * 9 + (16,)
#: The names of the card points in tables and messages.
CARD_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")

_POINTS: Final = {name: points for points, name in enumerate(CARD_NAMES, start=1)} | {
    "1": 1,
    "T": 10,
    "J": 10,
    "Q": 10,
    "K": 10,
}

#: A card by its points (1..10) or its name; several names in one text, as in ``"A 9 K"``.
Cards = Union[int, str]


def card_points(cards: Iterable[Cards], argument: str = "card") -> list[int]:
    """The points 1..10 of cards given as ints or text: ``[9, "K"]`` and ``["9 K"]`` are the same.

    Raises ExactError for anything that is not a card.
    """
    points: list[int] = []
    for card in cards:
        if isinstance(card, str):
            names = re.split(r"[\s,]+", card.strip())
            for name in names:
                if name.upper() not in _POINTS:
                    allowed = "cards are A, 2, ..., 10, J, Q, K, or points 1 to 10"
                    raise refusal(argument, name, allowed)
                points.append(_POINTS[name.upper()])
        else:
            value = whole(card, argument, least=1)
            if value > 10:
                raise refusal(argument, card, "card points are 1 to 10, a court card is 10")
            points.append(value)
    return points


class Shoe:
    """The undealt cards: ten counts, for the cards of 1, 2, ..., 10 points. Immutable, hashable.

    ``Shoe([24] * 9 + [96])`` is the full six-pack shoe. With ``replacement=True`` every card is put
    back, so only the proportions count: two such shoes are equal when they deal the same, and
    ``packs(6, replacement=True) == packs(1, replacement=True)``. ``counts`` stay as they were given.

    Raises ExactError unless there are ten non-negative whole counts (with replacement not all zero).
    """

    __slots__ = ("counts", "replacement", "size")

    counts: tuple[int, ...]
    #: Number of undealt cards.
    size: int
    replacement: bool

    def __init__(self, counts: Iterable[int], *, replacement: bool = False) -> None:
        if isinstance(counts, Shoe) or not isinstance(counts, Iterable):
            raise refusal("counts", counts, "ten counts are expected, for the cards of 1, 2, ..., 10 points")
        if isinstance(counts, (str, bytes)):
            raise refusal("counts", counts, "ten numbers are expected; Shoe.parse reads a text")
        if not isinstance(replacement, bool):
            raise refusal("replacement", replacement, "True or False is expected")
        given = tuple(counts)
        if len(given) != 10:
            raise ExactError(
                f"counts: got {len(given)} of them, {shown(given)}; "
                "ten are expected, for the cards of 1, 2, ..., 10 points"
            )
        numbers = tuple(
            whole(count, f"counts: cards of {points}") for points, count in enumerate(given, start=1)
        )
        if replacement and not any(numbers):
            raise refusal("counts", given, "with replacement at least one card is needed")
        self._fill(numbers, replacement)

    def _fill(self, counts: tuple[int, ...], replacement: bool) -> None:
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "replacement", replacement)
        object.__setattr__(self, "size", sum(counts))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Shoe is immutable; {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Shoe is immutable; {name} cannot be deleted")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (self.counts, self.replacement)

    @classmethod
    def packs(cls, packs: int, *, replacement: bool = False) -> Shoe:
        """The full shoe of ``packs`` packs of 52 cards. Raises ExactError unless packs >= 1."""
        number = whole(packs, "packs", least=1)
        return cls([number * count for count in PACK], replacement=replacement)

    @classmethod
    def parse(cls, text: str, *, replacement: bool = False, argument: str = "shoe") -> Shoe:
        """The shoe written as ``str(shoe)`` writes it: ``"24,24,24,24,24,24,24,24,24,96"``.

        A text that ends in ``"with replacement"`` gives a shoe with replacement.
        Raises ExactError, naming ``argument``, when the text is not ten counts.
        """
        if not isinstance(text, str):
            raise refusal(argument, text, 'a text such as "24,24,24,24,24,24,24,24,24,96" is expected')
        numbers = text.strip()
        if numbers.endswith(_REPLACEMENT):
            numbers, replacement = numbers.removesuffix(_REPLACEMENT).strip(), True
        parts = [part.strip() for part in numbers.split(",")]
        if len(parts) != 10 or not all(re.fullmatch(r"\d{1,1000}", part, re.ASCII) for part in parts):
            raise refusal(argument, text, "ten non-negative whole counts are expected, separated by commas")
        return cls([int(part) for part in parts], replacement=replacement)

    # ------------------------------------------------------------------ value

    def proportions(self) -> tuple[int, ...]:
        """The counts without their common factor: all that matters with replacement."""
        common = gcd(*self.counts) or 1
        return tuple(count // common for count in self.counts)

    def _key(self) -> tuple[bool, tuple[int, ...]]:
        return self.replacement, self.proportions() if self.replacement else self.counts

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Shoe) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key() if self.replacement else self.counts)

    def __str__(self) -> str:
        text = ",".join(map(str, self.counts))
        return f"{text} {_REPLACEMENT}" if self.replacement else text

    def __repr__(self) -> str:
        packs, rest = divmod(self.counts[0], 4)
        full = rest == 0 and packs > 0 and self.counts == tuple(packs * count for count in PACK)
        arguments = f".packs({packs}" if full else f"({list(self.counts)}"
        return f"Shoe{arguments}{', replacement=True' if self.replacement else ''})"

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{name}</th>" for name in CARD_NAMES)
        cells = "".join(f"<td>{count}</td>" for count in self.counts)
        kind = "drawn with replacement" if self.replacement else f"{self.size} cards"
        return (
            f"<table><caption>Shoe, {kind}</caption><tr><th>points</th>{heads}</tr>"
            f"<tr><th>cards</th>{cells}</tr></table>"
        )

    # ---------------------------------------------------------------- drawing

    def __len__(self) -> int:
        return self.size

    def without(self, *cards: Cards) -> Shoe:
        """The shoe without these cards, by points or as text: ``without(9, 10)``, ``without("9 K")``.

        Raises ExactError when a card is not there, or when cards are put back (nothing is ever gone).
        """
        if self.replacement:
            raise ExactError(
                "without: every card is put back in a shoe with replacement; none can be removed"
            )
        counts = list(self.counts)
        for points in card_points(cards, "without"):
            if counts[points - 1] == 0:
                have = self.counts[points - 1]
                raise ExactError(
                    f"without: more cards of {points} points than the shoe's {have} were to be removed"
                )
            counts[points - 1] -= 1
        return _rebuilt(tuple(counts), False)

    def draws(self) -> Iterator[tuple[int, int, Shoe]]:
        """The next card: (points, number of such cards, the shoe after it), by ascending points.

        Each of the ``size`` cards is equally likely. Nothing is yielded by an empty shoe.
        """
        counts = self.counts
        for index, count in enumerate(counts):
            if count and self.replacement:
                yield index + 1, count, self
            elif count:
                rest = (*counts[:index], count - 1, *counts[index + 1 :])
                yield index + 1, count, _rebuilt(rest, False)

    def probability(self, *cards: Cards) -> Fraction:
        """The probability that the next cards are these, in this order."""
        above = below = 1
        counts, size = list(self.counts), self.size
        for points in card_points(cards):
            above *= counts[points - 1]
            below *= size
            if above == 0:
                return Fraction(0)
            if not self.replacement:
                counts[points - 1] -= 1
                size -= 1
        return Fraction(above, below)


_REPLACEMENT: Final = "with replacement"


def _rebuilt(counts: tuple[int, ...], replacement: bool) -> Shoe:
    """A shoe from counts that are known to be good."""
    shoe = object.__new__(Shoe)
    shoe._fill(counts, replacement)
    return shoe


def require_cards(shoe: object, argument: str = "shoe") -> Shoe:
    """``shoe`` itself, if it is a Shoe that holds at least one card; ExactError otherwise."""
    if not isinstance(shoe, Shoe):
        raise refusal(argument, shoe, "a Shoe is expected, such as Shoe.packs(6)")
    if shoe.size == 0:
        raise ExactError(f"{argument}: it is empty; at least one card is needed")
    return shoe
