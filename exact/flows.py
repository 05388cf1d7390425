"""Two sides that draw cards as they please: realisation plans as flows on a lattice of holdings.

Each side's possible holdings are the nodes of a graph without cycles. Chance starts a side in some of them;
in each node it stands, or draws and is carried on to a later one, or dies. Different orders of the same
cards lead to the same node: what follows is the same for both sides, so nothing is lost by merging them, and
a strategy is a *flow*: how much reaches a node, and how much of that draws.

The second side moves when the first has finished, and sees a *signal* of what the first did. So it has its
lattice once for each signal. What it gains is bilinear in the two flows::

    constant + sum stand[h] x_stand(h) + sum draw[h] x_draw(h) + sum x_stand(h) pair(h, g) y_stand(g)

over the denominator; y is the flow for the signal of h. (`Block` may carry a second matrix for what
the second side gains by drawing where the cards have run out.) The first side minimises, the second
maximises. All weights are integers, and a flow is integers over one scale.

The optimum is proved, whatever found it, by both exact best replies: `Game.first_reply` is the least that
the first side can concede to given flows of the second, `Game.second_reply` the most that the second side can
gain against a given flow of the first. If they are equal, that is the value, and both flows are optimal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpz_mat

if TYPE_CHECKING:
    from numpy import bool_, float64
    from numpy.typing import NDArray

Integers = Sequence[int]
Edges = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class Lattice:
    """One side's holdings, each before all that it can lead to.

    ``start``: with what weight chance starts in a node. ``edges[i]``: (node, weight) for what a card drawn
    in i leads to; the dead are left out. ``frequency[i]`` turns a node's flow into a probability: floats, for
    guesses only.
    """

    keys: tuple[Hashable, ...]
    start: tuple[int, ...]
    edges: Edges
    frequency: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def index(self) -> dict[Hashable, int]:
        return {key: i for i, key in enumerate(self.keys)}

    @cached_property
    def sources(self) -> Edges:
        """(node, weight) for what leads to a node."""
        found: list[list[tuple[int, int]]] = [[] for _ in self.keys]
        for i, targets in enumerate(self.edges):
            for j, weight in targets:
                found[j].append((i, weight))
        return tuple(map(tuple, found))


@dataclass(frozen=True)
class Flow:
    """A side's strategy: how much reaches a node and how much of that draws, integers over ``scale``."""

    reach: tuple[int, ...]
    draw: tuple[int, ...]
    scale: int

    @cached_property
    def stand(self) -> tuple[int, ...]:
        return tuple(a - b for a, b in zip(self.reach, self.draw, strict=True))

    def sound(self) -> bool:
        """Whether nothing draws that isn't there."""
        return all(0 <= b <= a for a, b in zip(self.reach, self.draw, strict=True))


def flow_of(lattice: Lattice, draws: Sequence[int | Fraction], scale: int) -> Flow:
    """The flow in which 0 stands, 1 draws all that comes, and a Fraction is the very amount that draws."""
    reach: list[int] = []
    draw: list[int] = []
    for start, sources, rule in zip(lattice.start, lattice.sources, draws, strict=True):
        here = start * scale
        for i, weight in sources:
            if draw[i]:
                here += draw[i] * weight
        reach.append(here)
        if isinstance(rule, Fraction):
            amount = rule * scale
            assert amount.denominator == 1, "the scale makes all amounts whole"
            draw.append(amount.numerator)
        else:
            draw.append(here if rule else 0)
    return Flow(tuple(reach), tuple(draw), scale)


@dataclass(frozen=True)
class Block:
    """Nodes of the first side with one signal, and what they are worth against each node of the second's.

    The gain of the second side is pad[g] * pair[h][g]: so the matrix has small integers. ``last``: the
    same for drawing in g when no card is left. ``rough``: pair and ``last`` for probabilities, as floats.
    ``meet``: which of them can occur together; None: all.
    """

    signal: int
    rows: tuple[int, ...]
    pair: fmpz_mat
    pad: tuple[int, ...]
    rough: NDArray[float64]
    last: fmpz_mat | None = None
    rough_last: NDArray[float64] | None = None
    meet: NDArray[bool_] | None = None


@dataclass(frozen=True)
class Reply:
    """The best that a side can do against what the other does.

    ``value``: what the second side gains then. ``better[s][i]``: by how much drawing beats standing in node i
    with the signal s, to the one who replies and per unit that reaches the node, over ``scale``.
    """

    value: Fraction
    better: tuple[tuple[int, ...], ...]
    scale: int


@dataclass(frozen=True)
class Game:
    """See the module. ``signals``: what the second side may see; the indices of its lattices."""

    first: Lattice
    second: Lattice
    signals: tuple[Hashable, ...]
    blocks: tuple[Block, ...]
    stand: tuple[int, ...]
    draw: tuple[int, ...]
    constant: int
    denominator: int
    #: What a node of the first side counts, in the eyes of one who plays by totals.
    kinds: tuple[Hashable, ...]
    #: ``stand`` and ``draw`` for probabilities, and the constant, as floats.
    rough: tuple[NDArray[float64], NDArray[float64], float] = field(repr=False)

    @cached_property
    def signal(self) -> tuple[int, ...]:
        """The index of what the second side sees of each node of the first."""
        found = [0] * len(self.first)
        for block in self.blocks:
            for h in block.rows:
                found[h] = block.signal
        return tuple(found)

    def met(self, stand: Sequence[int]) -> list[list[bool]]:
        """Which nodes of the second side, by signal, can occur when this much of the first side stands."""
        found = [[False] * len(self.second) for _ in self.signals]
        for block in self.blocks:
            standing = [row for row, h in enumerate(block.rows) if stand[h]]
            if standing:
                here: list[bool] = [True] * len(self.second)
                if block.meet is not None:
                    here = np.any(block.meet[standing], axis=0).tolist()
                found[block.signal] = [a or b for a, b in zip(found[block.signal], here, strict=True)]
        return found

    def first_reply(self, flows: Sequence[Flow]) -> Reply:
        """The least that the first side can concede to these flows of the second, one for each signal."""
        scale = flows[0].scale
        assert all(flow.scale == scale for flow in flows), "the flows of a side have one scale"
        worth = [-scale * a for a in self.stand]
        for block in self.blocks:
            for h, gain in zip(block.rows, against(block, flows[block.signal]), strict=True):
                worth[h] -= gain
        value, better = best_of(self.first, worth, [-scale * a for a in self.draw])
        total = scale * self.constant - value
        return Reply(Fraction(total, scale * self.denominator), (better,), scale * self.denominator)

    def second_reply(self, flow: Flow) -> Reply:
        """The most that the second side can gain against this flow of the first."""
        total = flow.scale * self.constant + sum(map(mul, self.stand, flow.stand))
        total += sum(map(mul, self.draw, flow.draw))
        stand, draw = self.facing(flow)
        better = []
        for standing, drawing in zip(stand, draw, strict=True):
            value, gain = best_of(self.second, standing, drawing)
            total += value
            better.append(gain)
        scale = flow.scale * self.denominator
        return Reply(Fraction(total, scale), tuple(better), scale)

    def facing(self, flow: Flow) -> tuple[list[list[int]], list[list[int]]]:
        """What standing, and drawing the card that isn't there, gains the second side, by signal and node."""
        stand = [[0] * len(self.second) for _ in self.signals]
        draw = [[0] * len(self.second) for _ in self.signals]
        for block in self.blocks:
            standing = [flow.stand[h] for h in block.rows]
            if any(standing):
                for matrix, worth in ((block.pair, stand), (block.last, draw)):
                    if matrix is not None:
                        gain = map(mul, block.pad, _from_left(standing, matrix))
                        worth[block.signal] = [a + b for a, b in zip(worth[block.signal], gain, strict=True)]
        return stand, draw


def against(block: Block, flow: Flow) -> list[int]:
    """What each node of the block that stands gives to the second side's flow."""
    gain = _product(block.pair, list(map(mul, block.pad, flow.stand)))
    if block.last is not None:
        more = _product(block.last, list(map(mul, block.pad, flow.draw)))
        gain = [a + b for a, b in zip(gain, more, strict=True)]
    return gain


def best_of(lattice: Lattice, stand: Integers, draw: Integers) -> tuple[int, tuple[int, ...]]:
    """The most that a side can get from its own payoffs, and what drawing has over standing in each node."""
    worth = [0] * len(lattice)
    better = [0] * len(lattice)
    for i in range(len(lattice) - 1, -1, -1):
        drawing = draw[i]
        for j, weight in lattice.edges[i]:
            drawing += weight * worth[j]
        better[i] = drawing - stand[i]
        worth[i] = max(stand[i], drawing)
    return sum(map(mul, lattice.start, worth)), tuple(better)


def _product(matrix: fmpz_mat, vector: Iterable[int]) -> list[int]:
    """Matrix times column."""
    numbers = list(vector)
    columns = [j for j, a in enumerate(numbers) if a]
    if not columns:
        return [0] * matrix.nrows()
    return [int(a) for a in (matrix * fmpz_mat(len(numbers), 1, numbers)).entries()]


def _from_left(vector: Sequence[int], matrix: fmpz_mat) -> list[int]:
    """Row times matrix."""
    return [int(a) for a in (fmpz_mat(1, len(vector), list(vector)) * matrix).entries()]
