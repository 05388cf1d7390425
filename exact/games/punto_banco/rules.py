"""The literal rules of punto banco, as a tree.

Source: the article on chemin de fer, whose coup punto banco shares; nobody chooses anything here:

* Four cards are dealt, to punto, banco, punto and banco in turn. Hands count modulo ten.
* With 8 or 9 on either side, a naturel, no third card is drawn.
* Otherwise punto draws a third card on 0 to 5 and stands on 6 and 7.
* Then banco draws or stands by the tableau de tirage: tableau.toml, beside this file.
* The higher total wins. With equal totals (en cartes) stakes on banco and punto are returned.
* A stake on punto wins 1 : 1. A stake on banco wins 1 : 1 less a commission, five per cent in the
  article. The article names no payment for a stake on the tie: 8 : 1 is customary.

Outcome of a coup: (final total of punto, of banco, third card of punto, of banco), a third card by its
baccara points 0..9, None where there was none. Parties: stakes of one unit on banco, on punto, on the tie.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from exact.games.baccara.points import naturel, total
from exact.tree import Deal, Node, Settle

#: The results of a coup, in the order in which everything here is listed.
RESULTS: Final = ("banco", "punto", "tie")

COMMISSION: Final = Fraction(1, 20)
TIE_PAYS: Final = Fraction(8)

#: A third card by its baccara points 0..9; None: there was none.
Third = int | None


@dataclass(frozen=True, slots=True)
class Tableau:
    """The fixed drawing rules for totals 0..7 of two cards.

    ``punto[total]`` and ``banco[total, third card of punto or None]``: whether a card is drawn.
    """

    punto: dict[int, bool]
    banco: dict[tuple[int, Third], bool]


@cache
def tableau() -> Tableau:
    """The drawing rules as read from tableau.toml."""
    table = tomllib.loads(files(__package__).joinpath("tableau.toml").read_text(encoding="utf-8"))
    drawing = {"D": True, "S": False}
    columns: tuple[Third, ...] = (*range(1, 10), 0, None)
    punto = {held: drawing[mark] for held, mark in enumerate(table["punto"]["draws"].split())}
    banco = {
        (int(held), third): drawing[mark]
        for held, marks in table["banco"].items()
        for third, mark in zip(columns, marks.split(), strict=True)
    }
    return Tableau(punto, banco)


class Outcome(NamedTuple):
    """How a coup ended: final totals 0..9, third cards by baccara points 0..9 or None."""

    punto: int
    banco: int
    punto_third: Third
    banco_third: Third

    @property
    def result(self) -> str:
        """The winner, "banco" or "punto", or "tie"."""
        if self.punto == self.banco:
            return "tie"
        return "banco" if self.banco > self.punto else "punto"

    @property
    def cards(self) -> int:
        """The number of cards dealt."""
        return 4 + (self.punto_third is not None) + (self.banco_third is not None)


@dataclass(frozen=True, slots=True)
class Opening:
    """The first four cards are being dealt: totals so far, number of cards dealt."""

    punto: int = 0
    banco: int = 0
    dealt: int = 0

    def receive(self, card: int) -> Opening:
        """The cards go to punto and banco in turn."""
        if self.dealt % 2 == 0:
            return Opening(total(self.punto, card), self.banco, self.dealt + 1)
        return Opening(self.punto, total(self.banco, card), self.dealt + 1)


@dataclass(frozen=True, slots=True)
class PuntoDraws:
    """Punto is about to receive a third card; totals of two cards."""

    punto: int
    banco: int

    def receive(self, card: int) -> BancoToAct:
        return BancoToAct(total(self.punto, card), self.banco, total(card))


@dataclass(frozen=True, slots=True)
class BancoToAct:
    """Punto is served: its final total and third card; banco has its first two cards."""

    punto: int
    banco: int
    third: Third


@dataclass(frozen=True, slots=True)
class BancoDraws:
    """Banco is about to receive a third card."""

    punto: int
    banco: int
    third: Third

    def receive(self, card: int) -> Outcome:
        return Outcome(self.punto, total(self.banco, card), self.third, total(card))


#: Where a coup begins.
START: Final = Opening()


def step(position: Opening | PuntoDraws | BancoToAct | BancoDraws | Outcome) -> Node:
    """What happens next in a coup."""
    if isinstance(position, Outcome):
        return Settle(position, payoffs(position.result))
    if isinstance(position, (PuntoDraws, BancoDraws)):
        return Deal(position)
    if isinstance(position, BancoToAct):
        if tableau().banco[position.banco, position.third]:
            return Deal(BancoDraws(position.punto, position.banco, position.third))
        return step(Outcome(position.punto, position.banco, position.third, None))
    if position.dealt < 4:
        return Deal(position)
    if naturel(position.punto, position.banco):
        return step(Outcome(position.punto, position.banco, None, None))
    if tableau().punto[position.punto]:
        return Deal(PuntoDraws(position.punto, position.banco))
    return step(BancoToAct(position.punto, position.banco, None))


def payoffs(
    result: str, commission: Fraction = COMMISSION, tie_pays: Fraction = TIE_PAYS
) -> tuple[Fraction, Fraction, Fraction]:
    """What stakes of one unit on banco, on punto and on the tie gain at this result."""
    lost, even = Fraction(-1), Fraction(0)
    if result == "banco":
        return 1 - commission, lost, lost
    if result == "punto":
        return lost, Fraction(1), lost
    return even, even, tie_pays
