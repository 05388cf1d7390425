"""The command ``exact rouge-et-noir``."""

from __future__ import annotations

import click

from exact.cli.options import deliver, number, output_options, require_no_shoe, shoe_from, shoe_options
from exact.errors import ExactError


@click.command(name="rouge-et-noir", short_help="The laws of a coup, the refait, the bank's advantage.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(("analyse", "row", "totals", "removal", "closed-form")),
    default="analyse",
    show_default=True,
    help="The coup; the laws of one row; the joint law of both rows; the effect of removing a card; "
    "the law of a row as functions of the number of packs.",
)
@click.option(
    "--coup", metavar="K", help="Which coup of the shoe --question totals is about; 1 if not given."
)
@click.option("--simplified", is_flag=True, help="The article's own model: totals weighted 13 : 12 : … : 4.")
@output_options
def rouge_et_noir_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    coup: str | None,
    simplified: bool,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Rouge et noir: the laws of a coup, the refait, the bank's advantage.

    Example: exact rouge-et-noir --packs 6 --question removal
    """
    from exact.games import rouge_et_noir
    from exact.games.rouge_et_noir import record

    if coup is not None and question != "totals":
        raise ExactError("coup: it goes with --question totals only")
    if simplified:
        if packs is not None or shoe is not None or replacement or question != "analyse":
            raise ExactError("simplified: the article's model has no shoe, and --question analyse only")
        answer = rouge_et_noir.analyse_simplified().record()
    elif question == "closed-form":
        require_no_shoe(packs, shoe, replacement)
        answer = rouge_et_noir.closed_form.closed_forms().record()
    else:
        cards = shoe_from(packs, shoe, replacement)
        if question == "analyse":
            answer = rouge_et_noir.analyse(cards).record()
        elif question == "row":
            answer = record.row_record(cards)
        elif question == "totals":
            answer = record.totals_record(cards, number("1" if coup is None else coup, "coup"))
        else:
            answer = record.removal_record(cards)
    deliver(answer, form, out, full)
