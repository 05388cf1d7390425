"""The questions that decide the claims of the manual on vingt et un and trente et un."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from types import ModuleType

from exact.documents.answers import Answer, Arguments
from exact.documents.models import Model
from exact.games import trente_et_un, vingt_et_un
from exact.games.buying.figures import Causes
from exact.games.buying.hands import points
from exact.games.buying.options import table_of
from exact.games.buying.rules import Coup, Table, step
from exact.games.buying.solution import Equilibrium
from exact.rational import decimal
from exact.shoe import Shoe
from exact.tree import Choose, Deal, Node, Settle

GAMES = {"vingt et un": vingt_et_un, "trente et un": trente_et_un}


def hands_count(model: Model, arguments: Arguments) -> Answer:
    """Hands that the document's words decide: an ace is 11 or 1 as suits, each by itself, courts are ten."""
    cases = [
        ((1, 10), 21, 21),
        ((1, 5, 10), 21, 16),
        ((1, 1, 9), 21, 21),
        ((1, 1, 9), 31, 31),
        ((1, 1, 1), 31, 23),
    ]
    found = []
    for cards, limit, total in cases:
        held = points(cards, limit)
        found.append(held is not None and held.total == total)
    return Answer(holds=all(found), text="an ace, five and ten count 16 of 21; three aces 23 of 31")


def born_pays(model: Model, arguments: Arguments) -> Answer:
    """Coups with born ones settled by the rules: double, from the banker's side too, but single between
    two.
    """
    born, other = (1, 10), (10, 5)
    found = [_first(*hands) for hands in ((born, other), (other, born), (born, born))]
    return Answer(holds=found == [2, -2, -1], text="the player gains 2, -2 and -1 stakes")


def dead_is_out(model: Model, arguments: Arguments) -> Answer:
    """A player who dies loses at once, and a banker who dies pays those who are not dead."""
    player = _played([10, 6, 10, 2, 7], ["draw"])
    banker = _played([10, 2, 10, 6, 9], ["stand", "draw"])
    right = isinstance(player, Settle) and player.payoffs[0] == -1
    right = right and isinstance(banker, Settle) and banker.payoffs[0] == 1
    return Answer(holds=right, text="the banker needs not even draw against the dead")


def order_of_drawing(model: Model, arguments: Arguments) -> Answer:
    """What the bank gains because the player must draw first, and is lost although the banker may die too."""
    part = _causes(_game(arguments), _shoe(model)).order
    return Answer(holds=part > 0, text=f"it gives the bank {decimal(100 * part, 6)} % of a stake a coup")


def ties_to_the_bank(model: Model, arguments: Arguments) -> Answer:
    """What the bank gains because equal totals are its own."""
    part = _causes(_game(arguments), _shoe(model)).ties
    return Answer(holds=part > 0, text=f"it gives the bank {decimal(100 * part, 6)} % of a stake a coup")


def double_payments(model: Model, arguments: Arguments) -> Answer:
    """Whether either side gains by the double payments."""
    found = _causes(_game(arguments), _shoe(model))
    return Answer(
        holds=found.double == 0,
        text="neither side gains by them, each being as often the only one with a born one; that the "
        "bank wins "
        f"when both have one gives it {decimal(100 * found.both_born, 6)} %",
    )


def announcing(model: Model, arguments: Arguments) -> Answer:
    """Whether a born one that is kept back is ever worth more: every card and choice that may follow is
    tried.
    """
    table = Table(21, 2, announcing="free")
    worse = []
    for banker in ((1, 10), (9, 10), (5, 6), (1, 1), (2, 3)):
        node = _played([1, 10, *banker], [], table)
        assert isinstance(node, Choose)
        (announced,) = set(_gains(node.options["announce"], ()))
        worse.append(all(announced >= gain for gain in _gains(node.options["hide"], (1, 5, 10))))
    return Answer(holds=all(worse), text="announcing is at least as good, whatever the banker has and does")


def very_similar(model: Model, arguments: Arguments) -> Answer:
    """Whether the two games are alike: the bank's gain, and where optimal play turns from drawing to
    standing.
    """
    one, other = _solved(vingt_et_un, _shoe(model)), _solved(trente_et_un, _shoe(model))
    difference = other.value - one.value
    turns = [_turn(one, 0), _turn(other, 0), _turn(one, 1), _turn(other, 1)]
    alike = abs(difference) < Fraction(1, 100) and turns[1] - turns[0] == 10 == turns[3] - turns[2]
    births = [game.born().limit for game in (vingt_et_un, trente_et_un)]
    return Answer(
        holds=alike,
        text=f"the bank gains {decimal(100 * one.value, 6)} and {decimal(100 * other.value, 6)} %; "
        f"without a soft ace "
        f"the player draws below {turns[0]} and {turns[1]}, with one below {turns[2]} and {turns[3]}; a "
        f"born one "
        f"comes once in {decimal(1 / births[0], 4)} and {decimal(1 / births[1], 4)} hands",
    )


def _turn(found: Equilibrium, soft: int) -> int:
    """The least total on which the player with his first cards always stands, with so many aces counted
    11.
    """
    drawn = [key[0].total for key, p in found.player.items() if key[0].soft == soft and key[1] == 0 and p]
    return 1 + int(max(drawn))


def _shoe(model: Model) -> Shoe:
    assert model.shoe is not None
    return model.shoe


def _game(arguments: Arguments) -> ModuleType:
    return GAMES[arguments["game"]]


@lru_cache(maxsize=8)
def _solved(game: ModuleType, shoe: Shoe) -> Equilibrium:
    solved: Equilibrium = game.solve(shoe)
    return solved


@lru_cache(maxsize=8)
def _causes(game: ModuleType, shoe: Shoe) -> Causes:
    found: Causes = game.causes(shoe)
    return found


def _played(cards: list[int], actions: list[str], table: Table | None = None) -> Node:
    """The node reached when these cards fall, in the order of dealing, and these actions are chosen."""
    falling, choices = iter(cards), iter(actions)
    node = step(Coup.start(table or table_of(21)))
    while True:
        if isinstance(node, Deal):
            node = step(node.after.receive(next(falling)))
        elif isinstance(node, Choose) and (action := next(choices, None)) is not None:
            node = step(node.options[action])
        else:
            return node


def _first(player: tuple[int, ...], banker: tuple[int, ...]) -> Fraction | None:
    """The player's gain from first cards that settle the coup."""
    node = _played([*player, *banker], [])
    return node.payoffs[0] if isinstance(node, Settle) else None


def _gains(position: object, cards: tuple[int, ...], depth: int = 3) -> list[Fraction]:
    """What the player may gain from here on, whatever is chosen; up to ``depth`` of these cards fall."""
    node = step(position)  # type: ignore[arg-type]
    if isinstance(node, Settle):
        return [node.payoffs[0]]
    if isinstance(node, Choose):
        return [gain for following in node.options.values() for gain in _gains(following, cards, depth)]
    if not depth:
        return []
    return [gain for card in cards for gain in _gains(node.after.receive(card), cards, depth - 1)]
