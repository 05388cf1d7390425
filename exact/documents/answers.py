"""What a question about a claim is told, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: The ``arguments`` of a claim.
Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact answer to a question in one model.

    ``value``: the exact number that is asked for, if it is one. ``holds``: whether the rule or the
    inequality is true; for a number, whether what the document says beside it is. ``text``: what was found.
    ``record``: the published record that shows it, ``id`` or ``id#value``; empty where none is needed.
    """

    value: Fraction | None = None
    holds: bool = True
    text: str = ""
    record: str = ""
