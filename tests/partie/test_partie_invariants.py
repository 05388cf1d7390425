"""Random parties of hundreds of coups: what must be true of every one of them, step by step."""

from fractions import Fraction
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from exact import partie
from exact.partie import Event, House, PartieError, Table
from exact.partie.dealing import Sabot, shuffled
from exact.partie.phases import PROCEDURES, beginning
from exact.partie.script import Line, Script
from exact.partie.state import RESULTS, State

HOUSES = (
    House(),
    House.of(rounding="down", unit=1, tax_on="gain"),
    House.of(rounding="up", unit=1, tax_on="capital", capital_tax="2.5%"),
    House.of(rounding="nearest", unit=5, tax_on="gain", refill=False),
    House.of(rounding="half to even", unit=1, tax_on="gain", commission="1/7"),
)
COUPS = 150


def table(rng, game):
    house = rng.choice(HOUSES)
    names = tuple("ABCDEF"[: rng.randint(3, 6)])
    right = rng.randint(1, len(names) - 1) if game == "baccara banque" else 0
    casino = game == "baccara banque" and rng.random() < 0.3
    return Table(game, names, Fraction(100), house, right, casino)


def beginning_of(rng, game):
    seats = table(rng, game)
    purses = tuple(Fraction(rng.randint(200, 20_000) * 5) for _ in range(seats.size + seats.casino))
    state = beginning(seats, purses)
    if game == "chemin de fer" and rng.random() < 0.4:
        sabot = Sabot(shuffled(rng.choice((1, 3)), rng.randint(0, 99)))
        return State(state.table, state.phase, state.purses, state.losses, sabot=sabot)
    return state


def amount_near(rng, state, seat):
    """An amount that is likely to be allowed, and now and then one that is not."""
    purse = state.purses[seat] if seat is not None else Fraction(1000)
    called = sum((call.amount for call in state.calls), Fraction(0))
    small = [Fraction(10), Fraction(100), Fraction(200), state.table.minimum]
    around = [*small, *small, state.bank, state.bank / 2, purse / 10, called - state.bank, state.garage]
    unit = state.table.house.unit or Fraction(1, 4)
    return max(unit, (rng.choice(around) * Fraction(rng.randint(1, 4), 4) // unit) * unit)


def random_event(rng, state):
    """Any announcement of the phase, by anybody who might make it; the end only rarely."""
    sayings = [says for says in PROCEDURES[state.table.game][state.phase] if says != "end"]
    weights = [
        4 if says in ("stakes", "opens", "keeps", "bids") else 2 if says == "rien ne va plus" else 1
        for says in sayings
    ]
    says = rng.choices(sayings, weights)[0]
    transition = PROCEDURES[state.table.game][state.phase][says]
    if transition.by == "croupier":
        seat = None
    elif transition.by == "banker" and rng.random() < 0.9:
        seat = None if state.banker == state.table.size else state.banker
    else:
        seat = rng.randrange(state.table.size)
    results = ()
    if "results" in transition.needs:
        if state.sabot is not None:
            results = (("", "dealt"),)
        elif state.table.game == "chemin de fer":
            results = (("", rng.choice((*RESULTS, "banker", "ponte"))),)
        else:
            results = tuple((on, rng.choice(RESULTS)) for on in ("right", "left"))
    return Event(
        says,
        seat,
        amount_near(rng, state, seat) if "amount" in transition.needs else None,
        rng.randrange(state.table.size) if "partner" in transition.needs else None,
        rng.choice(("right", "left", "à cheval")) if "tableau" in transition.needs else "",
        results,
        cards=shuffled(1, rng.randint(0, 99)) if says == "new shoe" else (),
    )


def play(seed, game, coups=COUPS):
    """The steps of a random partie: (state, event, step); what is refused as against the rules is left out."""
    rng = Random(seed)
    state = beginning_of(rng, game)
    start, steps = state, []
    for _ in range(60 * coups):
        if state.phase == "fin" or state.coups >= coups:
            break
        event = random_event(rng, state)
        try:
            step = partie.say(state, event)
        except PartieError:
            continue
        if step.state.phase == "fin" and rng.random() < 0.9995:
            continue
        steps.append((state, event, step))
        state = step.state
    return start, steps


def check_step(before, event, step):
    after, house = step.state, before.table.house
    check_way_on(after)
    assert after.total == before.total
    assert min(after.purses) >= 0
    assert after.bank >= 0 and after.garage >= 0
    assert after.house >= before.house
    if house.unit is not None:
        assert all(
            (money / house.unit).denominator == 1
            for money in (*after.purses, after.bank, after.garage, after.house)
        )
    if after.phase == "cartes" and before.phase != "cartes":
        check_admission(before, after, step)
    if step.settled is not None:
        check_settlement(before, after, step.settled)


#: What can be said in every state of a phase, so that the partie never gets stuck.
ALWAYS = {
    "la main": "declines",
    "mises": "rien ne va plus",
    "relance": "holds",
    "cartes": "coup",
    "décision": "keeps",
    "offre": "adjugé",
    "enchères": "adjugé",
    "fin du sabot": "end",
    "couverture": "gives up",
    "excédent": "holds",
    "sautée": "gives up",
}


def check_way_on(state):
    """There is always a way on."""
    if state.phase == "fin":
        assert partie.sayings(state) == ()
        return
    says = ALWAYS[state.phase]
    assert says in partie.sayings(state)
    by = PROCEDURES[state.table.game][state.phase][says].by
    seat = {"croupier": None, "seat": state.turn, "banker": state.banker}[by]
    if seat == state.table.size:
        seat = None
    results = ()
    if says == "coup":
        results = (
            (("", "banker"),)
            if state.table.game == "chemin de fer"
            else (("right", "ponte"), ("left", "ponte"))
        )
        if state.sabot is not None:
            results = (("", "dealt"),)
    partie.say(state, Event(says, seat, results=results))


def check_admission(before, after, step):
    """Everybody's stake is within what he announced and has; together they are within the bank."""
    called, staked = {}, {}
    for call in before.calls:
        for seat in call.seats:
            called[seat] = called.get(seat, 0) + (
                after.bank if call.form == "banco et la table marche" else call.amount
            )
    for stake in after.stakes:
        assert stake.amount > 0
        staked[stake.seat] = staked.get(stake.seat, 0) + stake.amount
    assert sum(staked.values()) <= after.bank
    for seat, amount in staked.items():
        assert amount <= called[seat]
        assert amount <= after.purses[seat]
        assert seat not in after.in_bank
    refused = {one.seat for one in step.refused}
    assert set(called) == set(staked) | refused, (
        "whoever announced something is admitted or refused with a rule"
    )
    if before.table.game == "chemin de fer":
        assert sum(staked.values()) == after.bank, "what is not staked is en garage"


def check_settlement(before, after, settled):
    """The pontes win and lose their stakes 1 : 1, untaxed; the bank bears the tax and nothing else."""
    sign = {"banker": -1, "ponte": 1, "en cartes": 0}
    for stake in settled.stakes:
        gain = settled.gains.get(stake.seat, 0)
        if stake.tableau != "à cheval":
            assert gain == sign[settled.results[stake.tableau]] * stake.amount
        elif settled.results["right"] == settled.results["left"]:
            assert gain == sign[settled.results["right"]] * stake.amount
        else:
            assert abs(gain) < stake.amount
    if after.banker is not None:
        assert after.purses == before.paid(settled.gains)
    assert settled.bank_gain == -sum(settled.gains.values()) - settled.tax
    assert settled.tax == after.house - before.house
    assert settled.tax >= 0
    if settled.tax:
        assert settled.bank_gain >= 0
    assert settled.bank_before + settled.bank_gain >= 0


SEEDS = st.integers(min_value=0, max_value=2**32)


@settings(max_examples=12)
@given(SEEDS)
def test_chemin_de_fer(seed):
    for before, event, step in play(seed, "chemin de fer")[1]:
        check_step(before, event, step)


@settings(max_examples=12)
@given(SEEDS)
def test_baccara_banque(seed):
    for before, event, step in play(seed, "baccara banque")[1]:
        check_step(before, event, step)


@settings(max_examples=10)
@given(SEEDS, st.sampled_from(("chemin de fer", "baccara banque")))
def test_the_same_script_gives_the_same_statement(seed, game):
    start, steps = play(seed, game, coups=40)
    script = Script("random", start, tuple(Line(0, event) for _, event, _ in steps))
    statements = [partie.replay(script) for _ in range(2)]
    assert statements[0] == statements[1]
    texts = {statement.format("json") for statement in statements}
    assert len(texts) == 1
    assert statements[0].state == (steps[-1][2].state if steps else start)
    assert len(statements[0].coups) == statements[0].state.coups


def test_the_random_parties_are_long_and_go_everywhere():
    for game in ("chemin de fer", "baccara banque"):
        lengths, taken = [], set()
        for seed in range(12):
            _, steps = play(seed, game)
            lengths.append(steps[-1][2].state.coups)
            taken |= {(before.phase, event.says) for before, event, _ in steps}
        assert max(lengths) == COUPS
        assert sum(lengths) >= 5 * COUPS
        everything = {
            (phase, says) for phase, sayings in PROCEDURES[game].items() for says in sayings if says != "end"
        }
        assert taken == everything


@given(SEEDS)
@settings(max_examples=10)
def test_an_event_changes_nothing_but_through_its_result(seed):
    # The transition is a pure function: the state before is untouched, and the step can be taken again.
    _, steps = play(seed, "chemin de fer", coups=20)
    for before, event, step in steps:
        assert partie.say(before, event) == step
