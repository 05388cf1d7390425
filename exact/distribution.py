"""Distribution: outcome -> Fraction, exact, summing to one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from exact.errors import ExactError, OutcomeError, refusal, shown
from exact.rational import decimal

if TYPE_CHECKING:
    import sympy

T = TypeVar("T", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Distribution(Mapping[T, Fraction], Generic[T]):
    """The exact law of something random. Immutable, hashable; probabilities are Fractions.

    ``law[outcome]`` is the probability, ``Fraction(0)`` for an impossible outcome of the domain, and
    an error outside the domain. Iterating gives the outcomes of positive probability in the
    domain's order; ``domain`` lists them all. The outcome None stands for a coup that the shoe
    could not complete; ``completed()`` is the law given that it did not happen. Two distributions
    are equal when every outcome has the same probability in both.

    Raises ExactError unless the probabilities are non-negative rationals that sum to one exactly.
    """

    __slots__ = ("_denominator", "_domain", "_weights")

    def __init__(self, probabilities: Mapping[T, Fraction | int], domain: Iterable[T] = ()) -> None:
        if not isinstance(probabilities, Mapping):
            raise refusal("probabilities", probabilities, "a mapping from outcomes to Fractions is expected")
        given: dict[T, Fraction] = {}
        for outcome, probability in dict(probabilities).items():
            if isinstance(probability, bool) or not isinstance(probability, (int, Fraction)):
                raise refusal(f"probability of {shown(outcome)}", probability, "a Fraction is expected")
            given[outcome] = Fraction(probability)
        common = lcm(*(p.denominator for p in given.values()))
        weights = {outcome: int(p * common) for outcome, p in given.items()}
        if sum(weights.values()) != common:
            total = Fraction(sum(weights.values()), common)
            raise ExactError(f"probabilities: they sum to {total}; one is expected")
        self._fill(weights, domain)

    @classmethod
    def from_weights(cls, weights: Mapping[T, int], domain: Iterable[T] = ()) -> Distribution[T]:
        """The law proportional to non-negative integer weights, not all of them zero."""
        law: Distribution[T] = object.__new__(cls)
        law._fill(weights, domain)
        return law

    @staticmethod
    def of_coups(weights: Mapping[S, int], out_of: int, domain: Iterable[S] = ()) -> Distribution[S | None]:
        """The law of completed coups given as integer weights out of so many.

        What is missing to ``out_of`` is the weight of the outcome None, the last of the domain.
        """
        completed: dict[S | None, int] = {outcome: weights.get(outcome, 0) for outcome in [*domain, *weights]}
        return Distribution.from_weights({**completed, None: out_of - sum(completed.values())})

    def _fill(self, weights: Mapping[T, int], domain: Iterable[T]) -> None:
        for outcome, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int) or weight < 0:
                raise refusal(f"weight of {shown(outcome)}", weight, "a non-negative int is expected")
        total = sum(weights.values())
        if total == 0:
            raise ExactError("weights: they are all zero; a law needs at least one possible outcome")
        common = gcd(*weights.values())
        order = dict.fromkeys([*domain, *weights])
        self._domain: tuple[T, ...] = tuple(order)
        self._weights: dict[T, int] = {o: weights.get(o, 0) // common for o in order}
        self._denominator: int = total // common

    # ---------------------------------------------------------------- mapping

    @property
    def domain(self) -> tuple[T, ...]:
        """All outcomes that have a probability, impossible ones too."""
        return self._domain

    @property
    def denominator(self) -> int:
        """The least common denominator of all probabilities."""
        return self._denominator

    def weights(self) -> dict[T, int]:
        """The probabilities of the whole domain as integers over ``denominator``."""
        return dict(self._weights)

    def __getitem__(self, outcome: T) -> Fraction:
        try:
            return Fraction(self._weights[outcome], self._denominator)
        except KeyError:
            raise OutcomeError(f"{shown(outcome)} is not an outcome; they are {self._outcomes()}") from None

    def _outcomes(self) -> str:
        names = [shown(outcome) for outcome in self._domain]
        return ", ".join(names if len(names) <= 12 else [*names[:5], "...", *names[-3:]])

    def __iter__(self) -> Iterator[T]:
        return (outcome for outcome in self._domain if self._weights[outcome])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Distribution):
            mine, theirs = dict(self._possible()), dict(other._possible())
            return self._denominator == other._denominator and mine == theirs
        if isinstance(other, Mapping):
            return dict(self.items()) == {outcome: p for outcome, p in other.items() if p}
        return NotImplemented

    def _possible(self) -> Iterator[tuple[T, int]]:
        return ((outcome, weight) for outcome, weight in self._weights.items() if weight)

    def __hash__(self) -> int:
        return hash((self._denominator, frozenset(self._possible())))

    def __repr__(self) -> str:
        inside = ", ".join(f"{outcome!r}: {str(p)!r}" for outcome, p in self.items())
        return f"Distribution({{{inside}}})"

    # ------------------------------------------------------------- operations

    def probability(self, event: Callable[[T], bool]) -> Fraction:
        """The probability of the outcomes for which ``event(outcome)`` is true."""
        return Fraction(sum(w for outcome, w in self._possible() if event(outcome)), self._denominator)

    def given(self, event: Callable[[T], bool]) -> Distribution[T]:
        """The law conditioned on an event. Raises ExactError when the event is impossible."""
        kept = {outcome: self._weights[outcome] for outcome in self._domain if event(outcome)}
        if not any(kept.values()):
            raise ExactError("given: the event has probability zero; there is no law given that it happens")
        return Distribution.from_weights(kept)

    def completed(self) -> Distribution[T]:
        """The law given that the coup was completed: without the outcome None."""
        return self.given(lambda outcome: outcome is not None)

    def map(self, function: Callable[[T], S]) -> Distribution[S]:
        """The law of ``function(outcome)``; an impossible None is not handed to the function."""
        weights: dict[Any, int] = {}
        for outcome, weight in self._weights.items():
            image = None if outcome is None and not weight else function(outcome)
            weights[image] = weights.get(image, 0) + weight
        return Distribution.from_weights(weights)

    def marginal(self, *places: int) -> Distribution[Any]:
        """The law of one component of tuple outcomes, or of several, counted from 0; None stays None."""
        if not places:
            raise refusal("marginal", places, "name at least one component of the outcomes")

        def part(outcome: Any) -> Any:
            if outcome is None:
                return None
            try:
                chosen = tuple(outcome[place] for place in places)
            except (TypeError, IndexError):
                raise refusal(
                    "marginal", places, f"the outcome {shown(outcome)} has no such component"
                ) from None
            return chosen[0] if len(places) == 1 else chosen

        return self.map(part)

    def expectation(self, function: Callable[[T], int | Fraction]) -> Fraction:
        """The exact expected value of ``function(outcome)``."""
        return Fraction(sum((w * function(outcome) for outcome, w in self._possible()), Fraction(0))) / (
            self._denominator
        )

    def mean(self) -> Fraction:
        """The expected value of numeric outcomes. Raises ExactError if None is possible."""
        return self.expectation(self._number("mean"))

    def variance(self) -> Fraction:
        """The variance of numeric outcomes. Raises ExactError if None is possible."""
        number = self._number("variance")
        mean = self.expectation(number)
        return self.expectation(lambda outcome: (number(outcome) - mean) ** 2)

    def _number(self, what: str) -> Callable[[T], Fraction]:
        def number(outcome: T) -> Fraction:
            if outcome is None:
                raise ExactError(
                    f"{what}: the coup may stay incomplete (outcome None); ask for .completed() first"
                )
            if not isinstance(outcome, (int, Fraction)):
                raise ExactError(
                    f"{what}: the outcome {shown(outcome)} is not a number; use .map or .marginal first"
                )
            return Fraction(outcome)

        return number

    # ---------------------------------------------------------- other people's

    def to_sympy(self) -> dict[T, sympy.Rational]:
        """outcome -> sympy.Rational, for the whole domain."""
        import sympy

        return {o: sympy.Rational(w, self._denominator) for o, w in self._weights.items()}

    def decimal(self, digits: int = 20) -> dict[T, str]:
        """outcome -> decimal text correctly rounded (half to even) to so many significant digits."""
        return {outcome: decimal(self[outcome], digits) for outcome in self._domain}

    def _repr_html_(self) -> str:
        highest = max(self._weights.values())
        rows = []
        for outcome in self._domain:
            probability = self[outcome]
            label = "none" if outcome is None else escape(str(outcome))
            width = 200 * self._weights[outcome] // highest
            bar = f'<div style="background:#4878a8;height:0.8em;width:{width}px"></div>'
            rows.append(
                f"<tr><td>{label}</td><td title='{probability}'>{decimal(probability, 10)}</td>"
                f"<td style='text-align:left'>{bar}</td></tr>"
            )
        head = "<tr><th>outcome</th><th>probability</th><th></th></tr>"
        return f"<table>{head}{''.join(rows)}</table>"
