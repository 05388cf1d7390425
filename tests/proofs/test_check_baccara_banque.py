"""The checker confirms records of baccara banque, and refuses them when a number or a play is changed."""

import copy
from fractions import Fraction

import pytest

import check
import check_baccara_banque_coups as counted
from check_form import Shoe as CheckedShoe
from check_form import canonical
from exact import Shoe
from exact.games import baccara_banque
from exact.games.baccara_banque.kernel import coups
from tampering import at, put, signed, verdict, with_number

#: Few cards of few values: coups are counted at once, and there is a choice on five.
SMALL = Shoe([0, 4, 4, 0, 0, 0, 0, 0, 1, 3])
OTHER = Shoe([0, 3, 0, 0, 2, 2, 0, 2, 0, 3])
RECORDS = {
    "nash": baccara_banque.solve(SMALL).record(),
    "stakes": baccara_banque.solve(OTHER, stakes=(1, 3), commission="2%", naturels="apart").record(),
    "idle": baccara_banque.solve(OTHER, stakes=(0, 1), idle="1/3").record(),
    "correlated": baccara_banque.solve(OTHER, "correlated", (2, 1)).record(),
    "conflict": baccara_banque.conflict(SMALL, (1, 2)).record(),
    "values": baccara_banque.values(OTHER).record(),
    "no choice": baccara_banque.solve(Shoe([0, 0, 0, 0, 0, 0, 6, 0, 0, 6])).record(),
}
DATA = {name: record.data() for name, record in RECORDS.items()}


@pytest.mark.parametrize("name", DATA)
def test_a_record_holds(name):
    assert verdict(DATA[name]) is None


def test_irrational_plays_and_the_csv_beside_the_record(tmp_path, capsys):
    shoe = Shoe.packs(2).without("3 4 4 4 5 5 A A")
    record = baccara_banque.solve(shoe).record()
    record.write(tmp_path / f"{record.id}.json")
    assert (tmp_path / f"{record.id}.banker.csv").exists()
    assert check.run([tmp_path]) == 0
    assert "1 hold, 0 refused" in capsys.readouterr().out
    # The same root of the polynomial, but the other number of the pair, is refused.
    changed = copy.deepcopy(record.data())
    root = changed["values"]["value"]["root_of"]
    changed["values"]["value"]["root_of"] = [str(int(root[0]) + 1), *root[1:]]
    file = tmp_path / f"{record.id}.json"
    file.write_text(canonical(signed(changed)) + "\n")
    assert check.run([tmp_path]) == 1


@pytest.mark.parametrize("name", DATA)
def test_every_changed_value_is_refused(name):
    data = DATA[name]
    assert data["values"]
    for value in data["values"]:
        right = Fraction(at(data, ("values", value, "exact")))
        why = verdict(with_number(data, value, right + Fraction(1, 10**9)))
        assert why is not None and (value in why or "values" in why or "joint" in why or "reduced" in why), (
            value
        )


@pytest.mark.parametrize("name", DATA)
def test_every_changed_table_is_refused(name):
    data = DATA[name]
    for table, content in data["tables"].items():
        for row, cells in list(enumerate(content["rows"]))[:: max(1, len(content["rows"]) // 3)]:
            column = len(cells) - 1 - row % (len(cells) - 1)
            cell = cells[column]
            new = {"D": "S", "S": "D", "M": "S", "": "D"}.get(cell, "1/7" if "/" in cell else f"{cell} 0")
            changed = signed(put(data, ("tables", table, "rows", row, column), new))
            assert verdict(changed) is not None, (table, row)


@pytest.mark.parametrize("name", ["nash", "stakes", "correlated"])
def test_a_changed_play_is_refused(name):
    data = DATA[name]
    banker = data["strategies"]["banker"]
    refused = 0
    for place in range(0, len(banker), 31):
        p = Fraction(banker[place]["probability"])
        path = ("strategies", "banker", place, "probability")
        refused += verdict(signed(put(data, path, str(1 - p if p in (0, 1) else p / 2)))) is not None
    # The grids say what the banker does, so even a change that costs nobody anything is seen.
    assert refused == len(range(0, len(banker), 31))
    for side in ("first", "second"):
        for place, play in enumerate(data["strategies"][side]):
            p = Fraction(play["probability"])
            path = ("strategies", side, place, "probability")
            assert verdict(signed(put(data, path, str(1 - p if p in (0, 1) else p / 2)))) is not None


@pytest.mark.parametrize("name", DATA)
def test_a_changed_certificate_is_refused(name):
    data = DATA[name]

    def numbers(part, path=()):
        if isinstance(part, dict):
            for key, below in part.items():
                yield from numbers(below, (*path, key))
        elif part not in ("nash", "correlated"):
            yield path

    paths = list(numbers(data["certificate"], ("certificate",)))
    assert paths
    paths = paths[:: max(1, len(paths) // 6)]
    for path in paths:
        p = Fraction(at(data, path))
        changed = signed(put(data, path, str(p / 2 if 0 < p < 1 else 1 - p if p in (0, 1) else p + 1)))
        assert verdict(changed) is not None, path


def test_options_out_of_place_are_refused():
    data = DATA["nash"]
    for key, new, words in [
        ("concept", "independent", "concept"),
        ("stakes", ["2", "2"], "stakes"),
        ("stakes", ["1", "2"], ""),
        ("commission", "1/50", ""),
        ("naturels", "apart", ""),
        ("idle", "1/2", "idle"),
        ("shoe", ["0"] * 9 + ["8"], "nine|9 cards"),
    ]:
        why = verdict(signed(put(data, ("input", key), new)))
        assert why is not None and any(word in why for word in words.split("|")), key


@pytest.mark.parametrize("shoe", [SMALL, OTHER, Shoe.packs(1)])
def test_both_programs_count_the_same_coups(shoe):
    """The checker's counts are the kernel's, which the property tests compare with the literal rules."""
    ours, theirs = coups(shoe), counted.coups(CheckedShoe(shoe.counts, shoe.replacement))
    assert ours.denominator == theirs.everything
    assert [int(x) for x in ours.settled.reshape(-1)] == [theirs.settled[r] for r in counted.RESULTS]

    def place(did):
        sign, free = did
        if sign in ("huit", "neuf"):
            return 22 + (sign == "neuf")
        if sign == "stood":
            return 21 if free is None else 20
        return int(sign) + (0 if free is None else 10)

    seen = 0
    for (own, one, other), actions in theirs.chosen.items():
        for action, deals in enumerate(actions):
            mine = [int(x) for x in ours.chosen[action, own, place(one), place(other)].reshape(-1)]
            assert mine == deals
            seen += sum(deals)
    assert seen == int(ours.chosen.sum())
