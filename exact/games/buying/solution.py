"""Optimal play of one player and the banker, from any shoe."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.errors import ExactError, refusal
from exact.flows import Game
from exact.games.buying.game import build
from exact.games.buying.hands import Points, points
from exact.games.buying.options import require_coup
from exact.games.buying.play import Play, Seen, infoset_text
from exact.games.buying.rules import Table
from exact.rational import decimal, whole
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.guessing import Learner
    from exact.records import Record
    from exact.settling import Settled

NAMES = {21: "vingt-et-un", 31: "trente-et-un"}
MODULES = {21: "vingt_et_un", 31: "trente_et_un"}

#: Turns of the guess, and the difference that counts as clear, stake by stake until one leads to the optimum.
SCHEDULE = (
    (300, Fraction(1, 1000)),
    (800, Fraction(1, 1000)),
    (2000, Fraction(1, 300)),
    (5000, Fraction(1, 100)),
)

#: Games with no more infosets are solved with all of them open, without any guess; or when a guess fails.
SMALL, MIDDLING = 400, 10_000

Progress = Callable[[str, int], None]


@dataclass(frozen=True)
class Guarantees:
    """What proves optimal play: both guarantees, each by an exact best reply to one side's strategy.

    ``conceded``: the most that the bank can gain against the player's strategy. ``secured``: the least that
    the bank gains with the banker's strategy, whatever the player does. The value lies between them.
    """

    conceded: Fraction
    secured: Fraction

    @property
    def holds(self) -> bool:
        """Whether both guarantees are the same number: the value, and both strategies are optimal."""
        return self.conceded == self.secured

    @property
    def gap(self) -> Fraction:
        return self.conceded - self.secured


@dataclass(frozen=True)
class Worth:
    """What drawing and standing are worth in one infoset, to the one who is there and given that it occurs.

    The other side plays as in the solution. ``met``: whether the infoset occurs at all against that.
    """

    side: str
    infoset: Any
    probability: Fraction
    met: bool
    difference: Fraction


@dataclass(frozen=True)
class Equilibrium:
    """Optimal play of a player and the banker: neither can do better while the other plays as shown.

    ``value``: the bank's expected gain per unit staked. ``player`` and ``banker``: infoset -> probability of
    drawing, see `exact.games.buying.play.Play`. ``certificate``: the proof. ``unique``: whether no other play
    is optimal;
    ``unique_met``: the same for the infosets that occur when both play optimally (None: not decided). In
    infosets that do not occur against optimal play the banker replies to a player who draws on
    every total on which he ever draws.
    """

    shoe: Shoe
    table: Table
    value: Fraction
    player: Play
    banker: Play
    certificate: Guarantees
    unique: bool | None
    unique_met: bool | None
    _settled: Settled = field(repr=False, compare=False)
    _game: Game = field(repr=False, compare=False)

    @property
    def drawn(self) -> str:
        return self.table.drawn

    def worth(self, infoset: Any, side: str | None = None) -> Worth:
        """What drawing has over standing in an infoset, given that it occurs; the other plays this.

        ``side``: "player" or "banker". Not given: whose infoset it is, and the player's where both have one
        that is written like it. Raises InfosetError for an infoset that cannot occur.
        """
        if side not in (None, "player", "banker"):
            raise refusal("side", side, "player or banker is expected")
        if side != "banker" and infoset in self.player:
            return self._player_worth(infoset)
        if side != "player" and infoset in self.banker:
            return self._banker_worth(infoset)
        # Neither has it: this raises the sentence that says how they are written.
        raise AssertionError((self.banker if side == "banker" else self.player)[infoset])

    def _player_worth(self, infoset: Any) -> Worth:
        game, h = self._game, self._game.first.index[infoset]
        better = self._replies[0].better[0][h]
        # stand[h] is minus twice what the cards are worth as chances.
        chance = Fraction(-game.stand[h], 2)
        scale = self._replies[0].scale // game.denominator
        return Worth("player", infoset, self.player[infoset], True, Fraction(better, scale) / chance)

    def _banker_worth(self, infoset: Any) -> Worth:
        game = self._game
        holding, signal = _split(infoset, self.table)
        s, g = game.signals.index(signal), game.second.index[holding]
        weight = sum(
            block.pad[g] * int(flow) * block_pair
            for block in game.blocks
            if block.signal == s
            for flow, block_pair in self._together(block, g)
        )
        better = self._replies[1].better[s][g]
        if not weight:
            return Worth("banker", infoset, self.banker[infoset], False, Fraction(0))
        return Worth("banker", infoset, self.banker[infoset], True, Fraction(better, weight))

    def _together(self, block: Any, g: int) -> Any:
        """(flow that stands, ways of the cards without the pad) for the block's nodes against node g."""
        from exact.games.buying.game import ways

        stand = self._settled.first.stand
        for h in block.rows:
            if stand[h]:
                yield stand[h], ways(self.shoe, self._game.first.keys[h], self._game.second.keys[g])

    @cached_property
    def _replies(self) -> Any:
        return self._game.first_reply(self._settled.second), self._game.second_reply(self._settled.first)

    def explain(self, infoset: Any, side: str | None = None) -> str:
        """One decision in a sentence with its numbers; ``side`` as in ``worth``."""
        worth = self.worth(infoset, side)
        p = worth.probability
        does = (
            "draws"
            if p == 1
            else "stands"
            if p == 0
            else f"draws with probability {p} ({decimal(100 * p, 6)} %)"
        )
        where = infoset_text(infoset)
        if not worth.met:
            return f"The {worth.side} with {where} {does}; against optimal play this does not occur."
        size = decimal(100 * abs(worth.difference), 6)
        more, less = ("drawing", "standing") if worth.difference > 0 else ("standing", "drawing")
        reason = (
            "both are worth the same to him"
            if worth.difference == 0
            else f"{more} is worth {size} % of a stake more to him than {less}"
        )
        return f"The {worth.side} with {where} {does}: {reason}, given that this occurs."

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.buying.record import equilibrium_record

        return equilibrium_record(self)

    def __repr__(self) -> str:
        return (
            f"Equilibrium({NAMES[self.table.limit]}, value={decimal(self.value, 12)}, shoe={self.shoe!r}, "
            f"drawn={self.drawn!r}, player mixes in {len(self.player.mixed())} and banker in "
            f"{len(self.banker.mixed())} infosets, unique={self.unique})"
        )

    def _repr_html_(self) -> str:
        from exact.games.buying.grids import html

        return html(self)


@dataclass(frozen=True)
class Enclosure:
    """An interval that provably contains the value, with the strategies that prove it.

    ``lower``: what the bank gains at least with ``banker``; ``upper``: what it gains at most against
    ``player``.
    """

    shoe: Shoe
    table: Table
    lower: Fraction
    upper: Fraction
    player: Play
    banker: Play

    @property
    def gap(self) -> Fraction:
        return self.upper - self.lower

    @property
    def certificate(self) -> Guarantees:
        return Guarantees(self.upper, self.lower)

    def __repr__(self) -> str:
        return (
            f"Enclosure({NAMES[self.table.limit]}, lower={decimal(self.lower, 12)}, "
            f"upper={decimal(self.upper, 12)}, "
            f"gap={decimal(self.gap, 3)}, shoe={self.shoe!r}, drawn={self.table.drawn!r})"
        )

    def record(self) -> Record:
        """The citable record of this interval."""
        from exact.games.buying.record import enclosure_record

        return enclosure_record(self)


class SearchInterruptedError(ExactError):
    """A search was stopped before it came to the optimum; ``enclosure`` is the interval it had reached."""

    def __init__(self, enclosure: Enclosure) -> None:
        self.enclosure = enclosure
        super().__init__(
            f"solve: stopped; the value lies between {decimal(enclosure.lower, 12)} and "
            f"{decimal(enclosure.upper, 12)}, which is proved"
        )


def solve(
    shoe: Shoe, table: Table, progress: Progress | None = None, state: str | Path | None = None
) -> Equilibrium:
    """Optimal play of a coup of one player against the bank, exact and certified.

    ``progress`` is told what is being done and how far it is. ``state``: a file in which the guess is kept,
    so that a long search can be carried on. Raises ExactError when no optimum is found; then `enclose` gives
    an interval. A search that is interrupted (Ctrl-C) raises SearchInterruptedError, which has one.
    """
    known = require_coup(shoe, table)
    game, settled = _search(known, table, progress, state)
    if settled is None:
        raise ExactError(
            "solve: no exact optimum was found; enclose gives an interval that contains the value"
        )
    player, banker = plays(game, table, settled)
    return Equilibrium(
        shoe=known,
        table=table,
        value=settled.conceded,
        player=player,
        banker=banker,
        certificate=Guarantees(settled.conceded, settled.secured),
        unique=settled.unique,
        unique_met=settled.unique_met,
        _settled=settled,
        _game=game,
    )


def enclose(
    shoe: Shoe,
    table: Table,
    turns: int = 300,
    progress: Progress | None = None,
    state: str | Path | None = None,
) -> Enclosure:
    """An interval that provably contains the value: ``turns`` of guessing, then both exact best replies."""
    from exact.guessing import Learner

    known = require_coup(shoe, table)
    game = build(known, table)
    learner = Learner(game)
    _learn(learner, whole(turns, "turns", least=1), progress, state, known, table)
    return _enclosed(known, table, learner)


def _enclosed(shoe: Shoe, table: Table, learner: Learner) -> Enclosure:
    """The interval that a guess gives, proved."""
    from exact.settling import rounded

    game = learner.rough.game
    settled = rounded(game, *learner.behaviour())
    player, banker = plays(game, table, settled)
    return Enclosure(shoe, table, settled.secured, settled.conceded, player, banker)


@lru_cache(maxsize=8)
def _cached(shoe: Shoe, table: Table) -> tuple[Game, Settled | None]:
    return _fresh(shoe, table, None, None)


def _search(
    shoe: Shoe, table: Table, progress: Progress | None, state: str | Path | None
) -> tuple[Game, Settled | None]:
    if progress is None and state is None:
        return _cached(shoe, table)
    return _fresh(shoe, table, progress, state)


def _fresh(
    shoe: Shoe, table: Table, progress: Progress | None, state: str | Path | None
) -> tuple[Game, Settled | None]:
    from exact.guessing import Learner
    from exact.settling import all_open, infosets, settle

    game = build(shoe, table)
    if infosets(game) <= SMALL:
        found = settle(game, *all_open(game))
        if found is not None:
            return game, found
    learner = Learner(game)
    try:
        return game, _settled(learner, game, shoe, table, progress, state)
    except KeyboardInterrupt:
        if not learner.turns:
            learner.learn(1)
        raise SearchInterruptedError(_enclosed(shoe, table, learner)) from None


def _settled(
    learner: Learner,
    game: Game,
    shoe: Shoe,
    table: Table,
    progress: Progress | None,
    state: str | Path | None,
) -> Settled | None:
    """Guess, settle, and guess on, until the optimum is proved or the schedule ends."""
    from exact.settling import all_open, infosets, settle

    for turns, clear in SCHEDULE:
        _learn(learner, turns, progress, state, shoe, table)
        if progress is not None:
            progress("settling exactly", learner.turns)
        found = settle(game, *learner.plans(float(clear)))
        if found is None and SMALL < infosets(game) <= MIDDLING:
            # What a guess fixed in error may not show; then nothing is fixed.
            found = settle(game, *all_open(game))
        if found is not None:
            return found
    return None


def _learn(
    learner: Any, turns: int, progress: Progress | None, state: str | Path | None, shoe: Shoe, table: Table
) -> None:
    """Carry the guess on to so many turns; keep it every hundred."""
    question = f"{shoe} {table}"
    if state is not None and Path(state).exists():
        learner.load(state, question)
    while learner.turns < turns:
        learner.learn(min(100, turns - learner.turns))
        if state is not None:
            learner.save(state, question)
        if progress is not None:
            progress("guessing", learner.turns)


def plays(game: Game, table: Table, settled: Settled) -> tuple[Play, Play]:
    """Both strategies as mappings over the infosets that can occur."""
    possible = game.met(game.stand)
    occurs = [h for h, stand in enumerate(game.stand) if stand]
    player = Play("player", [game.first.keys[h] for h in occurs], [settled.first_draws[h] for h in occurs])
    keys, draws = [], []
    for g, holding in enumerate(game.second.keys):
        for s, signal in enumerate(game.signals):
            if possible[s][g]:
                keys.append(_joined(holding, signal, table))
                draws.append(settled.second_draws[s][g])
    return player, Play("banker", keys, draws)


def _joined(holding: Any, signal: Any, table: Table) -> Any:
    if table.drawn == "unseen":
        return holding
    return holding, Seen(signal) if table.drawn == "open" else signal


def _split(infoset: Any, table: Table) -> tuple[Any, Any]:
    if table.drawn == "unseen":
        return infoset, None
    return infoset[0], tuple(infoset[1]) if table.drawn == "open" else infoset[1]


def total_of(holding: Any, limit: int) -> Points:
    """What a holding counts."""
    if isinstance(holding, Points):
        return holding
    held = points(holding, limit)
    assert held is not None, "the dead are no infosets"
    return held
