"""The bank's fortune: exact answers about what a bank wins, how long it lasts, and what the tax takes.

The results of coups from one shoe depend on each other. What is exact from the shoe, and what is exact in a
model (coups independent, each with the law of the first), is said by every function.
"""

from exact.partie.fortune.coups import CoupLaw, coup_law
from exact.partie.fortune.double import Double, double
from exact.partie.fortune.policy import Cover, PassAfter, cover_named, growth, pass_after
from exact.partie.fortune.ruin import Ruin, gains, ruin
from exact.partie.fortune.tableaux import Tableaux, tableaux, two_tableaux_law
from exact.partie.fortune.tax import ShoeTax, tax_of_shoe, tax_per_coup
from exact.partie.fortune.wins import Wins, wins

__all__ = [
    "CoupLaw",
    "Cover",
    "Double",
    "PassAfter",
    "Ruin",
    "ShoeTax",
    "Tableaux",
    "Wins",
    "coup_law",
    "cover_named",
    "double",
    "gains",
    "growth",
    "pass_after",
    "ruin",
    "tableaux",
    "tax_of_shoe",
    "tax_per_coup",
    "two_tableaux_law",
    "wins",
]
