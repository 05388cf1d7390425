#!/usr/bin/env python3
"""Check records of exact answers without the program that wrote them.

    python proofs/check.py                 the canonical set, which lies in proofs/records
    python proofs/check.py PATH ...        these records, or all records in these folders
    python proofs/check.py --quick         one record of each kind only
    python proofs/check.py --part 2/5      every fifth record, beginning with the second

Every number of a record is re-derived from the rules of its game, or confirmed from its certificate; see
proofs/README.md. A line is printed for each record: whether it holds, its id, the means, the time.
Exit status: 0 if all records hold, 1 if one is refused, 2 if something given is no record at all.

Only the standard library is used. The modules lie in the folder check/ beside this file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter_ns

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "check"))

import check_chemin_de_fer  # noqa: E402
import check_form as form  # noqa: E402
import check_partie  # noqa: E402
import check_punto_banco  # noqa: E402
import check_rouge_et_noir  # noqa: E402
import check_strategies  # noqa: E402
import check_trente_et_quarante  # noqa: E402

CANONICAL = HERE / "records"
#: Files of a set of records that are no records themselves.
NOT_RECORDS = {"datapackage.json"}

#: game -> question -> what re-derives a record of this kind. A new game adds its line here.
GAMES: dict[str, dict[str, Callable[[form.Record], form.Derived]]] = {
    "rouge_et_noir": check_rouge_et_noir.QUESTIONS,
    "trente_et_quarante": check_trente_et_quarante.QUESTIONS,
    "punto_banco": check_punto_banco.QUESTIONS,
    "chemin_de_fer": check_chemin_de_fer.QUESTIONS,
    "partie": check_partie.QUESTIONS,
}


def check_record(name: str, text: str, data: form.Record, folder: Path | None = None) -> str:
    """The means by which a record was found to hold; RefusedError if it does not.

    ``folder``: where long strategies lie beside the record.
    """
    form.check_form(name, text, data)
    data = check_strategies.with_strategies(data, folder)
    questions = GAMES.get(data["game"])
    if questions is None:
        raise form.RefusedError(f"game: {data['game']!r} is not known")
    rederive = questions.get(data["question"])
    if rederive is None:
        raise form.RefusedError(f"question: {data['question']!r} is not one of {data['game']}")
    derived = rederive(data)
    form.compare(data, derived)
    return derived.means


def files_of(path: Path) -> list[Path]:
    """The files that a given path stands for; UnreadableError if there is nothing."""
    if not path.is_dir():
        if not path.exists():
            raise form.UnreadableError("there is no such file or folder")
        return [path]
    found = sorted(file for file in path.rglob("*.json") if file.name not in NOT_RECORDS)
    if not found:
        raise form.UnreadableError("the folder holds no record (no file *.json)")
    return found


def kind(data: form.Record) -> tuple[str, ...]:
    """Game and question, who knows his cards, and whether there is a tax, as far as they can be read."""
    given = data.get("input")
    options = given if isinstance(given, dict) else {}
    information = options.get("information")
    # With a tax chemin de fer is no zero-sum game.
    more = [] if information is None else [str(information), str(options.get("commission", "0") != "0")]
    return str(data.get("game")), str(data.get("question")), *more


def place(entry: tuple[Path, str, form.Record]) -> tuple[str, str, str, str]:
    """The order of checking: records of one shoe stand together, so that it is enumerated once."""
    path, _, data = entry
    given = data.get("input")
    shoe = given.get("shoe") if isinstance(given, dict) else None
    return str(data.get("game")), str(len(str(shoe))).rjust(4) + str(shoe), str(data.get("id")), str(path)


def chosen(
    entries: Sequence[tuple[Path, str, form.Record]], quick: bool, part: tuple[int, int]
) -> list[tuple[Path, str, form.Record]]:
    """The records to check, in their order.

    ``quick``: of each kind the first, which has the smallest shoe. ``part``: (I, N) for every N-th record,
    from the I-th.
    """
    ordered = sorted(entries, key=place)
    if quick:
        first = {kind(entry[2]): entry for entry in reversed(ordered)}
        ordered = sorted(first.values(), key=place)
    begin, step = part
    return ordered[begin - 1 :: step]


def run(paths: Sequence[Path], quick: bool = False, part: tuple[int, int] = (1, 1)) -> int:
    """Check records and print what comes out; gives the exit status."""
    entries: list[tuple[Path, str, form.Record]] = []
    unreadable = 0
    for given in paths:
        try:
            files = files_of(given)
        except form.UnreadableError as error:
            print(f"{given}: {error}", file=sys.stderr)
            unreadable += 1
            continue
        for file in files:
            try:
                entries.append((file, *form.read(file)))
            except form.UnreadableError as error:
                print(f"{file}: {error}", file=sys.stderr)
                unreadable += 1
    entries = chosen(entries, quick, part)
    begin, refused = perf_counter_ns(), 0
    for path, text, data in entries:
        start = perf_counter_ns()
        try:
            verdict, means = "holds", check_record(path.name, text, data, path.parent)
        except form.RefusedError as error:
            verdict, means = "REFUSED", str(error)
        except Exception as error:
            # Whatever else goes wrong, the record was not confirmed.
            verdict, means = "REFUSED", f"its content cannot be checked ({type(error).__name__}: {error})"
        refused += verdict == "REFUSED"
        print(f"{verdict:7} {data.get('id')!s}: {means}; {seconds(perf_counter_ns() - start)}", flush=True)
    if entries:
        number, hold = len(entries), len(entries) - refused
        time = seconds(perf_counter_ns() - begin)
        print(f"{number} record{'s' * (number > 1)}: {hold} hold, {refused} refused; {time}")
    return 2 if unreadable else int(refused > 0)


def seconds(nanoseconds: int) -> str:
    """A time in seconds, to hundredths."""
    hundredths = nanoseconds // 10_000_000
    return f"{hundredths // 100}.{hundredths % 100:02} s"


def part_of(text: str) -> tuple[int, int]:
    """``2/5`` as (2, 5)."""
    begin, slash, step = text.partition("/")
    if not slash or not begin.isdecimal() or not step.isdecimal() or not 1 <= int(begin) <= int(step):
        raise argparse.ArgumentTypeError(f"{text!r} is no part; I/N is expected, with I from 1 to N")
    return int(begin), int(step)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="check.py",
        description="Re-derive every number of records from the rules of the games; nothing else is trusted.",
        epilog="Exit status: 0 all hold, 1 a record is refused, 2 something given is no record.",
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="records, or folders of them")
    parser.add_argument("--quick", action="store_true", help="only one record of each kind")
    parser.add_argument(
        "--part", type=part_of, default=(1, 1), metavar="I/N", help="only every N-th record, from the I-th"
    )
    given = parser.parse_args(arguments)
    return run(given.paths or [CANONICAL], given.quick, given.part)


if __name__ == "__main__":
    sys.exit(main())
