"""Pictures: their strokes are where the exact numbers are; the files are the same on every run."""

import sys
from fractions import Fraction

import pytest

from exact import ExactError, Shoe, cli, counting, plots
from exact.games import baccara_banque, chemin_de_fer, punto_banco, rouge_et_noir
from exact.games.rouge_et_noir import simplified
from exact.rational import decimal

pytest.importorskip("matplotlib")

SIX = Shoe.packs(6)


@pytest.fixture(scope="module")
def audit():
    return chemin_de_fer.audit(SIX)


def bars(picture):
    """The heights of all bars, by series."""
    (axes,) = picture.figure.axes
    return [[bar.get_height() for bar in series] for series in axes.containers]


def texts(picture):
    """Every word that stands in the picture."""
    (axes,) = picture.figure.axes
    found = [axes.get_title(loc="left"), axes.get_xlabel(), axes.get_ylabel()]
    found += [label.get_text() for label in (*axes.get_xticklabels(), *axes.get_yticklabels())]
    for legend in (axes.get_legend(), *picture.figure.legends):
        if legend is not None:
            found += [text.get_text() for text in legend.get_texts()]
    return [*found, *(text.get_text() for text in axes.texts)]


def test_laws():
    row = rouge_et_noir.row_totals(SIX)
    picture = plots.laws({"article": simplified.ROW, "exact": row}, "The law of a row", "total")
    assert bars(picture) == [[float(100 * law[t]) for t in range(31, 41)] for law in (simplified.ROW, row)]
    assert {"The law of a row", "total", "probability, per cent", "31", "40", "article"} <= set(
        texts(picture)
    )
    assert picture.caption == "The law of a row: article; exact."


def test_a_shoe_that_runs_out_has_a_bar_for_it():
    law = rouge_et_noir.row_totals(Shoe([0] * 9 + [3]))
    assert bars(plots.laws({"row": law}, "t"))[0] == [0] * 10 + [100]


def test_free_interval(audit):
    """Between the switches of the cells that the document fixes, found cell by cell.

    From six packs the ponte's p may be as large as makes the banker indifferent with 6 when the ponte stood,
    where the document has him stand; it is the equilibrium's p.
    """
    interval = plots.free_interval(audit)
    assert interval == (0, audit.banker[6, None].switch)
    assert interval[1] == audit.equilibrium.ponte[5]
    for p, right in ((interval[1], True), (interval[1] + Fraction(1, 10**6), False), (0, True)):
        cells = [cell for cell in audit.banker.values() if cell.prescribed != "free"]
        good = all(
            (cell.gain(p) >= 0) if cell.prescribed == "draw" else (cell.gain(p) <= 0) for cell in cells
        )
        assert good == right


def test_gain_of_drawing(audit):
    picture = plots.gain_of_drawing(audit)
    (axes,) = picture.figure.axes
    drawn = {line.get_label(): list(line.get_ydata()) for line in axes.lines}
    for (own, third), name in (((3, 9), "3 against 9"), ((6, None), "6 against a ponte who stood")):
        cell = audit.banker[own, third]
        assert drawn[name] == [float(100 * cell.gain(0)), float(100 * cell.gain(1))]
    assert {"the document's table is right", "p: how often the ponte draws on five"} <= set(texts(picture))
    assert "3 against 9 at p = 0.39887; 4 against 1 at p = 0.98472" in picture.caption
    one = plots.gain_of_drawing(audit, [(5, 4)])
    assert "5 against 4" in texts(one)
    assert "3 against 9" not in texts(one)


def test_gains_by_hand_have_no_single_p():
    with pytest.raises(ExactError, match="^audit: the ponte is free in several infosets"):
        plots.free_interval(chemin_de_fer.audit(SIX, "both"))


def test_draw_grid(audit):
    e = audit.equilibrium
    picture = plots.draw_grid(e.banker, "The banker draws")
    letters = ["D" if p == 1 else "S" if p == 0 else f"{float(100 * p):.0f}%" for p in e.banker.values()]
    (axes,) = picture.figure.axes
    shown = {(round(t.get_position()[1]), round(t.get_position()[0])): t.get_text() for t in axes.texts}
    assert [shown[own, 10 if third is None else third] for own, third in e.banker] == letters
    assert "38%" in letters
    assert {"stood", "third card given", "D: draws", "S: stands"} <= set(texts(picture))


def test_draw_grid_of_hands():
    """A pair of cards is no cell: the ponte's hands are a square of the lower and the higher card."""
    e = chemin_de_fer.solve(SIX, "both")
    picture = plots.draw_grid(e.ponte, "The ponte draws")
    (axes,) = picture.figure.axes
    shown = {(round(t.get_position()[1]), round(t.get_position()[0])): t.get_text() for t in axes.texts}
    assert {hand: text for hand, text in shown.items() if "%" in text} == {(1, 4): "47%"}
    assert float(e.ponte[1, 4]) == pytest.approx(0.47, abs=0.005)
    assert len(shown) == len(e.ponte)
    assert len(plots.draw_grid(e.banker, "t").figure.axes[0].texts) == len(e.banker)


def test_advantage_by_packs_converges():
    edges = {d: punto_banco.analyse(Shoe.packs(d)).edge["banco"] for d in (1, 2, 4, 8)}
    limit = punto_banco.analyse(Shoe.packs(1, replacement=True)).edge["banco"]
    gaps = [abs(edge - limit) for edge in edges.values()]
    assert gaps == sorted(gaps, reverse=True)
    picture = plots.advantage_by_packs({"banco": edges}, {"banco": limit}, "t")
    (axes,) = picture.figure.axes
    assert list(axes.lines[0].get_ydata()) == [float(100 * edge) for edge in edges.values()]
    assert list(axes.lines[1].get_ydata()) == [float(100 * limit)] * 2
    assert any(text.startswith("limit 1.06") for text in texts(picture))


def test_removal_effects():
    effects = punto_banco.removal_effects(Shoe.packs(8))
    series = {
        name: {str(card): getattr(e, name) for card, e in effects.items()} for name in ("banco", "punto")
    }
    shown = bars(plots.removal_effects(series, "t"))
    assert shown == [[float(100 * x) for x in values.values()] for values in series.values()]


def test_spread():
    """The whiskers reach from the least to the greatest value; the deeper, the farther apart."""
    count = counting.count("punto-banco", "tie", Shoe.packs(8))
    values = {dealt: [truth for _, truth in count.sample(30, dealt)] for dealt in (104, 364)}
    picture = plots.spread(values, "The tie")
    (axes,) = picture.figure.axes
    ends = [(float(100 * min(found)), float(100 * max(found))) for found in values.values()]
    drawn = [y for line in axes.lines for y in line.get_ydata()]
    assert all(end in drawn for pair in ends for end in pair)
    assert ends[1][0] < ends[0][0] < ends[0][1] < ends[1][1]
    assert {"104", "364", "cards gone"} <= set(texts(picture))
    assert "30 states" in picture.caption
    for empty in ({}, {104: []}):
        with pytest.raises(ExactError, match="^values: got "):
            plots.spread(empty, "t")


def test_joint_law():
    law = rouge_et_noir.totals(SIX)
    picture = plots.joint_law(law, "Both rows", ("rouge", "noir"))
    (axes,) = picture.figure.axes
    shown = axes.images[0].get_array().tolist()
    assert shown == [[float(100 * law[r, n]) for n in range(31, 41)] for r in range(31, 41)]


def test_conflict():
    gains = {
        "a": (Fraction(1, 10), Fraction(1, 5)),
        "b": (Fraction(1, 10), Fraction(-1, 5)),
        "c": (Fraction(-1, 10), Fraction(-1, 5)),
    }
    picture = plots.conflict(gains, "Two tableaux")
    assert picture.caption == "Two tableaux: in 1 of 3 cells the two tableaux ask for different play."
    (axes,) = picture.figure.axes
    agree, differ = (collection.get_offsets().tolist() for collection in axes.collections)
    assert (agree, differ) == ([[10, 20], [-10, -20]], [[10, -20]])
    assert "b" in texts(picture)
    assert "a" not in texts(picture)


def test_the_conflict_of_the_two_tableaux():
    """Each square is the sum over the banker's totals, all of them the probability of a conflict."""
    found = baccara_banque.conflict(Shoe.packs(1))
    picture = plots.conflict_by_cards(found)
    (axes,) = picture.figure.axes
    grid = axes.images[0].get_array().tolist()
    heads = [text.get_text() for text in axes.get_xticklabels()]
    assert heads[-1] == "stood"
    for pair, totals in found.pairs().items():
        row, column = (heads.index("stood" if sign is None else str(sign)) for sign in pair)
        assert grid[row][column] == float(100 * sum(totals.values()))
    assert sum(map(sum, grid)) == pytest.approx(float(100 * found.probability))
    assert picture.caption.startswith(f"In {decimal(100 * found.probability, 4)} % of all coups")


def test_files_are_the_same_on_every_run(tmp_path):
    picture = plots.laws({"row": rouge_et_noir.row_totals(SIX)}, "t")
    again = plots.laws({"row": rouge_et_noir.row_totals(SIX)}, "t")
    for name, start in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG")):
        content = picture.save(tmp_path / name).read_bytes()
        assert content.startswith(start)
        assert again.save(tmp_path / f"b{name}").read_bytes() == content
    assert picture._repr_svg_() == (tmp_path / "a.svg").read_text("utf-8")
    assert "row" in picture.caption


@pytest.mark.parametrize(
    ("arguments", "texts_of"),
    [
        (["rouge-et-noir", "--question", "row"], {"31", "40", "total"}),
        (["rouge-et-noir", "--question", "totals"], {"rouge"}),
        (["rouge-et-noir", "--question", "removal"], {"refait", "edge", "card removed"}),
        (["punto-banco", "--question", "removal"], {"banco", "punto", "tie"}),
        (["chemin-de-fer"], {"third card given", "stood"}),
        (["chemin-de-fer", "--question", "audit"], {"3 against 9", "6 against a ponte who stood"}),
        (["chemin-de-fer", "--question", "values"], {"tableau_cost"}),
        (["baccara-banque"], {"5", "D", "S"}),
        (["baccara-banque", "--question", "conflict"], {"the tableaux conflict", "equal stakes: no gain"}),
        (["chemin-de-fer", "--question", "decide", "--infoset", "5|4"], {"card removed", "10"}),
    ],
)
def test_every_answer_of_the_command_has_a_picture(tmp_path, monkeypatch, capsys, arguments, texts_of):
    drawn = []
    of_record = plots.of_record
    monkeypatch.setattr(plots, "of_record", lambda record: drawn.append(of_record(record)) or drawn[-1])
    target = tmp_path / "picture.svg"
    with pytest.raises(SystemExit) as stop:
        cli.main([*arguments, "--packs", "1", "--plot", str(target)])
    assert stop.value.code == 0
    assert target.read_bytes() == drawn[0].content("svg")
    assert texts_of <= set(texts(drawn[0]))


def test_the_pictures_of_the_audit_agree():
    """From the object and from its record."""
    found = chemin_de_fer.audit(Shoe.packs(2))
    (one,) = plots.gain_of_drawing(found).figure.axes
    (other,) = plots.of_record(found.record()).figure.axes
    drawn = [
        {line.get_label(): list(line.get_ydata()) for line in axes.lines if " against " in line.get_label()}
        for axes in (one, other)
    ]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) >= 3


def test_another_ending_is_refused(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        cli.main(["rouge-et-noir", "--packs", "1", "--plot", "a.jpg"])
    assert stop.value.code == 2
    assert capsys.readouterr().err == (
        "exact: plot: got 'a.jpg'; the name of a file that ends in .svg or .png is expected\n"
    )
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ExactError, match="^plot: matplotlib is not installed; pip install"):
        plots.laws({"row": {31: Fraction(1)}}, "t")


def test_empty_pictures_are_refused(audit):
    for empty in ({}, {"row": {}}):
        with pytest.raises(ExactError, match="^series: got "):
            plots.laws(empty, "t")
    with pytest.raises(ExactError, match="^gains: got "):
        plots.conflict({}, "t")
    with pytest.raises(ExactError, match="^cells: in no cell"):
        plots.gain_of_drawing(audit, [])
