"""The published records of baccara banque."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from exact.games.baccara_banque import conflict, solve, values
from exact.games.baccara_banque.solution import Concept
from exact.publication import Question
from exact.records import Record
from exact.shoe import Shoe

#: The concepts that the checker confirms.
CONCEPTS: Final[tuple[Concept, ...]] = ("nash", "correlated")


def questions() -> Iterator[Question]:
    """For 1 to 8 packs and with replacement, equal stakes: optimal play, the shoe's worth, the conflict."""
    for shoe in (*(Shoe.packs(packs) for packs in range(1, 9)), Shoe.packs(1, replacement=True)):
        for concept in CONCEPTS:
            yield partial(_solution, shoe, concept)
        yield partial(_values, shoe)
        yield partial(_conflict, shoe)


def _solution(shoe: Shoe, concept: Concept) -> Record:
    return solve(shoe, concept).record()


def _values(shoe: Shoe) -> Record:
    return values(shoe).record()


def _conflict(shoe: Shoe) -> Record:
    return conflict(shoe).record()
