"""Exact optimal play in a game of flows: a guess says where to look, integers prove.

The guess (`exact.guessing`) leaves open only those infosets in which neither action is clearly better. In
these the restricted game is a small linear program, which HiGHS solves in floats, refined until its vertex is
beyond doubt (Gleixner, Steffy and Wolter, *Iterative refinement for linear programming*, INFORMS J. Comput.
28, 2016). At that vertex each side mixes in as many infosets as the other, so that the other is
indifferent: one square integer matrix, solved exactly for both. Then both exact best replies in the whole
game are computed. If they are equal the play is optimal; if not, the infosets in which a reply does better
are opened, and it begins again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Final

from flint import fmpz_mat

from exact.flows import Flow, Game, Lattice, Reply, flow_of

#: What may be done in a node: stand, draw, or open.
STAND, DRAW, OPEN = 0, 1, 2
Plan = list[int]


@dataclass
class Side:
    """The open nodes of one lattice and what a unit drawn in each of them changes.

    ``base``: what stands and draws, node by node, when nothing draws in the open ones. ``stand`` and
    ``draw``: the same for a unit drawn in each open node, as changes. ``room[k]``: what reaches open node k:
    the base, and the change by a unit of each open node before it.
    """

    opened: list[int]
    base_stand: list[int]
    base_draw: list[int]
    stand: list[dict[int, int]]
    draw: list[dict[int, int]]
    room: list[tuple[int, dict[int, int]]]


def side_of(lattice: Lattice, plan: Sequence[int]) -> Side:
    opened = [i for i, rule in enumerate(plan) if rule == OPEN]
    base = flow_of(lattice, [int(rule == DRAW) for rule in plan], 1)
    room: list[tuple[int, dict[int, int]]] = [(base.reach[i], {}) for i in opened]
    place = {i: k for k, i in enumerate(opened)}
    stand, draw = [], []
    for k, i in enumerate(opened):
        standing, drawing = {i: -1}, {i: 1}
        waiting: dict[int, int] = {}
        for j, weight in lattice.edges[i]:
            waiting[j] = waiting.get(j, 0) + weight
        while waiting:
            # The nodes are in order, so that all that reaches the first of those waiting is there.
            j = min(waiting)
            amount = waiting.pop(j)
            if plan[j] == DRAW:
                drawing[j] = drawing.get(j, 0) + amount
                for target, weight in lattice.edges[j]:
                    waiting[target] = waiting.get(target, 0) + amount * weight
            else:
                standing[j] = standing.get(j, 0) + amount
                if plan[j] == OPEN:
                    room[place[j]][1][k] = amount
        stand.append(standing)
        draw.append(drawing)
    return Side(opened, list(base.stand), list(base.draw), stand, draw, room)


@dataclass
class Restricted:
    """The game in which only the open nodes are free: constant + a.x + b.y + x'(matrix)y.

    x and y are what draws in the open nodes; those of the second side are (signal, node).
    """

    first: Side
    seconds: dict[int, Side]
    x: list[int]
    y: list[tuple[int, int]]
    constant: int
    a: list[int]
    b: list[int]
    matrix: list[list[int]]


def restricted(game: Game, plan_x: Sequence[int], plans_y: Sequence[Sequence[int]]) -> Restricted:
    first = side_of(game.first, plan_x)
    seconds = {s: side_of(game.second, plan) for s, plan in enumerate(plans_y)}
    y = [(s, g) for s, side in seconds.items() for g in side.opened]
    offset, total = {}, 0
    for s, side in seconds.items():
        offset[s] = total
        total += len(side.opened)
    size = len(first.opened)
    constant = game.constant + _dot(game.stand, first.base_stand) + _dot(game.draw, first.base_draw)
    a = [
        sum(game.stand[h] * w for h, w in standing.items())
        + sum(game.draw[h] * w for h, w in drawing.items())
        for standing, drawing in zip(first.stand, first.draw, strict=True)
    ]
    b = [0] * total
    matrix = [[0] * total for _ in range(size)]
    for block in game.blocks:
        side = seconds[block.signal]
        # What standing in each row is worth: against the base, and against each unit of y.
        worth = block.pair * _columns(block.pad, side.base_stand, side.stand)
        if block.last is not None:
            worth = worth + block.last * _columns(block.pad, side.base_draw, side.draw)
        place = {h: row for row, h in enumerate(block.rows)}
        begin = offset[block.signal]
        base = worth.transpose() * fmpz_mat(len(block.rows), 1, [first.base_stand[h] for h in block.rows])
        numbers = [int(v) for v in base.entries()]
        constant += numbers[0]
        for k, v in enumerate(numbers[1:]):
            b[begin + k] += v
        touched = [
            (k, [(place[h], w) for h, w in standing.items() if h in place])
            for k, standing in enumerate(first.stand)
        ]
        touched = [(k, cells) for k, cells in touched if cells]
        if not touched:
            continue
        left = fmpz_mat(len(touched), len(block.rows))
        for row, (_, cells) in enumerate(touched):
            for column, amount in cells:
                left[row, column] = amount
        rows = (left * worth).tolist()
        for (k, _), line in zip(touched, rows, strict=True):
            a[k] += int(line[0])
            target = matrix[k]
            for m, worth_of in enumerate(line[1:]):
                target[begin + m] += int(worth_of)
    return Restricted(first, seconds, first.opened, y, constant, a, b, matrix)


def _columns(pad: Sequence[int], base: Sequence[int], units: Sequence[dict[int, int]]) -> fmpz_mat:
    result = fmpz_mat(len(pad), 1 + len(units))
    for g, v in enumerate(base):
        if v:
            result[g, 0] = pad[g] * v
    for k, unit in enumerate(units):
        for g, v in unit.items():
            result[g, k + 1] = pad[g] * v
    return result


def _dot(a: Sequence[int], b: Sequence[int]) -> int:
    return sum(p * q for p, q in zip(a, b, strict=True) if q)


# ------------------------------------------------------------------------ the search


@dataclass(frozen=True)
class Settled:
    """Play of both sides and what it guarantees, exactly.

    ``conceded``: the most that the second side can gain against ``first``; ``secured``: the least it gains
    with ``second``. The value of the game lies between, and if they are equal it is the value.
    ``first_draws`` and ``second_draws`` (by signal): how often each node draws; in nodes that a side's own
    play never reaches, the best reply. ``unique``: whether there is no other optimal play; ``unique_met``:
    the same for what occurs when both play optimally. None: not decided.
    """

    first: Flow
    second: tuple[Flow, ...]
    conceded: Fraction
    secured: Fraction
    first_draws: tuple[Fraction, ...]
    second_draws: tuple[tuple[Fraction, ...], ...]
    unique: bool | None = None
    unique_met: bool | None = None

    @property
    def exact(self) -> bool:
        return self.conceded == self.secured


def settle(
    game: Game, plan_x: Sequence[int], plans_y: Sequence[Sequence[int]], rounds: int = 12
) -> Settled | None:
    """Optimal play, starting from plans with open nodes; None when the search ends without any.

    ``plan_x`` and ``plans_y`` (by signal): STAND, DRAW or OPEN for each node.
    """
    now_x, now_y = list(plan_x), [list(plan) for plan in plans_y]
    for _ in range(rounds):
        small = _active(game, now_x, now_y)
        flow_x, flows_y, strict = _at_vertex(game, small, now_x, now_y)
        reply_y = game.second_reply(flow_x)
        met = game.met(flow_x.stand)
        habit = _habit(game, flow_x)
        usual = [
            _with_habit(game.second, flow, _firm(flow, here, more), better)
            for flow, here, more, better in zip(flows_y, met, reply_y.better, habit, strict=True)
        ]
        if flow_x.sound() and all(map(Flow.sound, flows_y)):
            for flows in (usual, flows_y):
                reply_x = game.first_reply(flows)
                if reply_y.value == reply_x.value:
                    return _settled(game, flow_x, flows, reply_x, reply_y, met, habit, strict)
        else:
            reply_x = game.first_reply(usual)
        opened = _open_deviating(now_x, flow_x, reply_x.better[0])
        for s, flow in enumerate(flows_y):
            opened += _open_deviating(now_y[s], flow, reply_y.better[s])
        _take_habit(now_y, met, habit)
        if not opened and not _open_unmet(game, now_x, now_y, met):
            return None
    return None


def _active(game: Game, plan_x: Plan, plans_y: list[Plan]) -> Restricted:
    """The restricted game, without open nodes that nothing reaches or that gain nothing (made to stand)."""
    small = restricted(game, plan_x, plans_y)
    effect_y = [bool(v) or any(row[k] for row in small.matrix) for k, v in enumerate(small.b)]
    effect_x = [bool(v) or any(row) for v, row in zip(small.a, small.matrix, strict=True)]
    kept_x = _kept(small.first, effect_x)
    begin, kept_y = 0, []
    for side in small.seconds.values():
        end = begin + len(side.opened)
        kept = _kept(side, effect_y[begin:end])
        kept_y += [begin + place for place in kept]
        _reduce(side, kept)
        begin = end
    _reduce(small.first, kept_x)
    for k in set(range(len(small.x))) - set(kept_x):
        plan_x[small.x[k]] = STAND
    for k in set(range(len(small.y))) - set(kept_y):
        s, g = small.y[k]
        plans_y[s][g] = STAND
    return Restricted(
        first=small.first,
        seconds=small.seconds,
        x=[small.x[i] for i in kept_x],
        y=[small.y[j] for j in kept_y],
        constant=small.constant,
        a=[small.a[i] for i in kept_x],
        b=[small.b[j] for j in kept_y],
        matrix=[[small.matrix[i][j] for j in kept_y] for i in kept_x],
    )


def _kept(side: Side, effect: Sequence[bool]) -> list[int]:
    """The open nodes that may be reached, and that gain something or lead to one that does."""
    reached = [False] * len(side.opened)
    for k, (base, more) in enumerate(side.room):
        reached[k] = base > 0 or any(reached[source] for source in more)
    useful = list(effect)
    for k in range(len(side.opened) - 1, -1, -1):
        if useful[k] and reached[k]:
            for source in side.room[k][1]:
                useful[source] = True
    return [k for k, here in enumerate(reached) if here and useful[k]]


def _reduce(side: Side, kept: Sequence[int]) -> None:
    """Leave only these open nodes; the others stand, as they do in the base."""
    place = {k: new for new, k in enumerate(kept)}
    side.room = [
        (side.room[k][0], {place[j]: v for j, v in side.room[k][1].items() if j in place}) for k in kept
    ]
    side.opened = [side.opened[k] for k in kept]
    side.stand = [side.stand[k] for k in kept]
    side.draw = [side.draw[k] for k in kept]


def _at_vertex(
    game: Game, small: Restricted, plan_x: Plan, plans_y: list[Plan]
) -> tuple[Flow, list[Flow], bool]:
    """The flows at an optimal vertex of the restricted game, and whether no other mixtures would do there."""
    from exact.vertices import optimum

    amounts_x, amounts_y = optimum(small)
    rule_x: list[int | Fraction] = list(plan_x)
    rules_y: list[list[int | Fraction]] = [list(plan) for plan in plans_y]
    for h, amount in zip(small.x, amounts_x, strict=True):
        rule_x[h] = amount
    for (s, g), amount in zip(small.y, amounts_y, strict=True):
        rules_y[s][g] = amount
    scale_x = lcm(*(amount.denominator for amount in amounts_x))
    scale_y = lcm(*(amount.denominator for amount in amounts_y))
    flow_x = flow_of(game.first, rule_x, scale_x)
    flows_y = [flow_of(game.second, rules, scale_y) for rules in rules_y]
    mixed = restricted(game, _pure(flow_x), [_pure(flow) for flow in flows_y])
    size = len(mixed.x)
    return flow_x, flows_y, size == len(mixed.y) and (not size or fmpz_mat(mixed.matrix).rank() == size)


def _pure(flow: Flow) -> Plan:
    """What a flow does, OPEN where it is mixed."""
    return [
        OPEN if 0 < draw < reach else int(draw > 0) for reach, draw in zip(flow.reach, flow.draw, strict=True)
    ]


def _open_deviating(plan: Plan, flow: Flow, better: Sequence[int]) -> int:
    """Open the nodes, reached, in which the flow does what is worse; how many."""
    opened = 0
    for i, (reach, draw, more) in enumerate(zip(flow.reach, flow.draw, better, strict=True)):
        if plan[i] != OPEN and reach > 0 and ((more > 0 and draw < reach) or (more < 0 and draw > 0)):
            plan[i] = OPEN
            opened += 1
    return opened


def _take_habit(plans_y: list[Plan], met: list[list[bool]], habit: Sequence[Sequence[int]]) -> None:
    """In closed nodes that are not met the second side plans what it does by habit."""
    for plan, here, better in zip(plans_y, met, habit, strict=True):
        for g, rule in enumerate(plan):
            if rule != OPEN and not here[g]:
                plan[g] = int(better[g] > 0)


def _open_unmet(game: Game, plan_x: Plan, plans_y: list[Plan], met: list[list[bool]]) -> int:
    """Open what the second side does where an open node of the first leads and it was not met; how many."""
    opened = 0
    for h, rule in enumerate(plan_x):
        if rule == OPEN:
            for target, _ in game.first.edges[h]:
                s = game.signal[target]
                for g, here in enumerate(met[s]):
                    if not here and plans_y[s][g] != OPEN:
                        plans_y[s][g] = OPEN
                        opened += 1
    return opened


def _habit(game: Game, flow: Flow) -> list[tuple[int, ...]]:
    """What drawing has over standing for the second side, by signal and node, where it meets the unexpected.

    It replies as if the first side drew on every kind of holding on which it ever draws; where not even that
    leads, as if it drew on everything.
    """
    drawn = {kind for kind, draw in zip(game.kinds, flow.draw, strict=True) if draw}
    eager = flow_of(game.first, [int(kind in drawn) for kind in game.kinds], 1)
    always = flow_of(game.first, [1] * len(game.first), 1)
    # Of one who always draws nothing stands: all that reaches a node is what he might have.
    nothing = (0,) * len(game.first)
    replies = [game.second_reply(eager), game.second_reply(Flow(always.reach, nothing, 1))]
    return [
        tuple(a if here else b for a, b, here in zip(first, second, met, strict=True))
        for first, second, met in zip(
            replies[0].better, replies[1].better, game.met(eager.stand), strict=True
        )
    ]


def _with_habit(lattice: Lattice, flow: Flow, firm: Sequence[bool], better: Sequence[int]) -> Flow:
    """The flow with the habit's reply in all nodes that are not firm."""
    if all(firm):
        return flow
    reach: list[int] = []
    draw: list[int] = []
    for i, (start, sources) in enumerate(zip(lattice.start, lattice.sources, strict=True)):
        here = start * flow.scale + sum(draw[j] * weight for j, weight in sources if draw[j])
        reach.append(here)
        if not firm[i]:
            draw.append(here if better[i] > 0 else 0)
        elif here == flow.reach[i] or not flow.reach[i]:
            draw.append(flow.draw[i])
        else:
            draw.append(here * flow.draw[i] // flow.reach[i])
    return Flow(tuple(reach), tuple(draw), flow.scale)


def _firm(flow: Flow, met: Sequence[bool], better: Sequence[int]) -> list[bool]:
    """Which nodes are met and either mixed or strictly better one way."""
    return [
        here and (more != 0 or 0 < draw < reach)
        for here, more, draw, reach in zip(met, better, flow.draw, flow.reach, strict=True)
    ]


def _settled(
    game: Game,
    first: Flow,
    second: Sequence[Flow],
    reply_x: Reply,
    reply_y: Reply,
    met: list[list[bool]],
    habit: list[tuple[int, ...]],
    strict: bool,
) -> Settled:
    """The answer in full: what each node does, and whether anything else would do as well."""
    mixed_x, firm_x = _firmness(first, reply_x.better[0], [True] * len(game.first))
    mixed_y, firm_y, unmet = 0, True, []
    possible = game.met(game.stand)
    for s, flow in enumerate(second):
        mixed, firm = _firmness(flow, reply_y.better[s], met[s])
        mixed_y, firm_y = mixed_y + mixed, firm_y and firm
        unmet += [(s, g) for g, reach in enumerate(flow.reach) if reach and possible[s][g] and not met[s][g]]
    unique_met = True if strict and firm_x and firm_y and mixed_x == mixed_y else None
    unique: bool | None = unique_met if not unmet else None
    if unmet:
        s, g = unmet[-1]
        others = list(second)
        others[s] = _turned(game.second, second[s], g)
        if game.first_reply(others).value == reply_x.value:
            unique = False
    return Settled(
        first=first,
        second=tuple(second),
        conceded=reply_y.value,
        secured=reply_x.value,
        first_draws=_draws(first, reply_x.better[0], [True] * len(game.first), reply_x.better[0]),
        second_draws=tuple(
            _draws(flow, better, here, rule)
            for flow, better, here, rule in zip(second, reply_y.better, met, habit, strict=True)
        ),
        unique=unique,
        unique_met=unique_met,
    )


def _firmness(flow: Flow, better: Sequence[int], met: Sequence[bool]) -> tuple[int, bool]:
    """In how many nodes, reached and met, a flow is mixed, and whether in all others it is strictly right."""
    mixed, firm = 0, True
    for reach, draw, more, here in zip(flow.reach, flow.draw, better, met, strict=True):
        if reach and here:
            if 0 < draw < reach:
                mixed += 1
            elif more == 0:
                firm = False
    return mixed, firm


def _turned(lattice: Lattice, flow: Flow, node: int) -> Flow:
    """The flow with the other action in a node that is not mixed; later ones keep their proportions to 0 or
    1.
    """
    rules = [int(2 * draw > reach) for reach, draw in zip(flow.reach, flow.draw, strict=True)]
    reach: list[int] = []
    draw: list[int] = []
    for i, (start, sources) in enumerate(zip(lattice.start, lattice.sources, strict=True)):
        here = start * flow.scale + sum(draw[j] * weight for j, weight in sources if draw[j])
        reach.append(here)
        if i == node:
            draw.append(0 if flow.draw[i] else here)
        elif here == flow.reach[i]:
            draw.append(flow.draw[i])
        else:
            draw.append(here * rules[i])
    return Flow(tuple(reach), tuple(draw), flow.scale)


def _draws(
    flow: Flow, better: Sequence[int], met: Sequence[bool], habit: Sequence[int]
) -> tuple[Fraction, ...]:
    """How often each node draws: as the flow does, and the best reply in nodes that it doesn't reach."""
    found = []
    for reach, draw, more, here, rule in zip(flow.reach, flow.draw, better, met, habit, strict=True):
        if reach:
            found.append(Fraction(draw, reach))
        else:
            found.append(Fraction(int((more if here else rule) > 0)))
    return tuple(found)


# -------------------------------------------------------------------- from a guess

#: Binary places to which the probabilities of a guess are rounded.
_PLACES: Final = 40


def rounded(game: Game, first: Sequence[float], second: Sequence[Sequence[float]]) -> Settled:
    """What given probabilities of drawing guarantee, exactly, after rounding them to binary fractions."""
    flow = _rounded_flow(game.first, first)
    flows = tuple(_rounded_flow(game.second, draws) for draws in second)
    reply_x, reply_y = game.first_reply(flows), game.second_reply(flow)
    met = game.met(flow.stand)
    return Settled(
        first=flow,
        second=flows,
        conceded=reply_y.value,
        secured=reply_x.value,
        first_draws=_draws(flow, reply_x.better[0], [True] * len(game.first), reply_x.better[0]),
        second_draws=tuple(
            _draws(own, better, here, better)
            for own, better, here in zip(flows, reply_y.better, met, strict=True)
        ),
    )


def _rounded_flow(lattice: Lattice, draws: Sequence[float]) -> Flow:
    """The flow in which each node draws with these probabilities, so far as integers over one scale allow.

    A node's amount is rounded down to an integer over 2 ** (_PLACES * the most cards drawn in turn).
    """
    depth = [0] * len(lattice)
    for i, targets in enumerate(lattice.edges):
        for j, _ in targets:
            depth[j] = max(depth[j], depth[i] + 1)
    scale = 1 << (_PLACES * (1 + max(depth, default=0)))
    reach: list[int] = []
    draw: list[int] = []
    for start, sources, p in zip(lattice.start, lattice.sources, draws, strict=True):
        here = start * scale + sum(draw[j] * weight for j, weight in sources if draw[j])
        reach.append(here)
        draw.append(here * min(max(round(p * (1 << _PLACES)), 0), 1 << _PLACES) >> _PLACES)
    return Flow(tuple(reach), tuple(draw), scale)


def all_open(game: Game) -> tuple[Plan, list[Plan]]:
    """Plans in which everything is open."""
    return [OPEN] * len(game.first), [[OPEN] * len(game.second) for _ in game.signals]


def infosets(game: Game) -> int:
    """How many infosets both sides have together, those that cannot occur included."""
    return len(game.first) + len(game.signals) * len(game.second)
