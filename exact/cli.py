"""The command ``exact``. Heavy modules are imported only by the subcommands that need them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from exact import __version__
from exact.errors import ExactError

if TYPE_CHECKING:
    from exact.records import Record
    from exact.shoe import Shoe

F = TypeVar("F", bound=Callable[..., Any])

FORMATS = ("text", "json", "csv", "latex", "markdown", "html")
LEDGER_FORMATS = ("text", "json", "markdown")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 1 a verdict differs, 2 bad input (one line on stderr)."""
    try:
        status = command.main(args=arguments, prog_name="exact", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        name = error.ctx.command_path if error.ctx else "exact"
        _fail(f"{error.format_message()} (see {name} --help)")
    except (ExactError, click.ClickException) as error:
        _fail(str(error))
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read our output has stopped; nothing more can be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(f"output: it cannot be written; {error.strerror}")
    sys.exit(status if isinstance(status, int) else 0)


def _fail(message: str) -> None:
    click.echo(f"exact: {' '.join(message.split())}", err=True)
    sys.exit(2)


@click.group(
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="exact")
@click.pass_context
def command(context: click.Context) -> None:
    """Exact answers about the old banking card games.

    Every number is a fraction, computed from the real shoe. Example: exact rouge-et-noir --packs 6
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


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
        click.option("--full", is_flag=True, help="Whole fractions and whole tables."),
        click.option(
            "--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing."
        ),
        click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True),
    ):
        function = option(function)
    return function


@command.command(name="rouge-et-noir", short_help="The laws of a coup, the refait, the bank's advantage.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(("analyse", "row", "totals", "removal")),
    default="analyse",
    show_default=True,
    help="The coup; the laws of one row; the joint law of both rows; the effect of removing a card.",
)
@click.option(
    "--coup", metavar="K", help="Which coup of the shoe --question totals is about; 1 if not given."
)
@click.option("--simplified", is_flag=True, help="The article's own model: totals weighted 13 : 12 : … : 4.")
@output_options
def rouge_et_noir_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    coup: str | None,
    simplified: bool,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Rouge et noir: the laws of a coup, the refait, the bank's advantage.

    Example: exact rouge-et-noir --packs 6 --question removal
    """
    from exact.games import rouge_et_noir
    from exact.games.rouge_et_noir import record

    if coup is not None and question != "totals":
        raise ExactError("coup: it goes with --question totals only")
    if simplified:
        if packs is not None or shoe is not None or replacement or question != "analyse":
            raise ExactError("simplified: the article's model has no shoe, and --question analyse only")
        answer = rouge_et_noir.analyse_simplified().record()
    else:
        cards = _shoe(packs, shoe, replacement)
        if question == "analyse":
            answer = rouge_et_noir.analyse(cards).record()
        elif question == "row":
            answer = record.row_record(cards)
        elif question == "totals":
            answer = record.totals_record(cards, _number("1" if coup is None else coup, "coup"))
        else:
            answer = record.removal_record(cards)
    _deliver(answer, form, out, full)


@command.command(name="trente-et-quarante", short_help="The four chances, prison and insurance.")
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
        _shoe(packs, shoe, replacement),
        red=None if red is None else Shoe.parse(red, argument="red"),
        refait=refait,
        insurance=insurance,
        insurance_rule=insurance_rule,
    )
    _deliver(analysis.record(), form, out, full)


@command.command(name="punto-banco", short_help="Counts of deals and the house's edges.")
@shoe_options(packs=8)
@click.option(
    "--question",
    type=click.Choice(("analyse", "removal", "successive")),
    default="analyse",
    show_default=True,
    help="The coup; the effect of removing a card; the results of successive coups.",
)
@click.option("--commission", metavar="A", help="On banco's winnings; 5% if not given.")
@click.option("--tie-pays", metavar="T", help="What a unit on the tie wins; 8 if not given.")
@click.option("--coups", metavar="K", help="How many coups --question successive is about; 2 if not given.")
@output_options
def punto_banco_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    commission: str | None,
    tie_pays: str | None,
    coups: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Punto banco (American baccarat): counts of ordered deals, edges, laws of a coup.

    Example: exact punto-banco --packs 8 --commission 4%
    """
    from exact.games import punto_banco
    from exact.games.punto_banco import record

    if coups is not None and question != "successive":
        raise ExactError("coups: it goes with --question successive only")
    for name, given in (("commission", commission), ("tie_pays", tie_pays)):
        if given is not None and question == "successive":
            raise ExactError(
                f"{name}: it does not go with --question successive, which is about results only"
            )
    cards = _shoe(packs, shoe, replacement, default=8)
    terms = "5%" if commission is None else commission, "8" if tie_pays is None else tie_pays
    if question == "analyse":
        answer = punto_banco.analyse(cards, *terms).record()
    elif question == "removal":
        answer = record.removal_record(cards, *terms)
    else:
        number = _number("2" if coups is None else coups, "coups")
        answer = punto_banco.successive(cards, coups=number).record()
    _deliver(answer, form, out, full)


@command.command(name="chemin-de-fer", short_help="Optimal play, and the tableau de tirage on trial.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(("solve", "audit", "values", "decide")),
    default="solve",
    show_default=True,
    help="Optimal play; the document's table cell by cell; what the shoe is worth; one decision.",
)
@click.option(
    "--information",
    default="totals",
    show_default=True,
    metavar="I",
    help="Who knows his cards, not just their total: totals (nobody), banker, both.",
)
@click.option(
    "--rules",
    default="classical",
    show_default=True,
    metavar="RULES",
    help="For --question solve, who is free where: classical, tableau, unrestricted.",
)
@click.option("--commission", metavar="A", help="Tax for --question solve (0 if not given) and values (5%).")
@click.option("--infoset", metavar="X", help="For --question decide: 5, 0,5, 6|stood, 5|4 or 0,6|9.")
@output_options
def chemin_de_fer_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    information: str,
    rules: str,
    commission: str | None,
    infoset: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """Chemin de fer: optimal play of both sides, and the document's tableau de tirage on trial.

    Example: exact chemin-de-fer --packs 6 --information both --commission 5%
    """
    from exact.games import chemin_de_fer
    from exact.games.chemin_de_fer import record
    from exact.games.chemin_de_fer.solution import information_named

    if rules != "classical" and question != "solve":
        raise ExactError("rules: they go with --question solve only")
    if commission is not None and question in ("audit", "decide"):
        raise ExactError("commission: it goes with --question solve and values only")
    if (infoset is not None) != (question == "decide"):
        raise ExactError("infoset: --question decide, and no other, needs one, such as --infoset '6|stood'")
    cards, known = _shoe(packs, shoe, replacement), information_named(information)
    if question == "solve":
        answer = chemin_de_fer.solve(cards, known, rules, "0" if commission is None else commission).record()
    elif question == "audit":
        answer = chemin_de_fer.audit(cards, known).record()
    elif question == "values":
        answer = chemin_de_fer.values(cards, known, "5%" if commission is None else commission).record()
    else:
        side, holding, third = record.infoset_from_text(infoset or "")
        worth = chemin_de_fer.decide(cards, side, holding, third, information=known)
        missing = () if replacement else chemin_de_fer.removal(cards, side, holding, third, information=known)
        answer = record.decision_record(cards, known, worth, missing)
    _deliver(answer, form, out, full)


@command.command(short_help="Judge the claims of the source documents.")
@click.option("--format", "form", type=click.Choice(LEDGER_FORMATS), default="text", show_default=True)
@click.option("--out", metavar="FILE", help="Write to a file, whole or not at all, instead of printing.")
@click.option("--update", is_flag=True, help="Rewrite the committed ledger with these verdicts.")
def verify(form: str, out: str | None, update: bool) -> int:
    """Judge every claim of the source documents by computation.

    Exit status 1 when a verdict differs from the committed ledger. Example: exact verify --format markdown
    """
    from exact import documents
    from exact.documents import report

    claims = documents.claims()
    # On a terminal a bar shows how far the work has come; in a pipe there is none.
    with click.progressbar(claims, file=sys.stderr, hidden=not sys.stderr.isatty()) as waiting:
        judged = [documents.judge(claim) for claim in waiting]
    _print_or_write(report.FORMATS[form](judged), out)
    if update:
        documents.update(judged)
        return 0
    differences = documents.differences(judged)
    for line in differences:
        click.echo(f"exact: ledger: {line}", err=True)
    return 1 if differences else 0


def _shoe(packs: str | None, shoe: str | None, replacement: bool, default: int = 6) -> Shoe:
    from exact.shoe import Shoe

    if packs is not None and shoe is not None:
        raise ExactError("shoe: give --packs or --shoe, not both")
    if shoe is not None:
        return Shoe.parse(shoe, replacement=replacement)
    return Shoe.packs(default if packs is None else _number(packs, "packs"), replacement=replacement)


def _number(text: str, argument: str) -> int:
    """A whole number, at least 1, given as text."""
    from exact.errors import refusal

    if not (text.isascii() and text.isdigit() and len(text) <= 1000 and int(text) >= 1):
        raise refusal(argument, text, "a whole number, at least 1, is expected")
    return int(text)


def _deliver(answer: Record, form: str, out: str | None, full: bool) -> None:
    from exact.rendering import FORMATS as RENDERED

    _print_or_write(RENDERED[form](answer, full), out)


def _print_or_write(text: str, out: str | None) -> None:
    if out is None:
        click.echo(text, nl=False)
    else:
        from exact.storage import write_whole

        write_whole(out, text)
