"""Trente et quarante in tables: the shoes are of red and of black cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from exact.tables.grid import Answers, Grid, Option, Question, by_shoe, gain, one_of, probability

if TYPE_CHECKING:
    from exact.games.trente_et_quarante import Analysis
    from exact.records import Record

_COLOURS: Final = ("red", "black")


def _shoe(counts: tuple[int, ...], replacement: bool) -> Any:
    """(all cards, the red ones) of the ten counts of red and the ten of black cards."""
    from exact.shoe import Shoe

    red, black = counts[:10], counts[10:]
    return Shoe([a + b for a, b in zip(red, black, strict=True)], replacement=replacement), Shoe(red)


def _analysis(shoe: Any, settings: Mapping[str, str]) -> Analysis:
    from exact.games.trente_et_quarante import analyse

    cards, red = shoe
    return analyse(cards, red, settings["refait"], settings["insurance"], settings["insurance_rule"])


def _analyse(shoe: Any, settings: Mapping[str, str]) -> Answers:
    a = _analysis(shoe, settings)
    edges = [a.edges.get(chance) for chance in ("rouge", "noir", "couleur", "inverse")]
    return [a.refait, a.apres, a.rouge, a.noir, a.couleur, a.inverse, a.incomplete, *edges]


def _record(shoe: Any, settings: Mapping[str, str]) -> Record:
    return _analysis(shoe, settings).record()


GRID: Final = Grid(
    "trente-et-quarante",
    packs=6,
    questions=(
        Question(
            "analyse",
            "the four chances and the bank's gains",
            (
                probability("refait", "both rows end in 31"),
                probability("apres", "both rows are equal, but not 31"),
                probability("rouge", "rouge wins"),
                probability("noir", "noir wins"),
                probability("couleur", "the first card has the colour of the winning row"),
                probability("inverse", "it has the other colour"),
                probability("incomplete", "the shoe runs out before both rows are complete"),
                gain("edge_rouge", "the bank's gain on rouge"),
                gain("edge_noir", "the bank's gain on noir"),
                gain("edge_couleur", "the bank's gain on couleur"),
                gain("edge_inverse", "the bank's gain on inverse"),
            ),
            by_shoe(_analyse),
            _record,
            (
                Option("refait", "half", "what happens at the refait", one_of("half", "prison", "prisons")),
                Option("insurance", "0", "the premium per unit of stake"),
                Option(
                    "insurance_rule",
                    "lost",
                    "when the premium is lost",
                    one_of("lost", "returned", "won_coups"),
                ),
            ),
        ),
    ),
    kinds=tuple(f"{colour}_{points}" for colour in _COLOURS for points in range(1, 11)),
    pack=((2,) * 9 + (8,)) * 2,
    shoe=_shoe,
)
