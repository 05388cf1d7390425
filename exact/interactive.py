"""An interactive shoe for Jupyter: sliders take cards out, and the decisions and the advantage move along.

Needs the extra ``notebooks`` (ipywidgets). What is shown for a shoe is a plain function, so that it can be
used, and tested, without any widget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from exact.errors import ExactError, refusal
from exact.games.chemin_de_fer.strategy import html_table
from exact.rational import decimal
from exact.shoe import CARD_NAMES, Shoe


def _punto_banco(shoe: Shoe) -> str:
    from exact.games.punto_banco import edges

    (found,) = edges([shoe])
    rows = [
        [name, str(number), f"{decimal(100 * found.edge[name], 6)} %"]
        for (name, number) in zip(found.edge, found.deals, strict=True)
    ]
    return html_table(["", "deals", "the house's edge"], rows, f"Punto banco, {shoe.size} cards")


def _chemin_de_fer(shoe: Shoe) -> str:
    from exact.games.chemin_de_fer import solve

    e = solve(shoe)
    said = f"Chemin de fer, {shoe.size} cards: the bank gains {decimal(100 * e.value, 6)} % of a stake"
    return f"<p>{said}</p>{e.ponte._repr_html_()}{e.banker._repr_html_()}"


def _rouge_et_noir(shoe: Shoe) -> str:
    from exact.games.rouge_et_noir import row_totals

    # One row only: the law of both takes too long to follow a slider.
    row = row_totals(shoe)
    said = f"Rouge et noir, {shoe.size} cards: a row ends in 31 in {decimal(100 * row[31], 6)} % of all coups"
    return f"<p>{said}</p>{row._repr_html_()}"


#: The command of a game -> what is shown of a shoe.
VIEWS: Final[dict[str, Callable[[Shoe], str]]] = {
    "punto-banco": _punto_banco,
    "chemin-de-fer": _chemin_de_fer,
    "rouge-et-noir": _rouge_et_noir,
}


def view(game: str, shoe: Shoe) -> str:
    """What is shown of a shoe, as HTML; a shoe from which there is no coup is said to be one.

    Raises ExactError for a game that has no view.
    """
    if game not in VIEWS:
        raise refusal("game", game, f"the games are {', '.join(VIEWS)}")
    try:
        return VIEWS[game](shoe)
    except ExactError as error:
        return f"<p>{error}</p>"


def explore(game: str, shoe: Shoe) -> Any:
    """The interactive shoe: a slider a kind of card, from the shoe's count down to none, and the view below.

    Raises ExactError for a game that has no view, a shoe with replacement, and when ipywidgets is missing.
    """
    if game not in VIEWS:
        raise refusal("game", game, f"the games are {', '.join(VIEWS)}")
    if shoe.replacement:
        raise ExactError("shoe: with replacement no card is ever gone; there is nothing to remove")
    try:
        import ipywidgets
    except ImportError:
        raise ExactError('explore: ipywidgets is missing; pip install "exact-shoe[notebooks]"') from None
    sliders = [
        ipywidgets.IntSlider(value=count, min=0, max=count, description=name, continuous_update=False)
        for name, count in zip(CARD_NAMES, shoe.counts, strict=True)
    ]
    shown = ipywidgets.HTML(view(game, shoe))

    def moved(_change: object) -> None:
        shown.value = view(game, Shoe([slider.value for slider in sliders]))

    for slider in sliders:
        slider.observe(moved, names="value")
    return ipywidgets.HBox([ipywidgets.VBox(sliders), shown])
