"""Where all equilibria of a game on boxes lie, once one of them is known.

Let (x*, y*) be an equilibrium and (x, y) another. The first side minimises its loss L, the second maximises
its gain G, and D = L - G. From L(x, y) <= L(x*, y) and G(x, y) >= G(x, y*) follows, both being bilinear,

    sum_i |r_i| |dx_i| + sum_j |s_j| |dy_j|  <=  - dx' M dy,      dx = x - x*, dy = y - y*,

r_i and s_j being the slopes of L at y* and of G at x*, and M the matrix of D: at an equilibrium each slope
has the sign that makes leaving it a loss. In a zero-sum game M is nought, and whatever has a slope that is
not nought stays where it is. If the game is nearly zero-sum, M is small and so is the neighbourhood: bounds
for dx narrow those for dy, and conversely, again and again; so does strict dominance within them. To multiply
the payoffs of one side by a positive number changes no equilibrium, so M may be made small in that way.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from exact.equilibrium import Bilinear, Vector

#: Bounds are rounded outwards to multiples of this, so that their denominators stay short.
_UNIT: Final = Fraction(1, 1 << 30)
#: The bounds are narrowed no more often than that, and no longer than it fixes something now and then.
_PASSES: Final = 60
_PATIENCE: Final = 4
_NONE: Final = Fraction(0)

Lines = Sequence[tuple[int, Sequence[int]]]


def settled(
    loss: Bilinear, gain: Bilinear, x: Vector, y: Vector
) -> tuple[list[int | None], list[int | None]]:
    """Which probabilities are strictly best at nought or one in every equilibrium; None for the others.

    ``x`` and ``y`` must be an equilibrium: see the module's docstring for the proof.

    With these put in, every equilibrium of the whole game is one of the smaller game. For each y those x
    that make an equilibrium with it are the same polytope in both, or none in the whole game: between a point
    inside and one outside some strict inequality would become an equality, at an equilibrium. The same
    for the y of an x. So of the smaller game's equilibria those need only be left out that are
    none in the whole game.
    """
    ours, theirs = _scales(loss, gain)
    matrix = [
        [ours * a - theirs * b for a, b in zip(one, other, strict=True)]
        for one, other in zip(loss.matrix, gain.matrix, strict=True)
    ]
    columns = list(zip(*matrix, strict=True)) if matrix else [()] * len(y)
    first = _Moves(x, [ours * abs(slope) for slope in loss.row_slopes(y)])
    second = _Moves(y, [theirs * abs(slope) for slope in gain.column_slopes(x)])
    row_lines: Lines = list(zip(loss.rows, loss.matrix, strict=True))
    column_lines: Lines = list(
        zip(gain.columns, zip(*gain.matrix, strict=True) if gain.matrix else [()] * len(y), strict=True)
    )
    known, idle = 0, 0
    for _ in range(_PASSES):
        _narrow(columns, first, second)
        _narrow(matrix, second, first)
        second.dominated(column_lines, first, best=1)
        first.dominated(row_lines, second, best=-1)
        now = len(first.strict) + len(second.strict)
        idle = 0 if now > known else idle + 1
        known = now
        if idle == _PATIENCE or now == len(x) + len(y):
            break
    return first.settled(), second.settled()


def _scales(loss: Bilinear, gain: Bilinear) -> tuple[int, int]:
    """Positive integers that bring both payoffs to one scale, with a small difference (least squares)."""
    both = lcm(loss.denominator, gain.denominator)
    ours, theirs = both // loss.denominator, both // gain.denominator
    pairs = [
        (ours * a, theirs * b)
        for one, other in zip(loss.matrix, gain.matrix, strict=True)
        for a, b in zip(one, other, strict=True)
    ]
    product, square = sum(a * b for a, b in pairs), sum(b * b for _, b in pairs)
    if product <= 0 or square == 0:
        return ours, theirs
    ratio = Fraction(product, square).limit_denominator(1000) or Fraction(1, 1000)
    return ours * ratio.denominator, theirs * ratio.numerator


class _Moves:
    """How far one side's probabilities may lie from the known ones: low <= v - v* <= high."""

    def __init__(self, known: Vector, costs: list[Fraction]) -> None:
        self.known, self.costs = known, costs
        self.low = [-v for v in known]
        self.high = [1 - v for v in known]
        self.strict: set[int] = set()

    def shrink(self, k: int, down: Fraction | None, up: Fraction | None) -> None:
        """Allow no more than so much on either side."""
        if down is not None:
            self.low[k] = max(self.low[k], -_outwards(down))
        if up is not None:
            self.high[k] = min(self.high[k], _outwards(up))

    def range(self, coefficients: Sequence[int]) -> tuple[Fraction, Fraction]:
        """The least and the greatest of coefficients.(v - v*)."""
        least = greatest = _NONE
        for a, low, high in zip(coefficients, self.low, self.high, strict=True):
            if a > 0:
                least, greatest = least + a * low, greatest + a * high
            elif a < 0:
                least, greatest = least + a * high, greatest + a * low
        return least, greatest

    def dominated(self, lines: Lines, other: _Moves, best: int) -> None:
        """Put to its bound whose slope keeps its sign; ``best``: 1 if a positive slope is liked, else -1."""
        for k, (constant, coefficients) in enumerate(lines):
            least, greatest = other.range(coefficients)
            here = constant + sum(
                (a * v for a, v in zip(coefficients, other.known, strict=True) if a and v), _NONE
            )
            if here + least > 0 or here + greatest < 0:
                bound = int((here + least > 0) == (best > 0))
                self.low[k] = self.high[k] = bound - self.known[k]
                self.strict.add(k)

    def settled(self) -> list[int | None]:
        return [int(v) if k in self.strict else None for k, v in enumerate(self.known)]


def _narrow(columns: Sequence[Sequence[int]], one: _Moves, other: _Moves) -> None:
    """Narrow both sides' bounds by the inequality, the right hand side summed column by column.

    A column j adds - (column.d_one) d_other_j - cost_j |d_other_j| at most: nothing where the cost of a
    move is greater than what it can bring, so that moves together cost no more than the remaining columns
    bring.
    """
    excess, spare = [], []
    for j, column in enumerate(columns):
        least, greatest = one.range(column)
        up, down = -least - other.costs[j], greatest - other.costs[j]
        excess.append(max(_NONE, up * other.high[j], -down * other.low[j]))
        spare.append((-down, -up))
    brought = sum(excess, _NONE)
    for i, cost in enumerate(one.costs):
        if cost:
            one.shrink(i, brought / cost, brought / cost)
    for j, (down, up) in enumerate(spare):
        rest = brought - excess[j]
        other.shrink(j, rest / down if down > 0 else None, rest / up if up > 0 else None)


def _outwards(distance: Fraction) -> Fraction:
    return -(-distance // _UNIT) * _UNIT
