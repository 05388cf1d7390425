"""The command ``exact punto-banco``."""

from __future__ import annotations

import click

from exact.cli.options import deliver, number, output_options, require_no_shoe, shoe_from, shoe_options
from exact.errors import ExactError


@click.command(name="punto-banco", short_help="Counts of deals and the house's edges.")
@shoe_options(packs=8)
@click.option(
    "--question",
    type=click.Choice(("analyse", "removal", "successive", "closed-form")),
    default="analyse",
    show_default=True,
    help="The coup; the effect of removing a card; the results of successive coups; "
    "the counts as functions of the number of packs.",
)
@click.option("--commission", metavar="A", help="On banco's winnings; 5% if not given.")
@click.option("--tie-pays", metavar="T", help="What a unit on the tie wins; 8 if not given.")
@click.option("--coups", metavar="K", help="How many coups --question successive is about; 2 if not given.")
@output_options
def punto_banco_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    commission: str | None,
    tie_pays: str | None,
    coups: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Punto banco (American baccarat): counts of ordered deals, edges, laws of a coup.

    Example: exact punto-banco --packs 8 --commission 4%
    """
    from exact.games import punto_banco
    from exact.games.punto_banco import record

    if coups is not None and question != "successive":
        raise ExactError("coups: it goes with --question successive only")
    for name, given in (("commission", commission), ("tie_pays", tie_pays)):
        if given is not None and question in ("successive", "closed-form"):
            raise ExactError(
                f"{name}: it does not go with --question {question}, which is about results only"
            )
    if question == "closed-form":
        require_no_shoe(packs, shoe, replacement)
        deliver(punto_banco.closed_form.counts().record(), form, out, full)
        return
    cards = shoe_from(packs, shoe, replacement, default=8)
    terms = "5%" if commission is None else commission, "8" if tie_pays is None else tie_pays
    if question == "analyse":
        answer = punto_banco.analyse(cards, *terms).record()
    elif question == "removal":
        answer = record.removal_record(cards, *terms)
    else:
        how_many = number("2" if coups is None else coups, "coups")
        answer = punto_banco.successive(cards, coups=how_many).record()
    deliver(answer, form, out, full)
