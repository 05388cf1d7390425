"""Card counting, exactly: effects of removal, the best linear count, how far it is from the truth.

Let f(S) be the expected gain from a shoe S, the mean of fixed payoffs over all orders of its cards, and let
every coup be completed from n cards. Dealing cards unseen changes no expectation: the mean of f over the
states S of n cards, dealt from a shoe D of N cards, is f(D).

Theorem. Let E_c = f(D without c) - f(D) be the effect of removing the card c. Among all linear functions of
the cards that are gone, the one with the least mean square error over the states of n cards is ::

    f(D) + (N - 1) / n * (sum of E_c over the cards c that are gone).

Proof. Pad every coup to k <= n cards; each card of D is among these k with the chance k/N. Let g be the
mean gain when c is among them; when it isn't the deal is one from D without c, so

    f(D) = (k/N) g + (1 - k/N) f(D without c).

Given that c is in S it is among the k with the chance k/n, and what is said of the other cards stays the
same: the mean of f(S) is then (k/n) g + (1 - k/n) f(D without c) = f(D) - E_c (N - n)/n. So the covariance
of f(S) with "c is in S" is -E_c (N - n)/N. The indicators of the cards have the variance n(N - n)/N^2 each,
and two of them the covariance -n(N - n)/(N^2 (N - 1)); the E_c sum to 0, as the mean of f(D without c) over
c is f(D). So the coefficients -E_c (N - 1)/n of the cards in S solve the normal equations. QED.

So the best count doesn't depend on the depth, but for the factor 1/n. Its variance is

    (N - 1)(N - n) / (N n) * (sum of E_c^2 over all cards of D),

a lower bound of the variance of f(S). f(S) itself is a martingale as the cards are dealt; so the mean of
any convex function of it, such as its variance or what a player gains who bets only when it pays, never
falls from one depth to the next (E. O. Thorp and W. E. Walden, The fundamental theorem of card counting,
1973).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement, islice
from math import comb, prod
from typing import TYPE_CHECKING, Final

from exact.counting.bet import GAMES, Bet, Counts, bets
from exact.distribution import Distribution
from exact.errors import ExactError, refusal
from exact.rational import decimal, whole
from exact.shoe import Shoe
from exact.tables.registry import grid

if TYPE_CHECKING:
    from exact.tables.shoes import Sample

__all__ = ["GAMES", "Bet", "Count", "bets", "count"]

#: More states than that are drawn at random, not enumerated.
MOST_STATES: Final = 200_000
#: So many states are computed together.
_BLOCK: Final = 1000

#: What is computed of some states.
_Values = Callable[[Sequence[Counts]], list[Fraction]]
#: A shoe for counting: a Shoe, or as many counts as the game has kinds of cards.
Start = Shoe | Sequence[int]


@dataclass(frozen=True)
class Count:
    """The best linear count of a bet, from one shoe: see the module's docstring.

    ``kinds``: the names of the kinds of cards; ``start``: how many of each the shoe holds; ``gain``: the
    expected gain from it; ``effects``: kind -> effect of removing one such card, for those that are there.
    """

    game: str
    bet: Bet
    kinds: tuple[str, ...]
    start: Counts
    gain: Fraction
    effects: dict[str, Fraction]

    @property
    def size(self) -> int:
        """N, the number of cards of the shoe."""
        return sum(self.start)

    @cached_property
    def least(self) -> int:
        """The least number of undealt cards for which the count is right."""
        return self.bet.least(self.start)

    def coefficients(self, left: int) -> dict[str, Fraction]:
        """kind -> what a card of it that is gone adds to the gain, when ``left`` cards are left."""
        factor = Fraction(self.size - 1, self._left(left))
        return {kind: factor * effect for kind, effect in self.effects.items()}

    def predict(self, state: Start) -> Fraction:
        """The gain from a state of the shoe, by the best linear count."""
        counts = self._state(state)
        weights = self.coefficients(sum(counts))
        gone = zip(self.kinds, self.start, counts, strict=True)
        return self.gain + sum((weights[k] * (n - m) for k, n, m in gone if n > m), Fraction(0))

    def truth(self, state: Start) -> Fraction:
        """The gain from a state of the shoe, exactly."""
        return self.truths([self._state(state)])[0]

    def truths(self, states: Sequence[Counts]) -> Sequence[Fraction]:
        """The gains from many states."""
        return self.bet.gains(self.start)(states)

    def linear_variance(self, left: int) -> Fraction:
        """The variance of the prediction over all states of ``left`` cards; that of the gain is no less."""
        squares = sum(
            (n * self.effects[k] ** 2 for k, n in zip(self.kinds, self.start, strict=True) if n), Fraction(0)
        )
        return Fraction((self.size - 1) * (self.size - left), self.size * self._left(left)) * squares

    def distribution(self, dealt: int) -> Distribution[Fraction]:
        """The exact law of the gain when ``dealt`` cards are gone, all states enumerated.

        Raises ExactError when there are more than 200,000 states: for depths in the middle of a shoe draw
        some with ``sample``.
        """
        return self._law(dealt, lambda states: list(self.truths(states)))

    def errors(self, dealt: int) -> Distribution[Fraction]:
        """The exact law of the prediction less the truth; as ``distribution``."""

        def error(states: Sequence[Counts]) -> list[Fraction]:
            truths = self.truths(states)
            return [self.predict(state) - truth for state, truth in zip(states, truths, strict=True)]

        return self._law(dealt, error)

    def sample(self, number: int, dealt: int, seed: int = 1) -> list[tuple[Fraction, Fraction]]:
        """(prediction, truth) for random states, drawn as tables draw them (`exact.tables.sampler`)."""
        from exact.tables.shoes import Sample, Stock

        self._left(self.size - whole(dealt, "dealt"))
        drawn: Sample = Sample.checked(Stock(self.start), dealt, seed, number)
        pairs: list[tuple[Fraction, Fraction]] = []
        for block in drawn.blocks(_BLOCK):
            states = [stock.counts for stock in block]
            pairs += zip(map(self.predict, states), self.truths(states), strict=True)
        return pairs

    def explain(self) -> str:
        """The count in a sentence with its numbers."""
        best = max(self.effects, key=lambda kind: abs(self.effects[kind]))
        return (
            f"{self.bet.meaning[0].upper()}{self.bet.meaning[1:]}, from {self.size} cards: "
            f"{decimal(self.gain, 8)} {self.bet.unit}. The best linear count adds (N - 1)/n times the effect "
            f"of each card that is gone; {best} counts most, {decimal(self.effects[best], 6)} a card."
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{kind}</td><td title='{effect}'>{decimal(100 * effect, 6)} %</td></tr>"
            for kind, effect in self.effects.items()
        )
        head = "<tr><th>card removed</th><th>effect</th></tr>"
        return f"<table><caption>{self.bet.meaning}</caption>{head}{rows}</table>"

    def _law(self, dealt: int, values: _Values) -> Distribution[Fraction]:
        number = whole(dealt, "dealt")
        left = self._left(self.size - number)
        # Few cards gone or few cards left: the same states are enumerated from the shorter side.
        few = min(number, left)
        if comb(few + len(self.effects) - 1, few) > MOST_STATES:
            raise refusal("dealt", dealt, "too many states to enumerate them; ask for a sample")
        weights: dict[Fraction, int] = {}
        chosen = self._states(few)
        while block := list(islice(chosen, _BLOCK)):
            states = [
                tuple(n - m for n, m in zip(self.start, part, strict=True)) if few == number else part
                for part, _ in block
            ]
            for value, (_, weight) in zip(values(states), block, strict=True):
                weights[value] = weights.get(value, 0) + weight
        return Distribution.from_weights(dict(sorted(weights.items())))

    def _states(self, cards: int) -> Iterator[tuple[Counts, int]]:
        """(numbers of cards of each kind, ways to choose them) for every choice of so many cards."""
        present = [place for place, n in enumerate(self.start) if n]
        for chosen in combinations_with_replacement(present, cards):
            part = [0] * len(self.start)
            for place in chosen:
                part[place] += 1
            weight = prod(comb(n, m) for n, m in zip(self.start, part, strict=True))
            if weight:
                yield tuple(part), weight

    def _left(self, left: int) -> int:
        if not self.least <= whole(left, "left") <= self.size:
            raise refusal(
                "left", left, f"{self.least} to {self.size} cards; with fewer a coup might not be completed"
            )
        return left

    def _state(self, state: Start) -> Counts:
        counts = _counts(state, len(self.kinds), "state")
        if any(m > n for n, m in zip(self.start, counts, strict=True)):
            raise refusal("state", state, "a state of the shoe has no more cards of any kind than the shoe")
        return counts


def count(game: str, bet: str, shoe: Start) -> Count:
    """The best linear count of a bet of a game from this shoe: see Count.

    ``game``: the name of its command; ``bet``: one of ``bets(game)``. For trente et quarante the shoe is
    twenty counts, the red cards of 1 to 10 points and then the black ones; of a Shoe half of each is red.

    Raises ExactError for an unknown game or bet, a shoe with replacement, and one that is too small.
    """
    described, known = grid(game), bets(game)
    if bet not in known:
        raise refusal("bet", bet, f"those of {described.game} are {', '.join(known)}")
    start = _counts(shoe, len(described.kinds), "shoe")
    least = known[bet].least(start)
    if sum(start) <= least:
        raise ExactError(f"shoe: got {sum(start)} cards; more than {least} are needed, as one is removed")
    rests = {
        kind: (*start[:place], start[place] - 1, *start[place + 1 :])
        for place, kind in enumerate(described.kinds)
        if start[place]
    }
    before, *after = known[bet].gains(start)([start, *rests.values()])
    effects = {kind: gain - before for kind, gain in zip(rests, after, strict=True)}
    return Count(described.game, known[bet], described.kinds, start, before, effects)


def _counts(shoe: Start, kinds: int, argument: str) -> Counts:
    """The counts by kinds; of a Shoe half of each count is red where colours are told apart."""
    if isinstance(shoe, Shoe):
        if shoe.replacement:
            raise ExactError(f"{argument}: with replacement no card is ever gone; there is nothing to count")
        if kinds == len(shoe.counts):
            return shoe.counts
        if any(n % 2 for n in shoe.counts):
            raise refusal(argument, shoe, "an odd count has no half; give the red and the black cards")
        return tuple(n // 2 for n in shoe.counts) * 2
    counts = tuple(whole(n, argument) for n in shoe)
    if len(counts) != kinds:
        raise refusal(argument, shoe, f"{kinds} counts are expected")
    return counts
