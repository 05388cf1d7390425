"""Speed of rouge et noir and trente et quarante, beside the peers in the same run.

Run with ``python -m pytest tests/benchmarks/bench_rouge_et_noir.py`` once the extra ``bench`` is installed.
Nothing here asserts a time; each peer's answer is compared with ours, so that equal work is timed.
"""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from functools import cache

import pytest

from exact import Shoe
from exact.enumeration import law
from exact.games import rouge_et_noir
from exact.games.rouge_et_noir import closed_form, kernel
from exact.games.rouge_et_noir.rules import Row
from exact.packs import at_packs

SIX = Shoe.packs(6)
COUNTS = SIX.counts


def fresh(function):
    """The function with the kernels' caches emptied before each call."""

    def run(*arguments):
        kernel.row_weights.cache_clear()
        kernel.coup_weights.cache_clear()
        return function(*arguments)

    return run


def right(row) -> bool:
    """Whether a mapping is the law of a row from six packs."""
    expected = rouge_et_noir.row_totals(SIX)
    return all(Fraction(row[total]) == expected[total] for total in range(31, 41))


@pytest.mark.benchmark(group="row law, six packs")
def test_row_exact(benchmark):
    assert right(benchmark(fresh(rouge_et_noir.row_totals), SIX))


@pytest.mark.benchmark(group="row law, six packs")
def test_row_exact_literal_rules(benchmark):
    found = benchmark.pedantic(law, (Row(), SIX), rounds=1)
    assert right(found.completed().marginal(0))


@pytest.mark.benchmark(group="row law, six packs")
def test_row_icepool_exchangeable(benchmark):
    """The last card first, then icepool's deal of what lies before it, in any order."""
    icepool = pytest.importorskip("icepool")

    def row():
        found = dict.fromkeys(range(31, 41), Fraction(0))
        for last, count in enumerate(COUNTS, start=1):
            deck = icepool.Deck({v: n - (v == last) for v, n in enumerate(COUNTS, start=1)})
            for k in range(3, 31):
                before = deck.deal(k).sum()
                for total in range(31, 31 + last):
                    weight = before.quantity(total - last)
                    found[total] += Fraction(count * weight, SIX.size * before.denominator())
        return found

    assert right(benchmark.pedantic(row, rounds=1))


@pytest.mark.benchmark(group="row law, six packs")
def test_row_icepool_card_by_card(benchmark):
    icepool = pytest.importorskip("icepool")

    def row():
        @cache
        def go(total, counts):
            if total >= 31:
                return icepool.Die([total])
            after = {}
            outcomes, weights = [], []
            for v, n in enumerate(counts, start=1):
                if n:
                    after = (*counts[: v - 1], n - 1, *counts[v:])
                    outcomes.append(go(total + v, after))
                    weights.append(n)
            return icepool.Die(outcomes, times=weights)

        die = go(0, COUNTS)
        return {total: die.probability(total) for total in range(31, 41)}

    assert right(benchmark.pedantic(row, rounds=1))


@pytest.mark.benchmark(group="row law, six packs")
def test_row_dyce_card_by_card(benchmark):
    dyce = pytest.importorskip("dyce")
    evaluation = pytest.importorskip("dyce.evaluation")

    def row():
        @cache
        def go(total, counts):
            if total >= 31:
                return dyce.H({total: 1})
            return evaluation.aggregate_weighted(
                (go(total + v, (*counts[: v - 1], n - 1, *counts[v:])), n)
                for v, n in enumerate(counts, start=1)
                if n
            )

        found = go(0, COUNTS)
        return {total: Fraction(found[total], found.total) for total in range(31, 41)}

    assert right(benchmark.pedantic(row, rounds=1))


@pytest.mark.benchmark(group="joint law, six packs (no peer can)")
def test_joint_exact(benchmark):
    joint = benchmark.pedantic(fresh(rouge_et_noir.totals), (SIX,), rounds=3)
    assert joint[31, 31] == kernel.both_hit(SIX)


@pytest.mark.benchmark(group="other questions")
def test_both_hit(benchmark):
    assert benchmark(kernel.both_hit, SIX) == rouge_et_noir.totals(SIX)[31, 31]


@pytest.mark.benchmark(group="other questions")
def test_removal_effects(benchmark):
    effects = benchmark.pedantic(fresh(rouge_et_noir.removal_effects), (SIX,), rounds=1)
    assert len(effects) == 10


@pytest.mark.benchmark(group="other questions")
def test_closed_form_of_31(benchmark):
    def derive():
        closed_form.row_total.cache_clear()
        return closed_form.row_total(31)

    assert at_packs(benchmark.pedantic(derive, rounds=1), 6) == rouge_et_noir.row_totals(SIX)[31]


@pytest.mark.benchmark(group="the command")
@pytest.mark.parametrize("arguments", [["--help"], ["rouge-et-noir", "--question", "row"], ["verify"]])
def test_command(benchmark, arguments):
    done = benchmark.pedantic(
        subprocess.run,
        ([sys.executable, "-m", "exact", *arguments],),
        {"capture_output": True, "check": True},
        rounds=3,
    )
    assert done.stdout
