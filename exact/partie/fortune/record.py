"""The citable records of the bank's fortune."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from exact.games.baccara.document import COUP_RULES, DOCUMENT
from exact.games.baccara.sabot import BEHIND
from exact.partie.fortune.double import Double
from exact.partie.fortune.policy import COVERS, PassAfter, growth, pass_after
from exact.partie.fortune.ruin import Ruin
from exact.partie.fortune.tableaux import SIGN, Tableaux
from exact.partie.fortune.tax import ShoeTax
from exact.partie.fortune.wins import Wins
from exact.rational import Rational, fraction_text, rational
from exact.records import (
    Cell,
    Column,
    Record,
    Table,
    Value,
    option_label,
    shoe_assumption,
    shoe_input,
    shoe_label,
)
from exact.shoe import Shoe

COMMISSION: Final = Fraction(1, 20)
LIMITEE: Final = Fraction(1, 50)

RULES: Final = (
    *COUP_RULES,
    {"document": DOCUMENT, "place": "Gewinn und Verlust", "rule": "gains stay in the bank; 5 % tax on them"},
    {"document": DOCUMENT, "place": "Suite", "rule": "a banker who has won may pass the hand"},
)
BANQUE_RULES: Final = (
    {"document": DOCUMENT, "place": "Baccara banque, Taxe", "rule": "2 % of the net gain of a coup"},
)
DRAWN: Final = (
    "Every volonté case of the tableau de tirage is drawn, as at punto banco: from three packs on that is "
    "optimal under the tableau when both sides know totals only."
)
INDEPENDENT: Final = "The coups are independent, each with the law of the first coup from this shoe."
PROBABILITY: Final = "probability"
UNITS: Final = "units of the first bank"
STAKE: Final = "stake units per unit staked, per coup"
TWO_WAYS: Final = {
    "method": "two ways inside the program",
    "tool": "exact.partie.fortune",
    "what": "equal to what the procedure's state machine, or all orders of small shoes, give, exactly",
}


def wins_record(wins: Wins, commission: Rational) -> Record:
    """The record of ``wins``: how a bank stands after the next coups from one shoe."""
    tax = rational(commission, "commission")
    values: dict[str, Value] = {}
    for k, exact in enumerate(wins.all_won, start=1):
        values[f"all_won_{k}"] = Value(exact, PROBABILITY, f"the banker wins the next {k} coups, none void")
        if k > 1:
            error = wins.all_won_error(k)
            values[f"error_{k}"] = Value(error, PROBABILITY, f"independent coups minus this, {k} coups")
    for k in range(1, wins.coups + 1):
        values[f"at_least_{k}"] = Value(
            wins.at_least(k), PROBABILITY, f"the bank wins {k} or more coups before it loses, void ones apart"
        )
    rows: list[tuple[Cell, ...]] = [
        (
            str(won),
            "held" if held else "lost",
            wins.standing[won, held],
            wins.independent[won, held],
            wins.error(won, held),
        )
        for won, held in wins.standing.domain
    ]
    columns = (
        Column("won", "coups won before the first lost one", "label"),
        Column("bank", f"the bank after {wins.coups} coups", "label"),
        Column("probability", "exact probability", PROBABILITY),
        Column("independent", "if the coups were independent", PROBABILITY),
        Column("error", "independent minus exact", PROBABILITY),
    )
    return Record(
        id=".".join([f"partie.wins.coups-{wins.coups}", *_commission(tax), shoe_label(wins.shoe)]),
        game="partie",
        question="wins",
        input={
            **shoe_input(wins.shoe),
            "coups": str(wins.coups),
            "commission": fraction_text(tax),
        },
        assumptions=(
            shoe_assumption(wins.shoe),
            DRAWN,
            "A policy: a unit is put up, and the hand passed after so many wins or the last of these coups.",
        ),
        values=values,
        tables={"standing": Table(columns, tuple(rows)), "policies": _policies(wins, tax)},
        verification=(TWO_WAYS,),
        rules=RULES,
    )


def _policies(wins: Wins, tax: Fraction) -> Table:
    """What every policy is worth in the coups of one shoe."""
    rows: list[tuple[Cell, ...]] = []
    for cover in COVERS:
        for number in range(1, wins.coups + 1):
            exact, independent = wins.passing(number, tax, cover)
            rows.append((cover, str(number), exact, independent, independent - exact))
    columns = (
        Column("cover", "what the pontes cover: the full bank, or a flat unit", "label"),
        Column("wins", "wins after which the hand is passed", "label"),
        Column("expected_fortune", "what the banker has on average", UNITS),
        Column("independent", "if the coups were independent", UNITS),
        Column("error", "independent minus exact", UNITS),
    )
    return Table(columns, tuple(rows))


def pass_after_record(policy: PassAfter, shoe: Shoe) -> Record:
    """The record of ``pass_after``, with a row for every policy up to this one."""
    options = ["flat"] if policy.cover == "flat" else []
    options += _commission(policy.commission)
    values = {
        "decided_win": Value(policy.law.decided, PROBABILITY, "a coup that is decided is won by the bank"),
        "success": Value(policy.success, PROBABILITY, "the hand is passed, and not lost"),
        "bank": Value(growth(policy.wins, policy.commission, policy.cover), UNITS, "what he has when it is"),
        "expected_fortune": Value(policy.expected_fortune, UNITS, "what he has on average"),
        "expected_gain": Value(policy.expected_gain, UNITS, "the same less the unit that he put up"),
        "expected_tax": Value(policy.expected_tax, UNITS, "what the house takes on average"),
        "before_tax": Value(policy.expected_before_tax, UNITS, "what the pontes lose to the bank on average"),
        "coups": Value(policy.coups, "coups", "expected number of coups, void ones too"),
    }
    if policy.tax_share is not None:
        values["tax_share"] = Value(
            policy.tax_share, "pure number", "the tax as a part of what the pontes lose"
        )
    rows: list[tuple[Cell, ...]] = []
    for number in range(1, policy.wins + 1):
        one = pass_after(policy.law, number, policy.commission, policy.cover)
        bank = growth(number, policy.commission, policy.cover)
        rows.append(
            (str(number), one.success, bank, one.expected_fortune, one.expected_gain, one.expected_tax)
        )
    columns = (
        Column("wins", "wins after which the hand is passed", "label"),
        Column("success", "probability that it is", PROBABILITY),
        Column("bank", "what he has then", UNITS),
        Column("expected_fortune", "what he has on average", UNITS),
        Column("expected_gain", "the same less the unit put up", UNITS),
        Column("expected_tax", "what the house takes on average", UNITS),
    )
    return Record(
        id=".".join([f"partie.pass-after.wins-{policy.wins}", *options, shoe_label(shoe)]),
        game="partie",
        question="pass_after",
        input={
            **shoe_input(shoe),
            "wins": str(policy.wins),
            "cover": policy.cover,
            "commission": fraction_text(policy.commission),
        },
        assumptions=(shoe_assumption(shoe), DRAWN, INDEPENDENT),
        values=values,
        tables={"policies": Table(columns, tuple(rows))},
        verification=(TWO_WAYS,),
        rules=RULES,
    )


def double_record(double: Double, shoe: Shoe) -> Record:
    """The record of ``double``: a coup against a bank that one player holds, and that two hold."""
    options = [] if double.bank == 1 else [option_label("bank", double.bank)]
    options += [] if double.stakes == 2 * double.bank else [option_label("stakes", double.stakes)]
    per_unit = double.per_unit
    values = {
        "staked_alone": Value(double.staked_alone, "units", "what the banker has at stake when he is alone"),
        "staked_together": Value(double.staked_together, "units", "what each of two has at stake"),
        "gain_alone": Value(double.alone.mean(), "units", "the banker's expected gain when he is alone"),
        "gain_together": Value(double.together.mean(), "units", "the expected gain of each of two"),
        "per_unit_alone": Value(per_unit[0], STAKE, "the banker's expected gain when he is alone"),
        "per_unit_together": Value(per_unit[1], STAKE, "the expected gain of each of two"),
    }
    return Record(
        id=".".join(["partie.double", *options, *_commission(double.commission), shoe_label(shoe)]),
        game="partie",
        question="double",
        input={
            **shoe_input(shoe),
            "bank": fraction_text(double.bank),
            "stakes": fraction_text(double.stakes),
            "commission": fraction_text(double.commission),
        },
        assumptions=(shoe_assumption(shoe), DRAWN),
        values=values,
        tables={},
        verification=(TWO_WAYS,),
        rules=(*RULES, {"document": DOCUMENT, "place": "Banco double", "rule": "equal shares"}),
    )


def tax_record(tax: ShoeTax) -> Record:
    """The record of ``tax_of_shoe``."""
    options = [] if tax.behind == BEHIND else [f"behind-{tax.behind}"]
    options += [f"burnt-{tax.burnt}"] if tax.burnt else []
    values = {
        "per_coup": Value(tax.per_coup, STAKE, "expected tax of a coup"),
        "certain_coups": Value(Fraction(tax.certain), "coups", "coups that begin in any order of the cards"),
        "most_coups": Value(Fraction(tax.most), "coups", "coups that may begin"),
        "certain_total": Value(tax.certain_total, "stake units", "expected tax of the certain coups"),
        "total": Value(
            tax.total, "stake units", "expected tax of the whole shoe, a unit staked in each coup"
        ),
    }
    return Record(
        id=".".join(["partie.tax", *_commission(tax.commission), *options, shoe_label(tax.shoe)]),
        game="partie",
        question="tax",
        input={
            **shoe_input(tax.shoe),
            "commission": fraction_text(tax.commission),
            "behind": str(tax.behind),
            "burnt": str(tax.burnt),
        },
        assumptions=(
            shoe_assumption(tax.shoe),
            DRAWN,
            "A coup begins as long as the carte d'arrêt has not appeared. A coup that is certain has the law "
            "of the first; of the others nothing is used but that each pays at most the tax of a win.",
        ),
        values=values,
        tables={},
        verification=(TWO_WAYS,),
        rules=(*RULES, {"document": DOCUMENT, "place": "Vorbereitungen", "rule": "the carte d'arrêt"}),
    )


def ruin_record(ruin: Ruin, shoe: Shoe, commission: Rational) -> Record:
    """The record of ``ruin`` at chemin de fer, against a unit staked in every coup."""
    tax = rational(commission, "commission")
    options, of_ruin, said = _ruin_parts(ruin)
    gain = Value(ruin.gain.mean(), STAKE, "the banker's expected gain in a coup, after the tax")
    return Record(
        id=".".join(["partie.ruin", *options, *_commission(tax), shoe_label(shoe)]),
        game="partie",
        question="ruin",
        input={**shoe_input(shoe), **said, "commission": fraction_text(tax)},
        assumptions=(
            shoe_assumption(shoe),
            DRAWN,
            INDEPENDENT,
            "The same player holds the bank throughout, against a stake of one unit in every coup; gains and "
            "losses go to and from his capital.",
        ),
        values={"gain": gain, **of_ruin},
        tables={},
        verification=(TWO_WAYS,),
        rules=RULES,
    )


def tableaux_record(tableaux: Tableaux, shoe: Shoe, ruin: Ruin | None) -> Record:
    """The record of ``tableaux`` in the model of ``two_tableaux_law``, with the ruin of a bank, if any."""
    right, left = tableaux.stakes
    options = [] if right == left == 1 else [option_label("right", right), option_label("left", left)]
    options += [] if tableaux.tax == LIMITEE else [option_label("tax", tableaux.tax)]
    variance = tableaux.gross.variance()
    values = {
        "covariance": Value(tableaux.covariance, "squared units", "of the results, +1, 0, -1 for the bank"),
        "variance_right": Value(tableaux.variance[0], "squared units", "of the result on the right"),
        "variance_left": Value(tableaux.variance[1], "squared units", "of the result on the left"),
        "gain": Value(tableaux.gross.mean(), "stake units", "the bank's expected gain before the tax"),
        "variance": Value(variance, "squared units", "of the bank's gain before the tax"),
        "independent": Value(tableaux.independent_variance, "squared units", "the same if independent"),
        "tax": Value(tableaux.expected_tax, "stake units", "expected tax on the net gain of a coup"),
        "tax_apart": Value(tableaux.expected_tax_apart, "stake units", "if no loss were set off"),
    }
    ending, of_ruin, said = _ruin_parts(ruin)
    values |= of_ruin
    columns = (Column("right", "result on the right", "label"), Column("left", "on the left", "label"))
    order = sorted(tableaux.results.domain, key=lambda pair: (-SIGN[pair[0]], -SIGN[pair[1]]))
    rows = tuple((*pair, tableaux.results[pair]) for pair in order)
    probability = Column("probability", "exact probability", "probability per coup")
    return Record(
        id=".".join(["partie.tableaux", *options, *ending, shoe_label(shoe)]),
        game="partie",
        question="tableaux",
        input={
            **shoe_input(shoe),
            "right": fraction_text(right),
            "left": fraction_text(left),
            "tax": fraction_text(tableaux.tax),
            **said,
        },
        assumptions=(
            shoe_assumption(shoe),
            "A model of play: each tableau draws up to five; the banker plays punto banco's table against "
            "the right tableau, and against the left one only where the right has a naturel. A tableau's "
            "naturel is settled against the banker's two cards, and the banker's settles both.",
        ),
        values=values,
        tables={"results": Table((*columns, probability), rows)},
        verification=(TWO_WAYS,),
        rules=(*COUP_RULES, *BANQUE_RULES),
    )


def _ruin_parts(ruin: Ruin | None) -> tuple[list[str], dict[str, Value], dict[str, str]]:
    """Of a bank with a finite capital: parts of the id, values, and what the input says."""
    if ruin is None:
        return [], {}, {}
    options = [option_label("capital", ruin.capital)]
    given = {"capital": fraction_text(ruin.capital)}
    values = {"ruined": Value(ruin.ruined, PROBABILITY, "the bank cannot hold the stakes any more")}
    if ruin.target is not None:
        options.append(option_label("target", ruin.target))
        given["target"] = fraction_text(ruin.target)
        values["reached"] = Value(ruin.reached, PROBABILITY, "it has the target, or more")
    if ruin.coups is not None:
        options.append(f"coups-{ruin.coups}")
        given["coups"] = str(ruin.coups)
        values["playing"] = Value(ruin.playing, PROBABILITY, "neither, after these coups")
    return options, values, given


def _commission(tax: Fraction) -> list[str]:
    return [] if tax == COMMISSION else [option_label("commission", tax)]
