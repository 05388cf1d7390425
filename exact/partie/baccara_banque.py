"""The procedure of baccara banque: one bank against two tableaux.

Source: the article *Baccara*, chapter on baccara banque; each rule is quoted by its name in `law`.
"Otherwise the rules of chemin de fer hold." Where the document is silent, this is assumed:

* Every bid names a sum, which the winner brings into the bank; a bid of banque ouverte too. The tax on the
  capital is paid beside it, for every sum brought in: bid, top-up, accepted excess, refill.
* What the stakes do not cover stays in the bank: the bank is a capital, not the stake of one coup.
* Suivi is the right of the coup that follows the lost Banco. After three Bancos lost in a row a player
  says no Banco until he has let a valid coup go by. A Banco à cheval is lost when both halves together lose.
* When players on both halves say Banco, the first of each half shares with the first of the other. Suivi
  goes before that.
* Stakes that exceed the bank and are not accepted are counted in the order of prime.
* Nobody doubles the bank, and none is offered round: both are matters of the going bank of chemin de fer.
* The banker may give his bank up before any coup; it is then auctioned, as a blown bank is.
* Void tableaux change nothing for those who staked there alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from exact.errors import ExactError
from exact.partie.law import broken
from exact.partie.machine import (
    Procedure,
    Transition,
    counted,
    emptied,
    ends,
    finished,
    require_call,
    require_purse,
)
from exact.partie.state import (
    NOTHING,
    RESULTS,
    TABLEAUX,
    Call,
    Event,
    Refusal,
    Settlement,
    Stake,
    State,
    Step,
)
from exact.partie.table import Money, money_text

FIRST: Final = "enchères"
PLACES: Final = (*TABLEAUX, "à cheval")
#: So many Bancos may be lost in a row.
MOST_BANCOS: Final = 3

# -------------------------------------------------------------------------- auction


def bids(state: State, event: Event) -> Step:
    seat, amount = event.seat, event.amount
    assert seat is not None
    assert amount is not None
    who = state.table.name(seat)
    if any(call.form == "banque ouverte" for call in state.bids):
        raise broken(f"{who}: {event.says!r} after banque ouverte", "ouverte")
    if amount < state.table.minimum:
        raise broken(f"{who}: {event.says!r} with {money_text(amount)}", "minimum-banco")
    if event.says == "bids" and state.bids and amount <= state.bids[-1].amount:
        text = f"{who}: 'bids' {money_text(amount)} after {money_text(state.bids[-1].amount)}"
        raise broken(text, "highest-bid")
    require_purse(state, seat, amount + _tax_on_capital(state, seat, amount), "the bid, with the tax,")
    return Step(replace(state, bids=(*state.bids, Call(seat, event.says, amount))))


def house_holds(state: State, event: Event) -> Step:
    """The house itself holds the bank; no tax is due."""
    amount, table = event.amount, state.table
    assert amount is not None
    if not table.casino:
        raise broken("the croupier: 'holds the bank' without a capital of the house", "own-money")
    if state.bids:
        raise broken("the croupier: 'holds the bank' after a bid", "highest-bid")
    if amount < table.minimum:
        raise broken(f"the croupier: 'holds the bank' with {money_text(amount)}", "minimum-banco")
    require_purse(state, table.size, amount, "the bank")
    text = f"the house holds the bank with {money_text(amount)}"
    return Step(_banker(state, table.size, amount, ouverte=False), ((text, "house-bank"),))


def adjudged(state: State, _event: Event) -> Step:
    """The bank is the highest bidder's."""
    if not state.bids:
        return finished(state, "nobody wants the bank", "highest-bid")
    *others, won = state.bids
    ouverte = won.form == "banque ouverte"
    rule = "ouverte" if ouverte else "highest-bid"
    refused = tuple(
        Refusal(call.seat, call.form, call.amount, rule) for call in others if call.seat != won.seat
    )
    name = state.table.name(won.seat)
    text = f"{name} has the bank with {money_text(won.amount)}{', ouverte' if ouverte else ''}"
    after = _banker(state, won.seat, won.amount, ouverte)
    return Step(after, ((text, rule), *_taxed(state, after)), refused)


def _banker(state: State, seat: int, amount: Money, ouverte: bool) -> State:
    after = replace(
        state,
        phase="mises",
        banker=seat,
        original=seat,
        bids=(),
        ouverte=ouverte,
        accepted=False,
        brought=amount,
        losses=tuple(0 if one == seat else number for one, number in enumerate(state.losses)),
    )
    return _brought(after, amount)


def _brought(state: State, amount: Money) -> State:
    """The banker brings a sum into the bank, and pays the tax on it where the tax is on the capital."""
    assert state.banker is not None
    tax = _tax_on_capital(state, state.banker, amount)
    return replace(
        state,
        purses=state.paid({state.banker: -amount - tax}),
        bank=state.bank + amount,
        house=state.house + tax,
    )


def _tax_on_capital(state: State, seat: int, amount: Money) -> Money:
    house = state.table.house
    if house.tax_on != "capital" or seat == state.table.size:
        return NOTHING
    return house.tax(house.capital_tax, amount)


def _taxed(before: State, after: State) -> tuple[tuple[str, str], ...]:
    """What is to be said about a tax on the capital."""
    tax = after.house - before.house
    return ((f"tax on the capital: {money_text(tax)}", "capital-tax"),) if tax else ()


# --------------------------------------------------------------------------- stakes


def stakes(state: State, event: Event) -> Step:
    seat, amount = event.seat, event.amount
    assert seat is not None
    assert amount is not None
    _require_place(state, event)
    require_call(state, event, (seat,))
    if amount < state.table.least:
        who = state.table.name(seat)
        text = f"{who}: a stake of {money_text(amount)}, below {money_text(state.table.least)}"
        raise broken(text, "tenth")
    require_purse(state, seat, amount, "the stake")
    return _called(state, Call(seat, "mise", amount, tableau=event.tableau))


def banco(state: State, event: Event) -> Step:
    """Banco, or Suivi, on one tableau or à cheval."""
    seat = event.seat
    assert seat is not None
    who, lost = state.table.name(seat), state.losses[seat]
    _require_place(state, event)
    require_call(state, event, (seat,))
    if state.ouverte:
        raise broken(f"{who}: {event.says!r}", "ouverte-no-banco")
    if event.says == "suivi" and not lost:
        raise broken(f"{who}: 'suivi' without a Banco just lost", "suivi")
    if lost >= MOST_BANCOS:
        raise broken(f"{who}: {event.says!r} after {lost} Bancos lost in a row", "third-time")
    require_purse(state, seat, state.bank, "Banco")
    return _called(state, Call(seat, event.says, state.bank, tableau=event.tableau))


def _require_place(state: State, event: Event) -> None:
    if event.tableau not in PLACES:
        text = f"{state.table.name(event.seat)}: on {event.tableau!r}; {', '.join(PLACES)} are the places"
        raise broken(text, "one-or-both")


def _called(state: State, call: Call) -> Step:
    return Step(replace(state, calls=(*state.calls, call)))


def prime(state: State) -> tuple[int, ...]:
    """The seats in the order of prime: first right, first left, second right, second left, and so on."""
    return tuple(seat for seat in state.table.alternating() if seat != state.banker)


def closes(state: State, _event: Event) -> Step:
    """Rien ne va plus: who is admitted with what."""
    bancos = [call for call in state.calls if call.banco]
    if bancos:
        return _banco_admitted(state, bancos)
    called = _sum(state.calls)
    if called < state.table.minimum:
        refusals = tuple(Refusal(c.seat, c.form, c.amount, "too-few-stakes") for c in state.calls)
        step = finished(state, "the stakes do not reach the minimum banco", "too-few-stakes")
        return replace(step, refused=refusals)
    if called <= state.bank:
        return _held(state)
    text = f"stakes of {money_text(called)} exceed the bank of {money_text(state.bank)}"
    if state.ouverte:
        return Step(replace(state, phase="couverture"), ((text, "top-up"),))
    return Step(replace(state, phase="excédent"), ((text, "excess"),))


def _banco_admitted(state: State, bancos: list[Call]) -> Step:
    order, table = prime(state), state.table
    following = [call for call in bancos if call.form == "suivi"]
    admitted = []
    if following:
        admitted = [min(following, key=lambda call: order.index(call.seat))]
    else:
        for side in TABLEAUX:
            here = [call for call in bancos if table.side(call.seat) == side]
            if here:
                admitted.append(min(here, key=lambda call: order.index(call.seat)))
    half = table.house.half(state.bank)
    parts = [state.bank] if len(admitted) == 1 else [state.bank - half, half]
    placed = tuple(
        Stake(call.seat, part, call.form, call.tableau) for call, part in zip(admitted, parts, strict=True)
    )
    refusals = []
    for call in state.calls:
        if call in admitted:
            continue
        rule = "banco-solo"
        if call.banco:
            rule = "suivi" if following and call.form != "suivi" else "banque-prime"
        refusals.append(Refusal(call.seat, call.form, call.amount, rule))
    remarks: tuple[tuple[str, str], ...] = ()
    if len(admitted) == 2:
        names = " and ".join(table.name(call.seat) for call in admitted)
        remarks = ((f"{names} share the Banco", "shared"),)
    return Step(replace(state, phase="cartes", calls=(), stakes=placed), remarks, tuple(refusals))


def tops_up(state: State, _event: Event) -> Step:
    """Banque ouverte: the banker brings in what the stakes exceed the bank by."""
    return _grown(state, "top-up", "tops the bank up")


def accepts(state: State, _event: Event) -> Step:
    """Banque limitée: the banker accepts stakes above the bank, which is ouverte from the next coup on."""
    return _grown(replace(state, accepted=True), "excess", "accepts the stakes and brings the bank up")


def _grown(state: State, rule: str, does: str) -> Step:
    assert state.banker is not None
    missing = _sum(state.calls) - state.bank
    tax = _tax_on_capital(state, state.banker, missing)
    require_purse(state, state.banker, missing + tax, "the sum that is wanting, with the tax,")
    after = _brought(state, missing)
    text = f"{state.table.name(state.banker)} {does} to {money_text(after.bank)}"
    held = _held(after)
    return replace(held, remarks=((text, rule), *_taxed(state, after), *held.remarks))


def holds(state: State, _event: Event) -> Step:
    """The banker leaves the bank as it is; the stakes are counted until it is covered."""
    return _held(state)


def _held(state: State) -> Step:
    held, refusals = counted(state.calls, prime(state), state.bank, "banque-prime")
    placed = tuple(Stake(call.seat, part, call.form, call.tableau) for call, part in held)
    return Step(replace(state, phase="cartes", calls=(), stakes=placed), (), tuple(refusals))


def gives_up(state: State, _event: Event) -> Step:
    """The banker gives the bank up; stakes that lie against it go back, and it is auctioned."""
    assert state.banker is not None
    rule = {"couverture": "top-up", "sautée": "blown"}.get(
        state.phase, "excess" if state.ouverte else "otherwise"
    )
    if state.phase == "mises" and state.calls:
        raise broken(f"{state.table.name(state.banker)}: 'gives up' while stakes lie on the table", rule)
    refused = tuple(Refusal(call.seat, call.form, call.amount, rule) for call in state.calls)
    text = f"{state.table.name(state.banker)} gives up the bank and takes {money_text(state.bank)}"
    return Step(_auctioned(state), ((text, rule),), refused)


def _auctioned(state: State) -> State:
    return replace(
        emptied(state),
        phase=FIRST,
        calls=(),
        original=None,
        ouverte=False,
        accepted=False,
        brought=NOTHING,
    )


# ----------------------------------------------------------------------- settlement


def coup(state: State, event: Event) -> Step:
    """The results of both tableaux are told; the coup is settled."""
    results, placed, bank = dict(event.results), state.stakes, state.bank
    if set(results) != set(TABLEAUX) or not set(results.values()) <= set(RESULTS) or event.choices:
        raise ExactError(
            f"coup: got {results}; for the right and the left tableau one of {', '.join(RESULTS)} is expected"
        )
    gains = {stake.seat: _gain(state, stake, results) for stake in placed}
    won = -sum(gains.values(), NOTHING)
    tax = _tax_on_gain(state, won)
    settled = Settlement(results, placed, gains, bank, won - tax, tax)
    after = replace(
        state,
        purses=state.paid(gains),
        bank=bank + won - tax,
        house=state.house + tax,
        losses=_losses(state, gains, results),
        stakes=(),
        coups=state.coups + 1,
        ouverte=state.ouverte or state.accepted,
        accepted=False,
    )
    remarks: tuple[tuple[str, str], ...] = ()
    if state.accepted:
        remarks = (("the bank is ouverte from now on", "excess"),)
    if after.bank or after.ouverte:
        return Step(replace(after, phase="mises"), remarks, settled=settled)
    return _blown(after, settled)


def _blown(state: State, settled: Settlement) -> Step:
    if state.table.house.refill:
        return Step(replace(state, phase="sautée"), (("the bank is blown", "blown"),), settled=settled)
    remarks = (("the bank is blown and auctioned anew", "blown"),)
    return Step(_auctioned(state), remarks, settled=settled)


def _gain(state: State, stake: Stake, results: dict[str, str]) -> Money:
    sign = {"banker": -1, "ponte": 1, "en cartes": 0}
    smaller = state.table.house.half(stake.amount)
    return sum((sign[results[on]] * stake.on(on, smaller) for on in TABLEAUX), NOTHING)


def _tax_on_gain(state: State, won: Money) -> Money:
    """The tax on the net gain of the coup: a loss on one tableau is set off against a gain on the other."""
    house = state.table.house
    if won <= 0 or house.tax_on != "gain" or state.banker == state.table.size:
        return NOTHING
    return house.tax(house.ouverte_tax if state.ouverte else house.limitee_tax, won)


def _losses(state: State, gains: dict[int, Money], results: dict[str, str]) -> tuple[int, ...]:
    """The Bancos lost in a row. What was void for a player changes nothing for him."""
    if set(results.values()) == {"en cartes"}:
        return state.losses
    after = dict.fromkeys(range(state.table.size), 0)
    for stake in state.stakes:
        where = TABLEAUX if stake.tableau == "à cheval" else (stake.tableau,)
        if all(results[tableau] == "en cartes" for tableau in where):
            after[stake.seat] = state.losses[stake.seat]
        elif stake.form != "mise" and gains[stake.seat] < 0:
            after[stake.seat] = state.losses[stake.seat] + 1
    return tuple(after[seat] for seat in range(state.table.size))


def refills(state: State, _event: Event) -> Step:
    """The banker of a blown bank brings in the sum with which he began."""
    assert state.banker is not None
    tax = _tax_on_capital(state, state.banker, state.brought)
    require_purse(state, state.banker, state.brought + tax, "the same sum again, with the tax,")
    after = _brought(replace(state, phase="mises"), state.brought)
    text = f"{state.table.name(state.banker)} goes on with {money_text(state.brought)}"
    return Step(after, ((text, "refill"), *_taxed(state, after)))


def _sum(calls: Iterable[Call]) -> Money:
    return sum((call.amount for call in calls), NOTHING)


_END: Final = Transition(ends, "croupier", ("fin",))
_GIVES_UP: Final = Transition(gives_up, "banker", (FIRST,))

PROCEDURE: Final[Procedure] = {
    FIRST: {
        "bids": Transition(bids, "seat", (FIRST,), ("amount",)),
        "banque ouverte": Transition(bids, "seat", (FIRST,), ("amount",)),
        "holds the bank": Transition(house_holds, "croupier", ("mises",), ("amount",)),
        "adjugé": Transition(adjudged, "croupier", ("mises", "fin")),
        "end": _END,
    },
    "mises": {
        "stakes": Transition(stakes, "seat", ("mises",), ("amount", "tableau")),
        "banco": Transition(banco, "seat", ("mises",), ("tableau",)),
        "suivi": Transition(banco, "seat", ("mises",), ("tableau",)),
        "rien ne va plus": Transition(closes, "croupier", ("cartes", "couverture", "excédent", "fin")),
        "gives up": _GIVES_UP,
        "end": _END,
    },
    "couverture": {
        "tops up": Transition(tops_up, "banker", ("cartes",)),
        "gives up": _GIVES_UP,
    },
    "excédent": {
        "accepts": Transition(accepts, "banker", ("cartes",)),
        "holds": Transition(holds, "banker", ("cartes",)),
    },
    "cartes": {
        "coup": Transition(coup, "croupier", ("mises", "sautée", FIRST), ("results",)),
    },
    "sautée": {
        "refills": Transition(refills, "banker", ("mises",)),
        "gives up": _GIVES_UP,
    },
    "fin": {},
}
