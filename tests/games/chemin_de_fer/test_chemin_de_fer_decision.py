"""Single decisions, the effect of removal, and what a shoe is worth to the bank."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, InfosetError, Shoe
from exact.enumeration import law
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer.drawing_rules import Rules
from exact.games.chemin_de_fer.rules import BANKER, PONTE, Coup, Table

ENDLESS = Shoe.packs(1, replacement=True)
SIX = Shoe.packs(6)


def by_hand_of_the_banker(shoe, own, third, p):
    """(probability, gain of standing, gain of drawing), card by card from the definition.

    The ponte draws with p on five, always below, never above. All deals of six cards are listed by values.
    """
    values = [(v % 10, n) for v, n in enumerate(shoe.counts, start=1) if n]
    size = shoe.size

    def deals(number, left, weight, falls):
        if number == 0:
            yield falls, weight
            return
        for place, (value, count) in enumerate(left):
            if count:
                rest = left if shoe.replacement else [*left[:place], (value, count - 1), *left[place + 1 :]]
                yield from deals(number - 1, rest, weight * count, [*falls, value])

    occurs, stand, draw, whole = Fraction(0), Fraction(0), Fraction(0), 0
    for (a, x, b, y, z, v), weight in deals(6, values, 1, []):
        whole += weight
        ponte, banker = (a + b) % 10, (x + y) % 10
        if ponte > 7 or banker > 7 or banker != own:
            continue
        chance = p if ponte == 5 else int(ponte < 5)
        if third is None:
            share, final, card = weight * (1 - chance), ponte, z
        else:
            share, final, card = weight * chance * (z == third), (ponte + z) % 10, v
        occurs += share
        stand += share * sign(banker - final)
        draw += share * sign((banker + card) % 10 - final)
    assert whole == (size**6 if shoe.replacement else falling(size, 6))
    return occurs / whole, stand / occurs, draw / occurs


def sign(number):
    return (number > 0) - (number < 0)


def falling(size, number):
    return size * falling(size - 1, number - 1) if number else 1


@pytest.mark.parametrize(
    ("counts", "own", "third"),
    [
        ([2, 0, 3, 0, 3, 0, 0, 0, 0, 4], 6, None),
        ([0, 2, 2, 0, 0, 2, 0, 0, 3, 3], 3, 9),
        ([3, 0, 0, 4, 0, 0, 3, 0, 0, 2], 5, 4),
    ],
)
@pytest.mark.parametrize("replacement", [False, True])
@pytest.mark.parametrize("p", [Fraction(0), Fraction(2, 3), Fraction(1)])
def test_a_decision_is_what_its_definition_says(counts, own, third, replacement, p):
    shoe = Shoe(counts, replacement=replacement)
    occurs, stand, draw = by_hand_of_the_banker(shoe, own, third, p)
    worth = chemin_de_fer.decide(shoe, "banker", own, third, ponte=p)
    assert (worth.occurs, worth.stand, worth.draw) == (occurs, stand, draw)
    assert worth.gain_per_coup == occurs * (draw - stand)
    assert worth.best == ("draw" if draw > stand else "stand" if draw < stand else "either")


def test_defaults_are_those_of_the_equilibrium():
    e = chemin_de_fer.solve(SIX)
    assert chemin_de_fer.decide(SIX, "banker", 6, None).best == "either"
    assert chemin_de_fer.decide(SIX, "ponte", 5).best == "either"
    assert chemin_de_fer.decide(SIX, "banker", 3, 9) == chemin_de_fer.decide(SIX, "banker", 3, 9, e.ponte[5])
    assert chemin_de_fer.decide(SIX, "banker", 3, 9) == e.worth((3, 9))
    assert chemin_de_fer.decide(SIX, "ponte", 4) == e.worth(4)
    both = chemin_de_fer.solve(SIX, "both")
    assert chemin_de_fer.decide(SIX, "ponte", (1, 4)) == both.worth((1, 4))
    assert chemin_de_fer.decide(SIX, "banker", (0, 6), None, both.ponte) == both.worth(((0, 6), None))
    seen = chemin_de_fer.solve(SIX, "banker")
    assert chemin_de_fer.decide(SIX, "banker", (0, 6), None) == seen.worth(((0, 6), None))
    taxed = chemin_de_fer.solve(SIX, commission="5%")
    assert chemin_de_fer.decide(SIX, "banker", 6, None, commission="5%") == taxed.worth((6, None))


def test_infosets_add_up_to_the_whole_coup():
    """The ponte's infosets and his naturels are all deals, and their gains make his value."""
    for information in ("totals", "both"):
        e = chemin_de_fer.solve(SIX, information)
        worths = [(e.ponte[own], e.worth(own)) for own in e.ponte]
        naturels = sum(
            p * ((pt > bt) - (pt < bt))
            for (pt, bt, cards), p in e.results().coups.items()
            if cards == 4 and pt > 7
        )
        total = sum(w.occurs * (p * w.draw + (1 - p) * w.stand) for p, w in worths)
        assert total + naturels == -e.value


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from([1, 3, 5, 9]), min_size=6, max_size=9), st.fractions(0, 1, max_denominator=3))
def test_results_of_any_play_are_those_of_the_tree(cards, p):
    shoe = Shoe([cards.count(v) for v in range(1, 11)])
    e = chemin_de_fer.solve(shoe, "both")
    ponte = {own: p if sum(own) % 10 == 5 else chance for own, chance in e.ponte.items()}
    banker = dict.fromkeys(e.banker, 1 - p)
    results = chemin_de_fer.results(shoe, "both", ponte, banker)
    policy = {
        PONTE: {own: {"draw": q, "stand": 1 - q} for own, q in ponte.items()},
        BANKER: {cell: {"draw": q, "stand": 1 - q} for cell, q in banker.items()},
    }
    assert results.coups == law(Coup(Table(Rules.named("classical"), "both")), shoe, policy)
    assert sum(results.winner.values()) == 1
    assert set(results.cards) <= {4, 5, 6}


def test_frequencies_are_those_of_the_cards():
    e = chemin_de_fer.solve(SIX)
    ponte, banker = e.frequencies()
    cards = e.results().cards
    # A third card is dealt to the ponte or to the banker or to both.
    drawn_by_banker = sum(f * e.banker[cell] for cell, f in banker.items())
    given_to_ponte = sum(f for (_, third), f in banker.items() if third is not None)
    assert cards.mean() == 4 + drawn_by_banker + given_to_ponte
    assert ponte[5] == sum(SIX.probability(*hand) for hand in five_first_two())
    assert ponte[5] == chemin_de_fer.decide(SIX, "ponte", 5).occurs


def five_first_two():
    """All ordered pairs of card points whose total is five modulo ten."""
    return [(a, b) for a in range(1, 11) for b in range(1, 11) if (a + b) % 10 == 5]


# ------------------------------------------------------------------------ effect of removal


def test_the_documents_free_cases():
    assert chemin_de_fer.volonte() == (("ponte", 5, None), ("banker", 3, 9), ("banker", 5, 4))


def test_which_missing_cards_turn_the_free_cases():
    """Every figure is checked on the shoe without those cards, decided afresh."""
    p = chemin_de_fer.solve(SIX).ponte[5]
    for side, own, third in chemin_de_fer.volonte()[1:]:
        base = chemin_de_fer.decide(SIX, side, own, third, ponte=p)
        effects = chemin_de_fer.removal(SIX, side, own, third)
        assert [effect.points for effect in effects] == list(range(1, 11))
        for effect in effects:
            one = chemin_de_fer.decide(SIX.without(effect.points), side, own, third, ponte=p)
            assert effect.change == one.gain - base.gain
            if effect.turns is None:
                rest = SIX.without(*[effect.points] * (SIX.counts[effect.points - 1] - 1))
                assert chemin_de_fer.decide(rest, side, own, third, ponte=p).best == base.best
            else:
                before, after = (
                    chemin_de_fer.decide(SIX.without(*[effect.points] * k), side, own, third, ponte=p).best
                    for k in (effect.turns - 1, effect.turns)
                )
                assert (before, after) == (base.best, effect.turned_to)
    # Low cards help a banker who draws to five against a four: a single three or four less, and he stands.
    turns = {e.points: e.turns for e in chemin_de_fer.removal(SIX, "banker", 5, 4)}
    assert turns[3] == turns[4] == 1
    assert turns[10] is None


def test_the_effect_of_removal_with_a_tax():
    """Every figure on the shoe without one such card, decided afresh against the taxed equilibrium's ponte."""
    taxed = chemin_de_fer.solve(SIX, commission="5%")
    base = chemin_de_fer.decide(SIX, "banker", 5, 4, commission="5%")
    for effect in chemin_de_fer.removal(SIX, "banker", 5, 4, most=1, commission="5%"):
        rest = SIX.without(effect.points)
        one = chemin_de_fer.decide(rest, "banker", 5, 4, ponte=taxed.ponte, commission="5%")
        assert effect.change == one.gain - base.gain
    untaxed = chemin_de_fer.removal(SIX, "banker", 5, 4, most=1)
    assert [e.change for e in untaxed] != [
        e.change for e in chemin_de_fer.removal(SIX, "banker", 5, 4, most=1, commission="5%")
    ]
    with pytest.raises(ExactError, match="^commission: got 2"):
        chemin_de_fer.removal(SIX, "banker", 5, 4, commission=2)


def test_any_missing_card_turns_a_decision_on_the_edge():
    """At equilibrium the ponte is indifferent on five: one missing card decides him."""
    effects = chemin_de_fer.removal(SIX, "ponte", 5, most=1)
    assert all(effect.turns == 1 for effect in effects)
    assert {e.turned_to for e in effects if e.points in (1, 2, 3, 4)} == {"stand"}
    assert {e.turned_to for e in effects if e.points in (5, 10)} == {"draw"}


def test_nothing_can_be_missing_with_replacement():
    for most in (0, -1, "a"):
        with pytest.raises(ExactError, match="^most: got "):
            chemin_de_fer.removal(SIX, "banker", 5, 4, most=most)
    with pytest.raises(ExactError, match="^shoe: with replacement no card is ever missing"):
        chemin_de_fer.removal(ENDLESS, "banker", 3, 9)


# -------------------------------------------------------------------------------- the bank


@pytest.mark.parametrize("shoe", [ENDLESS, Shoe.packs(1), SIX, Shoe.packs(8)])
@pytest.mark.parametrize("information", ["totals", "banker", "both"])
def test_the_tableau_never_pays_more_than_freedom(shoe, information):
    values = chemin_de_fer.values(shoe, information)
    assert values.tableau_cost >= 0
    assert values.classical.value >= values.tableau.value
    assert values.gain_after_tax < 0 < values.value
    assert values.drawn.ponte.mixed() == values.drawn.banker.mixed() == ()
    assert "punto banco" in repr(values)
    assert str(values.value) in values._repr_html_()
    assert "banker&#x27;s gain after a tax of 1/20</th>" in values._repr_html_()


@pytest.mark.parametrize("packs", range(1, 9))
def test_where_the_tableau_is_punto_banco(packs):
    """Against a banker who stands on six when the ponte stood, the ponte had better draw on five.

    And against a ponte who draws on five both volonté cases are better drawn, which is punto banco; but
    from one or two packs the banker had better stand with five against a four.
    """
    shoe = Shoe.packs(packs)
    values = chemin_de_fer.values(shoe)
    assert values.tableau.ponte[5] == 1
    assert values.tableau.worth(5).best == "draw"
    best = {(own, third): values.drawn.worth((own, third)).best for own, third in [(3, 9), (5, 4)]}
    assert best == {(3, 9): "draw", (5, 4): "stand" if packs <= 2 else "draw"}
    assert (values.tableau.value == values.drawn.value) is (packs > 2)
    assert dict(values.tableau.banker) == {**values.drawn.banker, (5, 4): int(packs > 2)}


def test_by_hands_the_tableau_is_not_quite_punto_banco():
    """Six packs, a banker who knows his cards: two of his fives had better stand against a four."""
    values = chemin_de_fer.values(SIX, "banker")
    other = [cell for cell, q in values.tableau.banker.items() if q != values.drawn.banker[cell]]
    assert other == [((1, 4), 4), ((2, 3), 4)]
    assert all(values.tableau.worth(cell).best == "stand" for cell in other)
    assert values.tableau.value > values.drawn.value


def test_the_documents_figure():
    """About 1.28 %: so it is with replacement in every model, and for six packs if both know their cards."""
    for information in ("totals", "banker", "both"):
        assert round(100 * chemin_de_fer.solve(ENDLESS, information).value, 2) == Fraction(128, 100)
    assert round(100 * chemin_de_fer.solve(SIX, "both").value, 2) == Fraction(128, 100)
    assert round(100 * chemin_de_fer.solve(SIX, "totals").value, 2) == Fraction(129, 100)


# ---------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("arguments", "error", "word"),
    [
        ((SIX, "bank", 6), ExactError, "side: got 'bank'"),
        ((SIX, "banker", 8, 1), InfosetError, "holding: got 8"),
        ((SIX, "banker", (0, 6), 9, None, None, "totals"), InfosetError, "holding: got (0, 6); with inform"),
        ((SIX, "banker", 6, 9, None, None, "banker"), InfosetError, "holding: got 6; with information"),
        ((SIX, "banker", (4, 5), 1), InfosetError, "holding: got (4, 5)"),
        ((SIX, "banker", (6, 0), None), InfosetError, "holding: got (6, 0)"),
        ((SIX, "banker", 5.0, 3), InfosetError, "holding: got 5.0"),
        ((SIX, "ponte", 5, None, None, 1), ExactError, "banker: got 1; a mapping"),
        ((SIX, "ponte", 5, None, None, {}), InfosetError, "banker: it says nothing for (0, 0)"),
        ((SIX, "ponte", 5, None, None, {(0, 0): 7}), ExactError, "banker: (0, 0): got 7"),
        ((SIX, "ponte", 5, None, None, {(0, 0): 0.5}), ExactError, "banker: (0, 0): got 0.5; a float"),
        ((SIX, "ponte", 5, None, "1/2"), ExactError, "ponte: got '1/2'; for a decision of the ponte"),
        ((SIX, "banker", 6, 10), InfosetError, "third: got 10"),
        ((SIX, "banker", 6, 1.0), InfosetError, "third: got 1.0"),
        ((SIX, "ponte", 9), InfosetError, "holding: got 9"),
        ((SIX, "ponte", 5, 3), InfosetError, "third: got 3"),
        ((SIX, "banker", 6, None, 0.8), ExactError, "ponte: got 0.8"),
        ((SIX, "banker", 6, None, 2), ExactError, "ponte: got 2"),
        ((SIX, "banker", 6, None, {5: 2}), ExactError, "ponte: 5: got 2"),
        ((SIX, "banker", 6, None, {4: 1}), InfosetError, "ponte: it says nothing for 5"),
        ((Shoe([5] + [0] * 9), "banker", 2, None), ExactError, "shoe: it has 5 cards"),
        ((Shoe([0, 9] + [0] * 8), "banker", 4, None, 1), InfosetError, "For the banker with 4"),
        ((Shoe([0, 9] + [0] * 8), "banker", 6, 2, 1), InfosetError, "For the banker with 6"),
        ((Shoe([0, 9] + [0] * 8), "ponte", 5), InfosetError, "For the ponte with 5"),
    ],
)
def test_bad_questions_are_refused_in_one_line(arguments, error, word):
    with pytest.raises(error) as refused:
        chemin_de_fer.decide(*arguments)
    assert str(refused.value).startswith(word)
    assert "\n" not in str(refused.value)


def test_an_unknown_information_is_refused():
    with pytest.raises(ExactError, match="information: got 'all'"):
        chemin_de_fer.decide(SIX, "banker", 6, None, information="all")


def test_removal_from_a_handful_of_cards():
    """Cells of the banker that no ponte with a five can lead to need no play; decide and removal agree."""
    shoe = Shoe([0, 0, 1, 0, 2, 2, 2, 2, 0, 0])
    base = chemin_de_fer.decide(shoe, "ponte", 5)
    banker = chemin_de_fer.solve(shoe).banker
    for missing in chemin_de_fer.removal(shoe, "ponte", 5, most=1):
        try:
            now = chemin_de_fer.decide(shoe.without(missing.points), "ponte", 5, banker=banker)
        except InfosetError:
            assert missing.change is None
        else:
            assert missing.change == now.gain - base.gain
