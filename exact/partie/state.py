"""The state of a partie, and what changes it: immutable values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from exact.partie.dealing import Sabot
from exact.partie.table import Money, Table

#: The results of a coup, or of a tableau: who wins.
RESULTS: Final = ("banker", "ponte", "en cartes")
#: The tableaux of baccara banque; a stake à cheval is half on each.
TABLEAUX: Final = ("right", "left")

NOTHING: Final = Fraction(0)


@dataclass(frozen=True, slots=True)
class Event:
    """Something said or dealt.

    ``says``: one of the announcements of `phases`. ``seat``: who says it, None for the croupier (or for the
    house where it holds the bank). ``amount``: for those that name one. ``partner``: for Banco à deux.
    ``tableau``: "right", "left" or "à cheval", at baccara banque. ``results``: of a coup, by tableau
    (chemin de fer has one, ""); ``choices``: how the ponte and the banker play where they are free, in a
    coup that is dealt.
    """

    says: str
    seat: int | None = None
    amount: Money | None = None
    partner: int | None = None
    tableau: str = ""
    results: tuple[tuple[str, str], ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """What a seat has announced for the coming coup. ``form``: "mise", or a form of Banco."""

    seat: int
    form: str
    amount: Money
    partner: int | None = None
    tableau: str = ""

    @property
    def banco(self) -> bool:
        return self.form != "mise"

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,) if self.partner is None else (self.seat, self.partner)


@dataclass(frozen=True, slots=True)
class Stake:
    """What is staked and held. ``form``: that of the call."""

    seat: int
    amount: Money
    form: str
    tableau: str = ""

    def on(self, tableau: str, smaller: Money) -> Money:
        """The part on a tableau; à cheval the left one bears ``smaller``, half or the smaller half."""
        if self.tableau != "à cheval":
            return self.amount if self.tableau == tableau else NOTHING
        return smaller if tableau == "left" else self.amount - smaller


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was announced and is not held, as far as it is not: the rule by its name."""

    seat: int
    said: str
    amount: Money
    rule: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a coup was settled: seat -> change of its purse, and what the bank gained after the tax.

    ``ponte``: who plays the cards at chemin de fer, the highest stake (of equal ones the first by prime).
    """

    results: Mapping[str, str]
    stakes: tuple[Stake, ...]
    gains: Mapping[int, Money]
    bank_before: Money
    bank_gain: Money
    tax: Money
    hands: str = ""
    ponte: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a partie at one moment.

    ``purses``: what each seat has before it, and last the house's own capital where it may hold a bank.
    ``bank``: what is played for; ``garage``: what was taken out uncovered; ``house``: the taxes. ``banker``
    holds the bank, ``original`` began it (another during a suite), ``partner`` doubled it. ``losses``: for
    each seat the Bancos that it has played and lost in a row. ``offered``: the sum of a bank that is
    offered round. ``behind``: the phase that waits behind the end of the shoe.
    """

    table: Table
    phase: str
    purses: tuple[Money, ...]
    losses: tuple[int, ...]
    bank: Money = NOTHING
    garage: Money = NOTHING
    house: Money = NOTHING
    banker: int | None = None
    original: int | None = None
    partner: int | None = None
    turn: int = 0
    declined: int = 0
    calls: tuple[Call, ...] = ()
    stakes: tuple[Stake, ...] = ()
    bids: tuple[Call, ...] = ()
    offered: Money = NOTHING
    behind: str = ""
    ouverte: bool = False
    accepted: bool = False
    brought: Money = NOTHING
    sabot: Sabot | None = None
    coups: int = 0

    @property
    def total(self) -> Money:
        """All the money there is: seats, bank, garage and house."""
        return sum(self.purses, NOTHING) + self.bank + self.garage + self.house

    @property
    def in_bank(self) -> tuple[int, ...]:
        """The seats that are in the bank."""
        return tuple(seat for seat in (self.banker, self.partner) if seat is not None)

    def paid(self, changes: Mapping[int, Money]) -> tuple[Money, ...]:
        """The purses after these changes."""
        return tuple(purse + changes.get(seat, NOTHING) for seat, purse in enumerate(self.purses))


@dataclass(frozen=True, slots=True)
class Step:
    """What an event led to: the state after it, and what there is to say about it."""

    state: State
    remarks: tuple[tuple[str, str], ...] = ()
    refused: tuple[Refusal, ...] = ()
    settled: Settlement | None = None
