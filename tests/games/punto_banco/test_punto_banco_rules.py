"""The rules, line by line as the article has them, on coups written out card by card."""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact import Shoe
from exact.enumeration import expectation, law
from exact.games.punto_banco.rules import (
    RESULTS,
    START,
    BancoToAct,
    Opening,
    Outcome,
    PuntoDraws,
    payoffs,
    step,
    tableau,
)
from exact.tree import Deal, Settle


def played(*cards: int) -> tuple[Outcome, int]:
    """The outcome when the cards come in this order, and how many of them were dealt."""
    position: object = START
    dealt = 0
    while isinstance(node := step(position), Deal):  # type: ignore[arg-type]
        position = node.after.receive(cards[dealt])
        dealt += 1
    assert isinstance(node, Settle)
    assert isinstance(node.outcome, Outcome)
    return node.outcome, dealt


def test_cards_go_to_punto_and_banco_in_turn() -> None:
    position = START
    for card, expected in [(1, (1, 0)), (2, (1, 2)), (3, (4, 2)), (4, (4, 6))]:
        position = position.receive(card)
        assert (position.punto, position.banco) == expected
    assert step(position) == Deal(PuntoDraws(4, 6))


@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        # A naturel on either side: no third card.
        ((9, 2, 10, 3), (9, 5, None, None)),
        ((10, 4, 10, 4), (0, 8, None, None)),
        ((4, 9, 4, 10), (8, 9, None, None)),
        ((10, 8, 8, 10), (8, 8, None, None)),
        # Six or seven: punto stands; banco draws to 5 and stands on 6.
        ((3, 2, 3, 3, 4), (6, 9, None, 4)),
        ((3, 3, 4, 3), (7, 6, None, None)),
        # Punto draws on 5; the third card stays, banco's total counts modulo ten.
        ((2, 10, 3, 2, 9, 8), (4, 0, 9, 8)),
        # Banco's 6 against a six, and against an eight.
        ((10, 3, 10, 3, 6, 1), (6, 7, 6, 1)),
        ((10, 3, 10, 3, 8), (8, 6, 8, None)),
        # A court card counts nothing and is reported as 0.
        ((10, 1, 1, 2, 10, 10), (1, 3, 0, 0)),
        # Seven never draws.
        ((10, 3, 2, 4, 7), (9, 7, 7, None)),
    ],
)
def test_coups_written_out(cards: tuple[int, ...], outcome: tuple[int | None, ...]) -> None:
    assert played(*cards) == (outcome, len(cards))
    assert played(*cards)[0].cards == len(cards)


@pytest.mark.parametrize(
    ("held", "draws_on"),
    [
        # The article's tableau de tirage; "3 against 9" and "5 against 4" are free there, drawn here.
        (0, set(range(10))),
        (1, set(range(10))),
        (2, set(range(10))),
        (3, set(range(10)) - {8}),
        (4, {2, 3, 4, 5, 6, 7}),
        (5, {4, 5, 6, 7}),
        (6, {6, 7}),
        (7, set()),
    ],
)
def test_bancos_tableau(held: int, draws_on: set[int]) -> None:
    assert {third for third in range(10) if tableau().banco[held, third]} == draws_on
    for third in range(10):
        assert isinstance(step(BancoToAct(0, held, third)), Deal) == (third in draws_on)


def test_when_punto_stood_each_side_has_the_same_rule() -> None:
    assert {held for held in range(8) if tableau().banco[held, None]} == {0, 1, 2, 3, 4, 5}
    assert {held for held in range(8) if tableau().punto[held]} == {0, 1, 2, 3, 4, 5}


def test_the_tableau_has_a_cell_for_everything() -> None:
    assert set(tableau().punto) == set(range(8))
    assert set(tableau().banco) == {(held, third) for held in range(8) for third in (*range(10), None)}


def test_naturels_are_tested_before_the_tableau() -> None:
    for punto in range(10):
        for banco in range(10):
            over = isinstance(step(Opening(punto, banco, 4)), Settle)
            stood = {punto, banco} <= {6, 7}
            assert over == (max(punto, banco) >= 8 or stood)


def test_results_and_payoffs() -> None:
    assert [Outcome(p, b, None, None).result for p, b in [(6, 7), (7, 6), (6, 6)]] == list(RESULTS)
    assert payoffs("banco") == (Fraction(19, 20), -1, -1)
    assert payoffs("punto") == (-1, 1, -1)
    assert payoffs("tie") == (0, 0, 8)
    assert payoffs("banco", commission=Fraction(0)) == (1, -1, -1)
    assert payoffs("tie", tie_pays=Fraction(9)) == (0, 0, 9)


def test_expected_payoffs_follow_from_the_law_of_the_results() -> None:
    shoe = Shoe([1, 2, 0, 1, 2, 0, 1, 1, 1, 3])
    law_ = law(START, shoe).map(lambda outcome: outcome.result)
    banco, punto, tie = (law_[name] for name in RESULTS)
    assert expectation(START, shoe) == (
        Fraction(19, 20) * banco - punto,
        punto - banco,
        8 * tie - banco - punto,
    )
