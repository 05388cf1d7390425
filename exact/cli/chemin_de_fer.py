"""The command ``exact chemin-de-fer``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from exact.cli.options import deliver, output_options, require_no_shoe, shoe_from, shoe_options
from exact.errors import ExactError

if TYPE_CHECKING:
    from exact.games.chemin_de_fer.rules import Information
    from exact.records import Record
    from exact.shoe import Shoe


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
    metavar="I",
    help="Who knows his cards, not just their total: totals (nobody), banker, both. Not given: totals, or "
    "for --question decide what the infoset needs.",
)
@click.option(
    "--rules",
    default="classical",
    show_default=True,
    metavar="RULES",
    help="For --question solve, who is free where: classical, tableau, unrestricted.",
)
@click.option(
    "--commission", metavar="A", help="Tax for --question values (5% if not given), solve and decide (0)."
)
@click.option("--infoset", metavar="X", help="For --question decide: 5, 0,5, 6|stood, 5|4 or 0,6|9.")
@click.option(
    "--ponte",
    metavar="P",
    help="For a decision of the banker: the probability that the ponte draws on five, 1/2, or for each of "
    "his hands, '0,5=1 1,4=1/2 …'; at equilibrium if not given.",
)
@output_options
def chemin_de_fer_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    information: str | None,
    rules: str,
    commission: str | None,
    infoset: str | None,
    ponte: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Chemin de fer: optimal play of both sides, and the document's tableau de tirage on trial.

    Example: exact chemin-de-fer --packs 6 --information both --commission 5%
    """
    from exact.games import chemin_de_fer
    from exact.games.chemin_de_fer.solution import information_named

    if rules != "classical" and question != "solve":
        raise ExactError("rules: they go with --question solve only")
    if commission is not None and question in ("audit", "closed-form"):
        raise ExactError("commission: it goes with --question solve, values and decide only")
    if ponte is not None and question != "decide":
        raise ExactError("ponte: it goes with --question decide only")
    if (infoset is not None) != (question == "decide"):
        raise ExactError("infoset: --question decide, and no other, needs one, such as --infoset '6|stood'")
    known = information_named("totals" if information is None else information)
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
        asked = None if information is None else known
        answer = _decision(cards, infoset or "", asked, ponte, commission or "0")
    deliver(answer, form, out, full)


def _decision(
    shoe: Shoe, infoset: str, information: Information | None, ponte: str | None, commission: str
) -> Record:
    """The record of one decision, and of the missing cards that turn it."""
    from exact.games.chemin_de_fer import decide, removal
    from exact.games.chemin_de_fer.decision import information_for
    from exact.games.chemin_de_fer.notation import infoset_from_text, ponte_from_text
    from exact.games.chemin_de_fer.record import decision_record
    from exact.games.chemin_de_fer.solution import tax_named

    side, holding, third = infoset_from_text(infoset)
    plays = None if ponte is None else ponte_from_text(ponte)
    known = information_for(side, holding, plays, information)
    tax = tax_named(commission)
    terms = shoe, side, holding, third, plays
    worth = decide(*terms, information=known, commission=tax)
    missing = () if shoe.replacement else removal(*terms, information=known, commission=tax)
    return decision_record(shoe, known, worth, missing, plays, tax)
