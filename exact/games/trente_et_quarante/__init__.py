"""Trente et quarante: rouge et noir with the further chances couleur and inverse, prison and insurance.

The rows and the refait are those of rouge et noir; here the row of noir is dealt first, which changes
no law. All gains are the bank's, per unit staked on one chance and per coup begun.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.errors import ExactError, refusal
from exact.games import rouge_et_noir
from exact.games.rouge_et_noir.kernel import coup_weights
from exact.games.rouge_et_noir.rules import LIMIT
from exact.games.trente_et_quarante import kernel
from exact.games.trente_et_quarante import refait as refait_rules
from exact.games.trente_et_quarante.colours import ColouredCard, ColouredShoe
from exact.games.trente_et_quarante.rules import CHANCES
from exact.rational import Rational, decimal, rational, shortened
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

__all__ = [
    "CHANCES",
    "INSURANCE_RULES",
    "REFAIT_RULES",
    "Analysis",
    "ColouredShoe",
    "RemovalEffect",
    "analyse",
    "removal_effects",
    "totals",
]

#: What happens to a stake at the refait, unless it is insured.
REFAIT_RULES = ("half", "prison", "prisons")
#: When the premium of an insured stake is kept by the bank.
INSURANCE_RULES = ("lost", "returned", "won_coups")

totals = rouge_et_noir.totals


@dataclass(frozen=True, repr=False)
class Analysis(rouge_et_noir.Analysis):
    """A coup of trente et quarante: what rouge_et_noir.Analysis has, and the two further chances.

    ``coloured``: which cards are red. ``couleur``, ``inverse``: probabilities per coup that they win.
    ``refait_rule``, ``insurance``, ``insurance_rule``: as in analyse. ``edges``: chance -> the bank's gain
    per unit of stake, per coup begun.
    """

    coloured: ColouredShoe
    couleur: Fraction
    inverse: Fraction
    refait_rule: str
    insurance: Fraction
    insurance_rule: str
    edges: Mapping[str, Fraction]

    @property
    def edge(self) -> Fraction:
        """The bank's gain per unit staked on rouge (or noir, which is the same), per coup begun."""
        return self.edges["rouge"]

    @property
    def edge_couleur(self) -> Fraction:
        """The bank's gain per unit staked on couleur, per coup begun; ExactError where it is not known."""
        return self._edge("couleur")

    @property
    def edge_inverse(self) -> Fraction:
        """The bank's gain per unit staked on inverse, per coup begun; ExactError where it is not known."""
        return self._edge("inverse")

    @property
    def edge_outlay(self) -> Fraction:
        """The bank's gain on rouge or noir per unit of outlay: the stake and the premium."""
        return self.edge / (1 + self.insurance)

    def _edge(self, chance: str) -> Fraction:
        if chance not in self.edges:
            raise ExactError(
                f"edge_{chance}: prison from a finite shoe with uneven colours depends on all later coups; "
                'ask for refait="half", or for refait.prison_cost, which enumerates small shoes'
            )
        return self.edges[chance]

    def completed(self) -> Analysis:
        """Refused: what a locked stake or a premium costs refers to every coup begun.

        The laws given completion are ``totals.completed()`` and ``row_cards.completed()``.
        """
        raise ExactError(
            "completed: the gains of trente et quarante are per coup begun; take .totals.completed(), "
            "or rouge_et_noir.analyse(shoe).completed()"
        )

    def explain(self, chance: str = "rouge") -> str:
        """The bank's gain on one chance in a sentence, with its numbers."""
        if chance not in CHANCES:
            raise refusal("chance", chance, f"the chances are {', '.join(CHANCES)}")
        edge = self._edge(chance)
        if self.insurance:
            rule = f"the stake is insured for a premium of {self.insurance} ({self.insurance_rule})"
        else:
            rule = {
                "half": "the bank takes half at the refait",
                "prison": "the stake goes to prison at the refait",
                "prisons": "the stake goes to prison at the refait, a second time at the next",
            }[self.refait_rule]
        return (
            f"In the model “{self.model}”, where {rule}, the bank gains {shortened(str(edge))} "
            f"(about {decimal(100 * edge, 5)} %) per unit staked on {chance}, per coup."
        )

    def record(self) -> Record:
        """The citable record of this analysis."""
        from exact.games.trente_et_quarante.record import analysis_record

        return analysis_record(self)

    def __repr__(self) -> str:
        edges = ", ".join(f"{chance}={edge}" for chance, edge in self.edges.items())
        return (
            f"Analysis(model={self.model!r}, refait={self.refait}, couleur={self.couleur}, "
            f"inverse={self.inverse}, edges=({edges}))"
        )


def analyse(
    shoe: Shoe,
    red: Shoe | None = None,
    refait: str = "half",
    insurance: Rational = 0,
    insurance_rule: str = "lost",
) -> Analysis:
    """Everything about the first coup from this shoe: see Analysis.

    ``red``: the Shoe of the red cards among its cards; None: half of each count.
    ``refait``: ``"half"``: the bank takes half of the stake; ``"prison"``: the stake is freed or lost at the
    next won coup, every tie leaves it, and at the shoe's end the bank takes half; ``"prisons"``: as prison,
    but a second refait puts on a second lock (see refait.py), with replacement only.
    ``insurance``: premium per unit of stake; if it is positive the refait costs the stake nothing, and
    by ``insurance_rule`` the bank keeps the premium of every completed coup (``"lost"``), of every one but
    the refait (``"returned"``), or of won coups and refaits only (``"won_coups"``). An incomplete coup is
    void: stake and premium go back.

    Raises ExactError for an empty shoe or too few cards, an odd count without ``red``, an unknown rule, a
    premium that is a float or outside 0..1, and ``"prisons"`` from a finite shoe.
    """
    if refait not in REFAIT_RULES:
        raise refusal("refait", refait, f"the rules are {', '.join(REFAIT_RULES)}")
    if insurance_rule not in INSURANCE_RULES:
        raise refusal("insurance_rule", insurance_rule, f"the rules are {', '.join(INSURANCE_RULES)}")
    premium = rational(insurance, "insurance")
    if not 0 <= premium <= 1:
        raise refusal("insurance", insurance, "a premium between 0 and 1 per unit of stake is expected")
    coloured = ColouredShoe.of(shoe, red)
    if refait == "prisons" and not shoe.replacement:
        raise ExactError(
            "refait: 'prisons' is known with replacement only; a stake with two locks needs two won coups, "
            "and from a finite shoe the law of the second depends on the cards of the first"
        )
    rows = rouge_et_noir.analyse(shoe)
    couleur, inverse = kernel.couleur_inverse(shoe, coloured)
    win = {"rouge": rows.rouge, "noir": rows.noir, "couleur": couleur, "inverse": inverse}
    lose = {"rouge": rows.noir, "noir": rows.rouge, "couleur": inverse, "inverse": couleur}
    edges = {}
    for chance in CHANCES:
        extra: Fraction | None
        if premium:
            extra = premium * _premium_kept(rows, insurance_rule)
        else:
            extra = _refait_cost(rows, refait, chance, win[chance], lose[chance], coloured)
        if extra is not None:
            edges[chance] = lose[chance] - win[chance] + extra
    return Analysis(
        model=rows.model,
        shoe=shoe,
        totals=rows.totals,
        row_cards=rows.row_cards,
        coloured=coloured,
        couleur=couleur,
        inverse=inverse,
        refait_rule=refait,
        insurance=premium,
        insurance_rule=insurance_rule,
        edges=edges,
    )


@dataclass(frozen=True)
class RemovalEffect:
    """What the removal of one card changes: new value minus old, exactly.

    ``refait``: of P(31 : 31). ``edge``, ``edge_couleur``, ``edge_inverse``: of the bank's gain per unit
    staked on rouge or noir, on couleur, on inverse, per coup; the bank takes half at the refait.
    """

    refait: Fraction
    edge: Fraction
    edge_couleur: Fraction
    edge_inverse: Fraction


def removal_effects(shoe: Shoe, red: Shoe | None = None) -> dict[ColouredCard, RemovalEffect]:
    """(card points, whether it is red) -> the effect of removing one such card, red cards first.

    ``red``: the Shoe of the red cards among its cards; None: half of each count. A coup that the shoe cannot
    complete is void. With even colours the effects of a red card on couleur and on inverse are those of
    the black one of the same points on inverse and on couleur.

    Raises ExactError with replacement, when the cards do not suffice for even one coup, and as analyse does.
    """
    before = analyse(shoe, red)
    if shoe.replacement:
        raise ExactError("shoe: with replacement no card is ever gone; removal has no effect to compute")
    refait, edges = before.refait, [before.edge, before.edge_couleur, before.edge_inverse]
    effects = {}
    for card, _, rest in before.coloured.draws():
        counts = coup_weights(rest.shoe)
        again = Fraction(counts.totals.get((LIMIT, LIMIT), 0), counts.denominator)
        couleur, inverse = kernel.couleur_inverse(rest.shoe, rest)
        after = [again / 2, inverse - couleur + again / 2, couleur - inverse + again / 2]
        changes = [new - old for new, old in zip(after, edges, strict=True)]
        effects[card] = RemovalEffect(again - refait, *changes)
    return effects


def _premium_kept(rows: rouge_et_noir.Analysis, rule: str) -> Fraction:
    """The probability that the bank keeps the premium."""
    completed = 1 - rows.incomplete
    return {"lost": completed, "returned": completed - rows.refait, "won_coups": rows.counted}[rule]


def _refait_cost(
    rows: rouge_et_noir.Analysis,
    rule: str,
    chance: str,
    win: Fraction,
    lose: Fraction,
    coloured: ColouredShoe,
) -> Fraction | None:
    """What the refait costs an uninsured stake, per coup; None: it needs all later coups."""
    if rule == "half":
        return rows.refait / 2
    if coloured.replacement:
        return rows.refait * refait_rules.locked_loss_with_replacement(
            win, lose, rows.refait, rule == "prisons"
        )
    # Prison from a finite shoe: half, by the theorem in refait.py. With even colours it holds for couleur
    # and inverse too: the colour of a coup's first card then says nothing about any row.
    if chance in ("rouge", "noir") or coloured.even:
        return rows.refait / 2
    return None
