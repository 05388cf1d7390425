"""Other people's formats: games as Gambit's .efg files, and optima as VIPR certificates.

A game is given as a small tree of `Chance`, `Choice` and `End`, an optimum as the bilinear game of
`exact.equilibrium` with both strategies. All numbers are exact in the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Union

from exact.equilibrium import Bilinear, Vector, certify
from exact.errors import ExactError, refusal
from exact.rational import fixed, fraction_text, whole

_ZERO, _ONE = Fraction(0), Fraction(1)

# ------------------------------------------------------------------------ Gambit's .efg


@dataclass(frozen=True, slots=True)
class End:
    """The coup is over: one exact payoff a player, and the name of the result."""

    result: str
    payoffs: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance moves: (what it brings, its weight, what follows); only the weights' proportions matter."""

    branches: tuple[tuple[str, int, Tree], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A player (0, 1, ...) chooses; ``infoset`` names all that it knows."""

    player: int
    infoset: str
    options: tuple[tuple[str, Tree], ...]


Tree = Union[End, Chance, Choice]


def efg(title: str, comment: str, players: Sequence[str], root: Tree, decimals: int | None = None) -> str:
    """The text of a Gambit extensive-form file (EFG 2 R) of this tree, nodes in prefix order.

    Every node says its infoset, actions and payoffs in full, so that it can be read by itself. Results of
    the same name are one outcome. Raises ExactError when an infoset has different actions in two places, a
    result different payoffs, or a chance move a weight that is not positive.

    ``decimals``: write probabilities with so many digits behind the point, for programs that read no long
    fractions. They are rounded down or up so that those of a move still sum to one exactly; the comment says
    so. Raises ExactError when one would become nought.
    """
    if decimals is not None:
        whole(decimals, "decimals", least=1)
        comment = (
            f"{comment} NOT EXACT: the probabilities are rounded to {decimals} digits, their sums are one."
        )
    names = " ".join(_quoted(player) for player in players)
    writer = _Efg(len(players), decimals)
    head = [f"EFG 2 R {_quoted(title)} {{ {names} }}", _quoted(comment), ""]
    return "\n".join([*head, *writer.lines(root)]) + "\n"


class _Efg:
    """Numbers infosets and outcomes in the order of their first occurrence."""

    def __init__(self, players: int, decimals: int | None) -> None:
        self.players = players
        self.decimals = decimals
        self.chances = 0
        self.infosets: list[dict[str, tuple[int, tuple[str, ...]]]] = [{} for _ in range(players)]
        self.outcomes: dict[str, tuple[int, tuple[Fraction, ...]]] = {}

    def lines(self, node: Tree) -> Iterator[str]:
        if isinstance(node, End):
            yield self._end(node)
            return
        yield self._chance(node) if isinstance(node, Chance) else self._choice(node)
        for branch in node.branches if isinstance(node, Chance) else node.options:
            yield from self.lines(branch[-1])

    def _end(self, node: End) -> str:
        number, payoffs = self.outcomes.setdefault(node.result, (len(self.outcomes) + 1, node.payoffs))
        if payoffs != node.payoffs or len(payoffs) != self.players:
            raise refusal("payoffs", node.payoffs, f"{node.result!r} must have one a player, always the same")
        listed = ", ".join(map(fraction_text, payoffs))
        return f't "" {number} {_quoted(node.result)} {{ {listed} }}'

    def _chance(self, node: Chance) -> str:
        self.chances += 1
        weights = [weight for _, weight, _ in node.branches]
        if any(weight <= 0 for weight in weights):
            raise refusal("weights", weights, "positive ones are expected")
        chances = [str(Fraction(weight, sum(weights))) for weight in weights]
        if self.decimals is not None:
            chances = _decimals(weights, self.decimals)
        names = (name for name, _, _ in node.branches)
        moves = " ".join(f"{_quoted(name)} {chance}" for name, chance in zip(names, chances, strict=True))
        return f'c "" {self.chances} "" {{ {moves} }} 0'

    def _choice(self, node: Choice) -> str:
        known = self.infosets[node.player]
        names = tuple(name for name, _ in node.options)
        number, actions = known.setdefault(node.infoset, (len(known) + 1, names))
        if actions != names:
            raise refusal("options", names, f"the infoset {node.infoset} has {', '.join(actions)} elsewhere")
        listed = " ".join(map(_quoted, names))
        return f'p "" {node.player + 1} {number} {_quoted(node.infoset)} {{ {listed} }} 0'


def _decimals(weights: Sequence[int], digits: int) -> list[str]:
    """The weights' shares as decimals that sum to one: rounded down, then those cut most are raised."""
    unit, total = 10**digits, sum(weights)
    shares = [weight * unit // total for weight in weights]
    cut = sorted(range(len(weights)), key=lambda i: (-(weights[i] * unit % total), i))
    for i in cut[: unit - sum(shares)]:
        shares[i] += 1
    if not all(shares):
        raise refusal("decimals", digits, "more are needed: a probability would be rounded to nought")
    return [fixed(Fraction(share, unit), digits) for share in shares]


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# ------------------------------------------------------------------------ VIPR certificates


def vipr(
    comment: Sequence[str], game: Bilinear, names: tuple[Sequence[str], Sequence[str]], x: Vector, y: Vector
) -> str:
    """A VIPR 1.0 certificate that the zero-sum game on boxes has the value that x and y secure.

    The linear program is that of the minimiser, over the probabilities x in 0..1. Against x the maximiser
    attains the constant, and in each of his infosets j the larger of 0 and the slope of y_j; t_j is not less
    than either::

        minimise   constant + rows.x + sum of t_j
        subject to t_j >= columns_j + (x' matrix)_j,  t_j >= 0,  0 <= x_i <= 1

    (the constants stand with a variable ``one`` that equals 1; everything is divided by ``denominator``).
    The solution shown is x. The one derivation adds up the constraints to ``objective >= value``: the first
    of each t_j times y_j, the second times 1 - y_j, the bounds of x_i times what is then left of its
    coefficient, which is the slope of x_i against y. ``names``: of the x_i and of the y_j, without spaces.

    Raises ExactError when x and y are not optimal: then there is nothing to certify.
    """
    certificate = certify(game, game, x, y)
    if not certificate.zero_sum:
        raise ExactError("vipr: the strategies are not optimal, so they certify no value")
    value, scale = certificate.conceded, game.denominator
    rows, columns = range(len(game.rows)), range(len(game.columns))
    # Variables: the x_i, the t_j, and the constant one.
    variables = [f"draw({name})" for name in names[0]] + [f"reply({name})" for name in names[1]] + ["one"]
    first_t, one = len(rows), len(rows) + len(columns)
    objective = [
        *((i, Fraction(game.rows[i], scale)) for i in rows),
        *((first_t + j, _ONE) for j in columns),
        (one, Fraction(game.constant, scale)),
    ]
    slopes = [slope / scale for slope in game.row_slopes(y)]
    constant = (game.constant + sum(c * p for c, p in zip(game.columns, y, strict=True))) / Fraction(scale)
    bounds = [
        *(_Row(f"least({names[0][i]})", "G", 0, [(i, _ONE)], max(slopes[i], _ZERO)) for i in rows),
        *(_Row(f"most({names[0][i]})", "L", 1, [(i, _ONE)], min(slopes[i], _ZERO)) for i in rows),
        *(_Row(f"nothing({names[1][j]})", "G", 0, [(first_t + j, _ONE)], 1 - y[j]) for j in columns),
    ]
    constraints = [*bounds, _Row("one", "E", 1, [(one, _ONE)], constant)]
    for j in columns:
        terms = [(i, -Fraction(game.matrix[i][j], scale)) for i in rows]
        terms += [(first_t + j, _ONE), (one, -Fraction(game.columns[j], scale))]
        constraints.append(_Row(f"slope({names[1][j]})", "G", 0, terms, y[j]))
    multipliers = [(index, row.multiplier) for index, row in enumerate(constraints)]
    gains = [max(slope / scale, _ZERO) for slope in game.column_slopes(x)]
    point = [*enumerate(x), *((first_t + j, gain) for j, gain in enumerate(gains)), (one, _ONE)]
    lines = [
        *(f"% {line}" for line in comment),
        "VER 1.0",
        f"VAR {len(variables)}",
        *variables,
        "INT 0",
        "OBJ min",
        _terms(objective),
        f"CON {len(constraints)} {len(bounds)}",
        *(f"{row.name} {row.sense} {row.right} {_terms(row.terms)}" for row in constraints),
        f"RTP range {value} {value}",
        "SOL 1",
        f"optimum {_terms(point)}",
        "DER 1",
        f"optimal G {value} OBJ {{ lin {_terms(multipliers)} }} -1",
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Row:
    """A constraint of the linear program, and what it is multiplied by in the derivation."""

    name: str
    sense: str
    right: int
    terms: Sequence[tuple[int, Fraction]]
    multiplier: Fraction


def _terms(terms: Sequence[tuple[int, Fraction]]) -> str:
    """How many numbers there are that are not nought, then each with its index."""
    present = [(index, number) for index, number in terms if number]
    return " ".join([str(len(present)), *(f"{index} {number}" for index, number in present)])
