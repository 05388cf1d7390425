"""Boxes of plays (p, q) of the two tableaux, and what the banker's cells are worth in them.

A box is a product of two *parts* of the interval 0..1: each a single point, or an open interval. So a square
can be split without overlap, the lines between the pieces being pieces themselves. A form k + a p + b q + m p
q takes its extremes on a closed box at the corners; where all corners have one sign, and not all are nought,
it has that sign on the whole of an open box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.games.baccara_banque.game import Form, at
from exact.games.baccara_banque.surd import Exact, quadratic_roots


@dataclass(frozen=True, slots=True)
class Part:
    """A point (``low`` = ``high``), or the open interval between both."""

    low: Fraction
    high: Fraction

    @property
    def point(self) -> bool:
        return self.low == self.high

    @property
    def ends(self) -> tuple[Fraction, ...]:
        return (self.low,) if self.point else (self.low, self.high)

    def holds(self, x: Exact) -> bool:
        return bool(x == self.low) if self.point else bool(self.low < x and x < self.high)

    def split(self, x: Fraction) -> tuple[Part, ...]:
        return Part(self.low, x), Part(x, x), Part(x, self.high)


@dataclass(frozen=True, slots=True)
class Box:
    """The product of two parts."""

    p: Part
    q: Part

    def corners(self) -> Iterator[tuple[Fraction, Fraction]]:
        return ((p, q) for p in self.p.ends for q in self.q.ends)

    def values(self, form: Form) -> list[Fraction]:
        """The form at the corners."""
        return [Fraction(at(form, p, q)) for p, q in self.corners()]  # type: ignore[arg-type]

    def sign(self, form: Form) -> int | None:
        """1 or -1: the form's sign in the whole box; 0: it vanishes in the whole box; None: neither."""
        values = self.values(form)
        if min(values) >= 0:
            return int(max(values) > 0)
        return -1 if max(values) <= 0 else None

    def holds(self, p: Exact, q: Exact) -> bool:
        return self.p.holds(p) and self.q.holds(q)

    @property
    def width(self) -> Fraction:
        return max(self.p.high - self.p.low, self.q.high - self.q.low)

    def split(self) -> list[Box]:
        """Three boxes: halves along the longer side, and the line between."""
        p, q = self.p, self.q
        if p.high - p.low >= q.high - q.low:
            return self.split_p((p.low + p.high) / 2)
        return self.split_q((q.low + q.high) / 2)

    def split_p(self, x: Fraction) -> list[Box]:
        return [replace(self, p=part) for part in self.p.split(x)]

    def split_q(self, x: Fraction) -> list[Box]:
        return [replace(self, q=part) for part in self.q.split(x)]

    def split_at(self, form: Form) -> list[Box] | None:
        """Three boxes, divided by the line on which the form vanishes, if it is parallel to a side."""
        if not self.p.point and (self.q.point or not (form[2] or form[3])):
            k, a = form[0] + form[2] * self.q.low, form[1] + form[3] * self.q.low
            return self.split_p(Fraction(-k) / a)
        if not self.q.point and (self.p.point or not (form[1] or form[3])):
            k, b = form[0] + form[1] * self.p.low, form[2] + form[3] * self.p.low
            return self.split_q(Fraction(-k) / b)
        return None


UNIT = Part(Fraction(0), Fraction(1))


def crossings(one: Form, other: Form) -> list[tuple[Exact, Exact]] | None:
    """The points at which both forms vanish; None if there are infinitely many, or it cannot be said."""
    (k, a, b, m), (e, c, d, n) = one, other
    # From the first q = -(k + a p)/(b + m p), put into the second.
    polynomial = (e * b - d * k, e * m + c * b - d * a - n * k, c * m - n * a)
    if not any(polynomial):
        return None
    found: list[tuple[Exact, Exact]] = []
    for p in quadratic_roots(*polynomial):
        below = b + m * p
        if below != 0:
            found.append((p, -(k + a * p) / below))
        elif k + a * p == 0:
            # The first vanishes for this p whatever q is.
            if d + n * p == 0:
                if e + c * p == 0:
                    return None
                continue
            found.append((p, -(e + c * p) / (d + n * p)))
    return found
