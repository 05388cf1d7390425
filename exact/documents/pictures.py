"""Pictures for the ledger's page, as SVG. Floats place the strokes; the numbers beside them are exact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Final

from exact.games import chemin_de_fer, rouge_et_noir
from exact.games.chemin_de_fer.drawing_rules import Cell
from exact.games.chemin_de_fer.trial import Affine
from exact.games.rouge_et_noir import simplified
from exact.games.rouge_et_noir.rules import TOTALS
from exact.rational import decimal
from exact.shoe import Shoe

WIDTH, HEIGHT = 640, 300
#: The margins of the plot: left, right, top, bottom.
LEFT, RIGHT, TOP, BOTTOM = 90, 20, 30, 50
COLOURS: Final = ("#8c1c13", "#1f3a5f", "#3a7d44", "#b8860b")


@dataclass(frozen=True)
class Picture:
    """An SVG drawing and what it shows, in a sentence."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Axis:
    """A scale from ``low`` to ``high`` along pixels from ``start`` to ``stop``."""

    low: Fraction
    high: Fraction
    start: int
    stop: int

    def at(self, value: Fraction) -> str:
        """The pixel of a value, to tenths."""
        share = (value - self.low) / (self.high - self.low)
        return f"{float(self.start + share * (self.stop - self.start)):.1f}"


def bars(series: Mapping[str, Mapping[str, Fraction]], title: str) -> str:
    """Groups of bars, one group a label; ``series``: name -> label -> a number from 0 on."""
    labels = list(next(iter(series.values())))
    highest = max(value for values in series.values() for value in values.values())
    y = Axis(Fraction(0), highest, HEIGHT - BOTTOM, TOP)
    slot = Fraction(WIDTH - LEFT - RIGHT, len(labels))
    width = slot * Fraction(4, 5) / len(series)
    parts = []
    for index, label in enumerate(labels):
        left = LEFT + slot * index + slot / 10
        for place, (name, values) in enumerate(series.items()):
            top = y.at(values[label])
            height = f"{float(HEIGHT - BOTTOM) - float(top):.1f}"
            hint = escape(f"{name}, {label}: {decimal(100 * values[label], 6)} %")
            parts.append(
                f'<rect x="{float(left + place * width):.1f}" y="{top}" width="{float(width):.1f}" '
                f'height="{height}" fill="{COLOURS[place]}"><title>{hint}</title></rect>'
            )
        parts.append(_text(float(left + slot * Fraction(2, 5)), HEIGHT - BOTTOM + 18, label, "middle"))
    for percent in range(0, int(100 * highest) + 1, 5):
        parts += _level(y.at(Fraction(percent, 100)), f"{percent} %")
    return _drawing([*parts, *_legend(list(series))], title)


def lines(series: Mapping[str, Affine], title: str, marks: Sequence[Fraction]) -> str:
    """Straight lines over p from 0 to 1, and a stroke at each marked p; ``series``: name -> its function."""
    ends = {name: (f(Fraction(0)), f(Fraction(1))) for name, f in series.items()}
    values = [value for pair in ends.values() for value in pair] + [Fraction(0)]
    spread = max(values) - min(values)
    y = Axis(min(values) - spread / 20, max(values) + spread / 20, HEIGHT - BOTTOM, TOP)
    x = Axis(Fraction(0), Fraction(1), LEFT, WIDTH - RIGHT)
    parts = [*_level(y.at(Fraction(0)), "0")]
    for value in (min(values), max(values)):
        if value:
            parts += _level(y.at(value), decimal(value, 3))
    for index, (name, (start, stop)) in enumerate(ends.items()):
        hint = escape(f"{name}: from {decimal(start, 6)} at p = 0 to {decimal(stop, 6)} at p = 1")
        parts.append(
            f'<line x1="{LEFT}" y1="{y.at(start)}" x2="{WIDTH - RIGHT}" y2="{y.at(stop)}" '
            f'stroke="{COLOURS[index % len(COLOURS)]}" stroke-width="2.5"><title>{hint}</title></line>'
        )
    for mark in marks:
        at = x.at(mark)
        parts.append(
            f'<line x1="{at}" y1="{TOP}" x2="{at}" y2="{HEIGHT - BOTTOM}" stroke="#666" '
            'stroke-dasharray="4 3"/>'
        )
    for tenth in range(0, 11, 2):
        at_tenth = float(x.at(Fraction(tenth, 10)))
        parts.append(_text(at_tenth, HEIGHT - BOTTOM + 18, decimal(Fraction(tenth, 10), 2), "middle"))
    parts.append(
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, "p: how often the ponte draws on five", "middle")
    )
    return _drawing([*parts, *_legend(list(series))], title)


def _drawing(parts: Sequence[str], title: str) -> str:
    name = escape(title, quote=True)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}" font-size="12" '
        f'font-family="sans-serif">{"".join(parts)}</svg>'
    )


def _level(y: str, label: str) -> list[str]:
    """A horizontal line with its number at the left."""
    stroke = f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#ccc"/>'
    return [stroke, _text(LEFT - 6, float(y) + 4, label, "end")]


def _legend(names: Sequence[str]) -> list[str]:
    parts, left = [], float(LEFT)
    for index, name in enumerate(names):
        colour = COLOURS[index % len(COLOURS)]
        parts.append(f'<rect x="{left:.0f}" y="8" width="12" height="12" fill="{colour}"/>')
        parts.append(_text(left + 17, 18, name, "start"))
        left += 40 + 7 * len(name)
    return parts


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


# ------------------------------------------------------------------- what the claims show


def proportion() -> Picture:
    """The article's proportion beside the exact law of a row from six packs."""
    row = rouge_et_noir.row_totals(Shoe.packs(6))
    series = {
        "article, 13 : 12 : … : 4": {str(total): simplified.ROW[total] for total in TOTALS},
        "exact, six packs": {str(total): row[total] for total in TOTALS},
    }
    caption = "How often a row ends in each total: the article's weights beside the exact law from six packs."
    return Picture(bars(series, "The law of a row"), caption)


def gain_of_drawing(*cells: Cell) -> Picture:
    """The banker's gain of drawing over standing in cells of his table against p; six packs, by totals."""
    audit = chemin_de_fer.audit(Shoe.packs(6))
    series, marks, turns = {}, [], []
    for cell in cells:
        found = audit.banker[cell]
        own, third = cell
        name = f"{own} against {'a ponte who stood' if third is None else third}"
        series[name] = found.gain
        if found.switch is not None:
            marks.append(found.switch)
            turns.append(f"{name} at p = {decimal(found.switch, 5)}")
    turn = f"; it turns: {', '.join(turns)}" if turns else "; it never turns"
    caption = (
        "What drawing gains the banker over standing, per coup, as the ponte draws more often on five; "
        f"six packs, totals known{turn}. At equilibrium p = {decimal(audit.equilibrium.ponte[5], 5)}."
    )
    return Picture(lines(series, "The gain of drawing", marks), caption)


#: The claims that have a picture, by id.
PICTURES: Final[Mapping[str, Callable[[], Picture]]] = {
    "rouge-et-noir.proportion": proportion,
    "chemin-de-fer.banker-3-against-9": lambda: gain_of_drawing((3, 9)),
    "chemin-de-fer.banker-5-against-4": lambda: gain_of_drawing((5, 4)),
    "chemin-de-fer.banker-4": lambda: gain_of_drawing((4, 1)),
    "chemin-de-fer.banker-6": lambda: gain_of_drawing((6, None)),
}
