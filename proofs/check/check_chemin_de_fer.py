"""Chemin de fer: records of optimal play, of the tableau on trial, of a shoe's worth and of one decision.

The rules and all coups of a shoe lie in check_chemin_de_fer_coups; that strategies are an equilibrium is
confirmed in check_chemin_de_fer_play. Here the numbers of the records are derived from both.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from check_chemin_de_fer_coups import (
    BANKER,
    CHOOSING,
    INFORMATION,
    PRESETS,
    SEEN,
    TOTALS,
    Game,
    Rules,
    Strategy,
    decision,
    game,
    in_columns,
    in_rows,
    require_coup,
    results,
    total_of,
)
from check_chemin_de_fer_forms import closed_form
from check_chemin_de_fer_play import Play, confirm, full_strategies, short_equilibrium, uniqueness
from check_form import (
    Cell,
    Derived,
    Label,
    Record,
    Shoe,
    Table,
    Undefined,
    demand,
    exact,
    law_table,
    option,
    read_input,
    read_number,
    same,
)

PER_COUP = "probability per coup"
STAKE = "stake units per unit staked, per coup"
GIVEN = "stake units per unit staked, given the infoset"
ZERO, ONE = Fraction(0), Fraction(1)
#: Every volonté case drawn: punto banco.
PUNTO_BANCO = Rules(
    PRESETS["tableau"].ponte.replace("F", "D"), tuple(row.replace("F", "D") for row in BANKER)
)
UNIQUE = {True: "proved", False: "there are others", None: "not decided"}


def certificate_keys(data: Record, *keys: str) -> dict[str, Any]:
    """The certificate, which must hold just these keys; a record of this kind has no other strategies."""
    demand(not data["strategies"], "strategies", "none are expected in this kind of record")
    demand(
        tuple(data["certificate"]) == keys, "certificate", f"{', '.join(keys)} are expected, in this order"
    )
    found: dict[str, Any] = data["certificate"]
    return found


# ------------------------------------------------------------------------------ input


def read_information(given: object) -> str:
    """Who knows his cards: nobody, the banker, both."""
    demand(given in INFORMATION, "input, information", f"one of {', '.join(INFORMATION)} is expected")
    return str(given)


def read_tax(given: object) -> Fraction:
    """The tax on what the banker wins."""
    tax = exact(given, "input, commission")
    demand(0 <= tax < 1, "input, commission", "at least 0 and less than 1 is expected")
    return tax


def read_rules(given: object, information: str) -> tuple[Rules, str]:
    """The rules, and how an id names them: a preset, or a digest of the whole table."""
    where = "input, rules"
    if isinstance(given, str):
        demand(given in PRESETS, where, f"one of {', '.join(PRESETS)}, or a whole table is expected")
        return PRESETS[given], given
    keys = ("ponte", "banker", "ponte_hands", "banker_hands")
    demand(isinstance(given, dict) and tuple(given) == keys, where, f"{', '.join(keys)} are expected")
    assert isinstance(given, dict)
    rows = [given["ponte"], *given["banker"]] if isinstance(given["banker"], list) else []
    widths = [len(TOTALS), *[len(SEEN)] * len(TOTALS)]
    right = len(rows) == len(widths) and all(isinstance(row, str) for row in rows)
    right = right and all(
        len(row) == width and not row.strip("DSF") for row, width in zip(rows, widths, strict=True)
    )
    demand(right, where, "a letter D, S or F for each infoset is expected")
    hands = [f"{a},{b}" for a, b in CHOOSING]
    exceptions = []
    for key, names in (("ponte_hands", hands), ("banker_hands", [f"{h}|{s}" for h in hands for s in SEEN])):
        part = given[key]
        demand(isinstance(part, dict), where, f"{key}: hands and letters are expected")
        right = list(part) == [name for name in names if name in part]
        demand(right and set(part.values()) <= set("DSF"), where, f"{key}: a letter for hands in their order")
        known = not part or information == "both" or (key == "banker_hands" and information == "banker")
        demand(known, where, f"{key}: this side does not know its cards")
        exceptions.append(tuple(part.items()))
    rules = Rules(given["ponte"], tuple(given["banker"]), *exceptions)
    demand(rules not in PRESETS.values(), where, "these rules have a name")
    return rules, "rules-" + hashlib.sha256(repr(given).encode()).hexdigest()[:8]


def tax_label(tax: Fraction, usual: Fraction) -> list[str]:
    """The part of an id that names a tax that is not the usual one."""
    return [] if tax == usual else [option("commission", tax)]


# ------------------------------------------------------------------------------ solve


def solve(data: Record) -> Derived:
    """Records of optimal play."""
    shoe, options = read_input(data, "information", "rules", "commission")
    require_coup(shoe)
    information = read_information(options["information"])
    rules, name = read_rules(options["rules"], information)
    tax = read_tax(options["commission"])
    played = game(shoe, information)
    strategies = full_strategies(data["strategies"], played, rules, "strategies")
    found = confirm(played, rules, tax, *strategies, "strategies")
    others = _others(data, played, rules, tax, found)
    only_one = False if others else uniqueness(played, rules, tax, found)
    _check_proof(data["certificate"], found, tax, only_one)

    joint = results(shoe, information, found.ponte, found.banker)
    totals: dict[Label, Fraction] = {(str(p), str(b)): ZERO for p in range(10) for b in range(10)}
    cards: dict[Label, Fraction] = {(str(number),): ZERO for number in (4, 5, 6)}
    winner = {"banker": ZERO, "ponte": ZERO, "": ZERO}
    for (p, b, number), share in joint.items():
        totals[str(p), str(b)] += share
        cards[(str(number),)] += share
        winner["banker" if b > p else "ponte" if p > b else ""] += share
    assert winner["banker"] - winner["ponte"] == found.conceded
    values = {
        "value": (found.conceded, STAKE),
        "banker_gain": (found.gained, STAKE),
        "banker_wins": (winner["banker"], PER_COUP),
        "ponte_wins": (winner["ponte"], PER_COUP),
        "en_cartes": (winner[""], PER_COUP),
        "cards_mean": (sum((int(n) * share for (n,), share in cards.items()), ZERO), "cards"),
    }
    occurs: dict[Label, tuple[Cell, ...]] = {}
    for own, deals in zip(played.ponte, played.deals, strict=True):
        if own in found.ponte:
            occurs["ponte", own] = (Fraction(deals, played.everything),)
    reached = in_columns(played, played.reach, found.ponte)
    for cell, share in zip(played.banker, reached, strict=True):
        if cell in found.banker:
            occurs["banker", cell] = (share / played.everything,)
    tables = {
        "totals": law_table(totals, "ponte", "banker"),
        "cards": law_table(cards, "cards"),
        "occurs": Table((("side", "label"), ("infoset", "label"), ("probability", PER_COUP)), occurs),
        **others,
    }
    kinds = {
        True: "the only equilibrium",
        False: "an equilibrium, one of several",
        None: "an equilibrium",
    }
    means = f"both strategies against all replies: {kinds[only_one]}"
    record_id = ".".join(["chemin-de-fer", information, name, *tax_label(tax, ZERO), shoe.label])
    return Derived(record_id, means, values, tables, certified=True)


def _others(data: Record, played: Game, rules: Rules, tax: Fraction, found: Play) -> dict[str, Table]:
    """The tables of further equilibria, if the record has them: each is confirmed as the first one is."""
    name = "other_strategies"
    if name not in data["tables"]:
        return {}
    plays: dict[str, dict[str, list[dict[str, str]]]] = {}
    for row in data["tables"][name]["rows"]:
        demand(len(row) == 4, f"table {name}", "four columns are expected")
        number, side, infoset, p = row
        sides = plays.setdefault(number, {"ponte": [], "banker": []})
        demand(side in sides, f"table {name}", f"{side!r} is no side")
        sides[side].append({"infoset": infoset, "action": "draw", "probability": p})
    seen = [(found.ponte, found.banker)]
    worth: dict[Label, tuple[Cell, ...]] = {}
    rows: dict[Label, tuple[Cell, ...]] = {}
    for place, (number, given) in enumerate(plays.items(), start=1):
        where = f"table {name}, {number}"
        demand(number == str(place), where, f"{place} is expected")
        strategies = full_strategies(given, played, rules, where)
        other = confirm(played, rules, tax, *strategies, where)
        demand((other.ponte, other.banker) not in seen, where, "it is shown twice")
        seen.append((other.ponte, other.banker))
        worth[(number,)] = other.conceded, other.gained
        for side, strategy in (("ponte", other.ponte), ("banker", other.banker)):
            rows |= {(number, side, infoset): (p,) for infoset, p in strategy.items()}
    drawing = ("probability", "probability given the infoset")
    columns = (("number", "label"), ("side", "label"), ("infoset", "label"), drawing)
    return {
        "other_equilibria": Table((("number", "label"), ("value", STAKE), ("banker_gain", STAKE)), worth),
        name: Table(columns, rows),
    }


def _check_proof(given: Mapping[str, Any], found: Play, tax: Fraction, only_one: bool | None) -> None:
    """The certificate of a solved game."""
    numbers = {
        "ponte_loses": found.conceded,
        "ponte_loses_at_least": found.least,
        "banker_gains": found.gained,
        "banker_gains_at_most": found.most,
    }
    keys = ("kind", *numbers, "uniqueness")
    demand(tuple(given) == keys, "certificate", f"{', '.join(keys)} are expected, in this order")
    kind = "Nash equilibrium" if tax else "zero-sum equilibrium"
    demand(given["kind"] == kind, "certificate, kind", f"it is a {kind}")
    for name, number in numbers.items():
        same(exact(given[name], f"certificate, {name}"), number, f"certificate, {name}")
    said, where = given["uniqueness"], "certificate, uniqueness"
    demand(said in UNIQUE.values(), where, f"{said!r} is not expected")
    if only_one is not None:
        # To say less than what can be shown is no error, where a proof may be long.
        right = said == UNIQUE[only_one] or (said == UNIQUE[None] and tax > 0)
        demand(right, where, f"{said!r} is written; {UNIQUE[only_one]!r} is right")
    else:
        demand(said != UNIQUE[True], where, "'proved' is written, but the checker cannot prove it")


# ------------------------------------------------------------------------------ audit


@dataclass(frozen=True)
class Line:
    """constant + sum of slopes times the ponte's probabilities of drawing where he is free."""

    constant: Fraction
    slopes: tuple[Fraction, ...]

    @property
    def least(self) -> Fraction:
        return self.constant + sum((s for s in self.slopes if s < 0), ZERO)

    @property
    def most(self) -> Fraction:
        return self.constant + sum((s for s in self.slopes if s > 0), ZERO)

    def at(self, p: tuple[Fraction, ...]) -> Fraction:
        return self.constant + sum((s * share for s, share in zip(self.slopes, p, strict=True)), ZERO)

    @property
    def cells(self) -> tuple[Fraction, ...]:
        return self.constant, *self.slopes


def lines(played: Game, matrices: list[list[list[int]]], free: list[str]) -> list[Line]:
    """For each infoset of the banker the sum of a matrix (or the second less the first) by the ponte's play.

    He is free on ``free`` and keeps to the document elsewhere.
    """
    rules = PRESETS["classical"]
    letters = {name: rules.of_ponte(name) for name in played.ponte}
    never: dict[str, Fraction] = {name: Fraction(letters[name] == "D") for name in played.ponte}

    def summed(strategy: Strategy) -> list[Fraction]:
        sums = [in_columns(played, matrix, strategy) for matrix in matrices]
        return sums[0] if len(sums) == 1 else [b - a for a, b in zip(*sums, strict=True)]

    base = summed(never)
    moved = [summed({**never, name: ONE}) for name in free]
    return [
        Line(c / played.everything, tuple((other[j] - c) / played.everything for other in moved))
        for j, c in enumerate(base)
    ]


def audit(data: Record) -> Derived:
    """Records of the document's table, cell by cell."""
    shoe, options = read_input(data, "information")
    require_coup(shoe)
    information = read_information(options["information"])
    rules, document = PRESETS["classical"], PRESETS["tableau"]
    certificate = certificate_keys(data, "equilibrium", "known")
    played = game(shoe, information)
    found = short_equilibrium(played, rules, ZERO, certificate["equilibrium"], "certificate, equilibrium")
    cells = [name for name, occurs in zip(played.banker, played.occurring(rules)[1], strict=True) if occurs]
    known = Known(played, rules, found, certificate["known"])
    free = [name for name in found.ponte if rules.of_ponte(name) == "F"]
    shares = tuple(found.ponte[name] for name in free)
    rows: dict[Label, tuple[Cell, ...]] = {}

    standing, drawing = in_rows(played, played.loss, found.banker)
    for own, deals, stand, draw in zip(played.ponte, played.deals, standing, drawing, strict=True):
        if own not in found.ponte:
            continue
        gain, occurs = (stand - draw) / played.everything, Fraction(deals, played.everything)
        verdict = "always draw" if gain > 0 else "always stand" if gain < 0 else "even at equilibrium"
        letter = document.of_ponte(own)
        missed = _missed(letter, gain)
        zeros = (ZERO,) * len(free)
        rows["ponte", own, ""] = (
            *(WORDS[letter], verdict, gain, *zeros, occurs, *zeros, None, found.ponte[own], gain / occurs),
            *(missed, known.ponte(own) if missed else ZERO),
        )
    verdicts: dict[str, str] = {}
    gains = lines(played, [played.loss.stand, played.loss.draw], free)
    chances = lines(played, [played.reach], free)
    for cell, line, chance in zip(played.banker, gains, chances, strict=True):
        if cell not in cells:
            continue
        letter, at, often = document.of_banker(cell), line.at(shares), chance.at(shares)
        verdicts[cell], switch = _verdict(line)
        bound = (letter == "D" and line.least >= 0) or (letter == "S" and line.most <= 0)
        follows = letter == "F" or found.banker[cell] == (letter == "D")
        holding, seen = cell.split("|")
        rows["banker", holding, seen] = (
            *(WORDS[letter], verdicts[cell], *line.cells, *chance.cells, switch, found.banker[cell]),
            at / often if often else Undefined(),
            *(_missed(letter, at), ZERO if bound or follows else known.banker(cell)),
        )
    known.done()
    labels = ("side", "holding", "third", "prescribed", "verdict")
    columns = (
        *((name, "label") for name in labels),
        *(("gain" + end, STAKE) for end in ("", *(f"_{own}" for own in free))),
        *(("occurs" + end, PER_COUP) for end in ("", *(f"_{own}" for own in free))),
        ("switch", "probability of drawing on five"),
        ("equilibrium", "probability given the cell"),
        ("given", "stake units per unit staked"),
        *(("cost", STAKE), ("cost_known", STAKE)),
    )
    tables = {"reason_and_document": _grid(verdicts), "cells": Table(columns, rows, keys=3)}
    means = f"the equilibrium, and {known.count} games with one cell changed, against all replies"
    record_id = f"chemin-de-fer.audit.{information}.{shoe.label}"
    return Derived(record_id, means, {"value": (found.conceded, STAKE)}, tables, certified=True)


WORDS = {"D": "draw", "S": "stand", "F": "free"}


class Known:
    """What it costs to follow the document in one cell as a rule that the other side knows.

    That is the difference of the values of two games, and the certificate says the equilibrium of the second.
    It is nothing, and nothing need be said, where the equilibrium of the first is one of the second too:
    where the side follows the document in it anyway, or where the prescribed action is the better one
    whatever the ponte does.
    """

    def __init__(self, played: Game, rules: Rules, found: Play, given: object) -> None:
        right = isinstance(given, dict) and tuple(given) == ("ponte", "banker")
        demand(right, "certificate, known", "an object with ponte and banker is expected")
        assert isinstance(given, dict)
        self.played, self.rules, self.found = played, rules, found
        self.given = {side: dict(games) for side, games in given.items()}
        self.count = 0

    def ponte(self, own: str) -> Fraction:
        """Against the game in which the ponte is free there."""
        freed = replace(self.rules, ponte_hands=((own, "F"),))
        if "," not in own:
            letters = list(self.rules.ponte)
            letters[total_of(own)] = "F"
            freed = replace(self.rules, ponte="".join(letters))
        return self.found.conceded - self._value("ponte", own, freed)

    def banker(self, cell: str) -> Fraction:
        """The game in which the banker follows the document there."""
        letter = PRESETS["tableau"].of_banker(cell)
        own, seen = cell.split("|")
        bound = replace(self.rules, banker_hands=((cell, letter),))
        if "," not in own:
            rows = [list(row) for row in self.rules.banker]
            rows[total_of(own)][SEEN.index(seen)] = letter
            bound = replace(self.rules, banker=tuple(map("".join, rows)))
        return self.found.conceded - self._value("banker", cell, bound)

    def _value(self, side: str, infoset: str, rules: Rules) -> Fraction:
        where = f"certificate, known, {side}, {infoset}"
        demand(infoset in self.given[side], where, "it is missing")
        self.count += 1
        return short_equilibrium(self.played, rules, ZERO, self.given[side].pop(infoset), where).conceded

    def done(self) -> None:
        """That the certificate says nothing more."""
        left = [*self.given["ponte"], *self.given["banker"]]
        demand(not left, "certificate, known", f"{', '.join(left)} not expected")


def _verdict(gain: Line) -> tuple[str, Fraction | None]:
    """What reason says for all plays of the ponte, and the one p at which it turns."""
    if gain.least == gain.most == 0:
        return "never matters", None
    if gain.least >= 0:
        return "always draw", None
    if gain.most <= 0:
        return "always stand", None
    return "depends on p", -gain.constant / gain.slopes[0] if len(gain.slopes) == 1 else None


def _missed(letter: str, gain: Fraction) -> Fraction:
    """What the prescribed action loses against the better one."""
    lost = {"D": -gain, "S": gain, "F": ZERO}[letter]
    return max(lost, ZERO)


def _grid(verdicts: Mapping[str, str]) -> Table:
    """The banker's table at a glance: reason's D, S, p or =, and the document's where it says otherwise."""
    codes = {"always draw": "D", "always stand": "S", "depends on p": "p", "never matters": "="}
    rows: dict[Label, list[Cell]] = {}
    for cell, verdict in verdicts.items():
        holding, seen = cell.split("|")
        here, there = codes[verdict], PRESETS["tableau"].of_banker(cell).replace("F", "free")
        row = rows.setdefault((holding,), [""] * len(SEEN))
        row[SEEN.index(seen)] = here if here in (there, "=") else f"{here} ({there})"
    columns = tuple((name, "label") for name in ("holding", *SEEN))
    return Table(columns, {label: tuple(row) for label, row in rows.items()}, keys=1)


# ----------------------------------------------------------------------------- values


def values(data: Record) -> Derived:
    """Records of what a shoe is worth to the bank."""
    shoe, options = read_input(data, "information", "commission")
    require_coup(shoe)
    information, tax = read_information(options["information"]), read_tax(options["commission"])
    certificate = certificate_keys(data, "equilibrium", "tableau", "after_tax")
    played = game(shoe, information)

    def worth(name: str, rules: Rules, tax: Fraction = ZERO) -> Play:
        return short_equilibrium(played, rules, tax, certificate[name], f"certificate, {name}")

    classical, tableau = worth("equilibrium", PRESETS["classical"]), worth("tableau", PRESETS["tableau"])
    found = {
        "equilibrium": classical.conceded,
        "tableau": tableau.conceded,
        "tableau_cost": classical.conceded - tableau.conceded,
        "punto_banco": _bound(played, PUNTO_BANCO),
        "after_tax": worth("after_tax", PRESETS["classical"], tax).gained,
        **{
            f"ponte_{action}": _bound(played, replace(PRESETS["classical"], ponte=letters))
            for action, letters in (("draws", "DDDDDDSS"), ("stands", "DDDDDSSS"))
        },
    }
    label = tax_label(tax, Fraction(1, 20))
    record_id = ".".join(["chemin-de-fer.values", information, *label, shoe.label])
    means = "equilibria, and best replies to a ponte who has no choice"
    return Derived(record_id, means, {name: (n, STAKE) for name, n in found.items()}, {}, certified=True)


def _bound(played: Game, rules: Rules) -> Fraction:
    """The bank's gain when the ponte has no choice: the banker does what brings him more."""
    return short_equilibrium(played, rules, ZERO, {"ponte": {}, "banker": {}}, "rules").conceded


# ----------------------------------------------------------------------------- decide


def decide(data: Record) -> Derived:
    """Records of one decision against the other side's equilibrium, and of the missing cards that turn it."""
    optional = [name for name in ("commission", "most", "ponte") if name in data["input"]]
    shoe, options = read_input(data, "information", "side", "infoset", *optional)
    require_coup(shoe)
    information, side, infoset = read_information(options["information"]), options["side"], options["infoset"]
    tax = read_tax(options.get("commission", "0"))
    most = read_number(options.get("most", "1000"), "input, most", least=1)
    demand(side in ("ponte", "banker"), "input, side", "ponte or banker is expected")
    played, rules = game(shoe, information), PRESETS["classical"]
    infosets = played.ponte if side == "ponte" else played.banker
    demand(infoset in infosets, "input, infoset", f"it is no infoset of the {side}")
    named: list[str] = []
    if "ponte" in options:
        demand(side == "banker", "input, ponte", "it is the banker who faces it")
        demand(not data["strategies"] and not data["certificate"], "certificate", "none is expected")
        other = _given_ponte(options["ponte"], played, rules)
        named = ["ponte-" + re.sub("[^0-9]+", "-", options["ponte"])]
    else:
        certificate = certificate_keys(data, "equilibrium")
        found = short_equilibrium(played, rules, tax, certificate["equilibrium"], "certificate, equilibrium")
        other = found.banker if side == "ponte" else found.ponte

    def worth(cards: Shoe) -> tuple[Fraction, Fraction, Fraction]:
        return decision(cards, information, side, infoset, other, tax)

    occurs, standing, drawing = worth(shoe)
    demand(occurs > 0, "input, infoset", "it cannot occur")
    gain = (drawing - standing) / occurs
    numbers = {
        "occurs": (occurs, PER_COUP),
        "draw": (drawing / occurs, GIVEN),
        "stand": (standing / occurs, GIVEN),
        "gain": (gain, GIVEN),
        "gain_per_coup": (drawing - standing, STAKE),
    }
    tables = {}
    if not shoe.replacement:
        columns = (("card", "label"), ("change", GIVEN), ("turns", "cards"), ("turned_to", "label"))
        rows: dict[Label, tuple[Cell, ...]] = {
            (str(place + 1),): _missing(shoe, place, gain, most, worth)
            for place, count in enumerate(shoe.counts)
            if count
        }
        tables["removal"] = Table(columns, rows, keys=1)
    where = infoset.replace(",", "-").replace("|", "-")
    parts = ["chemin-de-fer.decide", information, f"{side}-{where}", *tax_label(tax, ZERO), *named]
    if named:
        means = "all coups with this infoset, against the play given"
        return Derived(".".join([*parts, shoe.label]), means, numbers, tables)
    means = "the other side's equilibrium, and all coups with this infoset"
    return Derived(".".join([*parts, shoe.label]), means, numbers, tables, certified=True)


def _given_ponte(given: object, played: Game, rules: Rules) -> Strategy:
    """The ponte's play as the input says it: one probability for all his fives, or ``1,4=1/2 2,3=0``."""
    where = "input, ponte"
    demand(isinstance(given, str), where, "a probability, or one for each hand, is expected")
    bound = {own: Fraction(rules.of_ponte(own) == "D") for own in played.ponte if rules.of_ponte(own) != "F"}
    free = [own for own in played.ponte if own not in bound]
    if "=" not in str(given):
        return bound | dict.fromkeys(free, _share(given, where))
    pairs = [part.partition("=") for part in str(given).split(" ")]
    plays = {own: _share(p, where) for own, _, p in pairs}
    right = len(plays) == len(pairs) and set(plays) <= set(played.ponte)
    demand(right, where, "hands, each once, are expected")
    dealt = {own for own, deals in zip(played.ponte, played.deals, strict=True) if deals}
    demand(dealt <= {*bound, *plays}, where, "a probability for each hand that can occur is expected")
    return bound | plays


def _share(given: object, where: str) -> Fraction:
    p = exact(given, where)
    demand(0 <= p <= 1, where, "a probability is 0 to 1")
    return p


def _missing(
    shoe: Shoe, place: int, gain: Fraction, most: int, worth: Callable[[Shoe], tuple[Fraction, ...]]
) -> tuple[Cell, ...]:
    """What missing cards of one kind change: by the first, and how many turn the decision, and to what."""
    change: Fraction | None = None
    for number in range(1, min(shoe.counts[place], shoe.size - 6, most) + 1):
        rest = Shoe(
            (*shoe.counts[:place], shoe.counts[place] - number, *shoe.counts[place + 1 :]), replacement=False
        )
        occurs, standing, drawing = worth(rest)
        if not occurs:
            break
        now = (drawing - standing) / occurs
        if number == 1:
            change = now - gain
        if now and (not gain or (now > 0) != (gain > 0)):
            return change, Fraction(number), "draw" if now > 0 else "stand"
    return change, None, ""


QUESTIONS: dict[str, Callable[[Record], Derived]] = {
    "solve": solve,
    "audit": audit,
    "values": values,
    "decide": decide,
    "closed_form": closed_form,
}
