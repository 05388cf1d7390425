"""Guesses at optimal play in a game of flows, by regret matching in floats.

Nothing here is trusted: `exact.settling` takes from a guess only where to look, and proves what it finds.
The method is predictive CFR+ with quadratic averaging (Farina, Kroer and Sandholm, *Faster game solving via
predictive Blackwell approachability*, AAAI 2021).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from exact.errors import ExactError, refusal
from exact.flows import Game, Lattice

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class RoughLattice:
    """The passes through a lattice, in probabilities; the last axis of all arrays is that of the nodes.

    Layers of nodes that do not lead to each other are passed at once.
    """

    def __init__(self, lattice: Lattice) -> None:
        size = len(lattice)
        frequency = lattice.frequency
        self.size = size
        self.start = np.array(
            [a * f for a, f in zip(lattice.start, frequency, strict=True)], dtype=np.float64
        )
        depth = [0] * size
        for i, targets in enumerate(lattice.edges):
            for j, _ in targets:
                depth[j] = max(depth[j], depth[i] + 1)
        layers: list[list[int]] = [[] for _ in range(max(depth, default=0) + 1)]
        for i, d in enumerate(depth):
            layers[d].append(i)
        ahead = [[(j, w * frequency[j] / frequency[i]) for j, w in lattice.edges[i]] for i in range(size)]
        behind = [[(j, w * frequency[i] / frequency[j]) for j, w in lattice.sources[i]] for i in range(size)]
        self.layers = [
            (np.array(layer), *_padded(layer, ahead, size), *_padded(layer, behind, size)) for layer in layers
        ]

    def back(self, stand: Floats, draw: Floats, chosen: Floats | None) -> tuple[Floats, Floats]:
        """What a node is worth, and drawing in it; ``chosen``: how often it draws, None for the best."""
        shape = (*stand.shape[:-1], self.size + 1)
        worth, drawing = np.zeros(shape), np.zeros(shape)
        for nodes, target, chance, _, _ in reversed(self.layers):
            here = draw[..., nodes] + (worth[..., target] * chance).sum(axis=-1)
            drawing[..., nodes] = here
            if chosen is None:
                worth[..., nodes] = np.maximum(stand[..., nodes], here)
            else:
                p = chosen[..., nodes]
                worth[..., nodes] = stand[..., nodes] * (1 - p) + here * p
        return worth[..., :-1], drawing[..., :-1]

    def forward(self, chosen: Floats) -> tuple[Floats, Floats]:
        """What reaches each node, and what draws there."""
        shape = (*chosen.shape[:-1], self.size + 1)
        reach, drawn = np.zeros(shape), np.zeros(shape)
        for nodes, _, _, source, chance in self.layers:
            reach[..., nodes] = self.start[nodes] + (drawn[..., source] * chance).sum(axis=-1)
            drawn[..., nodes] = reach[..., nodes] * chosen[..., nodes]
        return reach[..., :-1], drawn[..., :-1]


def _padded(
    layer: Sequence[int], links: Sequence[Sequence[tuple[int, float]]], size: int
) -> tuple[Ints, Floats]:
    """The links of a layer's nodes as a table; what is missing leads to an empty node."""
    width = max((len(links[i]) for i in layer), default=0) or 1
    where, weight = np.full((len(layer), width), size), np.zeros((len(layer), width))
    for row, i in enumerate(layer):
        for column, (j, w) in enumerate(links[i]):
            where[row, column], weight[row, column] = j, w
    return where, weight


class RoughGame:
    """A game of flows in floats: what each side's nodes are worth against the other's play."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.first, self.second = RoughLattice(game.first), RoughLattice(game.second)
        self.rows = [np.array(block.rows) for block in game.blocks]
        self.stand, self.draw, self.constant = game.rough

    def against_second(self, reach: Floats, draw: Floats) -> Floats:
        """What standing in the first side's nodes concedes to the second's flows, (signals, nodes)."""
        stand, worth = reach - draw, self.stand.copy()
        for block, rows in zip(self.game.blocks, self.rows, strict=True):
            worth[rows] += block.rough @ stand[block.signal]
            if block.rough_last is not None:
                worth[rows] += block.rough_last @ draw[block.signal]
        return worth

    def against_first(self, reach: Floats, draw: Floats) -> tuple[Floats, Floats]:
        """What standing, and drawing where nothing is left, gains the second side, (signals, nodes)."""
        stand = reach - draw
        shape = (len(self.game.signals), self.second.size)
        standing, drawing = np.zeros(shape), np.zeros(shape)
        for block, rows in zip(self.game.blocks, self.rows, strict=True):
            standing[block.signal] += stand[rows] @ block.rough
            if block.rough_last is not None:
                drawing[block.signal] += stand[rows] @ block.rough_last
        return standing, drawing

    def met(self, reach: Floats, draw: Floats) -> Floats:
        """How often the first side stands with each signal."""
        stand, total = reach - draw, np.zeros(len(self.game.signals))
        for block, rows in zip(self.game.blocks, self.rows, strict=True):
            total[block.signal] += stand[rows].sum()
        return total


@dataclass
class Guess:
    """Average play of both sides, what draws and what reaches, and what it guarantees, in floats."""

    first: tuple[Floats, Floats]
    second: tuple[Floats, Floats]
    conceded: float
    secured: float

    @property
    def gap(self) -> float:
        return self.conceded - self.secured


class _Regrets:
    """Predictive regret matching plus in every node of a side at once."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.stand, self.draw = np.zeros(shape), np.zeros(shape)
        self.last_stand, self.last_draw = np.zeros(shape), np.zeros(shape)
        self.chosen = np.full(shape, 0.5)

    def learn(self, standing: Floats, drawing: Floats, worth: Floats) -> None:
        self.last_stand, self.last_draw = standing - worth, drawing - worth
        self.stand = np.maximum(self.stand + self.last_stand, 0)
        self.draw = np.maximum(self.draw + self.last_draw, 0)
        a = np.maximum(self.stand + self.last_stand, 0)
        b = np.maximum(self.draw + self.last_draw, 0)
        total = a + b
        self.chosen = np.where(total > 0, b / np.where(total > 0, total, 1), 0.5)


class Learner:
    """The state of the guessing: may be stopped, looked at, and carried on."""

    def __init__(self, game: Game) -> None:
        self.rough = RoughGame(game)
        self.x = _Regrets((self.rough.first.size,))
        self.y = _Regrets((len(game.signals), self.rough.second.size))
        self.turns = 0
        self.first_sum = [np.zeros_like(self.x.chosen), np.zeros_like(self.x.chosen)]
        self.second_sum = [np.zeros_like(self.y.chosen), np.zeros_like(self.y.chosen)]

    def learn(self, turns: int, progress: Callable[[int], None] | None = None) -> None:
        rough = self.rough
        for _ in range(turns):
            self.turns += 1
            flow_x = rough.first.forward(self.x.chosen)
            standing, last = rough.against_first(*flow_x)
            worth, drawing = rough.second.back(standing, last, self.y.chosen)
            self.y.learn(standing, drawing, worth)
            flow_y = rough.second.forward(self.y.chosen)
            stand, draw = -rough.against_second(*flow_y), -rough.draw
            worth, drawing = rough.first.back(stand, draw, self.x.chosen)
            self.x.learn(stand, drawing, worth)
            weight = float(self.turns) ** 2
            for total, flow in zip(self.first_sum, flow_x, strict=True):
                total += weight * flow
            for total, flow in zip(self.second_sum, flow_y, strict=True):
                total += weight * flow
            if progress is not None:
                progress(self.turns)

    def guess(self) -> Guess:
        weight = sum(float(t) ** 2 for t in range(1, self.turns + 1))
        first = (self.first_sum[0] / weight, self.first_sum[1] / weight)
        second = (self.second_sum[0] / weight, self.second_sum[1] / weight)
        rough = self.rough
        standing, last = rough.against_first(*first)
        worth, _ = rough.second.back(standing, last, None)
        conceded = rough.constant + float((first[0] - first[1]) @ rough.stand + first[1] @ rough.draw)
        conceded += float((worth * rough.second.start).sum())
        stand = -rough.against_second(*second)
        own, _ = rough.first.back(stand, -rough.draw, None)
        secured = rough.constant - float(own @ rough.first.start)
        return Guess(first, second, conceded, secured)

    def behaviour(self) -> tuple[list[float], list[list[float]]]:
        """The probabilities of drawing of the average play; where it never comes, the last ones."""
        guess = self.guess()
        found = []
        for (reach, draw), last in ((guess.first, self.x.chosen), (guess.second, self.y.chosen)):
            found.append(np.where(reach > 0, draw / np.where(reach > 0, reach, 1), last).tolist())
        return found[0], found[1]

    def save(self, path: str | Path, question: str) -> None:
        """Keep the state in a file, whole or not at all; ``question`` says what it belongs to."""
        buffer = BytesIO()
        kept: dict[str, Any] = {
            "question": np.array(question),
            "turns": np.array(self.turns),
            **self._arrays(),
        }
        np.savez_compressed(buffer, **kept)
        target = Path(path)
        part = target.with_name(f".{target.name}.part")
        try:
            part.write_bytes(buffer.getvalue())
            part.replace(target)
        except OSError as error:
            raise ExactError(f"state: {path} cannot be written; {error.strerror}") from None

    def load(self, path: str | Path, question: str) -> None:
        """Take up a state that was kept. Raises ExactError when it is none, or belongs to another
        question.
        """
        try:
            with np.load(path, allow_pickle=False) as kept:
                if str(kept["question"]) != question:
                    raise refusal("state", path, f"it belongs to another question: {kept['question']}")
                arrays = {name: kept[name] for name in self._arrays()}
                turns = int(kept["turns"])
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            if isinstance(error, ExactError):
                raise
            raise refusal("state", path, "a file that a search has kept is expected") from None
        for name, array in self._arrays().items():
            if arrays[name].shape != array.shape:
                raise refusal("state", path, "a file that a search has kept is expected")
            array[...] = arrays[name]
        self.turns = turns

    def _arrays(self) -> dict[str, Floats]:
        """All that the state consists of, apart from the number of turns."""
        found = {}
        for side, regrets, sums in (("x", self.x, self.first_sum), ("y", self.y, self.second_sum)):
            for name in ("stand", "draw", "last_stand", "last_draw", "chosen"):
                found[f"{side}_{name}"] = getattr(regrets, name)
            found[f"{side}_reached"], found[f"{side}_drawn"] = sums
        return found

    def plans(self, clear: float) -> tuple[list[int], list[list[int]]]:
        """Plans for `exact.settling`: the better action, or open where neither is better by ``clear``.

        ``clear`` is in stake units, given that the infoset occurs. Where the guess never comes nothing is
        open.
        """
        rough, guess = self.rough, self.guess()
        stand = -rough.against_second(*guess.second)
        _, drawing = rough.first.back(stand, -rough.draw, None)
        gain = drawing - stand
        open_x = (np.abs(gain) < clear) & (guess.first[0] > 0)
        standing, last = rough.against_first(*guess.first)
        _, drawing = rough.second.back(standing, last, None)
        more = drawing - standing
        met = rough.met(*guess.first)[:, None]
        # A difference of exactly nought: the cards cannot meet, or nothing is at stake.
        open_y = (np.abs(more) < clear * met) & (more != 0) & (guess.second[0] > 0)
        plan_x = np.where(open_x, 2, gain > 0).tolist()
        plans_y = np.where(open_y, 2, more > 0).tolist()
        return plan_x, plans_y
