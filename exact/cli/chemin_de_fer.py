"""The command ``exact chemin-de-fer``."""

from __future__ import annotations

import click

from exact.cli.options import deliver, output_options, require_no_shoe, shoe_from, shoe_options
from exact.errors import ExactError


@click.command(name="chemin-de-fer", short_help="Optimal play, and the tableau de tirage on trial.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(("solve", "audit", "values", "decide", "closed-form")),
    default="solve",
    show_default=True,
    help="Optimal play; the document's table cell by cell; what the shoe is worth; one decision; "
    "optimal play as functions of the number of packs.",
)
@click.option(
    "--information",
    default="totals",
    show_default=True,
    metavar="I",
    help="Who knows his cards, not just their total: totals (nobody), banker, both.",
)
@click.option(
    "--rules",
    default="classical",
    show_default=True,
    metavar="RULES",
    help="For --question solve, who is free where: classical, tableau, unrestricted.",
)
@click.option("--commission", metavar="A", help="Tax for --question solve (0 if not given) and values (5%).")
@click.option("--infoset", metavar="X", help="For --question decide: 5, 0,5, 6|stood, 5|4 or 0,6|9.")
@output_options
def chemin_de_fer_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    information: str,
    rules: str,
    commission: str | None,
    infoset: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Chemin de fer: optimal play of both sides, and the document's tableau de tirage on trial.

    Example: exact chemin-de-fer --packs 6 --information both --commission 5%
    """
    from exact.games import chemin_de_fer
    from exact.games.chemin_de_fer import record
    from exact.games.chemin_de_fer.solution import information_named

    if rules != "classical" and question != "solve":
        raise ExactError("rules: they go with --question solve only")
    if commission is not None and question not in ("solve", "values"):
        raise ExactError("commission: it goes with --question solve and values only")
    if (infoset is not None) != (question == "decide"):
        raise ExactError("infoset: --question decide, and no other, needs one, such as --infoset '6|stood'")
    known = information_named(information)
    if question == "closed-form":
        require_no_shoe(packs, shoe, replacement)
        deliver(chemin_de_fer.closed_form.closed_forms(known).record(), form, out, full)
        return
    cards = shoe_from(packs, shoe, replacement)
    if question == "solve":
        answer = chemin_de_fer.solve(cards, known, rules, "0" if commission is None else commission).record()
    elif question == "audit":
        answer = chemin_de_fer.audit(cards, known).record()
    elif question == "values":
        answer = chemin_de_fer.values(cards, known, "5%" if commission is None else commission).record()
    else:
        side, holding, third = record.infoset_from_text(infoset or "")
        worth = chemin_de_fer.decide(cards, side, holding, third, information=known)
        missing = () if replacement else chemin_de_fer.removal(cards, side, holding, third, information=known)
        answer = record.decision_record(cards, known, worth, missing)
    deliver(answer, form, out, full)
