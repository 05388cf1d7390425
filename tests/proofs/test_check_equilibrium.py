"""Whether an equilibrium is the only one: the checker beside the package's search, and games solved by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from check_equilibrium import Slopes, only, only_zero_sum
from exact.equilibrium import Bilinear, nash, zero_sum

NUMBERS = st.integers(-4, 4)
HALF = Fraction(1, 2)


@st.composite
def forms(draw, number):
    """So many bilinear forms of one size, up to three infosets a side."""
    m, n = draw(st.integers(1, 3)), draw(st.integers(1, 3))

    def vector(size):
        return tuple(draw(st.lists(NUMBERS, min_size=size, max_size=size)))

    return [Bilinear(0, vector(m), vector(n), tuple(vector(n) for _ in range(m)), 1) for _ in range(number)]


def slopes_of(loss, gain):
    return Slopes(loss.rows, gain.columns, loss.matrix, gain.matrix)


@given(forms(1))
@settings(max_examples=150, deadline=None)
def test_in_zero_sum_games_it_is_what_the_package_decides(games):
    (game,) = games
    solution = zero_sum(game)
    assert only_zero_sum(slopes_of(game, game), solution.x, solution.y) is solution.unique


@given(forms(2))
@settings(max_examples=150, deadline=None)
def test_in_other_games_it_never_contradicts_the_package(games):
    loss, gain = games
    solution = nash(loss, gain)
    found = only(slopes_of(loss, gain), solution.x, solution.y)
    assert None in (found, solution.unique) or found is solution.unique


@given(forms(2))
@settings(max_examples=100, deadline=None)
def test_slopes_are_those_of_the_package(games):
    loss, gain = games
    solution = nash(loss, gain)
    slopes = slopes_of(loss, gain)
    assert slopes.of_rows(solution.y) == loss.row_slopes(solution.y)
    assert slopes.of_columns(solution.x) == gain.column_slopes(solution.x)


@pytest.mark.parametrize(
    ("slopes", "x", "y", "right"),
    [
        # Matching pennies: one side loses by doing the same, the other by doing the opposite.
        (Slopes([-1], [-1], [[2]], [[2]]), HALF, HALF, True),
        # Both want to do the same: (0, 0), (1, 1), and both at half.
        (Slopes([1], [-1], [[-2]], [[2]]), Fraction(0), Fraction(0), False),
        (Slopes([1], [-1], [[-2]], [[2]]), HALF, HALF, False),
        # Each has a better action whatever the other does.
        (Slopes([1], [2], [[-3]], [[-1]]), Fraction(1), Fraction(1), True),
        # The first side does not care, and the second has one better action: any x will do.
        (Slopes([0], [1], [[0]], [[0]]), Fraction(0), Fraction(1), False),
        # The first is never better off, but ties when the second does not draw, which it is never better off to do.
        (Slopes([0], [-1], [[1]], [[0]]), Fraction(0), Fraction(0), None),
    ],
)
def test_games_by_hand(slopes, x, y, right):
    assert only(slopes, [x], [y]) is right


def test_two_infosets_with_a_second_equilibrium_far_away():
    """Two games of meeting at once, which do not touch: each has three equilibria, together nine."""
    meeting = Slopes([1, 1], [-1, -1], [[-2, 0], [0, -2]], [[2, 0], [0, 2]])
    for x, y in (((0, 0), (0, 0)), ((1, 0), (1, 0)), ((HALF, 1), (HALF, 1))):
        assert only(meeting, [Fraction(p) for p in x], [Fraction(q) for q in y]) is False


def test_the_search_gives_up_where_it_would_take_too_long(monkeypatch):
    monkeypatch.setattr("check_equilibrium.PARTS", 1)
    slopes = Slopes([1, 1], [-1, -1], [[-2, 1], [1, -2]], [[2, -1], [-1, 2]])
    assert only(slopes, [Fraction(1)] * 2, [Fraction(1)] * 2) is None
