"""The drawing rules as data: which cells are free, and to what the others are forced.

A cell is what a side knows when it chooses: a total of the ponte, or a total of the banker with the
third card that he gave. The document's table lies in ``tableau.toml`` beside this module.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, TypeVar, Union, get_args

from exact.errors import ExactError, InfosetError, refusal
from exact.games.baccara.points import NATURELS, naturel, total

V = TypeVar("V")
Action = Literal["draw", "stand", "free"]
Side = Literal["ponte", "banker"]
#: A two-card hand in baccara points, the lower card first.
Hand = tuple[int, int]
#: The third card given to the ponte, in baccara points; None: the ponte stood.
Third = Union[int, None]
#: What a side holds, as far as it matters to it: the total, or the sorted hand.
Holding = Union[int, Hand]
#: An infoset of the banker: what he holds, and the third card he gave.
Cell = tuple[Holding, Third]

ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
#: Totals with which a side may have a choice: all but the naturels.
CHOOSING_TOTALS: Final = range(min(NATURELS))
#: What the banker can see of the ponte's third card, in the classic order.
THIRDS: Final[tuple[Third, ...]] = (*range(10), None)
#: All two-card hands, ascending.
HANDS: Final[tuple[Hand, ...]] = tuple((a, b) for a in range(10) for b in range(a, 10))
#: The hands without the naturels: those with which a side may have a choice.
CHOOSING_HANDS: Final[tuple[Hand, ...]] = tuple(h for h in HANDS if not naturel(total(*h)))
_CHOOSING: Final = frozenset(CHOOSING_HANDS)
PRESETS: Final = ("classical", "tableau", "unrestricted")


@dataclass(frozen=True, slots=True)
class Rules:
    """Who may choose where: for each cell "draw", "stand" or "free".

    ``ponte``: an action for each total 0..7. ``banker``: for each total 0..7 the actions for the third
    cards 0..9 and, last, for "the ponte stood". ``ponte_hands`` and ``banker_hands`` hold exceptions for
    single hands, which make sense only where that side knows its cards. Make new rules from old ones with
    `fixed`. Raises ExactError for anything else.
    """

    ponte: tuple[Action, ...]
    banker: tuple[tuple[Action, ...], ...]
    ponte_hands: tuple[tuple[Hand, Action], ...] = ()
    banker_hands: tuple[tuple[tuple[Hand, Third], Action], ...] = ()
    _hash: int = field(init=False, repr=False, compare=False, default=0)

    def __post_init__(self) -> None:
        if not _tuple_of(self.ponte, len(CHOOSING_TOTALS)):
            raise refusal("ponte", self.ponte, "a tuple of eight actions is expected, for the totals 0 to 7")
        if not _tuple_of(self.banker, len(CHOOSING_TOTALS)) or not all(
            _tuple_of(row, len(THIRDS)) for row in self.banker
        ):
            raise refusal("banker", self.banker, "a tuple of eight tuples of eleven actions is expected")
        for actions in (self.ponte, *self.banker):
            for action in actions:
                _require_action(action)
        _require_exceptions("ponte_hands", self.ponte_hands, CHOOSING_HANDS)
        cells = tuple((hand, third) for hand in CHOOSING_HANDS for third in THIRDS)
        _require_exceptions("banker_hands", self.banker_hands, cells)
        identity = self.ponte, self.banker, self.ponte_hands, self.banker_hands
        object.__setattr__(self, "_hash", hash(identity))

    def __hash__(self) -> int:
        return self._hash

    @classmethod
    def named(cls, name: str) -> Rules:
        """A preset.

        "classical": the ponte is free on 5 only, the banker everywhere. "tableau": the document's
        table, free only in its volonté cases. "unrestricted": both are free on every total below 8.
        """
        if name not in PRESETS:
            raise refusal("rules", name, f"a Rules object or one of {', '.join(PRESETS)} is expected")
        return _presets()[name]

    def fixed(
        self,
        ponte: Mapping[Holding, Action] | None = None,
        banker: Mapping[tuple[Holding, Third], Action] | None = None,
    ) -> Rules:
        """These rules with some cells changed: ``rules.fixed(banker={(6, None): "stand"})``.

        Cells are keyed as in the strategies, by totals or by sorted hands; a total's action clears the
        exceptions for its hands. Raises ExactError for a cell that is none.
        """
        ponte_row, ponte_hands = list(self.ponte), dict(self.ponte_hands)
        for holding, action in (ponte or {}).items():
            _require_action(action)
            if isinstance(holding, tuple):
                ponte_hands[_choosing(holding)] = action
            else:
                ponte_row[_choosing_total(holding)] = action
                ponte_hands = {h: a for h, a in ponte_hands.items() if total(*h) != holding}
        grid, banker_hands = [list(row) for row in self.banker], dict(self.banker_hands)
        for cell, action in (banker or {}).items():
            _require_action(action)
            own, third = _banker_cell(cell)
            if isinstance(own, tuple):
                banker_hands[_choosing(own), third] = action
            else:
                grid[_choosing_total(own)][THIRDS.index(third)] = action
                banker_hands = {
                    (h, t): a for (h, t), a in banker_hands.items() if total(*h) != own or t != third
                }
        return replace(
            self,
            ponte=tuple(ponte_row),
            banker=tuple(map(tuple, grid)),
            ponte_hands=tuple((h, ponte_hands[h]) for h in CHOOSING_HANDS if h in ponte_hands),
            banker_hands=tuple(
                ((h, t), banker_hands[h, t]) for h in CHOOSING_HANDS for t in THIRDS if (h, t) in banker_hands
            ),
        )

    def at_ponte(self, holding: Holding) -> Action:
        """What the ponte does with a total, or with a hand. Raises InfosetError where he has no choice."""
        if isinstance(holding, tuple):
            return self.of_ponte(_infoset(_choosing, holding))
        return self.ponte[_infoset(_choosing_total, holding)]

    def at_banker(self, holding: Holding, third: Third) -> Action:
        """What the banker does with a total, or with a hand, when he sees this third card.

        Raises InfosetError where he has no choice.
        """
        own, seen = _infoset(_banker_cell, (holding, third))
        if isinstance(own, tuple):
            return self.of_banker(_infoset(_choosing, own), seen)
        return self.banker[_infoset(_choosing_total, own)][THIRDS.index(seen)]

    def of_ponte(self, hand: Hand) -> Action:
        """What the ponte does with this hand."""
        for exception, action in self.ponte_hands:
            if exception == hand:
                return action
        return self.ponte[total(*hand)]

    def of_banker(self, hand: Hand, third: Third) -> Action:
        """What the banker does with this hand when he sees this third card."""
        for exception, action in self.banker_hands:
            if exception == (hand, third):
                return action
        return self.banker[total(*hand)][THIRDS.index(third)]


def rules_named(rules: Rules | str) -> Rules:
    """A Rules object itself, or the preset of that name; ExactError otherwise."""
    if isinstance(rules, Rules):
        return rules
    return Rules.named(rules) if isinstance(rules, str) else _unknown(rules)


def _unknown(rules: object) -> Rules:
    raise refusal("rules", rules, f"a Rules object or one of {', '.join(PRESETS)} is expected")


@cache
def tableau() -> Rules:
    """The document's tableau de tirage, its volonté cases free."""
    letters: dict[str, Action] = {"D": "draw", "S": "stand", "V": "free"}
    table = tomllib.loads(files(__package__).joinpath("tableau.toml").read_text("utf-8"))
    ponte: list[Action] = [letters[table["ponte"][str(own)]] for own in CHOOSING_TOTALS]
    rows: list[list[Action]] = [
        [letters[a] for a in table["banquier"][str(own)].split()] for own in CHOOSING_TOTALS
    ]
    return Rules(tuple(ponte), tuple(map(tuple, rows)))


@cache
def _presets() -> dict[str, Rules]:
    free: Action = "free"
    anywhere = ((free,) * len(THIRDS),) * len(CHOOSING_TOTALS)
    return {
        "classical": Rules(tableau().ponte, anywhere),
        "tableau": tableau(),
        "unrestricted": Rules((free,) * len(CHOOSING_TOTALS), anywhere),
    }


def _tuple_of(value: object, length: int) -> bool:
    return isinstance(value, tuple) and len(value) == length


def _require_exceptions(argument: str, given: object, allowed: tuple[object, ...]) -> None:
    """Pairs (hand or cell, action), in the classic order, each hand or cell once."""
    right = isinstance(given, tuple) and all(_tuple_of(pair, 2) and pair[0] in allowed for pair in given)
    places = [allowed.index(pair[0]) for pair in given] if right and isinstance(given, tuple) else [1, 0]
    if places != sorted(set(places)):
        raise refusal(
            argument, given, "pairs (sorted hand, action) in ascending order; Rules.fixed makes them"
        )
    assert isinstance(given, tuple)
    for _, action in given:
        _require_action(action)


def _require_action(action: object) -> None:
    if not isinstance(action, str) or action not in ACTIONS:
        raise refusal("action", action, f"one of {', '.join(ACTIONS)} is expected")


def _infoset(check: Callable[[Any], V], given: object) -> V:
    """The same check with the error for infosets, where one is looked up."""
    try:
        return check(given)
    except ExactError as error:
        raise InfosetError(str(error)) from None


def _choosing_total(own: object) -> int:
    if not isinstance(own, int) or isinstance(own, bool) or own not in CHOOSING_TOTALS:
        raise refusal("cell", own, "a total of 0 to 7 or a hand of two sorted cards is expected")
    return own


def _choosing(hand: Hand) -> Hand:
    if hand not in _CHOOSING:
        raise refusal("cell", hand, "a hand is two cards of 0 to 9, the lower first, with a total of 0 to 7")
    return hand


def _banker_cell(cell: object) -> tuple[Holding, Third]:
    whole = isinstance(cell, tuple) and len(cell) == 2 and (cell[1] is None or type(cell[1]) is int)
    if not whole or not isinstance(cell, tuple) or cell[1] not in THIRDS:
        raise refusal("cell", cell, "the banker's are (total or hand, third card 0 to 9 or None)")
    return cell
