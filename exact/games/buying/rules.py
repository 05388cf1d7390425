"""The literal rules of a coup of vingt-et-un or trente-et-un, as a tree.

Source: a police manual of about 1900, *Der exekutive Polizeibeamte*, part II, sections 6 (vingt et un) and
7 (trente et un), p. 470:

* Each player receives two cards (section 6), or three, one at a time (section 7); the banker gives himself
  his own last.
* An ace counts 11 or 1 as its holder pleases, king, dame and bube 10, the other cards their pips.
* Whoever has 21 (31) in his first cards has a born one; he announces it at once, before anyone buys, and
  wins double. If the banker has one he has won at once: the players pay double, only he who has a born one
  himself pays single.
* Then the players, in their order, buy as many cards as they please. Who passes 21 (31) is dead: he loses
  his stake, and is out of the game.
* At last the banker buys as he pleases. If he is dead he pays each player who is not dead his stake.
* The cards are shown: who has more than the banker wins his stake, who has less loses it, and with equal
  totals the banker wins.
* "Also in the calculation of gains and losses" trente et un is like vingt et un. The sentence that says what
  a born trente et un is breaks off after "who in his original 3 cards": by its twin in section 6 it is any
  31.

What the manual leaves open is an option of `Table`, see there.

Outcome of a coup: the tuple of what each player and at last the banker shows, "dead", "born" or a total.
Parties: the players, then the banker. Infosets: (first cards sorted, cards bought in their order) for a
player; for the banker the same of his own hand, after what he sees of the players.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal, Union, get_args

from exact.games.buying.hands import points
from exact.tree import Choose, Deal, Node, Settle

Sight = Literal["closed", "open", "unseen"]
Ties = Literal["bank", "push"]
Born = Literal["any", "court"]
Talon = Literal["void", "stand"]
Announcing = Literal["always", "free"]

SIGHTS: Final[tuple[Sight, ...]] = get_args(Sight)
TIES: Final[tuple[Ties, ...]] = get_args(Ties)
BORN: Final[tuple[Born, ...]] = get_args(Born)
TALON: Final[tuple[Talon, ...]] = get_args(Talon)


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a coup.

    ``limit`` and ``cards``: 21 and two first cards, or 31 and three. Where the manual is silent:

    ``drawn``: what the banker sees of the cards that a player buys. "closed": they lie face down, he counts
    them (he deals them himself; only at the end "everyone lays his cards open"). "open": they lie face up and
    he sees which they are, whatever their order. "unseen": not even their number, for comparison.
    ``ties``: "bank" is the manual's rule; "push", for comparison, returns the stake.
    ``natural``: what a born one is paid; the manual's is double.
    ``born``: "any" 31 in the first three cards (an ace and two tens, or two aces and a nine), or "court", an
    ace and two tens only. At vingt-et-un both are an ace and a ten.
    ``announcing``: "free" lets a player keep a born one to himself; then it counts as bought.
    ``talon``: what happens when a card is wanted and none is left. "void": the coup is void. "stand": the
    hand stays as it is.
    """

    limit: int
    cards: int
    drawn: Sight = "closed"
    ties: Ties = "bank"
    natural: Fraction = Fraction(2)
    born: Born = "any"
    announcing: Announcing = "always"
    talon: Talon = "void"

    def is_born(self, first: tuple[int, ...]) -> bool:
        """Whether these first cards are a born one."""
        held = points(first, self.limit)
        if len(first) != self.cards or held is None or held.total != self.limit:
            return False
        return self.born == "any" or first.count(10) == self.cards - 1


@dataclass(frozen=True, slots=True)
class Hand:
    """One side's cards: the first ones, kept sorted, those bought, in their order, and what was declared."""

    first: tuple[int, ...] = ()
    bought: tuple[int, ...] = ()
    announced: bool | None = None
    wants: bool | None = None
    stands: bool = False

    @property
    def cards(self) -> tuple[int, ...]:
        return self.first + self.bought


@dataclass(frozen=True, slots=True)
class Coup:
    """A coup in progress: the hands of the players and at last the banker's.

    ``left``: the number of cards in the talon, for ``talon="stand"``; None: it never ends, or nobody asks.
    """

    table: Table
    hands: tuple[Hand, ...]
    left: int | None = None

    @classmethod
    def start(cls, table: Table, players: int = 1, left: int | None = None) -> Coup:
        return cls(table, (Hand(),) * (players + 1), left)

    def receive(self, card: int) -> Coup:
        """The card goes to whose turn it is: first cards until all have theirs, then to who wants one."""
        left = None if self.left is None else self.left - 1
        turn = _first_to_serve(self)
        if turn is not None:
            hand = self.hands[turn]
            return replace(
                self._with(turn, replace(hand, first=tuple(sorted((*hand.first, card))))), left=left
            )
        turn = next(i for i, hand in enumerate(self.hands) if hand.wants)
        hand = self.hands[turn]
        return replace(self._with(turn, replace(hand, bought=(*hand.bought, card), wants=None)), left=left)

    def _with(self, turn: int, hand: Hand) -> Coup:
        return replace(self, hands=(*self.hands[:turn], hand, *self.hands[turn + 1 :]))


def step(coup: Coup) -> Node:
    """What happens next in a coup."""
    table, banker = coup.table, len(coup.hands) - 1
    if _first_to_serve(coup) is not None:
        return Deal(coup)
    for turn, hand in enumerate(coup.hands):
        if hand.announced is None and table.is_born(hand.first):
            declared = coup._with(turn, replace(hand, announced=True))
            if table.announcing == "always" or turn == banker:
                return step(declared)
            hidden = coup._with(turn, replace(hand, announced=False))
            return Choose(turn, (hand.first, "born"), {"announce": declared, "hide": hidden})
    if coup.hands[banker].announced:
        return _settle(coup)
    for turn, hand in enumerate(coup.hands):
        if hand.announced or hand.stands or points(hand.cards, table.limit) is None:
            continue
        if turn == banker and not any(_open_stake(table, other) for other in coup.hands[:-1]):
            break
        if hand.wants is None:
            stands = coup._with(turn, replace(hand, stands=True))
            infoset = (hand.first, hand.bought)
            if turn == banker:
                infoset = (_seen(coup), hand.first, hand.bought)  # type: ignore[assignment]
            return Choose(
                turn, infoset, {"stand": stands, "draw": coup._with(turn, replace(hand, wants=True))}
            )
        if coup.left == 0:
            return step(coup._with(turn, replace(hand, stands=True)))
        return Deal(coup)
    return _settle(coup)


def _first_to_serve(coup: Coup) -> int | None:
    """Whose turn it is to receive a first card: two at once at vingt-et-un, one at a time at trente-et-un."""
    served = [len(hand.first) for hand in coup.hands]
    if min(served) == coup.table.cards:
        return None
    if coup.table.cards == 2:
        return next(i for i, number in enumerate(served) if number < 2)
    return served.index(min(served))


Seen = Union[None, int, tuple[int, ...]]


def seen(table: Table, bought: tuple[int, ...]) -> Seen:
    """What the banker sees of the cards that a player bought."""
    if table.drawn == "unseen":
        return None
    return len(bought) if table.drawn == "closed" else tuple(sorted(bought))


def _seen(coup: Coup) -> tuple[object, ...]:
    """What the banker knows of each player: "dead", "born", or what he sees of the cards bought."""
    known: list[object] = []
    for hand in coup.hands[:-1]:
        if not _open_stake(coup.table, hand):
            known.append("born" if hand.announced else "dead")
        else:
            known.append(seen(coup.table, hand.bought))
    return tuple(known)


def _open_stake(table: Table, hand: Hand) -> bool:
    """Whether a player's stake still depends on what the banker does."""
    return not hand.announced and points(hand.cards, table.limit) is not None


def _settle(coup: Coup) -> Settle:
    table = coup.table
    banker = coup.hands[-1]
    gains = [_player_gains(table, hand, banker) for hand in coup.hands[:-1]]
    shown = tuple(_shown(table, hand) for hand in coup.hands)
    return Settle(shown, (*gains, -sum(gains, Fraction(0))))


def _player_gains(table: Table, player: Hand, banker: Hand) -> Fraction:
    if banker.announced:
        return Fraction(-1) if player.announced else -table.natural
    if player.announced:
        return table.natural
    own, other = points(player.cards, table.limit), points(banker.cards, table.limit)
    if own is None:
        return Fraction(-1)
    if other is None or own.total > other.total:
        return Fraction(1)
    return Fraction(0) if own.total == other.total and table.ties == "push" else Fraction(-1)


def _shown(table: Table, hand: Hand) -> str | int:
    if hand.announced:
        return "born"
    held = points(hand.cards, table.limit)
    return "dead" if held is None else held.total
