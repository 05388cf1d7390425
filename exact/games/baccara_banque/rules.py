"""The literal rules of a coup of baccara banque, as a tree.

Source: the article *Baccara*, chapter on baccara à banque: one banker plays against two tableaux, the two
halves of the table, and decides once for both; "Ansonsten gelten die Regeln des Chemin de fer". So:

* "Ablauf eines Spieles": cards are dealt face down, one to the first tableau, one to the second, one to the
  banker, and once more.
* "Ziehungsregeln für den Ponte": a tableau with 8 or 9 (a naturel) shows its cards, the banker shows his, and
  this tableau is settled. If both have one the coup is over; otherwise play goes on with the other. A tableau
  without a naturel declares whether it wants a card: with 0 to 4 it does, with 6 or 7 it does not, with 5 it
  is free. It knows its own total only.
* "Ziehungsregeln für den Banquier": only then the banker looks at his cards. With 8 or 9 no card is given,
  and all is settled. Otherwise he gives the cards that were asked for, face up, to the first tableau and to
  the second, and declares once, for both, whether he draws.
* "Gewinn und Verlust": against each tableau the higher total wins its stake, 1 : 1; equal totals are en
  cartes.
* "Taxe": a tax on the banker's gains is paid on what he gains in the coup, losses against one tableau set
  against gains from the other.

Outcome of a coup: (result against the first tableau, against the second, number of cards dealt); a
result is 1 if the banker wins, -1 if he loses, 0 en cartes. Parties: the tableaux, the banker, the house.
Infosets: the total of a tableau; for the banker (his total, the first tableau's sign, the second's). A
sign is the third card that he gave, None if the tableau stood, or NATUREL.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, Union, get_args

from exact.games.baccara.points import naturel, total
from exact.tree import Choose, Deal, Node, Settle

FIRST, SECOND, BANKER, HOUSE = range(4)
#: The total with which a tableau is free; below it draws, above it stands.
FREE: Final = 5

#: Whether the banker heeds only that a tableau has a naturel, or also whether it is eight or nine.
Naturels = Literal["alike", "apart"]
NATURELS_HEEDED: Final[tuple[Naturels, ...]] = get_args(Naturels)
NATUREL: Final = "naturel"
#: How naturels are declared where they are told apart.
DECLARED: Final = {8: "huit", 9: "neuf"}
#: What the banker sees of a tableau: its third card, None: it stood, or its naturel.
Sign = Union[int, str, None]


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a coup: the stakes on the tableaux, the tax on the banker's gain of a coup.

    ``naturels``: "alike" or "apart", see Naturels.
    """

    stakes: tuple[Fraction, Fraction] = (Fraction(1, 2), Fraction(1, 2))
    commission: Fraction = Fraction(0)
    naturels: Naturels = "alike"


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards of one side: how many, the total of the first two, the third; what the side declared."""

    cards: int = 0
    two: int = 0
    third: int | None = None
    draws: bool | None = None

    def receive(self, card: int) -> Hand:
        """The hand with one more card of 1..10 points."""
        if self.cards < 2:
            return replace(self, cards=self.cards + 1, two=total(self.two, card))
        return replace(self, cards=3, third=card % 10)

    @property
    def naturel(self) -> bool:
        return naturel(self.two)

    @property
    def final(self) -> int:
        return total(self.two, self.third or 0)


@dataclass(frozen=True, slots=True)
class Coup:
    """A coup in progress."""

    table: Table
    first: Hand = Hand()
    second: Hand = Hand()
    banker: Hand = Hand()

    def receive(self, card: int) -> Coup:
        """The card goes to whose turn it is."""
        if self.first.cards == self.second.cards == self.banker.cards < 2 or _waits(self.first):
            return replace(self, first=self.first.receive(card))
        if self.second.cards == self.banker.cards < 2 or _waits(self.second):
            return replace(self, second=self.second.receive(card))
        return replace(self, banker=self.banker.receive(card))


def step(coup: Coup) -> Node:
    """What happens next in a coup."""
    if coup.banker.cards < 2:
        return Deal(coup)
    if coup.first.naturel and coup.second.naturel:
        return _settle(coup)
    if not coup.first.naturel and coup.first.draws is None:
        return _declares(coup, FIRST)
    if not coup.second.naturel and coup.second.draws is None:
        return _declares(coup, SECOND)
    if coup.banker.naturel:
        return _settle(coup)
    if _waits(coup.first) or _waits(coup.second):
        return Deal(coup)
    if coup.banker.draws is None:
        infoset = (coup.banker.two, _sign(coup.first, coup.table), _sign(coup.second, coup.table))
        stands, draws = (replace(coup, banker=replace(coup.banker, draws=does)) for does in (False, True))
        return Choose(BANKER, infoset, {"stand": stands, "draw": draws})
    if _waits(coup.banker):
        return Deal(coup)
    return _settle(coup)


def _waits(hand: Hand) -> bool:
    """Whether a card has been asked for and not yet been given."""
    return bool(hand.draws) and hand.cards == 2


def _declares(coup: Coup, side: int) -> Node:
    hand = coup.first if side == FIRST else coup.second

    def declared(draws: bool) -> Coup:
        said = replace(hand, draws=draws)
        return replace(coup, first=said) if side == FIRST else replace(coup, second=said)

    if hand.two != FREE:
        return step(declared(hand.two < FREE))
    return Choose(side, hand.two, {"stand": declared(False), "draw": declared(True)})


def _sign(hand: Hand, table: Table) -> Sign:
    if hand.naturel:
        return NATUREL if table.naturels == "alike" else DECLARED[hand.two]
    return hand.third


def _settle(coup: Coup) -> Settle:
    results = _result(coup.banker, coup.first), _result(coup.banker, coup.second)
    gains = [stake * result for stake, result in zip(coup.table.stakes, results, strict=True)]
    net = sum(gains, Fraction(0))
    tax = coup.table.commission * max(net, Fraction(0))
    cards = coup.first.cards + coup.second.cards + coup.banker.cards
    return Settle((*results, cards), (-gains[0], -gains[1], net - tax, tax))


def _result(banker: Hand, tableau: Hand) -> int:
    """1: the banker wins, -1: the tableau. A naturel was settled against the banker's first two cards."""
    own = banker.two if tableau.naturel else banker.final
    return (own > tableau.final) - (own < tableau.final)
