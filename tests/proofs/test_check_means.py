"""The means of the checker agree with each other, and with the plain dealing of arrangements."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import example, given, settings

import check_form as form
import check_punto_banco as punto_banco
import check_rouge_et_noir as rouge_et_noir
import check_trente_et_quarante as trente_et_quarante
from exact import Shoe
from exact.games import punto_banco as exact_punto_banco
from shoes import arrangements, deal_rows, number_of_arrangements, small_shoes


@given(small_shoes(most_cards=8))
@settings(max_examples=15, deadline=None)
@example(Shoe([0, 0, 0, 0, 0, 0, 0, 1, 2, 11]))
@example(Shoe([2, 0, 0, 0, 0, 0, 0, 0, 0, 12]))
def test_literal_coups_are_what_dealing_all_arrangements_gives(shoe):
    dealt = Counter()
    later = Counter()
    rows = Counter()
    for cards in arrangements(shoe):
        laid = deal_rows(cards)
        if laid:
            rows[sum(laid[0]), laid[0][-1], len(laid[0])] += 1
        if len(laid) > 1:
            dealt[sum(laid[0]), sum(laid[1])] += 1
        if len(laid) > 3:
            later[sum(laid[2]), sum(laid[3])] += 1
    everything = number_of_arrangements(shoe)
    checked = form.Shoe(shoe.counts, False)
    literal = rouge_et_noir.literal_coups(shoe.counts)
    assert literal.totals == {rows: Fraction(n, everything) for rows, n in dealt.items()}
    second = rouge_et_noir.literal_coups(shoe.counts, 2)
    assert second.totals == {rows: Fraction(n, everything) for rows, n in later.items()}
    assert rouge_et_noir.row_law(checked) == {row: Fraction(n, everything) for row, n in rows.items()}


@given(small_shoes(most_cards=14))
@settings(max_examples=20, deadline=None)
def test_the_counting_identity_is_what_literal_dealing_gives(shoe):
    literal = rouge_et_noir.literal_coups(shoe.counts)
    counted = rouge_et_noir.counted_coup(shoe.counts)
    assert {rows: p for rows, p in counted.totals.items() if p} == literal.totals
    assert counted.cards == literal.cards


def test_the_trials_are_no_empty_talk(monkeypatch):
    rouge_et_noir.try_identity.__wrapped__()
    trials = [rouge_et_noir.literal_coups(counts) for counts in rouge_et_noir.TRIALS]
    assert sum((31, 31) in coup.totals for coup in trials) >= 2
    assert any(coup.incomplete not in (0, 1) for coup in trials)
    monkeypatch.setattr(rouge_et_noir, "weighed", lambda *_: {(4, 4): Fraction(1)})
    rouge_et_noir.counted_coup.cache_clear()
    with pytest.raises(AssertionError, match="the counting identity fails"):
        rouge_et_noir.try_identity.__wrapped__()
    rouge_et_noir.counted_coup.cache_clear()


def test_the_theorem_on_prison_is_tried_and_needs_its_assumptions(monkeypatch):
    trente_et_quarante.try_prison.__wrapped__()
    red, black = trente_et_quarante.PRISON_TRIALS[1]
    law = trente_et_quarante._coloured_coup((red, black))
    refait = [(rest, p) for ((a, b, _), rest), p in law.items() if a == b == 31]
    cost = sum(p * trente_et_quarante._locked_loss("couleur", rest) for rest, p in refait)
    # With uneven colours the theorem says nothing of couleur, and rightly so.
    assert cost != sum(p for _, p in refait) / 2


def test_first_cards_by_counting_and_by_dealing(monkeypatch):
    shoe = form.Shoe((3, 1, 0, 0, 2, 0, 1, 0, 2, 6), False)
    literal = trente_et_quarante.winners_by_first_card(shoe)
    monkeypatch.setattr(trente_et_quarante, "is_small", lambda _: False)
    trente_et_quarante.winners_by_first_card.cache_clear()
    assert trente_et_quarante.winners_by_first_card(shoe) == literal
    trente_et_quarante.winners_by_first_card.cache_clear()


def test_two_coups_of_punto_banco_by_counting_and_by_dealing():
    counts = (2, 0, 1, 0, 2, 0, 0, 1, 2, 5)
    literal = punto_banco.literal_coups(counts, 2)
    counted = punto_banco.two_coups(form.Shoe(counts, False))
    assert {results: p for results, p in counted.items() if p} == literal


def test_three_coups_of_punto_banco_by_counting_and_by_dealing():
    counts = (0, 0, 0, 0, 0, 1, 0, 0, 3, 15)
    literal = punto_banco.literal_coups(counts, 3)
    counted = punto_banco.three_coups(form.Shoe(counts, False))
    assert {results: p for results, p in counted.items() if p} == literal
    from_package = exact_punto_banco.successive(Shoe(counts), 3).results
    assert all(from_package[results] == p for results, p in counted.items())


def test_the_published_counts_of_punto_banco():
    shoe = form.Shoe(tuple(8 * n for n in form.PACK), False)
    assert punto_banco.deals(shoe) == (2292252566437888, 2230518282592256, 475627426473216)
    assert punto_banco.deals(shoe) == exact_punto_banco.analyse(Shoe.packs(8)).deals


@pytest.mark.parametrize("twice", [False, True])
def test_the_locks_by_a_long_play(twice):
    """The probability of a loss in n coups tends to the solution; the rest is bounded by what is locked."""
    win, lose, refait = Fraction(2, 5), Fraction(3, 10), Fraction(1, 10)
    tie = 1 - win - lose - refait
    once, two, lost = Fraction(1), Fraction(0), Fraction(0)
    for _ in range(80):
        lost += lose * (once + two)
        once, two = (
            once * (tie + (0 if twice else refait)) + two * win,
            two * (tie + refait) + (once * refait if twice else 0),
        )
    limit = trente_et_quarante.locked_loss(win, lose, refait, twice)
    assert lost < limit < lost + once + two
    assert once + two < Fraction(1, 10**10)
