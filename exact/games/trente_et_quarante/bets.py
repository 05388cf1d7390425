"""What can be counted at trente et quarante, from the red and the black cards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from exact.counting.bet import Bet, Counts, Gains
from exact.games.rouge_et_noir.bets import longest_coup
from exact.games.rouge_et_noir.kernel import both_hit
from exact.games.trente_et_quarante.colours import ColouredShoe
from exact.games.trente_et_quarante.kernel import couleur_inverse


def _bet(name: str, sign: int) -> Bet:
    """``sign``: what couleur's winning less inverse's is to the bank; 0 on rouge and noir."""

    def gain(counts: Counts) -> Fraction:
        coloured = ColouredShoe(counts[:10], counts[10:])
        half = both_hit(coloured.shoe) / 2
        if not sign:
            return half
        couleur, inverse = couleur_inverse(coloured.shoe, coloured)
        return half + sign * (couleur - inverse)

    def gains(_: Counts) -> Gains:
        def of(states: Sequence[Counts]) -> list[Fraction]:
            return [gain(state) for state in states]

        return of

    return Bet(
        name,
        f"the bank's gain on {name}; it takes half at the refait",
        "stake units per unit staked, per coup",
        gains,
        lambda counts: longest_coup(ColouredShoe(counts[:10], counts[10:]).shoe.counts),
    )


BETS: Final = (_bet("rouge", 0), _bet("couleur", -1), _bet("inverse", 1))
