"""Optimal play as functions of the number of packs d.

The weight of every deal from d packs is a product of falling factorials of 4d and 16d: a polynomial in d of
degree six at most. So its values at d = 1, ..., 7 determine it, and interpolation is a proof. In the
classical game of full packs one infoset of the ponte mixes, and one cell of the banker: x is where that
cell's gain vanishes, y where that infoset's does. Both are quotients of such polynomials.

That these are the optimal strategies needs finitely many signs: 0 < x < 1 and 0 < y < 1; in every other
cell the gain at x has the sign of what the banker does there; in the ponte's other free infosets
likewise at y. After multiplication with the denominators each is the sign of a polynomial in d. Sturm
sequences say from which d on it keeps it; below, the finitely many d are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Union, overload

from flint import fmpq, fmpq_poly

from exact.equilibrium import Bilinear, zero_sum
from exact.errors import ExactError
from exact.games.chemin_de_fer.drawing_rules import Cell, Holding, Rules
from exact.games.chemin_de_fer.game import RuledGame, game
from exact.games.chemin_de_fer.rules import Information
from exact.games.chemin_de_fer.solution import information_named, solve
from exact.games.chemin_de_fer.strategy import cell_text, holding_text, html_table
from exact.packs import Sturm, function_text, interpolated, quotient
from exact.rational import whole
from exact.shoe import PACK, Shoe

if TYPE_CHECKING:
    import sympy

    from exact.records import Record

#: Six cards: weights are polynomials of degree six, so seven values determine them.
_NODES = range(1, 8)


@dataclass(frozen=True)
class ClosedForm:
    """Optimal play of the classical game from d full packs, where one infoset of each side mixes.

    ``ponte``: the infoset in which the ponte mixes, with the probability ``draws_ponte`` of drawing;
    ``banker`` and ``draws_banker`` likewise. ``value``: the bank's gain. These three are rational functions
    of the symbol d in lowest terms. ``ponte_pure`` and ``banker_pure``: what the other free infosets do.

    ``packs``: the d for which this is the only optimal play, up to ``from_packs``; from there on it is so for
    every d, by Sturm sequences. ``from_packs`` is None when it is so for those in ``packs`` only.
    """

    information: Information
    ponte: Holding
    banker: Cell
    draws_ponte: sympy.Expr
    draws_banker: sympy.Expr
    value: sympy.Expr
    ponte_pure: tuple[tuple[Holding, int], ...]
    banker_pure: tuple[tuple[Cell, int], ...]
    packs: tuple[int, ...]
    from_packs: int | None

    def holds(self, packs: int) -> bool:
        """Whether these functions give the optimal strategies from so many packs."""
        return packs in self.packs or (self.from_packs is not None and packs >= self.from_packs)

    @property
    def range_text(self) -> str:
        """For how many packs they do, in words: ``1, 2, 3`` or ``4 and more``."""
        known = [str(packs) for packs in self.packs]
        return ", ".join(known if self.from_packs is None else [*known, f"{self.from_packs} and more"])


@dataclass(frozen=True)
class ClosedForms(Sequence[ClosedForm]):
    """The closed forms for all numbers of packs, in the order of the least number to which each belongs."""

    information: Information
    forms: tuple[ClosedForm, ...]

    @overload
    def __getitem__(self, place: int) -> ClosedForm: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[ClosedForm, ...]: ...

    def __getitem__(self, place: Union[int, slice]) -> Union[ClosedForm, tuple[ClosedForm, ...]]:
        return self.forms[place]

    def __iter__(self) -> Iterator[ClosedForm]:
        return iter(self.forms)

    def __len__(self) -> int:
        return len(self.forms)

    def of(self, packs: int) -> ClosedForm:
        """The one form that gives the optimal strategies from so many packs."""
        whole(packs, "packs", least=1)
        return next(form for form in self.forms if form.holds(packs))

    def record(self) -> Record:
        """The citable record of this answer."""
        from exact.games.chemin_de_fer.form_record import closed_form_record

        return closed_form_record(self)

    def __repr__(self) -> str:
        ranges = "; ".join(form.range_text for form in self.forms)
        return f"ClosedForms(information={self.information!r}, packs={ranges})"

    def _repr_html_(self) -> str:
        rows = [
            [
                form.range_text,
                f"{holding_text(form.ponte)}: {function_text(form.draws_ponte)}",
                f"{cell_text(*form.banker)}: {function_text(form.draws_banker)}",
                function_text(form.value),
            ]
            for form in self.forms
        ]
        head = ["packs d", "the ponte draws", "the banker draws", "the bank's gain"]
        return html_table(head, rows, f"Optimal play from d packs, {self.information}")


def closed_form(information: Information, packs: int) -> ClosedForm:
    """Optimal play as functions of d, with what is optimal from ``packs`` packs, and for which other d it is.

    Raises ExactError when from so many packs not exactly one infoset of each side mixes.
    """
    return _closed_form(information_named(information), whole(packs, "packs", least=1))


def closed_forms(information: Information = "totals") -> ClosedForms:
    """The closed forms for all numbers of packs d = 1, 2, ...: each d belongs to one of them."""
    forms: list[ClosedForm] = []
    packs = 1
    while True:
        form = closed_form(information, packs)
        forms.append(form)
        if form.from_packs is not None:
            return ClosedForms(form.information, tuple(forms))
        while any(known.holds(packs) for known in forms):
            packs += 1


@cache
def _closed_form(information: Information, packs: int) -> ClosedForm:
    ruled = _ruled(packs, information)
    solution = zero_sum(ruled.restricted(ruled.game.loss), ruled.guess())
    rows = [i for i, p in enumerate(solution.x) if 0 < p < 1]
    columns = [j for j, q in enumerate(solution.y) if 0 < q < 1]
    if len(rows) != 1 or len(columns) != 1:
        raise ExactError(
            f"packs: from {packs} the ponte mixes in {len(rows)} infosets and the banker in {len(columns)}; "
            "a closed form is known where each mixes in one"
        )
    pure_x, pure_y = ([int(p == 1) for p in side] for side in (solution.x, solution.y))
    support = _Support(_polynomials(information), rows[0], columns[0], pure_x, pure_y)
    infosets = [own for own, bit in zip(ruled.game.ponte, ruled.x, strict=True) if bit is None]
    cells = [cell for cell, bit in zip(ruled.game.banker, ruled.y, strict=True) if bit is None]
    holds, from_packs = _where_positive(support.positive())
    return ClosedForm(
        information=information,
        ponte=infosets[rows[0]],
        banker=cells[columns[0]],
        draws_ponte=quotient(*support.x()),
        draws_banker=quotient(*support.y()),
        value=quotient(*support.value()),
        ponte_pure=tuple(
            (own, bit) for own, bit in zip(infosets, pure_x, strict=True) if own != infosets[rows[0]]
        ),
        banker_pure=tuple(
            (cell, bit) for cell, bit in zip(cells, pure_y, strict=True) if cell != cells[columns[0]]
        ),
        packs=holds,
        from_packs=from_packs,
    )


def _where_positive(signs: Sequence[fmpq_poly]) -> tuple[tuple[int, ...], int | None]:
    """The d >= 1 at which all are positive: those below a number, and that number from which all d are.

    The number is None when some polynomial is not positive for large d; then there are finitely many d.
    """
    starts = [Sturm(sign).positive_from() for sign in signs]
    from_packs = None if None in starts else max(start or 0 for start in starts)
    if from_packs is None:
        ends = [1 if sign.is_zero() else Sturm(-sign).positive_from() for sign in signs]
        stop = min(end for end in ends if end is not None)
    else:
        stop = from_packs
    return tuple(d for d in range(1, stop) if all(sign(fmpq(d)) > 0 for sign in signs)), from_packs


def _ruled(packs: int, information: Information) -> RuledGame:
    return RuledGame.of(game(Shoe.packs(packs), information), Rules.named("classical"))


@dataclass(frozen=True)
class _Polynomials:
    """A bilinear form whose coefficients are polynomials in d; over (52 d)(52 d - 1)...(52 d - 5)."""

    constant: fmpq_poly
    rows: list[fmpq_poly]
    columns: list[fmpq_poly]
    matrix: list[list[fmpq_poly]]


@cache
def _polynomials(information: Information) -> _Polynomials:
    """The classical game, what the ponte loses."""
    forms: list[Bilinear] = []
    for packs in _NODES:
        ruled = _ruled(packs, information)
        forms.append(ruled.restricted(ruled.game.loss))
    basis = [interpolated(list(_NODES), [fmpq(int(node == d)) for d in _NODES]) for node in _NODES]

    def through(values: Sequence[int]) -> fmpq_poly:
        return sum((p * value for p, value in zip(basis, values, strict=True)), fmpq_poly([0]))

    return _Polynomials(
        through([form.constant for form in forms]),
        [through(values) for values in zip(*(form.rows for form in forms), strict=True)],
        [through(values) for values in zip(*(form.columns for form in forms), strict=True)],
        [
            [through(values) for values in zip(*lines, strict=True)]
            for lines in zip(*(form.matrix for form in forms), strict=True)
        ],
    )


@dataclass(frozen=True)
class _Support:
    """One mixed row and one mixed column; all others are pure."""

    form: _Polynomials
    row: int
    column: int
    pure_x: list[int]
    pure_y: list[int]

    def x(self) -> tuple[fmpq_poly, fmpq_poly]:
        """The mixed row's probability, a quotient: there the column's slope vanishes."""
        return -self._column_base(self.column), self.form.matrix[self.row][self.column]

    def y(self) -> tuple[fmpq_poly, fmpq_poly]:
        return -self._row_base(self.row), self.form.matrix[self.row][self.column]

    def _column_base(self, j: int) -> fmpq_poly:
        """The slope of a column when the mixed row is nought."""
        matrix = self.form.matrix
        ones = [i for i, bit in enumerate(self.pure_x) if bit]
        return sum((matrix[i][j] for i in ones), self.form.columns[j])

    def _row_base(self, i: int) -> fmpq_poly:
        ones = [j for j, bit in enumerate(self.pure_y) if bit]
        return sum((self.form.matrix[i][j] for j in ones), self.form.rows[i])

    def value(self) -> tuple[fmpq_poly, fmpq_poly]:
        """With the column's slope nought: constant + rows.x + the pure columns' slopes, over all deals."""
        form = self.form
        ones_x = [i for i, bit in enumerate(self.pure_x) if bit]
        ones_y = [j for j, bit in enumerate(self.pure_y) if bit]
        fixed = sum((form.rows[i] for i in ones_x), form.constant)
        fixed += sum((self._column_base(j) for j in ones_y), fmpq_poly([0]))
        x_above, x_below = self.x()
        return fixed * x_below + self._row_base(self.row) * x_above, x_below * _deals()

    def positive(self) -> list[fmpq_poly]:
        """The polynomials that are positive exactly where the support is strictly optimal."""
        form = self.form
        below = form.matrix[self.row][self.column]
        x_above, y_above = self.x()[0], self.y()[0]
        # p/q > 0 exactly where p q > 0; p/q < 1 exactly where (q - p) q > 0.
        signs = [part * below for above in (x_above, y_above) for part in (above, below - above)]
        for j, bit in enumerate(self.pure_y):
            if j != self.column:
                slope = (self._column_base(j) * below + form.matrix[self.row][j] * x_above) * below
                signs.append(slope if bit else -slope)
        for i, bit in enumerate(self.pure_x):
            if i != self.row:
                slope = (self._row_base(i) * below + form.matrix[i][self.column] * y_above) * below
                signs.append(-slope if bit else slope)
        return signs


def _deals() -> fmpq_poly:
    """The number of ordered deals of six cards from d packs."""
    product = fmpq_poly([1])
    for gone in range(6):
        product *= fmpq_poly([-gone, sum(PACK)])
    return product


def counts(rules: Rules) -> dict[str, sympy.Expr]:
    """How many ordered six-card deals each result gets from d packs, under rules without any choice.

    Polynomials of degree six in the symbol d; with `punto_banco_rules` those of punto banco. Raises
    ExactError when the rules leave a choice.
    """
    if "free" in rules.ponte or any("free" in row for row in rules.banker):
        raise ExactError("rules: they leave a choice; counts are known for rules that force every cell")
    values: dict[str, list[Fraction]] = {}
    for packs in _NODES:
        e = solve(Shoe.packs(packs), "totals", rules)
        deals = int(_deals()(fmpq(packs)))
        winner = e.results().winner
        for name in ("banker", "ponte", "en cartes"):
            values.setdefault(name, []).append(winner[name] * deals)
    return {
        name: quotient(interpolated(list(_NODES), [fmpq(int(count)) for count in found]), fmpq_poly([1]))
        for name, found in values.items()
    }
