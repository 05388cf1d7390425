"""The picture that fits a record, whatever the game: its strategies, its removal effects, or its law."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from exact import plots
from exact.errors import ExactError
from exact.numerals import cell_from, exact
from exact.plays import MOST_WITHIN, Beside
from exact.plots.picture import Picture
from exact.records import Cell, Record, Table

#: Laws that say most, the first that a record has.
_LAWS: Final = ("row", "results", "totals", "cards")
#: More bars than that are a square or nothing.
_MOST_BARS: Final = 40


def picture(record: Record) -> Picture:
    """The strategy of the side with most infosets, else the cells whose decision depends on the other side,
    else those in which two tableaux conflict, else the removal effects, else a law, else the values.

    Raises ExactError when the record has none of these.
    """
    ways: tuple[Callable[[Record], Picture | None], ...] = (
        _strategy,
        _audit,
        _conflict,
        _removal,
        _law,
        _values,
    )
    for way in ways:
        found = way(record)
        if found is not None:
            return found
    raise ExactError(f"plot: the record {record.id} has nothing that a picture would show better")


def _strategy(record: Record) -> Picture | None:
    within = {
        side: plays
        for side, plays in record.strategies.items()
        if not isinstance(plays, Beside) and 0 < len(plays) <= MOST_WITHIN
    }
    if not within:
        return None
    side = max(within, key=lambda name: len(within[name]))
    draws: dict[object, Fraction] = {}
    for play in within[side]:
        holding, bar, third = play["infoset"].partition("|")
        own = tuple(map(int, holding.split(","))) if "," in holding else holding
        key = (own, None if third == "stood" else _number(third)) if bar else own
        draws[key] = _fraction(cell_from(play["probability"]))
    return plots.draw_grid(draws, f"{record.id}: when the {side} draws")


def _audit(record: Record) -> Picture | None:
    """The cells of a table that turn at some p: gain = constant + sum of the coefficients times p."""
    table = record.tables.get("cells")
    names = [column.name for column in table.columns] if table is not None else []
    if table is None or not {"side", "holding", "third", "gain", "switch"} <= set(names):
        return None
    slopes = [place for place, name in enumerate(names) if name.startswith("gain_")]
    lines = []
    for row in table.rows:
        side, holding, third, gain, switch = (
            row[names.index(name)] for name in ("side", "holding", "third", "gain", "switch")
        )
        if side == "banker" and switch != "":
            start = _fraction(gain)
            end = start + sum((_fraction(row[place]) for place in slopes if row[place] != ""), Fraction(0))
            lines.append(plots.Line(plots.cell_name(str(holding), str(third)), start, end, _fraction(switch)))
    return plots.gain_lines(lines) if lines else None


def _conflict(record: Record) -> Picture | None:
    """The cells in which two tableaux ask for different play."""
    table = record.tables.get("cells")
    names = [column.name for column in table.columns] if table is not None else []
    if table is None or not {"total", "first", "second", "gain_first", "gain_second"} <= set(names):
        return None
    gains = {}
    for row in table.rows:
        cell = dict(zip(names, row, strict=True))
        key = f"{cell['total']}|{cell['first']},{cell['second']}"
        gains[key] = _fraction(cell["gain_first"]), _fraction(cell["gain_second"])
    return plots.conflict(gains, record.id) if gains else None


def _removal(record: Record) -> Picture | None:
    table = record.tables.get("removal")
    if table is None or not table.rows:
        return None
    numbers = _number_columns(table)[:4]
    labels = [" ".join(map(str, row[: numbers[0]])) for row in table.rows]
    series = {
        table.columns[place].name: {
            label: _fraction(row[place])
            for label, row in zip(labels, table.rows, strict=True)
            if row[place] != ""
        }
        for place in numbers
    }
    return plots.removal_effects({name: one for name, one in series.items() if one}, record.id)


def _law(record: Record) -> Picture | None:
    for name in (*_LAWS, *record.tables):
        table = record.tables.get(name)
        if table is None or not table.rows or table.columns[-1].name != "probability":
            continue
        labels = [column.name for column in table.columns[:-1]]
        law = {tuple(map(str, row[:-1])): _fraction(row[-1]) for row in table.rows}
        if len(labels) == 2 and len(law) > _MOST_BARS:
            pairs = {key: p for key, p in law.items() if "incomplete" not in key}
            return plots.joint_law(
                {(_number(a), _number(b)): p for (a, b), p in pairs.items()},
                record.id,
                (labels[0], labels[1]),
            )
        if len(law) <= _MOST_BARS:
            return plots.laws(
                {name: {", ".join(key): p for key, p in law.items()}}, record.id, ", ".join(labels)
            )
    return None


def _values(record: Record) -> Picture | None:
    """The values that share the first one's unit."""
    units = [value.unit for value in record.values.values()]
    if not units:
        return None
    shown = {name: _fraction(v.exact) for name, v in record.values.items() if v.unit == units[0]}
    return plots.numbers(shown, record.id, units[0])


def _number_columns(table: Table) -> list[int]:
    """The columns of numbers, but for numbers of cards."""
    found = [
        place
        for place, column in enumerate(table.columns)
        if column.unit != "label" and any(not isinstance(row[place], str) for row in table.rows)
    ]
    return [place for place in found if not table.columns[place].unit.startswith("cards")]


def _fraction(cell: Cell) -> Fraction:
    return plots.as_fraction(exact(cell) if isinstance(cell, str) else cell)


def _number(text: str) -> int | str:
    return int(text) if text.isdigit() else text
