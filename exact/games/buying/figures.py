"""Figures worth citing: how often a born one comes, and what the bank's gain is made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from exact.games.buying.lattices import CARDS, first_hands, orders
from exact.games.buying.rules import Table
from exact.packs import at_packs
from exact.rational import decimal
from exact.shoe import PACK, Shoe

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class Born:
    """The probability that given first cards are a born one: ``formula`` in the number of packs d.

    ``probability``: for the number of packs that was asked for, else None. ``limit``: for ever more packs,
    which is with replacement.
    """

    formula: sympy.Expr
    probability: Fraction | None

    def packs(self, number: int) -> Fraction:
        """The probability for so many packs."""
        return at_packs(self.formula, number)

    @property
    def limit(self) -> Fraction:
        import sympy

        value = sympy.limit(self.formula, sympy.Symbol("d"), sympy.oo)
        return Fraction(int(value.p), int(value.q))


def born(table: Table, packs: int | None) -> Born:
    """How often first cards are a born one, from full packs: cards are counted, in every order."""
    import sympy

    d = sympy.Symbol("d")
    total = sympy.Integer(0)
    for cards in combinations_with_replacement(CARDS, table.cards):
        if table.is_born(cards):
            ways = sympy.Integer(orders(cards))
            for card, number in Counter(cards).items():
                for taken in range(number):
                    ways *= PACK[card - 1] * d - taken
            total += ways
    for taken in range(table.cards):
        total /= 52 * d - taken
    formula = sympy.factor(sympy.cancel(total))
    return Born(formula, None if packs is None else at_packs(formula, packs))


def born_deals(shoe: Shoe, table: Table) -> tuple[Fraction, Fraction, Fraction]:
    """From any shoe: how often only the player, only the banker, and both have a born one."""
    found = {(True, False): Fraction(0), (False, True): Fraction(0), (True, True): Fraction(0)}
    hands = list(first_hands(shoe, table.cards))
    for mine in hands:
        for other in hands:
            kind = table.is_born(mine), table.is_born(other)
            if kind in found:
                found[kind] += orders(mine) * orders(other) * shoe.probability(*mine, *other)
    return found[True, False], found[False, True], found[True, True]


@dataclass(frozen=True)
class Causes:
    """What the bank's gain is made of; the parts sum to ``value`` exactly.

    ``order``: what it gains although equal totals are nobody's: the player who dies has lost even if the
    banker dies later. ``ties``: what the rule adds that equal totals are the bank's. ``both_born``: what it
    adds that the bank wins when both have a born one. ``double``: what the double payments add: nothing, as
    each side is equally likely to be the only one with a born one.
    """

    value: Fraction
    order: Fraction
    ties: Fraction
    both_born: Fraction
    double: Fraction

    def __repr__(self) -> str:
        parts = ", ".join(
            f"{name}={decimal(getattr(self, name), 8)}"
            for name in ("value", "order", "ties", "both_born", "double")
        )
        return f"Causes({parts})"


def causes(shoe: Shoe, table: Table) -> Causes:
    """The bank's gain at optimal play, split: without the rule on ties the game is solved anew.

    Raises ExactError as `exact.games.buying.solution.solve` does.
    """
    from exact.games.buying.solution import solve

    value = solve(shoe, table).value
    push = solve(shoe, replace(table, natural=Fraction(1), ties="push")).value
    # What a born one is paid changes no later decision, so that its part is a matter of first cards.
    player, banker, both = born_deals(shoe, table)
    double = (table.natural - 1) * (banker - player)
    return Causes(value, push - both, value - double - push, both, double)
