"""The end 0 : 1 of the curve: a tableau without a stake, whose cards the banker sees all the same.

The other tableau and the banker play a game of two then, for each play x of the idle one. Its value V(x) is
the least over q of F(x, q) + sum of max(0, g_j(x, q)), which is convex in q. The least of V over x is the
independent team's optimum. For the greatest: with q fixed the expression is convex in x, so on an interval of
x it is at most what it is at one of the ends, and V is at most that. Intervals are halved until the bound is
attained.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Final

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.games import chemin_de_fer
from exact.games.baccara_banque.game import Game, game
from exact.games.baccara_banque.strategy import Number
from exact.games.baccara_banque.surd import minus, number
from exact.games.baccara_banque.team import independent
from exact.shoe import Shoe

#: How many intervals are looked at before the greatest value is given between bounds.
LIMIT: Final = 200
ENDS: Final = (Fraction(0), Fraction(1))


@dataclass(frozen=True)
class Sight:
    """The bank's gain against one tableau while it sees the cards of another without a stake.

    ``least`` and ``greatest``: over all plays of the idle tableau (``least_at``, ``greatest_at``: on five).
    ``chemin_de_fer``: the value of chemin de fer from the same shoe. ``worth_least`` and ``worth_greatest``:
    what the sight of the other cards is worth, the difference.
    """

    shoe: Shoe
    least: Number
    least_at: Number
    greatest: Fraction | Enclosure
    greatest_at: Fraction
    chemin_de_fer: Fraction

    @property
    def worth_least(self) -> Number | Enclosure:
        """What the sight is worth at least."""
        return self._beyond(self.least)

    @property
    def worth_greatest(self) -> Number | Enclosure:
        """What the sight is worth at most."""
        return self._beyond(self.greatest)

    def _beyond(self, gain: Number | Enclosure) -> Number | Enclosure:
        if isinstance(gain, Fraction):
            return gain - self.chemin_de_fer
        if isinstance(gain, Algebraic):
            gain = gain.refined(Fraction(1, 10**40))
        return Enclosure(gain.lower - self.chemin_de_fer, gain.upper - self.chemin_de_fer)


def sight(shoe: Shoe) -> Sight:
    """The end 0 : 1 of the curve, over all plays of the idle tableau. Raises ExactError as `solve` does."""
    played = game(shoe, ENDS, Fraction(0))
    least = independent(played)
    below = Fraction(played.denominator)
    greatest, at, bound = _greatest(played)
    top: Fraction | Enclosure = greatest / below
    if bound > greatest:
        top = Enclosure(greatest / below, bound / below)
    found = minus(least.conceded / below, Fraction(0))
    assert not isinstance(found, Enclosure)
    return Sight(shoe, found, number(least.p), top, at, chemin_de_fer.solve(shoe).value)


def _greatest(played: Game) -> tuple[Fraction, Fraction, Fraction]:
    """The greatest V(x) found, its x, and a bound for all x; over the game's denominator."""
    known = {x: _least_over_q(played, x) for x in ENDS}
    queue: list[tuple[Fraction, Fraction, Fraction]] = []

    def put(low: Fraction, high: Fraction) -> None:
        bound = min(max(_most(played, x, known[end][1]) for x in (low, high)) for end in (low, high))
        heappush(queue, (-bound, low, high))

    put(*ENDS)
    for _ in range(LIMIT):
        best = max(value for value, _ in known.values())
        bound, low, high = heappop(queue)
        if -bound <= best:
            break
        middle = (low + high) / 2
        known[middle] = _least_over_q(played, middle)
        put(low, middle)
        put(middle, high)
    else:
        best, bound = max(value for value, _ in known.values()), queue[0][0]
    at = min(x for x, (value, _) in known.items() if value == best)
    return best, at, max(-bound, best)


def _lines(played: Game, x: Fraction) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The expectations as functions c + s q, the idle tableau's play being x."""
    whole, *gains = ([k + a * x, b + m * x] for k, a, b, m in (played.gain.constant, *played.gain.gains))
    return whole, gains


def _most(played: Game, x: Fraction, q: Fraction) -> Fraction:
    whole, gains = _lines(played, x)
    return whole[0] + whole[1] * q + sum((max(c + s * q, Fraction(0)) for c, s in gains), Fraction(0))


def _least_over_q(played: Game, x: Fraction) -> tuple[Fraction, Fraction]:
    """V(x) and the first q at which it is attained: the slope to the right of a breakpoint decides."""
    whole, gains = _lines(played, x)
    turns = sorted({Fraction(0), Fraction(1), *(-c / s for c, s in gains if s and 0 < -c / s < 1)})
    low, high = 0, len(turns) - 1
    while low < high:
        middle = (low + high) // 2
        if _slope_after(whole, gains, turns[middle]) >= 0:
            high = middle
        else:
            low = middle + 1
    return _most(played, x, turns[low]), turns[low]


def _slope_after(whole: Sequence[Fraction], gains: Sequence[Sequence[Fraction]], q: Fraction) -> Fraction:
    slope = whole[1]
    for c, s in gains:
        value = c + s * q
        if value > 0 or (value == 0 and s > 0):
            slope += s
    return slope
