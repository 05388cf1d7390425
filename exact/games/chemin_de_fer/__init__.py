"""Chemin de fer: optimal play of both sides, and the tableau de tirage on trial."""

from exact.games.chemin_de_fer import closed_form
from exact.games.chemin_de_fer.bank import Values, punto_banco_rules, values
from exact.games.chemin_de_fer.decision import Missing, decide, removal, volonte
from exact.games.chemin_de_fer.drawing_rules import Rules, tableau
from exact.games.chemin_de_fer.laws import Results, results
from exact.games.chemin_de_fer.rules import Information
from exact.games.chemin_de_fer.solution import Equilibrium, solve
from exact.games.chemin_de_fer.strategy import Strategy
from exact.games.chemin_de_fer.trial import Affine, Audit, CellAudit, audit
from exact.games.chemin_de_fer.worth import Worth

__all__ = [
    "Affine",
    "Audit",
    "CellAudit",
    "Equilibrium",
    "Information",
    "Missing",
    "Results",
    "Rules",
    "Strategy",
    "Values",
    "Worth",
    "audit",
    "closed_form",
    "decide",
    "punto_banco_rules",
    "removal",
    "results",
    "solve",
    "tableau",
    "values",
    "volonte",
]


def __dir__() -> list[str]:
    """What is asked of this game, without the names of other modules."""
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__package__", "__path__"]
