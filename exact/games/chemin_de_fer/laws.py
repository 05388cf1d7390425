"""The laws of a coup when both sides' play is given, and how often each infoset occurs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from exact.distribution import Distribution
from exact.games.baccara.points import total
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_HANDS, THIRDS, Cell, Hand, Holding
from exact.games.chemin_de_fer.game import Game
from exact.games.chemin_de_fer.kernel import STOOD, Coups, card_weights, coups
from exact.games.chemin_de_fer.notation import probabilities
from exact.games.chemin_de_fer.rules import Information
from exact.shoe import Shoe


@dataclass(frozen=True)
class Results:
    """The exact laws of one coup.

    ``winner``: "banker", "ponte", "en cartes". ``totals``: (final total of the ponte, of the banker).
    ``cards``: the number of cards dealt, 4 to 6. ``coups``: (ponte's total, banker's total, cards) jointly.
    """

    winner: Distribution[str]
    totals: Distribution[tuple[int, int]]
    cards: Distribution[int]
    coups: Distribution[tuple[int, int, int]]

    @property
    def value(self) -> Fraction:
        """The bank's gain before tax, per unit staked."""
        return self.winner["banker"] - self.winner["ponte"]

    def _repr_html_(self) -> str:
        laws = (self.winner, self.cards, self.totals)
        return "".join(law._repr_html_() for law in laws)


def results(
    shoe: Shoe,
    information: Information,
    ponte: Mapping[Any, Fraction],
    banker: Mapping[Any, Fraction],
) -> Results:
    """The laws of a coup in which both sides draw with these probabilities, by infosets.

    Every infoset that occurs needs one. Raises ExactError for a shoe of fewer than six cards, for what is no
    probability or no infoset, and InfosetError for an infoset that is missing.
    """
    import numpy as np

    table = coups(shoe)
    ponte, banker = _required(table.by(information), ponte, banker)
    scale_x = lcm(*(p.denominator for p in ponte.values()))
    scale_y = lcm(*(p.denominator for p in banker.values()))

    def ponte_draws(hand: Hand) -> Fraction:
        return ponte.get(hand if information == "both" else total(*hand), Fraction(0))

    def banker_draws(hand: Hand, column: int) -> Fraction:
        own = total(*hand) if information == "totals" else hand
        return banker.get((own, THIRDS[column]), Fraction(0))

    x = np.array([int(ponte_draws(hand) * scale_x) for hand in CHOOSING_HANDS], dtype=object)
    y = np.array(
        [[int(banker_draws(hand, column) * scale_y) for column in range(11)] for hand in CHOOSING_HANDS],
        dtype=object,
    )
    shares = np.repeat(x[:, None, None], 11, axis=2)
    shares[:, :, STOOD] = scale_x - shares[:, :, STOOD]
    stands = table.reach * (shares * (scale_y - y)[None])
    draws = shares * y[None]
    weights: dict[tuple[int, int, int], int] = {}

    def add(p: int, b: int, cards: int, weight: Any) -> None:
        if weight:
            weights[p, b, cards] = weights.get((p, b, cards), 0) + int(weight)

    for (p, b), weight in table.naturels.items():
        add(p, b, 4, weight * scale_x * scale_y)
    totals = np.array([total(*hand) for hand in CHOOSING_HANDS])
    groups = [np.flatnonzero(totals == t) for t in range(8)]
    by_card = card_weights(table, draws)
    for p, rows in enumerate(groups):
        for b, columns in enumerate(groups):
            square = np.ix_(rows, columns)
            standing = stands[square].sum(axis=(0, 1))
            drawing = by_card[square].sum(axis=(0, 1))
            for column, third in enumerate(THIRDS):
                final = p if third is None else (p + third) % 10
                dealt = 4 if third is None else 5
                add(final, b, dealt, standing[column])
                for card in range(10):
                    add(final, (b + card) % 10, dealt + 1, drawing[column, card])
    joint = Distribution.from_weights(
        weights, [(p, b, cards) for p in range(10) for b in range(10) for cards in (4, 5, 6)]
    )
    return Results(joint.map(_winner), joint.marginal(0, 1), joint.marginal(2), joint)


def _required(
    table: Coups, ponte: Mapping[Any, Fraction], banker: Mapping[Any, Fraction]
) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """Both strategies, checked: they speak of every infoset that occurs when both play like this."""
    dealt = {own for own, deals in zip(table.ponte, table.ponte_deals, strict=True) if deals}
    x = probabilities("ponte", ponte, table.ponte, dealt, "which occurs")
    draws = [place for place, own in enumerate(table.ponte) if x.get(own, 0) > 0]
    stands = [place for place, own in enumerate(table.ponte) if x.get(own, 0) < 1]
    reached = table.reach[draws].sum(axis=0) > 0
    reached[:, STOOD] = table.reach[stands][:, :, STOOD].sum(axis=0) > 0
    cells = [(own, third) for own in table.banker for third in THIRDS]
    occurring = {cell for cell, occurs in zip(cells, reached.reshape(-1).tolist(), strict=True) if occurs}
    return x, probabilities("banker", banker, cells, occurring, "which occurs")


def _winner(outcome: tuple[int, int, int]) -> str:
    ponte, banker, _ = outcome
    return "banker" if banker > ponte else "ponte" if ponte > banker else "en cartes"


def ponte_frequency(game: Game, ponte: Mapping[Any, Fraction]) -> dict[Holding, Fraction]:
    """How often the ponte has to declare with each holding, per coup."""
    deals = dict(zip(game.ponte, game.coups.ponte_deals, strict=True))
    return {own: Fraction(deals[own], game.coups.denominator) for own in ponte}


def banker_frequency(
    game: Game, ponte: Mapping[Any, Fraction], banker: Mapping[Any, Fraction]
) -> dict[Cell, Fraction]:
    """How often the banker has to choose in each cell, per coup, against this ponte."""
    import numpy as np

    draws = [ponte.get(own, Fraction(0)) for own in game.ponte]
    scale = lcm(*(p.denominator for p in draws))
    x = np.array([int(p * scale) for p in draws], dtype=object)
    reach = game.coups.reach.astype(object)
    totals = (reach[:, :, :STOOD] * x[:, None, None]).sum(axis=0)
    stood = (reach[:, :, STOOD] * (scale - x)[:, None]).sum(axis=0)
    places = {own: place for place, own in enumerate(game.coups.banker)}
    whole = scale * game.coups.denominator
    return {
        (own, third): Fraction(
            int(stood[places[own]] if third is None else totals[places[own], third]), whole
        )
        for own, third in banker
    }
