"""Records: canonical, reproducible, readable, and refused when changed."""

import copy
import hashlib
import json
import os
import subprocess
import sys
from fractions import Fraction

import jsonschema
import pytest

from exact import ExactError, Shoe, records
from exact.games import chemin_de_fer, punto_banco, rouge_et_noir, trente_et_quarante
from exact.games.chemin_de_fer import record as chemin_de_fer_record
from exact.games.punto_banco import record as punto_banco_record
from exact.games.rouge_et_noir import record as rouge_et_noir_record
from exact.games.trente_et_quarante import record as trente_et_quarante_record
from exact.records import Record, canonical, digest, parse, read, schema

#: A shoe of 64 points, which may run out in the first coup.
SHOE = Shoe([6, 0, 0, 0, 0, 0, 0, 0, 2, 4])


SIX = Shoe.packs(6)
RULES_BY_HAND = chemin_de_fer.Rules.named("classical").fixed(
    ponte={(0, 5): "stand"}, banker={((0, 6), None): "draw"}
)


def decided(*infoset):
    """One decision, and which missing cards turn it."""
    return chemin_de_fer.decide(SIX, *infoset), chemin_de_fer.removal(SIX, *infoset, most=2)


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
        chemin_de_fer_record.decision_record(SIX, "totals", *decided("banker", 5, 4)),
        chemin_de_fer_record.decision_record(SIX, "totals", *decided("ponte", 5)),
    ]


RECORDS = all_kinds()


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
