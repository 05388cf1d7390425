"""Shoe states drawn at random, so that any other program can draw the same.

All numbers are 64-bit words, arithmetic modulo 2^64. SplitMix64 with the seed ``s`` gives the words
w_1, w_2, ... with ::

    w_j = mix(s + j * 9E3779B97F4A7C15),       mix(z):  z = (z xor (z >> 30)) * BF58476D1CE4E5B9
                                                        z = (z xor (z >> 27)) * 94D049BB133111EB
                                                        z =  z xor (z >> 31)

(Steele, Lea and Flood, 2014; constants in hexadecimal.) The sample with the seed S consists of the states
i = 1, 2, ..., N. State i is dealt with the words of a SplitMix64 of its own, whose seed is the i-th word of
the SplitMix64 with the seed S. The cards of the shoe lie in a fixed order, by kind (ace, 2, ..., 10; in
coloured shoes the red ones first). For the j-th card, with m cards left, card number w_j mod m of those left,
counted from 0, leaves the shoe.

So a state does not depend on how many are drawn, and the same state dealt deeper begins with the same cards.
A card's probability differs from 1/m by less than 2^-64, as w_j mod m takes no value oftener than another by
more than one word in 2^64. Seed 1234567 gives the words 6457827717110365317, 3203168211198807973, ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Integers = NDArray[Any]

_STEP: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_MASK: Final = 2**64 - 1
#: Larger seeds are no words.
SEEDS: Final = 2**64


def word(seed: int, place: int) -> int:
    """The word w_place of SplitMix64 with this seed; ``place`` counts from 1."""
    z = (seed + place * _STEP) & _MASK
    z = ((z ^ (z >> 30)) * _FIRST) & _MASK
    z = ((z ^ (z >> 27)) * _SECOND) & _MASK
    return z ^ (z >> 31)


def state(counts: Sequence[int], dealt: int, seed: int, number: int) -> tuple[int, ...]:
    """State ``number`` (from 1) of the sample: what is left of ``counts`` when ``dealt`` cards are gone.

    The text of this module word by word; ``states`` is the fast way.
    """
    left = list(counts)
    own = word(seed, number)
    for j in range(1, dealt + 1):
        place = word(own, j) % sum(left)
        kind = 0
        while place >= left[kind]:
            place -= left[kind]
            kind += 1
        left[kind] -= 1
    return tuple(left)


def states(counts: Sequence[int], dealt: int, seed: int, first: int, number: int) -> Integers:
    """The states first, ..., first + number - 1 of the sample, as rows of counts."""
    import numpy as np

    left = np.tile(np.array(counts, dtype=np.int64), (number, 1))
    rows = np.arange(number)
    own = _words(np.full(number, seed, dtype=np.uint64), np.arange(first, first + number, dtype=np.uint64))
    size = int(sum(counts))
    for j in range(1, dealt + 1):
        # The remainder is smaller than the size of a shoe, so it fits a signed integer.
        place = (_words(own, j) % np.uint64(size - j + 1)).astype(np.int64)
        kind = (place[:, None] >= left.cumsum(axis=1)).sum(axis=1)
        left[rows, kind] -= 1
    return left


def _words(seeds: Integers, places: Any) -> Integers:
    """``word`` for arrays of unsigned 64-bit integers, whose arithmetic is modulo 2^64; one place or many."""
    import numpy as np

    # A single product is formed with Python's integers: NumPy would warn that it overflows.
    steps = np.uint64(places * _STEP & _MASK) if isinstance(places, int) else places * np.uint64(_STEP)
    z: Integers = seeds + steps
    z = (z ^ (z >> np.uint64(30))) * np.uint64(_FIRST)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(_SECOND)
    last: Integers = z ^ (z >> np.uint64(31))
    return last
