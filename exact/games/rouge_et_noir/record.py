"""The citable records of rouge et noir."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from exact.records import (
    Column,
    Record,
    Table,
    Value,
    law_table,
    shoe_assumption,
    shoe_input,
    shoe_label,
    two_ways,
)

if TYPE_CHECKING:
    from exact.games.rouge_et_noir import Analysis
    from exact.games.rouge_et_noir.closed_form import ClosedForms
    from exact.shoe import Shoe

DOCUMENT = "Rouge et noir (encyclopaedia article after Meyers Konversationslexikon, 1908)"
RULES = (
    {
        "document": DOCUMENT,
        "place": "Das Spiel, second and third paragraph",
        "rule": "values, rows, 31 to 40",
    },
    {"document": DOCUMENT, "place": "Das Spiel, fourth paragraph", "rule": "the lower total wins, 1 : 1"},
    {
        "document": DOCUMENT,
        "place": "Das Spiel, last paragraph but two",
        "rule": "equal totals: après; at 31 the bank takes half of all stakes",
    },
)
#: How the simplified model is confirmed.
BY_HAND = {
    "method": "hand count",
    "tool": "exact.games.rouge_et_noir.simplified",
    "what": "the weights 13, 12, …, 4 sum to 85 and their squares to 805, of which 169 is the refait",
}
#: How the laws of later coups are confirmed.
LATER = {
    "method": "theorem on later coups",
    "tool": "exact.games.rouge_et_noir.successive",
    "what": "it equals the dealing of all arrangements of small shoes, for two and three coups",
}
PER_COUP = "probability per coup"
ROW_COLUMNS = (
    Column("rouge", "total of the row of rouge", "label"),
    Column("noir", "total of the row of noir", "label"),
)
STAKE = "stake units per unit staked"


def analysis_record(analysis: Analysis) -> Record:
    """The record of ``analyse`` and of the simplified model."""
    shoe, label, given = analysis.shoe, "simplified", {"model": "simplified"}
    assumptions = [
        "The totals 31 to 40 occur in the proportion 13 : 12 : … : 4.",
        "The rows are independent.",
    ]
    arguments: dict[str, Any] = given
    verification: tuple[dict[str, str], ...] = (BY_HAND,)
    if shoe is not None:
        label, arguments = shoe_label(shoe), shoe_input(shoe)
        assumptions = [shoe_assumption(shoe)]
        verification = (two_ways("rouge_et_noir"),)
    completed = analysis.model.endswith("given completion")
    if completed:
        arguments = {**arguments, "given": "completion"}
        label = f"given-completion.{label}"
        assumptions.append("Everything is conditional on the coup being completed.")
    return Record(
        id=f"rouge-et-noir.analyse.{label}",
        game="rouge_et_noir",
        question="analyse",
        input=arguments,
        assumptions=tuple(assumptions),
        values=analysis_values(analysis),
        tables=analysis_tables(analysis),
        verification=verification,
        rules=RULES,
    )


def analysis_values(analysis: Analysis) -> dict[str, Value]:
    """The numbers that every game of two rows shares."""
    values = {
        "refait": Value(analysis.refait, PER_COUP, "both rows end in 31"),
        "apres": Value(analysis.apres, PER_COUP, "both rows are equal, but not 31"),
        "rouge": Value(analysis.rouge, PER_COUP, "rouge wins: its row has the lower total"),
        "noir": Value(analysis.noir, PER_COUP, "noir wins: its row has the lower total"),
        "incomplete": Value(analysis.incomplete, PER_COUP, "the shoe runs out before both rows are complete"),
        "edge": Value(analysis.edge, f"{STAKE}, per coup", "the bank's advantage: half the refait"),
    }
    if analysis.counted:
        values["edge_counted"] = Value(
            analysis.edge_counted,
            f"{STAKE}, per counted coup",
            "the bank's advantage where an après is not counted",
        )
    if analysis.refait:
        values["counted_per_refait"] = Value(
            analysis.counted / analysis.refait, "counted coups", "mean number of counted coups to one refait"
        )
    if analysis.row_cards is not None:
        for name, meaning, law in (
            ("rouge_cards", "in the row of rouge", analysis.rouge_cards),
            ("noir_cards", "in the row of noir", analysis.noir_cards),
            ("cards", "in a coup", analysis.cards),
        ):
            if law.probability(lambda n: n is not None):
                mean = law.completed().mean()
                values[f"{name}_mean"] = Value(
                    mean, "cards", f"expected number of cards {meaning}, if completed"
                )
    return values


def analysis_tables(analysis: Analysis) -> dict[str, Table]:
    """The laws that every game of two rows shares."""
    rouge = analysis.totals.map(lambda pair: None if pair is None else pair[0])
    tables = {
        "rouge_total": law_table(rouge, Column("total", "total of the row of rouge, in a coup", "label")),
        "totals": law_table(analysis.totals, *ROW_COLUMNS),
    }
    if analysis.row_cards is not None:
        tables["cards"] = law_table(analysis.cards, Column("cards", "number of cards in the coup", "label"))
    return tables


def row_record(shoe: Shoe) -> Record:
    """The record of the laws of a single row: its total, its last card, the number of its cards."""
    from exact.games.rouge_et_noir import last_cards, row_cards, row_totals

    total = Column("total", "total of the row", "label")
    unit = "probability per row"
    return Record(
        id=f"rouge-et-noir.row.{shoe_label(shoe)}",
        game="rouge_et_noir",
        question="row_totals, row_cards, last_cards",
        input=shoe_input(shoe),
        assumptions=(shoe_assumption(shoe),),
        values={},
        tables={
            "row_totals": law_table(row_totals(shoe), total, unit=unit),
            "row_cards": law_table(row_cards(shoe), Column("cards", "cards in the row", "label"), unit=unit),
            "last_cards": law_table(
                last_cards(shoe), total, Column("last", "points of the last card", "label"), unit=unit
            ),
        },
        verification=(two_ways("rouge_et_noir"),),
        rules=RULES[:1],
    )


def totals_record(shoe: Shoe, coup: int = 1) -> Record:
    """The record of the joint law of (rouge, noir) in one coup, the first or a later one."""
    from exact.games.rouge_et_noir import totals

    law = totals(shoe, coup)
    which = "the first coup" if coup == 1 else f"coup number {coup}"
    option = "" if coup == 1 else f".coup-{coup}"
    incomplete = Value(law[None], PER_COUP, f"the shoe runs out before {which} is complete")
    return Record(
        id=f"rouge-et-noir.totals{option}.{shoe_label(shoe)}",
        game="rouge_et_noir",
        question="totals",
        input={**shoe_input(shoe), "coup": str(coup)},
        assumptions=(shoe_assumption(shoe),),
        values={"incomplete": incomplete},
        tables={"totals": law_table(law, *ROW_COLUMNS)},
        verification=(two_ways("rouge_et_noir") if coup == 1 else LATER,),
        rules=RULES,
    )


def removal_record(shoe: Shoe) -> Record:
    """The record of the effects of removing one card."""
    from exact.games.rouge_et_noir import removal_effects

    columns = (
        Column("card", "points of the card that is removed", "label"),
        Column("refait", "change of the probability of the refait", PER_COUP),
        Column("edge", "change of the bank's advantage", f"{STAKE}, per coup"),
    )
    rows = tuple((str(card), effect.refait, effect.edge) for card, effect in removal_effects(shoe).items())
    return Record(
        id=f"rouge-et-noir.removal.{shoe_label(shoe)}",
        game="rouge_et_noir",
        question="removal_effects",
        input=shoe_input(shoe),
        assumptions=(
            shoe_assumption(shoe),
            "Where no coup can be completed any more, the refait counts as zero.",
        ),
        values={},
        tables={"removal": Table(columns, rows)},
        verification=(two_ways("rouge_et_noir"),),
        rules=RULES,
    )


def closed_form_record(forms: ClosedForms) -> Record:
    """The record of ``closed_form.closed_forms``: the law of a row as functions of the number of packs."""
    from exact.functions import FULL_PACKS, coefficient_table, value_table
    from exact.packs import limit

    unit = "probability per row"
    values = {
        f"{total}_limit": Value(limit(function), unit, f"a row ends in {total}, as d grows without bound")
        for total, function in forms.row_totals.items()
    }
    values["refait_limit"] = Value(
        forms.refait.limit, PER_COUP, "both rows end in 31, as d grows without bound"
    )
    values["refait_first"] = Value(
        forms.refait.first, PER_COUP, "coefficient of 1/d in the refait from d packs, up to terms in 1/d^2"
    )
    return Record(
        id="rouge-et-noir.closed-form",
        game="rouge_et_noir",
        question="closed_form",
        input={},
        assumptions=(FULL_PACKS,),
        values=values,
        tables={
            "by_packs": value_table({str(t): f for t, f in forms.row_totals.items()}, unit),
            "coefficients": coefficient_table(
                {(str(t),): f for t, f in forms.row_totals.items()},
                (Column("total", "total of the row", "label"),),
            ),
        },
        verification=(
            two_ways("rouge_et_noir"),
            {
                "method": "symbolic derivation",
                "tool": "exact.games.rouge_et_noir.closed_form",
                "what": "the functions equal the laws of shoes of 1 to 40 packs, exactly",
            },
        ),
        rules=RULES[:1],
    )
