"""The literal rules of a coup of chemin de fer, as a tree.

Source: the article *Baccara*, chapter on chemin de fer:

* "Ablauf eines Spieles": four cards are dealt face down, to the ponte, the banker, the ponte, the banker.
* "Ziehungsregeln für den Ponte": with 8 or 9 (a naturel) the ponte shows his cards, the banker shows
  his, and no third card is drawn. Otherwise the ponte declares whether he wants a card.
* "Ziehungsregeln für den Banquier": only then the banker looks at his cards. With 8 or 9 he gives no
  card, and the coup is settled. Otherwise he gives the card that was asked for, face up, and declares
  whether he draws.
* "Gewinn und Verlust": the higher total wins, 1 : 1; equal totals are en cartes, the coup is void. The
  banker pays a tax on his gain to the house.

Who may choose where is data: see `drawing_rules`. The total of a hand is the sum of its cards modulo ten, so
tens and court cards count nothing.

Outcome of a coup: (final total of the ponte, of the banker, number of cards dealt). Parties: the ponte, the
banker, the house. Infosets are those of the strategies: a total or a sorted hand for the ponte; for the
banker the same with the third card, None when the ponte stood.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, get_args

from exact.games.baccara.points import naturel, total
from exact.games.chemin_de_fer.drawing_rules import Rules
from exact.tree import Choose, Deal, Node, Settle

#: Who knows his cards rather than their total only: nobody, the banker, both.
Information = Literal["totals", "banker", "both"]
INFORMATION: Final[tuple[Information, ...]] = get_args(Information)

PONTE, BANKER, HOUSE = range(3)


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a coup.

    ``looks_first``: a variant for comparison in which the banker looks at his cards, and shows a naturel,
    before the ponte declares. The document's banker looks afterwards.
    """

    rules: Rules
    information: Information = "totals"
    commission: Fraction = Fraction(0)
    looks_first: bool = False


@dataclass(frozen=True, slots=True)
class Coup:
    """A coup in progress: the cards of both, and what they have declared (None: nothing yet)."""

    table: Table
    ponte: tuple[int, ...] = ()
    banker: tuple[int, ...] = ()
    ponte_draws: bool | None = None
    banker_draws: bool | None = None

    def receive(self, card: int) -> Coup:
        """The card of 1..10 points goes to whose turn it is; two-card hands are kept sorted."""
        points = card % 10
        if len(self.ponte) == len(self.banker) < 2 or (len(self.ponte) == 2 and self.ponte_draws):
            return replace(self, ponte=_with(self.ponte, points))
        return replace(self, banker=_with(self.banker, points))


def step(coup: Coup) -> Node:
    """What happens next in a coup."""
    if len(coup.ponte) < 2 or len(coup.banker) < 2:
        return Deal(coup)
    if naturel(total(*coup.ponte[:2])):
        return _settle(coup)
    if coup.table.looks_first and naturel(total(*coup.banker[:2])):
        return _settle(coup)
    if coup.ponte_draws is None:
        return _ponte_declares(coup)
    if naturel(total(*coup.banker[:2])):
        return _settle(coup)
    if coup.ponte_draws and len(coup.ponte) == 2:
        return Deal(coup)
    if coup.banker_draws is None:
        return _banker_declares(coup)
    if coup.banker_draws and len(coup.banker) == 2:
        return Deal(coup)
    return _settle(coup)


def _ponte_declares(coup: Coup) -> Node:
    hand = coup.ponte[0], coup.ponte[1]
    stands, draws = replace(coup, ponte_draws=False), replace(coup, ponte_draws=True)
    action = coup.table.rules.of_ponte(hand)
    if action != "free":
        return step(draws if action == "draw" else stands)
    infoset = hand if coup.table.information == "both" else total(*hand)
    return Choose(PONTE, infoset, {"stand": stands, "draw": draws})


def _banker_declares(coup: Coup) -> Node:
    hand = coup.banker[0], coup.banker[1]
    third = coup.ponte[2] if coup.ponte_draws else None
    stands, draws = replace(coup, banker_draws=False), replace(coup, banker_draws=True)
    action = coup.table.rules.of_banker(hand, third)
    if action != "free":
        return step(draws if action == "draw" else stands)
    own = total(*hand) if coup.table.information == "totals" else hand
    return Choose(BANKER, (own, third), {"stand": stands, "draw": draws})


def _settle(coup: Coup) -> Settle:
    ponte, banker = total(*coup.ponte), total(*coup.banker)
    nothing, stake, tax = Fraction(0), Fraction(1), coup.table.commission
    if ponte > banker:
        payoffs = stake, -stake, nothing
    elif ponte < banker:
        payoffs = -stake, stake - tax, tax
    else:
        payoffs = nothing, nothing, nothing
    return Settle((ponte, banker, len(coup.ponte) + len(coup.banker)), payoffs)


def _with(cards: tuple[int, ...], points: int) -> tuple[int, ...]:
    return tuple(sorted((*cards, points))) if len(cards) < 2 else (*cards, points)
