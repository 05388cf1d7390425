"""All Nash equilibria of a coup, sought through the whole square of the tableaux' plays (p, q).

In equilibrium the banker draws where his gain is positive and stands where it is negative; where it vanishes
he may mix. A tableau that mixes has a slope of nought: its expected loss does not depend on its own play. (At
p = 0 the slope must not be negative, at p = 1 not positive.) The square is split into boxes (`boxes`) until
each of them either

* holds no equilibrium: with the banker's gains of one sign in most cells, the slopes are known up to his play
  in the few others, and no such play makes them vanish; or
* is met by the curves of few cells. An equilibrium there has none, one or more cells that mix. With none the
  slopes give p and q. With one, they give p and q as quotients of linear functions of y, the probability of
  drawing there, and that the cell's gain vanishes is a quadratic equation for y. With more, two gains vanish
  at p and q, which again is a quadratic equation, and the slopes are linear in the y. So all equilibria in
  the box are found, with numbers of the form a + b√d.

What is left when a box cannot be dealt with in either way is reported as ``undecided``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, product

from exact.games.baccara_banque.boxes import UNIT, Box, Part, crossings
from exact.games.baccara_banque.game import Form, Game, at
from exact.games.baccara_banque.surd import Exact, quadratic_roots, same
from exact.games.baccara_banque.zonotope import AT_LEAST, AT_MOST, VANISH, Row, first_play

#: How many boxes are looked at, at most.
LIMIT = 5000
#: Boxes narrower than this are not split any more.
NARROW = Fraction(1, 2**40)
#: In a box with so many open cells or fewer all candidates are tried.
FEW = 3
#: With more equilibria than these the search ends: there are infinitely many, or as good as that.
MANY = 8


@dataclass(frozen=True, slots=True)
class Point:
    """An equilibrium: both tableaux' plays, and the banker's in the cells whose gain vanishes there."""

    p: Exact
    q: Exact
    mixed: tuple[tuple[int, Exact], ...]


@dataclass
class Search:
    """The search for all equilibria of a game; see the module's docstring.

    ``idle``: how a tableau plays whose own loss does not depend on its play, as without a stake.
    ``found``: the equilibria. ``undecided``: boxes in which there may be others. ``boxes``: how many
    boxes were looked at. ``several``: some point found goes with more than one play of the banker.
    """

    game: Game
    limit: int = LIMIT
    idle: Fraction = Fraction(0)
    found: list[Point] = field(default_factory=list)
    undecided: list[Box] = field(default_factory=list)
    boxes: int = 0
    several: bool = False

    def run(self) -> Search:
        one, other = self.game.losses
        base = _Slopes(
            (one.constant[1], one.constant[3]),
            (other.constant[2], other.constant[3]),
        )
        # Where the banker never gains nor loses by drawing he stands: with that there still is an
        # equilibrium.
        idle = [j for j, gain in enumerate(self.game.gain.gains) if not any(gain)]
        self.several = any(any(loss.gains[j]) for loss in (one, other) for j in idle)
        cells = [j for j in range(len(self.game.cells)) if j not in set(idle)]
        waiting = [(box, cells, base) for box in reversed(self._start())]
        while waiting:
            box, open_cells, slopes = waiting.pop()
            self.boxes += 1
            if self.boxes > self.limit or len(self.found) > MANY:
                self.undecided += [box, *(entry[0] for entry in waiting)]
                break
            waiting += reversed(self._visit(box, open_cells, slopes))
        return self

    def report(self) -> str:
        """What was searched, in a sentence."""
        number = len(self.found)
        said = (
            "All Nash equilibria were sought in the whole square of both plays on five, in "
            f"{self.boxes} boxes: {number if number > 1 else 'one'} found"
        )
        if self.undecided:
            widest = max(box.width for box in self.undecided)
            return f"{said}; there may be others in {len(self.undecided)} boxes, the widest {widest} wide."
        return f"{said}, and there is none elsewhere."

    def _start(self) -> list[Box]:
        """The square; a tableau whose play does not change its own loss plays ``idle`` (least drawing: 0)."""
        parts = []
        for side in (0, 1):
            whole = (Part(_ZERO, _ZERO), UNIT, Part(_ONE, _ONE))
            if self.game.idle(side):
                whole = (Part(self.idle, self.idle),)  # type: ignore[assignment]
                self.several = self.several or self.game.frees[side]
            parts.append(whole)
        return [Box(p, q) for p in parts[0] for q in parts[1]]

    def _visit(self, box: Box, cells: list[int], slopes: _Slopes) -> list[tuple[Box, list[int], _Slopes]]:
        """The parts of the box that must still be looked at, with their undecided cells and the slopes."""
        gains = self.game.gain.gains
        one, other = self.game.losses
        left: list[int] = []
        still: list[int] = []
        for j in cells:
            sign = box.sign(gains[j])
            if sign is None:
                left.append(j)
            elif sign == 0:
                if any(one.gains[j]) or any(other.gains[j]):
                    still.append(j)
            elif sign > 0:
                slopes = slopes.with_cell(one.gains[j], other.gains[j])
        bounds = _Bounds(self.game, box, slopes, [*left, *still])
        if not bounds.possible():
            return []
        if box.p.point and box.q.point:
            self._point(box, still, slopes)
            return []
        for j in left:
            parts = box.split_at(gains[j])
            if parts is not None:
                return [(part, left + still, slopes) for part in parts]
        if len(left) + len(still) <= FEW and self._few(box, left, still, slopes):
            return []
        if box.width < NARROW:
            self.undecided.append(box)
            return []
        return [(part, left + still, slopes) for part in box.split()]

    # ------------------------------------------------------------------ candidates

    def _point(self, box: Box, still: list[int], slopes: _Slopes) -> None:
        """A single point: whether the banker's indifferent cells can make the slopes right."""
        for point in self._crossing(box.p.low, box.q.low, still, slopes):
            self._add(point.p, point.q, point.mixed)

    def _few(self, box: Box, left: list[int], still: list[int], slopes: _Slopes) -> bool:
        """Find all equilibria in a box with few open cells; False if that cannot be done."""
        if box.p.point or box.q.point:
            points = _on_line(self.game, box, slopes, still) if not left else None
        else:
            points = self._inside(box, left, slopes) if not still else None
        if points is None:
            return False
        for point in points:
            self._add(point.p, point.q, point.mixed)
        return True

    def _inside(self, box: Box, left: list[int], slopes: _Slopes) -> list[Point] | None:
        """All equilibria in an open box; None if there may be infinitely many."""
        if self.game.idle(0) or self.game.idle(1):
            return None
        losses, gains = self.game.losses, self.game.gain.gains
        points: list[Point] = []
        for mixing in (None, *left):
            pure = [j for j in left if j != mixing]
            for bits in product((0, 1), repeat=len(pure)):
                known = slopes
                for j, bit in zip(pure, bits, strict=True):
                    if bit:
                        known = known.with_cell(*(loss.gains[j] for loss in losses))
                if mixing is None:
                    some = _none_mixes(known)
                else:
                    first = [known.first, (losses[0].gains[mixing][1], losses[0].gains[mixing][3])]
                    second = [known.second, (losses[1].gains[mixing][2], losses[1].gains[mixing][3])]
                    some = one_mixes(gains[mixing], first, second, mixing)
                if some is None:
                    return None
                points += [point for point in some if self._right(point, box, pure, bits)]
        for i, j in combinations(left, 2):
            crossing = crossings(gains[i], gains[j])
            if crossing is None:
                return None
            for p, q in crossing:
                if box.holds(p, q):
                    points += self._crossing(p, q, left, slopes)
        return points

    def _crossing(self, p: Exact, q: Exact, left: list[int], slopes: _Slopes) -> list[Point]:
        """The equilibrium at a point at which several gains vanish, if there is one."""
        vanishing = []
        for j in left:
            gain = at(self.game.gain.gains[j], p, q)
            if gain > 0:
                slopes = slopes.with_cell(*(loss.gains[j] for loss in self.game.losses))
            elif gain == 0:
                vanishing.append(j)
        rows = _rows(self.game, p, q, slopes, vanishing)
        y = first_play(rows, len(vanishing))
        if y is None:
            return []
        last = first_play(rows, len(vanishing), -1)
        self.several = self.several or y != last
        return [Point(p, q, tuple(zip(vanishing, y, strict=True)))]

    def _right(self, point: Point, box: Box, pure: list[int], bits: tuple[int, ...]) -> bool:
        if not box.holds(point.p, point.q) or any(y < 0 or y > 1 for _, y in point.mixed):
            return False
        for j, bit in zip(pure, bits, strict=True):
            gain = at(self.game.gain.gains[j], point.p, point.q)
            if gain < 0 if bit else gain > 0:
                return False
        return True

    def _add(self, p: Exact, q: Exact, mixed: tuple[tuple[int, Exact], ...]) -> None:
        for known in self.found:
            if same(known.p, p) and same(known.q, q):
                known_y, y = dict(known.mixed), dict(mixed)
                if any(not same(known_y.get(j, _ZERO), y.get(j, _ZERO)) for j in {*known_y, *y}):
                    self.several = True
                return
        self.found.append(Point(p, q, tuple(sorted(mixed))))


@dataclass(frozen=True, slots=True)
class _Slopes:
    """The tableaux' slopes, first[0] + first[1] q and second[0] + second[1] p, as far as they are known."""

    first: tuple[int, int]
    second: tuple[int, int]

    def with_cell(self, one: Form, other: Form) -> _Slopes:
        """With a cell in which the banker draws."""
        return _Slopes(
            (self.first[0] + one[1], self.first[1] + one[3]),
            (self.second[0] + other[2], self.second[1] + other[3]),
        )


_ZERO, _ONE = Fraction(0), Fraction(1)
Range = tuple[Fraction, Fraction]


class _Bounds:
    """What the banker may do in the open cells of a box, if the slopes are to be right."""

    def __init__(self, game: Game, box: Box, slopes: _Slopes, cells: list[int]) -> None:
        self.y: list[Range] = [(Fraction(0), Fraction(1))] * len(cells)
        one, other = game.losses
        self.demands: list[tuple[Part, Range, list[Range]]] = []
        if not game.idle(0):
            coefficients = [_range(one.gains[j][1], one.gains[j][3], box.q) for j in cells]
            self.demands.append((box.p, _range(*slopes.first, box.q), coefficients))
        if not game.idle(1):
            coefficients = [_range(other.gains[j][2], other.gains[j][3], box.p) for j in cells]
            self.demands.append((box.q, _range(*slopes.second, box.p), coefficients))

    def possible(self) -> bool:
        """Narrow the bounds as long as that helps; False if nothing is left."""
        for _ in range(3):
            before = list(self.y)
            for part, base, coefficients in self.demands:
                # At 0 the slope must be >= 0, at 1 <= 0, elsewhere it must vanish.
                least = part.low > 0 or not part.point
                most = part.high < 1 or not part.point
                if most and not self._narrow(base, coefficients, 1):
                    return False
                if least and not self._narrow(base, coefficients, -1):
                    return False
            if self.y == before:
                break
        return True

    def _narrow(self, base: Range, coefficients: list[Range], sense: int) -> bool:
        """Demand that sense * slope can be >= 0."""
        tops = []
        for (low, high), (least, most) in zip(self.y, coefficients, strict=True):
            tops.append(max(sense * y * c for y in (low, high) for c in (least, most)))
        whole = max(sense * c for c in base) + sum(tops)
        if whole < 0:
            return False
        for place, ((low, high), ends) in enumerate(zip(self.y, coefficients, strict=True)):
            rest = whole - tops[place]
            best = max(sense * c for c in ends)
            # rest + sense * c * y >= 0 for some c in the range.
            if rest < 0:
                if best <= 0:
                    return False
                low = max(low, -rest / best)
            elif best < 0:
                high = min(high, rest / -best)
            if low > high:
                return False
            self.y[place] = low, high
        return True


def _range(constant: int, slope: int, part: Part) -> Range:
    values = [constant + slope * end for end in part.ends]
    return min(values), max(values)


def _none_mixes(slopes: _Slopes) -> list[Point] | None:
    """Where both slopes vanish by themselves; None: infinitely often."""
    (a, m), (b, n) = slopes.first, slopes.second
    if (not m and not a) or (not n and not b):
        return None
    return [Point(Fraction(-b, n), Fraction(-a, m), ())] if m and n else []


def one_mixes(
    gain: Form, first: list[tuple[int, int]], second: list[tuple[int, int]], cell: int
) -> list[Point] | None:
    """q = -(a0 + a1 y)/(m0 + m1 y), p = -(b0 + b1 y)/(n0 + n1 y), put into the cell's gain."""
    (a0, m0), (a1, m1) = first
    (b0, n0), (b1, n1) = second
    k, a, b, m = gain
    p_above, p_below = (-b0, -b1), (n0, n1)
    q_above, q_below = (-a0, -a1), (m0, m1)
    terms = [
        (k, p_below, q_below),
        (a, p_above, q_below),
        (b, p_below, q_above),
        (m, p_above, q_above),
    ]
    polynomial = [0, 0, 0]
    for factor, (c0, c1), (d0, d1) in terms:
        polynomial[0] += factor * c0 * d0
        polynomial[1] += factor * (c0 * d1 + c1 * d0)
        polynomial[2] += factor * c1 * d1
    if not any(polynomial):
        return None
    found = []
    for y in quadratic_roots(*polynomial):
        below_p, below_q = n0 + n1 * y, m0 + m1 * y
        if below_p == 0 or below_q == 0:
            # A slope without the other's play in it: it vanishes for every play, or for none.
            above = (b0 + b1 * y if below_p == 0 else 1), (a0 + a1 * y if below_q == 0 else 1)
            if any(x == 0 for x in above):
                return None
            continue
        p, q = -(b0 + b1 * y) / below_p, -(a0 + a1 * y) / below_q
        found.append(Point(p, q, ((cell, y),)))
    return found


def _on_line(game: Game, box: Box, slopes: _Slopes, cells: list[int]) -> list[Point] | None:
    """All equilibria on an open segment on which no gain changes its sign; ``cells`` vanish all along it.

    One tableau's play is fixed. The other one's slope does not depend on its own play: it must vanish all
    along, which the cells' y may bring about. The slope of the fixed one is linear along the segment. None:
    infinitely many, or it cannot be said.
    """
    one, other = game.losses
    first = [slopes.first, *((one.gains[j][1], one.gains[j][3]) for j in cells)]
    second = [slopes.second, *((other.gains[j][2], other.gains[j][3]) for j in cells)]
    moving = 1 if box.p.point else 0
    fixed = box.p.low if moving else box.q.low
    if game.idle(moving):
        return None
    mine, others = (second, first) if moving else (first, second)
    own = [c + s * fixed for c, s in mine]  # the moving tableau's slope: own[0] + sum of own[j] y_j
    if not cells:
        return [] if own[0] != 0 else None
    inside = not game.idle(1 - moving) and fixed not in (0, 1)  # the fixed one's slope must vanish
    if len(cells) > 1 or own[1] == 0 or not inside:
        return None
    y = -own[0] / own[1]
    if y < 0 or y > 1:
        return []
    (a0, m0), (a1, m1) = others
    above, below = a0 + a1 * y, m0 + m1 * y
    if below == 0:
        return None if above == 0 else []
    moved = -above / below
    p, q = (fixed, moved) if moving else (moved, fixed)
    return [Point(p, q, ((cells[0], y),))] if box.holds(p, q) else []


def _rows(game: Game, p: Exact, q: Exact, slopes: _Slopes, cells: list[int]) -> list[Row]:
    """What a point demands of the slopes, with the cells' y as unknowns."""
    one, other = game.losses
    rows: list[Row] = []
    if not game.idle(0):
        values = [slopes.first, *((one.gains[j][1], one.gains[j][3]) for j in cells)]
        rows.append((_demand(p), [a + m * q for a, m in values]))
    if not game.idle(1):
        values = [slopes.second, *((other.gains[j][2], other.gains[j][3]) for j in cells)]
        rows.append((_demand(q), [b + n * p for b, n in values]))
    return rows


def _demand(x: Exact) -> int:
    return AT_LEAST if x == 0 else AT_MOST if x == 1 else VANISH
