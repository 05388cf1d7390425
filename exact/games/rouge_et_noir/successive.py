"""Successive coups from one shoe.

Theorem. The probability that coup k is dealt as the card sequence c is

    P(c) * P(the shoe without c completes k - 1 coups),

P(c) being the probability that c is dealt first. For the cards of coups 1, ..., k lie in the shoe as
one sequence; all orders of a sequence are equally likely; and if c is moved to the front, the other
k - 1 coups are dealt from the shoe without c. As long as k coups are certain the second factor is
one, and every law of coup k is that of the first coup. At the shoe's end it is not.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import prod

from exact.distribution import Distribution
from exact.enumeration import law_with_rest
from exact.errors import ExactError, refusal
from exact.games.rouge_et_noir.rules import LIMIT, Rows
from exact.rational import whole
from exact.shoe import Shoe, require_cards

#: What enumeration is tried on: the number of sub-multisets of the shoe, at most.
MOST_STATES = 200_000


def certain_coups(shoe: Shoe) -> int:
    """A number of coups that the shoe completes for certain, whatever the order of its cards.

    A row ends in at most 30 plus the highest card, so k - 1 coups leave a known number of points at
    least; the next coup is certain when they suffice for the longest first row and 31 more.
    For one to eight full packs this is the greatest such number.

    Raises ExactError with replacement: then every number of coups is certain.
    """
    require_cards(shoe)
    if shoe.replacement:
        raise ExactError("shoe: with replacement it never ends; every number of coups is certain")
    points = sum(value * count for value, count in enumerate(shoe.counts, start=1))
    highest = max(value for value, count in enumerate(shoe.counts, start=1) if count)
    longest = LIMIT - 1 + highest
    return max((points - longest - LIMIT) // (2 * longest) + 1, 0)


def completion(shoe: Shoe, coups: int) -> Fraction:
    """The probability that the shoe completes ``coups`` coups.

    Raises ExactError when that is not certain and the shoe is too large to be enumerated.
    """
    coups = whole(coups, "coups")
    require_cards(shoe)
    if coups == 0 or shoe.replacement or coups <= certain_coups(shoe):
        return Fraction(1)
    _require_small(shoe, coups)
    return _completion(shoe, coups)


def later_totals(shoe: Shoe, coup: int) -> Distribution[tuple[int, int] | None] | None:
    """The law of (rouge, noir) in coup number ``coup``, by the theorem; None if it is that of the first.

    The outcome None: the shoe runs out before that coup is complete.
    """
    coup = whole(coup, "coup", least=1)
    if coup == 1 or shoe.replacement or coup <= certain_coups(shoe):
        return None
    _require_small(shoe, coup)
    probabilities: dict[tuple[int, int] | None, Fraction] = {}
    for (outcome, rest), probability in law_with_rest(Rows(), shoe).items():
        if outcome is not None:
            weight = probability * _completion(rest, coup - 1)
            probabilities[outcome] = probabilities.get(outcome, Fraction(0)) + weight
    probabilities[None] = 1 - sum(probabilities.values(), Fraction(0))
    return Distribution(probabilities)


@cache
def _completion(shoe: Shoe, coups: int) -> Fraction:
    if coups == 0 or (shoe.size and coups <= certain_coups(shoe)):
        return Fraction(1)
    if shoe.size == 0:
        return Fraction(0)
    return sum(
        (
            probability * _completion(rest, coups - 1)
            for (outcome, rest), probability in law_with_rest(Rows(), shoe).items()
            if outcome is not None
        ),
        Fraction(0),
    )


def _require_small(shoe: Shoe, coup: int) -> None:
    if prod(count + 1 for count in shoe.counts) > MOST_STATES:
        raise refusal(
            "coup",
            coup,
            f"this shoe completes {certain_coups(shoe)} coups for certain, all with the law of the first; "
            f"later coups are enumerated for shoes with at most {MOST_STATES} parts only",
        )
