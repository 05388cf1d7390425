"""The published records of vingt-et-un."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exact.games import vingt_et_un
from exact.games.buying.record import bound_record, figures_record
from exact.games.buying.rules import Sight
from exact.publication import Question
from exact.records import Record
from exact.shoe import Shoe


def questions() -> Iterator[Question]:
    """With replacement: optimal play, bound bankers; born ones; optimal play from one pack."""
    shoe = Shoe.packs(1, replacement=True)
    yield partial(_solved, shoe, "closed")
    yield partial(_solved, shoe, "unseen")
    for rule in (15, 16, 17):
        yield partial(_bound, shoe, rule)
    yield _born
    yield partial(_solved, Shoe.packs(1), "closed")


def _solved(shoe: Shoe, drawn: Sight) -> Record:
    return vingt_et_un.solve(shoe, drawn).record()


def _bound(shoe: Shoe, rule: int) -> Record:
    return bound_record(vingt_et_un.against_rule(shoe, rule))


def _born() -> Record:
    found = vingt_et_un.born()
    return figures_record(vingt_et_un.table(), found.formula, [(str(d), found.packs(d)) for d in range(1, 9)])
