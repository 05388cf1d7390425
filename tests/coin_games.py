"""Two tiny example games: a call for a fair coin, and a player who forgets what he chose."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.tree import Choose, Deal, Node, Settle


@dataclass(frozen=True, slots=True)
class Coin:
    """Call heads (1) or tails (2) for a coin that is dealt afterwards: both are as good."""

    call: int | None = None
    fallen: int | None = None

    def receive(self, card: int) -> Coin:
        return Coin(self.call, card)


@dataclass(frozen=True, slots=True)
class Forgetful:
    """Choose twice, not knowing the first choice at the second."""

    chosen: tuple[str, ...] = ()


def step(position: Coin | Forgetful) -> Node:
    if isinstance(position, Forgetful):
        if len(position.chosen) == 2:
            return Settle(position.chosen, (Fraction(len(set(position.chosen))),))
        options = {name: Forgetful((*position.chosen, name)) for name in ("a", "b")}
        return Choose(0, "again" if position.chosen else "first", options)
    if position.call is None:
        return Choose(0, "call", {"heads": Coin(1), "tails": Coin(2)})
    if position.fallen is None:
        return Deal(position)
    won = 1 if position.call == position.fallen else -1
    return Settle(won, (Fraction(won), Fraction(-won)))
