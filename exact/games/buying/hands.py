"""What a hand counts: aces 1 or 11, each by itself, as suits its holder best.

With the aces as 1 a hand has its *hard* total; each ace counted 11 adds ten, as long as that does not
kill. What matters for all that can follow is the best total not above the limit, and how many aces are
counted 11 in it (``soft``): an ace that cannot be counted 11 now never can later.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Points(NamedTuple):
    """What a hand that is not dead counts: its best total, and the number of aces counted 11 in it."""

    total: int
    soft: int

    def with_card(self, card: int, limit: int) -> Points | None:
        """After one more card of 1 to 10 points; None: dead."""
        return _best(self.total - 10 * self.soft + card, self.soft + (card == 1), limit)


def points(cards: Iterable[int], limit: int) -> Points | None:
    """What these cards count; None when they are dead, even with every ace as 1."""
    hand = tuple(cards)
    return _best(sum(hand), hand.count(1), limit)


def _best(hard: int, aces: int, limit: int) -> Points | None:
    if hard > limit:
        return None
    soft = min(aces, (limit - hard) // 10)
    return Points(hard + 10 * soft, soft)
