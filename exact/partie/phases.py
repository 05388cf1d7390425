"""The phases of both procedures as graphs: what may follow what, and by which announcement.

The graph is that of the procedures themselves: `advance` refuses any step that is not in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from exact.partie import baccara_banque, chemin_de_fer
from exact.partie.machine import Procedure
from exact.partie.state import State
from exact.partie.table import Game, Money, Table

if TYPE_CHECKING:
    import networkx

PROCEDURES: Final[dict[Game, Procedure]] = {
    "chemin de fer": chemin_de_fer.PROCEDURE,
    "baccara banque": baccara_banque.PROCEDURE,
}
#: The phase in which a partie begins.
FIRST: Final[dict[Game, str]] = {
    "chemin de fer": chemin_de_fer.FIRST,
    "baccara banque": baccara_banque.FIRST,
}


def edges(game: Game) -> list[tuple[str, str, str]]:
    """(phase, announcement, following phase), in the order in which the procedure lists them."""
    return [
        (phase, says, to)
        for phase, sayings in PROCEDURES[game].items()
        for says, transition in sayings.items()
        for to in transition.to
    ]


def graph(game: Game) -> networkx.MultiDiGraph[Any]:
    """The phases as nodes, the announcements as edges, labelled ``says`` and ``by``."""
    import networkx as nx

    drawn: networkx.MultiDiGraph[Any] = nx.MultiDiGraph(name=game)
    drawn.add_nodes_from(PROCEDURES[game])
    for phase, says, to in edges(game):
        drawn.add_edge(phase, to, key=says, says=says, by=PROCEDURES[game][phase][says].by)
    return drawn


def dot(game: Game) -> str:
    """The graph in the DOT language of Graphviz, for drawing; one arrow for each pair of phases."""
    sayings: dict[tuple[str, str], list[str]] = {}
    for phase, says, to in edges(game):
        sayings.setdefault((phase, to), []).append(says)
    lines = []
    for (phase, to), names in sayings.items():
        label = r"\n".join(names)
        lines.append(f'  "{phase}" -> "{to}" [label="{label}"];')
    return "\n".join([f'digraph "{game}" {{', "  rankdir=LR;", *lines, "}"]) + "\n"


def beginning(table: Table, purses: tuple[Money, ...]) -> State:
    """The state in which a partie begins."""
    return State(table, FIRST[table.game], purses, losses=(0,) * table.size)
