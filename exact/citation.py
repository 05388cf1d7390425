"""A reference to a record: one text for people, BibTeX, CSL JSON, or LaTeX.

It names the number, the model, the version of the program and the digest of the record, so that whoever
follows it finds the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.numerals import Number, decimal_text, exact_text
from exact.records import LICENSE, Record, Value
from exact.rendering import latex_escaped
from exact.statements import Language, language_named

AUTHORS: Final = "The exact authors"
#: Longer fractions are left to the record.
_LONGEST: Final = 60
#: The languages as BibTeX's styles name them.
_BABEL: Final = {"en": "english", "de": "german", "fr": "french"}

_WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "record": "Record {id} of {name} {version}, SHA-256 {digest}. Data under {license}.",
        "named": "{name} = {number}",
        "between": "{name} between {lower} and {upper}",
        "rounded": "{decimal} (rounded; the exact number is in the record)",
        "supersedes": "This record supersedes {id} of version {version}: {reason}.",
        "first": "This record supersedes no earlier one.",
    },
    "de": {
        "record": "Datensatz {id} von {name} {version}, SHA-256 {digest}. Daten unter {license}.",
        "named": "{name} = {number}",
        "between": "{name} zwischen {lower} und {upper}",
        "rounded": "{decimal} (gerundet; die genaue Zahl steht im Datensatz)",
        "supersedes": "Dieser Datensatz ersetzt {id} der Version {version}: {reason}.",
        "first": "Dieser Datensatz ersetzt keinen früheren.",
    },
    "fr": {
        "record": "Enregistrement {id} de {name} {version}, SHA-256 {digest}. Données sous {license}.",
        "named": "{name} = {number}",
        "between": "{name} entre {lower} et {upper}",
        "rounded": "{decimal} (arrondi ; le nombre exact est dans l’enregistrement)",
        "supersedes": "Cet enregistrement remplace {id} de la version {version} : {reason}.",
        "first": "Cet enregistrement n’en remplace aucun autre.",
    },
}


def reference(record: Record, form: str = "text", language: Language = "en", history: bool = False) -> str:
    """A reference to a record, ending with a line feed.

    ``form``: one of ``FORMATS``. ``language``: of the sentences; the names of values stay as they are.
    ``history``: say also which records this one corrects, and why. Raises ExactError for an unknown
    language, and when the game of the record has no statement in it.
    """
    return FORMATS[form](record, language_named(language), history)


def text(record: Record, language: Language, history: bool) -> str:
    """One paragraph for people."""
    parts = [f"{AUTHORS}.", statement(record, language), *_notes(record, language, history)]
    return " ".join(parts) + "\n"


def latex(record: Record, language: Language, history: bool) -> str:
    """The same paragraph for LaTeX: no character in it is a command of TeX."""
    return latex_escaped(text(record, language, history))


def bibtex(record: Record, language: Language, history: bool) -> str:
    """An entry for BibTeX and biblatex; its key is the record's id."""
    fields = {
        "author": f"{{{AUTHORS}}}",
        "title": "{" + latex_escaped(statement(record, language).removesuffix(".")) + "}",
        "howpublished": f"{record.software['name']} {record.software['version']}, {LICENSE}",
        "version": record.software["version"],
        "language": _BABEL[language],
        "note": latex_escaped(" ".join(_notes(record, language, history)).removesuffix(".")),
    }
    lines = [f"  {name} = {{{content}}}," for name, content in fields.items()]
    return "\n".join([f"@misc{{{record.id},", *lines, "}"]) + "\n"


def csl(record: Record, language: Language, history: bool) -> str:
    """CSL JSON, which Zotero, pandoc and citeproc read: a list of one item."""
    item: dict[str, Any] = {
        "id": record.id,
        "type": "dataset",
        "title": statement(record, language).removesuffix("."),
        "author": [{"literal": AUTHORS}],
        "number": record.id,
        "version": record.software["version"],
        "publisher": f"{record.software['name']}, {LICENSE}",
        "language": language,
        "note": " ".join(_notes(record, language, history)),
    }
    return json.dumps([item], indent=2, ensure_ascii=False) + "\n"


FORMATS: Final[dict[str, Callable[[Record, Language, bool], str]]] = {
    "text": text,
    "bibtex": bibtex,
    "csl": csl,
    "latex": latex,
}


def statement(record: Record, language: Language) -> str:
    """What the record's numbers are; in English as the record itself says it."""
    return record.statement if language == "en" else record.statement_in(language)


def number(record: Record, language: Language) -> str:
    """The number that is quoted, with its name; empty for a record without values."""
    name, words = record.headline, _WORDS[language]
    if name is None:
        return ""
    exact: Number = record.values[name].exact
    if isinstance(exact, Enclosure):
        ends = {end: _decimal(x, language) for end, x in (("lower", exact.lower), ("upper", exact.upper))}
        return words["between"].format(name=name, **ends) + _meaning(record.values[name], language)
    said = exact_text(exact)
    decimal = _decimal(exact, language)
    if isinstance(exact, Algebraic) or len(said) > _LONGEST:
        said = words["rounded"].format(decimal=decimal)
    elif "/" in said:
        said = f"{said} {'=' if Fraction(decimal_text(exact)) == exact else '≈'} {decimal}"
    return words["named"].format(name=name, number=said) + _meaning(record.values[name], language)


def history_of(record: Record, language: Language) -> list[str]:
    """A sentence for each record that this one corrects; one that says so where there is none."""
    words = _WORDS[language]
    return [words["supersedes"].format(**entry) for entry in record.supersedes] or [words["first"]]


def _notes(record: Record, language: Language, history: bool) -> list[str]:
    quoted = number(record, language)
    said = _WORDS[language]["record"].format(
        id=record.id, **record.software, digest=record.data()["digest"], license=LICENSE
    )
    return [*([f"{quoted}."] if quoted else []), said, *(history_of(record, language) if history else [])]


def _meaning(value: Value, language: Language) -> str:
    """What the number is; records say it in English only, the statement in all languages."""
    return f" ({value.meaning}; {value.unit})" if language == "en" else ""


def _decimal(x: Number, language: Language) -> str:
    """Twenty digits, with the decimal comma where the language has it."""
    text = decimal_text(x)
    return text if language == "en" else text.replace(".", ",")
