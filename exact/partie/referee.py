"""The referee: a script is replayed into a statement, coup by coup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from exact.errors import ExactError, shown
from exact.partie.law import PartieError
from exact.partie.machine import advance
from exact.partie.phases import PROCEDURES
from exact.partie.script import Script, where
from exact.partie.state import TABLEAUX, Event, Refusal, Settlement, State, Step
from exact.partie.table import Money, Table
from exact.rational import rational


@dataclass(frozen=True)
class Account:
    """One coup, and what led to it: who was admitted with what, why others were refused, the settlement.

    ``remarks``: (sentence, name of the rule), of what came before; ``afterwards``: of what the result led to.
    ``refused``: what was announced and not held, with the rule.
    ``settled`` is None where announcements led to no coup. ``state``: the state afterwards.
    """

    number: int
    banker: int | None
    partner: int | None
    remarks: tuple[tuple[str, str], ...]
    refused: tuple[Refusal, ...]
    settled: Settlement | None
    state: State
    afterwards: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Statement:
    """The statement of a partie: its coups, and how everybody stands at the end of the script.

    ``format("text" | "json" | "markdown")`` writes it.
    """

    table: Table
    accounts: tuple[Account, ...]
    state: State
    about: str = ""

    @property
    def ended(self) -> bool:
        """Whether the partie is over, and not only the script."""
        return self.state.phase == "fin"

    @property
    def coups(self) -> tuple[Account, ...]:
        """The accounts of the coups that were played."""
        return tuple(account for account in self.accounts if account.settled is not None)

    def data(self) -> dict[str, Any]:
        """As plain JSON data."""
        from exact.partie.statement import data

        return data(self)

    def format(self, form: str = "text") -> str:
        """The statement as text, json or markdown; ExactError for any other form."""
        from exact.partie.statement import formatted

        return formatted(self, form)

    def _repr_html_(self) -> str:
        from exact.partie.statement import html

        return html(self)


@dataclass
class _Book:
    """What has been noted since the last coup."""

    remarks: list[tuple[str, str]] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)

    def note(self, before: State, step: Step) -> None:
        self.refused += step.refused
        if step.settled is not None:
            self._close(before, step.settled, step.state, step.remarks)
        else:
            self.remarks += step.remarks

    def _close(
        self,
        before: State,
        settled: Settlement | None,
        after: State,
        afterwards: tuple[tuple[str, str], ...] = (),
    ) -> None:
        self.accounts.append(
            Account(
                len([account for account in self.accounts if account.settled]) + 1,
                before.banker,
                before.partner,
                tuple(self.remarks),
                tuple(self.refused),
                settled,
                after,
                afterwards,
            )
        )
        self.remarks, self.refused = [], []

    def finished(self, state: State) -> tuple[Account, ...]:
        if self.remarks or self.refused:
            self._close(state, None, state)
        return tuple(self.accounts)


def sayings(state: State) -> tuple[str, ...]:
    """What may be said in the phase of this state, whoever says it; nothing when the partie is over."""
    return tuple(PROCEDURES[state.table.game][state.phase])


def say(state: State, event: Event) -> Step:
    """The state after one event, by the procedure of the table's game. Raises PartieError."""
    return advance(PROCEDURES[state.table.game], state, event)


def replay(script: Script) -> Statement:
    """The statement of a script.

    Raises PartieError, naming the line and the rule, for an announcement against the rules, and ExactError
    where the statement is not what the script expects.
    """
    state, book = script.start, _Book()
    for line in script.lines:
        try:
            step = say(state, line.event)
        except PartieError as error:
            error.args = (f"{where(script.name, line.number)}: {error}",)
            raise
        except ExactError as error:
            raise ExactError(f"{where(script.name, line.number)}: {error}") from None
        book.note(state, step)
        state = step.state
    statement = Statement(script.table, book.finished(state), state, script.about)
    for place, expected in enumerate(script.expected, start=1):
        _hold_against(statement, expected, f"{script.name}: expected, entry {place}")
    return statement


# -------------------------------------------------------------------------- expected

_EXPECTED = (
    "coup",
    "end",
    "sentence",
    "banker",
    "ponte",
    "admitted",
    "refused",
    "gains",
    "tax",
    "bank",
    "garage",
    "purses",
)


def _hold_against(statement: Statement, expected: Mapping[str, Any], name: str) -> None:
    """That a coup (``coup`` = its number), or the end (``end`` = true), is as expected."""
    for key in expected:
        if key not in _EXPECTED:
            raise ExactError(f"{name}: {key!r} is not known; {', '.join(_EXPECTED)} are")
    found = _found(statement, expected, name)
    for key, value in expected.items():
        if key in ("coup", "sentence", "end"):
            continue
        wanted = _numbers(value, f"{name}, {key}")
        if key not in found:
            raise ExactError(f"{name}: {key} is expected of a coup only")
        if isinstance(wanted, dict) and key in ("purses", "gains"):
            known = {who: found[key].get(who) for who in wanted}
        else:
            known = found[key]
        if known != wanted:
            raise ExactError(f"{name}: {key} is {_plain(known)}, and {_plain(wanted)} was expected")


def _found(statement: Statement, expected: Mapping[str, Any], name: str) -> dict[str, Any]:
    table = statement.table
    if "end" in expected:
        account, state = statement.accounts[-1], statement.state
        found: dict[str, Any] = {"refused": _refused(table, account.refused)}
        if expected["end"] != statement.ended:
            raise ExactError(f"{name}: the partie is {'over' if statement.ended else 'not over'}")
    else:
        number = expected.get("coup")
        coups = {account.number: account for account in statement.coups}
        if number not in coups:
            raise ExactError(f"{name}: there is no coup {shown(number)}; {len(coups)} were played")
        account = coups[number]
        state, settled = account.state, account.settled
        assert settled is not None
        found = {
            "banker": table.name(account.banker),
            "admitted": _admitted(table, settled),
            "refused": _refused(table, account.refused),
            "gains": {table.name(seat): gain for seat, gain in settled.gains.items()},
            "tax": settled.tax,
            "ponte": "" if settled.ponte is None else table.name(settled.ponte),
        }
    purses = {table.name(seat): purse for seat, purse in enumerate(state.purses)}
    return {**found, "bank": state.bank, "garage": state.garage, "purses": purses}


def _admitted(table: Table, settled: Settlement) -> dict[str, Any]:
    """Name -> what was held; at baccara banque by tableau."""
    if table.game == "chemin de fer":
        return {table.name(stake.seat): stake.amount for stake in settled.stakes}
    return {
        table.name(stake.seat): {
            on: part for on in TABLEAUX if (part := stake.on(on, table.house.half(stake.amount)))
        }
        for stake in settled.stakes
    }


def _refused(table: Table, refusals: tuple[Refusal, ...]) -> dict[str, str]:
    return {table.name(refusal.seat): refusal.rule for refusal in refusals}


def _numbers(value: Any, name: str) -> Any:
    """Amounts as Fractions; names and rules stay texts."""
    if isinstance(value, dict):
        return {key: _numbers(one, name) for key, one in value.items()}
    if isinstance(value, str) and not value[:1].isdigit() and value[:1] not in ("-", "."):
        return value
    return rational(value, name)


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_plain(one)}" for key, one in value.items()) + "}"
    return str(Money(value) if isinstance(value, int) else value)
