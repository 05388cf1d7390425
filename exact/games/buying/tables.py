"""Vingt-et-un and trente-et-un in tables: one grid each, of the same questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from exact.tables.grid import Answer, Answers, Grid, Option, Question, by_shoe, one_of

if TYPE_CHECKING:
    from exact.games.buying.rules import Table
    from exact.records import Record

_UNIT: Final = "stake units per unit staked, per coup"
_OPTIONS: Final = (
    Option("drawn", "closed", "what the banker sees of bought cards", one_of("closed", "open", "unseen")),
    Option("ties", "bank", "who wins equal totals", one_of("bank", "push")),
    Option("natural", "2", "what a born one is paid"),
    Option("talon", "void", "a coup that the talon cannot complete", one_of("void", "stand")),
)
_BORN: Final = Option("born", "any", "which 31 in three cards is a born one", one_of("any", "court"))


def grid(game: str, limit: int) -> Grid:
    """The grid of the game with this limit, 21 or 31."""

    def table(settings: Mapping[str, str]) -> Table:
        from exact.games.buying.options import table_of

        return table_of(
            limit,
            settings["drawn"],
            settings["ties"],
            settings["natural"],
            settings.get("born", _BORN.default),
            settings["talon"],
        )

    def solve(shoe: Any, settings: Mapping[str, str]) -> Answers:
        from exact.games.buying import solution

        return [solution.solve(shoe, table(settings)).value]

    def solve_record(shoe: Any, settings: Mapping[str, str]) -> Record:
        from exact.games.buying import solution

        return solution.solve(shoe, table(settings)).record()

    return Grid(
        game,
        packs=1,
        questions=(
            Question(
                "solve",
                "optimal play and what it is worth",
                (Answer("value", "the bank's gain", _UNIT),),
                by_shoe(solve),
                solve_record,
                _OPTIONS if limit == 21 else (*_OPTIONS, _BORN),
            ),
        ),
    )
