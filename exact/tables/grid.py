"""What a game offers to tables: its questions, their options, and the columns of their answers.

A game declares itself in ``exact/games/<game>/table.py`` as a `Grid` named ``GRID`` and adds its line to
`exact.tables.registry`. Nothing here is heavy to import; the functions import what they need when they run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union

from exact.errors import ExactError, refusal
from exact.rational import rational

if TYPE_CHECKING:
    from exact.numerals import Number
    from exact.records import Record

#: The options of one row: name -> text, every option of the question with its value.
Settings = Mapping[str, str]
#: The answers of one row in the order of the columns; None where a question has no answer.
Answers = Sequence[Union["Number", None]]


def exact_number(text: str, argument: str) -> str:
    """The option's text in lowest terms: ``5%`` is ``1/20``."""
    return str(rational(text, argument))


def one_of(*names: str) -> Callable[[str, str], str]:
    """A reader of options that are names."""

    def read(text: str, argument: str) -> str:
        if text not in names:
            raise refusal(argument, text, f"one of {', '.join(names)} is expected")
        return text

    return read


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a question: its name as in the function, its default, and how its text is read.

    ``read(text, name)`` gives the canonical text of a value, or raises ExactError.
    """

    name: str
    default: str
    meaning: str
    read: Callable[[str, str], str] = field(default=exact_number)


@dataclass(frozen=True, slots=True)
class Answer:
    """A column of exact numbers: what it holds, and in which unit."""

    name: str
    meaning: str
    unit: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question that can be asked of many shoes.

    ``answers(shoes, settings)`` gives the numbers of several shoes at once, in the order of ``columns``; it
    may raise ExactError, and is then asked shoe by shoe. ``record(shoe, settings)`` is the citable answer.
    ``block``: so many rows are one task, about a second of work. A shoe is what `Grid.shoe` makes.
    """

    name: str
    meaning: str
    columns: tuple[Answer, ...]
    answers: Callable[[Sequence[Any], Settings], Sequence[Answers]]
    record: Callable[[Any, Settings], Record]
    options: tuple[Option, ...] = ()
    block: int = 1

    def require_options(self, names: Iterable[str]) -> None:
        """Raise ExactError for an option that the question does not have."""
        own = [option.name for option in self.options]
        for name in names:
            if name not in own:
                known = f"its options are {', '.join(own)}" if own else "it has no options"
                raise ExactError(f"{name}: it does not go with the question {self.name}; {known}")


def by_shoe(answer: Callable[[Any, Settings], Answers]) -> Callable[[Sequence[Any], Settings], list[Answers]]:
    """The answers to a question that is asked of one shoe at a time."""

    def answers(shoes: Sequence[Any], settings: Settings) -> list[Answers]:
        return [answer(shoe, settings) for shoe in shoes]

    return answers


def plain_shoe(counts: tuple[int, ...], replacement: bool) -> Any:
    """The Shoe of ten counts."""
    from exact.shoe import Shoe

    return Shoe(counts, replacement=replacement)


@dataclass(frozen=True, slots=True)
class Grid:
    """A game for tables.

    ``game``: the name of its command. ``packs``: the full shoe that is taken when none is named. ``kinds``:
    the names of the kinds of cards that are told apart, ten for a Shoe; ``pack``: how many cards of each a
    pack has. ``shoe(counts, replacement)`` makes of the counts what the questions take. The first
    question is the default.
    """

    game: str
    packs: int
    questions: tuple[Question, ...]
    kinds: tuple[str, ...] = tuple(f"cards_{points}" for points in range(1, 11))
    pack: tuple[int, ...] = (4,) * 9 + (16,)
    shoe: Callable[[tuple[int, ...], bool], Any] = plain_shoe

    def question(self, name: str | None = None) -> Question:
        """The question of this name; without a name the first."""
        if name is None:
            return self.questions[0]
        for question in self.questions:
            if question.name == name:
                return question
        names = ", ".join(question.name for question in self.questions)
        raise refusal("question", name, f"the questions of {self.game} are {names}")


def probability(name: str, meaning: str) -> Answer:
    """A column of probabilities per coup."""
    return Answer(name, meaning, "probability per coup")


def gain(name: str, meaning: str) -> Answer:
    """A column of gains per unit staked and per coup."""
    return Answer(name, meaning, "stake units per unit staked, per coup")
