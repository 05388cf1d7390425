"""The published records of trente et quarante."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exact.games.trente_et_quarante import REFAIT_RULES, analyse
from exact.games.trente_et_quarante.record import removal_record
from exact.publication import Question
from exact.records import Record
from exact.shoe import Shoe

PACKS = (1, 2, 3, 4, 6, 8)


def questions() -> Iterator[Question]:
    """The coup by every rule for the refait, with insurance of one per cent, and the removal effects."""
    for packs in PACKS:
        shoe = Shoe.packs(packs)
        yield from _coup(shoe, ("half", "prison"))
        yield partial(removal_record, shoe)
    yield from _coup(Shoe.packs(1, replacement=True), REFAIT_RULES)


def _coup(shoe: Shoe, rules: tuple[str, ...]) -> Iterator[Question]:
    for rule in rules:
        yield partial(_analysis, shoe, rule)
    yield partial(_analysis, shoe, "half", "1%")


def _analysis(shoe: Shoe, refait: str, insurance: str = "0") -> Record:
    return analyse(shoe, refait=refait, insurance=insurance).record()
