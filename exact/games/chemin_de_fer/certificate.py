"""What a record must say of an equilibrium so that it can be confirmed without solving anything.

In short: the ponte's probabilities of drawing where he is free, and the banker's in the cells in which it
makes no difference to him and he does not simply stand. In all others he does what brings him more, and
where the rules leave no choice both do what the rules say.
"""

from __future__ import annotations

from exact.games.chemin_de_fer.drawing_rules import Rules, tableau
from exact.games.chemin_de_fer.game import RuledGame, game
from exact.games.chemin_de_fer.solution import Equilibrium, solve
from exact.games.chemin_de_fer.strategy import cell_text, holding_text
from exact.games.chemin_de_fer.trial import Audit, CellAudit

#: side -> infoset -> probability of drawing.
Short = dict[str, dict[str, str]]


def in_short(e: Equilibrium) -> Short:
    """An equilibrium in short, as said above."""
    ruled = RuledGame.of(game(e.shoe, e.information), e.rules)
    x, y = ruled.vectors(e.ponte, e.banker)
    slopes = ruled.restricted(ruled.game.gain(e.commission)).column_slopes(x)
    owns = [own for own, bit in zip(ruled.game.ponte, ruled.x, strict=True) if bit is None]
    cells = [cell for cell, bit in zip(ruled.game.banker, ruled.y, strict=True) if bit is None]
    even = zip(cells, slopes, y, strict=True)
    return {
        "ponte": {holding_text(own): str(p) for own, p in zip(owns, x, strict=True)},
        "banker": {cell_text(*cell): str(q) for cell, slope, q in even if slope == 0 and q > 0},
    }


def known_games(audit: Audit) -> dict[str, dict[str, Short]]:
    """The equilibria of the games with one cell changed on which ``cost_known`` rests.

    Only where the equilibrium of the audit itself is none of the changed game: there the cost is nothing.
    """
    classical = Rules.named("classical")
    found: dict[str, dict[str, Short]] = {"ponte": {}, "banker": {}}
    for own, cell in audit.ponte.items():
        if cell.cost:
            rules = classical.fixed(ponte={own: "free"})
            found["ponte"][holding_text(own)] = in_short(solve(audit.shoe, audit.information, rules))
    for where, cell in audit.banker.items():
        if not _kept(cell):
            rules = classical.fixed(banker={where: tableau().at_banker(*where)})
            found["banker"][cell_text(*where)] = in_short(solve(audit.shoe, audit.information, rules))
    return found


def _kept(cell: CellAudit) -> bool:
    """Whether the banker can follow the document there at equilibrium."""
    low, high = cell.gain.bounds()
    if cell.prescribed == "draw":
        return low >= 0 or cell.equilibrium == 1
    return cell.prescribed == "free" or high <= 0 or cell.equilibrium == 0
