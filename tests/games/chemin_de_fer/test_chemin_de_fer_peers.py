"""The exported game, read and solved by Gambit and by OpenSpiel (the extra ``bench``; skipped without it)."""

from fractions import Fraction

import pytest

from exact import Shoe
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer.interchange import efg_file
from exact.games.chemin_de_fer.notation import infoset_from_text

SMALL = Shoe([0, 0, 0, 3, 2, 0, 0, 0, 0, 5])
SIX = Shoe.packs(6)


def of_the_file(e, player, name):
    """The probability of drawing that an equilibrium has in an infoset of the file."""
    _, holding, third = infoset_from_text(name)
    return e.ponte[holding] if player == "ponte" else e.banker[holding, third]


# ------------------------------------------------------------------------ Gambit, exactly


def read_by_gambit(text, path):
    gambit = pytest.importorskip("pygambit")
    path.write_text(text, "utf-8")
    return gambit, gambit.read_efg(str(path))


@pytest.mark.parametrize(
    ("information", "rules"),
    [("totals", "classical"), ("totals", "unrestricted"), ("banker", "classical"), ("both", "unrestricted")],
)
def test_gambit_solves_it_to_the_same_value(information, rules, tmp_path):
    e = chemin_de_fer.solve(SMALL, information, rules)
    gambit, game = read_by_gambit(efg_file(SMALL, information, rules), tmp_path / "small.efg")
    assert game.is_const_sum
    # Gambit's linear program, in rationals.
    found = gambit.nash.lp_solve(game, rational=True).equilibria
    assert found
    for profile in found:
        assert Fraction(str(profile.payoff("banker"))) == e.value
        assert Fraction(str(profile.payoff("ponte"))) == -e.value


@pytest.mark.parametrize("commission", ["0", "5%"])
def test_gambit_finds_no_regret_in_our_equilibrium_of_six_packs(commission, tmp_path):
    e = chemin_de_fer.solve(SIX, commission=commission)
    gambit, game = read_by_gambit(efg_file(SIX, commission=commission), tmp_path / "six.efg")
    profile = game.mixed_behavior_profile(rational=True)
    for player in game.players:
        for infoset in player.infosets:
            p = of_the_file(e, player.label, infoset.label)
            for action, share in (("draw", p), ("stand", 1 - p)):
                profile[infoset.actions[action]] = gambit.Rational(share.numerator, share.denominator)
    # Each side moves at most once, so no regret in any infoset is an equilibrium.
    infosets = [infoset for player in game.players for infoset in player.infosets]
    assert len(infosets) == 1 + 88
    assert all(profile.infoset_regret(infoset) == 0 for infoset in infosets)
    assert Fraction(str(profile.payoff("ponte"))) == -e.value
    assert Fraction(str(profile.payoff("banker"))) == e.banker_gain


# ------------------------------------------------------------------------ OpenSpiel, in floats


def read_by_openspiel(text, path):
    """OpenSpiel reads numerators and denominators of at most 31 bits, so it gets decimals."""
    spiel = pytest.importorskip("pyspiel")
    path.write_text(text, "utf-8")
    return spiel, spiel.load_game(f"efg_game(filename={path})")


def test_openspiel_confirms_value_and_equilibrium_of_six_packs(tmp_path):
    e = chemin_de_fer.solve(SIX)
    spiel, game = read_by_openspiel(efg_file(SIX, decimals=18), tmp_path / "six.efg")
    assert game.get_type().utility == spiel.GameType.Utility.ZERO_SUM
    draws = {}

    def visit(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            player = state.current_player()
            # The infoset's name is the last part of OpenSpiel's.
            name = state.information_state_string(player).split("-")[-1]
            actions = {state.action_to_string(player, action): action for action in state.legal_actions()}
            p = of_the_file(e, ("ponte", "banker")[player], name)
            draws[state.information_state_string(player)] = [
                (actions["stand"], float(1 - p)),
                (actions["draw"], float(p)),
            ]
        for action in state.legal_actions():
            visit(state.child(action))

    visit(game.new_initial_state())
    policy = spiel.TabularPolicy({name: list(mix) for name, mix in draws.items()})
    ponte, banker = spiel.expected_returns(game.new_initial_state(), policy, -1, False)
    # OpenSpiel's numbers are floats; what they lose in thousands of additions is far below this.
    assert banker == pytest.approx(float(e.value), abs=1e-12)
    assert ponte == pytest.approx(-float(e.value), abs=1e-12)
    assert spiel.nash_conv(game, policy) == pytest.approx(0, abs=1e-12)


def test_openspiel_solves_it_to_the_same_value(tmp_path):
    """By counterfactual regret: the value lies within the sum of what both could still gain."""
    e = chemin_de_fer.solve(SIX, rules="unrestricted")
    spiel, game = read_by_openspiel(efg_file(SIX, rules="unrestricted", decimals=18), tmp_path / "six.efg")
    solver = spiel.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    found = solver.tabular_average_policy()
    _, banker = spiel.expected_returns(game.new_initial_state(), found, -1, False)
    slack = spiel.nash_conv(game, found)
    assert 0 <= slack < 1e-3
    assert abs(banker - float(e.value)) <= slack
