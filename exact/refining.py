"""The vertex of a restricted game of flows: its linear program by HiGHS, refined far beyond floats.

For the first side the program is, with w the prices of the second side's rooms::

    minimise   a.x + rho.w
    such that  w - (what a unit of y adds to later rooms, at their prices) - (matrix)'x >= b    (one row a y)
               x <= room of x                                                                   (one row an x)
               x, w >= 0

and its dual is the second side's. Rows and columns are scaled by powers of two, so that rare infosets count
as much as frequent ones. A solution in floats is refined: what it misses, computed exactly in integers
of `_BITS` binary places, is magnified and solved again. Only this is used: who mixes where, which is
read off numbers that are right to some sixty decimal places.
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
_ROUNDS: Final = 24
_MAGNIFIED: Final = 2**40
_FAR: Final = 1 << (_BITS + 16)
#: Binary places to which the optimum must be true.
_SURE: Final = 200


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
        size, one = m + n, 1 << _BITS
        solver = highspy.Highs()
        for name, value in (
            ("output_flag", False),
            ("threads", 1),
            ("presolve", "off"),
            ("solver", "simplex"),
            ("primal_feasibility_tolerance", 1e-9),
            ("dual_feasibility_tolerance", 1e-9),
        ):
            solver.setOptionValue(name, value)
        solver.passModel(self._model(highspy))
        # The unknowns: x and w, then what each row has more than its side.
        z, pi, costs = [0] * (2 * size), [0] * size, [0] * (2 * size)
        transposed = self.exact.transpose()
        magnify_z = magnify_pi = 1
        columns = np.arange(2 * size, dtype=np.int32)
        for turn in range(_ROUNDS):
            solver.run()
            if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
                if turn == 0:
                    raise ExactError("equilibrium: the linear program found no optimum; please report this game")
                break
            found = solver.getSolution()
            z = [a + _fixed(v) // magnify_z for a, v in zip(z, found.col_value, strict=True)]
            pi = [a + _fixed(v) // magnify_pi for a, v in zip(pi, found.row_dual, strict=True)]
            done = [int(v) >> _BITS for v in (self.exact * fmpz_mat(size, 1, z[:size])).entries()]
            priced = [int(v) >> _BITS for v in (transposed * fmpz_mat(size, 1, pi)).entries()]
            sides = [a - b + more for a, b, more in zip(self.sides, done, z[size:], strict=True)]
            costs = [a - b for a, b in zip(self.costs, priced, strict=True)] + pi
            # What is violated: rows, signs of the unknowns, signs of their costs.
            missing = max([0, *map(abs, sides), *(-v for v in z)])
            wrong = max([0, *(-c for c in costs)])
            slack = max(min(c, v) for c, v in zip(costs, z, strict=True))
            if max(missing, wrong, slack) <= one >> _SURE:
                break
            # Where slack still pays the solution must be free to move far.
            magnify_z = min(magnify_z * _MAGNIFIED, one // max(missing, slack, 1))
            magnify_pi = min(magnify_pi * _MAGNIFIED, one // max(wrong, 1))
            # What lies far off cannot matter in this round; large numbers would only blur the small ones.
            solver.changeColsCost(2 * size, columns, _floats([min(v * magnify_pi, _FAR) for v in costs]))
            lower = _floats([max(-v * magnify_z, -_FAR) for v in z])
            solver.changeColsBounds(2 * size, columns, lower, np.full(2 * size, highspy.kHighsInf))
            equal = _floats([v * magnify_z for v in sides])
            solver.changeRowsBounds(size, columns[:size], equal, equal)
        nil = one >> (_SURE - 20)
        x = [0 if z[i] <= nil else 1 if z[size + n + i] <= nil else 2 for i in range(m)]
        y = [0 if pi[j] <= nil else 1 if costs[m + j] <= nil else 2 for j in range(n)]
        return Vertex(x, y)

    def _model(self, highspy: Any) -> Any:
        size = self.m + self.n
        model = highspy.HighsLp()
        model.num_col_, model.num_row_ = 2 * size, size
        model.col_cost_ = np.concatenate([_floats(self.costs), np.zeros(size)])
        model.col_lower_ = np.zeros(2 * size)
        model.col_upper_ = np.full(2 * size, highspy.kHighsInf)
        model.row_lower_ = model.row_upper_ = _floats(self.sides)
        starts, index, value = [0], [], []
        for r, row in enumerate(self.rows):
            for c, v in sorted(row.items()):
                number = v / (1 << _BITS)
                if number:
                    index.append(c)
                    value.append(number)
            index.append(size + r)
            value.append(-1.0)
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
