"""An exact optimum of a restricted game of flows: HiGHS guesses a basis, exact pivots mend it.

For the first side the linear program is, with w the prices of the second side's rooms::

    minimise   a.x + rho.w
    such that  w - (what a unit of y adds to later rooms, at their prices) - (matrix)'x >= b    (one row a y)
               x <= room of x                                                                   (one row an x)
               x, w >= 0

and its dual solution is y. HiGHS gets it scaled by powers of two, row by row and column by column, so that
rare infosets count as much as frequent ones; of its answer only the basis is taken. From there on everything
is exact: the basis is solved in integers (`fmpz_mat.solve`), a dual and then a primal simplex method
repair what the floats did not see. Both end: from some pivot on the first of all candidates is taken (Bland).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final

import numpy as np
from flint import fmpq, fmpz_mat

from exact.errors import ExactError

if TYPE_CHECKING:
    from exact.settling import Restricted

#: Pivots after which the first of all candidates is taken, which cannot cycle.
_PATIENCE: Final = 200


def optimum(small: Restricted) -> tuple[list[Fraction], list[Fraction]]:
    """The amounts x and y that draw in the open nodes at an optimal vertex of the restricted game."""
    program = Program(small)
    if not program.size:
        return [], []
    program.repair(program.guess())
    return program.amounts()


class Program:
    """minimise costs.z such that (rows) z - s = sides, z and s >= 0; all of it integers."""

    def __init__(self, small: Restricted) -> None:
        m, n = len(small.x), len(small.y)
        self.m, self.n, self.size = m, n, m + n
        rooms = [room for s in sorted(small.seconds) for room in _rooms(small, s)]
        self.costs = [*small.a, *(base for base, _ in rooms)]
        self.sides = [*small.b, *(-base for base, _ in small.first.room)]
        self.rows: list[dict[int, int]] = []
        for j in range(n):
            row = {i: -small.matrix[i][j] for i in range(m) if small.matrix[i][j]}
            row[m + j] = 1
            self.rows.append(row)
        for k, (_, more) in enumerate(rooms):
            for j, amount in more.items():
                self.rows[j][m + k] = self.rows[j].get(m + k, 0) - amount
        for i, (_, more) in enumerate(small.first.room):
            self.rows.append({i: -1, **more})
        self._scales(small)
        self.columns: list[list[tuple[int, int]]] = [[] for _ in range(2 * self.size)]
        for r, row in enumerate(self.rows):
            for c, v in row.items():
                self.columns[c].append((r, v))
            self.columns[self.size + r].append((r, -1))

    def _scales(self, small: Restricted) -> None:
        """Powers of two: a column stands for 2**e of its unknown, a row is divided by 2**f."""
        most: list[int] = []
        for base, more in small.first.room:
            most.append(base + sum(amount * most[k] for k, amount in more.items()))
        self.e = [max(room, 1).bit_length() for room in most]
        self.f = [
            max(
                [
                    abs(small.b[j]),
                    *(abs(line[j]) << e for line, e in zip(small.matrix, self.e, strict=True)),
                    1,
                ]
            ).bit_length()
            for j in range(self.n)
        ]
        self.e += self.f
        self.f = [*self.f, *self.e[: self.m]]

    # ------------------------------------------------------------------ the guess

    def guess(self) -> list[int]:
        """The basis that HiGHS ends with, as columns: z, then s."""
        import highspy

        size = self.size
        # Highs() itself prints a banner that no option silences; its base class does not.
        solver = getattr(highspy.highs, "_Highs", highspy.Highs)()
        for name, value in (("output_flag", False), ("threads", 1), ("solver", "simplex")):
            solver.setOptionValue(name, value)
        for name in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
            solver.setOptionValue(name, 1e-9)
        model = highspy.HighsLp()
        model.num_col_ = model.num_row_ = size
        top = max((abs(c) << e for c, e in zip(self.costs, self.e, strict=True)), default=1).bit_length()
        model.col_cost_ = np.array([_power(c, e - top) for c, e in zip(self.costs, self.e, strict=True)])
        model.col_lower_ = np.zeros(size)
        model.col_upper_ = model.row_upper_ = np.full(size, highspy.kHighsInf)
        model.row_lower_ = np.array([_power(b, -f) for b, f in zip(self.sides, self.f, strict=True)])
        starts, index, value_ = [0], [], []
        for r, row in enumerate(self.rows):
            for c, v in sorted(row.items()):
                number = _power(v, self.e[c] - self.f[r])
                if abs(number) > 1e-9:
                    index.append(c)
                    value_.append(number)
            starts.append(len(index))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
        model.a_matrix_.index_ = np.array(index, dtype=np.int32)
        model.a_matrix_.value_ = np.array(value_)
        solver.passModel(model)
        solver.run()
        basis = solver.getBasis()
        # A row that is not tight has its slack in the basis.
        states = [*basis.col_status, *basis.row_status]
        found = [c for c, status in enumerate(states) if status == highspy.HighsBasisStatus.kBasic]
        return found if len(found) == size and self._factored(found) else list(range(size, 2 * size))

    # ------------------------------------------------------------------ exact pivots

    def repair(self, basis: list[int]) -> None:
        """From any basis to an optimal one."""
        self.basis, self.pivots = list(basis), 0
        self._update(self.costs + [0] * self.size)
        # Costs that are wrong are lifted first, so that the basis is dual feasible; then put right again.
        lifted = self.costs + [0] * self.size
        for c, d in self.reduced.items():
            if d < 0:
                lifted[c] -= _floor(d)
        self._update(lifted)
        while (row := self._leaving()) is not None:
            self._dual_pivot(row)
            self._update(lifted)
        self._update(self.costs + [0] * self.size)
        while (column := self._entering()) is not None:
            self._primal_pivot(column)
            self._update(self.costs + [0] * self.size)

    def _factored(self, basis: list[int]) -> Factored | None:
        found = Factored([self.columns[c] for c in basis])
        return found if found.regular else None

    def _update(self, costs: list[int]) -> None:
        """The values of the basis, the prices of the rows and the reduced costs of the other columns."""
        factored = self._factored(self.basis)
        assert factored is not None, "a basis is regular"
        self.factored = factored
        self.values = factored.solve([fmpq(b) for b in self.sides])
        self.prices = factored.solve_transposed([fmpq(costs[c]) for c in self.basis])
        inside = set(self.basis)
        whole, scale = _over_one(self.prices)
        self.reduced = {
            c: fmpq(costs[c] * scale - sum(whole[r] * v for r, v in column), scale)
            for c, column in enumerate(self.columns)
            if c not in inside
        }

    def _weight(self, column: int) -> int:
        """The binary exponent by which a column's unknown is scaled."""
        return self.e[column] if column < self.size else self.f[column - self.size]

    def _leaving(self) -> int | None:
        wrong = [k for k, v in enumerate(self.values) if v < 0]
        if not wrong:
            return None
        self.pivots += 1
        if self.pivots > _PATIENCE:
            return min(wrong, key=lambda k: self.basis[k])
        return min(wrong, key=lambda k: _scaled(self.values[k], -self._weight(self.basis[k])))

    def _entering(self) -> int | None:
        wrong = [c for c, d in self.reduced.items() if d < 0]
        if not wrong:
            return None
        self.pivots += 1
        if self.pivots > _PATIENCE:
            return min(wrong)
        return min(wrong, key=lambda c: _scaled(self.reduced[c], self._weight(c)))

    def _dual_pivot(self, row: int) -> None:
        """A basic unknown below nought leaves; what enters keeps all costs right."""
        line, scale = _over_one(
            self.factored.solve_transposed([fmpq(int(k == row)) for k in range(self.size)])
        )
        best: tuple[fmpq, int] | None = None
        for c, d in self.reduced.items():
            slope = fmpq(sum(line[r] * v for r, v in self.columns[c]), scale)
            if slope < 0 and (best is None or (-d / slope, c) < best):
                best = -d / slope, c
        if best is None:
            raise ExactError(
                "equilibrium: the linear program of a game has no solution; please report this game"
            )
        self.basis[row] = best[1]

    def _primal_pivot(self, column: int) -> None:
        """A column with a cost below nought enters; the first basic unknown that meets nought leaves."""
        side = [fmpq(0)] * self.size
        for r, v in self.columns[column]:
            side[r] = fmpq(v)
        move = self.factored.solve(side)
        rooms = [
            (v / a, self.basis[k], k) for k, (v, a) in enumerate(zip(self.values, move, strict=True)) if a > 0
        ]
        if not rooms:
            raise ExactError(
                "equilibrium: the linear program of a game is unbounded; please report this game"
            )
        self.basis[min(rooms)[2]] = column

    def amounts(self) -> tuple[list[Fraction], list[Fraction]]:
        """x and y at the present basis."""
        at = {c: v for c, v in zip(self.basis, self.values, strict=True) if c < self.m}
        return [_fraction(at.get(i, fmpq(0))) for i in range(self.m)], [
            _fraction(v) for v in self.prices[: self.n]
        ]


class Factored:
    """A square matrix, given by its sparse columns, made ready for exact solutions.

    Columns and rows with a single entry left are peeled off; what remains is solved by flint.
    """

    def __init__(self, columns: list[list[tuple[int, int]]]) -> None:
        self.columns, self.size = columns, len(columns)
        rows: list[list[tuple[int, int]]] = [[] for _ in columns]
        for c, column in enumerate(columns):
            for r, v in column:
                if v:
                    rows[r].append((c, v))
        self.rows = rows
        in_column = [{r for r, v in column if v} for column in columns]
        in_row = [{c for c, _ in row} for row in rows]
        #: (row, column, value) of the entries peeled off: columns with one entry, then rows with one.
        self.last: list[tuple[int, int, int]] = []
        self.first: list[tuple[int, int, int]] = []
        for lines, order, by_column in (
            (in_column, self.last, True),
            (in_row, self.first, False),
        ):
            waiting = [k for k, line in enumerate(lines) if len(line) == 1]
            while waiting:
                k = waiting.pop()
                if len(lines[k]) != 1:
                    continue
                (other,) = lines[k]
                r, c = (other, k) if by_column else (k, other)
                order.append((r, c, dict(columns[c])[r]))
                for line in in_row[r].copy():
                    in_column[line].discard(r)
                    if by_column and len(in_column[line]) == 1:
                        waiting.append(line)
                for line in in_column[c].copy():
                    in_row[line].discard(c)
                    if not by_column and len(in_row[line]) == 1:
                        waiting.append(line)
                in_row[r], in_column[c] = set(), set()
        done_rows = {r for r, _, _ in self.last + self.first}
        done_columns = {c for _, c, _ in self.last + self.first}
        self.kernel_rows = [r for r in range(self.size) if r not in done_rows]
        self.kernel_columns = [c for c in range(self.size) if c not in done_columns]
        place = {r: k for k, r in enumerate(self.kernel_rows)}
        self.regular = len(self.kernel_rows) == len(self.kernel_columns)
        size = len(self.kernel_rows)
        self.kernel = fmpz_mat(size, len(self.kernel_columns))
        for k, c in enumerate(self.kernel_columns):
            for r, v in columns[c]:
                if r in place:
                    self.kernel[place[r], k] = v
        self.regular = self.regular and (not size or self.kernel.rank() == size)

    def solve(self, side: list[fmpq]) -> list[fmpq]:
        """The numbers by which the columns sum to ``side``."""
        rest, found = list(side), [fmpq(0)] * self.size

        def put(c: int, v: fmpq) -> None:
            found[c] = v
            if v != 0:
                for r, a in self.columns[c]:
                    rest[r] -= a * v

        for r, c, a in self.first:
            put(c, rest[r] / a)
        inner = self._kernel([rest[r] for r in self.kernel_rows])
        for c, amount in zip(self.kernel_columns, inner, strict=True):
            put(c, amount)
        for r, c, a in reversed(self.last):
            put(c, rest[r] / a)
        return found

    def solve_transposed(self, side: list[fmpq]) -> list[fmpq]:
        """The numbers by which the rows sum to ``side``."""
        rest, found = list(side), [fmpq(0)] * self.size

        def put(r: int, v: fmpq) -> None:
            found[r] = v
            if v != 0:
                for c, a in self.rows[r]:
                    rest[c] -= a * v

        for r, c, a in self.last:
            put(r, rest[c] / a)
        for r, v in zip(
            self.kernel_rows,
            self._kernel([rest[c] for c in self.kernel_columns], transposed=True),
            strict=True,
        ):
            put(r, v)
        for r, c, a in reversed(self.first):
            put(r, rest[c] / a)
        return found

    def _kernel(self, side: list[fmpq], transposed: bool = False) -> list[fmpq]:
        if not side:
            return []
        whole, scale = _over_one(side)
        matrix = self.kernel.transpose() if transposed else self.kernel
        solution = matrix.solve(fmpz_mat(len(side), 1, whole))
        return [v / scale for v in solution.entries()]


def _over_one(numbers: list[fmpq]) -> tuple[list[int], int]:
    """The same numbers as integers over one denominator."""
    scale = lcm(*{int(v.q) for v in numbers})
    return [int(v.p) * (scale // int(v.q)) for v in numbers], scale


def _rooms(small: Restricted, signal: int) -> list[tuple[int, dict[int, int]]]:
    """The rooms of one signal's open nodes, numbered as in ``small.y``."""
    before = sum(len(small.seconds[s].opened) for s in sorted(small.seconds) if s < signal)
    return [(base, {before + k: v for k, v in more.items()}) for base, more in small.seconds[signal].room]


def _power(number: int, exponent: int) -> float:
    """number * 2**exponent as a float."""
    return float(number << exponent) if exponent >= 0 else number / (1 << -exponent)


def _scaled(number: fmpq, exponent: int) -> float:
    """A rational times 2**exponent as a float: a preference among candidates, no more."""
    above, below = int(number.p), int(number.q)
    return float((above << exponent) / below) if exponent >= 0 else above / (below << -exponent)


def _floor(number: fmpq) -> int:
    return int(number.p) // int(number.q)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
