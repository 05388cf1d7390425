"""Coups dealt from a shoe whose cards lie in a known order, with the carte d'arrêt.

The order is given card by card, or is made from a number: the cards of full packs are sorted by the SHA-256
digest of that number and their place, so that the same number gives the same shoe everywhere and for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from exact.errors import ExactError
from exact.games.baccara.points import total
from exact.games.baccara.sabot import BEHIND
from exact.shoe import PACK
from exact.tree import Deal, Settle


@dataclass(frozen=True, slots=True)
class Sabot:
    """The cards by points in the order in which they are dealt; so many lie behind the carte d'arrêt."""

    cards: tuple[int, ...]
    behind: int = BEHIND

    @property
    def ended(self) -> bool:
        """Whether the carte d'arrêt has appeared."""
        return len(self.cards) < self.behind


@dataclass(frozen=True, slots=True)
class Dealt:
    """A coup as it was dealt: the result, both hands in words, and the rest of the shoe."""

    result: str
    hands: str
    sabot: Sabot


def shuffled(packs: int, number: int) -> tuple[int, ...]:
    """The cards of full packs, by points, in the order that belongs to a number."""
    cards = [points for points, count in enumerate(PACK, start=1) for _ in range(count * packs)]

    def place(at: int) -> bytes:
        return hashlib.sha256(f"{number}:{at}".encode()).digest()

    return tuple(cards[at] for at in sorted(range(len(cards)), key=place))


def deal(sabot: Sabot, choices: Mapping[str, str]) -> Dealt:
    """Deal one coup of chemin de fer.

    ``choices``: "ponte" and "banker" -> "draw" or "stand" where they are free. The ponte is free on five
    only; the banker may do as he likes, but plays by the tableau de tirage if he says nothing; volonté
    cases are drawn. Raises ExactError when there are too few cards, and for a choice where there is none.
    """
    # The games are imported only where cards are dealt: most scripts tell results.
    from exact.games.chemin_de_fer.drawing_rules import Rules, tableau
    from exact.games.chemin_de_fer.rules import BANKER, Coup, Table, step

    cards, rest = list(sabot.cards), 0
    position = Coup(Table(Rules.named("classical")))
    given = dict(choices)
    while True:
        node = step(position)
        if isinstance(node, Settle):
            break
        if isinstance(node, Deal):
            if rest == len(cards):
                raise ExactError("cards: the shoe has too few to complete this coup")
            following = node.after.receive(cards[rest])
            rest += 1
        else:
            banker = node.player == BANKER
            document = tableau().at_banker(*node.infoset) if banker else "draw"  # type: ignore[misc]
            action = given.pop("banker" if banker else "ponte", "draw" if document == "free" else document)
            if action not in node.options:
                raise ExactError(f"choice: got {action!r}; draw or stand is expected")
            following = node.options[action]
        assert isinstance(following, Coup)
        position = following
    if given:
        raise ExactError(f"choice: the {next(iter(given))} has none in this coup; leave it away")
    own, bank = total(*position.ponte), total(*position.banker)
    result = "banker" if bank > own else "ponte" if own > bank else "en cartes"
    hands = f"ponte {_hand(position.ponte)} = {own}, banker {_hand(position.banker)} = {bank}"
    return Dealt(result, hands, replace(sabot, cards=tuple(cards[rest:])))


def _hand(cards: tuple[int, ...]) -> str:
    return "-".join(map(str, cards))
