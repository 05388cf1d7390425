"""The referee's script: a partie written as a plain text file, TOML or JSON Lines.

    game = "chemin de fer"
    minimum = 100
    seats = { Anna = 1000, Bert = 800, Cora = 500 }     # in their order, with what each has before him
    house = { rounding = "down", unit = 1 }              # where the house departs from the document
    play = [
      { seat = "Anna", says = "opens", amount = 100 },
      { seat = "Cora", says = "banco" },
      { croupier = "rien ne va plus" },
      { coup = "banker" },
    ]

Each entry of ``play`` stands on a line of its own. It is something said by a seat, by the croupier, or a
coup. A coup is its result ("banker", "ponte", "en cartes"), at baccara banque one a tableau ({ right =
"banker", left = "ponte" }), or "dealt" where the partie has a shoe: ``shoe = { packs = 6, number = 1 }``
for an order that belongs to the number, or ``shoe = { cards = "9 K 3 ...", behind = 7, burnt = 0 }``; then
``ponte`` and ``banker`` say "draw" or "stand" where they are free. At baccara banque ``right`` and ``left``
stand in the place of ``seats``, and ``casino`` is what the house has to hold a bank itself.

``expected`` is optional: what the statement must say of its coups and of the end; a replay that finds
something else is an error. In JSON Lines the first line is an object with everything but ``play``, and each
further line is an entry of it.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from exact.errors import ExactError, refusal, shown
from exact.games.baccara.sabot import BEHIND
from exact.partie.dealing import Sabot, shuffled
from exact.partie.phases import PROCEDURES, beginning
from exact.partie.state import NOTHING, Event, State
from exact.partie.table import Game, House, Money, Table
from exact.rational import rational, whole
from exact.shoe import card_points

_HEAD: Final = ("game", "minimum", "seats", "right", "left", "casino", "house", "shoe", "about", "expected")
_HOUSE: Final = tuple(House.__dataclass_fields__)

#: What describes a new shoe.
_SHOE: Final = ("number", "packs", "cards", "burnt")
#: Other words for the same announcement.
_SAME: Final = {
    "banco solo": "banco",
    "banco avec la table": "banco avec",
    "double": "banco double",
    "il y a une suite": "la main passe",
    "reste": "holds",
}


@dataclass(frozen=True, slots=True)
class Line:
    """An event, and the line of the file on which it stands (0: not known)."""

    number: int
    event: Event


@dataclass(frozen=True, slots=True)
class Script:
    """A partie to be replayed. ``expected``: what the statement is held against, as it was written."""

    name: str
    start: State
    lines: tuple[Line, ...]
    expected: tuple[Mapping[str, Any], ...] = ()
    about: str = ""

    @property
    def table(self) -> Table:
        return self.start.table


def read(path: str | Path) -> Script:
    """The script in a file, TOML or (with the ending ``.jsonl``) JSON Lines.

    Raises ExactError, naming the line where there is one, when the file cannot be read or is no script.
    """
    try:
        text = Path(path).read_text("utf-8")
    except UnicodeDecodeError:
        raise ExactError(f"{path}: it cannot be read; it is not UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise ExactError(f"{path}: it cannot be read; {getattr(error, 'strerror', error)}") from None
    name = Path(path).name
    return parse(text, name, "jsonl" if name.endswith((".jsonl", ".ndjson")) else "toml")


def parse(text: str, name: str = "script", form: str = "toml") -> Script:
    """The script with this text; ``form``: "toml" or "jsonl". Raises ExactError as ``read`` does."""
    if form not in ("toml", "jsonl"):
        raise refusal("form", form, "toml or jsonl is expected")
    head, entries = _of_toml(text, name) if form == "toml" else _of_json_lines(text, name)
    try:
        start = _start(head)
    except ExactError as error:
        raise ExactError(f"{name}: {error}") from None
    lines = []
    for number, entry in entries:
        try:
            lines.append(Line(number, _event(entry, start)))
        except ExactError as error:
            raise ExactError(f"{where(name, number)}: {error}") from None
    expected = head.get("expected", [])
    if not isinstance(expected, list) or not all(isinstance(one, dict) for one in expected):
        raise ExactError(f"{name}: expected: a list of tables is expected")
    return Script(name, start, tuple(lines), tuple(expected), str(head.get("about", "")))


def where(name: str, number: int) -> str:
    """A place in a script, for a message."""
    return f"{name}, line {number}" if number else name


# ---------------------------------------------------------------------------- forms


def _of_toml(text: str, name: str) -> tuple[dict[str, Any], list[tuple[int, Any]]]:
    try:
        head = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ExactError(f"{name}: it is not TOML; {error}") from None
    play = head.pop("play", None)
    if not isinstance(play, list):
        raise ExactError(f"{name}: play: a list of entries, one a line, is expected")
    numbers = _entry_lines(text)
    if len(numbers) != len(play):
        numbers = [0] * len(play)
    return head, list(zip(numbers, play, strict=True))


def _entry_lines(text: str) -> list[int]:
    """The line of each entry of ``play``: an inline table never goes beyond its line."""
    numbers: list[int] = []
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        body = line.strip()
        if not inside:
            left, _, right = body.partition("=")
            if left.strip() != "play":
                continue
            inside, body = True, right.strip().removeprefix("[")
        try:
            numbers += [number] * len(tomllib.loads(f"x = [{body}\n]")["x"])
        except tomllib.TOMLDecodeError:
            # The closing bracket, perhaps with a last entry before it.
            body = body.rpartition("]")[0]
            try:
                numbers += [number] * len(tomllib.loads(f"x = [{body}\n]")["x"])
            except tomllib.TOMLDecodeError:
                return []
            break
    return numbers


def _of_json_lines(text: str, name: str) -> tuple[dict[str, Any], list[tuple[int, Any]]]:
    found: list[tuple[int, Any]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                found.append((number, json.loads(line, parse_float=_no_float)))
            except (ValueError, RecursionError) as error:
                told = error if isinstance(error, ExactError) else "it is not JSON"
                raise ExactError(f"{where(name, number)}: {told}") from None
    if not found or not isinstance(found[0][1], dict):
        raise ExactError(f"{name}: the first line must be an object with game, minimum and seats")
    return found[0][1], found[1:]


def _no_float(text: str) -> Any:
    raise ExactError(f'{text} is a float, which is not exact; write "{text}" in quotes')


# ----------------------------------------------------------------------------- head


def _start(head: Mapping[str, Any]) -> State:
    _known(head, _HEAD, "key")
    game = head.get("game")
    if game not in PROCEDURES:
        raise refusal("game", game, f"one of {', '.join(PROCEDURES)} is expected")
    given = head.get("house", {})
    if not isinstance(given, dict):
        raise refusal("house", given, "a table of house rules is expected")
    _known(given, _HOUSE, "house rule")
    house = House.of(**given)
    if game == "chemin de fer":
        seats, right = _seats(head, "seats"), 0
        unwanted = [key for key in ("right", "left", "casino") if key in head]
    else:
        at_right = _seats(head, "right")
        seats, right = at_right + _seats(head, "left"), len(at_right)
        unwanted = [key for key in ("seats", "shoe") if key in head]
    if unwanted:
        raise ExactError(f"{unwanted[0]}: it does not go with {game}")
    purses = [_capital(amount, name) for name, amount in seats]
    casino = "casino" in head
    if casino:
        purses.append(_capital(head["casino"], "casino"))
    minimum = rational(head.get("minimum", 0), "minimum")
    table = Table(cast(Game, game), tuple(name for name, _ in seats), minimum, house, right, casino)
    for name, amount in seats:
        if house.unit is not None and (_capital(amount, name) / house.unit).denominator != 1:
            raise refusal(name, amount, f"whole units of {house.unit} are expected")
    state = beginning(table, tuple(purses))
    sabot = _sabot(head["shoe"]) if "shoe" in head else None
    return State(table, state.phase, state.purses, state.losses, sabot=sabot)


def _seats(head: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    seats = head.get(key)
    if not isinstance(seats, dict) or not seats:
        raise refusal(key, seats, "a table of names with what each has is expected")
    return list(seats.items())


def _capital(amount: Any, name: str) -> Money:
    money = rational(amount, name)
    if money < NOTHING:
        raise refusal(name, amount, "an amount that is not negative is expected")
    return money


def _sabot(given: Any) -> Sabot:
    if not isinstance(given, dict):
        raise refusal("shoe", given, "a table with packs and number, or with cards, is expected")
    if "cards" in given:
        _known(given, ("cards", "behind", "burnt"), "key of the shoe")
        cards = tuple(
            card_points([given["cards"]] if isinstance(given["cards"], str) else given["cards"], "cards")
        )
    else:
        _known(given, ("packs", "number", "behind", "burnt"), "key of the shoe")
        cards = _full(given)
    burnt = whole(given.get("burnt", 0), "burnt")
    if burnt > len(cards):
        raise refusal("burnt", burnt, f"the shoe has {len(cards)} cards")
    return Sabot(cards[burnt:], whole(given.get("behind", BEHIND), "behind"))


def _full(given: Mapping[str, Any]) -> tuple[int, ...]:
    packs = whole(given.get("packs", 6), "packs", least=1)
    if packs > 100:
        raise refusal("packs", packs, "at most 100 packs are shuffled")
    return shuffled(packs, whole(given.get("number", 0), "number"))


# -------------------------------------------------------------------------- entries


def _event(entry: Any, start: State) -> Event:
    table = start.table
    if not isinstance(entry, dict):
        raise refusal("entry", entry, "a table with seat and says, with croupier, or with coup is expected")
    if "coup" in entry:
        _known(entry, ("coup", "ponte", "banker"), "key of a coup")
        results = entry["coup"]
        told = results if isinstance(results, dict) else {"": results}
        _texts(told, "coup")
        choices = {side: entry[side] for side in ("ponte", "banker") if side in entry}
        _texts(choices, "choice")
        return Event("coup", results=tuple(told.items()), choices=tuple(choices.items()))
    if "croupier" in entry:
        _known(entry, ("croupier", "amount", *_SHOE), "key of what the croupier says")
        says, seat = entry["croupier"], None
    else:
        _known(entry, ("seat", "says", "amount", "with", "on"), "key of what a seat says")
        says, seat = entry.get("says"), table.seat(entry.get("seat"))
    if not isinstance(says, str):
        raise refusal("says", says, "an announcement is expected")
    says = _SAME.get(says, says)
    allowed = {name for sayings in PROCEDURES[table.game].values() for name in sayings}
    if says not in allowed:
        raise refusal("says", says, f"the announcements are {', '.join(sorted(allowed))}")
    on = entry.get("on", "")
    if not isinstance(on, str):
        raise refusal("on", on, "right, left or à cheval is expected")
    cards: tuple[int, ...] = ()
    if says == "new shoe":
        given = {key: entry[key] for key in _SHOE if key in entry}
        cards = _sabot(given).cards
    elif any(key in entry for key in _SHOE):
        raise ExactError(f"{says}: cards go with a new shoe only")
    return Event(
        says,
        seat,
        rational(entry["amount"], "amount") if "amount" in entry else None,
        table.seat(entry["with"]) if "with" in entry else None,
        on,
        cards=cards,
    )


def _texts(given: Mapping[str, Any], what: str) -> None:
    for value in given.values():
        if not isinstance(value, str):
            raise refusal(what, value, "a text is expected")


def _known(given: Mapping[str, Any], names: tuple[str, ...], what: str) -> None:
    for key in given:
        if key not in names:
            raise ExactError(f"{what} {shown(key)} is not known; {', '.join(names)} are")
