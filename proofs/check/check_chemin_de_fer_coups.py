"""Chemin de fer: the rules, all coups of a shoe, and what two given strategies make of them.

The rules (article on baccara, chapter on chemin de fer): four cards are dealt, to the ponte, the banker, the
ponte and the banker in turn. Only the last digit of a sum counts; tens and court cards count nothing. If
the ponte has 8 or 9, no third card is drawn. Otherwise he draws a third card or stands. Then the banker
looks at his cards: with 8 or 9 he gives no card. Otherwise the ponte's third card, if he asked for one, is
dealt face up, and the banker draws or stands. The higher total wins, 1 : 1; equal totals are void. The
banker pays a tax, a part of what he wins. Who may choose where is said by ``Rules``.

All pairs of hands are gone through, and behind each pair all third cards (``branches``). Every coup is
padded to six cards, which changes no probability; so all weights are numbers of ordered deals of six cards.
What a side knows when it chooses is an infoset: its total or its hand, and for the banker the third card
of the ponte. Infosets are named as in the records: ``5``, ``0,5``, ``6|stood``, ``0,6|9``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from math import lcm, perm, prod
from operator import add, mul

from check_form import Shoe, demand

Hand = tuple[int, int]
#: The ponte's third card in baccara points, None if he stood.
Third = int | None
#: Infoset -> probability of drawing.
Strategy = Mapping[str, Fraction]

CARDS = 6
TOTALS = range(8)
HANDS: tuple[Hand, ...] = tuple((a, b) for a in range(10) for b in range(a, 10))
#: The hands with which a side may have a choice.
CHOOSING: tuple[Hand, ...] = tuple(hand for hand in HANDS if sum(hand) % 10 < 8)
THIRDS: tuple[Third, ...] = (*range(10), None)
SEEN = (*map(str, range(10)), "stood")
INFORMATION = ("totals", "banker", "both")

#: The tableau de tirage: D draws, S stands, F is free (volonté). For the ponte by his totals 0, ..., 7; for
#: the banker a row for each total, by the ponte's third card 0, ..., 9, and last: the ponte stood.
PONTE = "DDDDDFSS"
BANKER = (
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDDDD",
    "DDDDDDDDSFD",
    "SSDDDDDDSSD",
    "SSSSFDDDSSD",
    "SSSSSSDDSSS",
    "SSSSSSSSSSS",
)
FREE = ("F" * len(SEEN),) * len(TOTALS)

#: [banker's total][ponte's final total]: for each card of the banker's whether he wins, and loses, with it.
WINS = [[[int((own + card) % 10 > other) for card in range(10)] for other in range(10)] for own in TOTALS]
LOSES = [[[int((own + card) % 10 < other) for card in range(10)] for other in range(10)] for own in TOTALS]


@dataclass(frozen=True)
class Rules:
    """Who may choose where: a letter D, S or F for each total, as in PONTE and BANKER.

    ``ponte_hands`` and ``banker_hands``: exceptions for single hands, by the names of the infosets.
    """

    ponte: str
    banker: tuple[str, ...]
    ponte_hands: tuple[tuple[str, str], ...] = ()
    banker_hands: tuple[tuple[str, str], ...] = ()

    def of_ponte(self, infoset: str) -> str:
        """What the ponte has to do: D, S, or F for free."""
        return dict(self.ponte_hands).get(infoset, self.ponte[total_of(infoset)])

    def of_banker(self, infoset: str) -> str:
        """What the banker has to do."""
        own, seen = infoset.split("|")
        return dict(self.banker_hands).get(infoset, self.banker[total_of(own)][SEEN.index(seen)])


PRESETS = {
    "classical": Rules(PONTE, FREE),
    "tableau": Rules(PONTE, BANKER),
    "unrestricted": Rules("F" * len(TOTALS), FREE),
}


def total_of(holding: str) -> int:
    """The total of a total or a hand as it is written: ``5`` or ``9,6``."""
    return sum(map(int, holding.split(","))) % 10


def values_of(shoe: Shoe) -> tuple[int, ...]:
    """The number of cards of each baccara value 0, ..., 9."""
    return (shoe.counts[9], *shoe.counts[:9])


def four_cards(shoe: Shoe, ponte: Hand, banker: Hand) -> int:
    """In how many ways four cards are dealt so that both have these hands."""
    counts, cards = values_of(shoe), (*ponte, *banker)
    take = pow if shoe.replacement else perm
    orders = (1 + (ponte[0] != ponte[1])) * (1 + (banker[0] != banker[1]))
    return orders * prod(take(counts[value], cards.count(value)) for value in set(cards))


def two_cards(shoe: Shoe) -> int:
    """In how many ways the fifth and the sixth card lie behind any four."""
    return shoe.size**2 if shoe.replacement else (shoe.size - 4) * (shoe.size - 5)


def all_deals(shoe: Shoe) -> int:
    """The number of ordered deals of six cards."""
    return shoe.size**CARDS if shoe.replacement else perm(shoe.size, CARDS)


def branches(shoe: Shoe, ponte: Hand, banker: Hand) -> Iterator[tuple[int, int, list[int]]]:
    """Behind two hands without a naturel: (place of the third card in THIRDS, deals, cards left).

    ``cards left``: those of each value of which the banker's card is one, if he draws it. ``deals`` counts
    the deals up to it: times the number of cards left of a value, they are all deals with that card;
    times the number of all cards left, they are all deals that come here.
    """
    four = four_cards(shoe, ponte, banker)
    if not four:
        return
    gone = 0 if shoe.replacement else 1
    left = list(values_of(shoe))
    for card in (*ponte, *banker):
        left[card] -= gone
    for third, number in enumerate(left):
        if number:
            rest = left.copy()
            rest[third] -= gone
            yield third, four * number, rest
    # The ponte stood: a sixth card lies there that nobody sees.
    yield len(SEEN) - 1, four * (shoe.size - 5 * gone), left


def final(hand: Hand, place: int) -> int:
    """The ponte's final total."""
    third = THIRDS[place]
    return (sum(hand) + (third or 0)) % 10


# -------------------------------------------------------------------------- games

Matrix = list[list[int]]


@dataclass(frozen=True, eq=False)
class Game:
    """All coups of a shoe by who knows what; weights are numbers of ordered deals of six cards.

    Matrices have a row for each infoset of the ponte and a column for each of the banker, a third card
    after the other, "stood" the last of eleven. ``reach``: the deals that come there if the ponte
    acts so. ``won`` and ``lost``: those that the banker wins and loses, if he stands (0) and draws (1).
    ``deals``: those with each infoset of the ponte. ``naturels``: (totals of the ponte, the banker) ->
    deals, for coups in which a naturel settles all.
    """

    everything: int
    ponte: list[str]
    banker: list[str]
    deals: list[int]
    naturels: Mapping[tuple[int, int], int]
    reach: Matrix
    won: tuple[Matrix, Matrix]
    lost: tuple[Matrix, Matrix]

    @cached_property
    def loss(self) -> Payoff:
        """What the ponte loses."""
        return self.payoff(Fraction(0))

    def payoff(self, tax: Fraction) -> Payoff:
        """What the banker gains after the tax on what he wins."""
        whole, kept = tax.denominator, tax.denominator - tax.numerator
        worths = [
            [[kept * w - whole * b for w, b in zip(*rows, strict=True)] for rows in zip(*both, strict=True)]
            for both in zip(self.won, self.lost, strict=True)
        ]
        settled = sum(
            deals * ((kept if b > p else 0) - (whole if b < p else 0))
            for (p, b), deals in self.naturels.items()
        )
        return Payoff(whole * self.everything, settled, worths[0], worths[1])

    def occurring(self, rules: Rules) -> tuple[list[bool], list[bool]]:
        """Which infosets of the ponte, and of the banker, can occur when the ponte keeps to the rules."""
        forced = [rules.of_ponte(infoset) for infoset in self.ponte]
        drawn = [row for row, letter in zip(self.reach, forced, strict=True) if letter != "S"]
        stood = [row for row, letter in zip(self.reach, forced, strict=True) if letter != "D"]
        cells = [
            any(row[j] for row in (stood if infoset.endswith("stood") else drawn))
            for j, infoset in enumerate(self.banker)
        ]
        return [deals > 0 for deals in self.deals], cells


@dataclass(frozen=True)
class Payoff:
    """An expectation, times ``whole``: ``settled`` by naturels, else by the banker's standing and drawing."""

    whole: int
    settled: int
    stand: Matrix
    draw: Matrix


@lru_cache(maxsize=2)
def by_hands(shoe: Shoe) -> Game:
    """The coups of a shoe when both sides know their cards."""
    names = [f"{a},{b}" for a, b in CHOOSING]
    width = len(CHOOSING) * len(SEEN)
    reach, *results = ([[0] * width for _ in CHOOSING] for _ in range(5))
    won, won_drawing, lost, lost_drawing = results
    naturels: dict[tuple[int, int], int] = {}
    deals = dict.fromkeys(CHOOSING, 0)
    for hand, other in product(HANDS, HANDS):
        p, b = sum(hand) % 10, sum(other) % 10
        four = four_cards(shoe, hand, other) * two_cards(shoe)
        if hand in deals:
            deals[hand] += four
        if p >= 8 or b >= 8:
            naturels[p, b] = naturels.get((p, b), 0) + four
            continue
        i, begin = CHOOSING.index(hand), CHOOSING.index(other) * len(SEEN)
        for place, number, left in branches(shoe, hand, other):
            end, j = final(hand, place), begin + place
            reach[i][j] = here = number * sum(left)
            won[i][j], lost[i][j] = here * (b > end), here * (b < end)
            won_drawing[i][j] = number * sum(map(mul, left, WINS[b][end]))
            lost_drawing[i][j] = number * sum(map(mul, left, LOSES[b][end]))
    banker = [f"{name}|{seen}" for name in names for seen in SEEN]
    found = Game(
        *(all_deals(shoe), names, banker, list(deals.values()), naturels),
        *(reach, (won, won_drawing), (lost, lost_drawing)),
    )
    stood = sum(row[j] for row in reach for j in range(len(SEEN) - 1, width, len(SEEN)))
    assert sum(naturels.values()) + stood == found.everything
    return found


@lru_cache(maxsize=6)
def game(shoe: Shoe, information: str) -> Game:
    """The coups of a shoe, hands with the same total thrown together where a side knows its total only."""
    hands = by_hands(shoe)
    if information == "both":
        return hands
    totals = [total_of(name) for name in hands.ponte]
    columns = len(TOTALS if information == "totals" else CHOOSING) * len(SEEN)

    def thrown(matrix: Matrix) -> Matrix:
        rows = [[0] * columns for _ in TOTALS]
        for own, row in zip(totals, matrix, strict=True):
            if information == "banker":
                rows[own] = list(map(add, rows[own], row))
                continue
            for other, begin in zip(totals, range(0, len(row), len(SEEN)), strict=True):
                part = slice(other * len(SEEN), (other + 1) * len(SEEN))
                rows[own][part] = map(add, rows[own][part], row[begin : begin + len(SEEN)])
        return rows

    names = [str(own) for own in TOTALS]
    return Game(
        everything=hands.everything,
        ponte=names,
        banker=hands.banker if information == "banker" else [f"{own}|{s}" for own in names for s in SEEN],
        deals=[sum(n for t, n in zip(totals, hands.deals, strict=True) if t == own) for own in TOTALS],
        naturels=hands.naturels,
        reach=thrown(hands.reach),
        won=(thrown(hands.won[0]), thrown(hands.won[1])),
        lost=(thrown(hands.lost[0]), thrown(hands.lost[1])),
    )


# --------------------------------------------------------------- what strategies bring


def scaled(strategy: Strategy, infosets: Iterable[str]) -> tuple[list[int], int]:
    """The probabilities of drawing over one denominator; infosets that cannot occur draw never."""
    whole = lcm(*(p.denominator for p in strategy.values()))
    return [int(strategy.get(infoset, Fraction(0)) * whole) for infoset in infosets], whole


def in_columns(game: Game, matrix: Matrix, ponte: Strategy) -> list[Fraction]:
    """For each infoset of the banker the sum over the ponte's, by how often he acts so."""
    draws, whole = scaled(ponte, game.ponte)
    sums = [0] * len(game.banker)
    for share, row in zip(draws, matrix, strict=True):
        shares = [*[share] * 10, whole - share] * (len(row) // len(SEEN))
        sums = list(map(add, sums, map(mul, shares, row)))
    return [Fraction(number, whole) for number in sums]


def in_rows(game: Game, payoff: Payoff, banker: Strategy) -> tuple[list[Fraction], list[Fraction]]:
    """What standing and drawing bring to the banker in each infoset of the ponte, naturels apart."""
    draws, whole = scaled(banker, game.banker)
    stands = [whole - share for share in draws]
    standing, drawing = [], []
    for stand, draw in zip(payoff.stand, payoff.draw, strict=True):
        worth = list(map(add, map(mul, stands, stand), map(mul, draws, draw)))
        stood = sum(worth[len(SEEN) - 1 :: len(SEEN)])
        standing.append(Fraction(stood, whole))
        drawing.append(Fraction(sum(worth) - stood, whole))
    return standing, drawing


def results(
    shoe: Shoe, information: str, ponte: Strategy, banker: Strategy
) -> dict[tuple[int, int, int], Fraction]:
    """The joint law of (final total of the ponte, of the banker, number of cards) under two strategies."""
    played = game(shoe, information)
    xs, x_whole = scaled(ponte, played.ponte)
    ys, y_whole = scaled(banker, played.banker)
    weights: dict[tuple[int, int, int], int] = {}

    def count(p: int, b: int, cards: int, weight: int) -> None:
        weights[p, b, cards] = weights.get((p, b, cards), 0) + weight

    for (p, b), deals in played.naturels.items():
        count(p, b, 4, deals * x_whole * y_whole)
    for i, hand in enumerate(CHOOSING):
        x = xs[i if information == "both" else sum(hand) % 10]
        for j, other in enumerate(CHOOSING):
            own = sum(other) % 10
            begin = (own if information == "totals" else j) * len(SEEN)
            for place, number, left in branches(shoe, hand, other):
                drew = THIRDS[place] is not None
                share, y, end = number * (x if drew else x_whole - x), ys[begin + place], final(hand, place)
                if share and y != y_whole:
                    count(end, own, 4 + drew, share * (y_whole - y) * sum(left))
                if share and y:
                    for card, cards_left in enumerate(left):
                        count(end, (own + card) % 10, 5 + drew, share * y * cards_left)
    everything = all_deals(shoe) * x_whole * y_whole
    assert sum(weights.values()) == everything
    return {outcome: Fraction(weight, everything) for outcome, weight in weights.items()}


# ------------------------------------------------------------------------ one decision


def decision(
    shoe: Shoe, information: str, side: str, infoset: str, other: Strategy, tax: Fraction
) -> tuple[Fraction, Fraction, Fraction]:
    """How often an infoset occurs, and what standing and drawing bring there per coup to who chooses.

    ``other``: how the other side plays. All coups with this infoset are gone through, no others.
    """
    own, _, seen = infoset.partition("|")
    mine = [hand for hand in CHOOSING if own in (f"{hand[0]},{hand[1]}", str(sum(hand) % 10))]
    draws, whole = scaled(other, other)
    draws_in = dict(zip(other, draws, strict=True))
    tax_whole, kept = tax.denominator, tax.denominator - tax.numerator
    occurs, standing, drawing = 0, 0, 0

    def worth(b: int, end: int, left: list[int]) -> tuple[int, int]:
        """What the banker's standing and drawing bring, times the cards left and ``tax_whole``."""
        stood = sum(left) * (kept * (b > end) - tax_whole * (b < end))
        return stood, kept * sum(map(mul, left, WINS[b][end])) - tax_whole * sum(
            map(mul, left, LOSES[b][end])
        )

    if side == "ponte":
        kept = tax_whole  # the tax is none of his
        for hand, theirs in product(mine, HANDS):
            deals = four_cards(shoe, hand, theirs) * two_cards(shoe) * whole * tax_whole
            occurs += deals
            b = sum(theirs) % 10
            if b >= 8:
                standing -= deals
                drawing -= deals
                continue
            holding = str(b) if information == "totals" else f"{theirs[0]},{theirs[1]}"
            for place, number, left in branches(shoe, hand, theirs):
                y = draws_in.get(f"{holding}|{SEEN[place]}", 0)
                stands, draws_too = worth(b, final(hand, place), left)
                lost = number * ((whole - y) * stands + y * draws_too)
                if THIRDS[place] is None:
                    standing -= lost
                else:
                    drawing -= lost
    else:
        for theirs, hand in product(CHOOSING, mine):
            p = str(sum(theirs) % 10) if information != "both" else f"{theirs[0]},{theirs[1]}"
            x = draws_in.get(p, 0)
            share = whole - x if seen == "stood" else x
            for place, number, left in branches(shoe, theirs, hand) if share else ():
                if SEEN[place] == seen:
                    stands, draws_too = worth(sum(hand) % 10, final(theirs, place), left)
                    occurs += share * number * sum(left) * tax_whole
                    standing += share * number * stands
                    drawing += share * number * draws_too
    everything = all_deals(shoe) * whole * tax_whole
    return Fraction(occurs, everything), Fraction(standing, everything), Fraction(drawing, everything)


def require_coup(shoe: Shoe) -> None:
    """A coup may take six cards."""
    demand(shoe.replacement or shoe.size >= CARDS, "input, shoe", "six cards are needed")
