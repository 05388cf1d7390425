"""The joint law of both tableaux of baccara banque when a solution of the game is played, from any shoe.

The coups of `exact.games.baccara_banque.kernel` are weighed by what the solution does: both tableaux on
five, the banker in his cells. So the law is exact from the full shoe, and its mean is the value of the
solution.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from exact.distribution import Distribution
from exact.errors import ExactError
from exact.partie.fortune.tableaux import PAIRS, Pair

if TYPE_CHECKING:
    from exact.games.baccara_banque import Solution
    from exact.games.baccara_banque.rules import Sign

#: The kernel's results, from the banker's side: lost, void, won.
_RESULTS: Final = ("ponte", "en cartes", "banker")


def played_law(solution: Solution) -> Distribution[Pair]:
    """The joint law of (right, left), the first and the second tableau, when this solution is played.

    Raises ExactError for a solution whose plays are irrational, or in which naturels are told apart.
    """
    from exact.games.baccara_banque.kernel import coups

    if solution.exact != "rational":
        raise ExactError("solution: its plays are irrational; the law is given for rational ones")
    if solution.naturels != "alike":
        raise ExactError("solution: it tells eight and nine apart; the law is given where naturels are alike")
    found = coups(solution.shoe)
    sums = {pair: Fraction(0) for pair in PAIRS}
    for i, right in enumerate(_RESULTS):
        for j, left in enumerate(_RESULTS):
            sums[right, left] += int(found.settled[i, j])
    _, totals, classes = found.chosen.shape[:3]
    for own in range(totals):
        for one in range(classes):
            for other in range(classes):
                weights = found.chosen[:, own, one, other]
                share = _share(solution, one, other)
                if not share or not weights.any():
                    continue
                draws = solution.banker[own, _sign(one), _sign(other)]
                assert isinstance(draws, Fraction)
                for i, right in enumerate(_RESULTS):
                    for j, left in enumerate(_RESULTS):
                        mixed = int(weights[0, i, j]) * (1 - draws) + int(weights[1, i, j]) * draws
                        sums[right, left] += share * mixed
    return Distribution({pair: weight / found.denominator for pair, weight in sums.items()}, PAIRS)


def _share(solution: Solution, one: int, other: int) -> Fraction:
    """How often the tableaux do on five what these classes of play say."""
    total = Fraction(0)
    for place, share in enumerate(solution.shares):
        # The joint plays are (stand, stand), (stand, draw), (draw, stand), (draw, draw).
        if all(_fits(cls, bool(does)) for cls, does in ((one, place // 2), (other, place % 2))):
            assert isinstance(share, Fraction)
            total += share
    return total


def _fits(cls: int, draws: bool) -> bool:
    """Whether a tableau that draws, or stands, on five can play this class."""
    from exact.games.baccara_banque.kernel import FIVE_STOOD

    if 10 <= cls < 20:
        return draws
    return not draws if cls == 18 + FIVE_STOOD else True


def _sign(cls: int) -> Sign:
    """What the banker sees of a class of play: the third card, None: it stood, or a naturel."""
    from exact.games.baccara_banque.kernel import FIRST_NATUREL
    from exact.games.baccara_banque.rules import NATUREL

    if cls >= FIRST_NATUREL:
        return NATUREL
    return cls % 10 if cls < 20 else None
