"""What a record's numbers are, said in plain sentences in English, German and French.

The sentences are templates, filled from the record's ``input`` and ``values``. A game's lie in
``statements.toml`` in its folder, the common ones in the file of this name beside this module:

* ``[[statement.QUESTION]]``: one variant of the statement, with the keys ``en``, ``de``, ``fr``;
* ``[[phrase.NAME]]``: likewise, of a phrase that templates call as ``{NAME}``;
* ``[headline]``: question -> the name of the value that a reference quotes; else it is the first one.

The first variant is taken whose ``when`` fits: field -> the text it must be, or true or false for whether
there is such a field. Fields, called as ``{field}``:

* each key of ``input``; ``shoe.kind`` (pack, packs, replacement, proportions, counts), ``shoe.packs``,
  ``shoe.size``, ``shoe.counts``;
* ``infoset.holding`` and ``infoset.third``, the parts of an ``infoset``;
* ``values.NAME``, to six digits, ``values.NAME.size`` without its sign, ``values.NAME.sign``
  (positive, negative, zero, unknown).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, Union, get_args

from exact.enclosure import Enclosure
from exact.errors import ExactError, refusal, shown
from exact.numerals import Number, decimal_text
from exact.shoe import PACK, Shoe

Language = Literal["en", "de", "fr"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

#: Where German and French put a comma.
_POINT: Final = {"en": ".", "de": ",", "fr": ","}
_CALL: Final = re.compile(r"\{([^{}]+)\}")
Templates = Mapping[str, Any]


def statement(
    game: str, question: str, given: Mapping[str, Any], values: Mapping[str, Number], language: Language
) -> str:
    """The statement of a record with this ``input`` and these values.

    Raises ExactError for an unknown language, and where a template or a field is missing.
    """
    known = language_named(language)
    templates = _templates(game)
    variants = templates.get("statement", {}).get(question)
    if not variants:
        raise ExactError(f"statements: {game} has no template for the question {shown(question)}")
    text = _Filler(templates, _fields(given, values, known), known).chosen(variants, question)
    return text[0].upper() + text[1:]


def headline(game: str, question: str, names: list[str]) -> str | None:
    """Which of a record's values a reference quotes: its name, or None where there is none."""
    try:
        name: str | None = _templates(game).get("headline", {}).get(question)
    except ExactError:
        # A record can be cited though this version of the program does not know its game.
        name = None
    return name if name in names else next(iter(names), None)


def shoe_words(given: Mapping[str, Any], language: Language = "en") -> str:
    """The shoe in words, from the ``input`` of a record."""
    filler = _Filler({}, _fields(given, {}, language), language)
    return filler.called("shoe")


def language_named(language: object) -> Language:
    """A language, if there are templates in it; ExactError otherwise."""
    for known in LANGUAGES:
        if language == known:
            return known
    raise refusal("language", language, f"one of {', '.join(LANGUAGES)} is expected")


class _Filler:
    """Fills templates; phrases of the game come before the common ones, and both before fields."""

    def __init__(self, templates: Templates, fields: Mapping[str, str], language: Language) -> None:
        self.phrases = {**_common()["phrase"], **templates.get("phrase", {})}
        self.fields = fields
        self.language = language
        self.open: list[str] = []

    def called(self, name: str) -> str:
        if name in self.phrases and name not in self.open:
            self.open.append(name)
            text = self.chosen(self.phrases[name], name)
            self.open.pop()
            return text
        if name not in self.fields:
            raise ExactError(f"statements: {{{name}}} is neither a phrase nor a field of the record")
        return self.fields[name]

    def chosen(self, variants: list[dict[str, Any]], name: str) -> str:
        for variant in variants:
            if all(self._fits(*condition) for condition in variant.get("when", {}).items()):
                if self.language not in variant:
                    raise ExactError(
                        f"statements: {shown(name)} is not there in the language {self.language}"
                    )
                return _CALL.sub(lambda call: self.called(call[1]), variant[self.language])
        raise ExactError(f"statements: no variant of {shown(name)} fits the record")

    def _fits(self, field: str, wanted: Union[str, bool]) -> bool:
        if isinstance(wanted, bool):
            return (field in self.fields) is wanted
        return self.fields.get(field) == wanted


def _fields(given: Mapping[str, Any], values: Mapping[str, Number], language: Language) -> dict[str, str]:
    fields = {name: _plain(value) for name, value in given.items()}
    if "shoe" in given:
        fields |= _shoe_fields(given)
    if "infoset" in given:
        holding, _, third = str(given["infoset"]).partition("|")
        fields |= {"infoset.holding": holding.replace(",", "-"), "infoset.third": third}
    for name, number in values.items():
        text = decimal_text(number, 6).replace(".", _POINT[language])
        fields[f"values.{name}"] = text
        fields[f"values.{name}.size"] = text.removeprefix("-")
        fields[f"values.{name}.sign"] = _sign(number)
    return fields


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "by hand" if isinstance(value, dict) else str(value)


def _shoe_fields(given: Mapping[str, Any]) -> dict[str, str]:
    shoe = Shoe(map(int, given["shoe"]), replacement=given["replacement"])
    packs = shoe.counts[0] // 4
    if shoe.replacement:
        kind = "replacement" if shoe == Shoe(PACK, replacement=True) else "proportions"
    elif packs and shoe == Shoe.packs(packs):
        kind = "pack" if packs == 1 else "packs"
    else:
        kind = "counts"
    counts = shoe.proportions() if shoe.replacement else shoe.counts
    return {
        "shoe.kind": kind,
        "shoe.packs": str(packs),
        "shoe.size": str(shoe.size),
        "shoe.counts": ", ".join(map(str, counts)) if shoe.replacement else str(shoe),
    }


def _sign(number: Number) -> str:
    if isinstance(number, Enclosure):
        return "positive" if number.lower > 0 else "negative" if number.upper < 0 else "unknown"
    return "positive" if number > 0 else "negative" if number < 0 else "zero"


@cache
def _common() -> Templates:
    return tomllib.loads(files("exact").joinpath("statements.toml").read_text("utf-8"))


@cache
def _templates(game: str) -> Templates:
    """The templates of a game, from its folder."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", game, re.ASCII):
        for folder in (files("exact").joinpath("games", game), files("exact").joinpath(game)):
            file = folder.joinpath("statements.toml")
            if file.is_file():
                return tomllib.loads(file.read_text("utf-8"))
    raise ExactError(f"statements: there are none of the game {shown(game)}")
