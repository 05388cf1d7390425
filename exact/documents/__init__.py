"""The source documents on trial: their claims (claims.toml), and the ledger that judges each.

A verdict is computed from exact answers and never typed in:

* ``holds``: the exact value, rounded as printed, is the printed figure, or the rule or inequality is
  true, in every model in question;
* ``holds in its model``: true of the document's own simplification, not of the real shoe;
* ``depends on the model``: the document leaves the model open, and the models disagree;
* ``fails``: none of these.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from exact.documents.answers import Answer
from exact.documents.models import Model, model
from exact.documents.questions import question
from exact.errors import ExactError
from exact.games.chemin_de_fer.rules import INFORMATION
from exact.rational import decimal, fraction_text, rational, rounded, shortened
from exact.storage import write_whole

VERDICTS: Final = ("holds", "holds in its model", "depends on the model", "fails")


@dataclass(frozen=True)
class Claim:
    """One statement of a document; the fields are explained at the head of claims.toml."""

    id: str
    document: str
    place: str
    statement: str
    printed: str
    question: str
    models: tuple[str, ...]
    simplified: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)
    unit: str = ""
    scale: int = 1

    @property
    def figure(self) -> str:
        """The printed figure with its unit."""
        return f"{self.printed} {self.unit}".strip()


@dataclass(frozen=True)
class Judged:
    """A claim with the exact answer in each model, the verdict, and the reasoning in a sentence.

    ``exact`` is the deciding value in the real model, in the unit in which the document prints it;
    None for a rule or an inequality.
    """

    claim: Claim
    answers: Mapping[str, Answer]
    verdict: str
    exact: Fraction | None
    reasoning: str

    def data(self) -> dict[str, Any]:
        """As in the ledger: plain JSON data."""
        claim = self.claim
        return {
            "id": claim.id,
            "document": claim.document,
            "place": claim.place,
            "statement": claim.statement,
            "printed": claim.figure,
            "exact": None if self.exact is None else fraction_text(self.exact),
            "decimal": None if self.exact is None else decimal(self.exact),
            "verdict": self.verdict,
            "reasoning": self.reasoning,
            "models": {name: _answer_data(claim, answer) for name, answer in self.answers.items()},
        }


def claims() -> list[Claim]:
    """All claims, in the documents' order."""
    text = files("exact.documents").joinpath("claims.toml").read_text("utf-8")
    return [_claim(entry) for entry in tomllib.loads(text)["claim"]]


def judge(claim: Claim) -> Judged:
    """The claim judged by computation in every model that it names."""
    ask = question(claim.question)
    names = (*claim.simplified, *claim.models, *claim.beside)
    models = {name: model(name) for name in names}
    answers = {name: ask(models[name], claim.arguments) for name in names}
    verdict = _verdict(claim, answers)
    deciding = answers[claim.models[0]].value
    exact = None if deciding is None else deciding * claim.scale
    return Judged(claim, answers, verdict, exact, _reasoning(claim, models, answers))


class Ledger(list[Judged]):
    """The judged claims; in Jupyter a table of them."""

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(entry.claim.document)}</td><td>{escape(entry.claim.statement)}</td>"
            f"<td>{escape(entry.claim.figure)}</td><td><b>{escape(entry.verdict)}</b></td>"
            f"<td>{escape(entry.reasoning)}</td></tr>"
            for entry in self
        )
        heads = ("document", "statement", "printed", "verdict", "exact answer")
        head = "".join(f"<th>{name}</th>" for name in heads)
        return f"<table><caption>{len(self)} claims</caption><tr>{head}</tr>{rows}</table>"


def ledger() -> Ledger:
    """Every claim of every document, judged."""
    return Ledger(judge(claim) for claim in claims())


def ledger_data(judged: list[Judged]) -> dict[str, Any]:
    """The ledger as one JSON object."""
    return {"claims": [entry.data() for entry in judged]}


def ledger_text(judged: list[Judged]) -> str:
    """The canonical text of ledger.json."""
    return json.dumps(ledger_data(judged), indent=2, ensure_ascii=False) + "\n"


def committed() -> dict[str, dict[str, Any]]:
    """The committed ledger by the claims' ids; empty when there is none."""
    try:
        data = json.loads(_ledger_path().read_text("utf-8"))
        return {entry["id"]: entry for entry in data["claims"]}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError):
        raise ExactError(
            "ledger.json: it is not a ledger; write it anew with exact verify --update"
        ) from None


def differences(judged: list[Judged]) -> list[str]:
    """Where the judged claims differ from the committed ledger, in verdict or exact value."""
    before = committed()
    lines = []
    for entry in judged:
        now, then = entry.data(), before.pop(entry.claim.id, None)
        if then is None:
            lines.append(f"{entry.claim.id}: not in the committed ledger")
            continue
        lines += [
            f"{entry.claim.id}: {key} is {now[key]!r}, the ledger has {then.get(key)!r}"
            for key in ("verdict", "exact")
            if now[key] != then.get(key)
        ]
    return lines + [f"{id_}: in the committed ledger, but no longer a claim" for id_ in before]


def update(judged: list[Judged]) -> Path:
    """Rewrite the committed ledger."""
    return write_whole(_ledger_path(), ledger_text(judged))


def _ledger_path() -> Path:
    return Path(str(files("exact.documents").joinpath("ledger.json")))


def _claim(entry: dict[str, Any]) -> Claim:
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()}
    for key in ("models", "simplified", "beside", "shown"):
        fields[key] = tuple(name for given in fields.get(key, ()) for name in _family(given))
    return Claim(**fields)


def _family(name: str) -> list[str]:
    """The models that a name stands for: ``*/*`` and ``totals/*`` all information and all shoes in question.

    The shoes are those of 1 to 8 packs and the one with replacement.
    """
    known, stroke, shoe = name.partition("/")
    if not stroke:
        return [name]
    shoes = ["1-pack", *(f"{n}-packs" for n in range(2, 9)), "replacement"] if shoe == "*" else [shoe]
    return [f"{k}/{s}" for k in (INFORMATION if known == "*" else [known]) for s in shoes]


def _true(claim: Claim, answer: Answer) -> bool:
    """Whether the statement is true when this is the answer."""
    if answer.value is None:
        return answer.holds
    printed = rational(claim.printed, f"{claim.id}: printed")
    found = answer.value * claim.scale
    # A decimal is compared as it is rounded in print; a printed fraction is meant exactly.
    if "/" not in claim.printed:
        found = rounded(found, len(claim.printed.partition(".")[2]))
    return answer.holds and found == printed


def _verdict(claim: Claim, answers: Mapping[str, Answer]) -> str:
    real = [_true(claim, answers[name]) for name in claim.models]
    simple = [_true(claim, answers[name]) for name in claim.simplified]
    if all(real) and all(simple):
        return "holds"
    if simple and all(simple):
        return "holds in its model"
    if any(real):
        return "depends on the model"
    return "fails"


def _reasoning(claim: Claim, models: Mapping[str, Model], answers: Mapping[str, Answer]) -> str:
    """The answers in the models, one after the other."""
    found: dict[str, list[str]] = {}
    for name in (*claim.simplified, *(claim.shown or claim.models)):
        prefix = "in the document's own simplification, " if name in claim.simplified else ""
        found.setdefault(_answer_words(claim, answers[name]), []).append(prefix + models[name].words)
    everywhere = {_answer_words(claim, answers[name]) for name in claim.models}
    if len(everywhere) == 1 and len(claim.models) > 1 and not claim.simplified:
        text = f"in all {len(claim.models)} models: {everywhere.pop()}"
    else:
        text = "; ".join(f"{', or '.join(names)}: {words}" for words, names in found.items())
        if claim.shown:
            right = sum(_true(claim, answers[name]) for name in claim.models)
            text = f"true in {right} of {len(claim.models)} models; among them {text}"
    if claim.beside:
        text += "; beside it, " + "; ".join(
            f"{models[name].words}: {_answer_words(claim, answers[name], brief=True)}"
            for name in claim.beside
        )
    return text[0].upper() + text[1:] + "."


def _answer_words(claim: Claim, answer: Answer, brief: bool = False) -> str:
    if answer.value is None:
        return answer.text if brief else f"{'true' if answer.holds else 'false'}, {answer.text}"
    value = answer.value * claim.scale
    number = decimal(value, 6)
    if value.denominator != 1 and not brief:
        number = f"{shortened(fraction_text(value), 40)} = {number}"
    unit = f" {claim.unit}" if claim.unit and not brief else ""
    return f"{number}{unit}" + (f" ({answer.text})" if answer.text else "")


def _answer_data(claim: Claim, answer: Answer) -> dict[str, Any]:
    value = None if answer.value is None else answer.value * claim.scale
    return {
        "true": _true(claim, answer),
        "exact": None if value is None else fraction_text(value),
        "decimal": None if value is None else decimal(value),
        "text": answer.text,
        "record": answer.record,
    }
