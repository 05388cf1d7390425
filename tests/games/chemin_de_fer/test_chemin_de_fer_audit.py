"""The tableau on trial, against expectations in the tree and against games solved anew."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exact import ExactError, InfosetError, Shoe
from exact.enumeration import expectation
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS, THIRDS, Rules
from exact.games.chemin_de_fer.rules import BANKER, PONTE, Coup, Table
from exact.rational import decimal

ENDLESS = Shoe.packs(1, replacement=True)
CLASSICAL = Rules.named("classical")
small_shoes = st.lists(st.sampled_from(range(10)), min_size=2, max_size=4, unique=True).flatmap(
    lambda values: st.builds(
        lambda cards, back: Shoe([cards.count(v) for v in range(10)], replacement=back),
        st.lists(st.sampled_from(values), min_size=6, max_size=11),
        st.booleans(),
    )
)


def plan(strategy):
    return {infoset: {"draw": p, "stand": 1 - p} for infoset, p in strategy.items()}


def bank_gain(shoe, information, rules, ponte, banker):
    policy = {PONTE: plan(ponte), BANKER: plan(banker)}
    return expectation(Coup(Table(rules, information)), shoe, policy)[BANKER]


@settings(max_examples=25, deadline=None)
@given(small_shoes, st.sampled_from(["totals", "banker", "both"]), st.data())
def test_a_cells_gain_is_the_difference_of_two_rules_in_the_tree(shoe, information, data):
    audit = chemin_de_fer.audit(shoe, information)
    assume(audit.banker)
    share = st.fractions(0, 1, max_denominator=5)
    ponte = {own: data.draw(share) if own in audit.free else p for own, p in audit.equilibrium.ponte.items()}
    cell = data.draw(st.sampled_from(list(audit.banker)))
    banker = audit.equilibrium.banker
    draw, stand = (
        bank_gain(shoe, information, CLASSICAL.fixed(banker={cell: action}), ponte, banker)
        for action in ("draw", "stand")
    )
    one = audit.banker[cell]
    assert one.gain(ponte) == draw - stand
    occurs = one.occurs(ponte)
    assert 0 <= occurs <= 1
    if occurs:
        assert one.given(ponte) == (draw - stand) / occurs
        assert chemin_de_fer.decide(shoe, "banker", *cell, ponte=ponte, information=information).gain == (
            one.given(ponte)
        )
    elif draw != stand:
        raise AssertionError("a cell that never occurs cannot matter")


@settings(max_examples=25, deadline=None)
@given(small_shoes, st.sampled_from(["totals", "both"]), st.data())
def test_a_ponte_totals_gain_is_the_difference_of_two_rules_in_the_tree(shoe, information, data):
    audit = chemin_de_fer.audit(shoe, information)
    assume(audit.ponte)
    own = data.draw(st.sampled_from(list(audit.ponte)))
    banker = {
        (holding, third): audit.equilibrium.banker.get((holding, third), 0)
        for holding, third in chemin_de_fer.solve(shoe, information, "unrestricted").banker
    }
    draw, stand = (
        bank_gain(shoe, information, CLASSICAL.fixed(ponte={own: action}), audit.equilibrium.ponte, banker)
        for action in ("draw", "stand")
    )
    one = audit.ponte[own]
    assert one.gain.constant == stand - draw  # the bank's loss is the ponte's gain
    assert one.equilibrium_given * one.occurs.constant == stand - draw


def test_with_replacement_four_cells_depend_on_the_ponte_and_two_of_them_are_free():
    audit = chemin_de_fer.audit(ENDLESS)
    assert audit.depending() == ((3, 9), (4, 1), (5, 4), (6, None))
    free = [cell for cell in audit.depending() if audit.banker[cell].prescribed == "free"]
    assert free == [(3, 9), (5, 4)]
    # The two others: standing on (4, 1) is what equilibrium does, standing on six only in part.
    assert audit.equilibrium.banker[4, 1] == 0
    assert audit.banker[6, None].switch == Fraction(9, 11)  # Kemeny and Snell
    assert audit.against_reason() == ()
    for cell, one in audit.banker.items():
        if cell not in audit.depending():
            assert one.verdict == f"always {one.prescribed}"


@pytest.mark.parametrize("shoe", [ENDLESS, Shoe.packs(1), Shoe.packs(6)])
def test_the_switching_p_is_where_both_actions_are_worth_the_same(shoe):
    audit = chemin_de_fer.audit(shoe)
    for cell in audit.depending():
        one = audit.banker[cell]
        assert 0 < one.switch < 1
        own, third = cell
        worth = chemin_de_fer.decide(shoe, "banker", own, third, ponte=one.switch)
        assert worth.best == "either"
        sides = {chemin_de_fer.decide(shoe, "banker", own, third, ponte=p).best for p in (0, 1)}
        assert sides == {"draw", "stand"}


def test_what_the_six_costs_in_six_packs():
    """The figures given with the question: nothing at equilibrium, about 0.000536 as a known rule."""
    shoe = Shoe.packs(6)
    one = chemin_de_fer.audit(shoe).banker[6, None]
    assert one.prescribed == "stand"
    assert one.cost == 0
    assert round(one.cost_known, 6) == Fraction(536, 10**6)
    fixed = chemin_de_fer.solve(shoe, rules=CLASSICAL.fixed(banker={(6, None): "stand"}))
    assert one.cost_known == chemin_de_fer.solve(shoe).value - fixed.value


@pytest.mark.parametrize("information", ["totals", "banker"])
def test_costs_are_those_of_games_solved_anew(information):
    """In a shoe without fours and fives the document goes astray in several cells."""
    shoe = Shoe([8, 8, 8, 0, 0, 8, 8, 8, 2, 9])
    audit = chemin_de_fer.audit(shoe, information)
    value = audit.equilibrium.value
    assert len(audit.against_reason()) > 2
    # All cells by totals; by hands those that cost anything and a few others.
    cells = [c for k, (c, one) in enumerate(audit.banker.items()) if one.cost_known or k % 25 == 0]
    for cell in cells:
        one = audit.banker[cell]
        if one.prescribed == "free":
            assert (one.cost, one.cost_known) == (0, 0)
            continue
        fixed = CLASSICAL.fixed(banker={cell: one.prescribed})
        assert one.cost_known == value - chemin_de_fer.solve(shoe, information, fixed).value
        assert 0 <= one.cost <= one.cost_known
        at = one.gain(audit.equilibrium.ponte)
        assert one.cost == max(0, -at if one.prescribed == "draw" else at)
    for own, one in audit.ponte.items():
        freed = CLASSICAL.fixed(ponte={own: "free"})
        assert one.cost_known == value - chemin_de_fer.solve(shoe, information, freed).value >= 0


@pytest.mark.parametrize("information", ["totals", "banker", "both"])
def test_the_audit_is_complete_and_in_order(information):
    audit = chemin_de_fer.audit(Shoe.packs(2), information)
    assert list(audit.banker) == list(audit.equilibrium.banker)
    assert list(audit.ponte) == list(audit.equilibrium.ponte)
    assert len(audit.banker) == (8 if information == "totals" else 44) * 11
    coefficients = {len(one.gain.coefficients) for one in audit.banker.values()}
    assert coefficients == ({5} if information == "both" else {1})
    for one in audit.banker.values():
        low, high = one.occurs.bounds()
        assert 0 <= low <= high <= 1


def test_a_cell_that_is_not_reached_at_equilibrium_has_no_gain_given_the_cell():
    """Four sixes, four nines. The ponte stands on his five, 6-9, and draws on two, 6-6; a banker with two has
    6-6 as well, so no six is left for the third card.
    """
    shoe = Shoe([0, 0, 0, 0, 0, 4, 0, 0, 4, 0])
    audit = chemin_de_fer.audit(shoe)
    unreached = [c for c, one in audit.banker.items() if one.occurs(audit.equilibrium.ponte) == 0]
    assert unreached == [(2, 6)]
    record = audit.record().tables["cells"]
    place = [column.name for column in record.columns].index("given")
    rows = {(row[0], row[1], row[2]): row[place] for row in record.rows}
    for (own, third), one in audit.banker.items():
        written = rows["banker", str(own), "stood" if third is None else str(third)]
        if (own, third) in unreached:
            assert one.equilibrium_given is None
            assert one.equilibrium_gain == 0
            assert written == ""
            assert "At equilibrium this never happens" in one.explain()
            with pytest.raises(InfosetError, match="no choice"):
                one.given(audit.equilibrium.ponte)
        else:
            assert written == one.equilibrium_given == one.given(audit.equilibrium.ponte)
    assert "never reached" in record.columns[place].meaning


@settings(max_examples=40, deadline=None)
@given(small_shoes, st.sampled_from(["totals", "banker", "both"]))
def test_verdicts_mean_what_their_definition_says(shoe, information):
    """ "always" is: never worse, at any corner of the ponte's box; better whatever he does only if strictly."""
    audit = chemin_de_fer.audit(shoe, information)
    corners = [dict(zip(audit.free, bits, strict=True)) for bits in product((0, 1), repeat=len(audit.free))]
    for one in audit.banker.values():
        gains = [one.gain(corner) for corner in corners]
        said = one.explain()
        if one.verdict == "always draw":
            assert min(gains) >= 0 < max(gains)
            assert ("drawing is better whatever" in said) is (min(gains) > 0)
            assert ("drawing is never worse" in said) is (min(gains) == 0)
        elif one.verdict == "always stand":
            assert max(gains) <= 0 > min(gains)
            assert ("standing is better whatever" in said) is (max(gains) < 0)
            assert ("standing is never worse" in said) is (max(gains) == 0)
        elif one.verdict == "never matters":
            assert set(gains) == {0}
        else:
            assert min(gains) < 0 < max(gains)


def test_with_both_compositions_a_cell_is_explained_by_six_coefficients():
    audit = chemin_de_fer.audit(Shoe.packs(6), "both")
    assert audit.free == ((0, 5), (1, 4), (2, 3), (6, 9), (7, 8))
    one = audit.banker[(0, 6), None]
    said = audit.explain("0,6|stood")
    assert decimal(one.gain.constant, 8) in said
    for (own, slope), name in zip(one.gain.coefficients, ("0,5", "1,4", "2,3", "6,9", "7,8"), strict=True):
        assert f"{'-' if slope < 0 else '+'} {decimal(abs(slope), 8)} p({name})" in said
        assert own in audit.free
    with pytest.raises(InfosetError, match=r"^p: it says nothing for \(1, 4\)"):
        one.gain({(0, 5): 1})
    # One p needs no more than its switch.
    assert " p(" not in chemin_de_fer.audit(Shoe.packs(6)).explain("6|stood")


def test_an_audit_explains_itself():
    audit = chemin_de_fer.audit(Shoe.packs(6))
    assert audit.banker[6, None].switch == audit.equilibrium.ponte[5]  # where the banker is indifferent
    assert f"p = {audit.banker[6, None].switch}" in audit.explain((6, None))
    assert audit.ponte[5].verdict == "even at equilibrium"
    assert "whatever the ponte does" in audit.explain((7, 3))
    for bad in (2, 0.5, {5: 2}, {5: 0.5}):
        with pytest.raises(ExactError, match="^p"):
            audit.banker[6, None].given(bad)
    assert "equilibrium's banker" in audit.explain(4)
    assert "(6, None)" in repr(audit)
    html = audit._repr_html_()
    assert html.count("<tr>") == 9
    assert "p / free / " in html
    with pytest.raises(InfosetError):
        audit.explain((8, 1))
    with pytest.raises(ExactError, match="information"):
        chemin_de_fer.audit(Shoe.packs(6), "none")
    with pytest.raises(ExactError, match="5 cards"):
        chemin_de_fer.audit(Shoe([5, 0, 0, 0, 0, 0, 0, 0, 0, 0]))


def test_the_table_that_is_tried_is_the_documents():
    audit = chemin_de_fer.audit(ENDLESS)
    table = chemin_de_fer.tableau()
    assert {c: one.prescribed for c, one in audit.banker.items()} == {
        (own, third): table.banker[own][place]
        for own in CHOOSING_TOTALS
        for place, third in enumerate(THIRDS)
    }
    assert tuple(one.prescribed for one in audit.ponte.values()) == table.ponte
