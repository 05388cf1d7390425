"""What all pictures share: the figure, its colours, and the file it is saved to.

Colours are those of Okabe and Ito, which people with any kind of colour blindness can tell apart; whatever a
colour says is also said by a word, a letter or a line's pattern. Floats place the strokes only.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from exact.errors import ExactError, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Blue, vermilion, green, purple, orange, sky blue, black.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
#: Lines and bars are told apart without colours, too.
DASHES: Final = ("-", "--", "-.", ":", (0, (5, 1)), (0, (1, 1)), (0, (3, 1, 1, 1)))
HATCHES: Final = ("", "//", "..", "xx", "\\\\", "++", "oo")
#: The formats, by the endings of their files.
ENDINGS: Final = (".svg", ".png")
#: The same picture is the same file: no dates, no random names.
_SETTINGS: Final[dict[str, Any]] = {"svg.hashsalt": "exact", "svg.fonttype": "path", "font.size": 10}
_METADATA: Final[dict[str, dict[str, None]]] = {"svg": {"Date": None}, "png": {"Software": None}}


@dataclass(frozen=True)
class Picture:
    """A drawing and what it shows, in a sentence. ``figure``: matplotlib's, for those who go on with it."""

    caption: str
    figure: Any = field(repr=False)

    def save(self, path: str | Path) -> Path:
        """Write it as SVG or PNG, by the file's ending, whole or not at all; ExactError if that fails."""
        from exact.storage import streamed

        form = require_form(path)
        content = self.content(form)
        with streamed(path, binary=True) as file:
            file.write(content)
        return Path(path)

    def content(self, form: str) -> bytes:
        """The bytes of the file: ``svg`` or ``png``."""
        import matplotlib

        out = io.BytesIO()
        with matplotlib.rc_context(_SETTINGS):
            # The margins fit what is drawn; Matplotlib's own layouts may differ in a digit from run to run.
            self.figure.savefig(
                out, format=form, dpi=150, bbox_inches="tight", pad_inches=0.15, metadata=_METADATA[form]
            )
        return out.getvalue()

    def _repr_svg_(self) -> str:
        return self.content("svg").decode("utf-8")


def require_form(path: str | Path) -> str:
    """The format of a file, by its ending; ExactError when it is none of these."""
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise refusal("plot", str(path), "the name of a file that ends in .svg or .png is expected")
    return ending[1:]


def blank(title: str, width: float = 7, height: float = 4) -> tuple[Any, Any]:
    """A new figure with a title, and its axes. Raises ExactError when matplotlib is not installed."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ExactError('plot: matplotlib is not installed; pip install "exact-shoe[notebooks]"') from None
    figure = Figure(figsize=(width, height))
    axes = figure.subplots()
    axes.set_title(title, loc="left", fontsize=11)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure, axes


def styles() -> Iterator[tuple[str, Any, str]]:
    """(colour, dashes, hatching) for one series after the other, again from the start when all are used."""
    while True:
        yield from zip(COLOURS, DASHES, HATCHES, strict=True)
