"""How cards and hands count."""

from exact.games.baccara.points import naturel, total


def test_totals_count_modulo_ten() -> None:
    assert [total(card) for card in range(1, 11)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
    assert total(9, 9) == 8
    assert total(10, 10, 10) == 0
    assert total(7, 3) == 0


def test_naturels_are_eight_and_nine() -> None:
    assert [one for one in range(10) if naturel(one)] == [8, 9]
    assert naturel(0, 8)
    assert not naturel(7, 0)
