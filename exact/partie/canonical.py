"""The published records of the bank's fortune."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from exact.partie import fortune
from exact.publication import Question
from exact.records import Record
from exact.shoe import Shoe


def questions() -> Iterator[Question]:
    """For 6 and 8 packs: two coups of a bank, five policies, Banco double, the tax, ruin in several terms.

    With replacement: three coups, the policies, and both tableaux of baccara banque in the stated model.
    """
    for shoe in (Shoe.packs(6), Shoe.packs(8)):
        yield partial(_wins, shoe, 2)
        yield partial(_policy, shoe, "full")
        yield partial(_policy, shoe, "flat")
        yield partial(_double, shoe)
        yield partial(_tax, shoe)
        yield partial(_ruin, shoe, "5%", "5", "10", None)
        yield partial(_ruin, shoe, "5%", "10", None, 100)
        yield partial(_ruin, shoe, "0", "10", None, None)
        yield partial(_ruin, shoe, "1.25%", "10", None, None)
    put_back = Shoe.packs(1, replacement=True)
    yield partial(_wins, put_back, 3)
    yield partial(_policy, put_back, "full")
    yield partial(_policy, put_back, "flat")
    yield partial(_tableaux, put_back, None)
    yield partial(_tableaux, put_back, 10)


def _wins(shoe: Shoe, coups: int) -> Record:
    return fortune.wins(shoe, coups).record()


def _policy(shoe: Shoe, cover: fortune.Cover) -> Record:
    return fortune.pass_after(fortune.coup_law(shoe), 5, cover=cover).record(shoe)


def _double(shoe: Shoe) -> Record:
    return fortune.double(fortune.coup_law(shoe)).record(shoe)


def _tax(shoe: Shoe) -> Record:
    return fortune.tax_of_shoe(shoe).record()


def _ruin(shoe: Shoe, commission: str, capital: str, target: str | None, coups: int | None) -> Record:
    gain = fortune.gains(fortune.coup_law(shoe), commission=commission)
    return fortune.ruin(gain, capital, target, coups).record(shoe, commission)


def _tableaux(shoe: Shoe, coups: int | None) -> Record:
    both = fortune.tableaux(fortune.two_tableaux_law(shoe))
    return both.record(shoe, None if coups is None else fortune.ruin(both.gain, 4, coups=coups))
