"""Speed of baccara banque. No peer is known that solves it from a finite shoe; the kernel's deals are compared.

Run with ``python -m pytest tests/benchmarks/bench_baccara_banque.py`` once the extra ``bench`` is installed.
Nothing here asserts a time. The caches are emptied before each round, so the kernel is timed too.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact import Shoe
from exact.games import baccara_banque
from exact.games.baccara_banque import game, kernel

SIX = Shoe.packs(6)
PARTLY = SIX.without("9 9 9 8 8 A A 2 K K K")


def fresh():
    """Forget every shoe."""
    kernel.coups.cache_clear()
    game.game.cache_clear()


@pytest.mark.benchmark(group="baccara banque, six packs, the nine-card payoff tensor")
def test_kernel(benchmark):
    found = benchmark.pedantic(kernel.coups, [SIX], setup=fresh, rounds=5)
    # All ordered deals of nine cards from 312, each counted once for every pure play on five.
    assert found.denominator == 24935558376190439577600


@pytest.mark.parametrize("concept", ["nash", "independent", "correlated"])
@pytest.mark.parametrize("shoe", [SIX, PARTLY], ids=["six packs", "partly dealt"])
@pytest.mark.benchmark(group="baccara banque, a full solution, kernel and certificate included")
def test_solution(benchmark, shoe, concept):
    found = benchmark.pedantic(baccara_banque.solve, [shoe, concept], setup=fresh, rounds=3)
    assert found.certificate.holds


@pytest.mark.benchmark(group="baccara banque, with replacement")
def test_with_replacement(benchmark):
    shoe = Shoe.packs(1, replacement=True)
    found = benchmark.pedantic(baccara_banque.solve, [shoe], setup=fresh, rounds=3)
    # An independent exact computation, as the issue quotes it.
    assert found.value == Fraction(11138203216, 1283144424133)


@pytest.mark.benchmark(group="baccara banque, the conflict, six packs")
def test_conflict(benchmark):
    found = benchmark.pedantic(baccara_banque.conflict, [SIX], setup=fresh, rounds=3)
    assert found.cost_in_equilibrium > 0
