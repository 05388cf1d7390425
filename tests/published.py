"""Published figures that tests compare with; each names its source."""

from __future__ import annotations

from fractions import Fraction

#: A. De Morgan, An Essay on Probabilities (1838), Appendix I: the law of a row with replacement, four
#: digits; the entry for 37 is a slip of the last digit (.0837 would be right).
DE_MORGAN_ROW = dict(
    zip(
        range(31, 41),
        ["0.1481", "0.1379", "0.1275", "0.1169", "0.1060", "0.0950", "0.0838", "0.0723", "0.0607", "0.0518"],
        strict=True,
    )
)
#: The same: probability that both rows end in 31, in 32, ..., in 40.
DE_MORGAN_TIES = dict(
    zip(
        range(31, 41),
        ["0.0219", "0.0190", "0.0163", "0.0137", "0.0112", "0.0090", "0.0070", "0.0052", "0.0037", "0.0027"],
        strict=True,
    )
)
#: The same: all ties but 31 : 31 together.
DE_MORGAN_OTHER_TIES = "0.0878"
#: He computed with four digits, so his figures are good to one unit of the last.
DE_MORGAN_UNIT = Fraction(1, 10_000)

#: S. D. Poisson (1825, 1837), six packs: a little below eleven thousandths of each stake.
POISSON_BOUND = Fraction(11, 1000)

#: Number of ordered complete rows that a six-pack shoe can deal.
ORDERED_ROWS_SIX_PACKS = 9_569_387_893

#: J. G. Kemeny and J. L. Snell, Amer. Math. Monthly 64 (1957): chemin de fer with replacement, both know
#: totals only. The ponte's probability of drawing on five, the banker's with six when the ponte stood.
KEMENY_SNELL_PONTE = Fraction(9, 11)
KEMENY_SNELL_BANKER = Fraction(859, 2288)
KEMENY_SNELL_VALUE = Fraction(679568, 53094899)


def ethier_lee_ponte(tax: Fraction) -> Fraction:
    """S. N. Ethier and J. Lee, Games 14 (2023): the same with a tax on the banker's wins: the ponte's five."""
    return (9 - tax) / (11 - 6 * tax)


#: M. Shackleford, Wizard of Odds, baccarat appendix 1: ordered six-card deals from eight packs.
SHACKLEFORD_EIGHT_PACKS = {
    "banker": 2292252566437888,
    "ponte": 2230518282592256,
    "en cartes": 475627426473216,
}
