"""The banker against several players: he decides once for all of them.

With replacement the players' hands are independent. Each keeps to a given rule; the banker knows the rules,
sees how many cards (or which, or nothing) each player who is still in the game has bought, and does what is
best for the sum of their stakes. A player who is dead or has announced a born one no longer matters to him.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

from exact.errors import ExactError, refusal
from exact.flows import Game
from exact.games.buying.game import build
from exact.games.buying.options import require_coup
from exact.games.buying.rules import Table
from exact.games.buying.simple import player_flow, rule_of
from exact.rational import decimal, whole
from exact.shoe import Shoe

MOST_PLAYERS = 3


@dataclass(frozen=True)
class Several:
    """What the bank gains from several players who keep to rules, when the banker decides as is best.

    ``value``: its gain per coup, in units of one player's stake; ``apart``: what it would gain if he could
    decide for each player apart. ``loss_per_player``: the difference, divided by their number.
    """

    shoe: Shoe
    table: Table
    rules: tuple[Any, ...]
    value: Fraction
    apart: Fraction
    _game: Game = field(repr=False, compare=False)
    _laws: tuple[Any, ...] = field(repr=False, compare=False)

    @property
    def loss_per_player(self) -> Fraction:
        return (self.apart - self.value) / len(self.rules)

    def draws(self, holding: tuple[int, int], seen: Sequence[Any]) -> bool:
        """Whether the banker draws with what his hand counts, (total, aces counted 11), and what he sees.

        ``seen``: for each player the number of cards he bought (which ones, where they lie open; None where
        not even the number is seen), or "out". Raises ExactError for what cannot occur.
        """
        if len(seen) != len(self.rules):
            raise refusal("seen", seen, f"one entry for each of {len(self.rules)} players is expected")
        if all(entry == "out" for entry in seen):
            raise refusal("seen", seen, "somebody must still be in the game")
        known: list[int | None] = []
        for entry in seen:
            if entry != "out" and entry not in self._game.signals:
                raise refusal("seen", entry, "what is seen of a player, or 'out', is expected")
            known.append(None if entry == "out" else self._game.signals.index(entry))
        if holding not in self._game.second.index:
            raise refusal(
                "holding", holding, "(total, aces counted 11) of a hand is expected, such as (16, 0)"
            )
        _, better = _reply(self._game, _faced(self._laws, known))
        return better[self._game.second.index[holding]] > 0

    def __repr__(self) -> str:
        rules = ", ".join(map(str, self.rules))
        loss = decimal(self.loss_per_player, 6)
        return f"Several({rules}; value={decimal(self.value, 12)}, loss_per_player={loss})"


@dataclass(frozen=True)
class _Law:
    """One player's law: how often he stands with each signal, or is out, and what the banker faces then.

    ``chance``: integers by signal, then for "out"; ``facing``: by signal, what standing gains in each node.
    """

    chance: tuple[int, ...]
    facing: tuple[tuple[int, ...], ...]


def several(shoe: Shoe, table: Table, number: int, rule: object) -> Several:
    """The bank's gain from ``number`` players (1 to 3) who all keep to ``rule``, with replacement.

    ``rule`` may be a list of rules, one a player. Raises ExactError for a finite shoe, where hands are not
    independent.
    """
    require_coup(shoe, table)
    players = whole(number, "number", least=1)
    if players > MOST_PLAYERS:
        raise refusal("number", number, f"1 to {MOST_PLAYERS} players are expected")
    if not shoe.replacement:
        raise ExactError("shoe: got a finite one; several players are answered with replacement only")
    given = list(rule) if isinstance(rule, (list, tuple)) else [rule] * players
    if len(given) != players:
        raise refusal("rule", rule, f"one rule for all, or a list of {players}, is expected")
    rules = tuple(rule_of(one) for one in given)
    game = build(shoe, table)
    laws = tuple(_law(game, table, one) for one in rules)
    value = apart = Fraction(0)
    unit = sum(laws[0].chance)
    base = Fraction(0)
    for law, one in zip(laws, rules, strict=True):
        flow = player_flow(game, table, one)
        fixed = Fraction(
            game.constant + sum(a * b for a, b in zip(game.stand, flow.stand, strict=True)), game.denominator
        )
        base += fixed
        apart += fixed + sum(
            Fraction(_reply(game, law.facing[s])[0], game.denominator) for s in range(len(game.signals))
        )
    value = base
    for seen, ways in _combinations(len(game.signals), players, len(set(rules)) == 1):
        chosen = [None if s == len(game.signals) else s for s in seen]
        if all(s is None for s in chosen) or not all(
            law.chance[s] for law, s in zip(laws, seen, strict=True)
        ):
            continue
        gain, _ = _reply(game, _faced(laws, chosen))
        value += Fraction(ways * gain, game.denominator * unit ** (players - 1))
    return Several(shoe, table, rules, value, apart, game, laws)


def _law(game: Game, table: Table, rule: Any) -> _Law:
    flow = player_flow(game, table, rule)
    scale = round(1 / min(game.first.frequency))
    ways = [round(1 / f) for f in game.first.frequency]
    chance = [0] * len(game.signals)
    for h, standing in enumerate(flow.stand):
        chance[game.signal[h]] += standing * (scale // ways[h])
    facing, _ = game.facing(flow)
    return _Law((*chance, scale - sum(chance)), tuple(map(tuple, facing)))


def _combinations(signals: int, players: int, alike: bool) -> Any:
    """(signal of each player, the last one for out; in how many ways the same comes up)."""
    if not alike:
        for seen in product(range(signals + 1), repeat=players):
            yield seen, 1
        return
    for seen in combinations_with_replacement(range(signals + 1), players):
        yield seen, factorial(players) // prod(factorial(seen.count(s)) for s in set(seen))


def _faced(laws: Sequence[_Law], seen: Sequence[int | None]) -> list[int]:
    """What standing in each node gains from all players together, weighted with the chance of what is
    seen.
    """
    total = [0] * len(laws[0].facing[0])
    for i, s in enumerate(seen):
        if s is not None:
            others = prod(
                law.chance[-1 if t is None else t]
                for j, (law, t) in enumerate(zip(laws, seen, strict=True))
                if j != i
            )
            total = [a + others * b for a, b in zip(total, laws[i].facing[s], strict=True)]
    return total


def _reply(game: Game, stand: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    from exact.flows import best_of

    return best_of(game.second, stand, [0] * len(game.second))
