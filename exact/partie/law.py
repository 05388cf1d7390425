"""The rules of the document by name: what a refusal and an error refer to.

Source: the article *Baccara*, the procedure of chemin de fer and of baccara banque; rules.toml, beside
this file, gives the place and the sense of each.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from exact.errors import ExactError

#: The chapter of what the document presupposes without saying it.
SILENT: Final = "taken for granted"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the procedure: its name here, the document's chapter and section, what it says."""

    name: str
    chapter: str
    place: str
    text: str

    def __str__(self) -> str:
        return f"{self.chapter}, {self.place}: {self.text}"


class PartieError(ExactError):
    """Something that was said against the rules; ``rule`` is the one that it breaks."""

    def __init__(self, message: str, rule: Rule) -> None:
        super().__init__(f"{message} [{rule.name} — {rule}]")
        self.rule = rule


def _read() -> dict[str, Rule]:
    text = files(__package__).joinpath("rules.toml").read_text("utf-8")
    return {entry["name"]: Rule(**entry) for entry in tomllib.loads(text)["rule"]}


#: All rules by their names, in the document's order.
RULES: Final = _read()


def broken(message: str, rule: str) -> PartieError:
    """The error for something said against the rule with this name."""
    return PartieError(message, RULES[rule])
