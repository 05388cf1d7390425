"""The checker of chemin de fer beside the package: the literal tree, and records from random small shoes."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

import check_chemin_de_fer_coups as coups
import check_form as form
from exact import Shoe
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer.rules import INFORMATION
from shoes import arrangements, number_of_arrangements, shoe_of
from tampering import verdict

#: Six to nine cards of all values.
SHOES = st.lists(st.integers(1, 10), min_size=6, max_size=9).map(shoe_of)
SHARES = st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(2, 3)])


def dealt(cards, ponte, banker):
    """(final totals, number of cards) -> probability, for one order of cards; written for this test."""
    p, b = [cards[0] % 10, cards[2] % 10], [cards[1] % 10, cards[3] % 10]
    if max(sum(p) % 10, sum(b) % 10) >= 8:
        return {(sum(p) % 10, sum(b) % 10, 4): Fraction(1)}
    law = {}
    x = ponte[str(sum(p) % 10)]
    for drew, share in ((True, x), (False, 1 - x)):
        own, rest = ([*p, cards[4] % 10], cards[5:]) if drew else (p, cards[4:])
        y = banker[f"{sum(b) % 10}|{own[2] if drew else 'stood'}"]
        for drew_too, part in ((True, share * y), (False, share * (1 - y))):
            other = [*b, rest[0] % 10] if drew_too else b
            end = sum(own) % 10, sum(other) % 10, len(own) + len(other)
            law[end] = law.get(end, Fraction(0)) + part
    return law


@given(st.lists(st.sampled_from([1, 4, 5, 6, 9, 10]), min_size=6, max_size=7), st.data())
@settings(max_examples=15, deadline=None)
def test_the_law_of_a_coup_is_what_dealing_all_orders_gives(points, data):
    shoe = shoe_of(points)
    ponte = {str(own): data.draw(SHARES) for own in range(8)}
    banker = {f"{own}|{seen}": data.draw(SHARES) for own in range(8) for seen in coups.SEEN}
    law = {}
    for cards in arrangements(shoe):
        for end, share in dealt(cards, ponte, banker).items():
            law[end] = law.get(end, Fraction(0)) + share / number_of_arrangements(shoe)
    found = coups.results(form.Shoe(shoe.counts, False), "totals", ponte, banker)
    assert {end: p for end, p in found.items() if p} == {end: p for end, p in law.items() if p}


@given(SHOES, st.sampled_from(INFORMATION), st.sampled_from(["classical", "tableau", "unrestricted"]))
@settings(max_examples=12, deadline=None)
def test_optimal_play_from_small_shoes_holds(shoe, information, rules):
    for tax in ("0", "1/20"):
        assert verdict(chemin_de_fer.solve(shoe, information, rules, tax).record().data()) is None


@given(SHOES, st.sampled_from(INFORMATION))
@settings(max_examples=8, deadline=None)
def test_audits_and_values_from_small_shoes_hold(shoe, information):
    assert verdict(chemin_de_fer.audit(shoe, information).record().data()) is None
    assert verdict(chemin_de_fer.values(shoe, information, "1/7").record().data()) is None


@given(SHOES)
@settings(max_examples=8, deadline=None)
def test_decisions_are_worth_what_the_package_says(shoe):
    e = chemin_de_fer.solve(shoe)
    assume(e.banker)
    checked = form.Shoe(shoe.counts, False)
    plays = {f"{own}|{'stood' if third is None else third}": q for (own, third), q in e.banker.items()}
    for own in e.ponte:
        worth = e.worth(own)
        numbers = worth.occurs, worth.stand * worth.occurs, worth.draw * worth.occurs
        assert coups.decision(checked, "totals", "ponte", str(own), plays, Fraction(0)) == numbers


def test_hands_and_orders_by_hand():
    """From six cards, all different, each order of four given cards is dealt in 2! ways, hands in 2 x 2 orders."""
    shoe = form.Shoe((1, 1, 1, 1, 1, 1, 0, 0, 0, 0), False)
    assert coups.four_cards(shoe, (1, 2), (3, 4)) == 4
    assert coups.two_cards(shoe) == 2
    assert coups.all_deals(shoe) == len(list(permutations(range(6)))) == 720
    assert coups.four_cards(shoe, (1, 1), (3, 4)) == 0
    pack = form.Shoe(form.PACK, False)
    # Two tens of sixteen, and a pair of twos of four: 16 x 15 x 4 x 3.
    assert coups.four_cards(pack, (0, 0), (2, 2)) == 2880


def test_the_tableau_is_that_of_the_document():
    """The package reads it from a file of its own."""
    table = chemin_de_fer.tableau()
    letters = {"draw": "D", "stand": "S", "free": "F"}
    assert "".join(letters[action] for action in table.ponte) == coups.PONTE
    assert tuple("".join(letters[action] for action in row) for row in table.banker) == coups.BANKER


def test_the_published_solution_of_kemeny_and_snell():
    """Amer. Math. Monthly 64 (1957) 465-469: 9/11, 859/2288, the bank gains 679568/53094899."""
    shoe = form.Shoe(form.PACK, True)
    played = coups.game(shoe, "totals")
    record = chemin_de_fer.solve(Shoe.packs(1, replacement=True)).record().data()
    said = {play["infoset"]: play["probability"] for plays in record["strategies"].values() for play in plays}
    assert (said["5"], said["6|stood"]) == ("9/11", "859/2288")
    assert verdict(record) is None
    assert record["values"]["value"]["exact"] == "679568/53094899"
    assert played.everything == 52**6
