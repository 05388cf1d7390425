"""The questions a user asks of rouge et noir."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from exact import Distribution, ExactError, Shoe
from exact.enumeration import expectation
from exact.games import rouge_et_noir
from exact.games.rouge_et_noir import kernel
from exact.games.rouge_et_noir.rules import Rows
from exact.rational import decimal, rational
from published import DE_MORGAN_OTHER_TIES, DE_MORGAN_ROW, DE_MORGAN_TIES, DE_MORGAN_UNIT, POISSON_BOUND
from shoes import small_shoes

INFINITE = Shoe.packs(1, replacement=True)
SIX = Shoe.packs(6)


def test_de_morgans_row():
    law = rouge_et_noir.row_totals(INFINITE)
    for total, printed in DE_MORGAN_ROW.items():
        assert abs(law[total] - rational(printed, "printed")) <= DE_MORGAN_UNIT


def test_de_morgans_ties():
    law = rouge_et_noir.totals(INFINITE)
    for total, printed in DE_MORGAN_TIES.items():
        assert abs(law[total, total] - rational(printed, "printed")) <= DE_MORGAN_UNIT
    apres = rouge_et_noir.analyse(INFINITE).apres
    assert abs(apres - rational(DE_MORGAN_OTHER_TIES, "printed")) <= DE_MORGAN_UNIT


def test_poissons_advantage():
    edge = rouge_et_noir.analyse(SIX).edge
    assert POISSON_BOUND - Fraction(1, 10_000) < edge < POISSON_BOUND


def test_laws_have_the_domain_of_the_game():
    row = rouge_et_noir.row_totals(SIX)
    assert row.domain == (*range(31, 41), None)
    assert row[None] == 0
    joint = rouge_et_noir.totals(SIX)
    assert joint[None] == 0
    assert len(joint.domain) == 101
    assert joint.marginal(0) == joint.marginal(1) == row
    with pytest.raises(KeyError):
        row[30]


def test_all_ways_to_ask_agree():
    a = rouge_et_noir.analyse(SIX)
    assert a.refait == rouge_et_noir.totals(SIX)[31, 31]
    assert a.refait + a.apres + a.rouge + a.noir + a.incomplete == 1
    assert a.rouge == a.noir
    assert a.edge == a.refait / 2
    assert a.edge_counted == a.refait / 2 / (a.refait + a.rouge + a.noir)
    assert a.rouge_cards == a.noir_cards == rouge_et_noir.row_cards(SIX)
    assert a.cards.mean() == 2 * rouge_et_noir.row_cards(SIX).mean()


def test_walds_identity():
    # With replacement: expected total = expected number of cards times the mean of a card, 85/13.
    mean_card = Fraction(sum(range(1, 10)) + 40, 13)
    total = rouge_et_noir.row_totals(INFINITE).mean()
    assert total == mean_card * rouge_et_noir.row_cards(INFINITE).mean()


@given(small_shoes(16))
def test_the_edge_is_what_the_rules_pay(shoe):
    gains = expectation(Rows(), shoe)
    law = rouge_et_noir.totals(shoe)
    if law[None] == 1:
        assert gains == ()
        with pytest.raises(ExactError, match=f"^shoe: {shoe.size} cards are too few"):
            rouge_et_noir.analyse(shoe)
    else:
        analysis = rouge_et_noir.analyse(shoe)
        # The bank holds a unit on each field.
        assert gains == (2 * analysis.edge, -analysis.edge, -analysis.edge)


@given(small_shoes(16))
def test_rouge_and_noir_are_symmetric_from_every_shoe(shoe):
    law = rouge_et_noir.totals(shoe)
    assert sum(law.values()) == 1
    assert all(law[a, b] == law[b, a] for a, b in law.domain[:-1])


#: Shoes of 64, 64, 69 and 69 points: a first row that ends high leaves less than 31.
MAY_RUN_OUT = [
    Shoe([6, 0, 0, 0, 0, 0, 0, 0, 2, 4]),
    Shoe([4, 1, 0, 0, 0, 0, 0, 0, 2, 4]),
    Shoe([1, 2, 0, 0, 0, 0, 1, 1, 1, 4]),
    Shoe([9, 0, 0, 0, 0, 0, 0, 0, 0, 6]),
]


@pytest.mark.parametrize("shoe", MAY_RUN_OUT)
def test_given_completion(shoe):
    analysis, given_it = rouge_et_noir.analyse(shoe), rouge_et_noir.analyse(shoe).completed()
    assert 0 < analysis.incomplete < 1
    assert given_it.incomplete == 0
    assert given_it.refait == analysis.refait / (1 - analysis.incomplete)
    assert given_it.edge == analysis.edge / (1 - analysis.incomplete)
    assert given_it.cards == analysis.cards.completed()
    if analysis.counted:
        assert given_it.edge_counted == analysis.edge_counted


def test_a_shoe_in_which_no_coup_counts():
    # Eight tens or more: both rows are 40, always.
    analysis = rouge_et_noir.analyse(Shoe([0] * 9 + [8]))
    assert (analysis.apres, analysis.edge) == (1, 0)
    with pytest.raises(ExactError, match="^edge_counted: "):
        analysis.edge_counted  # noqa: B018
    assert "edge_counted" not in analysis.record().values


def test_last_cards():
    law = rouge_et_noir.last_cards(SIX)
    assert law.marginal(0) == rouge_et_noir.row_totals(SIX)
    for total in range(31, 41):
        # Document: 40 only with a card of ten points, 39 with nine or ten, and so on.
        assert [pair[1] for pair in law if pair[0] == total] == list(range(total - 30, 11))


@given(small_shoes(12))
@settings(max_examples=15)
def test_the_removal_effects_are_differences(shoe):
    if rouge_et_noir.totals(shoe)[None] == 1:
        return
    before = rouge_et_noir.analyse(shoe)
    effects = rouge_et_noir.removal_effects(shoe)
    assert list(effects) == [points for points, _, _ in shoe.draws()]
    for points, effect in effects.items():
        law = rouge_et_noir.totals(shoe.without(points))
        assert before.refait + effect.refait == law[31, 31]
        assert effect.edge == effect.refait / 2
        ties = sum(law[t, t] for t in range(32, 41))
        counted = 1 - law[None] - ties
        if effect.edge_counted is not None:
            assert before.edge_counted + effect.edge_counted == law[31, 31] / 2 / counted
        else:
            assert counted == 0 or before.counted == 0


def test_removal_effects_of_six_packs():
    effects = rouge_et_noir.removal_effects(SIX)
    assert list(effects) == list(range(1, 11))
    # A card that is drawn and put aside unseen changes nothing: the effects average to zero
    # (exchangeability: the coup may as well be dealt from the second card on).
    counts = SIX.counts
    assert sum(count * effects[value].refait for value, count in enumerate(counts, start=1)) == 0
    assert sum(count * effects[value].edge for value, count in enumerate(counts, start=1)) == 0
    # The second way to the refait, without last cards.
    for value in (1, 10):
        assert effects[value].refait == kernel.both_hit(SIX.without(value)) - kernel.both_hit(SIX)


def test_the_simplified_model():
    # Hand count: the weights 13, 12, ..., 4 sum to 85, their squares without 13^2 to 636.
    a = rouge_et_noir.analyse_simplified()
    assert a.refait == Fraction(169, 7225)
    assert a.apres == Fraction(636, 7225)
    assert a.counted / a.refait == Fraction(6589, 169)
    assert a.edge_counted == Fraction(169, 13178)
    assert a.totals.marginal(0) == Distribution.from_weights({31 + i: 13 - i for i in range(10)})
    with pytest.raises(ExactError, match="^cards: the model"):
        a.cards  # noqa: B018


@pytest.mark.parametrize("packs", range(1, 9))
def test_the_refait_is_rarer_than_the_document_says_for_every_number_of_packs(packs):
    a = rouge_et_noir.analyse(Shoe.packs(packs))
    assert 41 < a.counted / a.refait < 42


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: rouge_et_noir.row_totals(Shoe([0] * 10)), "shoe: it is empty"),
        (lambda: rouge_et_noir.totals(Shoe([0] * 10)), "shoe: it is empty"),
        (lambda: rouge_et_noir.analyse(Shoe([0] * 10)), "shoe: it is empty"),
        (lambda: rouge_et_noir.last_cards(Shoe([0] * 10)), "shoe: it is empty"),
        (lambda: rouge_et_noir.totals(Shoe([10**9 + 1] * 10)), "shoe: it has more than 10000000000 cards"),
        (lambda: rouge_et_noir.row_totals(Shoe([10**20] * 10)), "shoe: it has more than 10000000000 cards"),
        (lambda: rouge_et_noir.row_cards(6), "shoe: got 6; a Shoe is expected"),
        (lambda: rouge_et_noir.analyse("6"), "shoe: got '6'; a Shoe is expected"),
        (lambda: rouge_et_noir.analyse(Shoe([0] * 9 + [7])), "shoe: 7 cards are too few"),
        (lambda: rouge_et_noir.removal_effects(INFINITE), "shoe: with replacement no card is ever gone"),
        (lambda: rouge_et_noir.removal_effects(Shoe([0] * 9 + [7])), "shoe: 7 cards are too few"),
        (lambda: rouge_et_noir.totals(SIX, coup=0), "coup: got 0"),
        (lambda: rouge_et_noir.totals(SIX, coup=1.5), "coup: got 1.5"),
        (
            lambda: rouge_et_noir.totals(SIX, coup=26),
            "coup: got 26; this shoe completes 25 coups for certain",
        ),
    ],
)
def test_bad_input_names_the_argument(ask, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        ask()


def test_it_explains_itself():
    a = rouge_et_noir.analyse(SIX)
    sentence = a.explain()
    assert f"{decimal(100 * a.refait / 2, 5)} % of a stake per coup" in sentence
    assert "refait" in a._repr_html_()
    assert repr(a).startswith("Analysis(model='shoe of 312 cards', refait=")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak is read from Linux's /proc")
def test_no_question_needs_more_than_500_megabytes():
    code = (
        "from exact import Shoe; from exact.games import rouge_et_noir, trente_et_quarante;"
        "rouge_et_noir.removal_effects(Shoe.packs(6)); rouge_et_noir.analyse(Shoe([10**9] * 10));"
        "trente_et_quarante.analyse(Shoe.packs(8), red=Shoe([16] * 9 + [60]));"
        "status = open('/proc/self/status').read().split();"
        "print(status[status.index('VmHWM:') + 1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert int(done.stdout) * 1024 < 500_000_000
