"""The literal rules of trente et quarante, and its coloured shoe."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import law
from exact.games.rouge_et_noir import rules as rouge_et_noir_rules
from exact.games.trente_et_quarante.colours import ColouredShoe
from exact.games.trente_et_quarante.rules import Rows, gain, step
from exact.tree import Settle
from shoes import small_shoes


def dealt(cards):
    position = Rows()
    for card in cards:
        position = position.receive(card)
    return step(position)


def test_noir_is_dealt_first_and_its_first_card_decides_couleur():
    noir = [(10, False), (10, True), (10, True), (7, True)]
    rouge = [(9, True), (9, True), (9, True), (6, False)]
    # Noir 37, rouge 33: rouge wins; the first card is black, so inverse wins.
    assert dealt(noir + rouge) == Settle(
        (33, 37, False), (Fraction(0), Fraction(1), Fraction(-1), Fraction(-1), Fraction(1))
    )
    # The same with a red first card: couleur wins.
    assert dealt([(10, True), *noir[1:], *rouge]).payoffs[3:] == (1, -1)


def test_at_the_refait_all_four_chances_lose_half():
    row = [(10, True), (10, True), (10, True), (1, True)]
    assert dealt(row + row) == Settle((31, 31, True), (Fraction(2), *[Fraction(-1, 2)] * 4))
    assert all(gain(chance, 35, 35, True) == 0 for chance in ("rouge", "noir", "couleur", "inverse"))


@given(small_shoes(8), st.data())
def test_a_coloured_shoe_deals_the_values_of_the_shoe(shoe, data):
    red = Shoe([data.draw(st.integers(0, count)) for count in shoe.counts])
    coloured = ColouredShoe.of(shoe, red)
    values = {}
    for (points, _), weight, _ in coloured.draws():
        values[points] = values.get(points, 0) + weight
    assert values == {points: weight for points, weight, _ in shoe.draws()}
    pairs = law(Rows(), coloured).map(lambda o: None if o is None else (o[1], o[0]))
    assert pairs == law(rouge_et_noir_rules.Rows(), shoe)


def test_half_of_each_count():
    coloured = ColouredShoe.of(Shoe.packs(1))
    assert coloured.red == coloured.black == (2,) * 9 + (8,)
    infinite = ColouredShoe.of(Shoe([1] * 9 + [4], replacement=True))
    assert set(infinite.red_shares().values()) == {Fraction(1, 2)}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ColouredShoe.of(Shoe([1] * 10)), "red: half of 1 cards of value A"),
        (
            lambda: ColouredShoe.of(Shoe.packs(1), Shoe([5] + [0] * 9)),
            "red: 5 red cards of value A, but .* 4",
        ),
        (lambda: ColouredShoe.of(Shoe.packs(1), [2] * 10), "red: got"),
        (lambda: ColouredShoe.of(Shoe([0] * 10)), "shoe: it is empty"),
    ],
)
def test_bad_input(make, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        make()
