"""The command ``exact trente-et-quarante``."""

from __future__ import annotations

import click

from exact.cli.options import deliver, output_options, shoe_from, shoe_options


@click.command(name="trente-et-quarante", short_help="The four chances, prison and insurance.")
@shoe_options(packs=6)
@click.option(
    "--red",
    metavar="C1,…,C10",
    help="The red cards among those of the shoe; half of each if not given.",
)
@click.option(
    "--refait",
    default="half",
    show_default=True,
    metavar="RULE",
    help="What happens to a stake at the refait: half, prison, or prisons (with replacement only).",
)
@click.option(
    "--insurance", default="0", show_default=True, metavar="P", help="Premium per unit of stake: 1%."
)
@click.option(
    "--insurance-rule",
    default="lost",
    show_default=True,
    metavar="RULE",
    help="The premium is lost in every coup (lost), but for the refait (returned), or in won coups and "
    "refaits (won_coups).",
)
@output_options
def trente_et_quarante_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    red: str | None,
    refait: str,
    insurance: str,
    insurance_rule: str,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Trente et quarante: the four chances, prison and insurance.

    Example: exact trente-et-quarante --packs 6 --insurance 1%
    """
    from exact.games import trente_et_quarante
    from exact.shoe import Shoe

    analysis = trente_et_quarante.analyse(
        shoe_from(packs, shoe, replacement),
        red=None if red is None else Shoe.parse(red, argument="red"),
        refait=refait,
        insurance=insurance,
        insurance_rule=insurance_rule,
    )
    deliver(analysis.record(), form, out, full)
