"""Rouge et noir: the laws of a coup, re-derived from the rules.

The rules (article "Rouge et noir", section "Das Spiel"): court cards count ten, aces one, other cards
their pips. Cards are laid in a row until their total reaches 31 or more: this row is rouge. A second
row, noir, is laid in the same way. The row with the lower total wins, 1 : 1. Equal totals are "après",
nothing is won or lost; but when both are 31, the refait, the bank takes half of all stakes.

Means, from the plainest on:

* ``row_law``: one row, by recursion over the cards that are left, card by card.
* ``literal_coups``: whole coups in the same way. Only for small shoes.
* ``counted_coup``: both rows of a coup from any shoe, by the counting identity that proofs/README.md
  proves. Before it is used for the first time in a run, it is held against ``literal_coups`` on the
  small shoes of ``TRIALS`` (``try_identity``).
* with replacement both rows are independent, so the law of a coup is the product of two row laws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import factorial, perm, prod

from check_form import (
    Counts,
    Derived,
    Label,
    Record,
    RefusedError,
    Shoe,
    Table,
    demand,
    law_table,
    read_input,
    read_number,
)
from check_rouge_et_noir_forms import closed_form

LIMIT = 31
#: The last card finds 30 at most and counts 10 at most.
TOTALS = range(31, 41)
PER_COUP = "probability per coup"
STAKE = "stake units per unit staked"

#: Shoes with so many parts at most are dealt literally.
SMALL = 3000
#: Small shoes on which the counting identity is tried: uneven, with and without aces, too short or not.
TRIALS: tuple[Counts, ...] = (
    (3, 1, 0, 0, 2, 0, 1, 0, 2, 6),
    (0, 2, 2, 0, 0, 1, 2, 2, 0, 3),
    (8, 0, 0, 3, 0, 0, 0, 0, 1, 5),
    (5, 0, 0, 1, 0, 0, 0, 0, 2, 4),
)

#: (total, points of the last card, number of cards) -> probability.
RowLaw = dict[tuple[int, int, int], Fraction]


@dataclass(frozen=True)
class Coup:
    """The law of a coup: of the totals and of the numbers of cards of the first and of the second row.

    What both laws lack to one is the probability that the shoe runs out. ``means``: how they were found.
    """

    totals: dict[tuple[int, int], Fraction]
    cards: dict[tuple[int, int], Fraction]
    means: str

    @property
    def incomplete(self) -> Fraction:
        return 1 - total_of(self.totals.values())

    def probability(self, event: Callable[[int, int], bool]) -> Fraction:
        """The probability of a set of totals (of the first row, of the second)."""
        return total_of(p for rows, p in self.totals.items() if event(*rows))

    def completed(self) -> Coup:
        """The same, given that the coup is completed."""
        share = 1 - self.incomplete
        totals = {rows: p / share for rows, p in self.totals.items()}
        return Coup(totals, {n: p / share for n, p in self.cards.items()}, self.means)


def total_of(numbers: Iterable[Fraction]) -> Fraction:
    """A sum, a Fraction also where there is nothing to sum."""
    return sum(numbers, Fraction(0))


def without(counts: Counts, points: int) -> Counts:
    """The cards that are left when one card of so many points is gone."""
    return (*counts[: points - 1], counts[points - 1] - 1, *counts[points:])


def draws(counts: Counts) -> list[tuple[int, int]]:
    """(points, number of such cards) for the cards that are there."""
    return [(points, count) for points, count in enumerate(counts, start=1) if count]


# ------------------------------------------------------------------- literal means


@lru_cache(maxsize=16)
def row_law(shoe: Shoe) -> RowLaw:
    """One row, the first that is dealt: all ways to lay card after card, merged where the same cards lie.

    A state is the total and what is left of the shoe; the number of ways to deal the cards that led to
    it, out of size * (size - 1) * ... (with replacement: size * size * ...), is carried along.
    """
    law: RowLaw = {}
    states = {(0, shoe.counts): 1}
    out_of = 1
    for cards in range(1, LIMIT + 1):
        out_of *= shoe.size if shoe.replacement else max(shoe.size - cards + 1, 0)
        following: dict[tuple[int, Counts], int] = {}
        for (total, counts), ways in states.items():
            for points, count in draws(counts):
                if total + points >= LIMIT:
                    end = total + points, points, cards
                    law[end] = law.get(end, Fraction(0)) + Fraction(ways * count, out_of)
                else:
                    rest = counts if shoe.replacement else without(counts, points)
                    state = total + points, rest
                    following[state] = following.get(state, 0) + ways * count
        states = following
    return law


@lru_cache(maxsize=64)
def literal_coups(counts: Counts, coup: int = 1) -> Coup:
    """Coup number ``coup`` of a shoe, all coups before it being dealt card by card, without replacement."""
    totals: dict[tuple[int, int], Fraction] = {}
    numbers: dict[tuple[int, int], Fraction] = {}
    # State: number of the coup, total and cards of its first row, of its second row, what is left.
    states = {(1, 0, 0, 0, 0, counts): 1}
    out_of = 1
    for left in range(sum(counts), 0, -1):
        out_of *= left
        following: dict[tuple[int, int, int, int, int, Counts], int] = {}
        for (number, first, k, second, m, rest), ways in states.items():
            for points, count in draws(rest):
                weight = ways * count
                state = number, first + points, k + 1, second, m, without(rest, points)
                if first >= LIMIT:
                    state = number, first, k, second + points, m + 1, without(rest, points)
                if state[3] >= LIMIT and number == coup:
                    rows, lengths = (state[1], state[3]), (state[2], state[4])
                    totals[rows] = totals.get(rows, Fraction(0)) + Fraction(weight, out_of)
                    numbers[lengths] = numbers.get(lengths, Fraction(0)) + Fraction(weight, out_of)
                    continue
                if state[3] >= LIMIT:
                    state = number + 1, 0, 0, 0, 0, state[5]
                following[state] = following.get(state, 0) + weight
        states = following
    return Coup(totals, numbers, "literal recursion")


# ------------------------------------------------------------- the counting identity

#: ``grid[s][r]`` packs in one integer the numbers N(k, m) of pairs of disjoint sets of cards, of k cards
#: with total s and m cards with total r: N(k, m) stands k * STRIDE + m slots above the lowest bit.
Grid = list[list[int]]
STRIDE = LIMIT + 1


@dataclass(frozen=True)
class Pairs:
    """The pairs of disjoint sets of cards of a shoe, with totals up to 31; ``bits``: width of a slot."""

    counts: Counts
    grid: Grid
    bits: int

    def removed(self, points: int) -> Pairs:
        """The pairs of sets when one card of so many points is gone."""
        return Pairs(without(self.counts, points), self.over(points), self.bits)

    def over(self, points: int) -> Grid:
        """The grid divided by 1 + u x^points + w y^points: what ``multiplied`` did is undone."""
        up, across = self.bits * STRIDE, self.bits
        result: Grid = []
        for s, row in enumerate(self.grid):
            line: list[int] = []
            for r, number in enumerate(row):
                if s >= points:
                    number -= result[s - points][r] << up
                if r >= points:
                    number -= line[r - points] << across
                line.append(number)
            result.append(line)
        return result

    def slots(self, packed: int) -> Iterator[tuple[int, int, int]]:
        """(k, m, number) for the numbers that are packed in an integer, zeros left out."""
        slot, line = (1 << self.bits) - 1, (1 << STRIDE * self.bits) - 1
        for k in range(STRIDE):
            numbers = packed >> (k * STRIDE * self.bits) & line
            for m in range(STRIDE):
                if number := numbers >> (m * self.bits) & slot:
                    yield k, m, number


def multiplied(counts: Counts, up: int, across: int) -> Grid:
    """The product over all cards, v its points, of 1 + u x^v + w y^v, for powers of x and y up to 31.

    Each card is in the first set, in the second, or in neither. Multiplication by u is a shift by
    ``up`` bits, by w one by ``across``.
    """
    grid = [[0] * (LIMIT + 1) for _ in range(LIMIT + 1)]
    grid[0][0] = 1
    for points, count in reversed(draws(counts)):
        for _ in range(count):
            for s in range(LIMIT, -1, -1):
                row, above = grid[s], grid[s - points] if s >= points else None
                for r in range(LIMIT, -1, -1):
                    number = row[r]
                    if above is not None and above[r]:
                        number += above[r] << up
                    if r >= points and row[r - points]:
                        number += row[r - points] << across
                    row[r] = number
    return grid


@lru_cache(maxsize=1)
def pairs_of(counts: Counts) -> Pairs:
    """The pairs of disjoint sets of cards of a shoe.

    A slot must hold whatever is summed in it. With u = w = 1 the product gives, for each pair of
    totals, the sum of its N(k, m) over all k and m: a bound. What is summed over the two last cards (size^2
    pairs of them at most) and over the totals (100 pairs) stays below that many times the bound.
    """
    plain = multiplied(counts, 0, 0)
    most = max(max(row) for row in plain) * sum(counts) ** 2 * len(TOTALS) ** 2
    bits = most.bit_length()
    return Pairs(counts, multiplied(counts, bits * STRIDE, bits), bits)


def packed_coups(pairs: Pairs, first: int = 0) -> dict[tuple[int, int], int]:
    """(total of the first row, of the second) -> packed numbers of the ways to choose

    the last card of the first row, the last card of the second row, and the sets of k and of m cards
    that lie before them. ``first``: the first row begins with a card of so many points, already dealt.
    """
    cells: dict[tuple[int, int], int] = {}
    for low, count in draws(pairs.counts):
        less = pairs.removed(low)
        for high, count_high in draws(less.counts):
            if high < low:
                continue
            grid = less.over(high)
            for last, last_second in {(low, high), (high, low)}:
                for s in range(max(LIMIT - first - last, 0), LIMIT - first):
                    for r in range(LIMIT - last_second, LIMIT):
                        cell = first + s + last, r + last_second
                        cells[cell] = cells.get(cell, 0) + count * count_high * grid[s][r]
    return cells


def weighed(pairs: Pairs, packed: int, last: int) -> dict[tuple[int, int], Fraction]:
    """(k, m) -> the probability that the cards in question are dealt.

    N(k, m) choices, each of which lies in k! m! orders, out of size * (size - 1) * ... for k + m + ``last``
    cards.
    """
    size = sum(pairs.counts)
    return {
        (k, m): Fraction(number * factorial(k) * factorial(m), perm(size, k + m + last))
        for k, m, number in pairs.slots(packed)
    }


@lru_cache(maxsize=4)
def counted_coup(counts: Counts) -> Coup:
    """The law of a coup by the counting identity."""
    pairs = pairs_of(counts)
    cells = packed_coups(pairs)
    totals = {rows: total_of(weighed(pairs, packed, 2).values()) for rows, packed in cells.items()}
    cards = {(k + 1, m + 1): p for (k, m), p in weighed(pairs, sum(cells.values()), 2).items()}
    return Coup(totals, cards, "counting identity")


def both_hit(pairs: Pairs) -> Fraction:
    """The refait: a row that reaches 31 exactly ends there, so any two disjoint sets of this total serve."""
    return total_of(weighed(pairs, pairs.grid[LIMIT][LIMIT], 0).values())


@cache
def try_identity() -> None:
    """The counting identity on the small shoes of ``TRIALS``: it must give what literal dealing gives."""
    for counts in TRIALS:
        literal, counted = literal_coups(counts), counted_coup(counts)
        same = {rows: p for rows, p in counted.totals.items() if p} == literal.totals
        same = same and counted.cards == literal.cards
        same = same and both_hit(pairs_of(counts)) == literal.totals.get((LIMIT, LIMIT), 0)
        if not same:
            raise AssertionError(f"the counting identity fails for the shoe {counts}")


def is_small(counts: Counts) -> bool:
    """Whether a shoe is dealt literally."""
    return prod(count + 1 for count in counts) <= SMALL


@lru_cache(maxsize=16)
def coup_law(shoe: Shoe) -> Coup:
    """The law of the first coup from a shoe, by the plainest means that serve."""
    if shoe.replacement:
        row = row_law(shoe)
        totals: dict[tuple[int, int], Fraction] = {}
        cards: dict[tuple[int, int], Fraction] = {}
        for law, place in ((totals, 0), (cards, 2)):
            one = summed(row, place)
            law.update({(a, b): p * q for a, p in one.items() for b, q in one.items()})
        return Coup(totals, cards, "literal recursion of independent rows")
    if is_small(shoe.counts):
        return literal_coups(shoe.counts)
    try_identity()
    return counted_coup(shoe.counts)


def summed(law: RowLaw, place: int) -> dict[int, Fraction]:
    """The law of one component."""
    result: dict[int, Fraction] = {}
    for key, probability in law.items():
        result[key[place]] = result.get(key[place], Fraction(0)) + probability
    return result


# ------------------------------------------------------------------------- records


def coup_values(coup: Coup, with_cards: bool = True) -> dict[str, tuple[Fraction, str]]:
    """The values that the records of one coup share; rouge is the first row.

    A unit on rouge loses half of itself at the refait, one at noir's victory, and gains one at rouge's.
    """
    refait = coup.probability(lambda rouge, noir: rouge == noir == LIMIT)
    rouge = coup.probability(lambda rouge, noir: rouge < noir)
    noir = coup.probability(lambda rouge, noir: noir < rouge)
    edge = refait / 2 + noir - rouge
    values = {
        "refait": (refait, PER_COUP),
        "apres": (coup.probability(lambda rouge, noir: rouge == noir != LIMIT), PER_COUP),
        "rouge": (rouge, PER_COUP),
        "noir": (noir, PER_COUP),
        "incomplete": (coup.incomplete, PER_COUP),
        "edge": (edge, f"{STAKE}, per coup"),
    }
    if counted := refait + rouge + noir:
        values["edge_counted"] = edge / counted, f"{STAKE}, per counted coup"
    if refait:
        values["counted_per_refait"] = counted / refait, "counted coups"
    complete = 1 - coup.incomplete
    if with_cards and complete:
        first = total_of(k * p for (k, _), p in coup.cards.items()) / complete
        second = total_of(m * p for (_, m), p in coup.cards.items()) / complete
        values["rouge_cards_mean"] = first, "cards"
        values["noir_cards_mean"] = second, "cards"
        values["cards_mean"] = first + second, "cards"
    return values


def coup_tables(coup: Coup, with_cards: bool = True) -> dict[str, Table]:
    """The tables that the records of one coup share."""
    rouge = labelled(TOTALS, [(a, p) for (a, _), p in coup.totals.items()])
    tables = {"rouge_total": law_table(rouge, "total"), "totals": totals_table(coup)}
    if with_cards:
        cards = [(k + m, p) for (k, m), p in coup.cards.items()]
        tables["cards"] = law_table(labelled(range(2 * LIMIT + 1), cards), "cards")
    return tables


def labelled(domain: range, law: Iterable[tuple[int, Fraction]]) -> dict[Label, Fraction]:
    """A law of numbers as the rows of a table, from the probabilities of parts of each outcome."""
    rows: dict[Label, Fraction] = {(str(n),): Fraction(0) for n in domain}
    for number, probability in law:
        rows[str(number),] += probability
    rows["incomplete",] = 1 - total_of(rows.values())
    return rows


def totals_table(coup: Coup) -> Table:
    """The joint law of both rows."""
    cells = {(a, b): coup.totals.get((a, b), Fraction(0)) for a in TOTALS for b in TOTALS}
    law: dict[Label, Fraction] = {(str(a), str(b)): p for (a, b), p in cells.items()}
    law["incomplete", ""] = coup.incomplete
    return law_table(law, "rouge", "noir")


def completable(shoe: Shoe) -> Coup:
    """The law of the first coup from a shoe that can complete one."""
    coup = coup_law(shoe)
    demand(coup.incomplete != 1, "input, shoe", "no coup can be completed from it")
    return coup


def analyse(data: Record) -> Derived:
    """Records of one coup: of a shoe, of a shoe given completion, and of the article's simplified model."""
    if "model" in data["input"]:
        return simplified(data)
    given = ("given",) if "given" in data["input"] else ()
    shoe, options = read_input(data, *given)
    coup, label = completable(shoe), ""
    if given:
        demand(options["given"] == "completion", "input, given", "completion is expected")
        coup, label = coup.completed(), "given-completion."
    return Derived(
        f"rouge-et-noir.analyse.{label}{shoe.label}", coup.means, coup_values(coup), coup_tables(coup)
    )


def simplified(data: Record) -> Derived:
    """The article's model, section "Analyse": both rows are independent, and the totals 31 to 40 are as

    frequent as there are ranks, of thirteen, that can be the last card: one that finds 30 at most.
    """
    demand(data["input"] == {"model": "simplified"}, "input", "the simplified model has no options")
    ranks = [min(rank, 10) for rank in range(1, 14)]
    weights = {total: sum(total - points < LIMIT for points in ranks) for total in TOTALS}
    everything = sum(weights.values())
    law = {(a, b): Fraction(weights[a] * weights[b], everything**2) for a in TOTALS for b in TOTALS}
    coup = Coup(law, {}, "counting of ranks")
    values, tables = coup_values(coup, with_cards=False), coup_tables(coup, with_cards=False)
    return Derived("rouge-et-noir.analyse.simplified", coup.means, values, tables)


def rows(data: Record) -> Derived:
    """Records of one row: its total, the number of its cards, its last card."""
    shoe, _ = read_input(data)
    law = row_law(shoe)
    last: dict[Label, Fraction] = {(str(t), str(v)): Fraction(0) for t in TOTALS for v in range(1, 11)}
    for (total, points, _), probability in law.items():
        last[str(total), str(points)] += probability
    last["incomplete", ""] = 1 - total_of(law.values())
    totals, cards = labelled(TOTALS, summed(law, 0).items()), labelled(range(32), summed(law, 2).items())
    unit = "probability per row"
    return Derived(
        f"rouge-et-noir.row.{shoe.label}",
        "literal recursion",
        {},
        {
            "row_totals": law_table(totals, "total", unit=unit),
            "row_cards": law_table(cards, "cards", unit=unit),
            "last_cards": law_table(last, "total", "last", unit=unit),
        },
    )


def totals(data: Record) -> Derived:
    """Records of the joint law of both rows in the first coup or in a later one."""
    shoe, options = read_input(data, "coup")
    number = read_number(options["coup"], "input, coup", least=1)
    coup, note = later_coup(shoe, number)
    label = "" if number == 1 else f"coup-{number}."
    return Derived(
        f"rouge-et-noir.totals.{label}{shoe.label}",
        coup.means + note,
        {"incomplete": (coup.incomplete, PER_COUP)},
        {"totals": totals_table(coup)},
    )


def later_coup(shoe: Shoe, number: int) -> tuple[Coup, str]:
    """The law of a coup, and a note on why.

    As long as it is certain that so many coups are completed, each has the law of the first
    (proofs/README.md). It is certain when the points of the shoe suffice at the worst: a row takes 30
    points and the highest card at most, and the second row of the last coup needs no more than 31.
    """
    if number == 1 or shoe.replacement:
        return coup_law(shoe), ""
    if is_small(shoe.counts):
        return literal_coups(shoe.counts, number), ""
    cards = draws(shoe.counts)
    longest = LIMIT - 1 + max(points for points, _ in cards)
    if sum(points * count for points, count in cards) < (2 * number - 1) * longest + LIMIT:
        raise RefusedError(
            "input, coup: it is not certain from this shoe, which is too large to be dealt out"
        )
    return coup_law(shoe), ", law of the first coup"


def removal(data: Record) -> Derived:
    """Records of what the removal of one card changes. The edge is half the refait, as rouge and noir are

    symmetric (proofs/README.md), so the refait alone is needed, before and after.
    """
    shoe, _ = read_input(data)
    demand(not shoe.replacement, "input, replacement", "with replacement no card is ever gone")
    completable_at_all(shoe)
    if is_small(shoe.counts):
        means = "literal recursion"
        before = literal_refait(shoe.counts)
        after = {v: literal_refait(without(shoe.counts, v)) for v, _ in draws(shoe.counts)}
    else:
        try_identity()
        means, pairs = "counting identity", pairs_of(shoe.counts)
        before = both_hit(pairs)
        after = {v: both_hit(pairs.removed(v)) for v, _ in draws(shoe.counts)}
    changes: dict[Label, tuple[Fraction, ...]] = {}
    for points, refait in after.items():
        changes[str(points),] = refait - before, (refait - before) / 2
    columns = (("card", "label"), ("refait", PER_COUP), ("edge", f"{STAKE}, per coup"))
    return Derived(f"rouge-et-noir.removal.{shoe.label}", means, {}, {"removal": Table(columns, changes)})


def completable_at_all(shoe: Shoe) -> None:
    """That a coup can be completed from the shoe: surely if the longest row leaves points for another."""
    points = sum(v * count for v, count in draws(shoe.counts))
    if points < LIMIT + 9 + LIMIT:
        completable(shoe)


def literal_refait(counts: Counts) -> Fraction:
    return literal_coups(counts).totals.get((LIMIT, LIMIT), Fraction(0))


QUESTIONS: dict[str, Callable[[Record], Derived]] = {
    "analyse": analyse,
    "row_totals, row_cards, last_cards": rows,
    "totals": totals,
    "removal_effects": removal,
    "closed_form": closed_form,
}
