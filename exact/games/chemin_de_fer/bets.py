"""What can be counted at chemin de fer: what drawing gains over standing in the document's free cases.

Per coup, that is weighted with how often the case occurs; the sign says what is better. The other side goes
on playing the equilibrium of the full shoe (both know totals only).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from exact.counting.bet import Bet, Counts, Gains
from exact.errors import InfosetError
from exact.games.chemin_de_fer.decision import volonte
from exact.games.chemin_de_fer.game import game
from exact.games.chemin_de_fer.kernel import COUP_CARDS
from exact.games.chemin_de_fer.solution import solve
from exact.games.chemin_de_fer.worth import worth_to_banker, worth_to_ponte
from exact.shoe import Shoe


def _bet(side: str, own: int, third: int | None) -> Bet:
    def gains(start: Counts) -> Gains:
        e = solve(Shoe(start))

        def gain(counts: Counts) -> Fraction:
            played = game(Shoe(counts), "totals")
            try:
                if side == "ponte":
                    return worth_to_ponte(played, own, e.banker).gain_per_coup
                return worth_to_banker(played, (own, third), e.ponte).gain_per_coup
            except InfosetError:
                # From this shoe the case cannot occur.
                return Fraction(0)

        def of(states: Sequence[Counts]) -> list[Fraction]:
            return [gain(state) for state in states]

        return of

    name = f"{side}_{own}" if third is None else f"{side}_{own}_{third}"
    where = f"the {side} with {own}" + ("" if third is None else f" against a {third}")
    return Bet(
        name,
        f"what drawing gains over standing for {where}",
        "stake units per unit staked, per coup",
        gains,
        lambda _: COUP_CARDS,
    )


BETS: Final = tuple(_bet(*case) for case in volonte())
