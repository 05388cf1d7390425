"""The commands ``exact vingt-et-un`` and ``exact trente-et-un``, which have the same questions."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from exact.cli.options import deliver, number, output_options, shoe_from, shoe_options
from exact.errors import ExactError, refusal

if TYPE_CHECKING:
    from exact.games.buying.rules import Table
    from exact.records import Record
    from exact.shoe import Shoe


def _command(name: str, limit: int, example: str) -> click.Command:
    @click.command(
        name=name,
        short_help=f"{limit} with a banker who draws as he pleases: optimal play.",
        help=f"""{name.capitalize()}: optimal play of a player and a banker who both draw as they please.

        Example: {example}""",
    )
    @shoe_options(packs=1)
    @click.option(
        "--question",
        type=click.Choice(("solve", "enclose", "rule", "several", "causes", "born")),
        default="solve",
        show_default=True,
        help="Optimal play; an interval for its value; a banker bound to a rule; the banker against players "
        "who are; what the gain is made of; how often a born one comes.",
    )
    @click.option(
        "--drawn",
        default="closed",
        show_default=True,
        metavar="SIGHT",
        help="What the banker sees of bought cards: closed (their number), open, unseen.",
    )
    @click.option("--ties", default="bank", show_default=True, metavar="T", help="Equal totals: bank, push.")
    @click.option("--natural", default="2", show_default=True, metavar="M", help="What a born one is paid.")
    @click.option(
        "--born",
        default="any",
        show_default=True,
        metavar="B",
        help="A born 31: any, court (ace and two tens).",
    )
    @click.option(
        "--talon", default="void", show_default=True, metavar="T", help="No card left: void, stand."
    )
    @click.option("--rule", metavar="N[,S]", help="For rule and several: draw below N, soft hands below S.")
    @click.option("--players", metavar="N", help="For --question several: how many, 1 to 3.")
    @click.option("--turns", metavar="N", help="For --question enclose: turns of guessing (300).")
    @click.option("--state", metavar="FILE", help="Keep the search in a file, and carry it on from there.")
    @output_options
    def command(
        packs: str | None,
        shoe: str | None,
        replacement: bool,
        question: str,
        drawn: str,
        ties: str,
        natural: str,
        born: str,
        talon: str,
        rule: str | None,
        players: str | None,
        turns: str | None,
        state: str | None,
        form: str,
        out: str | None,
        full: bool,
    ) -> None:
        from exact.games.buying.options import table_of

        if (rule is not None) != (question in ("rule", "several")):
            raise ExactError("rule: --question rule and several, and no other, need one, such as --rule 17")
        if (players is not None) != (question == "several"):
            raise ExactError("players: --question several, and no other, needs their number, 1 to 3")
        if turns is not None and question != "enclose":
            raise ExactError("turns: they go with --question enclose only")
        if state is not None and question not in ("solve", "enclose"):
            raise ExactError("state: it goes with --question solve and enclose only")
        if limit == 21 and born != "any":
            raise refusal("born", born, "at vingt-et-un an ace and a ten are the only born 21")
        table = table_of(limit, drawn, ties, natural, born, talon)
        cards = shoe_from(packs, shoe, replacement, default=1)
        deliver(_answer(cards, table, question, rule, players, turns, state), form, out, full)

    return command


def _answer(
    shoe: Shoe,
    table: Table,
    question: str,
    rule: str | None,
    players: str | None,
    turns: str | None,
    state: str | None,
) -> Record:
    from exact.games.buying import figures, record, simple, solution
    from exact.games.buying.players import several

    if question == "solve":
        return solution.solve(shoe, table, _progress(), state).record()
    if question == "enclose":
        wanted = 300 if turns is None else number(turns, "turns")
        return solution.enclose(shoe, table, wanted, _progress(), state).record()
    if question == "born":
        found = figures.born(table, None)
        return record.figures_record(table, found.formula, [(str(d), found.packs(d)) for d in range(1, 9)])
    if question == "causes":
        return record.causes_record(shoe, table, figures.causes(shoe, table))
    assert rule is not None
    parts = [number(part.strip(), "rule") for part in rule.split(",")]
    if len(parts) > 2:
        raise refusal("rule", rule, "one total, or one for hard and one for soft hands, is expected")
    kept = simple.require_rule_limit(simple.DrawBelow(*parts), table.limit)
    if question == "several":
        assert players is not None
        return record.several_record(several(shoe, table, number(players, "players"), kept))
    return record.bound_record(simple.bound_banker(shoe, table, kept))


def _progress() -> solution.Progress | None:  # type: ignore[name-defined]  # noqa: F821
    """Says on a terminal how far a search is; nothing in a pipe."""
    if not sys.stderr.isatty():
        return None

    def say(what: str, turn: int) -> None:
        click.echo(f"\r{what}: turn {turn}   ", nl=False, err=True)

    return say


vingt_et_un_command = _command("vingt-et-un", 21, "exact vingt-et-un --replacement --drawn unseen")
trente_et_un_command = _command(
    "trente-et-un", 31, "exact trente-et-un --replacement --question rule --rule 27"
)
