"""Exact optimal play, with a certificate, in games of two sides that each choose at most once.

In such a game every deal leads to at most one choice of each side between two actions. With x_i the
probability that one side takes the second action in its infoset i, y_j the same for the other side,
every expectation is *bilinear*: constant + rows.x + columns.y + x'(matrix)y, on a box, since all
probabilities lie in 0..1 (`Bilinear`). The side of x is called the minimiser, the side of y the maximiser.

The optimum of a zero-sum game is found by exact pivots (`exact.pivoting`) and proved afterwards, without
reference to how it was found: the most that y can get against x, and the least that x can concede
against y, are sums over infosets, and they must be equal. What is no zero-sum game has an equilibrium
by Lemke's path; that neither side gains by deviating is proved in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import Final

from flint import fmpq, fmpq_mat

from exact.errors import ExactError
from exact.neighbourhood import settled
from exact.pivoting import BoxPath, BoxProgram

Vector = tuple[Fraction, ...]
_ZERO, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Bilinear:
    """(constant + rows.x + columns.y + x'(matrix)y) / denominator, all of it integers."""

    constant: int
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    matrix: tuple[tuple[int, ...], ...]
    denominator: int

    def value(self, x: Vector, y: Vector) -> Fraction:
        """The expectation when the sides play x and y."""
        slopes = self.row_slopes(y)
        constant = Fraction(self.constant) + _dot(self.columns, y)
        return (
            constant + sum((a * b for a, b in zip(x, slopes, strict=True) if a), _ZERO)
        ) / self.denominator

    def row_slopes(self, y: Vector) -> list[Fraction]:
        """What each x_i adds when it goes from 0 to 1, over ``denominator``."""
        weights, scale = _integers(y)
        moving = [(j, w) for j, w in enumerate(weights) if w]
        return [
            Fraction(scale * b + sum(row[j] * w for j, w in moving), scale)
            for b, row in zip(self.rows, self.matrix, strict=True)
        ]

    def column_slopes(self, x: Vector) -> list[Fraction]:
        """What each y_j adds when it goes from 0 to 1, over ``denominator``."""
        weights, scale = _integers(x)
        totals = [scale * c for c in self.columns]
        for row, w in zip(self.matrix, weights, strict=True):
            if w:
                totals = [t + a * w for t, a in zip(totals, row, strict=True)]
        return [Fraction(t, scale) for t in totals]

    def restricted(self, x: Sequence[int | None], y: Sequence[int | None]) -> Bilinear:
        """The same expectation in the unknowns that are None; the others are put in."""
        ones_x = [i for i, bit in enumerate(x) if bit]
        ones_y = [j for j, bit in enumerate(y) if bit]
        free_x = [i for i, bit in enumerate(x) if bit is None]
        free_y = [j for j, bit in enumerate(y) if bit is None]
        constant = self.constant + sum(self.rows[i] for i in ones_x) + sum(self.columns[j] for j in ones_y)
        return Bilinear(
            constant + sum(self.matrix[i][j] for i in ones_x for j in ones_y),
            tuple(self.rows[i] + sum(self.matrix[i][j] for j in ones_y) for i in free_x),
            tuple(self.columns[j] + sum(self.matrix[i][j] for i in ones_x) for j in free_y),
            tuple(tuple(self.matrix[i][j] for j in free_y) for i in free_x),
            self.denominator,
        )

    def most(self, x: Vector) -> Fraction:
        """The most that any y attains against x: its best reply takes all positive slopes."""
        constant = Fraction(self.constant) + _dot(self.rows, x)
        return (constant + sum((s for s in self.column_slopes(x) if s > 0), _ZERO)) / self.denominator

    def least(self, y: Vector) -> Fraction:
        """The least that any x attains against y."""
        constant = Fraction(self.constant) + _dot(self.columns, y)
        return (constant + sum((s for s in self.row_slopes(y) if s < 0), _ZERO)) / self.denominator


@dataclass(frozen=True)
class Certificate:
    """What proves an equilibrium, whatever found it.

    ``conceded``: the first side's expected loss; ``least_loss``: the least loss it can reach by any
    other play while the second side plays as before. ``gained``: the second side's expected gain;
    ``greatest_gain``: the greatest it can reach while the first side plays as before. In equilibrium
    both pairs are equal. In a zero-sum game moreover all four numbers are the value: ``greatest_gain``
    is the most that the first side's strategy ever concedes, ``least_loss`` the least that the second
    side's secures.
    """

    conceded: Fraction
    least_loss: Fraction
    gained: Fraction
    greatest_gain: Fraction

    @property
    def holds(self) -> bool:
        """Whether neither side gains by deviating."""
        return self.conceded == self.least_loss and self.gained == self.greatest_gain

    @property
    def zero_sum(self) -> bool:
        """Whether both guarantees are the same number, the value of a zero-sum game."""
        return self.holds and self.conceded == self.gained


@dataclass(frozen=True)
class Solution:
    """An equilibrium of a game on boxes: both strategies, the certificate, and whether it is the only one.

    ``unique`` is None when that was not decided. ``others``: further equilibria, where they are known.
    """

    x: Vector
    y: Vector
    certificate: Certificate
    unique: bool | None
    others: tuple[tuple[Vector, Vector], ...] = ()


def certify(loss: Bilinear, gain: Bilinear, x: Vector, y: Vector) -> Certificate:
    """The four numbers of a certificate, from the strategies and the game alone.

    ``loss`` is what the first side loses, ``gain`` what the second side gains; the same in a zero-sum game.
    """
    return Certificate(loss.value(x, y), loss.least(y), gain.value(x, y), gain.most(x))


# ------------------------------------------------------------------------ zero-sum games


def zero_sum(game: Bilinear, start: Sequence[int | None] | None = None) -> Solution:
    """The value and the canonical optimal strategies of a zero-sum game on boxes, certified.

    Each side's strategy is the lexicographically first of its optimal ones; ``unique`` says whether both
    sides have only one. Always decided.

    ``start``: a guess where the optimal x is 0 or 1, None where it is open (default: everywhere). It makes
    large games fast and changes no result: first only the open ones are solved for; those whose guess is not
    strictly right against the y found are opened in turn, until none is left.
    """
    x_guess = [None] * len(game.rows) if start is None else list(start)
    while True:
        x, y, unique = _restricted(game, x_guess)
        slopes = game.row_slopes(y)
        wrong = [i for i, bit in enumerate(x_guess) if bit is not None and not _strict(bit, slopes[i])]
        if not wrong:
            break
        for i in wrong:
            x_guess[i] = None
    certificate = certify(game, game, x, y)
    if not certificate.zero_sum:
        raise ExactError("equilibrium: the optimum found failed its exact check; please report this game")
    return Solution(x, y, certificate, unique)


def _restricted(game: Bilinear, guess: Sequence[int | None]) -> tuple[Vector, Vector, bool]:
    """The canonical optimum with some x fixed, and whether it is unique, the fixed ones apart."""
    opened = [i for i, bit in enumerate(guess) if bit is None]
    base = _fixed_columns(game, guess)
    y = [_ZERO] * len(base)
    kept: list[int] = []
    unique = True
    entries = [game.matrix[i] for i in opened]
    for j, c in enumerate(base):
        column = [row[j] for row in entries]
        low = c + sum(a for a in column if a < 0)
        high = c + sum(a for a in column if a > 0)
        if low > 0:
            y[j] = _ONE
        elif low == high == 0:
            unique = False  # it never matters what is done here
        elif high >= 0:
            kept.append(j)
    ones = [j for j, v in enumerate(y) if v]
    rows = [game.rows[i] + sum(row[j] for j in ones) for i, row in zip(opened, entries, strict=True)]
    columns = [base[j] for j in kept]
    matrix = [[row[j] for j in kept] for row in entries]
    program = BoxProgram(rows, columns, matrix)
    x_open = program.minimiser()
    if program.degenerate():
        unique = unique and x_open == BoxProgram(rows, columns, matrix, sense=-1).minimiser()
    first = program.maximiser()
    if program.movable():
        first = program.extreme_maximiser(1)
        unique = unique and first == program.extreme_maximiser(-1)
    x = [_ZERO if bit is None else Fraction(bit) for bit in guess]
    for i, number in zip(opened, x_open, strict=True):
        x[i] = _fraction(number)
    for j, number in zip(kept, first, strict=True):
        y[j] = _fraction(number)
    return tuple(x), tuple(y), unique


def _fixed_columns(game: Bilinear, guess: Sequence[int | None]) -> list[int]:
    """The maximiser's coefficients when the guessed x are fixed and the others are nought."""
    base = list(game.columns)
    for row, bit in zip(game.matrix, guess, strict=True):
        if bit:
            base = [c + a for c, a in zip(base, row, strict=True)]
    return base


# ------------------------------------------------------------------------ two different payoffs


#: How many candidate corners the search for all equilibria may look at before it gives up.
SEARCH_LIMIT: Final = 20_000


def nash(
    loss: Bilinear, gain: Bilinear, guess: Sequence[int | None] | None = None, limit: int = SEARCH_LIMIT
) -> Solution:
    """An equilibrium of a game on boxes that is no zero-sum game, certified.

    The first side minimises its own ``loss``, the second maximises its own ``gain``. Strictly dominated
    actions are struck out first, which loses no equilibrium. One equilibrium is found by Lemke's path, and
    what is the same in all others is fixed (`exact.neighbourhood`). Then all equilibria are sought at the
    corners of the first side's breakpoints (`equilibrium_corners`) while there are at most ``limit``:
    ``unique`` is decided, the equilibrium shown is the lexicographically first corner, ``others`` are the
    remaining ones.

    Beyond the limit the equilibrium shown is that of the path, always the same one, but not proved to be
    the lexicographically first. Paths from other corners of the box may lead to ``others``: then ``unique``
    is False, otherwise None. ``guess``, as in `zero_sum`, makes the path short.
    """
    box = _Box([None] * len(loss.rows), [None] * len(gain.columns))
    unique = not box.still(loss, gain)
    box.strike(loss, gain)
    small_loss, small_gain = loss.restricted(box.x, box.y), gain.restricted(box.x, box.y)
    start = None if guess is None else [g for g, bit in zip(guess, box.x, strict=True) if bit is None]
    path = _by_path(small_loss, small_gain, start)
    fixed = settled(small_loss, small_gain, *path)
    rest_loss, rest_gain = small_loss.restricted(*fixed), small_gain.restricted(*fixed)

    def whole(x: Vector, y: Vector) -> bool:
        return certify(small_loss, small_gain, _filled(fixed[0], x), _filled(fixed[1], y)).holds

    found = equilibrium_corners(rest_loss, rest_gain, limit, whole)
    decided: bool | None
    if found is not None:
        pairs, decided = found[0], found[1] and unique
    else:
        pairs = [pair for pair in _by_paths(rest_loss, rest_gain, _rest(fixed, path)) if whole(*pair)]
        decided = None if unique and len(pairs) == 1 else False
    pairs = [(_filled(box.x, _filled(fixed[0], x)), _filled(box.y, _filled(fixed[1], y))) for x, y in pairs]
    x, y = pairs[0]
    certificate = certify(loss, gain, x, y)
    if not all(c.holds for c in (certificate, *(certify(loss, gain, *other) for other in pairs[1:]))):
        raise ExactError("equilibrium: the equilibrium found failed its exact check; please report this game")
    return Solution(x, y, certificate, decided, tuple(pairs[1:]))


def _rest(fixed: tuple[Sequence[int | None], ...], pair: tuple[Vector, Vector]) -> tuple[Vector, Vector]:
    """The part of a pair of strategies that is not fixed."""
    x, y = (
        tuple(number for number, bit in zip(numbers, bits, strict=True) if bit is None)
        for numbers, bits in zip(pair, fixed, strict=True)
    )
    return x, y


def _filled(known: Sequence[int | None], rest: Sequence[Fraction]) -> Vector:
    """The known ones with the others put in their places."""
    others = iter(rest)
    return tuple(next(others) if bit is None else Fraction(bit) for bit in known)


def _by_path(loss: Bilinear, gain: Bilinear, guess: Sequence[int | None] | None) -> tuple[Vector, Vector]:
    """One equilibrium by Lemke's path; guesses that turn out not to be strictly right are opened."""
    fixed: list[int | None] = [None] * len(loss.rows) if guess is None else list(guess)
    while True:
        box = _Box(list(fixed), [None] * len(gain.columns))
        box.strike_columns(gain)
        one, other = loss.restricted(box.x, box.y), gain.restricted(box.x, box.y)
        x, y = _path(one, other, [0] * (len(one.rows) + len(other.columns)))
        x, y = _filled(box.x, x), _filled(box.y, y)
        slopes = loss.row_slopes(y)
        wrong = [i for i, bit in enumerate(fixed) if bit is not None and not _strict(bit, slopes[i])]
        if not wrong:
            return x, y
        for i in wrong:
            fixed[i] = None


def _by_paths(loss: Bilinear, gain: Bilinear, first: tuple[Vector, Vector]) -> list[tuple[Vector, Vector]]:
    """The equilibria to which the paths from a few corners of the box lead, ``first`` at their head."""
    m, n = len(loss.rows), len(gain.columns)
    corners = [
        *([a] * m + [b] * n for a in (0, 1) for b in (0, 1)),
        *([(k + odd) % 2 for k in range(m + n)] for odd in (0, 1)),
    ]
    pairs = dict.fromkeys((first, *(_path(loss, gain, corner) for corner in corners)))
    return [first, *sorted(pair for pair in pairs if pair != first)]


def _path(loss: Bilinear, gain: Bilinear, corner: Sequence[int]) -> tuple[Vector, Vector]:
    """The equilibrium to which Lemke's path from this corner leads."""
    m, n = len(loss.rows), len(gain.columns)
    above = [[0] * m + list(row) for row in loss.matrix]
    below = [[-gain.matrix[i][j] for i in range(m)] + [0] * n for j in range(n)]
    constants = [*loss.rows, *(-c for c in gain.columns)]
    z = tuple(_fraction(a) for a in BoxPath(constants, [*above, *below], corner).solution())
    return z[:m], z[m:]


def _strict(bit: int, slope: Fraction) -> bool:
    """Whether it is strictly best for the minimiser to be at this bound."""
    return slope > 0 if bit == 0 else slope < 0


def equilibrium_corners(
    loss: Bilinear, gain: Bilinear, limit: int, also: Callable[[Vector, Vector], bool] | None = None
) -> tuple[list[tuple[Vector, Vector]], bool] | None:
    """Equilibria at the corners of the first side's breakpoints, ascending, and whether there is only one.

    The equilibria (x, y) with a given y are those x in the box at which no slope has the wrong sign: a
    polytope. At each of its corners some x_i are 0 or 1, and as many slopes of ``gain`` vanish as there
    are other x_i. So all such points are tried, and the y that go with each are found by a linear
    program. A second equilibrium would give a second corner, or a second y at the only one. None
    when more than ``limit`` points would have to be tried. ``also``: what else an equilibrium has to fulfil.
    """
    search = _Search(loss, gain, limit, also or (lambda x, y: True))
    if not search.visit(_Box([None] * len(loss.rows), [None] * len(gain.columns)), frozenset()):
        return None
    pairs = sorted(search.found.items())
    return pairs, search.unique and len(pairs) == 1


@dataclass
class _Box:
    """What is known of an equilibrium: for each x_i and y_j nought, one, or None for anything."""

    x: list[int | None]
    y: list[int | None]

    def copy(self) -> _Box:
        return _Box(list(self.x), list(self.y))

    def still(self, loss: Bilinear, gain: Bilinear) -> bool:
        """Set to nought the x_i that matter to nobody; whether there are any."""
        rows = enumerate(zip(loss.rows, loss.matrix, gain.matrix, strict=True))
        idle = [i for i, (b, row, other) in rows if b == 0 and not any(row) and not any(other)]
        for i in idle:
            self.x[i] = 0
        return bool(idle)

    def strike(self, loss: Bilinear, gain: Bilinear, mixed: frozenset[int] = frozenset()) -> bool:
        """Fix what strict dominance fixes, until nothing more is; False if no equilibrium is left.

        ``mixed``: the x_i known to lie strictly between, so that their slopes must vanish.
        """
        while True:
            before = self._known()
            if not (self.strike_columns(gain) and self._strike_rows(loss, mixed)):
                return False
            if self._known() == before:
                return True

    def strike_columns(self, gain: Bilinear) -> bool:
        """The maximiser's actions; False if one that is known is strictly wrong."""
        base = _fixed_columns(gain, self.x)
        open_rows = [row for row, bit in zip(gain.matrix, self.x, strict=True) if bit is None]
        for j, bit in enumerate(self.y):
            low, high = _range(base[j], [row[j] for row in open_rows])
            if (bit == 0 and low > 0) or (bit == 1 and high < 0):
                return False
            if bit is None and (low > 0 or high < 0):
                self.y[j] = int(low > 0)
        return True

    def _strike_rows(self, loss: Bilinear, mixed: frozenset[int]) -> bool:
        ones = [j for j, bit in enumerate(self.y) if bit]
        open_columns = [j for j, bit in enumerate(self.y) if bit is None]
        for i, (bit, row) in enumerate(zip(self.x, loss.matrix, strict=True)):
            base = loss.rows[i] + sum(row[j] for j in ones)
            low, high = _range(base, [row[j] for j in open_columns])
            if (bit == 0 and high < 0) or (bit == 1 and low > 0):
                return False
            if bit is None and (low > 0 or high < 0):
                if i in mixed:
                    return False
                self.x[i] = int(high < 0)
        return True

    def _known(self) -> int:
        return sum(bit is not None for bit in (*self.x, *self.y))


class _Search:
    """The walk through all corners: each x_i is 0, 1 or strictly between."""

    def __init__(
        self, loss: Bilinear, gain: Bilinear, limit: int, also: Callable[[Vector, Vector], bool]
    ) -> None:
        self.loss, self.gain, self.left, self.also = loss, gain, limit, also
        self.found: dict[Vector, Vector] = {}
        self.unique = True

    def visit(self, box: _Box, mixed: frozenset[int]) -> bool:
        """Try all corners in the box at which the x_i of ``mixed`` lie strictly between; False: too many."""
        if not box.strike(self.loss, self.gain, mixed):
            return True
        self.left -= 1
        if self.left < 0:
            return False
        undecided = next((i for i, bit in enumerate(box.x) if bit is None and i not in mixed), None)
        if undecided is None:
            return self._corners(box, sorted(mixed))
        for bit in (0, 1):
            part = box.copy()
            part.x[undecided] = bit
            if not self.visit(part, mixed):
                return False
        return self.visit(box.copy(), mixed | {undecided})

    def _corners(self, box: _Box, mixed: list[int]) -> bool:
        """All corners with these x_i strictly between, the others at 0 or 1 as the box says."""
        base = _fixed_columns(self.gain, box.x)
        planes = {
            j: (base[j], [self.gain.matrix[i][j] for i in mixed])
            for j, bit in enumerate(box.y)
            if bit is None and any(self.gain.matrix[i][j] for i in mixed)
        }
        for chosen in _cliques(planes, len(mixed)):
            self.left -= 1
            if self.left < 0:
                return False
            inner = _solved([planes[j] for j in chosen])
            if inner is not None and all(0 < number < 1 for number in inner):
                x = [Fraction(bit or 0) for bit in box.x]
                for i, number in zip(mixed, inner, strict=True):
                    x[i] = number
                self._try(tuple(x))
        return True

    def _try(self, x: Vector) -> None:
        """Find the y that make an equilibrium with x, if there are any."""
        if x in self.found:
            return
        slopes = self.gain.column_slopes(x)
        y = [_ONE if slope > 0 else _ZERO for slope in slopes]
        free = [j for j, slope in enumerate(slopes) if slope == 0]
        rows = self.loss.row_slopes(tuple(y))
        # The regret of x, sum of x_i r_i - min(0, r_i), must be nought for the slopes r of the rows.
        weights, scale = _integers(x)
        matrix = [[row[j] for j in free] for row in self.loss.matrix]
        columns = [-sum(w * row[k] for w, row in zip(weights, matrix, strict=True)) for k in range(len(free))]
        program = BoxProgram(
            [int(r) * scale for r in rows], columns, [[a * scale for a in row] for row in matrix]
        )
        for j, number in zip(free, program.maximiser(), strict=True):
            y[j] = _fraction(number)
        if not self._no_regret(x, tuple(y)) or not self.also(x, tuple(y)):
            return
        if program.movable():
            first = program.extreme_maximiser(1)
            self.unique = self.unique and first == program.extreme_maximiser(-1)
            for j, number in zip(free, first, strict=True):
                y[j] = _fraction(number)
        self.found[x] = tuple(y)

    def _no_regret(self, x: Vector, y: Vector) -> bool:
        slopes = self.loss.row_slopes(y)
        return all(s == 0 or (a == 0 if s > 0 else a == 1) for a, s in zip(x, slopes, strict=True))


def _cliques(planes: dict[int, tuple[int, list[int]]], size: int) -> Iterator[tuple[int, ...]]:
    """The choices of ``size`` planes of which every two meet inside the unit box."""
    if size <= 1:
        yield from combinations(planes, size)
        return
    order = list(planes)
    meets = {
        j: {k for k in order[place + 1 :] if _meet(planes[j], planes[k])} for place, j in enumerate(order)
    }

    def grow(chosen: tuple[int, ...], candidates: list[int]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == size:
            yield chosen
            return
        for j in candidates:
            yield from grow((*chosen, j), [k for k in candidates if k in meets[j]])

    yield from grow((), order)


def _meet(one: tuple[int, list[int]], other: tuple[int, list[int]]) -> bool:
    """Whether two planes c + a.x = 0 have a point of the unit box in common.

    They have none exactly when some combination of both has one sign on the whole box; by duality it
    is enough to try the combinations that eliminate one unknown.
    """
    (c, a), (e, b) = one, other
    for p, q in [(1, 0), (0, 1), *((a_i, b_i) for a_i, b_i in zip(a, b, strict=True) if a_i or b_i)]:
        # p * other - q * one lacks the unknown that p and q come from.
        low, high = _range(p * e - q * c, [p * b_i - q * a_i for a_i, b_i in zip(a, b, strict=True)])
        if low > 0 or high < 0:
            return False
    return True


def _solved(planes: list[tuple[int, list[int]]]) -> list[Fraction] | None:
    """The one point at which all these planes c + a.x = 0 meet; None if there is none or more."""
    if not planes:
        return []
    size = len(planes)
    system = fmpq_mat(size, size, [number for _, a in planes for number in a])
    right = fmpq_mat(size, 1, [-c for c, _ in planes])
    try:
        return [_fraction(row[0]) for row in system.solve(right).tolist()]
    except ZeroDivisionError:
        return None


def _range(constant: int, coefficients: list[int]) -> tuple[int, int]:
    """The least and the greatest value of an affine function on the unit box."""
    low = constant + sum(a for a in coefficients if a < 0)
    return low, low + sum(map(abs, coefficients))


def _integers(numbers: Vector) -> tuple[list[int], int]:
    """The numbers as integers over their least common denominator."""
    scale = lcm(*(number.denominator for number in numbers))
    return [number.numerator * (scale // number.denominator) for number in numbers], scale


def _dot(coefficients: Sequence[int], numbers: Vector) -> Fraction:
    weights, scale = _integers(numbers)
    return Fraction(sum(a * w for a, w in zip(coefficients, weights, strict=True) if w), scale)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
