"""How records write numbers: rational, algebraic and enclosed ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Union

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.errors import ExactError, shown
from exact.rational import decimal, fraction_text

#: What an exact answer may be.
Number = Union[int, Fraction, Algebraic, Enclosure]

_EXACT: Final = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?", re.ASCII)


def exact(text: str) -> Fraction:
    """The number that a record writes as ``"p/q"`` or ``"p"``. Raises ExactError for any other text."""
    if not isinstance(text, str) or not _EXACT.fullmatch(text):
        raise ExactError(f"{shown(text)} is not an exact number in lowest terms, such as '-3/4'")
    number = Fraction(text)
    if fraction_text(number) != text:
        raise ExactError(f"{shown(text)} is not in lowest terms; {fraction_text(number)} is")
    return number


def decimal_text(number: Number, digits: int = 20) -> str:
    """The number correctly rounded; empty for an enclosure whose ends share no digit."""
    if isinstance(number, (Algebraic, Enclosure)):
        return number.decimal(digits)
    return decimal(number, digits)


def exact_text(number: Number) -> str:
    """The number in full: ``p/q``, or in words."""
    return str(number) if isinstance(number, (Algebraic, Enclosure)) else fraction_text(number)


def number_data(number: Number) -> dict[str, Any]:
    """The keys that say a number in a record, the decimal last.

    ``exact`` of a rational one, ``root_of``, ``lower`` and ``upper`` of an algebraic one, ``lower`` and
    ``upper`` of an enclosed one, which has a decimal only if its ends agree on one.
    """
    if isinstance(number, Algebraic):
        number = number.canonical()
        said: dict[str, Any] = {"root_of": [str(c) for c in number.polynomial], **_ends(number)}
    else:
        said = _ends(number) if isinstance(number, Enclosure) else {"exact": fraction_text(number)}
    text = decimal_text(number)
    return {**said, "decimal": text} if text else said


def number_from(data: Mapping[str, Any]) -> Fraction | Algebraic | Enclosure:
    """The number that stands in a record under these keys. Raises ExactError if they say none."""
    if "root_of" in data:
        polynomial = [exact(c) for c in data["root_of"]]
        if any(c.denominator != 1 for c in polynomial):
            raise ExactError(f"root_of: {shown(data['root_of'])} are not integer coefficients")
        return Algebraic(tuple(map(int, polynomial)), exact(data["lower"]), exact(data["upper"]))
    if "exact" in data:
        return exact(data["exact"])
    return Enclosure(exact(data["lower"]), exact(data["upper"]))


def cell_data(number: Number) -> str | dict[str, Any]:
    """A number where no keys stand around it, in tables and strategies: ``"p/q"``, or an object."""
    return number_data(number) if isinstance(number, (Algebraic, Enclosure)) else fraction_text(number)


def cell_from(data: str | Mapping[str, Any]) -> Fraction | Algebraic | Enclosure:
    """The number in a cell. Raises ExactError if it is none."""
    return number_from(data) if isinstance(data, Mapping) else exact(data)


def _ends(number: Algebraic | Enclosure) -> dict[str, str]:
    return {"lower": fraction_text(number.lower), "upper": fraction_text(number.upper)}
