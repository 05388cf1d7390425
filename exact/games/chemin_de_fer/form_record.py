"""The citable record of optimal play as functions of the number of packs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from exact.errors import ExactError
from exact.functions import FULL_PACKS, SHOWN, coefficient_table
from exact.games.baccara.document import COUP_RULES
from exact.games.chemin_de_fer.record import INFORMED, RULED, STAKE
from exact.games.chemin_de_fer.strategy import cell_text, holding_text
from exact.packs import at_packs, function_text, limit
from exact.records import Cell, Column, Record, Table, Value, two_ways

if TYPE_CHECKING:
    import sympy

    from exact.games.chemin_de_fer.closed_form import ClosedForm, ClosedForms

GIVEN = "probability given the infoset"
FORM = Column("form", "number of the form", "label")
FUNCTION = Column("function", "function of d, the number of packs", "label")
#: (side, infoset) -> what is done there where one action only is played.
Pure = dict[tuple[str, str], str]


def closed_form_record(forms: ClosedForms) -> Record:
    """The record of ``closed_forms``: the functions, the ranges, what else changes between them.

    Raises ExactError for a form whose range has gaps, of which there is none in the classical game.
    """
    numbered = {str(number): form for number, form in enumerate(forms, start=1)}
    last = forms[-1]
    functions = {number: _functions(form) for number, form in numbered.items()}
    limits = {name: limit(function) for name, function in _functions(last).items()}
    side, infoset = Column("side", "who chooses", "label"), Column("infoset", "where he chooses", "label")
    action = Column("action", "what he does there, where before he did something else", "label")
    return Record(
        id=f"chemin-de-fer.closed-form.{forms.information}",
        game="chemin_de_fer",
        question="closed_form",
        input={"information": forms.information},
        assumptions=(
            FULL_PACKS,
            INFORMED[forms.information],
            RULED["classical"],
            "For each number of packs the play shown is the only optimal one. Where no probability is shown "
            "one action only is played, the same in the whole range of a form: see the record of the "
            "equilibrium from so many packs.",
        ),
        values={
            "from_packs": Value(
                Fraction(_ends(last)[0]),
                "packs",
                "from so many packs on the last form is optimal play, for every d",
            ),
            "ponte_limit": Value(
                limits["ponte_draws"], GIVEN, "the ponte's drawing, as d grows without bound"
            ),
            "banker_limit": Value(
                limits["banker_draws"], GIVEN, "the banker's drawing, as d grows without bound"
            ),
            "value_limit": Value(limits["value"], STAKE, "the bank's gain, as d grows without bound"),
        },
        tables={
            "forms": Table(
                (
                    FORM,
                    Column("first", "least number of packs for which it is optimal play", "packs"),
                    Column("last", "greatest such number; empty: all above the first", "packs"),
                    Column("ponte", "where the ponte plays both actions", "label"),
                    Column("banker", "where the banker plays both actions", "label"),
                ),
                tuple(
                    (number, *_ends(form), holding_text(form.ponte), cell_text(*form.banker))
                    for number, form in numbered.items()
                ),
            ),
            "ponte_draws": _written(functions, "ponte_draws", "probability that the ponte draws there"),
            "banker_draws": _written(functions, "banker_draws", "probability that the banker draws there"),
            "value": _written(functions, "value", "the bank's gain"),
            "changes": Table((FORM, side, infoset, action), tuple(_changes(list(numbered.items())))),
            "by_packs": _by_packs(forms),
            "coefficients": coefficient_table(
                {(number, name): f for number, named in functions.items() for name, f in named.items()},
                (FORM, Column("function", "which function", "label")),
            ),
        },
        certificate={
            "ponte": {
                number: {holding_text(own): str(bit) for own, bit in form.ponte_pure}
                for number, form in numbered.items()
            }
        },
        verification=(
            two_ways("chemin_de_fer"),
            {
                "method": "Sturm sequences",
                "tool": "exact.games.chemin_de_fer.closed_form",
                "what": "finitely many polynomials in d keep their signs on the whole range of each form",
            },
        ),
        rules=COUP_RULES,
    )


def _functions(form: ClosedForm) -> dict[str, sympy.Expr]:
    return {"ponte_draws": form.draws_ponte, "banker_draws": form.draws_banker, "value": form.value}


def _ends(form: ClosedForm) -> tuple[int, Cell]:
    """The least and the greatest d of the form's range; empty where there is no greatest."""
    if form.from_packs is not None and not form.packs:
        return form.from_packs, ""
    first, last = form.packs[0], form.packs[-1]
    if form.from_packs is not None or form.packs != tuple(range(first, last + 1)):
        raise ExactError(
            f"packs: the range {form.range_text} of a form has gaps; a record has no room for it"
        )
    return first, last


def _written(functions: dict[str, dict[str, sympy.Expr]], name: str, meaning: str) -> Table:
    rows = tuple((number, function_text(named[name])) for number, named in functions.items())
    return Table((FORM, Column("function", f"{meaning}, from d packs", "label")), rows)


def _changes(numbered: list[tuple[str, ClosedForm]]) -> Iterator[tuple[Cell, ...]]:
    """What is played alone in a form and was not in the one before."""
    for (_, before), (number, form) in pairwise(numbered):
        known = _pure(before)
        for (side, infoset), action in _pure(form).items():
            if known.get((side, infoset)) != action:
                yield number, side, infoset, action


def _pure(form: ClosedForm) -> Pure:
    words = ("stand", "draw")
    pontes = {("ponte", holding_text(own)): words[bit] for own, bit in form.ponte_pure}
    return {**pontes, **{("banker", cell_text(*cell)): words[bit] for cell, bit in form.banker_pure}}


def _by_packs(forms: ClosedForms) -> Table:
    numbers = {id(form): str(number) for number, form in enumerate(forms, start=1)}
    rows: list[tuple[Cell, ...]] = []
    for packs in SHOWN:
        form = forms.of(packs)
        rows.append((str(packs), numbers[id(form)], *(at_packs(f, packs) for f in _functions(form).values())))
    columns = (
        Column("packs", "number of packs d", "label"),
        FORM,
        Column("ponte_draws", "probability that the ponte draws where he plays both actions", GIVEN),
        Column("banker_draws", "probability that the banker draws where he plays both actions", GIVEN),
        Column("value", "the bank's gain", STAKE),
    )
    return Table(columns, tuple(rows))
