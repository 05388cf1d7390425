"""The ledger for people: text, Markdown, and the JSON object of ``exact verify --format json``."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Final

from exact.documents import VERDICTS, Judged, ledger_text

_WIDTH: Final = 100


def text(judged: list[Judged]) -> str:
    """One paragraph a claim: the verdict, the statement, the printed figure, the exact answers."""
    lines: list[str] = []
    document = None
    for entry in judged:
        claim = entry.claim
        if claim.document != document:
            document = claim.document
            lines += [f"{document}", "=" * len(document), ""]
        printed = f"{claim.printed} {claim.unit}".strip()
        lines += _wrapped(f"{entry.verdict.upper():<22}", f"{claim.statement} [printed: {printed}]")
        lines += [*_wrapped(" " * 22, entry.reasoning), ""]
    return "\n".join([*lines, summary(judged)]) + "\n"


def markdown(judged: list[Judged]) -> str:
    """One table a document."""
    lines: list[str] = []
    document = None
    for entry in judged:
        claim = entry.claim
        if claim.document != document:
            document = claim.document
            lines += [
                "",
                f"## {document}",
                "",
                "| verdict | statement | printed | found |",
                "|---|---|---|---|",
            ]
        printed = f"{claim.printed} {claim.unit}".strip()
        cells = (entry.verdict, f"{claim.statement} ({claim.place})", printed, entry.reasoning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join([*lines[1:], "", summary(judged)]) + "\n"


def summary(judged: list[Judged]) -> str:
    """How many claims have which verdict."""
    counts = {verdict: sum(entry.verdict == verdict for entry in judged) for verdict in VERDICTS}
    found = ", ".join(f"{verdict} {count}" for verdict, count in counts.items() if count)
    return f"{len(judged)} claims: {found}."


FORMATS: Final[dict[str, Callable[[list[Judged]], str]]] = {
    "text": text,
    "json": ledger_text,
    "markdown": markdown,
}


def _wrapped(margin: str, paragraph: str) -> list[str]:
    return textwrap.wrap(
        paragraph,
        _WIDTH,
        initial_indent=margin,
        subsequent_indent=" " * len(margin),
        break_long_words=False,
        break_on_hyphens=False,
    )
