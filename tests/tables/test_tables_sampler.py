"""Random shoe states: another program could draw them from the text alone."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.shoe import PACK
from exact.tables import sampler

#: The first words of SplitMix64 with the seed 1234567: Rosetta Code, "Pseudo-random numbers/Splitmix64".
WORDS = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)


def test_words_are_those_of_splitmix64():
    assert tuple(sampler.word(1234567, place) for place in range(1, 6)) == WORDS


def by_shuffling(counts, dealt, seed, number):
    """The same states from the text of the module, card by card, with a generator that keeps its state."""

    def splitmix(state):
        while True:
            state = (state + 0x9E3779B97F4A7C15) % 2**64
            z = state
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
            z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
            yield z ^ (z >> 31)

    seeds = splitmix(seed)
    for _ in range(number):
        own = next(seeds)
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    words = splitmix(own)
    for _ in range(dealt):
        del cards[next(words) % len(cards)]
    left = Counter(cards)
    return tuple(left[kind] for kind in range(len(counts)))


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=20).filter(any),
    st.integers(0, 2**64 - 1),
    st.integers(1, 30),
    st.data(),
)
def test_states_are_those_of_the_text(counts, seed, first, data):
    dealt = data.draw(st.integers(0, sum(counts)))
    expected = [by_shuffling(counts, dealt, seed, first + i) for i in range(3)]
    assert [tuple(row) for row in sampler.states(counts, dealt, seed, first, 3).tolist()] == expected
    assert [sampler.state(counts, dealt, seed, first + i) for i in range(3)] == expected


def test_a_state_dealt_deeper_begins_with_the_same_cards():
    counts = tuple(6 * n for n in PACK)
    shallow, deep = (sampler.states(counts, dealt, 7, 1, 50) for dealt in (100, 200))
    assert (shallow >= deep).all()
    assert (shallow.sum(axis=1) == 212).all()
    assert (deep.sum(axis=1) == 112).all()


def test_cards_leave_in_proportion():
    """Of 20,000 cards from one pack 16/52 are tens; three standard deviations are less than 1 %."""
    left = sampler.states(PACK, 1, 11, 1, 20_000).sum(axis=0)
    gone = [20_000 * n - int(row) for n, row in zip(PACK, left, strict=True)]
    assert sum(gone) == 20_000
    assert gone[9] == pytest.approx(20_000 * 16 / 52, abs=200)
    assert all(number == pytest.approx(20_000 * 4 / 52, abs=120) for number in gone[:9])
