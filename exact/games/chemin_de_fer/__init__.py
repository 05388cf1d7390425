"""Chemin de fer: optimal play of both sides, the tableau de tirage on trial, and what follows for the bank."""

from exact.games.chemin_de_fer.solution import Equilibrium, solve
from exact.games.chemin_de_fer.tableau import Rules, tableau

__all__ = ["Equilibrium", "Rules", "solve", "tableau"]
