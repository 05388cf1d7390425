"""Pictures of exact answers, with matplotlib (the extra ``notebooks``).

Every function takes exact objects and gives a `Picture`, which shows itself in Jupyter and saves itself as
SVG or PNG. ``of_record`` chooses the picture that fits a record; the command's ``--plot FILE`` is that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from exact.algebraic import Algebraic
from exact.distribution import Distribution
from exact.enclosure import Enclosure
from exact.errors import ExactError, refusal
from exact.numerals import Number, decimal_text
from exact.plots.picture import COLOURS, Picture, blank, require_form, styles
from exact.rational import decimal

if TYPE_CHECKING:
    from exact.games.baccara_banque import Conflict
    from exact.games.chemin_de_fer import Audit
    from exact.records import Record

__all__ = [
    "Picture",
    "advantage_by_packs",
    "conflict",
    "conflict_by_cards",
    "draw_grid",
    "free_interval",
    "gain_of_drawing",
    "joint_law",
    "laws",
    "numbers",
    "of_record",
    "removal_effects",
    "require_form",
    "spread",
]

#: More points than that are not named one by one.
_MOST_LABELS: Final = 25
#: Series of bars: name -> label -> number.
Series = Mapping[str, Mapping[str, Fraction]]


def laws(laws: Mapping[str, Mapping[Any, Fraction]], title: str, label: str = "outcome") -> Picture:
    """One or more laws beside each other, as bars in per cent; ``laws``: name -> law."""
    series = {name: _shares(law) for name, law in laws.items()}
    shown = "; ".join(name for name in series)
    return _bars(series, title, label, "probability, per cent", Fraction(100), f"{title}: {shown}.")


def removal_effects(effects: Series, title: str, unit: str = "per cent of a stake") -> Picture:
    """What the removal of one card of each kind changes; ``effects``: what changes -> card -> change."""
    caption = f"{title}: the change when one card of each kind is removed, {unit}."
    return _bars(effects, title, "card removed", f"change, {unit}", Fraction(100), caption)


def numbers(values: Mapping[str, Fraction], title: str, unit: str) -> Picture:
    """Some numbers of one unit beside each other, as bars."""
    return _bars({title: values}, title, "", unit, Fraction(1), f"{title}: {', '.join(values)}; {unit}.")


def joint_law(law: Mapping[Any, Fraction], title: str, names: tuple[str, str]) -> Picture:
    """The joint law of two numbers as a square of shades, each cell with its percentage."""
    cells = {outcome: p for outcome, p in law.items() if outcome is not None}
    if not all(isinstance(outcome, tuple) and len(outcome) == 2 for outcome in cells):
        raise refusal("law", law, "a law of pairs is expected")
    rows, columns = (sorted({outcome[i] for outcome in cells}, key=_order) for i in (0, 1))
    figure, axes = blank(title, 7, 5.5)
    grid = [[float(100 * cells.get((row, column), Fraction(0))) for column in columns] for row in rows]
    highest = max(map(max, grid))
    axes.imshow(grid, cmap="cividis", vmin=0, vmax=highest)
    for i, line in enumerate(grid):
        for j, value in enumerate(line):
            # Dark text on light cells, light text on dark ones.
            ink = "black" if value > 0.6 * highest else "white"
            axes.text(j, i, f"{value:.2g}", ha="center", va="center", fontsize=7, color=ink)
    axes.set_xticks(range(len(columns)), list(map(_third, columns)))
    axes.set_yticks(range(len(rows)), list(map(_third, rows)))
    axes.set_xlabel(f"{names[1]}; the numbers are per cent")
    axes.set_ylabel(names[0])
    return Picture(f"{title}: how often each pair of {names[0]} and {names[1]} occurs, per cent.", figure)


def advantage_by_packs(
    values: Mapping[str, Mapping[int, Fraction]], limits: Mapping[str, Fraction], title: str
) -> Picture:
    """A number for shoes of 1, 2, ... packs, with its limit as they grow (the shoe with replacement).

    ``values``: name -> packs -> number; ``limits``: name -> its limit, a dashed line.
    """
    figure, axes = blank(title)
    for (name, series), (colour, _, _) in zip(values.items(), styles(), strict=False):
        packs = list(series)
        axes.plot(packs, [float(100 * series[d]) for d in packs], color=colour, marker="o", label=name)
        if name in limits:
            limit = limits[name]
            axes.axhline(float(100 * limit), color=colour, linestyle="--", linewidth=1)
            axes.annotate(
                f"limit {decimal(100 * limit, 5)} %",
                (max(packs), float(100 * limit)),
                # On the side of the dashed line where the curve is not.
                xytext=(0, -12 if series[packs[-1]] > limit else 4),
                textcoords="offset points",
                ha="right",
                color=colour,
                fontsize=8,
            )
    axes.set_xticks(sorted({d for series in values.values() for d in series}))
    axes.set_xlabel("packs in the shoe")
    axes.set_ylabel("per cent of a stake")
    axes.legend(frameon=False)
    return Picture(f"{title}: by the number of packs, and the limit with replacement (dashed).", figure)


def spread(values: Mapping[int, Sequence[Fraction]], title: str) -> Picture:
    """How the advantage spreads as the shoe is dealt; ``values``: cards gone -> the gains from some states.

    A box holds the middle half of the states, the line in it the median, the whiskers all of them.
    """
    if not values or not all(values.values()):
        raise refusal("values", values, "at least one state for each number of cards gone is expected")
    figure, axes = blank(title)
    heights = [[float(100 * value) for value in found] for found in values.values()]
    boxes = axes.boxplot(heights, whis=(0, 100), widths=0.5, patch_artist=True)
    for box in boxes["boxes"]:
        box.set(facecolor=COLOURS[5], edgecolor="black")
    for line in boxes["medians"]:
        line.set(color="black")
    axes.axhline(0, color="black", linewidth=0.8, linestyle=":")
    axes.set_xticks(range(1, len(values) + 1), list(map(str, values)))
    axes.set_xlabel("cards gone")
    axes.set_ylabel("gain, per cent of a stake")
    number = min(map(len, values.values()))
    caption = (
        f"{title}: the middle half (boxes) and the range (whiskers) of {number} states or more at each depth."
    )
    return Picture(caption, figure)


def draw_grid(draws: Mapping[Any, Fraction], title: str) -> Picture:
    """The banker's table as the classic grid: D draws, S stands, a percentage where both are played.

    ``draws``: (holding, third card or None: the ponte stood) -> probability of drawing, as ``e.banker``; or
    holding -> probability, as ``e.ponte``: one row for totals, a square for hands of two cards.
    """
    if _cells(draws):
        rows = list(dict.fromkeys(own for own, _ in draws))
        thirds = sorted({third for _, third in draws}, key=_order)
        cells = {(_name(own), _third(third)): p for (own, third), p in draws.items()}
        heads = [_third(third) for third in thirds]
        names, label = [_name(own) for own in rows], "third card given"
    elif any(isinstance(own, tuple) for own in draws):
        cells = {(str(own[0]), str(own[1])): p for own, p in draws.items()}
        names, heads = (sorted({own[i] for own in cells}, key=int) for i in (0, 1))
        label = "higher card; the rows: the lower"
    else:
        heads, names, label = [_name(own) for own in draws], ["draws"], "holding"
        cells = {("draws", _name(own)): p for own, p in draws.items()}
    return _grid(cells, names, heads, title, label)


def free_interval(audit: Audit) -> tuple[Fraction, Fraction] | None:
    """The p for which the document's table is a best reply of the banker wherever it leaves him no choice.

    p: how often the ponte draws on five. Exact; None where there is no such p. Raises ExactError when the
    ponte has several free infosets, so that there is no single p.
    """
    low, high = Fraction(0), Fraction(1)
    for cell in audit.banker.values():
        if cell.prescribed == "free":
            continue
        if len(cell.gain.coefficients) > 1:
            raise ExactError("audit: the ponte is free in several infosets; ask for information by totals")
        sign = 1 if cell.prescribed == "draw" else -1
        start, slope = sign * cell.gain(0), sign * (cell.gain(1) - cell.gain(0))
        # start + slope p >= 0
        if slope == 0:
            if start < 0:
                return None
        elif slope > 0:
            low = max(low, -start / slope)
        else:
            high = min(high, -start / slope)
    return (low, high) if low <= high else None


def gain_of_drawing(audit: Audit, cells: Sequence[tuple[Any, int | None]] | None = None) -> Picture:
    """What drawing gains the banker over standing as a function of p, how often the ponte draws on five.

    ``cells``: by default the document's free ones and those that depend on p. Shaded: the p for which the
    document's table is right wherever it leaves no choice; the dotted line is the equilibrium's p.
    """
    chosen = [cell for cell, found in audit.banker.items() if found.switch is not None]
    chosen = list(cells) if cells is not None else chosen
    if not chosen:
        raise ExactError("cells: in no cell does the banker's decision depend on p; name some")
    lines = []
    for own, third in chosen:
        found = audit.banker[own, third]
        lines.append(Line(cell_name(_name(own), _third(third)), found.gain(0), found.gain(1), found.switch))
    return gain_lines(lines, free_interval(audit), audit.equilibrium.ponte.get(5))


class Line(NamedTuple):
    """What drawing gains in a cell: at p = 0, at p = 1, and the p between at which it turns, if any."""

    name: str
    at_zero: Fraction
    at_one: Fraction
    switch: Fraction | None


def cell_name(holding: str, third: str) -> str:
    """A banker's cell in words."""
    return f"{holding} against {'a ponte who stood' if third == 'stood' else third}"


def gain_lines(
    lines: Sequence[Line],
    interval: tuple[Fraction, Fraction] | None = None,
    equilibrium: Fraction | None = None,
) -> Picture:
    """The picture of `gain_of_drawing`, from the numbers themselves."""
    title = "What drawing gains the banker over standing"
    figure, axes = blank(title)
    if interval is not None:
        ends = map(float, interval)
        axes.axvspan(*ends, facecolor="#DDDDDD", edgecolor="#999999", label="the document's table is right")
    words = []
    for line, (colour, dashes, _) in zip(lines, styles(), strict=False):
        heights = [float(100 * line.at_zero), float(100 * line.at_one)]
        axes.plot([0, 1], heights, color=colour, linestyle=dashes, linewidth=2, label=line.name)
        if line.switch is not None:
            words.append(f"{line.name} at p = {decimal(line.switch, 5)}")
            axes.plot([float(line.switch)], [0], color=colour, marker="o")
    axes.axhline(0, color="black", linewidth=0.8)
    if equilibrium is not None:
        label = f"equilibrium, p = {decimal(equilibrium, 4)}"
        axes.axvline(float(equilibrium), color="black", linestyle=":", label=label)
    axes.set_xlim(0, 1)
    axes.set_xlabel("p: how often the ponte draws on five")
    axes.set_ylabel("gain per coup, per cent of a stake")
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    turns = f" It turns: {'; '.join(words)}." if words else ""
    return Picture(f"{title}, per coup.{turns}", figure)


def conflict(
    gains: Mapping[str, tuple[Fraction, Fraction]], title: str, names: tuple[str, str] = ("first", "second")
) -> Picture:
    """What drawing gains against each of two tableaux: where the signs differ, they ask for different play.

    ``gains``: the banker's cell -> (gain of drawing over standing against the first, against the second
    tableau). Circles: both tableaux agree; crosses: they conflict, and the banker draws if the sum is
    positive, above the diagonal line.
    """
    if not gains:
        raise refusal("gains", gains, "at least one cell is expected")
    figure, axes = blank(title, 6, 5.5)
    agree = {cell: pair for cell, pair in gains.items() if pair[0] * pair[1] >= 0}
    differ = {cell: pair for cell, pair in gains.items() if cell not in agree}
    for points, marker, colour, label in (
        (agree, "o", COLOURS[0], "the tableaux agree"),
        (differ, "x", COLOURS[1], "the tableaux conflict"),
    ):
        if points:
            xs, ys = ([float(100 * pair[i]) for pair in points.values()] for i in (0, 1))
            axes.scatter(xs, ys, marker=marker, color=colour, label=label)
    for cell, pair in differ.items() if len(differ) <= _MOST_LABELS else ():
        axes.annotate(
            cell, [float(100 * x) for x in pair], xytext=(4, 4), textcoords="offset points", fontsize=7
        )
    axes.axhline(0, color="black", linewidth=0.8)
    axes.axvline(0, color="black", linewidth=0.8)
    axes.axline((0, 0), slope=-1, color="#666666", linestyle="--", linewidth=1, label="equal stakes: no gain")
    axes.set_xlabel(f"gain of drawing against the {names[0]} tableau, per cent of a stake")
    axes.set_ylabel(f"against the {names[1]} tableau")
    axes.legend(frameon=False, fontsize=8)
    return Picture(
        f"{title}: in {len(differ)} of {len(gains)} cells the two tableaux ask for different play.", figure
    )


def conflict_by_cards(found: Conflict) -> Picture:
    """How often the banker of baccara banque cannot do right by both tableaux, by what each has shown.

    The numbers are per cent of all coups; a row is what the first tableau shows: its third card,
    that it stood, or a naturel.
    """
    often = {
        pair: sum((as_fraction(p) for p in totals.values()), Fraction(0))
        for pair, totals in found.pairs().items()
    }
    whole = decimal(100 * sum(often.values()), 4)
    picture = joint_law(often, "The conflict of the two tableaux", ("first tableau", "second tableau"))
    caption = (
        f"In {whole} % of all coups drawing is right against the one tableau and wrong against the other."
    )
    return Picture(caption, picture.figure)


def as_fraction(number: Number) -> Fraction:
    """A number to be drawn: an irrational one is near enough to its decimal."""
    if isinstance(number, (Algebraic, Enclosure)):
        return Fraction(decimal_text(number) or "0")
    return Fraction(number)


def of_record(record: Record) -> Picture:
    """The picture that fits a record; see `exact.plots.from_record`."""
    from exact.plots.from_record import picture

    return picture(record)


# ------------------------------------------------------------------------ parts


def _shares(law: Mapping[Any, Fraction]) -> dict[str, Fraction]:
    outcomes: Iterable[Any] = law.domain if isinstance(law, Distribution) else law
    shares = {"incomplete" if o is None else str(o): law[o] for o in outcomes}
    # A shoe that can't run out has no bar for it.
    return {name: p for name, p in shares.items() if p or name != "incomplete"}


def _bars(series: Series, title: str, label: str, unit: str, scale: Fraction, caption: str) -> Picture:
    if not series or not all(series.values()):
        raise refusal("series", series, "at least one series with a number is expected")
    labels = list(dict.fromkeys(name for values in series.values() for name in values))
    figure, axes = blank(title)
    width = 0.8 / len(series)
    for place, ((name, values), (colour, _, hatch)) in enumerate(zip(series.items(), styles(), strict=False)):
        heights = [float(scale * values.get(key, Fraction(0))) for key in labels]
        left = [i - 0.4 + (place + 0.5) * width for i in range(len(labels))]
        axes.bar(
            left, heights, width, color=colour, hatch=hatch, edgecolor="white", linewidth=0.5, label=name
        )
    axes.axhline(0, color="black", linewidth=0.8)
    turned = sum(map(len, labels)) > 70
    axes.set_xticks(
        range(len(labels)), labels, rotation=45 if turned else 0, ha="right" if turned else "center"
    )
    axes.set_xlabel(label)
    axes.set_ylabel(unit)
    if len(series) > 1:
        axes.legend(frameon=False)
    return Picture(caption, figure)


def _grid(
    cells: Mapping[tuple[str, str], Fraction], rows: list[str], columns: list[str], title: str, label: str
) -> Picture:
    from matplotlib.patches import Patch, Rectangle

    figure, axes = blank(title, 1.2 + 0.55 * len(columns), 1.6 + 0.42 * len(rows))
    fills = {"draw": (COLOURS[0], "white"), "stand": ("#F5E6C8", "black"), "mixed": (COLOURS[4], "black")}
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            p = cells.get((row, column))
            if p is None:
                continue
            kind = "draw" if p == 1 else "stand" if p == 0 else "mixed"
            fill, ink = fills[kind]
            axes.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, facecolor=fill, edgecolor="white"))
            letter = "D" if p == 1 else "S" if p == 0 else f"{float(100 * p):.0f}%"
            axes.text(j, i, letter, ha="center", va="center", color=ink, fontsize=9)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xticks(range(len(columns)), columns)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlabel(label)
    axes.tick_params(length=0)
    words = {"draw": "D: draws", "stand": "S: stands", "mixed": "per cent: draws so often"}
    handles = [Patch(facecolor=fills[kind][0], label=text) for kind, text in words.items()]
    # Somewhat below the lowest row, whatever the height.
    below = -0.75 / (figure.get_size_inches()[1] * axes.get_position().height)
    axes.legend(
        handles=handles, loc="center", bbox_to_anchor=(0.5, below), ncols=3, frameon=False, fontsize=8
    )
    return Picture(f"{title}: D draws, S stands, per cent of drawing where both are played.", figure)


def _cells(keys: Iterable[Any]) -> bool:
    """Whether these are (holding, third card); a hand of two cards is a pair, too, but has never a None."""
    return any(isinstance(key, tuple) and (isinstance(key[0], tuple) or key[1] is None) for key in keys)


def _name(holding: Any) -> str:
    return "-".join(map(str, holding)) if isinstance(holding, tuple) else str(holding)


def _third(third: Any) -> str:
    return "stood" if third is None else str(third)


def _order(key: Any) -> tuple[int, Any]:
    """Third cards ascending, the one that was not given last; names after numbers."""
    if key is None:
        return 2, 0
    return (0, key) if isinstance(key, int) else (1, str(key))
