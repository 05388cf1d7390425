"""Rules that a person can keep: draw below a total; what they cost, and what a bound banker loses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.errors import ExactError, refusal
from exact.flows import Flow, Game, flow_of
from exact.games.buying.game import build
from exact.games.buying.hands import Points, points
from exact.games.buying.options import require_coup
from exact.games.buying.rules import Table
from exact.rational import whole
from exact.shoe import Shoe


@dataclass(frozen=True, slots=True)
class DrawBelow:
    """Draw below ``hard``; with an ace counted 11 below ``soft`` (not given: the same total)."""

    hard: int
    soft: int | None = None

    def __post_init__(self) -> None:
        for name, total in (("hard", self.hard), ("soft", self.hard if self.soft is None else self.soft)):
            if whole(total, name) > 32:
                raise refusal(name, total, "a total is at most 31; 32 would mean always to draw")

    def draws(self, held: Points) -> bool:
        """Whether a hand that counts this draws."""
        return held.total < (self.hard if not held.soft or self.soft is None else self.soft)

    def __str__(self) -> str:
        if self.soft is None or self.soft == self.hard:
            return f"draw below {self.hard}"
        return f"draw below {self.hard}, soft below {self.soft}"


def rule_of(rule: object, argument: str = "rule") -> DrawBelow:
    """A rule, given as such or as the total below which is drawn."""
    if isinstance(rule, DrawBelow):
        return rule
    if isinstance(rule, int) and not isinstance(rule, bool):
        return DrawBelow(rule)
    raise refusal(argument, rule, "a total such as 17 is expected, or DrawBelow(17, soft=18)")


def holding_points(key: Any, limit: int) -> Points:
    """What a node of a lattice counts."""
    if isinstance(key, Points):
        return key
    if isinstance(key[0], Points):
        return key[0]
    held = points((*key[0], *key[1]) if isinstance(key[0], tuple) else key, limit)
    assert held is not None, "the dead are no nodes"
    return held


def player_flow(game: Game, table: Table, rule: DrawBelow) -> Flow:
    """The flow of a player who keeps to a rule."""
    return flow_of(
        game.first, [int(rule.draws(holding_points(key, table.limit))) for key in game.first.keys], 1
    )


def banker_flow(game: Game, table: Table, rule: DrawBelow) -> Flow:
    """The flow of a banker who keeps to a rule, whatever he sees."""
    return flow_of(
        game.second, [int(rule.draws(holding_points(key, table.limit))) for key in game.second.keys], 1
    )


@dataclass(frozen=True)
class Bound:
    """A banker who keeps to a rule that the player knows, and the player's best play against it.

    ``value``: what the bank still gains. ``player``: infoset -> whether the best play draws (stand when both
    are equally good). ``rule``: the banker's.
    """

    shoe: Shoe
    table: Table
    rule: DrawBelow
    value: Fraction
    player: dict[Any, bool]

    def cost(self, value: Fraction) -> Fraction:
        """What the rule costs the banker, against the ``value`` of optimal play."""
        return value - self.value

    def __repr__(self) -> str:
        from exact.rational import decimal

        return f"Bound({self.rule}, value={decimal(self.value, 12)}, shoe={self.shoe!r})"


def bound_banker(shoe: Shoe, table: Table, rule: object) -> Bound:
    """The player's best play against a banker who keeps to ``rule``, exactly."""
    kept = rule_of(rule)
    game = build(require_coup(shoe, table), table)
    reply = game.first_reply([banker_flow(game, table, kept)] * len(game.signals))
    better = reply.better[0]
    plan = {key: better[h] > 0 for h, key in enumerate(game.first.keys) if game.stand[h]}
    return Bound(shoe, table, kept, reply.value, plan)


def bound_player(shoe: Shoe, table: Table, rule: object) -> Fraction:
    """What the bank gains at most from a player who keeps to ``rule``, which the banker knows."""
    kept = rule_of(rule)
    game = build(require_coup(shoe, table), table)
    return game.second_reply(player_flow(game, table, kept)).value


def both_bound(shoe: Shoe, table: Table, player: object, banker: object) -> Fraction:
    """What the bank gains when both keep to rules."""
    from exact.flows import against

    game = build(require_coup(shoe, table), table)
    mine, other = (
        player_flow(game, table, rule_of(player, "player")),
        banker_flow(game, table, rule_of(banker, "banker")),
    )
    total = game.constant + sum(a * b for a, b in zip(game.stand, mine.stand, strict=True))
    total += sum(a * b for a, b in zip(game.draw, mine.draw, strict=True))
    for block in game.blocks:
        total += sum(mine.stand[h] * gain for h, gain in zip(block.rows, against(block, other), strict=True))
    return Fraction(total, game.denominator)


def require_rule_limit(rule: DrawBelow, limit: int) -> DrawBelow:
    """The rule, if it makes sense for this limit; a rule that draws on the limit itself is refused."""
    if max(rule.hard, rule.soft or 0) > limit:
        raise ExactError(f"rule: {rule} would draw on {limit}; at most {limit} is expected")
    return rule
