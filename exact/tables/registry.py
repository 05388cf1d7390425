"""The games that tables know: one line each."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from exact.errors import refusal
from exact.tables.grid import Grid

#: The command of a game -> the module whose ``GRID`` describes it. A new game adds its line.
GRIDS: Final = {
    "rouge-et-noir": "exact.games.rouge_et_noir.table",
    "trente-et-quarante": "exact.games.trente_et_quarante.table",
    "punto-banco": "exact.games.punto_banco.table",
    "chemin-de-fer": "exact.games.chemin_de_fer.table",
    "baccara-banque": "exact.games.baccara_banque.table",
    "vingt-et-un": "exact.games.vingt_et_un.grid",
    "trente-et-un": "exact.games.trente_et_un.grid",
}


def grid(game: str) -> Grid:
    """The grid of a game, by the name of its command; ``punto_banco`` is ``punto-banco``.

    Raises ExactError for a game that has none.
    """
    name = game.replace("_", "-") if isinstance(game, str) else game
    if name not in GRIDS:
        raise refusal("game", game, f"the games are {', '.join(GRIDS)}")
    found: Grid = import_module(GRIDS[name]).GRID
    return found
