"""Lists and ranges as they are written on the command line or given in Python."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Union

from exact.errors import ExactError, refusal
from exact.rational import whole

#: One value, several, or a text with commas and ranges: ``6``, ``[1, 2]``, ``"1-8,12"``, ``"0-312:52"``.
Wholes = Union[int, str, Iterable[int]]
#: Values of an option: one, several, or a text with commas.
Values = Union[int, str, Iterable[object]]

_RANGE: Final = re.compile(r"(\d{1,18})(?:-(\d{1,18})(?::(\d{1,18}))?)?", re.ASCII)
#: More values than that are no list any more.
MOST: Final = 1_000_000


def wholes(given: Wholes, argument: str, least: int = 0) -> list[int]:
    """The whole numbers that are meant, in the order given, each once; ExactError if there are none."""
    if isinstance(given, str):
        found = [number for part in _parts(given, argument) for number in _range(part, argument)]
    elif isinstance(given, Iterable):
        found = list(given)
    else:
        found = [given]
    numbers = list(dict.fromkeys(whole(number, argument, least) for number in found))
    if not numbers:
        raise _empty(argument)
    return numbers


def texts(given: Values, argument: str) -> list[str]:
    """The values of an option as texts, each once; a range such as ``8-9`` stands for its numbers."""
    found: list[str] = []
    if isinstance(given, str):
        for part in _parts(given, argument):
            matched = _RANGE.fullmatch(part)
            if matched is not None and matched[2] is not None:
                found += map(str, _range(part, argument))
            else:
                found.append(part)
    elif isinstance(given, Iterable):
        for value in given:
            if isinstance(value, float):
                raise refusal(argument, value, "a float is not exact; write it in quotes")
            found.append(str(value))
    elif isinstance(given, float):
        raise refusal(argument, given, "a float is not exact; write it in quotes")
    else:
        found = [str(given)]
    if not found:
        raise _empty(argument)
    return list(dict.fromkeys(found))


def _parts(text: str, argument: str) -> list[str]:
    parts = [part.strip() for part in text.split(",")]
    if not all(parts):
        raise refusal(argument, text, "values separated by commas are expected, such as 1,2,6-8")
    return parts


def _range(text: str, argument: str) -> range:
    matched = _RANGE.fullmatch(text)
    if matched is None:
        raise refusal(argument, text, "whole numbers are expected, such as 6, 1-12, 1,2,6-8 or 0-312:52")
    first, last, step = (int(part) if part else None for part in matched.groups())
    assert first is not None
    if last is None:
        return range(first, first + 1)
    if step == 0:
        raise refusal(argument, text, "the step of a range is at least 1")
    if last < first:
        raise ExactError(f"{argument}: the range {text} is empty; the grid would have no row")
    numbers = range(first, last + 1, step or 1)
    if len(numbers) > MOST:
        raise refusal(argument, text, f"a range has at most {MOST} numbers")
    return numbers


def _empty(argument: str) -> ExactError:
    return ExactError(f"{argument}: none is given; the grid would have no row")
