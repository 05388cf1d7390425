"""Card counting: the theorem against brute force over all subsets, and the spread of the advantage."""

from fractions import Fraction
from itertools import combinations
from math import comb, prod, sqrt
from pathlib import Path

import pytest
import sympy

from exact import ExactError, Shoe, counting
from exact.games import chemin_de_fer, punto_banco, rouge_et_noir, trente_et_quarante

#: Small shoes from which every coup is completed for many depths.
SMALL = (2, 0, 1, 1, 2, 0, 0, 2, 2, 2)
#: From two dozen high cards no row has more than four: 8 + 8 + 8 + 8; two rows have eight at most.
HIGH = (0, 0, 0, 0, 0, 0, 0, 2, 4, 5)
COLOURED = (0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3)

CASES = [
    ("punto-banco", "banco", SMALL, (8, 10)),
    ("punto-banco", "tie", SMALL, (7,)),
    ("rouge-et-noir", "rouge", HIGH, (9, 10)),
    ("trente-et-quarante", "couleur", COLOURED, (9,)),
    ("chemin-de-fer", "ponte_5", SMALL, (8,)),
    ("chemin-de-fer", "banker_5_4", SMALL, (9,)),
]


def states(start, left):
    """Every state of so many cards, with the number of subsets of single cards that it stands for."""
    cards = [kind for kind, n in enumerate(start) for _ in range(n)]
    found = {}
    for chosen in combinations(range(len(cards)), left):
        state = [0] * len(start)
        for place in chosen:
            state[cards[place]] += 1
        found[tuple(state)] = found.get(tuple(state), 0) + 1
    assert all(
        weight == prod(comb(n, m) for n, m in zip(start, state, strict=True))
        for state, weight in found.items()
    )
    return found


@pytest.mark.parametrize(("game", "bet", "start", "depths"), CASES)
def test_the_best_linear_count_by_brute_force(game, bet, start, depths):
    """Least squares over all subsets, with the normal equations solved by sympy."""
    count = counting.count(game, bet, start)
    kinds = [place for place, n in enumerate(start) if n]
    for left in depths:
        weighted = states(start, left)
        truths = dict(zip(weighted, count.truths(list(weighted)), strict=True))
        total = sum(weighted.values())
        assert sum(w * truths[s] for s, w in weighted.items()) / total == count.gain
        # Unknowns: a coefficient a kind, of the cards that are gone; the constant is one equation more than the
        # counts determine, since they sum to what is gone, so it is left out.
        gone = {s: [start[k] - s[k] for k in kinds] for s in weighted}
        matrix = sympy.Matrix(
            len(kinds),
            len(kinds),
            lambda i, j: sum(w * gone[s][i] * gone[s][j] for s, w in weighted.items()),  # noqa: B023
        )
        right = sympy.Matrix(
            [
                sum(w * gone[s][i] * sympy.Rational(str(truths[s] - count.gain)) for s, w in weighted.items())
                for i in range(len(kinds))
            ]
        )
        solved = matrix.LUsolve(right)
        expected = [count.coefficients(left)[count.kinds[k]] for k in kinds]
        assert [Fraction(int(x.p), int(x.q)) for x in solved] == expected
        # The prediction, its variance, and that the error is no more than the gain's own spread.
        predicted = {s: count.predict(s) for s in weighted}
        mean_square = sum(w * (predicted[s] - count.gain) ** 2 for s, w in weighted.items()) / total
        assert mean_square == count.linear_variance(left)
        law = count.distribution(count.size - left)
        assert law.mean() == count.gain
        assert law == by_value(truths, weighted)
        errors = count.errors(count.size - left)
        assert errors == by_value({s: predicted[s] - truths[s] for s in weighted}, weighted)
        assert errors.mean() == 0
        # Pythagoras: the error is orthogonal to the prediction.
        assert errors.variance() + count.linear_variance(left) == law.variance()


def by_value(values, weighted):
    total = sum(weighted.values())
    law = {}
    for state, value in values.items():
        law[value] = law.get(value, Fraction(0)) + Fraction(weighted[state], total)
    return law


def test_effects_are_those_of_the_games():
    shoe = Shoe.packs(1)
    effects = punto_banco.removal_effects(shoe)
    for name in punto_banco.RESULTS:
        count = counting.count("punto-banco", name, shoe)
        assert count.effects == {f"cards_{c}": getattr(e, name) for c, e in effects.items()}
    count = counting.count("rouge-et-noir", "rouge", shoe)
    assert count.effects == {f"cards_{c}": e.edge for c, e in rouge_et_noir.removal_effects(shoe).items()}


def test_effects_of_coloured_cards():
    shoe = Shoe([0, 0, 0, 0, 0, 0, 4, 4, 4, 8])
    effects = trente_et_quarante.removal_effects(shoe)
    for name, field in (("rouge", "edge"), ("couleur", "edge_couleur"), ("inverse", "edge_inverse")):
        count = counting.count("trente-et-quarante", name, shoe)
        assert count.effects == {
            f"{'red' if red else 'black'}_{points}": getattr(e, field) for (points, red), e in effects.items()
        }


def test_the_free_cases_are_decided_by_the_sign():
    """The gains from the full shoe are those of decide, weighted with how often the case occurs."""
    shoe = Shoe.packs(6)
    for name, case in (
        ("ponte_5", ("ponte", 5)),
        ("banker_3_9", ("banker", 3, 9)),
        ("banker_5_4", ("banker", 5, 4)),
    ):
        worth = chemin_de_fer.decide(shoe, *case)
        assert counting.count("chemin-de-fer", name, shoe).gain == worth.gain_per_coup


def test_effects_sum_to_nothing():
    """The mean of f(D without c) over the cards c is f(D)."""
    for name in counting.bets("punto-banco"):
        count = counting.count("punto-banco", name, Shoe.packs(8))
        assert sum(n * count.effects[k] for k, n in zip(count.kinds, count.start, strict=True)) == 0


def test_the_fundamental_theorem_of_card_counting():
    """Thorp and Walden: means of convex functions of the advantage never fall as the shoe is dealt.

    At both ends of a one-pack shoe, where all states are enumerated.
    """
    count = counting.count("punto-banco", "tie", Shoe.packs(1))
    laws = [count.distribution(dealt) for dealt in (0, 1, 2, 3, 4, 45, 46)]
    convex = {
        "square": lambda x: (x - count.gain) ** 2,
        "distance": lambda x: abs(x - count.gain),
        # What a player gains who bets only when it pays: the house's edge is negative then.
        "player's gain": lambda x: max(-x, Fraction(0)),
    }
    for name, function in convex.items():
        means = [law.expectation(function) for law in laws]
        assert means == sorted(means), name
        assert means[0] < means[-1], name
    assert all(law.mean() == count.gain for law in laws)
    assert [
        law.variance() >= count.linear_variance(52 - dealt)
        for law, dealt in zip(laws, (0, 1, 2, 3, 4, 45, 46), strict=True)
    ] == [True] * 7
    # One card gone: a linear function of it is the truth.
    assert laws[1].variance() == count.linear_variance(51)


def test_samples_are_those_of_tables():
    count = counting.count("punto-banco", "banco", Shoe.packs(8))
    from exact.tables import sampler

    drawn = count.sample(5, 200, seed=9)
    rows = [sampler.state(Shoe.packs(8).counts, 200, 9, i) for i in range(1, 6)]
    assert drawn == [(count.predict(row), punto_banco.analyse(Shoe(row)).edge["banco"]) for row in rows]
    assert count.truth(rows[0]) == drawn[0][1]


def test_explain():
    count = counting.count("punto-banco", "banco", Shoe.packs(8))
    assert "cards_4 counts most, -0.000115719 a card" in count.explain()
    assert "0.010579" in count.explain()
    assert "cards_4" in count._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bridge", "banco", Shoe.packs(1)), "game: got 'bridge'"),
        (
            ("punto-banco", "pair", Shoe.packs(1)),
            "bet: got 'pair'; those of punto-banco are banco, punto, tie",
        ),
        (
            ("punto-banco", "banco", Shoe.packs(1, replacement=True)),
            "shoe: with replacement no card is ever gone",
        ),
        (("punto-banco", "banco", [1, 2]), r"shoe: got \[1, 2\]; 10 counts are expected"),
        (("punto-banco", "banco", [6] + [0] * 9), "shoe: got 6 cards; more than 6 are needed"),
        (("rouge-et-noir", "rouge", [30] + [0] * 9), "shoe: got 30 cards; more than"),
        (("trente-et-quarante", "rouge", Shoe([3] * 10)), "shoe: got .*; an odd count has no half"),
    ],
)
def test_bad_counts_are_refused(arguments, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        counting.count(*arguments)


def test_bad_depths_are_refused():
    count = counting.count("punto-banco", "banco", Shoe.packs(1))
    for left in (5, 53, -1):
        with pytest.raises(ExactError, match="^left: got "):
            count.coefficients(left)
    with pytest.raises(ExactError, match="^dealt: got 26; too many states"):
        count.distribution(26)
    with pytest.raises(ExactError, match="^left: got 5"):
        count.sample(1, 47)
    with pytest.raises(ExactError, match="^state: got "):
        count.predict([5] + [0] * 9)


ROWS = {
    "punto banco, banco": ("punto-banco", "banco", 400),
    "punto banco, punto": ("punto-banco", "punto", 400),
    "punto banco, tie": ("punto-banco", "tie", 400),
    "chemin de fer, ponte's 5": ("chemin-de-fer", "ponte_5", 40),
    "chemin de fer, banker's 3 against 9": ("chemin-de-fer", "banker_3_9", 40),
    "chemin de fer, banker's 5 against 4": ("chemin-de-fer", "banker_5_4", 40),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_table_of_the_documentation(name):
    """Its figures are computed again: the gain, the greatest effect, the deviations, the largest errors."""
    text = (Path(__file__).parent.parent / "docs" / "how-to" / "counting.md").read_text("utf-8")
    row = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
    _, packs, gain, effect, *figures = [cell.strip() for cell in row.strip("|").split("|")]
    game, bet, number = ROWS[name]
    count = counting.count(game, bet, Shoe.packs(int(packs)))
    assert float(gain) == round(100 * float(count.gain), 5)
    card = max(count.effects, key=lambda kind: abs(count.effects[kind]))
    assert effect == f"{card.removeprefix('cards_')}, {round(100 * float(count.effects[card]), 6):+}"
    lefts = [count.size // 2, count.size // 4]
    deviations = [round(100 * sqrt(count.linear_variance(left)), 5) for left in lefts]
    samples = [count.sample(number, count.size - left) for left in lefts]
    errors = [round(100 * max(abs(float(said - truth)) for said, truth in pairs), 5) for pairs in samples]
    assert [float(figure) for figure in figures] == [*deviations, *errors]
