"""Strategies in records: a list of plays in the file, or, when they are very many, a CSV beside it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Union

from exact.enclosure import Enclosure
from exact.errors import ExactError, shown
from exact.numerals import cell_data, cell_from

#: Longer strategies lie beside the record.
MOST_WITHIN: Final = 1000
#: The keys of a play, which are the columns of the CSV.
KEYS: Final = ("infoset", "action", "probability")

#: ``{"infoset": ..., "action": ..., "probability": "p/q"}``, an irrational probability as an object.
Play = dict[str, Any]
#: Every infoset that can occur.
Plays = Sequence[Play]


@dataclass(frozen=True, slots=True)
class Beside:
    """A strategy that lies in another file: its name, the SHA-256 of its bytes, the number of plays."""

    file: str
    sha256: str
    rows: int

    def data(self) -> dict[str, str]:
        return {"file": self.file, "sha256": self.sha256, "rows": str(self.rows)}


def stored(
    identity: str, side: str, plays: Plays | Beside
) -> tuple[Union[list[Play], dict[str, str]], str | None]:
    """How the record ``identity`` says a side's strategy, and the text of a file beside it, if any."""
    if isinstance(plays, Beside):
        return plays.data(), None
    if len(plays) <= MOST_WITHIN:
        return list(plays), None
    text = as_csv(plays)
    return Beside(_name(identity, side), _sha256(text), len(plays)).data(), text


def as_csv(plays: Plays) -> str:
    """The plays as the text of a CSV file: comma-separated, LF, the columns named as the keys.

    An irrational probability is the JSON text of its object.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(KEYS)
    for play in plays:
        probability = play["probability"]
        text = probability if isinstance(probability, str) else json.dumps(probability)
        writer.writerow([play["infoset"], play["action"], text])
    return out.getvalue()


def from_csv(beside: Beside, text: str) -> list[Play]:
    """The plays in the text of that file. Raises ExactError when it is not the file that is meant."""
    if _sha256(text) != beside.sha256:
        raise ExactError(f"{beside.file} has another SHA-256 than the record says: it has been changed")
    try:
        head, *rows = csv.reader(io.StringIO(text), strict=True)
        plays = [dict(zip(KEYS, row, strict=True)) for row in rows]
        for play in plays:
            if play["probability"].startswith("{"):
                play["probability"] = json.loads(play["probability"])
    except (ValueError, csv.Error):
        raise ExactError(f"{beside.file} is no CSV file with the columns {', '.join(KEYS)}") from None
    if tuple(head) != KEYS or len(plays) != beside.rows or as_csv(plays) != text:
        raise ExactError(
            f"{beside.file} has not the {beside.rows} rows of {', '.join(KEYS)} that are expected"
        )
    return _checked(plays)


def plays_from(identity: str, side: str, data: Any) -> list[Play] | Beside:
    """What a record says of a side's strategy. Raises ExactError when it has not the form of one."""
    if isinstance(data, list):
        return _checked(data)
    if not isinstance(data, dict) or tuple(data) != ("file", "sha256", "rows"):
        raise ExactError(f"strategies, {side}: {shown(data)} is neither a list of plays nor a file")
    beside = Beside(data["file"], data["sha256"], int(data["rows"]))
    if beside.rows <= MOST_WITHIN:
        raise ExactError(f"strategies, {side}: no more than {MOST_WITHIN} plays lie in the record itself")
    if beside.file != _name(identity, side):
        # Also, no record shall make us read just any file.
        raise ExactError(
            f"strategies, {side}: the file {shown(beside.file)} should be {_name(identity, side)}"
        )
    return beside


def _checked(plays: list[Play]) -> list[Play]:
    for play in plays:
        if not isinstance(play, dict) or tuple(play) != KEYS:
            raise ExactError(f"strategies: {shown(play)} has not the keys {', '.join(KEYS)}")
        probability = cell_from(play["probability"])
        if isinstance(probability, Enclosure) or not 0 <= probability <= 1:
            raise ExactError(f"strategies: {shown(play)} has no exact probability from 0 to 1")
        if cell_data(probability) != play["probability"]:
            raise ExactError(f"strategies: {shown(play)} has a probability that is not in canonical form")
    return plays


def _name(identity: str, side: str) -> str:
    return f"{identity}.{side}.csv"


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
