"""The command ``exact partie``."""

from __future__ import annotations

import click

from exact.cli.options import print_or_write

STATEMENT_FORMATS = ("text", "json", "markdown")


@click.command(name="partie", short_help="Replay a referee's script into a statement.")
@click.argument("script", metavar="FILE")
@click.option("--format", "form", type=click.Choice(STATEMENT_FORMATS), default="text", show_default=True)
@click.option("--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing.")
def partie_command(script: str, form: str, out: str | None) -> None:
    """Replay a partie of chemin de fer or baccara banque, written as TOML or JSON Lines, coup by coup.

    Example: exact partie evening.toml --format markdown
    """
    from exact import partie

    print_or_write(partie.replay(partie.read(script)).format(form), out)
