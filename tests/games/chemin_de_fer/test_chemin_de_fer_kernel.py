"""The kernel's arrays are the tree's game form, number by number."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import Shoe
from exact.enumeration import game_form
from exact.games.chemin_de_fer.drawing_rules import THIRDS, Rules
from exact.games.chemin_de_fer.game import game
from exact.games.chemin_de_fer.kernel import STOOD, coups
from exact.games.chemin_de_fer.rules import BANKER, HOUSE, Coup, Table

INFORMATION = ["totals", "banker", "both"]


def small_shoes(most=11):
    """Shoes of six cards or a few more, of few values, with and without replacement."""
    counts = st.lists(st.integers(0, 9), min_size=6, max_size=most).map(
        lambda cards: [cards.count(value) for value in range(10)]
    )
    return st.builds(lambda c, r: Shoe(c, replacement=r), counts, st.booleans())


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(range(10)), min_size=1, max_size=4, unique=True).flatmap(
        lambda values: st.lists(st.sampled_from(values), min_size=6, max_size=12)
    ),
    st.booleans(),
    st.sampled_from(INFORMATION),
)
def test_kernel_equals_tree(cards, replacement, information):
    shoe = Shoe([cards.count(value) for value in range(10)], replacement=replacement)
    tax = Fraction(1, 3)
    form = game_form(Coup(Table(Rules.named("unrestricted"), information, tax)), shoe)
    table = coups(shoe).by(information)
    ponte = {key: place for place, key in enumerate(table.ponte)}
    banker = {key: place for place, key in enumerate(table.banker)}
    seen = 0
    for (row, column), payoffs in form.payoffs.items():
        own, other = form.sequences[0][row], form.sequences[1][column]
        if not other:
            continue
        ((infoset, _),) = own
        (((holding, third), action),) = other
        place = ponte[infoset], banker[holding], THIRDS.index(third)
        drawn = int(action == "draw")
        won, lost = int(table.won[drawn][place]), int(table.lost[drawn][place])
        # The house's share separates the banker's wins from his losses.
        assert Fraction(payoffs[HOUSE], form.denominator) == tax * Fraction(won, table.denominator)
        gain = (1 - tax) * won - lost
        assert Fraction(payoffs[BANKER], form.denominator) == gain / table.denominator
        seen += won + lost
    assert seen == sum(int(a.sum()) for a in (*table.won, *table.lost))
    possible = set(form.infosets[0])
    assert possible == {key for key, deals in zip(table.ponte, table.ponte_deals, strict=True) if deals}
    reached = table.reach.sum(axis=0) > 0
    assert set(form.infosets[1]) == {
        (holding, third)
        for holding, place in banker.items()
        for column, third in enumerate(THIRDS)
        if reached[place, column]
    }
    settled = sum(
        Fraction(payoffs[BANKER], form.denominator)
        for (row, column), payoffs in form.payoffs.items()
        if not form.sequences[1][column] and not any(a == "draw" for _, a in form.sequences[0][row])
    )
    gains = sum(weight * ((1 - tax) * (b > p) - (b < p)) for (p, b), weight in table.naturels.items())
    assert settled == gains / table.denominator


@settings(max_examples=40, deadline=None)
@given(small_shoes(40))
def test_all_deals_are_counted_once_whichever_action_the_ponte_takes(shoe):
    table = coups(shoe)
    naturels = sum(table.naturels.values())
    assert int(table.reach[:, :, STOOD].sum()) + naturels == table.denominator
    assert int(table.reach[:, :, :STOOD].sum()) + naturels == table.denominator


def test_beyond_64_bits_the_same_code_runs_on_pythons_integers():
    """Weights from d packs are polynomials in d of degree 6: seven small shoes determine the large one."""
    packs = range(1, 8)
    large = 25
    assert 8 * (52 * large) ** 6 >= 2**63 > 8 * (52 * 7) ** 6
    for name in ("loss", "wins"):
        nodes = [getattr(game(Shoe.packs(d), "totals"), name) for d in packs]
        far = getattr(game(Shoe.packs(large), "totals"), name)
        assert nodes[0].matrix.dtype != object
        assert far.matrix.dtype == object
        for place in [(5, 6 * 11 + STOOD), (5, 3 * 11 + 9), (0, 4 * 11 + 1), (7, 5 * 11 + STOOD)]:
            values = [int(form.matrix[place]) for form in nodes]
            assert lagrange(list(packs), values, large) == int(far.matrix[place])
        assert lagrange(list(packs), [int(f.constant) for f in nodes], large) == int(far.constant)


def lagrange(points, values, at):
    total = Fraction(0)
    for i, value in zip(points, values, strict=True):
        term = Fraction(value)
        for j in points:
            if j != i:
                term *= Fraction(at - j, i - j)
        total += term
    return total


@pytest.mark.parametrize("information", INFORMATION)
def test_with_replacement_is_the_limit_of_many_packs(information):
    near = game(Shoe.packs(10**6), information).loss
    limit = game(Shoe.packs(1, replacement=True), information).loss
    for place in range(len(limit.rows)):
        gap = Fraction(int(near.rows[place]), near.denominator) - Fraction(
            int(limit.rows[place]), limit.denominator
        )
        assert abs(gap) < Fraction(1, 10**6)
