"""The two tableaux as a team that wants the banker to gain as little as possible: both notions of it.

*Correlated*: they may draw lots together. Their play is four probabilities, for what each does on five, and
the game a linear program: it is put to `exact.equilibrium.zero_sum`, which wants boxes, with one column more
that makes probabilities that do not sum to one too dear.

*Independent*: each draws its own lots, with probabilities p and q. What the banker gains at best is

    F(p, q) + sum of max(0, g_j(p, q)),

F and the g_j bilinear; it is not convex. Its least value is found by splitting the square into boxes, F
taking in the g_j that are positive in a whole box. A box may be given up when even the correlated team,
confined to its corners, concedes at least what has been found. Where few g_j change their sign in a box, its
least value is found exactly. A bilinear function has no least value inside a region but on its border. So it
lies at a corner; where a curve g_j = 0 meets a side, or another curve; or at a point of a curve at which F is
stationary along it. That is where, for some y, both slopes of F + y g_j vanish, which leads to a quadratic
equation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from itertools import combinations, product
from math import lcm

from exact.equilibrium import Bilinear, zero_sum
from exact.errors import ExactError
from exact.games.baccara_banque.boxes import UNIT, Box, crossings
from exact.games.baccara_banque.game import CORNERS, Form, Game, Shares, at, most_of, shares_of, worth_of
from exact.games.baccara_banque.search import one_mixes
from exact.games.baccara_banque.surd import Exact, less

#: In a box with so many open cells or fewer all candidates are tried.
FEW = 3
#: How many boxes are looked at, at most.
LIMIT = 5000


@dataclass(frozen=True, slots=True)
class Joint:
    """The correlated optimum: the four probabilities, the banker's play, whether both are unique."""

    shares: Shares
    y: tuple[Fraction, ...]
    unique: bool


def correlated(game: Game) -> Joint:
    """The least that the tableaux can concede when they draw lots together, with both sides' play."""
    values = [_at_corners(form) for form in game.gain.gains]
    base = _at_corners(game.gain.constant)
    y: list[Fraction | None] = []
    unique = True
    for corner_values, deals in zip(values, game.deals, strict=True):
        known = None
        if min(corner_values) > 0:
            known = Fraction(1)
            base = [c + v for c, v in zip(base, corner_values, strict=True)]
        elif max(corner_values) < 0 or not any(corner_values):
            known = Fraction(0)
            unique = unique and (any(corner_values) or not any(deals))
        y.append(known)
    kept = [j for j, known in enumerate(y) if known is None]
    x, solved, only = _program(base, [values[j] for j in kept])
    for j, v in zip(kept, solved, strict=True):
        y[j] = v
    play = tuple(v or Fraction(0) for v in y)
    shares = x[0], x[1], x[2], x[3]
    if sum(x) != 1 or most_of(game.gain, shares) != secured(game, play):
        raise ExactError("correlated: the optimum found failed its exact check; please report this shoe")
    return Joint(shares, play, unique and only)


def _program(
    base: Sequence[int], values: Sequence[Sequence[int]]
) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...], bool]:
    """Probabilities x of the corners and y with the least sum of x (base + y.values), and whether unique.

    The penalty: a last column y0 with the weight K (2 y0 - 1) (sum of x - 1). K is more than any change of
    x by that much can be worth, so the best x sum to one.
    """
    dear = 1 + sum(map(abs, base)) + sum(abs(v) for cell in values for v in cell)
    corners = range(len(base))
    form = Bilinear(
        dear,
        tuple(b - dear for b in base),
        (*(0 for _ in values), -2 * dear),
        tuple((*(cell[c] for cell in values), 2 * dear) for c in corners),
        1,
    )
    solution = zero_sum(form)
    return solution.x, solution.y[:-1], bool(solution.unique)


def _at_corners(form: Form) -> list[int]:
    k, a, b, m = form
    return [k, k + b, k + a, k + a + b + m]


def secured(game: Game, y: Sequence[Exact]) -> Exact:
    """The least that the banker gains with this play, over the game's denominator."""
    return min(worth_of(game.gain, shares_of(p, q), y) for p, q in CORNERS)


# ----------------------------------------------------------------------- independent


@dataclass(frozen=True, slots=True)
class Least:
    """The independent optimum: p, q, what is conceded over the game's denominator; how many boxes it took.

    ``bound``: no play concedes less; it is ``conceded`` itself unless the search had to end early.
    """

    p: Exact
    q: Exact
    conceded: Exact
    bound: Exact
    boxes: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A box, F in it, and the cells that change their sign in it."""

    box: Box
    whole: Form
    cells: tuple[int, ...]


def independent(game: Game, limit: int = LIMIT) -> Least:
    """The least that the tableaux can concede when each draws its own lots: the first point in (p, q)."""
    gains = game.gain.gains
    start = _narrowed(_Piece(Box(UNIT, UNIT), game.gain.constant, tuple(range(len(gains)))), gains)
    best = min(
        ((_worst(start, gains, Fraction(p), Fraction(q)), Fraction(p), Fraction(q)) for p, q in CORNERS),
        key=lambda found: (found[0], found[1], found[2]),
    )
    found: tuple[Exact, Exact, Exact] = best
    queue: list[tuple[Fraction, int, _Piece]] = []
    number = 0

    def put(piece: _Piece) -> None:
        nonlocal number
        heappush(queue, (_bound(piece, gains), number, piece))
        number += 1

    put(start)
    while queue:
        bound, _, piece = heappop(queue)
        if less(found[0], bound):
            break
        if number > limit:
            return Least(found[1], found[2], found[0], bound, number)
        if len(piece.cells) <= FEW:
            for p, q in _candidates(piece, gains):
                worst = _worst(piece, gains, p, q)
                if less(worst, found[0]) or (
                    not less(found[0], worst)
                    and (less(p, found[1]) or (not less(found[1], p) and less(q, found[2])))
                ):
                    found = worst, p, q
            continue
        for part in _halves(piece, gains):
            put(_narrowed(_Piece(part, piece.whole, piece.cells), gains))
    return Least(found[1], found[2], found[0], found[0], number)


def _narrowed(piece: _Piece, gains: Sequence[Form]) -> _Piece:
    """With the cells of one sign taken into F or left out."""
    whole, cells = piece.whole, []
    for j in piece.cells:
        sign = piece.box.sign(gains[j])
        if sign is None:
            cells.append(j)
        elif sign > 0:
            k, a, b, m = (x + y for x, y in zip(whole, gains[j], strict=True))
            whole = k, a, b, m
    return _Piece(piece.box, whole, tuple(cells))


def _halves(piece: _Piece, gains: Sequence[Form]) -> list[Box]:
    for j in piece.cells:
        parts = piece.box.split_at(gains[j])
        if parts is not None:
            return [parts[0], parts[2]]
    parts = piece.box.split()
    return [parts[0], parts[2]]


def _bound(piece: _Piece, gains: Sequence[Form]) -> Fraction:
    """What even a correlated team concedes, confined to the box's corners."""
    base = piece.box.values(piece.whole)
    if not piece.cells:
        return min(base)
    values = [piece.box.values(gains[j]) for j in piece.cells]
    scale = lcm(*(v.denominator for cell in (base, *values) for v in cell))
    whole = [[int(v * scale) for v in cell] for cell in values]
    _, y, _ = _program([int(v * scale) for v in base], whole)
    secured = [b + sum(v[c] * share for v, share in zip(values, y, strict=True)) for c, b in enumerate(base)]
    return min(Fraction(s) for s in secured)


def _worst(piece: _Piece, gains: Sequence[Form], p: Exact, q: Exact) -> Exact:
    """What the banker gains at best at a point of the piece."""
    value = at(piece.whole, p, q)
    for j in piece.cells:
        gain = at(gains[j], p, q)
        if gain > 0:
            value = value + gain
    return value


def _candidates(piece: _Piece, gains: Sequence[Form]) -> Iterator[tuple[Exact, Exact]]:
    """The points of the closed box at one of which the least value lies; see the module's docstring."""
    box = piece.box
    yield from box.corners()
    for p, q in _inner(piece, gains):
        if box.p.low <= p <= box.p.high and box.q.low <= q <= box.q.high:
            yield p, q


def _inner(piece: _Piece, gains: Sequence[Form]) -> Iterator[tuple[Exact, Exact]]:
    box = piece.box
    for j in piece.cells:
        k, a, b, m = gains[j]
        for p in box.p.ends:
            if b + m * p:
                yield p, -(k + a * p) / (b + m * p)
        for q in box.q.ends:
            if a + m * q:
                yield -(k + b * q) / (a + m * q), q
        others = [i for i in piece.cells if i != j]
        for bits in product((0, 1), repeat=len(others)):
            whole = piece.whole
            for i, bit in zip(others, bits, strict=True):
                if bit:
                    f0, f1, f2, f3 = (x + y for x, y in zip(whole, gains[i], strict=True))
                    whole = f0, f1, f2, f3
            # None: F is constant along the curve, whose ends at the sides are candidates already.
            first, second = [(whole[1], whole[3]), (a, m)], [(whole[2], whole[3]), (b, m)]
            for point in one_mixes(gains[j], first, second, j) or []:
                yield point.p, point.q
    for i, j in combinations(piece.cells, 2):
        yield from crossings(gains[i], gains[j]) or []
