"""What a shoe is worth to the bank: by concept, by the ratio of the stakes, and after the taxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from exact.errors import refusal
from exact.games import chemin_de_fer
from exact.games.baccara_banque.game import game, worth_of
from exact.games.baccara_banque.idle import Sight, sight
from exact.games.baccara_banque.solution import CONCEPTS, Concept, Solution, solve
from exact.games.baccara_banque.strategy import Number, number_row
from exact.games.baccara_banque.surd import number
from exact.games.chemin_de_fer.solution import tax_named
from exact.games.chemin_de_fer.strategy import html_table
from exact.numerals import decimal_text
from exact.rational import Rational, rational
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.records import Record

#: The taxes of the document on what the banker gains in a coup: banque limitée, banque ouverte.
TAXES: Final = {"limitée": Fraction(1, 50), "ouverte": Fraction(1, 80)}
#: The parts of the stake on the second tableau that lie on the first, from 0 : 1 to 1 : 1.
RATIOS: Final = tuple(Fraction(k, 10) for k in range(11))


@dataclass(frozen=True)
class AfterTax:
    """The banker's gain after a tax on his net gain of each coup, per unit of the total stake.

    ``gain``: in the equilibrium of the game with the tax, ``taxed``. ``same_play``: when all play the
    equilibrium without it. ``paid``: the tax paid per coup there.
    """

    rate: Fraction
    taxed: Solution
    gain: Number
    same_play: Number
    paid: Number


def after_tax(shoe: Shoe, rate: Rational = "2%", stakes: Sequence[Rational] = (1, 1)) -> AfterTax:
    """The banker's gain after a tax on what he gains net in a coup.

    Losses against one tableau are set against gains from the other before the tax is taken. Raises ExactError
    as `solve` does.
    """
    tax = tax_named(rate)
    plain, taxed = solve(shoe, "nash", stakes), solve(shoe, "nash", stakes, tax)
    levied = game(shoe, plain.stakes, tax, plain.naturels)
    keeps = worth_of(levied.gain, plain.shares, plain.drawn) / Fraction(levied.denominator)
    return AfterTax(tax, taxed, taxed.banker_gain, number(keeps), number(plain.exact_value - keeps))


def flat_tax(
    value: Rational, capital: Rational, staked: Rational, coups: Rational, rate: Rational = "2.5%"
) -> Fraction:
    """What a banker gains who pays the tax once, as a part of the capital he brings in.

    The document's other tax is 2.5 to 5 % of the capital, once. With ``value`` the gain per unit staked, so
    many ``coups`` and so much ``staked`` against him in each on average his expected gain is ::

        coups * staked * value - rate * capital,

    so the tax is earned after rate * capital / (staked * value) coups. Raises ExactError for negative numbers
    other than the value, and for floats.
    """
    names = ("capital", "staked", "coups", "rate")
    numbers = [
        rational(given, name) for given, name in zip((capital, staked, coups, rate), names, strict=True)
    ]
    for name, given in zip(names, numbers, strict=True):
        if given < 0:
            raise refusal(name, str(given), "it is not negative")
    capital, staked, coups, rate = numbers
    return coups * staked * rational(value, "value") - rate * capital


@dataclass(frozen=True)
class Values:
    """The bank's gains from one shoe, per unit of the total stake and coup, with equal stakes.

    ``solutions``: by concept. ``chemin_de_fer``: the bank's gain at chemin de fer from the same shoe, totals
    known. ``taxed``: after the document's two taxes.
    """

    shoe: Shoe
    solutions: dict[Concept, Solution]
    chemin_de_fer: Fraction
    taxed: dict[str, AfterTax]

    @property
    def value(self) -> Number:
        """The bank's gain in the Nash equilibrium."""
        return self.solutions["nash"].value

    @property
    def a_cheval(self) -> Number:
        """What a player à cheval loses per unit; the same, as with equal stakes he is like all others."""
        return self.solutions["nash"].a_cheval

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.baccara_banque.record import values_record

        return values_record(self)

    def __repr__(self) -> str:
        named = ", ".join(f"{name}={decimal_text(s.value, 8)}" for name, s in self.solutions.items())
        taxed = ", ".join(f"{name}={decimal_text(t.gain, 8)}" for name, t in self.taxed.items())
        return (
            f"Values({self.shoe!r}, {named}, chemin de fer={decimal_text(self.chemin_de_fer, 8)}, "
            f"after the tax: {taxed})"
        )

    def _repr_html_(self) -> str:
        rows = [number_row(name, solution.value) for name, solution in self.solutions.items()]
        rows.append(number_row("chemin de fer", self.chemin_de_fer))
        rows += [number_row(f"after the tax, banque {name}", t.gain) for name, t in self.taxed.items()]
        return html_table(["", "decimal", "exact"], rows, f"The bank's gain, {self.shoe!r}")


def values(shoe: Shoe) -> Values:
    """The bank's gains from one shoe, with equal stakes. Raises ExactError with fewer than nine cards."""
    return Values(
        shoe,
        {concept: solve(shoe, concept) for concept in CONCEPTS},
        chemin_de_fer.solve(shoe).value,
        {name: after_tax(shoe, rate) for name, rate in TAXES.items()},
    )


@dataclass(frozen=True)
class Curve:
    """The bank's gain by the ratio of the stakes, from 0 : 1 to 1 : 1.

    ``solutions``: ratio (first stake over second) -> solution. ``idle``: the end 0 : 1 in detail, where the
    first tableau has no stake, but cards that the banker sees.
    """

    shoe: Shoe
    concept: Concept
    solutions: dict[Fraction, Solution]
    idle: Sight

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.baccara_banque.record import curve_record

        return curve_record(self)

    def _repr_html_(self) -> str:
        rows = [number_row(f"{ratio} : 1", solution.value) for ratio, solution in self.solutions.items()]
        return html_table(
            ["stakes", "decimal", "exact"], rows, f"The bank's gain, {self.concept}, {self.shoe!r}"
        )


def curve(shoe: Shoe, concept: Concept = "nash", ratios: Sequence[Rational] = RATIOS) -> Curve:
    """The bank's gain for these ratios of the first stake to the second, and the end 0 : 1 in detail.

    Raises ExactError as `solve` does, and for a negative ratio.
    """
    checked = [rational(ratio, "ratios") for ratio in ratios]
    for ratio in checked:
        if ratio < 0:
            raise refusal("ratios", str(ratio), "a ratio of stakes is not negative")
    solutions = {ratio: solve(shoe, concept, (ratio, 1)) for ratio in checked}
    return Curve(shoe, concept, solutions, sight(shoe))
