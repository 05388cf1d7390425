"""The citable records of chemin de fer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.errors import refusal
from exact.games.baccara.document import COUP_RULES
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS, PRESETS, THIRDS, Rules
from exact.records import (
    Cell,
    Column,
    Record,
    Table,
    Value,
    law_table,
    option_label,
    shoe_assumption,
    shoe_input,
    shoe_label,
    two_ways,
)

if TYPE_CHECKING:
    from exact.games.chemin_de_fer.bank import Values
    from exact.games.chemin_de_fer.decision import Missing
    from exact.games.chemin_de_fer.rules import Information
    from exact.games.chemin_de_fer.solution import Equilibrium
    from exact.games.chemin_de_fer.trial import Affine, Audit, CellAudit
    from exact.games.chemin_de_fer.worth import Worth
    from exact.shoe import Shoe

INFORMED = {
    "totals": "Both sides know the total of their two cards only.",
    "banker": "The banker knows his two cards, the ponte the total of his only.",
    "both": "Both sides know their two cards.",
}
RULED = {
    "classical": "The ponte is free on five only, else bound by his rules; the banker is free everywhere.",
    "tableau": "Both sides keep to the document's table and are free in its volonté cases only.",
    "unrestricted": "Both sides are free on every total below eight.",
}
UNIQUE = {True: "proved", False: "there are others", None: "not decided"}
PER_COUP = "probability per coup"
STAKE = "stake units per unit staked, per coup"


def infoset_from_text(text: str) -> tuple[str, Any, int | None]:
    """(side, holding, third card) of an infoset as records write it: ``5``, ``0,5``, ``6|stood``, ``0,6|9``.

    Raises ExactError for any other text.
    """
    found = re.fullmatch(r"(\d)(?:,(\d))?(?:\|(\d|stood))?", text, re.ASCII)
    if found is None:
        raise refusal("infoset", text, "write the ponte's as 5 or 0,5, the banker's as 6|stood, 5|4 or 0,6|9")
    first, second, third = found.groups()
    holding = int(first) if second is None else (int(first), int(second))
    if third is None:
        return "ponte", holding, None
    return "banker", holding, None if third == "stood" else int(third)


def infoset_text(holding: Any, *third: int | None) -> str:
    """How records write an infoset: the ponte's from its holding, the banker's with the third card too."""
    return _cell_text(holding, *third) if third else _holding_text(holding)


def _cell_text(holding: Any, third: int | None) -> str:
    return f"{_holding_text(holding)}|{_third_text(third)}"


def _holding_text(holding: Any) -> str:
    return ",".join(map(str, holding)) if isinstance(holding, tuple) else str(holding)


def _third_text(third: int | None) -> str:
    return "stood" if third is None else str(third)


def equilibrium_record(e: Equilibrium) -> Record:
    """The record of ``solve``: values, both strategies, and what proves the equilibrium."""
    name, options = rules_name(e.rules), _tax_label(e.commission)
    laws, (ponte_occurs, banker_occurs) = e.results(), e.frequencies()
    values = {
        "value": Value(e.value, STAKE, "the bank's gain before tax: minus the ponte's expected gain"),
        "banker_gain": Value(e.banker_gain, STAKE, "the banker's expected gain after tax"),
        "banker_wins": Value(laws.winner["banker"], PER_COUP, "the banker wins"),
        "ponte_wins": Value(laws.winner["ponte"], PER_COUP, "the ponte wins"),
        "en_cartes": Value(
            laws.winner["en cartes"], PER_COUP, "both final totals are equal; the coup is void"
        ),
        "cards_mean": Value(laws.cards.mean(), "cards", "expected number of cards in a coup"),
    }
    proof = e.certificate
    side = Column("side", "who chooses", "label")
    infoset = Column("infoset", "holding of the ponte, or holding and third card of the banker", "label")
    occurs = [
        *(("ponte", _holding_text(own), p) for own, p in ponte_occurs.items()),
        *(("banker", _cell_text(*cell), p) for cell, p in banker_occurs.items()),
    ]
    return Record(
        id=".".join(["chemin-de-fer", e.information, name, *options, shoe_label(e.shoe)]),
        game="chemin_de_fer",
        question="solve",
        input={
            **shoe_input(e.shoe),
            "information": e.information,
            "rules": _rules_input(e.rules),
            "commission": str(e.commission),
        },
        assumptions=(
            shoe_assumption(e.shoe),
            INFORMED[e.information],
            RULED.get(name, "Both sides are bound by the rules given in the input."),
            "The third card given to the ponte lies face up; the coup is decided by the higher total.",
        ),
        values=values,
        tables={
            "totals": law_table(
                laws.totals,
                Column("ponte", "final total of the ponte", "label"),
                Column("banker", "final total of the banker", "label"),
            ),
            "cards": law_table(laws.cards, Column("cards", "cards in the coup", "label")),
            "occurs": Table(
                (side, infoset, Column("probability", "that it occurs", PER_COUP)), tuple(occurs)
            ),
        },
        strategies={
            "ponte": [_play(_holding_text(own), p) for own, p in e.ponte.items()],
            "banker": [_play(_cell_text(*cell), p) for cell, p in e.banker.items()],
        },
        certificate={
            "kind": "zero-sum equilibrium" if not e.commission else "Nash equilibrium",
            "ponte_loses": str(proof.conceded),
            "ponte_loses_at_least": str(proof.least_loss),
            "banker_gains": str(proof.gained),
            "banker_gains_at_most": str(proof.greatest_gain),
            "uniqueness": UNIQUE[e.unique],
        },
        verification=(two_ways("chemin_de_fer"),),
        rules=COUP_RULES,
        literature=_literature(e),
    )


def audit_record(audit: Audit) -> Record:
    """The record of ``audit``: the document's table, cell by cell."""
    free = [_holding_text(own) for own in audit.free]
    columns = (
        Column("side", "who chooses", "label"),
        Column("holding", "what he holds", "label"),
        Column("third", "the third card given to the ponte, or stood", "label"),
        Column("prescribed", "what the document prescribes", "label"),
        Column("verdict", "what reason says (of the ponte's own: to the equilibrium's banker)", "label"),
        Column("gain", "drawing over standing, constant term", STAKE),
        *(Column(f"gain_{own}", f"the same, coefficient of the ponte's p on {own}", STAKE) for own in free),
        Column("occurs", "probability of the cell, constant term", PER_COUP),
        *(
            Column(f"occurs_{own}", f"the same, coefficient of the ponte's p on {own}", PER_COUP)
            for own in free
        ),
        Column("switch", "the p at which it turns", "probability of drawing on five"),
        Column("equilibrium", "probability of drawing at equilibrium", "probability given the cell"),
        Column(
            "given", "drawing over standing at equilibrium, given the cell", "stake units per unit staked"
        ),
        Column("cost", "of following the document here, against the equilibrium", STAKE),
        Column("cost_known", "of following it as a rule the other side knows", STAKE),
    )
    rows = [_audit_row(cell, audit.free) for cell in (*audit.ponte.values(), *audit.banker.values())]
    return Record(
        id=f"chemin-de-fer.audit.{audit.information}.{shoe_label(audit.shoe)}",
        game="chemin_de_fer",
        question="audit",
        input={**shoe_input(audit.shoe), "information": audit.information},
        assumptions=(shoe_assumption(audit.shoe), INFORMED[audit.information], RULED["classical"]),
        values={"value": Value(audit.equilibrium.value, STAKE, "the bank's gain at equilibrium")},
        tables={"reason_and_document": _grid(audit), "cells": Table(columns, tuple(rows))},
        verification=(two_ways("chemin_de_fer"),),
        rules=COUP_RULES,
    )


def values_record(values: Values) -> Record:
    """The record of ``values``: what a shoe is worth to the bank."""
    taxed = values.taxed
    meanings = {
        "equilibrium": (values.value, "the bank's gain at equilibrium"),
        "tableau": (values.tableau.value, "the same when the banker keeps to the document's table"),
        "tableau_cost": (values.tableau_cost, "what the table costs the banker"),
        "punto_banco": (values.drawn.value, "the bank's gain when every volonté case is drawn"),
        "after_tax": (
            taxed.banker_gain,
            f"the banker's gain at equilibrium with a tax of {taxed.commission}",
        ),
        "ponte_draws": (values.always_draws, "the bank's gain when the ponte is known to draw on five"),
        "ponte_stands": (values.always_stands, "the bank's gain when the ponte is known to stand on five"),
    }
    options = [] if taxed.commission == Fraction(1, 20) else [option_label("commission", taxed.commission)]
    return Record(
        id=".".join(["chemin-de-fer.values", values.information, *options, shoe_label(values.shoe)]),
        game="chemin_de_fer",
        question="values",
        input={
            **shoe_input(values.shoe),
            "information": values.information,
            "commission": str(taxed.commission),
        },
        assumptions=(shoe_assumption(values.shoe), INFORMED[values.information]),
        values={name: Value(number, STAKE, meaning) for name, (number, meaning) in meanings.items()},
        tables={},
        verification=(two_ways("chemin_de_fer"),),
        rules=COUP_RULES,
    )


def decision_record(
    shoe: Shoe, information: Information, worth: Worth, missing: tuple[Missing, ...] = ()
) -> Record:
    """The record of ``decide`` and ``removal``: one decision, against the other side's equilibrium."""
    where = _holding_text(worth.holding)
    if worth.side == "banker":
        where = _cell_text(worth.holding, worth.third)
    given = "stake units per unit staked, given the infoset"
    named: dict[str, tuple[Fraction, str, str]] = {
        "occurs": (worth.occurs, PER_COUP, "how often the infoset occurs"),
        "draw": (worth.draw, given, "expected gain of drawing"),
        "stand": (worth.stand, given, "expected gain of standing"),
        "gain": (worth.gain, given, "drawing over standing"),
        "gain_per_coup": (worth.gain_per_coup, STAKE, "drawing over standing, weighted with how often"),
    }
    columns = (
        Column("card", "points of the card of which some are missing", "label"),
        Column("change", "of the gain of drawing when one is missing", given),
        Column("turns", "missing cards with which the decision turns", "cards"),
        Column("turned_to", "what is better then", "label"),
    )
    rows = tuple(
        (str(m.points), *("" if x is None else x for x in (m.change, m.turns, m.turned_to))) for m in missing
    )
    label = where.replace(",", "-").replace("|", "-")
    return Record(
        id=f"chemin-de-fer.decide.{information}.{worth.side}-{label}.{shoe_label(shoe)}",
        game="chemin_de_fer",
        question="decide",
        input={**shoe_input(shoe), "information": information, "side": worth.side, "infoset": where},
        assumptions=(
            shoe_assumption(shoe),
            INFORMED[information],
            "The other side plays its equilibrium of the full shoe.",
        ),
        values={name: Value(number, unit, meaning) for name, (number, unit, meaning) in named.items()},
        tables={"removal": Table(columns, rows)} if missing else {},
        verification=(two_ways("chemin_de_fer"),),
        rules=COUP_RULES,
    )


def _play(infoset: str, p: Fraction) -> dict[str, str]:
    return {"infoset": infoset, "action": "draw", "probability": str(p)}


def _grid(audit: Audit) -> Table:
    """The banker's table at a glance: what reason says, and the document where it says something else.

    D: always draw, S: always stand, p: it depends on the ponte; behind it what the document has there.
    """
    reason = {"always draw": "D", "always stand": "S", "depends on p": "p", "never matters": "="}
    document = {"draw": "D", "stand": "S", "free": "free"}

    def code(own: Any, third: int | None) -> str:
        cell = audit.banker.get((own, third))
        if cell is None:
            return ""
        here, there = reason[cell.verdict], document[cell.prescribed]
        return here if here in (there, "=") else f"{here} ({there})"

    columns = (
        Column(
            "holding", "reason's D, S or p (depends on the ponte); the document's where it differs", "label"
        ),
        *(Column(_third_text(third), _third_text(third), "label") for third in THIRDS),
    )
    holdings = dict.fromkeys(own for own, _ in audit.banker)
    rows = ((_holding_text(own), *(code(own, third) for third in THIRDS)) for own in holdings)
    return Table(columns, tuple(rows))


def _audit_row(cell: CellAudit, free: tuple[Any, ...]) -> tuple[Cell, ...]:
    def affine(f: Affine) -> list[Fraction]:
        slopes: Mapping[Any, Fraction] = dict(f.coefficients)
        return [f.constant, *(slopes.get(own, Fraction(0)) for own in free)]

    return (
        cell.side,
        _holding_text(cell.holding),
        "" if cell.side == "ponte" else _third_text(cell.third),
        cell.prescribed,
        cell.verdict,
        *affine(cell.gain),
        *affine(cell.occurs),
        "" if cell.switch is None else cell.switch,
        cell.equilibrium,
        cell.equilibrium_given,
        cell.cost,
        cell.cost_known,
    )


def _tax_label(commission: Fraction) -> list[str]:
    return [option_label("commission", commission)] if commission else []


def rules_name(rules: Rules) -> str:
    """The preset's name, or a short digest of the rules."""
    for name in PRESETS:
        if rules == Rules.named(name):
            return name
    return "rules-" + hashlib.sha256(repr(_rules_input(rules)).encode()).hexdigest()[:8]


def _rules_input(rules: Rules) -> Any:
    """The preset's name, or the whole table: D draws, S stands, F is free."""
    for name in PRESETS:
        if rules == Rules.named(name):
            return name
    letter = {"draw": "D", "stand": "S", "free": "F"}
    return {
        "ponte": "".join(letter[action] for action in rules.ponte),
        "banker": [
            "".join(letter[rules.at_banker(own, third)] for third in THIRDS) for own in CHOOSING_TOTALS
        ],
        "ponte_hands": {_holding_text(hand): letter[action] for hand, action in rules.ponte_hands},
        "banker_hands": {_cell_text(*cell): letter[action] for cell, action in rules.banker_hands},
    }


def _literature(e: Equilibrium) -> tuple[dict[str, str], ...]:
    """Kemeny and Snell's solution, where it is what was asked for."""
    classical = e.rules == Rules.named("classical") and not e.commission
    if not (
        e.shoe.replacement and shoe_label(e.shoe) == "replacement" and classical and e.information == "totals"
    ):
        return ()
    source = "J. G. Kemeny and J. L. Snell, Amer. Math. Monthly 64 (1957) 465-469"
    found = {"9/11": e.ponte[5], "859/2288": e.banker[6, None], "679568/53094899": e.value}
    return tuple(
        {
            "printed": printed,
            "source": source,
            "relation": "agrees to the printed digits" if str(number) == printed else "differs",
        }
        for printed, number in found.items()
    )
