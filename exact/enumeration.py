"""The engine: rules and a shoe in, exact laws, expectations, best responses and game forms out.

The rules are those of the module that defines the class of the start position: its function
``step``. Cards come from a *stock*: a Shoe, or any hashable value with ``draws()`` that yields
(card, weight, stock after it), so that cards with colours or ranks can be dealt as well.

Laws and expectations are one memoised recursion on (position, stock), in integers over one common
denominator per state. What depends on who knows what (best responses, game forms) goes forward,
layer by layer, and merges the histories that lead to the same state.

A deal from an empty stock ends the coup: its outcome is None, and nobody wins or loses anything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, Protocol, Union

from exact.distribution import Distribution
from exact.errors import ExactError, InfosetError, refusal, shown
from exact.rational import whole
from exact.tree import Choose, Deal, Position, Settle, Step


class Stock(Protocol):
    """What cards are dealt from: hashable, and it knows its draws."""

    def draws(self) -> Iterable[tuple[Any, int, Any]]: ...


#: How one player plays: infoset -> the action's name, or a probability for each action's name.
Plan = Mapping[Any, Union[str, Mapping[str, Fraction]]]
#: A plan for each player who chooses, by the player's index.
Policy = Mapping[int, Plan]
#: The choices a player has made so far: ((infoset, action), ...).
Sequence = tuple[tuple[Hashable, str], ...]


def law(start: Position, shoe: Stock, policy: Policy | None = None) -> Distribution[Any]:
    """The law of the outcome of the game that begins at ``start`` and is dealt from ``shoe``.

    ``policy`` says how every choice is made; it is needed only where the rules have choices.
    The outcome None means: the shoe ran out. Raises InfosetError when the policy lacks an infoset.
    """
    found = _law(start, shoe, policy, lambda settled, _rest: settled.outcome if settled else None)
    return Distribution.from_weights(found.weights(), [*(o for o in found if o is not None), None])


def law_with_rest(start: Position, shoe: Stock, policy: Policy | None = None) -> Distribution[Any]:
    """The joint law of (outcome, what is left of the shoe): the start of the next coup."""
    return _law(start, shoe, policy, lambda settled, rest: (settled.outcome if settled else None, rest))


def expectation(start: Position, shoe: Stock, policy: Policy | None = None) -> tuple[Fraction, ...]:
    """The expected payoff of each party; a coup that the shoe cannot complete pays nothing.

    Empty when no coup can be completed.
    """
    payoffs = _law(start, shoe, policy, lambda settled, _rest: settled.payoffs if settled else None)
    total: list[Fraction] = []
    for vector, probability in payoffs.items():
        if vector is not None:
            total = total or [Fraction(0)] * len(vector)
            total = [t + probability * payoff for t, payoff in zip(total, vector, strict=True)]
    return tuple(total)


@dataclass(frozen=True)
class BestResponse:
    """The best that one player can do against the given play of all others.

    ``value``: the player's expected payoff. ``plan``: infoset -> action, for every infoset that can
    occur when the plan is followed; among equally good actions the first in the rules' order.
    ``ties``: the infosets of the plan in which another action is as good.
    """

    value: Fraction
    plan: Mapping[Hashable, str]
    ties: frozenset[Hashable]


def best_response(start: Position, shoe: Stock, player: int, policy: Policy | None = None) -> BestResponse:
    """The exact best response of ``player`` (an index into the payoffs) to ``policy``.

    The player remembers everything it has seen and done (perfect recall); rules in which the same
    infoset is reached after different own choices are refused. ``policy`` covers the other players.
    """
    step = step_of(start)
    player = whole(player, "player")
    _require(shoe, policy)
    met: set[Hashable] = set()

    def respond(front: _Front) -> BestResponse:
        """The best play from here on, given all that the player knows: that the front is reached."""
        value, plan, ties = Fraction(0), dict[Hashable, str](), set[Hashable]()
        choices: dict[Hashable, dict[str, _Front]] = {}
        for weight, node, stock, _ in _walk(step, front, policy, {player}):
            if isinstance(node, Settle):
                value += weight * _payoff(node, player)
                continue
            actions = choices.setdefault(node.infoset, {name: {} for name in node.options})
            _same_actions(node, actions)
            for name, position in node.options.items():
                state = position, stock, ()
                actions[name][state] = actions[name].get(state, Fraction(0)) + weight
        for infoset, actions in choices.items():
            if infoset in met:
                raise _forgetful(player, infoset)
            met.add(infoset)
            answers = {name: respond(successors) for name, successors in actions.items()}
            # max returns the first of equals: the rules' order of the actions decides.
            chosen = max(answers, key=lambda name: answers[name].value)
            best = answers[chosen]
            value += best.value
            plan |= {infoset: chosen, **best.plan}
            ties |= best.ties
            if sum(answer.value == best.value for answer in answers.values()) > 1:
                ties.add(infoset)
        return BestResponse(value, plan, frozenset(ties))

    return respond({(start, shoe, ()): Fraction(1)})


@dataclass(frozen=True)
class GameForm:
    """A game in sequence form: what each combination of the players' own choices is worth.

    ``players``: the indices of those who choose. ``sequences[i]``: the sequences of players[i], the
    empty one first. ``infosets[i]``: infoset -> (index of the sequence that leads to it, index of
    the sequence after each action). ``payoffs``: (index of a sequence per player) -> expected
    payoffs of all parties, summed over the deals that end with these sequences, as integers over
    ``denominator``. Weighted with the players' realisation plans they sum to the parties' gains.
    """

    players: tuple[int, ...]
    sequences: tuple[tuple[Sequence, ...], ...]
    infosets: tuple[Mapping[Hashable, tuple[int, Mapping[str, int]]], ...]
    payoffs: Mapping[tuple[int, ...], tuple[int, ...]]
    denominator: int

    def matrix(self, party: int) -> list[list[int]]:
        """The payoffs of one party in a game of two players: rows and columns are their sequences."""
        if len(self.players) != 2:
            raise refusal("players", self.players, "a matrix needs exactly two")
        rows, columns = map(len, self.sequences)
        table = [[0] * columns for _ in range(rows)]
        for (row, column), payoffs in self.payoffs.items():
            table[row][column] = payoffs[party]
        return table


def game_form(start: Position, shoe: Stock, players: tuple[int, int] = (0, 1)) -> GameForm:
    """The sequence form of a game of two players, over one common denominator."""
    if not isinstance(players, tuple) or len(players) != 2:
        raise refusal("players", players, "a game form has exactly two; payoff_table takes any number")
    return payoff_table(start, shoe, players)


def payoff_table(start: Position, shoe: Stock, players: tuple[int, ...]) -> GameForm:
    """The sequence form for any number of players: see GameForm.

    All choices in the rules must be those of ``players``; each has perfect recall.
    """
    step = step_of(start)
    _require(shoe, None)
    if not isinstance(players, tuple) or not players or len(set(players)) != len(players):
        raise refusal("players", players, "a tuple of different indices into the payoffs is expected")
    players = tuple(whole(player, "players") for player in players)
    index = {player: i for i, player in enumerate(players)}
    sequences: list[dict[Sequence, int]] = [{(): 0} for _ in players]
    infosets: list[dict[Hashable, tuple[int, dict[str, int]]]] = [{} for _ in players]
    weighted: dict[tuple[int, ...], list[Fraction]] = {}
    empty: tuple[Sequence, ...] = ((),) * len(players)
    front: _Front = {(start, shoe, empty): Fraction(1)}
    while front:
        following: _Front = {}
        for weight, node, stock, own in _walk(step, front, None, set(players)):
            if isinstance(node, Settle):
                cell = tuple(sequences[i][own[i]] for i in range(len(players)))
                total = weighted.setdefault(cell, [Fraction(0)] * len(node.payoffs))
                for party, payoff in enumerate(node.payoffs):
                    total[party] += weight * payoff
                continue
            i = index[node.player]
            parent = sequences[i][own[i]]
            known = infosets[i].get(node.infoset)
            if known is None:
                after = {}
                for name in node.options:
                    after[name] = sequences[i][*own[i], (node.infoset, name)] = len(sequences[i])
                infosets[i][node.infoset] = parent, after
            elif known[0] != parent:
                raise _forgetful(node.player, node.infoset)
            else:
                _same_actions(node, known[1])
            for name, position in node.options.items():
                grown = (*own[:i], (*own[i], (node.infoset, name)), *own[i + 1 :])
                state = position, stock, grown
                following[state] = following.get(state, Fraction(0)) + weight
        front = following
    denominator = lcm(*(x.denominator for total in weighted.values() for x in total))
    return GameForm(
        players=tuple(players),
        sequences=tuple(tuple(one) for one in sequences),
        infosets=tuple(infosets),
        payoffs={cell: tuple(int(x * denominator) for x in total) for cell, total in weighted.items()},
        denominator=denominator,
    )


def step_of(start: Position) -> Step:
    """The rules to which a position belongs: ``step`` of the module that defines its class."""
    step: Step | None = getattr(sys.modules.get(type(start).__module__), "step", None)
    if step is None:
        raise refusal(
            "start", start, "a position whose module defines the rules as a function step is needed"
        )
    return step


# ----------------------------------------------------------------------- backward: laws


def _law(
    start: Position,
    shoe: Stock,
    policy: Policy | None,
    label: Callable[[Settle | None, Stock], Hashable],
) -> Distribution[Any]:
    step = step_of(start)
    _require(shoe, policy)
    memo: dict[tuple[Position, Stock], tuple[dict[Any, int], int]] = {}

    def weights(position: Position, stock: Stock) -> tuple[dict[Any, int], int]:
        """Integer weights of the labels, and their sum, the common denominator."""
        key = position, stock
        found = memo.get(key)
        if found is not None:
            return found
        node = step(position)
        if isinstance(node, Settle):
            result = {label(node, stock): 1}, 1
        elif isinstance(node, Deal):
            parts = [
                (weight, *weights(node.after.receive(card), rest)) for card, weight, rest in stock.draws()
            ]
            result = _mixed(parts) if parts else ({label(None, stock): 1}, 1)
        else:
            mix = _mix(node, policy)
            scale = lcm(*(probability.denominator for probability in mix.values()))
            result = _mixed(
                [
                    (int(probability * scale), *weights(node.options[name], stock))
                    for name, probability in mix.items()
                ]
            )
        memo[key] = result
        return result

    return Distribution.from_weights(weights(start, shoe)[0])


def _mixed(parts: list[tuple[int, dict[Any, int], int]]) -> tuple[dict[Any, int], int]:
    """The mixture of (integer weight, law, denominator of the law), over one denominator."""
    common = lcm(*(denominator for _, _, denominator in parts))
    total: dict[Any, int] = {}
    for weight, law_, denominator in parts:
        factor = weight * (common // denominator)
        for outcome, count in law_.items():
            total[outcome] = total.get(outcome, 0) + factor * count
    return total, common * sum(weight for weight, _, _ in parts)


# ------------------------------------------------------------- forward: who knows what

#: Histories that are the same to all to come: (position, stock, own sequences) -> probability.
_Front = dict[tuple[Position, Stock, tuple[Sequence, ...]], Fraction]


def _walk(
    step: Step, front: _Front, policy: Policy | None, deciding: set[int]
) -> Iterable[tuple[Fraction, Settle | Choose, Stock, tuple[Sequence, ...]]]:
    """Follow the deals, and the choices of those not ``deciding``, to a settlement or a choice of theirs.

    A coup that the stock cannot complete pays nothing and is dropped.
    """
    while front:
        following: _Front = {}
        for (position, stock, own), weight in front.items():
            node = step(position)
            if isinstance(node, Deal):
                draws = list(stock.draws())
                size = sum(count for _, count, _ in draws)
                for card, count, rest in draws:
                    state = node.after.receive(card), rest, own
                    following[state] = following.get(state, Fraction(0)) + weight * Fraction(count, size)
            elif isinstance(node, Settle) or node.player in deciding:
                yield weight, node, stock, own
            else:
                for name, probability in _mix(node, policy).items():
                    state = node.options[name], stock, own
                    following[state] = following.get(state, Fraction(0)) + weight * probability
        front = following


def _mix(node: Choose, policy: Policy | None) -> dict[str, Fraction]:
    """The actions that the policy gives positive probability, checked."""
    try:
        chosen = (policy or {})[node.player][node.infoset]
    except KeyError:
        where = f"player {node.player} at infoset {shown(node.infoset)}"
        raise InfosetError(f"policy: it says nothing for {where}, which can occur") from None
    mix = {chosen: Fraction(1)} if isinstance(chosen, str) else dict(chosen)
    for name, probability in mix.items():
        if name not in node.options:
            raise refusal(
                "policy", name, f"the actions at {shown(node.infoset)} are {', '.join(node.options)}"
            )
        if isinstance(probability, float) or probability < 0:
            raise refusal("policy", probability, "a probability is an int or a Fraction, not negative")
    if sum(mix.values()) != 1:
        raise refusal("policy", chosen, f"the probabilities at {shown(node.infoset)} must sum to one")
    return {name: Fraction(probability) for name, probability in mix.items() if probability}


def _require(shoe: object, policy: object) -> None:
    if not callable(getattr(shoe, "draws", None)):
        raise refusal("shoe", shoe, "a Shoe is expected, or another stock with a method draws")
    if policy is not None and not isinstance(policy, Mapping):
        raise refusal("policy", policy, "a mapping from players to their plans is expected")


def _payoff(settled: Settle, party: int) -> Fraction:
    if not settled.payoffs:
        raise refusal("player", party, "the rules give these outcomes no payoffs")
    if not 0 <= party < len(settled.payoffs):
        raise refusal("player", party, f"the game has the parties 0 to {len(settled.payoffs) - 1}")
    return settled.payoffs[party]


def _forgetful(player: int, infoset: Hashable) -> ExactError:
    return ExactError(
        f"player {player}: infoset {shown(infoset)} is reached after different own choices; "
        "the rules must let the player remember them"
    )


def _same_actions(node: Choose, actions: Mapping[str, object]) -> None:
    if list(actions) != list(node.options):
        raise ExactError(
            f"player {node.player}: infoset {shown(node.infoset)} has different actions in different places"
        )
