"""The commands ``exact publish`` and ``exact check``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from exact.errors import ExactError


@click.command(short_help="Write the canonical set of records.")
@click.argument("folder", metavar="[DIR]", default="proofs/records")
def publish(folder: str) -> None:
    """Write the canonical records, their index and their data package into DIR (proofs/records).

    The same program writes the same bytes. Example: exact publish records
    """
    from exact import publication

    if folder == "proofs/records" and not Path("proofs").is_dir():
        raise ExactError("folder: there is no folder proofs here; name the folder: exact publish DIR")
    questions = list(publication.questions())
    with click.progressbar(questions, file=sys.stderr, hidden=not sys.stderr.isatty()) as waiting:
        names = publication.publish(folder, (question() for question in waiting))
    click.echo(f"{folder}: {len(questions)} records, {len(names)} files")
    others = publication.others(folder, names)
    if others:
        click.echo(f"{folder}: left alone, no part of the set: {', '.join(others)}", err=True)


@click.command(short_help="Check records with the stand-alone checker.")
@click.argument("paths", nargs=-1, metavar="PATH...")
@click.option("--quick", is_flag=True, help="Only one record of each kind.")
@click.option("--update", is_flag=True, help="If all hold, note in exact/checked.txt that they are checked.")
def check(paths: tuple[str, ...], quick: bool, update: bool) -> int:
    """Check records, or folders of them, with proofs/check.py, which shares no code with this program.

    Without PATH the canonical set is checked. Exit status: 0 all hold, 1 a record is refused, 2 something
    given is no record. Example: exact check rouge-et-noir.analyse.6-packs.json
    """
    from exact import checking, publication, standing

    if update and (quick or len(paths) != 1):
        raise ExactError("update: it goes with one folder and without --quick: exact check DIR --update")
    status = checking.check([*paths, *(["--quick"] if quick else [])])
    if update and status == 0:
        standing.update(publication.ids(paths[0]))
    return status
