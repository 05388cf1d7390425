"""The document that the games of the baccara family come from, and the places of its rules."""

from __future__ import annotations

from typing import Final

DOCUMENT: Final = "Chemin de fer (encyclopaedia article with punto banco and baccara banque)"

COUP_RULES: Final = (
    {"document": DOCUMENT, "place": "Ablauf eines Spieles", "rule": "four cards are dealt in turn"},
    {"document": DOCUMENT, "place": "Ziehungsregeln für den Ponte", "rule": "naturels; the ponte's rules"},
    {"document": DOCUMENT, "place": "Ziehungsregeln für den Banquier", "rule": "the tableau de tirage"},
    {"document": DOCUMENT, "place": "Gewinn und Verlust", "rule": "1 : 1; en cartes is void; the tax"},
)
