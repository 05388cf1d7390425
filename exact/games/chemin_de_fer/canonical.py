"""The published records of chemin de fer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from exact.games.chemin_de_fer import audit, closed_form, decide, removal, solve, values
from exact.games.chemin_de_fer.record import decision_record
from exact.games.chemin_de_fer.rules import INFORMATION, Information
from exact.publication import Question
from exact.records import Record
from exact.shoe import Shoe

#: (side, holding, third card) of the free cases of the document.
VOLONTE: Final[tuple[tuple[str, int, int | None], ...]] = (
    ("ponte", 5, None),
    ("banker", 3, 9),
    ("banker", 5, 4),
)


def questions() -> Iterator[Question]:
    """For 1 to 8 packs and with replacement, in all models: equilibria, the audit, what the shoe is worth.

    The equilibria are those of the document's ponte without tax and with that of 5 %, and those of a ponte
    who is free on every total. Then the decisions that the document leaves free, by totals; and
    optimal play as functions of the number of packs.
    """
    for shoe in (*(Shoe.packs(packs) for packs in range(1, 9)), Shoe.packs(1, replacement=True)):
        for information in INFORMATION:
            yield partial(_equilibrium, shoe, information, "classical", "0")
            yield partial(_equilibrium, shoe, information, "classical", "5%")
            yield partial(_equilibrium, shoe, information, "unrestricted", "0")
            yield partial(_audit, shoe, information)
            yield partial(_values, shoe, information)
        for side, holding, third in VOLONTE:
            yield partial(_decision, shoe, side, holding, third)
    for information in INFORMATION:
        yield partial(_closed_form, information)


def _equilibrium(shoe: Shoe, information: Information, rules: str, commission: str) -> Record:
    return solve(shoe, information, rules, commission).record()


def _audit(shoe: Shoe, information: Information) -> Record:
    return audit(shoe, information).record()


def _values(shoe: Shoe, information: Information) -> Record:
    return values(shoe, information).record()


def _closed_form(information: Information) -> Record:
    return closed_form.closed_forms(information).record()


def _decision(shoe: Shoe, side: str, holding: int, third: int | None) -> Record:
    missing = () if shoe.replacement else removal(shoe, side, holding, third)
    return decision_record(shoe, "totals", decide(shoe, side, holding, third), missing)
