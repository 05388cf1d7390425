"""Baccara banque: one banker against two tableaux."""

from exact.games.baccara_banque.bank import AfterTax, Curve, Values, after_tax, curve, flat_tax, values
from exact.games.baccara_banque.cards import LastCoup, cards_law, first_safe_place, last_coup, last_coup_wants
from exact.games.baccara_banque.conflict import Conflict, conflict
from exact.games.baccara_banque.idle import Sight, sight
from exact.games.baccara_banque.solution import Certificate, Solution, Worth, solve

__all__ = [
    "AfterTax",
    "Certificate",
    "Conflict",
    "Curve",
    "LastCoup",
    "Sight",
    "Solution",
    "Values",
    "Worth",
    "after_tax",
    "cards_law",
    "conflict",
    "curve",
    "first_safe_place",
    "flat_tax",
    "last_coup",
    "last_coup_wants",
    "sight",
    "solve",
    "values",
]
