"""The ruin of a bank of finite capital against flat stakes, exact.

The capital goes by the gain of a coup from coup to coup; the bank is ruined when it cannot lose the
largest possible loss any more, so that it could not hold the stakes. Model: independent coups with one law.

With a target the probability is the solution of a linear system on the lattice of the possible capitals,
solved in rationals. For a number of coups it is a forward recursion in integers. Without either it is one
when the expected gain is not positive; a power when gains and losses are single units; else enclosed, by a
target far away and a supermartingale beyond it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import ceil, floor, gcd, lcm
from typing import TYPE_CHECKING, Final, Union

from exact.distribution import Distribution
from exact.enclosure import Enclosure
from exact.errors import ExactError, refusal
from exact.partie.fortune.coups import CoupLaw, commission_named
from exact.rational import Rational, decimal, rational, whole

if TYPE_CHECKING:
    from flint import fmpq

    from exact.records import Record
    from exact.shoe import Shoe

#: The most capitals for which the linear system is solved, and the most coups.
MOST_STATES: Final = 400
MOST_COUPS: Final = 500
#: Longer fractions are of no use to anybody: they are enclosed.
MOST_BITS: Final = 13_000
#: The grid on which a root is found, and the decimals to which an enclosure is rounded outward.
BITS: Final = 40
DIGITS: Final = 30

Bounds = Union[Fraction, Enclosure]


@dataclass(frozen=True)
class Ruin:
    """How the bank ends. ``ruined``: the probability that it is ruined; ``reached``: that it has the target.

    Where neither a target nor a number of coups is given, ``reached`` is that it is never ruined.
    ``playing``: that it still plays after ``coups`` coups. Numbers whose fractions have more than 13,000 bits
    are enclosed to 30 decimals.
    """

    gain: Distribution[Fraction]
    capital: Fraction
    target: Fraction | None
    coups: int | None
    ruined: Bounds
    reached: Bounds
    playing: Bounds

    def record(self, shoe: Shoe, commission: Rational = "5%") -> Record:
        """The citable record of this answer about chemin de fer from a shoe, a unit staked in every coup."""
        from exact.partie.fortune.record import ruin_record

        return ruin_record(self, shoe, commission)

    def explain(self) -> str:
        """The answer in a sentence."""
        said = (
            f"from {decimal(self.ruined.lower, 6)} to {decimal(self.ruined.upper, 6)}"
            if isinstance(self.ruined, Enclosure)
            else decimal(self.ruined, 8)
        )
        return f"With a capital of {decimal(self.capital, 8)} the bank is ruined with probability {said}."


def gains(law: CoupLaw, stake: Rational = 1, commission: Rational = "5%") -> Distribution[Fraction]:
    """The law of the banker's gain in a coup of chemin de fer against a flat stake, after the tax."""
    tax, amount = commission_named(commission), rational(stake, "stake")
    if amount <= 0:
        raise refusal("stake", str(amount), "a positive amount is expected")
    return Distribution({amount * (1 - tax): law.won, Fraction(0): law.void, -amount: law.lost})


def ruin(
    gain: Distribution[Fraction],
    capital: Rational,
    target: Rational | None = None,
    coups: int | None = None,
) -> Ruin:
    """The ruin of a bank with this capital, whose gain in every coup has the law ``gain``: see Ruin.

    ``target``: the bank stops with so much or more. ``coups``: after so many it stops at any rate. Raises
    ExactError for a law without losses, a capital that is not positive, a target not above the capital, and
    where the question is too large.
    """
    law = {Fraction(step): p for step, p in gain.items() if p}
    start = rational(capital, "capital")
    goal = None if target is None else rational(target, "target")
    largest = -min(law)
    if largest <= 0:
        raise ExactError("gain: a bank that never loses is never ruined; a law with a loss is expected")
    if start <= 0:
        raise refusal("capital", str(start), "a positive amount is expected")
    if goal is not None and goal <= start:
        raise refusal("target", str(goal), f"more than the capital, {start}, is expected")
    unit = _lattice([*law, start])
    walk = _Walk({int(step / unit): p for step, p in law.items()}, int(start / unit), -int(min(law) / unit))
    goal_at = None if goal is None else -int(-goal // unit)
    if coups is not None:
        number = whole(coups, "coups", least=1)
        if number > MOST_COUPS:
            raise refusal("coups", coups, f"at most {MOST_COUPS} are computed")
        ruined, reached, playing = map(_bounds, walk.after(number, goal_at))
        return Ruin(gain, start, goal, number, ruined, reached, playing)
    if goal_at is not None:
        lost = walk.before(goal_at)
        return Ruin(gain, start, goal, None, _bounds(lost), _bounds(1 - lost), Fraction(0))
    ever = walk.ever()
    never: Bounds = 1 - ever if isinstance(ever, Fraction) else Enclosure(1 - ever.upper, 1 - ever.lower)
    return Ruin(gain, start, None, None, ever, never, Fraction(0))


def _lattice(numbers: list[Fraction]) -> Fraction:
    """The largest amount of which all of these are multiples."""
    scale = lcm(*(number.denominator for number in numbers))
    return Fraction(reduce(gcd, (int(number * scale) for number in numbers)), scale)


@dataclass(frozen=True)
class _Walk:
    """A walk on the integers from ``start``, by random ``steps``, ruined below ``least``."""

    steps: Mapping[int, Fraction]
    start: int
    least: int

    def after(self, coups: int, goal: int | None) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities of ruin, of the goal and of neither after so many coups: forward, in integers."""
        scale = lcm(*(p.denominator for p in self.steps.values()))
        weights = {step: int(p * scale) for step, p in self.steps.items()}
        at: dict[int, int] = {}
        ruined = reached = 0
        if self.start < self.least:
            ruined = 1
        else:
            at[self.start] = 1
        for _ in range(coups):
            ruined, reached = ruined * scale, reached * scale
            following: dict[int, int] = {}
            for place, weight in at.items():
                for step, times in weights.items():
                    there, added = place + step, weight * times
                    if there < self.least:
                        ruined += added
                    elif goal is not None and there >= goal:
                        reached += added
                    else:
                        following[there] = following.get(there, 0) + added
            at = following
        whole_ = scale**coups
        if self.start < self.least:
            return Fraction(1), Fraction(0), Fraction(0)
        return Fraction(ruined, whole_), Fraction(reached, whole_), Fraction(sum(at.values()), whole_)

    def before(self, goal: int) -> Fraction:
        """The probability of ruin before the goal: the linear system of all capitals between."""
        if self.start < self.least:
            return Fraction(1)
        return self._before(goal)[self.start - self.least]

    def _before(self, goal: int) -> list[Fraction]:
        """For each capital from ``least`` to below ``goal`` the probability of ruin.

        f(c) = sum of p(s) f(c + s), with f = 1 below ``least`` and f = 0 from ``goal`` on. There is one
        solution: from every capital some losses in a row lead out.
        """
        from flint import fmpq_mat

        size = goal - self.least
        if size > MOST_STATES:
            raise ExactError(f"target: it takes {size} possible capitals; at most {MOST_STATES} are computed")
        moving = {step: p for step, p in self.steps.items() if step}
        leaves = sum(moving.values(), Fraction(0))
        matrix, right = fmpq_mat(size, size), fmpq_mat(size, 1)
        for at in range(size):
            matrix[at, at] = _flint(leaves)
            beyond = Fraction(0)
            for step, p in moving.items():
                there = at + step
                if there < 0:
                    beyond += p
                elif there < size:
                    matrix[at, there] = _flint(-p)
            right[at, 0] = _flint(beyond)
        found = matrix.solve(right)
        return [Fraction(int(found[at, 0].p), int(found[at, 0].q)) for at in range(size)]

    def ever(self) -> Bounds:
        """The probability that the walk is ever ruined."""
        if self.start < self.least or sum(step * p for step, p in self.steps.items()) <= 0:
            return Fraction(1)
        moving = {step: p for step, p in self.steps.items() if step}
        if set(moving) == {1, -1}:
            # Gambler's ruin: one step nearer is reached with probability lost / won.
            return (moving[-1] / moving[1]) ** (self.start - self.least + 1)
        below, above = self._roots()
        # Ruin leaves a capital from 0 to least - 1. Where E x**step <= 1, the powers x**capital are a
        # supermartingale, and ruin has at most the probability x**(start - least + 1). Where E x**step >= 1,
        # they are a bounded submartingale that tends to 0 without ruin, which has x**start at least.
        lower, upper = below**self.start, above ** (self.start - self.least + 1)
        return _outward(lower, upper)

    def _roots(self) -> tuple[Fraction, Fraction]:
        """Neighbouring numbers of a fine grid about the root x < 1 of E x**step = 1.

        At the lower one the mean is at least 1, at the upper one at most 1. The mean is convex and, as the
        walk gains on average, below 1 between the root and 1; so bisection finds them, all in integers.
        """
        low, high = 0, 2**BITS
        while high - low > 1:
            middle = (low + high) // 2
            if self._mean(Fraction(middle, 2**BITS)) <= 1:
                high = middle
            else:
                low = middle
        return Fraction(low, 2**BITS), Fraction(high, 2**BITS)

    def _mean(self, x: Fraction) -> Fraction:
        return sum((p * x**step for step, p in self.steps.items()), Fraction(0))


def _bounds(x: Fraction) -> Bounds:
    """The number, or an enclosure of one whose fraction is too long."""
    return x if max(x.numerator.bit_length(), x.denominator.bit_length()) <= MOST_BITS else _outward(x, x)


def _outward(lower: Fraction, upper: Fraction) -> Enclosure:
    """The narrowest enclosure with ends of so many decimals."""
    scale = 10**DIGITS
    return Enclosure(Fraction(floor(lower * scale), scale), Fraction(ceil(upper * scale), scale))


def _flint(x: Fraction) -> fmpq:
    from flint import fmpq

    return fmpq(x.numerator, x.denominator)
