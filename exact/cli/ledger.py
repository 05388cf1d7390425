"""The command ``exact verify``."""

from __future__ import annotations

import sys

import click

from exact.cli.options import print_or_write

LEDGER_FORMATS = ("text", "json", "markdown", "html")


@click.command(short_help="Judge the claims of the source documents.")
@click.option("--format", "form", type=click.Choice(LEDGER_FORMATS), default="text", show_default=True)
@click.option("--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing.")
@click.option("--html", "page", metavar="FILE", help="Write the page with pictures to a file, too.")
@click.option("--update", is_flag=True, help="Rewrite the committed ledger with these verdicts.")
def verify(form: str, out: str | None, page: str | None, update: bool) -> int:
    """Judge every claim of the source documents by computation.

    Exit status 1 when a verdict differs from the committed ledger. Example: exact verify --format markdown
    """
    from exact import documents
    from exact.documents import report

    claims = documents.claims()
    # On a terminal a bar shows how far the work has come; in a pipe there is none.
    with click.progressbar(claims, file=sys.stderr, hidden=not sys.stderr.isatty()) as waiting:
        judged = [documents.judge(claim) for claim in waiting]
    print_or_write(report.FORMATS[form](judged), out)
    if page is not None:
        print_or_write(report.html(judged), page)
    if update:
        documents.update(judged)
        return 0
    differences = documents.differences(judged)
    for line in differences:
        click.echo(f"exact: ledger: {line}", err=True)
    return 1 if differences else 0
