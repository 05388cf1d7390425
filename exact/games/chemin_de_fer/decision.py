"""One decision by itself, and which missing cards turn it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.errors import ExactError, InfosetError, refusal, shown
from exact.games.chemin_de_fer.drawing_rules import (
    CHOOSING_HANDS,
    CHOOSING_TOTALS,
    THIRDS,
    Holding,
    Third,
    tableau,
)
from exact.games.chemin_de_fer.game import Game, game
from exact.games.chemin_de_fer.kernel import COUP_CARDS, require_coup
from exact.games.chemin_de_fer.notation import PonteAs, probabilities, probability, require_third
from exact.games.chemin_de_fer.rules import Information
from exact.games.chemin_de_fer.solution import information_named, solve, tax_named
from exact.games.chemin_de_fer.worth import Worth, worth_to_banker, worth_to_ponte
from exact.rational import Rational, whole
from exact.shoe import Shoe


def decide(
    shoe: Shoe,
    side: str,
    holding: Holding,
    third: Third = None,
    ponte: PonteAs | None = None,
    banker: Mapping[Any, Fraction] | None = None,
    information: Information | None = None,
    commission: Rational = 0,
) -> Worth:
    """What drawing and standing are worth in one infoset, exactly; ``shoe`` is the shoe before the coup.

    ``side``: "ponte" or "banker". ``holding``: its total, or its sorted hand if it knows its cards.
    ``third``: the card that the banker gave, None if the ponte stood; none for the ponte.
    ``ponte``: the probability that the ponte draws on five (otherwise he plays the document's rules), or a
    strategy; by default that of the equilibrium. ``banker``: the strategy that the ponte faces, by
    default that of the equilibrium. ``information``: what the other side knows; by default it knows
    its totals when ``holding`` is a total, the ponte his totals when the banker's hand is given, and both
    their cards when the ponte's is. ``commission``: the tax on the banker's wins.

    Raises InfosetError for a decision that cannot occur, ExactError for other bad arguments.
    """
    require_coup(shoe)
    if side not in ("ponte", "banker"):
        raise refusal("side", side, '"ponte" or "banker" is expected')
    _require_other_side(side, ponte, banker)
    known = information_for(side, holding, ponte, information)
    tax = tax_named(commission)
    _require_holding(side, holding, third, known)
    played = game(shoe, known)
    if side == "ponte":
        faced = (
            solve(shoe, known, commission=tax).banker if banker is None else _banker(played, banker, holding)
        )
        return worth_to_ponte(played, holding, faced)
    plays = solve(shoe, known, commission=tax).ponte if ponte is None else _ponte(played, ponte)
    return worth_to_banker(played, (holding, third), plays, tax)


@dataclass(frozen=True)
class Missing:
    """What it does to a decision that cards of one kind are missing from the shoe.

    ``points``: the card, 1..10. ``change``: by how much the gain of drawing over standing, given the infoset,
    changes when one such card is missing; None when the infoset cannot occur then. ``turns``: the least
    number of missing cards of this kind with which the other action becomes strictly better (or, where
    both are worth the same, with which one becomes so); None when no number does.
    ``turned_to``: "draw" or "stand".
    """

    points: int
    change: Fraction | None
    turns: int | None
    turned_to: str | None


def removal(
    shoe: Shoe,
    side: str,
    holding: Holding,
    third: Third = None,
    ponte: PonteAs | None = None,
    banker: Mapping[Any, Fraction] | None = None,
    information: Information | None = None,
    most: int | None = None,
    commission: Rational = 0,
) -> tuple[Missing, ...]:
    """The effect of removal on one decision: for each kind of card in the shoe, what its absence does.

    Arguments as in `decide`. The other side goes on as with the full shoe: by default it plays that shoe's
    equilibrium. ``most``: no more than so many missing cards are tried (default: all of a kind).

    Raises ExactError with replacement, when nothing can be missing.
    """
    require_coup(shoe)
    if shoe.replacement:
        raise ExactError("shoe: with replacement no card is ever missing; removal has no effect to compute")
    known = information_for(side, holding, ponte, information)
    tax = tax_named(commission)
    if side == "banker" and ponte is None:
        ponte = solve(shoe, known, commission=tax).ponte
    if side == "ponte" and banker is None:
        banker = solve(shoe, known, commission=tax).banker
    limit = None if most is None else whole(most, "most", least=1)
    base = decide(shoe, side, holding, third, ponte, banker, known, tax)
    effects = []
    for points, count in enumerate(shoe.counts, start=1):
        if not count:
            continue
        change: Fraction | None = None
        turns, turned_to = None, None
        rest = shoe
        for number in range(1, min(count, shoe.size - COUP_CARDS, count if limit is None else limit) + 1):
            rest = rest.without(points)
            try:
                now = decide(rest, side, holding, third, ponte, banker, known, tax)
            except InfosetError:
                break
            if number == 1:
                change = now.gain - base.gain
            if now.best not in ("either", base.best):
                turns, turned_to = number, now.best
                break
        effects.append(Missing(points, change, turns, turned_to))
    return tuple(effects)


def volonte() -> tuple[tuple[str, int, Third], ...]:
    """The document's free cases, as (side, total, third card): the ponte's first, then the banker's."""
    table = tableau()
    ponte = [("ponte", own, None) for own in CHOOSING_TOTALS if table.ponte[own] == "free"]
    banker = [
        ("banker", own, third)
        for own in CHOOSING_TOTALS
        for third in THIRDS
        if table.at_banker(own, third) == "free"
    ]
    return (*ponte, *banker)


def information_for(
    side: str, holding: Holding, ponte: PonteAs | None = None, information: Information | None = None
) -> Information:
    """Who must know his cards for a decision to be what it is: see `decide`."""
    if information is not None:
        return information_named(information)
    if side == "ponte":
        return "both" if isinstance(holding, tuple) else "totals"
    if isinstance(ponte, Mapping) and any(isinstance(own, tuple) for own in ponte):
        return "both"
    return "banker" if isinstance(holding, tuple) else "totals"


def _require_holding(side: str, holding: Holding, third: Third, information: Information) -> None:
    by_hand = information == "both" or (side == "banker" and information == "banker")
    is_holding = isinstance(holding, (int, tuple)) and not isinstance(holding, bool)
    if not by_hand and isinstance(holding, tuple) and holding in CHOOSING_HANDS:
        raise InfosetError(
            f'holding: got {shown(holding)}; with information "{information}" the {side} knows his total '
            f'only: give a total, or information "{"both" if side == "ponte" else "banker"}"'
        )
    if by_hand and is_holding and holding in CHOOSING_TOTALS:
        raise InfosetError(
            f'holding: got {shown(holding)}; with information "{information}" the {side} knows his cards: '
            "give a hand, such as (0, 5), the lower card first"
        )
    if not is_holding or holding not in (CHOOSING_HANDS if by_hand else CHOOSING_TOTALS):
        allowed = (
            "a hand is two baccara values, the lower first, with a total of 0 to 7"
            if by_hand
            else "a total of 0 to 7 is expected; with 8 or 9 nobody chooses"
        )
        raise InfosetError(f"holding: got {shown(holding)}; {allowed}")
    require_third(third)
    if side == "ponte" and third is not None:
        raise InfosetError(f"third: got {shown(third)}; the ponte chooses before his third card")


def _require_other_side(side: str, ponte: object, banker: object) -> None:
    """A decision of one side is judged against the other's play; its own is no argument."""
    own = {"ponte": ponte, "banker": banker}[side]
    if own is not None:
        other = "banker" if side == "ponte" else "ponte"
        raise refusal(side, own, f"for a decision of the {side} the play of the {other} is what counts")


def _banker(played: Game, banker: object, holding: Holding) -> Mapping[Any, Fraction]:
    """A strategy of the banker, checked: a probability for every cell that can occur beside this holding."""
    reached = (played.coups.reach[played.ponte.index(holding)] > 0).reshape(-1).tolist()
    needed = {cell for cell, occurs in zip(played.banker, reached, strict=True) if occurs}
    return probabilities("banker", banker, played.banker, needed, "which can occur")


def _ponte(played: Game, ponte: PonteAs) -> Mapping[Any, Fraction]:
    """A strategy of the ponte: the document's, with these probabilities."""
    document = {own: tableau().at_ponte(own) for own in played.ponte}
    bound = {own: Fraction(action == "draw") for own, action in document.items() if action != "free"}
    free = [own for own in played.ponte if own not in bound]
    if not isinstance(ponte, Mapping):
        return bound | dict.fromkeys(free, probability(ponte, "ponte"))
    deals = dict(zip(played.ponte, played.coups.ponte_deals, strict=True))
    needed = {own for own in free if deals[own]}
    return bound | probabilities("ponte", ponte, played.ponte, needed, "where he is free")
