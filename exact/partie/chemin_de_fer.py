"""The procedure of chemin de fer.

Source: the article *Baccara*, chapter on chemin de fer, sections "Ablauf eines Spieles" and from "Gewinn
und Verlust" to "Spielende"; each rule is quoted by its name in `law`. Where the document is silent, this is
assumed:

* Who cannot or will not open a bank, when it is his turn, lets the shoe go on to the right.
* After a coup en cartes the stakes are announced anew. The coup was void: a right of Suivi that stood before
  it still stands.
* Suivi is a Banco solo in the coup that follows the lost one; every form of Banco gives it, as the document
  calls him who plays avec la table a Banco player too.
* One player at most doubles the bank, before anybody has staked. While he is in the bank it is raised from
  what lies en garage only, or the shares would no longer be equal.
* A stake that the bank holds in part counts with that part. When somebody plays Banco the bank is not raised.
* Of two who play avec la table the second is refused; his half does not count as a stake of the table.
* Two players à deux go by the seat of the nearer one; who says la table marche has the whole bank before him.
* A bank that is given away is offered from the giver's right, and he takes no part in it; a bid need not
  reach the bank's sum.
* What lies en garage comes back to the banker when he wants it, or when his bank ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from exact.errors import ExactError
from exact.partie.dealing import deal
from exact.partie.law import broken
from exact.partie.machine import (
    Procedure,
    Transition,
    best,
    counted,
    emptied,
    ends,
    finished,
    onward,
    refused_bancos,
    require_call,
    require_purse,
    shares,
)
from exact.partie.state import NOTHING, RESULTS, Call, Event, Refusal, Settlement, Stake, State, Step
from exact.partie.table import money_text

FIRST: Final = "la main"

# ------------------------------------------------------------------ whose turn it is


def opens(state: State, event: Event) -> Step:
    """The seat in turn puts up a bank."""
    seat, amount, table = event.seat, event.amount, state.table
    assert seat is not None
    assert amount is not None
    if seat != state.turn:
        raise broken(
            f"{table.name(seat)}: 'opens', but it is {table.name(state.turn)}'s turn", "first-banker"
        )
    if amount < table.minimum:
        text = f"{table.name(seat)}: a bank of {money_text(amount)}, below {money_text(table.minimum)}"
        raise broken(text, "minimum-banco")
    require_purse(state, seat, amount, "the bank")
    after = replace(
        state,
        phase="mises",
        purses=state.paid({seat: -amount}),
        bank=amount,
        banker=seat,
        original=seat,
        declined=0,
    )
    return Step(after, ((f"{table.name(seat)} puts up a bank of {money_text(amount)}", "first-banker"),))


def declines(state: State, event: Event) -> Step:
    """The seat in turn lets the shoe go on."""
    table = state.table
    if event.seat != state.turn:
        text = f"{table.name(event.seat)}: 'declines', but it is {table.name(state.turn)}'s turn"
        raise broken(text, "first-banker")
    declined = state.declined + 1
    if declined == table.size:
        return finished(replace(state, declined=declined), "nobody wants the bank", "minimum-banco")
    after = replace(state, turn=table.right_of(state.turn), declined=declined)
    return Step(after, ((f"{table.name(event.seat)} lets the shoe go on", "first-banker"),))


# --------------------------------------------------------------------------- stakes


def stakes(state: State, event: Event) -> Step:
    seat, amount, table = event.seat, event.amount, state.table
    assert seat is not None
    assert amount is not None
    require_call(state, event, (seat,))
    if amount < table.least:
        text = f"{table.name(seat)}: a stake of {money_text(amount)}, below {money_text(table.least)}"
        raise broken(text, "tenth")
    require_purse(state, seat, amount, "the stake")
    return _called(state, Call(seat, "mise", amount))


def banco(state: State, event: Event) -> Step:
    assert event.seat is not None
    require_call(state, event, (event.seat,))
    require_purse(state, event.seat, state.bank, "Banco")
    return _called(state, Call(event.seat, "banco", state.bank))


def suivi(state: State, event: Event) -> Step:
    seat = event.seat
    assert seat is not None
    require_call(state, event, (seat,))
    if not state.losses[seat]:
        raise broken(f"{state.table.name(seat)}: 'suivi' without a Banco just lost", "suivi")
    require_purse(state, seat, state.bank, "Banco")
    return _called(state, Call(seat, "suivi", state.bank))


def banco_a_deux(state: State, event: Event) -> Step:
    seat, partner = event.seat, event.partner
    assert seat is not None
    assert partner is not None
    if seat == partner:
        raise broken(f"{state.table.name(seat)}: Banco à deux with himself", "banco-a-deux")
    require_call(state, event, (seat, partner))
    half = state.table.house.half(state.bank)
    require_purse(state, seat, state.bank - half, "Banco à deux")
    require_purse(state, partner, half, "Banco à deux")
    return _called(state, Call(seat, "banco à deux", state.bank, partner))


def banco_avec(state: State, event: Event) -> Step:
    assert event.seat is not None
    require_call(state, event, (event.seat,))
    half = state.table.house.half(state.bank)
    require_purse(state, event.seat, half, "Banco avec la table")
    return _called(state, Call(event.seat, "banco avec", half))


def table_marche(state: State, event: Event) -> Step:
    assert event.seat is not None
    require_call(state, event, (event.seat,))
    require_purse(state, event.seat, state.bank, "Banco et la table marche, which may take the whole bank,")
    half = state.table.house.half(state.bank)
    return _called(state, Call(event.seat, "banco et la table marche", half))


def _called(state: State, call: Call) -> Step:
    return Step(replace(state, calls=(*state.calls, call)))


def doubles(state: State, event: Event) -> Step:
    """A player joins the bank with its sum."""
    seat, table = event.seat, state.table
    assert seat is not None
    require_call(state, event, (seat,))
    if state.partner is not None or state.calls:
        why = "there is a partner already" if state.partner is not None else "stakes lie against the bank"
        raise broken(f"{table.name(seat)}: Banco double, but {why}", "double")
    require_purse(state, seat, state.bank, "Banco double")
    after = replace(state, purses=state.paid({seat: -state.bank}), bank=state.bank * 2, partner=seat)
    text = f"{table.name(seat)} doubles the bank to {money_text(after.bank)}"
    return Step(after, ((text, "double"),))


def takes(state: State, event: Event) -> Step:
    """The banker takes of what lies en garage."""
    amount = event.amount
    assert amount is not None
    if amount > state.garage:
        who = state.table.name(event.seat)
        rule = "gain-stays" if not state.garage else "surplus"
        raise broken(
            f"{who}: 'takes' {money_text(amount)}, and {money_text(state.garage)} lie en garage", rule
        )
    after = replace(state, purses=state.paid(shares(state, amount)), garage=state.garage - amount)
    return Step(after, ((f"{money_text(amount)} are taken from the garage", "surplus"),))


# ------------------------------------------------------------------------ admission


def prime(state: State) -> tuple[int, ...]:
    """The seats in the order of prime: from the right of the banker, during a suite of the original one."""
    assert state.original is not None
    return state.table.round_from(state.table.right_of(state.original))


def closes(state: State, _event: Event) -> Step:
    """Rien ne va plus: who is admitted with what."""
    bancos = [call for call in state.calls if call.banco]
    mises = [call for call in state.calls if not call.banco]
    if bancos:
        return _banco_admitted(state, bancos, mises)
    called = sum((call.amount for call in mises), NOTHING)
    if called < state.table.minimum:
        refusals = tuple(Refusal(c.seat, c.form, c.amount, "too-few-stakes") for c in mises)
        return _ended_by_stakes(state, refusals)
    if called > state.bank:
        text = f"stakes of {money_text(called)} exceed the bank of {money_text(state.bank)}"
        return Step(replace(state, phase="relance"), ((text, "counted"),))
    return _held(state)


def raises(state: State, event: Event) -> Step:
    """The banker raises the bank to hold more of the stakes."""
    amount, banker = event.amount, state.banker
    assert amount is not None
    assert banker is not None
    who = state.table.name(banker)
    excess = sum((call.amount for call in state.calls), NOTHING) - state.bank
    if amount > excess:
        text = f"{who}: 'raises' {money_text(amount)}, and {money_text(excess)} are not held"
        raise broken(text, "raise")
    from_garage = min(amount, state.garage)
    if amount > from_garage and state.partner is not None:
        raise broken(f"{who}: 'raises' beyond what lies en garage, with a partner in the bank", "double")
    require_purse(state, banker, amount - from_garage, "the raise")
    after = replace(
        state,
        purses=state.paid({banker: from_garage - amount}),
        garage=state.garage - from_garage,
        bank=state.bank + amount,
    )
    held = _held(after)
    return replace(held, remarks=((f"{who} raises the bank by {money_text(amount)}", "raise"), *held.remarks))


def holds(state: State, _event: Event) -> Step:
    """The banker leaves the bank as it is."""
    return _held(state)


def _held(state: State) -> Step:
    """Without a Banco: the stakes are counted until the bank is covered."""
    held, refusals = counted(state.calls, prime(state), state.bank, "prime-stakes")
    placed = tuple(Stake(call.seat, part, call.form) for call, part in held)
    return _dealt(state, placed, refusals)


def _banco_admitted(state: State, bancos: list[Call], mises: list[Call]) -> Step:
    order, table = prime(state), state.table
    first = best(bancos, order)
    by_prime = "prime" if state.banker == state.original else "prime-suite"
    refusals = refused_bancos(bancos, first, by_prime)
    if first.form in ("suivi", "banco"):
        placed = [Stake(first.seat, state.bank, first.form)]
    elif first.partner is not None:
        half = table.house.half(state.bank)
        placed = [
            Stake(first.seat, state.bank - half, first.form),
            Stake(first.partner, half, first.form),
        ]
    else:
        held, cut = counted(mises, order, table.house.half(state.bank), "banco-avec")
        part = sum((amount for _, amount in held), NOTHING)
        own = state.bank - part if first.form == "banco et la table marche" else first.amount
        placed = [
            Stake(first.seat, own, first.form),
            *(Stake(call.seat, amount, call.form) for call, amount in held),
        ]
        if own + part < table.minimum:
            staked = [Refusal(one.seat, one.form, one.amount, "too-few-stakes") for one in placed]
            return _ended_by_stakes(state, (*refusals, *cut, *staked))
        return _dealt(state, tuple(placed), [*refusals, *cut])
    solo = "banco-solo" if first.partner is None else "banco-a-deux"
    refusals += [Refusal(call.seat, call.form, call.amount, solo) for call in mises]
    return _dealt(state, tuple(placed), refusals)


def _dealt(state: State, placed: tuple[Stake, ...], refusals: list[Refusal]) -> Step:
    """The stakes are held; what they leave uncovered goes en garage."""
    total = sum((stake.amount for stake in placed), NOTHING)
    uncovered = state.bank - total
    remarks = []
    if uncovered:
        text = f"{money_text(uncovered)} go en garage; the banco is {money_text(total)}"
        remarks.append((text, "garage"))
    after = replace(
        state, phase="cartes", calls=(), stakes=placed, bank=total, garage=state.garage + uncovered
    )
    return Step(after, tuple(remarks), tuple(refusals))


def _ended_by_stakes(state: State, refusals: tuple[Refusal, ...]) -> Step:
    step = finished(state, "the stakes do not reach the minimum banco", "too-few-stakes")
    return replace(step, refused=refusals)


# ----------------------------------------------------------------------- settlement


def coup(state: State, event: Event) -> Step:
    """The cards are dealt, or their result is told; the coup is settled."""
    table, placed, bank = state.table, state.stakes, state.bank
    result, hands, played = _played(state, event)
    gains, tax, bank_gain = {}, NOTHING, NOTHING
    if result == "ponte":
        gains = {stake.seat: stake.amount for stake in placed}
        bank_gain = -bank
    elif result == "banker":
        gains = {stake.seat: -stake.amount for stake in placed}
        tax = table.house.tax(table.house.commission, bank)
        bank_gain = bank - tax
    order = prime(state)
    ponte = min(placed, key=lambda stake: (-stake.amount, order.index(stake.seat))).seat
    settled = Settlement({"": result}, placed, gains, bank, bank_gain, tax, hands, ponte)
    after = replace(
        played,
        purses=played.paid(gains),
        bank=bank + bank_gain,
        house=played.house + tax,
        losses=_losses(played, placed, result),
        stakes=(),
    )
    if result == "en cartes":
        return Step(onward(after, "mises"), (("en cartes: the coup is void", "void"),), settled=settled)
    if result == "banker":
        return Step(onward(after, "décision"), settled=settled)
    return _fallen(after, settled)


def _fallen(state: State, settled: Settlement) -> Step:
    """The bank is lost: the shoe goes to the right of the player who began it."""
    assert state.original is not None
    rule = "loss-passes" if state.banker == state.original else "suite-falls"
    turn = state.table.right_of(state.original)
    after = replace(emptied(state), original=None, turn=turn, declined=0)
    text = f"the shoe goes to {state.table.name(turn)}"
    return Step(onward(after, FIRST), ((text, rule),), settled=settled)


def _played(state: State, event: Event) -> tuple[str, str, State]:
    """The result of the coup, the hands in words, and the state with the cards gone."""
    result = dict(event.results).get("", "")
    counted_state = replace(state, coups=state.coups + 1)
    if state.sabot is None:
        if result not in RESULTS or event.choices:
            raise ExactError(f"coup: got {result!r}; without a shoe one of {', '.join(RESULTS)} is expected")
        return result, "", counted_state
    if result != "dealt":
        raise ExactError(f"coup: got {result!r}; the partie is dealt from its shoe, so 'dealt' is expected")
    done = deal(state.sabot, dict(event.choices))
    return done.result, done.hands, replace(counted_state, sabot=done.sabot)


def _losses(state: State, placed: tuple[Stake, ...], result: str) -> tuple[int, ...]:
    """The Bancos lost in a row; a void coup changes nothing."""
    if result == "en cartes":
        return state.losses
    lost = {stake.seat for stake in placed if stake.form != "mise" and result == "banker"}
    return tuple(number + 1 if seat in lost else 0 for seat, number in enumerate(state.losses))


# ---------------------------------------------------------------------------- suite


def keeps(state: State, _event: Event) -> Step:
    return Step(replace(state, phase="mises"))


def passes(state: State, _event: Event) -> Step:
    """The banker, who has won, gives the bank away with his capital and gains taken out."""
    assert state.banker is not None
    who = state.table.name(state.banker)
    out = money_text(state.bank + state.garage)
    giver = Call(state.banker, "la main passe", state.bank)
    after = replace(emptied(state), phase="offre", offered=state.bank, bids=(giver,))
    text = f"{who} passes the bank, offered at {money_text(state.bank)}; {out} are taken out"
    return Step(after, ((text, "suite"),))


def claims(state: State, event: Event) -> Step:
    """Passez-moi les cartes."""
    seat = event.seat
    assert seat is not None
    name = state.table.name(seat)
    if seat == state.bids[0].seat:
        raise broken(f"{name}: 'passez-moi les cartes' for the bank that he has just given away", "suite")
    if seat in (call.seat for call in state.bids[1:]):
        raise broken(f"{name}: 'passez-moi les cartes' twice", "one-call")
    require_purse(state, seat, state.offered, "the bank")
    return Step(replace(state, bids=(*state.bids, Call(seat, "passez-moi les cartes", state.offered))))


def taken(state: State, _event: Event) -> Step:
    """The first who is asked, of those who want it, takes the bank over; or it is auctioned."""
    giver, *wanting = state.bids
    if not wanting:
        text = f"nobody takes the bank at {money_text(state.offered)}; it is auctioned"
        return Step(replace(state, phase="enchères", bids=(giver,)), ((text, "suite-auction"),))
    order = state.table.round_from(state.table.right_of(giver.seat))
    first, *others = sorted(wanting, key=lambda call: order.index(call.seat))
    refused = tuple(Refusal(call.seat, call.form, call.amount, "suite-round") for call in others)
    return replace(_suite(state, first, "suite-round"), refused=refused)


def bids(state: State, event: Event) -> Step:
    seat, amount, table = event.seat, event.amount, state.table
    assert seat is not None
    assert amount is not None
    giver, *before = state.bids
    if seat == giver.seat:
        raise broken(f"{table.name(seat)}: 'bids' for the bank that he has just given away", "suite")
    if amount < table.minimum:
        raise broken(f"{table.name(seat)}: 'bids' {money_text(amount)}", "minimum-banco")
    if before and amount <= before[-1].amount:
        text = f"{table.name(seat)}: 'bids' {money_text(amount)} after {money_text(before[-1].amount)}"
        raise broken(text, "suite-auction")
    require_purse(state, seat, amount, "the bid")
    return Step(replace(state, bids=(*state.bids, Call(seat, "bids", amount))))


def adjudged(state: State, _event: Event) -> Step:
    """The highest bid has the bank; without one it is the next in turn's."""
    _, *made = state.bids
    if made:
        refused = tuple(
            Refusal(call.seat, call.form, call.amount, "suite-auction")
            for call in made
            if call.seat != made[-1].seat
        )
        return replace(_suite(state, made[-1], "suite-auction"), refused=refused)
    assert state.original is not None
    turn = state.table.right_of(state.original)
    after = replace(state, phase=FIRST, bids=(), offered=NOTHING, original=None, turn=turn, declined=0)
    return Step(after, ((f"no bid: the bank is {state.table.name(turn)}'s", "suite-next"),))


def _suite(state: State, won: Call, rule: str) -> Step:
    after = replace(
        state,
        phase="mises",
        purses=state.paid({won.seat: -won.amount}),
        bank=won.amount,
        banker=won.seat,
        bids=(),
        offered=NOTHING,
    )
    text = f"{state.table.name(won.seat)} goes on with a bank of {money_text(won.amount)}"
    return Step(after, ((text, rule),))


# --------------------------------------------------------------------- end of a shoe


def new_shoe(state: State, event: Event) -> Step:
    """The cards are shuffled anew, and the partie goes on."""
    assert state.sabot is not None
    if not event.cards:
        raise ExactError("new shoe: its cards are not given")
    after = replace(state, phase=state.behind, behind="", sabot=replace(state.sabot, cards=event.cards))
    return Step(after, (("the cards are shuffled anew", "arret"),))


_END: Final = Transition(ends, "croupier", ("fin",))

PROCEDURE: Final[Procedure] = {
    FIRST: {
        "opens": Transition(opens, "seat", ("mises",), ("amount",)),
        "declines": Transition(declines, "seat", (FIRST, "fin")),
        "end": _END,
    },
    "mises": {
        "stakes": Transition(stakes, "seat", ("mises",), ("amount",)),
        "banco": Transition(banco, "seat", ("mises",)),
        "banco à deux": Transition(banco_a_deux, "seat", ("mises",), ("partner",)),
        "banco avec": Transition(banco_avec, "seat", ("mises",)),
        "banco et la table marche": Transition(table_marche, "seat", ("mises",)),
        "suivi": Transition(suivi, "seat", ("mises",)),
        "banco double": Transition(doubles, "seat", ("mises",)),
        "takes": Transition(takes, "banker", ("mises",), ("amount",)),
        "rien ne va plus": Transition(closes, "croupier", ("relance", "cartes", "fin")),
        "end": _END,
    },
    "relance": {
        "raises": Transition(raises, "banker", ("cartes",), ("amount",)),
        "holds": Transition(holds, "banker", ("cartes",)),
    },
    "cartes": {
        "coup": Transition(coup, "croupier", ("mises", "décision", FIRST, "fin du sabot"), ("results",)),
    },
    "décision": {
        "keeps": Transition(keeps, "banker", ("mises",)),
        "la main passe": Transition(passes, "banker", ("offre",)),
        "end": _END,
    },
    "offre": {
        "passez-moi les cartes": Transition(claims, "seat", ("offre",)),
        "adjugé": Transition(taken, "croupier", ("mises", "enchères")),
    },
    "enchères": {
        "bids": Transition(bids, "seat", ("enchères",), ("amount",)),
        "adjugé": Transition(adjudged, "croupier", ("mises", FIRST)),
    },
    "fin du sabot": {
        "new shoe": Transition(new_shoe, "croupier", ("mises", "décision", FIRST)),
        "end": _END,
    },
    "fin": {},
}
