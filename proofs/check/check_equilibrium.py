"""Whether an equilibrium is the only one, in games of two sides that each choose at most once.

Both sides choose between two actions in each infoset. With x_i the probability of the second action in the
first side's infoset i, and y_j the same for the second side, all expectations are bilinear. In an
equilibrium what counts is the *slope* of each x_i, what the first side loses more by its second action,
base_i + sum over j of loss_ij y_j, and that of each y_j, what the second side gains more by it,
base_j + sum over i of gain_ij x_i. Neither side can gain by deviating if x_i is 0 where its slope is
positive and 1 where it is negative, and y_j the other way round. Proofs of what is used here: theorem 7 of
proofs/README.md. All numbers are integers but the probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

Matrix = Sequence[Sequence[int]]
#: Parts of the box of all x that are looked at before the question is left open.
PARTS = 3_000


@dataclass(frozen=True)
class Slopes:
    """The slopes as functions of what the other side plays.

    ``rows``: base_i and ``loss`` [i][j], of the first side; ``columns``: base_j and ``gain`` [i][j], of the
    second. In a zero-sum game ``loss`` and ``gain`` are the same.
    """

    rows: Sequence[int]
    columns: Sequence[int]
    loss: Matrix
    gain: Matrix

    def of_rows(self, y: Sequence[Fraction]) -> list[Fraction]:
        """The slope of each x_i against y."""
        moving = [(j, q) for j, q in enumerate(y) if q]
        return [
            base + sum((row[j] * q for j, q in moving), Fraction(0))
            for base, row in zip(self.rows, self.loss, strict=True)
        ]

    def of_columns(self, x: Sequence[Fraction]) -> list[Fraction]:
        """The slope of each y_j against x."""
        moving = [(self.gain[i], p) for i, p in enumerate(x) if p]
        return [
            base + sum((row[j] * p for row, p in moving), Fraction(0)) for j, base in enumerate(self.columns)
        ]


def only_zero_sum(slopes: Slopes, x: Sequence[Fraction], y: Sequence[Fraction]) -> bool:
    """Whether an equilibrium of a zero-sum game is its only one (theorem 7)."""
    return _strict(slopes, x, y) and _regular(slopes.loss, mixed(x), mixed(y))


def only(slopes: Slopes, x: Sequence[Fraction], y: Sequence[Fraction]) -> bool | None:
    """Whether an equilibrium of any such game is its only one; None if this is left open.

    No: some direction in x, or in y, leads to other equilibria. Yes: the box of all x is divided until no
    part can hold another one.
    """
    rows, columns = mixed(x), mixed(y)
    if _never_matters(slopes):
        return False
    if not _strict(slopes, x, y):
        return None
    if not (_regular(slopes.loss, rows, columns) and _regular(slopes.gain, rows, columns)):
        # A small step along the kernel changes no slope that is zero, and no sign of another one.
        return False
    return _Search(slopes, tuple(x), tuple(y)).run()


def mixed(strategy: Sequence[Fraction]) -> list[int]:
    """Where both actions are played."""
    return [place for place, p in enumerate(strategy) if 0 < p < 1]


def _strict(slopes: Slopes, x: Sequence[Fraction], y: Sequence[Fraction]) -> bool:
    """Whether every infoset in which one action only is played would lose by the other."""
    pairs = [*zip(x, slopes.of_rows(y), strict=True), *zip(y, slopes.of_columns(x), strict=True)]
    return all(slope != 0 for p, slope in pairs if p in (0, 1))


def _never_matters(slopes: Slopes) -> bool:
    """Whether there is an infoset in which nobody ever cares what is done."""
    idle_column = any(
        not base and not any(row[j] for row in slopes.gain) and not any(row[j] for row in slopes.loss)
        for j, base in enumerate(slopes.columns)
    )
    lines = zip(slopes.rows, slopes.loss, slopes.gain, strict=True)
    return idle_column or any(not base and not any(row) and not any(other) for base, row, other in lines)


def _regular(matrix: Matrix, rows: Sequence[int], columns: Sequence[int]) -> bool:
    """Whether the part of the matrix in these rows and columns is square and has full rank."""
    if len(rows) != len(columns):
        return False
    part = [[Fraction(matrix[i][j]) for j in columns] for i in rows]
    for step in range(len(part)):
        pivot = next((line for line in part[step:] if line[step]), None)
        if pivot is None:
            return False
        part.remove(pivot)
        part.insert(step, pivot)
        for line in part[step + 1 :]:
            factor = line[step] / pivot[step]
            line[step:] = [a - factor * b for a, b in zip(line[step:], pivot[step:], strict=True)]
    return True


#: The x_i that are looked at: from, to, and whether x_i is known to be neither 0 nor 1.
Interval = tuple[Fraction, Fraction, bool]


@dataclass
class _Search:
    """The division of the box of all x, in search of equilibria other than the one known."""

    slopes: Slopes
    x: tuple[Fraction, ...]
    y: tuple[Fraction, ...]
    parts: int = 0

    def run(self) -> bool | None:
        """True: there is no other. False: there is another. None: too many parts, or undecided."""
        whole = (Fraction(0), Fraction(1), False)
        waiting: list[list[Interval]] = [[whole] * len(self.x)]
        while waiting:
            self.parts += 1
            if self.parts > PARTS:
                return None
            box = waiting.pop()
            drawn = self._narrowed(box)
            if drawn is None:
                continue
            wide = [i for i, (low, high, _) in enumerate(box) if low < high]
            if not wide:
                if None in drawn:
                    return None
                found = tuple(low for low, _, _ in box), tuple(Fraction(bit or 0) for bit in drawn)
                if found != (self.x, self.y):
                    return False
                continue
            if all(box[i][2] for i in wide):
                if not self._leads_here(box, wide, drawn):
                    self._halve(box, wide, waiting)
                continue
            i = next(i for i in wide if not box[i][2])
            for low, high, between in self._faces(box[i]):
                waiting.append([*box[:i], (low, high, between), *box[i + 1 :]])
        return True

    def _faces(self, interval: Interval) -> list[Interval]:
        """0, 1, and strictly between."""
        low, high, _ = interval
        ends = [(end, end, False) for end in (low, high) if end in (0, 1)]
        return [*ends, (low, high, True)]

    def _leads_here(self, box: list[Interval], wide: list[int], drawn: list[int | None]) -> bool:
        """Whether any equilibrium in this part is the known one.

        The wide x being mixed, their slopes vanish. If the same x are mixed in the known equilibrium, the
        same y open, and all others what they are there, then these slopes vanish for its y alone, the
        matrix being regular (`only`). So the open y are mixed too, and their slopes vanish for its x alone.
        """
        still_open = [j for j, bit in enumerate(drawn) if bit is None]
        same_x = all(low == self.x[i] for i, (low, _, _) in enumerate(box) if i not in wide)
        same_y = all(bit == self.y[j] for j, bit in enumerate(drawn) if bit is not None)
        return wide == mixed(self.x) and still_open == mixed(self.y) and same_x and same_y

    def _halve(self, box: list[Interval], wide: list[int], waiting: list[list[Interval]]) -> None:
        i = max(wide, key=lambda i: box[i][1] - box[i][0])
        low, high, between = box[i]
        middle = (low + high) / 2
        halves = (low, middle, between), (middle, high, between)
        waiting.extend([*box[:i], half, *box[i + 1 :]] for half in halves)

    def _narrowed(self, box: list[Interval]) -> list[int | None] | None:
        """Fix in the box what a slope of one sign fixes.

        Gives what y must be (None: open), or None if the box holds no equilibrium.
        """
        while True:
            drawn: list[int | None] = []
            moved = [(a, b, row) for (a, b, _), row in zip(box, self.slopes.gain, strict=True) if b]
            for j, base in enumerate(self.slopes.columns):
                low = high = Fraction(base)
                for a, b, row in moved:
                    ends = row[j] * a, row[j] * b
                    low, high = low + min(ends), high + max(ends)
                drawn.append(1 if low > 0 else 0 if high < 0 else None)
            undecided: list[tuple[int, int, list[int]]] = []
            changed = False
            for i, (a, b, between) in enumerate(box):
                known, moving = self._slope(i, drawn)
                least = known + sum(value for value in moving if value < 0)
                most = known + sum(value for value in moving if value > 0)
                if least > 0 or most < 0:
                    end = Fraction(least < 0)
                    if between or not a <= end <= b:
                        return None
                    if a < b:
                        box[i], changed = (end, end, False), True
                elif between or a == b:
                    undecided.append((0 if between else 1 if a == 0 else -1, known, moving))
            if any(_contradict(*one, *other) for one, other in combinations(undecided, 2)):
                return None
            if not changed:
                return drawn

    def _slope(self, i: int, drawn: list[int | None]) -> tuple[int, list[int]]:
        """The slope of x_i: what the known y contribute, and the coefficients of the open ones."""
        row = self.slopes.loss[i]
        known = sum(value for value, bit in zip(row, drawn, strict=True) if bit)
        return self.slopes.rows[i] + known, [v for v, bit in zip(row, drawn, strict=True) if bit is None]


def _contradict(
    sign: int, known: int, moving: list[int], other_sign: int, other_known: int, other_moving: list[int]
) -> bool:
    """Whether no open y makes two slopes what they must be: 0 (0), not negative (1), not positive (-1).

    None does if a sum of multiples of both that must not be negative is negative for all y. Those sums are
    tried from which one y is gone.
    """
    for one, two in zip(other_moving, moving, strict=True):
        for p, q in ((one, -two), (-one, two)):
            if (not p and not q) or p * sign < 0 or q * other_sign < 0:
                continue
            sums = [p * v + q * w for v, w in zip(moving, other_moving, strict=True)]
            if p * known + q * other_known + sum(value for value in sums if value > 0) < 0:
                return True
    return False
