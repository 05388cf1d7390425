"""A record for people: text, CSV, LaTeX (booktabs), Markdown and HTML, all from the same object."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Callable
from fractions import Fraction
from html import escape
from typing import Final

from exact.rational import decimal, fraction_text, shortened
from exact.records import Cell, Record, Table, Value

#: A head and rows of text, ready for any format.
Block = tuple[list[str], list[list[str]]]

#: Larger tables are left out of the text unless the whole is asked for.
_ROWS_SHOWN: Final = 12


def text(record: Record, full: bool = False) -> str:
    """For the terminal: a sentence, each value as fraction and decimal, the small tables.

    Long fractions are shortened in the middle and long tables left out, unless ``full``.
    """
    lines = [*textwrap.wrap(record.statement, 100), ""]
    width = max((len(name) for name in record.values), default=0)
    for name, value in record.values.items():
        fraction = fraction_text(value.exact)
        numbers = [_decimal(value.exact)]
        if value.exact.denominator != 1:
            numbers.append(f"= {fraction if full else shortened(fraction)}")
        if one_in(value):
            numbers.append(f"({one_in(value)})")
        lines.append(f"{name:<{width}}  {'  '.join(numbers)}")
        margin = " " * (width + 2)
        meaning = f"{value.meaning}; {value.unit}"
        lines += textwrap.wrap(meaning, 100, initial_indent=margin, subsequent_indent=margin)
    for name, table in record.tables.items():
        heading = f"{name} ({', '.join(column.meaning for column in table.columns)})"
        lines += [*([""] if lines[-1] else []), *textwrap.wrap(heading, 100)]
        if len(table.rows) > _ROWS_SHOWN and not full:
            lines.append(f"  {len(table.rows)} rows: shown with --full, or in the other formats")
        else:
            lines += _text_table(table, full)
    for name, block in _strategy_blocks(record).items():
        lines += ["", f"{name}: D draws, S stands, per cent of drawing where both are played"]
        lines += _text_block(*block)
    if record.certificate:
        proof = "; ".join(
            f"{name.replace('_', ' ')} {_shorter(text)}" for name, text in record.certificate.items()
        )
        lines += ["", *textwrap.wrap(f"Certificate: {proof}", 100)]
    if record.assumptions:
        lines += ["", *textwrap.wrap(f"Assumed: {' '.join(record.assumptions)}", 100)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def one_in(value: Value) -> str:
    """``1 in N`` where that is a natural way to say it: for small probabilities."""
    if value.unit.startswith("probability") and 0 < value.exact <= Fraction(1, 10):
        return f"1 in {decimal(1 / value.exact, 6)}"
    return ""


def as_csv(record: Record, full: bool = False) -> str:
    """One line a value, then one line a table cell: id, name, exact, decimal, unit, status.

    Always whole; ``full`` makes no difference.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["id", "name", "exact", "decimal", "unit", "status"])
    for name, value in record.values.items():
        exact = fraction_text(value.exact)
        writer.writerow([record.id, name, exact, decimal(value.exact), value.unit, value.status])
    for name, table in record.tables.items():
        for row in table.rows:
            labels = [str(cell) for cell in row if isinstance(cell, str) and cell]
            for column, cell in zip(table.columns, row, strict=True):
                if not isinstance(cell, str):
                    where = f"{name}[{','.join(labels)}].{column.name}"
                    exact = fraction_text(cell)
                    writer.writerow([record.id, where, exact, decimal(cell), column.unit, "computed"])
    for side, plays in record.strategies.items():
        for play in plays:
            where, exact = f"{side}[{play['infoset']}].{play['action']}", play["probability"]
            unit = "probability given the infoset"
            writer.writerow([record.id, where, exact, decimal(Fraction(exact)), unit, "computed"])
    return out.getvalue()


def markdown(record: Record, full: bool = False) -> str:
    """Markdown tables."""
    lines = [f"**{record.id}** — {record.statement}", ""]
    lines += _markdown_table(*_value_rows(record, full))
    for name, table in record.tables.items():
        lines += ["", f"*{name}*", "", *_markdown_table(*_table_rows(table, full))]
    for name, block in _strategy_blocks(record).items():
        lines += ["", f"*{name}*", "", *_markdown_table(*block)]
    return "\n".join([*lines, "", record.cite_as]) + "\n"


def latex(record: Record, full: bool = False) -> str:
    """LaTeX tables in the style of the package booktabs."""
    lines = [f"% {record.id}", f"% {record.statement}", *_latex_table(*_value_rows(record, full))]
    for name, table in record.tables.items():
        lines += ["", f"% {name}", *_latex_table(*_table_rows(table, full))]
    for name, block in _strategy_blocks(record).items():
        lines += ["", f"% {name}", *_latex_table(*block)]
    return "\n".join([*lines, f"% {record.cite_as}"]) + "\n"


def html(record: Record, full: bool = False) -> str:
    """HTML for Jupyter: the values, and the tables folded away."""
    head, rows = _value_rows(record, full)
    parts = [f"<p>{escape(record.statement)}</p>", _html_table(head, rows)]
    for name, table in record.tables.items():
        inside = _html_table(*_table_rows(table, full))
        parts.append(f"<details><summary>{escape(name)}</summary>{inside}</details>")
    for name, block in _strategy_blocks(record).items():
        parts.append(f"<p>{escape(name)} draws (D), stands (S)</p>{_html_table(*block)}")
    return "\n".join(parts) + "\n"


def json_text(record: Record, full: bool = False) -> str:
    """The canonical text of the record; always whole."""
    return record.text()


FORMATS: Final[dict[str, Callable[[Record, bool], str]]] = {
    "text": text,
    "json": json_text,
    "csv": as_csv,
    "latex": latex,
    "markdown": markdown,
    "html": html,
}


def _decimal(x: Fraction | int) -> str:
    """Twelve digits for the eye; a whole number is never rounded."""
    return str(x) if Fraction(x).denominator == 1 else decimal(x, 12)


def _fraction(x: Fraction | int, full: bool) -> str:
    return fraction_text(x) if full else shortened(fraction_text(x))


def _strategy_blocks(record: Record) -> dict[str, Block]:
    """Each side's strategy as the classic grid: a row a holding, a column a third card given.

    A side that sees no third card has one row.
    """
    blocks: dict[str, Block] = {}
    for side, plays in record.strategies.items():
        grid: dict[str, dict[str, str]] = {}
        for play in plays:
            holding, _, third = play["infoset"].partition("|")
            cell = _letter(Fraction(play["probability"]))
            if third:
                grid.setdefault(holding, {})[third] = cell
            else:
                grid.setdefault("draws", {})[holding] = cell
        columns = list(dict.fromkeys(column for row in grid.values() for column in row))
        if "stood" in columns:
            columns = [*sorted(set(columns) - {"stood"}), "stood"]
        rows = [[name, *(row.get(column, "") for column in columns)] for name, row in grid.items()]
        blocks[side] = ["", *columns], rows
    return blocks


def _shorter(text: object) -> str:
    return shortened(str(text), 40)


def _letter(p: Fraction) -> str:
    """D, S, or the percentage of drawing."""
    if p in (0, 1):
        return "D" if p else "S"
    return f"{decimal(100 * p, 4)}%"


def _value_rows(record: Record, full: bool) -> Block:
    rows = [
        [name, _fraction(value.exact, full), _decimal(value.exact), f"{value.meaning}; {value.unit}"]
        for name, value in record.values.items()
    ]
    return ["value", "exact", "decimal", "meaning"], rows


def _table_rows(table: Table, full: bool) -> Block:
    """Every exact column twice: as fraction and as decimal."""
    labels = [column.unit == "label" for column in table.columns]
    head: list[str] = []
    for column, label in zip(table.columns, labels, strict=True):
        head += [column.name] if label else [column.name, "decimal"]
    rows = []
    for row in table.rows:
        cells: list[str] = []
        for cell in row:
            cells += [cell] if isinstance(cell, str) else [_fraction(cell, full), _decimal(cell)]
        rows.append(cells)
    return head, rows


def _text_table(table: Table, full: bool) -> list[str]:
    def shown(cell: Cell) -> str:
        if isinstance(cell, str):
            return cell
        whole = Fraction(cell).denominator == 1
        return _decimal(cell) if whole or not full else f"{_decimal(cell)} = {fraction_text(cell)}"

    head = [column.name for column in table.columns]
    return _text_block(head, [[shown(cell) for cell in row] for row in table.rows])


def _text_block(head: list[str], rows: list[list[str]]) -> list[str]:
    """Columns of text, two spaces in."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    return [
        "  " + "  ".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)) for row in (head, *rows)
    ]


def _markdown_table(head: list[str], rows: list[list[str]]) -> list[str]:
    def line(cells: list[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return [line(head), line(["---"] * len(head)), *(line(row) for row in rows)]


def _latex_table(head: list[str], rows: list[list[str]]) -> list[str]:
    def line(cells: list[str]) -> str:
        return " & ".join(_latex_escaped(cell) for cell in cells) + r" \\"

    return [
        rf"\begin{{tabular}}{{{'l' * len(head)}}}",
        r"\toprule",
        line(head),
        r"\midrule",
        *(line(row) for row in rows),
        r"\bottomrule",
        r"\end{tabular}",
    ]


_LATEX: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "_": r"\_",
        "%": r"\%",
        "&": r"\&",
        "#": r"\#",
        "$": r"\$",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "…": r"\dots{}",
    }
)


def _latex_escaped(cell: str) -> str:
    return cell.translate(_LATEX)


def _html_table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"
