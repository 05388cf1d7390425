"""Distribution: exact laws."""

import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from exact import Distribution, ExactError, OutcomeError

DIE = Distribution({face: Fraction(1, 6) for face in range(1, 7)})

weights = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1).filter(
    lambda w: any(w.values())
)


def test_a_die():
    # Textbook values: mean 7/2, variance 35/12.
    assert DIE[3] == Fraction(1, 6)
    assert DIE.mean() == Fraction(7, 2)
    assert DIE.variance() == Fraction(35, 12)
    assert DIE.probability(lambda face: face > 4) == Fraction(1, 3)
    assert DIE.given(lambda face: face % 2 == 0) == {2: Fraction(1, 3), 4: Fraction(1, 3), 6: Fraction(1, 3)}
    assert DIE.map(lambda face: face % 3) == {0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 3)}


@given(weights)
def test_probabilities_sum_to_one_in_lowest_terms(given):
    law = Distribution.from_weights(given)
    assert sum(law.values()) == 1
    assert law.denominator == sympy.ilcm(*(p.denominator for p in law.values()), 1)
    assert law == Distribution(dict(law.items()))
    assert hash(law) == hash(Distribution(dict(law.items())))


@given(weights)
def test_variance_is_the_mean_square_less_the_squared_mean(given):
    law = Distribution.from_weights(given)
    assert law.variance() == law.map(lambda x: x * x).mean() - law.mean() ** 2


@given(weights, st.integers(-20, 20))
def test_total_probability(given, at):
    law = Distribution.from_weights(given)
    p = law.probability(lambda x: x < at)
    parts = [(p, lambda x: x < at), (1 - p, lambda x: x >= at)]
    assert law.mean() == sum(q * law.given(event).mean() for q, event in parts if q)


def test_marginals_of_a_pair():
    law = Distribution.from_weights({(1, "a"): 1, (1, "b"): 2, (2, "a"): 3, None: 4})
    assert law.marginal(0) == {1: Fraction(3, 10), 2: Fraction(3, 10), None: Fraction(4, 10)}
    assert law.marginal(1) == {"a": Fraction(4, 10), "b": Fraction(2, 10), None: Fraction(4, 10)}
    assert law.marginal(1, 0)[("a", 2)] == Fraction(3, 10)


def test_outcomes_of_the_domain_and_outside_it():
    law = Distribution.from_weights({31: 1}, domain=range(31, 41))
    assert law[40] == Fraction(0)
    assert isinstance(law[40], Fraction)
    assert list(law) == [31]
    assert law.domain == tuple(range(31, 41))
    with pytest.raises(KeyError):
        law[30]
    with pytest.raises(OutcomeError, match="^30 is not an outcome; they are 31"):
        law[30]


def test_incomplete_coups():
    law = Distribution.of_coups({31: 1, 40: 2}, out_of=4, domain=range(31, 41))
    assert law[None] == Fraction(1, 4)
    assert law.domain[-1] is None
    for what in (law.mean, law.variance):
        with pytest.raises(ExactError, match=r"\.completed\(\)"):
            what()
    assert law.completed().mean() == 37
    # A coup that is complete for certain needs no condition.
    assert Distribution.of_coups({31: 1}, out_of=1).mean() == 31


def test_an_impossible_none_is_not_mapped():
    law = Distribution.of_coups({(1, 2): 1}, out_of=1)
    assert law.map(lambda pair: pair[0] + pair[1]) == {3: Fraction(1)}
    assert law.map(lambda pair: pair[0])[None] == 0


def test_to_sympy_and_decimal():
    law = Distribution({"a": Fraction(1, 3), "b": Fraction(2, 3)})
    assert law.to_sympy() == {"a": sympy.Rational(1, 3), "b": sympy.Rational(2, 3)}
    assert all(isinstance(p, sympy.Rational) for p in law.to_sympy().values())
    assert law.decimal(4) == {"a": "0.3333", "b": "0.6667"}


def test_html_shows_every_outcome():
    html = Distribution.of_coups({31: 1}, out_of=3)._repr_html_()
    assert "0.3333333333" in html
    assert "<td>none</td>" in html
    assert "<b>" not in Distribution.from_weights({"<b>": 1})._repr_html_()


def test_a_distribution_survives_pickling():
    assert pickle.loads(pickle.dumps(DIE)) == DIE


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Distribution({1: Fraction(1, 2)}), "probabilities: they sum to 1/2"),
        (lambda: Distribution(None), "probabilities: got None"),
        (lambda: Distribution([1, 2]), r"probabilities: got \[1, 2\]"),
        (lambda: Distribution({}), "probabilities: they sum to 0"),
        (lambda: Distribution({1: 0.5, 2: 0.5}), "probability of 1: got 0.5"),
        (lambda: Distribution({1: Fraction(3, 2), 2: Fraction(-1, 2)}), "weight of 2: got -1"),
        (lambda: Distribution.from_weights({1: 0}), "weights: they are all zero"),
        (lambda: Distribution.from_weights({1: 0.5}), "weight of 1: got 0.5"),
        (lambda: Distribution.of_coups({1: 3}, out_of=2), "weight of None: got -1"),
        (lambda: DIE.given(lambda face: face > 6), "given: the event has probability zero"),
        (lambda: DIE.marginal(0), "marginal: got .*the outcome 1 has no such component"),
        (lambda: DIE.marginal(), "marginal: got"),
        (lambda: Distribution({"a": 1}).mean(), "mean: the outcome 'a' is not a number"),
        (lambda: DIE.decimal(0), "digits: got 0"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        make()
