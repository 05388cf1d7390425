"""The citable records of vingt-et-un and trente-et-un."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from exact import enclosure
from exact.games.buying.play import Play, infoset_text
from exact.games.buying.rules import Table
from exact.plays import Play as Stored
from exact.records import (
    Column,
    Record,
    Value,
    option_label,
    shoe_assumption,
    shoe_input,
    shoe_label,
    two_ways,
)
from exact.records import Table as Grid
from exact.shoe import Shoe

if TYPE_CHECKING:
    from exact.games.buying.solution import Enclosure, Equilibrium

STAKE: Final = "stake units per unit staked, per coup"
PER_COUP: Final = "probability per coup"
NAMES: Final = {21: "vingt-et-un", 31: "trente-et-un"}
GAMES: Final = {21: "vingt_et_un", 31: "trente_et_un"}
UNIQUE: Final = {True: "proved", False: "there are others", None: "not decided"}
DOCUMENT: Final = "Der exekutive Polizeibeamte, part II, p. 470"

SEEN: Final = {
    "closed": "The cards that a player buys lie face down; the banker counts them.",
    "open": "The cards that a player buys lie face up; the banker sees which they are, whatever their order.",
    "unseen": "The banker does not know whether, and how many, cards a player has bought.",
}
TIED: Final = {"bank": "Equal totals are the bank's.", "push": "With equal totals the stake is returned."}
RUN_OUT: Final = {
    "void": "A coup in which a card is wanted and none is left is void.",
    "stand": "When a card is wanted and none is left, the hand stays as it is.",
}
BORN: Final = {
    "any": "Any first cards that count {limit} are a born one.",
    "court": "An ace and two tens are a born one, no other first cards.",
}
RULES: Final = {
    21: (
        (
            "section 6",
            "two cards each, the banker's last; aces 1 or 11, courts 10; buying in turn, as one pleases",
        ),
        (
            "section 6",
            "who passes 21 loses at once; then the banker buys; the higher total wins, ties the bank",
        ),
        ("section 6", "a born 21 is announced before anyone buys and wins double; the banker's wins at once"),
    ),
    31: (
        (
            "section 7",
            "three cards each, one at a time, the banker's last; the cards count as at vingt-et-un",
        ),
        ("section 7", "buying, gains and losses are as at vingt-et-un, with 31 for 21"),
        ("section 7", "a born 31 is 31 in the first three cards (the sentence breaks off in our copy)"),
    ),
}


def equilibrium_record(e: Equilibrium) -> Record:
    """The record of ``solve``: the value, both strategies, and the two guarantees that prove them."""
    values = {
        "value": Value(e.value, STAKE, "the bank's expected gain when both play optimally"),
        "player_mixes": Value(Fraction(len(e.player.mixed())), "infosets", "in which the player mixes"),
        "banker_mixes": Value(Fraction(len(e.banker.mixed())), "infosets", "in which the banker mixes"),
    }
    return _record(
        "",
        e.shoe,
        e.table,
        values,
        e.player,
        e.banker,
        {
            "kind": "zero-sum equilibrium",
            "conceded": str(e.certificate.conceded),
            "secured": str(e.certificate.secured),
            "uniqueness": UNIQUE[e.unique],
            "uniqueness_where_met": UNIQUE[e.unique_met],
        },
    )


def enclosure_record(e: Enclosure) -> Record:
    """The record of ``enclose``: the interval and the strategies whose guarantees are its ends."""
    number: Any = e.lower if e.lower == e.upper else enclosure.Enclosure(e.lower, e.upper)
    return _record(
        "enclosed",
        e.shoe,
        e.table,
        {"value": Value(number, STAKE, "the bank's expected gain when both play optimally")},
        e.player,
        e.banker,
        {"kind": "enclosure", "conceded": str(e.upper), "secured": str(e.lower)},
    )


def _record(
    kind: str,
    shoe: Shoe,
    table: Table,
    values: dict[str, Value],
    player: Play,
    banker: Play,
    certificate: dict[str, str],
) -> Record:
    prefix = [NAMES[table.limit], *([kind] if kind else [])]
    question = "solve"
    return Record(
        id=".".join([*prefix, table.drawn, *_options(table), shoe_label(shoe)]),
        game=GAMES[table.limit],
        question=question,
        input={
            **shoe_input(shoe),
            "drawn": table.drawn,
            "ties": table.ties,
            "natural": str(table.natural),
            "born": table.born,
            "talon": table.talon,
        },
        assumptions=(
            shoe_assumption(shoe),
            "One player plays against the bank; both remember all that they have seen.",
            SEEN[table.drawn],
            TIED[table.ties],
            f"A born one is paid {table.natural} to 1, to the banker too, and announced at once.",
            BORN[table.born].format(limit=table.limit),
            RUN_OUT[table.talon],
        ),
        values=values,
        tables={},
        strategies={"player": stored(player.items()), "banker": stored(banker.items())},
        certificate=certificate,
        verification=(two_ways(GAMES[table.limit]),),
        rules=tuple(
            {"document": DOCUMENT, "place": place, "rule": rule} for place, rule in RULES[table.limit]
        ),
    )


def stored(plays: Iterable[tuple[Any, Fraction]]) -> list[Stored]:
    """A strategy as records hold it: the probability of drawing in every infoset that can occur."""
    return [{"infoset": infoset_text(key), "action": "draw", "probability": str(p)} for key, p in plays]


def _options(table: Table) -> list[str]:
    """The options that are not the document's, as parts of an id."""
    found = []
    if table.ties != "bank":
        found.append(f"ties-{table.ties}")
    if table.natural != 2:
        found.append(option_label("natural", table.natural))
    if table.born != "any":
        found.append(f"born-{table.born}")
    if table.talon != "void":
        found.append(f"talon-{table.talon}")
    return found


def bound_record(bound: Any) -> Record:
    """The record of ``against_rule``: what the bank gains with a rule that the player knows."""
    table, shoe = bound.table, bound.shoe
    rule = str(bound.rule.hard) if bound.rule.soft is None else f"{bound.rule.hard}-soft-{bound.rule.soft}"
    columns = (
        Column("infoset", "the player's hand, or what it counts and the cards bought", "label"),
        Column("draws", "1: the best play draws, 0: it stands", "draws"),
    )
    rows = tuple((infoset_text(key), Fraction(int(draws))) for key, draws in bound.player.items())
    question = "against_rule"
    return Record(
        id=".".join([NAMES[table.limit], f"against-rule-{rule}", *_options(table), shoe_label(shoe)]),
        game=GAMES[table.limit],
        question=question,
        input={
            **shoe_input(shoe),
            "hard": str(bound.rule.hard),
            "soft": str(bound.rule.hard if bound.rule.soft is None else bound.rule.soft),
            "ties": table.ties,
            "natural": str(table.natural),
            "born": table.born,
            "talon": table.talon,
        },
        assumptions=(
            shoe_assumption(shoe),
            "The banker draws below the given totals and stands on them, whatever the player did.",
            TIED[table.ties],
        ),
        values={"value": Value(bound.value, STAKE, "the bank's gain against the player's best play")},
        tables={"player": Grid(columns, rows)},
        verification=(two_ways(GAMES[table.limit]),),
        rules=tuple(
            {"document": DOCUMENT, "place": place, "rule": text} for place, text in RULES[table.limit]
        ),
    )


def figures_record(table: Table, formula: Any, packs: Iterable[tuple[str, Fraction]]) -> Record:
    """The record of ``born``: the probability of a born one for several numbers of packs."""
    rows = tuple((name, p) for name, p in packs)
    columns = (Column("packs", "number of packs", "label"), Column("probability", "of a born one", PER_COUP))
    question = "born"
    return Record(
        id=".".join([NAMES[table.limit], "born", *_options(table), "1-to-8-packs"]),
        game=GAMES[table.limit],
        question=question,
        input={"born": table.born, "formula": str(formula)},
        assumptions=("The cards are full packs; given first cards are as likely as any others.",),
        values={"born": Value(rows[0][1], PER_COUP, "given first cards from one pack are a born one")},
        tables={"packs": Grid(columns, rows)},
        verification=(two_ways(GAMES[table.limit]),),
        rules=tuple(
            {"document": DOCUMENT, "place": place, "rule": text} for place, text in RULES[table.limit]
        ),
    )


def causes_record(shoe: Shoe, table: Table, found: Any) -> Record:
    """The record of ``causes``: what the bank's gain is made of."""
    meanings = {
        "value": "the bank's expected gain when both play optimally",
        "order": "of it, because a player who dies has lost even if the banker dies later",
        "ties": "of it, because equal totals are the bank's",
        "both_born": "of it, because the bank wins when both have a born one",
        "double": "of it, because of the double payments",
    }
    return _numbers(
        "causes", shoe, table, [], {}, {name: (getattr(found, name), text) for name, text in meanings.items()}
    )


def several_record(found: Any) -> Record:
    """The record of ``several``: the banker against several players who keep to rules."""
    rules = [str(rule) for rule in found.rules]
    label = f"several-{len(rules)}-" + "-".join(
        dict.fromkeys(
            f"{rule.hard}" if rule.soft is None else f"{rule.hard}-soft-{rule.soft}" for rule in found.rules
        )
    )
    return _numbers(
        "several",
        found.shoe,
        found.table,
        [label],
        {"players": str(len(rules)), "rules": "; ".join(rules)},
        {
            "value": (found.value, "the bank's gain from all players together, in stakes of one player"),
            "apart": (found.apart, "what it would gain if the banker could decide for each player apart"),
            "loss_per_player": (found.loss_per_player, "the difference, divided by the number of players"),
        },
    )


def _numbers(
    question: str,
    shoe: Shoe,
    table: Table,
    labels: list[str],
    more: dict[str, str],
    values: dict[str, tuple[Fraction, str]],
) -> Record:
    """A record of a few numbers."""
    prefix = [NAMES[table.limit], *(labels or [question])]
    return Record(
        id=".".join([*prefix, table.drawn, *_options(table), shoe_label(shoe)]),
        game=GAMES[table.limit],
        question=question,
        input={
            **shoe_input(shoe),
            "drawn": table.drawn,
            "ties": table.ties,
            "natural": str(table.natural),
            "born": table.born,
            "talon": table.talon,
            **more,
        },
        assumptions=(shoe_assumption(shoe), SEEN[table.drawn], TIED[table.ties]),
        values={name: Value(number, STAKE, meaning) for name, (number, meaning) in values.items()},
        tables={},
        verification=(two_ways(GAMES[table.limit]),),
        rules=tuple(
            {"document": DOCUMENT, "place": place, "rule": text} for place, text in RULES[table.limit]
        ),
    )
