"""Records: canonical, reproducible, readable, and refused when changed."""

import copy
import csv
import hashlib
import json
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import jsonschema
import pytest

from exact import ExactError, Shoe, records
from exact.algebraic import Algebraic
from exact.cli.options import deliver
from exact.enclosure import Enclosure
from exact.games import chemin_de_fer, punto_banco, rouge_et_noir, trente_et_quarante
from exact.games.chemin_de_fer import record as chemin_de_fer_record
from exact.games.punto_banco import record as punto_banco_record
from exact.games.rouge_et_noir import record as rouge_et_noir_record
from exact.games.trente_et_quarante import record as trente_et_quarante_record
from exact.numerals import cell_data
from exact.plays import MOST_WITHIN
from exact.records import Column, Record, Table, Value, canonical, digest, parse, read, schema
from exact.rendering import FORMATS

#: A shoe of 64 points, which may run out in the first coup.
SHOE = Shoe([6, 0, 0, 0, 0, 0, 0, 0, 2, 4])


ONE = Shoe.packs(1)
RULES_BY_HAND = chemin_de_fer.Rules.named("classical").fixed(
    ponte={(0, 5): "stand"}, banker={((0, 6), None): "draw"}
)


def decided(*infoset):
    """One decision, and which missing cards turn it."""
    return chemin_de_fer.decide(ONE, *infoset), chemin_de_fer.removal(ONE, *infoset)


def against_a_given_ponte() -> Record:
    """A decision of a banker who is taxed and knows how the ponte plays each of his fives."""
    plays = {(0, 5): 1, (1, 4): Fraction(1, 2), (2, 3): 0, (6, 9): 0, (7, 8): 1}
    where, tax = ("banker", (0, 6), None, plays), Fraction(1, 20)
    worth = chemin_de_fer.decide(Shoe.packs(1), *where, commission=tax)
    missing = chemin_de_fer.removal(Shoe.packs(1), *where, commission=tax)
    return chemin_de_fer_record.decision_record(Shoe.packs(1), "both", worth, missing, plays, tax)


def all_kinds() -> list[Record]:
    return [
        rouge_et_noir.analyse(SHOE).record(),
        rouge_et_noir.analyse(SHOE).completed().record(),
        rouge_et_noir.analyse(Shoe.packs(1, replacement=True)).record(),
        rouge_et_noir.analyse_simplified().record(),
        rouge_et_noir_record.row_record(SHOE),
        rouge_et_noir_record.totals_record(SHOE),
        rouge_et_noir_record.totals_record(SHOE, coup=2),
        rouge_et_noir_record.removal_record(SHOE),
        trente_et_quarante.analyse(SHOE).record(),
        trente_et_quarante.analyse(SHOE, red=Shoe([6] + [0] * 9), refait="prison").record(),
        trente_et_quarante.analyse(SHOE, insurance="1%", insurance_rule="returned").record(),
        trente_et_quarante.analyse(Shoe.packs(2, replacement=True), refait="prisons").record(),
        trente_et_quarante_record.removal_record(SHOE),
        trente_et_quarante_record.removal_record(SHOE, Shoe([5, 0, 0, 0, 0, 0, 0, 0, 0, 2])),
        punto_banco.analyse(SHOE).record(),
        punto_banco.analyse(Shoe.packs(8, replacement=True), commission="4%", tie_pays=9).record(),
        punto_banco_record.removal_record(SHOE),
        punto_banco.successive(Shoe.packs(1)).record(),
        punto_banco.successive(Shoe([0] * 9 + [11])).record(),
        chemin_de_fer.solve(SHOE).record(),
        chemin_de_fer.solve(Shoe.packs(1, replacement=True)).record(),
        chemin_de_fer.solve(Shoe.packs(6), "both", commission="5%").record(),
        chemin_de_fer.solve(SHOE, "banker", chemin_de_fer.punto_banco_rules()).record(),
        chemin_de_fer.solve(SHOE, "both", RULES_BY_HAND).record(),
        chemin_de_fer.audit(Shoe.packs(1)).record(),
        chemin_de_fer.audit(Shoe.packs(1), "both").record(),
        chemin_de_fer.values(Shoe.packs(1)).record(),
        chemin_de_fer_record.decision_record(ONE, "totals", *decided("banker", 5, 4)),
        chemin_de_fer_record.decision_record(ONE, "totals", *decided("ponte", 5)),
        # Several equilibria with a tax; a cell never reached at equilibrium; a decision against a given ponte.
        chemin_de_fer.solve(Shoe([0, 4, 0, 0, 1, 0, 0, 0, 0, 2]), "both", "unrestricted", "5%").record(),
        chemin_de_fer.audit(Shoe([0, 0, 0, 0, 0, 4, 0, 0, 4, 0])).record(),
        against_a_given_ponte(),
    ]


#: Numbers of all kinds, in values, tables and strategies.
ROOT = Algebraic((-1, 0, 2), Fraction(0), Fraction(1))
KNOWN_BETWEEN = Enclosure(Fraction(1, 10), Fraction(101, 1000))
IRRATIONAL = replace(
    rouge_et_noir.analyse(SHOE).record(),
    id="rouge-et-noir.analyse.irrational",
    values={
        "root": Value(ROOT, "units", "one over the square root of two"),
        "between": Value(KNOWN_BETWEEN, "units", "between a tenth and a little more"),
        "unknown": Value(Enclosure(Fraction(-1), Fraction(1)), "units", "not even its sign is known"),
    },
    tables={
        "kinds": Table(
            (Column("kind", "kind", "label"), Column("number", "number", "units")),
            (("half", Fraction(1, 2)), ("root", ROOT), ("between", KNOWN_BETWEEN), ("none", "")),
        )
    },
    strategies={"ponte": [{"infoset": "5", "action": "draw", "probability": cell_data(ROOT)}]},
)
#: Strategies too long for the record, one of them with an irrational probability.
LONG = replace(
    IRRATIONAL,
    id="rouge-et-noir.analyse.long",
    strategies={
        side: [{"infoset": f"{i},{i}|9", "action": "draw", "probability": p} for i in range(1001)]
        for side, p in (("ponte", "1/3"), ("banker", cell_data(ROOT)))
    },
)


ANSWERS = all_kinds()
RECORDS = [*ANSWERS, IRRATIONAL, LONG]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_every_record_obeys_the_schema(record):
    jsonschema.Draft202012Validator.check_schema(schema())
    jsonschema.validate(record.data(), schema(), cls=jsonschema.Draft202012Validator)
    assert list(record.data()) == list(schema()["properties"])


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_a_record_is_read_back_as_the_same_objects(record, tmp_path):
    path = record.write(tmp_path / f"{record.id}.json")
    assert read(path) == record
    assert read(path).text() == path.read_text("utf-8") == record.text()


def test_ids_differ():
    assert len({record.id for record in RECORDS}) == len(RECORDS)
    assert RECORDS[0].id == "rouge-et-noir.analyse.shoe-6-0-0-0-0-0-0-0-2-4"
    assert RECORDS[2].id == "rouge-et-noir.analyse.replacement"
    assert rouge_et_noir_record.row_record(Shoe.packs(6)).id == "rouge-et-noir.row.6-packs"


def test_the_file_form():
    text = RECORDS[0].text()
    assert text.endswith("}\n")
    assert "\r" not in text
    data = json.loads(text)
    assert list(data)[-1] == "digest"
    assert text == json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    # The digest is that of the canonical bytes without it, computed here by hand.
    del data["digest"]
    expected = hashlib.sha256((json.dumps(data, indent=2, ensure_ascii=False) + "\n").encode()).hexdigest()
    assert RECORDS[0].data()["digest"] == expected


def test_the_values_are_exact():
    analysis = rouge_et_noir.analyse(SHOE)
    record = RECORDS[0]
    assert record.values["refait"].exact == analysis.refait
    assert record.values["edge"].exact == analysis.edge
    assert 0 < analysis.incomplete < 1
    cells = {(row[0], row[1]): row[2] for row in record.tables["totals"].rows}
    assert cells["31", "31"] == analysis.refait
    assert cells["incomplete", ""] == analysis.incomplete
    assert sum(cells.values()) == 1


def test_the_same_question_gives_the_same_bytes_in_another_process():
    code = (
        "from exact import Shoe; from exact.games import rouge_et_noir; import sys;"
        "sys.stdout.write(rouge_et_noir.analyse(Shoe([6, 0, 0, 0, 0, 0, 0, 0, 2, 4])).record().text())"
    )
    texts = set()
    for seed in ("0", "1"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        result = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, env=environment, check=True
        )
        texts.add(result.stdout.decode())
    assert texts == {RECORDS[0].text()}


def test_equal_shoes_give_equal_records():
    one = rouge_et_noir.analyse(Shoe.packs(1, replacement=True)).record()
    six = rouge_et_noir.analyse(Shoe.packs(6, replacement=True)).record()
    assert one.text() == six.text()


def test_with_replacement_only_proportions_and_shares_matter():
    one, eight = (punto_banco.analyse(Shoe.packs(n, replacement=True)).record() for n in (1, 8))
    assert one.text() == eight.text()
    assert sum(row[1] for row in one.tables["deals"].rows) == 52**6
    packs, aces = [Shoe.packs(n, replacement=True) for n in (1, 2, 6)], (1, 2, 6)
    texts = {
        trente_et_quarante.analyse(shoe, red=Shoe([n] + [0] * 9)).record().text()
        for shoe, n in zip(packs, aces, strict=True)
    }
    (text,) = texts
    assert json.loads(text)["input"]["red"] == ["1"] + ["0"] * 9
    assert json.loads(text)["id"] == "trente-et-quarante.analyse.red-1-0-0-0-0-0-0-0-0-0.replacement"


def leaves(data, path=()):
    """The paths of all leaves of JSON data."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from leaves(value, (*path, index))
    else:
        yield path


def changed(data, path):
    """A copy of the data in which one leaf is another one."""
    data = copy.deepcopy(data)
    place = data
    for key in path[:-1]:
        place = place[key]
    leaf = place[path[-1]]
    place[path[-1]] = (not leaf) if isinstance(leaf, bool) else f"{leaf}1"
    return data


def test_any_changed_leaf_is_refused():
    data = RECORDS[11].data()
    paths = list(leaves(data))
    assert len(paths) > 100
    for path in paths:
        with pytest.raises(ExactError):
            parse(canonical(changed(data, path)))


def test_a_decimal_that_does_not_fit_is_refused_even_with_a_fresh_digest():
    data = RECORDS[0].data()
    data["values"]["edge"]["decimal"] = "0.5"
    del data["digest"]
    with pytest.raises(ExactError, match="it has been changed"):
        parse(canonical({**data, "digest": digest(data)}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "it is not JSON"),
        ("", "it is not JSON"),
        ("{", "it is not JSON"),
        ("[1]", r"its schema is \[1\]"),
        ("{}", "its schema is None; 'exact-record/1' is expected"),
        ('{"schema": "exact-record/2"}', "its schema is 'exact-record/2'"),
        ('{"schema": "exact-record/1"}', "it lacks id, statement"),
    ],
)
def test_what_is_not_a_record_is_refused(text, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        parse(text)


def test_a_record_with_content_of_another_form_is_refused():
    data = RECORDS[0].data()
    for key in ("id", "statement", "values", "tables", "rules", "software", "assumptions", "input"):
        content = {k: v for k, v in {**data, key: 7}.items() if k != "digest"}
        with pytest.raises(ExactError):
            parse(canonical({**content, "digest": digest(content)}))


def test_a_record_that_is_reformatted_is_refused():
    with pytest.raises(ExactError, match="not in canonical form"):
        parse(json.dumps(RECORDS[0].data()))


def test_files_that_cannot_be_read_are_named(tmp_path):
    with pytest.raises(ExactError, match="^record .*none.json: it cannot be read; No such file"):
        read(tmp_path / "none.json")
    (tmp_path / "latin.json").write_bytes(b"\xff")
    with pytest.raises(ExactError, match="^record .*latin.json: it cannot be read; it is not UTF-8"):
        read(tmp_path / "latin.json")


@pytest.mark.parametrize("text", ["2/4", "1/1", "+1", "01", "1.5", "-0", "1/0", "", " 1", None, 3])
def test_numbers_that_are_not_in_lowest_terms_are_refused(text):
    with pytest.raises(ExactError):
        records.exact(text)
    assert records.exact("-3/4") == Fraction(-3, 4)


def test_how_irrational_and_enclosed_numbers_are_written():
    values = IRRATIONAL.data()["values"]
    # 1/sqrt(2) = 0.70710678118654752440..., from any table.
    root = {"root_of": ["-1", "0", "2"], "lower": "0", "upper": "1", "decimal": "0.7071067811865475244"}
    units = {"unit": "units", "status": "computed"}
    assert values["root"] == {**root, **units, "meaning": "one over the square root of two"}
    assert list(values["root"]) == ["root_of", "lower", "upper", "decimal", "unit", "status", "meaning"]
    between = {"lower": "1/10", "upper": "101/1000", "decimal": "0.1"}
    enclosed = {"unit": "units", "status": "enclosed"}
    assert values["between"] == {**between, **enclosed, "meaning": "between a tenth and a little more"}
    # The ends share no digit.
    assert list(values["unknown"]) == ["lower", "upper", "unit", "status", "meaning"]
    rows = IRRATIONAL.data()["tables"]["kinds"]["rows"]
    assert rows == [["half", "1/2"], ["root", root], ["between", between], ["none", ""]]
    assert IRRATIONAL.data()["strategies"]["ponte"][0]["probability"] == root


def test_the_interval_of_a_root_does_not_change_the_bytes():
    narrow = replace(IRRATIONAL.values["root"], exact=ROOT.refined(Fraction(1, 10**6)))
    assert replace(IRRATIONAL, values={**IRRATIONAL.values, "root": narrow}).text() == IRRATIONAL.text()


def refreshed(data):
    """The text of changed data with a fresh digest."""
    content = {key: value for key, value in data.items() if key != "digest"}
    return canonical({**content, "digest": digest(content)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"root_of": ["-2", "0", "4"]}, "no common factor"),
        ({"root_of": ["-1/2", "0", "1"]}, "not integer coefficients"),
        ({"root_of": ["-4", "0", "1"]}, "an irreducible one"),
        ({"upper": "1/2"}, "exactly one root"),
        ({"lower": "1/2"}, "it has been changed"),
        ({"decimal": "0.7071067811865475245"}, "it has been changed"),
        ({"status": "enclosed"}, '^status: got .enclosed.; "proved", "checked", "computed" is expected'),
    ],
)
def test_a_root_that_is_none_is_refused(change, message):
    data = IRRATIONAL.data()
    data["values"]["root"] = {**data["values"]["root"], **change}
    with pytest.raises(ExactError, match=message):
        parse(refreshed(data))


@pytest.mark.parametrize("status", ["checked", "proved", "guessed"])
def test_an_enclosure_is_enclosed_and_nothing_stronger(status):
    with pytest.raises(ExactError, match=f'^status: got .{status}.; "enclosed" is expected'):
        Value(KNOWN_BETWEEN, "units", "meaning", status)
    assert Value(KNOWN_BETWEEN, "units", "meaning").status == "enclosed"


@pytest.mark.parametrize(
    "play",
    [
        {"infoset": "5", "action": "draw", "probability": "3/2"},
        {"infoset": "5", "action": "draw", "probability": "2/4"},
        {"infoset": "5", "probability": "1/2"},
        {"infoset": "5", "action": "draw", "probability": {"lower": "0", "upper": "1"}},
        {"infoset": "5", "action": "draw", "probability": {**cell_data(ROOT), "decimal": "0.7"}},
        "5",
    ],
)
def test_a_play_that_is_none_is_refused(play):
    data = IRRATIONAL.data()
    data["strategies"] = {"ponte": [play]}
    with pytest.raises(ExactError):
        parse(refreshed(data))


def test_a_long_strategy_lies_beside_the_record(tmp_path):
    path = LONG.write(tmp_path / "any-name.json")
    names = [f"{LONG.id}.banker.csv", f"{LONG.id}.ponte.csv"]
    assert sorted(os.listdir(tmp_path)) == ["any-name.json", *names]
    said = json.loads(path.read_text("utf-8"))["strategies"]
    for side in ("ponte", "banker"):
        content = (tmp_path / f"{LONG.id}.{side}.csv").read_bytes()
        sha = hashlib.sha256(content).hexdigest()
        assert said[side] == {"file": f"{LONG.id}.{side}.csv", "sha256": sha, "rows": "1001"}
    with (tmp_path / names[1]).open(newline="", encoding="utf-8") as file:
        head, first, *others = csv.reader(file)
    assert (head, first, len(others)) == (
        ["infoset", "action", "probability"],
        ["0,0|9", "draw", "1/3"],
        1000,
    )
    # One play less, and it lies within.
    assert LONG.beside().keys() == set(names)
    shorter = replace(LONG, strategies={side: plays[1:] for side, plays in LONG.strategies.items()})
    assert shorter.beside() == {}
    assert len(shorter.data()["strategies"]["ponte"]) == MOST_WITHIN == 1000


def test_what_lies_beside_is_verified(tmp_path):
    path = LONG.write(tmp_path / "long.json")
    ponte = tmp_path / f"{LONG.id}.ponte.csv"
    text = ponte.read_text("utf-8")
    for changed_text in (text.replace("1/3", "2/3", 1), text + "1,1|9,draw,1/3\n", ""):
        ponte.write_text(changed_text, "utf-8")
        with pytest.raises(ExactError, match="^record .*long.json: .*ponte.csv has another SHA-256"):
            read(path)
    ponte.write_bytes(b"\xff")
    with pytest.raises(ExactError, match="^record .*long.json: .*ponte.csv cannot be read; it is not UTF-8"):
        read(path)
    ponte.unlink()
    with pytest.raises(ExactError, match="^record .*long.json: .*ponte.csv cannot be read; No such file"):
        read(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("infoset,action,probability\n5,draw,1/3\n", "has not the 1001 rows"),
        ("infoset,action,p\n" + "5,draw,1/3\n" * 1001, "has not the 1001 rows"),
        ("infoset,action,probability\n" + "5,draw,4/3\n" * 1001, "no exact probability"),
        ("infoset,action,probability\n" + "5,draw\n" * 1001, "is no CSV file with the columns"),
        ("infoset,action,probability\r\n" + "5,draw,1/3\r\n" * 1001, "has not the 1001 rows"),
        ("", "is no CSV file"),
    ],
)
def test_a_csv_of_another_form_is_refused_even_with_the_right_digest(tmp_path, text, message):
    LONG.write(tmp_path / "long.json")
    data = LONG.data()
    (tmp_path / f"{LONG.id}.ponte.csv").write_bytes(text.encode())
    data["strategies"]["ponte"]["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    (tmp_path / "long.json").write_text(refreshed(data), "utf-8")
    with pytest.raises(ExactError, match=message):
        read(tmp_path / "long.json")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"file": "../secret.csv"},
            "the file '../secret.csv' should be rouge-et-noir.analyse.long.ponte.csv",
        ),
        ({"rows": "1000"}, "no more than 1000 plays lie in the record itself"),
        ({"rows": "01001"}, "it has been changed"),
        ({"rows": "many"}, "has not the form of a record"),
        ({"more": "1"}, "neither a list of plays nor a file"),
    ],
)
def test_a_reference_that_is_none_is_refused(change, message):
    data = LONG.data()
    data["strategies"]["ponte"] = {**data["strategies"]["ponte"], **change}
    with pytest.raises(ExactError, match=message):
        parse(refreshed(data))


def test_a_record_that_was_not_read_with_its_strategies_is_not_written(tmp_path):
    parsed = parse(LONG.text())
    assert parsed.text() == LONG.text()
    with pytest.raises(ExactError, match="^strategies: .*they lie in other files"):
        parsed.write(tmp_path / "long.json")
    assert os.listdir(tmp_path) == []
    with pytest.raises(ExactError, match="^strategies: got 'ponte'; it lies in .*ponte.csv"):
        FORMATS["csv"](parsed, False)
    assert "1001 plays" in FORMATS["text"](parsed, False)


def test_record_and_strategies_are_written_together_or_not_at_all(tmp_path):
    (tmp_path / f"{LONG.id}.ponte.csv").write_text("old")
    # The last of the three files cannot be written.
    (tmp_path / "long.json").mkdir()
    with pytest.raises(ExactError, match="long.json is a folder"):
        LONG.write(tmp_path / "long.json")
    assert sorted(os.listdir(tmp_path)) == ["long.json", f"{LONG.id}.ponte.csv"]
    assert (tmp_path / f"{LONG.id}.ponte.csv").read_text() == "old"


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_shows_numbers_of_every_kind(form):
    shown = FORMATS[form](IRRATIONAL, True)
    assert "0.707106781187" in shown or "0.7071067811865475244" in shown
    assert "101/1000" in shown
    words = {"text", "csv", "markdown", "html"}
    assert ("the root of 2x^2 - 1 between 0 and 1" in shown.replace("\n", " ")) == (form in words)
    if form in ("text", "markdown", "latex", "html"):
        assert "1001 plays" in FORMATS[form](LONG, False)
    elif form == "csv":
        rows = list(csv.reader(FORMATS["csv"](LONG, False).splitlines()))
        assert [row[1] for row in rows].count("ponte[7,7|9].draw") == 1
        assert len(rows) > 2002


def test_the_command_writes_what_lies_beside(tmp_path, capsys):
    path = tmp_path / "long.json"
    deliver(LONG, "json", str(path), False)
    assert read(path) == LONG
    assert capsys.readouterr() == ("", "")
    # Printed, the record alone; a line on the other stream says what is missing.
    deliver(LONG, "json", None, False)
    out, err = capsys.readouterr()
    assert out == LONG.text()
    assert [line.split(",")[0] for line in err.splitlines()] == [
        f"exact: {LONG.id}.{side}.csv" for side in ("ponte", "banker")
    ]
