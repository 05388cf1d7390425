"""Punto banco (American baccarat): counts of deals, re-derived by dealing out all coups.

The rules (article on chemin de fer, whose free cells are fixed here): four cards are dealt, to punto,
banco, punto and banco in turn. Only the last digit of a sum counts; tens and court cards count nothing.
With 8 or 9 on either side nobody draws. Otherwise punto draws a third card on 0 to 5, and then banco by
the tableau ``BANCO_DRAWS``. The higher total wins; equal totals are a tie, where stakes on banco and
punto are returned. A stake on punto wins 1 : 1, on banco 1 : 1 less a commission, on the tie ``tie_pays``.

Six cards are laid out for each coup, in order; a coup that needs fewer leaves the last ones unused, which
changes no probability. Which cards lie there matters only by their numbers: a deal with m_v cards
of v points comes up in n_v (n_v - 1) ... (n_v - m_v + 1) ways for each v. So all deals of six values are
played once (``plays``), and weighed for each shoe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import perm, prod

from check_form import (
    PACK,
    Cell,
    Counts,
    Derived,
    Label,
    Record,
    RefusedError,
    Shoe,
    Table,
    demand,
    exact,
    law_table,
    option,
    read_input,
    read_number,
)
from check_polynomials import SHOWN, Quotient, at_packs, interpolated, text

RESULTS = ("banco", "punto", "tie")
CARDS = 6
PER_COUP = "probability per coup"
STAKE = "stake units per unit staked, per coup"

#: Banco's total of two cards -> the third cards of punto, in baccara points, on which banco draws.
BANCO_DRAWS = {
    0: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    1: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    2: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    3: (0, 1, 2, 3, 4, 5, 6, 7, 9),
    4: (2, 3, 4, 5, 6, 7),
    5: (4, 5, 6, 7),
    6: (6, 7),
    7: (),
}
#: Banco's totals on which it draws when punto stood.
BANCO_DRAWS_AFTER_STAND = (0, 1, 2, 3, 4, 5)

#: Sub-multisets of a shoe, times results of coups, up to which coups are dealt out literally.
SMALL = 10_000
#: The most coups that are looked at with replacement: there are 3^12 results.
MOST_INDEPENDENT = 12

Third = int | None


def draws(punto: int, banco: int, thirds: tuple[int, ...]) -> str:
    """Who receives the next card, or "" when the coup is over.

    The totals are those of two cards each; ``thirds``: the third cards of punto and then of banco that were
    dealt, in baccara points.
    """
    if punto in (8, 9) or banco in (8, 9):
        return ""
    punto_drew = punto <= 5
    if punto_drew and not thirds:
        return "punto"
    if len(thirds) > punto_drew:
        return ""
    wants = thirds[0] in BANCO_DRAWS[banco] if punto_drew else banco in BANCO_DRAWS_AFTER_STAND
    return "banco" if wants else ""


def result_of(punto: int, banco: int) -> str:
    """The result for final totals."""
    return "tie" if punto == banco else ("banco" if banco > punto else "punto")


@cache
def plays() -> list[tuple[Counts, int, int, int, Third, Third]]:
    """All coups: (numbers of cards of 1, ..., 10 points, in how many orders, totals of punto and banco, their

    third cards or None). The first two cards of a hand may change places, so such pairs are played once.
    """
    found = []
    pairs = [(a, b, 1 if a == b else 2) for a in range(1, 11) for b in range(a, 11)]
    for (a, b, orders), (c, d, orders_banco) in product(pairs, pairs):
        for fifth, sixth in product(range(1, 11), repeat=2):
            punto, banco = (a + b) % 10, (c + d) % 10
            # The third card of each side by name, and all third cards in the order of dealing.
            drawn: dict[str, int] = {}
            thirds: tuple[int, ...] = ()
            for card in (fifth, sixth):
                if side := draws(punto, banco, thirds):
                    drawn[side], thirds = card % 10, (*thirds, card % 10)
            content = [0] * 10
            for card in (a, b, c, d, fifth, sixth):
                content[card - 1] += 1
            ends = (punto + drawn.get("punto", 0)) % 10, (banco + drawn.get("banco", 0)) % 10
            found.append(
                (tuple(content), orders * orders_banco, *ends, drawn.get("punto"), drawn.get("banco"))
            )
    return found


@cache
def words() -> dict[Counts, tuple[int, int, int]]:
    """Content of a deal -> in how many orders of its values banco wins, punto wins, it is a tie."""
    found: dict[Counts, list[int]] = {}
    for content, orders, punto, banco, _, _ in plays():
        found.setdefault(content, [0, 0, 0])[RESULTS.index(result_of(punto, banco))] += orders
    return {content: (banco, punto, tie) for content, (banco, punto, tie) in found.items()}


@lru_cache(maxsize=32)
def ways(shoe: Shoe) -> dict[Counts, int]:
    """Content of a deal -> the ways to deal one order of its values from the shoe; zeros left out."""
    power = pow if shoe.replacement else perm
    table = [[power(count, number) for number in range(CARDS + 1)] for count in shoe.counts]
    found = {}
    for content in words():
        number = prod(table[place][some] for place, some in enumerate(content) if some)
        if number:
            found[content] = number
    return found


@lru_cache(maxsize=128)
def deals(shoe: Shoe) -> tuple[int, int, int]:
    """Ordered deals of six cards that banco wins, that punto wins, that are tied."""
    numbers = [0, 0, 0]
    for content, number in ways(shoe).items():
        for place, orders in enumerate(words()[content]):
            numbers[place] += orders * number
    out_of = shoe.size**CARDS if shoe.replacement else perm(shoe.size, CARDS)
    assert sum(numbers) == out_of
    banco, punto, tie = numbers
    return banco, punto, tie


def edges(shoe: Shoe, commission: Fraction, tie_pays: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """What the house gains per unit staked on banco, on punto, on the tie."""
    banco, punto, tie = deals(shoe)
    everything = banco + punto + tie
    return (
        (punto - (1 - commission) * banco) / everything,
        Fraction(banco - punto, everything),
        (banco + punto - tie_pays * tie) / everything,
    )


# -------------------------------------------------------------------------- records


def read_terms(data: Record) -> tuple[Shoe, Fraction, Fraction, list[str]]:
    """The shoe, the commission, what the tie pays, and the parts of the id that name what is not usual."""
    shoe, options = read_input(data, "commission", "tie_pays")
    commission = exact(options["commission"], "input, commission")
    demand(0 <= commission < 1, "input, commission", "a part of the winnings is expected")
    tie_pays = exact(options["tie_pays"], "input, tie_pays")
    demand(tie_pays >= 0, "input, tie_pays", "it is negative")
    parts = [] if commission == Fraction(1, 20) else [option("commission", commission)]
    parts += [] if tie_pays == 8 else [option("tie_pays", tie_pays)]
    return shoe, commission, tie_pays, parts


@lru_cache(maxsize=16)
def counts_of(shoe: Shoe) -> dict[str, dict[Label, int]]:
    """Ordered deals by final totals, by the number of cards, by third card of punto, and of banco."""
    names = (*map(str, range(10)), "none")
    totals: dict[Label, int] = {(str(p), str(b)): 0 for p in range(10) for b in range(10)}
    cards: dict[Label, int] = {(str(number),): 0 for number in (4, 5, 6)}
    punto_third: dict[Label, int] = {(name,): 0 for name in names}
    banco_third: dict[Label, int] = {(name,): 0 for name in names}
    weight = ways(shoe)
    for content, orders, punto, banco, third, banco_card in plays():
        number = weight.get(content, 0) * orders
        totals[str(punto), str(banco)] += number
        cards[str(4 + (third is not None) + (banco_card is not None)),] += number
        punto_third["none" if third is None else str(third),] += number
        banco_third["none" if banco_card is None else str(banco_card),] += number
    return {"totals": totals, "cards": cards, "punto_third": punto_third, "banco_third": banco_third}


def analyse(data: Record) -> Derived:
    """Records of one coup."""
    shoe, commission, tie_pays, parts = read_terms(data)
    demand(shoe.replacement or shoe.size >= CARDS, "input, shoe", "six cards are needed")
    numbers, everything, counts = deals(shoe), sum(deals(shoe)), counts_of(shoe)

    def law(name: str, *columns: str) -> Table:
        return law_table({label: Fraction(n, everything) for label, n in counts[name].items()}, *columns)

    values = {name: (Fraction(n, everything), PER_COUP) for name, n in zip(RESULTS, numbers, strict=True)}
    gains = zip(RESULTS, edges(shoe, commission, tie_pays), strict=True)
    values |= {f"edge_{name}": (edge, STAKE) for name, edge in gains}
    mean = sum(int(name) * n for (name,), n in counts["cards"].items())
    values["cards_mean"] = Fraction(mean, everything), "cards"
    counted: dict[Label, tuple[Fraction, ...]] = {}
    for name, number in zip(RESULTS, numbers, strict=True):
        counted[(name,)] = (Fraction(number),)
    tables = {
        "deals": Table((("result", "label"), ("deals", "deals")), counted),
        "totals": law("totals", "punto", "banco"),
        "cards": law("cards", "cards"),
        "punto_third": law("punto_third", "third"),
        "banco_third": law("banco_third", "third"),
    }
    record_id = ".".join(["punto-banco.analyse", *parts, shoe.label])
    return Derived(record_id, "enumeration of six-card deals", values, tables)


def removal(data: Record) -> Derived:
    """Records of what the removal of one card changes."""
    shoe, commission, tie_pays, parts = read_terms(data)
    demand(not shoe.replacement, "input, replacement", "with replacement no card is ever gone")
    demand(shoe.size > CARDS, "input, shoe", "seven cards are needed")
    before = edges(shoe, commission, tie_pays)
    rows: dict[Label, tuple[Fraction, ...]] = {}
    for place, count in enumerate(shoe.counts):
        if count:
            rest = Shoe((*shoe.counts[:place], count - 1, *shoe.counts[place + 1 :]), False)
            after = edges(rest, commission, tie_pays)
            rows[str(place + 1),] = tuple(new - old for new, old in zip(after, before, strict=True))
    columns = (("card", "label"), *((name, STAKE) for name in RESULTS))
    record_id = ".".join(["punto-banco.removal", *parts, shoe.label])
    return Derived(record_id, "enumeration of six-card deals", {}, {"removal": Table(columns, rows)})


# ------------------------------------------------------------------ successive coups

#: The results of the coups in their order; "incomplete" from the coup on that the shoe could not complete.
Results = tuple[str, ...]


def successive(data: Record) -> Derived:
    """Records of the joint law of the results of successive coups."""
    shoe, options = read_input(data, "coups")
    coups = read_number(options["coups"], "input, coups", least=1)
    law, means = joint_law(shoe, coups)
    complete: list[Results] = list(product(RESULTS, repeat=coups))
    order = {results: law.get(results, Fraction(0)) for results in complete}
    for number in range(coups):
        for results in product(RESULTS, repeat=number):
            label = results + ("incomplete",) * (coups - number)
            order[label] = law.get(label, Fraction(0))
    values = {}
    if coups >= 2 and sum(order[results] for results in complete) == 1:
        sign = {"banco": 1, "tie": 0, "punto": -1}
        last, before = ([sign[results[place]] for results in complete] for place in (-1, -2))
        p = [order[results] for results in complete]
        both = sum((x * y * q for x, y, q in zip(last, before, p, strict=True)), Fraction(0))
        means_of = [sum((x * q for x, q in zip(xs, p, strict=True)), Fraction(0)) for xs in (last, before)]
        values["covariance"] = both - means_of[0] * means_of[1], "squared stake units"
        squares = [sum((x * x * q for x, q in zip(xs, p, strict=True)), Fraction(0)) for xs in (last, before)]
        variances = {square - mean * mean for square, mean in zip(squares, means_of, strict=True)}
        if len(variances) == 1 and (variance := variances.pop()):
            values["correlation"] = values["covariance"][0] / variance, "pure number"
    columns = [f"coup_{number}" for number in range(1, coups + 1)]
    table = law_table(order, *columns, unit="probability")
    return Derived(f"punto-banco.successive.coups-{coups}.{shoe.label}", means, values, {"results": table})


def joint_law(shoe: Shoe, coups: int) -> tuple[dict[Results, Fraction], str]:
    """The joint law of the results, and by which means."""
    if shoe.replacement or (coups == 1 and shoe.size >= CARDS):
        demand(coups <= MOST_INDEPENDENT, "input, coups", "so many coups are not looked at")
        one = {name: Fraction(n, sum(deals(shoe))) for name, n in zip(RESULTS, deals(shoe), strict=True)}
        joint = {rs: prod((one[r] for r in rs), start=Fraction(1)) for rs in product(RESULTS, repeat=coups)}
        return joint, "enumeration of six-card deals"
    if prod(count + 1 for count in shoe.counts) * len(RESULTS) ** (coups - 1) <= SMALL:
        return literal_coups(shoe.counts, coups), "literal recursion"
    if coups == 2 and shoe.size >= 2 * CARDS:
        return two_coups(shoe), "enumeration of pairs of six-card deals"
    if coups == 3 and shoe.size >= 3 * CARDS:
        return three_coups(shoe), "enumeration of triples of six-card deals"
    raise RefusedError("input, coups: the checker has no means for so many coups from so large a shoe")


def literal_coups(counts: Counts, coups: int) -> dict[Results, Fraction]:
    """All coups dealt card by card, each beginning with the card after the last one of the coup before."""
    law: dict[Results, Fraction] = {}
    # State: results so far, hands of punto and banco in baccara points (two cards summed), third cards,
    # number of cards dealt in this coup, what is left.
    states: dict[tuple[Results, int, int, tuple[int, ...], int, Counts], Fraction]
    states = {((), 0, 0, (), 0, counts): Fraction(1)}
    while states:
        following: dict[tuple[Results, int, int, tuple[int, ...], int, Counts], Fraction] = {}
        for (results, punto, banco, thirds, dealt, rest), p in states.items():
            if not any(rest):
                label = results + ("incomplete",) * (coups - len(results))
                law[label] = law.get(label, Fraction(0)) + p
            for place, count in enumerate(rest):
                if not count:
                    continue
                card, left = (place + 1) % 10, (*rest[:place], count - 1, *rest[place + 1 :])
                q = p * Fraction(count, sum(rest))
                state = results, punto, banco, (*thirds, card), dealt + 1, left
                if dealt < 4:
                    hands = ((punto + card) % 10, banco) if dealt % 2 == 0 else (punto, (banco + card) % 10)
                    state = results, *hands, (), dealt + 1, left
                if state[4] >= 4 and not draws(*state[1:4]):
                    done = (*results, result_of(*final_totals(*state[1:4])))
                    if len(done) == coups:
                        law[done] = law.get(done, Fraction(0)) + q
                        continue
                    state = done, 0, 0, (), 0, left
                following[state] = following.get(state, Fraction(0)) + q
        states = following
    return law


def final_totals(punto: int, banco: int, thirds: tuple[int, ...]) -> tuple[int, int]:
    """Totals of two cards and the third cards in the order of dealing -> final totals."""
    for number, card in enumerate(thirds):
        if draws(punto, banco, thirds[:number]) == "punto":
            return (punto + card) % 10, (banco + sum(thirds[1:])) % 10
        return punto, (banco + card) % 10
    return punto, banco


@lru_cache(maxsize=4)
def two_coups(shoe: Shoe) -> dict[Results, Fraction]:
    """The joint law of two coups of six cards each, the second dealt from what the first leaves.

    For contents m of the first deal and m' of the second, one order of all twelve values is dealt in the
    product over v of n_v (n_v - 1) ... (to m_v + m'_v factors) ways. So what is wanted is, for all m, the sum
    over m' of (orders of m' with a result) * product over v of (n_v - m_v) ... (m'_v factors): it is
    summed over one m'_v after the other, v = 1, ..., 10. The three results stand side by side in one integer.
    """
    bits = (shoe.size**CARDS).bit_length()
    # (m_1, ..., m_v) and (m'_(v+1), ..., m'_10) -> sum over m'_1, ..., m'_v.
    sums: dict[tuple[Counts, Counts], int] = {
        ((), content): sum(orders << (place * bits) for place, orders in enumerate(results))
        for content, results in words().items()
    }
    for count in shoe.counts:
        following: dict[tuple[Counts, Counts], int] = {}
        for (first, second), packed in sums.items():
            for gone in range(min(CARDS - sum(first), count) + 1):
                if number := perm(count - gone, second[0]):
                    key = (*first, gone), second[1:]
                    following[key] = following.get(key, 0) + packed * number
        sums = following
    mask = (1 << bits) - 1
    numbers = dict.fromkeys(product(RESULTS, repeat=2), 0)
    for content, number in ways(shoe).items():
        packed = sums[content, ()]
        for (first_result, orders), (place, second_result) in product(
            zip(RESULTS, words()[content], strict=True), enumerate(RESULTS)
        ):
            numbers[first_result, second_result] += number * orders * (packed >> (place * bits) & mask)
    out_of = perm(shoe.size, 2 * CARDS)
    assert sum(numbers.values()) == out_of
    return {results: Fraction(number, out_of) for results, number in numbers.items()}


def three_coups(shoe: Shoe) -> dict[Results, Fraction]:
    """The joint law of three coups of six cards each: the first two are taken as one deal of twelve.

    For each content of twelve cards, value by value: how many pairs of deals make it up, and how many third
    deals there are behind it. Results stand side by side in integers: three of the third coup in one,
    nine of the first two in another.
    """
    bits = (shoe.size ** (3 * CARDS)).bit_length()
    pairs = pairs_of_deals(shoe, bits)
    numbers = dict.fromkeys(product(RESULTS, repeat=3), 0)
    mask = (1 << bits) - 1
    names = [*product(RESULTS, repeat=2)]
    for content, packed in third_deals(shoe, bits):
        if first_two := pairs.get(content):
            for place, third in enumerate(RESULTS):
                joint = first_two * (packed >> (place * bits) & mask)
                for slot, results in enumerate(names):
                    numbers[*results, third] += joint >> (slot * bits) & mask
    out_of = perm(shoe.size, 3 * CARDS)
    assert sum(numbers.values()) == out_of
    return {results: Fraction(number, out_of) for results, number in numbers.items()}


def pairs_of_deals(shoe: Shoe, bits: int) -> dict[int, int]:
    """Content of twelve cards (in base 16) -> pairs of words of six, the nine results side by side."""
    possible = [
        content for content in words() if all(m <= n for m, n in zip(content, shoe.counts, strict=True))
    ]
    codes = [code_of(content) for content in possible]
    seconds = [sum(n << (place * bits) for place, n in enumerate(words()[content])) for content in possible]
    firsts = [
        sum(n << (3 * place * bits) for place, n in enumerate(words()[content])) for content in possible
    ]
    found: dict[int, int] = {}
    for place, (code, first, second) in enumerate(zip(codes, firsts, seconds, strict=True)):
        found[2 * code] = found.get(2 * code, 0) + first * second
        for other in range(place + 1, len(codes)):
            both = code + codes[other]
            found[both] = found.get(both, 0) + first * seconds[other] + firsts[other] * second
    return found


def code_of(content: Counts) -> int:
    """Numbers of cards as the digits of one number in base 16."""
    code = 0
    for number in content:
        code = 16 * code + number
    return code


def third_deals(shoe: Shoe, bits: int) -> Iterator[tuple[int, int]]:
    """Contents of twelve cards (in base 16), with the deals of one order of them times the third deals.

    ``below[v]`` lists the numbers of cards of the values from v on, at most six in all, by their sum. For a
    third deal with m of value v, and others of the values behind it, the others with at most 6 - m cards
    are the first in below[v + 1]. So sums over m are taken of lists that begin alike.
    """
    below: list[list[Counts]] = [[()]]
    for _ in shoe.counts:
        longer = [(m, *rest) for m in range(CARDS + 1) for rest in below[0] if m + sum(rest) <= CARDS]
        below.insert(0, sorted(longer, key=sum))
    places = [{content: place for place, content in enumerate(contents)} for contents in below]
    #: For each v and m: where (m, *others) stands in below[v].
    moves = [
        [[places[v][m, *rest] for rest in below[v + 1] if m + sum(rest) <= CARDS] for m in range(CARDS + 1)]
        for v in range(len(shoe.counts))
    ]

    def extend(v: int, code: int, left: int, ways: int, sums: list[int]) -> Iterator[tuple[int, int]]:
        if v == len(shoe.counts):
            if not left:
                yield code, ways * sums[0]
            return
        count = shoe.counts[v]
        least = left if v == len(shoe.counts) - 1 else 0
        for gone in range(least, min(left, count) + 1):
            following = [sums[place] for place in moves[v][0]]
            for m in range(1, min(CARDS, count - gone) + 1):
                number, chosen = perm(count - gone, m), [sums[place] for place in moves[v][m]]
                head = [a + number * b for a, b in zip(following, chosen, strict=False)]
                following[: len(head)] = head
            yield from extend(v + 1, 16 * code + gone, left - gone, ways * perm(count, gone), following)

    begin = [
        sum(n << (place * bits) for place, n in enumerate(words().get(content, (0, 0, 0))))
        for content in below[0]
    ]
    yield from extend(0, 0, 2 * CARDS, 1, begin)


# ------------------------------------------------------------- the number of packs


@cache
def counts_from_packs() -> dict[str, Quotient]:
    """Result -> ordered deals from d packs, a polynomial in d.

    A deal comes up in a product of six factors 4 d - i or 16 d - i (see the head of this file), so the
    counts are polynomials of degree six at most; their values at d = 1, ..., 7 determine them.
    """
    numbers = [
        deals(Shoe(tuple(d * count for count in PACK), replacement=False)) for d in range(1, CARDS + 2)
    ]
    functions: dict[str, Quotient] = {
        name: (interpolated(values), (1,))
        for name, values in zip(RESULTS, zip(*numbers, strict=True), strict=True)
    }
    return functions


def closed_form(data: Record) -> Derived:
    """The record of the counts as functions of d."""
    demand(data["input"] == {}, "input", "this question has no options")
    functions = counts_from_packs()
    everything = sum(PACK) ** CARDS
    values = {
        f"{name}_limit": (Fraction(above[CARDS], everything), PER_COUP)
        for name, (above, _) in functions.items()
    }
    written: dict[Label, tuple[Cell, ...]] = {(name,): (text(f),) for name, f in functions.items()}
    parts: dict[Label, tuple[Cell, ...]] = {
        (str(power),): tuple(Fraction(above[power]) for above, _ in functions.values())
        for power in range(CARDS + 1)
    }
    shown: dict[Label, tuple[Cell, ...]] = {
        (str(d),): tuple(at_packs(function, d) for function in functions.values()) for d in SHOWN
    }
    tables = {
        "functions": Table((("result", "label"), ("function", "label")), written, keys=1),
        "coefficients": Table((("power", "label"), *((name, "pure number") for name in functions)), parts),
        "by_packs": Table((("packs", "label"), *((name, "deals") for name in functions)), shown),
    }
    means = "enumeration of six-card deals from 1 to 7 packs, which determine the polynomials"
    return Derived("punto-banco.closed-form", means, values, tables)


QUESTIONS: dict[str, Callable[[Record], Derived]] = {
    "analyse": analyse,
    "removal_effects": removal,
    "successive": successive,
    "closed_form": closed_form,
}
