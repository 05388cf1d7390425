"""The models in which a claim may be meant, by name."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from exact.errors import refusal
from exact.games.chemin_de_fer.rules import INFORMATION, Information
from exact.shoe import Shoe


@dataclass(frozen=True, slots=True)
class Model:
    """A named model: what it is in words, its shoe and who knows his cards, where it says so."""

    name: str
    words: str
    shoe: Shoe | None = None
    information: Information | None = None


_KNOWN: dict[Information, str] = {
    "totals": "totals known",
    "banker": "the banker knowing his cards",
    "both": "both knowing their cards",
}
_NAMED = {
    "any-shoe": "by the rules, whatever the shoe",
    "13-to-4": "with the totals weighted 13 : 12 : … : 4",
    "arithmetic": "as arithmetic",
    "one-zero": "on a wheel with one zero",
}


def model(name: str) -> Model:
    """The model with this name: ``6-packs``, ``replacement``, or one of those of the documents.

    ``totals/6-packs`` adds what the sides know at chemin de fer: totals, banker or both.
    Raises ExactError for any other name.
    """
    if "/" in name:
        known, _, rest = name.partition("/")
        shoe = model(rest)
        if known not in INFORMATION:
            raise refusal("model", name, f"before the stroke one of {', '.join(INFORMATION)} is expected")
        return replace(shoe, name=name, words=f"{_KNOWN[known]}, {shoe.words}", information=known)
    if name in _NAMED:
        return Model(name, _NAMED[name])
    if name == "replacement":
        return Model(name, "with replacement", Shoe.packs(1, replacement=True))
    packs = re.fullmatch(r"(1-pack|([2-9]|[1-9]\d+)-packs)", name)
    if packs is None:
        raise refusal("model", name, f"a model is N-packs, replacement, {', '.join(_NAMED)}")
    number = int(name.split("-")[0])
    return Model(name, f"{number} pack{'s' if number > 1 else ''}", Shoe.packs(number))
