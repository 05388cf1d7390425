"""Baccara banque: one banker against two tableaux."""

from exact.games.baccara_banque.solution import Certificate, Solution, Worth, solve

__all__ = ["Certificate", "Solution", "Worth", "solve"]
