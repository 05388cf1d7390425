"""The command ``exact trente-et-quarante``."""

from __future__ import annotations

import click

from exact.cli.options import deliver, output_options, shoe_from, shoe_options
from exact.errors import ExactError


@click.command(name="trente-et-quarante", short_help="The four chances, prison and insurance.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(("analyse", "removal")),
    default="analyse",
    show_default=True,
    help="The coup; the effect of removing a card of each value and colour.",
)
@click.option(
    "--red",
    metavar="C1,…,C10",
    help="The red cards among those of the shoe; half of each if not given.",
)
@click.option(
    "--refait",
    metavar="RULE",
    help="What happens to a stake at the refait: half (if not given), prison, or prisons (with "
    "replacement only).",
)
@click.option("--insurance", metavar="P", help="Premium per unit of stake, such as 1%; 0 if not given.")
@click.option(
    "--insurance-rule",
    metavar="RULE",
    help="The premium is lost in every coup (lost, if not given), but for the refait (returned), or in won "
    "coups and refaits (won_coups).",
)
@output_options
def trente_et_quarante_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    red: str | None,
    refait: str | None,
    insurance: str | None,
    insurance_rule: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Trente et quarante: the four chances, prison and insurance.

    Example: exact trente-et-quarante --packs 6 --insurance 1%
    """
    from exact.games import trente_et_quarante
    from exact.games.trente_et_quarante.record import removal_record
    from exact.shoe import Shoe

    cards = shoe_from(packs, shoe, replacement)
    red_cards = None if red is None else Shoe.parse(red, argument="red")
    if question == "removal":
        for name, rule in (("refait", refait), ("insurance", insurance), ("insurance_rule", insurance_rule)):
            if rule is not None:
                raise ExactError(f"{name}: it goes with --question analyse only; else the bank takes half")
        answer = removal_record(cards, red_cards)
    else:
        answer = trente_et_quarante.analyse(
            cards,
            red=red_cards,
            refait="half" if refait is None else refait,
            insurance="0" if insurance is None else insurance,
            insurance_rule="lost" if insurance_rule is None else insurance_rule,
        ).record()
    deliver(answer, form, out, full)
