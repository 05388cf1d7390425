"""Exact answers about the old banking card games: see Shoe, Distribution and exact.games."""

from exact.distribution import Distribution
from exact.errors import ExactError, InfosetError, OutcomeError
from exact.shoe import Shoe

__all__ = ["Distribution", "ExactError", "InfosetError", "OutcomeError", "Shoe"]
__version__ = "0.1.0"
