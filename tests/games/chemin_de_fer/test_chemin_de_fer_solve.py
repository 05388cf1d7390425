"""Optimal play: published figures, best replies in the tree, brute force on small shoes, monotonicity."""

from fractions import Fraction
from html.parser import HTMLParser
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exact import ExactError, InfosetError, Shoe
from exact.enumeration import best_response, expectation, game_form, law
from exact.equilibrium import nash
from exact.games import chemin_de_fer, punto_banco
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS, PRESETS, THIRDS, Rules
from exact.games.chemin_de_fer.rules import BANKER, HOUSE, PONTE, Coup, Table
from published import (
    KEMENY_SNELL_BANKER,
    KEMENY_SNELL_PONTE,
    KEMENY_SNELL_VALUE,
    SHACKLEFORD_EIGHT_PACKS,
    ethier_lee_ponte,
)

INFORMATION = ["totals", "banker", "both"]
ENDLESS = Shoe.packs(1, replacement=True)
FIVES = [(0, 5), (1, 4), (2, 3), (6, 9), (7, 8)]


def small_shoes(kinds=4, most=12):
    """Shoes of six cards or a few more, of few values: full of ties, of missing values, of idle infosets."""
    values = st.lists(st.sampled_from(range(10)), min_size=1, max_size=kinds, unique=True)
    cards = values.flatmap(lambda some: st.lists(st.sampled_from(some), min_size=6, max_size=most))
    return st.builds(
        lambda drawn, back: Shoe([drawn.count(v) for v in range(10)], replacement=back), cards, st.booleans()
    )


def plan(strategy):
    """A strategy in the tree's words."""
    return {infoset: {"draw": p, "stand": 1 - p} for infoset, p in strategy.items()}


def table_of(e):
    return Coup(Table(e.rules, e.information, e.commission))


def replies(e):
    """What each side gets at best in the tree while the other plays as the equilibrium says."""
    start = table_of(e)
    return (
        best_response(start, e.shoe, PONTE, {BANKER: plan(e.banker)}).value,
        best_response(start, e.shoe, BANKER, {PONTE: plan(e.ponte)}).value,
    )


# ------------------------------------------------------------------------ published figures


def test_kemeny_and_snell():
    e = chemin_de_fer.solve(ENDLESS)
    assert e.ponte[5] == KEMENY_SNELL_PONTE
    assert e.banker[6, None] == KEMENY_SNELL_BANKER
    assert e.value == e.banker_gain == KEMENY_SNELL_VALUE
    assert e.ponte.mixed() == (5,)
    assert e.banker.mixed() == ((6, None),)
    assert e.unique is True


@pytest.mark.parametrize("tax", [Fraction(1, 100), Fraction(1, 40), Fraction(1, 20)])
def test_ethier_and_lee_with_a_tax(tax):
    e = chemin_de_fer.solve(ENDLESS, commission=tax)
    assert e.ponte[5] == ethier_lee_ponte(tax)
    assert e.banker[6, None] == KEMENY_SNELL_BANKER
    assert e.certificate.holds
    assert e.unique is True


def test_removing_an_endless_shoes_information_changes_nothing():
    by_totals = chemin_de_fer.solve(ENDLESS)
    for information in ("banker", "both"):
        e = chemin_de_fer.solve(ENDLESS, information=information)
        assert e.value == by_totals.value
        assert e.unique is False
        assert e.certificate.zero_sum
        assert all(e.banker[hand, None] == KEMENY_SNELL_BANKER for hand in [(0, 6), (1, 5), (3, 3), (7, 9)])
    assert [chemin_de_fer.solve(ENDLESS, "both").ponte[hand] for hand in FIVES] == [KEMENY_SNELL_PONTE] * 5
    # Forced everywhere there is nothing to copy in several ways.
    rules = chemin_de_fer.tableau().fixed(ponte={5: "draw"}, banker={(3, 9): "draw", (5, 4): "draw"})
    assert chemin_de_fer.solve(ENDLESS, "both", rules).unique is True


def test_the_tableau_with_every_volonte_drawn_is_punto_banco():
    dealt = sum(SHACKLEFORD_EIGHT_PACKS.values())
    e = chemin_de_fer.solve(Shoe.packs(8), rules=chemin_de_fer.punto_banco_rules())
    assert {name: p * dealt for name, p in e.results().winner.items()} == SHACKLEFORD_EIGHT_PACKS


@settings(max_examples=30)
@given(st.lists(st.integers(0, 30), min_size=10, max_size=10), st.booleans())
def test_the_kernel_of_punto_banco_agrees_on_any_shoe(counts, replacement):
    """Two kernels with nothing in common but the rules of the game."""
    assume(sum(counts) >= 6)
    shoe = Shoe(counts, replacement=replacement)
    analysis = punto_banco.analyse(shoe)
    results = chemin_de_fer.solve(shoe, rules=chemin_de_fer.punto_banco_rules()).results()
    assert results.totals == analysis.totals
    banco, punto, _ = analysis.deals
    assert results.winner["banker"] - results.winner["ponte"] == Fraction(banco - punto, sum(analysis.deals))


# ---------------------------------------------------------------------------- second methods


@settings(max_examples=60, deadline=None)
@given(
    small_shoes(),
    st.sampled_from(INFORMATION),
    st.sampled_from(PRESETS),
    st.sampled_from([Fraction(0), Fraction(1, 20), Fraction(2, 3)]),
)
def test_small_shoes_against_the_best_replies_of_the_tree(shoe, information, rules, tax):
    """A pair of best replies is an equilibrium; in a zero-sum game that settles the value too."""
    e = chemin_de_fer.solve(shoe, information, rules, tax)
    ponte, banker = replies(e)
    assert -e.value == ponte
    assert e.banker_gain == banker
    policy = {PONTE: plan(e.ponte), BANKER: plan(e.banker)}
    played = expectation(table_of(e), shoe, policy)
    assert played[PONTE] == -e.value
    assert played[BANKER] == e.banker_gain
    assert played[HOUSE] == e.value - e.banker_gain
    assert e.results().coups == law(table_of(e), shoe, policy)
    for other in e.others:
        policy = {PONTE: plan(other[0]), BANKER: plan(other[1])}
        own = expectation(table_of(e), shoe, policy)
        assert best_response(table_of(e), shoe, PONTE, policy).value == own[PONTE]
        assert best_response(table_of(e), shoe, BANKER, policy).value == own[BANKER]


@settings(max_examples=60, deadline=None)
@given(small_shoes(3, 9), st.sampled_from(INFORMATION), st.sampled_from(PRESETS))
def test_small_shoes_against_brute_force_over_pure_strategies(shoe, information, rules):
    """All pure strategies of both sides in the tree's game form, as a matrix.

    The value lies between the best pure strategies, below what any mixture of two of the ponte's
    concedes, and is the least of these where he has but two.
    """
    form = game_form(Coup(Table(Rules.named(rules), information)), shoe)
    assume(all(len(infosets) <= 4 for infosets in form.infosets))
    matrix = pure_matrix(form)
    e = chemin_de_fer.solve(shoe, information, rules)
    upper = min(max(row) for row in matrix)
    lower = max(min(column) for column in zip(*matrix, strict=True))
    assert lower <= e.value <= upper
    best = two_row_value(matrix)
    assert e.value <= best
    if len(matrix) <= 2:
        assert e.value == best


def pure_matrix(form):
    """The bank's gain for each pure strategy of the ponte (rows) and of the banker (columns)."""

    def pure(infosets):
        names = list(infosets)
        for actions in product(("stand", "draw"), repeat=len(names)):
            yield {0} | {infosets[n][1][a] for n, a in zip(names, actions, strict=True)}

    return [
        [
            Fraction(
                sum(
                    payoffs[BANKER]
                    for (row, column), payoffs in form.payoffs.items()
                    if row in own and column in other
                ),
                form.denominator,
            )
            for other in pure(form.infosets[1])
        ]
        for own in pure(form.infosets[0])
    ]


def two_row_value(matrix):
    """The least that a mixture of two rows (or one) concedes: at p = 0, 1 or where two columns cross."""
    best = min(max(row) for row in matrix)
    for one in matrix:
        for other in matrix:
            lines = list({(a, b - a) for a, b in zip(one, other, strict=True)})
            for a, s in lines:
                for b, t in lines:
                    if s != t:
                        p = (b - a) / (s - t)
                        if 0 < p < 1:
                            best = min(best, max(c + u * p for c, u in lines))
    return best


@settings(max_examples=60, deadline=None)
@given(small_shoes(5, 14))
def test_more_information_or_freedom_never_hurts_the_side_that_has_it(shoe):
    value = {(i, r): chemin_de_fer.solve(shoe, i, r).value for i in INFORMATION for r in PRESETS}
    for rules in PRESETS:
        assert value["totals", rules] <= value["banker", rules]  # the banker sees more
        assert value["both", rules] <= value["banker", rules]  # the ponte sees more
    for information in INFORMATION:
        assert value[information, "tableau"] <= value[information, "classical"]  # the banker is freer
        assert value[information, "unrestricted"] <= value[information, "classical"]  # the ponte is freer


@settings(max_examples=25, deadline=None)
@given(small_shoes(), st.sampled_from(INFORMATION))
def test_keys_are_the_infosets_of_the_tree_in_the_classic_order(shoe, information):
    e = chemin_de_fer.solve(shoe, information, "unrestricted")
    form = game_form(table_of(e), shoe)
    assert list(e.ponte) == sorted(form.infosets[0])
    assert list(e.banker) == sorted(form.infosets[1], key=lambda cell: (cell[0], THIRDS.index(cell[1])))


# ------------------------------------------------------------------------ the ponte's rules


@pytest.mark.parametrize("packs", [0, 1, 2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("information", INFORMATION)
def test_the_pontes_rules_are_optimal_and_strictly_so(packs, information):
    """Freed everywhere, he still draws up to four and stands on six and seven."""
    shoe = Shoe.packs(packs) if packs else ENDLESS
    bound = chemin_de_fer.solve(shoe, information)
    free = chemin_de_fer.solve(shoe, information, "unrestricted")
    assert free.value == bound.value
    assert (free.ponte, free.banker) == (bound.ponte, bound.banker)
    for own, p in free.ponte.items():
        total = sum(own) % 10 if isinstance(own, tuple) else own
        if total != 5:
            assert p == int(total < 5)
            assert (free.worth(own).gain > 0) if total < 5 else (free.worth(own).gain < 0)


def test_in_some_partly_dealt_shoe_the_pontes_rules_are_not_optimal():
    """Without low cards a third card helps nobody who holds four: he had better stand."""
    shoe = Shoe([0, 4, 0, 0, 0, 0, 8, 8, 8, 0])
    bound = chemin_de_fer.solve(shoe)
    free = chemin_de_fer.solve(shoe, rules="unrestricted")
    assert free.value < bound.value
    assert free.ponte[4] == 0
    ponte, _ = replies(free)
    assert ponte == -free.value


# ----------------------------------------------------------------------- uniqueness and tax


@pytest.mark.parametrize("packs", range(1, 13))
def test_both_know_their_cards_and_there_is_one_equilibrium(packs):
    """Left open by S. N. Ethier and C. Gámez (Games 4, 2013), model B3, for 1 to 12 packs."""
    e = chemin_de_fer.solve(Shoe.packs(packs), "both")
    assert e.unique is True
    assert e.certificate.zero_sum


@pytest.mark.parametrize("packs", [1, 2, 6, 8])
def test_with_the_five_per_cent_tax_when_both_know_their_cards(packs):
    e = chemin_de_fer.solve(Shoe.packs(packs), "both", commission="5%")
    assert e.certificate.holds
    assert e.unique is True
    assert e.banker_gain < 0 < e.value
    assert e.banker_gain == e.value - e.commission * e.results().winner["banker"]


#: Six cards, all different, and seven of three kinds: with a tax there are several equilibria.
SIX_CARDS = Shoe([1, 1, 1, 1, 1, 1, 0, 0, 0, 0])
FEW_KINDS = Shoe([0, 4, 0, 0, 1, 0, 0, 0, 0, 2])


@pytest.mark.parametrize("shoe", [SIX_CARDS, FEW_KINDS])
def test_the_other_equilibria_are_equilibria_and_stand_in_the_record(shoe):
    e = chemin_de_fer.solve(shoe, "both", "unrestricted", "5%")
    assert e.unique is False
    assert e.others
    assert len({(e.ponte, e.banker), *e.others}) == 1 + len(e.others)
    record = e.record()
    worth = {}
    for number, (ponte, banker) in enumerate(e.others, start=1):
        policy = {PONTE: plan(ponte), BANKER: plan(banker)}
        own = expectation(table_of(e), shoe, policy)
        assert best_response(table_of(e), shoe, PONTE, policy).value == own[PONTE]
        assert best_response(table_of(e), shoe, BANKER, policy).value == own[BANKER]
        worth[str(number)] = -own[PONTE], own[BANKER]
        rows = [row[1:] for row in record.tables["other_strategies"].rows if row[0] == str(number)]
        assert [row[-1] for row in rows] == [*ponte.values(), *banker.values()]
    assert {row[0]: row[1:] for row in record.tables["other_equilibria"].rows} == worth
    assert record.certificate["uniqueness"] == "there are others"
    assert any("other equilibria" in sentence for sentence in record.assumptions)
    assert f"({len(e.others)} others known)" in e._repr_html_()


def test_where_uniqueness_is_not_decided_the_record_says_what_is_shown(monkeypatch):
    """The search cut short: what is shown is an equilibrium still, and the record says that it may not be all."""
    from exact.games.chemin_de_fer import solution

    one = chemin_de_fer.solve(Shoe.packs(1), "totals", commission="5%")
    assert one.unique is True
    monkeypatch.setattr(solution, "nash", lambda loss, gain, guess: nash(loss, gain, guess, limit=0))
    cut = chemin_de_fer.solve(Shoe.packs(1), "totals", commission="5%")
    assert (cut.unique, cut.others) == (None, ())
    assert (cut.ponte, cut.banker) == (one.ponte, one.banker)
    assert "Lemke" in " ".join(cut.record().assumptions)
    assert "Lemke" not in " ".join(one.record().assumptions)
    assert "Lemke" in chemin_de_fer.solve.__doc__


@pytest.mark.parametrize(
    ("counts", "unique"),
    [
        # By brute enumeration of corners alone these take more than twenty thousand of them.
        ([0, 2, 2, 0, 1, 2, 2, 3, 2, 1], True),
        ([3, 5, 2, 2, 0, 1, 5, 2, 1, 2], True),
        ([2, 1, 3, 1, 1, 1, 1, 1, 4, 3], True),
        ([1, 0, 0, 1, 2, 0, 0, 1, 0, 1], False),
        ([0, 0, 1, 2, 1, 0, 2, 1, 0, 0], False),
    ],
)
def test_uniqueness_with_a_tax_is_decided_in_partly_dealt_shoes(counts, unique):
    e = chemin_de_fer.solve(Shoe(counts), "both", "unrestricted", "5%")
    assert e.unique is unique
    assert e.certificate.holds


def test_several_equilibria_are_reported_as_several():
    """Only tens: every coup is en cartes, whatever is done."""
    e = chemin_de_fer.solve(Shoe([0] * 9 + [8]), rules="unrestricted")
    assert (e.value, e.unique) == (0, False)
    assert dict(e.ponte) == {0: 0}
    assert dict(e.banker) == {(0, 0): 0, (0, None): 0}


def test_a_choice_that_never_occurs_is_none():
    """A shoe of twos: the ponte has four and must draw, so the banker never sees him stand."""
    e = chemin_de_fer.solve(Shoe([0, 9, 0, 0, 0, 0, 0, 0, 0, 0]))
    assert dict(e.ponte) == {4: 1}
    assert list(e.banker) == [(4, 2)]
    # Drawing makes six against his six; standing leaves four and loses.
    assert e.banker[4, 2] == 1
    assert (e.value, e.unique) == (0, True)


# -------------------------------------------------------------------------------- mappings


def test_mappings_hold_forced_infosets_and_refuse_impossible_ones():
    e = chemin_de_fer.solve(Shoe.packs(6))
    assert list(e.ponte) == list(CHOOSING_TOTALS)
    assert [e.ponte[own] for own in (0, 1, 2, 3, 4, 6, 7)] == [1, 1, 1, 1, 1, 0, 0]
    assert len(e.banker) == 88
    assert list(e.banker)[9:12] == [(0, 9), (0, None), (1, 0)]
    both = chemin_de_fer.solve(Shoe.packs(6), "both")
    assert len(both.ponte) == 44
    assert len(both.banker) == 484
    assert both.banker.mixed() == (((0, 6), None),)
    for mapping, key in [
        (e.ponte, 8),
        (e.banker, (8, 1)),
        (e.banker, (6, 10)),
        (both.ponte, 5),
        (both.ponte, (4, 1)),
        (both.banker, (6, None)),
        (both.banker, [1]),
    ]:
        with pytest.raises(InfosetError) as refused:
            mapping[key]
        assert "can occur" in str(refused.value)
        assert key not in mapping
    with pytest.raises(KeyError):
        e.explain((9, 9))


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"shoe": Shoe([1, 1, 1, 1, 1, 0, 0, 0, 0, 0])}, "shoe: it has 5 cards"),
        ({"shoe": 6}, "shoe: got 6"),
        ({"shoe": Shoe.packs(1), "information": "all"}, "information: got 'all'"),
        ({"shoe": Shoe.packs(1), "information": None}, "information: got None"),
        ({"shoe": Shoe.packs(1), "rules": "modern"}, "rules: got 'modern'"),
        ({"shoe": Shoe.packs(1), "rules": None}, "rules: got None"),
        ({"shoe": Shoe.packs(1), "commission": 0.05}, "commission: got 0.05"),
        ({"shoe": Shoe.packs(1), "commission": 1}, "commission: got 1"),
        ({"shoe": Shoe.packs(1), "commission": "-5%"}, "commission: got '-5%'"),
    ],
)
def test_bad_questions_are_refused_in_one_line(arguments, word):
    with pytest.raises(ExactError) as refused:
        chemin_de_fer.solve(**arguments)
    assert str(refused.value).startswith(word)
    assert "\n" not in str(refused.value)


def test_rules_for_hands_need_a_side_that_knows_its_hands():
    by_hand = Rules.named("classical").fixed(banker={((3, 3), None): "draw"})
    with pytest.raises(ExactError, match="banker"):
        chemin_de_fer.solve(Shoe.packs(1), "totals", by_hand)
    assert chemin_de_fer.solve(Shoe.packs(1), "banker", by_hand).banker[(3, 3), None] == 1
    # With replacement too, where the hands of a total are no longer all alike. 3-3 is one six in sixteen; on
    # average the banker is to draw on 859/2288 of his sixes, and the others can make up for it.
    e = chemin_de_fer.solve(ENDLESS, "banker", by_hand)
    assert e.banker[(3, 3), None] == 1
    assert e.value == chemin_de_fer.solve(ENDLESS).value


class Tables(HTMLParser):
    """The tables of a page as lists of rows of texts."""

    def __init__(self, page):
        super().__init__()
        self.tables, self.open = [], False
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            self.open = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.open = False

    def handle_data(self, text):
        if self.open:
            self.tables[-1][-1][-1] += text


@pytest.mark.parametrize("information", INFORMATION)
@pytest.mark.parametrize("shoe", [Shoe.packs(6), Shoe([3, 0, 0, 3, 0, 0, 0, 0, 0, 3])])
def test_every_cell_of_the_grid_in_html_is_the_strategys(shoe, information):
    """Six packs, and a shoe in which whole columns cannot occur."""
    e = chemin_de_fer.solve(shoe, information)
    heads, *rows = Tables(e._repr_html_()).tables[2]
    assert heads == ["", *map(str, range(10)), "stood"]
    written = {}
    for name, *cells in rows:
        parts = tuple(map(int, name.split("-")))
        own = parts if len(parts) == 2 else parts[0]
        assert len(cells) == len(THIRDS)
        written |= {(own, third): cell for third, cell in zip(THIRDS, cells, strict=True) if cell}
    assert list(written) == list(e.banker)
    for cell, q in e.banker.items():
        if q in (0, 1):
            assert written[cell] == "SD"[int(q)]
        else:
            percent = Fraction(written[cell].removesuffix("%"))
            assert written[cell].endswith("%")
            assert abs(percent - 100 * q) <= Fraction(1, 200)
    assert [row[0] for row in Tables(e._repr_html_()).tables[1][1:]] == [
        "-".join(map(str, own)) if isinstance(own, tuple) else str(own) for own in e.ponte
    ]


def test_results_read_well():
    e = chemin_de_fer.solve(Shoe.packs(6))
    assert repr(e).startswith("Equilibrium(value=0.0129155")
    assert "unique=True" in repr(e)
    html = e._repr_html_()
    assert html.count("<table>") == html.count("</table>") == 3
    assert "<th>stood</th>" in html
    assert "37.88%" in html  # B1, six packs: the banker mixes on six
    assert "en cartes" in e.results()._repr_html_()
    assert str(e.worth(5).draw) in e.worth(5)._repr_html_()
    said = e.explain((6, None))
    assert f"draws with probability {e.banker[6, None]} " in said
    assert e.explain(5).startswith("For the ponte with 5 drawing is worth")
    assert "no choice: the ponte stands" in e.explain(7)
