"""Couleur and inverse, fast and exactly, for any colouring of the cards.

The colours of the cards of one value are in random order, whatever values the deal shows. So the first
card of a coup, given that it has v points and given all totals, is red with the share of red cards
among those of v points; and what remains is the law of the coup whose first row begins with v.
"""

from __future__ import annotations

from fractions import Fraction
from statistics import mode

from exact.games.rouge_et_noir.kernel import CoupWeights, coup_weights
from exact.games.trente_et_quarante.colours import ColouredShoe
from exact.shoe import Shoe


def couleur_inverse(shoe: Shoe, coloured: ColouredShoe) -> tuple[Fraction, Fraction]:
    """P(couleur wins) and P(inverse wins) per coup; the row of noir is dealt first.

    If all values had the same share of red cards, the first card's colour would say nothing about the
    rows. So the most common share is taken first, and only the values that have another one need the law
    of the coups that begin with them.
    """
    shares = coloured.red_shares()
    common = mode(shares.values())
    coups = coup_weights(shoe)
    noir, rouge = _first_row_wins(coups), _second_row_wins(coups)
    couleur = common * rouge + (1 - common) * noir
    inverse = common * noir + (1 - common) * rouge
    for points, count, rest in shoe.draws():
        if shares[points] == common:
            continue
        begun = coup_weights(rest, points)
        lead = _second_row_wins(begun) - _first_row_wins(begun)
        change = Fraction(count, shoe.size) * (shares[points] - common) * lead
        couleur += change
        inverse -= change
    return couleur, inverse


def _first_row_wins(coups: CoupWeights) -> Fraction:
    return Fraction(
        sum(w for (first, second), w in coups.totals.items() if first < second), coups.denominator
    )


def _second_row_wins(coups: CoupWeights) -> Fraction:
    return Fraction(
        sum(w for (first, second), w in coups.totals.items() if second < first), coups.denominator
    )
