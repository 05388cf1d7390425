"""The fortune of a bank at chemin de fer and baccara banque, re-derived coup by coup.

The rules (article on chemin de fer): the bank wins a coup 1 : 1 less a tax, or loses what is staked, and a
coup with equal totals is void. What it wins stays in it, so a bank that is covered in full is multiplied by
2 - tax; against a flat unit the rest lies beside it. A bank ends when it loses, or when its holder passes
the hand. The volonté cases of the tableau are drawn, as at punto banco: `check_punto_banco` gives the law
of one coup and of two.

At baccara banque (its model is stated in the record) each of two tableaux draws up to five; the banker
plays punto banco's table against the right one, or against the left one where the right has a naturel. A
naturel of a tableau is settled against the banker's two cards, and the banker's settles both. The tax is on
the net gain of a coup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import product
from math import ceil, floor, gcd, lcm
from typing import Any

from check_form import (
    Cell,
    Counts,
    Derived,
    Interval,
    Label,
    Number,
    Record,
    RefusedError,
    Shoe,
    Table,
    demand,
    exact,
    option,
    read_input,
    read_number,
)
from check_punto_banco import BANCO_DRAWS, BANCO_DRAWS_AFTER_STAND, CARDS, deals, joint_law

PROBABILITY = "probability"
UNITS = "units of the first bank"
STAKE = "stake units per unit staked, per coup"
SQUARED = "squared units"
COMMISSION = Fraction(1, 20)
LIMITEE = Fraction(1, 50)
BEHIND = 7
COVERS = ("full", "flat")
#: Walks on more capitals, or of more coups, are not looked at.
MOST_CAPITALS = 400
MOST_COUPS = 500
#: Numbers whose fractions have more bits are enclosed.
MOST_BITS = 13_000
#: The grid, and the decimals, of an enclosed probability of ruin.
BITS, DIGITS = 40, 30

ONE, NONE = Fraction(1), Fraction(0)
#: The sums of the right, the left and the banker, who of the two has a naturel, the third card that is
#: heeded, and what is left of the shoe.
State = tuple[tuple[int, ...], tuple[bool, bool], int | None, Counts]
Values = dict[str, tuple[Number, str]]
Steps = Mapping[Fraction, Fraction]


def one_coup(shoe: Shoe) -> tuple[Fraction, Fraction, Fraction]:
    """The probabilities that the bank wins, loses, and that the coup is void."""
    banco, punto, tie = deals(shoe)
    whole = banco + punto + tie
    return Fraction(banco, whole), Fraction(punto, whole), Fraction(tie, whole)


def read_rate(given: object, where: str) -> Fraction:
    """A tax: a part of the gain."""
    rate = exact(given, where)
    demand(0 <= rate < 1, where, "a part of the gain is expected")
    return rate


def taxed(rate: Fraction) -> list[str]:
    """A commission that is not 5 %, as a part of an id."""
    return [] if rate == COMMISSION else [option("commission", rate)]


# ------------------------------------------------------------------ consecutive wins


def wins(data: Record) -> Derived:
    """How a bank stands after the next coups of one shoe."""
    shoe, options = read_input(data, "coups", "commission")
    coups = read_number(options["coups"], "input, coups", least=1)
    tax = read_rate(options["commission"], "input, commission")
    demand(shoe.replacement or shoe.size >= CARDS * coups, "input, shoe", "it may run out")
    law, means = joint_law(shoe, coups)
    single = dict(zip(("banco", "punto", "tie"), one_coup(shoe), strict=True))
    apart = {
        results: reduce(lambda p, result: p * single[result], results, ONE)
        for results in product(single, repeat=coups)
    }
    values: Values = {}
    for k in range(1, coups + 1):
        all_won = sum((p for rs, p in law.items() if rs[:k] == ("banco",) * k), NONE)
        values[f"all_won_{k}"] = all_won, PROBABILITY
        if k > 1:
            values[f"error_{k}"] = single["banco"] ** k - all_won, PROBABILITY
    for k in range(1, coups + 1):
        reached = sum((p for rs, p in law.items() if standing(rs)[0] >= k), NONE)
        may = sum((p for rs, p in law.items() if standing(rs)[0] < k and standing(rs)[1]), NONE)
        values[f"at_least_{k}"] = (Interval(reached, reached + may) if may else reached), PROBABILITY
    rows: dict[Label, tuple[Cell, ...]] = {}
    for held in (True, False):
        for won in range(coups + held):
            here, there = (
                sum((p for rs, p in one.items() if standing(rs) == (won, held)), NONE) for one in (law, apart)
            )
            rows[str(won), "held" if held else "lost"] = here, there, there - here
    numbers = ("probability", "independent", "error")
    table = Table((("won", "label"), ("bank", "label"), *((n, PROBABILITY) for n in numbers)), rows)
    policies: dict[Label, tuple[Cell, ...]] = {}
    for cover in COVERS:
        for k in range(1, coups + 1):
            here, there = (
                sum((p * passed(rs, k, tax, cover) for rs, p in one.items()), NONE) for one in (law, apart)
            )
            policies[cover, str(k)] = here, there, there - here
    heads = (("cover", "label"), ("wins", "label"))
    named = ((name, UNITS) for name in ("expected_fortune", "independent", "error"))
    return Derived(
        ".".join([f"partie.wins.coups-{coups}", *taxed(tax), shoe.label]),
        f"{means}; every sequence of results",
        values,
        {"standing": table, "policies": Table((*heads, *named), policies)},
    )


def standing(results: tuple[str, ...]) -> tuple[int, bool]:
    """How many coups a bank wins before it loses one, and whether it loses none."""
    won = 0
    for result in results:
        if result == "punto":
            return won, False
        won += result == "banco"
    return won, True


def passed(results: tuple[str, ...], k: int, tax: Fraction, cover: str) -> Fraction:
    """What is left of a unit when the hand is passed after k wins, or after the last coup."""
    bank, beside, won = ONE, NONE, 0
    for result in results:
        if won == k:
            break
        if cover == "flat":
            bank, beside = ONE, beside + bank - 1
        if result == "punto":
            return beside
        if result == "banco":
            bank, won = bank * (2 - tax), won + 1
    return bank + beside


def pass_after(data: Record) -> Derived:
    """The policies "pass the hand after k wins" in independent coups."""
    shoe, options = read_input(data, "wins", "cover", "commission")
    most = read_number(options["wins"], "input, wins", least=0)
    cover = options["cover"]
    demand(cover in COVERS, "input, cover", f"{cover!r} is not expected here")
    tax = read_rate(options["commission"], "input, commission")
    won, lost, _ = one_coup(shoe)
    demand(won + lost > 0, "input, shoe", "every coup is void")
    q = won / (won + lost)
    rows: dict[Label, tuple[Cell, ...]] = {}
    # Coup after coup: the probability that the bank still stands, the bank, what lies beside it, and what
    # has been gathered of lost banks, taxes and decided coups.
    stands, bank, beside = ONE, ONE, NONE
    gone = taxes = decided = NONE
    for number in range(1, most + 1):
        if cover == "flat":
            bank, beside = ONE, beside + bank - 1
        decided += stands
        gone += stands * (1 - q) * beside
        taxes += stands * q * tax * bank
        stands *= q
        bank *= 2 - tax
        fortune = gone + stands * (bank + beside)
        rows[(str(number),)] = stands, bank + beside, fortune, fortune - 1, taxes
    fortune = gone + stands * (bank + beside)
    values: Values = {
        "decided_win": (q, PROBABILITY),
        "success": (stands, PROBABILITY),
        "bank": (bank + beside, UNITS),
        "expected_fortune": (fortune, UNITS),
        "expected_gain": (fortune - 1, UNITS),
        "expected_tax": (taxes, UNITS),
        "before_tax": (fortune - 1 + taxes, UNITS),
        "coups": (decided / (won + lost), "coups"),
    }
    if fortune - 1 + taxes > 0:
        values["tax_share"] = taxes / (fortune - 1 + taxes), "pure number"
    names = ("bank", "expected_fortune", "expected_gain", "expected_tax")
    columns = (("wins", "label"), ("success", PROBABILITY), *((name, UNITS) for name in names))
    flat = ["flat"] if cover == "flat" else []
    return Derived(
        ".".join([f"partie.pass-after.wins-{most}", *flat, *taxed(tax), shoe.label]),
        "enumeration of six-card deals; coup after coup",
        values,
        {"policies": Table(columns, rows)},
    )


def double(data: Record) -> Derived:
    """A coup against a bank that one player holds, and that two hold."""
    shoe, options = read_input(data, "bank", "stakes", "commission")
    bank, stakes = (exact(options[name], f"input, {name}") for name in ("bank", "stakes"))
    demand(min(bank, stakes) > 0, "input", "positive amounts are expected")
    rate = read_rate(options["commission"], "input, commission")
    won, lost, _ = one_coup(shoe)
    gains = []
    for partners in (1, 2):
        # The pontes stake what the bank holds; the gain and the loss go in equal parts.
        played = min(stakes, partners * bank)
        gain = won * (played - rate * played) / partners - lost * played / partners
        gains.append((played / partners, gain))
    (alone, gain_alone), (together, gain_together) = gains
    values: Values = {
        "staked_alone": (alone, "units"),
        "staked_together": (together, "units"),
        "gain_alone": (gain_alone, "units"),
        "gain_together": (gain_together, "units"),
        "per_unit_alone": (gain_alone / alone, STAKE),
        "per_unit_together": (gain_together / together, STAKE),
    }
    labels = [] if bank == 1 else [option("bank", bank)]
    labels += [] if stakes == 2 * bank else [option("stakes", stakes)]
    name = ".".join(["partie.double", *labels, *taxed(rate), shoe.label])
    return Derived(name, "enumeration of six-card deals", values, {})


def tax(data: Record) -> Derived:
    """The tax of a coup and of a shoe."""
    shoe, options = read_input(data, "commission", "behind", "burnt")
    rate = read_rate(options["commission"], "input, commission")
    behind = read_number(options["behind"], "input, behind", least=CARDS - 1)
    burnt = read_number(options["burnt"], "input, burnt", least=0)
    demand(not shoe.replacement, "input, shoe", "with replacement it never ends")
    demand(shoe.size >= behind + burnt, "input, shoe", "it is too small")
    per_coup = one_coup(shoe)[0] * rate
    numbers = []
    for cards in (CARDS, 4):
        # All coups take so many cards: how many begin before the carte d'arrêt appears?
        left, coups = shoe.size - burnt, 0
        while left >= behind:
            left, coups = left - cards, coups + 1
        numbers.append(coups)
    certain, most = numbers
    total: Number = certain * per_coup
    if most > certain and rate:
        total = Interval(certain * per_coup, certain * per_coup + (most - certain) * rate)
    values: Values = {
        "per_coup": (per_coup, STAKE),
        "certain_coups": (Fraction(certain), "coups"),
        "most_coups": (Fraction(most), "coups"),
        "certain_total": (certain * per_coup, "stake units"),
        "total": (total, "stake units"),
    }
    more = [] if behind == BEHIND else [f"behind-{behind}"]
    more += [f"burnt-{burnt}"] if burnt else []
    return Derived(
        ".".join(["partie.tax", *taxed(rate), *more, shoe.label]), "enumeration of six-card deals", values, {}
    )


# ----------------------------------------------------------------------------- ruin


def ruin(data: Record) -> Derived:
    """The ruin of a bank of chemin de fer against one unit in every coup."""
    names = [name for name in ("capital", "target", "coups") if name in data["input"]]
    shoe, options = read_input(data, *names, "commission")
    rate = read_rate(options["commission"], "input, commission")
    won, lost, void = one_coup(shoe)
    steps = {1 - rate: won, -ONE: lost, NONE: void}
    labels, values, means = ruin_of(steps, options)
    gain = won * (1 - rate) - lost
    return Derived(
        ".".join(["partie.ruin", *labels, *taxed(rate), shoe.label]),
        f"enumeration of six-card deals; {means}",
        {"gain": (gain, STAKE), **values},
        {},
    )


def ruin_of(steps: Steps, options: Mapping[str, Any]) -> tuple[list[str], Values, str]:
    """Parts of the id, values, and the means, of the ruin of a bank whose gains have this law."""
    demand("capital" in options, "input", "a capital is expected")
    capital = exact(options["capital"], "input, capital")
    demand(capital > 0, "input, capital", "it is not positive")
    labels = [option("capital", capital)]
    target = coups = None
    if "target" in options:
        target = exact(options["target"], "input, target")
        demand(target > capital, "input, target", "it is not above the capital")
        labels.append(option("target", target))
    if "coups" in options:
        coups = read_number(options["coups"], "input, coups", least=1)
        demand(coups <= MOST_COUPS, "input, coups", "so many are not looked at")
        labels.append(f"coups-{coups}")
    moving = {step: p for step, p in steps.items() if p and step}
    demand(min(moving, default=ONE) < 0, "input", "a bank that never loses is never ruined")
    # In units of which all gains and the capital are multiples.
    scale = lcm(capital.denominator, *(step.denominator for step in moving))
    unit = Fraction(gcd(int(capital * scale), *(int(step * scale) for step in moving)), scale)
    walk = {int(step / unit): p for step, p in moving.items()}
    start, least = int(capital / unit), -min(walk)
    goal = None if target is None else ceil(target / unit)
    if coups is not None:
        ruined, reached, playing = after(walk, start, least, goal, coups)
        values: Values = {"ruined": (bounds(ruined), PROBABILITY)}
        if goal is not None:
            values["reached"] = bounds(reached), PROBABILITY
        values["playing"] = bounds(playing), PROBABILITY
        return labels, values, "coup after coup"
    if goal is not None:
        demand(goal - least <= MOST_CAPITALS, "input, target", "so many capitals are not looked at")
        lost = ONE if start < least else between(walk, goal - least, start - least)
        values = {"ruined": (bounds(lost), PROBABILITY), "reached": (bounds(1 - lost), PROBABILITY)}
        return labels, values, "linear equations"
    ever, means = without_end(walk, start, least)
    return labels, {"ruined": (ever, PROBABILITY)}, means


def after(
    walk: Mapping[int, Fraction], start: int, least: int, goal: int | None, coups: int
) -> tuple[Fraction, Fraction, Fraction]:
    """The probabilities of ruin, of the goal and of neither after so many coups."""
    scale = lcm(*(p.denominator for p in walk.values()))
    weights = {step: int(p * scale) for step, p in walk.items()}
    weights[0] = scale - sum(weights.values())
    at, ruined, reached = {start: 1}, 0, 0
    for number in range(coups + 1):
        ruined += sum(weight for place, weight in at.items() if place < least)
        if goal is not None:
            reached += sum(weight for place, weight in at.items() if place >= goal)
        at = {place: w for place, w in at.items() if place >= least and (goal is None or place < goal)}
        if number == coups:
            break
        ruined, reached = ruined * scale, reached * scale
        following: dict[int, int] = {}
        for place, weight in at.items():
            for step, times in weights.items():
                following[place + step] = following.get(place + step, 0) + weight * times
        at = following
    whole = scale**coups
    return Fraction(ruined, whole), Fraction(reached, whole), Fraction(sum(at.values()), whole)


def between(walk: Mapping[int, Fraction], size: int, start: int) -> Fraction:
    """The probability of ruin from ``start``: below 0 the bank is ruined, from ``size`` on it has its goal.

    f(c) = sum of p(s) f(c + s) / sum of p(s). The value so many places above is the largest gain's: with
    the first values as unknowns each equation gives the next one, and the values from ``size`` on, which
    are 0, give as many equations as there are unknowns.
    """
    up = max(walk)
    all_ = sum(walk.values(), NONE)
    # f(c) as a constant and coefficients of the unknowns f(0), ..., f(up - 1).
    forms = [[NONE] + [ONE if i == place else NONE for i in range(up)] for place in range(up)]
    for place in range(size):
        form = [all_ * x for x in forms[place]]
        for step, p in walk.items():
            if step == up:
                continue
            if place + step < 0:
                form[0] -= p
            else:
                form = [x - p * y for x, y in zip(form, forms[place + step], strict=True)]
        forms.append([x / walk[up] for x in form])
    unknowns = solved([[*form[1:], -form[0]] for form in forms[size : size + up]])
    return forms[start][0] + sum((c * x for c, x in zip(forms[start][1:], unknowns, strict=True)), NONE)


def solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations, each a row of coefficients with the right side last."""
    rows = [list(row) for row in rows]
    number = len(rows)
    for column in range(number):
        pivot = next((i for i in range(column, number) if rows[i][column]), None)
        if pivot is None:
            raise RefusedError("value ruined: its equations have no single solution")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        top = [x / rows[column][column] for x in rows[column]]
        rows[column] = top
        for i in range(number):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], top, strict=True)]
    return [row[-1] for row in rows]


def without_end(walk: Mapping[int, Fraction], start: int, least: int) -> tuple[Number, str]:
    """The probability that the bank is ever ruined.

    It is 1 where it does not gain on average. Otherwise x**capital with E x**step <= 1 does not grow on
    average, so that ruin, which leaves less than ``least``, has at most the probability x**(start - least +
    1); and with E x**step >= 1 it does not shrink, which gives x**start at least, as ruin leaves 0 or more.
    """
    if start < least or sum(step * p for step, p in walk.items()) <= 0:
        return ONE, "no gain on average"
    if set(walk) == {1, -1}:
        return (walk[-1] / walk[1]) ** (start - least + 1), "the classical formula"
    all_ = sum(walk.values(), NONE)

    def grows(x: Fraction) -> bool:
        return sum((p * x**step for step, p in walk.items()), NONE) > all_

    # The largest place of the grid at which it grows, found by ever smaller strides.
    place = 0
    for bit in reversed(range(BITS)):
        if grows(Fraction(place + 2**bit, 2**BITS)):
            place += 2**bit
    low, high = Fraction(place, 2**BITS), Fraction(place + 1, 2**BITS)
    demand(grows(low) and not grows(high), "value ruined", "its bounds could not be confirmed")
    return outward(low**start, high ** (start - least + 1)), "two exponential bounds"


def bounds(x: Fraction) -> Number:
    """The number, or where its fraction is too long the decimals on both sides of it."""
    long = max(x.numerator.bit_length(), x.denominator.bit_length()) > MOST_BITS
    return outward(x, x) if long else x


def outward(lower: Fraction, upper: Fraction) -> Interval:
    """The narrowest interval with ends of so many decimals."""
    ends = floor(lower * 10**DIGITS), ceil(upper * 10**DIGITS)
    return Interval(*(Fraction(end, 10**DIGITS) for end in ends))


# ------------------------------------------------------------------------- tableaux


@lru_cache(maxsize=4)
def two_tableaux(shoe: Shoe) -> dict[tuple[str, str], Fraction]:
    """The joint law of (right, left), dealt card by card, all hands with the same sums together."""
    states: dict[State, Fraction] = {((0, 0, 0), (False, False), None, shoe.counts): ONE}

    def dealt(states: dict[State, Fraction], place: int) -> dict[State, Fraction]:
        """One more card for a side."""
        following: dict[State, Fraction] = {}
        for (sums, naturels, third, rest), p in states.items():
            cards = sum(rest)
            for at, count in enumerate(rest):
                if count:
                    new = list(sums)
                    new[place] = (new[place] + at + 1) % 10
                    left = rest if shoe.replacement else (*rest[:at], count - 1, *rest[at + 1 :])
                    heeded = (at + 1) % 10 if place == (1 if naturels[0] else 0) else third
                    state = tuple(new), naturels, heeded, left
                    following[state] = following.get(state, NONE) + p * Fraction(count, cards)
        return following

    for _ in range(2):
        for place in range(3):
            states = dealt(states, place)
    # The third card is none so far; naturels are seen now.
    begun: dict[State, Fraction] = {}
    for (sums, _, _, rest), p in states.items():
        state = sums, (sums[0] >= 8, sums[1] >= 8), None, rest
        begun[state] = begun.get(state, NONE) + p
    ended = {s: p for s, p in begun.items() if s[0][2] >= 8 or all(s[1])}
    going = {s: p for s, p in begun.items() if s not in ended}
    for place in (0, 1):
        drawing = {s: p for s, p in going.items() if not s[1][place] and s[0][place] <= 5}
        standing_ = {s: p for s, p in going.items() if s not in drawing}
        going = added(standing_, dealt(drawing, place))
    drawing = {
        s: p
        for s, p in going.items()
        if (s[2] in BANCO_DRAWS.get(s[0][2], ()) if s[2] is not None else s[0][2] in BANCO_DRAWS_AFTER_STAND)
    }
    standing_ = {s: p for s, p in going.items() if s not in drawing}
    law: dict[tuple[str, str], Fraction] = {}
    for ending, drew in ((ended, False), (standing_, False), (dealt(drawing, 2), True)):
        for (sums, naturels, *_), p in ending.items():
            results = []
            for own, naturel in zip(sums, naturels, strict=False):
                # A banker who drew had no naturel, and had lost against one.
                result = "banker" if sums[2] > own else "ponte" if own > sums[2] else "en cartes"
                results.append("ponte" if drew and naturel else result)
            pair = results[0], results[1]
            law[pair] = law.get(pair, NONE) + p
    return law


def added(first: dict[Any, Fraction], second: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """The states of both, with the sums of their probabilities."""
    return {state: first.get(state, NONE) + second.get(state, NONE) for state in (*first, *second)}


def tableaux(data: Record) -> Derived:
    """A bank against two tableaux."""
    names = [name for name in ("capital", "target", "coups") if name in data["input"]]
    shoe, options = read_input(data, "right", "left", "tax", *names)
    right, left = (exact(options[name], f"input, {name}") for name in ("right", "left"))
    demand(min(right, left) >= 0 and right + left > 0, "input", "two stakes are expected")
    rate = read_rate(options["tax"], "input, tax")
    small = shoe.replacement or (9 <= shoe.size <= 40)
    demand(small, "input, shoe", "the checker has no means for such a shoe")
    law = two_tableaux(shoe)
    sign = {"banker": 1, "en cartes": 0, "ponte": -1}

    def mean(worth: Callable[[str, str], Fraction]) -> Fraction:
        return sum((p * worth(*pair) for pair, p in law.items()), NONE)

    of_right, of_left = mean(lambda r, _: ONE * sign[r]), mean(lambda _, s: ONE * sign[s])
    variances = (
        mean(lambda r, _: (sign[r] - of_right) ** 2),
        mean(lambda _, s: (sign[s] - of_left) ** 2),
    )

    def gross(r: str, s: str) -> Fraction:
        return sign[r] * right + sign[s] * left

    gain = mean(gross)
    values: Values = {
        "covariance": (mean(lambda r, s: (sign[r] - of_right) * (sign[s] - of_left)), SQUARED),
        "variance_right": (variances[0], SQUARED),
        "variance_left": (variances[1], SQUARED),
        "gain": (gain, "stake units"),
        "variance": (mean(lambda r, s: (gross(r, s) - gain) ** 2), SQUARED),
        "independent": (right**2 * variances[0] + left**2 * variances[1], SQUARED),
        "tax": (mean(lambda r, s: rate * max(gross(r, s), NONE)), "stake units"),
        "tax_apart": (
            mean(lambda r, s: rate * (right * (r == "banker") + left * (s == "banker"))),
            "stake units",
        ),
    }
    labels = [] if right == left == 1 else [option("right", right), option("left", left)]
    labels += [] if rate == LIMITEE else [option("tax", rate)]
    means = "all deals card by card"
    if "capital" in options:
        steps: dict[Fraction, Fraction] = {}
        for pair, p in law.items():
            won = gross(*pair)
            won -= rate * max(won, NONE)
            steps[won] = steps.get(won, NONE) + p
        more, of_ruin, how = ruin_of(steps, options)
        labels, values, means = labels + more, {**values, **of_ruin}, f"{means}; {how}"
    else:
        demand(not names, "input", "a target and coups need a capital")
    rows: dict[Label, tuple[Cell, ...]] = {(r, s): (law.get((r, s), NONE),) for r in sign for s in sign}
    columns = (("right", "label"), ("left", "label"), ("probability", "probability per coup"))
    return Derived(
        ".".join(["partie.tableaux", *labels, shoe.label]),
        means,
        values,
        {"results": Table(columns, rows, law=True)},
    )


QUESTIONS: dict[str, Callable[[Record], Derived]] = {
    "wins": wins,
    "pass_after": pass_after,
    "double": double,
    "tax": tax,
    "ruin": ruin,
    "tableaux": tableaux,
}
