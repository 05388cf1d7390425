"""The citable records of punto banco."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.games.baccara.document import COUP_RULES, DOCUMENT
from exact.games.punto_banco.rules import COMMISSION, RESULTS, TIE_PAYS
from exact.rational import Rational, rational
from exact.records import (
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
from exact.shoe import PACK

if TYPE_CHECKING:
    from exact.games.punto_banco.closed_form import Counts
    from exact.games.punto_banco.results import Analysis
    from exact.games.punto_banco.succession import Successive
    from exact.shoe import Shoe

RULES = (
    *COUP_RULES,
    {"document": DOCUMENT, "place": "American Baccarat", "rule": "eight packs; identical to punto banco"},
)
FIXED = "The tableau's free cells are fixed: punto draws on 5, banco on 3 against 9 and on 5 against 4."
PER_COUP = "probability per coup"
STAKE = "stake units per unit staked, per coup"


def analysis_record(analysis: Analysis) -> Record:
    """The record of ``analyse``."""
    shoe, edge, results = analysis.shoe, analysis.edge, analysis.results
    options = _options(analysis.commission, analysis.tie_pays)
    values = {name: Value(results[name], PER_COUP, _MEANING[name]) for name in RESULTS}
    values |= {f"edge_{name}": Value(edge[name], STAKE, f"the house's edge on {name}") for name in RESULTS}
    values["cards_mean"] = Value(analysis.cards.mean(), "cards", "expected number of cards in a coup")
    given = _input(shoe, analysis.commission, analysis.tie_pays)
    # With replacement deals are counted from the shoe that the record names, whatever its multiple.
    out_of = sum(map(int, given["shoe"])) ** 6 if shoe.replacement else sum(analysis.deals)
    deals = tuple((name, results[name] * out_of) for name in RESULTS)
    third = Column("third", "third card in baccara points, none: not drawn", "label")
    tables = {
        "deals": Table(
            (Column("result", "result", "label"), Column("deals", "ordered six-card deals", "deals")), deals
        ),
        "totals": law_table(
            analysis.totals,
            Column("punto", "final total of punto", "label"),
            Column("banco", "final total of banco", "label"),
        ),
        "cards": law_table(analysis.cards, Column("cards", "cards in the coup", "label")),
        "punto_third": law_table(analysis.punto_third.map(_third), third),
        "banco_third": law_table(analysis.banco_third.map(_third), third),
    }
    return Record(
        id=".".join(["punto-banco.analyse", *options, shoe_label(shoe)]),
        game="punto_banco",
        question="analyse",
        input=given,
        assumptions=(
            shoe_assumption(shoe),
            FIXED,
            "Every coup is padded to six ordered cards. A stake that is returned at a tie counts as staked.",
        ),
        values=values,
        tables=tables,
        verification=(two_ways("punto_banco"),),
        rules=RULES,
    )


def removal_record(shoe: Shoe, commission: Rational = COMMISSION, tie_pays: Rational = TIE_PAYS) -> Record:
    """The record of the effects of removing one card."""
    from exact.games.punto_banco import removal_effects

    effects = removal_effects(shoe, commission, tie_pays)
    terms = rational(commission, "commission"), rational(tie_pays, "tie_pays")
    edges = (Column(name, f"change of the house's edge on {name}", STAKE) for name in RESULTS)
    return Record(
        id=".".join(["punto-banco.removal", *_options(*terms), shoe_label(shoe)]),
        game="punto_banco",
        question="removal_effects",
        input=_input(shoe, *terms),
        assumptions=(shoe_assumption(shoe), FIXED),
        values={},
        tables={
            "removal": Table(
                (Column("card", "points of the card that is removed", "label"), *edges),
                tuple((str(card), e.banco, e.punto, e.tie) for card, e in effects.items()),
            )
        },
        verification=(two_ways("punto_banco"),),
        rules=RULES,
    )


def successive_record(successive: Successive) -> Record:
    """The record of ``successive``: the joint law of the results of two or three coups."""
    shoe, coups = successive.shoe, successive.coups
    values = {}
    if successive.certain and coups >= 2:
        covariance = successive.covariance(coups - 1, coups)
        values["covariance"] = Value(
            covariance,
            "squared stake units",
            "covariance of the last two coups' results, counted +1 banco, 0 tie, -1 punto",
        )
        variances = {successive.covariance(k, k) for k in (coups - 1, coups)}
        if len(variances) == 1 and 0 not in variances:
            # The coups have one variance while six cards for each are certain; then it is rational.
            values["correlation"] = Value(
                successive.correlation(coups - 1, coups),
                "pure number",
                "Pearson's correlation of the last two coups' results, counted +1 banco, 0 tie, -1 punto",
            )
    columns = (Column(f"coup_{k}", f"result of coup {k}", "label") for k in range(1, coups + 1))
    law = successive.results.map(lambda results: tuple(r or "incomplete" for r in results))
    return Record(
        id=f"punto-banco.successive.coups-{coups}.{shoe_label(shoe)}",
        game="punto_banco",
        question="successive",
        input={**shoe_input(shoe), "coups": str(coups)},
        assumptions=(shoe_assumption(shoe), FIXED),
        values=values,
        tables={"results": law_table(law, *columns, unit="probability")},
        verification=(two_ways("punto_banco"),),
        rules=RULES,
    )


def closed_form_record(counts: Counts) -> Record:
    """The record of ``closed_form.counts``: the counts as polynomials in the number of packs."""
    from exact.functions import FULL_PACKS, PACKS, POWER, PURE, SHOWN
    from exact.packs import at_packs, coefficients, function_text

    named = counts.named()
    parts = {name: coefficients(count)[0] for name, count in named.items()}
    size = sum(PACK)
    meaning = "ordered six-card deals: {}"
    return Record(
        id="punto-banco.closed-form",
        game="punto_banco",
        question="closed_form",
        input={},
        assumptions=(
            FULL_PACKS,
            FIXED,
            f"All ordered deals of six cards are ({size}d)({size}d - 1)…({size}d - 5).",
        ),
        values={
            f"{name}_limit": Value(
                Fraction(part[-1], size**6), PER_COUP, f"{_MEANING[name]}, as d grows without bound"
            )
            for name, part in parts.items()
        },
        tables={
            "functions": Table(
                (
                    Column("result", "result", "label"),
                    Column("function", "ordered six-card deals from d packs", "label"),
                ),
                tuple((name, function_text(count)) for name, count in named.items()),
            ),
            "coefficients": Table(
                (POWER, *(Column(name, f"coefficient of {meaning.format(name)}", PURE) for name in named)),
                tuple((str(power), *row) for power, row in enumerate(zip(*parts.values(), strict=True))),
            ),
            "by_packs": Table(
                (PACKS, *(Column(name, meaning.format(name), "deals") for name in named)),
                tuple((str(d), *(at_packs(count, d) for count in named.values())) for d in SHOWN),
            ),
        },
        verification=(two_ways("punto_banco"),),
        rules=RULES,
    )


_MEANING = {
    "banco": "banco wins",
    "punto": "punto wins",
    "tie": "both final totals are equal (en cartes)",
}


def _third(points: int | None) -> str:
    return "none" if points is None else str(points)


def _options(commission: Fraction, tie_pays: Fraction) -> list[str]:
    options = []
    if commission != COMMISSION:
        options.append(option_label("commission", commission))
    if tie_pays != TIE_PAYS:
        options.append(option_label("tie_pays", tie_pays))
    return options


def _input(shoe: Shoe, commission: Fraction, tie_pays: Fraction) -> dict[str, Any]:
    return {**shoe_input(shoe), "commission": str(commission), "tie_pays": str(tie_pays)}
