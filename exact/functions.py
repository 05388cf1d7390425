"""Functions of the number of packs d in records: their coefficients, and their values for a few d."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from exact.packs import at_packs, coefficients
from exact.records import Cell, Column, Table

if TYPE_CHECKING:
    import sympy

#: The numbers of packs for which records say the values of functions.
SHOWN: Final = range(1, 13)
PURE: Final = "pure number"
#: What is assumed of the shoe.
FULL_PACKS: Final = "The shoe holds d full packs of 52 cards, all orders of which are equally likely."

PACKS: Final = Column("packs", "number of packs d", "label")
POWER: Final = Column("power", "power of d", "label")


def coefficient_table(functions: Mapping[tuple[str, ...], sympy.Expr], columns: tuple[Column, ...]) -> Table:
    """Numerator and denominator of each function, in lowest terms, a row for each power of d.

    ``functions``: the labels that name a function, which stand in ``columns``, and the function.
    """
    rows: list[tuple[Cell, ...]] = []
    for labels, function in functions.items():
        for power, (above, below) in enumerate(zip_longest(*coefficients(function), fillvalue=0)):
            rows.append((*labels, str(power), above, below))
    parts = (Column(part, f"its coefficient in the {part}", PURE) for part in ("numerator", "denominator"))
    return Table((*columns, POWER, *parts), tuple(rows))


def value_table(functions: Mapping[str, sympy.Expr], unit: str) -> Table:
    """The functions' values for 1 to 12 packs; ``functions``: the name of the column, and the function."""
    rows: list[tuple[Cell, ...]] = [(str(d), *(at_packs(f, d) for f in functions.values())) for d in SHOWN]
    return Table((PACKS, *(Column(name, name, unit) for name in functions)), tuple(rows))
