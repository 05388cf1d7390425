"""Numbers y_j in 0..1 for which one or two sums of c_j y_j have the right signs: the first ones in the order.

The sums that such y give are, in one or two dimensions, a zonotope: the vectors c_j with coefficients in
0..1 added up. A sum that need not vanish but must not be negative (positive) adds a ray. What is
reached is the intersection of half-planes bounded by lines along the vectors and rays; so with the first
y fixed, that the others can do the rest is a finite number of linear inequalities.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from exact.games.baccara_banque.surd import Exact

#: What a sum must do: vanish, be at least nought, be at most nought.
VANISH: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = -1
#: A demand, and the constant and the coefficients of a sum.
Row = tuple[int, Sequence[Exact]]
Vector = tuple[Exact, Exact]

_ZERO, _ONE = Fraction(0), Fraction(1)


def first_play(rows: Sequence[Row], number: int, sense: int = 1) -> list[Exact] | None:
    """The lexicographically first (``sense`` -1: last) y with which all rows are right; None: there is none.

    All numbers lie in one field. At most two rows, each with ``number`` coefficients. There is only one such
    y exactly when the first is also the last.
    """
    assert len(rows) <= 2
    vectors = [_vector([row[1 + j] for _, row in rows]) for j in range(number)]
    target = _vector([-row[0] for _, row in rows])
    rays = []
    for place, (demand, _) in enumerate(rows):
        if demand != VANISH:
            rays.append(_vector([Fraction(-demand) if place == here else _ZERO for here in range(len(rows))]))
    directions = _directions([*vectors, *rays])
    # A half-plane can only bound what is reached if it bounds the rays.
    directions = [u for u in directions if all(_dot(u, ray) <= 0 for ray in rays)]
    reach: list[Exact] = [sum((_positive(_dot(u, c)) for c in vectors), _ZERO) for u in directions]
    if any(_dot(u, target) > most for u, most in zip(directions, reach, strict=True)):
        return None
    y: list[Exact] = []
    for c in vectors:
        low: Exact = _ZERO
        high: Exact = _ONE
        for place, u in enumerate(directions):
            along = _dot(u, c)
            reach[place] = reach[place] - _positive(along)
            # u.(target - c y) <= reach of the others
            slack = reach[place] - _dot(u, target)
            if along > 0:
                bound = -slack / along
                low = bound if bound > low else low
            elif along < 0:
                bound = slack / -along
                high = bound if bound < high else high
        chosen = low if sense > 0 else high
        y.append(chosen)
        target = target[0] - c[0] * chosen, target[1] - c[1] * chosen
    return y


def _directions(generators: Sequence[Vector]) -> list[Vector]:
    """The normals of what the vectors span, and enough others where they span a line or a point only."""
    found: dict[Vector, None] = {(_ONE, _ZERO): None, (_ZERO, _ONE): None}
    for x, y in generators:
        if x or y:
            found[_scaled((x, y))] = None
            found[_scaled((-y, x))] = None
    return [direction for x, y in found for direction in ((x, y), (-x, -y))]


def _scaled(vector: Vector) -> Vector:
    """The vector up to a positive or negative factor, so that parallel ones are the same."""
    x, y = vector
    return (_ONE, y / x) if x else (_ZERO, _ONE)


def _vector(numbers: Sequence[Exact]) -> Vector:
    x, y = (*numbers, _ZERO, _ZERO)[:2]
    return x, y


def _positive(x: Exact) -> Exact:
    return x if x > 0 else _ZERO


def _dot(u: Vector, v: Vector) -> Exact:
    return u[0] * v[0] + u[1] * v[1]
