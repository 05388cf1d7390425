"""Baccara banque in tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from exact.errors import refusal
from exact.tables.grid import Answer, Answers, Grid, Option, Question, by_shoe, exact_number, one_of

if TYPE_CHECKING:
    from exact.games.baccara_banque import Solution
    from exact.records import Record

_UNIT: Final = "stake units per unit of the total stake, per coup"


def _stakes(text: str, argument: str) -> str:
    """Both stakes, ``1:2``; a comma separates the values of an option."""
    parts = text.split(":")
    if len(parts) != 2:
        raise refusal(argument, text, "the stakes on both tableaux are expected, such as 1:2")
    return ":".join(exact_number(part, argument) for part in parts)


def _solution(shoe: Any, settings: Mapping[str, str]) -> Solution:
    from exact.games.baccara_banque import solve
    from exact.games.baccara_banque.solution import concept_named, naturels_named

    return solve(
        shoe,
        concept_named(settings["concept"]),
        settings["stakes"].split(":"),
        settings["commission"],
        naturels_named(settings["naturels"]),
        settings["idle"],
    )


def _solve(shoe: Any, settings: Mapping[str, str]) -> Answers:
    found = _solution(shoe, settings)
    return [found.value, found.banker_gain, found.first.get(5), found.second.get(5)]


def _record(shoe: Any, settings: Mapping[str, str]) -> Record:
    return _solution(shoe, settings).record()


GRID: Final = Grid(
    "baccara-banque",
    packs=6,
    questions=(
        Question(
            "solve",
            "optimal play against two tableaux and what it is worth",
            (
                Answer("value", "the bank's gain before tax", _UNIT),
                Answer("banker_gain", "the banker's gain after tax", _UNIT),
                Answer("first_5", "how often the first tableau draws on five", "probability given the total"),
                Answer(
                    "second_5", "how often the second tableau draws on five", "probability given the total"
                ),
            ),
            by_shoe(_solve),
            _record,
            (
                Option("concept", "nash", "what is optimal", one_of("nash", "independent", "correlated")),
                Option("stakes", "1:1", "the stakes on both tableaux, such as 1:2", _stakes),
                Option("commission", "0", "the tax on the net gain of a coup"),
                Option("naturels", "alike", "whether naturels are told apart", one_of("alike", "apart")),
                Option("idle", "0", "how often a tableau without a stake draws on five"),
            ),
        ),
    ),
)
