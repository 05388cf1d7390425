"""The command ``exact cite``."""

from __future__ import annotations

import click

from exact.cli.options import print_or_write

#: The formats of `exact.citation`, which is imported only when it is needed.
REFERENCES = ("text", "bibtex", "csl", "latex")


@click.command(short_help="A reference to a record.")
@click.argument("record", metavar="RECORD")
@click.option("--format", "form", type=click.Choice(REFERENCES), default="text", show_default=True)
@click.option("--language", default="en", show_default=True, metavar="L", help="en, de or fr.")
@click.option("--history", is_flag=True, help="Say also which records this one corrects.")
@click.option("--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing.")
def cite(record: str, form: str, language: str, history: bool, out: str | None) -> None:
    """Print a reference to the record in a file: the number, the model, the version, the digest.

    Example: exact cite rouge-et-noir.analyse.6-packs.json --format bibtex
    """
    from exact import citation, records
    from exact.statements import language_named

    known = language_named(language)
    print_or_write(citation.reference(records.read(record), form, known, history), out)
