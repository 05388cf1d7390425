"""The command ``exact fortune``: what becomes of a bank; ``exact partie`` is about its table."""

from __future__ import annotations

import click

from exact.cli.options import deliver, number, output_options, shoe_from, shoe_options
from exact.errors import ExactError

#: Question -> the options that go with it, beside those of the shoe.
_OPTIONS = {
    "wins": ("coups", "commission"),
    "pass-after": ("wins", "cover", "commission"),
    "double": ("bank", "stakes", "commission"),
    "tax": ("commission", "burnt"),
    "ruin": ("capital", "target", "coups", "commission"),
    "tableaux": ("stakes", "capital", "target", "coups", "commission"),
}


@click.command(name="fortune", short_help="What a bank wins, how long it lasts, what the tax takes.")
@shoe_options(packs=6)
@click.option(
    "--question",
    type=click.Choice(tuple(_OPTIONS)),
    default="wins",
    show_default=True,
    help="Consecutive wins; a policy; Banco double; the tax of a shoe; ruin; both tableaux at once.",
)
@click.option(
    "--coups", metavar="K", help="Coups that are played: for wins (3 if not given), ruin, tableaux."
)
@click.option("--wins", metavar="K", help="For pass-after: the wins after which the hand is passed; 3.")
@click.option("--cover", metavar="C", help="For pass-after: full (the whole bank, if not given) or flat.")
@click.option(
    "--capital", metavar="C", help="For ruin (10 if not given) and tableaux: the bank's capital in stakes."
)
@click.option("--target", metavar="T", help="For ruin and tableaux: the capital with which the bank stops.")
@click.option(
    "--stakes", metavar="R,L", help="For tableaux: on the right and on the left; 1,1. For double: all."
)
@click.option("--bank", metavar="B", help="For double: what each puts up; 1 if not given.")
@click.option("--burnt", metavar="N", help="For tax: cards put aside before the first coup; 0.")
@click.option("--commission", metavar="A", help="The tax on gains; 5%, for tableaux 2%.")
@output_options
def fortune_command(
    packs: str | None,
    shoe: str | None,
    replacement: bool,
    question: str,
    coups: str | None,
    wins: str | None,
    cover: str | None,
    capital: str | None,
    target: str | None,
    stakes: str | None,
    bank: str | None,
    burnt: str | None,
    commission: str | None,
    form: str,
    out: str | None,
    full: bool,
) -> None:
    """The fortune of a bank: what it wins, how long it lasts, what the tax takes, exactly.

    Example: exact fortune --question pass-after --wins 4
    """
    from exact.partie import fortune

    given = {
        "coups": coups,
        "wins": wins,
        "cover": cover,
        "capital": capital,
        "target": target,
        "stakes": stakes,
        "bank": bank,
        "burnt": burnt,
        "commission": commission,
    }
    for name, value in given.items():
        if value is not None and name not in _OPTIONS[question]:
            right = ", ".join(question for question, names in _OPTIONS.items() if name in names)
            raise ExactError(f"{name}: it goes with --question {right} only")
    last = None if coups is None else number(coups, "coups")
    tax = ("2%" if question == "tableaux" else "5%") if commission is None else commission
    if question == "tax":
        aside = 0 if burnt is None else number(burnt, "burnt")
        answer = fortune.tax_of_shoe(shoe_from(packs, shoe, replacement), tax, burnt=aside).record()
    elif question == "tableaux":
        if capital is None and (target or last):
            raise ExactError("capital: a target and a number of coups need one, such as --capital 10")
        # The model's tree is for cards that are put back, and for small shoes.
        cards = shoe_from(packs, shoe, replacement or packs is shoe is None)
        placed = ("1,1" if stakes is None else stakes).split(",")
        if len(placed) != 2:
            raise ExactError(f"stakes: got {stakes!r}; two amounts, such as 2,1, are expected")
        law = fortune.two_tableaux_law(cards)
        both = fortune.tableaux(law, (placed[0], placed[1]), tax)
        end = None if capital is None else fortune.ruin(both.gain, capital, target, last)
        answer = both.record(cards, end)
    elif question == "wins":
        answer = fortune.wins(shoe_from(packs, shoe, replacement), last or 3).record(tax)
    else:
        cards = shoe_from(packs, shoe, replacement)
        law_of_coup = fortune.coup_law(cards)
        if question == "pass-after":
            many, covered = 3 if wins is None else number(wins, "wins"), cover or "full"
            answer = fortune.pass_after(law_of_coup, many, tax, fortune.cover_named(covered)).record(cards)
        elif question == "double":
            answer = fortune.double(law_of_coup, bank or "1", stakes, tax).record(cards)
        else:
            gain = fortune.gains(law_of_coup, 1, tax)
            answer = fortune.ruin(gain, "10" if capital is None else capital, target, last).record(cards, tax)
    deliver(answer, form, out, full)
