"""The literal rules of trente et quarante, as a tree.

Two chances are added to those of rouge et noir (article *Rouge et noir*, introduction: trente et
quarante arose from it "by adding two further chances"), and the row of noir is dealt first:

* Rows, totals, the winning row, après and refait are those of rouge et noir.
* Couleur wins when the first card of the coup, the first of the row of noir, has the colour of the
  winning row; inverse wins otherwise. At après nothing is won or lost; at the refait the bank takes
  half of the stakes on all four chances.

The two further chances are not described in the article; this is their usual rule. Outcome of a coup:
(total of rouge, total of noir, the first card is red). Parties: the bank, and a stake of one unit on
each of rouge, noir, couleur and inverse.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.games.rouge_et_noir.rules import LIMIT
from exact.games.trente_et_quarante.colours import ColouredCard
from exact.tree import Deal, Node, Settle

CHANCES = ("rouge", "noir", "couleur", "inverse")


@dataclass(frozen=True, slots=True)
class Rows:
    """A coup in progress: the total of each row so far, and whether its first card is red."""

    noir: int = 0
    rouge: int = 0
    first_red: bool | None = None

    def receive(self, card: ColouredCard) -> Rows:
        """The card goes to noir until that row is complete, then to rouge."""
        points, red = card
        first_red = red if self.first_red is None else self.first_red
        if self.noir < LIMIT:
            return Rows(self.noir + points, self.rouge, first_red)
        return Rows(self.noir, self.rouge + points, first_red)


def step(position: Rows) -> Node:
    """What happens next in a coup."""
    if position.noir < LIMIT or position.rouge < LIMIT:
        return Deal(position)
    assert position.first_red is not None
    outcome = position.rouge, position.noir, position.first_red
    gains = tuple(gain(chance, *outcome) for chance in CHANCES)
    return Settle(outcome, (-sum(gains, Fraction(0)), *gains))


def gain(chance: str, rouge: int, noir: int, first_red: bool) -> Fraction:
    """What one unit on a chance gains in a completed coup when the bank takes half at the refait."""
    if rouge == noir:
        return Fraction(-1, 2) if rouge == LIMIT else Fraction(0)
    return Fraction(1 if wins(chance, rouge, noir, first_red) else -1)


def wins(chance: str, rouge: int, noir: int, first_red: bool) -> bool:
    """Whether a chance wins in a coup whose rows differ."""
    red_row_wins = rouge < noir
    return {
        "rouge": red_row_wins,
        "noir": not red_row_wins,
        "couleur": first_red == red_row_wins,
        "inverse": first_red != red_row_wins,
    }[chance]
