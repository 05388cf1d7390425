"""The article's own approximation, as a named model.

Source: the article *Rouge et noir*, section "Analyse": the totals 31, 32, ..., 40 are taken to occur
in the proportion 13 : 12 : ... : 4, because so many of the thirteen ranks can be the last card of
the row; both rows are taken to be independent.
"""

from __future__ import annotations

from typing import Final

from exact.distribution import Distribution
from exact.games.rouge_et_noir.rules import LIMIT, TOTALS

#: Ranks (of thirteen) that can end a row in each total: 13 for 31, down to the four of ten points for 40.
RANKS: Final = {total: 13 - (total - LIMIT) for total in TOTALS}

#: The law of a row's total in the simplified model.
ROW: Final[Distribution[int]] = Distribution.from_weights(RANKS)


def totals() -> Distribution[tuple[int, int] | None]:
    """The joint law of (rouge, noir) in the simplified model: two independent rows."""
    return Distribution.from_weights({(a, b): RANKS[a] * RANKS[b] for a in TOTALS for b in TOTALS})
