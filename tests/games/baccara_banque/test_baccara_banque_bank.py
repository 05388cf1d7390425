"""The conflict, the values of shoes, the taxes, the last coup: against second computations."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enclosure import Enclosure
from exact.enumeration import expectation, law
from exact.games import baccara_banque, chemin_de_fer
from exact.games.baccara_banque.cards import LENGTHS
from exact.games.baccara_banque.rules import BANKER, FIRST, HOUSE, SECOND, Coup, Table
from exact.games.baccara_banque.surd import Surd, minus, number
from shoes import few_values

REPLACEMENT = Shoe.packs(1, replacement=True)
SIGNS = [*range(10), None, "naturel"]


def plan(play):
    return {key: {"stand": 1 - p, "draw": p} for key, p in play.items()}


# -------------------------------------------------------------------------- the conflict


def test_with_replacement_the_conflict_follows_from_chemin_de_fer():
    """There the other's cards say nothing, so each comparison alone is chemin de fer's at p = 9/11."""
    found = baccara_banque.conflict(REPLACEMENT)
    assert found.solution.first[5] == Fraction(9, 11)
    draws = {
        (own, third): chemin_de_fer.decide(REPLACEMENT, "banker", own, third, ponte="9/11").best
        for own in range(8)
        for third in SIGNS[:11]
    }
    expected = {
        (own, x, y)
        for own in range(8)
        for x in SIGNS[:11]
        for y in SIGNS[:11]
        if {draws[own, x], draws[own, y]} == {"draw", "stand"}
    }
    assert {worth.cell for worth in found.cells} == expected
    # Deciding separately is chemin de fer twice, both in equilibrium and against this play.
    value = chemin_de_fer.solve(REPLACEMENT).value
    assert found.separate == value
    assert found.cost_in_equilibrium == value - found.solution.value
    assert found.cost == value - found.solution.value


@settings(max_examples=6, deadline=None)
@given(few_values(11), st.sampled_from([(1, 1), (1, 2)]))
def test_the_conflict_by_the_literal_rules(shoe, stakes):
    found = baccara_banque.conflict(shoe, stakes)
    if found.solution.exact != "rational":
        return
    solution = found.solution
    tableaux = {FIRST: plan(solution.first), SECOND: plan(solution.second)}
    start = Coup(Table(solution.stakes))
    cells = list(solution.banker)

    def gains(drawn):
        """What the banker gains against each tableau when he draws in these cells only."""
        policy = {**tableaux, BANKER: {cell: "draw" if cell in drawn else "stand" for cell in cells}}
        parties = expectation(start, shoe, policy)
        return -parties[FIRST], -parties[SECOND]

    base = gains(())
    cost, conflicts = Fraction(0), set()
    for cell in cells[:: max(1, len(cells) // 12)]:
        one, other = (x - y for x, y in zip(gains({cell}), base, strict=True))
        worth = solution.worth(cell)
        assert worth.alone == (one, other) and worth.both == one + other
        assert worth.conflict == (min(one, other) < 0 < max(one, other))
        if worth.conflict:
            conflicts.add(cell)
    assert conflicts <= {worth.cell for worth in found.cells}
    for cell in cells:
        one, other = solution.worth(cell).alone if solution.game.deals else (0, 0)
        cost += max(one, 0) + max(other, 0) - max(one + other, 0)
    assert found.cost == cost
    assert found.probability == sum(worth.occurs for worth in found.cells)
    assert found.cost_in_equilibrium == found.separate - solution.value


def test_conflict_from_full_shoes_in_numbers():
    six = baccara_banque.conflict(Shoe.packs(6))
    # About one coup in twelve; found by this program and checked in the test above on small shoes.
    assert Fraction(1, 13) < six.probability < Fraction(1, 11)
    assert 0 < six.cost_in_equilibrium == six.separate - six.solution.value
    # The banker can at least do what he does when he decides once for both.
    assert six.cost > 0 and six.probability < six.probability_chooses < 1
    pairs = six.pairs()
    assert all((y, x) in pairs and set(pairs[y, x]) == set(pairs[x, y]) for x, y in pairs)
    assert all(x != y and "naturel" not in (x, y) for x, y in pairs)
    heads, body = six.grid()
    assert len(heads) == 12 and body[8][1] == "3" and body[0][9] == "3"
    assert "conflict" in six._repr_html_()


# ------------------------------------------------------------------------ taxes and values


@settings(max_examples=6, deadline=None)
@given(few_values(11), st.sampled_from(["2%", "1.25%", "1/3"]))
def test_the_tax_by_the_literal_rules(shoe, rate):
    found = baccara_banque.after_tax(shoe, rate)
    plain = baccara_banque.solve(shoe)
    if plain.exact != "rational":
        return
    policy = {FIRST: plan(plain.first), SECOND: plan(plain.second), BANKER: plan(plain.banker)}
    parties = expectation(Coup(Table(plain.stakes, found.rate)), shoe, policy)
    assert (parties[BANKER], parties[HOUSE]) == (found.same_play, found.paid)
    assert found.gain == found.taxed.banker_gain and found.taxed.commission == found.rate


def test_flat_tax():
    # 100 coups of 10 staked at 1/100 each gain 10; 2.5 % of 200 are 5.
    assert baccara_banque.flat_tax("1%", capital=200, staked=10, coups=100) == 5
    assert baccara_banque.flat_tax("1%", 200, 10, 50) == 0
    for bad in ({"capital": -1}, {"coups": 0.5}, {"rate": "-5%"}):
        with pytest.raises(ExactError, match=next(iter(bad))):
            baccara_banque.flat_tax(**{"value": 1, "capital": 1, "staked": 1, "coups": 1, **bad})


def test_values():
    found = baccara_banque.values(REPLACEMENT)
    assert found.value == found.solutions["nash"].value == found.a_cheval
    ordered = [found.solutions[name].value for name in ("correlated", "independent", "nash")]
    assert ordered[0] < ordered[1] < ordered[2] < found.chemin_de_fer
    limitee, ouverte = found.taxed["limitée"], found.taxed["ouverte"]
    assert (limitee.rate, ouverte.rate) == (Fraction(1, 50), Fraction(1, 80))
    assert 0 < limitee.gain < ouverte.gain < found.value
    assert "chemin de fer" in repr(found) and "limitée" in found._repr_html_()


def test_the_curve():
    found = baccara_banque.curve(REPLACEMENT, ratios=(0, "1/2", 1))
    assert list(found.solutions) == [0, Fraction(1, 2), 1]
    values = [solution.value for solution in found.solutions.values()]
    assert values == [
        chemin_de_fer.solve(REPLACEMENT).value,
        baccara_banque.solve(REPLACEMENT, stakes=(1, 2)).value,
        baccara_banque.solve(REPLACEMENT).value,
    ]
    assert found.idle.least == found.idle.greatest == values[0] and found.idle.worth_greatest == 0
    assert "1/2 : 1" in found._repr_html_()
    for bad in ((-1,), (0.5,)):
        with pytest.raises(ExactError, match="ratios"):
            baccara_banque.curve(REPLACEMENT, ratios=bad)


@settings(max_examples=5, deadline=None)
@given(few_values(13, values=5))
def test_the_idle_end_bounds_every_idle_play(shoe):
    sight = baccara_banque.sight(shoe)
    top = sight.greatest.upper if isinstance(sight.greatest, Enclosure) else sight.greatest
    for idle in (0, "1/4", "2/3", 1):
        value = baccara_banque.solve(shoe, stakes=(0, 1), idle=idle).value
        assert sight.least <= value <= top


def test_differences_of_numbers_of_different_fields_are_enclosed():
    root2, root3, root8 = (Surd(Fraction(0), Fraction(1), d) for d in (2, 3, 8))
    between = minus(root3, root2)
    assert isinstance(between, Enclosure)
    assert between.contains("0.31783724519578224472575761729617428837313337843343")
    assert between.width <= Fraction(1, 10**40)
    assert minus(root8, root2) == number(root2)
    assert minus(root2, root2) == 0


# --------------------------------------------------------------------------- the last coup


def test_a_coup_takes_six_to_nine_cards():
    """All lengths of the literal rules, from a shoe of cards enough to meet them all: hands have two or three."""
    shoe = Shoe([3, 3, 3, 0, 0, 0, 0, 0, 0, 3])
    mixed = {"stand": Fraction(1, 2), "draw": Fraction(1, 2)}
    drawn = dict.fromkeys(product(range(8), SIGNS, SIGNS), mixed)
    tree = law(Coup(Table()), shoe, {FIRST: {5: "draw"}, SECOND: {5: "draw"}, BANKER: drawn})
    assert {cards for _, _, cards in tree} <= set(LENGTHS)
    tree = law(
        Coup(Table()),
        Shoe([0, 3, 3, 3, 0, 0, 0, 0, 0, 3]),
        {FIRST: {5: "draw"}, SECOND: {5: "stand"}, BANKER: drawn},
    )
    assert {cards for _, _, cards in tree} == set(LENGTHS) == {6, 7, 8, 9}


def test_the_carte_d_arret_of_chemin_de_fer_does_not_suffice():
    assert not baccara_banque.last_coup().enough
    # With none in front of it the coup may want two cards more than the seven behind, with one card one.
    assert {case for case, left in baccara_banque.last_coup().left.items() if left < 0} == {
        (0, 8),
        (0, 9),
        (1, 9),
    }
    assert baccara_banque.first_safe_place() == 9
    assert baccara_banque.last_coup(9).spare == 0


@settings(max_examples=6, deadline=None)
@given(few_values(11))
def test_the_law_of_the_number_of_cards_by_the_literal_rules(shoe):
    solution = baccara_banque.solve(shoe)
    if solution.exact != "rational":
        return
    policy = {FIRST: plan(solution.first), SECOND: plan(solution.second), BANKER: plan(solution.banker)}
    tree = law(Coup(Table()), shoe, policy)
    cards = baccara_banque.cards_law(solution)
    for number_of_cards in range(6, 10):
        weight = sum(p for outcome, p in tree.items() if outcome and outcome[2] == number_of_cards)
        assert cards[number_of_cards] == weight


def test_the_last_coup_by_dealing_out_all_sequences():
    """Plain enumeration of all sequences of coups of a short shoe, their lengths being independent."""
    law_ = baccara_banque.cards_law(baccara_banque.solve(REPLACEMENT))
    size, behind = 30, 7
    wanting = Fraction(0)

    def play(dealt, chance):
        nonlocal wanting
        for cards in (6, 7, 8, 9):
            if dealt + cards > size - behind:  # the carte d'arrêt appears: the last coup
                wanting += chance * law_[cards] * (dealt + cards > size)
            else:
                play(dealt + cards, chance * law_[cards])

    play(0, Fraction(1))
    found = baccara_banque.last_coup_wants(law_, size, behind)
    assert found.wanting == wanting == sum(found.by_wanting.values())
    assert set(found.by_wanting) == {1, 2}
    assert baccara_banque.last_coup_wants(law_, size, 9).wanting == 0
    assert baccara_banque.last_coup_wants(law_, size, 8).wanting > 0
    with pytest.raises(ExactError, match="behind"):
        baccara_banque.last_coup_wants(law_, 5, 7)


def test_irrational_play_has_no_law_of_fractions():
    solution = baccara_banque.solve(Shoe.packs(2).without("3 4 4 4 5 5 A A"))
    with pytest.raises(ExactError, match="irrational"):
        baccara_banque.cards_law(solution)


def test_product_of_signs_is_complete():
    """Every pair of signs but two naturels is met from six packs, for every total of the banker's."""
    cells = set(baccara_banque.solve(Shoe.packs(6)).banker)
    assert cells == {
        (own, x, y) for own, x, y in product(range(8), SIGNS, SIGNS) if (x, y) != ("naturel", "naturel")
    }
