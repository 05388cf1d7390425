"""Rouge et noir in tables."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from exact.tables.grid import Answer, Answers, Grid, Question, by_shoe, gain, probability

if TYPE_CHECKING:
    from exact.records import Record

#: Totals of a row, as in rules.LIMIT; written out so that the command's help needs no rules.
_TOTALS: Final = range(31, 41)

_REFAIT: Final = (
    probability("refait", "both rows end in 31"),
    gain("edge", "the bank's advantage: half the refait"),
)


def _analyse(shoe: Any, _: Mapping[str, str]) -> Answers:
    from exact.games.rouge_et_noir import analyse

    a = analyse(shoe)
    counted = a.edge_counted if a.counted else None
    return [a.refait, a.edge, a.apres, a.rouge, a.noir, a.incomplete, counted]


def _analyse_record(shoe: Any, _: Mapping[str, str]) -> Record:
    from exact.games.rouge_et_noir import analyse

    return analyse(shoe).record()


def _row(shoe: Any, _: Mapping[str, str]) -> Answers:
    from exact.games.rouge_et_noir import row_totals

    law = row_totals(shoe)
    return [*(law[total] for total in _TOTALS), law[None]]


def _row_record(shoe: Any, _: Mapping[str, str]) -> Record:
    from exact.games.rouge_et_noir.record import row_record

    return row_record(shoe)


def _refait(shoe: Any, _: Mapping[str, str]) -> list[Fraction]:
    from exact.games.rouge_et_noir.kernel import both_hit
    from exact.shoe import require_cards

    refait = both_hit(require_cards(shoe))
    return [refait, refait / 2]


GRID: Final = Grid(
    "rouge-et-noir",
    packs=6,
    questions=(
        Question(
            "analyse",
            "the results of a coup and the bank's advantage",
            (
                *_REFAIT,
                probability("apres", "both rows are equal, but not 31"),
                probability("rouge", "rouge wins"),
                probability("noir", "noir wins"),
                probability("incomplete", "the shoe runs out before both rows are complete"),
                Answer(
                    "edge_counted",
                    "the bank's advantage where an après is not counted",
                    "stake units per unit staked, per counted coup",
                ),
            ),
            by_shoe(_analyse),
            _analyse_record,
            block=4,
        ),
        Question(
            "row",
            "the law of one row's total",
            (
                *(Answer(f"total_{total}", f"the row ends in {total}", "probability") for total in _TOTALS),
                Answer("incomplete", "the shoe runs out before the row is complete", "probability"),
            ),
            by_shoe(_row),
            _row_record,
            block=100,
        ),
        Question(
            "refait",
            "the refait alone, which is the quickest",
            _REFAIT,
            by_shoe(_refait),
            _analyse_record,
            block=10,
        ),
    ),
)
