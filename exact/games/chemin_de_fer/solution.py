"""Optimal play of both sides for any shoe, rules, information and tax."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from exact.equilibrium import Bilinear, Certificate, certify, nash, zero_sum
from exact.errors import InfosetError, refusal
from exact.games.baccara.points import total
from exact.games.chemin_de_fer.drawing_rules import Cell, Holding, Rules, rules_named
from exact.games.chemin_de_fer.game import Game, RuledGame, game
from exact.games.chemin_de_fer.kernel import require_coup
from exact.games.chemin_de_fer.laws import Results, banker_frequency, ponte_frequency, results
from exact.games.chemin_de_fer.notation import as_infoset
from exact.games.chemin_de_fer.rules import INFORMATION, Information
from exact.games.chemin_de_fer.strategy import Strategy, html_grid, html_table
from exact.games.chemin_de_fer.worth import Worth, worth_to_banker, worth_to_ponte
from exact.rational import Rational, decimal, rational
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

Ponte = Strategy[Holding]
Banker = Strategy[Cell]


@dataclass(frozen=True)
class Equilibrium:
    """Optimal play of a coup: neither side can do better while the other plays as shown.

    ``value``: minus the ponte's expected gain per unit staked, which is the bank's gain before tax;
    ``banker_gain``: after the tax on his wins. ``ponte`` and ``banker``: infoset -> probability of drawing,
    the canonical strategies where several are optimal (but see `solve` on ``unique``). ``unique``: whether no
    other play is an equilibrium; None: not decided. ``others``: further equilibria where they are known
    (with a tax only). ``certificate``: the proof, see `exact.equilibrium.Certificate`; its first side is
    the ponte.
    """

    shoe: Shoe
    information: Information
    rules: Rules
    commission: Fraction
    value: Fraction
    banker_gain: Fraction
    ponte: Ponte
    banker: Banker
    unique: bool | None
    certificate: Certificate
    others: tuple[tuple[Ponte, Banker], ...] = ()

    def results(self) -> Results:
        """The law of the result, of the final totals and of the number of cards, when both play this."""
        return results(self.shoe, self.information, self.ponte, self.banker)

    def frequencies(self) -> tuple[dict[Holding, Fraction], dict[Cell, Fraction]]:
        """How often each infoset of the ponte, and of the banker, occurs per coup when both play this."""
        played = self._game()
        return ponte_frequency(played, self.ponte), banker_frequency(played, self.ponte, self.banker)

    def worth(self, cell: Holding | Cell | str) -> Worth:
        """What drawing and standing are worth to the side that chooses there; the other plays this.

        ``cell``: a key of ``ponte`` or ``banker``, or as records write it: "5", "0,5", "6|stood", "0,6|9".
        Raises InfosetError for a cell that cannot occur.
        """
        cell = as_infoset(cell)
        if cell in self.ponte:
            return worth_to_ponte(self._game(), cast(Holding, cell), self.banker)
        if cell in self.banker:
            return worth_to_banker(self._game(), cast(Cell, cell), self.ponte, self.commission)
        raise InfosetError(
            f"cell: {cell!r} cannot occur here; the ponte's are written like {next(iter(self.ponte))!r}, "
            f"the banker's like {next(iter(self.banker), (6, None))!r}"
        )

    def explain(self, cell: Holding | Cell | str) -> str:
        """One decision in a sentence with its numbers; ``cell`` as for `worth`."""
        worth = self.worth(cell)
        if worth.side == "ponte":
            p, action = self.ponte[worth.holding], self.rules.at_ponte(worth.holding)
        else:
            p = self.banker[worth.holding, worth.third]
            action = self.rules.at_banker(worth.holding, worth.third)
        ruled = "here it is free, and at equilibrium" if action == "free" else "the rules leave no choice:"
        return f"{worth.explain()} The {worth.side}: {ruled} {_does(worth.side, p)}."

    def other_certificates(self) -> tuple[Certificate, ...]:
        """The proofs of ``others``, computed from the strategies and the game alone."""
        played = RuledGame.of(self._game(), self.rules)
        payoffs = _payoffs(played, self.commission)
        return tuple(certify(*payoffs, *played.vectors(*other)) for other in self.others)

    def _game(self) -> Game:
        return game(self.shoe, self.information)

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.chemin_de_fer.record import equilibrium_record

        return equilibrium_record(self)

    def __repr__(self) -> str:
        tax = f", commission={str(self.commission)!r}" if self.commission else ""
        return (
            f"Equilibrium(value={decimal(self.value, 10)}, banker_gain={decimal(self.banker_gain, 10)}, "
            f"shoe={self.shoe!r}, information={self.information!r}{tax}, "
            f"ponte mixes in {len(self.ponte.mixed())} and banker in {len(self.banker.mixed())} infosets, "
            f"unique={self.unique})"
        )

    def _repr_html_(self) -> str:
        numbers = [
            ["bank's gain per unit staked", decimal(self.value, 10), str(self.value)],
            ["banker's gain after tax", decimal(self.banker_gain, 10), str(self.banker_gain)],
        ]
        caption = f"Equilibrium, information {self.information}, {self.shoe!r}"
        if self.unique is not True:
            caption += ", one of several" if self.unique is False else ", uniqueness not decided"
        if self.others:
            caption += f" ({len(self.others)} others known)"
        return (
            html_table(["", "decimal", "exact"], numbers, caption)
            + html_grid(self.ponte, "ponte", "The ponte draws")
            + html_grid(self.banker, "banker", "The banker draws, by the third card he gave")
        )


def solve(
    shoe: Shoe,
    information: Information = "totals",
    rules: Rules | str = "classical",
    commission: Rational = 0,
) -> Equilibrium:
    """Optimal play of both sides in a coup from this shoe, exact and certified.

    ``information``: "totals" (both know totals only), "banker" (the banker knows his cards), "both".
    ``rules``: a Rules object, or "classical" (the ponte is free on 5 only, the banker everywhere),
    "tableau" (the document's table, free only in its volonté cases), "unrestricted" (both are free on
    every total below 8). ``commission``: the tax on the banker's wins, 0 <= commission < 1; with it the
    game is no longer zero-sum and an equilibrium is a pair of mutual best replies.

    The canonical strategies are the lexicographically first: least drawing, infosets in the classic
    order. With a tax all equilibria are sought up to a limit. Where it is reached, which happens in some
    partly dealt shoes if the ponte is free in many infosets, ``unique`` is None, or False if others were
    met. Then the play shown is that to which Lemke's path leads: an equilibrium, always the same one,
    but not proved to be the canonical one.

    With replacement what matters is a hand's total only; the game is solved by totals and the strategies
    are copied to the hands.

    Raises ExactError for a shoe of fewer than six cards, unknown information or rules, and a commission
    that is a float or outside its bounds.
    """
    require_coup(shoe)
    known = information_named(information)
    ruled = rules_named(rules)
    tax = tax_named(commission)
    told_apart = ruled.ponte_hands or ruled.banker_hands
    if shoe.replacement and known != "totals" and not told_apart:
        return _copied(solve(shoe, "totals", ruled, tax), known)
    played = RuledGame.of(game(shoe, known), ruled)
    loss, gain = _payoffs(played, tax)
    solution = nash(loss, gain, played.guess()) if tax else zero_sum(loss, played.guess())
    ponte, banker = played.strategies(solution.x, solution.y)
    return Equilibrium(
        shoe=shoe,
        information=known,
        rules=ruled,
        commission=tax,
        value=solution.certificate.conceded,
        banker_gain=solution.certificate.gained,
        ponte=ponte,
        banker=banker,
        unique=solution.unique,
        certificate=solution.certificate,
        others=tuple(played.strategies(x, y) for x, y in solution.others),
    )


def _payoffs(played: RuledGame, tax: Fraction) -> tuple[Bilinear, Bilinear]:
    """What the ponte loses and what the banker gains."""
    loss = played.restricted(played.game.loss)
    return loss, played.restricted(played.game.gain(tax)) if tax else loss


def _copied(solved: Equilibrium, information: Information) -> Equilibrium:
    """The equilibrium by totals, with replacement, copied to the hands of a side that knows its cards.

    The hands of a total differ in nothing there, so what counts is their average probability of drawing.
    Plays by hands are equilibria when their averages are, and the only play with its average is
    one that does not mix, or whose total has but one hand.
    """
    played = RuledGame.of(game(solved.shoe, information), solved.rules)

    def copied(ponte: Ponte, banker: Banker) -> tuple[Ponte, Banker]:
        by_hands = [
            (own, ponte[_total(own)])
            for own, occurs in zip(played.game.ponte, played.occurs_x, strict=True)
            if occurs
        ]
        cells = [
            ((own, third), banker[_total(own), third])
            for (own, third), occurs in zip(played.game.banker, played.occurs_y, strict=True)
            if occurs
        ]
        return Strategy("ponte", by_hands), Strategy("banker", cells)

    ponte, banker = copied(solved.ponte, solved.banker)
    one_of_many = any(
        0 < p < 1 and sum(_total(other) == _total(own) for other in ponte) > 1 for own, p in ponte.items()
    ) or any(
        0 < p < 1 and sum((_total(o), t) == (_total(own), third) for o, t in banker) > 1
        for (own, third), p in banker.items()
    )
    return replace(
        solved,
        information=information,
        ponte=ponte,
        banker=banker,
        unique=False if one_of_many else solved.unique,
        certificate=certify(*_payoffs(played, solved.commission), *played.vectors(ponte, banker)),
        others=tuple(copied(*other) for other in solved.others),
    )


def _total(holding: Holding) -> int:
    return total(*holding) if isinstance(holding, tuple) else holding


def _does(side: str, p: Fraction) -> str:
    """What a side does in words."""
    if 0 < p < 1:
        return f"the {side} draws with probability {p} ({decimal(100 * p, 6)} %)"
    return f"the {side} draws" if p else f"the {side} stands"


def information_named(information: object) -> Information:
    """A kind of information, if it is one; ExactError otherwise."""
    if information not in INFORMATION:
        raise refusal("information", information, f"one of {', '.join(INFORMATION)} is expected")
    return information


def tax_named(commission: Rational) -> Fraction:
    """The tax on the banker's wins, checked."""
    tax = rational(commission, "commission")
    if not 0 <= tax < 1:
        raise refusal("commission", commission, "a tax on the banker's wins is at least 0 and less than 1")
    return tax
