"""Rouge et noir: the law of a row as functions of the number of packs d.

Cards are laid in a row until their total reaches 31 or more. All sets of values with a total of 30 at
most are gone through; each of their orders is a beginning of a row, and each card that brings the total to 31
or more ends it (``words``). A row with m_v cards of v points comes up in a product of falling factorials
of 4 d, or 16 d for the tens, out of 52 d (52 d - 1)...: all that is left is to multiply out.

For many packs the refait is known up to terms in 1/d^2. A sequence of m cards, m_v of them of v points,
comes up with the probability (its own with replacement) times

    product over v of (1 - 0/(n_v d))(1 - 1/(n_v d))...   over   (1 - 0/(52 d))(1 - 1/(52 d))...

so the coefficient of 1/d is m (m - 1)/2 / 52 less the sum of m_v (m_v - 1)/2 / n_v over v. It is summed over
both rows, which are independent with replacement.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb, factorial, prod

from check_form import PACK, Cell, Derived, Label, Record, Table, demand
from check_polynomials import (
    SHOWN,
    Polynomial,
    Quotient,
    at_packs,
    coefficients,
    deals,
    falling,
    limit,
    lowest,
    plus,
    times,
)

LIMIT = 31
TOTALS = range(31, 41)
#: How many cards of a kind a row can have.
COUNTS = range(LIMIT + 1)
PER_ROW = "probability per row"
PER_COUP = "probability per coup"

#: The numbers of cards of each value below ten, the largest first, and the number of tens.
Form = tuple[tuple[int, ...], int]


def beginnings(value: int = 10, room: int = LIMIT - 1) -> Iterator[tuple[int, ...]]:
    """How many cards of 1, ..., ``value`` points there can be, of a total of ``room`` at most."""
    if value == 0:
        yield ()
        return
    for number in range(room // value + 1):
        for fewer in beginnings(value - 1, room - number * value):
            yield (*fewer, number)


@cache
def words() -> dict[tuple[int, Form], int]:
    """(total, form) -> the number of rows, sequences of values, that end in it and have this form."""
    found: dict[tuple[int, Form], int] = {}
    for content in beginnings():
        total = sum(points * number for points, number in enumerate(content, start=1))
        orders = factorial(sum(content)) // prod(map(factorial, content))
        for last in range(max(LIMIT - total, 1), 11):
            numbers = list(content)
            numbers[last - 1] += 1
            key = total + last, (tuple(sorted(filter(None, numbers[:9]), reverse=True)), numbers[9])
            found[key] = found.get(key, 0) + orders
    return found


@cache
def row_functions() -> dict[int, Quotient]:
    """Total -> the probability that a row ends in it, as a function of d.

    All over (52 d)(52 d - 1)...(52 d - 30): no row has more than 31 cards.
    """
    sums: dict[int, Polynomial] = dict.fromkeys(TOTALS, ())
    for (total, (low, tens)), orders in words().items():
        cards = sum(low) + tens
        ways = times(falling(16, tens), falling(sum(PACK), LIMIT - cards, cards))
        for number in low:
            ways = times(ways, falling(4, number))
        sums[total] = plus(sums[total], ways, orders)
    everything: Polynomial = ()
    for above in sums.values():
        everything = plus(everything, above)
    assert everything == deals(LIMIT)
    return {total: lowest(above, deals(LIMIT)) for total, above in sums.items()}


@cache
def refait_for_many_packs() -> tuple[Fraction, Fraction]:
    """The refait's limit and the coefficient of 1/d; see the head of this file."""
    size = sum(PACK)

    def row(values: tuple[int, ...]) -> list[Fraction]:
        """With replacement: P(a row ends in 31 with so many cards of these values), for 0 to 31 of them."""
        found = [Fraction(0)] * (LIMIT + 1)
        states = {(0, 0): Fraction(1)}
        while states:
            following: dict[tuple[int, int], Fraction] = {}
            for (total, some), p in states.items():
                if total == LIMIT:
                    found[some] += p
                    continue
                for points, count in enumerate(PACK, start=1):
                    if (end := total + points) <= LIMIT:
                        state = end, some + (points in values)
                        following[state] = following.get(state, Fraction(0)) + p * Fraction(count, size)
            states = following
        return found

    def pairs(law: list[Fraction]) -> Fraction:
        """The expected number of pairs of such cards in both rows, where both end in 31."""
        return sum((comb(i + j, 2) * law[i] * law[j] for i in COUNTS for j in COUNTS), Fraction(0))

    every = row(tuple(range(1, 11)))
    first = pairs(every) / size
    for value, count in enumerate(PACK, start=1):
        first -= pairs(row((value,))) / count
    return sum(every, Fraction(0)) ** 2, first


def closed_form(data: Record) -> Derived:
    """The record of the laws of a row as functions of d."""
    demand(data["input"] == {}, "input", "this question has no options")
    functions, (refait, first) = row_functions(), refait_for_many_packs()
    values = {f"{total}_limit": (limit(function), PER_ROW) for total, function in functions.items()}
    values |= {"refait_limit": (refait, PER_COUP), "refait_first": (first, PER_COUP)}
    rows: dict[Label, tuple[Cell, ...]] = {
        (str(d),): tuple(at_packs(function, d) for function in functions.values()) for d in SHOWN
    }
    columns = (("packs", "label"), *((str(total), PER_ROW) for total in functions))
    named: dict[Label, Quotient] = {(str(total),): function for total, function in functions.items()}
    tables = {"by_packs": Table(columns, rows), "coefficients": coefficients(named, "total")}
    return Derived("rouge-et-noir.closed-form", "counting of rows, multiplied out in d", values, tables)
