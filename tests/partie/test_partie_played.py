"""The joint law of both tableaux in real play: its mean is the value, and it is that of the literal rules."""

from fractions import Fraction

import pytest

from exact import Distribution, ExactError, Shoe
from exact.enumeration import law
from exact.games import baccara_banque
from exact.games.baccara_banque.rules import BANKER, FIRST, SECOND, Coup, Table
from exact.partie import fortune
from shoes import shoe_of

NAMES = {1: "banker", -1: "ponte", 0: "en cartes"}
SIX = Shoe.packs(6)


def plan(play):
    return {cell: {"draw": p, "stand": 1 - p} for cell, p in play.items()}


@pytest.mark.parametrize("cards", [[2] * 4 + [3] * 3 + [5] * 4, [1, 1, 4, 4, 5, 5, 5, 8, 10, 10, 10]])
def test_the_law_by_the_rules_as_a_tree(cards):
    solution = baccara_banque.solve(shoe_of(cards))
    assert solution.exact == "rational"
    policy = {FIRST: plan(solution.first), SECOND: plan(solution.second), BANKER: plan(solution.banker)}
    tree = law(Coup(Table()), solution.shoe, policy)
    expected = tree.map(lambda outcome: (NAMES[outcome[0]], NAMES[outcome[1]]))
    assert fortune.played_law(solution) == expected


@pytest.mark.parametrize("concept", ["nash", "correlated"])
def test_its_mean_is_the_value_from_six_packs(concept):
    solution = baccara_banque.solve(SIX, concept=concept)
    results = fortune.played_law(solution)
    both = fortune.tableaux(results)
    # The value is per unit of the total stake, of which half lies on each tableau.
    assert both.gross.mean() / 2 == solution.value
    for side, against in enumerate(solution.against):
        one = results.map(lambda pair, side=side: {"banker": 1, "ponte": -1, "en cartes": 0}[pair[side]])
        assert one.mean() / 2 == against
    # The tableaux play against one hand: their results go together.
    assert both.covariance > Fraction(1, 4)
    assert both.gross.variance() == both.independent_variance + 2 * both.covariance


def test_equal_tableaux_are_exchangeable():
    results = fortune.played_law(baccara_banque.solve(SIX))
    assert results == Distribution({(left, right): p for (right, left), p in results.items()})


def test_what_has_no_such_law_is_refused():
    apart = baccara_banque.solve(SIX, naturels="apart")
    with pytest.raises(ExactError, match="^solution: it tells eight and nine apart"):
        fortune.played_law(apart)
