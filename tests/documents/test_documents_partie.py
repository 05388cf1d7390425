"""The claims about the procedure: each rule shown by scripts, and the judge can say no."""

from dataclasses import replace

import pytest

from exact import documents, partie
from exact.documents import judge
from exact.documents.questions.partie import script
from exact.partie.law import SILENT

CLAIMS = {claim.id: claim for claim in documents.claims() if claim.id.startswith("partie.")}


@pytest.mark.parametrize("name", CLAIMS)
def test_the_rule_holds_as_its_scripts_show(name):
    judged = judge(CLAIMS[name])
    assert judged.verdict == "holds"
    assert CLAIMS[name].arguments["scripts"][0] in judged.reasoning


def test_every_rule_of_the_document_is_a_claim():
    # The rules of rules.toml by their names, but for those that the document only presupposes; some have
    # a claim of another name, or one beside the procedure ("tax": chemin-de-fer.tax).
    named = {name.removeprefix("partie.") for name in CLAIMS}
    others = {"tax": "untaxed", "arret": "last-coup", "end-bank": "end", "highest-bid": "limitee"}
    for rule in partie.RULES.values():
        if rule.chapter != SILENT:
            assert rule.name in named or others[rule.name] in named, rule.name


def test_every_script_of_the_package_shows_a_claim():
    from partie_scripts import ALL, FOLDER

    used = {name for claim in CLAIMS.values() for name in claim.arguments["scripts"]}
    assert used <= {path.stem for path in ALL}
    about_rounding_only = {"chemin-tax-down", "chemin-tax-up", "banque-tax-rounded"}
    assert {path.stem for path in ALL} - used == about_rounding_only
    against = {name for claim in CLAIMS.values() for name in claim.arguments.get("against", ())}
    assert against == {path.stem for path in (FOLDER / "against").glob("*.toml")}


def test_wrong_statements_fail(monkeypatch):
    # A script that leads to something else, one that is not refused, and nothing at all.
    claim = CLAIMS["partie.tenth"]
    assert judge(replace(claim, arguments={})).verdict == "fails"
    from exact.documents.questions import partie as asked

    read = asked._read

    def spoilt(old, new):
        def other(name):
            found = read(name)
            text = (documents.files("exact.partie") / "scripts" / f"{name}.toml").read_text("utf-8")
            assert old in text
            return partie.parse(text.replace(old, new), found.name)

        monkeypatch.setattr(asked, "_read", other)

    spoilt("amount = 9 ", "amount = 10 ")
    assert "nothing is refused" in script(None, {"against": ["tenth"]}).text
    spoilt("amount = 9 ", "amount = 501 ")
    assert "[own-money" in script(None, {"against": ["tenth"]}).text
    spoilt("tax = 5,", "tax = 6,")
    answer = script(None, {"scripts": ["chemin-void"]})
    assert not answer.holds
    assert "tax is 5, and 6 was expected" in answer.text
