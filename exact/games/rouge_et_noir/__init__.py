"""Rouge et noir: the laws of a coup, the refait, and the advantage of the bank, from any shoe.

The rules are those of the article *Rouge et noir* (see rules.py). The row of rouge is dealt first.
The bank's advantage is per unit staked on rouge or on noir: half of P(31 : 31), as all else is even.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.distribution import Distribution
from exact.errors import ExactError
from exact.games.rouge_et_noir import closed_form, kernel, simplified, successive
from exact.games.rouge_et_noir.rules import LIMIT, TOTALS
from exact.games.rouge_et_noir.successive import certain_coups, completion
from exact.rational import decimal, shortened, whole
from exact.shoe import Shoe, require_cards

if TYPE_CHECKING:
    from exact.records import Record

__all__ = [
    "Analysis",
    "RemovalEffect",
    "analyse",
    "analyse_simplified",
    "certain_coups",
    "closed_form",
    "completion",
    "last_cards",
    "removal_effects",
    "row_cards",
    "row_totals",
    "totals",
]

#: Numbers of cards in a row: four at least, thirty aces and the last card at most.
_CARDS = range(4, LIMIT + 1)

#: (rouge, noir), or None when the shoe ran out.
Totals = tuple[int, int] | None


def row_totals(shoe: Shoe) -> Distribution[int | None]:
    """The law of one row's total, 31..40: the first row that is dealt from the shoe.

    None: the shoe ran out. Raises ExactError for an empty shoe.
    """
    return _row_law(shoe, 0, TOTALS)


def row_cards(shoe: Shoe) -> Distribution[int | None]:
    """The law of the number of cards in one row; None: the shoe ran out."""
    return _row_law(shoe, 2, _CARDS)


def last_cards(shoe: Shoe) -> Distribution[tuple[int, int] | None]:
    """The joint law of (total, points of the last card) of one row; None: the shoe ran out."""
    require_cards(shoe)
    weights, denominator = kernel.row_weights(shoe)
    summed = {(total, last): 0 for total in TOTALS for last in range(1, 11)}
    for (total, last, _), weight in weights.items():
        summed[total, last] += weight
    return Distribution.of_coups(summed, denominator)


def totals(shoe: Shoe, coup: int = 1) -> Distribution[Totals]:
    """The joint law of (rouge, noir) in the given coup, each 31..40; None: the shoe ran out.

    ``coup`` counts from 1, the first coup dealt from this shoe. As long as that many coups are certain
    (certain_coups) all coups have the law of the first; later ones are enumerated from small shoes.
    Raises ExactError for an empty shoe, and for a later coup of a shoe too large to enumerate.
    """
    require_cards(shoe)
    whole(coup, "coup", least=1)
    domain = [(a, b) for a in TOTALS for b in TOTALS]
    later = successive.later_totals(shoe, coup)
    if later is not None:
        return Distribution.from_weights(later.weights(), [*domain, None])
    coups = kernel.coup_weights(shoe)
    return Distribution.of_coups(coups.totals, coups.denominator, domain)


@dataclass(frozen=True)
class Analysis:
    """A coup of rouge et noir in one model.

    ``model``: what the numbers are true of. ``shoe``: the shoe before the coup, None in the
    simplified model. ``totals``: law of (rouge, noir). ``refait``, ``apres``, ``rouge``, ``noir``,
    ``incomplete``: probabilities per coup begun; they sum to one. ``row_cards``: joint law of the
    numbers of cards in (rouge, noir), None in the simplified model.
    """

    model: str
    shoe: Shoe | None
    totals: Distribution[Totals]
    row_cards: Distribution[Totals] | None

    @property
    def refait(self) -> Fraction:
        """P(both rows end in 31), per coup."""
        return self.totals.probability(lambda pair: pair == (LIMIT, LIMIT))

    @property
    def apres(self) -> Fraction:
        """P(both rows are equal, but not 31), per coup: nothing is won or lost."""
        return self.totals.probability(lambda pair: pair is not None and pair[0] == pair[1] != LIMIT)

    @property
    def rouge(self) -> Fraction:
        """P(rouge wins: its total is the lower), per coup."""
        return self.totals.probability(lambda pair: pair is not None and pair[0] < pair[1])

    @property
    def noir(self) -> Fraction:
        """P(noir wins), per coup."""
        return self.totals.probability(lambda pair: pair is not None and pair[0] > pair[1])

    @property
    def incomplete(self) -> Fraction:
        """P(the shoe runs out before both rows are complete)."""
        return self.totals.probability(lambda pair: pair is None)

    @property
    def counted(self) -> Fraction:
        """P(the coup counts): rouge or noir wins, or the refait."""
        return self.refait + self.rouge + self.noir

    @property
    def edge(self) -> Fraction:
        """The bank's advantage per unit staked on rouge or noir, per coup begun: half the refait."""
        return self.refait / 2

    @property
    def edge_counted(self) -> Fraction:
        """The bank's advantage per unit staked, per counted coup. ExactError if no coup can count."""
        if self.counted == 0:
            raise ExactError("edge_counted: from this shoe every completed coup is an après; none is counted")
        return self.edge / self.counted

    @property
    def rouge_cards(self) -> Distribution[int | None]:
        """The law of the number of cards in the row of rouge, of a coup; None: incomplete."""
        return self._cards(lambda pair: pair[0])

    @property
    def noir_cards(self) -> Distribution[int | None]:
        """The law of the number of cards in the row of noir, of a coup; None: incomplete."""
        return self._cards(lambda pair: pair[1])

    @property
    def cards(self) -> Distribution[int | None]:
        """The law of the number of cards in a coup; None: incomplete."""
        return self._cards(sum)

    def _cards(self, number: Callable[[tuple[int, int]], int]) -> Distribution[int | None]:
        if self.row_cards is None:
            raise ExactError(f"cards: the model {self.model!r} does not say how many cards a row has")
        law = self.row_cards.map(lambda pair: None if pair is None else number(pair))
        return Distribution.from_weights(law.weights(), sorted(n for n in law.domain if n is not None))

    def completed(self) -> Analysis:
        """The same, given that the coup was completed."""
        cards = None if self.row_cards is None else self.row_cards.completed()
        given = self.model if self.incomplete == 0 else f"{self.model}, given completion"
        return Analysis(given, self.shoe, self.totals.completed(), cards)

    def explain(self) -> str:
        """The bank's advantage in a sentence, with its numbers."""
        text = (
            f"In the model “{self.model}” both rows end in 31 with probability {shortened(str(self.refait))} "
            f"(about {decimal(self.refait, 6)}); the bank then takes half of each stake, so its advantage is "
            f"{decimal(self.edge * 100, 5)} % of a stake per coup"
        )
        if self.counted:
            text += f", {decimal(self.edge_counted * 100, 5)} % per counted coup"
        return text + "."

    def record(self) -> Record:
        """The citable record of this analysis."""
        from exact.games.rouge_et_noir.record import analysis_record

        return analysis_record(self)

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)}" for name in ("refait", "apres", "rouge", "noir"))
        return f"Analysis(model={self.model!r}, {values}, incomplete={self.incomplete})"

    def _repr_html_(self) -> str:
        from exact.rendering import html

        return html(self.record())


def analyse(shoe: Shoe) -> Analysis:
    """Everything about the first coup from this shoe: see Analysis.

    Raises ExactError for an empty shoe, and when the cards do not suffice for even one coup.
    """
    analysis = _analysis(require_cards(shoe))
    if analysis.incomplete == 1:
        raise ExactError(f"shoe: {shoe.size} cards are too few; both rows must be able to reach {LIMIT}")
    return analysis


def _analysis(shoe: Shoe) -> Analysis:
    coups = kernel.coup_weights(shoe)
    cards = Distribution.of_coups(coups.cards, coups.denominator)
    return Analysis(_model(shoe), shoe, totals(shoe), cards)


def analyse_simplified() -> Analysis:
    """The article's approximation, the totals 31..40 weighted 13 : 12 : ... : 4, rows independent."""
    return Analysis("totals weighted 13 : 12 : … : 4", None, simplified.totals(), None)


@dataclass(frozen=True)
class RemovalEffect:
    """What the removal of one card changes: new value minus old, exactly.

    ``refait``: of P(31 : 31). ``edge``: of the advantage per coup. ``edge_counted``: of the advantage per
    counted coup; None where no coup is counted before or after.
    """

    refait: Fraction
    edge: Fraction
    edge_counted: Fraction | None


def removal_effects(shoe: Shoe) -> dict[int, RemovalEffect]:
    """card points -> the effect of removing one such card, for every card that is in the shoe.

    Raises ExactError with replacement, and when the cards do not suffice for even one coup.
    """
    if require_cards(shoe).replacement:
        raise ExactError("shoe: with replacement no card is ever gone; removal has no effect to compute")
    before = analyse(shoe)
    effects = {}
    for points, _, rest in shoe.draws():
        after = _analysis(rest)
        counted = after.edge_counted - before.edge_counted if after.counted and before.counted else None
        effects[points] = RemovalEffect(after.refait - before.refait, after.edge - before.edge, counted)
    return effects


def _row_law(shoe: Shoe, index: int, domain: range) -> Distribution[int | None]:
    require_cards(shoe)
    weights, denominator = kernel.row_weights(shoe)
    summed: dict[int, int] = {}
    for key, weight in weights.items():
        summed[key[index]] = summed.get(key[index], 0) + weight
    return Distribution.of_coups(summed, denominator, domain)


def _model(shoe: Shoe) -> str:
    if shoe.replacement:
        return "with replacement"
    packs = shoe.counts[0] // 4
    full = packs > 0 and shoe == Shoe.packs(packs)
    return f"shoe of {shoe.size} cards" if full else f"shoe of {shoe.size} cards ({shoe})"
