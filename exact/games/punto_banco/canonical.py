"""The published records of punto banco."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exact.games.punto_banco import analyse, closed_form, successive
from exact.games.punto_banco.record import removal_record
from exact.publication import Question
from exact.records import Record
from exact.shoe import Shoe


def questions() -> Iterator[Question]:
    """Counts and edges for 1 to 8 packs and with replacement, removal effects, two successive coups.

    Then the counts as functions of the number of packs.
    """
    for packs in range(1, 9):
        shoe = Shoe.packs(packs)
        yield partial(_analysis, shoe)
        yield partial(removal_record, shoe)
        yield partial(_two_coups, shoe)
    yield partial(_analysis, Shoe.packs(1, replacement=True))
    yield lambda: closed_form.counts().record()


def _analysis(shoe: Shoe) -> Record:
    return analyse(shoe).record()


def _two_coups(shoe: Shoe) -> Record:
    return successive(shoe, coups=2).record()
