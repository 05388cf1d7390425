"""Which records have been confirmed from outside: the list ``checked.txt`` beside this module.

``exact check --update`` writes it when the checker, which shares no code with this package, has confirmed a
whole set of records. The values of a record whose id is in the list stand as ``checked``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from exact.storage import write_whole

#: The entry of ``verification`` of a record that the checker has confirmed.
CHECKER: Final = {
    "method": "checker",
    "tool": "proofs/check.py",
    "what": "every number re-derived from the rules of the game, or confirmed from the certificate",
}


@cache
def checked() -> frozenset[str]:
    """The ids of the records that the checker has confirmed."""
    try:
        return frozenset(_path().read_text("utf-8").split())
    except FileNotFoundError:
        return frozenset()


def update(ids: Iterable[str]) -> Path:
    """Rewrite the list."""
    checked.cache_clear()
    return write_whole(_path(), "".join(f"{id_}\n" for id_ in sorted(ids)))


def _path() -> Path:
    return Path(str(files("exact").joinpath("checked.txt")))
