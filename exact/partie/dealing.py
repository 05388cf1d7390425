"""Coups dealt from a shoe whose cards lie in a known order, with the carte d'arrêt.

The order is given card by card, or is made from a number: the cards of full packs are sorted by the SHA-256
digest of that number and their place, so that the same number gives the same shoe everywhere and for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from exact.errors import ExactError
from exact.games.baccara.points import total
from exact.games.baccara.sabot import BEHIND
from exact.shoe import PACK
from exact.tree import Choose, Deal, Node, Settle


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
    """A coup as it was dealt: results by tableau ("" at chemin de fer), the hands, the rest of the shoe."""

    results: Mapping[str, str]
    hands: str
    sabot: Sabot

    @property
    def result(self) -> str:
        """The result, where there is but one."""
        (result,) = self.results.values()
        return result


def shuffled(packs: int, number: int) -> tuple[int, ...]:
    """The cards of full packs, by points, in the order that belongs to a number."""
    cards = [points for points, count in enumerate(PACK, start=1) for _ in range(count * packs)]

    def place(at: int) -> bytes:
        return hashlib.sha256(f"{number}:{at}".encode()).digest()

    return tuple(cards[at] for at in sorted(range(len(cards)), key=place))


def deal(sabot: Sabot, choices: Mapping[str, str]) -> Dealt:
    """Deal one coup of chemin de fer.

    ``choices``: "ponte" and "banker" -> "draw" or "stand" where they are free. The ponte is free on five
    only; the banker may do as he likes, but plays by the tableau de tirage if he says nothing; volonté cases
    are drawn. Raises ExactError when there are too few cards, and for a choice where there is none.
    """
    # The games are imported only where cards are dealt: most scripts tell results.
    from exact.games.chemin_de_fer.drawing_rules import Rules, tableau
    from exact.games.chemin_de_fer.rules import BANKER, Coup, Table, step

    def usual(node: Choose) -> tuple[str, str]:
        if node.player != BANKER:
            return "ponte", "free"
        cell: Any = node.infoset
        return "banker", tableau().at_banker(*cell)

    coup, rest = _played(Coup(Table(Rules.named("classical"))), step, sabot, choices, usual)
    own, bank = total(*coup.ponte), total(*coup.banker)
    hands = f"ponte {_hand(coup.ponte)} = {own}, banker {_hand(coup.banker)} = {bank}"
    return Dealt({"": _result(bank, own)}, hands, rest)


def deal_two(sabot: Sabot, choices: Mapping[str, str], heeded: str) -> Dealt:
    """Deal one coup of baccara banque, the first tableau being the right one.

    ``choices``: "right", "left" and "banker" -> "draw" or "stand" where they are free. The tableaux are free
    on five only, and draw if they say nothing; the banker may do as he likes, but plays by the tableau de
    tirage against the ``heeded`` tableau, "right" or "left", or against the other where that has a naturel.
    Raises ExactError as ``deal`` does.
    """
    from exact.games.baccara_banque.rules import BANKER, FIRST, NATUREL, Coup, Table, step
    from exact.games.chemin_de_fer.drawing_rules import tableau

    def usual(node: Choose) -> tuple[str, str]:
        if node.player != BANKER:
            return ("right" if node.player == FIRST else "left"), "free"
        cell: Any = node.infoset
        own, first, other = cell if heeded == "right" else (cell[0], cell[2], cell[1])
        return "banker", tableau().at_banker(own, other if first == NATUREL else first)

    coup, rest = _played(Coup(Table()), step, sabot, choices, usual)
    results, hands = {}, []
    for name, hand in (("right", coup.first), ("left", coup.second)):
        # A naturel was settled against the banker's first two cards.
        results[name] = _result(coup.banker.two if hand.naturel else coup.banker.final, hand.final)
    for name, hand in (("right", coup.first), ("left", coup.second), ("banker", coup.banker)):
        cards = f"{hand.two}" if hand.third is None else f"{hand.two}+{hand.third} = {hand.final}"
        hands.append(f"{name} {cards}")
    return Dealt(results, ", ".join(hands), rest)


def _played(
    position: Any,
    step: Callable[[Any], Node],
    sabot: Sabot,
    choices: Mapping[str, str],
    usual: Callable[[Choose], tuple[str, str]],
) -> tuple[Any, Sabot]:
    """The last position of a coup, and the rest of the shoe.

    ``usual``: of a choice, whose it is, and what is done if nothing is said: "free" is to draw.
    """
    rest, given = 0, dict(choices)
    while True:
        node = step(position)
        if isinstance(node, Settle):
            break
        if isinstance(node, Deal):
            if rest == len(sabot.cards):
                raise ExactError("cards: the shoe has too few to complete this coup")
            position = node.after.receive(sabot.cards[rest])
            rest += 1
        else:
            who, document = usual(node)
            action = given.pop(who, "draw" if document == "free" else document)
            if action not in node.options:
                raise ExactError(f"choice: got {action!r}; draw or stand is expected")
            position = node.options[action]
    if given:
        raise ExactError(f"choice: the {next(iter(given))} has none in this coup; leave it away")
    return position, replace(sabot, cards=sabot.cards[rest:])


def _result(bank: int, own: int) -> str:
    return "banker" if bank > own else "ponte" if own > bank else "en cartes"


def _hand(cards: tuple[int, ...]) -> str:
    return "-".join(map(str, cards))
