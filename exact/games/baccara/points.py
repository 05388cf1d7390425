"""How cards and hands count in every game of the baccara family.

Source: the article *Baccara*, section on chemin de fer: the pips count, an ace one, tens and court
cards nothing that matters, as only the last digit of a sum counts; a sum of 8 or 9 with the first
two cards is a naturel.
"""

from __future__ import annotations

from typing import Final

#: The totals that a hand can have.
TOTALS: Final = range(10)
#: Totals of the first two cards that end the coup at once.
NATURELS: Final = (8, 9)


def total(*cards: int) -> int:
    """The total 0..9 of a hand: card points 1..10, or totals of parts of it, summed modulo ten."""
    return sum(cards) % 10


def naturel(*totals: int) -> bool:
    """Whether one of these totals of two cards is a naturel."""
    return any(one in NATURELS for one in totals)
