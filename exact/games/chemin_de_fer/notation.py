"""Infosets as records write them, and probabilities of drawing as a user gives them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from fractions import Fraction
from typing import Any, Union

from exact.errors import InfosetError, refusal, shown
from exact.games.chemin_de_fer.drawing_rules import THIRDS, Cell, Holding, Third
from exact.rational import Rational, rational

#: How the ponte plays: the probability that he draws on five, or one for each of his infosets.
PonteAs = Union[Rational, Mapping[Any, Fraction]]


def infoset_from_text(text: str) -> tuple[str, Any, Third]:
    """(side, holding, third card) of an infoset as records write it: ``5``, ``0,5``, ``6|stood``, ``0,6|9``.

    Raises ExactError for any other text.
    """
    found = re.fullmatch(r"(\d)(?:,(\d))?(?:\|(\d|stood))?", text, re.ASCII)
    if found is None:
        raise refusal("infoset", text, "write the ponte's as 5 or 0,5, the banker's as 6|stood, 5|4 or 0,6|9")
    first, second, third = found.groups()
    holding = int(first) if second is None else (int(first), int(second))
    if third is None:
        return "ponte", holding, None
    return "banker", holding, None if third == "stood" else int(third)


def as_infoset(cell: Holding | Cell | str) -> Holding | Cell:
    """An infoset as strategies have it for their key; given so, or as records write it."""
    if not isinstance(cell, str):
        return cell
    side, holding, third = infoset_from_text(cell)
    return (holding, third) if side == "banker" else holding


def ponte_from_text(text: str) -> PonteAs:
    """The ponte's play as the command takes it: ``1/2``, or for each hand, ``1,4=1/2 2,3=0``.

    Raises ExactError for any other text.
    """
    if "=" not in text:
        return rational(text, "ponte")
    plays: dict[Any, Fraction] = {}
    for part in re.split(r"[;\s]+", text.strip()):
        found = re.fullmatch(r"(\d)(?:,(\d))?=(.+)", part, re.ASCII)
        if found is None:
            raise refusal("ponte", text, "write 1/2, or a probability for each hand: 1,4=1/2 2,3=0")
        first, second, p = found.groups()
        own = int(first) if second is None else (int(first), int(second))
        if own in plays:
            raise refusal("ponte", text, f"there is more than one probability for {part.partition('=')[0]}")
        plays[own] = probability(p, f"ponte: {own}")
    return plays[5] if list(plays) == [5] else plays


def probability(given: Any, argument: str) -> Fraction:
    """A probability, exact. Raises ExactError otherwise."""
    p = rational(given, argument)
    if not 0 <= p <= 1:
        raise refusal(argument, given, "a probability is 0 to 1")
    return p


def probabilities(
    side: str, given: object, infosets: Iterable[Any], needed: Container[Any], why: str
) -> dict[Any, Fraction]:
    """A strategy that somebody has written down, checked: probabilities of drawing by infosets.

    ``infosets``: those there are; ``needed``: those which it must speak of, ``why``. Raises ExactError for
    what is no mapping, no probability or no infoset, InfosetError for a needed one that is missing.
    """
    if not isinstance(given, Mapping):
        raise refusal(side, given, "a mapping from infosets to probabilities of drawing is expected")
    known = list(infosets)
    for key in given:
        if not _is_infoset(key) or key not in known:
            example = f"; they are written like {known[0]!r}" if known else ""
            raise InfosetError(f"{side}: {shown(key)} is no infoset of the {side} here{example}")
    plays = {key: probability(given[key], f"{side}: {key}") for key in known if key in given}
    for key in known:
        if key in needed and key not in plays:
            raise InfosetError(f"{side}: it says nothing for {shown(key)}, {why}")
    return plays


def _is_infoset(key: object) -> bool:
    """Whether the parts are whole numbers, or None for the third card: neither True nor 5.0."""
    if isinstance(key, tuple):
        return all(part is None or _is_infoset(part) for part in key)
    return type(key) is int


def require_third(third: object) -> None:
    """Raises InfosetError unless this is a third card, or None: the ponte stood."""
    if third not in THIRDS or isinstance(third, (bool, float)):
        raise InfosetError(f"third: got {shown(third)}; a third card is 0 to 9, or None: the ponte stood")
