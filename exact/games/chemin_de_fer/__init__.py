"""Chemin de fer: optimal play of both sides, and the tableau de tirage on trial."""

from exact.games.chemin_de_fer.solution import Equilibrium, solve
from exact.games.chemin_de_fer.tableau import Rules, tableau

__all__ = ["Equilibrium", "Rules", "solve", "tableau"]
