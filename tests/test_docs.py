"""The documentation: every code block runs as shown, every example in a docstring too, and the site is built."""

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import exact
from exact import cli

ROOT = Path(__file__).parent.parent
PAGES = sorted((ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: What is shown but cannot run here: the starting of a cluster, and a widget.
SHOWN_ONLY = {"how-to/cluster.md": 3, "how-to/pictures.md": 1}


def name(path):
    return path.relative_to(ROOT / "docs").as_posix()


def blocks(path, kind):
    return [text for language, text in BLOCK.findall(path.read_text("utf-8")) if language == kind]


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("EXACT_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_every_block_has_a_known_kind(path):
    kinds = [language for language, _ in BLOCK.findall(path.read_text("utf-8"))]
    assert set(kinds) <= {"python", "sh", "text"}
    assert kinds.count("text") == SHOWN_ONLY.get(name(path), 0)


@pytest.mark.parametrize("path", [p for p in PAGES if blocks(p, "python")], ids=name)
def test_python_blocks(path, own_folder):
    """One page is one session."""
    session = "\n".join(blocks(path, "python"))
    test = doctest.DocTestParser().get_doctest(session, {}, name(path), str(path), 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


README = re.search(r"<!-- tables -->\n```sh\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
LINES = [(name(p), line) for p in PAGES for block in blocks(p, "sh") for line in block.splitlines()]
LINES += [("README", line) for line in README[1].splitlines()]


@pytest.mark.parametrize(("page", "line"), LINES)
def test_shell_blocks(page, line, own_folder, tmp_path, capsys):
    command, *arguments = shlex.split(line)
    assert command == "exact"
    with pytest.raises(SystemExit) as stop:
        cli.main(arguments)
    captured = capsys.readouterr()
    assert (stop.value.code, captured.err) == (0, "")
    for option in ("--out", "--plot"):
        if option in arguments:
            assert (tmp_path / arguments[arguments.index(option) + 1]).stat().st_size > 0


def test_there_are_lines_of_shell():
    assert len(LINES) >= 12


MODULES = [m.name for m in pkgutil.walk_packages(exact.__path__, "exact.") if not m.name.endswith("__main__")]


def test_examples_in_docstrings(own_folder):
    finder, tried = doctest.DocTestFinder(exclude_empty=True), 0
    runner = doctest.DocTestRunner()
    for module in map(importlib.import_module, MODULES):
        for test in finder.find(module):
            tried += len(test.examples)
            runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert tried >= 8


def test_the_reference_names_modules_that_exist():
    found = [m for p in PAGES for m in re.findall(r"^::: (\S+)$", p.read_text("utf-8"), re.MULTILINE)]
    assert len(found) >= 20
    for module in found:
        assert importlib.import_module(module).__doc__


def test_the_site_is_built(tmp_path):
    """Strictly: a broken link or a page that the menu lacks is an error."""
    pytest.importorskip("mkdocs")
    pytest.importorskip("mkdocstrings_handlers.python")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mkdocs",
            "build",
            "--strict",
            "--quiet",
            "--site-dir",
            str(tmp_path / "site"),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    page = (tmp_path / "site" / "reference" / "tables" / "index.html").read_text("utf-8")
    assert 'id="exact.tables.table"' in page
    assert "SplitMix64" in page
