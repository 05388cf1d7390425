"""Solutions: against published and independent values, against the tree, and against deviations."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.algebraic import Algebraic
from exact.enumeration import best_response, expectation
from exact.errors import InfosetError
from exact.games import baccara_banque, chemin_de_fer
from exact.games.baccara_banque.rules import BANKER, FIRST, SECOND, Coup, Table
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS
from shoes import few_values

REPLACEMENT = Shoe.packs(1, replacement=True)
#: An independent exact computation, as the issue quotes it; with replacement, equal stakes.
CORRELATED = Fraction(16655514960, 1919414386513)
NASH = Fraction(11138203216, 1283144424133)
CONCEPTS = ("nash", "independent", "correlated")
#: A partly dealt shoe from which the equilibrium is irrational.
PARTLY = Shoe.packs(2).without("3 4 4 4 5 5 A A")


def test_with_replacement_the_independent_values_are_confirmed():
    nash = baccara_banque.solve(REPLACEMENT)
    assert nash.value == NASH
    assert nash.first[5] == nash.second[5] == Fraction(9, 11)
    assert nash.exact == "rational" and nash.certificate.holds
    correlated = baccara_banque.solve(REPLACEMENT, "correlated")
    assert correlated.value == CORRELATED and correlated.certificate.holds


@pytest.mark.parametrize("concept", CONCEPTS)
@pytest.mark.parametrize("stakes", [(0, 1), (1, 0), (0, "3/7")])
def test_with_replacement_one_tableau_alone_is_chemin_de_fer(concept, stakes):
    # Kemeny and Snell 1957; the cards of the idle tableau say nothing about what is left.
    value = chemin_de_fer.solve(REPLACEMENT).value
    assert value == Fraction(679568, 53094899)
    assert baccara_banque.solve(REPLACEMENT, concept, stakes).value == value


def test_six_packs_the_idle_cards_are_worth_something():
    # The issue: between .0129260 and .0129279, against chemin de fer's .0129155.
    sight = baccara_banque.sight(Shoe.packs(6))
    assert Fraction("0.01292595") <= sight.least <= Fraction("0.01292605")
    assert Fraction("0.01292785") <= sight.greatest <= Fraction("0.01292795")
    assert sight.chemin_de_fer == chemin_de_fer.solve(Shoe.packs(6)).value
    assert 0 < sight.worth_least == sight.least - sight.chemin_de_fer
    assert sight.worth_least < sight.worth_greatest
    assert (sight.least_at, sight.greatest_at) == (0, 1)
    for idle in (0, "1/3", "9/11", 1):
        solution = baccara_banque.solve(Shoe.packs(6), stakes=(0, 1), idle=idle)
        assert sight.least <= solution.value <= sight.greatest
        assert solution.first[5] == Fraction(idle) and solution.unique is False
    assert solution.value == sight.greatest


def test_from_full_shoes_the_symmetric_equilibrium_is_rational_and_the_only_one():
    """The banker mixes where the one tableau has a naturel and the other stood; so the issue says."""
    for packs in (1, 3, 6):
        solution = baccara_banque.solve(Shoe.packs(packs))
        assert solution.exact == "rational" and solution.unique is True and solution.others == ()
        assert solution.first == solution.second
        assert set(solution.banker.mixed()) == {(6, None, "naturel"), (6, "naturel", None)}
        assert solution.banker[6, None, "naturel"] == solution.banker[6, "naturel", None]
        assert "none elsewhere" in solution.searched


def test_from_a_partly_dealt_shoe_it_is_algebraic_of_degree_two():
    solution = baccara_banque.solve(PARTLY)
    assert solution.exact == "algebraic" and solution.unique is True
    for number in (solution.value, solution.first[5], solution.banker[3, 0, 9]):
        assert isinstance(number, Algebraic) and len(number.polynomial) == 3
    assert len(solution.value.decimal(30)) >= 30
    assert solution.certificate.holds
    # The minimal polynomial of p is the gain of the mixing cell on the diagonal, up to a factor.
    k, a, b, m = solution.game.gain.gains[solution.game.cells.index((3, 0, 9))]
    c0, c1, c2 = solution.first[5].polynomial
    assert (k * c1, k * c2) == ((a + b) * c0, m * c0)


# ------------------------------------------------------- nobody gains by deviating, by the tree


def plan(play):
    return {key: {"stand": 1 - p, "draw": p} for key, p in play.items()}


@settings(max_examples=8, deadline=None)
@given(few_values(11), st.sampled_from([(1, 1), (1, 2), (3, 1)]), st.sampled_from([0, "1/10"]))
def test_an_equilibrium_stands_the_test_of_the_literal_rules(shoe, stakes, tax):
    solution = baccara_banque.solve(shoe, "nash", stakes, tax)
    if solution.exact != "rational":
        return
    start = Coup(Table(solution.stakes, solution.commission))
    policy = {
        FIRST: plan(solution.first),
        SECOND: plan(solution.second),
        BANKER: plan(solution.banker),
    }
    first, second, banker, _ = expectation(start, shoe, policy)
    assert -(first + second) == solution.value
    assert banker == solution.banker_gain
    assert solution.against == (-first, -second)
    for player, gain in ((FIRST, first), (SECOND, second), (BANKER, banker)):
        others = {key: value for key, value in policy.items() if key != player}
        assert best_response(start, shoe, player, others).value == gain


@settings(max_examples=6, deadline=None)
@given(few_values(11), st.sampled_from([(1, 1), (1, 3)]))
def test_a_correlated_team_by_the_literal_rules(shoe, stakes):
    """The banker's play shown secures the value against every joint play; the lots concede no more."""
    solution = baccara_banque.solve(shoe, "correlated", stakes)
    start = Coup(Table(solution.stakes))
    gains = {}
    for one, other in solution.joint:
        policy = {FIRST: {5: one}, SECOND: {5: other}, BANKER: plan(solution.banker)}
        gains[one, other] = expectation(start, shoe, policy)[BANKER]
    assert min(gains.values()) == solution.value
    assert sum(share * gains[play] for play, share in solution.joint.items()) == solution.value
    assert sum(solution.joint.values()) == 1
    assert solution.certificate.greatest_gain == solution.value


@settings(max_examples=6, deadline=None)
@given(few_values(14, values=4), st.sampled_from([(1, 1), (1, 3)]), st.integers(0, 10**6))
def test_no_independent_play_concedes_less(shoe, stakes, seed):
    solution = baccara_banque.solve(shoe, "independent", stakes)
    correlated = baccara_banque.solve(shoe, "correlated", stakes)
    assert correlated.value <= solution.value
    choose = random.Random(seed)
    for _ in range(20):
        p, q = (Fraction(choose.randrange(13), 12) for _ in range(2))
        assert concedes(solution.game, p, q) >= solution.value
    if solution.exact == "rational" and 5 in solution.first:
        at = concedes(solution.game, solution.first[5], solution.second[5])
        assert at == solution.value


def concedes(game, p, q):
    """What the banker's best reply gains, cell by cell."""
    values = [k + a * p + b * q + m * p * q for k, a, b, m in (game.gain.constant, *game.gain.gains)]
    return (values[0] + sum(max(v, 0) for v in values[1:])) / game.denominator


def test_independent_with_replacement_and_six_packs():
    # With replacement the optimum lies on a curve, where both tableaux draw less than at the equilibrium.
    solution = baccara_banque.solve(REPLACEMENT, "independent")
    assert solution.exact == "algebraic" and CORRELATED < solution.value < NASH
    assert solution.first[5] == solution.second[5] < Fraction(9, 11)
    near = solution.first[5].refined(Fraction(1, 10**12)).lower
    assert (
        0
        < concedes(solution.game, near, near) - solution.value.refined(Fraction(1, 10**30)).lower
        < Fraction(1, 10**13)
    )
    # From six packs it is the equilibrium's play.
    six = baccara_banque.solve(Shoe.packs(6), "independent")
    assert six.value == baccara_banque.solve(Shoe.packs(6)).value


@pytest.mark.parametrize("stakes", [(1, 2), (1, 10), ("0.5", 3)])
def test_unequal_stakes_mirror(stakes):
    shoe = Shoe.packs(1).without("9 9 8 5")
    one, other = baccara_banque.solve(shoe, stakes=stakes), baccara_banque.solve(shoe, stakes=stakes[::-1])
    assert one.value == other.value and one.against == other.against[::-1]
    assert one.first == other.second and one.second == other.first
    assert one.banker[6, None, 4] == other.banker[6, 4, None]


def test_naturels_told_apart_help_the_banker_a_little():
    shoe = Shoe.packs(6)
    alike = baccara_banque.solve(shoe, stakes=(0, 1), idle=1)
    apart = baccara_banque.solve(shoe, stakes=(0, 1), idle=1, naturels="apart")
    assert 0 < apart.value - alike.value < Fraction(1, 10**6)
    assert (6, "huit", None) in apart.banker and (6, "naturel", None) not in apart.banker
    # With replacement naturels say nothing about the cards that are left.
    assert baccara_banque.solve(REPLACEMENT, "correlated", naturels="apart").value == CORRELATED


def test_a_shoe_without_fives_of_two_cards_leaves_no_tableau_a_choice():
    shoe = Shoe([0, 0, 0, 0, 0, 0, 6, 0, 0, 6])
    solution = baccara_banque.solve(shoe)
    assert 5 not in solution.first and solution.unique is True
    with pytest.raises(InfosetError, match="first tableau that can occur"):
        solution.first[5]
    assert solution.value == baccara_banque.solve(shoe, "correlated").value


# --------------------------------------------------------------------- what a user sees


def test_the_plays_hold_every_infoset_that_can_occur():
    solution = baccara_banque.solve(Shoe.packs(6))
    assert list(solution.first) == list(CHOOSING_TOTALS)
    assert [solution.first[own] for own in (0, 4, 6, 7)] == [1, 1, 0, 0]
    assert len(solution.banker) == 8 * (12 * 12 - 1)
    assert list(solution.banker)[:2] == [(0, 0, 0), (0, 0, 1)]
    assert list(solution.banker)[-1] == (7, "naturel", None)
    assert (3, "naturel", "naturel") not in solution.banker
    with pytest.raises(InfosetError, match="infoset of the banker"):
        solution.banker[3, "naturel", "naturel"]
    # The banker never draws on seven and always on less than three.
    assert all(p == (cell[0] < 3) for cell, p in solution.banker.items() if cell[0] in (0, 1, 2, 7))


def test_explanations_and_tables():
    solution = baccara_banque.solve(Shoe.packs(6))
    text = solution.explain((4, 0, 4))
    assert "first tableau got a 0" in text and "he cannot do right by both" in text and "draws" in text
    assert solution.explain("first").startswith("With five the first tableau draws with probability 0.8093")
    assert "natural" not in text
    with pytest.raises(ExactError, match="infoset"):
        solution.explain("third")
    with pytest.raises(InfosetError, match="cell"):
        solution.worth((9, 0, 0))
    html = solution._repr_html_()
    assert html.count("<table>") == 9 and "1st \\ 2nd" in html
    assert "value=0.008766066566" in repr(solution)
    worth = solution.worth((6, None, "naturel"))
    assert worth.both == 0 and worth.best == "either" and not worth.conflict


def test_a_cheval():
    even = baccara_banque.solve(Shoe.packs(1))
    assert even.a_cheval == even.value
    uneven = baccara_banque.solve(Shoe.packs(1), stakes=(1, 3))
    first, second = uneven.against
    assert uneven.a_cheval == (first * 4 + second * Fraction(4, 3)) / 2
    with pytest.raises(ExactError, match="cheval"):
        _ = baccara_banque.solve(Shoe.packs(1), stakes=(0, 3)).a_cheval


# ------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"shoe": Shoe([0] * 8 + [4, 4])}, "shoe: it has 8 cards; a coup of baccara banque may take 9"),
        ({"shoe": 6}, "shoe: got 6"),
        ({"concept": "team"}, "concept: got 'team'; one of nash, independent, correlated"),
        ({"stakes": (1, -1)}, "stakes: got (1, -1); a stake is not negative"),
        ({"stakes": (0, 0)}, "stakes: got (0, 0); not both are nought"),
        ({"stakes": (0.5, 1)}, "stakes: got 0.5; a float is not exact"),
        ({"stakes": (1, 2, 3)}, "stakes: got (1, 2, 3); two stakes are expected"),
        ({"stakes": "11"}, "stakes: got '11'; two stakes"),
        ({"stakes": 1}, "stakes: got 1; two stakes"),
        ({"stakes": (True, 1)}, "stakes: got True"),
        ({"commission": 0.02}, "commission: got 0.02; a float"),
        ({"commission": 1}, "commission: got 1"),
        ({"commission": "2%", "concept": "correlated"}, "commission: got '2%'; with a tax only"),
        ({"naturels": "shown"}, "naturels: got 'shown'; one of alike, apart"),
        ({"idle": 2, "stakes": (0, 1)}, "idle: got 2; a probability"),
        ({"idle": 1}, "idle: got 1; it goes with"),
        ({"idle": 1, "concept": "correlated", "stakes": (0, 1)}, "idle: got 1; it goes with"),
    ],
)
def test_bad_input_is_refused_by_name(arguments, words):
    with pytest.raises(ExactError) as error:
        baccara_banque.solve(**{"shoe": Shoe.packs(1), **arguments})
    assert words in str(error.value) and "\n" not in str(error.value)
