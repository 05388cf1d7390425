"""The published records of rouge et noir."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exact.games import rouge_et_noir
from exact.games.rouge_et_noir import closed_form
from exact.games.rouge_et_noir.record import removal_record, row_record, totals_record
from exact.publication import Question
from exact.shoe import Shoe

#: The shoes whose removal effects and successive laws are published; the laws of a coup are for 1 to 8 packs.
PACKS = (1, 2, 3, 4, 6, 8)


def questions() -> Iterator[Question]:
    """Laws and advantages for 1 to 8 packs and with replacement, removal effects, the article's own model.

    Then the laws of a row as functions of the number of packs.
    """
    for packs in range(1, 9):
        shoe = Shoe.packs(packs)
        yield from _coup(shoe)
        if packs in PACKS:
            yield partial(removal_record, shoe)
    yield from _coup(Shoe.packs(1, replacement=True))
    yield lambda: rouge_et_noir.analyse_simplified().record()
    yield lambda: closed_form.closed_forms().record()


def _coup(shoe: Shoe) -> Iterator[Question]:
    yield partial(row_record, shoe)
    yield partial(totals_record, shoe)
    yield lambda: rouge_et_noir.analyse(shoe).record()
