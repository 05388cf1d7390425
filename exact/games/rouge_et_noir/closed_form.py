"""The laws as functions of the number of packs d, derived symbolically.

From d packs there are n_v = (4 d or 16 d) cards of v points, and any binomial coefficient of n_v is
a polynomial in d. The number of sets of k cards with total s is the coefficient of u^k x^s in the
product of (1 + u x^v)^(n_v): a polynomial in d of degree at most k. All orders being equally likely,

    P(a row ends in t) = sum over the last card v and k of
                         n_v * k! * [u^k x^(t-v)] (product without one card of v points) / (52 d)_(k+1)

with the falling factorial (52 d)_(k+1). Totals below the limit need at most 30 cards before the last,
so one denominator serves all: (52 d)_31, a polynomial of degree 31.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import factorial
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_poly

from exact.errors import refusal
from exact.games.rouge_et_noir.kernel import both_hit, row_weights
from exact.games.rouge_et_noir.rules import LIMIT, TOTALS
from exact.packs import at_packs, interpolated, limit, quotient
from exact.rational import decimal, whole
from exact.shoe import PACK, Shoe

if TYPE_CHECKING:
    import sympy

    from exact.records import Record

#: More cards than that never lie in a row: 30 aces and the last card.
LONGEST = LIMIT


@cache
def row_total(total: int) -> sympy.Expr:
    """P(a row ends in ``total``) from d full packs, as an exact rational function of the symbol d.

    A quotient of integer polynomials in lowest terms, valid for every d >= 1. For total 31 no last
    card needs to be told apart: a row that reaches 31 exactly ends there. Raises ExactError unless
    the total is one of 31..40.
    """
    if whole(total, "total") not in TOTALS:
        raise refusal("total", total, "a row ends in 31 to 40")
    if total == LIMIT:
        polynomials = _sets(None)[LIMIT]
        terms = [(fmpq_poly([factorial(k)]) * p, k) for k, p in enumerate(polynomials)]
    else:
        terms = []
        for last, count in enumerate(PACK, start=1):
            if total - last < LIMIT:
                for k, p in enumerate(_sets(last)[total - last]):
                    terms.append((fmpq_poly([0, count * factorial(k)]) * p, k + 1))
    above, below = fmpq_poly([0]), _falling(0, LONGEST)
    for numerator, cards in terms:
        above += numerator * _falling(cards, LONGEST)
    return quotient(above, below)


@cache
def refait() -> sympy.Expr:
    """P(both rows end in 31) from d full packs, as an exact rational function of the symbol d.

    The identity behind it (kernel.both_hit) makes it a polynomial of degree at most 62 over
    (52 d)_62, so its values at d = 1, ..., 63 determine it: interpolation is here a proof. The limit
    and the first-order term are derived on their own in refait_expansion.
    """
    cards = 2 * LONGEST
    below = _falling(0, cards)
    points = range(1, cards + 2)
    values = []
    for d in points:
        hit = both_hit(Shoe.packs(d))
        values.append(fmpq(hit.numerator, hit.denominator) * below(fmpq(d)))
    return quotient(interpolated(list(points), values), below)


@dataclass(frozen=True)
class ClosedForms:
    """The laws as functions of the number of packs d.

    ``row_totals``: total 31..40 -> P(a row ends in it), a rational function of the symbol d. ``refait``:
    P(both rows end in 31) for large d, up to terms of order 1/d^2; the function itself, of degree 62
    over 62, is what ``refait`` computes.
    """

    row_totals: Mapping[int, sympy.Expr]
    refait: Expansion

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.rouge_et_noir.record import closed_form_record

        return closed_form_record(self)

    def _repr_html_(self) -> str:
        columns = [(f"{packs} packs", packs) for packs in (1, 6, 100)]
        head = "".join(f"<th>{name}</th>" for name in ("total", *(name for name, _ in columns), "limit"))
        rows = ""
        for total, function in self.row_totals.items():
            numbers = [*(at_packs(function, packs) for _, packs in columns), limit(function)]
            cells = "".join(f"<td>{decimal(number, 10)}</td>" for number in numbers)
            rows += f"<tr><th>{total}</th>{cells}</tr>"
        return f"<table><caption>One row from d packs</caption><tr>{head}</tr>{rows}</table>"


def closed_forms() -> ClosedForms:
    """P(a row ends in 31), ..., P(a row ends in 40) as functions of d, and the refait's expansion."""
    return ClosedForms({total: row_total(total) for total in TOTALS}, refait_expansion())


@dataclass(frozen=True)
class Expansion:
    """``limit + first / d`` up to terms of order 1/d^2."""

    limit: Fraction
    first: Fraction


def refait_expansion() -> Expansion:
    """The refait as the number of packs d grows: its limit and the coefficient of 1/d.

    Derivation. A sequence of m cards, m_v of them of v points, has from d packs the probability

        product of (n_v d)_(m_v) / (52 d)_m
          = (its probability with replacement) * (1 + b / (2 d) + O(1/d^2)),
        b = m(m-1)/52 - sum over v of m_v(m_v-1)/n_v,

    n_v being the counts of one pack. So the first-order term is half the expectation of b, with
    replacement, on the event that both rows end in 31; the rows being independent there, it comes
    from the factorial moments of the numbers of cards in one row.
    """
    probability, moments, squares = _row_moments()
    size = sum(PACK)
    everything = sum(moments)  # E[m; 31] of one row
    pairs = _row_pairs()  # E[m(m-1); 31] of one row
    bracket = Fraction(2 * probability * pairs + 2 * everything**2, size)
    for count, moment, square in zip(PACK, moments, squares, strict=True):
        bracket -= Fraction(2 * probability * square + 2 * moment**2, count)
    return Expansion(limit=probability**2, first=bracket / 2)


def _row_moments() -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """With replacement: P(31), and for each card value E[m_v; 31] and E[m_v (m_v - 1); 31]."""
    hit = _hits()
    size = sum(PACK)
    # Mark one card of the row (or two, in order) and use that a walk starts anew at each card:
    # the number of ways to place the marked cards is a convolution of hitting probabilities.
    twice = _convolved(hit, hit)
    thrice = _convolved(twice, hit)
    moments, squares = [], []
    for points, count in enumerate(PACK, start=1):
        share = Fraction(count, size)
        moments.append(share * twice[LIMIT - points])
        squares.append(2 * share**2 * (thrice[LIMIT - 2 * points] if 2 * points <= LIMIT else 0))
    return hit[LIMIT], moments, squares


def _row_pairs() -> Fraction:
    """With replacement: E[m(m-1); 31], m the number of cards of the row."""
    hit = _hits()
    thrice = _convolved(_convolved(hit, hit), hit)
    size = sum(PACK)
    total = Fraction(0)
    for a, count_a in enumerate(PACK, start=1):
        for b, count_b in enumerate(PACK, start=1):
            if a + b <= LIMIT:
                total += 2 * Fraction(count_a * count_b, size**2) * thrice[LIMIT - a - b]
    return total


def _hits() -> list[Fraction]:
    """With replacement: the probability that the running total ever equals s, for s = 0..31."""
    hit = [Fraction(1)]
    for s in range(1, LIMIT + 1):
        steps = (
            Fraction(count, sum(PACK)) * hit[s - points]
            for points, count in enumerate(PACK, start=1)
            if points <= s
        )
        hit.append(sum(steps, Fraction(0)))
    return hit


def _convolved(a: list[Fraction], b: list[Fraction]) -> list[Fraction]:
    return [sum((a[i] * b[s - i] for i in range(s + 1)), Fraction(0)) for s in range(len(a))]


@cache
def _sets(without: int | None) -> list[list[fmpq_poly]]:
    """``[s][k]``: the number of sets of k cards with total s, a polynomial in d.

    One card of ``without`` points has been taken out of the d packs beforehand.
    """
    table = [[fmpq_poly([int(s == k == 0)]) for k in range(s + 1)] for s in range(LIMIT + 1)]
    for points, count in enumerate(PACK, start=1):
        n = fmpq_poly([-1 if points == without else 0, count])
        choose = [fmpq_poly([1])]
        for i in range(1, LIMIT // points + 1):
            choose.append(choose[-1] * (n - fmpq_poly([i - 1])) * fmpq(1, i))
        table = [
            [
                sum(
                    (
                        choose[i] * table[s - i * points][k - i]
                        for i in range(min(k, s // points) + 1)
                        if k - i <= s - i * points
                    ),
                    fmpq_poly([0]),
                )
                for k in range(s + 1)
            ]
            for s in range(LIMIT + 1)
        ]
    return table


def _falling(start: int, stop: int) -> fmpq_poly:
    """The product of (52 d - j) for start <= j < stop."""
    result = fmpq_poly([1])
    for j in range(start, stop):
        result *= fmpq_poly([-j, sum(PACK)])
    return result


def limit_with_replacement(total: int) -> Fraction:
    """P(a row ends in ``total``) with replacement: the limit of row_total for many packs."""
    weights, denominator = row_weights(Shoe(PACK, replacement=True))
    return Fraction(sum(w for (t, _, _), w in weights.items() if t == total), denominator)
