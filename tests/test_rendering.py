"""The formats for people show the numbers of the record."""

import csv
import io
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from exact import Shoe
from exact.games import punto_banco, rouge_et_noir
from exact.rational import decimal
from exact.rendering import FORMATS
from test_records import RECORDS

ANALYSIS = rouge_et_noir.analyse(Shoe.packs(6))
RECORD = ANALYSIS.record()


def test_text_shortens_what_is_long_and_says_one_in_n():
    text = FORMATS["text"](RECORD, False)
    assert "Rouge et noir, a shoe of 6 packs (312 cards)" in text
    assert f"(1 in {decimal(1 / ANALYSIS.refait, 6)})" in text
    assert "..." in text
    assert str(ANALYSIS.refait) not in text
    assert all(len(line) <= 130 for line in text.splitlines())


def test_text_in_full():
    text = FORMATS["text"](RECORD, True)
    assert str(ANALYSIS.refait) in text
    assert "..." not in text
    assert f"= {ANALYSIS.totals[36, 40]}" in text


def test_csv_holds_every_number():
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"](RECORD, False))))
    assert list(rows[0]) == ["id", "name", "exact", "decimal", "unit", "status"]
    exact = {row["name"]: Fraction(row["exact"]) for row in rows}
    assert exact["edge"] == ANALYSIS.edge
    for (rouge, noir), probability in ANALYSIS.totals.items():
        assert exact[f"totals[{rouge},{noir}].probability"] == probability
    assert all(row["decimal"] == decimal(Fraction(row["exact"])) for row in rows)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_markdown_tables_are_rectangular(record):
    for block in FORMATS["markdown"](record, True).split("\n\n"):
        lines = block.splitlines()
        if lines[0].startswith("|"):
            assert len({line.replace("\\|", "").count("|") for line in lines}) == 1


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_latex_tables_are_rectangular(record):
    for table in FORMATS["latex"](record, True).split(r"\begin{tabular}")[1:]:
        columns, *lines = table.split(r"\end{tabular}")[0].splitlines()
        rows = [line for line in lines if not line.endswith("rule")]
        assert {line.replace(r"\&", "").count("&") + 1 for line in rows} == {len(columns) - 2}


def test_the_exact_number_stands_in_markdown():
    assert str(ANALYSIS.edge) in FORMATS["markdown"](RECORD, True)


def test_latex_tables_are_balanced_and_escaped():
    latex = FORMATS["latex"](RECORD, True)
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}") == 1 + len(RECORD.tables)
    assert latex.count(r"\toprule") == latex.count(r"\bottomrule") == 1 + len(RECORD.tables)
    assert r"edge\_counted" in latex
    assert str(ANALYSIS.edge) in latex


@pytest.mark.parametrize("full", [True, False])
def test_html_is_well_formed(full):
    class Checker(HTMLParser):
        def __init__(self):
            super().__init__()
            self.open = []

        def handle_starttag(self, tag, attrs):
            self.open.append(tag)

        def handle_endtag(self, tag):
            assert self.open.pop() == tag

    checker = Checker()
    html = FORMATS["html"](RECORD, full)
    checker.feed(html)
    assert checker.open == []
    assert html == ANALYSIS._repr_html_() or full


def test_whole_numbers_are_never_rounded():
    # Wizard of Odds: ordered six-card deals of eight packs that banco wins.
    record = punto_banco.analyse(Shoe.packs(8)).record()
    for form in FORMATS.values():
        assert "2292252566437888" in form(record, False)


def test_json_is_the_record():
    assert FORMATS["json"](RECORD, False) == RECORD.text()
