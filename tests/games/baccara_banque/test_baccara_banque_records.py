"""Records of baccara banque, their statements, and the command."""

import json
import subprocess
import sys

import jsonschema
import pytest
from click.testing import CliRunner

from exact import ExactError, Shoe, records
from exact.cli import command, main
from exact.games import baccara_banque
from exact.games.baccara_banque.record import cell_from_text
from exact.games.baccara_banque.strategy import cell_text

SMALL = Shoe([2, 3, 0, 4, 0, 2, 0, 0, 1, 3])
SHOE = ["--shoe", "2,3,0,4,0,2,0,0,1,3"]
RECORDS = {
    "baccara-banque.nash.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.solve(SMALL).record(),
    "baccara-banque.nash.stakes-1-3.commission-1-50.naturels-apart.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.solve(
        SMALL, stakes=("0.5", "3/2"), commission="2%", naturels="apart"
    ).record(),
    "baccara-banque.nash.stakes-0-1.idle-1-3.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.solve(
        SMALL, stakes=(0, 5), idle="1/3"
    ).record(),
    "baccara-banque.correlated.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.solve(SMALL, "correlated").record(),
    "baccara-banque.independent.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.solve(
        SMALL, "independent"
    ).record(),
    "baccara-banque.conflict.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.conflict(SMALL).record(),
    "baccara-banque.values.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.values(SMALL).record(),
    "baccara-banque.curve.nash.shoe-2-3-0-4-0-2-0-0-1-3": baccara_banque.curve(
        SMALL, ratios=(0, "1/2", 1)
    ).record(),
    "baccara-banque.nash.shoe-6-8-7-5-6-8-8-8-8-32": baccara_banque.solve(
        Shoe.packs(2).without("3 4 4 4 5 5 A A")
    ).record(),
}


@pytest.mark.parametrize("name", RECORDS)
def test_records_are_valid_and_can_be_read_again(name, tmp_path):
    record = RECORDS[name]
    assert record.id == name
    jsonschema.Draft202012Validator(records.schema()).validate(record.data())
    again = records.read(record.write(tmp_path / f"{record.id}.json"))
    assert again.text() == record.text()


@pytest.mark.parametrize("name", RECORDS)
def test_statements_in_three_languages(name):
    record = RECORDS[name]
    texts = [record.statement_in(language) for language in ("en", "de", "fr")]
    assert len(set(texts)) == 3 and all(text.startswith("Baccara banque") for text in texts)
    assert record.statement == texts[0] and record.headline in record.values


def test_the_bankers_table_is_readable():
    tables = baccara_banque.solve(Shoe.packs(6)).record().tables
    grid = tables["banker_6"]
    assert [column.name for column in grid.columns][1:] == [*map(str, range(10)), "stood", "naturel"]
    rows = {row[0]: row[1:] for row in grid.rows}
    assert rows["stood"][11] == rows["naturel"][10] == "M" and rows["naturel"][11] == ""
    assert rows["6"][6] == "D" and rows["0"][0] == "S"
    assert {str(row[0]) for row in tables["mixed"].rows} == {"6|stood|naturel", "6|naturel|stood"}


def test_cells_as_text():
    for cell in [(6, None, "naturel"), (0, 9, 0), (5, "huit", None)]:
        assert cell_from_text(cell_text(cell)) == cell
    for bad in ("8|0|0", "6|stood", "6|10|0", ""):
        with pytest.raises(ExactError, match="infoset"):
            cell_from_text(bad)


# ----------------------------------------------------------------------------- the command


def run(*arguments):
    return CliRunner().invoke(command, ["baccara-banque", *arguments], catch_exceptions=False)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ([], "baccara-banque.nash.shoe-2-3-0-4-0-2-0-0-1-3"),
        (["--concept", "correlated"], "baccara-banque.correlated.shoe-2-3-0-4-0-2-0-0-1-3"),
        (
            ["--stakes", "1, 3", "--commission", "2%", "--naturels", "apart"],
            "baccara-banque.nash.stakes-1-3.commission-1-50.naturels-apart.shoe-2-3-0-4-0-2-0-0-1-3",
        ),
        (
            ["--stakes", "0,1", "--idle", "1/3"],
            "baccara-banque.nash.stakes-0-1.idle-1-3.shoe-2-3-0-4-0-2-0-0-1-3",
        ),
        (["--question", "conflict"], "baccara-banque.conflict.shoe-2-3-0-4-0-2-0-0-1-3"),
        (["--question", "values"], "baccara-banque.values.shoe-2-3-0-4-0-2-0-0-1-3"),
    ],
)
def test_the_command_writes_the_record(arguments, name):
    result = run(*SHOE, *arguments, "--format", "json")
    assert result.exit_code == 0 and result.output == RECORDS[name].text()


@pytest.mark.parametrize("form", ["text", "csv", "latex", "markdown", "html"])
def test_every_format(form):
    result = run(*SHOE, "--format", form)
    assert result.exit_code == 0 and "against_first" in result.output.replace("\\_", "_")


def test_the_curve_in_the_shell():
    result = run(*SHOE, "--question", "curve", "--concept", "correlated", "--format", "json")
    data = json.loads(result.output)
    assert data["id"] == "baccara-banque.curve.correlated.shoe-2-3-0-4-0-2-0-0-1-3"
    assert [row[0] for row in data["tables"]["curve"]["rows"]][::5] == ["0", "1/2", "1"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--shoe", "0,0,0,0,0,0,0,0,4,4"], "shoe: it has 8 cards"),
        (["--stakes", "1,-1"], "stakes: got ['1', '-1']; a stake is not negative"),
        (["--stakes", "0,0"], "stakes:"),
        (["--stakes", "1"], "stakes:"),
        (["--concept", "team"], "concept: got 'team'"),
        (["--naturels", "x"], "naturels: got 'x'"),
        (["--commission", "2%", "--concept", "correlated"], "commission:"),
        (
            ["--question", "values", "--stakes", "1,2"],
            "stakes: it goes with --question solve and conflict only",
        ),
        (
            ["--question", "conflict", "--concept", "nash"],
            "concept: it goes with --question solve and curve only",
        ),
        (["--question", "curve", "--commission", "2%"], "commission: it goes with --question solve only"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, words, capsys):
    with pytest.raises(SystemExit) as exit_:
        main(["baccara-banque", *arguments])
    printed = capsys.readouterr()
    assert exit_.value.code == 2 and printed.out == ""
    assert printed.err.startswith("exact: ") and words in printed.err and printed.err.count("\n") == 1


def test_help_shows_an_example_and_loads_nothing_heavy():
    result = run("--help")
    assert "Example: exact baccara-banque" in result.output
    code = "import sys, exact.cli; sys.exit(any(m in sys.modules for m in ('numpy', 'flint', 'sympy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
