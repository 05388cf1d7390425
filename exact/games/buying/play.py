"""A side's strategy as a mapping, and how its infosets are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from exact.errors import InfosetError, shown
from exact.games.buying.hands import Points


class Play(Mapping[Any, Fraction]):
    """Infoset -> probability of drawing, for every infoset that can occur. Immutable.

    From a finite shoe a player's infoset is his hand, its cards ascending, such as (2, 10); where bought
    cards lie open the pair of his first cards and those bought, ((2, 10), (3,)). With replacement it is what
    the hand counts, (total, aces counted 11), and the number of cards bought, ((15, 0), 1), or which, ((15,
    0), (3,)), or nothing more where the banker doesn't see it. The banker's is his own hand, or what it
    counts, and what he sees of the player's bought cards: ((2, 10), 1), ((12, 0), 1); or his hand alone where
    he sees nothing.

    Iterates in the order of the hands: fewer cards first, or lower hard totals first.
    """

    __slots__ = ("_draws", "_side")

    def __init__(self, side: str, infosets: Sequence[Any], draws: Sequence[Fraction]) -> None:
        self._side = side
        self._draws = dict(zip(infosets, draws, strict=True))

    def __getitem__(self, infoset: Any) -> Fraction:
        try:
            found: Fraction = self._draws[infoset]
            return found
        except (KeyError, TypeError):
            example = next(iter(self._draws), None)
            raise InfosetError(
                f"{shown(infoset)} is no infoset of the {self._side} that can occur; "
                f"they are written like {_plain(example)!r}, hands with their cards ascending"
            ) from None

    def __contains__(self, infoset: object) -> bool:
        try:
            return infoset in self._draws
        except TypeError:
            return False

    def __iter__(self) -> Iterator[Any]:
        return iter(self._draws)

    def __len__(self) -> int:
        return len(self._draws)

    def __hash__(self) -> int:
        return hash((self._side, tuple(self._draws.items())))

    def __repr__(self) -> str:
        drawing = sum(p == 1 for p in self.values())
        standing = sum(p == 0 for p in self.values())
        mixed = len(self) - drawing - standing
        return f"<{self._side}: draws in {drawing} infosets, stands in {standing}, mixes in {mixed}>"

    def mixed(self) -> tuple[Any, ...]:
        """The infosets in which both actions have positive probability."""
        return tuple(key for key, p in self.items() if 0 < p < 1)


def _plain(key: Any) -> Any:
    """An infoset as plain tuples."""
    return tuple(_plain(part) for part in key) if isinstance(key, tuple) else key


def holding_text(holding: Any) -> str:
    """A hand as ``2,10``; what it counts as ``15``, with an ace counted 11 ``s15``, with two ``ss25``."""
    if isinstance(holding, Points):
        return "s" * holding.soft + str(holding.total)
    if holding and isinstance(holding[0], tuple):
        first, bought = holding
        return f"{_cards_text(first)}+{_cards_text(bought)}"
    return _cards_text(holding)


def seen_text(seen: Any) -> str:
    """What is seen of bought cards: their number, or the cards, ``-`` for none."""
    return str(seen) if isinstance(seen, int) else _cards_text(seen)


def infoset_text(key: Any) -> str:
    """An infoset as records write it: ``2,10``, ``2,10|1``, ``15|0``, ``s17|3,4``, ``2,10+3``."""
    if isinstance(key, Points) or isinstance(key[0], int):
        return holding_text(key)
    if isinstance(key[0], Points) or isinstance(key[1], int) or _is_seen(key):
        return f"{holding_text(key[0])}|{seen_text(key[1])}"
    return holding_text(key)


class Seen(tuple[int, ...]):
    """Cards that the banker sees of the player: marks the banker's infosets where bought cards lie open."""

    __slots__ = ()


def _is_seen(key: Any) -> bool:
    return isinstance(key[1], Seen)


def _cards_text(cards: Any) -> str:
    return ",".join(map(str, cards)) or "-"
