"""Punto banco in tables: many shoes at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from exact.games.punto_banco.rules import RESULTS
from exact.tables.grid import Grid, Option, Question, gain, probability

if TYPE_CHECKING:
    from exact.records import Record


def _answers(shoes: Sequence[Any], settings: Mapping[str, str]) -> list[list[Fraction]]:
    from exact.games.punto_banco import analyse, edges

    if len(shoes) == 1:
        # What is wrong with a single shoe is said in its own words, not with its place among several.
        a = analyse(shoes[0], settings["commission"], settings["tie_pays"])
        return [[*(a.results[name] for name in RESULTS), *a.edge.values()]]
    found = edges(shoes, settings["commission"], settings["tie_pays"])
    return [
        [*(Fraction(number, sum(shoe.deals)) for number in shoe.deals), *shoe.edge.values()] for shoe in found
    ]


def _record(shoe: Any, settings: Mapping[str, str]) -> Record:
    from exact.games.punto_banco import analyse

    return analyse(shoe, settings["commission"], settings["tie_pays"]).record()


GRID: Final = Grid(
    "punto-banco",
    packs=8,
    questions=(
        Question(
            "analyse",
            "the results of a coup and the house's edges",
            (
                probability("banco", "banco wins"),
                probability("punto", "punto wins"),
                probability("tie", "both final totals are equal"),
                gain("edge_banco", "the house's edge on banco"),
                gain("edge_punto", "the house's edge on punto"),
                gain("edge_tie", "the house's edge on the tie"),
            ),
            _answers,
            _record,
            (
                Option("commission", "5%", "the part of banco's winnings that the house keeps"),
                Option("tie_pays", "8", "what a unit on the tie wins"),
            ),
            block=1000,
        ),
    ),
)
