"""What drawing and standing are worth in one infoset, when the other side's strategy is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.errors import InfosetError
from exact.games.chemin_de_fer.drawing_rules import THIRDS, Cell, Holding, Third
from exact.games.chemin_de_fer.game import Game
from exact.games.chemin_de_fer.kernel import STOOD
from exact.games.chemin_de_fer.strategy import holding_name, html_table
from exact.rational import decimal


@dataclass(frozen=True)
class Worth:
    """One decision: how often it occurs, and the expected gain of the side that chooses, per unit staked.

    ``occurs``: the probability of the infoset per coup. ``draw`` and ``stand``: the expected gain given the
    infoset. For the banker it is after the tax on his wins.
    """

    side: str
    holding: Holding
    third: Third
    occurs: Fraction
    draw: Fraction
    stand: Fraction

    @property
    def gain(self) -> Fraction:
        """What drawing gains over standing, given the infoset."""
        return self.draw - self.stand

    @property
    def gain_per_coup(self) -> Fraction:
        """What drawing gains over standing, per coup: weighted with how often the infoset occurs."""
        return self.gain * self.occurs

    @property
    def best(self) -> str:
        """ "draw", "stand" or "either"."""
        return "draw" if self.gain > 0 else "stand" if self.gain < 0 else "either"

    def _repr_html_(self) -> str:
        named = {
            "how often per coup": self.occurs,
            "drawing": self.draw,
            "standing": self.stand,
            "drawing over standing": self.gain,
            "the same per coup": self.gain_per_coup,
        }
        rows = [[name, decimal(number, 10), str(number)] for name, number in named.items()]
        return html_table(["", "decimal", "exact"], rows, situation(self.side, self.holding, self.third))

    def explain(self) -> str:
        """The decision in a sentence with its numbers."""
        draw, stand, gain = (decimal(number, 6) for number in (self.draw, self.stand, self.gain))
        advice = {
            "draw": f"drawing is better by {gain}",
            "stand": f"standing is better by {decimal(-self.gain, 6)}",
            "either": "both are worth the same",
        }[self.best]
        per_coup = decimal(abs(self.gain_per_coup), 6)
        return (
            f"{situation(self.side, self.holding, self.third)} drawing is worth {draw} and standing {stand} "
            f"units per unit staked: {advice}. This happens in {decimal(self.occurs, 6)} of all coups, "
            f"so the choice matters {per_coup} units a coup."
        )


def situation(side: str, holding: Holding, third: Third) -> str:
    """The infoset in words."""
    own = f"For the {side} with {holding_name(holding)}"
    if side == "ponte":
        return own
    return f"{own}, when the ponte stood," if third is None else f"{own}, when he gave a {third},"


def worth_to_banker(
    game: Game, cell: Cell, ponte: Mapping[Any, Fraction], commission: Fraction = Fraction(0)
) -> Worth:
    """What the actions are worth to the banker in a cell, against a ponte who draws as given."""
    holding, third = cell
    place = game.coups.banker.index(holding), THIRDS.index(third)
    draws = [ponte.get(own, Fraction(0)) for own in game.ponte]
    shares = draws if third is not None else [1 - p for p in draws]

    def total(array: Any) -> Fraction:
        return sum(
            (share * int(weight) for share, weight in zip(shares, array[:, *place], strict=True) if share),
            Fraction(0),
        )

    occurs = total(game.coups.reach)
    if occurs == 0:
        raise InfosetError(f"{situation('banker', holding, third)} there is no choice: it cannot occur")
    stand, draw = (
        ((1 - commission) * total(game.coups.won[action]) - total(game.coups.lost[action])) / occurs
        for action in (0, 1)
    )
    return Worth("banker", holding, third, occurs / game.coups.denominator, draw, stand)


def worth_to_ponte(game: Game, holding: Holding, banker: Mapping[Any, Fraction]) -> Worth:
    """What the actions are worth to the ponte with these cards, against a banker who draws as given."""
    place = game.ponte.index(holding)
    coups = game.coups
    deals = coups.ponte_deals[place]
    if deals == 0:
        raise InfosetError(f"{situation('ponte', holding, None)} there is no choice: it cannot occur")
    reach = coups.reach[place]
    # The ponte has no naturel here, so he loses to every naturel of the banker, whatever he declared.
    naturels = deals - int(reach[:, STOOD].sum())
    margins = [won[place] - lost[place] for won, lost in zip(coups.won, coups.lost, strict=True)]
    worth = [Fraction(-naturels), Fraction(-naturels)]
    for row, own in enumerate(coups.banker):
        for column, third in enumerate(THIRDS):
            if reach[row, column]:
                q = banker.get((own, third), Fraction(0))
                lost = (1 - q) * int(margins[0][row, column]) + q * int(margins[1][row, column])
                worth[third is not None] -= lost
    return Worth(
        "ponte", holding, None, Fraction(deals, coups.denominator), worth[1] / deals, worth[0] / deals
    )
