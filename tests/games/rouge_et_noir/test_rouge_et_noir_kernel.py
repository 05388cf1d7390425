"""The fast laws equal the literal rules, and what is published about full shoes."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import Shoe
from exact.enumeration import law, law_with_rest
from exact.games.rouge_et_noir import kernel
from exact.games.rouge_et_noir.rules import Row, Rows
from shoes import small_shoes

SHOES = st.one_of(small_shoes(16), small_shoes(5, replacement=True))


def row_law_by_rules(shoe):
    return {outcome: p for outcome, p in law(Row(), shoe).items() if outcome is not None}


@given(SHOES)
def test_a_row_is_that_of_the_rules(shoe):
    weights, denominator = kernel.row_weights(shoe)
    found: dict[tuple[int, int], Fraction] = {}
    for (total, _, cards), weight in weights.items():
        key = total, cards
        found[key] = found.get(key, Fraction(0)) + Fraction(weight, denominator)
    assert {key: p for key, p in found.items() if p} == row_law_by_rules(shoe)


@given(small_shoes(16))
def test_a_coup_is_that_of_the_rules(shoe):
    coups = kernel.coup_weights(shoe)
    by_rules = law_with_rest(Rows(), shoe)
    totals: dict[object, Fraction] = {}
    cards: dict[int, Fraction] = {}
    for (outcome, rest), p in by_rules.items():
        if outcome is not None:
            totals[outcome] = totals.get(outcome, Fraction(0)) + p
            number = shoe.size - rest.size
            cards[number] = cards.get(number, Fraction(0)) + p
    assert {o: Fraction(w, coups.denominator) for o, w in coups.totals.items() if w} == totals
    counted: dict[int, Fraction] = {}
    for (first, second), weight in coups.cards.items():
        counted[first + second] = counted.get(first + second, Fraction(0)) + Fraction(
            weight, coups.denominator
        )
    assert {n: p for n, p in counted.items() if p} == cards


@given(small_shoes(4, replacement=True))
@settings(max_examples=20)
def test_a_coup_with_replacement_is_that_of_the_rules(shoe):
    coups = kernel.coup_weights(shoe)
    found = {o: Fraction(w, coups.denominator) for o, w in coups.totals.items() if w}
    assert found == law(Rows(), shoe)


@given(small_shoes(16), st.integers(1, 10))
def test_a_coup_whose_first_card_is_known(shoe, first):
    coups = kernel.coup_weights(shoe, first)
    by_rules = law(Rows(rouge=first), shoe)
    found = {o: Fraction(w, coups.denominator) for o, w in coups.totals.items() if w}
    assert found == {outcome: p for outcome, p in by_rules.items() if outcome is not None}


@given(st.one_of(small_shoes(16), small_shoes(5, replacement=True)))
def test_the_refait_without_last_cards(shoe):
    coups = kernel.coup_weights(shoe)
    assert kernel.both_hit(shoe) == Fraction(coups.totals.get((31, 31), 0), coups.denominator)


@pytest.mark.parametrize("packs", [1, 6])
def test_the_row_of_a_full_shoe_is_that_of_the_rules(packs):
    shoe = Shoe.packs(packs)
    weights, denominator = kernel.row_weights(shoe)
    found: dict[tuple[int, int], Fraction] = {}
    for (total, _, cards), weight in weights.items():
        found[total, cards] = found.get((total, cards), Fraction(0)) + Fraction(weight, denominator)
    assert {key: p for key, p in found.items() if p} == row_law_by_rules(shoe)


@pytest.mark.parametrize(
    "shoe", [Shoe.packs(1), Shoe.packs(6), Shoe.packs(8), Shoe([9, 0, 3, 7, 0, 2, 8, 5, 1, 30])]
)
def test_full_shoes_are_complete_symmetric_and_agree_with_the_second_way(shoe):
    coups = kernel.coup_weights(shoe)
    assert sum(coups.totals.values()) == sum(coups.cards.values()) == coups.denominator
    assert all(coups.totals[a, b] == coups.totals[b, a] for a, b in coups.totals)
    assert all(coups.cards[a, b] == coups.cards[b, a] for a, b in coups.cards)
    assert kernel.both_hit(shoe) == Fraction(coups.totals[31, 31], coups.denominator)
    # The first row of a coup that is certain is just a row.
    row, denominator = kernel.row_weights(shoe)
    for total in range(31, 41):
        in_coup = sum(weight for (first, _), weight in coups.totals.items() if first == total)
        alone = sum(weight for (t, _, _), weight in row.items() if t == total)
        assert Fraction(in_coup, coups.denominator) == Fraction(alone, denominator)


@given(small_shoes(16), st.integers(1, 30))
def test_the_slots_hold_every_coefficient(shoe, top):
    # The packed product, unpacked with the proven slot width, against the plain product in a dict.
    ways = kernel._Ways.of(shoe.counts, top, top)
    plain = {(0, 0, 0, 0): 1}
    for points, count in enumerate(shoe.counts, start=1):
        for _ in range(count):
            grown = dict(plain)
            for (k, s, m, r), number in plain.items():
                for key in ((k + 1, s + points, m, r), (k, s, m + 1, r + points)):
                    if key[1] <= top and key[3] <= top:
                        grown[key] = grown.get(key, 0) + number
            plain = grown
    found = {
        (k, s, m, r): number
        for s in range(top + 1)
        for r in range(top + 1)
        for k, m, number in ways.slots(ways.grid[s][r])
    }
    assert found == plain
    assert max(plain.values()) * max(shoe.size, 1) ** 2 < 2**ways.bits


def test_a_shoe_beyond_the_sharper_bound():
    # 25,000 cards: the slots are then sized by the plain bound.
    shoe = Shoe([2500] * 10)
    assert shoe.size > kernel._SADDLE_SIZE
    coups = kernel.coup_weights(shoe)
    assert sum(coups.totals.values()) == coups.denominator
    assert Fraction(coups.totals[31, 31], coups.denominator) == kernel.both_hit(shoe)


def test_shoes_of_any_size():
    # A thousand packs are close to the infinite shoe: within 1/packs of it.
    many = Shoe([4 * 10**3] * 9 + [16 * 10**3])
    infinite = Shoe.packs(1, replacement=True)
    difference = kernel.both_hit(many) - kernel.both_hit(infinite)
    assert 0 < abs(difference) < Fraction(1, 1000)
