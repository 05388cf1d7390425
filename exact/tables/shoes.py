"""Where the shoes of a table come from: full packs, a file, or random states of a shoe.

A source knows how many shoes it has and yields them in blocks, so that no table need fit into memory.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Protocol

from exact.errors import ExactError, refusal
from exact.rational import whole
from exact.shoe import CARD_NAMES
from exact.tables import sampler

_COUNT = re.compile(r"\s*\d{1,1000}\s*", re.ASCII)


class Stock(NamedTuple):
    """One shoe of a table: its counts, and what is said of where it comes from (empty: nothing)."""

    counts: tuple[int, ...]
    packs: str = ""
    dealt: str = ""
    number: str = ""


class Source(Protocol):
    """Shoes in a fixed order."""

    def __len__(self) -> int: ...

    def blocks(self, size: int) -> Iterator[list[Stock]]:
        """The shoes in their order, in lists of ``size``, the last one shorter."""


@dataclass(frozen=True)
class Packs:
    """Full shoes of so many packs each."""

    packs: tuple[int, ...]
    pack: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.packs)

    def blocks(self, size: int) -> Iterator[list[Stock]]:
        stocks = [Stock(tuple(n * count for count in self.pack), packs=str(n)) for n in self.packs]
        yield from _blocks(stocks, size)


@dataclass(frozen=True)
class Given:
    """Shoes that are given one by one, or the lines of a file that has been read."""

    stocks: tuple[Stock, ...]

    def __len__(self) -> int:
        return len(self.stocks)

    def blocks(self, size: int) -> Iterator[list[Stock]]:
        yield from _blocks(self.stocks, size)


@dataclass(frozen=True)
class File:
    """The shoes of a CSV file, one a line, which is read anew whenever they are needed."""

    path: str
    kinds: tuple[str, ...]
    lines: int

    @classmethod
    def checked(cls, path: str | Path, kinds: tuple[str, ...]) -> File:
        """The file, every line of it checked. Raises ExactError, naming the line that is broken."""
        number = sum(1 for _ in _lines(path, kinds))
        if not number:
            raise ExactError(f"shoes: {path} holds no shoe; the grid would have no row")
        return cls(str(path), kinds, number)

    def __len__(self) -> int:
        return self.lines

    def blocks(self, size: int) -> Iterator[list[Stock]]:
        yield from _blocks(_lines(self.path, self.kinds), size)


@dataclass(frozen=True)
class Sample:
    """``number`` states of a shoe from which ``dealt`` cards are gone: see `exact.tables.sampler`."""

    base: Stock
    dealt: int
    seed: int
    number: int

    @classmethod
    def checked(cls, base: Stock, dealt: int, seed: int, number: int) -> Sample:
        """Raises ExactError when the shoe has not so many cards, and for a bad seed or number."""
        size = sum(base.counts)
        if whole(dealt, "dealt") > size:
            raise refusal("dealt", dealt, f"the shoe has {size} cards")
        if whole(seed, "seed") >= sampler.SEEDS:
            raise refusal("seed", seed, "a seed is less than 2^64")
        if size >= 2**62:
            raise ExactError("shoe: it has too many cards to be sampled; ask for replacement instead")
        return cls(base, dealt, seed, whole(number, "sample", least=1))

    def __len__(self) -> int:
        return self.number

    def blocks(self, size: int) -> Iterator[list[Stock]]:
        for first in range(1, self.number + 1, size):
            number = min(size, self.number - first + 1)
            rows = sampler.states(self.base.counts, self.dealt, self.seed, first, number).tolist()
            yield [
                Stock(tuple(row), self.base.packs, str(self.dealt), str(first + i))
                for i, row in enumerate(rows)
            ]


def _blocks(stocks: Iterable[Stock], size: int) -> Iterator[list[Stock]]:
    remaining = iter(stocks)
    while block := list(islice(remaining, size)):
        yield block


def _lines(path: str | Path, kinds: tuple[str, ...]) -> Iterator[Stock]:
    """The shoes of the file; empty lines are passed over, and a head: the kinds' names, or A, 2, ..., 10."""
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.reader(file, strict=True)
            found = 0
            try:
                for cells in reader:
                    if not any(cell.strip() for cell in cells):
                        continue
                    if reader.line_num == 1 and tuple(cell.strip() for cell in cells) in (kinds, CARD_NAMES):
                        continue
                    found += 1
                    yield Stock(_counts(cells, len(kinds), path, reader.line_num), number=str(found))
            except csv.Error as error:
                raise ExactError(f"shoes: line {reader.line_num} of {path} is no CSV; {error}") from None
    except UnicodeDecodeError:
        raise ExactError(f"shoes: {path} is not UTF-8 text") from None
    except (OSError, ValueError, TypeError) as error:
        if isinstance(error, ExactError):
            raise
        reason = getattr(error, "strerror", None) or "the name of a file is expected"
        raise ExactError(f"shoes: {path} cannot be read; {reason}") from None


def _counts(cells: Sequence[str], kinds: int, path: str | Path, line: int) -> tuple[int, ...]:
    if len(cells) != kinds or not all(_COUNT.fullmatch(cell) for cell in cells):
        raise refusal(
            f"shoes: line {line} of {path}",
            ",".join(cells),
            f"{kinds} whole counts, separated by commas, are expected",
        )
    return tuple(int(cell) for cell in cells)
