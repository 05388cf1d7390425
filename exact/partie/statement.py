"""A statement for people and for programs: text, Markdown, HTML, JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from html import escape
from typing import Any, Final

from exact.errors import refusal
from exact.partie.law import RULES
from exact.partie.referee import Account, Statement
from exact.partie.state import TABLEAUX, Refusal, Settlement, Stake
from exact.partie.table import Table, money_text

_WIDTH: Final = 100


def data(statement: Statement) -> dict[str, Any]:
    """The statement as plain JSON data: amounts are texts, rules are named."""
    table, state = statement.table, statement.state
    named = {rule for account in statement.accounts for _, rule in (*account.remarks, *account.afterwards)}
    named |= {one.rule for account in statement.accounts for one in account.refused}
    return {
        "game": table.game,
        "about": statement.about,
        "minimum": money_text(table.minimum),
        "accounts": [_account_data(table, account) for account in statement.accounts],
        "ended": statement.ended,
        "phase": state.phase,
        "bank": money_text(state.bank),
        "garage": money_text(state.garage),
        "house": money_text(state.house),
        "purses": _purses(table, state.purses),
        "rules": {name: str(rule) for name, rule in RULES.items() if name in named},
    }


def _account_data(table: Table, account: Account) -> dict[str, Any]:
    settled = account.settled
    found: dict[str, Any] = {
        "coup": str(account.number) if settled else "",
        "banker": "" if account.banker is None else table.name(account.banker),
        "partner": "" if account.partner is None else table.name(account.partner),
        "remarks": _remarks(account.remarks),
        "refused": [
            {
                "seat": table.name(one.seat),
                "said": one.said,
                "amount": money_text(one.amount),
                "rule": one.rule,
            }
            for one in account.refused
        ],
    }
    if settled is None:
        return found
    return {
        **found,
        "bank": money_text(settled.bank_before),
        "admitted": [
            {
                "seat": table.name(one.seat),
                "said": one.form,
                "amount": money_text(one.amount),
                "on": one.tableau,
            }
            for one in settled.stakes
        ],
        "ponte": "" if settled.ponte is None else table.name(settled.ponte),
        "results": dict(settled.results),
        "hands": settled.hands,
        "gains": {table.name(seat): money_text(gain) for seat, gain in settled.gains.items()},
        "bank_gain": money_text(settled.bank_gain),
        "tax": money_text(settled.tax),
        "bank_after": money_text(settled.bank_before + settled.bank_gain),
        "purses": _purses(table, account.state.purses),
        "afterwards": _remarks(account.afterwards),
    }


def _remarks(remarks: tuple[tuple[str, str], ...]) -> list[dict[str, str]]:
    return [{"text": text, "rule": rule} for text, rule in remarks]


def _purses(table: Table, purses: tuple[Any, ...]) -> dict[str, str]:
    return {table.name(seat): money_text(purse) for seat, purse in enumerate(purses)}


def text(statement: Statement) -> str:
    """A paragraph a coup."""
    table = statement.table
    title = f"A partie of {table.game}, minimum banco {money_text(table.minimum)}"
    lines = [title, "=" * len(title), ""]
    if statement.about:
        lines += [*textwrap.wrap(statement.about, _WIDTH), ""]
    for account in statement.accounts:
        heading, sentences = _sentences(table, account)
        lines.append(heading)
        for sentence in sentences:
            lines += textwrap.wrap(sentence, _WIDTH, initial_indent="  ", subsequent_indent="    ")
        lines.append("")
    for sentence in _end(statement):
        lines += textwrap.wrap(sentence, _WIDTH, subsequent_indent="  ")
    return "\n".join(lines) + "\n"


def markdown(statement: Statement) -> str:
    """A list a coup."""
    table = statement.table
    lines = [f"# A partie of {table.game}, minimum banco {money_text(table.minimum)}", ""]
    if statement.about:
        lines += [statement.about, ""]
    for account in statement.accounts:
        heading, sentences = _sentences(table, account)
        lines += [f"## {heading}", "", *(f"- {sentence}" for sentence in sentences), ""]
    return "\n".join([*lines, "## At the end", "", *(f"- {sentence}" for sentence in _end(statement))]) + "\n"


def html(statement: Statement) -> str:
    """A table for Jupyter: a row a coup."""
    table = statement.table
    heads = ("coup", "bank", "admitted", "refused", "result", "tax", "bank after")
    rows = []
    for account in statement.coups:
        settled = account.settled
        assert settled is not None
        cells = (
            str(account.number),
            f"{table.name(account.banker)}: {money_text(settled.bank_before)}",
            ", ".join(_stake(table, one) for one in settled.stakes),
            ", ".join(f"{table.name(one.seat)} ({one.rule})" for one in account.refused),
            _results(settled),
            money_text(settled.tax),
            money_text(settled.bank_before + settled.bank_gain),
        )
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    head = "".join(f"<th>{name}</th>" for name in heads)
    ending = " ".join(_end(statement))
    whole = f"<caption>{escape(table.game)}</caption><tr>{head}</tr>{''.join(rows)}"
    return f"<table>{whole}</table><p>{escape(ending)}</p>"


def json_text(statement: Statement) -> str:
    """One JSON object."""
    return json.dumps(data(statement), indent=2, ensure_ascii=False) + "\n"


FORMATS: Final[dict[str, Callable[[Statement], str]]] = {
    "text": text,
    "json": json_text,
    "markdown": markdown,
}


def formatted(statement: Statement, form: str) -> str:
    """The statement in one of FORMATS."""
    if form not in FORMATS:
        raise refusal("format", form, f"one of {', '.join(FORMATS)} is expected")
    return FORMATS[form](statement)


# ------------------------------------------------------------------------- sentences


def _sentences(table: Table, account: Account) -> tuple[str, list[str]]:
    """The heading of a coup, and its story."""
    sentences = [_remark(*remark) for remark in account.remarks]
    settled = account.settled
    if settled is None:
        sentences += [_refusal(table, one) for one in account.refused]
        return "No further coup", sentences
    holder = table.name(account.banker)
    if account.partner is not None:
        holder += f" with {table.name(account.partner)}"
    heading = f"Coup {account.number}: {holder} for {money_text(settled.bank_before)}"
    held = ", ".join(_stake(table, one) for one in settled.stakes)
    several = len(settled.stakes) > 1 and settled.ponte is not None
    cards = f"; {table.name(settled.ponte)} plays the cards" if several else ""
    sentences.append(f"Held: {held}{cards}.")
    sentences += [_refusal(table, one) for one in account.refused]
    sentences.append(f"Result: {_results(settled)}{f' ({settled.hands})' if settled.hands else ''}.")
    gains = ", ".join(f"{table.name(seat)} {_signed(gain)}" for seat, gain in settled.gains.items())
    tax = f", after a tax of {money_text(settled.tax)}" if settled.tax else ""
    after = money_text(settled.bank_before + settled.bank_gain)
    sentences.append(f"{gains}; the bank {_signed(settled.bank_gain)}{tax}: {after}.")
    sentences += [_remark(*remark) for remark in account.afterwards]
    return heading, sentences


def _remark(said: str, rule: str) -> str:
    return f"{_capital(said)} ({_place(rule)})."


def _stake(table: Table, stake: Stake) -> str:
    where = (
        f" on {stake.tableau}" if stake.tableau in TABLEAUX else f" {stake.tableau}" if stake.tableau else ""
    )
    said = "" if stake.form == "mise" else f" ({stake.form})"
    return f"{table.name(stake.seat)} {money_text(stake.amount)}{where}{said}"


def _refusal(table: Table, one: Refusal) -> str:
    rule = RULES[one.rule]
    said = "" if one.said == "mise" else f" ({one.said})"
    what = f"{table.name(one.seat)} {money_text(one.amount)}{said}"
    return f"Refused: {what} — {one.rule}: {rule.text} ({_place(one.rule)})."


def _results(settled: Settlement) -> str:
    return ", ".join(f"{on}: {result}" if on else result for on, result in settled.results.items())


def _end(statement: Statement) -> list[str]:
    table, state = statement.table, statement.state
    over = "The partie is over." if statement.ended else f"The script ends in the phase {state.phase!r}."
    purses = ", ".join(f"{table.name(seat)} {money_text(purse)}" for seat, purse in enumerate(state.purses))
    bank, garage, house = map(money_text, (state.bank, state.garage, state.house))
    rest = f"Bank {bank}, en garage {garage}, taxes {house}."
    return [over, f"{purses}.", rest]


def _place(rule: str) -> str:
    return f"{RULES[rule].chapter}, {RULES[rule].place}"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _signed(amount: Any) -> str:
    return f"+{money_text(amount)}" if amount > 0 else money_text(amount)
