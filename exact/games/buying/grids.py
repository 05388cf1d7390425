"""Optimal play as tables of hard and soft totals, for the eye and for the table."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from exact.games.buying.simple import holding_points
from exact.rational import decimal

if TYPE_CHECKING:
    from exact.games.buying.solution import Equilibrium


def total_name(total: int, soft: int) -> str:
    """``15``, ``soft 18``, with two aces counted 11 ``twice soft 25``."""
    return ("", "soft ", "twice soft ")[soft] + str(total)


def rows(equilibrium: Equilibrium, side: str) -> tuple[list[str], list[list[str]]]:
    """A side's play by totals: heads, then a row a total; a column for each number of cards bought.

    D: draws, S: stands, a percentage: draws so often; "D/S": it depends on the cards. Where the banker sees
    no number there is one column. Hands with which a side never comes there are counted too.
    """
    limit = equilibrium.table.limit
    play = equilibrium.player if side == "player" else equilibrium.banker
    cells: dict[tuple[int, int], dict[int, set[Fraction]]] = {}
    columns: set[int] = set()
    for key, p in play.items():
        held, number = _place(key, equilibrium, side, limit)
        columns.add(number)
        cells.setdefault(held, {}).setdefault(number, set()).add(p)
    heads = ["", *(str(number) if len(columns) > 1 else "draws" for number in sorted(columns))]
    return heads, [
        [total_name(*held), *(_letter(cells[held].get(number, set())) for number in sorted(columns))]
        for held in sorted(cells, key=lambda held: (held[1], held[0]))
    ]


def _place(key: Any, equilibrium: Equilibrium, side: str, limit: int) -> tuple[tuple[int, int], int]:
    drawn, cards = equilibrium.table.drawn, equilibrium.table.cards
    if side == "banker" and drawn != "unseen":
        holding, seen = key
        held = holding_points(holding, limit)
        return (held.total, held.soft), seen if isinstance(seen, int) else len(seen)
    held = holding_points(key, limit)
    if side == "banker" or (drawn == "unseen" and equilibrium.shoe.replacement):
        return (held.total, held.soft), 0
    if equilibrium.shoe.replacement or drawn == "open":
        return (held.total, held.soft), key[1] if isinstance(key[1], int) else len(key[1])
    return (held.total, held.soft), len(key) - cards


def _letter(found: set[Fraction]) -> str:
    if not found:
        return ""
    if len(found) > 1:
        return "D/S"
    (p,) = found
    return "D" if p == 1 else "S" if p == 0 else f"{decimal(100 * p, 4)}%"


def html(equilibrium: Equilibrium) -> str:
    """The value and both tables in HTML."""
    unique = {True: "the only one", False: "one of several", None: "uniqueness not decided"}
    caption = (
        f"Optimal play, {equilibrium.shoe!r}, drawn cards {equilibrium.drawn}, {unique[equilibrium.unique]}"
    )
    value = _html(
        ["", "decimal", "exact"],
        [["bank's gain per unit staked", decimal(equilibrium.value, 12), str(equilibrium.value)]],
        caption,
    )
    tables = (
        _html(*rows(equilibrium, "player"), caption="The player, by cards bought"),
        _html(*rows(equilibrium, "banker"), caption="The banker, by cards that the player bought"),
    )
    return value + "".join(tables)


def _html(heads: list[str], lines: list[list[str]], caption: str) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr><th>{escape(first)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in rest)}</tr>"
        for first, *rest in lines
    )
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{body}</table>"
