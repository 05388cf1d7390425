"""The interactive shoe: what it shows is what the functions say, and a slider moves it."""

import sys

import pytest

from exact import ExactError, Shoe
from exact.games import chemin_de_fer, punto_banco, rouge_et_noir
from exact.interactive import explore, view
from exact.rational import decimal


def test_views_show_the_exact_answers():
    shoe = Shoe.packs(6).without("4 4 4 9")
    edges = punto_banco.analyse(shoe).edge
    assert all(f"{decimal(100 * edge, 6)} %" in view("punto-banco", shoe) for edge in edges.values())
    e = chemin_de_fer.solve(shoe)
    assert decimal(100 * e.value, 6) in view("chemin-de-fer", shoe)
    assert e.banker._repr_html_() in view("chemin-de-fer", shoe)
    row = rouge_et_noir.row_totals(shoe)
    assert f"{decimal(100 * row[31], 6)} %" in view("rouge-et-noir", shoe)
    assert row._repr_html_() in view("rouge-et-noir", shoe)


def test_a_shoe_without_a_coup_is_said_to_be_one():
    assert view("punto-banco", Shoe([1] + [0] * 9)).startswith("<p>shoes[0]: got 1 cards")


def test_sliders_move_the_view():
    pytest.importorskip("ipywidgets")
    shoe = Shoe.packs(6)
    box = explore("chemin-de-fer", shoe)
    sliders, shown = box.children
    assert [slider.value for slider in sliders.children] == list(shoe.counts)
    assert shown.value == view("chemin-de-fer", shoe)
    sliders.children[3].value = 20
    assert shown.value == view("chemin-de-fer", shoe.without(4, 4, 4, 4))
    assert shown.value != view("chemin-de-fer", shoe)


def test_what_cannot_be_explored(monkeypatch):
    for game in ("bridge", None):
        with pytest.raises(ExactError, match="^game: got "):
            explore(game, Shoe.packs(1))
        with pytest.raises(ExactError, match="^game: got "):
            view(game, Shoe.packs(1))
    with pytest.raises(ExactError, match="^shoe: with replacement"):
        explore("punto-banco", Shoe.packs(1, replacement=True))
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ExactError, match="^explore: ipywidgets is missing; pip install"):
        explore("punto-banco", Shoe.packs(1))
