"""A record for people: text, CSV, LaTeX (booktabs), Markdown and HTML, all from the same object."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape
from typing import Final

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.errors import refusal
from exact.numerals import Number, cell_from, decimal_text, exact_text
from exact.plays import MOST_WITHIN, Beside
from exact.rational import decimal, shortened
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
        numbers = [_decimal(value.exact)]
        if not _whole(value.exact):
            numbers.append(_said(value.exact, full))
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
    for line in _long_strategies(record):
        lines += ["", *textwrap.wrap(line, 100)]
    if record.certificate:
        # Strategies that a certificate carries are for the checker, not for the eye.
        proof = "; ".join(
            f"{name.replace('_', ' ')} {_shorter(said) if isinstance(said, str) else 'in the record'}"
            for name, said in record.certificate.items()
        )
        lines += ["", *textwrap.wrap(f"Certificate: {proof}", 100)]
    if record.assumptions:
        lines += ["", *textwrap.wrap(f"Assumed: {' '.join(record.assumptions)}", 100)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def one_in(value: Value) -> str:
    """``1 in N`` where that is a natural way to say it: for small probabilities."""
    if isinstance(value.exact, (Algebraic, Enclosure)):
        return ""
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
        exact, decimals = exact_text(value.exact), decimal_text(value.exact)
        writer.writerow([record.id, name, exact, decimals, value.unit, value.status])
    for name, table in record.tables.items():
        for row in table.rows:
            labels = [str(cell) for cell in row if isinstance(cell, str) and cell]
            for column, cell in zip(table.columns, row, strict=True):
                if not isinstance(cell, str):
                    where = f"{name}[{','.join(labels)}].{column.name}"
                    status = "enclosed" if isinstance(cell, Enclosure) else "computed"
                    exact, decimals = exact_text(cell), decimal_text(cell)
                    writer.writerow([record.id, where, exact, decimals, column.unit, status])
    for side, plays in record.strategies.items():
        if isinstance(plays, Beside):
            raise refusal("strategies", side, f"it lies in {plays.file}; read the record from its file")
        for play in plays:
            where, p = f"{side}[{play['infoset']}].{play['action']}", cell_from(play["probability"])
            unit = "probability given the infoset"
            writer.writerow([record.id, where, exact_text(p), decimal_text(p), unit, "computed"])
    return out.getvalue()


def markdown(record: Record, full: bool = False) -> str:
    """Markdown tables."""
    lines = [f"**{record.id}** — {record.statement}", ""]
    lines += _markdown_table(*_value_rows(record, full))
    for name, table in record.tables.items():
        lines += ["", f"*{name}*", "", *_markdown_table(*_table_rows(table, full))]
    for name, block in _strategy_blocks(record).items():
        lines += ["", f"*{name}*", "", *_markdown_table(*block)]
    for line in _long_strategies(record):
        lines += ["", line]
    return "\n".join([*lines, "", record.cite_as]) + "\n"


def latex(record: Record, full: bool = False) -> str:
    """LaTeX tables in the style of the package booktabs."""
    lines = [f"% {record.id}", f"% {record.statement}", *_latex_table(*_value_rows(record, full))]
    for name, table in record.tables.items():
        lines += ["", f"% {name}", *_latex_table(*_table_rows(table, full))]
    for name, block in _strategy_blocks(record).items():
        lines += ["", f"% {name}", *_latex_table(*block)]
    lines += [f"% {line}" for line in _long_strategies(record)]
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
    parts += [f"<p>{escape(line)}</p>" for line in _long_strategies(record)]
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


def _whole(x: Number) -> bool:
    return not isinstance(x, (Algebraic, Enclosure)) and Fraction(x).denominator == 1


def _decimal(x: Number) -> str:
    """Twelve digits for the eye; a whole number is never rounded; ``?`` where not one digit is known."""
    return exact_text(x) if _whole(x) else decimal_text(x, 12) or "?"


def _fraction(x: Number, full: bool) -> str:
    """The number in full, long fractions shortened in the middle unless ``full``."""
    return exact_text(x) if full else " ".join(map(shortened, exact_text(x).split(" ")))


def _said(x: Number, full: bool) -> str:
    """The number in full, as it follows its decimal."""
    return f"({_fraction(x, full)})" if isinstance(x, Enclosure) else f"= {_fraction(x, full)}"


def _long_strategies(record: Record) -> list[str]:
    """A line for each strategy that is too long for a grid."""
    lines = []
    for side, plays in record.strategies.items():
        rows = plays.rows if isinstance(plays, Beside) else len(plays)
        if rows > MOST_WITHIN:
            lines.append(f"{side}: a strategy of {rows} plays, in {record.id}.{side}.csv beside the record")
    return lines


def _strategy_blocks(record: Record) -> dict[str, Block]:
    """Each side's strategy as the classic grid: a row a holding, a column a third card given.

    A side that sees no third card has one row.
    """
    blocks: dict[str, Block] = {}
    for side, plays in record.strategies.items():
        if isinstance(plays, Beside) or len(plays) > MOST_WITHIN:
            continue
        grid: dict[str, dict[str, str]] = {}
        for play in plays:
            holding, _, third = play["infoset"].partition("|")
            cell = _letter(cell_from(play["probability"]))
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
    # What is more than a number or a word is for the checker, not for the eye.
    return "in the record" if isinstance(text, (Mapping, list)) else shortened(str(text), 40)


def _letter(p: Number) -> str:
    """D, S, or the percentage of drawing."""
    if p in (0, 1):
        return "D" if p else "S"
    # The decimal point is moved by two places, which is exact for an irrational number too.
    shown = Fraction(decimal_text(p, 4))
    return f"{decimal(100 * shown, 4)}%"


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
        for cell, label in zip(row, labels, strict=True):
            if isinstance(cell, str):
                # An empty cell among numbers is empty twice.
                cells += [cell] if label else [cell, ""]
            else:
                cells += [_fraction(cell, full), _decimal(cell)]
        rows.append(cells)
    return head, rows


def _text_table(table: Table, full: bool) -> list[str]:
    def shown(cell: Cell) -> str:
        if isinstance(cell, str):
            return cell
        return _decimal(cell) if _whole(cell) or not full else f"{_decimal(cell)} {_said(cell, full)}"

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
        return " & ".join(latex_escaped(cell) for cell in cells) + r" \\"

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
        "|": r"\textbar{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "…": r"\dots{}",
        "≈": r"\(\approx\)",
    }
)


def latex_escaped(cell: str) -> str:
    """The text for LaTeX: no character in it is a command of TeX."""
    return cell.translate(_LATEX)


def _html_table(head: list[str], rows: list[list[str]]) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{top}</tr>{body}</table>"
