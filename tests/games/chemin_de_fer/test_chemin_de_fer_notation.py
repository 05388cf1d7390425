"""Infosets and strategies as a user writes them: what is understood, and what is refused."""

from fractions import Fraction

import pytest

from exact import ExactError, InfosetError, Shoe
from exact.games import chemin_de_fer, punto_banco
from exact.games.chemin_de_fer.drawing_rules import Rules
from exact.games.chemin_de_fer.notation import ponte_from_text

SIX = Shoe.packs(6)
HALF = Fraction(1, 2)


def test_explanations_take_infosets_as_records_write_them():
    e, both = chemin_de_fer.solve(SIX), chemin_de_fer.solve(SIX, "both")
    assert e.explain("5") == e.explain(5)
    assert e.explain("6|stood") == e.explain((6, None))
    assert both.explain("0,6|9") == both.explain(((0, 6), 9))
    assert both.explain("1,4") == both.explain((1, 4))
    assert both.worth("0,6|stood") == both.worth(((0, 6), None))
    audit = chemin_de_fer.audit(SIX)
    assert audit.explain("6|stood") == audit.explain((6, None))
    assert audit.explain("5") == audit.explain(5)
    for bad in ("six", "6|", "6,|9", "66"):
        for asked in (e, audit):
            with pytest.raises(ExactError, match="^infoset: got"):
                asked.explain(bad)
    with pytest.raises(InfosetError, match="cannot occur"):
        e.explain("0,6|9")


def test_the_pontes_play_in_text():
    assert ponte_from_text("50%") == ponte_from_text("5=1/2") == HALF
    assert ponte_from_text("1,4=1/2 2,3=0") == ponte_from_text("1,4=0.5;2,3=0") == {(1, 4): HALF, (2, 3): 0}
    for bad in ("x", "1,4=", "1,4=x", "1,4=2", "4,=1", "1,4=1 1,4=0", "0.5=1"):
        with pytest.raises(ExactError, match="^ponte"):
            ponte_from_text(bad)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ({5: HALF, 9: 1}, r"ponte: 9 is no infoset of the ponte here; they are written like 0"),
        ({5: HALF, (1, 4): 1}, r"holding: got 6|ponte: \(1, 4\) is no infoset"),
        ({5.0: HALF}, r"ponte: 5.0 is no infoset"),
        ({5: HALF, True: 1}, r"ponte: True is no infoset"),
        ({5: 3}, r"ponte: 5: got 3; a probability is 0 to 1"),
    ],
)
def test_a_play_of_the_ponte_with_unknown_infosets_is_refused(play, message):
    with pytest.raises(ExactError, match=f"^({message})"):
        chemin_de_fer.decide(SIX, "banker", 6, None, ponte=play)


def test_the_laws_of_a_bad_play_are_refused_and_the_argument_is_named():
    e = chemin_de_fer.solve(SIX)
    for ponte, banker, message in [
        ({5: 3}, {}, "ponte: 5: got 3"),
        ({5: 0.5}, {}, "ponte: 5: got 0.5; a float"),
        ({5: 1}, {}, "ponte: it says nothing for 0, which occurs"),
        (1, {}, "ponte: got 1; a mapping"),
        (e.ponte, {}, r"banker: it says nothing for \(0, 0\), which occurs"),
        (e.ponte, {**e.banker, (6, 11): 1}, r"banker: \(6, 11\) is no infoset"),
        (e.ponte, {**e.banker, (6, None): 2}, r"banker: \(6, None\): got 2"),
    ]:
        with pytest.raises(ExactError, match=f"^{message}"):
            chemin_de_fer.results(SIX, "totals", ponte, banker)
    # A cell that nobody reaches need not be spoken of.
    rules = Rules.named("classical").fixed(ponte={5: "draw", 6: "draw", 7: "draw"})
    drawing = chemin_de_fer.solve(SIX, rules=rules)
    assert (6, None) not in drawing.banker
    assert drawing.results().value == drawing.value


def test_rules_are_asked_about_infosets_only():
    rules = Rules.named("tableau")
    for ask in (
        lambda: rules.at_ponte(9),
        lambda: rules.at_ponte(-1),
        lambda: rules.at_ponte((4, 4)),
        lambda: rules.at_ponte("5"),
        lambda: rules.at_banker(8, None),
        lambda: rules.at_banker(6, 10),
        lambda: rules.at_banker((6, 0), None),
    ):
        with pytest.raises(InfosetError, match="^cell: got"):
            ask()
    assert rules.at_ponte(5) == rules.at_ponte((1, 4)) == "free"
    assert rules.at_banker(6, None) == rules.at_banker((0, 6), None) == "stand"


@pytest.mark.parametrize("game", [chemin_de_fer, punto_banco])
def test_completion_offers_what_is_asked_of_a_game_and_nothing_else(game):
    offered = {name for name in dir(game) if not name.startswith("__")}
    assert offered == set(game.__all__)
    assert all(hasattr(game, name) for name in game.__all__)
    assert not offered & {"annotations", "Fraction", "Distribution", "Shoe", "kernel", "refusal"}
