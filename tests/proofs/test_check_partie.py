"""The checker on the records of the bank's fortune: each kind holds; any changed number is refused."""

from fractions import Fraction

import pytest
from test_partie_records import RECORDS

from exact import Shoe
from exact.partie import fortune
from tampering import leaves, other, put, signed, verdict, with_number

SIX = Shoe.packs(6)
LAW = fortune.coup_law(SIX)
SEEN = {
    **RECORDS,
    "six": fortune.pass_after(LAW, 4).record(SIX),
    "replacement": fortune.wins(Shoe.packs(1, replacement=True), 3).record(),
    "wide": fortune.ruin(fortune.gains(LAW), 4, target=8).record(SIX),
    "long": fortune.ruin(fortune.gains(LAW), 3, coups=330).record(SIX),
    "untaxed": fortune.ruin(fortune.gains(LAW, commission=0), 4).record(SIX, 0),
    "small": fortune.tableaux(fortune.two_tableaux_law(Shoe([4, 0, 0, 4, 0, 0, 0, 3, 0, 2]))).record(
        Shoe([4, 0, 0, 4, 0, 0, 0, 3, 0, 2])
    ),
}
DATA = {name: record.data() for name, record in SEEN.items()}


@pytest.mark.parametrize("name", DATA)
def test_it_holds(name):
    assert verdict(DATA[name]) is None


@pytest.mark.parametrize("name", RECORDS)
def test_a_changed_leaf_leaves_a_digest_that_does_not_fit(name):
    for path in leaves(DATA[name]):
        assert verdict(put(DATA[name], path, other(_at(DATA[name], path)))) is not None


@pytest.mark.parametrize("name", RECORDS)
def test_a_changed_value_is_refused_though_the_digest_fits(name):
    data = DATA[name]
    for value, said in data["values"].items():
        if "exact" in said:
            changed = with_number(data, value, Fraction(said["exact"]) + Fraction(1, 10**9))
        else:
            changed = signed(put(data, ("values", value, "upper"), str(Fraction(said["upper"]) + 1)))
        assert verdict(changed) is not None, value


@pytest.mark.parametrize("name", RECORDS)
def test_a_changed_cell_is_refused_though_the_digest_fits(name):
    data = DATA[name]
    for table, said in data["tables"].items():
        for row, cells in enumerate(said["rows"]):
            for column, cell in enumerate(cells):
                label = said["columns"][column]["unit"] == "label"
                new = f"{cell}x" if label else str(Fraction(cell) + Fraction(1, 10**9))
                path = ("tables", table, "rows", row, column)
                assert verdict(signed(put(data, path, new))) is not None


@pytest.mark.parametrize("name", RECORDS)
def test_another_input_is_refused_though_the_digest_fits(name):
    data = DATA[name]
    for key, said in data["input"].items():
        if isinstance(said, str):
            new = {"full": "flat", "flat": "full"}.get(
                said, "1/3" if key in ("commission", "tax") else f"{said}9"
            )
            assert verdict(signed(put(data, ("input", key), new))) is not None, key


def _at(data, path):
    for key in path:
        data = data[key]
    return data
