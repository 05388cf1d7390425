"""What can be counted: an expected gain as a function of the undealt cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Final

from exact.errors import refusal
from exact.tables.registry import grid

#: The command of a game -> the module whose ``BETS`` are what can be counted. A new game adds its line.
GAMES: Final = {
    "rouge-et-noir": "exact.games.rouge_et_noir.bets",
    "trente-et-quarante": "exact.games.trente_et_quarante.bets",
    "punto-banco": "exact.games.punto_banco.bets",
    "chemin-de-fer": "exact.games.chemin_de_fer.bets",
}

#: The undealt cards, by the kinds of the game's grid: ten counts, twenty where colours are told apart.
Counts = tuple[int, ...]
#: The expected gains from many shoes.
Gains = Callable[[Sequence[Counts]], Sequence[Fraction]]


@dataclass(frozen=True, slots=True)
class Bet:
    """A gain that depends on the shoe.

    ``gains(start)``: the function that gives the gain from any shoe dealt from ``start``; what the players do
    is fixed by ``start``, so that the gain is the mean of the same payoffs over all deals. ``least(start)``:
    the least number of undealt cards with which every coup can be completed.
    """

    name: str
    meaning: str
    unit: str
    gains: Callable[[Counts], Gains]
    least: Callable[[Counts], int]


def bets(game: str) -> Mapping[str, Bet]:
    """The bets of a game by their names. Raises ExactError for a game that has none."""
    name = grid(game).game
    if name not in GAMES:
        raise refusal("game", game, f"what can be counted is known for {', '.join(GAMES)}")
    found: tuple[Bet, ...] = import_module(GAMES[name]).BETS
    return {bet.name: bet for bet in found}
