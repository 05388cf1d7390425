"""Records: one question, its exact answer, and what a stranger needs to understand and cite it.

A record is one UTF-8 JSON file in a fixed form: fixed key order, two-space indent, LF, a final newline,
no dates, no machine facts, so that the same question gives the same bytes everywhere. Exact numbers
are text in lowest terms. The last key is the SHA-256 digest of all that stands before it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field, replace
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Union

from exact import __version__, statements
from exact.algebraic import Algebraic
from exact.distribution import Distribution
from exact.enclosure import Enclosure
from exact.errors import ExactError, refusal, shown
from exact.numerals import Number, cell_data, cell_from, exact, number_data, number_from
from exact.plays import Beside, Plays, from_csv, plays_from, stored
from exact.shoe import PACK, Shoe
from exact.standing import CHECKER, checked
from exact.statements import Language
from exact.storage import write_together

__all__ = [
    "Cell",
    "Column",
    "Record",
    "Table",
    "Value",
    "canonical",
    "digest",
    "exact",
    "law_table",
    "option_label",
    "parse",
    "read",
    "schema",
    "shoe_assumption",
    "shoe_input",
    "shoe_label",
    "shoe_words",
    "two_ways",
]

SCHEMA: Final = "exact-record/1"
LICENSE: Final = "CC-BY-4.0"
SOFTWARE: Final = {"name": "exact-shoe", "version": __version__}

#: How a value can stand, from strong to weak; the last is for enclosures, and for them only.
STATUSES: Final = ("proved", "checked", "computed", "enclosed")

#: What the keys hold whose content is free; the others are read into objects, which checks them.
_KINDS: Final[dict[str, type]] = {
    "id": str,
    "statement": str,
    "game": str,
    "question": str,
    "input": dict,
    "assumptions": list,
    "verification": list,
    "rules": list,
}

#: What stands in a table: a label, or an exact number.
Cell = Union[str, Number]


@dataclass(frozen=True, slots=True)
class Value:
    """One exact number with its unit, its meaning and its standing.

    ``exact``: rational, algebraic, or an enclosure, whose status is "enclosed" whatever is given as the
    default. Raises ExactError when the status is not known, or does not go with the number.
    """

    exact: Fraction | Algebraic | Enclosure
    unit: str
    meaning: str
    status: str = "computed"

    def __post_init__(self) -> None:
        enclosed = isinstance(self.exact, Enclosure)
        if enclosed and self.status == "computed":
            object.__setattr__(self, "status", "enclosed")
        if self.status not in STATUSES or enclosed != (self.status == "enclosed"):
            right = '"enclosed"' if enclosed else ", ".join(f'"{status}"' for status in STATUSES[:-1])
            raise refusal("status", self.status, f"{right} is expected")

    def data(self) -> dict[str, Any]:
        standing = {"unit": self.unit, "status": self.status, "meaning": self.meaning}
        return {**number_data(self.exact), **standing}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. Its cells are exact numbers, or empty, unless the unit is ``label``."""

    name: str
    meaning: str
    unit: str

    def data(self) -> dict[str, str]:
        return {"name": self.name, "meaning": self.meaning, "unit": self.unit}


@dataclass(frozen=True, slots=True)
class Table:
    """A law, a grid or a list of counts."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def data(self) -> dict[str, Any]:
        rows = [[cell if isinstance(cell, str) else cell_data(cell) for cell in row] for row in self.rows]
        return {"columns": [column.data() for column in self.columns], "rows": rows}


@dataclass(frozen=True, slots=True)
class Record:
    """A record as Python objects; the keys are those of the file. See the module's docstring.

    ``supersedes``: the records that this one corrects, each with ``id``, ``version`` and ``reason``.
    ``statement``: where it is not given, it is made from the template of the game's question, in English.

    ``strategies``: side -> plays; where they are very many they lie beside the file (`exact.plays`).
    ``as_written``: leave the standing of the values as it is given; else those of a record that the checker
    has confirmed (`exact.standing`) stand as checked.
    """

    id: str
    game: str
    question: str
    input: Mapping[str, Any]
    assumptions: tuple[str, ...]
    values: Mapping[str, Value]
    tables: Mapping[str, Table]
    verification: tuple[Mapping[str, str], ...]
    rules: tuple[Mapping[str, str], ...]
    strategies: Mapping[str, Plays | Beside] = field(default_factory=dict)
    certificate: Mapping[str, Any] = field(default_factory=dict)
    literature: tuple[Mapping[str, str], ...] = ()
    supersedes: tuple[Mapping[str, str], ...] = ()
    software: Mapping[str, str] = field(default_factory=lambda: dict(SOFTWARE))
    statement: str = ""
    as_written: InitVar[bool] = False

    def __post_init__(self, as_written: bool) -> None:
        if not self.statement:
            object.__setattr__(self, "statement", self.statement_in("en"))
        if as_written or self.id not in checked():
            return
        values = {
            name: replace(value, status="checked") if value.status == "computed" else value
            for name, value in self.values.items()
        }
        object.__setattr__(self, "values", values)
        if CHECKER not in self.verification:
            object.__setattr__(self, "verification", (*self.verification, CHECKER))

    def statement_in(self, language: Language) -> str:
        """The statement in a language: "en", "de" or "fr", from the templates of `exact.statements`.

        Raises ExactError for another language.
        """
        numbers = {name: value.exact for name, value in self.values.items()}
        return statements.statement(self.game, self.question, self.input, numbers, language)

    @property
    def headline(self) -> str | None:
        """The name of the value that a reference quotes; None for a record without values."""
        return statements.headline(self.game, self.question, list(self.values))

    @property
    def cite_as(self) -> str:
        """One plain reference line."""
        software = f"{self.software['name']} {self.software['version']}"
        return f"{software}, record {self.id}: exact answer, data under {LICENSE}."

    def data(self) -> dict[str, Any]:
        """The record as plain JSON data in the fixed order, the digest last."""
        content = {
            "schema": SCHEMA,
            "id": self.id,
            "statement": self.statement,
            "game": self.game,
            "question": self.question,
            "input": dict(self.input),
            "assumptions": list(self.assumptions),
            "values": {name: value.data() for name, value in self.values.items()},
            "tables": {name: table.data() for name, table in self.tables.items()},
            "strategies": {side: stored(self.id, side, plays)[0] for side, plays in self.strategies.items()},
            "certificate": dict(self.certificate),
            "verification": [dict(entry) for entry in self.verification],
            "rules": [dict(entry) for entry in self.rules],
            "literature": [dict(entry) for entry in self.literature],
            "software": dict(self.software),
            "supersedes": [dict(entry) for entry in self.supersedes],
            "license": LICENSE,
            "cite_as": self.cite_as,
        }
        return {**content, "digest": digest(content)}

    def text(self) -> str:
        """The canonical text of the file."""
        return canonical(self.data())

    def beside(self) -> dict[str, str]:
        """The names and texts of the files that belong beside the record's own."""
        texts = {}
        for side, plays in self.strategies.items():
            said, text = stored(self.id, side, plays)
            if isinstance(said, dict) and text is not None:
                texts[str(said["file"])] = text
        return texts

    def write(self, path: str | Path) -> Path:
        """Write the file, and what belongs beside it, whole or not at all; gives its path.

        Raises ExactError if it can't be written, or if a strategy that lies beside was not read.
        """
        missing = [side for side, plays in self.strategies.items() if isinstance(plays, Beside)]
        if missing:
            raise refusal(
                "strategies", missing, "they lie in other files; read the record from its file first"
            )
        text, folder = self.text(), Path(path).parent
        write_together({**{folder / name: text for name, text in self.beside().items()}, path: text})
        return Path(path)


def canonical(data: Mapping[str, Any]) -> str:
    """The canonical text of JSON data."""
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def digest(content: Mapping[str, Any]) -> str:
    """SHA-256 of the canonical bytes of a record without its digest."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a record."""
    loaded: dict[str, Any] = json.loads(files("exact").joinpath("record.schema.json").read_text("utf-8"))
    return loaded


def read(path: str | Path) -> Record:
    """The record in a file, as exact objects, with the strategies that lie beside it.

    Raises ExactError when the file cannot be read, is not JSON, is of another schema, lacks a key, or
    is not its own canonical text with a digest that fits; likewise for what lies beside it.
    """
    if not isinstance(path, (str, os.PathLike)) or "\0" in str(path):
        raise refusal("path", path, "the name of a file is expected")
    try:
        record = parse(_file_text(Path(path), "it"))
        strategies = {
            side: from_csv(plays, _file_text(Path(path).parent / plays.file, plays.file))
            if isinstance(plays, Beside)
            else plays
            for side, plays in record.strategies.items()
        }
    except ExactError as error:
        raise ExactError(f"record {path}: {error}") from None
    return replace(record, strategies=strategies, as_written=True)


def _file_text(path: Path, name: str) -> str:
    """The text of a file, its line ends as they are."""
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise ExactError(f"{name} cannot be read; it is not UTF-8 text") from None
    except OSError as error:
        raise ExactError(f"{name} cannot be read; {error.strerror}") from None


def parse(text: str) -> Record:
    """The record with this canonical text. Raises ExactError as ``read`` does."""
    try:
        data = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        raise ExactError("it is not JSON") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        given = data.get("schema") if isinstance(data, dict) else data
        raise ExactError(f"its schema is {shown(given)}; {SCHEMA!r} is expected")
    missing = [key for key in schema()["required"] if key not in data]
    if missing:
        raise ExactError(f"it lacks {', '.join(missing)}")
    for key, kind in _KINDS.items():
        if not isinstance(data[key], kind) or data[key] in ("", []):
            raise ExactError(f"its {key} is {shown(data[key])}; a {kind.__name__} is expected, not empty")
    try:
        record = Record(
            id=data["id"],
            statement=data["statement"],
            game=data["game"],
            question=data["question"],
            input=data["input"],
            assumptions=tuple(data["assumptions"]),
            values={
                name: Value(number_from(v), v["unit"], v["meaning"], v["status"])
                for name, v in data["values"].items()
            },
            tables={name: _table(table) for name, table in data["tables"].items()},
            strategies={
                side: plays_from(data["id"], side, plays) for side, plays in data["strategies"].items()
            },
            certificate=data["certificate"],
            verification=tuple(data["verification"]),
            rules=tuple(data["rules"]),
            literature=tuple(data["literature"]),
            software=data["software"],
            supersedes=tuple(data["supersedes"]),
            as_written=True,
        )
        if any(tuple(entry) != ("id", "version", "reason") for entry in record.supersedes):
            raise ExactError("its supersedes are not objects with id, version, reason")
        written = record.text()
    except ExactError:
        raise
    except (TypeError, KeyError, AttributeError, ValueError) as error:
        raise ExactError(
            f"its content has not the form of a record ({type(error).__name__}: {error})"
        ) from None
    if written != text:
        raise ExactError("it is not in canonical form, or its digest does not fit: it has been changed")
    return record


def _table(data: Mapping[str, Any]) -> Table:
    columns = tuple(Column(c["name"], c["meaning"], c["unit"]) for c in data["columns"])
    rows = []
    for row in data["rows"]:
        if len(row) != len(columns):
            raise ExactError(f"a row of a table has {len(row)} cells; {len(columns)} are expected")
        rows.append(
            tuple(
                c if col.unit == "label" or c == "" else cell_from(c)
                for c, col in zip(row, columns, strict=True)
            )
        )
    return Table(columns, tuple(rows))


# ---------------------------------------------------------------- parts that records share


def shoe_label(shoe: Shoe) -> str:
    """The last part of an id: ``6-packs``, ``replacement``, or ``shoe-c1-...-c10``."""
    if shoe.replacement:
        if shoe == Shoe(PACK, replacement=True):
            return "replacement"
        return "-".join(["shoe", *map(str, shoe.proportions()), "replacement"])
    packs = shoe.counts[0] // 4
    if packs and shoe == Shoe.packs(packs):
        return f"{packs}-pack" if packs == 1 else f"{packs}-packs"
    return "-".join(["shoe", *map(str, shoe.counts)])


def shoe_words(shoe: Shoe) -> str:
    """The shoe in words, for a sentence."""
    return statements.shoe_words(shoe_input(shoe))


def shoe_input(shoe: Shoe) -> dict[str, Any]:
    """The shoe as the ``input`` of a record: ten counts, and whether cards are put back."""
    counts: tuple[int, ...] = shoe.counts
    if shoe.replacement:
        counts = PACK if shoe == Shoe(PACK, replacement=True) else shoe.proportions()
    return {"shoe": [str(count) for count in counts], "replacement": shoe.replacement}


def shoe_assumption(shoe: Shoe) -> str:
    """What is assumed about the order of the cards."""
    if shoe.replacement:
        return "Each card is drawn with the same frequencies, as from an infinite shoe."
    return "All orders of the shoe's cards are equally likely."


def two_ways(game: str) -> dict[str, str]:
    """The entry of ``verification`` for what the kernel and the rules of a game agree on."""
    return {
        "method": "two ways inside the program",
        "tool": f"exact.games.{game}",
        "what": "the fast computation equals the enumeration of the literal rules on small shoes, exactly",
    }


def option_label(name: str, value: Fraction) -> str:
    """A non-default rational option as a part of an id: ``commission-1-20``."""
    return f"{name}-{str(value).replace('/', '-')}"


def law_table(law: Distribution[Any], *columns: Column, unit: str = "probability per coup") -> Table:
    """A law as a table: its outcome in one column a component, and the probability.

    The outcome None is the row labelled ``incomplete`` in the first column.
    """
    rows: list[tuple[Cell, ...]] = []
    for outcome in law.domain:
        if outcome is None:
            if law[None]:
                rows.append(("incomplete", *[""] * (len(columns) - 1), law[None]))
            continue
        parts = outcome if isinstance(outcome, tuple) else (outcome,)
        rows.append((*map(str, parts), law[outcome]))
    return Table((*columns, Column("probability", "exact probability", unit)), tuple(rows))
