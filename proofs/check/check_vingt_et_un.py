"""Vingt-et-un and trente-et-un: optimal play confirmed by all replies, rules of thumb, born ones.

The rules (police manual of about 1900): each gets two first cards (three at trente-et-un). Courts count 10,
an ace 1 or 11 as suits. 21 (31) in the first cards is born: it is announced at once. The banker's wins
double, single from a player who has one too; a player's alone wins double. Else the player draws as he
pleases, who passes 21 (31) has lost; then the banker draws as he pleases, and if he passes it he loses. The
higher total wins, ties are the bank's. The options of a record (ties, what a born one is paid, which 31 are
born, what the banker sees of the cards that the player drew, a talon that ends) are those of its input.

A record of optimal play holds both strategies: how often each infoset draws. Here nothing is solved: against
the banker's strategy the player's best reply is computed backwards over his hands, and the other way round.
If both come to the record's value, neither side can do better.

Hands are multisets: each order of a hand's cards is as likely as any other, and what follows does not depend
on it. From a finite shoe the chance of given cards in given order is a product of falling factorials; all
chances are integers over one denominator. With replacement a hand is no more than what it counts, and the two
sides' hands are independent.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, perm, prod
from typing import Any

from check_form import PACK, Derived, Interval, Label, Record, Shoe, Table, demand, exact, option, read_input

STAKE = "stake units per unit staked, per coup"
PER_COUP = "probability per coup"
NAMES = {"vingt_et_un": ("vingt-et-un", 21, 2), "trente_et_un": ("trente-et-un", 31, 3)}
DEAD = None
Cards = tuple[int, ...]
#: What a hand counts: (total, aces counted 11 in it); DEAD.
Count = tuple[int, int]
Lookup = Callable[[str], Fraction]


@dataclass(frozen=True)
class Rules:
    name: str
    limit: int
    first: int
    drawn: str = "closed"
    ties: str = "bank"
    natural: Fraction = Fraction(2)
    born: str = "any"
    talon: str = "void"

    def count(self, cards: Cards) -> Count | None:
        """What a hand counts: as many aces 11 as the limit allows."""
        for elevens in range(cards.count(1), -1, -1):
            total = sum(cards) + 10 * elevens
            if total <= self.limit:
                return total, elevens
        return DEAD

    def is_born(self, first: Cards) -> bool:
        found = self.count(first)
        court = first.count(10) == self.first - 1
        return found is not None and found[0] == self.limit and (self.born == "any" or court)

    def gain(self, player: int, banker: int) -> int:
        """The bank's, when both stand."""
        if player == banker:
            return 1 if self.ties == "bank" else 0
        return 1 if banker > player else -1

    def at_once(self, player: bool, banker: bool) -> Fraction | None:
        """The bank's gain if somebody has a born one."""
        if banker:
            return Fraction(1) if player else self.natural
        return -self.natural if player else None

    def seen(self, bought: Cards) -> str:
        """What the banker sees, as it is written behind his hand."""
        if self.drawn == "unseen":
            return ""
        return f"|{len(bought)}" if self.drawn == "closed" else f"|{text_of(bought)}"


def text_of(cards: Cards) -> str:
    return ",".join(map(str, cards)) or "-"


def count_text(found: Count) -> str:
    return "s" * found[1] + str(found[0])


def orders(cards: Cards) -> int:
    return factorial(len(cards)) // prod(factorial(cards.count(card)) for card in set(cards))


def more(cards: Cards, card: int) -> Cards:
    return tuple(sorted((*cards, card)))


def born_gain(rules: Rules, chance: Callable[[Cards], Fraction]) -> tuple[Fraction, list[Cards]]:
    """What the bank gains by born ones, per coup, and the first hands that are none."""
    hands = [hand for hand in combinations_with_replacement(range(1, 11), rules.first) if chance(hand)]
    total = Fraction(0)
    for mine in hands:
        for other in hands:
            gain = rules.at_once(rules.is_born(mine), rules.is_born(other))
            if gain is not None:
                total += gain * orders(mine) * orders(other) * chance(mine + other)
    return total, [hand for hand in hands if not rules.is_born(hand)]


# -------------------------------------------------------------------- with replacement


class Independent:
    """With replacement: what hands count is all that matters."""

    def __init__(self, rules: Rules, shoe: Shoe) -> None:
        self.rules = rules
        self.p = {card: Fraction(n, shoe.size) for card, n in enumerate(shoe.counts, 1) if n}
        self.by_born, hands = born_gain(rules, self.chance)
        self.start: dict[Count, Fraction] = {}
        for hand in hands:
            found = rules.count(hand)
            if found is not None:
                self.start[found] = self.start.get(found, Fraction(0)) + orders(hand) * self.chance(hand)
        #: How often the banker, or the player, has no born one (and is not dead with his first cards).
        self.plain = sum((orders(hand) * self.chance(hand) for hand in hands), Fraction(0))

    def chance(self, cards: Cards) -> Fraction:
        return prod((self.p.get(card, Fraction(0)) for card in cards), start=Fraction(1))

    @cache  # noqa: B019
    def after(self, held: Count) -> tuple[tuple[int, Fraction, Count | None], ...]:
        """(card, its probability, what the hand counts then)."""
        hard = held[0] - 10 * held[1]
        found = []
        for card, p in self.p.items():
            # The hand again, as an ace for each that counts 11 and points for the rest.
            rest = hard - held[1] + card
            aces = held[1] + (card == 1)
            points = rest - (card == 1) + aces
            best = next(
                ((points + 10 * e, e) for e in range(aces, -1, -1) if points + 10 * e <= self.rules.limit),
                DEAD,
            )
            found.append((card, p, best))
        return tuple(found)

    def bought(self, before: Cards, card: int) -> Cards:
        """The cards bought, as far as they are remembered."""
        return more(before, card) if self.rules.drawn == "open" else (*before, 0)

    def key(self, held: Count, bought: Cards) -> str:
        return count_text(held) + self.rules.seen(bought)

    def against_banker(self, banker: Lookup) -> tuple[Fraction, dict[str, bool]]:
        """The least that the bank gains, and where the best reply draws."""
        rules, replies = self.rules, dict[str, bool]()

        @cache
        def stand(total: int, seen: str) -> Fraction:
            """The bank's gain, the player standing with this total; the banker has no born one."""
            return sum(
                (p * (-1 if end is DEAD else rules.gain(total, end)) for end, p in ends(seen).items()),
                Fraction(0),
            )

        @cache
        def ends(seen: str) -> dict[int | None, Fraction]:
            return self.flow(self.start, lambda held, _: banker(count_text(held) + seen))[""]

        @cache
        def best(held: Count, bought: Cards) -> Fraction:
            seen = rules.seen(bought)
            standing = stand(held[0], seen)
            drawing = Fraction(0)
            for card, p, then in self.after(held):
                drawing += p * (self.plain if then is DEAD else best(then, self.bought(bought, card)))
            replies[self.key(held, bought)] = drawing < standing
            return min(standing, drawing)

        return self.by_born + sum(
            (p * best(held, ()) for held, p in self.start.items()), Fraction(0)
        ), replies

    def flow(
        self,
        start: Mapping[Count, Fraction],
        draws: Callable[[Count, Cards], Fraction],
        remember: bool = False,
    ) -> dict[str, dict[int | None, Fraction]]:
        """By what the banker sees: how often a side ends with each total, or dead."""
        found: dict[str, dict[int | None, Fraction]] = {}
        layer = {(held, ()): p for held, p in start.items()}
        while layer:
            following: dict[tuple[Count, Cards], Fraction] = {}
            for (held, bought), weight in layer.items():
                p = draws(held, bought)
                seen = self.rules.seen(bought) if remember else ""
                self.add(found.setdefault(seen, {}), held[0], weight * (1 - p))
                if p:
                    for card, chance, then in self.after(held):
                        if then is DEAD:
                            self.add(found.setdefault(seen, {}), DEAD, weight * p * chance)
                        else:
                            place = then, self.bought(bought, card) if remember else ()
                            following[place] = following.get(place, Fraction(0)) + weight * p * chance
            layer = following  # type: ignore[assignment]
        return found

    @staticmethod
    def add(law: dict[int | None, Fraction], end: int | None, p: Fraction) -> None:
        if p:
            law[end] = law.get(end, Fraction(0)) + p

    def against_player(self, player: Lookup) -> Fraction:
        """The most that the bank gains."""
        rules = self.rules
        ends = self.flow(self.start, lambda held, bought: player(self.key(held, bought)), remember=True)
        if rules.drawn == "unseen":
            assert set(ends) <= {""}
        total = self.by_born
        for law in ends.values():
            total += law.get(DEAD, Fraction(0)) * self.plain
            alive = [(end, p) for end, p in law.items() if end is not DEAD]
            size = sum((p for _, p in alive), Fraction(0))

            @cache
            def best(held: Count, alive: Any = alive, size: Fraction = size) -> Fraction:
                standing = sum((p * rules.gain(end, held[0]) for end, p in alive), Fraction(0))
                drawing = sum(
                    (p * (-size if then is DEAD else best(then)) for _, p, then in self.after(held)),
                    Fraction(0),
                )
                return max(standing, drawing)

            if alive:
                total += sum((p * best(held) for held, p in self.start.items()), Fraction(0))
        return total

    def infosets(self) -> tuple[set[str], set[str]]:
        """All infosets of the player and of the banker."""
        own: set[tuple[Count, Cards]] = set()
        waiting: list[tuple[Count, Cards]] = [(held, ()) for held in self.start]
        while waiting:
            place = waiting.pop()
            if place not in own:
                own.add(place)
                for card, _, then in self.after(place[0]):
                    if then is not DEAD:
                        waiting.append(
                            (then, self.bought(place[1], card) if self.rules.drawn != "unseen" else ())
                        )
        hands, seen = (
            {held for held, _ in own} | self.all_counts(),
            {self.rules.seen(bought) for _, bought in own},
        )
        return {self.key(*place) for place in own}, {count_text(held) + s for held in hands for s in seen}

    def all_counts(self) -> set[Count]:
        found, waiting = set[Count](), list(self.start)
        while waiting:
            held = waiting.pop()
            if held not in found:
                found.add(held)
                waiting += [then for _, _, then in self.after(held) if then is not DEAD]
        return found


# ------------------------------------------------------------------- from a finite shoe


class Dealt:
    """From a finite shoe: hands are cards; chances are integers over ``size`` falling ``most``."""

    def __init__(self, rules: Rules, shoe: Shoe) -> None:
        self.rules, self.shoe = rules, shoe
        self.n = (0, *shoe.counts)
        self.hands = self.all_hands()
        longest = max(map(len, self.hands), default=0)
        self.most = max(2 * rules.first, min(shoe.size, 2 * longest + 2))
        self.tail = [
            perm(shoe.size - k, self.most - k) if k <= self.most else 0 for k in range(2 * self.most + 3)
        ]
        self.denominator = perm(shoe.size, self.most)
        self.counts = {hand: tuple(hand.count(card) for card in range(11)) for hand in self.hands}
        self.table = [[perm(n, k) for k in range(2 * longest + 2)] for n in self.n]
        self.by_born, hands = born_gain(rules, lambda cards: Fraction(self.ways(cards), self.denominator))
        self.start = {hand: orders(hand) for hand in hands if rules.count(hand) is not DEAD}

    def ways(self, cards: Cards) -> int:
        """In how many ways the shoe deals these cards in their order, and any that follow."""
        return prod(perm(self.n[card], cards.count(card)) for card in set(cards)) * self.tail[len(cards)]

    def pair(self, mine: Cards, other: Cards) -> int:
        """The same for two hands."""
        ways = self.tail[len(mine) + len(other)]
        if ways:
            for row, a, b in zip(self.table, self.counts[mine], self.counts[other], strict=True):
                if a + b:
                    ways *= row[a + b]
                    if not ways:
                        return 0
        return ways

    def all_hands(self) -> list[Cards]:
        """All hands that are neither dead nor born, fewer cards first."""
        layer = {
            hand
            for hand in combinations_with_replacement(range(1, 11), self.rules.first)
            if self.held(hand) and not self.rules.is_born(hand) and self.rules.count(hand) is not DEAD
        }
        found: list[Cards] = []
        while layer:
            found += sorted(layer)
            layer = {grown for hand in layer for grown in self.grown(hand)}
        return found

    def held(self, hand: Cards) -> bool:
        return all(hand.count(card) <= self.n[card] for card in set(hand))

    def grown(self, hand: Cards) -> Iterator[Cards]:
        for card in range(1, 11):
            then = more(hand, card)
            if self.held(then) and self.rules.count(then) is not DEAD:
                yield then

    def killed(self, hand: Cards, other: Cards) -> int:
        """How many of the cards left kill the hand: those that carry it beyond the limit, aces as 1."""
        room = self.rules.limit - sum(hand)
        return sum(
            self.n[card] - hand.count(card) - other.count(card) for card in range(max(room + 1, 1), 11)
        )

    def dying(self, hand: Cards, other: Cards) -> int:
        """The ways in which the next card kills the hand, the other side having its own."""
        ways, left = self.pair(hand, other), self.shoe.size - len(hand) - len(other)
        return ways * self.killed(hand, other) // left if left > 0 else 0

    def key(self, hand: Cards, first: Cards, bought: Cards) -> str:
        return f"{text_of(first)}+{text_of(bought)}" if self.rules.drawn == "open" else text_of(hand)

    def states(self) -> list[tuple[Cards, Cards, Cards]]:
        """(hand, first cards, cards bought) of the player; which are first matters where they lie open."""
        if self.rules.drawn != "open":
            return [(hand, hand[: self.rules.first], hand[self.rules.first :]) for hand in self.hands]
        found: list[tuple[Cards, Cards, Cards]] = []
        layer = {(hand, hand, ()) for hand in self.start}
        while layer:
            found += sorted(layer)
            layer = {
                (then, first, more(bought, card))  # type: ignore[misc]
                for hand, first, bought in layer
                for card in range(1, 11)
                if self.held(then := more(hand, card)) and self.rules.count(then) is not DEAD
            }
        return found

    def next_states(self, state: tuple[Cards, Cards, Cards]) -> Iterator[tuple[Cards, Cards, Cards]]:
        hand, first, bought = state
        for card in range(1, 11):
            then = more(hand, card)
            if self.held(then) and self.rules.count(then) is not DEAD:
                if self.rules.drawn == "open":
                    yield then, first, more(bought, card)
                else:
                    yield then, then[: self.rules.first], then[self.rules.first :]

    def reached(self, player: Lookup) -> dict[tuple[Cards, Cards, Cards], tuple[Fraction, Fraction]]:
        """State -> what stands and what draws there, in orders of the cards."""
        reach: dict[tuple[Cards, Cards, Cards], Fraction] = {}
        for hand, weight in self.start.items():
            reach[hand, hand, ()] = Fraction(weight)
        found: dict[tuple[Cards, Cards, Cards], tuple[Fraction, Fraction]] = {}
        for state in self.states():
            here = reach.get(state, Fraction(0))
            if here and self.occurs(state[0]):
                p = player(self.key(*state))
                found[state] = here * (1 - p), here * p
                if p:
                    for then in self.next_states(state):
                        reach[then] = reach.get(then, Fraction(0)) + here * p
        return found

    @cache  # noqa: B019
    def occurs(self, hand: Cards) -> bool:
        return any(self.pair(hand, other) for other in self.start)

    def against_banker(self, banker: Lookup) -> tuple[Fraction, dict[str, bool]]:
        """The least that the bank gains, and where the best reply draws."""
        rules, replies = self.rules, dict[str, bool]()

        @cache
        def play(seen: str) -> tuple[list[tuple[Cards, int, Fraction]], list[tuple[Cards, Fraction]]]:
            """The banker's hands that stand, with their totals, and those that draw."""
            reach = {hand: Fraction(weight) for hand, weight in self.start.items()}
            stands, draws = [], []
            for hand in self.hands:
                here = reach.get(hand)
                # Where no hand of the player can stand beside it, nothing need be said.
                if here and self.meets(hand, seen):
                    name = text_of(hand) + seen
                    p = banker(name)
                    count = rules.count(hand)
                    assert count is not None
                    if p < 1:
                        stands.append((hand, count[0], here * (1 - p)))
                    if p:
                        draws.append((hand, here * p))
                        for then in self.grown(hand):
                            reach[then] = reach.get(then, Fraction(0)) + here * p
            return stands, draws

        def standing(hand: Cards, seen: str) -> Fraction:
            total = self.total(hand)
            stands, draws = play(seen)
            worth = Fraction(0)
            for other, end, weight in stands:
                if ways := self.pair(hand, other):
                    worth += ways * rules.gain(total, end) * weight
            for other, weight in draws:
                if ways := self.dying(other, hand):
                    worth -= ways * weight
                if rules.talon == "stand" and len(hand) + len(other) == self.shoe.size:
                    worth += self.pair(hand, other) * rules.gain(total, self.total(other)) * weight
            return worth

        best: dict[tuple[Cards, Cards, Cards], Fraction] = {}
        for state in reversed(self.states()):
            hand, _, bought = state
            stand = standing(hand, rules.seen(bought)) if self.occurs(hand) else Fraction(0)
            draw = sum((best[then] for then in self.next_states(state)), Fraction(0)) + self.lost(hand)
            if self.occurs(hand):
                replies[self.key(*state)] = draw < stand
            best[state] = min(stand, draw)
        starts = [state for state in best if len(state[0]) == rules.first]
        total = sum((self.start[state[0]] * best[state] for state in starts), Fraction(0))
        return self.by_born + total / self.denominator, replies

    @cache  # noqa: B019
    def seen_hands(self) -> dict[str, list[Cards]]:
        """What the banker may see -> the player's hands that show it."""
        found: dict[str, list[Cards]] = {}
        for hand, _, bought in self.states():
            if self.occurs(hand):
                found.setdefault(self.rules.seen(bought), []).append(hand)
        return found

    def meets(self, hand: Cards, seen: str) -> bool:
        return any(self.pair(hand, other) for other in self.seen_hands().get(seen, ()))

    def total(self, hand: Cards) -> int:
        count = self.rules.count(hand)
        assert count is not None
        return count[0]

    @cache  # noqa: B019
    def lost(self, hand: Cards) -> Fraction:
        """What the bank gains because the player dies by the next card, or because there is none."""
        worth = sum(weight * self.dying(hand, other) for other, weight in self.start.items())
        if self.rules.talon == "stand" and len(hand) + self.rules.first == self.shoe.size:
            total = self.total(hand)
            worth += sum(
                weight * self.pair(hand, other) * self.rules.gain(total, self.total(other))
                for other, weight in self.start.items()
            )
        return Fraction(worth)

    def against_player(self, player: Lookup) -> Fraction:
        """The most that the bank gains."""
        rules = self.rules
        total = Fraction(0)
        faced: dict[str, list[tuple[Cards, int, Fraction]]] = {}
        for (hand, _, bought), (stands, draws) in self.reached(player).items():
            total += draws * self.lost(hand)
            if stands:
                faced.setdefault(rules.seen(bought), []).append((hand, self.total(hand), stands))
        for others in faced.values():
            best: dict[Cards, Fraction] = {}
            for hand in reversed(self.hands):
                mine = self.total(hand)
                stand = draw = Fraction(0)
                for other, end, weight in others:
                    if ways := self.pair(hand, other):
                        stand += ways * rules.gain(end, mine) * weight
                        left = self.shoe.size - len(hand) - len(other)
                        if left:
                            draw -= ways * self.killed(hand, other) // left * weight
                        elif rules.talon == "stand":
                            draw += ways * rules.gain(end, mine) * weight
                draw += sum((best[then] for then in self.grown(hand)), Fraction(0))
                best[hand] = max(stand, draw)
            total += sum((weight * best[hand] for hand, weight in self.start.items()), Fraction(0))
        return self.by_born + total / self.denominator

    def infosets(self) -> tuple[set[str], set[str]]:
        states = [state for state in self.states() if self.occurs(state[0])]
        banker = {text_of(hand) + s for s in self.seen_hands() for hand in self.hands if self.meets(hand, s)}
        return {self.key(*state) for state in states}, banker


# ---------------------------------------------------------------------------- records


def table_of(data: Record, *names: str) -> tuple[Rules, Shoe, dict[str, Any]]:
    """The rules and the shoe that a record's input gives."""
    shoe, options = read_input(data, *names)
    name, limit, first = NAMES[data["game"]]
    allowed = {
        "drawn": ("closed", "open", "unseen"),
        "ties": ("bank", "push"),
        "born": ("any", "court"),
        "talon": ("void", "stand"),
    }
    for key, texts in allowed.items():
        demand(options.get(key, texts[0]) in texts, f"input, {key}", f"one of {', '.join(texts)} is expected")
    natural = exact(options["natural"], "input, natural")
    demand(1 <= natural <= 100, "input, natural", "1 to 100 is expected")
    known = {key: options[key] for key in allowed if key in options}
    demand(shoe.replacement or shoe.size >= 2 * first, "input, shoe", "it can not deal the first cards")
    return Rules(name, limit, first, natural=natural, **known), shoe, options


def label(rules: Rules) -> list[str]:
    """The options that are not the manual's, as parts of an id."""
    found = []
    if rules.ties != "bank":
        found.append(f"ties-{rules.ties}")
    if rules.natural != 2:
        found.append(option("natural", rules.natural))
    if rules.born != "any":
        found.append(f"born-{rules.born}")
    if rules.talon != "void":
        found.append(f"talon-{rules.talon}")
    return found


def solve(data: Record) -> Derived:
    """Optimal play, or an interval: both strategies against all replies."""
    rules, shoe, _ = table_of(data, "drawn", "ties", "natural", "born", "talon")
    game: Independent | Dealt = Independent(rules, shoe) if shoe.replacement else Dealt(rules, shoe)
    demand(tuple(data["strategies"]) == ("player", "banker"), "strategies", "player and banker are expected")
    lookups, mixed = {}, {}
    for side, known in zip(("player", "banker"), game.infosets(), strict=True):
        plays: dict[str, Fraction] = {}
        for play in data["strategies"][side]:
            where = f"strategies, {side}, infoset {play['infoset']}"
            demand(play["action"] == "draw", where, "the action draw is expected")
            demand(play["infoset"] in known, where, "no such infoset occurs")
            plays[play["infoset"]] = exact(play["probability"], where)
        lookups[side] = _lookup(side, plays)
        mixed[side] = Fraction(sum(0 < p < 1 for p in plays.values()))
    secured = game.against_banker(lookups["banker"])[0]
    conceded = game.against_player(lookups["player"])
    for name, number in (("conceded", conceded), ("secured", secured)):
        given = exact(data["certificate"].get(name), f"certificate, {name}")
        demand(given == number, f"certificate, {name}", f"{given} is written; the replies give {number}")
    interval = data["certificate"].get("kind") == "enclosure"
    kind = "enclosure" if interval else "zero-sum equilibrium"
    demand(data["certificate"].get("kind") == kind, "certificate, kind", f"{kind} is expected")
    demand(interval or conceded == secured, "certificate", "a side can do better: the play is not optimal")
    value: Any = conceded if conceded == secured else Interval(secured, conceded)
    values: dict[str, tuple[Any, str]] = {"value": (value, STAKE)}
    if not interval:
        values |= {f"{side}_mixes": (number, "infosets") for side, number in mixed.items()}
    parts = [rules.name, *(["enclosed"] if interval else []), rules.drawn, *label(rules), shoe.label]
    return Derived(".".join(parts), "both strategies against all replies", values, {}, certified=True)


def _lookup(side: str, plays: Mapping[str, Fraction]) -> Lookup:
    def of(name: str) -> Fraction:
        demand(name in plays, f"strategies, {side}", f"the infoset {name} is missing")
        return plays[name]

    return of


def against_rule(data: Record) -> Derived:
    """A banker who draws below given totals, and the player's best reply."""
    rules, shoe, options = table_of(data, "hard", "soft", "ties", "natural", "born", "talon")
    hard, soft = (int(exact(options[name], f"input, {name}")) for name in ("hard", "soft"))
    game: Independent | Dealt = Independent(rules, shoe) if shoe.replacement else Dealt(rules, shoe)

    def draws(name: str) -> Fraction:
        hand = name.split("|")[0]
        if shoe.replacement:
            elevens = hand.count("s")
            total = int(hand[elevens:])
        else:
            found = rules.count(tuple(map(int, hand.split(","))))
            assert found is not None
            total, elevens = found
        return Fraction(int(total < (soft if elevens else hard)))

    value, replies = game.against_banker(draws)
    known = {row[0] for row in data["tables"].get("player", {"rows": []})["rows"]}
    demand(known == set(replies), "table player", "just the player's infosets are expected")
    rows: dict[Label, tuple[Fraction, ...]] = {
        (row[0],): (Fraction(int(replies[row[0]])),) for row in data["tables"]["player"]["rows"]
    }
    name = str(hard) if hard == soft else f"{hard}-soft-{soft}"
    return Derived(
        ".".join([rules.name, f"against-rule-{name}", *label(rules), shoe.label]),
        "the player's best reply",
        {"value": (value, STAKE)},
        {"player": Table((("infoset", "label"), ("draws", "draws")), rows)},
    )


def born(data: Record) -> Derived:
    """How often first cards are a born one, from 1 to 8 packs, and the formula in their number."""
    name, limit, first = NAMES[data["game"]]
    demand(tuple(data["input"]) == ("born", "formula"), "input", "born, formula are expected, in this order")
    kind = data["input"]["born"]
    demand(kind in ("any", "court"), "input, born", "any or court is expected")
    rules = Rules(name, limit, first, born=kind)
    found = {}
    for packs in range(1, 9):
        counts = (0, *(packs * n for n in PACK))
        ways = sum(
            orders(hand) * prod(perm(counts[card], hand.count(card)) for card in set(hand))
            for hand in combinations_with_replacement(range(1, 11), first)
            if rules.is_born(hand)
        )
        found[packs] = Fraction(ways, perm(52 * packs, first))
        right = evaluated(data["input"]["formula"], packs) == found[packs]
        demand(right, "input, formula", f"it does not give what {packs} packs give")
    columns = (("packs", "label"), ("probability", PER_COUP))
    rows: dict[Label, tuple[Fraction, ...]] = {(str(packs),): (p,) for packs, p in found.items()}
    return Derived(
        ".".join([name, "born", *label(rules), "1-to-8-packs"]),
        "all first hands, counted",
        {"born": (found[1], PER_COUP)},
        {"packs": Table(columns, rows)},
    )


def evaluated(formula: object, packs: int) -> Fraction:
    """A formula in d of whole numbers, + - * / and powers."""
    demand(isinstance(formula, str) and len(formula) < 1000, "input, formula", "a text is expected")

    def of(node: ast.expr) -> Fraction:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return Fraction(node.value)
        if isinstance(node, ast.Name) and node.id == "d":
            return Fraction(packs)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -of(node.operand)
        if isinstance(node, ast.BinOp):
            a, b = of(node.left), of(node.right)
            if isinstance(node.op, ast.Add):
                return a + b
            if isinstance(node.op, ast.Sub):
                return a - b
            if isinstance(node.op, ast.Mult):
                return a * b
            if isinstance(node.op, ast.Div) and b:
                return a / b
            if isinstance(node.op, ast.Pow) and b.denominator == 1 and 0 <= b <= 9:
                return Fraction(a ** int(b))
        demand(False, "input, formula", "only whole numbers, d, + - * / and small powers are expected")
        raise AssertionError

    return of(ast.parse(str(formula), mode="eval").body)


QUESTIONS: dict[str, Callable[[Record], Derived]] = {
    "solve": solve,
    "against_rule": against_rule,
    "born": born,
}
