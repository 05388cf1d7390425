"""A coup of baccara banque as a game: what each party gains, as functions of everybody's play.

Each tableau chooses once at most, on five: its play is one probability, p for the first and q for the
second. The banker chooses once at most, in a cell: his total and both tableaux' signs. So every expectation
is a form k + a p + b q + m p q, plus such a form for each cell in which the banker draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any, Final, TypeVar

from exact.games.baccara_banque.kernel import BANKER_TOTALS, coups
from exact.games.baccara_banque.rules import DECLARED, NATUREL, Naturels, Sign
from exact.games.baccara_banque.surd import Exact
from exact.shoe import Shoe

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

#: k, a, b, m of k + a p + b q + m p q.
Form = tuple[int, int, int, int]
#: What the banker knows: his total, the first tableau's sign, the second's.
Cell = tuple[int, Sign, Sign]
C = TypeVar("C")

#: The signs of a tableau in the classic order.
SIGNS: Final[dict[Naturels, tuple[Sign, ...]]] = {
    "alike": (*range(10), None, NATUREL),
    "apart": (*range(10), None, *DECLARED.values()),
}
_NATURELS: Final = frozenset((NATUREL, *DECLARED.values()))
_NOTHING: Final[Form] = (0, 0, 0, 0)


def is_naturel(sign: Sign) -> bool:
    """Whether a tableau's sign is a naturel."""
    return sign in _NATURELS


@dataclass(frozen=True, slots=True)
class Expectation:
    """``constant`` plus the sum of ``gains[j]`` over the cells j in which the banker draws."""

    constant: Form
    gains: tuple[Form, ...]


@dataclass(frozen=True, eq=False)
class Game:
    """The coup from one shoe, with its stakes and tax; all numbers over ``denominator``.

    Stakes are parts of the total stake: they sum to one. ``cells``: those that can occur; ``deals``: how
    often each occurs. ``losses``: what each tableau loses, with its own stake. ``gain``: what the banker
    gains after tax. ``frees``: whether a tableau can have five.
    """

    shoe: Shoe
    stakes: tuple[Fraction, Fraction]
    commission: Fraction
    naturels: Naturels
    cells: tuple[Cell, ...]
    deals: tuple[Form, ...]
    losses: tuple[Expectation, Expectation]
    gain: Expectation
    frees: tuple[bool, bool]
    denominator: int

    def separate(self) -> Game:
        """The game, without tax, in which the banker may decide against each tableau by itself.

        Its cells are those of this game twice: first for the decision against the first tableau.
        """
        nothing = (_NOTHING,) * len(self.cells)
        one, other = self.losses
        first = Expectation(one.constant, (*one.gains, *nothing))
        second = Expectation(other.constant, (*nothing, *other.gains))
        both = Expectation(_sum(one.constant, other.constant), (*one.gains, *other.gains))
        return replace(
            self,
            commission=Fraction(0),
            cells=self.cells * 2,
            deals=self.deals * 2,
            losses=(first, second),
            gain=both,
        )

    def idle(self, side: int) -> bool:
        """Whether nothing that this tableau does can change its own loss."""
        loss = self.losses[side]
        return not any(form[1 + side] or form[3] for form in (loss.constant, *loss.gains))

    @property
    def symmetric(self) -> bool:
        """Whether both tableaux are in the same position."""
        return self.stakes[0] == self.stakes[1]


def at(form: Form, p: Exact, q: Exact) -> Exact:
    """The form's value."""
    k, a, b, m = form
    return k + a * p + q * (b + m * p)


#: (p, q) at the corners of the square: the pure joint plays on five, in their order.
CORNERS: Final = tuple((Fraction(p), Fraction(q)) for p in (0, 1) for q in (0, 1))
#: The probability of each joint play.
Shares = tuple[Exact, Exact, Exact, Exact]


def shares_of(p: Exact, q: Exact) -> Shares:
    """The joint plays of tableaux that draw their own lots."""
    return (1 - p) * (1 - q), (1 - p) * q, p * (1 - q), p * q


def mean(form: Form, shares: Shares) -> Exact:
    """The form's value against this joint play."""
    k, a, b, m = form
    _, second, first, both = shares
    return k + a * (first + both) + b * (second + both) + m * both


def worth_of(expectation: Expectation, shares: Shares, y: Sequence[Exact]) -> Exact:
    """The expectation's value, over the game's denominator, when the banker draws with probabilities y."""
    value = mean(expectation.constant, shares)
    for form, drawn in zip(expectation.gains, y, strict=True):
        if drawn != 0:
            value = value + drawn * mean(form, shares)
    return value


def most_of(expectation: Expectation, shares: Shares) -> Exact:
    """The most that the banker can make of it, over the game's denominator."""
    value = mean(expectation.constant, shares)
    for form in expectation.gains:
        gain = mean(form, shares)
        if gain > 0:
            value = value + gain
    return value


@lru_cache(maxsize=16)
def game(
    shoe: Shoe, stakes: tuple[Fraction, Fraction], commission: Fraction, naturels: Naturels = "alike"
) -> Game:
    """The coup as a game; ``stakes`` sum to one. Raises ExactError with fewer than nine cards."""
    import numpy as np

    table = coups(shoe)
    scale = lcm(stakes[0].denominator, stakes[1].denominator)
    units = [int(stake * scale) for stake in stakes]
    tax, below = commission.numerator, commission.denominator
    sign = np.array([-1, 0, 1], dtype=object)
    net = units[0] * sign[:, None] + units[1] * sign[None, :]
    payoffs = [
        below * units[0] * np.broadcast_to(sign[:, None], (3, 3)),
        below * units[1] * np.broadcast_to(sign[None, :], (3, 3)),
        below * net - tax * np.maximum(net, 0),
        below * scale * np.ones((3, 3), dtype=object),
    ]
    kinds = SIGNS[naturels]
    cells = [
        (own, one, other)
        for own in range(BANKER_TOTALS)
        for one in kinds
        for other in kinds
        if not (is_naturel(one) and is_naturel(other))
    ]
    places = [(own, kinds.index(one), kinds.index(other)) for own, one, other in cells]
    index: Any = tuple(np.array(place) for place in zip(*places, strict=True))
    parts = []
    for payoff in payoffs:
        valued = sum(
            payoff[x, y] * table.chosen[..., x, y] for x in range(3) for y in range(3) if payoff[x, y]
        )
        if isinstance(valued, int):  # a stake of nought
            valued = np.zeros(table.chosen.shape[:4], dtype=object)
        settled = int((payoff * table.settled).sum())
        forms = [_by_signs(action, naturels)[(slice(None), *index)] for action in valued]
        parts.append((settled, forms[0], forms[1]))
    deals = parts[3][1]
    occurs = np.flatnonzero((deals != 0).any(axis=0))

    def expectation(settled: int, stand: Array, draw: Array) -> Expectation:
        constant = [int(c) for c in stand.sum(axis=1)]
        constant[0] += settled
        return Expectation(_form(constant), tuple(map(_form, (draw - stand)[:, occurs].T.tolist())))

    fives = table.chosen.sum(axis=(1, 3, 4, 5))[0]  # by the first tableau's class
    free = bool(fives[20])
    return Game(
        shoe=shoe,
        stakes=stakes,
        commission=commission,
        naturels=naturels,
        cells=tuple(cells[j] for j in occurs),
        deals=tuple(map(_form, deals[:, occurs].T.tolist())),
        losses=(expectation(*parts[0]), expectation(*parts[1])),
        gain=expectation(*parts[2]),
        frees=(free, free),
        denominator=table.denominator * scale * below,
    )


def _by_signs(weights: Array, naturels: Naturels) -> Array:
    """From [banker's total, class, class] to [k a b m, banker's total, sign, sign]."""
    import numpy as np

    def constant(array: Array) -> Array:
        """What counts whatever the tableau does, with its sign as the first axis."""
        seen = [array[:10], (array[20] + array[21])[None]]
        seen += [(array[22] + array[23])[None]] if naturels == "alike" else [array[22:24]]
        return np.concatenate(seen)

    def slope(array: Array) -> Array:
        """What a tableau that draws on five adds."""
        nothing = np.zeros_like(array[22:23] if naturels == "alike" else array[22:24])
        return np.concatenate([array[10:20], -array[20:21], nothing])

    first = weights.transpose(1, 2, 0)
    by_first = [part(first).transpose(1, 0, 2) for part in (constant, slope)]
    k, a = (constant(array) for array in by_first)
    b, m = (slope(array) for array in by_first)
    return np.stack([array.transpose(2, 1, 0) for array in (k, a, b, m)])


def _form(numbers: Sequence[Any]) -> Form:
    k, a, b, m = (int(number) for number in numbers)
    return k, a, b, m


def _sum(one: Form, other: Form) -> Form:
    return _form([x + y for x, y in zip(one, other, strict=True)])
