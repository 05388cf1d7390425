"""The kernel's weights are the tree's, number by number."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from exact import Shoe
from exact.enumeration import law, payoff_table
from exact.games.baccara_banque.kernel import COUP_CARDS, FIRST_NATUREL, coups
from exact.games.baccara_banque.rules import BANKER, FIRST, SECOND, Coup, Table
from shoes import few_values

#: How the tree names what a tableau did and showed -> the classes of the kernel.
OWN = {(): "by rule", ((5, "stand"),): "stood on five", ((5, "draw"),): "drew on five"}


def classes(own, sign):
    """The kernel's classes for a tableau's own choices and the sign that the banker sees."""
    if isinstance(sign, int):
        return [sign] if own == "by rule" else [10 + sign]
    if sign is None:
        return [20] if own == "stood on five" else [21]
    return [{"huit": 22, "neuf": 23}[sign]]


@settings(max_examples=25, deadline=None)
@given(few_values(12), st.integers(1, 3), st.integers(0, 3))
def test_kernel_equals_tree(shoe, one, other):
    stakes = Fraction(one), Fraction(other)
    tax = Fraction(1, 7)
    form = payoff_table(Coup(Table(stakes, tax, "apart")), shoe, (FIRST, SECOND, BANKER))
    found = coups(shoe)
    results = list(product((-1, 0, 1), repeat=2))
    nets = [one * x + other * y for x, y in results]
    expected = [
        [-one * x for x, _ in results],
        [-other * y for _, y in results],
        [net - tax * max(net, 0) for net in nets],
        [tax * max(net, 0) for net in nets],
    ]
    seen = 0
    settled = [Fraction(0)] * 4
    for cell, payoffs in form.payoffs.items():
        first, second, banker = (form.sequences[i][cell[i]] for i in range(3))
        if not banker:
            # What naturels end does not depend on the choices with five: count one of each tableau's.
            if not any(action == "draw" for _, action in (*first, *second)):
                settled = [x + Fraction(y, form.denominator) for x, y in zip(settled, payoffs, strict=True)]
            continue
        (((total, sign, other_sign), action),) = banker
        weights = sum(
            found.chosen[int(action == "draw"), total, a, b].reshape(-1)
            for a in classes(OWN[first], sign)
            for b in classes(OWN[second], other_sign)
        )
        seen += int(weights.sum())
        for payoff, per_result in zip(payoffs, expected, strict=True):
            gained = sum(gain * int(weight) for gain, weight in zip(per_result, weights, strict=True))
            assert Fraction(payoff, form.denominator) == Fraction(gained) / found.denominator
    assert seen == int(found.chosen.sum())
    flat = found.settled.reshape(-1)
    for payoff, per_result in zip(settled, expected, strict=True):
        gained = sum(gain * int(weight) for gain, weight in zip(per_result, flat, strict=True))
        assert payoff == Fraction(gained) / found.denominator


@settings(max_examples=15, deadline=None)
@given(few_values(12), st.integers(0, 4), st.integers(0, 4), st.integers(0, 2**31))
def test_the_law_of_both_results_is_the_trees(shoe, p, q, seed):
    """The same with mixed play: the joint law of the two results, which the payoffs alone do not show."""
    signs = [*range(10), None, "huit", "neuf"]
    infosets = list(product(range(8), signs, signs))
    does = {key: Fraction((seed >> (k % 29)) % 4, 3) for k, key in enumerate(infosets)}
    free = [Fraction(p, 4), Fraction(q, 4)]

    def mixed(x):
        return {"stand": 1 - x, "draw": x}

    policy = {
        FIRST: {5: mixed(free[0])},
        SECOND: {5: mixed(free[1])},
        BANKER: {key: mixed(x) for key, x in does.items()},
    }
    tree = law(Coup(Table(naturels="apart")), shoe, policy)
    found = coups(shoe)
    weights = {outcome: Fraction(0) for outcome in product((-1, 0, 1), repeat=2)}
    for x, y in weights:
        weights[x, y] += int(found.settled[1 + x, 1 + y])
    share = [[Fraction(1)] * 10 + [d] * 10 + [1 - d] + [Fraction(1)] * 3 for d in free]
    sign_of = [*range(10), *range(10), None, None, "huit", "neuf"]
    for b in range(8):
        for i, j in product(range(24), repeat=2):
            draws = does[b, sign_of[i], sign_of[j]]
            for x, y in weights:
                stood, drew = (int(found.chosen[a, b, i, j, 1 + x, 1 + y]) for a in (0, 1))
                weights[x, y] += share[0][i] * share[1][j] * ((1 - draws) * stood + draws * drew)
    of_tree = {outcome: Fraction(0) for outcome in weights}
    for outcome, probability in tree.items():
        assert outcome is not None or probability == 0
        if outcome is not None:
            of_tree[outcome[0], outcome[1]] += probability
    assert {o: w / found.denominator for o, w in weights.items()} == of_tree


@settings(max_examples=10, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=10, max_size=10).filter(lambda c: sum(c) >= 9), st.booleans())
def test_all_deals_are_counted_once_whatever_is_chosen(counts, replacement):
    found = coups(Shoe(counts, replacement=replacement))
    chosen = found.chosen.sum(axis=(4, 5))
    for action, first, second in product((0, 1), repeat=3):
        share = [[1] * 10 + [d] * 10 + [1 - d, 1, 1, 1] for d in (first, second)]
        weight = sum(
            int(chosen[action, :, i, j].sum()) * share[0][i] * share[1][j]
            for i in range(24)
            for j in range(24)
        )
        assert weight + int(found.settled.sum()) == found.denominator


def test_the_tableaux_are_alike():
    found = coups(Shoe.packs(2).without("9 9 9 K A"))
    assert (found.chosen == found.chosen.transpose(0, 1, 3, 2, 5, 4)).all()
    assert (found.settled == found.settled.T).all()
    assert (found.chosen[:, :, FIRST_NATUREL:, FIRST_NATUREL:] == 0).all()


def test_beyond_64_bits_the_same_code_runs_on_pythons_integers():
    """Weights from d packs are polynomials in d of degree nine: ten small shoes determine the large one."""
    large = 20
    assert 52 * large > 1023 and 8 * (52 * large) ** 6 > 2**63
    nodes = [coups(Shoe.packs(d)).chosen for d in range(1, COUP_CARDS + 2)]
    far = coups(Shoe.packs(large))
    assert 8 * (52 * 10) ** 6 < 2**63
    places = [(0, 6, 21, 22, 0, 0), (1, 3, 9, 14, 2, 1), (1, 0, 20, 0, 1, 2), (0, 5, 13, 13, 2, 2)]
    for place in places:
        values = [int(node[place]) for node in nodes]
        assert lagrange(range(1, COUP_CARDS + 2), values, large) == int(far.chosen[place])


def lagrange(points, values, at):
    total = Fraction(0)
    for i, value in zip(points, values, strict=True):
        term = Fraction(value)
        for j in points:
            if j != i:
                term *= Fraction(at - j, i - j)
        total += term
    return total
