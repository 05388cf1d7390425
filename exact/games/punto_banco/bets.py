"""What can be counted at punto banco: the house's edge on the three stakes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from exact.counting.bet import Bet, Counts, Gains
from exact.games.punto_banco import edges
from exact.games.punto_banco.kernel import CARDS
from exact.games.punto_banco.rules import RESULTS
from exact.shoe import Shoe


def _bet(place: int, name: str) -> Bet:
    def gains(_: Counts) -> Gains:
        def of(states: Sequence[Counts]) -> list[Fraction]:
            found = edges([Shoe(state) for state in states])
            return [Fraction(shoe.numerators[place], shoe.denominator) for shoe in found]

        return of

    meaning = f"the house's edge on {name}, 5 % commission on banco, the tie paid 8 : 1"
    return Bet(name, meaning, "stake units per unit staked, per coup", gains, lambda _: CARDS)


BETS: Final = tuple(_bet(place, name) for place, name in enumerate(RESULTS))
