"""Exact functions of the number of packs d as tables of a record: their coefficients, and their values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from exact.packs import at_packs, coefficients
from exact.records import Cell, Column, Table

if TYPE_CHECKING:
    import sympy

#: The numbers of packs for which values are shown, so that the functions can be tried.
SHOWN: Final = range(1, 13)
ASSUMPTION: Final = "d full packs are shuffled together, d = 1, 2, ...; all orders are equally likely."


def coefficient_table(functions: Mapping[tuple[str, ...], sympy.Expr], *labels: Column) -> Table:
    """A row a coefficient: the function's labels, above or below the stroke, the power of d, the number."""
    rows: list[tuple[Cell, ...]] = []
    for label, expression in functions.items():
        for part, numbers in zip(("numerator", "denominator"), coefficients(expression), strict=True):
            rows += [(*label, part, str(power), number) for power, number in enumerate(numbers)]
    columns = (
        *labels,
        Column("part", "numerator or denominator of the quotient, in lowest terms", "label"),
        Column("power", "power of d, the number of packs", "label"),
        Column("coefficient", "integer coefficient", "pure number"),
    )
    return Table(columns, tuple(rows))


def value_table(functions: Mapping[str, sympy.Expr], meanings: Mapping[str, str], unit: str) -> Table:
    """The values of functions that hold for every d, for d = 1, ..., 12: a row a number of packs."""
    columns = (
        Column("packs", "number of packs d", "label"),
        *(Column(name, meanings[name], unit) for name in functions),
    )
    rows = (
        (str(packs), *(at_packs(expression, packs) for expression in functions.values())) for packs in SHOWN
    )
    return Table(columns, tuple(rows))
