"""The counts of punto banco as functions of the number of packs d.

The number of ordered deals of one word of six card values from d packs is a product of falling factorials of
4 d and 16 d: a polynomial in d of degree six. So are the counts of banco, punto and tie, and their values at
d = 1, ..., 7 determine them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from flint import fmpq, fmpq_poly

from exact.games.punto_banco import kernel
from exact.games.punto_banco.rules import RESULTS
from exact.packs import interpolated, quotient
from exact.shoe import Shoe

if TYPE_CHECKING:
    import sympy

_NODES: Final = range(1, kernel.CARDS + 2)


@cache
def _counts() -> tuple[sympy.Expr, ...]:
    found = kernel.deals([Shoe.packs(packs) for packs in _NODES])
    return tuple(
        quotient(interpolated(list(_NODES), [fmpq(deals[place]) for deals in found]), fmpq_poly([1]))
        for place in range(len(RESULTS))
    )


def counts() -> dict[str, sympy.Expr]:
    """How many ordered six-card deals from d packs banco wins, punto wins, and are tied.

    Polynomials of degree six in the symbol d, valid for every d >= 1; together (52 d)(52 d - 1)...(52 d - 5).
    """
    return dict(zip(RESULTS, _counts(), strict=True))
