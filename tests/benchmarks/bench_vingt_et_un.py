"""How long optimal play of vingt-et-un and trente-et-un takes, from the rules to the certificate.

Run: python -m pytest tests/benchmarks/bench_vingt_et_un.py. No peer solves these games; Gambit and OpenSpiel have no
exact method that reaches their size.
"""

import pytest

from exact import Shoe
from exact.games import trente_et_un, vingt_et_un
from exact.games.buying import solution

QUESTIONS = [
    (vingt_et_un, Shoe.packs(1, replacement=True), "closed"),
    (vingt_et_un, Shoe.packs(1, replacement=True), "unseen"),
    (trente_et_un, Shoe.packs(1, replacement=True), "closed"),
    (vingt_et_un, Shoe.packs(1), "closed"),
    (vingt_et_un, Shoe.packs(1), "unseen"),
    (vingt_et_un, Shoe.packs(2), "closed"),
]


@pytest.mark.parametrize(
    ("game", "shoe", "drawn"), QUESTIONS, ids=[f"{g.LIMIT}-{s!r}-{d}" for g, s, d in QUESTIONS]
)
def test_optimal_play(benchmark, game, shoe, drawn):
    def ask():
        solution._cached.cache_clear()
        return game.solve(shoe, drawn)

    found = benchmark.pedantic(ask, rounds=1, iterations=1)
    assert found.certificate.holds


@pytest.mark.parametrize("rule", [15, 16, 17])
def test_a_bound_banker_from_one_pack(benchmark, rule):
    found = benchmark.pedantic(lambda: vingt_et_un.against_rule(Shoe.packs(1), rule), rounds=1, iterations=1)
    assert 0 < found.value < 1
