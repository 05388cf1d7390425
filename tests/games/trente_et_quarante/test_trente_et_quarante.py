"""The questions a user asks of trente et quarante."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import expectation, law, law_with_rest
from exact.games import rouge_et_noir, trente_et_quarante
from exact.games.trente_et_quarante.colours import ColouredShoe
from exact.games.trente_et_quarante.refait import locked_loss, locked_loss_with_replacement, prison_cost
from exact.games.trente_et_quarante.rules import CHANCES, Rows
from shoes import shoe_of, small_shoes

SIX = Shoe.packs(6)
INFINITE = Shoe.packs(1, replacement=True)


@st.composite
def coloured_shoes(draw, most_cards=12):
    shoe = draw(small_shoes(most_cards))
    return shoe, Shoe([draw(st.integers(0, count)) for count in shoe.counts])


@given(coloured_shoes())
def test_every_chance_costs_what_the_rules_say(shoe_and_red):
    shoe, red = shoe_and_red
    gains = expectation(Rows(), ColouredShoe.of(shoe, red))
    if not gains:
        with pytest.raises(ExactError, match="^shoe: .* too few"):
            trente_et_quarante.analyse(shoe, red)
        return
    analysis = trente_et_quarante.analyse(shoe, red)
    assert tuple(-analysis.edges[chance] for chance in CHANCES) == gains[1:]
    assert gains[0] == sum(analysis.edges.values())
    assert analysis.couleur + analysis.inverse == analysis.rouge + analysis.noir
    assert analysis.edge_couleur == analysis.edges["couleur"]


def test_couleur_from_an_unevenly_coloured_infinite_shoe():
    # All aces red, all else black.
    red = Shoe([4] + [0] * 9)
    analysis = trente_et_quarante.analyse(Shoe.packs(1, replacement=True), red)
    by_rules = expectation(Rows(), ColouredShoe.of(INFINITE, red))
    assert tuple(-edge for edge in analysis.edges.values()) == by_rules[1:]


def test_equal_colours():
    analysis = trente_et_quarante.analyse(SIX)
    assert analysis.couleur == analysis.inverse == (analysis.rouge + analysis.noir) / 2
    assert set(analysis.edges.values()) == {rouge_et_noir.analyse(SIX).edge}
    # The general way, for a colouring that is even but not half.
    third = trente_et_quarante.analyse(Shoe([3] * 9 + [12]), red=Shoe([1] * 9 + [4]))
    assert third.couleur == third.inverse


def test_uneven_colours_leave_rouge_and_noir_even():
    analysis = trente_et_quarante.analyse(SIX, red=Shoe([12] * 9 + [40]))
    assert analysis.rouge == analysis.noir
    assert analysis.couleur != analysis.inverse
    assert analysis.couleur + analysis.inverse == analysis.rouge + analysis.noir
    assert analysis.edge_couleur + analysis.edge_inverse == 2 * analysis.edge


# ------------------------------------------------------------------------------ prison


@given(st.lists(st.sampled_from([1, 1, 9, 10, 10, 10]), min_size=8, max_size=20).map(shoe_of))
@settings(max_examples=25)
def test_prison_costs_rouge_and_noir_what_half_costs(shoe):
    # Full enumeration of all later coups, whatever the colours.
    coloured = ColouredShoe.of(shoe, Shoe([count // 3 for count in shoe.counts]))
    half = rouge_et_noir.totals(shoe)[31, 31] / 2
    assert prison_cost("rouge", coloured) == prison_cost("noir", coloured) == half


#: Two coups or one, with refaits: five aces, all of them red, and twelve black tens.
LONG = Shoe([5] + [0] * 8 + [12])
ACES = Shoe([5] + [0] * 9)


def test_prison_over_several_coups():
    coloured = ColouredShoe.of(LONG, ACES)
    half = rouge_et_noir.totals(LONG)[31, 31] / 2
    assert half > 0
    # There are refaits after which a later coup decides, and some after which the shoe ends.
    rests = [rest for outcome, rest in law_with_rest(Rows(), coloured) if outcome and outcome[:2] == (31, 31)]
    later = [law(Rows(), rest) for rest in rests]
    assert any(following[None] < 1 for following in later)
    assert any(following[None] > 0 for following in later)
    assert {locked_loss("rouge", rest) for rest in rests} == {Fraction(1, 2)}
    assert prison_cost("rouge", coloured) == half
    # For couleur from uneven colours there is no such symmetry.
    assert prison_cost("couleur", coloured) != half
    assert trente_et_quarante.analyse(LONG, red=ACES, refait="prison").edge == half


def test_prison_for_couleur():
    even = Shoe([2, 0, 0, 0, 0, 0, 0, 0, 0, 14])
    red = Shoe([1] + [0] * 8 + [7])
    coloured = ColouredShoe.of(even, red)
    analysis = trente_et_quarante.analyse(even, refait="prison")
    for chance in CHANCES:
        win, lose = (getattr(analysis, name) for name in (chance, opposite(chance)))
        assert analysis.edges[chance] == lose - win + prison_cost(chance, coloured)
    uneven = trente_et_quarante.analyse(LONG, red=ACES, refait="prison")
    with pytest.raises(ExactError, match="^edge_couleur: prison from a finite shoe with uneven colours"):
        uneven.edge_couleur  # noqa: B018


def opposite(chance):
    return dict(zip(CHANCES, ("noir", "rouge", "inverse", "couleur"), strict=True))[chance]


def test_prison_with_replacement():
    analysis = trente_et_quarante.analyse(INFINITE, refait="prison")
    assert set(analysis.edges.values()) == {analysis.refait / 2}
    # All aces red: couleur and inverse are uneven; a locked stake is lost with the share of lost coups.
    uneven = trente_et_quarante.analyse(INFINITE, red=Shoe([4] + [0] * 9), refait="prison")
    decided = uneven.couleur + uneven.inverse
    expected = uneven.inverse - uneven.couleur + uneven.refait * uneven.inverse / decided
    assert uneven.edge_couleur == expected


def test_double_prison_by_following_the_locks():
    # The chain of locks, followed for sixty coups in exact arithmetic: what is undecided then is tiny.
    win, lose, refait = Fraction(4, 10), Fraction(45, 100), Fraction(5, 100)
    locked, lost, freed = {1: Fraction(1), 2: Fraction(0)}, Fraction(0), Fraction(0)
    for _ in range(60):
        once, twice = locked[1], locked[2]
        freed += once * win
        lost += (once + twice) * lose
        stay = 1 - win - lose - refait
        locked = {1: once * stay + twice * win, 2: twice * (stay + refait) + once * refait}
    undecided = sum(locked.values())
    loss = locked_loss_with_replacement(win, lose, refait, twice=True)
    assert undecided < Fraction(1, 10**12)
    assert lost <= loss <= lost + undecided
    assert lost + freed + undecided == 1


def test_double_prison_costs_more():
    single = trente_et_quarante.analyse(INFINITE, refait="prison")
    double = trente_et_quarante.analyse(INFINITE, refait="prisons")
    # By hand for even chances, r the share of refaits among the coups that matter: freed with (1-r)/(2-r).
    r = single.refait / single.counted
    assert double.edge == double.refait * (1 - (1 - r) / (2 - r))
    assert double.edge > single.edge
    with pytest.raises(ExactError, match="^refait: 'prisons' is known with replacement only"):
        trente_et_quarante.analyse(SIX, refait="prisons")


def test_a_stake_that_no_coup_can_decide():
    # Tens only: every coup is 40 : 40.
    analysis = trente_et_quarante.analyse(Shoe([0] * 9 + [1], replacement=True), refait="prison")
    assert analysis.edge == 0


# --------------------------------------------------------------------------- insurance


@given(
    st.lists(st.sampled_from([1, 2, 8, 9, 10]), min_size=8, max_size=12).map(shoe_of),
    st.fractions(0, 1),
    st.sampled_from(trente_et_quarante.INSURANCE_RULES),
)
@settings(max_examples=30)
def test_insurance_by_the_rules(shoe, premium, rule):
    totals = rouge_et_noir.totals(shoe)
    assume(totals[None] < 1 and premium > 0)
    no_red = Shoe([0] * 10)
    analysis = trente_et_quarante.analyse(shoe, no_red, insurance=premium, insurance_rule=rule)

    def bank_gains(pair):
        """What the bank gains from an insured unit on rouge."""
        if pair is None:
            return Fraction(0)
        rouge, noir = pair
        stake = (rouge > noir) - (rouge < noir)
        kept = {
            "lost": True,
            "returned": pair != (31, 31),
            "won_coups": rouge != noir or pair == (31, 31),
        }[rule]
        return stake + (premium if kept else 0)

    assert analysis.edge == totals.expectation(bank_gains)
    assert analysis.edge_outlay == analysis.edge / (1 + premium)


def test_insurance_of_one_per_cent():
    # The premium of every coup is lost, nothing else is: one per cent of the stake, 1/101 of the outlay.
    analysis = trente_et_quarante.analyse(SIX, insurance="1%")
    assert (analysis.edge, analysis.edge_outlay) == (Fraction(1, 100), Fraction(1, 101))
    # It pays to insure: the refait costs more.
    assert analysis.edge < trente_et_quarante.analyse(SIX).edge


@given(coloured_shoes(most_cards=11))
def test_removal_effects_by_the_rules(shoe_and_red):
    shoe, red = shoe_and_red
    before = expectation(Rows(), ColouredShoe.of(shoe, red))
    if not before:
        with pytest.raises(ExactError, match="^shoe: .* too few"):
            trente_et_quarante.removal_effects(shoe, red)
        return
    effects = trente_et_quarante.removal_effects(shoe, red)
    coloured = ColouredShoe.of(shoe, red)
    assert list(effects) == [card for card, _, _ in coloured.draws()]
    for card, _, rest in coloured.draws():
        after = expectation(Rows(), rest) or (Fraction(0),) * 5
        effect = effects[card]
        rouge, noir, couleur, inverse = (old - new for old, new in zip(before[1:], after[1:], strict=True))
        assert (effect.edge, effect.edge_couleur, effect.edge_inverse) == (rouge, couleur, inverse)
        assert noir == rouge == effect.refait / 2


def test_removal_effects_of_one_pack():
    shoe = Shoe.packs(1)
    effects = trente_et_quarante.removal_effects(shoe)
    plain = rouge_et_noir.removal_effects(shoe)
    for (points, is_red), effect in effects.items():
        assert (effect.refait, effect.edge) == (plain[points].refait, plain[points].edge)
        # Swapping the colours swaps couleur and inverse.
        other = effects[points, not is_red]
        assert (effect.edge_couleur, effect.edge_inverse) == (other.edge_inverse, other.edge_couleur)
    # A card drawn at random and laid aside changes no law: weighted, the effects sum to nothing.
    weight = {points: count for points, count, _ in shoe.draws()}
    for name in ("refait", "edge", "edge_couleur", "edge_inverse"):
        assert sum(weight[points] * getattr(effect, name) for (points, _), effect in effects.items()) == 0


def test_removal_effects_need_a_finite_shoe():
    with pytest.raises(ExactError, match="^shoe: with replacement"):
        trente_et_quarante.removal_effects(INFINITE)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"refait": "whole"}, "refait: got 'whole'; the rules are half, prison, prisons"),
        ({"insurance": 0.01}, "insurance: got 0.01; a float is not exact"),
        ({"insurance": 2}, "insurance: got 2; a premium between 0 and 1"),
        ({"insurance": "-1%"}, "insurance: got '-1%'; a premium between 0 and 1"),
        ({"insurance": "much"}, "insurance: got 'much'"),
        ({"insurance_rule": "kept"}, "insurance_rule: got 'kept'; the rules are lost, returned, won_coups"),
        ({"red": "12"}, "red: got '12'"),
        ({"red": Shoe([12] * 10, replacement=True)}, "red: got .*beside a shoe without replacement"),
        ({"red": Shoe([25] + [0] * 9)}, "red: 25 red cards of value A, but the shoe has 24 in all"),
    ],
)
def test_bad_input_names_the_argument(options, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        trente_et_quarante.analyse(SIX, **options)


def test_bad_shoes():
    with pytest.raises(ExactError, match="^shoe: it is empty"):
        trente_et_quarante.analyse(Shoe([0] * 10))
    with pytest.raises(ExactError, match="^red: half of 1 cards"):
        trente_et_quarante.analyse(Shoe([1] * 9 + [30]))
    with pytest.raises(ExactError, match="^completed: "):
        trente_et_quarante.analyse(SIX).completed()


def test_it_explains_itself():
    analysis = trente_et_quarante.analyse(SIX, insurance="1%")
    assert "insured for a premium of 1/100" in analysis.explain()
    assert "(about 1 %) per unit staked on couleur" in analysis.explain("couleur")
    with pytest.raises(ExactError, match="^chance: got 'red'; the chances are rouge"):
        analysis.explain("red")
    assert "edge_rouge" in analysis._repr_html_()
    assert repr(analysis).startswith("Analysis(model='shoe of 312 cards'")
