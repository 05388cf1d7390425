"""The literal rules of rouge et noir, against the document and against plain counting."""

from fractions import Fraction

import pytest

from exact import Shoe
from exact.games.rouge_et_noir.rules import LIMIT, TOTALS, Row, Rows, payoffs, step
from exact.tree import Deal, Settle
from published import ORDERED_ROWS_SIX_PACKS


def dealt(cards):
    """The node that these cards lead to."""
    position = Rows()
    for card in cards:
        node = step(position)
        assert isinstance(node, Deal)
        position = node.after.receive(card)
    return step(position)


def test_the_worked_example():
    # Document: rouge 33, noir 37, "Le rouge gagne!"
    rouge, noir = [10, 10, 10, 3], [9, 9, 9, 10]
    assert dealt(rouge + noir) == Settle((33, 37), (Fraction(0), Fraction(1), Fraction(-1)))


def test_a_row_goes_on_below_31_and_ends_from_31_to_40():
    for total in range(LIMIT):
        assert isinstance(step(Rows(total)), Deal)
        for card in range(1, 11):
            after = Rows(total).receive(card)
            assert after == Rows(total + card)
            assert after.rouge < LIMIT or after.rouge in TOTALS
    assert [TOTALS[0], TOTALS[-1]] == [31, 40]


def test_rouge_is_dealt_first():
    assert Rows(30, 0).receive(5) == Rows(35, 0)
    assert Rows(35, 0).receive(5) == Rows(35, 5)


@pytest.mark.parametrize("rouge", TOTALS)
@pytest.mark.parametrize("noir", TOTALS)
def test_settlement(rouge, noir):
    bank, on_rouge, on_noir = payoffs(rouge, noir)
    if rouge == noir == 31:
        assert (bank, on_rouge, on_noir) == (1, Fraction(-1, 2), Fraction(-1, 2))
    elif rouge == noir:
        assert (bank, on_rouge, on_noir) == (0, 0, 0)
    else:
        assert (on_rouge, on_noir) == ((1, -1) if rouge < noir else (-1, 1))
    assert bank + on_rouge + on_noir == 0


def test_the_number_of_ordered_rows_of_six_packs():
    counted: dict[tuple[Row, Shoe], int] = {}

    def rows(position, shoe):
        if isinstance(step(position), Settle):
            return 1
        key = position, shoe
        if key not in counted:
            counted[key] = sum(rows(position.receive(card), rest) for card, _, rest in shoe.draws())
        return counted[key]

    assert rows(Row(), Shoe.packs(6)) == ORDERED_ROWS_SIX_PACKS
