"""Optimal play on boxes against brute force: every corner of the breakpoints, in plain Fractions."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from flint import fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from exact.equilibrium import (
    Bilinear,
    Certificate,
    certify,
    equilibrium_corners,
    nash,
    zero_sum,
)
from exact.neighbourhood import settled
from exact.pivoting import BoxPath


def games(rows=3, columns=4, most=3):
    """Small games with many coincidences: coefficients between -most and most."""
    entry = st.integers(-most, most)

    @st.composite
    def draw_game(draw):
        m, n = draw(st.integers(1, rows)), draw(st.integers(1, columns))
        return Bilinear(
            draw(entry),
            tuple(draw(entry) for _ in range(m)),
            tuple(draw(entry) for _ in range(n)),
            tuple(tuple(draw(entry) for _ in range(n)) for _ in range(m)),
            draw(st.integers(1, 5)),
        )

    return draw_game()


def transposed(game):
    """The same game with the sides exchanged and the sign of the payoff turned."""
    return Bilinear(
        -game.constant,
        tuple(-c for c in game.columns),
        tuple(-r for r in game.rows),
        tuple(tuple(-row[j] for row in game.matrix) for j in range(len(game.columns))),
        game.denominator,
    )


def gauss(system, right):
    """The unique solution of a square system, or None."""
    rows = [[Fraction(a) for a in line] + [Fraction(b)] for line, b in zip(system, right, strict=True)]
    size = len(rows)
    for k in range(size):
        pivot = next((r for r in range(k, size) if rows[r][k]), None)
        if pivot is None:
            return None
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [a / rows[k][k] for a in rows[k]]
        for r in range(size):
            if r != k:
                rows[r] = [a - rows[r][k] * b for a, b in zip(rows[r], rows[k], strict=True)]
    return [row[-1] for row in rows]


def corners(game):
    """All points of the box where as many planes meet as there are unknowns."""
    m = len(game.rows)
    unit = [[int(i == k) for i in range(m)] for k in range(m)]
    planes = [(u, b) for u in unit for b in (0, 1)]
    planes += [([row[j] for row in game.matrix], -c) for j, c in enumerate(game.columns)]
    found = set()
    for chosen in combinations(planes, m):
        point = gauss([a for a, _ in chosen], [b for _, b in chosen])
        if point is not None and all(0 <= a <= 1 for a in point):
            found.add(tuple(point))
    return sorted(found)


def payoff(game, x, y):
    """The expectation, summed pure combination by pure combination."""
    total = Fraction(0)
    for i_bits in product((0, 1), repeat=len(x)):
        for j_bits in product((0, 1), repeat=len(y)):
            chance = Fraction(1)
            for bit, p in zip((*i_bits, *j_bits), (*x, *y), strict=True):
                chance *= p if bit else 1 - p
            if chance:
                pure = game.constant
                pure += sum(r for bit, r in zip(i_bits, game.rows, strict=True) if bit)
                pure += sum(c for bit, c in zip(j_bits, game.columns, strict=True) if bit)
                pure += sum(
                    game.matrix[i][j]
                    for i, bit in enumerate(i_bits)
                    if bit
                    for j, other in enumerate(j_bits)
                    if other
                )
                total += chance * pure
    return total / game.denominator


def most(game, x):
    """The best pure reply, by trying all of them."""
    return max(
        payoff(game, x, [Fraction(bit) for bit in bits]) for bits in product((0, 1), repeat=len(game.columns))
    )


def optimal_corners(game):
    """The minimiser's value, and the corners of its set of optimal strategies."""
    values = {x: most(game, x) for x in corners(game)}
    value = min(values.values())
    return value, [x for x in sorted(values) if values[x] == value]


@settings(max_examples=80, deadline=None)
@given(games())
def test_value_canonical_strategies_and_uniqueness_are_those_of_brute_force(game):
    solution = zero_sum(game)
    value, xs = optimal_corners(game)
    other_value, ys = optimal_corners(transposed(game))
    assert solution.certificate == Certificate(value, value, value, value)
    assert value == -other_value
    assert (solution.x, solution.y) == (xs[0], ys[0])
    assert solution.unique is (len(xs) == len(ys) == 1)


@settings(max_examples=80, deadline=None)
@given(games(), st.data())
def test_a_guess_where_to_start_changes_nothing(game, data):
    start = [data.draw(st.sampled_from([0, 1, None])) for _ in game.rows]
    assert zero_sum(game, start) == zero_sum(game)


@settings(max_examples=50, deadline=None)
@given(games(2, 3), st.data())
def test_the_certificate_is_what_its_docstring_says(game, data):
    share = st.fractions(0, 1, max_denominator=4)
    x = tuple(data.draw(share) for _ in game.rows)
    y = tuple(data.draw(share) for _ in game.columns)
    certificate = certify(game, game, x, y)
    assert certificate.conceded == certificate.gained == payoff(game, x, y)
    assert certificate.greatest_gain == most(game, x)
    assert certificate.least_loss == -most(transposed(game), y)


def is_equilibrium(loss, gain, x, y):
    own = payoff(loss, x, y), payoff(gain, x, y)
    return own == (-most(transposed(loss), y), most(gain, x))


def pair_of_games():
    def same_shape(game):
        m, n = len(game.rows), len(game.columns)
        entry = st.integers(-3, 3)
        return st.tuples(
            st.just(game),
            st.builds(
                Bilinear,
                entry,
                st.tuples(*[entry] * m),
                st.tuples(*[entry] * n),
                st.tuples(*[st.tuples(*[entry] * n)] * m),
                st.just(game.denominator),
            ),
        )

    return games(2, 3).flatmap(same_shape)


def all_corners(loss, gain):
    """Pairs of corners that are equilibria; the second side's corners are those of the first's slopes."""
    for x in corners(gain):
        for y in corners(transposed(loss)):
            if is_equilibrium(loss, gain, x, y):
                yield x, y


def inert(loss, gain):
    """Where nothing that the first side does matters to anybody."""
    return [i for i, b in enumerate(loss.rows) if not (b or any(loss.matrix[i]) or any(gain.matrix[i]))]


@settings(max_examples=60, deadline=None)
@given(pair_of_games())
def test_equilibria_of_two_payoffs_are_those_of_brute_force(pair):
    loss, gain = pair
    expected = list(all_corners(loss, gain))
    solution = nash(loss, gain)
    assert solution.certificate.holds
    assert (solution.x, solution.y) == expected[0]
    assert solution.unique is (len(expected) == 1)
    # Where nothing that the first side does matters to anybody it is not counted as another equilibrium.
    xs = {x for x, _ in expected if not any(x[i] for i in inert(loss, gain))}
    assert {solution.x, *(x for x, _ in solution.others)} == xs
    assert all(is_equilibrium(loss, gain, x, y) for x, y in solution.others)


@settings(max_examples=100, deadline=None)
@given(pair_of_games(), st.data())
def test_the_path_finds_an_equilibrium_when_the_search_is_cut_short(pair, data):
    loss, gain = pair
    assert equilibrium_corners(loss, gain, limit=0) is None
    solution = nash(loss, gain, limit=0)
    assert is_equilibrium(loss, gain, solution.x, solution.y)
    assert solution.unique is (False if solution.others or len(inert(loss, gain)) else None)
    # What the paths from other corners lead to are other equilibria.
    assert all(is_equilibrium(loss, gain, *other) for other in solution.others)
    assert len({(solution.x, solution.y), *solution.others}) == 1 + len(solution.others)
    if nash(loss, gain).unique:
        assert solution.unique is None
    again = nash(loss, gain, [data.draw(st.sampled_from([0, 1, None])) for _ in loss.rows], limit=0)
    assert is_equilibrium(loss, gain, again.x, again.y)


@settings(max_examples=80, deadline=None)
@given(games(2, 3), st.data())
def test_what_is_settled_is_so_in_every_equilibrium(game, data):
    """Nearly zero-sum games, each with all its equilibria by brute force."""
    tax = st.integers(-1, 1)
    loss = Bilinear(
        7 * game.constant,
        tuple(7 * r for r in game.rows),
        tuple(7 * c for c in game.columns),
        tuple(tuple(7 * a for a in row) for row in game.matrix),
        game.denominator,
    )
    gain = Bilinear(
        game.constant,
        tuple(game.rows),
        tuple(7 * c + data.draw(tax) for c in game.columns),
        tuple(tuple(7 * a + data.draw(tax) for a in row) for row in game.matrix),
        data.draw(st.integers(1, 3)),
    )
    pairs = list(all_corners(loss, gain))
    fixed = settled(loss, gain, *data.draw(st.sampled_from(pairs)))
    for pair in pairs:
        slopes = loss.row_slopes(pair[1]), gain.column_slopes(pair[0])
        for numbers, bits, steep in zip(pair, fixed, slopes, strict=True):
            for number, bit, slope in zip(numbers, bits, steep, strict=True):
                assert bit is None or (number == bit and slope != 0)


@settings(max_examples=80, deadline=None)
@given(games(3, 4))
def test_in_a_zero_sum_game_strictly_best_pure_play_is_settled_at_once(game):
    solution = zero_sum(game)
    slopes = game.row_slopes(solution.y) + game.column_slopes(solution.x)
    assume(all(slopes))
    assert settled(game, game, solution.x, solution.y) == (list(solution.x), list(solution.y))


def test_matching_pennies():
    game = Bilinear(1, (-2,), (-2,), ((4,),), 1)
    solution = zero_sum(game)
    half = Fraction(1, 2)
    assert (solution.x, solution.y, solution.unique) == ((half,), (half,), True)
    assert solution.certificate.conceded == 0


def test_the_battle_of_the_sexes_has_three_equilibria():
    # Both want to meet; the first side gains 2 or 1, the second 1 or 2 (probabilities of the second place).
    loss = Bilinear(-2, (2,), (2,), ((-3,),), 1)
    gain = Bilinear(1, (-1,), (-1,), ((3,),), 1)
    solution = nash(loss, gain)
    pairs = [(solution.x[0], solution.y[0]), *((x[0], y[0]) for x, y in solution.others)]
    assert pairs == [(0, 0), (Fraction(1, 3), Fraction(2, 3)), (1, 1)]
    assert solution.unique is False


@pytest.mark.parametrize("corner", list(product((0, 1), repeat=3)))
def test_a_path_may_begin_at_any_corner(corner):
    # F = (y - 1/2 scaled, ...): a cycle of three, whose only solution is the centre.
    constants, matrix = [-1, 1, 0], [[0, 2, 0], [-2, 0, 0], [0, 0, 1]]
    assert BoxPath(constants, matrix, corner).solution() == [fmpq(1, 2), fmpq(1, 2), fmpq(0)]
