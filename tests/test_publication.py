"""Sets of records: complete, described, citable, and the same bytes every time."""

import csv
import hashlib
import json
from fractions import Fraction
from pathlib import Path

import frictionless
import pytest

from exact import ExactError, Shoe, documents, publication, records, standing
from exact.enclosure import Enclosure
from exact.games import punto_banco, rouge_et_noir
from exact.games.rouge_et_noir import record as rouge_et_noir_record
from exact.records import Value
from test_records import IRRATIONAL, LONG

ONE = Shoe.packs(1)
ROOT = Path(__file__).parent.parent


def few():
    """A set with a law, an analysis, an irrational value and a strategy that lies beside its record."""
    return [
        rouge_et_noir_record.row_record(ONE),
        rouge_et_noir.analyse(ONE).record(),
        punto_banco.analyse(ONE).record(),
        IRRATIONAL,
        LONG,
    ]


@pytest.fixture
def folder(tmp_path):
    publication.publish(tmp_path / "set", few())
    return tmp_path / "set"


def test_a_set_is_complete_and_described(folder):
    names = {path.name for path in folder.iterdir()}
    beside = {name for record in few() for name in record.beside()}
    assert beside
    assert names == {f"{record.id}.json" for record in few()} | beside | {
        "index.csv",
        "datapackage.json",
        "CITATION.cff",
    }
    package = json.loads((folder / "datapackage.json").read_text("utf-8"))
    assert {entry["path"] for entry in package["resources"]} == names - {"datapackage.json"}
    for entry in package["resources"]:
        content = (folder / entry["path"]).read_bytes()
        assert entry["hash"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
        assert entry["bytes"] == len(content)
    assert (folder / "CITATION.cff").read_bytes() == (ROOT / "CITATION.cff").read_bytes()
    for record in few():
        assert records.read(folder / f"{record.id}.json").text() == record.text()


def test_a_set_is_a_valid_data_package(folder):
    report = frictionless.validate(str(folder / "datapackage.json"))
    assert report.valid, report.flatten(["title", "message"])
    # The validation can fail: a changed index no longer has the hash that the package says.
    index = folder / "index.csv"
    index.write_text(index.read_text("utf-8").replace("rouge", "noir", 1), "utf-8")
    assert not frictionless.validate(str(folder / "datapackage.json")).valid


def test_the_index_has_a_line_for_every_value(folder):
    with (folder / "index.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == ["id", "name", "exact", "decimal", "unit", "status"]
    assert [(line["id"], line["name"]) for line in lines] == [
        (record.id, name) for record in few() for name in record.values
    ]
    found = {(line["id"], line["name"]): line for line in lines}
    refait = found["rouge-et-noir.analyse.1-pack", "refait"]
    assert Fraction(refait["exact"]) == rouge_et_noir.analyse(ONE).refait
    for record in few():
        for name, value in record.values.items():
            line = found[record.id, name]
            assert (line["exact"] == "") == (not isinstance(value.exact, Fraction))
            assert (line["unit"], line["status"]) == (value.unit, value.status)


def test_the_same_set_is_the_same_bytes(folder, tmp_path):
    names = publication.publish(tmp_path / "again", few())
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (folder / name).read_bytes()
    # Once more into the same folder; what is not ours is left alone, and told.
    (folder / "notes.txt").write_text("mine")
    assert publication.publish(folder, few()) == names
    assert publication.others(folder, names) == ["notes.txt"]


def test_bad_sets(tmp_path):
    with pytest.raises(ExactError, match="^publish: two records have the id rouge-et-noir"):
        publication.publish(tmp_path / "twice", [few()[0], few()[0]])
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(ExactError, match="^folder: .* cannot be made"):
            publication.publish(folder, few())
    for folder in (None, "\0"):
        with pytest.raises(ExactError, match="^folder: got"):
            publication.publish(folder, few())
    (tmp_path / "empty").mkdir()
    with pytest.raises(ExactError, match="holds no record"):
        publication.ids(tmp_path / "empty")


def test_every_game_adds_its_series():
    games = {path.parent.name for path in (ROOT / "exact" / "games").glob("*/canonical.py")}
    assert {name.split(".")[-2] for name in publication.SERIES} == games | {"partie"}
    # Every game that writes records of its own has some in the set.
    named = {path.parent.name for path in (ROOT / "exact" / "games").glob("*/record.py")}
    assert named - games == {"buying"}  # what vingt-et-un and trente-et-un share


# ---------------------------------------------------------------------- standing


def test_what_the_checker_confirmed_stands_as_checked(monkeypatch, tmp_path):
    monkeypatch.setattr(standing, "_path", lambda: tmp_path / "checked.txt")
    standing.update([])
    plain = rouge_et_noir.analyse(ONE).record()
    assert {value.status for value in plain.values.values()} == {"computed"}
    standing.update([plain.id])
    again = rouge_et_noir.analyse(ONE).record()
    assert {value.status for value in again.values.values()} == {"checked"}
    assert again.verification == (*plain.verification, standing.CHECKER)
    # A record that is read stays as it was written.
    assert records.parse(plain.text()).text() == plain.text()
    assert records.parse(again.text()).text() == again.text()
    # An enclosure stays one, and nothing else is touched.
    other = rouge_et_noir.analyse(Shoe.packs(2)).record()
    assert {value.status for value in other.values.values()} == {"computed"}
    assert Value(Enclosure(Fraction(0), Fraction(1)), "", "").status == "enclosed"
    monkeypatch.undo()
    standing.checked.cache_clear()


def test_every_claims_number_is_in_the_canonical_set():
    """The deciding numbers of all claims, read from the committed records alone."""
    scales = {claim.id: claim.scale for claim in documents.claims()}
    named = {
        (scales[entry["id"]], answer["record"], answer["exact"])
        for entry in documents.committed().values()
        for answer in entry["models"].values()
        if answer["record"]
    }
    assert len(named) > 100
    for scale, where, exact in named:
        id_, _, name = where.partition("#")
        record = records.read(ROOT / "proofs" / "records" / f"{id_}.json")
        if name:
            assert exact in (None, str(scale * record.values[name].exact))
