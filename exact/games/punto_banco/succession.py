"""Successive coups from one shoe: the joint law of their results, and their correlation.

A shoe of six cards or more a coup completes all of them. Then each coup may be padded to six cards: to
put the padding aside is to burn cards that nobody has seen, which changes no law. The first coups use a
multiset of cards, and the last coup is dealt from what is left, so the number of ordered deals with
results (r, ..., s, t) is

    sum over the contents m of (words with content m and results r, ..., s)
                              * (deals of one such word) * (deals of the shoe without m with result t).

From a shoe that may run out, and for more coups, the rules themselves are enumerated by memoised
recursion over the remaining counts (small shoes only).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from html import escape
from itertools import product
from math import isqrt, prod
from typing import TYPE_CHECKING, Any, Final

from exact.distribution import Distribution
from exact.enumeration import law
from exact.errors import ExactError, refusal
from exact.games.punto_banco import kernel, rules
from exact.games.punto_banco.rules import RESULTS, START
from exact.rational import decimal, whole
from exact.shoe import Shoe, require_cards
from exact.tree import Deal, Node, Settle

if TYPE_CHECKING:
    from exact.games.punto_banco.kernel import Integers
    from exact.records import Record

#: What the rules are enumerated on, at most: sub-multisets of the shoe, times the results of the coups
#: before the last.
MOST_STATES: Final = 10_000
#: The most coups for which a full shoe is computed.
MOST_COUPS: Final = 3

#: The results of the coups in their order; None: the shoe ran out before that coup was complete.
Results = tuple[str | None, ...]

_SIGN: Final = {"banco": 1, "tie": 0, "punto": -1}


@dataclass(frozen=True)
class Successive:
    """The results of the next coups from one shoe, played one after the other without shuffling.

    ``results``: the joint law of the results "banco", "punto", "tie" of coups 1, ..., ``coups``; None
    from the coup on that the shoe could not complete.
    """

    shoe: Shoe
    coups: int
    results: Distribution[Results]

    @property
    def certain(self) -> bool:
        """Whether the shoe completes all these coups in whatever order its cards lie."""
        return all(results[-1] is not None for results in self.results)

    def coup(self, number: int) -> Distribution[str | None]:
        """The law of the result of one coup, counted from 1; None: the shoe ran out before.

        As long as that many coups are certain it is the law of the first.
        """
        return self.results.marginal(self._place(number, "number"))

    def covariance(self, first: int = 1, second: int = 2) -> Fraction:
        """The covariance of the results of two coups, counted +1 for banco, 0 for the tie, -1 for punto.

        Raises ExactError when one of the two coups may stay incomplete.
        """
        return self._covariance(first, second, _SIGN.__getitem__, _SIGN.__getitem__)

    def indicator_covariances(self, first: int = 1, second: int = 2) -> dict[tuple[str, str], Fraction]:
        """(result, result) -> P(both) - P(the one in coup ``first``) * P(the other in coup ``second``).

        Raises ExactError when one of the two coups may stay incomplete.
        """

        def is_(name: str) -> Callable[[str], int]:
            return lambda result: int(result == name)

        return {(r, s): self._covariance(first, second, is_(r), is_(s)) for r in RESULTS for s in RESULTS}

    def correlation(self, first: int = 1, second: int = 2) -> Fraction:
        """Pearson's coefficient of the results of two coups, counted +1, 0, -1 as for ``covariance``.

        Rational, as the coups have the same variance while they are certain. Raises ExactError when one
        of the two may stay incomplete, and when every coup ends alike.
        """
        both = self._covariance(first, second, _SIGN.__getitem__, _SIGN.__getitem__)
        squares = Fraction(1)
        for number in (first, second):
            squares *= self.coup(number).map(lambda result: _SIGN[str(result)]).variance()
        if squares == 0:
            raise ExactError("correlation: every coup from this shoe ends alike; its variance is zero")
        root = Fraction(isqrt(squares.numerator), isqrt(squares.denominator))
        if root * root != squares:
            raise ExactError("correlation: it is irrational, as the variances differ; ask for covariance")
        return both / root

    def record(self) -> Record:
        """The citable record of this joint law."""
        from exact.games.punto_banco.record import successive_record

        return successive_record(self)

    def _covariance(
        self, first: int, second: int, f: Callable[[str], int], g: Callable[[str], int]
    ) -> Fraction:
        pair = self.results.marginal(self._place(first, "first"), self._place(second, "second"))
        if any(None in results for results in pair):
            raise ExactError(
                "covariance: the shoe may run out before these coups are complete; "
                f"{kernel.CARDS} cards a coup make them certain"
            )
        return pair.expectation(lambda rs: f(rs[0]) * g(rs[1])) - (
            pair.expectation(lambda rs: f(rs[0])) * pair.expectation(lambda rs: g(rs[1]))
        )

    def _place(self, number: int, argument: str) -> int:
        place = whole(number, argument, least=1) - 1
        if place >= self.coups:
            raise refusal(argument, number, f"these are coups 1 to {self.coups}")
        return place

    def explain(self) -> str:
        """How the first two coups depend on each other, in a sentence with its numbers."""
        where = "with replacement" if self.shoe.replacement else f"from a shoe of {self.shoe.size} cards"
        if self.coups == 1:
            banco = self.coup(1)["banco"]
            return f"One coup {where}: banco wins it with probability {banco} (about {decimal(banco, 7)})."
        both = Fraction(sum(p for rs, p in self.results.items() if rs[:2] == ("banco", "banco")))
        text = f"Banco wins both of the next two coups {where} with probability about {decimal(both, 9)}"
        if not all(None not in results[:2] for results in self.results):
            return f"{text}; the shoe may run out before they are complete."
        alone = self.coup(1)["banco"] * self.coup(2)["banco"]
        covariance = self.covariance()
        said = (
            f"{text}, against {decimal(alone, 9)} if they were independent; counted +1, 0 and -1 for banco, "
            f"tie and punto their results have the covariance {covariance} (about {decimal(covariance, 6)})"
        )
        variances = {self.covariance(k, k) for k in (1, 2)}
        if len(variances) > 1 or 0 in variances:
            return f"{said}."
        correlation = self.correlation()
        return f"{said} and the correlation {correlation} (about {decimal(correlation, 6)})."

    def __repr__(self) -> str:
        return f"Successive(shoe={self.shoe!r}, coups={self.coups}, results={self.results!r})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(', '.join(r or 'shoe ran out' for r in results))}</td>"
            f"<td title='{probability}'>{decimal(probability, 10)}</td></tr>"
            for results, probability in self.results.items()
        )
        head = "<tr><th>results</th><th>probability</th></tr>"
        return f"<table><caption>{self.coups} successive coups</caption>{head}{rows}</table>"


def successive(shoe: Shoe, coups: int = 2) -> Successive:
    """The joint law of the results of the next ``coups`` coups from this shoe: see Successive.

    Up to three coups from any shoe that makes them certain (six cards a coup). More coups, and shoes that
    may run out, only where the shoe is small: 10,000 states at most, a state being what is left of the
    shoe together with the results before. With replacement the coups are independent.

    Raises ExactError for an empty shoe, and when the question is too large.
    """
    require_cards(shoe)
    number = whole(coups, "coups", least=1)
    if shoe.replacement:
        one = dict(zip(RESULTS, kernel.deals([shoe])[0], strict=True))
        joint: dict[Results, int] = {
            names: prod(one[name] for name in names) for names in product(RESULTS, repeat=number)
        }
        return Successive(shoe, number, Distribution.from_weights(joint))
    if number <= MOST_COUPS and shoe.size >= number * kernel.CARDS:
        return Successive(shoe, number, by_contents(shoe, number))
    if prod(count + 1 for count in shoe.counts) * len(RESULTS) ** (number - 1) > MOST_STATES:
        raise refusal(
            "coups",
            coups,
            f"from such a shoe at most {min(MOST_COUPS, shoe.size // kernel.CARDS)} coups are computed",
        )
    return Successive(shoe, number, by_recursion(shoe, number))


def by_contents(shoe: Shoe, coups: int) -> Distribution[Results]:
    """The joint law by the formula above: for one to three coups that are certain, without replacement."""
    if coups == 1:
        deals = kernel.deals([shoe])[0]
        return Distribution.from_weights({(r,): n for r, n in zip(RESULTS, deals, strict=True)})
    contents, words = _first_coups(coups - 1)
    # Zero ways where the shoe has fewer cards than the content, so what is left then does not matter.
    ways = kernel.content_deals(kernel.array(shoe.counts, small=False), False, contents)
    last = kernel.deals_after(kernel.array(shoe.counts, shoe.size <= kernel.INT64_SIZE), contents)
    joint = (words.astype(object) * ways[:, None]).T @ last.astype(object)
    names = product(RESULTS, repeat=coups)
    return Distribution.from_weights(dict(zip(names, joint.reshape(-1).tolist(), strict=True)))


@cache
def _first_coups(coups: int) -> tuple[kernel.Contents, Integers]:
    """``[content, results]``: words of six cards a coup, for one or two coups.

    The numbers of words of two coups are at most 10**12.
    """
    import numpy as np

    one, single = kernel.Contents.of(kernel.CARDS), kernel.words().results
    if coups == 1:
        return one, single
    both = kernel.Contents.of(2 * kernel.CARDS)
    codes = one.rows() @ both.codes()
    double = np.zeros((both.starts()[-1], len(RESULTS) ** 2), dtype=np.int64)
    for begin in range(0, len(codes), 64):
        positions = both.positions(codes[begin : begin + 64, None] + codes)
        for number, position in zip(single[begin : begin + 64], positions, strict=True):
            # The positions of one row are distinct, so this adds each of them once.
            double[position] += (number[:, None] * single[:, None, :]).reshape(len(single), -1)
    return both, double


def by_recursion(shoe: Shoe, coups: int) -> Distribution[Results]:
    """The joint law by enumeration of the rules; exact also where the shoe may run out."""
    domain = list(product(RESULTS, repeat=coups))
    found: dict[Results, Fraction] = {}
    before: dict[Results, Fraction] = {(): Fraction(1)}
    for number in range(1, coups + 1):
        complete = {rs: p for rs, p in law(Coups(number - 1), shoe).items() if rs is not None}
        going_on = dict.fromkeys(before, Fraction(0))
        for results, probability in complete.items():
            going_on[results[:-1]] += probability
        # What began coup ``number`` and did not complete it.
        for results, probability in before.items():
            if missing := probability - going_on[results]:
                found[results + (None,) * (coups - number + 1)] = missing
        before = complete
    return Distribution({**before, **found}, domain)


# ------------------------------------------------------------ the rules of several coups


@dataclass(frozen=True, slots=True)
class Coups:
    """A coup in progress, ``left`` coups to come after it, and the results of those ``done``."""

    left: int
    position: Any = START
    done: tuple[str, ...] = ()

    def receive(self, card: int) -> Coups:
        return Coups(self.left, self.position.receive(card), self.done)


def step(coups: Coups) -> Node:
    """What happens next; the outcome is the tuple of the results."""
    node = rules.step(coups.position)
    if isinstance(node, Deal):
        return Deal(Coups(coups.left, node.after, coups.done))
    if not isinstance(node, Settle):
        raise AssertionError("nobody chooses at punto banco")
    done = (*coups.done, node.outcome.result)  # type: ignore[attr-defined]
    return step(Coups(coups.left - 1, START, done)) if coups.left else Settle(done)
