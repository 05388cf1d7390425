"""A task of a table, and how it is answered: the part that runs in the workers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple, Union

from exact.algebraic import Algebraic
from exact.enclosure import Enclosure
from exact.errors import ExactError
from exact.numerals import Number, decimal_text
from exact.rational import decimal
from exact.tables.grid import Answers, Grid, Question, Settings
from exact.tables.registry import grid
from exact.tables.store import program

#: What a task gives for each of its rows.
FORMS: Final = ("values", "record")


class Failure(NamedTuple):
    """Why a row has no answer."""

    reason: str


#: The answer of one row: three cells of text a column, or the text of a record; or why there is none.
Answered = Union[list[str], str, Failure]


class Task(NamedTuple):
    """One question about some shoes: plain data, so that it can be sent anywhere and named by a key."""

    game: str
    question: str
    form: str
    settings: tuple[tuple[str, str], ...]
    replacement: bool
    shoes: tuple[tuple[int, ...], ...]

    def key(self) -> str:
        """The SHA-256 of the question and the program's version, in hexadecimal."""
        text = json.dumps([program(), *self], separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def describe(self, row: int) -> str:
        """The question of one row in words."""
        counts = ",".join(map(str, self.shoes[row]))
        options = "".join(f", {name} {value}" for name, value in self.settings)
        put_back = " with replacement" if self.replacement else ""
        return f"{self.game} {self.question}, shoe {counts}{put_back}{options}"


def answered(task: Task) -> list[Answered]:
    """The answers of all rows of a task. Whatever goes wrong with a row is its Failure, and never raised."""
    described = grid(task.game)
    question, settings = described.question(task.question), dict(task.settings)
    if task.form == "values" and len(task.shoes) > 1:
        try:
            shoes = [described.shoe(counts, task.replacement) for counts in task.shoes]
            return [_cells(row) for row in question.answers(shoes, settings)]
        except Exception:
            # Some row is at fault; one by one it is found.
            pass
    return [_one(described, question, task, settings, counts) for counts in task.shoes]


def _one(
    described: Grid, question: Question, task: Task, settings: Settings, counts: tuple[int, ...]
) -> Answered:
    try:
        shoe = described.shoe(counts, task.replacement)
        if task.form == "record":
            record = question.record(shoe, settings)
            return json.dumps(record.data(), ensure_ascii=False, separators=(",", ":"))
        return _cells(question.answers([shoe], settings)[0])
    except ExactError as error:
        return Failure(str(error))
    except (Exception, MemoryError) as error:
        return Failure(f"{type(error).__name__}: {error}")


def _cells(answers: Answers) -> list[str]:
    """Numerator, denominator and decimal of each number; an irrational or enclosed one has a decimal only."""
    return [cell for number in answers for cell in _number(number)]


def _number(number: Number | None) -> tuple[str, str, str]:
    if number is None:
        return "", "", ""
    if isinstance(number, (Algebraic, Enclosure)):
        return "", "", decimal_text(number)
    return str(number.numerator), str(number.denominator), decimal(number)


def stored_form(rows: Sequence[Answered]) -> list[Any]:
    """The answers as JSON data: a list of cells or a text, a failure as an object."""
    return [{"reason": row.reason} if isinstance(row, Failure) else row for row in rows]


def failures(task: Task, rows: Sequence[Answered]) -> Iterator[str]:
    """The rows without an answer, in words: the question and the reason."""
    for place, row in enumerate(rows):
        if isinstance(row, Failure):
            yield f"{task.describe(place)}: {row.reason}"
