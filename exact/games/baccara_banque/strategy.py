"""A side's play as a mapping, and the banker's table as grids of the two tableaux' signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, TypeVar, Union

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.errors import InfosetError, shown
from exact.games.baccara_banque.game import Cell
from exact.games.baccara_banque.rules import Sign
from exact.numerals import decimal_text, exact_text

#: An exact probability or gain.
Number = Union[Fraction, Algebraic]
K = TypeVar("K")


class Play(Mapping[K, Number], Generic[K]):
    """Infoset -> probability of drawing, for every infoset that can occur, forced ones too. Immutable.

    Iterates in the classic order: totals ascending; of the signs the third cards 0..9 first, then "stood"
    (None), naturels last. An infoset that cannot occur raises InfosetError.
    """

    __slots__ = ("_draws", "_side")

    def __init__(self, side: str, draws: Iterable[tuple[K, Number]]) -> None:
        self._side = side
        self._draws = dict(draws)

    def __getitem__(self, infoset: K) -> Number:
        try:
            return self._draws[infoset]
        except (KeyError, TypeError):
            example = next(iter(self._draws), None)
            written = "" if example is None else f"; they are written like {example!r}"
            raise InfosetError(
                f"{shown(infoset)} is no infoset of the {self._side} that can occur{written}"
            ) from None

    def __contains__(self, infoset: object) -> bool:
        return isinstance(infoset, (int, tuple)) and infoset in self._draws

    def __iter__(self) -> Iterator[K]:
        return iter(self._draws)

    def __len__(self) -> int:
        return len(self._draws)

    def __hash__(self) -> int:
        return hash((self._side, tuple(self._draws.items())))

    def __repr__(self) -> str:
        mixed = {key: decimal_text(self[key], 8) for key in self.mixed()}
        drawing, standing = (sum(p == pure for p in self.values()) for pure in (1, 0))
        return f"<{self._side}: draws in {drawing} infosets, stands in {standing}, mixes in {mixed}>"

    def mixed(self) -> tuple[K, ...]:
        """The infosets in which both actions have positive probability."""
        return tuple(key for key, p in self.items() if 0 < p < 1)


def letter(p: Number) -> str:
    """D, S, or the percentage of drawing where both are played."""
    if isinstance(p, Fraction) and p in (0, 1):
        return "D" if p else "S"
    digits = decimal_text(p * 100, 4) if isinstance(p, Fraction) else _percent(p)
    return f"{digits}%"


def _percent(p: Algebraic) -> str:
    return decimal_text(p.refined(Fraction(1, 10**9)).lower * 100, 4)


def sign_name(sign: Sign) -> str:
    return "stood" if sign is None else str(sign)


def cell_text(cell: Cell) -> str:
    """A cell as records write it: ``6|stood|naturel``."""
    own, first, second = cell
    return f"{own}|{sign_name(first)}|{sign_name(second)}"


def grid(banker: Mapping[Cell, Number], own: int) -> tuple[list[str], list[list[str]]]:
    """The banker's table for one total of his: a row a sign of the first tableau, a column a sign of the
    second.

    D draws, S stands, else the percentage of drawing; empty where a cell cannot occur.
    """
    cells = [cell for cell in banker if cell[0] == own]
    rows, columns = (_in_order(cell[side] for cell in cells) for side in (1, 2))
    heads = ["1st \\ 2nd", *map(sign_name, columns)]
    body = [
        [
            sign_name(row),
            *(letter(banker[own, row, column]) if (own, row, column) in banker else "" for column in columns),
        ]
        for row in rows
    ]
    return heads, body


def _in_order(signs: Iterable[Sign]) -> list[Sign]:
    found = set(signs)
    order: list[Sign] = [*range(10), None, "naturel", "huit", "neuf"]
    return [sign for sign in order if sign in found]


def number_row(name: str, number: Number | Enclosure) -> list[str]:
    """A number for a table: its name, its decimal, itself."""
    return [name, decimal_text(number, 10), exact_text(number)]
