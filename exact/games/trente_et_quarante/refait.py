"""What the refait costs a stake: half of it, or prison.

Prison. A stake on a chance is locked up at the refait. At the next won coup it is freed if the chance
wins and lost otherwise; every tie leaves it locked; if the shoe ends first the bank takes half.

Theorem. For rouge and noir prison costs exactly what half costs, from any shoe. Exchanging the rows of
one later coup for each other is a rearrangement of the cards, and all arrangements are equally likely;
it changes the winner and neither the coups before nor the cards left behind. So when the locked stake
is decided, it is freed or lost with equal probability, and its expected loss is half a stake, as it is
when the shoe ends.
"""

from __future__ import annotations

from fractions import Fraction

from exact.enumeration import law_with_rest
from exact.games.rouge_et_noir.rules import LIMIT
from exact.games.trente_et_quarante.colours import ColouredShoe
from exact.games.trente_et_quarante.rules import Rows, wins


def locked_loss(chance: str, coloured: ColouredShoe) -> Fraction:
    """The expected loss of a stake of one unit on ``chance`` that is locked up, by full enumeration.

    The coups to come are dealt from ``coloured``, without replacement: feasible for small shoes.
    """
    memo: dict[ColouredShoe, Fraction] = {}

    def loss(shoe: ColouredShoe) -> Fraction:
        if shoe not in memo:
            total = Fraction(0)
            for (outcome, rest), probability in law_with_rest(Rows(), shoe).items():
                if outcome is None:
                    total += probability / 2
                elif outcome[0] == outcome[1]:
                    total += probability * loss(rest)
                elif not wins(chance, *outcome):
                    total += probability
            memo[shoe] = total
        return memo[shoe]

    return loss(coloured)


def prison_cost(chance: str, coloured: ColouredShoe) -> Fraction:
    """The expected loss per unit staked and per coup that prison causes, by full enumeration.

    It is P(refait) times the loss of the locked stake, from the cards that this refait leaves.
    """
    return sum(
        (
            probability * locked_loss(chance, rest)
            for (outcome, rest), probability in law_with_rest(Rows(), coloured).items()
            if outcome is not None and outcome[0] == outcome[1] == LIMIT
        ),
        Fraction(0),
    )


def locked_loss_with_replacement(win: Fraction, lose: Fraction, refait: Fraction, twice: bool) -> Fraction:
    """The expected loss of a locked unit when all coups have the same law.

    ``win``, ``lose``, ``refait``: probabilities of the coup for this chance; ties do not matter.
    Without ``twice``, f = win / (win + lose) is the probability that the stake is freed. With it, a refait
    puts a second lock on a stake that is locked once; a won coup takes one lock off, a lost one the
    stake; further refaits change nothing for a stake with two locks. With f_1 and f_2 for one and two locks

        (win + lose + refait) f_1 = win + refait f_2,    (win + lose) f_2 = win f_1.

    Where no coup can be won or lost the stake stays locked for ever; that counts as half, as at the
    shoe's end.
    """
    if win + lose == 0:
        return Fraction(1, 2)
    if not twice:
        return lose / (win + lose)
    once_freed = win / (win + lose + refait - refait * win / (win + lose))
    return 1 - once_freed
