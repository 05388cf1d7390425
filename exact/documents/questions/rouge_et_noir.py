"""The questions that decide the claims of the document *Rouge et noir*."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from exact.documents.answers import Answer, Arguments
from exact.documents.models import Model
from exact.games import rouge_et_noir, roulette
from exact.games.rouge_et_noir import simplified
from exact.games.rouge_et_noir.rules import LIMIT, TOTALS, Rows, step
from exact.rational import decimal
from exact.records import shoe_label
from exact.shoe import CARD_NAMES, card_points
from exact.tree import Settle

#: The thirteen ranks.
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def cards(model: Model, arguments: Arguments) -> Answer:
    """The number of cards in the shoe."""
    assert model.shoe is not None
    return Answer(Fraction(model.shoe.size))


def card_values(model: Model, arguments: Arguments) -> Answer:
    """What each rank counts as the first card of a row."""
    counted = {name: Rows().receive(points).rouge for name in RANKS for points in card_points([name])}
    wanted = {"A": 1, "J": 10, "Q": 10, "K": 10}
    right = [value == wanted.get(name, int(name) if name.isdigit() else 0) for name, value in counted.items()]
    return Answer(holds=all(right), text=f"so for {sum(right)} of {len(right)} ranks")


def rouge_first(model: Model, arguments: Arguments) -> Answer:
    """The first card goes to rouge, a card after a complete row to noir; the joint law is symmetric."""
    dealt = Rows().receive(9) == Rows(9, 0) and Rows(31, 0).receive(9) == Rows(31, 9)
    assert model.shoe is not None
    law = rouge_et_noir.totals(model.shoe)
    same = all(law[a, b] == law[b, a] for a in TOTALS for b in TOTALS)
    return Answer(holds=dealt and same, text="and the joint law of both rows is symmetric" if same else "")


def row_range(model: Model, arguments: Arguments) -> Answer:
    """Where a completed row ends: after every total that goes on, and every card; or from one shoe."""
    if model.shoe is None:
        ends = set()
        for total in range(LIMIT):
            for card in range(1, 11):
                after = Rows(rouge=total).receive(card)
                if after.rouge >= LIMIT:
                    ends.add(after.rouge)
    else:
        ends = {total for total in rouge_et_noir.row_totals(model.shoe) if total is not None}
    least, most = min(ends), max(ends)
    found = f"rows end in {least} to {most}"
    right = (least, most) == (arguments["least"], arguments["most"])
    return Answer(holds=right, text=found, record="" if model.shoe is None else _record(model, "row"))


def lower_total_wins(model: Model, arguments: Arguments) -> Answer:
    """All pairs of different totals, settled by the rules."""
    pairs = [(a, b) for a in TOTALS for b in TOTALS if a != b]
    lower_wins = Fraction(0), Fraction(1), Fraction(-1)
    higher_loses = Fraction(0), Fraction(-1), Fraction(1)
    right = [settled(a, b) == (lower_wins if a < b else higher_loses) for a, b in pairs]
    return Answer(holds=all(right), text=f"so in {sum(right)} of {len(pairs)} pairs of different totals")


def example(model: Model, arguments: Arguments) -> Answer:
    """One pair of totals, settled by the rules."""
    _, rouge, noir = settled(arguments["rouge"], arguments["noir"])
    winner = "rouge" if rouge > noir else "noir" if noir > rouge else "nobody"
    return Answer(holds=winner == arguments["winner"], text=f"{winner} wins, {max(rouge, noir)} : 1")


def apres_is_void(model: Model, arguments: Arguments) -> Answer:
    """All equal totals but 31, settled by the rules."""
    void = [not any(settled(total, total)) for total in TOTALS if total != LIMIT]
    return Answer(holds=all(void), text=f"so in {sum(void)} of {len(void)} cases")


def refait_loss(model: Model, arguments: Arguments) -> Answer:
    """What a stake loses at 31 : 31; the same in both fields, and to the bank."""
    bank, rouge, noir = settled(LIMIT, LIMIT)
    return Answer(-rouge, rouge == noir and bank == -rouge - noir)


def last_cards(model: Model, arguments: Arguments) -> Answer:
    """The ranks that can end a row in one total: those of ``least`` points or more, and no others."""
    assert model.shoe is not None
    law = rouge_et_noir.last_cards(model.shoe)
    points = [pair[1] for pair in law if pair is not None and pair[0] == arguments["total"]]
    ranks = [name for p in points for name in (["10", "J", "Q", "K"] if p == 10 else [CARD_NAMES[p - 1]])]
    named = points == list(range(arguments["least"], 11))
    found = f"the last card can be {', '.join(ranks)}"
    return Answer(Fraction(len(ranks)), named, found, _record(model, "row"))


def proportion(model: Model, arguments: Arguments) -> Answer:
    """Whether the law of a row is the proportion; where it is farthest from it, relatively."""
    row = simplified.ROW if model.shoe is None else rouge_et_noir.row_totals(model.shoe)
    errors = {total: simplified.ROW[total] / row[total] - 1 for total in TOTALS}
    worst = max(TOTALS, key=lambda total: abs(errors[total]))
    if errors[worst] == 0:
        return Answer(holds=True, text="exactly", record=_record(model))
    percent = f"{decimal(100 * errors[worst], 4)} %"
    found = f"largest relative error of the proportion: {percent}, at {worst}"
    return Answer(holds=False, text=found, record=_record(model, "row"))


def counted_coups_per_refait(model: Model, arguments: Arguments) -> Answer:
    """The mean number of counted coups to one refait."""
    coup = _coup(model)
    return Answer(coup.counted / coup.refait, record=_record(model, value="counted_per_refait"))


def half_of_one_in(model: Model, arguments: Arguments) -> Answer:
    """1/2 * 1/number."""
    return Answer(Fraction(1, 2) * Fraction(1, arguments["number"]))


def advantage_counted(model: Model, arguments: Arguments) -> Answer:
    """The bank's advantage per counted coup."""
    return Answer(_coup(model).edge_counted, record=_record(model, value="edge_counted"))


def roulette_advantage(model: Model, arguments: Arguments) -> Answer:
    """The bank's advantage on an even chance of roulette, half of the stakes being taken at zero."""
    return Answer(roulette.even_chance_edge())


def below_roulette_counted(model: Model, arguments: Arguments) -> Answer:
    """Whether the advantage per counted coup is smaller than roulette's."""
    return _below_roulette(_coup(model).edge_counted, _record(model, value="edge_counted"))


def below_roulette(model: Model, arguments: Arguments) -> Answer:
    """Whether the advantage per coup is smaller than roulette's."""
    return _below_roulette(_coup(model).edge, _record(model, value="edge"))


def settled(rouge: int, noir: int) -> tuple[Fraction, ...]:
    """What the bank, a unit on rouge and a unit on noir gain when the rows end in these totals."""
    node = step(Rows(rouge, noir))
    assert isinstance(node, Settle)
    return node.payoffs


def _below_roulette(edge: Fraction, record: str) -> Answer:
    yardstick = roulette.even_chance_edge()
    relation = "<" if edge < yardstick else "not <"
    text = f"{decimal(100 * edge, 5)} % {relation} {decimal(100 * yardstick, 5)} %"
    return Answer(holds=edge < yardstick, text=text, record=record)


def _record(model: Model, question: str = "analyse", value: str = "") -> str:
    """The published record about the model's shoe, and the name of a value in it."""
    if model.shoe is None:
        question = "analyse"
    id_ = f"rouge-et-noir.{question}.{'simplified' if model.shoe is None else shoe_label(model.shoe)}"
    return f"{id_}#{value}" if value else id_


@lru_cache(maxsize=32)
def _coup(model: Model) -> rouge_et_noir.Analysis:
    if model.shoe is None:
        return rouge_et_noir.analyse_simplified()
    return rouge_et_noir.analyse(model.shoe)
