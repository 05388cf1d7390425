"""Tables as files: CSV, JSON Lines of records, LaTeX, Markdown, Parquet; and what their columns mean.

Every file is written row by row and appears whole or not at all. Beside it ``datapackage.json`` (Data
Package, version 2) describes each table of the folder, its columns, its number of bytes and its SHA-256.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from exact import __version__
from exact.errors import ExactError, refusal
from exact.publication import PACKAGE, PROFILE
from exact.rational import decimal
from exact.records import LICENSE
from exact.rendering import latex_escaped
from exact.storage import streamed, write_whole
from exact.tables.work import Failure

if TYPE_CHECKING:
    from exact.tables import Batch, Table

#: The formats, by the endings of their files.
ENDINGS: Final = {".csv": "csv", ".jsonl": "jsonl", ".tex": "latex", ".md": "markdown", ".parquet": "parquet"}
FORMATS: Final = tuple(ENDINGS.values())
#: Digits of the decimals in tables for people.
_DIGITS: Final = 10
#: Rows that are written to Parquet at once.
_GROUP: Final = 10_000
_NAME: Final = "exact-tables"
_MEDIA: Final = {
    "csv": "text/csv",
    "jsonl": "application/jsonl",
    "latex": "application/x-tex",
    "markdown": "text/markdown",
    "parquet": "application/vnd.apache.parquet",
}


@dataclass(frozen=True, slots=True)
class Field:
    """A column of a file: its name, its type in a Table Schema, and what it holds."""

    name: str
    type: str
    description: str

    def data(self) -> dict[str, str]:
        return {"name": self.name, "type": self.type, "description": self.description}


def form_of(path: str | Path | None, form: str | None) -> str:
    """The format that is meant: the one named, else that of the file's ending, else CSV."""
    if form is None:
        return "csv" if path is None else ENDINGS.get(Path(path).suffix.lower(), "csv")
    if form not in FORMATS:
        raise refusal("format", form, f"one of {', '.join(FORMATS)} is expected")
    return form


def content_of(form: str) -> str:
    """What the tasks of a table in this format give: see `exact.tables.work.FORMS`."""
    return "record" if form == "jsonl" else "values"


def require_writable(path: str | Path, form: str, force: bool) -> None:
    """Raise ExactError when the table could not be written: before anything is computed."""
    target = Path(path)
    if target.is_dir():
        raise ExactError(f"out: {target} is a folder; the name of a file is expected")
    if not target.parent.is_dir():
        raise ExactError(f"out: {target} cannot be written; there is no folder {target.parent}")
    if target.exists() and not force:
        raise ExactError(f"out: {target} exists; --force writes it anew, or name another file")
    if target.name == PACKAGE:
        raise ExactError(f"out: {PACKAGE} is the name of the description; name another file")
    _package(target.parent)
    if form == "parquet":
        _pyarrow()


def write(table: Table, path: str | Path, form: str | None = None, force: bool = False) -> Path:
    """Write a table, and describe it in ``datapackage.json`` beside it; tables described there stay so.

    ``form``: csv, jsonl, latex, markdown or parquet, by default that of the file's ending. Raises
    ExactError for a file that exists, unless ``force``, and for one that cannot be written.
    """
    target, chosen = Path(path), form_of(path, form)
    require_writable(target, chosen, force)
    if table.form != content_of(chosen):
        raise refusal("form", chosen, f'a table with form="{content_of(chosen)}" is needed')
    with streamed(target, binary=chosen == "parquet") as file:
        WRITERS[chosen](table, file)
    write_whole(target.parent / PACKAGE, _package_text(table, target, chosen))
    return target


def fields(batch: Batch) -> list[Field]:
    """The columns of CSV and Parquet files."""
    kinds = [
        Field(name, "integer", f"undealt cards: {name.replace('_', ' of ')} points")
        for name in batch.grid.kinds
    ]
    options = [Field(option.name, "string", option.meaning) for option in batch.question.options]
    numbers = [
        part
        for column in batch.question.columns
        for part in (
            Field(f"{column.name}_numerator", "integer", f"{column.meaning}; {column.unit}; numerator"),
            Field(f"{column.name}_denominator", "integer", f"{column.meaning}; {column.unit}; denominator"),
            Field(
                f"{column.name}_decimal", "number", f"{column.meaning}; {column.unit}; rounded to 20 digits"
            ),
        )
    ]
    return [
        Field("packs", "integer", "packs of the full shoe, empty for other shoes"),
        Field("dealt", "integer", "cards dealt before, empty where it is not a sample"),
        Field("number", "integer", "number of the state in the sample, or of the shoe in the file"),
        *kinds,
        Field("replacement", "boolean", "whether every card is put back"),
        *options,
        *numbers,
        Field("error", "string", "why there is no answer; empty where there is one"),
    ]


def csv_rows(table: Table) -> Iterator[list[str]]:
    """The rows of the CSV, without its head."""
    replacement = "true" if table.batch.replacement else "false"
    empty = [""] * (3 * len(table.batch.question.columns))
    for stock, settings, row in table.answered():
        cells, error = (empty, row.reason) if isinstance(row, Failure) else (list(row), "")
        counts = map(str, stock.counts)
        yield [
            stock.packs,
            stock.dealt,
            stock.number,
            *counts,
            replacement,
            *settings.values(),
            *cells,
            error,
        ]


def _csv(table: Table, file: IO[str]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([field.name for field in fields(table.batch)])
    writer.writerows(csv_rows(table))


def _jsonl(table: Table, file: IO[str]) -> None:
    for _, _, row in table.answered():
        if not isinstance(row, Failure):
            file.write(f"{row}\n")


def _people(table: Table) -> Iterator[list[str]]:
    """The head and the rows for people: what tells the rows apart, and the decimals."""
    batch = table.batch
    sampled, packs = (any(getattr(s, name, None) for s in batch.sources) for name in ("dealt", "packs"))
    labels = ["packs"] if packs else ["number", "shoe"]
    labels = ["dealt", *labels] if sampled else labels
    options = [
        option.name
        for option in batch.question.options
        if len({settings[option.name] for settings in batch.settings}) > 1
    ]
    yield [*labels, *options, *(column.name for column in batch.question.columns)]
    for stock, settings, row in table.answered():
        said = {**stock._asdict(), "shoe": ",".join(map(str, stock.counts))}
        start = [*(said[name] for name in labels), *(settings[name] for name in options)]
        if isinstance(row, Failure):
            yield [*start, row.reason, *[""] * (len(batch.question.columns) - 1)]
        else:
            yield [*start, *(_shown(*row[i : i + 3]) for i in range(0, len(row), 3))]


def _shown(numerator: str, denominator: str, rounded: str) -> str:
    """A number for people: rounded once, from the fraction."""
    return decimal(Fraction(int(numerator), int(denominator)), _DIGITS) if numerator else rounded


def _markdown(table: Table, file: IO[str]) -> None:
    rows = _people(table)
    head = next(rows)
    for cells in (head, ["---"] * len(head)):
        file.write(_markdown_line(cells))
    for cells in rows:
        file.write(_markdown_line(cells))


def _markdown_line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def _latex(table: Table, file: IO[str]) -> None:
    rows = _people(table)
    head = next(rows)
    file.write(
        f"\\begin{{longtable}}{{{'l' * len(head)}}}\n\\toprule\n{_latex_line(head)}\\midrule\n\\endhead\n"
    )
    for cells in rows:
        file.write(_latex_line(cells))
    file.write("\\bottomrule\n\\end{longtable}\n")


def _latex_line(cells: Sequence[str]) -> str:
    return " & ".join(map(latex_escaped, cells)) + " \\\\\n"


def _parquet(table: Table, file: IO[bytes]) -> None:
    """Counts as integers, decimals as doubles (for display and statistics), exact numbers as text."""
    pyarrow = _pyarrow()
    from pyarrow import parquet

    described = fields(table.batch)
    kinds = {"boolean": pyarrow.bool_(), "string": pyarrow.string(), "number": pyarrow.float64()}

    def kind(field: Field) -> Any:
        return pyarrow.string() if _long(field) else kinds.get(field.type, pyarrow.int64())

    def column(field: Field, cells: Sequence[str]) -> list[Any]:
        if field.type == "boolean":
            return [cell == "true" for cell in cells]
        read: Callable[[str], Any] = {"number": float, "integer": str if _long(field) else int}.get(
            field.type, str
        )
        return [read(cell) if cell else None for cell in cells]

    names = {field.name: field.description for field in described}
    schema = pyarrow.schema(
        [
            pyarrow.field(field.name, kind(field), metadata={"meaning": names[field.name]})
            for field in described
        ]
    )
    with parquet.ParquetWriter(file, schema) as writer:
        rows = csv_rows(table)
        while group := _some(rows, _GROUP):
            columns = [
                column(field, cells) for field, cells in zip(described, zip(*group, strict=True), strict=True)
            ]
            writer.write_table(pyarrow.table(columns, schema=schema))


def _long(field: Field) -> bool:
    """Whether its integers are longer than any of Parquet's."""
    return field.name.endswith(("_numerator", "_denominator"))


def _some(rows: Iterator[list[str]], number: int) -> list[list[str]]:
    from itertools import islice

    return list(islice(rows, number))


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ExactError('format: Parquet needs pyarrow; pip install "exact-shoe[parquet]"') from None
    return pyarrow


WRITERS: Final[dict[str, Callable[[Any, IO[Any]], None]]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "latex": _latex,
    "markdown": _markdown,
    "parquet": _parquet,
}


# ------------------------------------------------------------------------ the description


def _package_text(table: Table, target: Path, form: str) -> str:
    data = _package(target.parent)
    data["resources"] = sorted(
        [*(r for r in data["resources"] if r["path"] != target.name), _resource(table, target, form)],
        key=lambda resource: str(resource["path"]),
    )
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _resource(table: Table, target: Path, form: str) -> dict[str, Any]:
    batch = table.batch
    with target.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    name = "".join(c if c.isalnum() and c.isascii() else "-" for c in target.name.lower())
    resource: dict[str, Any] = {
        "name": name.strip("-"),
        "path": target.name,
        "title": f"{batch.grid.game}: {batch.question.meaning}",
        "description": (
            f"{len(batch)} rows, {table.failed} of them without an answer. Exact numbers; a decimal is the "
            f"exact number correctly rounded. Computed by exact-shoe {__version__}."
        ),
        "format": target.suffix.lstrip(".") or form,
        "mediatype": _MEDIA[form],
        "encoding": "utf-8",
        "bytes": target.stat().st_size,
        "hash": f"sha256:{digest}",
    }
    if form == "jsonl":
        # No table to those who read data packages: each line is an object of its own.
        resource["type"] = "file"
    if form in ("csv", "parquet"):
        described = [field.data() for field in fields(batch)]
        resource |= {"type": "table", "schema": {"fields": described, "missingValues": [""]}}
    return resource


def _package(folder: Path) -> dict[str, Any]:
    """The description in a folder, or a new one. Raises ExactError for one that is not of these tables."""
    try:
        data = json.loads((folder / PACKAGE).read_text("utf-8"))
    except FileNotFoundError:
        return {
            "$schema": PROFILE,
            "name": _NAME,
            "title": "Tables of exact answers about the old banking card games",
            "version": __version__,
            "licenses": [{"name": LICENSE, "path": "https://creativecommons.org/licenses/by/4.0/"}],
            "resources": [],
        }
    except (OSError, ValueError):
        data = None
    if not isinstance(data, dict) or data.get("name") != _NAME or not isinstance(data.get("resources"), list):
        raise ExactError(f"out: {folder / PACKAGE} describes something else; name a file in another folder")
    return data
