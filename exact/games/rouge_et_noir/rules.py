"""The literal rules of rouge et noir, as a tree.

Source: the article *Rouge et noir* (after Meyers Konversationslexikon, 1908), section "Das Spiel":

* Court cards count ten, aces one, the other cards their pips.
* Cards are laid in a row, one by one, until their total reaches 31 or more. This row is rouge.
* A second row is laid in the same way. It is noir.
* The row with the lower total wins; stakes on it are paid 1 : 1, stakes on the other are lost.
* Equal totals are "après": nothing is won or lost, unless both are 31. Then, at the refait, the
  bank takes half of all stakes in both fields.

Outcome of a coup: (total of rouge, total of noir). Parties: the bank, a stake of one unit on rouge,
a stake of one unit on noir.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.tree import Deal, Node, Settle

#: A row is complete as soon as its total reaches this number.
LIMIT = 31
#: The totals in which a row can end: the last card finds 30 at most, and counts ten at most.
TOTALS = range(LIMIT, LIMIT + 10)

BANK, ROUGE, NOIR = range(3)


@dataclass(frozen=True, slots=True)
class Rows:
    """A coup in progress: the total of each row so far."""

    rouge: int = 0
    noir: int = 0

    def receive(self, card: int) -> Rows:
        """The card goes to rouge until that row is complete, then to noir."""
        if self.rouge < LIMIT:
            return Rows(self.rouge + card, self.noir)
        return Rows(self.rouge, self.noir + card)


@dataclass(frozen=True, slots=True)
class Row:
    """One row alone, as the first of a coup: its total and the number of its cards so far."""

    total: int = 0
    cards: int = 0

    def receive(self, card: int) -> Row:
        return Row(self.total + card, self.cards + 1)


def step(position: Rows | Row) -> Node:
    """What happens next in a coup, or in a single row, whose outcome is (total, number of cards)."""
    if isinstance(position, Row):
        if position.total < LIMIT:
            return Deal(position)
        return Settle((position.total, position.cards))
    if position.rouge < LIMIT or position.noir < LIMIT:
        return Deal(position)
    return Settle((position.rouge, position.noir), payoffs(position.rouge, position.noir))


def payoffs(rouge: int, noir: int) -> tuple[Fraction, ...]:
    """What the bank, a unit on rouge and a unit on noir gain when the rows end in these totals."""
    if rouge == noir == LIMIT:
        half = Fraction(1, 2)
        return 2 * half, -half, -half
    if rouge < noir:
        return Fraction(0), Fraction(1), Fraction(-1)
    if noir < rouge:
        return Fraction(0), Fraction(-1), Fraction(1)
    return Fraction(0), Fraction(0), Fraction(0)
