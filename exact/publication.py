"""The canonical set of records: a folder with an index, a data package and the way to cite it.

What ``exact publish`` writes. The same program writes the same bytes; the folder can be read with a text
editor, checked with ``proofs/check.py`` and validated as a Data Package (version 2).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from exact.errors import ExactError, refusal
from exact.numerals import decimal_text
from exact.plays import KEYS
from exact.rational import fraction_text
from exact.records import LICENSE, SOFTWARE, Record
from exact.storage import write_together

#: The modules whose ``questions()`` yields the functions that answer with the records of a game.
#: A new game adds its line.
SERIES: Final = (
    "exact.games.rouge_et_noir.canonical",
    "exact.games.trente_et_quarante.canonical",
    "exact.games.punto_banco.canonical",
    "exact.games.chemin_de_fer.canonical",
    "exact.games.baccara_banque.canonical",
    "exact.partie.canonical",
    "exact.games.vingt_et_un.canonical",
    "exact.games.trente_et_un.canonical",
)

INDEX: Final = "index.csv"
PACKAGE: Final = "datapackage.json"
CITATION: Final = "CITATION.cff"

PROFILE: Final = "https://datapackage.org/profiles/2.0/datapackage.json"
#: The columns of the index: name, and what stands there.
COLUMNS: Final = {
    "id": "the record, whose file is named after it",
    "name": "the value's name in the record",
    "exact": "the exact number; empty where it is irrational or enclosed (see the record)",
    "decimal": "the number in decimals, correctly rounded, for display",
    "unit": "its unit",
    "status": "how it stands: proved, checked, computed or enclosed",
}

#: A question whose answer is published.
Question = Callable[[], Record]


def questions() -> Iterator[Question]:
    """All published questions, game by game; questions about one shoe stand together."""
    for name in SERIES:
        yield from import_module(name).questions()


def publish(folder: str | Path, answers: Iterable[Record]) -> list[str]:
    """Write these records with their index, data package and citation file; gives the names of all files.

    Each file appears whole or not at all, the index and the data package last: so an interrupted run leaves
    a former package beside records of which it knows the hashes. Other files in the folder are left alone.
    Raises ExactError when the folder cannot be made or written, and when two records have one id.
    """
    target = _made(folder)
    lines: list[list[str]] = []
    hashes: dict[str, tuple[int, str]] = {}
    for record in answers:
        texts = {**record.beside(), f"{record.id}.json": record.text()}
        if hashes.keys() & texts.keys():
            raise ExactError(f"publish: two records have the id {record.id}")
        write_together({target / name: text for name, text in texts.items()})
        hashes |= {name: _hashed(text) for name, text in texts.items()}
        lines += index_lines(record)
    last = {INDEX: index_text(lines), CITATION: citation_text()}
    hashes |= {name: _hashed(text) for name, text in last.items()}
    package = json.dumps(package_data(hashes), indent=2, ensure_ascii=False) + "\n"
    write_together({target / name: text for name, text in {**last, PACKAGE: package}.items()})
    return [*hashes, PACKAGE]


def others(folder: str | Path, names: Iterable[str]) -> list[str]:
    """The files in the folder that are not among these."""
    return sorted({path.name for path in Path(folder).iterdir()} - set(names))


def ids(folder: str | Path) -> list[str]:
    """The ids of the records in a folder, by which files are named. Raises ExactError if there are none."""
    found = sorted(path.stem for path in Path(folder).glob("*.json") if path.name != PACKAGE)
    if not found:
        raise ExactError(f"folder: {folder} holds no record (no file *.json)")
    return found


def index_lines(record: Record) -> list[list[str]]:
    """One line of the index a value: see COLUMNS."""
    lines = []
    for name, value in record.values.items():
        number = fraction_text(value.exact) if isinstance(value.exact, Fraction) else ""
        lines.append([record.id, name, number, decimal_text(value.exact), value.unit, value.status])
    return lines


def index_text(lines: Iterable[list[str]]) -> str:
    """The index as CSV: comma-separated, LF."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines)
    return out.getvalue()


def package_data(hashes: Mapping[str, tuple[int, str]]) -> dict[str, Any]:
    """The Data Package that describes these files; ``hashes``: name -> number of bytes, SHA-256."""
    fields = [{"name": name, "type": "string", "description": text} for name, text in COLUMNS.items()]
    resources: list[dict[str, Any]] = []
    for name in sorted(hashes, key=lambda name: (name != INDEX, name)):
        size, digest = hashes[name]
        stem, _, ending = name.rpartition(".")
        entry: dict[str, Any] = {
            "name": name.lower() if ending != "json" else stem.lower(),
            "path": name,
            "format": ending,
            "mediatype": {"json": "application/json", "csv": "text/csv", "cff": "application/yaml"}[ending],
            "encoding": "utf-8",
            "bytes": size,
            "hash": f"sha256:{digest}",
        }
        if name == INDEX:
            entry |= {"type": "table", "title": "One line a value", "schema": {"fields": fields}}
        elif ending == "csv":
            plays = [{"name": key, "type": "string"} for key in KEYS]
            entry |= {
                "type": "table",
                "title": "A strategy, one line an infoset",
                "schema": {"fields": plays},
            }
        resources.append(entry)
    return {
        "$schema": PROFILE,
        "name": "exact-records",
        "title": "Exact answers about the old banking card games",
        "description": (
            "Each record is one question about a card game dealt from a finite shoe, with its exact answer "
            "in rational numbers and what is needed to check it."
        ),
        "version": SOFTWARE["version"],
        "licenses": [
            {
                "name": LICENSE,
                "path": "https://creativecommons.org/licenses/by/4.0/",
                "title": "Creative Commons Attribution 4.0",
            }
        ],
        "contributors": [{"title": "The exact authors", "roles": ["creator"]}],
        "resources": resources,
    }


def citation_text() -> str:
    """The repository's CITATION.cff, which an installed package carries with it."""
    inside = files("exact").joinpath(CITATION)
    if inside.is_file():
        return inside.read_text("utf-8")
    return Path(str(files("exact"))).parent.joinpath(CITATION).read_text("utf-8")


def _hashed(text: str) -> tuple[int, str]:
    content = text.encode()
    return len(content), hashlib.sha256(content).hexdigest()


def _made(folder: str | Path) -> Path:
    try:
        target = Path(folder)
        target.mkdir(parents=True, exist_ok=True)
    except (TypeError, ValueError):
        raise refusal("folder", folder, "the name of a folder is expected") from None
    except OSError as error:
        raise ExactError(f"folder: {folder} cannot be made; {error.strerror}") from None
    return target
