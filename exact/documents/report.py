"""The ledger for people: text, Markdown, a page, and the JSON object of ``exact verify --format json``."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from exact.documents import VERDICTS, Judged, ledger_text

_WIDTH: Final = 100
#: Where the statement begins, beside the longest verdict.
_MARGIN: Final = 22


def text(judged: list[Judged]) -> str:
    """One paragraph a claim: the verdict, the statement, the printed figure, the exact answers."""
    lines: list[str] = []
    for document, entries in by_document(judged):
        lines += [document, "=" * len(document), ""]
        for entry in entries:
            lines += _paragraph(entry)
    return "\n".join([*lines, summary(judged)]) + "\n"


def _paragraph(entry: Judged) -> list[str]:
    statement = f"{entry.claim.statement} [printed: {entry.claim.figure}]"
    verdict = f"{entry.verdict.upper():<{_MARGIN}}"
    return [*_wrapped(verdict, statement), *_wrapped(" " * _MARGIN, entry.reasoning), ""]


def markdown(judged: list[Judged]) -> str:
    """One table a document."""
    lines: list[str] = []
    for document, entries in by_document(judged):
        lines += [f"## {document}", "", "| verdict | statement | printed | found |", "|---|---|---|---|"]
        for entry in entries:
            statement = f"{entry.claim.statement} ({entry.claim.place})"
            cells = entry.verdict, statement, entry.claim.figure, entry.reasoning
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return "\n".join([*lines, summary(judged)]) + "\n"


def summary(judged: list[Judged]) -> str:
    """How many claims have which verdict."""
    counts = {verdict: sum(entry.verdict == verdict for entry in judged) for verdict in VERDICTS}
    found = ", ".join(f"{verdict} {count}" for verdict, count in counts.items() if count)
    return f"{len(judged)} claims: {found}."


def html(judged: list[Judged]) -> str:
    """One self-contained page, with pictures."""
    from exact.documents.page import html as page

    return page(judged)


FORMATS: Final[dict[str, Callable[[list[Judged]], str]]] = {
    "text": text,
    "json": ledger_text,
    "markdown": markdown,
    "html": html,
}


def by_document(judged: list[Judged]) -> Iterator[tuple[str, list[Judged]]]:
    """The entries of one document after the other, in their order."""
    for document, entries in groupby(judged, key=lambda entry: entry.claim.document):
        yield document, list(entries)


def _wrapped(margin: str, paragraph: str) -> list[str]:
    return textwrap.wrap(
        paragraph,
        _WIDTH,
        initial_indent=margin,
        subsequent_indent=" " * len(margin),
        break_long_words=False,
        break_on_hyphens=False,
    )
