"""Successive coups: the fast joint law against the enumeration of the rules, and what theory demands."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import ExactError, Shoe
from exact.enumeration import law_with_rest
from exact.games import punto_banco
from exact.games.punto_banco.rules import RESULTS, START, Outcome, step
from exact.games.punto_banco.succession import by_contents, by_recursion
from exact.tree import Deal, Settle

#: Eleven cards: one coup is certain, two are not.
MAY_RUN_OUT = Shoe([2, 0, 0, 3, 0, 1, 2, 0, 0, 3])


def shoes_of(kinds: int, least: int) -> st.SearchStrategy[Shoe]:
    """Shoes of so many kinds of cards, ``least`` to ``least`` + 1 cards of each."""

    def shoe(points: list[int], counts: list[int]) -> Shoe:
        held = dict(zip(points, counts, strict=True))
        return Shoe([held.get(one, 0) for one in range(1, 11)])

    return st.builds(
        shoe,
        st.lists(st.integers(1, 10), min_size=kinds, max_size=kinds, unique=True),
        st.lists(st.integers(least, least + 1), min_size=kinds, max_size=kinds),
    )


@settings(max_examples=8, deadline=None)
@given(shoes_of(4, 3))
def test_two_coups_equal_the_enumeration_of_the_rules(shoe: Shoe) -> None:
    assert by_contents(shoe, 2) == by_recursion(shoe, 2)


@settings(max_examples=2, deadline=None)
@given(shoes_of(3, 6))
def test_three_coups_equal_the_enumeration_of_the_rules(shoe: Shoe) -> None:
    assert by_contents(shoe, 3) == by_recursion(shoe, 3)


def results_of(order: tuple[int, ...], coups: int) -> tuple[str | None, ...]:
    """The results when the cards lie in this order; None from the coup on that runs out of cards."""
    cards = iter(order)
    results: list[str | None] = []
    for _ in range(coups):
        position: object = START
        while isinstance(node := step(position), Deal):  # type: ignore[arg-type]
            card = next(cards, None)
            if card is None:
                return (*results, *(None,) * (coups - len(results)))
            position = node.after.receive(card)
        assert isinstance(node, Settle)
        assert isinstance(node.outcome, Outcome)
        results.append(node.outcome.result)
    return tuple(results)


@pytest.mark.parametrize("cards", [(2, 3, 5, 6, 9, 10, 10), (1, 4, 4, 7, 7, 8, 10, 10), (5, 10)])
def test_a_shoe_that_may_run_out_order_by_order(cards: tuple[int, ...]) -> None:
    number = Counter(results_of(order, 2) for order in permutations(cards))
    expected = {results: Fraction(n, factorial(len(cards))) for results, n in number.items()}
    two = punto_banco.successive(Shoe([cards.count(points) for points in range(1, 11)]))
    assert dict(two.results.items()) == expected
    assert not two.certain


def test_coup_k_has_the_law_of_the_first_while_it_is_certain() -> None:
    for packs in (1, 6):
        two = punto_banco.successive(Shoe.packs(packs))
        assert two.certain
        assert two.coup(1) == two.coup(2) == punto_banco.analyse(Shoe.packs(packs)).results
    shoe = Shoe([3, 0, 0, 5, 0, 0, 4, 0, 1, 6])
    three = punto_banco.successive(shoe, 3)
    assert three.coup(1) == three.coup(2) == three.coup(3) == punto_banco.analyse(shoe).results


def test_it_is_another_law_when_the_shoe_may_run_out() -> None:
    two = punto_banco.successive(MAY_RUN_OUT)
    assert not two.certain
    second = two.coup(2)
    assert second[None] > 0
    assert second.completed() != two.coup(1)


def test_coups_that_are_certain_may_change_places() -> None:
    two = punto_banco.successive(Shoe.packs(6))
    assert all(two.results[r, s] == two.results[s, r] for r in RESULTS for s in RESULTS)


def test_three_coups_of_a_full_shoe_contain_the_two() -> None:
    three = punto_banco.successive(Shoe.packs(6), 3)
    two = punto_banco.successive(Shoe.packs(6), 2)
    for places in [(0, 1), (0, 2), (1, 2)]:
        assert three.results.marginal(*places) == two.results
    assert three.covariance(1, 3) == two.covariance()


def test_six_packs_by_a_second_way() -> None:
    """P(both) as a mixture over what the first coup used, each rest analysed on its own.

    The rests come from the enumeration of the rules, so the padding plays no part. From this second
    joint law the correlation follows by its definition; it is pinned here, and in the record.
    """
    shoe = Shoe.packs(6)
    rests: dict[tuple[str, Shoe], Fraction] = {}
    for (outcome, rest), probability in law_with_rest(START, shoe).items():
        key = outcome.result, rest
        rests[key] = rests.get(key, Fraction(0)) + probability
    left = list({rest for _, rest in rests})
    after = dict(zip(left, punto_banco.edges(left), strict=True))
    joint: dict[tuple[str, str], Fraction] = dict.fromkeys(product(RESULTS, repeat=2), Fraction(0))
    for (first, rest), probability in rests.items():
        edge = after[rest]
        for second, number in zip(RESULTS, edge.deals, strict=True):
            joint[first, second] += probability * Fraction(number, sum(edge.deals))
    two = punto_banco.successive(shoe)
    assert two.results == joint
    sign = {"banco": 1, "tie": 0, "punto": -1}
    means = [sum(sign[names[k]] * p for names, p in joint.items()) for k in (0, 1)]
    squares = [sum(sign[names[k]] ** 2 * p for names, p in joint.items()) for k in (0, 1)]
    both = sum(sign[r] * sign[s] * p for (r, s), p in joint.items())
    variances = [square - mean**2 for square, mean in zip(squares, means, strict=True)]
    assert variances[0] == variances[1]
    correlation = (both - means[0] * means[1]) / variances[0]
    pinned = Fraction(-206161414590597352788197246681, 81651850480329478744755640435797912)
    assert two.correlation() == correlation == pinned
    value = two.record().values["correlation"]
    assert (value.exact, value.unit) == (pinned, "pure number")
    assert "+1 banco, 0 tie, -1 punto" in value.meaning
    assert str(pinned) in two.explain()


def test_the_record_of_three_coups_and_of_coups_that_all_end_alike() -> None:
    three = punto_banco.successive(Shoe([3, 0, 0, 5, 0, 0, 4, 0, 1, 6]), 3)
    assert three.record().values["correlation"].exact == three.correlation(1, 2) != 0
    alike = punto_banco.successive(Shoe([0] * 9 + [12]))
    assert set(alike.record().values) == {"covariance"}
    assert "correlation" not in alike.explain()
    assert not punto_banco.successive(MAY_RUN_OUT).record().values


def test_covariances_by_their_definition() -> None:
    two = punto_banco.successive(Shoe([2, 2, 1, 0, 2, 1, 2, 1, 1, 4]))
    sign = {"banco": 1, "tie": 0, "punto": -1}
    both = sum(p * sign[str(r)] * sign[str(s)] for (r, s), p in two.results.items())
    mean = sum(p * sign[str(r)] for r, p in two.coup(1).items())
    square = sum(p * sign[str(r)] ** 2 for r, p in two.coup(1).items())
    assert two.covariance() == both - mean**2
    assert two.correlation() == (both - mean**2) / (square - mean**2)
    indicators = two.indicator_covariances()
    for (r, s), covariance in indicators.items():
        assert covariance == two.results[r, s] - two.coup(1)[r] * two.coup(2)[s]
    assert two.covariance() == sum(sign[r] * sign[s] * c for (r, s), c in indicators.items())
    # What one result gains the others lose.
    for r in RESULTS:
        assert sum(indicators[r, s] for s in RESULTS) == 0
    assert two.covariance() != 0
    # A coup with itself: the variance.
    assert two.covariance(1, 1) == square - mean**2
    assert two.correlation(2, 2) == 1


def test_with_replacement_the_coups_are_independent() -> None:
    two = punto_banco.successive(Shoe.packs(1, replacement=True))
    assert two.covariance() == two.correlation() == 0
    assert set(two.indicator_covariances().values()) == {0}
    assert two.coup(2) == punto_banco.analyse(Shoe.packs(1, replacement=True)).results
    assert len(punto_banco.successive(Shoe.packs(1, replacement=True), 4).results.domain) == 3**4


def test_the_law_beyond_the_bound_of_int64_tends_to_independence() -> None:
    near = punto_banco.successive(Shoe.packs(8)).correlation()
    far = punto_banco.successive(Shoe.packs(80)).correlation()
    # The covariance is of the order 1/d; ten times the packs leave about a tenth.
    assert 0 < abs(far) < abs(near) / 8


def test_bad_questions_about_succession() -> None:
    with pytest.raises(ExactError, match=r"^shoe: it is empty"):
        punto_banco.successive(Shoe([0] * 10))
    with pytest.raises(ExactError, match=r"^coups: got 0; "):
        punto_banco.successive(Shoe.packs(6), 0)
    with pytest.raises(ExactError, match=r"^coups: got 4; .*at most 3 coups"):
        punto_banco.successive(Shoe.packs(6), 4)
    with pytest.raises(ExactError, match=r"^coups: got 3; .*at most 2 coups"):
        punto_banco.successive(Shoe([2] * 7 + [1] * 3), 3)
    two = punto_banco.successive(Shoe.packs(1))
    with pytest.raises(ExactError, match=r"^second: got 3; these are coups 1 to 2"):
        two.covariance(1, 3)
    with pytest.raises(ExactError, match=r"^covariance: the shoe may run out"):
        punto_banco.successive(MAY_RUN_OUT).covariance()
    with pytest.raises(ExactError, match=r"^correlation: every coup"):
        punto_banco.successive(Shoe([0] * 9 + [12])).correlation()


def test_succession_in_words() -> None:
    two = punto_banco.successive(Shoe.packs(6))
    assert str(two.covariance()) in two.explain()
    assert repr(two).startswith("Successive(shoe=Shoe.packs(6), coups=2, results=Distribution(")
    assert "banco, tie" in two._repr_html_()
    assert "may run out" in punto_banco.successive(MAY_RUN_OUT).explain()
    assert "One coup" in punto_banco.successive(Shoe.packs(6), 1).explain()
