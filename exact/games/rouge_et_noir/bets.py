"""What can be counted at rouge et noir: the refait, half of which is the bank's advantage."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from exact.counting.bet import Bet, Counts, Gains
from exact.games.rouge_et_noir.kernel import both_hit, most_cards
from exact.games.rouge_et_noir.rules import LIMIT
from exact.shoe import Shoe


def longest_coup(counts: Counts) -> int:
    """No coup takes more cards than that: two rows below the limit, and the last card of each."""
    return most_cards(counts, 2 * (LIMIT - 1)) + 2


def _gains(_: Counts) -> Gains:
    def of(states: Sequence[Counts]) -> list[Fraction]:
        return [both_hit(Shoe(state)) / 2 for state in states]

    return of


BETS: Final = (
    Bet(
        "rouge",
        "the bank's advantage on rouge or noir: half the refait",
        "stake units per unit staked, per coup",
        _gains,
        longest_coup,
    ),
)
