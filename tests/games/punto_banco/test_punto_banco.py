"""The questions about punto banco, against published figures and against the enumeration of the rules."""

from __future__ import annotations

import pickle
import subprocess
import sys
from fractions import Fraction
from itertools import permutations
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import expectation, law
from exact.games import chemin_de_fer, punto_banco
from exact.games.punto_banco.rules import RESULTS, START
from exact.packs import at_packs
from exact.rational import fixed

SMALL = Shoe([1, 1, 0, 2, 1, 1, 1, 1, 1, 2])


# -------------------------------------------------------------------- published figures

# M. Shackleford, Wizard of Odds, baccarat appendix 1: eight packs, and the edges in per cent.
PUBLISHED_DEALS = (2292252566437888, 2230518282592256, 475627426473216)
PUBLISHED_EDGES = {"banco": "1.057906", "punto": "1.235081", "tie": "14.359629"}
# The same, card counting: the change of the player's expectation in percentage points when one card is
# removed from eight packs, on banker, player and tie. Ours is the house's: the opposite sign.
PUBLISHED_REMOVAL = {
    10: ("0.00188", "-0.00178", "0.05129"),
    1: ("0.00440", "-0.00448", "0.01293"),
    6: ("-0.01132", "0.01128", "-0.11595"),
}


def test_eight_packs_as_published() -> None:
    b = punto_banco.analyse(Shoe.packs(8))
    assert b.deals == PUBLISHED_DEALS
    assert sum(b.deals) == perm(416, 6) == 4998398275503360
    assert {name: fixed(100 * edge, 6) for name, edge in b.edge.items()} == PUBLISHED_EDGES


def test_effects_of_removal_as_published() -> None:
    effects = punto_banco.removal_effects(Shoe.packs(8))
    assert list(effects) == list(range(1, 11))
    for points, printed in PUBLISHED_REMOVAL.items():
        effect = effects[points]
        changes = (effect.banco, effect.punto, effect.tie)
        assert tuple(fixed(-100 * change, 5) for change in changes) == printed


@pytest.mark.parametrize("packs", [1, 2, 6, 8])
def test_pair_of_full_packs_as_published(packs: int) -> None:
    assert punto_banco.pair([4 * packs] * 13) == Fraction(4 * packs - 1, 52 * packs - 1)


# ------------------------------------------------------------------ against the rules


@pytest.mark.parametrize("shoe", [SMALL, Shoe([3] * 10)])
def test_laws_equal_the_enumeration(shoe: Shoe) -> None:
    b, coup = punto_banco.analyse(shoe), law(START, shoe)
    assert b.results == coup.map(lambda o: o.result)
    assert b.totals == coup.map(lambda o: (o.punto, o.banco))
    assert b.third_cards == coup.map(lambda o: (o.punto_third, o.banco_third))
    assert b.cards == coup.map(lambda o: o.cards)
    assert b.punto_third == coup.map(lambda o: o.punto_third)
    assert b.banco_third == coup.map(lambda o: o.banco_third)


def test_laws_with_replacement_equal_the_enumeration() -> None:
    shoe = Shoe.packs(1, replacement=True)
    b, coup = punto_banco.analyse(shoe), law(START, shoe)
    assert sum(b.deals) == 52**6
    assert b.results == coup.map(lambda o: o.result)
    assert b.totals == coup.map(lambda o: (o.punto, o.banco))
    assert b.third_cards == coup.map(lambda o: (o.punto_third, o.banco_third))
    assert b.model == "with replacement"


@settings(max_examples=10, deadline=None)
@given(
    st.lists(st.sampled_from([0, 0, 1, 2]), min_size=10, max_size=10).filter(lambda c: sum(c) >= 6),
    st.fractions(0, Fraction(99, 100), max_denominator=100),
    st.fractions(0, 12, max_denominator=50),
)
def test_edges_are_what_the_stakes_lose(counts: list[int], commission: Fraction, tie_pays: Fraction) -> None:
    shoe = Shoe(counts)
    results = law(START, shoe).map(lambda o: o.result)
    banco, punto, tie = (results.get(name, Fraction(0)) for name in RESULTS)
    expected = {
        "banco": punto - (1 - commission) * banco,
        "punto": banco - punto,
        "tie": 1 - tie - tie_pays * tie,
    }
    assert punto_banco.analyse(shoe, commission, tie_pays).edge == expected
    (one,) = punto_banco.edges([shoe], commission=commission, tie_pays=tie_pays)
    assert one.edge == expected


def test_edges_at_the_customary_terms_are_the_payoffs_of_the_rules() -> None:
    edge = punto_banco.analyse(SMALL).edge
    assert tuple(edge.values()) == tuple(-gain for gain in expectation(START, SMALL))


def test_edges_of_many_shoes() -> None:
    shoes = [Shoe.packs(d) for d in range(1, 9)] + [Shoe.packs(8, replacement=True), SMALL, Shoe.packs(40)]
    for shoe, found in zip(shoes, punto_banco.edges(shoes, "4%", "17/2"), strict=True):
        b = punto_banco.analyse(shoe, commission=Fraction(1, 25), tie_pays=Fraction(17, 2))
        assert found.deals == b.deals
        assert found.edge == b.edge
        assert isinstance(found.denominator, int)
        assert [Fraction(n, found.denominator) for n in found.numerators] == list(b.edge.values())
    assert punto_banco.edges([]) == ()
    assert punto_banco.edges(iter([SMALL])) == punto_banco.edges((SMALL,))


def test_removal_changes_the_edge_by_so_much() -> None:
    before = punto_banco.analyse(SMALL, 0, 9).edge
    effects = punto_banco.removal_effects(SMALL, commission=0, tie_pays=9)
    assert list(effects) == [1, 2, 4, 5, 6, 7, 8, 9, 10]
    for points, effect in effects.items():
        banco, punto, tie = (-gain for gain in expectation(START, SMALL.without(points)))
        results = law(START, SMALL.without(points)).map(lambda o: o.result)
        # The tree knows the customary terms; without commission banco keeps 1/20 of its wins more.
        assert before["banco"] + effect.banco == banco - results["banco"] / 20
        assert before["punto"] + effect.punto == punto
        assert before["tie"] + effect.tie == tie - results["tie"]


def test_effects_of_removal_average_to_nothing() -> None:
    # The next card is removed unseen: on average nothing changes.
    for name in RESULTS:
        effects = punto_banco.removal_effects(SMALL)
        changes = (SMALL.counts[points - 1] * getattr(effect, name) for points, effect in effects.items())
        assert sum(changes) == 0


def test_equal_shoes_with_replacement_keep_their_own_counts() -> None:
    one, six = (punto_banco.analyse(Shoe.packs(d, replacement=True)) for d in (1, 6))
    assert six.deals == tuple(6**6 * number for number in one.deals)
    assert six.edge == one.edge


def test_a_shoe_of_six_cards_and_one_of_a_single_card_put_back() -> None:
    # Sixes only: two and two stand, and the coup is tied.
    assert punto_banco.analyse(Shoe([0, 0, 6, 0, 0, 0, 0, 0, 0, 0])).deals == (0, 0, 720)
    assert punto_banco.analyse(Shoe([0] * 9 + [1], replacement=True)).deals == (0, 0, 1)


# ----------------------------------------------------------------------------- pairs


def test_pairs_counted_one_by_one() -> None:
    ranks = [1, 0, 2, 0, 0, 0, 0, 0, 0, 1, 0, 3, 2]
    cards = [rank for rank, count in enumerate(ranks) for _ in range(count)]
    deals = list(permutations(cards, 3))
    # The first hand's cards are the first and the third of the deal.
    assert punto_banco.pair(ranks) == Fraction(sum(d[0] == d[2] for d in deals), len(deals))
    twice = [(a, b) for a in cards for b in cards]
    assert punto_banco.pair(ranks, replacement=True) == Fraction(sum(a == b for a, b in twice), len(twice))


@pytest.mark.parametrize(
    "ranks",
    [[4] * 12, [4] * 14, [-1] + [4] * 12, [4.0] * 13, "4444444444444", 52, [1] + [0] * 12, Shoe.packs(1)],
)
def test_bad_ranks(ranks: object) -> None:
    with pytest.raises(ExactError, match=r"^ranks: "):
        punto_banco.pair(ranks)  # type: ignore[arg-type]


def test_pair_needs_a_plain_replacement() -> None:
    with pytest.raises(ExactError, match=r"^replacement: "):
        punto_banco.pair([4] * 13, replacement=1)  # type: ignore[arg-type]
    with pytest.raises(ExactError, match=r"^ranks: "):
        punto_banco.pair([0] * 13, replacement=True)


# ------------------------------------------------------------------------- bad questions


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"shoe": Shoe([1] * 5 + [0] * 5)}, "^shoe: got 5 cards; at least six cards are needed"),
        ({"shoe": Shoe([0] * 10)}, "^shoe: got 0 cards; at least six"),
        ({"shoe": [32] * 9 + [128]}, "^shoe: .* a Shoe is expected"),
        ({"commission": 1}, "^commission: got 1; .*0 <= commission < 1"),
        ({"commission": "-1/20"}, "^commission: "),
        ({"commission": 0.05}, "^commission: .*float"),
        ({"tie_pays": -1}, "^tie_pays: got -1; .*not negative"),
        ({"tie_pays": 8.0}, "^tie_pays: .*float"),
        ({"tie_pays": None}, "^tie_pays: "),
    ],
)
def test_bad_questions(arguments: dict[str, object], message: str) -> None:
    given = {"shoe": Shoe.packs(8), **arguments}
    with pytest.raises(ExactError, match=message):
        punto_banco.analyse(**given)  # type: ignore[arg-type]
    with pytest.raises(ExactError, match=message):
        punto_banco.removal_effects(**given)  # type: ignore[arg-type]
    shoe = given.pop("shoe")
    with pytest.raises(ExactError, match=message.replace("^shoe:", r"^shoes\[1\]:")):
        punto_banco.edges([Shoe.packs(1), shoe], **given)  # type: ignore[arg-type, list-item]


def test_bad_shoes() -> None:
    with pytest.raises(ExactError, match=r"^shoes: .*analyse takes a single Shoe"):
        punto_banco.edges(Shoe.packs(8))  # type: ignore[arg-type]
    with pytest.raises(ExactError, match=r"^shoe: with replacement"):
        punto_banco.removal_effects(Shoe.packs(8, replacement=True))
    with pytest.raises(ExactError, match=r"^shoe: got 6 cards; .*seven"):
        punto_banco.removal_effects(Shoe([1] * 6 + [0] * 4))


def test_an_unknown_stake() -> None:
    with pytest.raises(ExactError, match=r"^stake: got 'bank'; "):
        punto_banco.analyse(SMALL).explain("bank")


# ------------------------------------------------------------------------------- shown


def test_explain_has_the_numbers() -> None:
    b = punto_banco.analyse(Shoe.packs(8))
    for name, printed in PUBLISHED_EDGES.items():
        text = b.explain(name)
        assert all(str(number) in text for number in PUBLISHED_DEALS)
        # Seven significant digits there, six places here.
        assert printed[:7] in text
        assert str(b.edge[name]) in text
        assert "gains the house" in text
    assert "gains the player" in punto_banco.analyse(Shoe.packs(8), tie_pays=20).explain("tie")


def test_shown_values_survive() -> None:
    b = punto_banco.analyse(Shoe.packs(8))
    assert repr(b).startswith("Analysis(shoe=Shoe.packs(8), commission='1/20', tie_pays='8', deals=(2292252")
    assert "2292252566437888" in b._repr_html_()
    assert hash(b) == hash(punto_banco.analyse(Shoe.packs(8)))
    assert pickle.loads(pickle.dumps(b)) == b


def test_numpy_is_imported_only_when_needed() -> None:
    code = "import sys, exact.games.punto_banco; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_counts_as_polynomials_are_those_of_chemin_de_fer_and_of_the_kernel():
    """Two ways: values of the kernel, and the game of chemin de fer with every case drawn."""
    counts = punto_banco.closed_form.counts()
    other = chemin_de_fer.closed_form.counts(chemin_de_fer.punto_banco_rules())
    assert counts.named() == {"banco": other["banker"], "punto": other["ponte"], "tie": other["en cartes"]}
    for packs in (8, 9, 40):  # further than the polynomials were made from
        deals = punto_banco.analyse(Shoe.packs(packs)).deals
        assert tuple(at_packs(count, packs) for count in counts.named().values()) == tuple(deals)
    record = counts.record()
    assert record.id == "punto-banco.closed-form"
    infinite = punto_banco.analyse(Shoe.packs(1, replacement=True)).results
    for name in counts.named():
        assert record.values[f"{name}_limit"].exact == infinite[name]
    assert "9063399424d^6 - 2587207680d^5" in counts._repr_html_()
