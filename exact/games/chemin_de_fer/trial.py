"""The tableau de tirage on trial: which of its cells reason forces, which it does not, and what they cost.

What the banker's drawing gains over his standing in a cell depends on how often the ponte draws where he is
free, on five: per coup it is an affine function of those probabilities, and so is the probability of the
cell. Where the gain has one sign for all of them, reason forces the cell; where it has both, the cell
depends on the ponte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, cast

from exact.equilibrium import zero_sum
from exact.errors import InfosetError, refusal, shown
from exact.games.chemin_de_fer.drawing_rules import THIRDS, Action, Cell, Holding, Rules, Third, tableau
from exact.games.chemin_de_fer.game import Form, Game, RuledGame, game
from exact.games.chemin_de_fer.kernel import require_coup
from exact.games.chemin_de_fer.notation import as_infoset
from exact.games.chemin_de_fer.rules import Information
from exact.games.chemin_de_fer.solution import Equilibrium, information_named, solve
from exact.games.chemin_de_fer.strategy import (
    holding_name,
    holding_text,
    html_table,
    letter,
    third_name,
)
from exact.games.chemin_de_fer.worth import situation, worth_to_ponte
from exact.rational import Rational, decimal, rational
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

#: "always draw": drawing is never worse, whatever the ponte does (where he plays in some ways it may be worth
#: the same), and better in some case; "always stand" likewise. "never matters": always worth the same.
Verdict = Literal["always draw", "always stand", "depends on p", "never matters", "even at equilibrium"]
#: The ponte's probabilities of drawing in his free infosets: one number for all, or one for each infoset.
Play = Rational | Mapping[Any, Fraction]


@dataclass(frozen=True)
class Affine:
    """constant + sum of coefficient * p over the ponte's free infosets, p his drawing there."""

    constant: Fraction
    coefficients: tuple[tuple[Holding, Fraction], ...]

    def __call__(self, p: Play) -> Fraction:
        """The value when the ponte draws with these probabilities where he is free."""
        if isinstance(p, Mapping):
            missing = [infoset for infoset, _ in self.coefficients if infoset not in p]
            if missing:
                raise InfosetError(f"p: it says nothing for {shown(missing[0])}, where the ponte is free")
            shares = [rational(p[infoset], f"p: {infoset}") for infoset, _ in self.coefficients]
        else:
            shares = [rational(p, "p")] * max(len(self.coefficients), 1)
        if not all(0 <= share <= 1 for share in shares):
            raise refusal("p", p, "probabilities of drawing, 0 to 1, are expected")
        shares = shares[: len(self.coefficients)]
        pairs = zip(shares, self.coefficients, strict=True)
        return self.constant + sum((share * slope for share, (_, slope) in pairs), Fraction(0))

    @property
    def slope(self) -> Fraction:
        """The coefficient when all free infosets draw with the same probability p."""
        return sum((slope for _, slope in self.coefficients), Fraction(0))

    def in_words(self) -> str:
        """The function with its coefficients: ``-0.001 + 0.002 p(0,5) - 0.003 p(1,4)``."""
        text = decimal(self.constant, 8)
        for infoset, slope in self.coefficients:
            sign = "-" if slope < 0 else "+"
            text += f" {sign} {decimal(abs(slope), 8)} p({holding_text(infoset)})"
        return text

    def bounds(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value over all probabilities."""
        low = self.constant + sum((s for _, s in self.coefficients if s < 0), Fraction(0))
        high = self.constant + sum((s for _, s in self.coefficients if s > 0), Fraction(0))
        return low, high


@dataclass(frozen=True)
class CellAudit:
    """One cell of the document's table, for one side.

    ``prescribed``: what the document has there, "draw", "stand" or "free". ``gain``: what drawing gains over
    standing, per coup, to the side that chooses; ``occurs``: the probability of the cell. Both are affine
    in the ponte's free probabilities; for the ponte's own totals they are constants, against the
    equilibrium's banker. ``verdict`` is for all plays of the ponte, "always" meaning never worse, see
    `Verdict`; ``switch``: the exact p between drawing and standing, None where it does not depend on p, or
    on more than one. ``equilibrium``: the probability of drawing there, with ``equilibrium_gain`` per coup
    and ``equilibrium_given`` given the cell, None where the cell is never reached at equilibrium.

    What it costs to follow the document in this one cell, per coup: ``cost``, while the other side
    goes on playing the equilibrium; ``cost_known``, as a rule that the other side knows and exploits: the
    game solved again with the cell fixed (for the ponte: against the game in which his total is free).
    """

    side: str
    holding: Holding
    third: Third
    prescribed: Action
    gain: Affine
    occurs: Affine
    verdict: Verdict
    switch: Fraction | None
    equilibrium: Fraction
    equilibrium_gain: Fraction
    equilibrium_given: Fraction | None
    cost: Fraction
    cost_known: Fraction

    def given(self, p: Play) -> Fraction:
        """What drawing gains over standing given the cell, when the ponte plays p; the quotient of both."""
        occurs = self.occurs(p)
        if occurs == 0:
            where = situation(self.side, self.holding, self.third)
            raise InfosetError(f"{where} there is no choice when the ponte plays {shown(p)}")
        return self.gain(p) / occurs

    def explain(self) -> str:
        """The verdict in a sentence with its numbers."""
        low, high = self.gain.bounds()
        words = {
            "always draw": f"drawing is {'better' if low > 0 else 'never worse,'} whatever the ponte does",
            "always stand": f"standing is {'better' if high < 0 else 'never worse,'} whatever the ponte does",
            "never matters": "drawing and standing are always worth the same",
        }
        if self.side == "ponte":
            words |= {
                "always draw": "drawing is better against the equilibrium's banker",
                "always stand": "standing is better against the equilibrium's banker",
                "even at equilibrium": "both are worth the same against the equilibrium's banker",
            }
        verdict = words.get(self.verdict)
        if verdict is None:
            verdict = "it depends on how often the ponte draws on five"
            if self.switch is not None:
                more = "below" if self.gain.slope < 0 else "above"
                verdict += f": drawing is better {more} p = {self.switch} ({decimal(self.switch, 6)})"
        if len(self.gain.coefficients) > 1:
            verdict += f"; per coup drawing gains {self.gain.in_words()} over standing"
        if self.equilibrium_given is None:
            reached = "At equilibrium this never happens"
        else:
            reached = f"At equilibrium drawing gains {decimal(self.equilibrium_given, 6)} over standing"
        document = {"free": "leaves it free", "draw": "says draw", "stand": "says stand"}[self.prescribed]
        return (
            f"{situation(self.side, self.holding, self.third)} the document {document}; {verdict}. "
            f"{reached}; to follow the document here costs {decimal(self.cost, 6)} a coup, "
            f"{decimal(self.cost_known, 6)} as a known rule."
        )


@dataclass(frozen=True)
class Audit:
    """The whole table: ``banker`` by cells, ``ponte`` by totals, each that can occur, in the classic order.

    ``free``: the infosets on which the ponte's free probabilities p bear. ``equilibrium``: that of the
    classical game, the ponte free on five and the banker everywhere.
    """

    shoe: Shoe
    information: Information
    equilibrium: Equilibrium
    free: tuple[Holding, ...]
    banker: Mapping[Cell, CellAudit]
    ponte: Mapping[Holding, CellAudit]

    def depending(self) -> tuple[Cell, ...]:
        """The banker's cells in which the better action depends on the ponte."""
        return tuple(cell for cell, audit in self.banker.items() if audit.verdict == "depends on p")

    def against_reason(self) -> tuple[Cell, ...]:
        """The banker's cells in which the document prescribes what is never better and sometimes worse."""
        wrong = {("always draw", "stand"), ("always stand", "draw")}
        return tuple(
            cell for cell, audit in self.banker.items() if (audit.verdict, audit.prescribed) in wrong
        )

    def explain(self, cell: Holding | Cell | str) -> str:
        """One cell in a sentence; ``cell`` is a key of ``ponte`` or ``banker``, or as records write it."""
        cell = as_infoset(cell)
        for side in (self.ponte, self.banker):
            if cell in side:
                return cast(Mapping[Any, CellAudit], side)[cell].explain()
        raise InfosetError(f"cell: {shown(cell)} cannot occur in this audit")

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.chemin_de_fer.record import audit_record

        return audit_record(self)

    def __repr__(self) -> str:
        cells = ", ".join(f"{cell!r}" for cell in self.depending())
        return f"Audit({self.shoe!r}, information={self.information!r}, depending on p: {cells})"

    def _repr_html_(self) -> str:
        def code(cell: Cell) -> str:
            audit = self.banker.get(cell)
            if audit is None:
                return ""
            verdict = {"always draw": "D", "always stand": "S", "never matters": "="}.get(audit.verdict, "p")
            document = {"draw": "D", "stand": "S", "free": "free"}[audit.prescribed]
            return f"{verdict} / {document} / {letter(audit.equilibrium)}"

        holdings = dict.fromkeys(own for own, _ in self.banker)
        rows = [[holding_name(own), *(code((own, third)) for third in THIRDS)] for own in holdings]
        caption = f"Reason / document / equilibrium, {self.shoe!r}, information {self.information}"
        return html_table(["", *map(third_name, THIRDS)], rows, caption)


def audit(shoe: Shoe, information: Information = "totals") -> Audit:
    """The document's tableau, cell by cell: 8 x 11 by totals, 44 x 11 by hands.

    By totals or with information "banker" the gains are affine in one p, the probability that the ponte
    draws on five; with "both" in five, one for each hand of five. Cells that cannot occur are left out.

    Raises ExactError for a shoe of fewer than six cards and for an unknown information.
    """
    require_coup(shoe)
    known = information_named(information)
    equilibrium = solve(shoe, known)
    played = game(shoe, known)
    ruled = RuledGame.of(played, Rules.named("classical"))
    free = tuple(own for own, bit in zip(played.ponte, ruled.x, strict=True) if bit is None)
    gains = _columns(played.loss, ruled.x, free)
    chances = _columns(_chances(played), ruled.x, free)
    banker = {}
    for j, cell in enumerate(played.banker):
        if ruled.occurs_y[j]:
            cost_known = _fixing(played, ruled, j, cell, gains[j])
            banker[cell] = _banker_cell(cell, equilibrium, gains[j], chances[j], cost_known)
    ponte = {
        own: _ponte_cell(own, equilibrium, played)
        for own, occurs in zip(played.ponte, ruled.occurs_x, strict=True)
        if occurs
    }
    return Audit(shoe, known, equilibrium, free, banker, ponte)


def _chances(played: Game) -> Form:
    """A form whose columns are the probabilities of the banker's cells."""
    reach = played.coups.reach
    return Form.of(reach * 0, reach, 0, played.coups.denominator)


def _columns(form: Form, x: Sequence[int | None], free: tuple[Holding, ...]) -> list[Affine]:
    """What each y_j adds to the expectation, as affine functions of the free x."""
    bilinear = form.restricted(x, [None] * len(form.columns))
    below = form.denominator
    return [
        Affine(
            Fraction(constant, below),
            tuple((own, Fraction(row[j], below)) for own, row in zip(free, bilinear.matrix, strict=True)),
        )
        for j, constant in enumerate(bilinear.columns)
    ]


def _verdict(gain: Affine) -> tuple[Verdict, Fraction | None]:
    """For all plays of the ponte; and where one p decides, the p at which it turns."""
    low, high = gain.bounds()
    if low == high == 0:
        return "never matters", None
    if low >= 0:
        return "always draw", None
    if high <= 0:
        return "always stand", None
    return "depends on p", -gain.constant / gain.slope if len(gain.coefficients) == 1 else None


def _banker_cell(
    cell: Cell, equilibrium: Equilibrium, gain: Affine, occurs: Affine, cost_known: Fraction
) -> CellAudit:
    prescribed = tableau().at_banker(*cell)
    verdict, switch = _verdict(gain)
    at = gain(equilibrium.ponte)
    chance = occurs(equilibrium.ponte)
    return CellAudit(
        side="banker",
        holding=cell[0],
        third=cell[1],
        prescribed=prescribed,
        gain=gain,
        occurs=occurs,
        verdict=verdict,
        switch=switch,
        equilibrium=equilibrium.banker[cell],
        equilibrium_gain=at,
        equilibrium_given=at / chance if chance else None,
        cost=_missed(at, prescribed),
        cost_known=cost_known,
    )


def _ponte_cell(own: Holding, equilibrium: Equilibrium, played: Game) -> CellAudit:
    prescribed = tableau().at_ponte(own)
    worth = worth_to_ponte(played, own, equilibrium.banker)
    at = worth.gain_per_coup
    verdict: Verdict = "always draw" if at > 0 else "always stand" if at < 0 else "even at equilibrium"
    cost_known = Fraction(0)
    if prescribed != "free":
        freed = Rules.named("classical").fixed(ponte={own: "free"})
        cost_known = equilibrium.value - _value(played, RuledGame.of(played, freed))
    return CellAudit(
        side="ponte",
        holding=own,
        third=None,
        prescribed=prescribed,
        gain=Affine(at, ()),
        occurs=Affine(worth.occurs, ()),
        verdict=verdict,
        switch=None,
        equilibrium=equilibrium.ponte[own],
        equilibrium_gain=at,
        equilibrium_given=worth.gain,
        cost=_missed(at, prescribed),
        cost_known=cost_known,
    )


def _missed(gain: Fraction, prescribed: Action) -> Fraction:
    """What the prescribed action loses against the better one."""
    if prescribed == "free":
        return Fraction(0)
    return max(-gain, Fraction(0)) if prescribed == "draw" else max(gain, Fraction(0))


def _fixing(played: Game, ruled: RuledGame, j: int, cell: Cell, gain: Affine) -> Fraction:
    """What the bank loses when everybody knows that the banker follows the document in this cell."""
    action = tableau().at_banker(*cell)
    low, high = gain.bounds()
    if action == "free" or (action == "draw" and low >= 0) or (action == "stand" and high <= 0):
        return Fraction(0)  # the better action anyway, whatever the ponte does
    y = list(ruled.y)
    y[j] = int(action == "draw")
    fixed = RuledGame(played, ruled.x, y, ruled.occurs_x, ruled.occurs_y)
    return _value(played, ruled) - _value(played, fixed)


def _value(played: Game, ruled: RuledGame) -> Fraction:
    return zero_sum(ruled.restricted(played.loss), ruled.guess()).certificate.conceded
