"""Two results beside each other, and how results show themselves in Jupyter."""

from fractions import Fraction

import pytest

from exact import ExactError, Shoe, documents
from exact.comparison import compare
from exact.games import chemin_de_fer, punto_banco, rouge_et_noir


def test_two_shoes():
    six, eight = (punto_banco.analyse(Shoe.packs(d)) for d in (6, 8))
    found = compare(six, eight)
    assert found.ids == ("punto-banco.analyse.6-packs", "punto-banco.analyse.8-packs")
    assert found.differences["edge_banco"] == eight.edge["banco"] - six.edge["banco"]
    assert found.first["banco"] == six.results["banco"]
    assert found.second["banco"] == eight.results["banco"]
    assert list(found.assumed) == ["shoe"]
    assert found.plays == {}


def test_two_rule_sets_differ_in_decisions():
    """Between one pack and six the banker's two decisions that the document leaves free are the same or not."""
    one, six = (chemin_de_fer.solve(Shoe.packs(d)) for d in (1, 6))
    found = compare(one, six)
    expected = {}
    for side in ("ponte", "banker"):
        for infoset in {**getattr(one, side), **getattr(six, side)}:
            a, b = (getattr(e, side).get(infoset) for e in (one, six))
            if a != b:
                expected[side, infoset] = (a, b)
    shown = {}
    for (side, infoset, action), pair in found.plays.items():
        assert action == "draw"
        holding, _, third = infoset.partition("|")
        key = int(holding) if not third else (int(holding), None if third == "stood" else int(third))
        shown[side, key] = pair
    assert shown == expected
    assert len(shown) >= 3
    assert f"they differ in {len(shown)} decisions" in found.explain()


def test_the_tableau_against_free_play():
    free, bound = (chemin_de_fer.solve(Shoe.packs(6), rules=rules) for rules in ("classical", "tableau"))
    found = compare(free, bound)
    assert found.assumed == {"rules": ("classical", "tableau")}
    # The banker who is bound to a table never gains by it.
    assert found.differences["value"] == bound.value - free.value <= 0


def test_records_can_be_compared():
    a = punto_banco.analyse(Shoe.packs(6)).record()
    found = compare(a, a)
    assert set(found.differences.values()) == {Fraction(0)}
    assert found.assumed == {}
    assert found.explain() == f"{a.id} and {a.id} have the same values."


def test_a_comparison_in_jupyter():
    e, f = (chemin_de_fer.solve(Shoe.packs(d)) for d in (1, 6))
    html = compare(e, f)._repr_html_()
    assert "<caption>Values</caption>" in html
    assert "<caption>Decisions that differ: probabilities</caption>" in html
    assert f"<td title='{e.value}'>" in html
    assert f"<td title='{f.value - e.value}'>" in html


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (3, None, "first: got 3; a result such as punto_banco.analyse"),
        ("pb", "rn", "second: it is of the game rouge_et_noir, the first of punto_banco"),
    ],
)
def test_what_cannot_be_compared(first, second, message):
    results = {"pb": punto_banco.analyse(Shoe.packs(1)), "rn": rouge_et_noir.analyse_simplified()}
    with pytest.raises(ExactError, match=f"^{message}"):
        compare(results.get(first, first), results.get(second, second))


def test_an_equilibrium_is_a_coloured_grid():
    """One cell a decision: D in the one colour, S in the other, the mixed one in a third, all in letters too."""
    e = chemin_de_fer.solve(Shoe.packs(6))
    html = e._repr_html_()
    plays = [*e.ponte.values(), *e.banker.values()]
    for letter, colour, number in (
        ("D", "#0072B2", sum(p == 1 for p in plays)),
        ("S", "#F5E6C8", sum(p == 0 for p in plays)),
    ):
        assert html.count(f">{letter}</td>") == html.count(f"background:{colour}") == number
    assert html.count("background:#E69F00") == 2


def test_the_ledger_is_a_table():
    claims = [claim for claim in documents.claims() if claim.document.startswith("Rouge")][:2]
    ledger = documents.Ledger(documents.judge(claim) for claim in claims)
    html = ledger._repr_html_()
    assert "<caption>2 claims</caption>" in html
    assert html.count("<tr>") == 3
    assert all(f"<b>{entry.verdict}</b>" in html for entry in ledger)
