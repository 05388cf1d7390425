"""Chemin de fer for other programs: what the files say is the game of the rules, and its value."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from efg_reader import Efg
from exact import ExactError, Shoe
from exact.enumeration import expectation
from exact.games import chemin_de_fer
from exact.games.chemin_de_fer.drawing_rules import PRESETS, Rules
from exact.games.chemin_de_fer.interchange import efg_file, vipr_file
from exact.games.chemin_de_fer.notation import infoset_from_text
from exact.games.chemin_de_fer.record import infoset_text
from exact.games.chemin_de_fer.rules import BANKER, PONTE, Coup, Table
from published import KEMENY_SNELL_VALUE
from vipr_checker import Certificate

INFORMATION = ["totals", "banker", "both"]
ENDLESS = Shoe.packs(1, replacement=True)
BY_HAND = Rules.named("unrestricted").fixed(
    ponte={(0, 5): "stand", 3: "draw"}, banker={((0, 6), None): "draw"}
)


def small_shoes():
    """Shoes of six to ten cards of three values."""
    values = st.lists(st.sampled_from(range(10)), min_size=1, max_size=3, unique=True)
    cards = values.flatmap(lambda some: st.lists(st.sampled_from(some), min_size=6, max_size=10))
    return st.builds(
        lambda drawn, back: Shoe([drawn.count(v) for v in range(10)], replacement=back), cards, st.booleans()
    )


def infoset(player, name):
    """The infoset of a strategy that a file calls so."""
    side, holding, third = infoset_from_text(name)
    assert side == ("ponte", "banker")[player - 1]
    return holding if player == 1 else (holding, third)


def mixed(p):
    return {"draw": p, "stand": 1 - p}


def in_the_file(game, ponte, banker):
    """Two strategies by the names of the file."""
    return {
        (player, name): mixed((ponte, banker)[player - 1][infoset(player, name)])
        for player, name in game.infosets
    }


@settings(max_examples=40, deadline=None)
@given(
    small_shoes(),
    st.sampled_from(INFORMATION),
    st.sampled_from(PRESETS),
    st.sampled_from([Fraction(0), Fraction(1, 20)]),
    st.randoms(use_true_random=False),
)
def test_the_tree_is_that_of_the_literal_rules(shoe, information, rules, tax, random):
    game = Efg(efg_file(shoe, information, rules, tax))
    draws = {key: Fraction(random.randint(0, 4), 4) for key in game.infosets}
    played = [{}, {}]
    for (player, name), p in draws.items():
        played[player - 1][infoset(player, name)] = mixed(p)
    # The same strategies in the rules, card by card.
    start = Coup(Table(Rules.named(rules), information, tax))
    ponte, banker, _house = expectation(start, shoe, {PONTE: played[0], BANKER: played[1]})
    assert game.expectation({key: mixed(p) for key, p in draws.items()}) == (ponte, banker)


@settings(max_examples=25, deadline=None)
@given(small_shoes(), st.sampled_from(INFORMATION), st.sampled_from(PRESETS))
def test_the_optimum_is_that_of_the_file(shoe, information, rules):
    check_equilibrium(shoe, information, rules)


@pytest.mark.parametrize(
    ("shoe", "information", "rules", "commission"),
    [
        (ENDLESS, "totals", "classical", 0),
        (Shoe.packs(6), "totals", "classical", 0),
        (Shoe.packs(6), "totals", "tableau", "5%"),
        (Shoe.packs(1), "banker", "unrestricted", 0),
        (Shoe.packs(6).without("9 9 9 8 K K A"), "both", "tableau", 0),
        (Shoe([3, 0, 2, 2, 0, 4, 0, 2, 2, 6]), "both", BY_HAND, 0),
        (Shoe([6, 0, 0, 0, 0, 0, 0, 0, 2, 4]), "both", "classical", "1/3"),
    ],
)
def test_equilibria_of_real_shoes(shoe, information, rules, commission):
    e = check_equilibrium(shoe, information, rules, commission)
    if shoe == ENDLESS:
        assert e.value == KEMENY_SNELL_VALUE


def check_equilibrium(shoe, information, rules, commission=0):
    """Both strategies are best replies to each other in the file, exactly, and worth what we say."""
    e = chemin_de_fer.solve(shoe, information, rules, commission)
    game = Efg(efg_file(shoe, information, rules, commission))
    assert game.players == ("ponte", "banker")
    strategies = in_the_file(game, e.ponte, e.banker)
    assert game.expectation(strategies) == (-e.value, e.banker_gain)
    assert game.best_reply(1, strategies) == -e.value
    assert game.best_reply(2, strategies) == e.banker_gain
    # The infosets are the free ones, under the names that records give them.
    ponte = {infoset_text(own) for own in e.ponte if e.rules.at_ponte(own) == "free"}
    banker = {infoset_text(*cell) for cell in e.banker if e.rules.at_banker(*cell) == "free"}
    assert set(game.infosets) == {(1, name) for name in ponte} | {(2, name) for name in banker}
    assert all(actions == ("stand", "draw") for _, actions in game.infosets.values())
    named = {name for side in e.record().strategies.values() for name in (play["infoset"] for play in side)}
    assert ponte | banker <= named
    return e


def test_payoffs_are_those_of_the_results():
    game = Efg(efg_file(Shoe.packs(6), commission="5%"))
    assert dict(game.outcomes.values()) == {
        "banker wins": [-1, Fraction(19, 20)],
        "en cartes": [0, 0],
        "ponte wins": [1, -1],
    }
    assert "information totals, rules classical, tax 1/20" in game.title
    assert game.comment.startswith(f"{game.title}. Payoffs: units per unit staked. Chance moves are merged")


def test_the_ponte_declares_before_a_naturel_of_the_banker_is_seen():
    game = Efg(efg_file(Shoe.packs(6)))
    (hidden,) = [
        child
        for name, child in zip(game.root.actions, game.root.children, strict=True)
        if name == "5:naturel"
    ]
    assert (hidden.kind, hidden.name) == ("p", "5")
    assert [child.payoffs for child in hidden.children] == [(-1, 1), (-1, 1)]


@pytest.mark.parametrize("digits", [17, 30])
def test_rounded_probabilities_still_sum_to_one(digits):
    shoe = Shoe.packs(6)
    # The reader demands sums of one, exactly.
    exact, rounded = Efg(efg_file(shoe)), Efg(efg_file(shoe, decimals=digits))
    assert "NOT EXACT" in rounded.comment
    assert "NOT EXACT" not in exact.comment

    def pairs(one, other):
        yield from zip(one.chances, other.chances, strict=True)
        for a, b in zip(one.children, other.children, strict=True):
            yield from pairs(a, b)

    for a, b in pairs(exact.root, rounded.root):
        assert abs(a - b) < Fraction(1, 10**digits)
    with pytest.raises(ExactError, match="^decimals: got 1; more are needed"):
        efg_file(shoe, decimals=1)
    with pytest.raises(ExactError, match="^decimals: got 0; a whole number"):
        efg_file(shoe, decimals=0)


BAD = [
    ((Shoe([0] * 9 + [5]),), "^shoe: it has 5 cards"),
    ((Shoe.packs(1), "everything"), "^information: "),
    ((Shoe.packs(1), "totals", "free"), "^rules: "),
    ((Shoe.packs(1), "totals", BY_HAND), "^rules: they tell single hands of the ponte apart"),
    (("six packs",), "^shoe: "),
]


@pytest.mark.parametrize("write", [efg_file, vipr_file])
@pytest.mark.parametrize(("arguments", "message"), BAD)
def test_bad_input_is_refused(write, arguments, message):
    with pytest.raises(ExactError, match=message):
        write(*arguments)


def test_a_bad_tax_is_refused():
    with pytest.raises(ExactError, match="^commission: "):
        efg_file(Shoe.packs(1), commission=0.05)


# ------------------------------------------------------------------------ VIPR


def check_certificate(shoe, information, rules):
    e = chemin_de_fer.solve(shoe, information, rules)
    proof = Certificate(vipr_file(shoe, information, rules))
    assert proof.sense == "min"
    assert proof.lower == proof.upper == e.value
    assert (len(proof.solutions), proof.derived) == (1, 1)
    # The solution is the ponte's strategy.
    ((_, point),) = proof.solutions
    shown = {proof.names[v]: p for v, p in point.items() if proof.names[v].startswith("draw(")}
    free = {f"draw({infoset_text(own)})": e.ponte[own] for own in e.ponte if e.rules.at_ponte(own) == "free"}
    assert shown == {name: p for name, p in free.items() if p}
    # The multipliers of the slopes are the banker's.
    draws = {
        f"slope({infoset_text(*cell)})": e.banker[cell]
        for cell in e.banker
        if e.rules.at_banker(*cell) == "free"
    }
    assert {name for name, _, _, _ in proof.constraints if name.startswith("slope(")} == set(draws)
    return proof


@settings(max_examples=25, deadline=None)
@given(small_shoes(), st.sampled_from(INFORMATION), st.sampled_from(PRESETS))
def test_certificates_of_small_shoes(shoe, information, rules):
    check_certificate(shoe, information, rules)


@pytest.mark.parametrize(
    ("shoe", "information", "rules"),
    [
        (ENDLESS, "totals", "classical"),
        (ENDLESS, "both", "classical"),
        (Shoe.packs(6), "totals", "tableau"),
        (Shoe.packs(6), "both", "classical"),
        (Shoe.packs(1), "banker", "unrestricted"),
        (Shoe.packs(1), "both", BY_HAND),
    ],
)
def test_certificates_of_real_shoes(shoe, information, rules):
    proof = check_certificate(shoe, information, rules)
    if (shoe, information) == (ENDLESS, "totals"):
        assert proof.upper == KEMENY_SNELL_VALUE
        # By hand: 859/2288 and 9/11 are Kemeny and Snell's mixtures, drawing and standing on six.
        ((_, point),) = proof.solutions
        assert point[proof.names.index("draw(5)")] == Fraction(9, 11)


def test_a_certificate_that_is_changed_is_refused():
    text = vipr_file(ENDLESS)
    head, numbers = text.split("VER 1.0")
    body = "VER 1.0" + numbers
    Certificate(head + body)
    # Every fraction in turn: of the objective, the constraints, the value, the point, the multipliers.
    found = list(re.finditer(r"(?<= )-?[0-9]+/[0-9]+(?= |\n)", body))
    assert len(found) > 150
    accepted = []
    for match in found:
        changed = body[: match.start()] + str(Fraction(match[0]) + Fraction(1, 7)) + body[match.end() :]
        try:
            Certificate(head + changed)
        except AssertionError:
            continue
        accepted.append(body[: match.start()].rsplit("\n", 1)[1].split("(")[0].split(" ")[0])
    # What still proves something: another upper bound, and what both the proof and the point leave room for.
    assert set(accepted) <= {"RTP", "optimum", "slope"}
    assert accepted.count("RTP") == 1
