"""The citable records of chemin de fer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.games.baccara.document import COUP_RULES
from exact.games.chemin_de_fer.certificate import in_short, known_games
from exact.games.chemin_de_fer.drawing_rules import CHOOSING_TOTALS, PRESETS, THIRDS, Rules
from exact.games.chemin_de_fer.solution import solve
from exact.games.chemin_de_fer.strategy import cell_text, holding_text, third_name
from exact.rational import rational
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
    from exact.games.chemin_de_fer.notation import PonteAs
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
UNDECIDED = (
    "Whether there are other equilibria was not decided; the play shown is that of Lemke's path, not proved "
    "to be the canonical one."
)
OTHERS = "There are other equilibria; those that are known stand in tables of their own."
PER_COUP = "probability per coup"
STAKE = "stake units per unit staked, per coup"


def infoset_text(holding: Any, *third: int | None) -> str:
    """How records write an infoset: the ponte's from its holding, the banker's with the third card too."""
    return cell_text(holding, *third) if third else holding_text(holding)


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
        *(("ponte", holding_text(own), p) for own, p in ponte_occurs.items()),
        *(("banker", cell_text(*cell), p) for cell, p in banker_occurs.items()),
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
            *((UNDECIDED,) if e.unique is None else ()),
            *((OTHERS,) if e.others else ()),
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
            **(_others(e, side, infoset) if e.others else {}),
        },
        strategies={
            "ponte": [_play(holding_text(own), p) for own, p in e.ponte.items()],
            "banker": [_play(cell_text(*cell), p) for cell, p in e.banker.items()],
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


def _others(e: Equilibrium, side: Column, infoset: Column) -> dict[str, Table]:
    """The known further equilibria: what they are worth, and both strategies of each, whole."""
    number = Column("number", "which of the other equilibria", "label")
    drawing = Column("probability", "that it draws there", "probability given the infoset")
    plays: list[tuple[Cell, ...]] = []
    for place, (ponte, banker) in enumerate(e.others, start=1):
        plays += [(str(place), "ponte", holding_text(own), p) for own, p in ponte.items()]
        plays += [(str(place), "banker", cell_text(*cell), p) for cell, p in banker.items()]
    proofs = enumerate(e.other_certificates(), start=1)
    worth = [(str(place), proof.conceded, proof.gained) for place, proof in proofs]
    values = (
        Column("value", "the bank's gain before tax", STAKE),
        Column("banker_gain", "the banker's gain after tax", STAKE),
    )
    return {
        "other_equilibria": Table((number, *values), tuple(worth)),
        "other_strategies": Table((number, side, infoset, drawing), tuple(plays)),
    }


def audit_record(audit: Audit) -> Record:
    """The record of ``audit``: the document's table, cell by cell."""
    free = [holding_text(own) for own in audit.free]
    columns = (
        Column("side", "who chooses", "label"),
        Column("holding", "what he holds", "label"),
        Column("third", "the third card given to the ponte, or stood", "label"),
        Column("prescribed", "what the document prescribes", "label"),
        Column(
            "verdict",
            "what reason says, always: never worse (of the ponte's own: to the equilibrium's banker)",
            "label",
        ),
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
            "given",
            "drawing over standing at equilibrium, given the cell; empty where it is never reached then",
            "stake units per unit staked",
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
        certificate={"equilibrium": in_short(audit.equilibrium), "known": known_games(audit)},
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
        certificate={
            "equilibrium": in_short(values.classical),
            "tableau": in_short(values.tableau),
            "after_tax": in_short(values.taxed),
        },
        verification=(two_ways("chemin_de_fer"),),
        rules=COUP_RULES,
    )


def decision_record(
    shoe: Shoe,
    information: Information,
    worth: Worth,
    missing: tuple[Missing, ...] = (),
    ponte: PonteAs | None = None,
    commission: Fraction = Fraction(0),
) -> Record:
    """The record of ``decide`` and ``removal``: one decision, against the other side's equilibrium.

    ``ponte``: the ponte's play that the banker faces instead, as in ``decide``.
    """
    where = holding_text(worth.holding)
    if worth.side == "banker":
        where = cell_text(worth.holding, worth.third)
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
    options = {"commission": str(commission)} if commission else {}
    faced = "The other side plays its equilibrium of the full shoe."
    if ponte is not None:
        options["ponte"] = _ponte_text(ponte)
        faced = "The ponte draws where he is free as the input says, and otherwise keeps to his rules."
    played = solve(shoe, information, commission=commission) if ponte is None else None
    return Record(
        id=".".join(
            [
                f"chemin-de-fer.decide.{information}.{worth.side}-{label}",
                *_tax_label(commission),
                *([] if ponte is None else [f"ponte-{re.sub('[^0-9]+', '-', options['ponte'])}"]),
                shoe_label(shoe),
            ]
        ),
        game="chemin_de_fer",
        question="decide",
        input={
            **shoe_input(shoe),
            "information": information,
            "side": worth.side,
            "infoset": where,
            **options,
        },
        assumptions=(shoe_assumption(shoe), INFORMED[information], faced),
        values={name: Value(number, unit, meaning) for name, (number, unit, meaning) in named.items()},
        tables={"removal": Table(columns, rows)} if missing else {},
        certificate={} if played is None else {"equilibrium": in_short(played)},
        verification=(two_ways("chemin_de_fer"),),
        rules=COUP_RULES,
    )


def _ponte_text(ponte: PonteAs) -> str:
    """The ponte's play as the command takes it: ``1/2``, or ``1,4=1/2 2,3=0``."""
    if not isinstance(ponte, Mapping):
        return str(rational(ponte, "ponte"))
    return " ".join(f"{holding_text(own)}={rational(p, 'ponte')}" for own, p in sorted(ponte.items()))


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
        *(Column(third_name(third), third_name(third), "label") for third in THIRDS),
    )
    holdings = dict.fromkeys(own for own, _ in audit.banker)
    rows = ((holding_text(own), *(code(own, third) for third in THIRDS)) for own in holdings)
    return Table(columns, tuple(rows))


def _audit_row(cell: CellAudit, free: tuple[Any, ...]) -> tuple[Cell, ...]:
    def affine(f: Affine) -> list[Fraction]:
        slopes: Mapping[Any, Fraction] = dict(f.coefficients)
        return [f.constant, *(slopes.get(own, Fraction(0)) for own in free)]

    return (
        cell.side,
        holding_text(cell.holding),
        "" if cell.side == "ponte" else third_name(cell.third),
        cell.prescribed,
        cell.verdict,
        *affine(cell.gain),
        *affine(cell.occurs),
        "" if cell.switch is None else cell.switch,
        cell.equilibrium,
        "" if cell.equilibrium_given is None else cell.equilibrium_given,
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
        "ponte_hands": {holding_text(hand): letter[action] for hand, action in rules.ponte_hands},
        "banker_hands": {cell_text(*cell): letter[action] for cell, action in rules.banker_hands},
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
