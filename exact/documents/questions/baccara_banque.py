"""The questions that decide the claims of the document on baccara banque."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from exact.documents.answers import Answer, Arguments
from exact.documents.models import Model
from exact.enumeration import law
from exact.games import baccara_banque, chemin_de_fer
from exact.games.baccara_banque.game import SIGNS
from exact.games.baccara_banque.rules import BANKER, FIRST, HOUSE, SECOND, Coup, Hand, Table, step
from exact.numerals import decimal_text
from exact.rational import decimal, rational
from exact.shoe import Shoe
from exact.tree import Settle


def two_tableaux_gain(model: Model, arguments: Arguments) -> Answer:
    """The bank's gain in the Nash equilibrium with equal stakes, per unit of the total stake."""
    return Answer(_value(model))


def below_chemin_de_fer(model: Model, arguments: Arguments) -> Answer:
    """Whether the bank gains less than at chemin de fer from the same shoe, by this share ``least``."""
    here, there = _value(model), chemin_de_fer.solve(_shoe(model)).value
    less = (there - here) / there
    text = f"{decimal(100 * here, 4)} % against {decimal(100 * there, 4)} %: {decimal(100 * less, 3)} % less"
    return Answer(holds=less > 0 and less >= Fraction(str(arguments["least"])), text=text)


def banker_in_conflict(model: Model, arguments: Arguments) -> Answer:
    """How often the best decisions against both tableaux differ: at least ``least`` of all coups."""
    found = _conflict(_shoe(model))
    numbers = found.probability, found.probability_chooses, found.cost
    chance, chooses, cost = map(_rational, numbers)
    text = (
        f"in {decimal(100 * chance, 4)} % of all coups, {decimal(100 * chance / chooses, 4)} % of those in "
        f"which he chooses; it costs him {decimal(100 * cost, 3)} % of the total stake a coup"
    )
    return Answer(holds=chance >= Fraction(str(arguments["least"])), text=text)


def backs_tell_nothing(model: Model, arguments: Arguments) -> Answer:
    """Whether a coup has the same law when some cards have another back: by the rules, small shoes."""
    policy: dict[int, dict[Any, str]] = {
        FIRST: {5: "draw"},
        SECOND: {5: "stand"},
        BANKER: {(own, x, y): "draw" for own in range(8) for x in SIGNS["alike"] for y in SIGNS["alike"]},
    }
    cases = [
        (Shoe([0, 3, 0, 0, 0, 0, 0, 0, 0, 4]), Shoe([0, 1, 1, 0, 0, 0, 0, 0, 0, 2])),
        (Shoe([0, 0, 4, 0, 0, 0, 0, 2, 0, 0]), Shoe([0, 0, 2, 0, 0, 0, 0, 1, 0, 1])),
    ]
    same = []
    for one, other in cases:
        plain = Shoe([a + b for a, b in zip(one.counts, other.counts, strict=True)])
        laws = [law(Coup(Table()), stock, policy) for stock in (_TwoBacks(one, other), plain)]
        same.append(laws[0] == laws[1])
    return Answer(holds=all(same), text=f"the law of a coup is the same with and without, {len(cases)} shoes")


@dataclass(frozen=True)
class _TwoBacks:
    """Cards of two backs that are shuffled together."""

    one: Shoe
    other: Shoe

    def draws(self) -> Iterator[tuple[int, int, _TwoBacks]]:
        for card, count, rest in self.one.draws():
            yield card, count, _TwoBacks(rest, self.other)
        for card, count, rest in self.other.draws():
            yield card, count, _TwoBacks(self.one, rest)


def banque_paid(model: Model, arguments: Arguments) -> Answer:
    """What a banker's net gain of one unit leaves him after the tax."""
    tax = Fraction(str(arguments["tax"]))
    payoffs = _settled(Fraction(1), Fraction(0), tax, 6, 6)
    return Answer(payoffs[BANKER], payoffs[HOUSE] == tax)


def tax_on_net_gain(model: Model, arguments: Arguments) -> Answer:
    """Whether losses against one tableau are set against gains from the other before the tax is taken.

    Coups are settled by the rules with every pair of stakes of 0 to 3, the banker winning on one side.
    """
    tax = Fraction(1, 50)
    found = []
    for one in range(4):
        for other in range(4):
            # The banker has seven and stands: he beats six and loses to the naturel.
            won_lost = _settled(Fraction(one), Fraction(other), tax, 6, 8)
            found.append(won_lost[HOUSE] == tax * max(one - other, 0))
            lost_won = _settled(Fraction(one), Fraction(other), tax, 8, 6)
            found.append(lost_won[HOUSE] == tax * max(other - one, 0))
    return Answer(holds=all(found), text=f"so in all {len(found)} cases")


def flat_tax_earned(model: Model, arguments: Arguments) -> Answer:
    """After how many coups the tax on the capital is earned, a part ``staked`` of it standing in each."""
    rates = [rational(rate, "rates") for rate in arguments["rates"]]
    staked, value = Fraction(str(arguments["staked"])), _value(model)
    coups = [rate / (staked * value) for rate in rates]
    even = [baccara_banque.flat_tax(value, 1, staked, n, rate) for n, rate in zip(coups, rates, strict=True)]
    least, most = (decimal(n, 4) for n in (min(coups), max(coups)))
    text = f"with {decimal(100 * staked, 3)} % of the capital staked it is earned in {least} to {most} coups"
    return Answer(holds=not any(even) and min(coups) > 0, text=text)


def a_cheval_halves(model: Model, arguments: Arguments) -> Answer:
    """Whether half a stake on each tableau loses what the whole stake of all others loses on average."""
    found = _solved(_shoe(model))
    text = f"a unit à cheval loses {decimal_text(found.a_cheval, 6)} a coup"
    return Answer(holds=found.a_cheval == found.value, text=text)


def nine_cards_left(model: Model, arguments: Arguments) -> Answer:
    """Whether the coup in which the carte d'arrêt appears can always be completed."""
    behind = int(arguments["behind"])
    cases = baccara_banque.last_coup(behind)
    shoe = _shoe(model)
    size = 52 * int(arguments["packs"]) if shoe.replacement else shoe.size
    cards = baccara_banque.cards_law(_solved(shoe))
    found = baccara_banque.last_coup_wants(cards, size, behind)
    text = (
        f"{cases.explain()[:-1]}; with independent coups that happens at the end of "
        f"{decimal(100 * found.wanting, 4)} % of all shoes of {size} cards; the first safe place is before "
        f"the last {baccara_banque.first_safe_place()} cards"
    )
    return Answer(holds=cases.enough, text=text[0].lower() + text[1:])


def _settled(first: Fraction, second: Fraction, tax: Fraction, *totals: int) -> tuple[Fraction, ...]:
    """The payoffs of a coup in which the banker stands with seven and nobody draws."""
    hands = [Hand(2, own, None, None if own >= 8 else False) for own in totals]
    node = step(Coup(Table((first, second), tax), hands[0], hands[1], Hand(2, 7, None, False)))
    assert isinstance(node, Settle)
    return node.payoffs


def _shoe(model: Model) -> Shoe:
    assert model.shoe is not None
    return model.shoe


def _value(model: Model) -> Fraction:
    return _rational(_solved(_shoe(model)).value)


def _rational(number: object) -> Fraction:
    """From full shoes all numbers are rational; the claims are about such."""
    assert isinstance(number, Fraction)
    return number


@lru_cache(maxsize=16)
def _solved(shoe: Shoe) -> baccara_banque.Solution:
    return baccara_banque.solve(shoe)


@lru_cache(maxsize=16)
def _conflict(shoe: Shoe) -> baccara_banque.Conflict:
    return baccara_banque.conflict(shoe)
