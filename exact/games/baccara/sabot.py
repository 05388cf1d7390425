"""The shoe (sabot) of the baccara family: the carte d'arrêt, and the cards burnt before the first coup.

Source: the article *Baccara*, chemin de fer, preparations: after the cut a neutral card is put before
the seventh-last card; when it appears, the coup just begun is played to its end, and all cards are
shuffled anew. Before the first coup one or more cards may be burnt, unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from exact.enumeration import step_of
from exact.errors import refusal
from exact.rational import whole
from exact.tree import Choose, Deal, Node, Settle

#: The carte d'arrêt lies before the seventh-last card.
BEHIND: Final = 7


def coup_cards(start: Any) -> tuple[int, ...]:
    """The possible numbers of cards in a coup that begins at ``start``, ascending.

    Every card of 1..10 points is tried at every deal, and every action at every choice, so the answer
    holds for any shoe and any play. Raises ExactError for a position without rules.
    """
    step = step_of(start)
    found: set[int] = set()
    dealt, front = 0, {start}
    while front:
        following: set[Any] = set()
        waiting, seen = list(front), set(front)
        while waiting:
            node = step(waiting.pop())
            if isinstance(node, Settle):
                found.add(dealt)
            elif isinstance(node, Choose):
                new = set(node.options.values()) - seen
                seen |= new
                waiting += new
            else:
                following |= {node.after.receive(card) for card in range(1, 11)}
        dealt, front = dealt + 1, following
    return tuple(sorted(found))


@dataclass(frozen=True)
class CarteDArret:
    """What is left of the shoe when the last coup is over.

    ``behind``: cards behind the carte d'arrêt. ``coup_cards``: the possible numbers of cards in a coup.
    ``left[before, cards]``: the cards left when the last coup began with ``before`` cards lying before the
    carte d'arrêt and took ``cards`` cards; negative: so many are wanting. All cases are listed in
    which the carte d'arrêt appears in the coup; with ``before`` = 0 it is the first thing to appear.
    """

    behind: int
    coup_cards: tuple[int, ...]
    left: dict[tuple[int, int], int]

    @property
    def enough(self) -> bool:
        """Whether the coup begun can be played to its end in every case."""
        return self.spare >= 0

    @property
    def spare(self) -> int:
        """The least number of cards left."""
        return min(self.left.values())

    def explain(self) -> str:
        """The proof by cases in a sentence, with its numbers."""
        cards = ", ".join(map(str, self.coup_cards))
        verdict = f"at least {self.spare} left" if self.enough else f"{-self.spare} wanting at worst"
        return (
            f"A coup takes {cards} cards; in all {len(self.left)} cases in which the carte d'arrêt, with "
            f"{self.behind} cards behind it, appears in a coup, that coup ends with {verdict}."
        )


def carte_d_arret(start: Any, behind: int = BEHIND) -> CarteDArret:
    """All ways in which the last coup of a shoe can meet the carte d'arrêt: see CarteDArret.

    ``start``: where a coup begins, in the rules of any game. ``behind``: the cards behind the carte
    d'arrêt. Raises ExactError unless behind >= 0 is whole.
    """
    lengths = coup_cards(start)
    if not lengths or not lengths[0]:
        raise refusal("start", start, "the start of a coup that takes at least one card is needed")
    return last_coups(lengths, behind)


def last_coups(lengths: tuple[int, ...], behind: int = BEHIND) -> CarteDArret:
    """The same for a game whose coups take these numbers of cards, ascending."""
    number = whole(behind, "behind")
    left = {
        (before, cards): before + number - cards
        for before in range(lengths[-1])
        for cards in lengths
        if cards > before
    }
    return CarteDArret(number, lengths, left)


@dataclass(frozen=True, slots=True)
class Burning:
    """``cards`` cards are put aside unseen; then the game begins at ``then``."""

    cards: int
    then: Any

    def receive(self, _card: int) -> Any:
        return Burning(self.cards - 1, self.then)


@dataclass(frozen=True, slots=True)
class Burnt:
    """The game after the burning: a position of its own rules."""

    position: Any

    def receive(self, card: int) -> Burnt:
        return Burnt(self.position.receive(card))


def step(position: Burning | Burnt) -> Node:
    """Burn, then play by the rules to which the game's position belongs."""
    if isinstance(position, Burning):
        return Deal(position) if position.cards else step(Burnt(position.then))
    node = step_of(position.position)(position.position)
    if isinstance(node, Deal):
        return Deal(Burnt(node.after))
    if isinstance(node, Choose):
        options = {name: Burnt(after) for name, after in node.options.items()}
        return Choose(node.player, node.infoset, options)
    return node
