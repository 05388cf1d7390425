"""The three kinds of step in which the rules of any game are written.

A game's ``rules.py`` has frozen dataclasses for its positions and one pure function
``step(position) -> Deal | Choose | Settle``. Positions are values: two ways of reaching the same
position give equal objects, so that the enumeration may merge them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, Union


class Awaiting(Protocol):
    """A position in which a card is about to fall: hashable, and it knows what the card leads to."""

    def receive(self, card: Any, /) -> Position: ...


@dataclass(frozen=True, slots=True)
class Deal:
    """A card is dealt; ``after.receive(card)`` is the position it leads to."""

    after: Awaiting


@dataclass(frozen=True, slots=True)
class Choose:
    """A player chooses. ``options`` maps an action's name to the position it leads to.

    ``player`` is the index of the player's payoff in Settle.payoffs. ``infoset`` is all that the
    player knows. The order of the options is the order of preference among equally good ones.
    """

    player: int
    infoset: Hashable
    options: Mapping[str, Position]


@dataclass(frozen=True, slots=True)
class Settle:
    """The coup is over: the label that a law counts, and one exact payoff per party."""

    outcome: Hashable
    payoffs: tuple[Fraction, ...] = ()


#: Whatever the rules of a game take for its positions: any hashable value.
Position = Any
Node = Union[Deal, Choose, Settle]
Step = Callable[[Position], Node]
