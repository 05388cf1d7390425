"""A shoe whose cards have colours: which of them are red."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import ExactError, refusal
from exact.shoe import CARD_NAMES, Shoe, require_cards

#: A card with its colour: (points, red?).
ColouredCard = tuple[int, bool]


@dataclass(frozen=True, slots=True)
class ColouredShoe:
    """The undealt red and black cards, ten counts each. Cards are dealt as (points, red?)."""

    red: tuple[int, ...]
    black: tuple[int, ...]
    replacement: bool = False

    @classmethod
    def of(cls, shoe: Shoe, red: Shoe | None = None) -> ColouredShoe:
        """``shoe`` with ``red`` as the red cards among its counts; None: half of each count.

        With replacement ``red`` is read against the counts of ``shoe`` as they were given.
        Raises ExactError when ``red`` is None and a count is odd (with replacement no count is), and
        when ``red`` has cards that the shoe lacks.
        """
        require_cards(shoe)
        if red is None:
            if shoe.replacement:
                return cls(shoe.counts, shoe.counts, True)
            for name, count in zip(CARD_NAMES, shoe.counts, strict=True):
                if count % 2:
                    raise ExactError(
                        f"red: half of {count} cards of value {name} is not whole; name the red cards"
                    )
            half = tuple(count // 2 for count in shoe.counts)
            return cls(half, half)
        if not isinstance(red, Shoe):
            raise refusal(
                "red", red, "the Shoe of the red cards, or None for half of each count, is expected"
            )
        if red.replacement and not shoe.replacement:
            raise refusal("red", red, "beside a shoe without replacement the red cards have none either")
        for name, some, count in zip(CARD_NAMES, red.counts, shoe.counts, strict=True):
            if some > count:
                raise ExactError(f"red: {some} red cards of value {name}, but the shoe has {count} in all")
        black = tuple(count - some for some, count in zip(red.counts, shoe.counts, strict=True))
        return cls(red.counts, black, shoe.replacement)

    def draws(self) -> Iterator[tuple[ColouredCard, int, ColouredShoe]]:
        """(card, its weight, the coloured shoe after it), red cards first, by ascending points."""
        for is_red, counts in ((True, self.red), (False, self.black)):
            for index, count in enumerate(counts):
                if not count:
                    continue
                rest = self
                if not self.replacement:
                    left = (*counts[:index], count - 1, *counts[index + 1 :])
                    rest = ColouredShoe(left, self.black) if is_red else ColouredShoe(self.red, left)
                yield (index + 1, is_red), count, rest

    def red_shares(self) -> dict[int, Fraction]:
        """points -> the share of red cards among the cards of so many points, for those that are there."""
        counts = enumerate(zip(self.red, self.black, strict=True), start=1)
        return {points: Fraction(red, red + black) for points, (red, black) in counts if red + black}

    @property
    def shoe(self) -> Shoe:
        """The cards without their colours."""
        counts = [red + black for red, black in zip(self.red, self.black, strict=True)]
        return Shoe(counts, replacement=self.replacement)

    @property
    def even(self) -> bool:
        """Whether every card value has the same share of red cards."""
        return len(set(self.red_shares().values())) <= 1
