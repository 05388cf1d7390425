"""The citable records of trente et quarante."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Any

from exact.games.rouge_et_noir.record import (
    DOCUMENT,
    PER_COUP,
    RULES,
    STAKE,
    analysis_tables,
    analysis_values,
)
from exact.games.trente_et_quarante.colours import ColouredShoe
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
from exact.shoe import PACK, Shoe

if TYPE_CHECKING:
    from exact.games.trente_et_quarante import Analysis

FURTHER_CHANCES = {
    "document": DOCUMENT,
    "place": "introduction",
    "rule": "trente et quarante has two further chances",
}
COLOURS = (
    "The row of noir is dealt first.",
    "Couleur wins when the first card of the coup has the colour of the winning row, else inverse.",
)
_REFAIT = {
    "half": "At the refait the bank takes half of every stake.",
    "prison": (
        "At the refait a stake is locked; it is freed or lost at the next won coup, every tie leaves it, "
        "and at the shoe's end the bank takes half."
    ),
    "prisons": (
        "At the refait a stake is locked; a second refait locks it twice, further ones change nothing; a won "
        "coup takes off one lock, a lost one the stake."
    ),
}
_INSURANCE = {
    "lost": "An insured stake loses nothing at the refait; its premium is lost in every completed coup.",
    "returned": "An insured stake loses nothing at the refait, and its premium is returned then.",
    "won_coups": "An insured stake loses nothing at the refait; its premium is due in won coups and refaits.",
}


def analysis_record(analysis: Analysis) -> Record:
    """The record of ``analyse``."""
    shoe = analysis.shoe
    assert shoe is not None
    given, options, label = _cards(shoe, analysis.coloured)
    if analysis.refait_rule != "half":
        options.append(f"refait-{analysis.refait_rule}")
    if analysis.insurance:
        options.append(option_label("insurance", analysis.insurance))
        if analysis.insurance_rule != "lost":
            options.append(f"insurance_rule-{analysis.insurance_rule}")
    return Record(
        id=".".join(["trente-et-quarante.analyse", *options, label]),
        game="trente_et_quarante",
        question="analyse",
        input={
            **given,
            "refait": analysis.refait_rule,
            "insurance": str(analysis.insurance),
            "insurance_rule": analysis.insurance_rule,
        },
        assumptions=(
            shoe_assumption(shoe),
            *COLOURS,
            _INSURANCE[analysis.insurance_rule] if analysis.insurance else _REFAIT[analysis.refait_rule],
            "A coup that the shoe cannot complete is void.",
            *_left_out(analysis),
        ),
        values=_values(analysis),
        tables=analysis_tables(analysis),
        verification=(two_ways("trente_et_quarante"),),
        rules=(*RULES, FURTHER_CHANCES),
    )


def removal_record(shoe: Shoe, red: Shoe | None = None) -> Record:
    """The record of ``removal_effects``."""
    from exact.games.trente_et_quarante import removal_effects

    effects = removal_effects(shoe, red)
    given, options, label = _cards(shoe, ColouredShoe.of(shoe, red))
    columns = (
        Column("card", "points of the card that is removed", "label"),
        Column("colour", "its colour", "label"),
        Column("refait", "change of the probability of the refait", PER_COUP),
        Column("edge", "change of the bank's gain on rouge or noir", f"{STAKE}, per coup"),
        Column("edge_couleur", "change of the bank's gain on couleur", f"{STAKE}, per coup"),
        Column("edge_inverse", "change of the bank's gain on inverse", f"{STAKE}, per coup"),
    )
    rows = tuple(
        (str(points), "red" if is_red else "black", e.refait, e.edge, e.edge_couleur, e.edge_inverse)
        for (points, is_red), e in effects.items()
    )
    return Record(
        id=".".join(["trente-et-quarante.removal", *options, label]),
        game="trente_et_quarante",
        question="removal_effects",
        input=given,
        assumptions=(
            shoe_assumption(shoe),
            *COLOURS,
            _REFAIT["half"],
            "A coup that the shoe cannot complete is void.",
        ),
        values={},
        tables={"removal": Table(columns, rows)},
        verification=(two_ways("trente_et_quarante"),),
        rules=(*RULES, FURTHER_CHANCES),
    )


def _cards(shoe: Shoe, coloured: ColouredShoe) -> tuple[dict[str, Any], list[str], str]:
    """The cards and their colours: as ``input``, as options of the id, and as the end of the id."""
    half = coloured.red == coloured.black
    given, label = shoe_input(shoe), shoe_label(shoe)
    given["red"] = "half" if half else [str(count) for count in coloured.red]
    if shoe.replacement and not half:
        given, label = _coloured_input(coloured)
    return given, [] if half else ["red-" + "-".join(map(str, given["red"]))], label


def _coloured_input(coloured: ColouredShoe) -> tuple[dict[str, Any], str]:
    """With replacement and uneven colours: the shoe and its red cards in ``input``, and the end of the id.

    Only the shares of the coloured cards matter, so their common factor is taken out, and the counts are
    those of a pack if they can be.
    """
    common = gcd(*coloured.red, *coloured.black)
    red = [count // common for count in coloured.red]
    counts = [(a + b) // common for a, b in zip(coloured.red, coloured.black, strict=True)]
    label = "-".join(["shoe", *map(str, counts), "replacement"])
    for times in (1, 2, 4):
        if tuple(times * count for count in counts) == PACK:
            red, counts, label = [times * count for count in red], list(PACK), "replacement"
    return {"shoe": [str(count) for count in counts], "replacement": True, "red": [*map(str, red)]}, label


def _left_out(analysis: Analysis) -> list[str]:
    """Why the gains on couleur and inverse are missing, where they are."""
    if "couleur" in analysis.edges:
        return []
    return ["With uneven colours prison of couleur and inverse depends on all later coups; no gain is given."]


def _values(analysis: Analysis) -> dict[str, Value]:
    values = analysis_values(analysis)
    refaits = {name: values.pop(name) for name in ("edge", "edge_counted") if name in values}
    values["couleur"] = Value(
        analysis.couleur, PER_COUP, "couleur wins: the first card has the colour of the winning row"
    )
    values["inverse"] = Value(analysis.inverse, PER_COUP, "inverse wins: it has the other colour")
    for chance, edge in analysis.edges.items():
        values[f"edge_{chance}"] = Value(edge, f"{STAKE}, per coup", f"the bank's gain on {chance}")
    if "edge_counted" in refaits:
        counted = Value(
            analysis.edge_counted,
            f"{STAKE}, per counted coup",
            "the bank's gain on rouge or noir, après not counted",
        )
        values["edge_counted"] = counted
    if analysis.insurance:
        values["edge_outlay"] = Value(
            analysis.edge_outlay,
            "stake units per unit of outlay, per coup",
            "the bank's gain, stake and premium counted",
        )
    return values
