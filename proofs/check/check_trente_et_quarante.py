"""Trente et quarante: the two further chances, prison, insurance, re-derived from the rules.

The rows, the winning row, après and refait are those of rouge et noir (check_rouge_et_noir.py), but the
row of noir is dealt first. Couleur wins when the first card of the coup, the first of the row of noir,
has the colour of the winning row; inverse wins otherwise. An incomplete coup is void.

At the refait, by the rule in the record's input:

* half: the bank takes half of every stake.
* prison: a stake is locked; at the next won coup it is freed if its chance wins, else lost; every tie
  leaves it locked; at the shoe's end the bank takes half. Two theorems of proofs/README.md serve here:
  for rouge and noir, and for all chances when every card value has the same share of red cards, prison
  costs what half costs. They are held against play to the shoe's end on small shoes (``try_prison``).
* prisons, with replacement: a further refait locks a locked stake twice, and changes nothing for one
  that has two locks; a won coup takes one lock off, a lost one takes the stake.
* insurance: an insured stake loses nothing at the refait, and the bank keeps the premium in every
  completed coup (lost), in every one but the refait (returned), or in won coups and refaits (won_coups).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd

from check_form import (
    PACK,
    Counts,
    Derived,
    Label,
    Record,
    Shoe,
    Table,
    demand,
    exact,
    joined,
    option,
    read_counts,
    read_input,
)
from check_rouge_et_noir import (
    LIMIT,
    PER_COUP,
    STAKE,
    Coup,
    both_hit,
    completable,
    completable_at_all,
    coup_tables,
    coup_values,
    draws,
    is_small,
    literal_refait,
    packed_coups,
    pairs_of,
    row_law,
    total_of,
    try_identity,
    weighed,
    without,
)

CHANCES = ("rouge", "noir", "couleur", "inverse")
#: Coloured cards that are left: the counts of red cards, then those of black cards.
Coloured = tuple[Counts, Counts]

#: Small coloured shoes on which the theorems about prison are tried: even colours, then uneven ones.
PRISON_TRIALS: tuple[Coloured, ...] = (
    ((2, 0, 0, 0, 0, 0, 0, 0, 1, 7), (2, 0, 0, 0, 0, 0, 0, 0, 1, 7)),
    ((3, 0, 0, 0, 0, 0, 0, 0, 0, 8), (1, 0, 0, 0, 0, 0, 0, 0, 2, 4)),
)


def wins(chance: str, rouge: int, noir: int, first_red: bool) -> bool:
    """Whether a chance wins when the rows have different totals; the lower total wins."""
    red_row = rouge < noir
    if chance in ("rouge", "noir"):
        return red_row == (chance == "rouge")
    return (first_red == red_row) == (chance == "couleur")


# ------------------------------------------------------------------- the first card


@lru_cache(maxsize=8)
def winners_by_first_card(shoe: Shoe) -> dict[int, tuple[Fraction, Fraction]]:
    """points v -> P(the first card has v points and rouge wins), P(... and noir wins).

    The row of noir is the first. For small shoes all cards are dealt literally; else the first card is
    dealt, and the counting identity counts what follows from the shoe without it.
    """
    if shoe.replacement:
        return _winners_with_replacement(shoe)
    if is_small(shoe.counts):
        return _winners_literally(shoe.counts)
    try_identity()
    pairs, result = pairs_of(shoe.counts), {}
    for points, count in draws(shoe.counts):
        rest, share = pairs.removed(points), Fraction(count, shoe.size)
        cells = packed_coups(rest, first=points)
        rouge = sum(packed for (noir_row, rouge_row), packed in cells.items() if rouge_row < noir_row)
        noir = sum(packed for (noir_row, rouge_row), packed in cells.items() if noir_row < rouge_row)
        result[points] = (
            share * total_of(weighed(rest, rouge, 2).values()),
            share * total_of(weighed(rest, noir, 2).values()),
        )
    return result


def _winners_literally(counts: Counts) -> dict[int, tuple[Fraction, Fraction]]:
    result = {points: [Fraction(0), Fraction(0)] for points, _ in draws(counts)}
    states = {(points, points, 0, without(counts, points)): count for points, count in draws(counts)}
    out_of = sum(counts)
    for left in range(sum(counts) - 1, 0, -1):
        out_of *= left
        following: dict[tuple[int, int, int, Counts], int] = {}
        for (first, noir, rouge, rest), ways in states.items():
            for points, count in draws(rest):
                row = (noir + points, rouge) if noir < LIMIT else (noir, rouge + points)
                if row[1] < LIMIT:
                    state = first, *row, without(rest, points)
                    following[state] = following.get(state, 0) + ways * count
                elif row[0] != row[1]:
                    result[first][row[0] < row[1]] += Fraction(ways * count, out_of)
        states = following
    return {points: (rouge, noir) for points, (rouge, noir) in result.items()}


def _winners_with_replacement(shoe: Shoe) -> dict[int, tuple[Fraction, Fraction]]:
    """Both rows are independent; the first goes on from its first card."""
    second: dict[int, Fraction] = {}
    for (total, _, _), p in row_law(shoe).items():
        second[total] = second.get(total, Fraction(0)) + p
    # ends[t][a]: the probability that a row whose total is t ends in a.
    ends: dict[int, dict[int, Fraction]] = {t: {t: Fraction(1)} for t in range(LIMIT, LIMIT + 10)}
    for total in range(LIMIT - 1, 0, -1):
        law: dict[int, Fraction] = {}
        for points, count in draws(shoe.counts):
            for end, p in ends[total + points].items():
                law[end] = law.get(end, Fraction(0)) + p * Fraction(count, shoe.size)
        ends[total] = law
    result = {}
    for points, count in draws(shoe.counts):
        share = Fraction(count, shoe.size)
        rouge = total_of(p * q for a, p in ends[points].items() for b, q in second.items() if b < a)
        noir = total_of(p * q for a, p in ends[points].items() for b, q in second.items() if a < b)
        result[points] = share * rouge, share * noir
    return result


def couleur_and_inverse(
    shoe: Shoe, shares: dict[int, Fraction], coup: Coup
) -> tuple[Fraction, Fraction, str]:
    """P(couleur wins), P(inverse wins), and by which argument; the first row of ``coup`` is noir.

    The cards of one value are in random order whatever values the deal shows. So the first card, given
    its value and all totals, is red with the share of red cards among those of its value. If that share
    is the same p for all values, couleur wins with p P(rouge wins) + (1 - p) P(noir wins).
    """
    if len(set(shares.values())) == 1:
        share = next(iter(shares.values()))
        rouge = coup.probability(lambda noir, rouge: rouge < noir)
        noir = coup.probability(lambda noir, rouge: noir < rouge)
        couleur, inverse = share * rouge + (1 - share) * noir, share * noir + (1 - share) * rouge
        return couleur, inverse, "even colours"
    couleur = inverse = Fraction(0)
    for points, (rouge, noir) in winners_by_first_card(shoe).items():
        couleur += shares[points] * rouge + (1 - shares[points]) * noir
        inverse += shares[points] * noir + (1 - shares[points]) * rouge
    return couleur, inverse, "colour by first card"


# --------------------------------------------------------------------------- prison


@cache
def try_prison() -> None:
    """The theorems on prison, held against play to the end of small shoes."""
    for red, black in PRISON_TRIALS:
        law = _coloured_coup((red, black))
        refait = total_of(p for ((rouge, noir, _), _), p in law.items() if rouge == noir == LIMIT)
        chances = CHANCES if red == black else CHANCES[:2]
        for chance in chances:
            cost = total_of(
                p * _locked_loss(chance, rest)
                for ((rouge, noir, _), rest), p in law.items()
                if rouge == noir == LIMIT
            )
            if not refait or cost != refait / 2:
                raise AssertionError(f"prison does not cost half of {chance} from {red}, {black}")


@cache
def _locked_loss(chance: str, cards: Coloured) -> Fraction:
    """What a locked unit on a chance loses, by all ways in which the shoe can be played to its end."""
    loss, completed = Fraction(0), Fraction(0)
    for ((rouge, noir, first_red), rest), p in _coloured_coup(cards).items():
        completed += p
        if rouge == noir:
            loss += p * _locked_loss(chance, rest)
        elif not wins(chance, rouge, noir, first_red):
            loss += p
    return loss + (1 - completed) / 2


@cache
def _coloured_coup(cards: Coloured) -> dict[tuple[tuple[int, int, bool], Coloured], Fraction]:
    """((rouge, noir, whether the first card is red), cards left) -> probability; completed coups only."""
    result: dict[tuple[tuple[int, int, bool], Coloured], Fraction] = {}
    states: dict[tuple[int, int, bool | None, Coloured], Fraction] = {(0, 0, None, cards): Fraction(1)}
    while states:
        following: dict[tuple[int, int, bool | None, Coloured], Fraction] = {}
        for (noir, rouge, first_red, (red, black)), p in states.items():
            for is_red in (True, False):
                for points, count in draws(red if is_red else black):
                    rest = (without(red, points), black) if is_red else (red, without(black, points))
                    row = (noir + points, rouge) if noir < LIMIT else (noir, rouge + points)
                    colour = is_red if first_red is None else first_red
                    q = p * Fraction(count, sum(red) + sum(black))
                    if row[1] >= LIMIT:
                        end = (row[1], row[0], colour), rest
                        result[end] = result.get(end, Fraction(0)) + q
                    else:
                        state = *row, colour, rest
                        following[state] = following.get(state, Fraction(0)) + q
        states = following
    return result


def locked_loss(win: Fraction, lose: Fraction, refait: Fraction, twice: bool) -> Fraction:
    """With replacement: the expected loss of a locked unit, from the equations of the locks.

    Every coup has the same law, and ties change nothing. One lock: L1 = P(lose), and with ``twice`` a
    refait leads to two locks: (win + lose + refait) L1 = lose + refait L2, (win + lose) L2 = lose + win L1.
    A stake that can neither win nor lose stays locked; this counts as at the shoe's end, as half.
    """
    if win + lose == 0:
        return Fraction(1, 2)
    if not twice:
        return lose / (win + lose)
    # Both equations, L2 eliminated.
    once = (lose * (win + lose) + refait * lose) / ((win + lose) * (win + lose + refait) - refait * win)
    two = (lose + win * once) / (win + lose)
    assert (win + lose + refait) * once == lose + refait * two
    return once


# -------------------------------------------------------------------------- records


def analyse(data: Record) -> Derived:
    """Records of one coup and of the bank's gain on each chance."""
    shoe, options = read_input(data, "red", "refait", "insurance", "insurance_rule", reduced=False)
    rule, insurance_rule = options["refait"], options["insurance_rule"]
    demand(rule in ("half", "prison", "prisons"), "input, refait", f"the rule {rule!r} is not known")
    known = insurance_rule in ("lost", "returned", "won_coups")
    demand(known, "input, insurance_rule", f"the rule {insurance_rule!r} is not known")
    premium = exact(options["insurance"], "input, insurance")
    demand(0 <= premium <= 1, "input, insurance", "a premium between 0 and 1 is expected")
    demand(shoe.replacement or rule != "prisons", "input, refait", "prisons is known with replacement only")
    shares, label = read_shares(shoe, options["red"])
    even = len(set(shares.values())) == 1
    first_noir = completable(shoe)
    # In the record rouge comes first; here the row of noir is the first of the coup.
    coup = Coup(
        {(rouge, noir): p for (noir, rouge), p in first_noir.totals.items()},
        {(rouge, noir): p for (noir, rouge), p in first_noir.cards.items()},
        first_noir.means,
    )
    values, means = coup_values(coup), coup.means
    refait, rouge, noir = (values[name][0] for name in ("refait", "rouge", "noir"))
    couleur, inverse, argument = couleur_and_inverse(shoe, shares, first_noir)
    won = {"rouge": rouge, "noir": noir, "couleur": couleur, "inverse": inverse}
    lost = {"rouge": noir, "noir": rouge, "couleur": inverse, "inverse": couleur}
    completed = 1 - coup.incomplete
    kept = {"lost": completed, "returned": completed - refait, "won_coups": rouge + noir + refait}
    edges = {}
    for chance in CHANCES:
        if premium:
            extra = premium * kept[insurance_rule]
        elif rule == "half":
            extra = refait / 2
        elif shoe.replacement:
            extra = refait * locked_loss(won[chance], lost[chance], refait, rule == "prisons")
        elif even or chance in ("rouge", "noir"):
            try_prison()
            extra = refait / 2
        else:
            continue  # no theorem covers it, and the record must not have it
        edges[chance] = lost[chance] - won[chance] + extra
    if rule != "half" and not premium:
        means += ", equations of the locks" if shoe.replacement else ", theorem on prison"
    del values["edge"]
    values.pop("edge_counted", None)
    values["couleur"], values["inverse"] = (couleur, PER_COUP), (inverse, PER_COUP)
    values |= {f"edge_{chance}": (edge, f"{STAKE}, per coup") for chance, edge in edges.items()}
    if counted := refait + rouge + noir:
        values["edge_counted"] = edges["rouge"] / counted, f"{STAKE}, per counted coup"
    if premium:
        outlay = edges["rouge"] / (1 + premium)
        values["edge_outlay"] = outlay, "stake units per unit of outlay, per coup"
    parts = ["trente-et-quarante.analyse", *label]
    if rule != "half":
        parts.append(f"refait-{rule}")
    if premium:
        parts.append(option("insurance", premium))
        if insurance_rule != "lost":
            parts.append(f"insurance_rule-{insurance_rule}")
    return Derived(".".join([*parts, shoe.label]), f"{means}, {argument}", values, coup_tables(coup))


def removal(data: Record) -> Derived:
    """Records of what the removal of one card of each value and colour changes.

    The bank takes half at the refait. Rouge and noir are symmetric (proofs/README.md); so their edge is half
    the refait; those of couleur and inverse lie by the difference of their probabilities below and above it.
    """
    shoe, options = read_input(data, "red")
    demand(not shoe.replacement, "input, replacement", "with replacement no card is ever gone")
    shares, label = read_shares(shoe, options["red"])
    reds = {v: int(shares[v] * count) for v, count in draws(shoe.counts)}
    completable_at_all(shoe)
    before, before_lead = refait_of(shoe.counts), lead_of(shoe.counts, shares)
    changes: dict[Label, tuple[Fraction, ...]] = {}
    for is_red in (True, False):
        for points, count in draws(shoe.counts):
            if reds[points] == (0 if is_red else count):
                continue
            left = {**shares, points: Fraction(reds[points] - is_red, count - 1)} if count > 1 else shares
            refait = refait_of(shoe.counts, points) - before
            lead = lead_of(shoe.counts, left, points) - before_lead
            edges = refait / 2, refait / 2 - lead, refait / 2 + lead
            changes[str(points), "red" if is_red else "black"] = refait, *edges
    per_coup = f"{STAKE}, per coup"
    columns = (
        ("card", "label"),
        ("colour", "label"),
        ("refait", PER_COUP),
        *((name, per_coup) for name in ("edge", "edge_couleur", "edge_inverse")),
    )
    means = "literal recursion" if is_small(shoe.counts) else "counting identity"
    name = ".".join(["trente-et-quarante.removal", *label, shoe.label])
    return Derived(name, f"{means}, colour by first card", {}, {"removal": Table(columns, changes)})


def refait_of(counts: Counts, gone: int = 0) -> Fraction:
    """The probability that both rows end in 31, when a card of ``gone`` points is missing (0: none is)."""
    if is_small(counts):
        return literal_refait(without(counts, gone) if gone else counts)
    try_identity()
    pairs = pairs_of(counts)
    return both_hit(pairs.removed(gone) if gone else pairs)


def lead_of(counts: Counts, shares: dict[int, Fraction], gone: int = 0) -> Fraction:
    """P(couleur wins) - P(inverse wins): after a red first card rouge's lead, after a black one noir's.

    The first card has the share of red cards of its value. As rouge's leads over all first cards sum to
    nothing
    (rouge and noir are symmetric), only values with an uncommon share need the coups that begin with them.
    """
    left = draws(without(counts, gone) if gone else counts)
    common = Counter(shares[points] for points, _ in left).most_common(1)[0][0]
    uncommon = [points for points, _ in left if shares[points] != common]
    return total_of(2 * (shares[points] - common) * rouge_leads(counts, gone, points) for points in uncommon)


@lru_cache(maxsize=32)
def rouge_leads(counts: Counts, gone: int, points: int) -> Fraction:
    """P(the first card has so many points and rouge wins) - P(... and noir wins); the first row is noir."""
    left = without(counts, gone) if gone else counts
    if is_small(counts):
        rouge, noir = _winners_literally(left)[points]
        return rouge - noir
    try_identity()
    pairs = pairs_of(counts)
    rest = (pairs.removed(gone) if gone else pairs).removed(points)
    wins = {True: 0, False: 0}
    for (noir_row, rouge_row), packed in packed_coups(rest, first=points).items():
        if noir_row != rouge_row:
            wins[rouge_row < noir_row] += packed
    rouge, noir = (total_of(weighed(rest, wins[side], 2).values()) for side in (True, False))
    return Fraction(left[points - 1], sum(left)) * (rouge - noir)


def read_shares(shoe: Shoe, given: object) -> tuple[dict[int, Fraction], list[str]]:
    """points -> the share of red cards among the cards of so many points; and the part of the id.

    So that one question has one id, all counts with replacement are those of a pack, or have no common
    factor with each other (and with the counts of red cards) and are no divisor of a pack.
    """
    red: Counts = ()
    if given != "half":
        red = read_counts(given, "input, red")
        enough = all(some <= count for some, count in zip(red, shoe.counts, strict=True))
        demand(enough, "input, red", "more red cards than there are in the shoe")
        halved = all(2 * some == count for some, count in zip(red, shoe.counts, strict=True))
        demand(not halved, "input, red", "half is expected")
    elif not shoe.replacement:
        demand(not any(count % 2 for count in shoe.counts), "input, red", "half of a count is not whole")
    if shoe.replacement and shoe.counts != PACK:
        divisor = PACK in [tuple(n * count for count in shoe.counts) for n in (2, 4)]
        lowest = gcd(*shoe.counts, *red) == 1 and not divisor
        demand(lowest, "input, shoe", "with replacement proportions in lowest terms are expected")
    if not red:
        return {v: Fraction(1, 2) for v, _ in draws(shoe.counts)}, []
    return {v: Fraction(red[v - 1], count) for v, count in draws(shoe.counts)}, [f"red-{joined(red)}"]


QUESTIONS: dict[str, Callable[[Record], Derived]] = {"analyse": analyse, "removal_effects": removal}
