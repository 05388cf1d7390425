"""Records of vingt-et-un and trente-et-un: written, read, checked from outside, refused when tampered with."""

import json
from fractions import Fraction

import pytest

import check
import check_form
from exact import Shoe, records
from exact.cli import main
from exact.games import trente_et_un, vingt_et_un
from exact.games.buying.record import bound_record, figures_record
from exact.numerals import number_data

REPLACEMENT = Shoe.packs(1, replacement=True)
SMALL = Shoe([1, 1, 0, 1, 1, 1, 0, 1, 1, 3])


def figures():
    found = trente_et_un.born()
    return figures_record(
        trente_et_un.table(), found.formula, [(str(d), found.packs(d)) for d in range(1, 9)]
    )


RECORDS = [
    vingt_et_un.solve(REPLACEMENT).record(),
    trente_et_un.solve(REPLACEMENT, "unseen").record(),
    *(vingt_et_un.solve(SMALL, drawn, talon="stand").record() for drawn in ("closed", "open", "unseen")),
    trente_et_un.solve(
        Shoe([2, 1, 0, 0, 0, 1, 0, 1, 1, 3]), ties="push", natural="3/2", born="court"
    ).record(),
    vingt_et_un.enclose(SMALL, turns=5).record(),
    bound_record(vingt_et_un.against_rule(SMALL, vingt_et_un.DrawBelow(16, soft=18))),
    bound_record(trente_et_un.against_rule(REPLACEMENT, 27)),
    figures(),
]
NAMES = [record.id for record in RECORDS]


def checked(record, folder):
    path = record.write(folder / f"{record.id}.json")
    return check.check_record(path.name, *check_form.read(path), folder)


@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_a_record_is_written_read_and_confirmed_from_outside(record, tmp_path):
    assert checked(record, tmp_path)
    assert records.read(tmp_path / f"{record.id}.json").text() == record.text()


@pytest.mark.parametrize("record", RECORDS, ids=NAMES)
def test_a_changed_value_is_refused_even_with_a_new_digest(record, tmp_path):
    data = record.data()
    name = next(iter(data["values"]))
    given = data["values"][name]
    if "lower" in given:
        changed = {"lower": str(Fraction(given["lower"]) - 1), "upper": given["upper"]}
        given |= changed | {"decimal": ""}
    else:
        given |= number_data(Fraction(given["exact"]) + Fraction(1, 10**9))
    with pytest.raises(check_form.RefusedError):
        refused(data, tmp_path)


@pytest.mark.parametrize("side", ["player", "banker"])
def test_a_changed_mixture_is_refused(side, tmp_path):
    data = json.loads(RECORDS[1].text())
    (mixed,) = [k for k, play in enumerate(data["strategies"][side]) if play["probability"] not in ("0", "1")]
    data["strategies"][side][mixed]["probability"] = "1/3"
    with pytest.raises(check_form.RefusedError, match="the replies give"):
        refused(data, tmp_path)


def test_a_missing_infoset_and_a_strange_one_are_refused(tmp_path):
    for change in ("drop", "strange"):
        data = json.loads(RECORDS[2].text())
        if change == "drop":
            del data["strategies"]["player"][0]
        else:
            data["strategies"]["player"][0]["infoset"] = "9,9,9"
        with pytest.raises(check_form.RefusedError, match="infoset"):
            refused(data, tmp_path)


def refused(data, folder):
    content = {key: value for key, value in data.items() if key != "digest"}
    data["digest"] = records.digest(content)
    path = folder / f"{data['id']}.json"
    path.write_text(records.canonical(data))
    check.check_record(path.name, *check_form.read(path), folder)


def test_the_same_question_gives_the_same_bytes():
    again = vingt_et_un.solve(Shoe.packs(6, replacement=True)).record()
    assert again.text() == RECORDS[0].text()
    assert again.id == "vingt-et-un.closed.replacement"
    assert "ties-push.natural-3-2.born-court" in RECORDS[5].id


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ("vingt-et-un --replacement --drawn unseen", "0.151804877738"),
        ("trente-et-un --question born", "126/5525"),
        ("vingt-et-un --replacement --question rule --rule 17 --format csv", "against-rule-17"),
        ("vingt-et-un --replacement --question several --players 2 --rule 15", "2 players who keep to rules"),
        ("vingt-et-un --shoe 1,1,0,1,1,1,0,1,1,3 --question causes", "both_born"),
        ("vingt-et-un --shoe 1,1,0,1,1,1,0,1,1,3 --question enclose --turns 5", "an interval"),
    ],
)
def test_the_command_answers(arguments, shown, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments.split())
    printed = capsys.readouterr()
    assert left.value.code == 0 and shown in printed.out + printed.err
    assert "HiGHS" not in printed.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("vingt-et-un --drawn half", "drawn: got 'half'"),
        ("vingt-et-un --rule 17", "rule: --question rule"),
        ("vingt-et-un --question several --rule 17", "players: --question several"),
        ("vingt-et-un --question several --rule 17 --players 2", "with replacement only"),
        ("vingt-et-un --question rule --rule 23", "rule: draw below 23 would draw on 21"),
        ("vingt-et-un --question rule --rule x", "rule: got 'x'"),
        ("vingt-et-un --born court", "born: got 'court'"),
        ("trente-et-un --turns 5", "turns: they go with"),
        ("trente-et-un --question born --state f", "state: it goes with"),
        ("trente-et-un --natural 0.5", "natural: got '0.5'"),
        ("vingt-et-un --shoe 0,0,0,0,0,0,0,0,0,3", "first cards of 1 player and the banker are 4"),
    ],
)
def test_bad_input_is_one_line_and_status_2(arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments.split())
    error = capsys.readouterr().err
    assert left.value.code == 2 and message in error and error.count("\n") == 1
