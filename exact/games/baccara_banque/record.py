"""The citable records of baccara banque."""

from __future__ import annotations

import re
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from exact.errors import refusal
from exact.games.baccara.document import COUP_RULES, DOCUMENT
from exact.games.baccara_banque.game import SIGNS, Cell, mean
from exact.games.baccara_banque.rules import FREE
from exact.games.baccara_banque.solution import SIDES, Solution
from exact.games.baccara_banque.strategy import Number, Play, cell_text, sign_name
from exact.numerals import cell_data
from exact.records import Cell as TableCell
from exact.records import (
    Column,
    Record,
    Table,
    Value,
    option_label,
    shoe_assumption,
    shoe_input,
    shoe_label,
    two_ways,
)

if TYPE_CHECKING:
    from exact.games.baccara_banque.bank import Curve, Values
    from exact.games.baccara_banque.conflict import Conflict
    from exact.games.baccara_banque.rules import Sign

PER_COUP: Final = "probability per coup"
STAKE: Final = "stake units per unit of the total stake, per coup"
DRAWS: Final = "probability of drawing"
UNIQUE: Final = {True: "proved", False: "there are others", None: "not decided"}
RULES: Final = (
    *COUP_RULES[:1],
    {
        "document": DOCUMENT,
        "place": "Baccara à banque ouverte; Baccara à banque limitée; Bankvorteil",
        "rule": "two tableaux, one banker who decides once for both",
    },
    *COUP_RULES[1:],
    {
        "document": DOCUMENT,
        "place": "Taxe",
        "rule": "the tax is taken from the net gain of a coup, losses set against gains",
    },
)
CONCEPTS: Final = {
    "nash": "Neither tableau and not the banker gains by deviating alone.",
    "independent": "The tableaux together minimise what the banker gains at best; each draws its own lots.",
    "correlated": "The tableaux together minimise what the banker gains at best, and draw lots together.",
}
SEARCH: Final = {"method": "search", "tool": "exact.games.baccara_banque"}
KNOWN: Final = (
    "Each tableau knows its own total only and is free on five; the banker knows his total, both third "
    "cards and both declarations, and decides once for both."
)
HEEDED: Final = {
    "alike": "Of a tableau with a naturel the banker heeds that it has one, not whether it is eight or nine.",
    "apart": "Of a tableau with a naturel the banker heeds whether it is eight or nine.",
}


def cell_from_text(text: str) -> Cell:
    """The cell that records write as ``6|stood|naturel``. Raises ExactError for any other text."""
    found = re.fullmatch(r"([0-7])\|([0-9]|stood|naturel|huit|neuf)\|([0-9]|stood|naturel|huit|neuf)", text)
    if found is None:
        raise refusal("infoset", text, "write a cell of the banker as 6|stood|naturel or 5|4|0")
    own, first, second = found.groups()
    return int(own), _sign_from(first), _sign_from(second)


def _sign_from(text: str) -> Sign:
    return int(text) if text.isdigit() else None if text == "stood" else text


def solution_record(s: Solution) -> Record:
    """The record of ``solve``: values, all plays, and what proves them."""
    values = {
        "value": Value(s.value, STAKE, "the bank's gain before tax"),
        "banker_gain": Value(s.banker_gain, STAKE, "the banker's gain after tax"),
    }
    for side, gain in zip(SIDES, s.against, strict=True):
        values[f"against_{side}"] = Value(gain, STAKE, f"the bank's gain against the {side} tableau")
    if 0 not in s.stakes:
        values["a_cheval"] = Value(
            s.a_cheval, "stake units per unit staked, per coup", "what a player à cheval loses"
        )
    for side, play in zip(SIDES, (s.first, s.second), strict=True):
        if FREE in play:
            values[f"{side}_on_five"] = Value(play[FREE], DRAWS, f"the {side} tableau draws on five")
    for (one, other), share in (s.joint or {}).items():
        meaning = f"with five on both, the first {one}s and the second {other}s"
        values[f"first_{one}s_second_{other}s"] = Value(share, "probability", meaning)
    plays: dict[str, Any] = {
        "first": [_play(str(own), p) for own, p in s.first.items()],
        "second": [_play(str(own), p) for own, p in s.second.items()],
        "banker": [_play(cell_text(cell), p) for cell, p in s.banker.items()],
    }
    return Record(
        id=".".join(["baccara-banque", s.concept, *options_of(s), shoe_label(s.shoe)]),
        game="baccara_banque",
        question="solve",
        input={**shoe_input(s.shoe), "concept": s.concept, **_terms(s)},
        assumptions=(shoe_assumption(s.shoe), CONCEPTS[s.concept], KNOWN, HEEDED[s.naturels]),
        values=values,
        tables=banker_tables(s.banker),
        strategies=plays,
        certificate=_certificate(s),
        verification=(two_ways("baccara_banque"), {**SEARCH, "what": s.searched}),
        rules=RULES,
    )


def _certificate(s: Solution) -> dict[str, Any]:
    proof = s.certificate
    names = SIDES if s.concept == "nash" else ("tableaux",)
    said: dict[str, Any] = {"kind": s.concept}
    for name, loses, least in zip(names, proof.losses, proof.least_losses, strict=True):
        said[f"{name}_loses"] = cell_data(loses)
        said[f"{name}_loses_at_least"] = cell_data(least)
    return {
        **said,
        "banker_gains": cell_data(proof.gain),
        "banker_gains_at_most": cell_data(proof.greatest_gain),
        "uniqueness": UNIQUE[s.unique],
    }


def conflict_record(c: Conflict) -> Record:
    """The record of ``conflict``: how often the banker's best decisions differ, where, and what it costs."""
    s = c.solution
    values = {
        "probability": Value(c.probability, PER_COUP, "the banker's best decisions against both differ"),
        "chooses": Value(c.probability_chooses, PER_COUP, "the banker has to choose"),
        "cost": Value(c.cost, STAKE, "what deciding once costs him, the tableaux' play being fixed"),
        "value": Value(s.value, STAKE, "the bank's gain in equilibrium"),
        "separate": Value(
            c.separate, STAKE, "the same if the banker may decide against each tableau by itself"
        ),
        "cost_in_equilibrium": Value(c.cost_in_equilibrium, STAKE, "the difference of both"),
    }
    columns = (
        Column("total", "the banker's total", "label"),
        Column("first", "third card of the first tableau, or stood", "label"),
        Column("second", "third card of the second tableau, or stood", "label"),
        Column("occurs", "probability of the cell", PER_COUP),
        Column("gain_first", "drawing over standing against the first tableau alone", STAKE),
        Column("gain_second", "the same against the second", STAKE),
    )
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (str(w.cell[0]), sign_name(w.cell[1]), sign_name(w.cell[2]), w.occurs, *w.alone) for w in c.cells
    )
    heads, body = c.grid()
    names = [Column("first", "the banker's totals with a conflict; first tableau's sign, second's", "label")]
    names += [Column(head, head, "label") for head in heads[1:]]
    return Record(
        id=".".join(["baccara-banque.conflict", *options_of(s), shoe_label(s.shoe)]),
        game="baccara_banque",
        question="conflict",
        input={**shoe_input(s.shoe), **_terms(s)},
        assumptions=(
            shoe_assumption(s.shoe),
            CONCEPTS["nash"],
            KNOWN,
            "In every comparison the banker knows both third cards, whichever tableau he thinks of.",
        ),
        values=values,
        tables={"totals": Table(tuple(names), tuple(map(tuple, body))), "cells": Table(columns, rows)},
        certificate={"equilibrium": compact(s), "separate": c.separate_certificate()},
        verification=(two_ways("baccara_banque"),),
        rules=RULES,
    )


def values_record(v: Values) -> Record:
    """The record of ``values``: what a shoe is worth to the bank with equal stakes."""
    values: dict[str, Value] = {
        concept: Value(solution.value, STAKE, CONCEPTS[concept]) for concept, solution in v.solutions.items()
    }
    values["chemin_de_fer"] = Value(
        v.chemin_de_fer, "stake units per unit staked, per coup", "chemin de fer from the same shoe"
    )
    for name, taxed in v.taxed.items():
        values[f"after_tax_{name.replace('é', 'e')}"] = Value(
            taxed.gain, STAKE, f"the banker's gain after the tax of {taxed.rate} (banque {name})"
        )
        values[f"same_play_{name.replace('é', 'e')}"] = Value(
            taxed.same_play, STAKE, "the same when all play as without it"
        )
    plays: dict[str, Any] = {concept: compact(solution) for concept, solution in v.solutions.items()}
    plays |= {f"after_tax_{name.replace('é', 'e')}": compact(t.taxed) for name, t in v.taxed.items()}
    return Record(
        id=f"baccara-banque.values.{shoe_label(v.shoe)}",
        game="baccara_banque",
        question="values",
        input=shoe_input(v.shoe),
        assumptions=(shoe_assumption(v.shoe), KNOWN, "The stakes on both tableaux are equal."),
        values=values,
        tables={},
        certificate=plays,
        verification=(two_ways("baccara_banque"),),
        rules=RULES,
    )


def curve_record(c: Curve) -> Record:
    """The record of ``curve``: the bank's gain by the ratio of the stakes."""
    end = c.idle
    values = {
        "end_least": Value(end.least, STAKE, "0 : 1, the least over the idle tableau's play"),
        "end_greatest": Value(end.greatest, STAKE, "0 : 1, the greatest over the idle tableau's play"),
        "chemin_de_fer": Value(end.chemin_de_fer, STAKE, "chemin de fer from the same shoe"),
        "sight_least": Value(end.worth_least, STAKE, "what the sight of the idle cards is worth, at least"),
        "sight_greatest": Value(end.worth_greatest, STAKE, "the same, at most"),
    }
    columns = (
        Column("ratio", "the stake on the first tableau over that on the second", "label"),
        Column("value", "the bank's gain", STAKE),
        Column("first", "the first tableau draws on five", DRAWS),
        Column("second", "the second tableau draws on five", DRAWS),
    )
    rows: tuple[tuple[TableCell, ...], ...] = tuple(
        (str(ratio), s.value, s.first.get(FREE, ""), s.second.get(FREE, ""))
        for ratio, s in c.solutions.items()
    )
    return Record(
        id=f"baccara-banque.curve.{c.concept}.{shoe_label(c.shoe)}",
        game="baccara_banque",
        question="curve",
        input={**shoe_input(c.shoe), "concept": c.concept},
        assumptions=(
            shoe_assumption(c.shoe),
            CONCEPTS[c.concept],
            KNOWN,
            "At 0 : 1 a tableau without a stake stands on five in the table; the values give the bounds.",
        ),
        values=values,
        tables={"curve": Table(columns, rows)},
        certificate={str(ratio): compact(s) for ratio, s in c.solutions.items()},
        verification=(two_ways("baccara_banque"),),
        rules=RULES,
    )


def compact(s: Solution) -> dict[str, Any]:
    """All plays of a solution in short.

    The banker draws where that gains and stands where it loses; where it makes no difference he stands
    but for the cells that are listed, with his probability of drawing.
    """
    said: dict[str, Any] = {}
    if s.joint is not None:
        said["joint"] = {f"{one}, {other}": str(p) for (one, other), p in s.joint.items()}
    else:
        for side, play in zip(SIDES, (s.first, s.second), strict=True):
            said[side] = {str(own): cell_data(p) for own, p in play.items() if own == FREE}
    gains = s.game.gain.gains
    said["banker"] = {
        cell_text(cell): cell_data(p)
        for (cell, p), gain in zip(s.banker.items(), gains, strict=True)
        if p > 0 and mean(gain, s.shares) == 0
    }
    return said


def banker_tables(banker: Play[Cell]) -> dict[str, Table]:
    """The banker's table: for each of his totals a grid of both signs; and where he mixes, how often."""
    tables: dict[str, Table] = {}
    signs = [
        sign for sign in (*SIGNS["alike"], *SIGNS["apart"][11:]) if any(sign in cell[1:] for cell in banker)
    ]
    for own in dict.fromkeys(cell[0] for cell in banker):
        columns = [Column("first", f"the banker has {own}; the first tableau's sign, the second's", "label")]
        columns += [Column(sign_name(sign), sign_name(sign), "label") for sign in signs]
        rows = [(sign_name(row), *(_letter(banker, (own, row, column)) for column in signs)) for row in signs]
        tables[f"banker_{own}"] = Table(tuple(columns), tuple(rows))
    mixed = [(cell_text(cell), banker[cell]) for cell in banker.mixed()]
    if mixed:
        tables["mixed"] = Table(
            (
                Column("infoset", "the banker's total and both signs", "label"),
                Column("draws", "how often he draws there", DRAWS),
            ),
            tuple(mixed),
        )
    return tables


def _letter(banker: Play[Cell], cell: Cell) -> str:
    """D draws, S stands, M mixes; empty where the cell cannot occur."""
    if cell not in banker:
        return ""
    p = banker[cell]
    return "S" if p == 0 else "D" if p == 1 else "M"


def options_of(s: Solution) -> list[str]:
    """The parts of an id that name what is not usual."""
    parts = []
    if s.stakes[0] != s.stakes[1]:
        parts.append("stakes-" + "-".join(stake_texts(s)))
    if s.commission:
        parts.append(option_label("commission", s.commission))
    if s.naturels != "alike":
        parts.append(f"naturels-{s.naturels}")
    if s.idle:
        parts.append(option_label("idle", s.idle))
    return parts


def stake_texts(s: Solution) -> list[str]:
    """The stakes as whole numbers without a common factor."""
    scale = lcm(*(stake.denominator for stake in s.stakes))
    return [str(int(stake * scale)) for stake in s.stakes]


def _terms(s: Solution) -> dict[str, Any]:
    return {
        "stakes": stake_texts(s),
        "commission": str(s.commission),
        "naturels": s.naturels,
        "idle": str(s.idle),
    }


def _play(infoset: str, p: Number) -> dict[str, Any]:
    return {"infoset": infoset, "action": "draw", "probability": cell_data(p)}
