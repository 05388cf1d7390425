"""Vingt-et-un in tables."""

from typing import Final

from exact.games.buying.tables import grid

GRID: Final = grid("vingt-et-un", 21)
