"""Polynomials in d, the number of packs, with integer coefficients: their quotients and their signs.

A polynomial is the tuple of its coefficients, that of the lowest power first, without zeros at the end.
The means, each a line of proof:

* A polynomial of degree below n is known from n of its values (``interpolated``): the difference of
  two such polynomials with the same values has more zeros than a polynomial of its degree can have.
* If p(a + t), multiplied out in powers of t, has no negative coefficient and a positive constant, p is
  positive at a and at every number above (``positive_from``). If the leading coefficient of p is positive
  this comes true for large enough a; what lies below is looked at number by number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import zip_longest
from math import factorial, gcd

from check_form import PACK, Cell, Label, Table

Polynomial = tuple[int, ...]
#: Numerator and denominator.
Quotient = tuple[Polynomial, Polynomial]

#: The numbers of packs whose values a record shows.
SHOWN = range(1, 13)
#: How far single numbers are looked at before all larger ones must be positive.
FARTHEST = 100_000


def trimmed(coefficients: Sequence[int]) -> Polynomial:
    """Without zeros at the end."""
    length = len(coefficients)
    while length and not coefficients[length - 1]:
        length -= 1
    return tuple(coefficients[:length])


def plus(one: Polynomial, other: Polynomial, factor: int = 1) -> Polynomial:
    """one + factor * other."""
    return trimmed([a + factor * b for a, b in zip_longest(one, other, fillvalue=0)])


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    if not one or not other:
        return ()
    product = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return tuple(product)


def value(polynomial: Polynomial, d: int) -> int:
    result = 0
    for coefficient in reversed(polynomial):
        result = result * d + coefficient
    return result


@cache
def falling(count: int, number: int, start: int = 0) -> Polynomial:
    """(count d - start)(count d - start - 1)..., of so many factors.

    The ways to draw so many cards, in order, from count d cards of which ``start`` are gone.
    """
    product: Polynomial = (1,)
    for gone in range(start, start + number):
        product = times(product, (-gone, count))
    return product


@cache
def _basis(points: int) -> list[Polynomial]:
    """For each of d = 1, ..., n: (n - 1)! times the polynomial that is 1 there and 0 at the others."""
    found = []
    for node in range(1, points + 1):
        product: Polynomial = (1,)
        below = 1
        for other in range(1, points + 1):
            if other != node:
                product, below = times(product, (-other, 1)), below * (node - other)
        # The products of differences are (node - 1)! (n - node)! up to the sign, and divide (n - 1)!.
        found.append(tuple(c * (factorial(points - 1) // below) for c in product))
    return found


def interpolated(values: Sequence[int]) -> Polynomial:
    """The polynomial of degree below n with these n values at d = 1, ..., n.

    It must have integer coefficients, as sums of products of numbers of cards have.
    """
    whole = factorial(len(values) - 1)
    sums = [0] * len(values)
    for number, polynomial in zip(values, _basis(len(values)), strict=True):
        for power, c in enumerate(polynomial):
            sums[power] += number * c
    assert not any(c % whole for c in sums)
    return trimmed([c // whole for c in sums])


def positive_from(polynomial: Polynomial, d: int) -> bool:
    """Whether it is proved to be positive at d and at every whole number above; see the head of this file."""
    if not polynomial or polynomial[-1] < 0:
        return False
    step = 1
    while d <= FARTHEST:
        shifted = list(polynomial)
        for begin in range(len(shifted) - 1):
            for power in range(len(shifted) - 2, begin - 1, -1):
                shifted[power] += d * shifted[power + 1]
        if shifted[0] > 0 and min(shifted) >= 0:
            return True
        if any(value(polynomial, here) <= 0 for here in range(d, d + step)):
            return False
        d, step = d + step, 2 * step
    return False


def lowest(above: Polynomial, below: Polynomial) -> Quotient:
    """The quotient in lowest terms: no common polynomial factor, no common divisor of all coefficients, and

    the leading coefficient of the denominator positive.
    """
    one, other = primitive(above), primitive(below)
    while other:
        one, other = other, primitive(_rest(one, other))
    above, below = _divided(above, one), _divided(below, one)
    common = gcd(*above, *below) * (1 if below[-1] > 0 else -1)
    return tuple(c // common for c in above), tuple(c // common for c in below)


def primitive(polynomial: Polynomial) -> Polynomial:
    """Without a common divisor of its coefficients."""
    common = gcd(*polynomial) or 1
    return tuple(c // common for c in polynomial)


def _rest(one: Polynomial, other: Polynomial) -> Polynomial:
    """What division leaves of a multiple of the first polynomial."""
    rest = list(one)
    while len(rest) >= len(other):
        factor, shift = rest[-1], len(rest) - len(other)
        rest = [c * other[-1] for c in rest]
        for place, c in enumerate(other):
            rest[shift + place] -= factor * c
        rest = list(trimmed(rest))
    return tuple(rest)


def _divided(polynomial: Polynomial, divisor: Polynomial) -> Polynomial:
    """The quotient by a primitive polynomial that divides it: it has integer coefficients (Gauss)."""
    rest, found = list(polynomial), [0] * (len(polynomial) - len(divisor) + 1)
    for shift in range(len(found) - 1, -1, -1):
        found[shift], left = divmod(rest[shift + len(divisor) - 1], divisor[-1])
        assert not left
        for place, c in enumerate(divisor):
            rest[shift + place] -= found[shift] * c
    assert not any(rest)
    return tuple(found)


def limit(function: Quotient) -> Fraction:
    """What a quotient of polynomials of the same degree tends to."""
    above, below = function
    assert len(above) == len(below)
    return Fraction(above[-1], below[-1])


def at_packs(function: Quotient, d: int) -> Fraction:
    return Fraction(value(function[0], d), value(function[1], d))


def deals(cards: int) -> Polynomial:
    """The number of ordered deals of so many cards from d packs."""
    return falling(sum(PACK), cards)


# ------------------------------------------------------------------------- records


def text(function: Quotient) -> str:
    """How a record writes it: ``(12d^2 - 1)/(13d^2 + 4d)``."""
    above, below = map(_text, function)
    return above if function[1] == (1,) else f"({above})/({below})"


def _text(polynomial: Polynomial) -> str:
    terms = []
    for power, c in reversed(list(enumerate(polynomial))):
        if c:
            size = "" if abs(c) == 1 and power else str(abs(c))
            terms += ["-" if c < 0 else "+", size + ("", "d", f"d^{power}")[min(power, 2)]]
    joined = " ".join(terms)
    return joined[2:] if joined.startswith("+") else joined[:1] + joined[2:] if joined else "0"


def coefficients(functions: Mapping[Label, Quotient], *labels: str) -> Table:
    """The table of numerators and denominators, a row for each power of d."""
    rows: dict[Label, tuple[Cell, ...]] = {}
    for label, function in functions.items():
        for power, cells in enumerate(zip_longest(*function, fillvalue=0)):
            rows[(*label, str(power))] = tuple(map(Fraction, cells))
    named = ((name, "label") for name in (*labels, "power"))
    return Table((*named, ("numerator", "pure number"), ("denominator", "pure number")), rows)
