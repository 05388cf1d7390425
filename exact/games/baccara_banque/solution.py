"""Solutions of a coup of baccara banque: an equilibrium, or the best play of two tableaux that are a team."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from exact.errors import ExactError, InfosetError, refusal, shown
from exact.games.baccara_banque.game import Cell, Game, Shares, game, mean, most_of, shares_of, worth_of
from exact.games.baccara_banque.kernel import require_coup
from exact.games.baccara_banque.rules import FREE, NATURELS_HEEDED, Naturels
from exact.games.baccara_banque.search import Point, Search
from exact.games.baccara_banque.strategy import Number, Play, grid, number_row, sign_name
from exact.games.baccara_banque.surd import Exact, less, number, same
from exact.games.baccara_banque.team import correlated, independent, secured
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS, tableau
from exact.games.chemin_de_fer.solution import tax_named
from exact.games.chemin_de_fer.strategy import html_table
from exact.numerals import decimal_text, exact_text
from exact.rational import Rational, rational
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

Concept = Literal["nash", "independent", "correlated"]
CONCEPTS: Final[tuple[Concept, ...]] = get_args(Concept)
#: What the tableaux do on five, the first and the second, in the order of `game.CORNERS`.
JOINT_PLAYS: Final = (("stand", "stand"), ("stand", "draw"), ("draw", "stand"), ("draw", "draw"))
SIDES: Final = ("first", "second")
#: Never and always.
ENDS: Final = (Fraction(0), Fraction(1))


@dataclass(frozen=True)
class Certificate:
    """What proves a solution, whatever found it; all per unit of the total stake.

    ``losses``: what each tableau loses; of a team, one number for both. ``least_losses``: the least that it
    can lose by any other play of its own, while the banker, and in "nash" the other tableau, play as before.
    (Of the independent team: the least that any two plays concede to the banker's best reply.) ``gain``: what
    the banker gains after tax; ``greatest_gain``: the most that he can gain by any other play.
    """

    losses: tuple[Number, ...]
    least_losses: tuple[Number, ...]
    gain: Number
    greatest_gain: Number

    @property
    def holds(self) -> bool:
        """Whether nobody gains by deviating alone (the team: by deviating together)."""
        return self.losses == self.least_losses and self.gain == self.greatest_gain


@dataclass(frozen=True)
class Worth:
    """One decision of the banker: how often it occurs, and what drawing gains over standing, per coup.

    ``alone``: what it gains against each tableau by itself, ``both``: against both, after tax; per unit of
    the total stake and coup, not given the cell.
    """

    cell: Cell
    occurs: Number
    alone: tuple[Number, Number]
    both: Number

    @property
    def best(self) -> str:
        """ "draw", "stand" or "either"."""
        return _best(self.both)

    @property
    def conflict(self) -> bool:
        """Whether against the one tableau drawing is better, against the other standing."""
        return {_best(gain) for gain in self.alone} == {"draw", "stand"}

    def explain(self) -> str:
        """The decision in a sentence with its numbers."""
        own, *signs = self.cell
        seen = " and ".join(
            f"the {side} tableau {_seen(sign)}" for side, sign in zip(SIDES, signs, strict=True)
        )
        first, second, both = (decimal_text(gain, 6) for gain in (*self.alone, self.both))
        return (
            f"With {own}, when {seen}, which happens in {decimal_text(self.occurs, 6)} of all coups, drawing "
            f"instead of standing gains the banker {first} against the first tableau, {second} against the "
            f"second, {both} in all, in units per unit of the total stake and coup"
            f"{'; he cannot do right by both' if self.conflict else ''}."
        )


@dataclass(frozen=True)
class Solution:
    """Optimal play of a coup, and what it is worth. All gains are per unit of the total stake on both
    tableaux.

    ``value``: the bank's gain before tax; ``banker_gain``: after it. Each is a Fraction, or an
    `exact.algebraic.Algebraic` of degree two; ``exact`` says which. ``first``, ``second`` and ``banker``:
    infoset -> probability of drawing. The tableaux' infosets are their totals; the banker's are (his total,
    the first tableau's sign, the second's): a sign is the third card, None if it stood, or "naturel". With
    the concept "correlated" ``joint`` has the probability of each joint play on five, and ``first`` and
    ``second`` are its margins; else it is None. With "independent" the banker's play shown is his best reply:
    no play of his makes the value sure against other plays of the team.

    ``unique``: whether no other play is a solution in this sense; None: not decided. ``others``: the plays on
    five (first, second) of further Nash equilibria. ``searched``: what was searched for them, in words.
    """

    shoe: Shoe
    concept: Concept
    stakes: tuple[Fraction, Fraction]
    commission: Fraction
    naturels: Naturels
    idle: Fraction
    value: Number
    banker_gain: Number
    first: Play[int]
    second: Play[int]
    banker: Play[Cell]
    joint: Mapping[tuple[str, str], Fraction] | None
    certificate: Certificate
    unique: bool | None
    others: tuple[tuple[Number, Number], ...]
    searched: str
    #: The joint play on five, and the banker's in his cells, in the field in which all is computed.
    shares: Shares = field(repr=False)
    drawn: tuple[Exact, ...] = field(repr=False)

    @property
    def exact(self) -> str:
        """ "rational", or "algebraic": then the plays and what they are worth are roots of quadratics."""
        numbers = (self.value, self.banker_gain, *self.first.values(), *self.second.values())
        whole = all(isinstance(x, Fraction) for x in (*numbers, *self.banker.values()))
        return "rational" if whole else "algebraic"

    @property
    def against(self) -> tuple[Number, Number]:
        """The bank's gain against each tableau; their sum is the value."""
        first, second = (self._loss(side) for side in (0, 1))
        return number(first), number(second)

    @property
    def a_cheval(self) -> Number:
        """What a player à cheval loses per unit, half of it on each tableau, while all play this.

        Raises ExactError when a tableau has no stake: the banker does not mind what it loses then.
        """
        if 0 in self.stakes:
            raise ExactError("stakes: à cheval there is a stake on both tableaux; one of them has none")
        first, second = (self._loss(side) / self.stakes[side] for side in (0, 1))
        return number((first + second) / 2)

    @property
    def game(self) -> Game:
        """The coup as a game, from which all numbers come."""
        return game(self.shoe, self.stakes, self.commission, self.naturels)

    def worth(self, cell: Cell) -> Worth:
        """What drawing gains the banker in a cell, against each tableau alone and against both."""
        if cell not in self.banker:
            raise InfosetError(
                f"cell: {shown(cell)} cannot occur; cells are written like {next(iter(self.banker), ())!r}"
            )
        played = self.game
        return worth_in(played, played.cells.index(cell), self.shares)

    def explain(self, infoset: Cell | str) -> str:
        """One decision in a sentence: a cell of the banker, or "first" or "second": that tableau's five."""
        if isinstance(infoset, str) and infoset in SIDES:
            return self._explain_tableau(infoset)
        if not isinstance(infoset, tuple):
            raise refusal("infoset", infoset, 'a cell such as (6, None, 4), "first" or "second" is expected')
        return f"{self.worth(infoset).explain()} Here the banker {_does(self.banker[infoset])}."

    @property
    def exact_value(self) -> Exact:
        """The value in the field in which it was computed."""
        return self._loss(0) + self._loss(1)

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.baccara_banque.record import solution_record

        return solution_record(self)

    def _loss(self, side: int) -> Exact:
        played = self.game
        return worth_of(played.losses[side], self.shares, self.drawn) / Fraction(played.denominator)

    def _explain_tableau(self, side: str) -> str:
        play, place = getattr(self, side), SIDES.index(side)
        if FREE not in play:
            raise InfosetError(f"infoset: the {side} tableau cannot have five with this shoe")
        played = self.game
        loss = played.losses[place]
        below = Fraction(played.denominator)
        slope = number(_slope(played, place, self.shares, self.drawn) / below)
        loses = number(worth_of(loss, self.shares, self.drawn) / below)
        return (
            f"With five the {side} tableau {_does(play[FREE])}; always drawing there instead of always "
            f"standing changes its loss by {decimal_text(slope, 6)}. It loses {decimal_text(loses, 6)} "
            "units per unit of the total stake and coup."
        )

    def __repr__(self) -> str:
        tax = f", commission={str(self.commission)!r}" if self.commission else ""
        five = ", ".join(
            f"{side} draws on five {decimal_text(play[FREE], 8) if FREE in play else 'never'}"
            for side, play in zip(SIDES, (self.first, self.second), strict=True)
        )
        return (
            f"Solution({self.concept!r}, value={decimal_text(self.value, 10)}, shoe={self.shoe!r}, "
            f"stakes=({self.stakes[0]}, {self.stakes[1]}){tax}, {five}, exact={self.exact!r}, "
            f"unique={self.unique})"
        )

    def _repr_html_(self) -> str:
        numbers = [
            number_row("bank's gain per unit of the total stake", self.value),
            number_row("banker's gain after tax", self.banker_gain),
            *(number_row(f"against the {s} tableau", x) for s, x in zip(SIDES, self.against, strict=True)),
        ]
        for side, play in zip(SIDES, (self.first, self.second), strict=True):
            if FREE in play:
                numbers.append(number_row(f"the {side} tableau draws on five", play[FREE]))
        caption = (
            f"Baccara banque, {self.concept}, {self.shoe!r}, stakes {self.stakes[0]} and {self.stakes[1]}"
        )
        return html_table(["", "decimal", "exact"], numbers, caption) + "".join(
            html_table(*grid(self.banker, own), caption=f"The banker with {own}: D draws, S stands")
            for own in dict.fromkeys(cell[0] for cell in self.banker)
        )


def solve(
    shoe: Shoe,
    concept: Concept = "nash",
    stakes: Sequence[Rational] = (1, 1),
    commission: Rational = 0,
    naturels: Naturels = "alike",
    idle: Rational = 0,
) -> Solution:
    """Optimal play of a coup from this shoe, exact and certified.

    ``concept``: "nash": neither tableau and not the banker gains by deviating alone; "independent": the
    tableaux together minimise the banker's gain, each drawing its own lots; "correlated": they may draw lots
    together. ``stakes``: on the first and the second tableau; only their ratio matters. ``commission``: the
    tax on the banker's net gain of a coup, 0 <= commission < 1, for "nash" only. ``naturels``: "alike" (the
    banker heeds only that a tableau has a naturel) or "apart" (also whether it is eight or nine). ``idle``:
    how often a tableau without a stake draws on five, for "nash" only: whatever it does is right for it.

    All Nash equilibria are sought. Shown is, with equal stakes, the symmetric one in which the tableaux draw
    least; else the first in the order of (first, second). What several plays of the banker go with, the
    lexicographically first of them is shown.

    Raises ExactError for a shoe of fewer than nine cards, an unknown concept, stakes that are negative,
    floats or both nought, and a commission outside its bounds or with another concept.
    """
    require_coup(shoe)
    concept, naturels = concept_named(concept), naturels_named(naturels)
    parts = stakes_named(stakes)
    tax = tax_named(commission)
    plays = rational(idle, "idle")
    if not 0 <= plays <= 1:
        raise refusal("idle", idle, "a probability is 0 to 1")
    if concept != "nash" and tax:
        raise refusal("commission", commission, 'with a tax only the concept "nash" has a meaning')
    if plays and (concept != "nash" or 0 not in parts):
        raise refusal("idle", idle, 'it goes with the concept "nash" and a tableau without a stake')
    played = game(shoe, parts, tax, naturels)
    if concept == "nash":
        return _nash(played, plays)
    return _correlated(played) if concept == "correlated" else _independent(played)


def concept_named(concept: object) -> Concept:
    """A notion of optimal play, if it is one; ExactError otherwise."""
    if concept not in CONCEPTS:
        raise refusal("concept", concept, f"one of {', '.join(CONCEPTS)} is expected")
    return concept


def naturels_named(naturels: object) -> Naturels:
    """What the banker heeds of naturels, checked."""
    if naturels not in NATURELS_HEEDED:
        raise refusal("naturels", naturels, f"one of {', '.join(NATURELS_HEEDED)} is expected")
    return naturels


def stakes_named(stakes: object) -> tuple[Fraction, Fraction]:
    """The stakes as parts of their sum, checked."""
    wanted = "two stakes are expected, for the first and the second tableau, such as (1, 1)"
    if isinstance(stakes, (str, bytes)) or not isinstance(stakes, Sequence) or len(stakes) != 2:
        raise refusal("stakes", stakes, wanted)
    first, second = (rational(stake, "stakes") for stake in stakes)
    if first < 0 or second < 0:
        raise refusal("stakes", stakes, "a stake is not negative")
    if first == second == 0:
        raise refusal("stakes", stakes, "not both are nought: there must be something to play for")
    return first / (first + second), second / (first + second)


# ------------------------------------------------------------------------ the concepts


def nash_points(played: Game, idle: Fraction = Fraction(0)) -> tuple[Search, Point]:
    """The search for all Nash equilibria, and the one that is shown."""
    search = Search(played, idle=idle).run()
    if not search.found:
        raise ExactError("nash: no equilibrium could be isolated; please report this shoe")
    symmetric = [point for point in search.found if played.symmetric and same(point.p, point.q)]
    chosen = None
    for point in symmetric or search.found:
        if chosen is None or less(point.p, chosen.p) or (same(point.p, chosen.p) and less(point.q, chosen.q)):
            chosen = point
    assert chosen is not None
    return search, chosen


def banker_play(played: Game, shares: Shares, mixed: Mapping[int, Exact]) -> tuple[Exact, ...]:
    """The banker's best reply, with these probabilities where he mixes; where he need not care he stands."""
    return tuple(
        mixed[j] if j in mixed else Fraction(mean(gain, shares) > 0)
        for j, gain in enumerate(played.gain.gains)
    )


def _nash(played: Game, idle: Fraction) -> Solution:
    search, point = nash_points(played, idle)
    shares = shares_of(point.p, point.q)
    y = banker_play(played, shares, dict(point.mixed))
    losses = [worth_of(loss, shares, y) for loss in played.losses]
    pure = [
        [worth_of(played.losses[0], shares_of(p, point.q), y) for p in ENDS],
        [worth_of(played.losses[1], shares_of(point.p, q), y) for q in ENDS],
    ]
    certificate = _certificate(
        played,
        losses,
        [min(two) for two in pure],
        worth_of(played.gain, shares, y),
        most_of(played.gain, shares),
    )
    unique: bool | None = not search.several and len(search.found) == 1
    if search.undecided and unique:
        unique = None
    others = tuple((number(one.p), number(one.q)) for one in search.found if one is not point)
    return _solution(played, "nash", shares, y, certificate, unique, others, search.report(), idle)


def _correlated(played: Game) -> Solution:
    best = correlated(played)
    gain = worth_of(played.gain, best.shares, best.y)
    certificate = _certificate(
        played, [gain], [secured(played, best.y)], gain, most_of(played.gain, best.shares)
    )
    text = "The linear program has this solution; whether another is decided by its exact basis."
    return _solution(played, "correlated", best.shares, best.y, certificate, best.unique, (), text)


def _independent(played: Game) -> Solution:
    least = independent(played)
    shares = shares_of(least.p, least.q)
    y = banker_play(played, shares, {})
    certificate = _certificate(
        played,
        [least.conceded],
        [least.bound],
        worth_of(played.gain, shares, y),
        most_of(played.gain, shares),
    )
    text = (
        f"The least concession was sought in the whole square of both plays, in {least.boxes} boxes; of "
        "several plays that concede the least the first is shown, and whether there are any is not decided."
    )
    return _solution(played, "independent", shares, y, certificate, None, (), text)


def _certificate(
    played: Game, losses: Sequence[Exact], least: Sequence[Exact], gain: Exact, most: Exact
) -> Certificate:
    def units(x: Exact) -> Number:
        return number(x / Fraction(played.denominator))

    found = Certificate(tuple(map(units, losses)), tuple(map(units, least)), units(gain), units(most))
    if not found.holds:
        raise ExactError("solve: the solution found failed its exact check; please report this shoe")
    return found


def _solution(
    played: Game,
    concept: Concept,
    shares: Shares,
    y: tuple[Exact, ...],
    certificate: Certificate,
    unique: bool | None,
    others: tuple[tuple[Number, Number], ...],
    searched: str,
    idle: Fraction = Fraction(0),
) -> Solution:
    losses = [worth_of(loss, shares, y) for loss in played.losses]
    first, second = shares[2] + shares[3], shares[1] + shares[3]
    joint = None
    if concept == "correlated":
        joint = {name: Fraction(share) for name, share in zip(JOINT_PLAYS, shares, strict=True)}  # type: ignore[arg-type]
    return Solution(
        shoe=played.shoe,
        concept=concept,
        stakes=played.stakes,
        commission=played.commission,
        naturels=played.naturels,
        idle=idle,
        value=number((losses[0] + losses[1]) / Fraction(played.denominator)),
        banker_gain=certificate.gain,
        first=_tableau(played, 0, first),
        second=_tableau(played, 1, second),
        banker=Play("banker", ((cell, number(v)) for cell, v in zip(played.cells, y, strict=True))),
        joint=joint,
        certificate=certificate,
        unique=unique,
        others=others,
        searched=searched,
        shares=shares,
        drawn=y,
    )


def _tableau(played: Game, side: int, five: Exact) -> Play[int]:
    """A tableau's play: the ponte's rules, with this probability on five."""
    draws: list[tuple[int, Number]] = []
    for own in CHOOSING_TOTALS:
        action = tableau().at_ponte(own)
        if action != "free":
            draws.append((own, Fraction(action == "draw")))
        elif played.frees[side]:
            draws.append((own, number(five)))
    return Play(f"{SIDES[side]} tableau", draws)


# ------------------------------------------------------------------------ one decision


def worth_in(played: Game, place: int, shares: Shares) -> Worth:
    """What drawing gains the banker in a cell against this joint play."""
    below = Fraction(played.denominator)
    first, second = (number(mean(loss.gains[place], shares) / below) for loss in played.losses)
    return Worth(
        played.cells[place],
        number(mean(played.deals[place], shares) / below),
        (first, second),
        number(mean(played.gain.gains[place], shares) / below),
    )


def _slope(played: Game, side: int, shares: Shares, y: Sequence[Exact]) -> Exact:
    """By how much a tableau's loss changes when it goes from always standing to always drawing on five."""
    other = shares[1] + shares[3] if side == 0 else shares[2] + shares[3]
    ends = [shares_of(x, other) if side == 0 else shares_of(other, x) for x in ENDS]
    stands, draws = (worth_of(played.losses[side], end, y) for end in ends)
    return draws - stands


def _best(gain: Number) -> str:
    return "draw" if gain > 0 else "stand" if gain < 0 else "either"


def _seen(sign: Any) -> str:
    if isinstance(sign, int):
        return f"got a {sign}"
    return "stood" if sign is None else f"had {'a naturel' if sign == 'naturel' else sign_name(sign)}"


def _does(p: Number) -> str:
    """What a side does in words."""
    if 0 < p < 1:
        return f"draws with probability {decimal_text(p, 8)} ({exact_text(p)})"
    return "draws" if p == 1 else "stands"
