"""The table: who sits where with what, the minimum banco, and the rules of the house.

Money is exact: whole units, or Fractions. Where the house has a smallest unit, announced amounts are
multiples of it, and the tax is rounded to it in a way that has a name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Final, Literal, Union, get_args

from exact.errors import refusal
from exact.partie.law import RULES
from exact.rational import Rational, fraction_text, rational

Money = Fraction
Game = Literal["chemin de fer", "baccara banque"]
GAMES: Final[tuple[Game, ...]] = get_args(Game)

#: How a tax that is no whole unit is rounded; "exact": not at all.
ROUNDINGS: Final[Mapping[str, Callable[[Fraction], Union[int, Fraction]]]] = {
    "exact": lambda units: units,
    "down": floor,
    "up": ceil,
    "nearest": lambda units: floor(units + Fraction(1, 2)),
    "half to even": round,
}


@dataclass(frozen=True, slots=True)
class House:
    """The rules of the house, each with the document's default.

    ``commission``: chemin de fer, the tax on the banker's gain. Baccara banque: ``tax_on`` "capital" (the
    rate ``capital_tax``, 2.5 to 5 %, once for every sum that is brought into the bank) or "gain" (the rates
    ``limitee_tax`` and ``ouverte_tax`` of the net gain of a coup). ``rounding``: one of ROUNDINGS,
    "nearest" taking halves up; ``unit``: the smallest unit, needed where something is rounded. ``refill``:
    whether the banker of a blown bank may go on with the sum he began with. ``least_part``: the least stake
    of a ponte as a part of the minimum banco, usually a tenth.

    Raises ExactError for rates that the document rules out and for unknown names.
    """

    commission: Fraction = Fraction(1, 20)
    tax_on: str = "capital"
    capital_tax: Fraction = Fraction(1, 20)
    limitee_tax: Fraction = Fraction(1, 50)
    ouverte_tax: Fraction = Fraction(1, 80)
    rounding: str = "exact"
    unit: Fraction | None = None
    refill: bool = True
    least_part: Fraction = Fraction(1, 10)

    @classmethod
    def of(
        cls,
        commission: Rational = "5%",
        tax_on: str = "capital",
        capital_tax: Rational = "5%",
        limitee_tax: Rational = "2%",
        ouverte_tax: Rational = "1.25%",
        rounding: str = "exact",
        unit: Rational | None = None,
        refill: bool = True,
        least_part: Rational = "1/10",
    ) -> House:
        """A house from numbers as a user writes them: ``House.of(rounding="down", unit=1)``."""
        rates = {
            "commission": rational(commission, "commission"),
            "capital_tax": rational(capital_tax, "capital_tax"),
            "limitee_tax": rational(limitee_tax, "limitee_tax"),
            "ouverte_tax": rational(ouverte_tax, "ouverte_tax"),
            "least_part": rational(least_part, "least_part"),
        }
        smallest = None if unit is None else rational(unit, "unit")
        return cls(tax_on=tax_on, rounding=rounding, unit=smallest, refill=refill, **rates)

    def __post_init__(self) -> None:
        for name in ("commission", "limitee_tax", "ouverte_tax"):
            rate = getattr(self, name)
            if not 0 <= rate < 1:
                raise refusal(name, fraction_text(rate), "a part of the gain is expected, 0 <= tax < 1")
        if self.tax_on not in ("capital", "gain"):
            raise refusal("tax_on", self.tax_on, "capital or gain is expected")
        if not Fraction(1, 40) <= self.capital_tax <= Fraction(1, 20):
            allowed = f"2.5 to 5 % is expected ({RULES['capital-tax']})"
            raise refusal("capital_tax", fraction_text(self.capital_tax), allowed)
        if self.rounding not in ROUNDINGS:
            raise refusal("rounding", self.rounding, f"one of {', '.join(ROUNDINGS)} is expected")
        if self.unit is not None and self.unit <= 0:
            raise refusal("unit", fraction_text(self.unit), "a positive amount is expected")
        if (self.unit is None) != (self.rounding == "exact"):
            raise refusal(
                "rounding", self.rounding, "with a unit, and only then, the way of rounding is one but exact"
            )
        if not 0 < self.least_part <= 1:
            allowed = "a part of the minimum banco is expected, usually 1/10"
            raise refusal("least_part", fraction_text(self.least_part), allowed)
        if not isinstance(self.refill, bool):
            raise refusal("refill", self.refill, "True or False is expected")

    def tax(self, rate: Fraction, amount: Money) -> Money:
        """``rate`` of ``amount``, rounded as the house rounds, and never more than the amount."""
        if self.unit is None:
            return rate * amount
        return min(ROUNDINGS[self.rounding](rate * amount / self.unit) * self.unit, amount)

    def half(self, amount: Money) -> Money:
        """Half of an amount; where there is a smallest unit, the smaller half of an odd number of them."""
        if self.unit is None:
            return amount / 2
        return floor(amount / self.unit / 2) * self.unit

    def fits(self, amount: Money) -> bool:
        """Whether an amount can be paid: positive, and in whole units where there are units."""
        return amount > 0 and (self.unit is None or (amount / self.unit).denominator == 1)


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a partie.

    ``names``: the seats in order, each to the right of the one before; at chemin de fer the first sits to
    the right of the croupier. At baccara banque the first ``right`` seats are those at the banker's right,
    the nearest first, and the others those at his left, the nearest first. ``minimum``: the minimum banco.
    ``casino``: whether the house has money to hold a bank itself (baccara banque).
    """

    game: Game
    names: tuple[str, ...]
    minimum: Money
    house: House = House()
    right: int = 0
    casino: bool = False

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise refusal("game", self.game, f"one of {', '.join(GAMES)} is expected")
        if len(self.names) < 2:
            raise refusal("seats", self.names, "two seats at least are needed")
        if not all(isinstance(name, str) and name.strip() for name in self.names):
            raise refusal("seats", self.names, "every seat needs a name")
        if len(set(self.names)) < len(self.names):
            raise refusal("seats", self.names, "every seat needs a name of its own")
        if not self.house.fits(self.minimum):
            raise refusal("minimum", fraction_text(self.minimum), RULES["unit"].text)
        if self.casino and self.game != "baccara banque":
            raise refusal("casino", self.casino, "the house holds a bank at baccara banque only")

    @property
    def least(self) -> Money:
        """The least stake of a ponte: usually a tenth of the minimum banco."""
        return self.minimum * self.house.least_part

    @property
    def size(self) -> int:
        """The number of seats."""
        return len(self.names)

    def seat(self, name: object) -> int:
        """The seat with this name; ExactError if there is none."""
        if name not in self.names:
            raise refusal("seat", name, f"at the table sit {', '.join(self.names)}")
        return self.names.index(str(name))

    def name(self, seat: int | None) -> str:
        """The name of a seat; of the house, where it holds the bank."""
        if seat is None:
            return "the croupier"
        return "the house" if seat == self.size else self.names[seat]

    def right_of(self, seat: int) -> int:
        """The seat to the right of this one."""
        return (seat + 1) % self.size

    def round_from(self, seat: int) -> tuple[int, ...]:
        """All seats from this one to the right."""
        return tuple((seat + place) % self.size for place in range(self.size))

    def side(self, seat: int) -> str:
        """The half of a table of baccara banque at which a seat is."""
        return "right" if seat < self.right else "left"

    def alternating(self) -> tuple[int, ...]:
        """The seats of baccara banque by prime: first right, first left, second right, and so on."""
        right, left = range(self.right), range(self.right, self.size)
        pairs: Sequence[tuple[int, int]] = list(zip(right, left, strict=False))
        both = [seat for pair in pairs for seat in pair]
        return (*both, *right[len(pairs) :], *left[len(pairs) :])


def money_text(amount: Money) -> str:
    """An amount as it is printed: whole, or a fraction."""
    return fraction_text(amount)
