"""A side's strategy as a mapping, and the classic grid in which a banker's table is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from typing import Any, Generic, TypeVar

from exact.errors import InfosetError, shown
from exact.games.chemin_de_fer.drawing_rules import THIRDS, Holding, Third
from exact.rational import decimal

K = TypeVar("K")


class Strategy(Mapping[K, Fraction], Generic[K]):
    """Infoset -> probability of drawing, for every infoset that can occur, forced ones too. Immutable.

    Iterates in the classic order: holding ascending, third card 0..9, "the ponte stood" (None) last. An
    infoset that cannot occur raises InfosetError.
    """

    __slots__ = ("_draws", "_side")

    def __init__(self, side: str, draws: Iterable[tuple[K, Fraction]]) -> None:
        self._side = side
        self._draws = dict(draws)

    def __getitem__(self, infoset: K) -> Fraction:
        try:
            return self._draws[infoset]
        except (KeyError, TypeError):
            raise InfosetError(_impossible(self._side, infoset, self._draws)) from None

    def __contains__(self, infoset: object) -> bool:
        return isinstance(infoset, (int, tuple)) and infoset in self._draws

    def __iter__(self) -> Iterator[K]:
        return iter(self._draws)

    def __len__(self) -> int:
        return len(self._draws)

    def __hash__(self) -> int:
        return hash((self._side, tuple(self._draws.items())))

    def __repr__(self) -> str:
        mixed = {key: str(p) for key, p in self.items() if 0 < p < 1}
        drawing = sum(p == 1 for p in self.values())
        standing = sum(p == 0 for p in self.values())
        return f"<{self._side}: draws in {drawing} infosets, stands in {standing}, mixes in {mixed}>"

    def mixed(self) -> tuple[K, ...]:
        """The infosets in which both actions have positive probability."""
        return tuple(key for key, p in self.items() if 0 < p < 1)

    def _repr_html_(self) -> str:
        return html_grid(self, self._side, f"The {self._side} draws")


def _impossible(side: str, infoset: object, known: Mapping[Any, Fraction]) -> str:
    """The sentence for an infoset that cannot occur."""
    example = next(iter(known), None)
    message = f"{shown(infoset)} is no infoset of the {side} that can occur"
    if example is not None:
        message += f"; they are written like {example!r}, hands with the lower card first"
    return message


def letter(p: Fraction) -> str:
    """D, S, or the percentage of drawing where both are played."""
    return "D" if p == 1 else "S" if p == 0 else f"{decimal(100 * p, 4)}%"


def holding_name(holding: Holding) -> str:
    return "-".join(map(str, holding)) if isinstance(holding, tuple) else str(holding)


def third_name(third: Third) -> str:
    return "stood" if third is None else str(third)


def holding_text(holding: Holding) -> str:
    """What a side holds as records write it, which is an infoset of the ponte: ``5``, ``0,5``."""
    return ",".join(map(str, holding)) if isinstance(holding, tuple) else str(holding)


def cell_text(holding: Holding, third: Third) -> str:
    """An infoset of the banker as records write it: ``6|stood``, ``0,6|9``."""
    return f"{holding_text(holding)}|{third_name(third)}"


def rows_of(draws: Mapping[Any, Fraction], side: str) -> tuple[list[str], list[list[str]]]:
    """A strategy as a grid: the heads of the columns, then one row a holding.

    For the banker the classic grid: a column for each third card, empty where a cell cannot occur.
    """
    if side == "ponte":
        return ["", "draws"], [[holding_name(holding), letter(p)] for holding, p in draws.items()]
    heads = ["", *map(third_name, THIRDS)]
    rows = [
        [holding_name(own), *(letter(draws[own, t]) if (own, t) in draws else "" for t in THIRDS)]
        for own in dict.fromkeys(own for own, _ in draws)
    ]
    return heads, rows


#: The colours of a grid's cells, which people with any colour blindness can tell apart: ground and ink.
_SHADES = {"D": "background:#0072B2;color:white", "S": "background:#F5E6C8;color:black"}
_MIXED = "background:#E69F00;color:black"


def html_grid(draws: Mapping[Any, Fraction], side: str, caption: str) -> str:
    """A strategy as a grid in HTML: D draws, S stands, a percentage where both are played, in colours."""
    heads, rows = rows_of(draws, side)
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = []
    for first, *rest in rows:
        cells = "".join(
            f'<td style="text-align:center;{_SHADES.get(cell, _MIXED)}">{escape(cell)}</td>'
            if cell
            else "<td></td>"
            for cell in rest
        )
        body.append(f"<tr><th>{escape(first)}</th>{cells}</tr>")
    words = f"{caption}: D draws, S stands, per cent: draws so often"
    return f"<table><caption>{escape(words)}</caption><tr>{head}</tr>{''.join(body)}</table>"


def html_table(heads: Iterable[str], rows: Iterable[Iterable[str]], caption: str) -> str:
    """A table in HTML; the first column names the rows."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = []
    for first, *rest in rows:
        cells = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        body.append(f"<tr><th>{escape(first)}</th>{cells}</tr>")
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{''.join(body)}</table>"
