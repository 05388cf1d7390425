"""What the subcommands share: the options of shoe and output, and how an answer is delivered."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from exact.errors import ExactError

if TYPE_CHECKING:
    from exact.records import Record
    from exact.shoe import Shoe

F = TypeVar("F", bound=Callable[..., Any])

#: Where the name of the picture is kept while a command runs.
_PLOT = "exact.plot"
FORMATS = ("text", "json", "csv", "latex", "markdown", "html")


def shoe_options(packs: int) -> Callable[[F], F]:
    """The options that describe the shoe; ``packs``: what is taken when none is given."""
    counts = "Ten counts, for the cards of 1, 2, …, 10 points."
    full = f"A full shoe of N packs of 52 cards; {packs} if no shoe is given."

    def decorate(function: F) -> F:
        for option in (
            click.option("--replacement", is_flag=True, help="Put every card back: the infinite shoe."),
            click.option("--shoe", metavar="C1,…,C10", help=counts),
            click.option("--packs", metavar="N", help=full),
        ):
            function = option(function)
        return function

    return decorate


def output_options(function: F) -> F:
    """The options that say how an answer is printed, and where to."""
    for option in (
        # Kept for `deliver`, so that no command need hand it on.
        click.option(
            "--plot",
            metavar="FILE",
            expose_value=False,
            callback=_keep_plot,
            help="Draw the answer, too: a picture, SVG or PNG by the file's ending.",
        ),
        click.option("--full", is_flag=True, help="Whole fractions and whole tables."),
        click.option(
            "--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing."
        ),
        click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True),
    ):
        function = option(function)
    return function


def _keep_plot(context: click.Context, _: click.Parameter, plot: str | None) -> None:
    context.meta[_PLOT] = plot


def shoe_from(packs: str | None, shoe: str | None, replacement: bool, default: int = 6) -> Shoe:
    from exact.shoe import Shoe

    if packs is not None and shoe is not None:
        raise ExactError("shoe: give --packs or --shoe, not both")
    if shoe is not None:
        return Shoe.parse(shoe, replacement=replacement)
    return Shoe.packs(default if packs is None else number(packs, "packs"), replacement=replacement)


def require_no_shoe(packs: str | None, shoe: str | None, replacement: bool) -> None:
    """For --question closed-form, which is about any number of packs."""
    for name, given in (
        ("packs", packs is not None),
        ("shoe", shoe is not None),
        ("replacement", replacement),
    ):
        if given:
            raise ExactError(
                f"{name}: --question closed-form is about d full packs, for every d; it takes none"
            )


def number(text: str, argument: str) -> int:
    """A whole number, at least 1, given as text."""
    from exact.errors import refusal

    if not (text.isascii() and text.isdigit() and len(text) <= 1000 and int(text) >= 1):
        raise refusal(argument, text, "a whole number, at least 1, is expected")
    return int(text)


def deliver(answer: Record, form: str, out: str | None, full: bool) -> None:
    """Print the answer, or write it to a file, and draw it if that is asked for."""
    from exact.rendering import FORMATS as RENDERED

    _draw(answer)
    if form == "json" and out is not None:
        # With what belongs beside the record.
        answer.write(out)
        return
    print_or_write(RENDERED[form](answer, full), out)
    if form == "json":
        for name in answer.beside():
            click.echo(f"exact: {name}, a part of this record, is written with --out only", err=True)


def _draw(answer: Record) -> None:
    context = click.get_current_context(silent=True)
    plot = None if context is None else context.meta.get(_PLOT)
    if plot is not None:
        from exact import plots

        plots.require_form(plot)
        plots.of_record(answer).save(plot)


def print_or_write(text: str, out: str | None) -> None:
    if out is None:
        click.echo(text, nl=False)
    else:
        from exact.storage import write_whole

        write_whole(out, text)
