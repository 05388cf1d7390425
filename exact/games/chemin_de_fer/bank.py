"""What a shoe is worth to the bank: at equilibrium, under the document's tableau, and after the tax."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from exact.games.chemin_de_fer.decision import volonte
from exact.games.chemin_de_fer.drawing_rules import Action, Cell, Holding, Rules, tableau
from exact.games.chemin_de_fer.rules import Information
from exact.games.chemin_de_fer.solution import Equilibrium, solve
from exact.games.chemin_de_fer.strategy import html_table
from exact.rational import Rational, decimal
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record


@dataclass(frozen=True)
class Values:
    """The bank's gains from one shoe, per coup and unit staked, for one kind of information.

    ``classical``: the equilibrium in which the ponte is free on five and the banker everywhere.
    ``tableau``: that in which the banker keeps to the document's table and is free in its volonté cases
    only. ``drawn``: the play in which every volonté case is drawn, which is punto banco. ``taxed``:
    the equilibrium of the classical game with a tax on the banker's wins. ``always_draws`` and
    ``always_stands``: the bank's gain in the classical game when the ponte is known always to draw, or
    always to stand, where he is free.
    """

    shoe: Shoe
    information: Information
    classical: Equilibrium
    tableau: Equilibrium
    drawn: Equilibrium
    taxed: Equilibrium
    always_draws: Fraction
    always_stands: Fraction

    @property
    def value(self) -> Fraction:
        """The bank's gain at equilibrium."""
        return self.classical.value

    @property
    def tableau_cost(self) -> Fraction:
        """What keeping to the document's table costs the banker: never negative."""
        return self.classical.value - self.tableau.value

    @property
    def gain_after_tax(self) -> Fraction:
        """The banker's own gain at the taxed equilibrium."""
        return self.taxed.banker_gain

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.chemin_de_fer.record import values_record

        return values_record(self)

    def __repr__(self) -> str:
        return (
            f"Values({self.shoe!r}, information={self.information!r}, value={decimal(self.value, 8)}, "
            f"tableau={decimal(self.tableau.value, 8)}, punto banco={decimal(self.drawn.value, 8)}, "
            f"after tax={decimal(self.gain_after_tax, 8)})"
        )

    def _repr_html_(self) -> str:
        named = {
            "equilibrium": self.value,
            "the document's tableau": self.tableau.value,
            "cost of the tableau": self.tableau_cost,
            "every volonté drawn (punto banco)": self.drawn.value,
            f"banker's gain after a tax of {self.taxed.commission}": self.gain_after_tax,
            "the ponte always draws on five": self.always_draws,
            "the ponte always stands on five": self.always_stands,
        }
        rows = [[name, decimal(number, 10), str(number)] for name, number in named.items()]
        return html_table(
            ["", "decimal", "exact"], rows, f"The bank's gain, {self.shoe!r}, {self.information}"
        )


def values(shoe: Shoe, information: Information = "totals", commission: Rational = "5%") -> Values:
    """The bank's gains from one shoe. Raises ExactError as `solve` does."""
    return Values(
        shoe,
        information,
        solve(shoe, information),
        solve(shoe, information, "tableau"),
        solve(shoe, information, punto_banco_rules()),
        solve(shoe, information, commission=commission),
        _bound_ponte(shoe, information, "draw"),
        _bound_ponte(shoe, information, "stand"),
    )


def _bound_ponte(shoe: Shoe, information: Information, action: Action) -> Fraction:
    rules = Rules.named("classical").fixed(ponte={5: action})
    return solve(shoe, information, rules).value


def punto_banco_rules() -> Rules:
    """The tableau with every volonté case drawn: nobody is free any more.

    This is the table of punto banco, cell by cell: the player draws up to five, the banker draws on three
    against a nine and on five against a four. Optimal play under the tableau is the same from three
    packs on and with replacement if both know totals only: against a banker who stands on six when the ponte
    stood, drawing on five is better, and against a ponte who draws on five, both of the banker's
    volonté cases are better drawn; the gains are polynomials in the number of packs, and Sturm sequences
    decide their signs for all of them. From one or two packs the banker stands with five against a four.
    """
    ponte: dict[Holding, Action] = {}
    banker: dict[Cell, Action] = {}
    for side, own, third in volonte():
        if side == "ponte":
            ponte[own] = "draw"
        else:
            banker[own, third] = "draw"
    return tableau().fixed(ponte, banker)
