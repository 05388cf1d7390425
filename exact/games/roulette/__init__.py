"""Roulette's even chances: only the yardstick that the documents measure the card games with."""

from __future__ import annotations

from fractions import Fraction

#: The numbers of the wheel with one zero.
WHEEL = range(37)


def even_chance_edge() -> Fraction:
    """The bank's advantage per unit staked on an even chance, per spin, when it takes half at zero.

    Eighteen of the 36 numbers from 1 on win 1 : 1, the others lose; all 37 numbers are equally likely.
    """
    gains = (Fraction(-1, 2) if number == 0 else Fraction(1 if number % 2 else -1) for number in WHEEL)
    return -sum(gains, Fraction(0)) / len(WHEEL)
