"""The command ``exact``: one module a subcommand. Heavy modules are imported only where they are needed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Final

import click

from exact import __version__
from exact.cli.baccara_banque import baccara_banque_command
from exact.cli.buying import trente_et_un_command, vingt_et_un_command
from exact.cli.chemin_de_fer import chemin_de_fer_command
from exact.cli.cite import cite
from exact.cli.export import export
from exact.cli.fortune import fortune_command
from exact.cli.ledger import verify
from exact.cli.partie import partie_command
from exact.cli.publication import check, publish
from exact.cli.punto_banco import punto_banco_command
from exact.cli.rouge_et_noir import rouge_et_noir_command
from exact.cli.table import cache_command, table_command
from exact.cli.trente_et_quarante import trente_et_quarante_command
from exact.errors import ExactError

#: The subcommands, in the order of --help. A new game adds its line.
SUBCOMMANDS: Final = (
    rouge_et_noir_command,
    trente_et_quarante_command,
    punto_banco_command,
    chemin_de_fer_command,
    baccara_banque_command,
    partie_command,
    fortune_command,
    vingt_et_un_command,
    trente_et_un_command,
    table_command,
    cache_command,
    verify,
    publish,
    check,
    cite,
    export,
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and exit: 0 done, 1 a verdict differs, 2 bad input (one line), 3 failed rows."""
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


for subcommand in SUBCOMMANDS:
    command.add_command(subcommand)
