"""The command ``exact export``: games and optima in other people's formats."""

from __future__ import annotations

import click

from exact.cli.options import number, print_or_write, shoe_from, shoe_options
from exact.errors import ExactError


@click.group(short_help="Games for Gambit and OpenSpiel, optima for VIPR.")
def export() -> None:
    """Write a game in the formats of other programs, which may solve or check it again.

    Example: exact export chemin-de-fer --as efg --packs 6 --out chemin-de-fer.efg
    """


@export.command(name="chemin-de-fer", short_help="The game (efg), or its optimum (vipr).")
@shoe_options(packs=6)
@click.option(
    "--as",
    "form",
    type=click.Choice(("efg", "vipr")),
    required=True,
    help="efg: the game, for Gambit and OpenSpiel; vipr: a certificate of its value, for viprchk.",
)
@click.option("--information", default="totals", show_default=True, metavar="I", help="totals, banker, both.")
@click.option(
    "--rules",
    default="classical",
    show_default=True,
    metavar="RULES",
    help="classical, tableau, unrestricted.",
)
@click.option("--commission", default="0", show_default=True, metavar="A", help="Tax, with --as efg only.")
@click.option(
    "--decimals",
    metavar="N",
    help="With --as efg: probabilities rounded to N digits, not exact, for OpenSpiel, which reads no long "
    "fractions.",
)
@click.option("--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing.")
def chemin_de_fer(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    form: str,
    information: str,
    rules: str,
    commission: str,
    decimals: str | None,
    out: str | None,
) -> None:
    """A coup of chemin de fer.

    Example: exact export chemin-de-fer --as vipr --packs 6 --information both --out optimum.vipr
    """
    from exact.games.chemin_de_fer import interchange
    from exact.games.chemin_de_fer.solution import information_named, tax_named

    cards, known, tax = (
        shoe_from(packs, shoe, replacement),
        information_named(information),
        tax_named(commission),
    )
    if form == "vipr" and tax:
        raise ExactError(
            f"commission: got {commission!r}; with a tax the game is not zero-sum and its equilibrium is no "
            "optimum of a linear program, so --as vipr takes 0 only"
        )
    if form == "vipr" and decimals is not None:
        raise ExactError("decimals: they go with --as efg only; a certificate is exact")
    if form == "efg":
        places = None if decimals is None else number(decimals, "decimals")
        text = interchange.efg_file(cards, known, rules, tax, places)
    else:
        text = interchange.vipr_file(cards, known, rules)
    print_or_write(text, out)
