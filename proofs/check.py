#!/usr/bin/env python3
"""Check records of exact answers without the program that wrote them.

    python proofs/check.py                 the canonical set, which lies in proofs/records
    python proofs/check.py PATH ...        these records, or all records in these folders
    python proofs/check.py --quick         one record of each kind only

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
    data = form.with_strategies(data, folder)
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


def kind(data: form.Record) -> tuple[str, str]:
    """Game and question, as far as they can be read."""
    return str(data.get("game")), str(data.get("question"))


def place(entry: tuple[Path, str, form.Record]) -> tuple[str, str, str, str]:
    """The order of checking: records of one shoe stand together, so that it is enumerated once."""
    path, _, data = entry
    given = data.get("input")
    shoe = given.get("shoe") if isinstance(given, dict) else None
    return str(data.get("game")), str(len(str(shoe))).rjust(4) + str(shoe), str(data.get("id")), str(path)


def run(paths: Sequence[Path], quick: bool = False) -> int:
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
    if quick:
        first = {kind(data): (path, text, data) for path, text, data in reversed(entries)}
        entries = list(first.values())
    begin, refused = perf_counter_ns(), 0
    for path, text, data in sorted(entries, key=place):
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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="check.py",
        description="Re-derive every number of records from the rules of the games; nothing else is trusted.",
        epilog="Exit status: 0 all hold, 1 a record is refused, 2 something given is no record.",
    )
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="records, or folders of them")
    parser.add_argument("--quick", action="store_true", help="only one record of each game and question")
    given = parser.parse_args(arguments)
    return run(given.paths or [CANONICAL], given.quick)


if __name__ == "__main__":
    sys.exit(main())
