"""The canonical set in proofs/records: it is what the program writes, and what the checker confirmed."""

from __future__ import annotations

from pathlib import Path

import frictionless
import pytest

import check
from exact import publication, standing

FOLDER = Path(check.__file__).parent / "records"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    names = publication.publish(folder, (question() for question in publication.questions()))
    return folder, names


def test_the_committed_set_is_what_the_program_writes(written):
    folder, names = written
    assert sorted(names) == sorted(path.name for path in FOLDER.iterdir())
    different = [name for name in names if (folder / name).read_bytes() != (FOLDER / name).read_bytes()]
    assert different == []


def test_every_record_of_the_set_stands_as_checked():
    assert standing.checked() == set(publication.ids(FOLDER))


def test_the_committed_set_is_a_valid_data_package():
    report = frictionless.validate(str(FOLDER / "datapackage.json"))
    assert report.valid, report.flatten(["title", "message"])


def test_the_set_has_every_kind_of_record():
    """What the checker knows, the set shows."""
    kinds = {
        check.kind(check.form.read(path)[1])
        for path in FOLDER.glob("*.json")
        if path.name != "datapackage.json"
    }
    known = {(game, question) for game, questions in check.GAMES.items() for question in questions}
    assert {kind[:2] for kind in kinds} == known
