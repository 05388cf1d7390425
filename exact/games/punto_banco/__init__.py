"""Punto banco (American baccarat): counts of deals, edges, laws of a coup, from any shoe.

Nobody chooses: punto and banco draw by the fixed tableau (see rules.py). Every coup is padded to six
cards, so all counts of deals from a shoe of n cards are out of n(n-1)...(n-5), with replacement out
of n**6. An edge is the house's expected gain per unit staked and per coup, ties counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from exact.distribution import Distribution
from exact.errors import ExactError, refusal
from exact.games.punto_banco import closed_form, kernel
from exact.games.punto_banco.results import Analysis, RemovalEffect, ShoeEdges, Thirds
from exact.games.punto_banco.rules import COMMISSION, RESULTS, TIE_PAYS
from exact.games.punto_banco.succession import Successive, successive
from exact.rational import Rational, rational, whole
from exact.shoe import Shoe

__all__ = [
    "RESULTS",
    "Analysis",
    "RemovalEffect",
    "ShoeEdges",
    "Successive",
    "analyse",
    "closed_form",
    "edges",
    "pair",
    "removal_effects",
    "successive",
]


def __dir__() -> list[str]:
    """What is asked of this game, without the names of other modules."""
    return [*__all__, "__all__", "__doc__", "__file__", "__name__", "__package__", "__path__"]


def analyse(shoe: Shoe, commission: Rational = COMMISSION, tie_pays: Rational = TIE_PAYS) -> Analysis:
    """Everything about the next coup from this shoe: see Analysis.

    ``commission``: the part of banco's winnings that the house keeps, 1/20 in the article.
    ``tie_pays``: what a unit on the tie wins, customarily 8.

    Raises ExactError for a shoe without replacement of fewer than six cards, for a commission outside
    0 <= commission < 1, for a negative tie_pays, and for floats.
    """
    kept, pays = _terms(commission, tie_pays)
    _require_coup(shoe)
    by_totals, by_thirds = kernel.details(shoe)
    totals = {(cell // 10, cell % 10): number for cell, number in enumerate(by_totals)}
    # From "no card, ace, ..., ten" to the order 0..9, none; a ten counts zero.
    order = [(None, 0) if points is None else (points, points or 10) for points in (*range(10), None)]
    thirds: dict[Thirds, int] = {
        (punto, banco): by_thirds[11 * i + k] for punto, i in order for banco, k in order
    }
    return Analysis(
        shoe=shoe,
        commission=kept,
        tie_pays=pays,
        deals=kernel.deals([shoe])[0],
        totals=Distribution.from_weights(totals),
        third_cards=Distribution.from_weights(thirds),
    )


def edges(
    shoes: Iterable[Shoe], commission: Rational = COMMISSION, tie_pays: Rational = TIE_PAYS
) -> tuple[ShoeEdges, ...]:
    """The counts of deals and the edges for many shoes at once: a ShoeEdges for each, in their order.

    Arguments and errors as in ``analyse``; the error of a bad shoe names its place, from 0.
    """
    kept, pays = _terms(commission, tie_pays)
    if isinstance(shoes, Shoe) or not isinstance(shoes, Iterable):
        raise refusal("shoes", shoes, "several are expected; analyse takes a single Shoe")
    given = list(shoes)
    for place, shoe in enumerate(given):
        _require_coup(shoe, f"shoes[{place}]")
    return tuple(ShoeEdges.of(deals, kept, pays) for deals in kernel.deals(given))


def removal_effects(
    shoe: Shoe, commission: Rational = COMMISSION, tie_pays: Rational = TIE_PAYS
) -> dict[int, RemovalEffect]:
    """card points 1..10 -> how the removal of one such card changes each edge, exactly.

    For every card that is in the shoe, per unit staked (not in per cent). Raises ExactError as
    ``analyse`` does, with replacement, and for a shoe of fewer than seven cards.
    """
    kept, pays = _terms(commission, tie_pays)
    if _require_coup(shoe).replacement:
        raise ExactError("shoe: with replacement no card is ever gone; removal has no effect to compute")
    if shoe.size <= kernel.CARDS:
        raise ExactError("shoe: got 6 cards; when one is removed six must be left, so seven are needed")
    rests = {points: rest for points, _, rest in shoe.draws()}
    before, *after = edges([shoe, *rests.values()], kept, pays)
    return {
        points: RemovalEffect(*(new.edge[name] - before.edge[name] for name in RESULTS))
        for points, new in zip(rests, after, strict=True)
    }


def pair(ranks: Sequence[int], replacement: bool = False) -> Fraction:
    """The probability that the first two cards of a hand, punto's or banco's, are a pair by rank.

    ``ranks``: thirteen counts, of the aces, twos, ..., tens, knaves, queens, kings that are undealt.
    A king and a queen are no pair. With ``replacement`` each card is put back before the next.
    Raises ExactError unless there are thirteen non-negative whole counts, of two cards at least (with
    replacement of one).
    """
    if isinstance(ranks, (str, bytes, Shoe)) or not isinstance(ranks, Iterable):
        raise refusal("ranks", ranks, "thirteen counts are expected, for A, 2, ..., 10, J, Q, K")
    counts = [whole(count, "ranks") for count in ranks]
    if len(counts) != 13:
        raise refusal("ranks", tuple(counts), "thirteen counts are expected, for A, 2, ..., 10, J, Q, K")
    if not isinstance(replacement, bool):
        raise refusal("replacement", replacement, "True or False is expected")
    size, gone = sum(counts), 0 if replacement else 1
    if size <= gone:
        raise ExactError(f"ranks: got {size} cards; a pair needs at least {gone + 1} in the shoe")
    return Fraction(sum(count * (count - gone) for count in counts), size * (size - gone))


def _terms(commission: Rational, tie_pays: Rational) -> tuple[Fraction, Fraction]:
    kept, pays = rational(commission, "commission"), rational(tie_pays, "tie_pays")
    if not 0 <= kept < 1:
        raise refusal("commission", commission, "a part of the winnings is expected, 0 <= commission < 1")
    if pays < 0:
        raise refusal("tie_pays", tie_pays, "a payment is expected, not negative")
    return kept, pays


def _require_coup(shoe: object, argument: str = "shoe") -> Shoe:
    """``shoe`` itself, if it is a Shoe from which a coup is always completed."""
    if not isinstance(shoe, Shoe):
        raise refusal(argument, shoe, "a Shoe is expected, such as Shoe.packs(8)")
    if not shoe.replacement and shoe.size < kernel.CARDS:
        raise ExactError(
            f"{argument}: got {shoe.size} cards; at least six cards are needed for a coup of punto banco"
        )
    return shoe
