"""The tableau and the tree against the sentences of the document."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import expectation, game_form
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS, THIRDS, Rules, tableau
from exact.games.chemin_de_fer.rules import BANKER, HOUSE, PONTE, Coup, Table, step
from exact.tree import Choose, Deal, Settle

CLASSICAL = Rules.named("classical")


def dealt(cards, rules=CLASSICAL, information="totals", commission=Fraction(0), actions=()):
    """The node reached when these cards fall and these actions are chosen."""
    falling, choices = iter(cards), iter(actions)
    node = step(Coup(Table(rules, information, commission)))
    while True:
        if isinstance(node, Deal):
            card = next(falling, None)
            if card is None:
                return node
            node = step(node.after.receive(card))
        elif isinstance(node, Choose):
            action = next(choices, None)
            if action is None:
                return node
            node = step(node.options[action])
        else:
            assert next(falling, None) is None, "more cards were given than the coup takes"
            return node


def test_the_ponte_of_the_document():
    # "0 bis 4: bittet um eine weitere Karte; 5: freie Wahl; 6 oder 7: keine weitere Karte".
    assert tableau().ponte == ("draw",) * 5 + ("free", "stand", "stand")


# "7: niemals. 6: nur wenn er eine 6 oder 7 gibt. 5: wenn er 5, 6, 7 gibt oder der Ponte passt, freie Wahl
#  bei 4, passt bei 1, 2, 3, 8, 9, 10. 4: keine bei 1, 8, 9, 10, sonst kauft er. 3: keine bei 8, freie Wahl
#  bei 9, sonst kauft er. 0 bis 2: stets."
SENTENCES = {
    7: ((), ()),
    6: ((6, 7), ()),
    5: ((5, 6, 7, None), (4,)),
    4: ((2, 3, 4, 5, 6, 7, None), ()),
    3: ((0, 1, 2, 3, 4, 5, 6, 7, None), (9,)),
    2: (THIRDS, ()),
    1: (THIRDS, ()),
    0: (THIRDS, ()),
}


@pytest.mark.parametrize("own", CHOOSING_TOTALS)
def test_the_banker_of_the_document(own):
    draws, free = SENTENCES[own]
    expected = tuple("free" if t in free else "draw" if t in draws else "stand" for t in THIRDS)
    assert tableau().banker[own] == expected


def test_a_naturel_of_the_ponte_ends_the_coup_at_four_cards():
    assert dealt([10, 5, 8, 1]) == Settle((8, 6, 4), (1, -1, 0))


def test_the_banker_with_a_naturel_gives_no_card_although_the_ponte_asked():
    # Ponte 10 and 3 draws by rule, banker 9 and 10.
    assert dealt([10, 9, 3, 10]) == Settle((3, 9, 4), (-1, 1, 0))


def test_cards_go_to_the_ponte_first_and_in_turn():
    node = dealt([1, 2, 4, 3], information="both")
    assert isinstance(node, Choose)
    assert (node.player, node.infoset) == (PONTE, (1, 4))
    node = dealt([4, 3, 1, 2], information="both", actions=["stand"])
    assert (node.player, node.infoset) == (BANKER, ((2, 3), None))


def test_the_ponte_declares_before_the_banker_looks():
    # Even a banker's naturel comes after the choice on five; both choices then end alike.
    node = dealt([2, 9, 3, 10])
    assert (node.player, node.infoset, list(node.options)) == (PONTE, 5, ["stand", "draw"])
    assert {step(position).outcome for position in node.options.values()} == {(5, 9, 4)}


def test_the_third_card_lies_open_and_both_may_draw():
    node = dealt([10, 10, 2, 3, 9])
    assert (node.player, node.infoset) == (BANKER, (3, 9))
    assert dealt([10, 10, 2, 3, 9, 6], actions=["draw"]) == Settle((1, 9, 6), (-1, 1, 0))
    assert dealt([10, 10, 2, 3, 9], actions=["stand"]) == Settle((1, 3, 5), (-1, 1, 0))


def test_en_cartes_is_void_and_the_house_taxes_the_bankers_wins_only():
    tax = Fraction(1, 20)
    assert dealt([10, 10, 9, 9], commission=tax).payoffs == (0, 0, 0)
    assert dealt([10, 10, 8, 9], commission=tax).payoffs == (-1, Fraction(19, 20), tax)
    assert dealt([10, 10, 9, 8], commission=tax).payoffs == (1, -1, 0)


def test_forced_cells_leave_no_choice():
    fixed = tableau().fixed(ponte={5: "draw"}, banker={(3, 9): "draw", (5, 4): "draw"})
    form = game_form(Coup(Table(fixed)), Shoe([0, 2, 3, 0, 0, 1, 0, 0, 1, 3]))
    assert form.infosets == ({}, {})


@st.composite
def shoes_with_naturels(draw):
    """Eight cards or a few more of three to five kinds, nines or eights among them."""
    kinds = draw(st.lists(st.sampled_from(range(10)), min_size=2, max_size=4, unique=True))
    cards = draw(st.lists(st.sampled_from([*kinds, 7, 8]), min_size=8, max_size=12))
    return Shoe([cards.count(kind) for kind in range(10)])


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["totals", "banker", "both"]), shoes_with_naturels())
def test_to_look_first_is_worth_nothing_to_the_banker(information, shoe):
    """A banker who looks, and shows a naturel, before the ponte declares: no choice is worth anything else.

    In both games all pure choices of all infosets are worth the same; the naturels only move from under
    the ponte's choice to before it.
    """
    forms = [
        game_form(Coup(Table(Rules.named("unrestricted"), information, looks_first=first)), shoe)
        for first in (False, True)
    ]
    late, early = forms
    assert late.infosets[1].keys() == early.infosets[1].keys()
    assert choices(late) == choices(early)
    constants = [
        expectation(Coup(Table(stand_always(), information, looks_first=first)), shoe) for first in (0, 1)
    ]
    assert constants[0] == constants[1]
    assert constants[0][HOUSE] == 0


def stand_always():
    anywhere = (("stand",) * len(THIRDS),) * len(CHOOSING_TOTALS)
    return Rules(("stand",) * len(CHOOSING_TOTALS), anywhere)


def choices(form):
    """What each pair of choices is worth to the bank; and where the banker has no choice, what the ponte's
    drawing is worth more than his standing, so that what his choice does not touch drops out.
    """
    table = {}
    for (row, column), payoffs in form.payoffs.items():
        key = form.sequences[0][row], form.sequences[1][column]
        table[key] = Fraction(payoffs[BANKER], form.denominator)
    together = {key: value for key, value in table.items() if key[0] and key[1] and value}
    alone = {}
    for (own, other), value in table.items():
        if own and not other:
            ((infoset, action),) = own
            alone[infoset] = alone.get(infoset, 0) + (value if action == "draw" else -value)
    return together, {infoset: value for infoset, value in alone.items() if value}


def test_rules_are_made_from_rules():
    stands = CLASSICAL.fixed(banker={(6, None): "stand", ((1, 5), None): "draw"})
    assert stands.banker[6][10] == "stand"
    assert stands.of_banker((0, 6), None) == "stand"
    assert stands.of_banker((1, 5), None) == "draw"
    assert stands.of_banker((1, 5), 0) == "free"
    # The action of a total clears the exceptions for its hands.
    assert stands.fixed(banker={(6, None): "free"}) == CLASSICAL
    assert CLASSICAL.fixed(ponte={(1, 4): "draw"}).of_ponte((1, 4)) == "draw"
    assert CLASSICAL.fixed(ponte={(1, 4): "draw"}).fixed(ponte={5: "free"}) == CLASSICAL
    assert hash(stands.fixed(banker={(6, None): "free"})) == hash(CLASSICAL)


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: Rules.named("modern"), "rules: got 'modern'"),
        (lambda: CLASSICAL.fixed(ponte={8: "draw"}), "cell: got 8"),
        (lambda: CLASSICAL.fixed(ponte={(4, 1): "draw"}), "cell: got (4, 1)"),
        (lambda: CLASSICAL.fixed(ponte={5: "hit"}), "action: got 'hit'"),
        (lambda: CLASSICAL.fixed(banker={6: "draw"}), "cell: got 6"),
        (lambda: CLASSICAL.fixed(banker={(6, 10): "draw"}), "cell: got (6, 10)"),
        (lambda: CLASSICAL.fixed(banker={((4, 4), 1): "draw"}), "cell: got (4, 4)"),
        (lambda: Rules(("free",) * 7, CLASSICAL.banker), "ponte: got"),
        (lambda: Rules(CLASSICAL.ponte, CLASSICAL.banker[1:]), "banker: got"),
    ],
)
def test_bad_rules_are_refused_in_one_line(make, word):
    with pytest.raises(ExactError) as refused:
        make()
    assert str(refused.value).startswith(word)
    assert "\n" not in str(refused.value)
