"""What the questions about punto banco are answered with."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from html import escape
from math import lcm
from typing import TYPE_CHECKING

from exact.distribution import Distribution
from exact.errors import refusal
from exact.games.punto_banco.rules import RESULTS
from exact.rational import decimal
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

#: Third cards of (punto, banco) as baccara points 0..9; None: no third card.
Thirds = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class ShoeEdges:
    """The house's edges on the three stakes from one shoe, as integers over one denominator.

    ``deals``: ordered six-card deals won by banco, by punto, and tied. ``numerators`` over
    ``denominator``: the house's expected gain per unit staked on banco, on punto, on the tie, per coup
    (a stake on banco or punto that is returned at a tie counts as staked).
    """

    deals: tuple[int, int, int]
    numerators: tuple[int, int, int]
    denominator: int

    @classmethod
    def of(cls, deals: tuple[int, int, int], commission: Fraction, tie_pays: Fraction) -> ShoeEdges:
        """From the counts: what the house wins less what it pays, deal by deal."""
        banco, punto, tie = deals
        scale = lcm(commission.denominator, tie_pays.denominator)
        kept = scale // commission.denominator * commission.numerator
        pays = scale // tie_pays.denominator * tie_pays.numerator
        numerators = (
            scale * punto - (scale - kept) * banco,
            scale * (banco - punto),
            scale * (banco + punto) - pays * tie,
        )
        return cls(deals, numerators, scale * sum(deals))

    @property
    def edge(self) -> dict[str, Fraction]:
        """The house's edge per unit staked on "banco", "punto" and "tie", per coup."""
        return {
            name: Fraction(above, self.denominator)
            for name, above in zip(RESULTS, self.numerators, strict=True)
        }


@dataclass(frozen=True)
class Analysis:
    """One coup of punto banco from a shoe.

    ``deals``: ordered six-card deals won by banco, by punto, and tied; each coup is padded to six cards,
    so they sum to n(n-1)...(n-5), with replacement to n**6. ``commission``: the part of a win on banco
    that the house keeps. ``tie_pays``: what a unit on the tie wins. ``totals``: law of the final totals
    (punto, banco). ``third_cards``: joint law of the third cards of (punto, banco) as baccara points
    0..9 (tens and court cards are 0), None where a side drew none.
    """

    shoe: Shoe
    commission: Fraction
    tie_pays: Fraction
    deals: tuple[int, int, int]
    totals: Distribution[tuple[int, int]]
    third_cards: Distribution[Thirds]

    @property
    def results(self) -> Distribution[str]:
        """The law of the result: "banco", "punto", "tie"."""
        return Distribution.from_weights(dict(zip(RESULTS, self.deals, strict=True)))

    @property
    def edge(self) -> dict[str, Fraction]:
        """The house's expected gain per unit staked on "banco", "punto" and "tie", per coup."""
        return ShoeEdges.of(self.deals, self.commission, self.tie_pays).edge

    @property
    def cards(self) -> Distribution[int]:
        """The law of the number of cards in a coup: 4, 5 or 6."""
        law = self.third_cards.map(lambda thirds: 6 - thirds.count(None))
        return Distribution.from_weights(law.weights(), (4, 5, 6))

    @property
    def punto_third(self) -> Distribution[int | None]:
        """The law of punto's third card, baccara points 0..9; None: punto drew none."""
        return self.third_cards.marginal(0)

    @property
    def banco_third(self) -> Distribution[int | None]:
        """The law of banco's third card, baccara points 0..9; None: banco drew none."""
        return self.third_cards.marginal(1)

    @property
    def model(self) -> str:
        """What the numbers are true of."""
        return "with replacement" if self.shoe.replacement else f"shoe of {self.shoe.size} cards"

    def explain(self, stake: str = "banco") -> str:
        """The house's edge on one of the three stakes in a sentence, with its numbers.

        Raises ExactError unless ``stake`` is "banco", "punto" or "tie".
        """
        if stake not in RESULTS:
            raise refusal("stake", stake, "the stakes are banco, punto and tie")
        banco, punto, tie = self.deals
        edge = self.edge[stake]
        terms = {
            "banco": f"with a commission of {self.commission} on its wins",
            "punto": "paid 1 : 1",
            "tie": f"paid {self.tie_pays} : 1",
        }
        what = "the tie" if stake == "tie" else stake
        side = "house" if edge >= 0 else "player"
        return (
            f"Of the {sum(self.deals)} ordered six-card deals ({self.model}) banco wins {banco}, punto "
            f"{punto}, and {tie} are tied; so a unit on {what}, {terms[stake]}, gains the {side} "
            f"{abs(edge)} per coup (about {decimal(abs(edge) * 100, 7)} %)."
        )

    def record(self) -> Record:
        """The citable record of this analysis."""
        from exact.games.punto_banco.record import analysis_record

        return analysis_record(self)

    def __repr__(self) -> str:
        edges = ", ".join(f"{name!r}: {str(edge)!r}" for name, edge in self.edge.items())
        return (
            f"Analysis(shoe={self.shoe!r}, commission={str(self.commission)!r}, "
            f"tie_pays={str(self.tie_pays)!r}, deals={self.deals}, edge={{{edges}}})"
        )

    def _repr_html_(self) -> str:
        edges, results = self.edge, self.results
        rows = "".join(
            f"<tr><td>{name}</td><td>{number}</td>"
            f"<td title='{results[name]}'>{decimal(results[name], 10)}</td>"
            f"<td title='{edges[name]}'>{decimal(100 * edges[name], 8)} %</td></tr>"
            for name, number in zip(RESULTS, self.deals, strict=True)
        )
        terms = f"commission {self.commission} on banco, the tie pays {self.tie_pays} : 1"
        caption = f"Punto banco, {self.model}; {terms}"
        head = "<tr><th>result</th><th>deals</th><th>probability</th><th>edge of the house</th></tr>"
        return f"<table><caption>{escape(caption)}</caption>{head}{rows}</table>"


@dataclass(frozen=True, slots=True)
class RemovalEffect:
    """What the removal of one card changes: the house's edge after it minus before, per unit staked."""

    banco: Fraction
    punto: Fraction
    tie: Fraction
