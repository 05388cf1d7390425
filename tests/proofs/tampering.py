"""Records that are changed on purpose."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import check
import check_form as form

Data = dict[str, Any]
Path = tuple[Any, ...]


def verdict(data: Data) -> str | None:
    """Why the checker refuses a record, None if it holds; the file has the right name and canonical text."""
    try:
        check.check_record(f"{data['id']}.json", form.canonical(data) + "\n", data)
    except form.RefusedError as error:
        return str(error)
    return None


def signed(data: Data) -> Data:
    """The record with a digest that fits."""
    return {**data, "digest": form.digest(data)}


def leaves(data: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all texts and truth values."""
    if isinstance(data, (dict, list)):
        for key, part in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(part, (*path, key))
    else:
        yield path


def at(data: Any, path: Path) -> Any:
    """What stands at a path."""
    for key in path:
        data = data[key]
    return data


def put(data: Any, path: Path, leaf: Any) -> Any:
    """A copy in which this stands at a path; what lies beside the path is shared."""
    if not path:
        return leaf
    copied = copy.copy(data)
    copied[path[0]] = put(data[path[0]] if len(path) > 1 else None, path[1:], leaf)
    return copied


def other(leaf: str | bool) -> str | bool:
    """Another leaf of the same type."""
    return not leaf if isinstance(leaf, bool) else f"{leaf}1"


def with_number(data: Data, name: str, number: Fraction) -> Data:
    """A copy with another value, its decimal and digest right."""
    data = put(data, ("values", name, "exact"), str(number))
    return signed(put(data, ("values", name, "decimal"), form.decimal(number)))
