"""Couleur and inverse, fast and exactly, for any colouring of the cards.

The colours of the cards of one value are in random order, whatever values the deal shows. So the first
card of a coup, given that it has v points and given all totals, is red with the share of red cards
among those of v points; and what remains is the law of the coup whose first row begins with v.
"""

from __future__ import annotations

from fractions import Fraction

from exact.games.rouge_et_noir.kernel import CoupWeights, coup_weights
from exact.games.trente_et_quarante.colours import ColouredShoe
from exact.shoe import Shoe


def couleur_inverse(shoe: Shoe, coloured: ColouredShoe) -> tuple[Fraction, Fraction]:
    """P(couleur wins) and P(inverse wins) per coup; the row of noir is dealt first.

    When all values have the same share of red cards, the first card's colour says nothing about the
    rows; then both chances win half of the won coups, rouge and noir being equally likely.
    """
    if coloured.even:
        won = _first_row_wins(coup_weights(shoe)) + _second_row_wins(coup_weights(shoe))
        return won / 2, won / 2
    couleur = inverse = Fraction(0)
    shares = coloured.red_shares()
    for points, count, rest in shoe.draws():
        share, red = Fraction(count, shoe.size), shares[points]
        coups = coup_weights(rest, points)
        noir, rouge = _first_row_wins(coups), _second_row_wins(coups)
        couleur += share * (red * rouge + (1 - red) * noir)
        inverse += share * (red * noir + (1 - red) * rouge)
    return couleur, inverse


def _first_row_wins(coups: CoupWeights) -> Fraction:
    return Fraction(
        sum(w for (first, second), w in coups.totals.items() if first < second), coups.denominator
    )


def _second_row_wins(coups: CoupWeights) -> Fraction:
    return Fraction(
        sum(w for (first, second), w in coups.totals.items() if second < first), coups.denominator
    )
