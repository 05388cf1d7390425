"""The command: formats, files, and one clear line for bad input."""

import json
import os
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from exact import Shoe, cli, documents, records
from exact.cli.options import FORMATS
from exact.games import chemin_de_fer, rouge_et_noir, trente_et_quarante

SMALL = "6,0,0,0,0,0,0,0,2,4"


def run(capsys, *arguments):
    """(exit status, stdout, stderr) of the command."""
    with pytest.raises(SystemExit) as stop:
        cli.main(list(arguments))
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


def test_json_is_the_record_of_the_answer(capsys):
    status, out, err = run(capsys, "rouge-et-noir", "--packs", "6", "--format", "json")
    assert (status, err) == (0, "")
    assert out == rouge_et_noir.analyse(Shoe.packs(6)).record().text()
    assert records.parse(out).values["edge"].exact == rouge_et_noir.analyse(Shoe.packs(6)).edge


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "arguments",
    [
        ["rouge-et-noir", "--shoe", SMALL],
        ["rouge-et-noir", "--shoe", SMALL, "--question", "row"],
        ["rouge-et-noir", "--shoe", SMALL, "--question", "totals", "--coup", "2"],
        ["rouge-et-noir", "--shoe", SMALL, "--question", "removal"],
        ["rouge-et-noir", "--simplified"],
        ["rouge-et-noir", "--replacement"],
        ["trente-et-quarante", "--shoe", SMALL, "--insurance", "1/100", "--insurance-rule", "won_coups"],
        ["trente-et-quarante", "--replacement", "--refait", "prisons", "--full"],
        ["trente-et-quarante", "--shoe", SMALL, "--question", "removal"],
        ["punto-banco", "--shoe", SMALL, "--commission", "1/20", "--tie-pays", "9"],
        ["punto-banco", "--shoe", SMALL, "--question", "removal"],
        ["chemin-de-fer", "--shoe", SMALL],
        ["chemin-de-fer", "--packs", "1", "--information", "banker", "--rules", "tableau"],
        ["chemin-de-fer", "--packs", "1", "--information", "both", "--commission", "5%"],
        ["chemin-de-fer", "--packs", "1", "--question", "audit"],
        ["chemin-de-fer", "--packs", "1", "--question", "values"],
        ["chemin-de-fer", "--replacement", "--question", "decide", "--infoset", "6|stood"],
        ["chemin-de-fer", "--packs", "1", "--question", "decide", "--infoset", "5"],
        ["punto-banco", "--packs", "1", "--question", "successive", "--coups", "2"],
        ["trente-et-quarante", "--shoe", SMALL, "--red", "6,0,0,0,0,0,0,0,0,0", "--refait", "prison"],
    ],
)
def test_every_question_in_every_format(capsys, arguments, form, tmp_path):
    status, out, err = run(capsys, *arguments, "--format", form)
    assert (status, err) == (0, "")
    assert out.endswith("\n")
    # The same into a file.
    target = tmp_path / "answer"
    assert run(capsys, *arguments, "--format", form, "--out", str(target)) == (0, "", "")
    assert target.read_text("utf-8") == out


def test_options_are_those_of_the_functions(capsys):
    red = Shoe([6] + [0] * 9)
    expected = trente_et_quarante.analyse(
        Shoe.parse(SMALL), red=red, refait="half", insurance="2%", insurance_rule="returned"
    )
    arguments = ["--shoe", SMALL, "--red", str(red), "--insurance", "2%", "--insurance-rule", "returned"]
    _, out, _ = run(capsys, "trente-et-quarante", *arguments, "--format", "json")
    assert out == expected.record().text()


def test_six_packs_are_the_default(capsys):
    assert run(capsys, "rouge-et-noir") == run(capsys, "rouge-et-noir", "--packs", "6")


@pytest.mark.parametrize("arguments", [[], ["--help"], *([name, "--help"] for name in cli.command.commands)])
def test_help_everywhere_with_an_example(capsys, arguments):
    status, out, err = run(capsys, *arguments)
    assert (status, err) == (0, "")
    assert "Example: exact " in " ".join(out.split())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rouge-et-noir", "--packs", "0"], "packs: got '0'"),
        (["rouge-et-noir", "--packs", "1.5"], "packs: got '1.5'"),
        (["rouge-et-noir", "--packs", "six"], "packs: got 'six'"),
        (["rouge-et-noir", "--packs", ""], "packs: got ''"),
        (["rouge-et-noir", "--shoe", ""], "shoe: got ''"),
        (["rouge-et-noir", "--packs", "9" * 5000], "packs: got"),
        (["trente-et-quarante", "--insurance", "9" * 5000], "insurance: got"),
        (["rouge-et-noir", "--shoe", "1,2,3"], "shoe: got '1,2,3'; ten non-negative whole counts"),
        (["rouge-et-noir", "--shoe", "-1,1,1,1,1,1,1,1,1,9"], "shoe: got '-1,"),
        (["rouge-et-noir", "--shoe", "1.0,1,1,1,1,1,1,1,1,9"], "shoe: got '1.0,"),
        (["rouge-et-noir", "--shoe", "0,0,0,0,0,0,0,0,0,0"], "shoe: it is empty"),
        (["rouge-et-noir", "--shoe", "0,0,0,0,0,0,0,0,0,7"], "shoe: 7 cards are too few"),
        (["rouge-et-noir", "--shoe", SMALL, "--packs", "1"], "shoe: give --packs or --shoe, not both"),
        (["rouge-et-noir", "--format", "pdf"], "Invalid value for '--format': 'pdf' is not one of 'text'"),
        (["rouge-et-noir", "--coup", "2"], "coup: it goes with --question totals only"),
        (["rouge-et-noir", "--question", "totals", "--coup", "26"], "coup: got 26"),
        (["rouge-et-noir", "--question", "totals", "--coup", "0"], "coup: got '0'"),
        (["rouge-et-noir", "--question", "removal", "--replacement"], "shoe: with replacement no card"),
        (["rouge-et-noir", "--simplified", "--packs", "6"], "simplified: the article's model has no shoe"),
        (["rouge-et-noir", "--pack", "6"], "No such option"),
        (["rouge-et-noir", "6"], "Got unexpected extra argument"),
        (["trente-et-quarante", "--insurance", "2"], "insurance: got '2'; a premium between 0 and 1"),
        (["trente-et-quarante", "--insurance", "-0.1"], "insurance: got '-0.1'"),
        (["trente-et-quarante", "--insurance", "lots"], "insurance: got 'lots'"),
        (["trente-et-quarante", "--insurance-rule", "kept"], "insurance_rule: got 'kept'"),
        (
            ["trente-et-quarante", "--question", "removal", "--refait", "half"],
            "refait: it goes with --question analyse",
        ),
        (["trente-et-quarante", "--replacement", "--question", "removal"], "shoe: with replacement no card"),
        (["trente-et-quarante", "--refait", "all"], "refait: got 'all'"),
        (["trente-et-quarante", "--refait", "prisons"], "refait: 'prisons' is known with replacement only"),
        (["trente-et-quarante", "--red", "1"], "red: got '1'; ten non-negative whole counts"),
        (["trente-et-quarante", "--red", "25,0,0,0,0,0,0,0,0,0"], "red: 25 red cards of value A"),
        (["trente-et-quarante", "--shoe", "1,0,0,0,0,0,0,0,0,19"], "red: half of 1 cards of value A"),
        (["punto-banco", "--shoe", "0,0,0,0,0,0,0,0,0,5"], "shoe: got 5 cards; at least six cards"),
        (["punto-banco", "--commission", "1"], "commission: got '1'"),
        (["punto-banco", "--commission", "5e-2"], "commission: got '5e-2'"),
        (["punto-banco", "--tie-pays", "-1"], "tie_pays: got '-1'"),
        (["punto-banco", "--question", "removal", "--tie-pays", "-1"], "tie_pays: got '-1'"),
        (["punto-banco", "--question", "successive", "--commission", "x"], "commission: it does not go"),
        (["punto-banco", "--question", "successive", "--tie-pays", "-5"], "tie_pays: it does not go"),
        (["punto-banco", "--coups", "2"], "coups: it goes with --question successive only"),
        (["punto-banco", "--question", "successive", "--coups", "9"], "coups: got 9"),
        (["chemin-de-fer", "--shoe", "1,0,0,0,0,0,0,0,0,4"], "shoe: it has 5 cards; a coup may take 6"),
        (["chemin-de-fer", "--information", "all"], "information: got 'all'"),
        (["chemin-de-fer", "--rules", "modern"], "rules: got 'modern'"),
        (["chemin-de-fer", "--commission", "100%"], "commission: got '100%'"),
        (["chemin-de-fer", "--commission", "-1/20"], "commission: got '-1/20'"),
        (["chemin-de-fer", "--question", "audit", "--rules", "tableau"], "rules: they go with"),
        (["chemin-de-fer", "--question", "audit", "--commission", "5%"], "commission: it goes with"),
        (["chemin-de-fer", "--ponte", "1/2"], "ponte: it goes with --question decide only"),
        (["chemin-de-fer", "--question", "decide", "--infoset", "6|9", "--ponte", "2"], "ponte: got"),
        (["chemin-de-fer", "--question", "decide", "--infoset", "6|9", "--ponte", "x=1"], "ponte: got 'x=1'"),
        (
            ["chemin-de-fer", "--question", "decide", "--infoset", "0,6|9", "--ponte", "1,4=1/2"],
            "ponte: it says nothing for (0, 5)",
        ),
        (
            ["chemin-de-fer", "--question", "decide", "--infoset", "0,6|9", "--information", "totals"],
            'holding: got (0, 6); with information "totals" the banker knows his total only: give a total, '
            'or information "banker"',
        ),
        (["chemin-de-fer", "--question", "decide", "--infoset", "6|9", "--commission", "1"], "commission:"),
        (["chemin-de-fer", "--question", "decide"], "infoset: --question decide"),
        (["chemin-de-fer", "--infoset", "5"], "infoset: --question decide"),
        (["chemin-de-fer", "--question", "decide", "--infoset", "five"], "infoset: got 'five'"),
        (["chemin-de-fer", "--question", "decide", "--infoset", "8|stood"], "holding: got 8"),
        (["verify", "--format", "csv"], "Invalid value for '--format'"),
    ],
)
def test_bad_input_is_one_line_and_status_2_and_writes_nothing(capsys, arguments, message, tmp_path):
    target = tmp_path / "answer"
    status, out, err = run(capsys, *arguments, "--out", str(target))
    assert status == 2
    assert out == ""
    assert err.startswith(f"exact: {message}")
    assert err.count("\n") == 1
    assert os.listdir(tmp_path) == []


def test_an_unknown_command(capsys):
    status, out, err = run(capsys, "rouge-noir")
    assert (status, out) == (2, "")
    assert err.startswith("exact: No such command 'rouge-noir'.")
    assert err.endswith("(see exact --help)\n")
    assert err.count("\n") == 1


def test_an_unwritable_target(capsys, tmp_path):
    for target in (tmp_path, tmp_path / "no" / "file"):
        status, out, err = run(capsys, "rouge-et-noir", "--simplified", "--out", str(target))
        assert (status, out) == (2, "")
        assert err.startswith(f"exact: out: {target} ")
    assert os.listdir(tmp_path) == []


def test_verify(capsys):
    status, out, err = run(capsys, "verify")
    assert (status, err) == (0, "")
    assert "HOLDS IN ITS MODEL    On average the refait occurs about once in 39 counted coups" in out
    status, out, _ = run(capsys, "verify", "--format", "json")
    assert status == 0
    assert [entry["id"] for entry in json.loads(out)["claims"]] == [claim.id for claim in documents.claims()]


def test_verify_with_a_ledger_that_says_something_else(capsys, monkeypatch, tmp_path):
    path = tmp_path / "ledger.json"
    monkeypatch.setattr(documents, "_ledger_path", lambda: path)
    assert run(capsys, "verify", "--update")[0] == 0
    assert run(capsys, "verify")[0] == 0
    before = path.read_text("utf-8")
    path.write_text(before.replace('"holds in its model"', '"fails"', 1), "utf-8")
    status, out, err = run(capsys, "verify")
    assert status == 1
    assert err.startswith("exact: ledger: rouge-et-noir.proportion: verdict is 'holds in its model'")
    assert "claims: holds" in out
    path.write_text("{")
    status, _, err = run(capsys, "verify")
    assert status == 2
    assert err.startswith("exact: ledger.json: it is not a ledger")


def test_a_closed_pipe_is_no_traceback():
    process = subprocess.Popen(
        [sys.executable, "-m", "exact", "rouge-et-noir", "--simplified", "--full", "--format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() in (0, 1)  # 0 if all had been written before the pipe was closed


def test_output_that_cannot_be_written():
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no device that is always full")
    for arguments in (["--help"], ["rouge-et-noir", "--simplified"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "exact", *arguments], stdout=full, stderr=subprocess.PIPE, check=False
            )
        assert done.returncode == 2
        assert done.stderr == b"exact: output: it cannot be written; No space left on device\n"


def test_small_questions_import_no_heavy_module():
    code = "import sys; from exact import cli\ntry:\n cli.main(['rouge-et-noir', '--question', 'row'])\nexcept SystemExit: pass\n"
    code += "heavy = {'numpy', 'sympy', 'networkx', 'joblib', 'highspy'} & set(sys.modules)\nassert not heavy, heavy"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_the_bankers_table_is_the_classic_grid(capsys):
    # Kemeny and Snell (1957): with 6 the banker draws against a ponte who stood with 859/2288 = 37.54 %;
    # the ponte draws on five with 9/11 = 81.82 %.
    status, out, _ = run(capsys, "chemin-de-fer", "--replacement")
    assert status == 0
    assert "uniqueness proved" in " ".join(out.split())
    assert re.search(r"^ +draws +D +D +D +D +D +81\.82% +S +S$", out, re.MULTILINE)
    assert re.search(r"^ +6 +S +S +S +S +S +S +D +D +S +S +37\.54%$", out, re.MULTILINE)
    assert re.search(r"^ +3 +D +D +D +D +D +D +D +D +S +D +D$", out, re.MULTILINE)
    _, latex, _ = run(capsys, "chemin-de-fer", "--replacement", "--format", "latex")
    assert r"6 & S & S & S & S & S & S & D & D & S & S & 37.54\% \\" in latex
    _, html, _ = run(capsys, "chemin-de-fer", "--replacement", "--format", "html")
    assert "<td>37.54%</td>" in html


def decided(capsys, *arguments):
    status, out, err = run(capsys, "chemin-de-fer", "--question", "decide", *arguments, "--format", "json")
    assert (status, err) == (0, "")
    return records.parse(out)


def test_a_decision_against_a_given_ponte_and_with_a_tax(capsys):
    six = Shoe.packs(6)
    record = decided(capsys, "--infoset", "6|stood", "--ponte", "1/2", "--commission", "5%")
    worth = chemin_de_fer.decide(six, "banker", 6, None, ponte="1/2", commission="5%")
    assert record.values["gain"].exact == worth.gain
    assert record.id == "chemin-de-fer.decide.totals.banker-6-stood.commission-1-20.ponte-1-2.6-packs"
    assert (record.input["ponte"], record.input["commission"]) == ("1/2", "1/20")
    fives = {(0, 5): 1, (1, 4): Fraction(1, 2), (2, 3): 0, (6, 9): 1, (7, 8): 1}
    record = decided(capsys, "--infoset", "0,6|9", "--ponte", "0,5=1 1,4=1/2 2,3=0 6,9=1 7,8=1")
    assert record.values["gain"].exact == chemin_de_fer.decide(six, "banker", (0, 6), 9, ponte=fives).gain
    # A hand of the banker means that he knows his cards, one of the ponte that both do.
    record = decided(capsys, "--infoset", "0,6|9")
    assert record.input["information"] == "banker"
    assert record.values["gain"].exact == chemin_de_fer.decide(six, "banker", (0, 6), 9).gain
    assert decided(capsys, "--infoset", "1,4").input["information"] == "both"
    assert decided(capsys, "--infoset", "5").input["information"] == "totals"
    # In text, too, where a certificate is only mentioned.
    _, out, _ = run(capsys, "chemin-de-fer", "--question", "decide", "--infoset", "0,6|9")
    assert "Certificate: equilibrium in the record" in out


def test_the_audit_at_a_glance(capsys):
    # With replacement four cells depend on the ponte (Kemeny and Snell 1957); the document frees two of them.
    status, out, _ = run(capsys, "chemin-de-fer", "--replacement", "--question", "audit")
    assert status == 0
    assert out.count("p (free)") == 2
    assert out.count("p (S)") == 2
    assert re.search(r"^ +6 +S +S +S +S +S +S +D +D +S +S +p \(S\)$", out, re.MULTILINE)
