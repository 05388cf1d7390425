"""The vertex of a restricted game of flows: its linear program by HiGHS, refined far beyond floats.

For the first side the program is, with w the prices of the second side's rooms::

    minimise   a.x + rho.w
    such that  w - (what a unit of y adds to later rooms, at their prices) - (matrix)'x >= b    (one row a y)
               x <= room of x                                                                   (one row an x)
               x, w >= 0

and its dual is the second side's. Rows and columns are scaled by powers of two, so that rare infosets count
as much as frequent ones. A solution in floats is refined: what it misses, computed exactly in integers
of `_BITS` binary places, is magnified and solved again. Only the final basis is used: it says who mixes where.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from flint import fmpz_mat

from exact.errors import ExactError

if TYPE_CHECKING:
    from exact.settling import Restricted

#: Binary places of the fixed-point numbers; what they round away is far below any difference that counts.
_BITS: Final = 400
_ROUNDS: Final = 12
_MAGNIFIED: Final = 2**24


@dataclass(frozen=True)
class Vertex:
    """Which open nodes of x and y stand (0), draw (1) or are mixed (2) at an optimal vertex."""

    x: list[int]
    y: list[int]


def vertex(small: Restricted) -> Vertex:
    """An optimal vertex of the restricted game."""
    return _Program(small).vertex()


class _Program:
    def __init__(self, small: Restricted) -> None:
        m, n = len(small.x), len(small.y)
        self.m, self.n = m, n
        rooms_y = [room for s in sorted(small.seconds) for room in _rooms(small, s)]
        most: list[int] = []
        for base, more in small.first.room:
            most.append(base + sum(amount * most[k] for k, amount in more.items()))
        e = [max(room, 1).bit_length() for room in most]
        f = []
        for j in range(n):
            largest = max([abs(small.b[j]), *(abs(small.matrix[i][j]) << e[i] for i in range(m)), 1])
            f.append(largest.bit_length())
        rows: list[dict[int, int]] = []
        sides: list[int] = []
        for j in range(n):
            row = {i: _shift(-small.matrix[i][j], e[i] - f[j]) for i in range(m) if small.matrix[i][j]}
            row[m + j] = row.get(m + j, 0) + _shift(1, 0)
            rows.append(row)
            sides.append(_shift(small.b[j], -f[j]))
        for k, (_, more) in enumerate(rooms_y):
            for j, amount in more.items():
                rows[j][m + k] = rows[j].get(m + k, 0) - _shift(amount, f[k] - f[j])
        for i, (base, more) in enumerate(small.first.room):
            row = {i: -_shift(1, 0)}
            for k, amount in more.items():
                row[k] = _shift(amount, e[k] - e[i])
            rows.append(row)
            sides.append(-_shift(base, -e[i]))
        # Costs are scaled so that the largest is of the order of one.
        costs = [small.a[i] << e[i] for i in range(m)]
        costs += [base << f[k] for k, (base, _) in enumerate(rooms_y)]
        top = max(map(abs, costs), default=1).bit_length()
        self.costs = [_shift(c, -top) for c in costs]
        self.sides, self.rows = sides, rows
        self.exact = fmpz_mat(m + n, m + n)
        for r, row in enumerate(rows):
            for c, v in row.items():
                self.exact[r, c] = v

    def vertex(self) -> Vertex:
        import highspy

        m, n = self.m, self.n
        size = m + n
        one = 1 << _BITS
        solver = highspy.Highs()
        solver.setOptionValue("output_flag", False)
        solver.setOptionValue("log_to_console", False)
        solver.setOptionValue("threads", 1)
        solver.setOptionValue("primal_feasibility_tolerance", 1e-9)
        solver.setOptionValue("dual_feasibility_tolerance", 1e-9)
        solver.passModel(self._model(highspy))
        z, pi = [0] * size, [0] * size
        costs, sides = list(self.costs), list(self.sides)
        lower = [0] * size
        magnify_x = magnify_pi = 1
        transposed = self.exact.transpose()
        for turn in range(_ROUNDS):
            columns = np.arange(size, dtype=np.int32)
            if turn:
                infinity = np.full(size, highspy.kHighsInf)
                solver.changeColsCost(size, columns, _floats(costs))
                solver.changeColsBounds(size, columns, _floats(lower), infinity)
                solver.changeRowsBounds(size, columns, _floats(sides), infinity)
            solver.run()
            if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                if turn == 0:
                    raise ExactError("equilibrium: the linear program found no optimum; please report this game")
                break
            found = solver.getSolution()
            z = [a + _fixed(v) // magnify_x for a, v in zip(z, found.col_value, strict=True)]
            pi = [a + _fixed(v) // magnify_pi for a, v in zip(pi, found.row_dual, strict=True)]
            done = [int(v) >> _BITS for v in (self.exact * fmpz_mat(size, 1, z)).entries()]
            priced = [int(v) >> _BITS for v in (transposed * fmpz_mat(size, 1, pi)).entries()]
            sides = [a - b for a, b in zip(self.sides, done, strict=True)]
            costs = [a - b for a, b in zip(self.costs, priced, strict=True)]
            # What is violated: rows below their side, columns below nought, costs of the wrong sign, slack that pays.
            missing = max([0, *sides, *(-v for v in z)])
            wrong = max([0, *(-c for c in costs), *(-p for p in pi)])
            slack = max([0, *(min(c, v) for c, v in zip(costs, z, strict=True)), *(min(p, -s) for p, s in zip(pi, sides, strict=True))])
            worst_x, worst_pi = max(missing, slack), max(wrong, slack)
            if max(worst_x, worst_pi) <= one >> 330:
                break
            magnify_x = min(magnify_x * _MAGNIFIED, one // max(worst_x, 1))
            magnify_pi = min(magnify_pi * _MAGNIFIED, one // max(worst_pi, 1))
            sides = [v * magnify_x for v in sides]
            lower = [-v * magnify_x for v in z]
            costs = [v * magnify_pi for v in costs]
        basis = solver.getBasis()
        basic = highspy.HighsBasisStatus.kBasic
        column = [status == basic for status in basis.col_status]
        row = [status == basic for status in basis.row_status]
        x = [0 if not column[i] else 2 if row[n + i] else 1 for i in range(m)]
        y = [0 if row[j] else 1 if column[m + j] else 2 for j in range(n)]
        return Vertex(x, y)

    def _model(self, highspy: Any) -> Any:
        size = self.m + self.n
        model = highspy.HighsLp()
        model.num_col_ = model.num_row_ = size
        model.col_cost_ = _floats(self.costs)
        model.col_lower_ = np.zeros(size)
        model.col_upper_ = np.full(size, highspy.kHighsInf)
        model.row_lower_ = _floats(self.sides)
        model.row_upper_ = np.full(size, highspy.kHighsInf)
        starts, index, value = [0], [], []
        for row in self.rows:
            for c, v in sorted(row.items()):
                number = v / (1 << _BITS)
                if number:
                    index.append(c)
                    value.append(number)
            starts.append(len(index))
        model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        model.a_matrix_.start_ = np.array(starts, dtype=np.int32)
        model.a_matrix_.index_ = np.array(index, dtype=np.int32)
        model.a_matrix_.value_ = np.array(value)
        return model


def _rooms(small: Restricted, signal: int) -> list[tuple[int, dict[int, int]]]:
    """The rooms of one signal's open nodes, numbered as in ``small.y``."""
    before = sum(len(small.seconds[s].opened) for s in sorted(small.seconds) if s < signal)
    return [(base, {before + k: v for k, v in more.items()}) for base, more in small.seconds[signal].room]


def _shift(number: int, bits: int) -> int:
    """number * 2**bits as a fixed-point number."""
    bits += _BITS
    return number << bits if bits >= 0 else number >> -bits


def _fixed(number: float) -> int:
    above, below = float(number).as_integer_ratio()
    return (above << _BITS) // below


def _floats(numbers: list[int]) -> Any:
    return np.array([v / (1 << _BITS) for v in numbers])
