"""The ledger as one self-contained page: verdicts, figures, reasons, and pictures where they help."""

from __future__ import annotations

from html import escape
from typing import Final

from exact import __version__
from exact.documents import VERDICTS, Judged
from exact.documents.answers import Answer
from exact.documents.models import model
from exact.documents.pictures import PICTURES
from exact.documents.report import by_document, summary
from exact.rational import decimal, fraction_text, shortened

_STYLE: Final = """
body { font: 16px/1.5 Georgia, serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1, h2 { font-weight: normal; } h2 { border-bottom: 1px solid #bbb; margin-top: 3rem; }
article { margin: 1.6rem 0; padding-left: 1rem; border-left: .3rem solid #bbb; }
article p { margin: .3rem 0; overflow-wrap: anywhere; }
.verdict { font: bold .8rem sans-serif; text-transform: uppercase; letter-spacing: .05em; }
.holds { border-color: #3a7d44; } .holds .verdict { color: #2f6637; }
.holds-in-its-model { border-color: #1f3a5f; } .holds-in-its-model .verdict { color: #1f3a5f; }
.depends-on-the-model { border-color: #b8860b; } .depends-on-the-model .verdict { color: #8a6508; }
.fails { border-color: #8c1c13; } .fails .verdict { color: #8c1c13; }
.figures, summary, .place { color: #555; font-size: .9rem; }
figure { margin: 1rem 0; } figcaption { font-size: .85rem; color: #555; }
table { border-collapse: collapse; font-size: .85rem; margin: .5rem 0; }
td, th { padding: .15rem .8rem .15rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
code { font-size: .85em; overflow-wrap: anywhere; }
"""
_WHAT: Final = {
    "holds": "the exact value, rounded as printed, is the printed figure, or the rule or inequality is true, "
    "in every model in question",
    "holds in its model": "true of the document's own simplification, not of the real shoe",
    "depends on the model": "the document leaves the model open, and the models disagree",
    "fails": "none of these; the right value is shown",
}


def html(judged: list[Judged]) -> str:
    """The whole page. It needs no other file and no network."""
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>The claims of the documents, judged</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
        "<h1>The claims of the documents, judged</h1>",
        f"<p>{escape(summary(judged))} Computed in rational numbers by exact {escape(__version__)}.</p>",
        "<dl>",
        *(f"<dt><b>{verdict}</b></dt><dd>{escape(_WHAT[verdict])}</dd>" for verdict in VERDICTS),
        "</dl>",
    ]
    for document, entries in by_document(judged):
        parts.append(f"<section>\n<h2>{escape(document)}</h2>")
        parts += [_article(entry) for entry in entries]
        parts.append("</section>")
    return "\n".join([*parts, "</body>\n</html>"]) + "\n"


def _article(entry: Judged) -> str:
    claim = entry.claim
    exact = ""
    if entry.exact is not None:
        number = f"{decimal(entry.exact, 12)} {claim.unit}".strip()
        if entry.exact.denominator != 1:
            number += f" = {shortened(fraction_text(entry.exact), 60)}"
        exact = f" Exact: {escape(number)} ({escape(model(claim.models[0]).words)})."
    return "\n".join(
        [
            f'<article class="{entry.verdict.replace(" ", "-")}" id="{escape(claim.id, quote=True)}">',
            f'<p><span class="verdict">{entry.verdict}</span>',
            f'<span class="place">{escape(claim.place)}</span></p>',
            f"<p>{escape(claim.statement)}</p>",
            f'<p class="figures">Printed: {escape(claim.figure)}.{exact}</p>',
            f"<p>{escape(entry.reasoning)}</p>",
            _figure(claim.id),
            _models(entry),
            "</article>",
        ]
    )


def _figure(id_: str) -> str:
    if id_ not in PICTURES:
        return ""
    picture = PICTURES[id_]()
    return f"<figure>{picture.svg}<figcaption>{escape(picture.caption)}</figcaption></figure>"


def _models(entry: Judged) -> str:
    """Every model's answer in full, and the record that shows it, folded away."""
    rows = [_row(entry, name, answer) for name, answer in entry.answers.items()]
    return (
        f"<details><summary>In every model, in full</summary>\n<table>\n"
        f"<tr><th>model</th><th>answer</th><th>record</th></tr>\n{''.join(rows)}</table></details>"
    )


def _row(entry: Judged, name: str, answer: Answer) -> str:
    said = []
    if answer.value is not None:
        value = answer.value * entry.claim.scale
        said.append(f"{decimal(value)} = {fraction_text(value)}" if value.denominator != 1 else str(value))
    else:
        said.append("true" if answer.holds else "false")
    if answer.text:
        said.append(answer.text)
    record = f"<code>{escape(answer.record)}</code>" if answer.record else ""
    return (
        f"<tr><td>{escape(model(name).words)}</td><td>{escape('; '.join(said))}</td><td>{record}</td></tr>\n"
    )
