"""A state machine as data, and what the two procedures share.

A procedure is a mapping phase -> announcement -> `Transition`. ``advance`` is a pure function: it looks the
transition up, checks who speaks and that the announcement is complete, and applies it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from exact.partie.law import broken
from exact.partie.state import NOTHING, Call, Event, Refusal, State, Step
from exact.partie.table import Money, money_text

Handler = Callable[[State, Event], Step]

#: The forms of Banco in the order of their precedence; those of one number are equal and go by prime.
RANK: Final[Mapping[str, int]] = {
    "suivi": 0,
    "banco": 1,
    "banco à deux": 2,
    "banco avec": 3,
    "banco et la table marche": 3,
}


@dataclass(frozen=True, slots=True)
class Transition:
    """What an announcement does in a phase.

    ``by``: "seat" (any), "banker" or "croupier". ``to``: the phases that may follow. ``needs``: what
    belongs to the announcement, of "amount", "partner", "tableau", "results".
    """

    handler: Handler
    by: str
    to: tuple[str, ...]
    needs: tuple[str, ...] = ()


Procedure = Mapping[str, Mapping[str, Transition]]


def advance(procedure: Procedure, state: State, event: Event) -> Step:
    """The state after an event. Raises PartieError, naming the rule, for what is against the rules."""
    sayings = procedure[state.phase]
    who = state.table.name(event.seat)
    if event.says not in sayings:
        may = f"one may say: {', '.join(sayings)}" if sayings else "the partie is over"
        raise broken(f"{who}: {event.says!r} in the phase {state.phase!r}, in which {may}", "procedure")
    transition = sayings[event.says]
    seat = _speaker(state, event, transition)
    _complete(state, event, transition)
    step = transition.handler(state, replace(event, seat=seat))
    assert step.state.phase in transition.to, (state.phase, event.says, step.state.phase)
    assert step.state.total == state.total
    return step


def _speaker(state: State, event: Event, transition: Transition) -> int | None:
    """Whose announcement it is, if he may make it."""
    who, seat = state.table.name(event.seat), event.seat
    if transition.by == "croupier":
        if seat is not None:
            raise broken(f"{who}: {event.says!r} is said by the croupier", "procedure")
        return None
    if transition.by == "banker":
        if seat is None and state.banker == state.table.size:
            return state.banker
        if seat != state.banker:
            partner = seat is not None and seat == state.partner
            rule = "double-no-say" if partner else "procedure"
            raise broken(f"{who}: {event.says!r} is the banker's, who is {_banker(state)}", rule)
    if seat is None:
        raise broken(f"{event.says!r}: it is said by a seat, and none is named", "procedure")
    return seat


def _banker(state: State) -> str:
    return "nobody" if state.banker is None else state.table.name(state.banker)


def _complete(state: State, event: Event, transition: Transition) -> None:
    """Whether the announcement has what belongs to it, and nothing else."""
    who = state.table.name(event.seat)
    given = {
        "amount": event.amount is not None,
        "partner": event.partner is not None,
        "tableau": event.tableau != "",
        "results": bool(event.results),
    }
    for name, present in given.items():
        if present != (name in transition.needs):
            wanted = "needs" if not present else "has no"
            raise broken(f"{who}: {event.says!r} {wanted} {name}", "procedure")
    if event.amount is not None and not state.table.house.fits(event.amount):
        raise broken(f"{who}: {event.says!r} with {money_text(event.amount)}", "unit")


# ------------------------------------------------------------------------- money


def require_purse(state: State, seat: int, amount: Money, said: str) -> None:
    """That a seat has this amount before it."""
    purse = state.purses[seat]
    if amount > purse:
        text = (
            f"{state.table.name(seat)}: {said} takes {money_text(amount)}, and there are {money_text(purse)}"
        )
        raise broken(text, "own-money")


def shares(state: State, amount: Money) -> dict[int, Money]:
    """What belongs to whom of money in the bank: all to the banker, or half to him and to his partner.

    An odd unit, where there is a smallest one, is the banker's.
    """
    assert state.banker is not None
    if state.partner is None:
        return {state.banker: amount}
    half = state.table.house.half(amount)
    return {state.banker: amount - half, state.partner: half}


def emptied(state: State) -> State:
    """The bank and what is en garage go back to those who are in the bank; nobody holds it any more."""
    if state.banker is None:
        return state
    bank, garage = shares(state, state.bank), shares(state, state.garage)
    changes = {seat: bank[seat] + garage[seat] for seat in bank}
    return replace(
        state, purses=state.paid(changes), bank=NOTHING, garage=NOTHING, banker=None, partner=None, stakes=()
    )


def finished(state: State, why: str, rule: str) -> Step:
    """The partie is over."""
    remarks = [(why, rule)]
    if state.banker is not None:
        back = f"{money_text(state.bank + state.garage)} go back to {_banker(state)}"
        remarks.append((f"{back}{' and the partner' if state.partner is not None else ''}", "end-bank"))
    return Step(replace(emptied(state), phase="fin", calls=(), bids=()), tuple(remarks))


def ends(state: State, event: Event) -> Step:
    """The croupier ends the partie between two coups."""
    if state.calls or state.bids:
        raise broken("the croupier: 'end' while announcements lie on the table", "end")
    return finished(state, "the partie is ended", "end")


def onward(state: State, phase: str) -> State:
    """To a phase, or first to the end of the shoe, when the carte d'arrêt has appeared."""
    if state.sabot is not None and state.sabot.ended:
        return replace(state, phase="fin du sabot", behind=phase)
    return replace(state, phase=phase)


# ------------------------------------------------------------------------ Bancos


def require_call(state: State, event: Event, seats: Iterable[int]) -> None:
    """That these seats may still announce something against the bank."""
    taken = {seat for call in state.calls for seat in call.seats}
    for seat in seats:
        name = state.table.name(seat)
        if seat in state.in_bank:
            raise broken(f"{name}: {event.says!r} against a bank of which he is part", "own-bank")
        if seat in taken:
            raise broken(f"{name}: {event.says!r} as a second announcement", "one-call")


def best(calls: Iterable[Call], order: tuple[int, ...]) -> Call:
    """The Banco that goes before the others: by rank, then by prime, of two players together the nearer's."""

    def place(call: Call) -> tuple[int, list[int]]:
        return RANK[call.form], sorted(map(order.index, call.seats))

    return min(calls, key=place)


def refused_bancos(calls: Iterable[Call], admitted: Call, prime: str) -> list[Refusal]:
    """The other Bancos, each with the rule for which it is refused."""
    refusals = []
    for call in calls:
        if call is admitted or not call.banco:
            continue
        lower = RANK[call.form] > RANK[admitted.form]
        rule = ("suivi" if admitted.form == "suivi" else "banco-rank") if lower else prime
        refusals += [Refusal(seat, call.form, call.amount, rule) for seat in call.seats]
    return refusals


def counted(
    calls: Iterable[Call], order: tuple[int, ...], limit: Money, rule: str
) -> tuple[list[tuple[Call, Money]], list[Refusal]]:
    """Stakes in the order of prime until the limit is reached: what is held of each, and what is refused."""
    held, refusals, left = [], [], limit
    for call in sorted(calls, key=lambda call: order.index(call.seat)):
        part = min(call.amount, left)
        left -= part
        if part:
            held.append((call, part))
        if part < call.amount:
            refusals.append(Refusal(call.seat, call.form, call.amount - part, rule))
    return held, refusals
