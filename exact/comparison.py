"""Two results beside each other: two shoes, two rule sets, two kinds of information.

>>> from exact import Shoe
>>> from exact.comparison import compare
>>> from exact.games import punto_banco
>>> found = compare(punto_banco.analyse(Shoe.packs(6)), punto_banco.analyse(Shoe.packs(8)))
>>> found.differences["edge_banco"] == found.second["edge_banco"] - found.first["edge_banco"]
True
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Protocol, runtime_checkable

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.errors import ExactError, refusal
from exact.numerals import Number, cell_from, decimal_text, exact_text
from exact.plays import Beside
from exact.rational import decimal
from exact.records import Record

#: A side's infoset and action.
Place = tuple[str, str, str]


@runtime_checkable
class Recorded(Protocol):
    """A result that can be written as a record."""

    def record(self) -> Record: ...


@dataclass(frozen=True)
class Comparison:
    """What two answers to questions about one game have in common, and where they differ.

    ``ids``: of the two records. ``assumed``: input -> (first, second), where they differ. ``first`` and
    ``second``: name -> value, for those that both have. ``differences``: name -> second minus first, where
    both are rational. ``plays``: (side, infoset, action) -> (first probability, second), where the strategies
    differ; None where the infoset cannot occur.
    """

    ids: tuple[str, str]
    assumed: Mapping[str, tuple[Any, Any]]
    first: Mapping[str, Number]
    second: Mapping[str, Number]
    differences: Mapping[str, Fraction]
    plays: Mapping[Place, tuple[Number | None, Number | None]]

    def explain(self) -> str:
        """Where they differ most, and in how many decisions, in a sentence."""
        if not self.differences:
            return f"{self.ids[0]} and {self.ids[1]} have no rational values in common."
        name = max(self.differences, key=lambda name: abs(self.differences[name]))
        change = self.differences[name]
        text = f"From {self.ids[0]} to {self.ids[1]} {name} changes most: by {decimal(change, 6)}"
        if change == 0:
            text = f"{self.ids[0]} and {self.ids[1]} have the same values"
        decisions = len({place[:2] for place in self.plays})
        return f"{text}; they differ in {decisions} decisions." if self.plays else f"{text}."

    def _repr_html_(self) -> str:
        rows = []
        for name, value in self.first.items():
            change = self.differences.get(name)
            cells = [_cell(value), _cell(self.second[name]), "" if change is None else _cell(change)]
            rows.append(f"<tr><th>{escape(name)}</th>{''.join(cells)}</tr>")
        heads = ["", *self.ids, "second − first"]
        parts = [_table(heads, rows, "Values")]
        if self.assumed:
            rows = [
                f"<tr><th>{escape(name)}</th><td>{escape(str(a))}</td><td>{escape(str(b))}</td></tr>"
                for name, (a, b) in self.assumed.items()
            ]
            parts.append(_table(["", *self.ids], rows, "Assumed"))
        if self.plays:
            rows = [
                f"<tr><th>{escape(' '.join(place))}</th>{_cell(a)}{_cell(b)}</tr>"
                for place, (a, b) in self.plays.items()
            ]
            parts.append(_table(["", *self.ids], rows, "Decisions that differ: probabilities"))
        return "".join(parts)


def compare(first: Recorded | Record, second: Recorded | Record) -> Comparison:
    """Two results of one game beside each other: see Comparison.

    Raises ExactError when one is no result that can be recorded, and when the games differ.
    """
    records = []
    for argument, result in (("first", first), ("second", second)):
        if isinstance(result, Record):
            records.append(result)
        elif isinstance(result, Recorded):
            records.append(result.record())
        else:
            raise refusal(
                argument, result, "a result such as punto_banco.analyse(shoe), or a Record, is expected"
            )
    a, b = records
    if a.game != b.game:
        raise ExactError(
            f"second: it is of the game {b.game}, the first of {a.game}; compare results of one game"
        )
    shared = [name for name in a.values if name in b.values]
    pairs = {name: (a.values[name].exact, b.values[name].exact) for name in shared}
    plays = _plays(a), _plays(b)
    places = dict.fromkeys([*plays[0], *plays[1]])
    return Comparison(
        ids=(a.id, b.id),
        assumed={
            name: (a.input.get(name), b.input.get(name))
            for name in dict.fromkeys([*a.input, *b.input])
            if a.input.get(name) != b.input.get(name)
        },
        first={name: pair[0] for name, pair in pairs.items()},
        second={name: pair[1] for name, pair in pairs.items()},
        differences={
            name: y - x
            for name, (x, y) in pairs.items()
            if not isinstance(x, (Algebraic, Enclosure)) and not isinstance(y, (Algebraic, Enclosure))
        },
        plays={
            place: (plays[0].get(place), plays[1].get(place))
            for place in places
            if plays[0].get(place) != plays[1].get(place)
        },
    )


def _plays(record: Record) -> dict[Place, Number]:
    """Every play of a record's strategies."""
    found: dict[Place, Number] = {}
    for side, plays in record.strategies.items():
        if isinstance(plays, Beside):
            raise ExactError(
                f"strategies: those of {side} lie in {plays.file}; read the record from its file"
            )
        for play in plays:
            found[side, play["infoset"], play["action"]] = cell_from(play["probability"])
    return found


def _cell(number: Number | None) -> str:
    if number is None:
        return "<td>cannot occur</td>"
    return f"<td title='{escape(exact_text(number))}'>{decimal_text(number, 10)}</td>"


def _table(heads: list[str], rows: list[str], caption: str) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{''.join(rows)}</table>"
