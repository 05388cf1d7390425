"""The theorem on later coups, against the plain dealing of all arrangements of small shoes."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.games import rouge_et_noir
from exact.games.rouge_et_noir.successive import completion
from shoes import arrangements, deal_rows, number_of_arrangements, shoe_of

#: Five aces and nineteen tens: two coups are certain, a third is not, and if it is completed its law is
#: another one than that of the first.
ACES_AND_TENS = Shoe([5] + [0] * 8 + [19])
#: Four aces, a nine and twelve tens: one coup is certain, a second is not.
ACES_NINE_TENS = Shoe([4] + [0] * 7 + [1, 12])


def coups_of(cards):
    """The completed coups in an order of cards, as pairs of rows."""
    rows = deal_rows(cards)
    return list(zip(rows[::2], rows[1::2], strict=False))


def later_law(shoe, coup):
    """The law of (rouge, noir) in one coup, by dealing all arrangements."""
    counted: Counter[object] = Counter()
    for cards in arrangements(shoe):
        coups = coups_of(cards)
        counted[(sum(coups[coup - 1][0]), sum(coups[coup - 1][1])) if len(coups) >= coup else None] += 1
    number = number_of_arrangements(shoe)
    return {outcome: Fraction(n, number) for outcome, n in counted.items()}


@pytest.mark.parametrize(("shoe", "coup"), [(ACES_NINE_TENS, 2), (ACES_AND_TENS, 2), (ACES_AND_TENS, 3)])
def test_full_enumeration_of_successive_coups(shoe, coup):
    assert rouge_et_noir.totals(shoe, coup=coup) == later_law(shoe, coup)


@given(
    st.lists(st.sampled_from([1, 3, 7, 8, 9]), min_size=1, max_size=2), st.integers(13, 18), st.integers(2, 3)
)
@settings(max_examples=25)
def test_random_shoes(others, tens, coup):
    shoe = shoe_of(others + [10] * tens)
    assert rouge_et_noir.totals(shoe, coup=coup) == later_law(shoe, coup)


def test_every_card_sequence_of_the_second_coup():
    shoe = ACES_NINE_TENS
    counted: Counter[tuple[int, ...]] = Counter()
    for cards in arrangements(shoe):
        coups = coups_of(cards)
        if len(coups) >= 2:
            counted[coups[1][0] + coups[1][1]] += 1
    assert len(counted) > 100
    for sequence, count in counted.items():
        by_theorem = shoe.probability(*sequence) * completion(shoe.without(*sequence), 1)
        assert Fraction(count, number_of_arrangements(shoe)) == by_theorem


def test_the_law_is_the_first_coups_while_it_is_certain_and_differs_at_the_end():
    first = rouge_et_noir.totals(ACES_AND_TENS)
    assert rouge_et_noir.certain_coups(ACES_AND_TENS) == 2
    assert later_law(ACES_AND_TENS, 2) == first
    third = rouge_et_noir.totals(ACES_AND_TENS, coup=3)
    assert 0 < third[None] < 1
    assert third.completed() != first


@given(st.lists(st.integers(1, 10), min_size=1, max_size=200), st.randoms(use_true_random=False))
def test_certain_coups_are_dealt_from_any_order(cards, random):
    random.shuffle(cards)
    assert len(coups_of(tuple(cards))) >= rouge_et_noir.certain_coups(shoe_of(cards))


def test_twenty_five_coups_of_six_packs():
    assert rouge_et_noir.certain_coups(Shoe.packs(6)) == 25
    first = rouge_et_noir.totals(Shoe.packs(6))
    assert rouge_et_noir.totals(Shoe.packs(6), coup=25) == first
    assert completion(Shoe.packs(6), 25) == 1


#: Eight rows of 40 from one pack, each 30 and then a ten; two tens are left over.
LONGEST_ROWS = [(9, 8, 7, 6, 10)] * 4 + [(5, 5, 10, 10, 10)] * 2 + [(4, 4, 3, 3, 2, 2, 1, 1, 10, 10)] * 2


@pytest.mark.parametrize("packs", range(1, 9))
def test_from_full_packs_no_more_coups_are_certain(packs):
    # An order of the cards in which the next coup cannot be completed.
    tens_left = 2 * packs
    rows = LONGEST_ROWS * packs + [(10, 10, 10, 10)] * (tens_left // 4)
    certain = rouge_et_noir.certain_coups(Shoe.packs(packs))
    order = [card for row in rows[: 2 * certain] for card in row]
    rest = Shoe.packs(packs).without(*order)
    order += [value for value, count in enumerate(rest.counts, start=1) for _ in range(count)]
    assert shoe_of(order) == Shoe.packs(packs)
    assert len(coups_of(tuple(order))) == certain


def test_bad_input():
    with pytest.raises(ExactError, match="^shoe: with replacement it never ends"):
        rouge_et_noir.certain_coups(Shoe.packs(1, replacement=True))
    with pytest.raises(ExactError, match="^coup: got 26; this shoe completes 25 coups for certain"):
        completion(Shoe.packs(6), 26)
    with pytest.raises(ExactError, match="^coups: got -1"):
        completion(Shoe.packs(6), -1)
