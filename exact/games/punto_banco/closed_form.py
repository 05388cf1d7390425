"""The counts of punto banco as functions of the number of packs d.

Nobody chooses, so which six cards in which order win for whom is fixed. A deal with m_v cards of v points
comes up in a product of falling factorials (4 d)_(m_v) and (16 d)_(m_10) ways, with six factors in all: a
polynomial in d of degree six. So is a sum of such, and its values at d = 1, ..., 7 determine it:
interpolation is here a proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from exact.games.punto_banco import kernel
from exact.packs import function_text, interpolated, quotient
from exact.shoe import Shoe

if TYPE_CHECKING:
    import sympy

    from exact.records import Record


@dataclass(frozen=True)
class Counts:
    """Ordered deals of six cards from d full packs, by result: polynomials in the symbol d.

    They are out of (52 d)(52 d - 1)...(52 d - 5) for every d >= 1. ``tie``: equal final totals.
    """

    banco: sympy.Expr
    punto: sympy.Expr
    tie: sympy.Expr

    def named(self) -> dict[str, sympy.Expr]:
        """Result -> polynomial."""
        return {"banco": self.banco, "punto": self.punto, "tie": self.tie}

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.punto_banco.record import closed_form_record

        return closed_form_record(self)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{name}</th><td>{function_text(count)}</td></tr>" for name, count in self.named().items()
        )
        return f"<table><caption>Ordered six-card deals from d packs</caption>{rows}</table>"


@cache
def counts() -> Counts:
    """How many ordered six-card deals each result gets from d packs, under the fixed tableau."""
    nodes = list(range(1, kernel.CARDS + 2))
    deals = kernel.deals([Shoe.packs(d) for d in nodes])
    one = fmpq_poly([1])
    return Counts(
        *(
            quotient(interpolated(nodes, [fmpq(int(count)) for count in values]), one)
            for values in zip(*deals, strict=True)
        )
    )
