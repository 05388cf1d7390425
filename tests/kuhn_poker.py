"""A two-player example game: H. W. Kuhn's simplified poker (1950), dealt from a shoe of 1, 2, 3.

Each player antes one unit and gets one card. The first checks or bets one unit. After a check the
second checks (showdown) or bets; whoever faces a bet folds or calls. The higher card wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.tree import Choose, Deal, Node, Settle


@dataclass(frozen=True, slots=True)
class Hand:
    cards: tuple[int, ...] = ()
    said: str = ""

    def receive(self, card: int) -> Hand:
        return Hand((*self.cards, card), self.said)


def step(position: Hand) -> Node:
    cards, said = position.cards, position.said
    if len(cards) < 2:
        return Deal(position)
    if said in ("bf", "cbf"):
        won = 1 if said == "bf" else -1
    elif said in ("cc", "bC", "cbC"):
        won = (1 if said == "cc" else 2) * (1 if cards[0] > cards[1] else -1)
    else:
        player = len(said) % 2
        actions = {"fold": "f", "call": "C"} if said.endswith("b") else {"check": "c", "bet": "b"}
        options = {name: Hand(cards, said + letter) for name, letter in actions.items()}
        return Choose(player, (cards[player], said), options)
    return Settle(won, (Fraction(won), Fraction(-won)))


#: An equilibrium (Kuhn 1950, with his parameter 0): the first player's gain is -1/18.
FIRST = {
    (1, ""): "check",
    (2, ""): "check",
    (3, ""): "check",
    (1, "cb"): "fold",
    (2, "cb"): {"call": Fraction(1, 3), "fold": Fraction(2, 3)},
    (3, "cb"): "call",
}
SECOND = {
    (1, "c"): {"bet": Fraction(1, 3), "check": Fraction(2, 3)},
    (2, "c"): "check",
    (3, "c"): "bet",
    (1, "b"): "fold",
    (2, "b"): {"call": Fraction(1, 3), "fold": Fraction(2, 3)},
    (3, "b"): "call",
}
