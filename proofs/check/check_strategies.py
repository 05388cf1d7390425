"""The strategies of a record: lists of plays in the file, or, when they are long, CSV files beside it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from check_form import Interval, Record, RefusedError, demand, read_cell

PLAY_KEYS = ("infoset", "action", "probability")
#: Longer strategies lie beside the record, in a CSV file.
MOST_PLAYS = 1000


def with_strategies(data: Record, folder: Path | None) -> Record:
    """The record with each strategy that lies beside it in its place."""
    plays = {side: _strategy(data, side, folder) for side in data["strategies"]}
    return {**data, "strategies": plays}


def _strategy(data: Record, side: str, folder: Path | None) -> object:
    given, where = data["strategies"][side], f"strategies, {side}"
    if isinstance(given, list):
        demand(len(given) <= MOST_PLAYS, where, f"more than {MOST_PLAYS} plays lie beside a record, as CSV")
        found = given
    else:
        found = sidecar(given, f"{data['id']}.{side}.csv", folder, where)
    for play in found:
        demand(isinstance(play, dict) and tuple(play) == PLAY_KEYS, where, f"{play!r} is not a play")
        for key in ("infoset", "action"):
            demand(isinstance(play[key], str) and play[key] != "", f"{where}, {key}", "a text is expected")
        infoset = f"{where}, infoset {play['infoset']}"
        number = read_cell(play["probability"], infoset)
        if number is None or isinstance(number, Interval):
            raise RefusedError(f"{infoset}: it has no exact probability")
        ends = (number, number) if isinstance(number, Fraction) else (number.lower, number.upper)
        demand(ends[0] >= 0 and ends[1] <= 1, infoset, "a probability is 0 to 1")
    names = [(play["infoset"], play["action"]) for play in found]
    demand(len(set(names)) == len(names), where, "an infoset stands there twice")
    return found


def sidecar(given: object, name: str, folder: Path | None, where: str) -> list[dict[str, Any]]:
    """The plays in the CSV file beside a record, whose SHA-256 the record holds."""
    right = isinstance(given, dict) and tuple(given) == ("file", "sha256", "rows")
    demand(right, where, "a list of plays, or an object with file, sha256, rows is expected")
    assert isinstance(given, dict)
    demand(given["file"] == name, where, f"the file {given['file']!r} should be {name}")
    demand(folder is not None, where, f"{name} lies beside the record, which has no folder here")
    assert folder is not None
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise RefusedError(f"{where}: {name} cannot be read: {error.strerror}") from None
    sha256 = hashlib.sha256(content).hexdigest()
    demand(sha256 == given["sha256"], where, f"{name} has another SHA-256; it was changed")
    try:
        head, *rows = csv.reader(io.StringIO(content.decode("utf-8"), newline=""), strict=True)
        plays: list[dict[str, Any]] = [dict(zip(PLAY_KEYS, row, strict=True)) for row in rows]
        for play in plays:
            if play["probability"].startswith("{"):
                play["probability"] = json.loads(play["probability"])
    except (ValueError, csv.Error):
        raise RefusedError(f"{where}: {name} is no CSV file with three columns") from None
    demand(tuple(head) == PLAY_KEYS, where, f"{name} has not the columns {', '.join(PLAY_KEYS)}")
    more = len(plays) > MOST_PLAYS and given["rows"] == str(len(plays))
    demand(more, where, f"{name} has {len(plays)} plays, which is not what is expected")
    return plays
