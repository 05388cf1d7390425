"""The ledger's page: it says all that the ledger says, needs nothing else, and its pictures are to scale."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from exact import Shoe, documents
from exact.documents import page, pictures
from exact.games import chemin_de_fer, rouge_et_noir
from exact.games.rouge_et_noir.rules import TOTALS
from exact.rational import decimal

VOID = {"meta"}
#: A rule, a figure that is false in the real game, and the claims that have a picture.
CHOSEN = {"rouge-et-noir.lower-wins", "rouge-et-noir.advantage", *pictures.PICTURES}


class Page(HTMLParser):
    """Collects the text, the attributes, and whether the elements are nested well."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.attributes, self.articles = [], [], [], {}

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)
        if tag == "article":
            self.articles[dict(attrs)["id"]] = len(self.text)

    def handle_startendtag(self, tag, attrs):
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


@pytest.fixture(scope="module")
def judged():
    return [documents.judge(claim) for claim in documents.claims() if claim.id in CHOSEN]


@pytest.fixture(scope="module")
def parsed(judged):
    parser = Page()
    parser.feed(page.html(judged))
    parser.close()
    assert parser.open == []
    return parser


def test_the_page_says_what_the_ledger_says(judged, parsed):
    assert {entry.claim.id for entry in judged} == CHOSEN == set(parsed.articles)
    text = " ".join("".join(parsed.text).split())
    for entry in judged:
        for said in (entry.claim.statement, entry.claim.figure, entry.reasoning, entry.verdict):
            assert " ".join(said.split()) in text
        for answer in entry.answers.values():
            assert answer.record in text
    # The advantage per counted coup with its exact value, in full where every model is listed.
    edge = 100 * rouge_et_noir.analyse(Shoe.packs(6)).edge_counted
    assert f"Exact: {decimal(edge, 12)} %" in text
    assert str(edge) in text


def test_the_page_needs_no_other_file(parsed):
    assert not {"src", "href"} & {name for name, _ in parsed.attributes}
    assert not any("url(" in data or "@import" in data for data in parsed.text)


def test_every_picture_belongs_to_a_claim_and_is_named():
    assert set(pictures.PICTURES) <= {claim.id for claim in documents.claims()}
    for make in pictures.PICTURES.values():
        picture = make()
        assert ET.fromstring(picture.svg).get("aria-label")
        assert picture.caption.endswith(".")


def test_the_bars_are_as_high_as_the_law():
    svg = ET.fromstring(pictures.proportion().svg)
    found = [rect for rect in svg.iter("rect") if rect.find("title") is not None]
    row = rouge_et_noir.row_totals(Shoe.packs(6))
    weights = dict(zip(TOTALS, range(13, 3, -1), strict=True))
    expected = {}
    for total in TOTALS:
        # The article's weights sum to 85.
        expected["article, 13 : 12 : … : 4", total] = Fraction(weights[total], 85)
        expected["exact, six packs", total] = row[total]
    highest = max(expected.values())
    most = max(float(rect.get("height")) for rect in found)
    assert len(found) == len(expected)
    for rect in found:
        name, total, percent = re.fullmatch(r"(.*), (\d+): ([\d.]+) %", rect.find("title").text).groups()
        value = expected[name, int(total)]
        assert percent == decimal(100 * value, 6)
        # To a tenth of a pixel, as the drawing is written.
        assert abs(float(rect.get("height")) - most * float(value / highest)) < 0.2


@pytest.mark.parametrize("cell", [(3, 9), (5, 4), (4, 1), (6, None)])
def test_the_line_crosses_nothing_where_the_decision_turns(cell):
    svg = ET.fromstring(pictures.gain_of_drawing(cell).svg)
    strokes = list(svg.iter("line"))
    (drawn,) = [line for line in strokes if line.get("stroke-width")]
    (mark,) = [line for line in strokes if line.get("stroke-dasharray")]
    (zero,) = [
        float(line.get("y1"))
        for line in strokes
        if line.get("stroke") == "#ccc"
        and any(
            t.text == "0" and abs(float(t.get("y")) - 4 - float(line.get("y1"))) < 0.01
            for t in svg.iter("text")
        )
    ]
    x1, y1, x2, y2 = (float(drawn.get(key)) for key in ("x1", "y1", "x2", "y2"))
    at = float(mark.get("x1"))
    assert abs(y1 + (y2 - y1) * (at - x1) / (x2 - x1) - zero) < 0.5
    switch = chemin_de_fer.audit(Shoe.packs(6)).banker[cell].switch
    assert abs((at - x1) / (x2 - x1) - float(switch)) < 0.001
