"""What the README shows works as shown, and the house is in order."""

import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path

import yaml

import exact
from exact import Shoe, records
from exact.games import rouge_et_noir
from exact.rational import fixed

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def block(name):
    """The code block after the mark with this name."""
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


def test_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(block("python"), {}, "README", "README.md", 0)
    assert len(test.examples) == 10
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.summarize(verbose=False) == (0, 10)
    assert (
        records.read(tmp_path / "rouge-et-noir.analyse.6-packs.json").values["edge"].exact
        == rouge_et_noir.analyse(Shoe.packs(6)).edge
    )


LINES = block("shell").splitlines()


#: How the output of each line begins; of one that writes a file, it is empty.
BEGINNINGS = (
    "Chemin de fer",
    "Rouge et noir",
    "",
    "**trente-et-quarante",
    "@misc{rouge-et-noir.analyse.6-packs",
    "holds ",
    "{",
)


def test_shell(tmp_path):
    """All lines in their order in one folder, as a user types them."""
    # The installed command where there is one, as a user has it.
    beside = shutil.which("exact", path=str(Path(sys.executable).parent))
    start = [beside] if beside else [sys.executable, "-m", "exact"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for line, beginning in zip(LINES, BEGINNINGS, strict=True):
        command, *arguments = shlex.split(line)
        assert command == "exact"
        done = subprocess.run(
            [*start, *arguments], cwd=tmp_path, capture_output=True, check=False, env=environment
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert bool(done.stdout) == bool(beginning)
        assert done.stdout.decode().startswith(beginning)
    assert records.read(tmp_path / "rouge-et-noir.analyse.6-packs.json").game == "rouge_et_noir"


def test_the_table():
    rows = re.findall(r"^\| (article|exact) \| (.*) \|$", README, re.MULTILINE)
    shown = {name: cells.split(" | ") for name, cells in rows}
    law = rouge_et_noir.row_totals(Shoe.packs(6))
    assert shown["exact"] == [fixed(100 * law[total], 3) for total in range(31, 41)]
    assert shown["article"] == [fixed(Fraction(100 * (44 - total), 85), 3) for total in range(31, 41)]
    assert "not the article's 1.28 % of a counted coup, but 1.20 %" in README
    assert fixed(100 * rouge_et_noir.analyse(Shoe.packs(6)).edge_counted, 2) == "1.20"


def test_every_name_in_the_table_of_questions_exists():
    games = "rouge_et_noir|trente_et_quarante|chemin_de_fer|punto_banco|baccara_banque"
    names = re.findall(rf"`({games})\.(\w+)", README)
    assert len(names) >= 20
    for game, name in names:
        assert hasattr(importlib.import_module(f"exact.games.{game}"), name)


def test_the_citation_file_names_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == exact.__version__
    assert {"cff-version", "message", "title", "authors"} <= set(citation)


def test_the_gate_runs_the_readmes_commands():
    gate = (ROOT / ".ci" / "run").read_text("utf-8")
    for name in ("verify", "test"):
        assert f'eval "$(readme_command {name})"' in gate
        assert len(block(name).splitlines()) == 1


def test_the_distribution_and_its_command():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "exact-shoe"
    assert project["scripts"] == {"exact": "exact.cli:main"}
    assert (ROOT / "exact" / "py.typed").exists()
