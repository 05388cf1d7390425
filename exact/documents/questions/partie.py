"""The question that decides the claims about the procedure: scripts whose statements were worked out by hand.

Each script lies in the package, in exact/partie/scripts. It says what the rule is expected to lead to, by
the document's sentences; the referee replays it. Those in ``against`` are against one rule, by whose name
they go: the referee must refuse their last line, and name that rule.
"""

from __future__ import annotations

from importlib.resources import files

from exact import partie
from exact.documents.answers import Answer, Arguments
from exact.documents.models import Model
from exact.errors import ExactError
from exact.partie.law import PartieError


def script(model: Model, arguments: Arguments) -> Answer:
    """Whether every script of the rule leads to what was worked out by hand, and what is against it is
    refused.

    ``arguments``: ``scripts`` by their names, and ``against``, likewise.
    """
    shown, wrong = 0, []
    for name in arguments.get("scripts", []):
        read = _read(name)
        shown += len(read.expected)
        try:
            partie.replay(read)
        except ExactError as error:
            wrong.append(str(error))
    for name in arguments.get("against", []):
        if problem := _not_refused(name):
            wrong.append(problem)
        shown += 1
    if wrong:
        return Answer(holds=False, text="; ".join(wrong))
    names = [*arguments.get("scripts", []), *(f"against/{name}" for name in arguments.get("against", []))]
    return Answer(holds=shown > 0, text=f"as worked out by hand in {', '.join(names)}")


def _read(name: str) -> partie.Script:
    text = files("exact.partie").joinpath("scripts", f"{name}.toml").read_text("utf-8")
    return partie.parse(text, f"{name}.toml")


def _not_refused(name: str) -> str:
    """What is wrong with a script against the rule of its name; nothing if its last line is refused."""
    read = _read(f"against/{name}")
    last = read.lines[-1].number
    try:
        partie.replay(read)
    except PartieError as error:
        if error.rule.name == name and f"line {last}:" in str(error):
            return ""
        return str(error)
    return f"{read.name}: nothing is refused"
