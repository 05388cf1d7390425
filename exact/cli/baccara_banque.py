"""The command ``exact baccara-banque``."""

from __future__ import annotations

import click

from exact.cli.options import deliver, output_options, shoe_from, shoe_options
from exact.errors import ExactError


@click.command(name="baccara-banque", short_help="One banker against two tableaux: optimal play and values.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(("solve", "conflict", "values", "curve")),
    default="solve",
    show_default=True,
    help="Optimal play; where the banker cannot do right by both; what the shoe is worth; by stakes.",
)
@click.option(
    "--concept",
    metavar="C",
    help="For --question solve and curve: nash (if not given), independent, correlated.",
)
@click.option("--stakes", metavar="A,B", help="On both tableaux, for solve and conflict; 1,1 if not given.")
@click.option("--commission", metavar="A", help="Tax on the net gain of a coup, for solve; 0 if not given.")
@click.option(
    "--naturels",
    metavar="N",
    help="For solve: whether the banker tells naturels of eight and nine apart: alike (if not given), apart.",
)
@click.option("--idle", metavar="P", help="For solve: how often a tableau without a stake draws on five.")
@output_options
def baccara_banque_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    concept: str | None,
    stakes: str | None,
    commission: str | None,
    naturels: str | None,
    idle: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Baccara banque: one banker against two tableaux.

    Example: exact baccara-banque --packs 6 --stakes 1,2 --concept correlated
    """
    from exact.games import baccara_banque
    from exact.games.baccara_banque.solution import concept_named, naturels_named

    goes_with = {
        "concept": (concept, ("solve", "curve")),
        "stakes": (stakes, ("solve", "conflict")),
        "commission": (commission, ("solve",)),
        "naturels": (naturels, ("solve",)),
        "idle": (idle, ("solve",)),
    }
    for name, (given, questions) in goes_with.items():
        if given is not None and question not in questions:
            raise ExactError(f"{name}: it goes with --question {' and '.join(questions)} only")
    cards, known = shoe_from(packs, shoe, replacement), concept_named("nash" if concept is None else concept)
    on_both = ["1", "1"] if stakes is None else [part.strip() for part in stakes.split(",")]
    if question == "solve":
        answer = baccara_banque.solve(
            cards,
            known,
            on_both,
            "0" if commission is None else commission,
            naturels_named("alike" if naturels is None else naturels),
            "0" if idle is None else idle,
        ).record()
    elif question == "conflict":
        answer = baccara_banque.conflict(cards, on_both).record()
    elif question == "values":
        answer = baccara_banque.values(cards).record()
    else:
        answer = baccara_banque.curve(cards, known).record()
    deliver(answer, form, out, full)
