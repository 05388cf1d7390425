"""Exact pivoting: the two algorithms behind `exact.equilibrium`, in rationals of python-flint.

Both work on boxes: every unknown lies in 0..1. Neither can cycle, both end: ties are broken by an
infinitesimal perturbation (the lexicographic rule) or by Bland's rule. Floats play no part.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq

Row = list[fmpq]
_ZERO, _ONE = fmpq(0), fmpq(1)


class BoxProgram:
    """The linear program of a zero-sum game on two boxes.

    The minimiser's m unknowns x and the maximiser's n unknowns y meet in
    ``rows.x + columns.y + x'(matrix)y``. For the maximiser this is the program::

        maximise columns.y - sum(t)   with   rows + (matrix)y = s - t,   0 <= y <= 1,   s, t >= 0,

    which the pivots solve; x is its dual solution. The minimiser's coefficients are perturbed to
    ``rows[i] + sense * eps^(i+1)``: for an infinitesimal eps no basis is degenerate, and x comes out as
    the lexicographically first of the optimal ones (``sense`` 1) or the last (``sense`` -1).
    """

    def __init__(
        self, rows: Sequence[int], columns: Sequence[int], matrix: Sequence[Sequence[int]], sense: int = 1
    ) -> None:
        self.m, self.n, self.sense = len(rows), len(columns), sense
        m, n = self.m, self.n
        # The unknowns, in this order: y (n of them), s (m), t (m).
        self.table: list[Row] = []
        self.basis: list[int] = []
        self.values: Row = []
        self.reduced: Row = [fmpq(c) for c in columns] + [_ZERO] * m + [-_ONE] * m
        for i, b in enumerate(rows):
            sign = 1 if b > 0 or (b == 0 and sense > 0) else -1
            row = [fmpq(-sign * a) for a in matrix[i]] + [_ZERO] * (2 * m)
            row[n + i], row[n + m + i] = fmpq(sign), fmpq(-sign)
            self.table.append(row)
            self.values.append(fmpq(abs(b)))
            self.basis.append(n + i if sign > 0 else n + m + i)
            if sign < 0:
                self.reduced = [d - a for d, a in zip(self.reduced, [-a for a in row], strict=True)]
        self.basic = set(self.basis)
        self.at_one: set[int] = set()
        while (entering := self._steepest()) is not None:
            self._enter(entering, self.reduced, lexicographic=True)

    def minimiser(self) -> Row:
        """The optimal x that the perturbation selects."""
        return [-self.reduced[self.n + i] for i in range(self.m)]

    def degenerate(self) -> bool:
        """Whether a basic unknown lies on a bound: only then can x fail to be unique."""
        return any(
            value == 0 or (k < self.n and value == 1)
            for k, value in zip(self.basis, self.values, strict=True)
        )

    def maximiser(self) -> Row:
        """The optimal y at the current basis."""
        y = [_ONE if j in self.at_one else _ZERO for j in range(self.n)]
        for k, value in zip(self.basis, self.values, strict=True):
            if k < self.n:
                y[k] = value
        return y

    def movable(self) -> list[int]:
        """The unknowns off the basis that may move without loss: without any, y is unique."""
        return [k for k in range(len(self.reduced)) if k not in self.basic and self.reduced[k] == 0]

    def extreme_maximiser(self, sense: int) -> Row:
        """The lexicographically first (``sense`` 1) or last (-1) of the optimal y. Changes the basis."""
        frozen = {k for k, d in enumerate(self.reduced) if d != 0}
        for j in range(self.n):
            # From here on every basis is optimal; prefer a small (large) y_j, then keep it.
            if len(frozen) + len(self.basis) == len(self.reduced):
                break
            if j in self.basic:
                source = self.table[self.basis.index(j)]
                wish = [fmpq(sense) * a for a in source]
                wish[j] = _ZERO
            else:
                wish = [_ZERO] * len(self.reduced)
                wish[j] = fmpq(-sense)
            while (entering := self._first(wish, frozen)) is not None:
                self._enter(entering, wish, lexicographic=False)
            frozen |= {k for k, d in enumerate(wish) if d != 0}
        return self.maximiser()

    # ------------------------------------------------------------------ steps

    def _improves(self, k: int, d: fmpq) -> bool:
        if k in self.basic:
            return False
        return bool(d < 0) if k in self.at_one else bool(d > 0)

    def _steepest(self) -> int | None:
        """The unknown off the basis that improves the objective fastest."""
        found, best = None, _ZERO
        for k, d in enumerate(self.reduced):
            if self._improves(k, d) and abs(d) > best:
                found, best = k, abs(d)
        return found

    def _first(self, wish: Row, frozen: set[int]) -> int | None:
        """Bland's rule: the first unknown that improves the wish and may move."""
        return next((k for k, d in enumerate(wish) if k not in frozen and self._improves(k, d)), None)

    def _perturbation(self, row: int) -> Row:
        """The coefficients of eps, eps^2, ... in the value of a basic unknown."""
        return [self.sense * a for a in self.table[row][self.n : self.n + self.m]]

    def _enter(self, entering: int, objective: Row, lexicographic: bool) -> None:
        """Move an unknown off its bound until a basic one, or it itself, meets a bound."""
        up = entering not in self.at_one
        best: tuple[fmpq, Row] | None = (_ONE, []) if entering < self.n else None
        leaving, leaves_at_one = -1, False
        for r, row in enumerate(self.table):
            slope = row[entering] if up else -row[entering]
            if slope == 0 or (slope < 0 and self.basis[r] >= self.n):
                continue
            room = self.values[r] / slope if slope > 0 else (self.values[r] - 1) / slope
            if best is not None and room > best[0]:
                continue
            if best is not None and room == best[0]:
                if lexicographic:
                    mine = [a / slope for a in self._perturbation(r)]
                    theirs = best[1] or self._relative(leaving, entering, up)
                    if mine >= theirs:
                        continue
                elif leaving >= 0 and self.basis[r] > self.basis[leaving]:
                    continue
            best, leaving, leaves_at_one = (room, []), r, bool(slope < 0)
        assert best is not None, "the program of a game on boxes is bounded"
        step = best[0] if up else -best[0]
        for r, row in enumerate(self.table):
            self.values[r] -= step * row[entering]
        if leaving < 0:
            self.at_one ^= {entering}
            return
        left = self.basis[leaving]
        value = (_ZERO if up else _ONE) + step
        self.at_one.discard(entering)
        if leaves_at_one:
            self.at_one.add(left)
        self.basis[leaving] = entering
        self.values[leaving] = value
        self.basic = set(self.basis)
        _eliminate(self.table, leaving, entering, [self.reduced, objective])

    def _relative(self, leaving: int, entering: int, up: bool) -> Row:
        """The perturbation of the room that the current candidate leaves."""
        if leaving < 0:
            return [_ZERO] * self.m
        slope = self.table[leaving][entering] if up else -self.table[leaving][entering]
        return [a / slope for a in self._perturbation(leaving)]


class BoxPath:
    """Lemke's path to a solution of a complementarity problem on a box.

    Sought is z in the box with F(z) = (matrix) z + constants such that for each k: F_k >= 0 where
    z_k = 0, F_k <= 0 where z_k = 1, F_k = 0 in between. The path solves this for F + z0 * direction, with
    the direction that makes the given corner of the box the solution for large z0, and follows z0
    down to nought. It stays in the box and cannot return to its beginning, so it gets there.
    """

    def __init__(
        self, constants: Sequence[int], matrix: Sequence[Sequence[int]], corner: Sequence[int]
    ) -> None:
        size = len(constants)
        self.size = size
        # The unknowns, in this order: w = F(z) + z0 * direction (size of them), z (size), z0.
        self.table: list[Row] = []
        self.values: Row = []
        self.basis = list(range(size))
        self.at_one = {size + k for k, bit in enumerate(corner) if bit}
        for k in range(size):
            direction = -_ONE if corner[k] else _ONE
            row = [fmpq(int(k == i)) for i in range(size)] + [fmpq(-a) for a in matrix[k]] + [-direction]
            self.table.append(row)
            start = constants[k] + sum(a for a, bit in zip(matrix[k], corner, strict=True) if bit)
            self.values.append(fmpq(start))
        self._follow()

    def solution(self) -> Row:
        z = [_ONE if self.size + k in self.at_one else _ZERO for k in range(self.size)]
        for k, value in zip(self.basis, self.values, strict=True):
            if self.size <= k < 2 * self.size:
                z[k - self.size] = value
        return z

    def _follow(self) -> None:
        size, last = self.size, 2 * self.size
        # Start: z0 large enough for the corner, decreasing until the first w meets nought.
        needed = [
            (value * row[last], [a * row[last] for a in row[:size]])
            for value, row in zip(self.values, self.table, strict=True)
        ]
        if all(need[0] <= 0 for need in needed):
            return
        first = max(range(size), key=lambda k: needed[k])
        z0 = needed[first][0]
        for r, row in enumerate(self.table):
            self.values[r] -= z0 * row[last]
        self._replace(first, last, z0)
        entering, up = size + first, size + first not in self.at_one
        while True:
            flipped, leaving, rises = self._step(entering, up)
            if flipped:
                # z went through the whole box: now its w leaves nought, away from the bound's sign.
                entering, up = entering - size, not up
                continue
            if leaving == last:
                return
            if leaving < size:
                entering, up = leaving + size, leaving + size not in self.at_one
            else:
                entering, up = leaving - size, not rises

    def _step(self, entering: int, up: bool) -> tuple[bool, int, bool]:
        """Move ``entering``; what stopped it: (its own other bound?, the unknown that left, at one?)."""
        size, last = self.size, 2 * self.size
        boxed = size <= entering < last
        best: tuple[fmpq, Row] | None = (_ONE, [_ZERO] * size) if boxed else None
        stop, stop_at_one = -1, False
        for r, row in enumerate(self.table):
            slope = row[entering] if up else -row[entering]
            if slope == 0:
                continue
            basic = self.basis[r]
            goal = self._goal(basic, falling=bool(slope > 0))
            if goal is None:
                continue
            room = (self.values[r] - goal) / slope
            if best is not None and room > best[0]:
                continue
            relative = [a / slope for a in row[:size]]
            if basic == last:
                relative = [fmpq(-1)] * size  # at z0 = 0 the unperturbed problem is solved: stop first
            if best is None or room < best[0] or relative < best[1]:
                best, stop, stop_at_one = (room, relative), r, goal == 1
        assert best is not None, "the path of a complementarity problem on a box is bounded"
        step = best[0] if up else -best[0]
        for r, row in enumerate(self.table):
            self.values[r] -= step * row[entering]
        if stop < 0:
            self.at_one ^= {entering}
            return True, entering, False
        left = self.basis[stop]
        start = _ONE if entering in self.at_one else _ZERO
        self.at_one.discard(entering)
        if size <= left < last and stop_at_one:
            self.at_one.add(left)
        self._replace(stop, entering, start + step)
        return False, left, stop_at_one

    def _goal(self, basic: int, falling: bool) -> fmpq | None:
        """The bound that a basic unknown meets when it falls or rises, if there is one."""
        size = self.size
        if basic == 2 * size:
            return _ZERO if falling else None
        if basic >= size:
            return _ZERO if falling else _ONE
        # w is >= 0 where z is at nought, <= 0 where z is at one.
        return _ZERO if falling == (basic + size not in self.at_one) else None

    def _replace(self, r: int, entering: int, value: fmpq) -> None:
        self.basis[r] = entering
        self.values[r] = value
        _eliminate(self.table, r, entering, [])


def _eliminate(table: list[Row], pivot_row: int, pivot_column: int, more: list[Row]) -> None:
    """Make the pivot's column a unit column, in the table and in the rows ``more``, in place."""
    pivot = table[pivot_row][pivot_column]
    row = table[pivot_row] if pivot == 1 else [a / pivot for a in table[pivot_row]]
    table[pivot_row] = row
    support = [k for k, a in enumerate(row) if a != 0]
    for other in [*(line for r, line in enumerate(table) if r != pivot_row), *more]:
        factor = other[pivot_column]
        if factor != 0:
            for k in support:
                other[k] -= factor * row[k]
