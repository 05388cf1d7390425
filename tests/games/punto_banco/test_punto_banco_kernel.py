"""The kernel against the rules: equal, not close."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import factorial, perm

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import Shoe
from exact.enumeration import law
from exact.games.punto_banco import kernel
from exact.games.punto_banco.rules import RESULTS, START, Outcome, step
from exact.tree import Deal, Settle

#: Counts of shoes small enough for the tree, and large enough for a coup.
counts = st.lists(st.sampled_from([0, 0, 1, 2, 4]), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6)


def fractions(deals: tuple[int, int, int]) -> dict[str, Fraction]:
    return {name: Fraction(n, sum(deals)) for name, n in zip(RESULTS, deals, strict=True)}


def by_rules(shoe: Shoe) -> dict[str, Fraction]:
    found = law(START, shoe).map(lambda outcome: outcome.result)
    return {name: found.get(name, Fraction(0)) for name in RESULTS}


@settings(max_examples=25, deadline=None)
@given(counts)
def test_results_equal_the_enumeration_of_the_rules(numbers: list[int]) -> None:
    shoe = Shoe(numbers)
    (deals,) = kernel.deals([shoe])
    assert sum(deals) == perm(shoe.size, 6)
    assert fractions(deals) == by_rules(shoe)


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=10, max_size=10).filter(any))
def test_results_with_replacement_equal_the_enumeration(numbers: list[int]) -> None:
    shoe = Shoe(numbers, replacement=True)
    (deals,) = kernel.deals([shoe])
    assert sum(deals) == shoe.size**6
    assert fractions(deals) == by_rules(shoe)


@settings(max_examples=15, deadline=None)
@given(counts, st.booleans())
def test_details_equal_the_enumeration(numbers: list[int], replacement: bool) -> None:
    shoe = Shoe(numbers, replacement=replacement)
    totals, thirds = kernel.details(shoe)
    everything = shoe.size**6 if replacement else perm(shoe.size, 6)
    assert sum(totals) == sum(thirds) == everything
    for outcome, probability in law(START, shoe).map(lambda o: (o.punto, o.banco)).items():
        assert Fraction(totals[10 * outcome[0] + outcome[1]], everything) == probability

    def index(third: int | None) -> int:
        return 0 if third is None else third or 10

    for pair, probability in law(START, shoe).map(lambda o: (o.punto_third, o.banco_third)).items():
        assert Fraction(thirds[11 * index(pair[0]) + index(pair[1])], everything) == probability


def test_counts_are_those_of_all_orders_played_out_one_by_one() -> None:
    cards = [1, 3, 4, 6, 8, 9, 10, 10]
    won = dict.fromkeys(RESULTS, 0)
    for order in permutations(cards):
        position: object = START
        following = iter(order)
        while isinstance(node := step(position), Deal):  # type: ignore[arg-type]
            position = node.after.receive(next(following))
        assert isinstance(node, Settle)
        assert isinstance(node.outcome, Outcome)
        won[node.outcome.result] += 1
    # Every six cards come with all orders of the two behind them.
    (deals,) = kernel.deals([Shoe([cards.count(points) for points in range(1, 11)])])
    assert tuple(number * factorial(2) for number in deals) == tuple(won[name] for name in RESULTS)


# ----------------------------------------------------------------- every path, one answer


def test_the_bound_of_int64() -> None:
    assert kernel.INT64_SIZE**6 < 2**63 <= (kernel.INT64_SIZE + 1) ** 6


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 140), min_size=10, max_size=10), st.booleans())
def test_python_integers_and_int64_agree(numbers: list[int], replacement: bool) -> None:
    fast = kernel.deals_of_counts(kernel.array([numbers], small=True), replacement)
    slow = kernel.deals_of_counts(kernel.array([numbers], small=False), replacement)
    assert fast.dtype == np.int64
    assert slow.dtype == object
    assert fast.tolist() == slow.tolist()
    contents = kernel.Contents.of(2)
    fast = kernel.deals_after(kernel.array(numbers, small=True), contents)
    assert fast.tolist() == kernel.deals_after(kernel.array(numbers, small=False), contents).tolist()


def test_the_largest_shoe_of_int64_and_the_first_beyond() -> None:
    for size in (kernel.INT64_SIZE, kernel.INT64_SIZE + 1):
        for replacement in (False, True):
            # Aces and fives only: the tree stays small whatever the counts are.
            shoe = Shoe([3, 0, 0, 0, size - 3, 0, 0, 0, 0, 0], replacement=replacement)
            (deals,) = kernel.deals([shoe])
            assert sum(deals) == (size**6 if replacement else perm(size, 6))
            assert fractions(deals) == by_rules(shoe)


def test_counts_are_polynomials_of_degree_six_in_the_packs() -> None:
    # Seven values determine such a polynomial; beyond the bound of int64 (27 packs) it must still hold.
    nodes = range(1, 8)
    values = kernel.deals([Shoe.packs(d) for d in nodes])
    for packs in (8, 27, 28, 1000, 10**9):
        weights = []
        for d in nodes:
            weight = Fraction(1)
            for other in nodes:
                if other != d:
                    weight *= Fraction(packs - other, d - other)
            weights.append(weight)
        expected = [sum(w * value[i] for w, value in zip(weights, values, strict=True)) for i in range(3)]
        assert list(kernel.deals([Shoe.packs(packs)])[0]) == expected


def test_many_shoes_of_all_kinds_at_once_keep_their_order() -> None:
    shoes = [
        Shoe.packs(1),
        Shoe.packs(1, replacement=True),
        Shoe.packs(30),
        Shoe([1, 0, 2, 0, 1, 0, 0, 1, 0, 1]),
        Shoe.packs(30, replacement=True),
        Shoe([1] * 5 + [0] * 5),
        Shoe.packs(2),
    ] * 50
    together = kernel.deals(shoes)
    assert together[:7] == [kernel.deals([shoe])[0] for shoe in shoes[:7]]
    assert together == together[:7] * 50
    assert together[5] == (0, 0, 0)
    assert kernel.deals([]) == []


# ----------------------------------------------------------------------------- contents


def test_contents_are_all_multisets_and_found_again_by_their_codes() -> None:
    for size in (0, 1, 3, 6):
        contents = kernel.Contents.of(size)
        rows = contents.rows()
        assert (rows.sum(axis=1) == size).all()
        assert len({tuple(row) for row in rows.tolist()}) == len(rows) == contents.starts()[-1]
        # Stars and bars: multisets of so many of ten values.
        assert len(rows) == perm(size + 9, 9) // factorial(9)
        assert (contents.positions(rows @ contents.codes()) == np.arange(len(rows))).all()


def test_words_of_a_content_are_its_multinomial_number() -> None:
    table = kernel.words()
    for row, results, details in zip(
        kernel.Contents.of(6).rows().tolist(), table.results.tolist(), table.details.T.tolist(), strict=True
    ):
        number = factorial(6)
        for cards in row:
            number //= factorial(cards)
        assert sum(results) == sum(details[:100]) == sum(details[100:]) == number


def test_deals_after_some_cards_are_those_of_the_shoe_without_them() -> None:
    shoe = Shoe([2, 1, 3, 0, 2, 1, 1, 2, 1, 4])
    contents = kernel.Contents.of(3)
    after = kernel.deals_after(kernel.array(shoe.counts, small=True), contents).tolist()
    tried = 0
    for row, deals in zip(contents.rows().tolist(), after, strict=True):
        left = [have - gone for have, gone in zip(shoe.counts, row, strict=True)]
        if min(left) >= 0:
            tried += 1
            assert tuple(deals) == kernel.deals([Shoe(left)])[0]
    assert tried > 50
