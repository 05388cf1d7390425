"""Tables in batch: a grid of questions about many shoes, answered on all cores, resumable.

>>> from exact import tables
>>> table = tables.table("punto-banco", packs="1-3", options={"commission": ["0", "5%"]})
>>> len(table)
6
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from exact.errors import ExactError, refusal
from exact.rational import whole
from exact.shoe import Shoe
from exact.tables.axes import Values, Wholes, texts, wholes
from exact.tables.grid import Answer, Grid, Option, Question
from exact.tables.registry import GRIDS, grid
from exact.tables.shoes import File, Given, Packs, Sample, Source, Stock
from exact.tables.store import Store
from exact.tables.work import Answered, Failure, Task, answered, failures

if TYPE_CHECKING:
    from exact.tables.running import Progress

__all__ = ["GRIDS", "Answer", "Batch", "Failure", "Grid", "Option", "Question", "Table", "grid", "table"]

#: So many failures are kept in words; the rest are counted.
MOST_FAILURES: Final = 1000

#: The shoes of a table: a file's name, Shoes, or lists of counts.
Shoes = str | Path | Iterable[Shoe | Iterable[int]]


@dataclass(frozen=True)
class Batch:
    """A grid of questions: every shoe of every source with every setting. Nothing is computed yet.

    Rows are ordered by settings, then sources, then shoes.
    """

    grid: Grid
    question: Question
    sources: tuple[Source, ...]
    settings: tuple[dict[str, str], ...]
    replacement: bool = False

    def __len__(self) -> int:
        return len(self.settings) * sum(len(source) for source in self.sources)

    def tasks(self, form: str = "values") -> Iterator[Task]:
        """The tasks in the order of the rows."""
        for _, task in self.parts(form):
            yield task

    def parts(self, form: str = "values") -> Iterator[tuple[list[Stock], Task]]:
        """The shoes of each task, with what is said of them, and the task."""
        for settings in self.settings:
            for source in self.sources:
                for stocks in source.blocks(self.question.block):
                    counts = tuple(stock.counts for stock in stocks)
                    options = tuple(settings.items())
                    game, question = self.grid.game, self.question.name
                    yield stocks, Task(game, question, form, options, self.replacement, counts)


@dataclass(frozen=True)
class Row:
    """One row: the shoe, the settings, and column -> exact number or None; ``error``: why it has none."""

    stock: Stock
    settings: Mapping[str, str]
    answers: Mapping[str, Fraction | str | None]
    error: str = ""


@dataclass(frozen=True)
class Table:
    """A table whose tasks are all answered; its rows are read from the store whenever they are needed.

    ``failed``: the number of rows without an answer; ``failures``: they and the reasons in words, the first
    thousand of them.
    """

    batch: Batch
    store: Store
    form: str = "values"
    failed: int = 0
    failures: tuple[str, ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return len(self.batch)

    def answered(self) -> Iterator[tuple[Stock, Mapping[str, str], Answered]]:
        """Each row with its shoe, its settings and its stored answer, in order."""
        for stocks, task in self.batch.parts(self.form):
            settings = dict(task.settings)
            for stock, row in zip(stocks, _read(self.store, task), strict=True):
                yield stock, settings, row

    def __iter__(self) -> Iterator[Row]:
        """The rows with exact numbers; an irrational or enclosed one is its decimal, as text."""
        if self.form != "values":
            raise ExactError("table: it holds records; read them from the file it is written to")
        names = [column.name for column in self.batch.question.columns]
        for stock, settings, row in self.answered():
            if isinstance(row, Failure):
                yield Row(stock, settings, dict.fromkeys(names), row.reason)
                continue
            cells = [_number(*row[i : i + 3]) for i in range(0, len(row), 3)]
            yield Row(stock, settings, dict(zip(names, cells, strict=True)))

    def write(self, path: str | Path, form: str | None = None, force: bool = False) -> Path:
        """Write the table, and ``datapackage.json`` beside it; see `exact.tables.writing.write`."""
        from exact.tables.writing import write

        return write(self, path, form, force)

    def __repr__(self) -> str:
        failed = f", {self.failed} failed" if self.failed else ""
        return f"<table: {self.batch.grid.game} {self.batch.question.name}, {len(self)} rows{failed}>"


def batch(
    game: str,
    question: str | None = None,
    packs: Wholes | None = None,
    shoes: Shoes | None = None,
    replacement: bool = False,
    sample: int | None = None,
    dealt: Wholes | None = None,
    seed: int = 1,
    options: Mapping[str, Values] | None = None,
) -> Batch:
    """The grid of questions that `table` answers; arguments and errors as there."""
    described = grid(game)
    asked = described.question(question)
    if packs is not None and shoes is not None:
        raise ExactError("shoes: give packs or shoes, not both")
    if shoes is not None:
        source = _source(shoes, described.kinds, replacement)
    else:
        numbers = wholes(described.packs if packs is None else packs, "packs", least=1)
        source = Packs(tuple(numbers), described.pack)
    sources: tuple[Source, ...] = (source,)
    if sample is not None:
        if replacement:
            raise ExactError("sample: with replacement no card ever leaves the shoe; there are no states")
        if dealt is None:
            raise ExactError("dealt: a sample needs it, the number of cards that have been dealt")
        depths = wholes(dealt, "dealt")
        number = whole(sample, "sample", least=1)
        bases = [stock for block in source.blocks(1) for stock in block]
        sources = tuple(Sample.checked(base, depth, seed, number) for base in bases for depth in depths)
    elif dealt is not None:
        raise ExactError("dealt: it goes with a sample; say how many states are drawn")
    return Batch(described, asked, sources, _settings(asked, options or {}), bool(replacement))


def table(
    game: str,
    question: str | None = None,
    packs: Wholes | None = None,
    shoes: Shoes | None = None,
    replacement: bool = False,
    sample: int | None = None,
    dealt: Wholes | None = None,
    seed: int = 1,
    options: Mapping[str, Values] | None = None,
    form: str = "values",
    jobs: int | None = None,
    scheduler: str | None = None,
    cache: str | Path | None = None,
    progress: Progress | None = None,
) -> Table:
    """Answer a question for many shoes and settings, on all cores; what has been answered before is read.

    ``game``: the name of its command. ``question``: one of its grid's, by default the first. Shoes: full ones
    of ``packs`` packs, or ``shoes``, the name of a CSV file with one a line, or Shoes. ``sample`` states of
    each of them with ``dealt`` cards gone, drawn with ``seed`` (see `exact.tables.sampler`). ``packs``,
    ``dealt`` and every option may be one value, several, or a text such as ``"1-8,12"``. ``form``: "values",
    or "record" for citable records. ``jobs``: processes, by default one a core;
    ``scheduler``: the address of a Dask scheduler instead. ``cache``: the folder of the store, by
    default that of the command.
    ``progress``: told after each task (rows done, those found in the store, all rows).

    A row without an answer doesn't stop the others: see ``failures`` of the table. Raises ExactError for an
    empty grid, an unknown game, question or option, a broken line of the file, and a scheduler that cannot
    be reached.
    """
    from exact.tables.running import complete
    from exact.tables.work import FORMS

    if form not in FORMS:
        raise refusal("form", form, f"one of {', '.join(FORMS)} is expected")
    asked = batch(game, question, packs, shoes, replacement, sample, dealt, seed, options)
    store = Store.opened(cache)
    complete(asked.tasks(form), len(asked), store, jobs, scheduler, progress)
    failed, words = 0, list[str]()
    for task in asked.tasks(form):
        for line in failures(task, _read(store, task)):
            failed += 1
            if len(words) < MOST_FAILURES:
                words.append(line)
    return Table(asked, store, form, failed, tuple(words))


def _settings(question: Question, options: Mapping[str, Values]) -> tuple[dict[str, str], ...]:
    """Every combination of the options' values, in canonical text, the last option running fastest."""
    question.require_options(options)
    given = [
        [
            option.read(text, option.name)
            for text in texts(options.get(option.name, option.default), option.name)
        ]
        for option in question.options
    ]
    names = [option.name for option in question.options]
    return tuple(dict(zip(names, values, strict=True)) for values in product(*map(dict.fromkeys, given)))


def _source(shoes: Shoes, kinds: tuple[str, ...], replacement: bool) -> Source:
    if isinstance(shoes, (str, Path)):
        return File.checked(shoes, kinds)
    if isinstance(shoes, Shoe) or not isinstance(shoes, Iterable):
        raise refusal("shoes", shoes, "the name of a CSV file, or several Shoes, are expected")
    stocks = []
    for place, shoe in enumerate(shoes):
        if isinstance(shoe, Shoe) and shoe.replacement != replacement:
            raise refusal(f"shoes[{place}]", shoe, f"the table's replacement is {replacement}")
        counts = shoe.counts if isinstance(shoe, Shoe) else tuple(shoe)
        if len(counts) != len(kinds):
            raise refusal(f"shoes[{place}]", shoe, f"{len(kinds)} counts are expected")
        numbers = tuple(whole(count, f"shoes[{place}]") for count in counts)
        stocks.append(Stock(numbers, number=str(place + 1)))
    if not stocks:
        raise ExactError("shoes: none is given; the grid would have no row")
    return Given(tuple(stocks))


def _read(store: Store, task: Task) -> list[Answered]:
    """The answers of a task from the store; computed anew should someone have cleared it."""
    rows: list[Any] | None = store.get(task.key())
    if rows is None:
        return answered(task)
    return [Failure(row["reason"]) if isinstance(row, dict) else row for row in rows]


def _number(numerator: str, denominator: str, decimal: str) -> Fraction | str | None:
    return Fraction(int(numerator), int(denominator)) if numerator else decimal or None
