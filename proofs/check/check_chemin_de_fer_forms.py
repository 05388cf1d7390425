"""Chemin de fer: optimal play of the classical game as functions of the number of packs d.

The record says where each side plays both actions, and the certificate what the ponte does for sure where
else he is free; a *form* is that play for a range of d. Everything else is derived:

* What the banker's drawing gains over his standing in a cell, times the number of all deals, is
  c + p (c' - c), where p is the probability with which the ponte draws where he mixes, and c, c' are that
  gain when he never and when he always draws there. Each is a sum of numbers of deals of six cards, which
  are products of six factors 4 d - i or 16 d - i: polynomials of degree six at most, known from their values
  for d = 1, ..., 7.
* p is where that gain vanishes in the cell in which the banker mixes. In any other cell the banker does what
  brings him more at the least d of the range.
* In the same way q, the probability with which the banker draws in his cell, is where the ponte does not
  care; and the bank's gain follows.

It is optimal play, and nothing else is, where 0 < p < 1, 0 < q < 1, and every other infoset in which
there is a choice would lose by its other action (theorems 6 and 7 of proofs/README.md). After multiplication
with squares of the denominators these are signs of polynomials in d: looked at for each d of a finite
range; for the last one, which has no end, see `positive_from`. As each d is in the range of one form and no
two forms are the same play, the ranges are exact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from check_chemin_de_fer_coups import (
    CARDS,
    INFORMATION,
    PRESETS,
    Game,
    Strategy,
    game,
    in_columns,
    in_rows,
)
from check_form import PACK, Cell, Derived, Label, Record, Shoe, Table, demand, read_cell
from check_polynomials import (
    SHOWN,
    Polynomial,
    Quotient,
    at_packs,
    coefficients,
    deals,
    interpolated,
    limit,
    lowest,
    plus,
    positive_from,
    text,
    times,
    value,
)

STAKE = "stake units per unit staked, per coup"
GIVEN = "probability given the infoset"
FORMS = "forms"
ZERO, ONE = Fraction(0), Fraction(1)
RULES = PRESETS["classical"]
WORDS = ("stand", "draw")


@dataclass(frozen=True)
class Support:
    """Where both sides mix; and where else the ponte is free, what he does: 1 he draws, 0 he stands."""

    ponte: str
    banker: str
    pure: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Form:
    """A support for the numbers of packs ``first`` to ``last`` (None: and all above), and what follows.

    ``pure``: (side, infoset) -> stand or draw, where one action only is played and there is a choice.
    """

    first: int
    last: int | None
    support: Support
    functions: Mapping[str, Quotient]
    pure: Mapping[tuple[str, str], str]

    def holds(self, d: int) -> bool:
        return self.first <= d and (self.last is None or d <= self.last)


# ------------------------------------------------------------------ polynomials in d


@lru_cache(maxsize=1)
def games(information: str) -> list[Game]:
    """The coups of 1, ..., 7 packs."""
    shoes = [Shoe(tuple(d * count for count in PACK), replacement=False) for d in range(1, CARDS + 2)]
    return [game(shoe, information) for shoe in shoes]


def through(values: list[list[Fraction]]) -> list[Polynomial]:
    """One polynomial for each place, from the values at d = 1, ..., 7."""
    return [interpolated([int(number) for number in numbers]) for numbers in zip(*values, strict=True)]


@lru_cache(maxsize=4)
def against_ponte(information: str, draws: frozenset[str]) -> tuple[Polynomial, list[Polynomial]]:
    """When the ponte draws just there: the bank's gain if the banker always stands, and in each cell what

    his drawing gains more; times the number of deals.
    """
    bases, gains = [], []
    for played in games(information):
        ponte: Strategy = {name: Fraction(name in draws) for name in played.ponte}
        stand, draw = (in_columns(played, matrix, ponte) for matrix in (played.loss.stand, played.loss.draw))
        bases.append([Fraction(played.loss.settled) + sum(stand)])
        gains.append([b - a for a, b in zip(stand, draw, strict=True)])
    return through(bases)[0], through(gains)


@lru_cache(maxsize=32)
def against_banker(information: str, draws: frozenset[str]) -> dict[str, Polynomial]:
    """When the banker draws just there: what the ponte's drawing loses more where he is free."""
    names = [name for name in games(information)[0].ponte if RULES.of_ponte(name) == "F"]
    losses = []
    for played in games(information):
        banker: Strategy = {name: Fraction(name in draws) for name in played.banker}
        rows = zip(played.ponte, *in_rows(played, played.loss, banker), strict=True)
        losses.append([draw - stand for name, stand, draw in rows if name in names])
    return dict(zip(names, through(losses), strict=True))


@cache
def form_of(information: str, support: Support, first: int, last: int | None, where: str) -> Form:
    """What follows from a support, and that it is optimal play, and no other is, in the whole range."""
    names = games(information)[0].banker
    always = {name for name, bit in support.pure if bit}
    always |= {name for name in games(information)[0].ponte if RULES.of_ponte(name) == "D"}
    base, zero = against_ponte(information, frozenset(always))
    base_drawing, one = against_ponte(information, frozenset(always | {support.ponte}))
    place = names.index(support.banker)
    # p and q are quotients with this denominator.
    below = plus(one[place], zero[place], -1)
    demand(value(below, first) != 0, where, "the ponte's play makes no difference to the banker there")
    p = times((-1,), zero[place])

    positive = [times(p, below), times(plus(below, p, -1), below)]
    draws, pure = set(), {("ponte", name): WORDS[bit] for name, bit in support.pure}
    for name, c, other in zip(names, zero, one, strict=True):
        if name != support.banker:
            gain = times(plus(times(c, below), times(plus(other, c, -1), p)), below)
            better = value(gain, first) > 0
            draws |= {name} if better else set()
            pure["banker", name] = WORDS[better]
            positive.append(gain if better else times((-1,), gain))
            base = plus(base, c) if better else base
            base_drawing = plus(base_drawing, other) if better else base_drawing
    standing = against_banker(information, frozenset(draws))
    drawing = against_banker(information, frozenset(draws | {support.banker}))
    assert plus(drawing[support.ponte], standing[support.ponte], -1) == below
    q = times((-1,), standing[support.ponte])
    positive += [times(q, below), times(plus(below, q, -1), below)]
    for name, bit in support.pure:
        c, other = standing[name], drawing[name]
        loss = times(plus(times(c, below), times(plus(other, c, -1), q)), below)
        positive.append(times((-1,), loss) if bit else loss)

    for polynomial in positive:
        if last is None:
            held = positive_from(polynomial, first)
        else:
            held = all(value(polynomial, d) > 0 for d in range(first, last + 1))
        demand(held, where, "it is not the only optimal play for all of these numbers of packs")
    gain = plus(times(base, below), times(plus(base_drawing, base, -1), p))
    functions = {
        "ponte_draws": lowest(p, below),
        "banker_draws": lowest(q, below),
        "value": lowest(gain, times(below, deals(CARDS))),
    }
    return Form(first, last, support, functions, pure)


# --------------------------------------------------------------------------- records


def closed_form(data: Record) -> Derived:
    """Records of optimal play as functions of d."""
    demand(tuple(data["input"]) == ("information",), "input", "information is expected, and nothing else")
    information = data["input"]["information"]
    known = information in INFORMATION
    demand(known, "input, information", f"one of {', '.join(INFORMATION)} is expected")
    forms = read_forms(data, information)
    numbered = {str(number): form for number, form in enumerate(forms, start=1)}
    last = forms[-1]
    limits = {name: limit(function) for name, function in last.functions.items()}
    values = {
        "from_packs": (Fraction(last.first), "packs"),
        "ponte_limit": (limits["ponte_draws"], GIVEN),
        "banker_limit": (limits["banker_draws"], GIVEN),
        "value_limit": (limits["value"], STAKE),
    }
    ranges: dict[Label, tuple[Cell, ...]] = {
        (number,): (
            Fraction(form.first),
            None if form.last is None else Fraction(form.last),
            *(form.support.ponte, form.support.banker),
        )
        for number, form in numbered.items()
    }
    parts = (("first", "packs"), ("last", "packs"), ("ponte", "label"), ("banker", "label"))
    tables = {FORMS: Table((("form", "label"), *parts), ranges, keys=1)}
    for name in last.functions:
        written: dict[Label, tuple[Cell, ...]] = {
            (number,): (text(form.functions[name]),) for number, form in numbered.items()
        }
        tables[name] = Table((("form", "label"), ("function", "label")), written, keys=1)
    changes: dict[Label, tuple[Cell, ...]] = {}
    for number, form in list(numbered.items())[1:]:
        before = numbered[str(int(number) - 1)].pure
        for (side, infoset), action in form.pure.items():
            if before.get((side, infoset)) != action:
                changes[number, side, infoset] = (action,)
    labels = tuple((name, "label") for name in ("form", "side", "infoset", "action"))
    tables["changes"] = Table(labels, changes, keys=3)
    shown: dict[Label, tuple[Cell, ...]] = {}
    for d in SHOWN:
        number, form = next((number, form) for number, form in numbered.items() if form.holds(d))
        shown[str(d), number] = tuple(at_packs(function, d) for function in form.functions.values())
    units = (("ponte_draws", GIVEN), ("banker_draws", GIVEN), ("value", STAKE))
    tables["by_packs"] = Table((("packs", "label"), ("form", "label"), *units), shown)
    named: dict[Label, Quotient] = {}
    for number, form in numbered.items():
        named |= {(number, name): function for name, function in form.functions.items()}
    tables["coefficients"] = coefficients(named, "form", "function")
    means = "coups of 1 to 7 packs, which determine the polynomials, whose signs show the only optimal play"
    return Derived(f"chemin-de-fer.closed-form.{information}", means, values, tables, certified=True)


def read_forms(data: Record, information: str) -> list[Form]:
    """The forms that the record says, each confirmed; their ranges are all numbers of packs, each once."""
    demand(not data["strategies"], "strategies", "none are expected in this kind of record")
    demand(tuple(data["certificate"]) == ("ponte",), "certificate", "ponte is expected, and nothing else")
    certificate = data["certificate"]["ponte"]
    demand(isinstance(certificate, dict), "certificate, ponte", "an object is expected")
    demand(FORMS in data["tables"], "tables", f"{FORMS} is missing")
    rows = data["tables"][FORMS]["rows"]
    names = [str(number) for number in range(1, len(rows) + 1)]
    demand(list(certificate) == names, "certificate, ponte", f"the forms {', '.join(names)} are expected")
    forms: list[Form] = []
    begin: int | None = 1
    for number, row in zip(names, rows, strict=True):
        where = f"table {FORMS}, row {number}"
        demand(len(row) == 5 and row[0] == number, where, "the form's number and four cells are expected")
        first = whole(row[1], f"{where}, first")
        last = None if row[2] == "" else whole(row[2], f"{where}, last")
        demand(first == begin, f"{where}, first", f"{begin or 'nothing'} is expected: each d is in one range")
        demand(last is None or last >= first, f"{where}, last", f"{first} at least is expected")
        begin = None if last is None else last + 1
        support = read_support(certificate[number], information, row[3], row[4], where)
        forms.append(form_of(information, support, first, last, where))
    demand(bool(forms) and begin is None, f"table {FORMS}", "the ranges are not all numbers of packs")
    different = {(form.support, tuple(form.pure.items())) for form in forms}
    demand(len(different) == len(forms), f"table {FORMS}", "two forms are the same play")
    return forms


def read_support(given: Any, information: str, ponte: str, banker: str, where: str) -> Support:
    """Where both mix, and what else the ponte does, as the certificate says it."""
    played = games(information)[0]
    free = [name for name in played.ponte if RULES.of_ponte(name) == "F"]
    demand(ponte in free, f"{where}, ponte", f"he is free on {', '.join(free)} only")
    demand(banker in played.banker, f"{where}, banker", f"{banker!r} is no infoset of his")
    expected = [name for name in free if name != ponte]
    here = f"certificate, ponte, {where}"
    demand(isinstance(given, dict) and list(given) == expected, here, f"{', '.join(expected)} are expected")
    demand(all(bit in ("0", "1") for bit in given.values()), here, "0 or 1 is expected: he stands, he draws")
    return Support(ponte, banker, tuple((name, int(bit)) for name, bit in given.items()))


def whole(given: object, where: str) -> int:
    """A number of packs."""
    number = read_cell(given, where)
    right = isinstance(number, Fraction) and number.denominator == 1 and 1 <= number <= 1000
    demand(right, where, "a whole number, 1 to 1000, is expected")
    assert isinstance(number, Fraction)
    return int(number)
