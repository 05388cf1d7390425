"""The records of the bank's fortune, and the two commands."""

import json
import subprocess
import sys

import pytest
from jsonschema import Draft202012Validator

from exact import Shoe, cli, records
from exact.partie import fortune
from exact.statements import LANGUAGES
from partie_scripts import FOLDER

ONE = Shoe.packs(1)
LAW = fortune.coup_law(ONE)
BOTH = Shoe([0, 0, 0, 2, 0, 0, 3, 0, 0, 0], replacement=True)
UNTAXED = fortune.tableaux(fortune.two_tableaux_law(BOTH), tax=0)
RECORDS = {
    "partie.wins.coups-2.1-pack": fortune.wins(ONE, 2).record(),
    "partie.wins.coups-2.commission-1-10.1-pack": fortune.wins(ONE, 2).record("10%"),
    "partie.pass-after.wins-2.1-pack": fortune.pass_after(LAW, 2).record(ONE),
    "partie.pass-after.wins-3.flat.commission-1-100.1-pack": fortune.pass_after(LAW, 3, "1%", "flat").record(
        ONE
    ),
    "partie.double.1-pack": fortune.double(LAW).record(ONE),
    "partie.double.bank-3.stakes-4.commission-1-100.1-pack": fortune.double(LAW, 3, 4, "1%").record(ONE),
    "partie.tax.1-pack": fortune.tax_of_shoe(ONE).record(),
    "partie.tax.commission-1-100.behind-8.burnt-3.1-pack": fortune.tax_of_shoe(ONE, "1%", 8, 3).record(),
    "partie.ruin.capital-3.target-5.1-pack": fortune.ruin(fortune.gains(LAW), 3, target=5).record(ONE),
    "partie.ruin.capital-3.target-5.coups-9.1-pack": fortune.ruin(fortune.gains(LAW), 3, 5, 9).record(ONE),
    "partie.ruin.capital-3.coups-9.1-pack": fortune.ruin(fortune.gains(LAW), 3, coups=9).record(ONE),
    "partie.ruin.capital-5-2.1-pack": fortune.ruin(fortune.gains(LAW), "5/2").record(ONE),
    "partie.ruin.capital-3.commission-1-80.1-pack": fortune.ruin(
        fortune.gains(LAW, commission="1/80"), 3
    ).record(ONE, "1/80"),
    "partie.tableaux.shoe-0-0-0-2-0-0-3-0-0-0-replacement": fortune.tableaux(
        fortune.two_tableaux_law(BOTH)
    ).record(BOTH),
    "partie.tableaux.right-2.left-1.tax-1-80.shoe-0-0-0-2-0-0-3-0-0-0-replacement": fortune.tableaux(
        fortune.two_tableaux_law(BOTH), (2, 1), "1.25%"
    ).record(BOTH),
    "partie.tableaux.tax-0.capital-4.target-7.coups-3.shoe-0-0-0-2-0-0-3-0-0-0-replacement": UNTAXED.record(
        BOTH, fortune.ruin(UNTAXED.gain, 4, 7, 3)
    ),
    "partie.tableaux.tax-0.capital-4.shoe-0-0-0-2-0-0-3-0-0-0-replacement": UNTAXED.record(
        BOTH, fortune.ruin(UNTAXED.gain, 4)
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_named_by_the_grammar_and_reads_back(name, tmp_path):
    record = RECORDS[name]
    assert record.id == name
    Draft202012Validator(records.schema()).validate(record.data())
    path = record.write(tmp_path / f"{name}.json")
    assert records.read(path).text() == record.text()
    assert record.headline in record.values


@pytest.mark.parametrize("name", RECORDS)
def test_a_statement_in_three_languages(name):
    texts = [RECORDS[name].statement_in(language) for language in LANGUAGES]
    assert len(set(texts)) == 3
    assert RECORDS[name].statement == texts[0]
    assert not any("{" in text for text in texts)


def test_what_a_record_says_is_what_the_answer_says():
    wins, found = RECORDS["partie.wins.coups-2.1-pack"], fortune.wins(ONE, 2)
    assert wins.values["all_won_2"].exact == found.all_won[1]
    assert wins.values["error_2"].exact == LAW.won**2 - found.all_won[1]
    assert wins.values["at_least_1"].status == "enclosed"
    assert {(int(row[0]), row[1] == "held"): row[2] for row in wins.tables["standing"].rows} == dict(
        zip(found.standing.domain, (found.standing[one] for one in found.standing.domain), strict=True)
    )
    policies = RECORDS["partie.pass-after.wins-2.1-pack"].tables["policies"].rows
    assert [row[1] for row in policies] == [LAW.decided, LAW.decided**2]


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        cli.main(list(arguments))
    out, err = capsys.readouterr()
    return stopped.value.code, out, err


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        (["--coups", "2"], "partie.wins.coups-2.1-pack"),
        (["--question", "pass-after", "--wins", "2"], "partie.pass-after.wins-2.1-pack"),
        (
            ["--question", "pass-after", "--cover", "flat", "--commission", "1%"],
            "partie.pass-after.wins-3.flat.commission-1-100.1-pack",
        ),
        (["--question", "tax"], "partie.tax.1-pack"),
        (["--question", "double"], "partie.double.1-pack"),
        (
            ["--question", "double", "--bank", "3", "--stakes", "4", "--commission", "1%"],
            "partie.double.bank-3.stakes-4.commission-1-100.1-pack",
        ),
        (["--question", "ruin", "--capital", "3", "--target", "5"], "partie.ruin.capital-3.target-5.1-pack"),
        (["--question", "ruin", "--capital", "2.5"], "partie.ruin.capital-5-2.1-pack"),
    ],
)
def test_the_command_fortune(capsys, arguments, name):
    status, out, err = run(capsys, "fortune", "--packs", "1", *arguments, "--format", "json")
    assert (status, err) == (0, "")
    assert out == RECORDS[name].text()


def test_the_command_fortune_with_tableaux(capsys):
    shoe = ["--shoe", "0,0,0,2,0,0,3,0,0,0", "--replacement"]
    status, out, _ = run(capsys, "fortune", "--question", "tableaux", *shoe, "--format", "json")
    assert status == 0
    assert out == RECORDS["partie.tableaux.shoe-0-0-0-2-0-0-3-0-0-0-replacement"].text()
    options = ["--commission", "0", "--capital", "4", "--target", "7", "--coups", "3", "--format", "json"]
    _, out, _ = run(capsys, "fortune", "--question", "tableaux", *shoe, *options)
    name = "partie.tableaux.tax-0.capital-4.target-7.coups-3.shoe-0-0-0-2-0-0-3-0-0-0-replacement"
    assert out == RECORDS[name].text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--wins", "2"], "wins: it goes with --question pass-after only"),
        (["--question", "tax", "--coups", "2"], "coups: it goes with --question wins, ruin, tableaux only"),
        (["--question", "pass-after", "--cover", "half"], "cover: got 'half'"),
        (["--question", "ruin", "--capital", "much"], "capital: got 'much'"),
        (["--question", "tableaux", "--stakes", "1"], "stakes: got '1'"),
        (["--question", "tableaux", "--packs", "6"], "shoe: it is too large for the tree"),
        (["--coups", "9"], "coups: got 9"),
        (["--question", "tableaux", "--target", "9"], "capital: a target and a number of coups need one"),
    ],
)
def test_the_command_fortune_refuses(capsys, arguments, message):
    status, out, err = run(capsys, "fortune", *arguments)
    assert (status, out) == (2, "")
    assert err.startswith(f"exact: {message}")
    assert err.count("\n") == 1


def test_the_command_partie(capsys, tmp_path):
    script = FOLDER / "chemin-suivi-before-prime.toml"
    status, out, err = run(capsys, "partie", str(script))
    assert (status, err) == (0, "")
    assert "Refused: Bert 195 (banco) — suivi:" in out
    target = tmp_path / "statement.json"
    assert run(capsys, "partie", str(script), "--format", "json", "--out", str(target))[:2] == (0, "")
    assert json.loads(target.read_text("utf-8"))["purses"] == {"Anna": "400", "Bert": "500", "Cora": "595"}
    assert run(capsys, "partie", str(script), "--format", "markdown")[1].startswith(
        "# A partie of chemin de fer"
    )


def test_the_command_partie_names_the_line_and_the_rule_and_writes_nothing(capsys, tmp_path):
    script, target = tmp_path / "wrong.toml", tmp_path / "out"
    script.write_text(
        'game = "chemin de fer"\nminimum = 100\nseats = { Anna = 500, Bert = 500 }\nplay = [\n'
        '  { seat = "Anna", says = "opens", amount = 100 },\n  { seat = "Bert", says = "suivi" },\n]\n'
    )
    status, out, err = run(capsys, "partie", str(script), "--out", str(target))
    assert (status, out) == (2, "")
    assert err.startswith(
        "exact: wrong.toml, line 6: Bert: 'suivi' without a Banco just lost [suivi — Chemin de fer, Suivi:"
    )
    assert not target.exists()
    status, _, err = run(capsys, "partie", str(tmp_path / "none.toml"))
    assert status == 2
    assert "it cannot be read" in err


def test_the_commands_import_no_heavy_module():
    script = FOLDER / "chemin-suite-falls.toml"
    code = f"import sys; from exact import cli\ntry:\n cli.main(['partie', {str(script)!r}])\nexcept SystemExit: pass\n"
    code += "heavy = {'numpy', 'sympy', 'networkx', 'joblib', 'flint'} & set(sys.modules)\nassert not heavy, heavy"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
