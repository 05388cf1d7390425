"""Speed of punto banco, beside icepool in the same run.

Run with ``python -m pytest tests/benchmarks/bench_punto_banco.py`` once the extra ``bench`` is installed.
Nothing here asserts a time; the peer's answer is compared with ours, so that equal work is timed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from exact import Shoe
from exact.enumeration import law
from exact.games import punto_banco
from exact.games.punto_banco import kernel
from exact.games.punto_banco.rules import START, step
from exact.tree import Settle

EIGHT = Shoe.packs(8)


def partly_dealt(number: int) -> list[Shoe]:
    """So many different shoes: eight packs, dealt down card by card in a fixed order."""
    shoes, shoe = [], EIGHT
    for k in range(number):
        if shoe.size < 100:
            shoe = EIGHT.without(*([1 + k % 10] * 3))
        cards = [points for points, _, _ in shoe.draws()]
        shoe = shoe.without(cards[(7 * k) % len(cards)])
        shoes.append(shoe)
    return shoes


@pytest.mark.benchmark(group="punto banco, one new shoe, counts")
def test_counts_exact(benchmark):
    benchmark(kernel.deals, [EIGHT])
    # Wizard of Odds, baccarat appendix 1.
    assert kernel.deals([EIGHT])[0] == (2292252566437888, 2230518282592256, 475627426473216)


@pytest.mark.benchmark(group="punto banco, one new shoe, counts")
def test_counts_icepool(benchmark):
    """Card by card, the mixtures and the exact weights left to icepool."""
    icepool = pytest.importorskip("icepool")

    def coup():
        @cache
        def go(position, counts):
            node = step(position)
            if isinstance(node, Settle):
                return icepool.Die([node.outcome.result])
            outcomes, weights = [], []
            for points, count in enumerate(counts, start=1):
                if count:
                    rest = (*counts[: points - 1], count - 1, *counts[points:])
                    outcomes.append(go(node.after.receive(points), rest))
                    weights.append(count)
            return icepool.Die(outcomes, times=weights)

        die = go(START, EIGHT.counts)
        return {result: die.probability(result) for result in punto_banco.RESULTS}

    assert benchmark.pedantic(coup, rounds=1) == dict(punto_banco.analyse(EIGHT).results)


@pytest.mark.benchmark(group="punto banco, the literal rules")
def test_literal_rules(benchmark):
    found = benchmark.pedantic(law, (START, EIGHT), rounds=1)
    results = {}
    for outcome, p in found.items():
        results[outcome.result] = results.get(outcome.result, Fraction(0)) + p
    assert results == dict(punto_banco.analyse(EIGHT).results)


@pytest.mark.benchmark(group="punto banco, 1,000 shoes")
def test_a_thousand_shoes(benchmark):
    shoes = partly_dealt(1000)
    found = benchmark(punto_banco.edges, shoes)
    assert found[500].deals == punto_banco.analyse(shoes[500]).deals


@pytest.mark.benchmark(group="punto banco, successive coups")
def test_two_coups_of_six_packs(benchmark):
    found = benchmark(punto_banco.successive, Shoe.packs(6), 2)
    assert found.coup(1) == found.coup(2)
