"""A coup of chemin de fer as a bilinear game: who may choose where, and what it is worth.

The x of `exact.equilibrium` are the ponte's probabilities of drawing, the y the banker's. The form is first
set up for a game in which everything is free, over all infosets; rules that force cells are then put in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from exact.equilibrium import Bilinear
from exact.errors import ExactError
from exact.games.chemin_de_fer.drawing_rules import (
    THIRDS,
    Action,
    Cell,
    Holding,
    Rules,
    tableau,
)
from exact.games.chemin_de_fer.kernel import STOOD, Coups, coups
from exact.games.chemin_de_fer.rules import Information
from exact.games.chemin_de_fer.strategy import Strategy
from exact.shoe import Shoe

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

K = TypeVar("K")
#: What a forced probability of drawing is.
FORCED: dict[Action, int | None] = {"stand": 0, "draw": 1, "free": None}


@dataclass(frozen=True, eq=False)
class Form:
    """One expectation over all infosets: (constant + rows.x + columns.y + x'(matrix)y) / denominator.

    NumPy arrays of exact integers; the columns are the banker's holdings times the eleven third cards.
    """

    constant: int
    rows: Array
    columns: Array
    matrix: Array
    denominator: int

    @classmethod
    def of(cls, stand: Array, draw: Array, settled: int, denominator: int) -> Form:
        """From what the banker's standing and drawing are worth in each place of `kernel.Coups`.

        ``settled``: what the coups with naturels are worth. Where the ponte draws (x) the places 0..9
        count, where he stands (1 - x) the last one.
        """
        import numpy as np

        rows = stand[:, :, :STOOD].sum(axis=(1, 2)) - stand[:, :, STOOD].sum(axis=1)
        gain = draw - stand
        columns = np.zeros_like(gain[0])
        columns[:, STOOD] = gain[:, :, STOOD].sum(axis=0)
        gain[:, :, STOOD] = -gain[:, :, STOOD]
        constant = settled + int(stand[:, :, STOOD].sum())
        return cls(constant, rows, columns.reshape(-1), gain.reshape(len(rows), -1), denominator)

    def less(self, other: Form, times: Fraction) -> Form:
        """This expectation less so many times another, in Python's integers."""
        a, b = times.numerator, times.denominator

        def combined(mine: Any, theirs: Any) -> Any:
            return b * mine.astype(object) - a * theirs.astype(object)

        return Form(
            b * self.constant - a * other.constant,
            combined(self.rows, other.rows),
            combined(self.columns, other.columns),
            combined(self.matrix, other.matrix),
            b * self.denominator,
        )

    def whole(self) -> Bilinear:
        """All of it, for infosets that are all free."""
        return self.restricted([None] * len(self.rows), [None] * len(self.columns))

    def restricted(self, x: Sequence[int | None], y: Sequence[int | None]) -> Bilinear:
        """The form in the free probabilities only; ``x`` and ``y`` hold the forced ones (None: free)."""
        free_x = [i for i, bit in enumerate(x) if bit is None]
        free_y = [j for j, bit in enumerate(y) if bit is None]
        ones_x = [i for i, bit in enumerate(x) if bit]
        ones_y = [j for j, bit in enumerate(y) if bit]
        rows, columns, constant = self.rows, self.columns, self.constant
        if ones_x:
            constant += int(rows[ones_x].sum())
            columns = columns + self.matrix[ones_x].sum(axis=0)
        if ones_y:
            constant += int(columns[ones_y].sum())
            rows = rows + self.matrix[:, ones_y].sum(axis=1)
        return Bilinear(
            int(constant),
            tuple(rows[free_x].tolist()),
            tuple(columns[free_y].tolist()),
            tuple(map(tuple, self.matrix[free_x][:, free_y].tolist())),
            self.denominator,
        )


@dataclass(frozen=True, eq=False)
class Game:
    """The coup from one shoe, for one kind of information: everything the questions are answered from.

    ``loss``: what the ponte loses, which is what the bank gains before tax. ``wins``: the probability
    that the banker wins, which the tax is paid on.
    """

    information: Information
    coups: Coups
    loss: Form
    wins: Form

    @property
    def ponte(self) -> tuple[Holding, ...]:
        """The ponte's infosets, those that cannot occur too."""
        return self.coups.ponte

    @property
    def banker(self) -> tuple[Cell, ...]:
        """The banker's infosets, those that cannot occur too, in the classic order."""
        return tuple((holding, third) for holding in self.coups.banker for third in THIRDS)

    def gain(self, commission: Fraction) -> Form:
        """What the banker gains after the tax on his wins."""
        return self.loss.less(self.wins, commission)

    def forced(self, rules: Rules) -> tuple[list[int | None], list[int | None]]:
        """The probabilities of drawing that the rules force on both sides; None where they are free.

        Raises ExactError when they tell hands apart that the side does not know.
        """
        if rules.ponte_hands and self.information != "both":
            raise _blind("ponte", self.information)
        if rules.banker_hands and self.information == "totals":
            raise _blind("banker", self.information)
        x = [FORCED[rules.at_ponte(holding)] for holding in self.coups.ponte]
        y = [FORCED[rules.at_banker(holding, third)] for holding, third in self.banker]
        return x, y

    def occurring(self, x: Sequence[int | None]) -> tuple[list[bool], list[bool]]:
        """Which infosets of the ponte and of the banker can occur when the ponte is forced as ``x`` says."""
        draws = [i for i, bit in enumerate(x) if bit != 0]
        stands = [i for i, bit in enumerate(x) if bit != 1]
        reach = self.coups.reach
        reached = reach[draws].sum(axis=0) > 0
        reached[:, STOOD] = reach[stands][:, :, STOOD].sum(axis=0) > 0
        return [deals > 0 for deals in self.coups.ponte_deals], reached.reshape(-1).tolist()


@dataclass(frozen=True, eq=False)
class RuledGame:
    """A game under rules: ``x`` and ``y`` are the forced probabilities of drawing, None where they are free.

    An infoset that cannot occur (``occurs_x``, ``occurs_y``) counts as forced: it has no weight.
    """

    game: Game
    x: Sequence[int | None]
    y: Sequence[int | None]
    occurs_x: Sequence[bool]
    occurs_y: Sequence[bool]

    @classmethod
    def of(cls, played: Game, rules: Rules) -> RuledGame:
        """Raises ExactError when the rules tell hands apart that the side does not know."""
        x, y = played.forced(rules)
        occurs_x, occurs_y = played.occurring(x)
        return cls(
            played,
            [bit if occurs else 0 for bit, occurs in zip(x, occurs_x, strict=True)],
            [bit if occurs else 0 for bit, occurs in zip(y, occurs_y, strict=True)],
            occurs_x,
            occurs_y,
        )

    def restricted(self, form: Form) -> Bilinear:
        """An expectation in the free probabilities."""
        return form.restricted(self.x, self.y)

    def guess(self) -> list[int | None]:
        """Where a solver may begin: the free ponte plays as the document has it, and is open on 5."""
        document = [FORCED[tableau().at_ponte(own)] for own in self.game.ponte]
        return [guess for guess, bit in zip(document, self.x, strict=True) if bit is None]

    def strategies(
        self, x: Sequence[Fraction], y: Sequence[Fraction]
    ) -> tuple[Strategy[Holding], Strategy[Cell]]:
        """Both strategies over all infosets that can occur, from the free probabilities."""
        ponte = _filled(self.game.ponte, self.x, self.occurs_x, x)
        banker = _filled(self.game.banker, self.y, self.occurs_y, y)
        return Strategy("ponte", ponte), Strategy("banker", banker)

    def vectors(
        self, ponte: Mapping[Any, Fraction], banker: Mapping[Any, Fraction]
    ) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """The free probabilities, from the strategies."""
        x = tuple(ponte[own] for own, bit in zip(self.game.ponte, self.x, strict=True) if bit is None)
        y = tuple(banker[cell] for cell, bit in zip(self.game.banker, self.y, strict=True) if bit is None)
        return x, y


@lru_cache(maxsize=32)
def game(shoe: Shoe, information: Information) -> Game:
    """The coup as a game. Raises ExactError with fewer than six cards."""
    table = coups(shoe).by(information)
    settled = sum((b > p) * weight for (p, b), weight in table.naturels.items())
    lost = sum((b < p) * weight for (p, b), weight in table.naturels.items())
    gains = [won - lost for won, lost in zip(table.won, table.lost, strict=True)]
    return Game(
        information,
        table,
        Form.of(gains[0], gains[1], settled - lost, table.denominator),
        Form.of(table.won[0], table.won[1], settled, table.denominator),
    )


def _filled(
    infosets: Sequence[K], forced: Sequence[int | None], occurs: Sequence[bool], free: Sequence[Fraction]
) -> list[tuple[K, Fraction]]:
    """(infoset, probability of drawing) where it can occur; the free ones in their order."""
    numbers = iter(free)
    drawn = [next(numbers) if bit is None else Fraction(bit) for bit in forced]
    return [(key, p) for key, p, possible in zip(infosets, drawn, occurs, strict=True) if possible]


def _blind(side: str, information: str) -> ExactError:
    return ExactError(
        f"rules: they tell single hands of the {side} apart; "
        f'with information "{information}" it knows its total only'
    )
