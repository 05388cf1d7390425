"""A one-player example game: draw red or black cards, stop when you like.

From a shoe of aces ("red", worth +1) and twos ("black", worth -1) the player draws as long as he
pleases; when he stops, or no card is left, he gets the sum. He sees every card.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.tree import Choose, Deal, Node, Settle


@dataclass(frozen=True, slots=True)
class Drawn:
    """The cards drawn so far, of how many in all; ``drawing``: another one is on its way."""

    cards: tuple[int, ...]
    of: int
    drawing: bool = False

    def receive(self, card: int) -> Drawn:
        return Drawn((*self.cards, card), self.of)

    @property
    def sum(self) -> int:
        return self.cards.count(1) - self.cards.count(2)


@dataclass(frozen=True, slots=True)
class Stopped:
    sum: int


def step(position: Drawn | Stopped) -> Node:
    if isinstance(position, Stopped):
        return Settle(position.sum, (Fraction(position.sum),))
    if position.drawing:
        return Deal(position)
    options: dict[str, Drawn | Stopped] = {"stop": Stopped(position.sum)}
    if len(position.cards) < position.of:
        options["draw"] = Drawn(position.cards, position.of, drawing=True)
    return Choose(0, position.cards, options)
