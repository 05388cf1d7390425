"""Baccara banque: records of optimal play, of the banker's conflict, and of a shoe's worth.

Nothing is solved here. From the plays that a record says, every gain is counted from all coups of the shoe
(check_baccara_banque_coups); an equilibrium is confirmed by looking at every deviation of every party:

* the banker: in each cell he draws where that gains, stands where it loses; where it does neither he may mix;
* a tableau's expected loss is linear in its probability on five: it draws never, always, or, where the slope
  is nought, with any probability;
* tableaux that draw lots together: against the banker's play no joint play concedes less than what is
  claimed, and against theirs he gains no more.

It is *an* equilibrium: that there is no other is not confirmed here, and records say it as a search of the
program. The concept "independent" (the least of a function that is not convex) cannot be confirmed in this
way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, isqrt
from typing import Any

from check_baccara_banque_coups import (
    BANKER,
    HUIT,
    JOINT,
    NEUF,
    STOOD,
    Cell,
    Field,
    Game,
    Real,
    Surd,
    game,
    mean,
    require_coup,
    sign,
)
from check_form import Cell as Value
from check_form import (
    Derived,
    Interval,
    Label,
    Number,
    Record,
    RefusedError,
    Root,
    Shoe,
    Table,
    demand,
    exact,
    option,
    read_cell,
    read_input,
)

PER_COUP = "probability per coup"
STAKE = "stake units per unit of the total stake, per coup"
DRAWS = "probability of drawing"
ZERO, ONE = Fraction(0), Fraction(1)
SIDES = ("first", "second")
EVEN = (Fraction(1, 2), Fraction(1, 2))
TAXES = {"limitee": Fraction(1, 50), "ouverte": Fraction(1, 80)}


@dataclass(frozen=True)
class Plays:
    """Both tableaux' joint play, and the banker's probability of drawing in each cell."""

    shares: tuple[Real, ...]
    drawn: dict[str, Real]


# -------------------------------------------------------------------------------- plays


def read_number(given: object, where: str, field: Field) -> Real:
    """A number of a record in the record's field."""
    number = read_cell(given, where)
    if not isinstance(number, (Fraction, Root)):
        raise RefusedError(f"{where}: an exact number is expected")
    return field.number(number, where)


def probability(given: object, where: str, field: Field) -> Real:
    found = read_number(given, where, field)
    demand(sign(found) >= 0 and sign(found - ONE) <= 0, where, "a probability is 0 to 1")
    return found


def product(p: Real, q: Real) -> tuple[Real, ...]:
    """Tableaux that draw their own lots."""
    return (ONE - p) * (ONE - q), (ONE - p) * q, p * (ONE - q), p * q


def short(given: object, played: Game, where: str, field: Field) -> Plays:
    """Plays in short: on five, and the banker's where drawing makes no difference and he doesn't stand."""
    joint = isinstance(given, dict) and "joint" in given
    names = ("joint", "banker") if joint else (*SIDES, "banker")
    demand(isinstance(given, dict) and tuple(given) == names, where, f"{', '.join(names)} are expected")
    assert isinstance(given, dict)
    if joint:
        shares = read_joint(given["joint"], f"{where}, joint")
    else:
        shares = product(*(read_five(given[side], played, f"{where}, {side}", field) for side in SIDES))
    said = read_cells(given["banker"], played, f"{where}, banker", field)
    return Plays(shares, replies(played, played.cells, shares, said, where))


def read_five(given: object, played: Game, where: str, field: Field) -> Real:
    """What a tableau does on five, where it can have five."""
    demand(
        isinstance(given, dict) and tuple(given) == (("5",) if played.five else ()), where, "five is expected"
    )
    assert isinstance(given, dict)
    return probability(given["5"], where, field) if played.five else ZERO


def read_joint(given: object, where: str) -> tuple[Real, ...]:
    words = ("stand", "draw")
    names = tuple(f"{words[first]}, {words[second]}" for first, second in JOINT)
    demand(isinstance(given, dict) and tuple(given) == names, where, f"{'; '.join(names)} are expected")
    assert isinstance(given, dict)
    shares = [exact(given[name], where) for name in names]
    demand(min(shares) >= 0 and sum(shares) == 1, where, "probabilities that sum to one are expected")
    return tuple(shares)


def read_cells(given: object, played: Game, where: str, field: Field) -> dict[str, Real]:
    demand(isinstance(given, dict), where, "an object is expected")
    assert isinstance(given, dict)
    for name in given:
        demand(name in played.cells, where, f"{name} cannot occur")
    return {name: probability(p, f"{where}, {name}", field) for name, p in given.items()}


def replies(
    played: Game, cells: Mapping[str, Cell], shares: Sequence[Real], said: Mapping[str, Real], where: str
) -> dict[str, Real]:
    """The banker's best reply, with what is said where he is indifferent."""
    drawn: dict[str, Real] = {}
    for name, cell in cells.items():
        gains = sign(mean(cell.gains, shares))
        demand(name not in said or gains == 0, where, f"{name}: there he is not indifferent")
        drawn[name] = said.get(name, Fraction(gains > 0))
    return drawn


# ---------------------------------------------------------------------------- confirming


def worth(base: Sequence[Fraction], cells: Mapping[str, Cell], who: int | None, plays: Plays) -> Real:
    """What the banker gains (None), or a tableau loses, with these plays."""
    found = mean(base, plays.shares)
    for name, cell in cells.items():
        q = plays.drawn[name]
        if sign(q):
            found = found + q * mean(cell.gains if who is None else cell.losses[who], plays.shares)
    return found


def confirm_nash(
    played: Game, cells: Mapping[str, Cell], plays: Plays, where: str, p: Real, q: Real
) -> tuple[Real, Real]:
    """Refuse plays from which somebody gains by deviating alone; gives what the tableaux lose."""
    confirm_banker(cells, plays, where)
    for who, own in enumerate((p, q)):
        ends = [product(x, q) if who == 0 else product(p, x) for x in (ZERO, ONE)]
        stands, draws = (worth(played.base_losses[who], cells, who, Plays(end, plays.drawn)) for end in ends)
        slope = sign(draws - stands)
        right = slope == 0 or (slope > 0 and sign(own) == 0) or (slope < 0 and sign(own - ONE) == 0)
        demand(right, where, f"the {SIDES[who]} tableau loses less by another play on five")
    first, second = (worth(played.base_losses[who], cells, who, plays) for who in (0, 1))
    return first, second


def confirm_banker(cells: Mapping[str, Cell], plays: Plays, where: str) -> None:
    """Refuse a play of the banker that another one is better than."""
    for name, cell in cells.items():
        gains, q = sign(mean(cell.gains, plays.shares)), plays.drawn[name]
        right = gains == 0 or (gains > 0 and sign(q - ONE) == 0) or (gains < 0 and sign(q) == 0)
        demand(right, where, f"{name}: the banker gains by doing something else")


def confirm_team(played: Game, plays: Plays, where: str) -> Real:
    """Refuse plays of a correlated team and the banker that aren't optimal; gives the value."""
    confirm_banker(played.cells, plays, where)
    value = worth(played.base, played.cells, None, plays)
    for place in range(len(JOINT)):
        pure = tuple(Fraction(place == other) for other in range(len(JOINT)))
        least = worth(played.base, played.cells, None, Plays(pure, plays.drawn))
        demand(sign(least - value) >= 0, where, "the tableaux concede less by another joint play")
    return value


def confirmed_value(played: Game, given: object, where: str) -> Real:
    """What the banker gains after tax with plays in short that are optimal."""
    field = Field()
    plays = short(given, played, where, field)
    if isinstance(given, dict) and "joint" in given:
        return confirm_team(played, plays, where)
    p, q = margins(plays.shares)
    confirm_nash(played, played.cells, plays, where, p, q)
    return worth(played.base, played.cells, None, plays)


def margins(shares: Sequence[Real]) -> tuple[Real, Real]:
    """How often the first and the second draw."""
    return shares[2] + shares[3], shares[1] + shares[3]


# ------------------------------------------------------------------------------- records


def as_number(number: Real, given: object, where: str) -> Number:
    """A number as the record must say it; an irrational one as it stands there, if it is the same."""
    if isinstance(number, Fraction) or not number.b:
        return number if isinstance(number, Fraction) else number.a
    said = read_cell(given, where)
    demand(isinstance(said, Root) and len(said.polynomial) == 3, where, "the root of a quadratic is expected")
    assert isinstance(said, Root)
    c0, c1, c2 = said.polynomial
    # It is a root of x^2 - 2 a x + a^2 - b^2 d, and of nothing of lower degree.
    right = (c2 * (number.a**2 - number.b**2 * number.d), -2 * c2 * number.a)
    demand((Fraction(c0), Fraction(c1)) == right, where, "its polynomial is that of another number")
    inside = sign(number - said.lower) > 0 and sign(number - said.upper) < 0
    demand(inside, where, "it is another root of its polynomial")
    return said


def value_of(data: Record, name: str) -> object:
    """A value as it stands in the record, without unit and meaning."""
    value = data["values"].get(name)
    if not isinstance(value, dict):
        raise RefusedError(f"value {name}: it is missing")
    if "exact" in value:
        return value["exact"]
    return {key: value[key] for key in ("root_of", "lower", "upper", "decimal") if key in value}


def read_terms(
    data: Record, *before: str
) -> tuple[Shoe, tuple[Fraction, Fraction], dict[str, Any], list[str]]:
    """The shoe, the stakes as parts of their sum, all options, and the parts of the id."""
    shoe, given = read_input(data, *before, "stakes", "commission", "naturels", "idle")
    require_coup(shoe)
    stakes = given["stakes"]
    demand(isinstance(stakes, list) and len(stakes) == 2, "input, stakes", "two stakes are expected")
    numbers = [exact(stake, "input, stakes") for stake in stakes]
    whole = all(n.denominator == 1 and n >= 0 for n in numbers) and gcd(*(n.numerator for n in numbers)) == 1
    demand(whole, "input, stakes", "whole numbers without a common factor are expected")
    tax = exact(given["commission"], "input, commission")
    demand(0 <= tax < 1, "input, commission", "a part of the gain is expected")
    demand(given["naturels"] in ("alike", "apart"), "input, naturels", "alike or apart is expected")
    idle = exact(given["idle"], "input, idle")
    demand(0 <= idle <= 1 and (not idle or 0 in numbers), "input, idle", "it is not expected here")
    parts = [] if numbers[0] == numbers[1] else [f"stakes-{stakes[0]}-{stakes[1]}"]
    parts += [option("commission", tax)] if tax else []
    parts += ["naturels-apart"] if given["naturels"] == "apart" else []
    parts += [option("idle", idle)] if idle else []
    total = numbers[0] + numbers[1]
    return shoe, (numbers[0] / total, numbers[1] / total), {**given, "commission": tax, "idle": idle}, parts


def solve(data: Record) -> Derived:
    """Records of optimal play."""
    shoe, stakes, given, parts = read_terms(data, "concept")
    concept, tax = given["concept"], given["commission"]
    demand(
        concept in ("nash", "correlated"), "input, concept", f"{concept!r} cannot be confirmed from the plays"
    )
    demand(concept == "nash" or not tax, "input, commission", "with a tax only nash has a meaning")
    played = game(shoe, stakes, tax, given["naturels"] == "apart")
    field = Field()
    demand(
        tuple(data["strategies"]) == (*SIDES, "banker"), "strategies", "first, second, banker are expected"
    )
    fives = [tableau(data["strategies"][side], played, f"strategies, {side}", field) for side in SIDES]
    banker = data["strategies"]["banker"]
    names = [play["infoset"] for play in banker]
    demand(
        names == list(played.cells), "strategies, banker", "all cells that can occur are expected, in order"
    )
    drawn = {}
    for play in banker:
        where = f"strategies, banker, {play['infoset']}"
        demand(play["action"] == "draw", where, "the probability of drawing is expected")
        drawn[play["infoset"]] = probability(play["probability"], where, field)
    if concept == "nash":
        for side in (0, 1):
            if not stakes[side] and played.five:
                demand(
                    sign(fives[side] - given["idle"]) == 0, "input, idle", "the idle tableau plays otherwise"
                )
        plays = Plays(product(*fives), drawn)
        losses = list(confirm_nash(played, played.cells, plays, "strategies", *fives))
    else:
        words = ("stands", "draws")
        joint_names = [f"first_{words[one]}_second_{words[other]}" for one, other in JOINT]
        shares = [exact(value_of(data, name), f"value {name}") for name in joint_names]
        demand(
            min(shares) >= 0 and sum(shares) == 1, "values", "the joint plays' probabilities must sum to one"
        )
        plays = Plays(tuple(shares), drawn)
        agree = [sign(x - five) == 0 for x, five in zip(margins(plays.shares), fives, strict=True)]
        demand(all(agree) or not played.five, "strategies", "they are not the margins of the joint play")
        confirm_team(played, plays, "strategies")
        losses = [worth(played.base_losses[who], played.cells, who, plays) for who in (0, 1)]
    gain = worth(played.base, played.cells, None, plays)
    numbers: dict[str, tuple[Real, str]] = {
        "value": (losses[0] + losses[1], STAKE),
        "banker_gain": (gain, STAKE),
        "against_first": (losses[0], STAKE),
        "against_second": (losses[1], STAKE),
    }
    if 0 not in stakes:
        each = losses[0] * (1 / stakes[0]) + losses[1] * (1 / stakes[1])
        numbers["a_cheval"] = each * Fraction(1, 2), "stake units per unit staked, per coup"
    if played.five:
        numbers |= {f"{side}_on_five": (five, DRAWS) for side, five in zip(SIDES, fives, strict=True)}
    if concept == "correlated":
        numbers |= {name: (share, "probability") for name, share in zip(joint_names, shares, strict=True)}
    certificate(data, concept, losses, gain)
    values = {
        name: (as_number(number, value_of(data, name), f"value {name}"), unit)
        for name, (number, unit) in numbers.items()
    }
    record_id = ".".join(["baccara-banque", concept, *parts, shoe.label])
    return Derived(
        record_id, "all deviations, over all coups", values, banker_tables(data, plays), certified=True
    )


def tableau(plays: Sequence[dict[str, Any]], played: Game, where: str, field: Field) -> Real:
    """A tableau's play: bound but for five; gives what it does there."""
    owns = [own for own in range(8) if own != 5 or played.five]
    demand(
        [play["infoset"] for play in plays] == [str(own) for own in owns],
        where,
        "the totals 0 to 7 are expected",
    )
    five: Real = ZERO
    for own, play in zip(owns, plays, strict=True):
        demand(play["action"] == "draw", where, "the probability of drawing is expected")
        number = probability(play["probability"], f"{where}, {own}", field)
        if own == 5:
            five = number
        else:
            demand(sign(number - Fraction(own < 5)) == 0, f"{where}, {own}", "there is no choice")
    return five


def certificate(data: Record, concept: str, losses: Sequence[Real], gain: Real) -> None:
    """That the certificate says the numbers that were confirmed, in pairs: nobody gains by deviating."""
    sides = (
        dict(zip(SIDES, losses, strict=True)) if concept == "nash" else {"tableaux": losses[0] + losses[1]}
    )
    right: dict[str, Real] = {}
    for name, loss in sides.items():
        right |= {f"{name}_loses": loss, f"{name}_loses_at_least": loss}
    right |= {"banker_gains": gain, "banker_gains_at_most": gain}
    given = data["certificate"]
    demand(tuple(given) == ("kind", *right), "certificate", f"kind, {', '.join(right)} are expected")
    demand(given["kind"] == concept, "certificate, kind", f"{concept} is expected")
    for name, number in right.items():
        where = f"certificate, {name}"
        demand(
            read_cell(given[name], where) == as_number(number, given[name], where), where, "it is not right"
        )


def banker_tables(data: Record, plays: Plays) -> dict[str, Table]:
    """The banker's grids, and where he mixes."""
    used = {sign_ for name in plays.drawn for sign_ in name.split("|")[1:]}
    signs = [s for s in (*map(str, range(10)), STOOD, "naturel", HUIT, NEUF) if s in used]

    def letter(name: str) -> str:
        if name not in plays.drawn:
            return ""
        q = plays.drawn[name]
        return "S" if sign(q) == 0 else "D" if sign(q - ONE) == 0 else "M"

    tables = {}
    for own in BANKER:
        if any(name.startswith(f"{own}|") for name in plays.drawn):
            rows: dict[Label, tuple[Value, ...]] = {
                (one,): tuple(letter(f"{own}|{one}|{other}") for other in signs) for one in signs
            }
            columns = (("first", "label"), *((other, "label") for other in signs))
            tables[f"banker_{own}"] = Table(columns, rows, keys=1)
    given = {play["infoset"]: play["probability"] for play in data["strategies"]["banker"]}
    mixed: dict[Label, tuple[Value, ...]] = {
        (name,): (as_number(q, given[name], f"table mixed, {name}"),)
        for name, q in plays.drawn.items()
        if letter(name) == "M"
    }
    if mixed:
        tables["mixed"] = Table((("infoset", "label"), ("draws", DRAWS)), mixed)
    return tables


def conflict(data: Record) -> Derived:
    """Records of where the best decisions against both tableaux differ."""
    shoe, stakes, given, parts = read_terms(data)
    demand(
        not given["commission"] and not given["idle"], "input", "neither tax nor idle play is expected here"
    )
    played = game(shoe, stakes, ZERO, given["naturels"] == "apart")
    demand(
        tuple(data["certificate"]) == ("equilibrium", "separate"),
        "certificate",
        "equilibrium, separate expected",
    )
    demand(not data["strategies"], "strategies", "none are expected in this kind of record")
    field = Field()
    where = "certificate, equilibrium"
    plays = short(data["certificate"]["equilibrium"], played, where, field)
    p, q = margins(plays.shares)
    losses = confirm_nash(played, played.cells, plays, where, p, q)
    separate = confirm_separate(played, data["certificate"]["separate"])
    value = losses[0] + losses[1]
    cost: Real = ZERO
    chance: Real = ZERO
    chooses: Real = ZERO
    rows: dict[Label, tuple[Value, ...]] = {}
    totals: dict[tuple[str, str], list[str]] = {}
    written = {tuple(row[:3]): row[3:] for row in data["tables"].get("cells", {}).get("rows", [])}
    for name, cell in played.cells.items():
        deals = mean(cell.deals, plays.shares) * Fraction(1, played.everything)
        chooses = chooses + deals
        gains = [mean(part, plays.shares) for part in cell.losses]
        both = gains[0] + gains[1]
        cost = cost + positive(gains[0]) + positive(gains[1]) - positive(both)
        if {sign(gain) for gain in gains} == {-1, 1}:
            chance = chance + deals
            own, one, other = name.split("|")
            totals.setdefault((one, other), []).append(own)
            said = written.get((own, one, other), ("0", "0", "0"))
            rows[own, one, other] = tuple(
                as_number(number, text, f"table cells, {name}")
                for number, text in zip((deals, *gains), said, strict=True)
            )
    numbers: dict[str, tuple[Real, str]] = {
        "probability": (chance, PER_COUP),
        "chooses": (chooses, PER_COUP),
        "cost": (cost, STAKE),
        "value": (value, STAKE),
        "separate": (separate, STAKE),
    }
    values: dict[str, tuple[Number, str]] = {
        name: (as_number(number, value_of(data, name), f"value {name}"), unit)
        for name, (number, unit) in numbers.items()
    }
    values["cost_in_equilibrium"] = difference(data, separate, value), STAKE
    signs = (*map(str, range(10)), STOOD)
    grid: dict[Label, tuple[Value, ...]] = {
        (one,): tuple(" ".join(totals.get((one, other), ())) for other in signs) for one in signs
    }
    columns = (("first", "label"), *((other, "label") for other in signs))
    cells = Table(
        (
            *((name, "label") for name in ("total", *SIDES)),
            *(("occurs", PER_COUP), ("gain_first", STAKE), ("gain_second", STAKE)),
        ),
        rows,
    )
    record_id = ".".join(["baccara-banque.conflict", *parts, shoe.label])
    tables = {"totals": Table(columns, grid, keys=1), "cells": cells}
    return Derived(record_id, "all deviations, over all coups", values, tables, certified=True)


def positive(number: Real) -> Real:
    return number if sign(number) > 0 else ZERO


def difference(data: Record, one: Real, other: Real) -> Number:
    """The difference of two numbers; of different fields, the bounds that the record gives."""
    where = "value cost_in_equilibrium"
    same_field = not (isinstance(one, Surd) and isinstance(other, Surd)) or one.d == other.d
    given = value_of(data, "cost_in_equilibrium")
    if same_field:
        return as_number(one - other, given, where)
    said = read_cell(given, where)
    if not isinstance(said, Interval):
        raise RefusedError(f"{where}: bounds are expected for numbers of different fields")
    (low, high), (less, more) = bounds(one), bounds(other)
    inside = said.lower <= low - more and high - less <= said.upper
    demand(inside, where, "the difference does not lie between these bounds")
    return said


def bounds(number: Real) -> tuple[Fraction, Fraction]:
    """Rational numbers close below and above."""
    if not isinstance(number, Surd):
        return number, number
    fine = 2**400
    root = isqrt(number.d.numerator * number.d.denominator * fine**2)
    ends = [number.a + number.b * Fraction(part, number.d.denominator * fine) for part in (root, root + 1)]
    return min(ends), max(ends)


def confirm_separate(played: Game, given: object) -> Real:
    """What the banker gains in equilibrium if he may decide against each tableau by itself."""
    where, field = "certificate, separate", Field()
    names = (*SIDES, "banker_against_first", "banker_against_second")
    demand(isinstance(given, dict) and tuple(given) == names, where, f"{', '.join(names)} are expected")
    assert isinstance(given, dict)
    p, q = (read_five(given[side], played, f"{where}, {side}", field) for side in SIDES)
    shares = product(p, q)
    nothing = (ZERO,) * len(JOINT)
    cells: dict[str, Cell] = {}
    drawn: dict[str, Real] = {}
    for who, side in enumerate(SIDES):
        here = {}
        for name, cell in played.cells.items():
            alone = (cell.losses[0], nothing) if who == 0 else (nothing, cell.losses[1])
            here[f"{side}: {name}"] = Cell(cell.deals, cell.losses[who], alone)
        said = read_cells(given[f"banker_against_{side}"], played, where, field)
        drawn |= replies(played, here, shares, {f"{side}: {name}": x for name, x in said.items()}, where)
        cells |= here
    first, second = confirm_nash(played, cells, Plays(shares, drawn), where, p, q)
    return first + second


def values(data: Record) -> Derived:
    """Records of what a shoe is worth with equal stakes."""
    shoe, _ = read_input(data)
    require_coup(shoe)
    names = ("nash", "correlated", *(f"after_tax_{name}" for name in TAXES))
    demand(not data["strategies"], "strategies", "none are expected in this kind of record")
    given = data["certificate"]
    demand(tuple(given) == names, "certificate", f"{', '.join(names)} are expected")
    plain = game(shoe, EVEN, ZERO, False)
    numbers: dict[str, Real] = {}
    for name in ("nash", "correlated"):
        demand(
            ("joint" in given[name]) == (name == "correlated"),
            f"certificate, {name}",
            "other plays are expected",
        )
        numbers[name] = confirmed_value(plain, given[name], f"certificate, {name}")
    for name, tax in TAXES.items():
        taxed = game(shoe, EVEN, tax, False)
        where = f"certificate, after_tax_{name}"
        demand("joint" not in given[f"after_tax_{name}"], where, "other plays are expected")
        numbers[f"after_tax_{name}"] = confirmed_value(taxed, given[f"after_tax_{name}"], where)
        plays = short(given["nash"], plain, "certificate, nash", Field())
        numbers[f"same_play_{name}"] = worth(taxed.base, taxed.cells, None, plays)
    found = {
        name: (as_number(number, value_of(data, name), f"value {name}"), STAKE)
        for name, number in numbers.items()
    }
    record_id = f"baccara-banque.values.{shoe.label}"
    return Derived(record_id, "all deviations, over all coups", found, {}, certified=True)


QUESTIONS: dict[str, Callable[[Record], Derived]] = {
    "solve": solve,
    "conflict": conflict,
    "values": values,
}
