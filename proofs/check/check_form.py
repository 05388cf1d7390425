"""The form of a record, and how what it says is held against what the rules give.

Nothing here knows a game. A module of a game re-derives a record: it gives a ``Derived``, the numbers
that must stand in the record, and ``compare`` looks at every one of them. Only the standard library is
used, nothing of the package that wrote the record, and no number passes through a float.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from itertools import pairwise
from json.encoder import encode_basestring
from math import gcd
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Counts = tuple[int, ...]
#: The labels that name a row of a table.
Label = tuple[str, ...]

#: The keys of a record in their order.
KEYS = (
    *("schema", "id", "statement", "game", "question", "input", "assumptions", "values", "tables"),
    *("strategies", "certificate", "verification", "rules", "literature", "software", "supersedes"),
    *("license", "cite_as", "digest"),
)
#: The keys, in their order, of what occurs many times in a record.
VALUE_KEYS = ("unit", "status", "meaning")
ENTRY_KEYS = {
    "verification": ("method", "tool", "what"),
    "rules": ("document", "place", "rule"),
    "literature": ("printed", "source", "relation"),
}
RELATIONS = ("agrees to the printed digits", "differs", "holds in its model")
STATUSES = ("proved", "checked", "computed")
#: Significant digits of decimals.
DIGITS = 20

EXACT = re.compile(r"-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?", re.ASCII)
COUNT = re.compile(r"0|[1-9][0-9]{0,4}", re.ASCII)
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9_]+(-[a-z0-9_]+)*)+", re.ASCII)

#: One pack of 52 cards: the numbers of cards of 1, 2, ..., 9 points, and of 10 points.
PACK: Counts = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
#: Larger shoes are not looked at.
MOST_CARDS = 20_000


class UnreadableError(Exception):
    """There is no record to look at: no such file, no text, no JSON."""


class RefusedError(Exception):
    """A record does not hold; the message names the part of it and says why."""


@dataclass(frozen=True)
class Root:
    """An irrational number: the one root of an integer polynomial, lowest degree first, in an interval."""

    polynomial: tuple[int, ...]
    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class Interval:
    """A number of which the two ends are known between which it lies."""

    lower: Fraction
    upper: Fraction


@dataclass(frozen=True)
class Undefined:
    """What a quotient is whose denominator is zero: nothing is to be written, or 0."""


Number = Fraction | Root | Interval
#: What stands in a table behind the labels of a row: a number, a word, or nothing.
Cell = Number | str | Undefined | None


@dataclass(frozen=True)
class Table:
    """What a table must hold: the name and unit of each column, and label(s) -> what follows, in order.

    The first columns are labels that name the row: ``keys`` of them, or all that have the unit ``label``.
    ``law``: the numbers are one law, which sums to one, and a row whose probability is zero may be left out.
    """

    columns: tuple[tuple[str, str], ...]
    rows: Mapping[Label, tuple[Cell, ...]]
    law: bool = False
    keys: int | None = None


@dataclass(frozen=True)
class Derived:
    """What a record must say, as its game's module derives it from the rules and the record's input.

    ``means``: in which way. ``values``: name -> (number, unit), in order. A module that has confirmed
    the record's strategies and certificate says so with ``certified``; otherwise both must be empty.
    """

    id: str
    means: str
    values: Mapping[str, tuple[Number, str]]
    tables: Mapping[str, Table]
    certified: bool = False


# ----------------------------------------------------------------------- reading


def read(path: Path) -> tuple[str, Record]:
    """The text of a record's file and what it holds as JSON; UnreadableError if it is no JSON object."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise UnreadableError(f"it cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UnreadableError("it is not UTF-8 text") from None
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableError("it is not JSON") from None
    if not isinstance(data, dict):
        raise UnreadableError("it is JSON, but not an object")
    return text, data


def canonical(data: object, indent: str = "\n") -> str:
    """The one text of JSON data: two spaces for each level, a key or an entry a line, as in the files."""
    if isinstance(data, str):
        return encode_basestring(data)
    if isinstance(data, bool):
        return "true" if data else "false"
    deeper = indent + "  "
    if isinstance(data, dict):
        entries = [f"{canonical(key)}: {canonical(value, deeper)}" for key, value in data.items()]
        return "{" + deeper + f",{deeper}".join(entries) + indent + "}" if entries else "{}"
    if isinstance(data, list):
        entries = [canonical(value, deeper) for value in data]
        return "[" + deeper + f",{deeper}".join(entries) + indent + "]" if entries else "[]"
    raise RefusedError(f"text: {data!r} stands in it; numbers are written as texts, and nothing is null")


def digest(data: Record) -> str:
    """SHA-256 of the canonical text of a record without its digest."""
    content = {key: value for key, value in data.items() if key != "digest"}
    return hashlib.sha256((canonical(content) + "\n").encode()).hexdigest()


# -------------------------------------------------------------------------- form


def check_form(name: str, text: str, data: Record) -> None:
    """That a file is a record in canonical form: keys, order, text, digest, numbers, its own name."""
    demand(data.get("schema") == "exact-record/1", "schema", f"{data.get('schema')!r} is not known")
    lacking = [key for key in KEYS if key not in data]
    demand(not lacking, "keys", f"{', '.join(lacking)} missing")
    unknown = [key for key in data if key not in KEYS]
    demand(not unknown, "keys", f"{', '.join(unknown)} unknown")
    demand(isinstance(data["digest"], str), "digest", "a text is expected")
    content = canonical({key: data[key] for key in KEYS if key != "digest"})
    # The digest is the last key.
    if content[:-2] + f',\n  "digest": {canonical(data["digest"])}\n}}\n' != text:
        raise RefusedError("text: it is not the canonical form of a record")
    fitting = hashlib.sha256((content + "\n").encode()).hexdigest()
    demand(data["digest"] == fitting, "digest", "it does not fit the content, which was changed")
    for key in ("id", "statement", "game", "question", "cite_as"):
        _text(data[key], key)
    demand(ID.fullmatch(data["id"]) is not None, "id", f"{data['id']!r} is not formed by the grammar of ids")
    demand(name == f"{data['id']}.json", "id", f"the file must be named {data['id']}.json")
    for key in ("input", "values", "tables", "strategies", "certificate"):
        demand(isinstance(data[key], dict), key, "an object is expected")
    for key in ("assumptions", "verification", "rules", "literature", "supersedes"):
        demand(isinstance(data[key], list), key, "a list is expected")
    for entry in data["assumptions"]:
        _text(entry, "assumptions")
    for key, names in ENTRY_KEYS.items():
        for entry in data[key]:
            _texts(entry, names, key)
    for entry in data["literature"]:
        demand(entry["relation"] in RELATIONS, "literature", f"{entry['relation']!r} is no relation")
    for entry in data["supersedes"]:
        demand(isinstance(entry, dict), "supersedes", "a list of objects is expected")
        for part in entry.values():
            _text(part, "supersedes")
    _texts(data["software"], ("name", "version"), "software")
    demand(data["license"] == "CC-BY-4.0", "license", f"{data['license']!r} is not the licence of records")
    software = f"{data['software']['name']} {data['software']['version']}"
    cited = data["id"] in data["cite_as"] and software in data["cite_as"]
    demand(cited, "cite_as", f"the record {data['id']} and {software} must be named")
    for name_of_value, value in data["values"].items():
        _check_value(data, f"value {name_of_value}", value)
    for name_of_table, table in data["tables"].items():
        _check_table(f"table {name_of_table}", table)


def _check_value(data: Record, where: str, value: object) -> None:
    demand(isinstance(value, dict), where, "an object is expected")
    assert isinstance(value, dict)
    said = {name: part for name, part in value.items() if name not in VALUE_KEYS}
    number = read_number_keys(said, where)
    demand(
        tuple(value) == (*said, *VALUE_KEYS),
        where,
        f"{', '.join((*said, *VALUE_KEYS))} expected in this order",
    )
    _texts({name: value[name] for name in VALUE_KEYS}, VALUE_KEYS, where)
    if isinstance(number, Interval):
        demand(value["status"] == "enclosed", where, "it is an interval; its status is enclosed")
        return
    demand(value["status"] in STATUSES, where, f"the status {value['status']!r} is not known")
    if value["status"] == "proved":
        theorem = any("proofs/coq" in entry["tool"] + entry["what"] for entry in data["verification"])
        demand(theorem, where, "it is called proved, but verification names no theorem of proofs/coq")


def read_number_keys(said: object, where: str) -> Number:
    """The number that an object says: exact; or root_of, lower, upper; or lower, upper; with its decimal.

    An interval whose ends have no rounded digit in common has no decimal.
    """
    demand(isinstance(said, dict), where, "a number is expected")
    assert isinstance(said, dict)
    number: Number
    names: tuple[str, ...]
    if "exact" in said:
        number, names = exact(said["exact"], where), ("exact",)
        right = decimal(number)
    elif "root_of" in said:
        number, names = _read_root(said, where), ("root_of", "lower", "upper")
        right = _decimal_of_root(number)
    else:
        names = ("lower", "upper")
        demand(all(name in said for name in names), where, "exact, root_of, or lower and upper are expected")
        number = Interval(exact(said["lower"], where), exact(said["upper"], where))
        demand(number.lower < number.upper, where, "its lower end is not below the upper one")
        right = _common_decimal(number)
    names += ("decimal",) if right else ()
    demand(tuple(said) == names, where, f"{', '.join(names)} are expected, in this order")
    given = said.get("decimal", "")
    demand(given == right, where, f"the decimal is {given}; {right} is right")
    return number


def _read_root(said: dict[str, Any], where: str) -> Root:
    lower, upper = (exact(said.get(name), where) for name in ("lower", "upper"))
    given = said["root_of"]
    demand(isinstance(given, list) and len(given) >= 3, where, "a polynomial of degree 2 or more is expected")
    coefficients = [exact(c, f"{where}, root_of") for c in given]
    demand(
        all(c.denominator == 1 for c in coefficients), where, "its polynomial has not integer coefficients"
    )
    polynomial = tuple(c.numerator for c in coefficients)
    demand(gcd(*polynomial) == 1, where, "the coefficients of its polynomial have a common factor")
    demand(polynomial[-1] > 0, where, "the leading coefficient of its polynomial is not positive")
    demand(lower < upper, where, "its lower end is not below the upper one")
    ends = at(polynomial, lower) * at(polynomial, upper)
    demand(ends < 0, where, "its polynomial does not change its sign from end to end")
    demand(
        roots_between(polynomial, lower, upper) == 1, where, "its polynomial has more roots between the ends"
    )
    return Root(polynomial, lower, upper)


def at(polynomial: Sequence[int | Fraction], x: Fraction) -> Fraction:
    """The value of a polynomial, lowest degree first."""
    value = Fraction(0)
    for coefficient in reversed(polynomial):
        value = value * x + coefficient
    return value


def roots_between(polynomial: Sequence[int], lower: Fraction, upper: Fraction) -> int:
    """The number of different roots between two numbers that are none, by Sturm's theorem."""
    chain = [
        [Fraction(c) for c in polynomial],
        [degree * Fraction(c) for degree, c in enumerate(polynomial)][1:],
    ]
    while chain[-1]:
        rest = list(chain[-2])
        divisor = chain[-1]
        while len(rest) >= len(divisor):
            factor, shift = rest[-1] / divisor[-1], len(rest) - len(divisor)
            for place, c in enumerate(divisor):
                rest[shift + place] -= factor * c
            rest.pop()
        while rest and not rest[-1]:
            rest.pop()
        chain.append([-c for c in rest])

    def changes(x: Fraction) -> int:
        signs = [value > 0 for member in chain[:-1] if (value := at(member, x))]
        return sum(a != b for a, b in pairwise(signs))

    return changes(lower) - changes(upper)


def _decimal_of_root(number: Root) -> str:
    """The root rounded: its interval is halved until both ends agree."""
    lower, upper = number.lower, number.upper
    below = at(number.polynomial, lower) > 0
    while (text := decimal(lower)) != decimal(upper):
        middle = (lower + upper) / 2
        value = at(number.polynomial, middle)
        if not value:
            return decimal(middle)
        lower, upper = (middle, upper) if (value > 0) == below else (lower, middle)
    return text


def _common_decimal(number: Interval) -> str:
    """The longest decimal to which both ends are rounded; empty if they have no digit in common."""
    for digits in range(DIGITS, 0, -1):
        if (text := decimal(number.lower, digits)) == decimal(number.upper, digits):
            return text
    return ""


def read_cell(cell: object, where: str) -> Number | None:
    """What stands in a cell of numbers: a text, an object, or nothing."""
    if cell == "":
        return None
    return read_number_keys(cell, where) if isinstance(cell, dict) else exact(cell, where)


def _check_table(where: str, table: object) -> None:
    demand(isinstance(table, dict) and tuple(table) == ("columns", "rows"), where, "columns, rows expected")
    assert isinstance(table, dict)
    demand(isinstance(table["columns"], list) and bool(table["columns"]), where, "it has no columns")
    for column in table["columns"]:
        _texts(column, ("name", "meaning", "unit"), where)
    labels = [column["unit"] == "label" for column in table["columns"]]
    demand(isinstance(table["rows"], list), where, "it has no list of rows")
    for row in table["rows"]:
        demand(isinstance(row, list) and len(row) == len(labels), where, f"{row} is not a row of it")
        for cell, is_label in zip(row, labels, strict=True):
            demand(isinstance(cell, str) or not is_label, where, f"{cell!r} stands in a cell")
            if not is_label:
                read_cell(cell, where)


def demand(held: bool, where: str, why: str) -> None:
    """Refuse the record unless this is so."""
    if not held:
        raise RefusedError(f"{where}: {why}")


def _text(part: object, where: str) -> None:
    demand(isinstance(part, str) and part != "", where, "a text is expected")


def _texts(entry: object, names: tuple[str, ...], where: str) -> None:
    right = isinstance(entry, dict) and tuple(entry) == names
    demand(right, where, f"an object with {', '.join(names)}, in this order, is expected")
    assert isinstance(entry, dict)
    for name, part in entry.items():
        _text(part, f"{where}, {name}")


def exact(text: object, where: str) -> Fraction:
    """The number that is written as ``p/q`` or ``p``, in lowest terms."""
    if not isinstance(text, str) or EXACT.fullmatch(text) is None:
        raise RefusedError(f"{where}: {text!r} is not an exact number")
    number = Fraction(text)
    demand(str(number) == text, where, f"{shown(text)} is not in lowest terms")
    return number


def decimal(number: Fraction, digits: int = DIGITS) -> str:
    """The number rounded, half to even, to so many significant digits; no exponent, no superfluous zeros."""
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emin=MIN_EMIN, Emax=MAX_EMAX)
    text = format(context.divide(Decimal(number.numerator), Decimal(number.denominator)), "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


# ------------------------------------------------------------------------- input


@dataclass(frozen=True)
class Shoe:
    """Ten counts, of the cards of 1, 2, ..., 10 points, and whether each card is put back."""

    counts: Counts
    replacement: bool

    @property
    def size(self) -> int:
        return sum(self.counts)

    @property
    def label(self) -> str:
        """The last part of an id."""
        if self.replacement:
            return "replacement" if self.counts == PACK else f"shoe-{joined(self.counts)}-replacement"
        packs = self.counts[0] // 4
        if packs and self.counts == tuple(packs * count for count in PACK):
            return "1-pack" if packs == 1 else f"{packs}-packs"
        return f"shoe-{joined(self.counts)}"


def joined(counts: Sequence[int]) -> str:
    """Counts as they stand in an id."""
    return "-".join(map(str, counts))


def read_input(data: Record, *options: str, reduced: bool = True) -> tuple[Shoe, dict[str, Any]]:
    """The shoe and the options of a record's input, which must be just these, in this order.

    With replacement only the proportions of the cards matter; so that one question has one id they are
    those of a pack, or else without a common factor (``reduced``).
    """
    given = data["input"]
    names = ("shoe", "replacement", *options)
    demand(tuple(given) == names, "input", f"{', '.join(names)} are expected, in this order")
    counts = read_counts(given["shoe"], "input, shoe")
    demand(isinstance(given["replacement"], bool), "input, replacement", "true or false is expected")
    shoe = Shoe(counts, given["replacement"])
    demand(0 < shoe.size <= MOST_CARDS, "input, shoe", f"1 to {MOST_CARDS} cards are expected")
    if shoe.replacement and reduced and shoe.counts != PACK:
        lowest = gcd(*counts) == 1 and counts != tuple(count // 4 for count in PACK)
        demand(lowest, "input, shoe", "with replacement proportions in lowest terms are expected")
    return shoe, {name: given[name] for name in options}


def read_counts(given: object, where: str) -> Counts:
    """Ten counts, written as texts."""
    if not isinstance(given, list) or len(given) != 10:
        raise RefusedError(f"{where}: ten counts are expected")
    for count in given:
        right = isinstance(count, str) and COUNT.fullmatch(count) is not None
        demand(right, where, f"{count!r} is not a count below 100000")
    return tuple(int(count) for count in given)


def read_number(given: object, where: str, least: int) -> int:
    """A small whole number, written as a text."""
    number = exact(given, where)
    demand(number.denominator == 1 and least <= number <= 1000, where, f"{given!r} is not expected here")
    return int(number)


def option(name: str, number: Fraction) -> str:
    """A rational option as a part of an id."""
    return f"{name}-{str(number).replace('/', '-')}"


# -------------------------------------------------------------------- comparison


def compare(data: Record, derived: Derived) -> None:
    """That a record says what was derived: its id, every value, every cell of every table."""
    demand(data["id"] == derived.id, "id", f"its input is that of {derived.id}")
    if not derived.certified:
        bare = not data["strategies"] and not data["certificate"]
        demand(bare, "strategies, certificate", "none are expected in this kind of record")
    _same_names(data["values"], derived.values, "values")
    for name, (number, unit) in derived.values.items():
        value = data["values"][name]
        said = {key: part for key, part in value.items() if key not in VALUE_KEYS}
        same(read_number_keys(said, f"value {name}"), number, f"value {name}")
        demand(value["unit"] == unit, f"value {name}", f"its unit is {value['unit']!r}, not {unit!r}")
    _same_names(data["tables"], derived.tables, "tables")
    for name, table in derived.tables.items():
        _compare_table(f"table {name}", data["tables"][name], table)


def _same_names(given: Mapping[str, object], right: Mapping[str, object], where: str) -> None:
    for name in right:
        demand(name in given, where, f"{name} is missing")
    for name in given:
        demand(name in right, where, f"{name} is not expected")
    demand(list(given) == list(right), where, f"the order {', '.join(right)} is expected")


def same(given: Cell, right: Cell, where: str) -> None:
    """Refuse the record unless what is written there is what the rules give."""
    if isinstance(right, Undefined):
        demand(not given, where, f"{_written(given)} is written; nothing is defined there")
        return
    demand(given == right, where, f"{_written(given)} is written; the rules give {_written(right)}")


def _written(cell: Cell) -> str:
    if isinstance(cell, Fraction):
        return shown(str(cell))
    return "nothing" if cell in (None, "") else repr(cell)


def _compare_table(where: str, given: dict[str, Any], right: Table) -> None:
    columns = [(column["name"], column["unit"]) for column in given["columns"]]
    demand(columns == list(right.columns), where, f"the columns {right.columns} are expected")
    labels = right.keys or sum(unit == "label" for _, unit in right.columns)
    waiting = list(right.rows.items())
    waiting.reverse()
    total = Fraction(0)
    for row in given["rows"]:
        label = tuple(row[:labels])
        while waiting and waiting[-1][0] != label:
            _left_out(where, right, *waiting.pop())
        demand(bool(waiting), where, f"the row {', '.join(label)} is not expected, or not in this place")
        _, cells = waiting.pop()
        for (name, unit), cell, number in zip(right.columns[labels:], row[labels:], cells, strict=True):
            place = f"{where}, row {', '.join(label)}, {name}"
            same(cell if unit == "label" else read_cell(cell, place), number, place)
            total += number if right.law and isinstance(number, Fraction) else 0
    while waiting:
        _left_out(where, right, *waiting.pop())
    demand(total == 1 or not right.law, where, f"its law sums to {shown(str(total))}, not to one")


def _left_out(where: str, table: Table, label: Label, numbers: tuple[Cell, ...]) -> None:
    demand(table.law and not any(numbers), where, f"the row {', '.join(label)} is missing")


def shown(text: str) -> str:
    """A long number, shortened in the middle for a message."""
    return text if len(text) <= 60 else f"{text[:26]}...{text[-26:]}"


def law_table(law: Mapping[Label, Fraction], *columns: str, unit: str = "probability per coup") -> Table:
    """A law as the table that a record has of it: columns of labels, and one of probabilities."""
    return Table(
        (*((column, "label") for column in columns), ("probability", unit)),
        {label: (probability,) for label, probability in law.items()},
        law=True,
    )
