"""Shoe: counts, removal, draws, text."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import ExactError, Shoe
from shoes import small_shoes


def test_six_packs_are_312_cards_of_which_96_count_ten():
    # Article "Rouge et noir": six packs, 312 cards; a pack has four of each rank, four ranks count ten.
    shoe = Shoe.packs(6)
    assert shoe.size == len(shoe) == 312
    assert shoe.counts == (24,) * 9 + (96,)
    assert Shoe([24] * 9 + [96]) == shoe
    assert hash(Shoe([24] * 9 + [96])) == hash(shoe)


def test_text_can_be_read_back():
    assert str(Shoe.packs(6)) == "24,24,24,24,24,24,24,24,24,96"
    for shoe in (Shoe.packs(6), Shoe([0, 1] * 5), Shoe.packs(2, replacement=True)):
        again = Shoe.parse(str(shoe))
        assert again == shoe
        assert (again.counts, again.replacement) == (shoe.counts, shoe.replacement)


@given(small_shoes())
def test_repr_and_pickle_give_the_shoe_back(shoe):
    assert eval(repr(shoe)) == shoe
    assert pickle.loads(pickle.dumps(shoe)) == shoe


def test_with_replacement_only_proportions_count():
    assert Shoe.packs(6, replacement=True) == Shoe.packs(1, replacement=True)
    assert hash(Shoe.packs(6, replacement=True)) == hash(Shoe.packs(1, replacement=True))
    assert Shoe.packs(1, replacement=True) != Shoe.packs(1)
    assert Shoe([1, 2] + [0] * 8, replacement=True) != Shoe([2, 1] + [0] * 8, replacement=True)


def test_removal():
    shoe = Shoe.packs(1)
    assert shoe.without(9, 10, 10) == Shoe([4] * 8 + [3, 14])
    assert shoe.without("9 K 10") == shoe.without("9", "k", "T") == shoe.without(9, 10, 10)
    assert shoe.without("A, Q") == shoe.without(1, 10)
    assert shoe.without() == shoe


def test_draws_without_replacement():
    assert list(Shoe([2] + [0] * 8 + [1]).draws()) == [
        (1, 2, Shoe([1] + [0] * 8 + [1])),
        (10, 1, Shoe([2] + [0] * 9)),
    ]
    assert list(Shoe([0] * 10).draws()) == []


def test_draws_with_replacement_leave_the_shoe():
    shoe = Shoe.packs(1, replacement=True)
    assert [(points, rest) for points, _, rest in shoe.draws()] == [(points, shoe) for points in range(1, 11)]
    assert [Fraction(weight, shoe.size) for _, weight, _ in shoe.draws()] == [Fraction(1, 13)] * 9 + [
        Fraction(4, 13)
    ]


@given(small_shoes(), st.lists(st.integers(1, 10), max_size=4))
def test_the_probability_of_a_sequence_is_the_product_of_its_draws(shoe, cards):
    probability, rest = Fraction(1), shoe
    for card in cards:
        found = [(weight, after) for points, weight, after in rest.draws() if points == card]
        if not found:
            probability = Fraction(0)
            break
        probability *= Fraction(found[0][0], rest.size)
        rest = found[0][1]
    assert shoe.probability(*cards) == probability


def test_numpy_integers_are_welcome():
    assert Shoe(np.array([4] * 9 + [16])) == Shoe.packs(1)
    assert all(type(count) is int for count in Shoe(np.array([4] * 9 + [16])).counts)


def test_a_shoe_is_immutable():
    shoe = Shoe.packs(1)
    with pytest.raises(AttributeError, match="immutable"):
        shoe.counts = (1,) * 10
    with pytest.raises(AttributeError, match="immutable"):
        del shoe.size


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Shoe([1] * 9), "counts: got 9 of them"),
        (lambda: Shoe([1] * 11), "counts: got 11 of them"),
        (lambda: Shoe([-1] + [1] * 9), "counts: cards of 1: got -1"),
        (lambda: Shoe([1.0] + [1] * 9), "counts: cards of 1: got 1.0"),
        (lambda: Shoe([True] + [1] * 9), "counts: cards of 1: got True"),
        (lambda: Shoe(["4"] * 10), "counts: cards of 1: got '4'"),
        (lambda: Shoe(24), "counts: got 24; ten counts"),
        (lambda: Shoe("1,2"), "counts: got '1,2'; .*Shoe.parse"),
        (lambda: Shoe([0] * 10, replacement=True), "counts: .*at least one card"),
        (lambda: Shoe([1] * 10, replacement="yes"), "replacement: got 'yes'"),
        (lambda: Shoe.packs(0), "packs: got 0"),
        (lambda: Shoe.packs(2.5), "packs: got 2.5"),
        (lambda: Shoe.packs("6"), "packs: got '6'"),
        (lambda: Shoe.parse("1,2,3"), "shoe: got '1,2,3'; ten"),
        (lambda: Shoe.parse("1,1,1,1,1,1,1,1,1,-1"), "shoe: got"),
        (lambda: Shoe.parse("1,1,1,1,1,1,1,1,1,1.5"), "shoe: got"),
        (lambda: Shoe.parse(6), "shoe: got 6"),
        (lambda: Shoe.packs(1).without(11), "without: got 11"),
        (lambda: Shoe.packs(1).without(0), "without: got 0"),
        (lambda: Shoe.packs(1).without("X"), "without: got 'X'"),
        (lambda: Shoe.packs(1).without(2.0), "without: got 2.0"),
        (lambda: Shoe.packs(1).without(9, 9, 9, 9, 9), "without: more cards of 9 points"),
        (lambda: Shoe.packs(1, replacement=True).without(9), "without: every card is put back"),
        (lambda: Shoe.packs(1).probability("Z"), "card: got 'Z'"),
    ],
)
def test_bad_input_names_the_argument(make, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        make()


def test_html_shows_the_counts():
    html = Shoe.packs(6)._repr_html_()
    assert "312 cards" in html
    assert "<td>96</td>" in html
