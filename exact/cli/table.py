"""The commands ``exact table`` and ``exact cache``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import click

from exact.errors import ExactError

if TYPE_CHECKING:
    from exact.tables import Table
    from exact.tables.grid import Grid

FORMATS: Final = ("csv", "jsonl", "latex", "markdown", "parquet")
#: So many failures are printed; the table has them all.
_SHOWN: Final = 20


class _Games(click.Group):
    """The games as subcommands, each made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from exact.tables.registry import GRIDS

        return list(GRIDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        from exact.tables.registry import GRIDS, grid

        return _command(grid(cmd_name)) if cmd_name in GRIDS else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl([(name, "") for name in self.list_commands(ctx)])


@click.group(
    name="table", cls=_Games, short_help="A grid of questions as one table: many shoes, many options."
)
def table_command() -> None:
    """A grid of questions as one table, on all cores; an interrupted run goes on where it stopped.

    Example: exact table punto-banco --packs 1-12 --commission 0,5% --out edges.csv
    """


@click.group(name="cache", short_help="The store of finished tasks of tables.")
def cache_command() -> None:
    """The store of finished tasks of exact table. Example: exact cache path"""


@cache_command.command("path", short_help="Print the folder of the store.")
def cache_path() -> None:
    """Print the folder of the store; EXACT_CACHE names another one. Example: exact cache path"""
    from exact.tables.store import default_folder

    click.echo(default_folder())


@cache_command.command("clear", short_help="Remove all that is stored.")
def cache_clear() -> None:
    """Remove all that is stored. Example: exact cache clear"""
    from exact.tables.store import Store

    tasks, size = Store.opened().clear()
    click.echo(f"{tasks} tasks, {size} bytes removed")


def _command(grid: Grid) -> click.Command:
    """The subcommand of a game, with the options of its questions."""
    options: dict[str, tuple[str, list[str]]] = {}
    for question in grid.questions:
        for option in question.options:
            options.setdefault(option.name, (f"{option.meaning}; {option.default} if not given", []))[
                1
            ].append(question.name)
    questions = "; ".join(f"{question.name}: {question.meaning}" for question in grid.questions)

    def run(**given: Any) -> int:
        chosen = {name: given.pop(name) for name in options}
        return _run(grid, {name: text for name, text in chosen.items() if text is not None}, **given)

    parameters: list[click.Parameter] = [
        click.Option(
            ["--question"],
            type=click.Choice([question.name for question in grid.questions]),
            default=grid.questions[0].name,
            show_default=True,
            help=f"{questions}.",
        ),
        click.Option(
            ["--packs"], metavar="N,…", help=f"Packs of full shoes, as 6 or 1-12; {grid.packs} if not given."
        ),
        click.Option(
            ["--shoes"], metavar="FILE", help=f"A CSV file, one shoe a line: {len(grid.kinds)} counts."
        ),
        click.Option(["--replacement"], is_flag=True, help="Put every card back."),
        click.Option(["--sample"], metavar="N", help="So many random states of each shoe."),
        click.Option(["--dealt"], metavar="K,…", help="After so many cards of it have been dealt."),
        click.Option(["--seed"], metavar="S", default="1", show_default=True, help="Of the random states."),
        *(
            click.Option([f"--{name.replace('_', '-')}"], metavar="X,…", help=f"{text}.")
            for name, (text, _) in options.items()
        ),
        click.Option(["--jobs"], metavar="N", help="Processes; one a core if not given."),
        click.Option(["--scheduler"], metavar="ADDRESS", help="A Dask scheduler, as tcp://HOST:8786."),
        click.Option(
            ["--format", "form"],
            type=click.Choice(FORMATS),
            help="By default that of the file's ending, else csv; jsonl: citable records.",
        ),
        click.Option(["--out"], metavar="FILE", help="Write to a file, with datapackage.json beside it."),
        click.Option(["--force"], is_flag=True, help="Write anew a file that exists."),
    ]
    help_text = (
        f"Many questions about {grid.game} as one table; values separated by commas, ranges as 1-12.\n\n"
        f"Example: exact table {grid.game} --packs 1-8 --out table.csv"
    )
    return click.Command(
        grid.game,
        params=parameters,
        callback=run,
        help=help_text,
        context_settings={"max_content_width": 100},
    )


def _run(
    grid: Grid,
    options: dict[str, str],
    question: str,
    packs: str | None,
    shoes: str | None,
    replacement: bool,
    sample: str | None,
    dealt: str | None,
    seed: str,
    jobs: str | None,
    scheduler: str | None,
    form: str | None,
    out: str | None,
    force: bool,
) -> int:
    from exact import tables
    from exact.cli.options import number
    from exact.tables import writing
    from exact.tables.axes import wholes

    chosen = writing.form_of(out, form)
    if out is not None:
        writing.require_writable(out, chosen, force)
    elif chosen == "parquet":
        raise ExactError("out: Parquet is written to a file; name one")
    if jobs is not None and scheduler is not None:
        raise ExactError("jobs: the scheduler decides how many there are; give --jobs or --scheduler")
    bar = _Bar() if sys.stderr.isatty() else None
    try:
        table = tables.table(
            grid.game,
            question,
            packs=packs,
            shoes=shoes,
            replacement=replacement,
            sample=None if sample is None else number(sample, "sample"),
            dealt=dealt,
            seed=wholes(seed, "seed")[0],
            options=options,
            form=writing.content_of(chosen),
            jobs=None if jobs is None else number(jobs, "jobs"),
            scheduler=scheduler,
            progress=bar,
        )
    except KeyboardInterrupt:
        click.echo("exact: interrupted; what is done is stored, and the same command goes on", err=True)
        # Not the interrupt itself, for which the command would print an empty line.
        raise click.Abort from None
    finally:
        if bar is not None:
            bar.end()
    if out is None:
        writing.WRITERS[chosen](table, sys.stdout)
    else:
        table.write(out, chosen, force)
    return _report(table)


def _report(table: Table) -> int:
    """Say which rows have no answer; the exit status."""
    for line in table.failures[:_SHOWN]:
        click.echo(f"exact: failed: {' '.join(line.split())}", err=True)
    if table.failed > _SHOWN:
        click.echo(f"exact: failed: {table.failed - _SHOWN} more rows; see the column error", err=True)
    return 3 if table.failed else 0


class _Bar:
    """One line on the terminal: rows done, rows a second, time left."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._start, self._shown = clock, clock(), 0.0

    def __call__(self, done: int, known: int, rows: int) -> None:
        now = self._clock()
        if done < rows and now - self._shown < 0.1:
            return
        self._shown = now
        click.echo(f"\r{progress_text(done, known, rows, now - self._start):<78}", nl=False, err=True)

    def end(self) -> None:
        click.echo("\r" + " " * 78 + "\r", nl=False, err=True)


def progress_text(done: int, known: int, rows: int, seconds: float) -> str:
    """How far the work is, how fast it goes, and how long it will take; ``known`` rows were in the store."""
    text = f"{done:,} of {rows:,} rows"
    if known:
        text += f" ({known:,} known)"
    new = done - known
    if new > 0 and seconds > 0:
        rate = new / seconds
        left = round((rows - done) / rate)
        hours, minutes = left // 3600, left // 60 % 60
        left_text = f"{hours} h {minutes:02} min" if hours else f"{minutes} min {left % 60:02} s"
        text += f", {rate:,.3g} rows/s, {left_text} left"
    return text
