"""Tables: every row is what the function says, whatever the grid and the number of processes."""

import csv
import hashlib
import io
import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe, records, tables
from exact.cli.table import progress_text
from exact.games import (
    baccara_banque,
    chemin_de_fer,
    punto_banco,
    rouge_et_noir,
    trente_et_quarante,
    trente_et_un,
    vingt_et_un,
)
from exact.tables import axes, sampler, writing

#: A shoe whose row law is quick.
SMALL = (6, 0, 0, 0, 0, 0, 0, 0, 2, 4)


@pytest.fixture(scope="module", autouse=True)
def own_store(tmp_path_factory):
    """A store of these tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXACT_CACHE", str(tmp_path_factory.mktemp("store")))
        yield


def test_lists_and_ranges():
    assert axes.wholes("1-3,8,2", "packs") == [1, 2, 3, 8]
    assert axes.wholes("0-312:52", "dealt") == [0, 52, 104, 156, 208, 260, 312]
    assert axes.wholes(range(2, 5), "packs") == [2, 3, 4]
    assert axes.wholes(6, "packs") == [6]
    assert axes.texts("0, 5%,1/20", "commission") == ["0", "5%", "1/20"]
    assert axes.texts("8-9", "tie_pays") == ["8", "9"]
    assert axes.texts([Fraction(1, 20), 0], "commission") == ["1/20", "0"]


@pytest.mark.parametrize("text", ["", "1,,2", "a", "1-", "1-3:0", "-1", "1.5", "0"])
def test_bad_lists_are_refused(text):
    with pytest.raises(ExactError, match="^packs: "):
        axes.wholes(text, "packs", least=1)


@pytest.mark.parametrize("text", ["3-1", []])
def test_an_empty_list_is_an_empty_grid(text):
    with pytest.raises(ExactError, match="^packs: .*the grid would have no row$"):
        tables.table("punto-banco", packs=text)


def test_every_row_of_punto_banco():
    """Against the function, shoe by shoe; the counts for eight packs are Wizard of Odds, baccarat appendix 1."""
    table = tables.table("punto-banco", packs="1-8", options={"commission": "0,5%", "tie_pays": "8-9"})
    assert len(table) == len(list(table)) == 32
    assert table.failed == 0
    for row in table:
        a = punto_banco.analyse(
            Shoe(row.stock.counts), row.settings["commission"], int(row.settings["tie_pays"])
        )
        assert row.answers == {
            **a.results,
            "edge_banco": a.edge["banco"],
            "edge_punto": a.edge["punto"],
            "edge_tie": a.edge["tie"],
        }
    eight = next(row for row in table if row.stock.packs == "8")
    # All ordered deals of six of 416 cards.
    assert eight.answers["banco"] == Fraction(2292252566437888, 416 * 415 * 414 * 413 * 412 * 411)


@settings(max_examples=10)
@given(st.integers(0, 2**64 - 1), st.integers(0, 90))
def test_a_sample_is_the_samplers(seed, dealt):
    table = tables.table("punto-banco", packs=2, sample=3, dealt=dealt, seed=seed)
    assert [row.stock.counts for row in table] == [
        sampler.state(Shoe.packs(2).counts, dealt, seed, number) for number in (1, 2, 3)
    ]
    for row in table:
        assert row.answers["banco"] == punto_banco.analyse(Shoe(row.stock.counts)).results["banco"]


def test_blocks_make_no_difference(monkeypatch):
    """A table that is cut into tasks elsewhere has the same rows."""
    whole = list(tables.table("punto-banco", packs=1, sample=7, dealt=[10, 20]))
    question = tables.grid("punto-banco").question()
    cut = tables.Question(
        question.name,
        question.meaning,
        question.columns,
        question.answers,
        question.record,
        question.options,
        3,
    )
    monkeypatch.setattr(
        "exact.games.punto_banco.table.GRID", tables.Grid("punto-banco", packs=8, questions=(cut,))
    )
    assert len(list(tables.batch("punto-banco", packs=1, sample=7, dealt=[10, 20]).tasks())) == 6
    assert list(tables.table("punto-banco", packs=1, sample=7, dealt=[10, 20], jobs=1)) == whole


def test_rouge_et_noir():
    shoes = [Shoe(SMALL), Shoe([5, *SMALL[1:]])]
    for row, shoe in zip(tables.table("rouge-et-noir", "row", shoes=shoes), shoes, strict=True):
        law = rouge_et_noir.row_totals(shoe)
        assert row.answers == {**{f"total_{t}": law[t] for t in range(31, 41)}, "incomplete": law[None]}
    for row, shoe in zip(tables.table("rouge-et-noir", shoes=shoes), shoes, strict=True):
        a = rouge_et_noir.analyse(shoe)
        assert row.answers["refait"] == a.refait
        assert row.answers["apres"] == a.apres
        assert row.answers["rouge"] == a.rouge
        assert row.answers["noir"] == a.noir
        assert row.answers["incomplete"] == a.incomplete
        assert row.answers["edge"] == a.edge
        assert row.answers["edge_counted"] == (a.edge_counted if a.counted else None)
    for row, shoe in zip(tables.table("rouge-et-noir", "refait", shoes=shoes), shoes, strict=True):
        assert row.answers == {
            "refait": rouge_et_noir.analyse(shoe).refait,
            "edge": rouge_et_noir.analyse(shoe).edge,
        }


def test_trente_et_quarante_tells_colours_apart():
    red, black = (2, 0, 0, 0, 0, 0, 0, 0, 2, 1), (4, 0, 0, 0, 0, 0, 0, 0, 0, 3)
    (row,) = tables.table("trente-et-quarante", shoes=[(*red, *black)])
    a = trente_et_quarante.analyse(Shoe(SMALL), Shoe(red))
    assert row.answers["couleur"] == a.couleur
    assert row.answers["inverse"] == a.inverse
    assert row.answers["edge_couleur"] == a.edge_couleur
    assert a.couleur != a.inverse


def test_trente_et_quarante_leaves_out_what_is_not_known():
    """Prison from uneven colours depends on all later coups: these cells are empty, the others are not."""
    red, black = (2, 0, 0, 0, 0, 0, 0, 0, 2, 1), (4, 0, 0, 0, 0, 0, 0, 0, 0, 3)
    (row,) = tables.table("trente-et-quarante", shoes=[(*red, *black)], options={"refait": "prison"})
    assert row.answers["edge_couleur"] is None
    assert row.answers["edge_rouge"] == rouge_et_noir.analyse(Shoe(SMALL)).edge


def test_chemin_de_fer():
    options = {"information": "totals,both", "commission": "0,5%"}
    table = tables.table("chemin-de-fer", packs="1-2", options=options)
    assert len(table) == 8
    for row in table:
        e = chemin_de_fer.solve(
            Shoe(row.stock.counts), row.settings["information"], commission=row.settings["commission"]
        )
        assert (row.answers["value"], row.answers["banker_gain"]) == (e.value, e.banker_gain)
        if row.settings["information"] == "totals":
            assert row.answers["ponte_5"] == e.ponte[5]
    (row,) = tables.table("chemin-de-fer", "volonte", packs=6)
    for name, arguments in (
        ("ponte_5", ("ponte", 5)),
        ("banker_3_9", ("banker", 3, 9)),
        ("banker_5_4", ("banker", 5, 4)),
    ):
        worth = chemin_de_fer.decide(Shoe.packs(6), *arguments)
        assert row.answers[f"{name}_gain"] == worth.gain
        assert row.answers[f"{name}_occurs"] == worth.occurs


def test_baccara_banque():
    (row,) = tables.table("baccara-banque", packs=1, options={"stakes": "1:2", "concept": "independent"})
    found = baccara_banque.solve(Shoe.packs(1), "independent", (1, 2))
    assert row.settings["stakes"] == "1:2"
    assert list(row.answers.values()) == [found.value, found.banker_gain, found.first[5], found.second[5]]
    with pytest.raises(ExactError, match="^stakes: got '1'; the stakes on both tableaux are expected"):
        tables.table("baccara-banque", options={"stakes": "1"})


def test_vingt_et_un_and_trente_et_un():
    shoe = Shoe([1, 0, 0, 0, 0, 0, 0, 1, 2, 3])
    table = tables.table("vingt-et-un", shoes=[shoe], options={"drawn": "closed,open", "ties": "bank,push"})
    assert [row.answers["value"] for row in table] == [
        vingt_et_un.solve(shoe, drawn, ties).value
        for drawn in ("closed", "open")
        for ties in ("bank", "push")
    ]
    shoe = Shoe([1, 0, 0, 0, 0, 0, 0, 0, 2, 5])
    table = tables.table("trente-et-un", shoes=[shoe], options={"born": "any,court", "natural": "3"})
    assert [row.answers["value"] for row in table] == [
        trente_et_un.solve(shoe, natural=3, born=born).value for born in ("any", "court")
    ]


def test_an_irrational_number_is_a_decimal(tmp_path):
    """From partly dealt shoes optimal play of two tableaux may be irrational: there is no numerator then."""
    shoe = Shoe.packs(1).without(6, 6, 6)
    table = tables.table("baccara-banque", shoes=[shoe])
    (row,) = table
    value = baccara_banque.solve(shoe).value
    assert not isinstance(value, Fraction)
    assert row.answers["value"] == value.decimal(20)
    (line,) = csv.DictReader(table.write(tmp_path / "t.csv").open())
    assert (line["value_numerator"], line["value_denominator"]) == ("", "")
    assert line["value_decimal"] == value.decimal(20)


def test_replacement():
    (row,) = tables.table("punto-banco", packs=6, replacement=True)
    assert row.answers["banco"] == punto_banco.analyse(Shoe.packs(1, replacement=True)).results["banco"]


# ------------------------------------------------------------------------ files


def written(tmp_path, name, **arguments):
    form = writing.content_of(writing.form_of(name, None))
    table = tables.table(**arguments, form=form)
    return table.write(tmp_path / name)


GRID = {"game": "punto-banco", "packs": "1-3", "options": {"commission": "0,5%"}}


def test_csv(tmp_path):
    head, *rows = csv.reader(io.StringIO(written(tmp_path, "t.csv", **GRID).read_text("utf-8")))
    assert len(rows) == 6
    for cells, row in zip(rows, tables.table(**GRID), strict=True):
        line = dict(zip(head, cells, strict=True))
        assert line["packs"] == row.stock.packs
        assert tuple(int(line[f"cards_{n}"]) for n in range(1, 11)) == row.stock.counts
        assert (line["commission"], line["error"]) == (row.settings["commission"], "")
        for name, number in row.answers.items():
            above, below = int(line[f"{name}_numerator"]), int(line[f"{name}_denominator"])
            assert (above, below) == (number.numerator, number.denominator)
            # Twenty digits: closer than one unit in the last place of a number below one.
            assert abs(Fraction(line[f"{name}_decimal"]) - number) < Fraction(1, 10**20)


def test_csv_is_valid_for_its_data_package(tmp_path):
    frictionless = pytest.importorskip("frictionless")
    written(tmp_path, "a.csv", **GRID)
    written(tmp_path, "b.csv", game="rouge-et-noir", question="row", shoes=[SMALL, (1,) * 10])
    written(tmp_path, "c.jsonl", **GRID)
    report = frictionless.Package(str(tmp_path / "datapackage.json")).validate()
    assert report.valid, report.flatten(["rowNumber", "fieldNumber", "type", "note"])[:3]
    data = json.loads((tmp_path / "datapackage.json").read_text("utf-8"))
    assert [resource["path"] for resource in data["resources"]] == ["a.csv", "b.csv", "c.jsonl"]
    for resource in data["resources"]:
        content = (tmp_path / resource["path"]).read_bytes()
        assert (resource["bytes"], resource["hash"]) == (
            len(content),
            f"sha256:{hashlib.sha256(content).hexdigest()}",
        )
    head = (tmp_path / "a.csv").read_text("utf-8").splitlines()[0].split(",")
    assert [f["name"] for f in data["resources"][0]["schema"]["fields"]] == head
    assert all(f["description"] for f in data["resources"][0]["schema"]["fields"])


def test_jsonl_holds_the_records(tmp_path):
    lines = written(tmp_path, "t.jsonl", **GRID).read_text("utf-8").splitlines()
    found = [records.parse(records.canonical(json.loads(line))) for line in lines]
    assert [record.id for record in found] == [
        punto_banco.analyse(Shoe.packs(packs), commission).record().id
        for commission in ("0", "5%")
        for packs in (1, 2, 3)
    ]
    assert found[5].text() == punto_banco.analyse(Shoe.packs(3)).record().text()


def test_markdown_and_latex_show_what_tells_rows_apart(tmp_path):
    shown = written(tmp_path, "t.md", **GRID).read_text("utf-8").splitlines()
    assert shown[0] == "| packs | commission | banco | punto | tie | edge_banco | edge_punto | edge_tie |"
    assert shown[1] == "| --- | --- | --- | --- | --- | --- | --- | --- |"
    assert len(shown) == 8
    assert shown[7].startswith("| 3 | 1/20 | 0.4588")
    latex = written(tmp_path, "t.tex", **GRID).read_text("utf-8").splitlines()
    assert latex[0] == r"\begin{longtable}{llllllll}"
    assert r"edge\_banco" in latex[2]
    assert latex[-1] == r"\end{longtable}"
    assert len([line for line in latex if line.startswith(("1 &", "2 &", "3 &"))]) == 6


def test_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = parquet.read_table(written(tmp_path, "t.parquet", **GRID)).to_pydict()
    for place, row in enumerate(tables.table(**GRID)):
        assert columns["packs"][place] == int(row.stock.packs)
        assert columns["replacement"][place] is False
        number = row.answers["edge_tie"]
        assert Fraction(
            int(columns["edge_tie_numerator"][place]), int(columns["edge_tie_denominator"][place])
        ) == (number)
        assert columns["edge_tie_decimal"][place] == float(number)
        assert columns["dealt"][place] is None


def test_a_target_that_exists_needs_force(tmp_path):
    target = written(tmp_path, "t.csv", **GRID)
    before = target.read_bytes()
    with pytest.raises(ExactError, match=r"^out: .*t.csv exists; --force writes it anew"):
        tables.table(**GRID).write(target)
    target.write_text("other")
    assert tables.table(**GRID).write(target, force=True).read_bytes() == before


def test_a_foreign_description_is_left_alone(tmp_path):
    (tmp_path / "datapackage.json").write_text('{"name": "other", "resources": []}')
    with pytest.raises(ExactError, match=r"^out: .*datapackage.json describes something else"):
        tables.table(**GRID).write(tmp_path / "t.csv")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["datapackage.json"]


def test_rows_that_fail_are_told_and_do_not_lose_the_others(tmp_path):
    table = tables.table("punto-banco", shoes=[(4,) * 10, (1,) + (0,) * 9, (5,) * 10])
    assert table.failed == 1
    assert table.failures == (
        "punto-banco analyse, shoe 1,0,0,0,0,0,0,0,0,0, commission 1/20, tie_pays 8: shoe: got 1 cards; "
        "at least six cards are needed for a coup of punto banco",
    )
    rows = list(table)
    assert [bool(row.error) for row in rows] == [False, True, False]
    assert rows[1].answers["banco"] is None
    assert rows[2].answers["banco"] == punto_banco.analyse(Shoe([5] * 10)).results["banco"]
    lines = table.write(tmp_path / "t.csv").read_text("utf-8").splitlines()
    assert len(lines) == 4
    assert "at least six cards are needed" in lines[2]
    assert table.write(tmp_path / "t.md").read_text("utf-8").count("at least six cards") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "bridge"}, "game: got 'bridge'; the games are rouge-et-noir"),
        (
            {"game": "punto-banco", "question": "x"},
            "question: got 'x'; the questions of punto-banco are analyse",
        ),
        ({"game": "punto-banco", "options": {"red": "1"}}, "red: it does not go with the question analyse"),
        (
            {"game": "punto-banco", "options": {"commission": 0.05}},
            "commission: got 0.05; a float is not exact",
        ),
        ({"game": "punto-banco", "options": {"commission": []}}, "commission: none is given; the grid"),
        ({"game": "rouge-et-noir", "options": {"x": "1"}}, "x: it does not go with .*it has no options"),
        ({"game": "punto-banco", "packs": 1, "shoes": [(4,) * 10]}, "shoes: give packs or shoes"),
        ({"game": "punto-banco", "shoes": []}, "shoes: none is given; the grid would have no row"),
        ({"game": "punto-banco", "shoes": [(1, 2)]}, r"shoes\[0\]: got \(1, 2\); 10 counts are expected"),
        ({"game": "trente-et-quarante", "shoes": [SMALL]}, r"shoes\[0\]: .*; 20 counts are expected"),
        ({"game": "punto-banco", "sample": 3}, "dealt: a sample needs it"),
        ({"game": "punto-banco", "dealt": 3}, "dealt: it goes with a sample"),
        ({"game": "punto-banco", "sample": 3, "dealt": 417}, "dealt: got 417; the shoe has 416 cards"),
        ({"game": "punto-banco", "sample": 3, "dealt": 1, "seed": 2**64}, "seed: got .*less than 2"),
        ({"game": "punto-banco", "sample": 3, "dealt": 1, "replacement": True}, "sample: with replacement"),
        ({"game": "punto-banco", "jobs": 0}, "jobs: got 0; a whole number, at least 1"),
        ({"game": "punto-banco", "form": "text"}, "form: got 'text'; one of values, record"),
        (
            {"game": "chemin-de-fer", "options": {"information": "all"}},
            "information: got 'all'; one of totals",
        ),
    ],
)
def test_bad_grids_are_refused(arguments, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        tables.table(**arguments)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "holds no shoe; the grid would have no row"),
        ("A,2,3,4,5,6,7,8,9,10\n\n", "holds no shoe; the grid would have no row"),
        ("x,4,4,4,4,4,4,4,4,16\n", "line 1 of .*: got .*; 10 whole counts"),
        ("4,4,4,4,4,4,4,4,4,16\n\n4,4,4\n", "line 3 of .*: got '4,4,4'; 10 whole counts"),
        ("4,4,4,4,4,4,4,4,4,16\n4,4,4,4,4,4,4,4,4,x\n", "line 2 of .*: got '4,4,4,4,4,4,4,4,4,x'; 10"),
        ("4,4,4,4,4,4,4,4,4,-1\n", "line 1 of .*: got .*; 10 whole counts"),
        ('4,4,4,4,4,4,4,4,4,"16\n', "line 1 of .* is no CSV"),
        (b"\xff\xfe", "is not UTF-8 text"),
    ],
)
def test_broken_files_name_the_line(tmp_path, content, message):
    path = tmp_path / "shoes.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ExactError, match=f"^shoes: (.* )?{message}"):
        tables.table("punto-banco", shoes=path)


def test_a_file_of_shoes_may_have_a_head_and_empty_lines(tmp_path):
    path = tmp_path / "shoes.csv"
    path.write_text("A,2,3,4,5,6,7,8,9,10\n4,4,4,4,4,4,4,4,4,16\n\n 1,2,3,4,5,6,7,8,9,10\n")
    rows = list(tables.table("punto-banco", shoes=path))
    assert [row.stock.counts for row in rows] == [(4,) * 9 + (16,), tuple(range(1, 11))]
    assert [row.stock.number for row in rows] == ["1", "2"]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ExactError, match="^shoes: .*no.csv cannot be read; No such file or directory"):
        tables.table("punto-banco", shoes=tmp_path / "no.csv")


def test_progress_in_words():
    """600 of 1,000 new rows in 60 s: ten a second, so 40 s for the other 400."""
    assert progress_text(600, 0, 1000, 60) == "600 of 1,000 rows, 10 rows/s, 0 min 40 s left"
    assert progress_text(700, 100, 9100, 60) == "700 of 9,100 rows (100 known), 10 rows/s, 14 min 00 s left"
    assert progress_text(1, 0, 20_001, 1) == "1 of 20,001 rows, 1 rows/s, 5 h 33 min left"
    assert progress_text(5, 5, 10, 1) == "5 of 10 rows (5 known)"


def test_progress_is_told():
    told = []
    shoes = [Shoe([n, 4, 4, 4, 4, 4, 4, 4, 4, 16]) for n in range(5)]
    for _ in range(2):
        tables.table("rouge-et-noir", "row", shoes=shoes, progress=lambda *numbers: told.append(numbers))
    assert told == [(5, 0, 5), (5, 5, 5)]
