"""How many cards a coup takes, and what that means for the carte d'arrêt.

The document takes over the preparations of chemin de fer, where the carte d'arrêt lies before the
seventh-last card and a coup takes six cards at most. Here it may take nine, so the coup begun may want cards
that are not there.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from exact.distribution import Distribution
from exact.errors import ExactError, refusal
from exact.games.baccara.sabot import BEHIND, CarteDArret, last_coups
from exact.games.baccara_banque.game import mean
from exact.games.baccara_banque.kernel import COUP_CARDS
from exact.games.baccara_banque.solution import Solution
from exact.rational import whole

#: The numbers of cards that a coup can take: two or three in each hand.
LENGTHS: Final = (6, 7, 8, 9)


def cards_law(solution: Solution) -> Distribution[int]:
    """The law of the number of cards in a coup, 6 to 9, when all play this solution.

    Raises ExactError when the solution is irrational: a Distribution holds fractions.
    """
    if solution.exact != "rational":
        raise ExactError("solution: its play is irrational; the law of the cards is given for rational play")
    played = solution.game
    weights = dict.fromkeys(LENGTHS, Fraction(0))
    for cell, deals, y in zip(played.cells, played.deals, solution.drawn, strict=True):
        often = mean(deals, solution.shares) / Fraction(played.denominator)
        assert isinstance(often, Fraction)
        assert isinstance(y, Fraction)
        number = LENGTHS[0] + sum(isinstance(sign, int) for sign in cell[1:])
        weights[number] += often * (1 - y)
        weights[number + 1] += often * y
    # What is left are the coups that naturels end at once.
    weights[LENGTHS[0]] += 1 - sum(weights.values())
    return Distribution(weights)


def last_coup(behind: int = BEHIND) -> CarteDArret:
    """All ways in which the last coup of a shoe can meet the carte d'arrêt."""
    return last_coups(LENGTHS, behind)


def first_safe_place() -> int:
    """The least number of cards behind the carte d'arrêt with which every coup begun can be completed."""
    behind = 0
    while not last_coup(behind).enough:
        behind += 1
    return behind


@dataclass(frozen=True)
class LastCoup:
    """The last coup of a shoe, the coups' numbers of cards being independent, as with replacement.

    ``wanting``: the probability that it wants more cards than there are; ``by_wanting``: by how many.
    ``eight_or_more``, ``nine``: the probability of so many cards in a coup.
    """

    size: int
    behind: int
    wanting: Fraction
    by_wanting: dict[int, Fraction]
    eight_or_more: Fraction
    nine: Fraction


def last_coup_wants(law: Distribution[int], size: int, behind: int = BEHIND) -> LastCoup:
    """How probable it is that the last coup of a shoe of ``size`` cards wants more cards than are left.

    ``law``: of the number of cards in a coup. The coups are taken as independent of each other, which they
    are with replacement; from a finite shoe they are nearly so. A coup begins with ``before`` cards in front
    of the carte d'arrêt with the probability u(size - behind - before), where u(m) is the sum of u(m - k)
    law(k), and is the last if it takes more cards than that (with none in front of it the carte appears at
    once).
    """
    cards, hidden = whole(size, "size", least=1), whole(behind, "behind")
    front = cards - hidden
    if front < 0:
        raise refusal("behind", behind, f"at most all {size} cards can lie behind the carte d'arrêt")
    begins = [Fraction(1)]
    for place in range(1, front + 1):
        begins.append(sum((begins[place - k] * law[k] for k in law.domain if k <= place), Fraction(0)))
    by_wanting: dict[int, Fraction] = {}
    for before in range(min(front, COUP_CARDS) + 1):
        for k in law.domain:
            lacking = k - before - hidden
            if k > before and lacking > 0:
                chance = begins[front - before] * law[k]
                by_wanting[lacking] = by_wanting.get(lacking, Fraction(0)) + chance
    return LastCoup(
        cards,
        hidden,
        sum(by_wanting.values(), Fraction(0)),
        dict(sorted(by_wanting.items())),
        law[8] + law[9],
        law[9],
    )
