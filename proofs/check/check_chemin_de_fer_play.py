"""Chemin de fer: that strategies are an equilibrium, and whether it is the only one.

Nothing is solved here. Both strategies stand in the record; what they bring, and what each side's best
replies to them would, is summed over all coups of the shoe (check_chemin_de_fer_coups). Where only the
value of a game is wanted, the record's certificate says its equilibrium in short (`short_equilibrium`):
what the ponte does where he is free, and what the banker does where it makes no difference to him; anywhere
else the banker does what brings him more. Where the rules leave no choice both do what the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from check_chemin_de_fer_coups import Game, Payoff, Rules, Strategy, in_columns, in_rows
from check_equilibrium import Slopes, only, only_zero_sum
from check_form import demand, exact

ZERO = Fraction(0)

#: (infoset, probability as it is written), ...
Said = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Play:
    """An equilibrium that was found to be one: both strategies, and what they bring.

    ``conceded``: what the ponte loses, at least ``least`` while the banker plays so; ``gained``: what the
    banker gains after tax, at most ``most`` while the ponte plays so.
    """

    ponte: Strategy
    banker: Strategy
    conceded: Fraction
    least: Fraction
    gained: Fraction
    most: Fraction


def confirm(played: Game, rules: Rules, tax: Fraction, ponte: Strategy, banker: Strategy, where: str) -> Play:
    """That neither side gains by deviating anywhere; both strategies keep to the rules."""
    loss, gain = played.loss, played.payoff(tax) if tax else played.loss
    gained, most = Fraction(gain.settled), Fraction(gain.settled)
    columns = (in_columns(played, matrix, ponte) for matrix in (gain.stand, gain.draw))
    for infoset, stand, draw in zip(played.banker, *columns, strict=True):
        p = banker.get(infoset, ZERO)
        gained += (1 - p) * stand + p * draw
        is_free = rules.of_banker(infoset) == "F"
        most += max(stand, draw) if is_free else (1 - p) * stand + p * draw
        _no_regret(is_free, p, draw - stand, f"{where}, banker, infoset {infoset}")
    conceded, least = Fraction(loss.settled), Fraction(loss.settled)
    for infoset, stand, draw in zip(played.ponte, *in_rows(played, loss, banker), strict=True):
        p = ponte.get(infoset, ZERO)
        conceded += (1 - p) * stand + p * draw
        is_free = rules.of_ponte(infoset) == "F"
        least += min(stand, draw) if is_free else (1 - p) * stand + p * draw
        _no_regret(is_free, p, stand - draw, f"{where}, ponte, infoset {infoset}")
    loser, winner = (conceded / loss.whole, least / loss.whole), (gained / gain.whole, most / gain.whole)
    assert loser[0] == loser[1]
    assert winner[0] == winner[1]
    return Play(ponte, banker, *loser, *winner)


def _no_regret(is_free: bool, p: Fraction, gain: Fraction, where: str) -> None:
    """``gain``: what drawing brings more to who chooses."""
    better = "drawing" if gain > 0 else "standing"
    best = not gain or p == (gain > 0) or not is_free
    demand(best, where, f"he draws with probability {p}, and {better} is better: it is no equilibrium")


def uniqueness(played: Game, rules: Rules, tax: Fraction, found: Play) -> bool | None:
    """Whether it is the only equilibrium; None if that is left open (theorem 7)."""
    x_open = [i for i, name in enumerate(played.ponte) if name in found.ponte and rules.of_ponte(name) == "F"]
    y_open = [
        j for j, name in enumerate(played.banker) if name in found.banker and rules.of_banker(name) == "F"
    ]
    free_x, free_y = {played.ponte[i] for i in x_open}, {played.banker[j] for j in y_open}
    forced_ponte = {name: ZERO if name in free_x else p for name, p in found.ponte.items()}
    forced_banker = {name: ZERO if name in free_y else p for name, p in found.banker.items()}
    loss, gain = played.loss, played.payoff(tax) if tax else played.loss
    standing, drawing = in_rows(played, loss, forced_banker)
    stands, draws = (in_columns(played, matrix, forced_ponte) for matrix in (gain.stand, gain.draw))

    def crossed(payoff: Payoff) -> list[list[int]]:
        signs = [-1 if played.banker[j].endswith("stood") else 1 for j in y_open]
        return [
            [sign * (payoff.draw[i][j] - payoff.stand[i][j]) for sign, j in zip(signs, y_open, strict=True)]
            for i in x_open
        ]

    slopes = Slopes(
        rows=[int(drawing[i] - standing[i]) for i in x_open],
        columns=[int(draws[j] - stands[j]) for j in y_open],
        loss=crossed(loss),
        gain=crossed(gain),
    )
    x = [found.ponte[played.ponte[i]] for i in x_open]
    y = [found.banker[played.banker[j]] for j in y_open]
    return only(slopes, x, y) if tax else only_zero_sum(slopes, x, y)


def full_strategies(
    given: Mapping[str, Any], played: Game, rules: Rules, where: str
) -> tuple[Strategy, Strategy]:
    """Both strategies, said whole: a probability for every infoset that can occur, and for no other."""
    demand(tuple(given) == ("ponte", "banker"), where, "ponte and banker are expected")
    strategies: list[Strategy] = []
    for (side, plays), occurring in zip(given.items(), played.occurring(rules), strict=True):
        names = played.ponte if side == "ponte" else played.banker
        expected = [name for name, occurs in zip(names, occurring, strict=True) if occurs]
        infosets = [play["infoset"] for play in plays]
        for name in expected:
            demand(name in infosets, f"{where}, {side}", f"the infoset {name} is missing")
        for name in infosets:
            demand(name in expected, f"{where}, {side}", f"the infoset {name} is none that can occur")
        demand(infosets == expected, f"{where}, {side}", "the infosets are not in the classic order")
        found: dict[str, Fraction] = {}
        for play in plays:
            name, here = play["infoset"], f"{where}, {side}, infoset {play['infoset']}"
            demand(play["action"] == "draw", here, "the probability is that of drawing")
            p = found[name] = _share(play["probability"], here)
            letter = rules.of_ponte(name) if side == "ponte" else rules.of_banker(name)
            demand(letter == "F" or p == (letter == "D"), here, "the rules leave him no choice")
        strategies.append(found)
    ponte, banker = strategies
    return ponte, banker


def short_equilibrium(played: Game, rules: Rules, tax: Fraction, given: object, where: str) -> Play:
    """The equilibrium that a certificate says in short, confirmed: see the head of this file."""
    right = isinstance(given, dict) and tuple(given) == ("ponte", "banker")
    demand(right, where, "an object with ponte and banker is expected")
    assert isinstance(given, dict)
    for side, plays in given.items():
        right = isinstance(plays, dict) and all(isinstance(p, str) for p in plays.values())
        demand(right, f"{where}, {side}", "infosets and probabilities are expected")
    ponte, banker = (tuple(plays.items()) for plays in given.values())
    return _short_equilibrium(played, rules, tax, ponte, banker, where)


@lru_cache(maxsize=16)
def _short_equilibrium(
    played: Game, rules: Rules, tax: Fraction, said_ponte: Said, said_banker: Said, where: str
) -> Play:
    given = {"ponte": dict(said_ponte), "banker": dict(said_banker)}
    ponte, occurs = {}, dict(zip(played.ponte, played.occurring(rules)[0], strict=True))
    free = [name for name in played.ponte if occurs[name] and rules.of_ponte(name) == "F"]
    demand(list(given["ponte"]) == free, f"{where}, ponte", f"he is free on {', '.join(free) or 'nothing'}")
    for name in played.ponte:
        if occurs[name]:
            letter = rules.of_ponte(name)
            ponte[name] = (
                _share(given["ponte"][name], f"{where}, {name}") if letter == "F" else Fraction(letter == "D")
            )
    gain = played.payoff(tax) if tax else played.loss
    columns = (in_columns(played, matrix, ponte) for matrix in (gain.stand, gain.draw))
    banker, even = {}, dict(given["banker"])
    for name, stand, draw in zip(played.banker, *columns, strict=True):
        letter = rules.of_banker(name)
        banker[name] = Fraction(letter == "D") if letter != "F" else Fraction(draw > stand)
        if letter == "F" and draw == stand and name in even:
            banker[name] = _share(even.pop(name), f"{where}, {name}")
            demand(banker[name] > 0, f"{where}, {name}", "where he stands for sure nothing need be said")
    demand(not even, f"{where}, banker", f"{', '.join(even)}: there he has no even choice")
    return confirm(played, rules, tax, ponte, banker, where)


def _share(given: object, where: str) -> Fraction:
    p = exact(given, where)
    demand(0 <= p <= 1, where, "a probability is 0 to 1")
    return p
