"""The claims of the documents, and how verdicts come about."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from exact import ExactError, Shoe, documents
from exact.documents import Claim, judge, report
from exact.documents.answers import Answer
from exact.documents.models import model
from exact.documents.questions import QUESTIONS
from exact.games import rouge_et_noir, roulette

LEDGER = documents.ledger()
BY_ID = {entry.claim.id: entry for entry in LEDGER}


def test_every_statement_of_the_document_is_a_claim():
    names = [
        "cards",
        "card-values",
        "row-range",
        "rouge-first",
        "lower-wins",
        "example",
        "apres",
        "refait-half",
        "proportion",
    ]
    names += ["refait-in-39", "half-of-one-in-39", "advantage", "roulette", "below-roulette-counted"]
    expected = {
        *names,
        "below-roulette-coup",
        *(f"last-card-{total}" for total in range(31, 41)),
    }
    assert {f"rouge-et-noir.{name}" for name in expected} == {id_ for id_ in BY_ID if id_.startswith("rouge")}
    assert len(BY_ID) == len(LEDGER)


def test_verdicts():
    # By hand: 6589/169 = 38.99 is 39 and 169/13178 = 1.2824 %, in the article's simplification; from six
    # packs the advantage is Poisson's 1.09 % a coup over the counted 91.2 % of coups, about 1.20 %.
    in_its_model = {"proportion", "refait-in-39", "advantage"}
    for name, entry in BY_ID.items():
        document, _, short = name.partition(".")
        if document == "rouge-et-noir":
            assert entry.verdict == ("holds in its model" if short in in_its_model else "holds"), name


#: With replacement four cells depend on the ponte (Kemeny and Snell 1957): (3, 9), (4, 1), (5, 4) and (6, stood).
#: The document leaves two of them free; so its lines for 4 and for 6 are not forced there. What other
#: shoes and hands do is shown by the tests of the audit; 1.28 % is Kemeny and Snell's 1.27991 % rounded,
#: but by totals six packs give 1.29 %.
OTHERS = {
    "banker-6": "fails",
    "banker-4": "depends on the model",
    "banker-3": "depends on the model",
    "banker-5-against-4": "depends on the model",
    "bank-gain": "depends on the model",
}


def test_verdicts_on_chemin_de_fer():
    names = [
        "carte-d-arret",
        "ponte-0-to-4",
        "ponte-5",
        "ponte-6-and-7",
        "naturel",
        "higher-wins",
        "tax",
        "bank-gain",
    ]
    names += [
        "american-cards",
        "american-rules",
        "banker-7",
        "banker-6",
        "banker-5",
        "banker-4",
        "banker-3",
        "banker-0-to-2",
    ]
    names += ["banker-5-against-4", "banker-3-against-9"]
    found = {id_.removeprefix("chemin-de-fer."): e for id_, e in BY_ID.items() if id_.startswith("chemin")}
    assert set(found) == set(names)
    assert {n: e.verdict for n, e in found.items()} == {n: OTHERS.get(n, "holds") for n in names}
    with_replacement = found["banker-4"].answers["totals/replacement"]
    assert "(4, 1)" in with_replacement.text
    assert not with_replacement.holds
    assert found["bank-gain"].answers["totals/replacement"].value == Fraction(679568, 53094899)
    assert all(len(found[n].answers) == 27 for n in names if n.startswith(("ponte", "banker")))


def test_wrong_statements_about_chemin_de_fer_fail():
    for name, change in (
        ("carte-d-arret", {"arguments": {"behind": 4}}),
        ("ponte-0-to-4", {"arguments": {"totals": [4], "action": "stand"}}),
        ("ponte-5", {"arguments": {"total": 6}}),
        ("ponte-6-and-7", {"arguments": {"totals": [5, 6], "action": "stand"}}),
        ("banker-3-against-9", {"arguments": {"total": 2, "third": 9}}),
        ("tax", {"arguments": {"tax": "1/10"}}),
        ("american-cards", {"printed": "312"}),
    ):
        claim = replace(
            BY_ID[f"chemin-de-fer.{name}"].claim,
            models=BY_ID[f"chemin-de-fer.{name}"].claim.models[:1],
            shown=(),
            **change,
        )
        assert judge(claim).verdict == "fails", name


def test_the_exact_values_beside_the_printed_ones():
    one_in = BY_ID["rouge-et-noir.refait-in-39"]
    assert one_in.answers["13-to-4"].value == Fraction(6589, 169)
    six = rouge_et_noir.analyse(Shoe.packs(6))
    assert one_in.exact == six.counted / six.refait
    advantage = BY_ID["rouge-et-noir.advantage"]
    assert advantage.answers["13-to-4"].value == Fraction(169, 13178)
    assert advantage.exact == 100 * six.edge_counted
    assert BY_ID["rouge-et-noir.roulette"].exact == Fraction(100, 74)
    assert BY_ID["rouge-et-noir.half-of-one-in-39"].exact == Fraction(50, 39)
    assert set(one_in.answers) >= {"replacement", "1-pack", *(f"{n}-packs" for n in range(2, 9))}


def test_the_largest_relative_error_of_the_proportion():
    row = rouge_et_noir.row_totals(Shoe.packs(6))
    errors = {t: Fraction(13 - (t - 31), 85) / row[t] - 1 for t in range(31, 41)}
    worst = max(errors, key=lambda t: abs(errors[t]))
    assert f"at {worst}" in BY_ID["rouge-et-noir.proportion"].reasoning
    assert worst == 40


def test_roulette_by_hand():
    # Half of the stake at one of 37 numbers; the other 36 are even.
    assert roulette.even_chance_edge() == Fraction(1, 37) / 2


CLAIM = Claim(
    id="test",
    document="Test",
    place="nowhere",
    statement="A number.",
    printed="1.28",
    question="test",
    models=("6-packs",),
)


@pytest.mark.parametrize(
    ("answers", "lists", "verdict"),
    [
        ({"6-packs": "1.284"}, {}, "holds"),
        ({"6-packs": "1.29"}, {}, "fails"),
        ({"6-packs": "1.29", "13-to-4": "1.28"}, {"simplified": ("13-to-4",)}, "holds in its model"),
        ({"6-packs": "1.28", "13-to-4": "1.28"}, {"simplified": ("13-to-4",)}, "holds"),
        ({"6-packs": "1.29", "13-to-4": "1.29"}, {"simplified": ("13-to-4",)}, "fails"),
        (
            {"6-packs": "1.28", "replacement": "1.29"},
            {"models": ("6-packs", "replacement")},
            "depends on the model",
        ),
        ({"6-packs": "1.28", "replacement": "1.281"}, {"models": ("6-packs", "replacement")}, "holds"),
        ({"6-packs": "1.3", "replacement": "1.29"}, {"models": ("6-packs", "replacement")}, "fails"),
        # What stands beside decides nothing.
        ({"6-packs": "1.28", "replacement": "9"}, {"beside": ("replacement",)}, "holds"),
    ],
)
def test_how_verdicts_come_about(monkeypatch, answers, lists, verdict):
    monkeypatch.setitem(QUESTIONS, "test", lambda m, _: Answer(Fraction(answers[m.name])))
    assert judge(replace(CLAIM, **lists)).verdict == verdict


def test_a_false_rule_fails(monkeypatch):
    monkeypatch.setitem(QUESTIONS, "test", lambda _m, _a: Answer(holds=False, text="no"))
    assert judge(CLAIM).verdict == "fails"
    # A right number beside a wrong list fails as well.
    monkeypatch.setitem(QUESTIONS, "test", lambda _m, _a: Answer(Fraction(128, 100), holds=False))
    assert judge(CLAIM).verdict == "fails"


def test_wrong_statements_about_the_game_fail():
    # The judges can say no.
    for name, change in (
        ("last-card-40", {"arguments": {"total": 40, "least": 9}}),
        ("last-card-39", {"printed": "4"}),
        ("example", {"arguments": {"rouge": 37, "noir": 33, "winner": "rouge"}}),
        ("row-range", {"arguments": {"least": 31, "most": 41}}),
        ("refait-half", {"printed": "1/3"}),
        ("cards", {"printed": "311"}),
    ):
        claim = replace(BY_ID[f"rouge-et-noir.{name}"].claim, **change)
        assert judge(claim).verdict == "fails", name


def test_models():
    assert model("6-packs").shoe == Shoe.packs(6)
    assert (model("both/6-packs").shoe, model("both/6-packs").information) == (Shoe.packs(6), "both")
    assert model("1-pack").shoe == Shoe.packs(1)
    assert model("replacement").shoe == Shoe.packs(1, replacement=True)
    for name in ("0-packs", "1-packs", "six", "", "all/6-packs", "totals/six"):
        with pytest.raises(ExactError, match="^model: got "):
            model(name)
    with pytest.raises(ExactError, match="^question: got 'test'"):
        judge(CLAIM)


def test_the_committed_ledger_is_what_the_program_finds():
    assert documents.differences(LEDGER) == []
    committed = documents._ledger_path().read_text("utf-8")
    assert committed == documents.ledger_text(LEDGER)


def test_differences_are_told(monkeypatch, tmp_path):
    monkeypatch.setattr(documents, "_ledger_path", lambda: tmp_path / "ledger.json")
    assert documents.committed() == {}
    assert len(documents.differences(LEDGER)) == len(LEDGER)
    documents.update([replace(LEDGER[0], verdict="fails"), *LEDGER[1:]])
    assert documents.differences(LEDGER) == [
        f"{LEDGER[0].claim.id}: verdict is 'holds', the ledger has 'fails'"
    ]
    documents.update(LEDGER)
    assert documents.differences(LEDGER) == []
    gone = f"{LEDGER[-1].claim.id}: in the committed ledger, but no longer a claim"
    assert documents.differences(LEDGER[:-1]) == [gone]
    (tmp_path / "ledger.json").write_text("[]")
    with pytest.raises(ExactError, match="^ledger.json: it is not a ledger"):
        documents.committed()


def test_the_reports():
    data = json.loads(report.FORMATS["json"](LEDGER))
    keys = ["id", "document", "place", "statement", "printed", "exact", "decimal", "verdict", "reasoning"]
    for entry in data["claims"]:
        assert list(entry)[:9] == keys
    for form in ("text", "markdown"):
        shown = report.FORMATS[form](LEDGER)
        assert "Rouge et noir" in shown
        assert "91 claims: holds 83, holds in its model 3, depends on the model 4, fails 1." in shown
