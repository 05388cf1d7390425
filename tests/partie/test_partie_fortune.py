"""The bank's fortune: each answer a second way, by all orders of a small shoe, all results, or the referee."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact import Distribution, ExactError, Shoe
from exact.enclosure import Enclosure
from exact.games import chemin_de_fer, punto_banco
from exact.games.punto_banco.succession import by_recursion
from exact.partie import fortune
from exact.partie.dealing import Sabot, deal
from exact.partie.fortune import CoupLaw
from exact.partie.fortune.ruin import _Walk
from exact.partie.fortune.wins import standing_of
from partie_scripts import replayed
from shoes import arrangements, number_of_arrangements, shoe_of

SIX = Shoe.packs(6)
FIVE_PERCENT = Fraction(1, 20)


def laws():
    """Random laws of a coup."""
    return st.tuples(*[st.integers(1, 9)] * 3).map(lambda w: CoupLaw(*(Fraction(one, sum(w)) for one in w)))


# -------------------------------------------------------------------------------- a coup


def test_the_law_of_a_coup():
    drawn = fortune.coup_law(SIX)
    # Six packs, every volonté case drawn: punto banco. Wizard of Odds: 0.458653, 0.446279, 0.095069 for six decks.
    assert [round(float(p), 6) for p in (drawn.won, drawn.lost, drawn.void)] == [0.458653, 0.446279, 0.095069]
    at_equilibrium = fortune.coup_law(SIX, "equilibrium")
    assert at_equilibrium.gain(Fraction(0)) == chemin_de_fer.solve(SIX).value
    assert drawn.gain(FIVE_PERCENT) == -punto_banco.analyse(SIX).edge["banco"]
    with pytest.raises(ExactError, match="^play: got 'wild'"):
        fortune.coup_law(SIX, "wild")
    for bad in ((1, 1, -1), (Fraction(1, 2), Fraction(1, 4), Fraction(1, 8))):
        with pytest.raises(ExactError, match="^law: "):
            CoupLaw(*map(Fraction, bad))
    with pytest.raises(ExactError, match="^void: every coup"):
        fortune.pass_after(CoupLaw(Fraction(0), Fraction(0), Fraction(1)), 2)


# --------------------------------------------------------------------- consecutive wins


def test_wins_by_all_orders_of_a_shoe():
    shoe = shoe_of([3] * 2 + [6] * 3 + [10] * 7)
    counted = Counter()
    for cards in arrangements(shoe):
        results, sabot = [], Sabot(cards, behind=0)
        for _ in range(2):
            done = deal(sabot, {})
            results.append({"banker": "banco", "ponte": "punto", "en cartes": "tie"}[done.result])
            sabot = done.sabot
        counted[standing_of(tuple(results))] += 1
    assert fortune.wins(shoe, coups=2).standing == Distribution.from_weights(counted)


def test_a_shoe_that_may_run_out():
    with pytest.raises(ExactError, match="^shoe: its 11 cards may run out before 2 coups"):
        fortune.wins(shoe_of([10] * 11), coups=2)


@settings(max_examples=4)
@given(st.lists(st.sampled_from([3, 6, 8, 10]), min_size=12, max_size=13).map(shoe_of))
def test_wins_by_the_rules_as_a_tree(shoe):
    found = fortune.wins(shoe, coups=2)
    results = by_recursion(shoe, 2)
    assert found.standing == results.map(standing_of)
    assert found.all_won[1] == results["banco", "banco"]


def test_standings_by_hand():
    assert standing_of(("banco", "tie", "banco")) == (2, True)
    assert standing_of(("tie", "punto", "banco")) == (0, False)
    assert standing_of(("banco", "banco", "punto")) == (2, False)
    assert standing_of(()) == (0, True)


def test_wins_from_six_packs():
    two = fortune.wins(SIX, coups=2)
    law, joint = two.law, punto_banco.successive(SIX, 2).results
    assert two.all_won == (law.won, joint["banco", "banco"])
    assert two.all_won_error(2) == law.won**2 - joint["banco", "banco"] != 0
    assert two.standing[1, True] == joint["banco", "tie"] + joint["tie", "banco"]
    assert two.standing[0, False] == law.lost + joint["tie", "punto"]
    assert sum(two.error(*standing) for standing in two.standing.domain) == 0
    # A bank still held with no win may win later or not.
    assert two.at_least(1) == Enclosure(
        law.won + joint["tie", "banco"], law.won + joint["tie", "banco"] + joint["tie", "tie"]
    )
    assert two.at_least(0) == 1
    gained = two.expected(lambda won, held: fortune.growth(won) if held else Fraction(0))
    assert gained[0] == sum(p * Fraction(39, 20) ** won for (won, held), p in two.standing.items() if held)
    assert "0.210361607" in two.explain()
    with pytest.raises(ExactError, match="^coups: got 3; the first 2"):
        two.all_won_error(3)


@pytest.mark.parametrize("cover", ["full", "flat"])
@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_passing_the_hand_from_one_shoe_by_all_results(k, cover):
    shoe = shoe_of([3] * 2 + [6] * 3 + [10] * 7)
    found = fortune.wins(shoe, coups=2)
    expected = Fraction(0)
    for results, probability in punto_banco.successive(shoe, 2).results.items():
        bank, aside, won = Fraction(1), Fraction(0), 0
        for result in results:
            if won == k:
                break
            stake = bank if cover == "full" else Fraction(1)
            aside, bank = aside + bank - stake, stake
            won += result == "banco"
            bank += {"banco": Fraction(9, 10), "tie": 0, "punto": -1}[result] * stake
            if result == "punto":
                break
        expected += probability * (bank + aside)
    assert found.passing(k, "10%", cover)[0] == expected


def test_with_replacement_the_coups_are_independent():
    found = fortune.wins(Shoe.packs(1, replacement=True), coups=4)
    assert found.standing == found.independent
    assert not any(found.error(*standing) for standing in found.standing.domain)
    q = found.law.decided
    # Decided coups are won independently: at least one win has the probability q, which the coups enclose.
    for won in (1, 2, 3):
        assert found.at_least(won).contains(q**won)


# ----------------------------------------------------------------------------- policies

PARTIE = """game = "chemin de fer"
minimum = 100
seats = { Anna = 100, Bert = 1000000 }
play = [
"""


def by_the_referee(law, wins, cover):
    """What Anna has for each 100 she put up: every sequence of decided coups, replayed by the referee."""
    found, taxes = Counter(), Fraction(0)
    for results in product(("banker", "ponte"), repeat=wins):
        if "ponte" in results and results.index("ponte") < wins - 1:
            results = results[: results.index("ponte") + 1]
            weight = prod(law.decided if one == "banker" else 1 - law.decided for one in results)
            if results in found:
                continue
        else:
            weight = prod(law.decided if one == "banker" else 1 - law.decided for one in results)
        words = ["Anna opens 100"]
        for result in results:
            words += [
                "Bert banco" if cover == "full" else "Bert stakes 100",
                ": rien ne va plus",
                f"= {result}",
            ]
            words += ["Anna keeps"] if result == "banker" else []
        if results[-1] == "banker":
            words[-1] = "Anna la main passe"
        state = replayed(PARTIE, *words).state
        found[results] = (weight, state.purses[0] / 100, state.house / 100)
    fortunes = Counter()
    for weight, fortune_, tax in found.values():
        fortunes[fortune_] += weight
        taxes += weight * tax
    return fortunes, taxes


@pytest.mark.parametrize("cover", ["full", "flat"])
@pytest.mark.parametrize("wins", [1, 2, 3, 4])
def test_pass_after_by_the_referee(wins, cover):
    law = fortune.coup_law(SIX)
    policy = fortune.pass_after(law, wins, cover=cover)
    fortunes, taxes = by_the_referee(law, wins, cover)
    assert policy.fortune == Distribution(fortunes)
    assert policy.expected_tax == taxes


@given(laws(), st.integers(1, 8), st.fractions(0, Fraction(1, 2), max_denominator=20))
def test_pass_after_in_closed_form(law, wins, tax):
    q = law.decided
    full, flat = (fortune.pass_after(law, wins, tax, cover) for cover in ("full", "flat"))
    assert full.success == flat.success == q**wins
    assert full.expected_fortune == (q * (2 - tax)) ** wins
    decided = sum(q**k for k in range(wins))
    assert flat.expected_gain == decided * (q * (1 - tax) - (1 - q))
    assert flat.expected_tax == decided * q * tax
    # Void coups: each decided coup takes 1 / P(decided) coups on average.
    assert full.coups == decided / (1 - law.void)
    # What the pontes lose does not depend on the tax when the stakes do not.
    untaxed = fortune.pass_after(law, wins, 0, "flat")
    assert flat.expected_before_tax == untaxed.expected_gain
    if flat.tax_share is not None:
        assert flat.tax_share == flat.expected_tax / untaxed.expected_gain
    assert min(full.fortune) == 0


def test_growth():
    # The document: a win of 0.95; so 1.95 ** k, or 1 + 0.95 k.
    assert [fortune.growth(k) for k in range(4)] == [
        1,
        Fraction(39, 20),
        Fraction(1521, 400),
        Fraction(59319, 8000),
    ]
    assert [fortune.growth(k, cover="flat") for k in range(3)] == [1, Fraction(39, 20), Fraction(29, 10)]
    assert fortune.growth(3, commission=0) == 8
    for arguments, message in (
        ((-1,), "won: "),
        ((1, "100%"), "commission: "),
        ((1, "5%", "half"), "cover: "),
        ((1, 0.05), "commission: "),
    ):
        with pytest.raises(ExactError, match=f"^{message}got "):
            fortune.growth(*arguments)
    long = CoupLaw(Fraction(2**80 - 1, 2**81), Fraction(2**79, 2**81), Fraction(2**79 + 1, 2**81))
    with pytest.raises(ExactError, match="^wins: got 199; its fractions"):
        fortune.pass_after(long, 199)
    with pytest.raises(ExactError, match="^coups: got 10; at most 9"):
        fortune.wins(Shoe.packs(1, replacement=True), 10)
    with pytest.raises(ExactError, match="^wins: got 201"):
        fortune.pass_after(fortune.coup_law(SIX), 201)


# -------------------------------------------------------------------------------- taxes


def test_the_tax_of_six_packs():
    found = fortune.tax_of_shoe(SIX)
    # 305 cards before the carte d'arrêt: 50 coups of six leave five of them; 76 of four leave one.
    assert (found.certain, found.most) == (51, 77)
    assert found.per_coup == fortune.coup_law(SIX).won / 20
    assert found.total == Enclosure(51 * found.per_coup, 51 * found.per_coup + Fraction(26, 20))
    assert fortune.tax_of_shoe(SIX, burnt=5).certain == 51
    assert fortune.tax_of_shoe(SIX, burnt=6).certain == 50
    for arguments, message in (
        ((Shoe.packs(1, replacement=True),), "shoe: with replacement"),
        ((SIX, "5%", 4), "behind: with 4 cards"),
        ((shoe_of([1] * 6),), "behind: with 7 cards"),
        ((SIX, 0.05), "commission: got 0.05"),
        ((SIX, "5%", 7, 306), "behind: with 7 cards"),
    ):
        with pytest.raises(ExactError, match=f"^{message}"):
            fortune.tax_of_shoe(*arguments)


@pytest.mark.parametrize("cards", [[5] * 5 + [9] * 9, [2] * 5 + [7] * 8, [4] * 2 + [6] * 2 + [10] * 9])
def test_the_tax_of_a_small_shoe_by_all_orders(cards):
    shoe = shoe_of(cards)
    found = fortune.tax_of_shoe(shoe)
    lengths, taxes = set(), Counter()
    orders = number_of_arrangements(shoe)
    for order in arrangements(shoe):
        sabot, coups = Sabot(order), 0
        while not sabot.ended:
            done = deal(sabot, {})
            sabot, coups = done.sabot, coups + 1
            taxes[coups] += done.result == "banker"
        lengths.add(coups)
    assert found.certain <= min(lengths)
    assert max(lengths) <= found.most
    for coup in range(1, found.certain + 1):
        assert Fraction(taxes[coup], orders) / 20 == found.per_coup
    total = Fraction(sum(taxes.values()), orders) / 20
    assert found.total.contains(total) if isinstance(found.total, Enclosure) else found.total == total


# ------------------------------------------------------------------------- banco double


@given(laws(), st.fractions(Fraction(1, 9), 9), st.fractions(Fraction(1, 9), 20))
def test_banco_double_changes_nothing_per_unit(law, bank, stakes):
    found = fortune.double(law, bank, stakes)
    assert found.per_unit == (law.gain(FIVE_PERCENT),) * 2
    covered = fortune.double(law, bank)
    assert covered.alone == covered.together
    assert covered.staked_together == bank


def test_banco_double_by_the_referee():
    head = PARTIE.replace("Anna = 100", "Anna = 100, Cora = 100")
    for stakes in (150, 200):
        for result, wanted in (("banker", 1), ("ponte", -1), ("en cartes", 0)):
            state = replayed(
                head,
                "Anna opens 100",
                "Cora banco double",
                f"Bert stakes {stakes}",
                ": rien ne va plus",
                f"= {result}",
                *([": end"] if result != "ponte" else []),
            ).state
            gain = {1: Fraction(19, 20), -1: Fraction(-1), 0: Fraction(0)}[wanted] * stakes / 2
            assert [state.purses[0] - 100, state.purses[1] - 100] == [gain, gain]
            found = fortune.double(CoupLaw(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), 100, stakes)
            assert gain in found.together
    for arguments, name in (((0,), "bank"), ((1, 0), "stakes")):
        with pytest.raises(ExactError, match=f"^{name}: got '0'"):
            fortune.double(fortune.coup_law(SIX), *arguments)


# --------------------------------------------------------------------------------- ruin


@given(laws(), st.integers(1, 6), st.integers(1, 6))
def test_gamblers_ruin(law, capital, more):
    # The classical formula for steps of one unit, void coups making no difference.
    gain = fortune.gains(law, commission=0)
    r, target = law.lost / law.won, capital + more
    expected = Fraction(more, target) if r == 1 else (r**capital - r**target) / (1 - r**target)
    found = fortune.ruin(gain, capital, target=target)
    assert found.ruined == expected
    assert found.reached == 1 - expected
    assert fortune.ruin(gain, capital).ruined == (1 if r >= 1 else r**capital)


@settings(max_examples=20)
@given(laws(), st.integers(4, 12), st.integers(1, 8))
def test_ruin_is_the_mean_of_what_comes_next(law, quarters, more):
    # A tax of a quarter: capitals are multiples of 1/4; below one unit the stake cannot be held.
    gain, capital = fortune.gains(law, commission="1/4"), Fraction(quarters, 4)
    target = capital + Fraction(more, 4)

    def ruined(at):
        if at < 1:
            return Fraction(1)
        return Fraction(0) if at >= target else fortune.ruin(gain, at, target=target).ruined

    assert ruined(capital) == sum(p * ruined(capital + step) for step, p in gain.items())
    # Ever more coups come ever nearer to it from below.
    after = [fortune.ruin(gain, capital, target=target, coups=coups) for coups in (1, 4, 16)]
    assert [one.ruined for one in after] == sorted(one.ruined for one in after)
    assert after[-1].ruined <= ruined(capital) <= after[-1].ruined + after[-1].playing
    assert all(one.ruined + one.reached + one.playing == 1 for one in after)


@settings(max_examples=20)
@given(laws(), st.integers(2, 9), st.integers(1, 5))
def test_ruin_after_some_coups_by_all_results(law, halves, coups):
    gain = fortune.gains(law, commission="1/2")
    start, target = Fraction(halves, 2), Fraction(halves, 2) + 1
    counted = Counter()
    for steps in product(gain.items(), repeat=coups):
        capital, ending = start, "playing"
        for step, _ in steps:
            if capital < 1:
                ending = "ruined"
            elif capital >= target:
                ending = "reached"
            else:
                capital += step
        ending = "ruined" if capital < 1 else "reached" if capital >= target else "playing"
        counted[ending] += prod(p for _, p in steps)
    found = fortune.ruin(gain, start, target=target, coups=coups)
    assert (found.ruined, found.reached, found.playing) == tuple(
        counted[name] for name in ("ruined", "reached", "playing")
    )


def test_ruin_without_end_is_enclosed():
    # Steps +2 and -1 with one half each: x = (x**3 + 1) / 2 has the root (sqrt(5) - 1) / 2, and ruin is exactly 0.
    gain = Distribution({Fraction(2): Fraction(1, 2), Fraction(-1): Fraction(1, 2)})
    for capital in (1, 2, 5):
        bounds = fortune.ruin(gain, capital).ruined
        fibonacci = [Fraction(75025, 121393), Fraction(46368, 75025)]  # on both sides of the root
        assert bounds.lower < max(fibonacci) ** capital
        assert bounds.upper > min(fibonacci) ** capital
        assert bounds.width < Fraction(1, 10**9)
    # With a tax of 1.25 % the banker of chemin de fer gains; targets give lower bounds.
    law = fortune.coup_law(SIX)
    taxed = fortune.gains(law, commission="1.25%")
    bounds = fortune.ruin(taxed, 2).ruined
    assert taxed.mean() > 0
    after = fortune.ruin(taxed, 2, coups=150)
    assert after.ruined <= bounds.upper
    assert bounds.lower <= after.ruined + after.playing
    assert bounds.width < Fraction(1, 60)
    never = fortune.ruin(taxed, 2).reached
    assert (never.lower, never.upper) == (1 - bounds.upper, 1 - bounds.lower)
    # With 5 % he loses: ruin is certain.
    assert fortune.ruin(fortune.gains(law), 1000).ruined == 1
    assert fortune.ruin(fortune.gains(law), Fraction(1, 2), target=2).ruined == 1
    assert fortune.ruin(fortune.gains(law), Fraction(1, 2), coups=3).ruined == 1


def test_a_fraction_that_is_too_long_is_enclosed():
    gain = fortune.gains(fortune.coup_law(SIX))
    long = fortune.ruin(gain, 10, target=15, coups=400)
    for found in (long.ruined, long.reached, long.playing):
        assert found.width == Fraction(1, 10**30)
    assert long.ruined.lower + long.reached.lower + long.playing.lower <= 1
    assert long.ruined.upper + long.reached.upper + long.playing.upper >= 1
    # It lies between what fewer coups give and what they leave open.
    before = fortune.ruin(gain, 10, target=15, coups=300)
    assert before.ruined < long.ruined.lower
    assert long.ruined.upper < before.ruined + before.playing
    assert "is ruined with probability from 0." in long.explain()


def test_the_walk_is_on_the_coarsest_lattice():
    walk = _Walk({19: Fraction(1, 2), -20: Fraction(1, 2)}, 25, 20)
    assert walk.after(1, None) == (Fraction(1, 2), 0, Fraction(1, 2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"capital": 0}, "capital: got '0'"),
        ({"capital": 5, "target": 5}, "target: got '5'"),
        ({"capital": 5, "coups": 0}, "coups: got 0"),
        ({"capital": 5, "coups": 501}, "coups: got 501"),
        ({"capital": 5, "target": 50}, "target: it takes 980 possible capitals"),
        ({"capital": 0.5}, "capital: got 0.5"),
    ],
)
def test_ruin_refuses(arguments, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        fortune.ruin(fortune.gains(fortune.coup_law(SIX)), **arguments)
    with pytest.raises(ExactError, match="^gain: a bank that never loses"):
        fortune.ruin(Distribution({Fraction(1): Fraction(1)}), 1)
    with pytest.raises(ExactError, match="^stake: got '0'"):
        fortune.gains(fortune.coup_law(SIX), stake=0)


# ----------------------------------------------------------------------------- tableaux


def two_by_hand(cards):
    """A coup against two tableaux, dealt from an order of cards by the model's sentences; no code of the package."""
    deck = list(cards)
    hands = [[deck[0], deck[3]], [deck[1], deck[4]], [deck[2], deck[5]]]
    del deck[:6]
    points = [sum(hand) % 10 for hand in hands]
    right_naturel, left_naturel, bank_naturel = (p >= 8 for p in points)
    if not (bank_naturel or (right_naturel and left_naturel)):
        thirds = [None, None]
        for side, has_naturel in ((0, right_naturel), (1, left_naturel)):
            if not has_naturel and points[side] <= 5:
                thirds[side] = deck.pop(0)
                hands[side].append(thirds[side])
        seen = thirds[1] if right_naturel else thirds[0]
        draws = {
            0: True, 1: True, 2: True, 3: seen != 8, 4: seen not in (1, 8, 9, 10), 5: seen in (4, 5, 6, 7, None),
            6: seen in (6, 7), 7: False,
        }[points[2]]  # fmt: skip
        if draws:
            hands[2].append(deck.pop(0))
    finals = [sum(hand) % 10 for hand in hands]
    results = []
    for own, has_naturel in ((finals[0], right_naturel), (finals[1], left_naturel)):
        # A naturel is settled at once, against the banker's first two cards.
        bank = points[2] if has_naturel else finals[2]
        results.append("banker" if bank > own else "ponte" if own > bank else "en cartes")
    return tuple(results)


@pytest.mark.parametrize(
    "cards", [[2] * 3 + [3] * 3 + [9] * 4, [1] * 3 + [5] * 3 + [6] * 4, [4] * 4 + [8] * 2 + [10] * 5]
)
def test_two_tableaux_by_all_orders(cards):
    shoe = shoe_of(cards)
    counted = Counter(two_by_hand(order) for order in arrangements(shoe))
    assert fortune.two_tableaux_law(shoe) == Distribution.from_weights(counted)


def test_two_tableaux_with_replacement_by_all_draws():
    # Two kinds of cards: nine draws, 2 ** 9 sequences with their weights.
    shoe = Shoe([0, 0, 0, 2, 0, 0, 3, 0, 0, 0], replacement=True)
    counted = Counter()
    for cards in product((4, 7), repeat=9):
        counted[two_by_hand(cards)] += prod({4: 2, 7: 3}[card] for card in cards)
    assert fortune.two_tableaux_law(shoe) == Distribution.from_weights(counted)


@pytest.mark.parametrize("shoe", [Shoe.packs(1, replacement=True), shoe_of([4] * 4 + [8] * 2 + [10] * 5)])
def test_the_tableau_that_the_banker_heeds_has_the_law_of_chemin_de_fer(shoe):
    # The left tableau takes no part in what happens between the right one and the banker.
    right = fortune.two_tableaux_law(shoe).map(lambda pair: pair[0])
    law = fortune.coup_law(shoe)
    assert right == Distribution({"banker": law.won, "ponte": law.lost, "en cartes": law.void})


def pairs():
    names = list(product(("banker", "ponte", "en cartes"), repeat=2))
    return (
        st.lists(st.integers(0, 5), min_size=9, max_size=9)
        .filter(any)
        .map(lambda weights: Distribution.from_weights(dict(zip(names, weights, strict=True))))
    )


@given(pairs(), st.fractions(0, 9), st.fractions(Fraction(1, 9), 9))
def test_variance_and_covariance(results, right, left):
    found = fortune.tableaux(results, (right, left))
    assert found.gross.variance() == found.independent_variance + 2 * right * left * found.covariance
    assert found.gain.mean() == found.gross.mean() - found.expected_tax
    assert found.expected_tax <= found.expected_tax_apart
    swapped = fortune.tableaux(results.map(lambda pair: pair[::-1]), (left, right))
    assert swapped.gross == found.gross
    assert swapped.covariance == found.covariance


def test_independent_tableaux_have_no_covariance():
    one = {"banker": Fraction(1, 2), "ponte": Fraction(1, 3), "en cartes": Fraction(1, 6)}
    both = {(a, b): p * q for a, p in one.items() for b, q in one.items()}
    assert fortune.tableaux(both).covariance == 0


BANQUE = """game = "baccara banque"
minimum = 100
right = { Anna = 100000 }
left = { Bert = 100000, Cora = 100000 }
house = { tax_on = "gain" }
play = [
"""


def test_the_gain_of_a_coup_by_the_referee():
    for pair in product(("banker", "ponte", "en cartes"), repeat=2):
        found = fortune.tableaux({pair: Fraction(1)}, (1000, 400))
        words = ("Cora bids 2000", ": adjugé", "Anna stakes 1000 on right", "Bert stakes 400 on left")
        settled = replayed(BANQUE, *words, ": rien ne va plus", f"= {pair[0]}, {pair[1]}").coups[0].settled
        assert found.gain.mean() == settled.bank_gain
        assert found.expected_tax == settled.tax
    # The document: the tax is on the difference; 2 % of 600, not of 1000.
    against_the_higher = fortune.tableaux({("banker", "ponte"): Fraction(1)}, (1000, 400))
    assert (against_the_higher.expected_tax, against_the_higher.expected_tax_apart) == (12, 20)


def test_ruin_against_both_tableaux():
    # A bank of 2 against a unit on each: ruined at once only if it loses both; with one capital there is but one coup.
    results = {
        ("banker", "banker"): Fraction(1, 2),
        ("ponte", "ponte"): Fraction(1, 4),
        ("banker", "ponte"): Fraction(1, 4),
    }
    gain = fortune.tableaux(results, tax=0).gross
    assert fortune.ruin(gain, 2, coups=1).ruined == Fraction(1, 4)
    # Steps +2, -2: gambler's ruin with the ratio 1/2.
    assert fortune.ruin(gain, 4).ruined == Fraction(1, 4)


def test_tableaux_refuse():
    with pytest.raises(ExactError, match="^results: got "):
        fortune.tableaux({("banco", "punto"): Fraction(1)})
    with pytest.raises(ExactError, match="^stakes: got 0 and 0"):
        fortune.tableaux({("banker", "ponte"): Fraction(1)}, (0, 0))
    with pytest.raises(ExactError, match="^shoe: got 8 cards"):
        fortune.two_tableaux_law(shoe_of([1] * 8))
    with pytest.raises(ExactError, match="^shoe: it is too large"):
        fortune.two_tableaux_law(SIX)
