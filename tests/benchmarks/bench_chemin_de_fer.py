"""Speed of chemin de fer, beside Gambit in the same run.

Run with ``python -m pytest tests/benchmarks/bench_chemin_de_fer.py`` once the extra ``bench`` is installed;
Gambit's rational linear program takes most of a minute. Nothing here asserts a time; the peer's answer is
compared with ours, so that equal work is timed.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from exact import Shoe
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer import game, kernel

INFINITE = Shoe.packs(1, replacement=True)
SIX = Shoe.packs(6)
#: Baccara points of a card drawn with replacement.
CARD = {0: Fraction(4, 13)} | {points: Fraction(1, 13) for points in range(1, 10)}
PAIR = {total: sum((CARD[a] * CARD[(total - a) % 10] for a in range(10)), Fraction(0)) for total in range(10)}


def fresh(function):
    """The function with all caches emptied before each call."""

    def run(*arguments, **named):
        for module in (game, kernel):
            for member in vars(module).values():
                if hasattr(member, "cache_clear"):
                    member.cache_clear()
        return function(*arguments, **named)

    return run


@pytest.mark.benchmark(group="totals, with replacement, certificate included")
def test_totals_exact(benchmark):
    found = benchmark(fresh(chemin_de_fer.solve), INFINITE)
    assert found.certificate.zero_sum
    # Kemeny and Snell (1957).
    assert found.value == Fraction(679568, 53094899)


@pytest.mark.benchmark(group="totals, with replacement, certificate included")
def test_totals_gambit_rational(benchmark):
    """Gambit's linear program in rationals, on the tree of totals: two chance moves, and payoffs expected
    over the banker's own third card."""
    gambit = pytest.importorskip("pygambit")
    tree = gambit_tree(gambit)
    result = benchmark.pedantic(gambit.nash.lp_solve, (tree,), {"rational": True}, rounds=1)
    (profile,) = result.equilibria
    assert Fraction(str(profile.payoff("banker"))) == Fraction(679568, 53094899)


def gambit_tree(gambit):
    """Chemin de fer by totals with replacement, the ponte free on five, the banker everywhere."""
    tree = gambit.Game.new_tree(players=["ponte", "banker"])
    ponte, banker, chance = tree.players["ponte"], tree.players["banker"], tree.players.chance
    infosets: dict[object, object] = {}

    def settle(node, gain):
        payoff = gambit.Rational(gain.numerator, gain.denominator)
        tree.set_outcome(node, tree.add_outcome(f"outcome {len(tree.outcomes)}", [-payoff, payoff]))

    def choose(node, player, name):
        if name in infosets:
            tree.append_infoset(node, infosets[name])
        else:
            tree.append_move(node, player, ["stand", "draw"])
            infosets[name] = node.infoset

    def deal(node, law):
        tree.append_move(node, chance, [str(outcome) for outcome in law])
        probabilities = [gambit.Rational(p.numerator, p.denominator) for p in law.values()]
        tree.set_chance_probs(node.infoset, probabilities)
        return zip(law, node.children, strict=True)

    def banker_acts(node, total, own, third):
        choose(node, banker, ("banker", own, third))
        stands, draws = node.children
        settle(stands, Fraction((own > total) - (own < total)))
        drawn = sum(
            (p * (((own + c) % 10 > total) - ((own + c) % 10 < total)) for c, p in CARD.items()), Fraction(0)
        )
        settle(draws, drawn)

    def ponte_draws(node, total, own):
        for card, child in deal(node, CARD):
            banker_acts(child, (total + card) % 10, own, card)

    both = {(a, b): PAIR[a] * PAIR[b] for a in range(10) for b in range(10)}
    for (total, own), node in deal(tree.root, both):
        if max(total, own) >= 8:
            settle(node, Fraction((own > total) - (own < total)))
        elif total == 5:
            choose(node, ponte, "ponte 5")
            stands, draws = node.children
            banker_acts(stands, total, own, None)
            ponte_draws(draws, total, own)
        elif total < 5:
            ponte_draws(node, total, own)
        else:
            banker_acts(node, total, own, None)
    return tree


@pytest.mark.benchmark(group="both know their cards, six packs, rules to certificate")
def test_both_exact(benchmark):
    found = benchmark(fresh(chemin_de_fer.solve), SIX, "both")
    assert found.certificate.zero_sum
    assert found.unique is True


@pytest.mark.benchmark(group="5 % tax, totals, with replacement, all equilibria")
def test_taxed_exact(benchmark):
    found = benchmark(fresh(chemin_de_fer.solve), INFINITE, commission="5%")
    assert found.certificate.holds
    # Ethier and Lee (2023): (9 - a)/(11 - 6a).
    assert found.ponte[5] == (9 - Fraction(1, 20)) / (11 - 6 * Fraction(1, 20))


@pytest.mark.benchmark(group="the tableau on trial, six packs")
@pytest.mark.parametrize("information", ["totals", "banker", "both"])
def test_audit(benchmark, information):
    found = benchmark.pedantic(fresh(chemin_de_fer.audit), (SIX, information), rounds=2)
    assert found.equilibrium == chemin_de_fer.solve(SIX, information)
