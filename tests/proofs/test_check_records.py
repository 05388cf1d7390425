"""The checker accepts every kind of record, and refuses it when anything in it is changed."""

from __future__ import annotations

import ast
import copy
import hashlib
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import check
import check_form as form
from exact import Shoe
from exact.equilibrium import certify
from exact.games import chemin_de_fer, punto_banco, rouge_et_noir, trente_et_quarante
from exact.games.chemin_de_fer import record as chemin_de_fer_record
from exact.games.chemin_de_fer.game import RuledGame, game
from exact.games.chemin_de_fer.strategy import cell_text, holding_text
from exact.games.punto_banco import record as punto_banco_record
from exact.games.rouge_et_noir import record as rouge_et_noir_record
from tampering import at, leaves, other, put, signed, verdict, with_number
from test_records import ANSWERS, LONG, RULES_BY_HAND, SHOE

PROOFS = Path(check.__file__).parent
EVEN = Shoe([4, 0, 0, 0, 2, 0, 0, 0, 2, 6])
#: A shoe of chemin de fer in which one action is not always the better one, and missing cards turn it.
TURNING = Shoe([0, 2, 0, 3, 0, 2, 0, 0, 0, 4])
#: Six cards, all different: with a tax there are several equilibria.
SIX_CARDS = Shoe([1, 1, 1, 1, 1, 1, 0, 0, 0, 0])


def decided(*infoset):
    """A decision of chemin de fer, with the missing cards that turn it."""
    effects = chemin_de_fer.removal(TURNING, *infoset)
    assert any(effect.turns for effect in effects)
    return chemin_de_fer_record.decision_record(
        TURNING, "totals", chemin_de_fer.decide(TURNING, *infoset), effects
    )


#: The records of the games that the checker knows.
KINDS = [record for record in ANSWERS if record.game in check.GAMES]
RECORDS = [
    punto_banco.successive(Shoe([2, 0, 0, 0, 0, 0, 0, 1, 2, 8])).record(),
    *KINDS,
    # Shoes too large to be dealt out literally, and every rule of trente et quarante.
    rouge_et_noir.analyse(Shoe.packs(1)).record(),
    rouge_et_noir_record.removal_record(Shoe.packs(1)),
    rouge_et_noir_record.totals_record(Shoe.packs(1), coup=2),
    trente_et_quarante.analyse(Shoe.packs(1), red=Shoe([2] * 9 + [7])).record(),
    trente_et_quarante.analyse(EVEN, refait="prison").record(),
    trente_et_quarante.analyse(EVEN, red=Shoe([1, 0, 0, 0, 2, 0, 0, 0, 0, 3]), refait="half").record(),
    trente_et_quarante.analyse(EVEN, insurance="1/50", insurance_rule="won_coups").record(),
    trente_et_quarante.analyse(EVEN, insurance="1/50").record(),
    trente_et_quarante.analyse(
        Shoe.packs(2, replacement=True), red=Shoe([8] * 9 + [3]), refait="prisons"
    ).record(),
    trente_et_quarante.analyse(
        Shoe([0] * 9 + [3], replacement=True), red=Shoe([0] * 9 + [1]), refait="prison"
    ).record(),
    punto_banco.successive(Shoe.packs(1, replacement=True), 3).record(),
    punto_banco.successive(Shoe([2, 0, 1, 0, 0, 1, 0, 1, 2, 4]), 1).record(),
    punto_banco_record.removal_record(Shoe.packs(1), "1/100", "9"),
    # Chemin de fer in all models, with a tax, and by rules made by hand.
    chemin_de_fer.solve(SHOE, "both", commission="5%").record(),
    chemin_de_fer.solve(TURNING, "banker", "unrestricted").record(),
    chemin_de_fer.solve(SIX_CARDS, "both", "unrestricted", "5%").record(),
    chemin_de_fer.solve(SHOE, "totals", "tableau", "1/3").record(),
    chemin_de_fer.audit(SHOE).record(),
    chemin_de_fer.audit(TURNING, "banker").record(),
    chemin_de_fer.values(SHOE, "both").record(),
    chemin_de_fer.values(TURNING, "totals", "1/7").record(),
    decided("banker", 4, 0),
    decided("ponte", 4),
    # With replacement hands of one total differ in nothing.
    chemin_de_fer.solve(Shoe.packs(1, replacement=True), "both", commission="5%").record(),
    chemin_de_fer.audit(Shoe([1] * 9 + [3], replacement=True), "banker").record(),
]
WHOLE = [record.data() for record in RECORDS]
#: Without the large tables of chemin de fer from whole packs.
DATA = [
    d
    for d in WHOLE
    if d["game"] != "chemin_de_fer" or "shoe-" in d["id"] or d["question"] in ("values", "decide")
]


def kind(data):
    """What makes the checker go another way."""
    given = data["input"]
    by_hand, taxed = not isinstance(given.get("rules", ""), str), given.get("commission", "0") != "0"
    return (data["game"], data["question"], *([by_hand, taxed] if data["question"] == "solve" else []))


#: One record of each kind, from small shoes, which are enumerated at once.
SMALL = list(
    {
        kind(d): d
        for d in reversed(DATA)
        if "shoe-6-" in d["id"] or "coups" in d["input"] or d["question"] == "decide"
    }.values()
)
SOLVED = [d for d in DATA if d["question"] == "solve"]


@pytest.fixture(autouse=True)
def _rederived_once(monkeypatch):
    """What the rules give for one input and its strategies is derived once; what is written is compared."""
    questions = {name: _once(rederive) for name, rederive in check.GAMES["chemin_de_fer"].items()}
    monkeypatch.setitem(check.GAMES, "chemin_de_fer", questions)


def _once(rederive):
    def rederived(data):
        told = {key: data[key] for key in ("question", "input", "strategies", "certificate")}
        told["others"] = data["tables"].get("other_strategies", {})
        key = form.canonical(told)
        if key not in REDERIVED:
            REDERIVED[key] = rederive(data)
        return REDERIVED[key]

    return rederived


REDERIVED: dict[str, form.Derived] = {}


def ids(data: dict) -> str:
    return data["id"]


@pytest.mark.parametrize("data", WHOLE, ids=ids)
def test_every_kind_holds(data):
    assert verdict(data) is None


def test_a_folder_is_checked_from_the_shell_without_any_package(tmp_path):
    for record in KINDS:
        record.write(tmp_path / f"{record.id}.json")
    (tmp_path / "datapackage.json").write_text("{}")
    script = [sys.executable, "-I", "-S", str(PROOFS / "check.py")]
    result = subprocess.run([*script, str(tmp_path)], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert len(lines) == len(KINDS) + 1
    assert all(line.startswith("holds   ") and line.endswith(" s") for line in lines[:-1])
    assert lines[-1].startswith(f"{len(KINDS)} records: {len(KINDS)} hold, 0 refused; ")
    for record in KINDS:
        assert sum(f" {record.id}: " in line for line in lines) == 1


def test_quick_takes_one_record_of_each_kind(tmp_path, capsys):
    for record in KINDS:
        record.write(tmp_path / f"{record.id}.json")
    assert check.main(["--quick", str(tmp_path)]) == 0
    kinds = {check.kind(record.data()) for record in KINDS}
    assert {kind[:2] for kind in kinds} == {(record.game, record.question) for record in KINDS}
    assert capsys.readouterr().out.splitlines()[-1].startswith(f"{len(kinds)} records: ")


def test_parts_of_a_set_are_checked_in_turn(tmp_path, capsys):
    records = [record for record in KINDS if record.game == "punto_banco"]
    for record in records:
        record.write(tmp_path / f"{record.id}.json")
    seen = []
    for part in ("1/3", "2/3", "3/3"):
        assert check.main(["--part", part, str(tmp_path)]) == 0
        *lines, last = capsys.readouterr().out.splitlines()
        assert last.startswith(f"{len(lines)} record")
        seen += [line.split()[1].rstrip(":") for line in lines]
    assert sorted(seen) == sorted(record.id for record in records)
    for part in ("0/3", "4/3", "1", "a/b", "1/", "-1/3"):
        with pytest.raises(SystemExit) as stopped:
            check.main([f"--part={part}", str(tmp_path)])
        assert stopped.value.code == 2
        assert f"{part!r} is no part; I/N is expected" in capsys.readouterr().err


def test_the_modules_import_only_the_standard_library():
    files = [PROOFS / "check.py", *sorted((PROOFS / "check").glob("*.py"))]
    own = {file.stem for file in files}
    assert len(files) >= 5
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0
                names = [node.module or ""]
            for name in names:
                assert name in own or name.split(".")[0] in sys.stdlib_module_names, f"{file.name}: {name}"


def test_there_is_no_float_in_the_modules():
    for file in [PROOFS / "check.py", *(PROOFS / "check").glob("*.py")]:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
            assert not (isinstance(node, ast.Name) and node.id == "float")


# ---------------------------------------------------------------------------- tampering


@pytest.mark.parametrize("data", SMALL, ids=ids)
def test_any_leaf_that_is_changed_leaves_a_digest_that_does_not_fit(data):
    for path in leaves(data):
        changed = put(data, path, other(at(data, path)))
        assert verdict(changed) is not None, path
        if path[0] not in ("schema", "digest"):
            assert verdict(changed).startswith("digest: it does not fit"), path


@pytest.mark.parametrize("data", DATA, ids=ids)
def test_every_value_is_re_derived(data):
    for name, value in data["values"].items():
        number = Fraction(value["exact"])
        for wrong in (number + 1, -number if number else Fraction(1, 3), number + Fraction(1, 10**40)):
            assert verdict(with_number(data, name, wrong)).startswith(f"value {name}: ")
        other_decimal = signed(put(data, ("values", name, "decimal"), value["decimal"] + "1"))
        assert verdict(other_decimal).startswith(f"value {name}: the decimal is ")
        other_unit = signed(put(data, ("values", name, "unit"), "per mille"))
        assert verdict(other_unit).startswith(f"value {name}: its unit is ")
        for status in ("sure", "proved"):
            assert verdict(signed(put(data, ("values", name, "status"), status))).startswith(
                f"value {name}: "
            )
        left_out = copy.deepcopy(data)
        del left_out["values"][name]
        assert verdict(signed(left_out)) == f"values: {name} is missing"
    added = put(data, ("values", "luck"), {**next(iter(DATA[1]["values"].values()))})
    assert verdict(signed(added)) == "values: luck is not expected"


@pytest.mark.parametrize("data", DATA, ids=ids)
def test_every_cell_of_every_table_is_re_derived(data):
    for name, table in data["tables"].items():
        units = [column["unit"] for column in table["columns"]]
        every = max(1, len(table["rows"]) // 12)  # a part of the rows of long tables
        for number, row in enumerate(table["rows"]):
            if number % every and data not in SMALL:
                continue
            for place, cell in enumerate(row):
                wrong = f"{cell}1" if units[place] == "label" else str(Fraction(cell) + Fraction(1, 7))
                path = ("tables", name, "rows", number, place)
                reason = verdict(signed(put(data, path, wrong)))
                # Another equilibrium changed may be one still, see below.
                may_hold = name == "other_strategies" and units[place] != "label"
                assert (reason is None and may_hold) or reason.startswith(f"table {name}"), path


#: Tables that hold one law.
LAWS = ("totals", "cards", "results", "rouge", "noir", "row", "punto_third", "banco_third")


@pytest.mark.parametrize("data", SMALL, ids=ids)
def test_tables_that_are_changed_as_a_whole_are_refused(data):
    for name, table in data["tables"].items():
        rows = table["rows"]
        path = ("tables", name, "rows")
        unequal = [i for i, row in enumerate(rows) if row[-1] != rows[-1][-1]]
        if unequal:  # the sum of the law stays one
            swapped = copy.deepcopy(rows)
            swapped[unequal[0]][-1], swapped[-1][-1] = rows[-1][-1], rows[unequal[0]][-1]
            assert verdict(signed(put(data, path, swapped))).startswith(f"table {name}")
        for i, row in enumerate(rows):
            less = verdict(signed(put(data, path, rows[:i] + rows[i + 1 :])))
            # A row of a law whose probability is zero may be left out.
            law = name in LAWS and row[-1] == "0"
            assert (less is None) if law else less.startswith(("table", "strategies")), (name, row)
        if len(rows) > 1:
            assert verdict(signed(put(data, path, [rows[1], rows[0], *rows[2:]]))).startswith(f"table {name}")
        assert verdict(signed(put(data, path, [*rows, rows[-1]]))).startswith(f"table {name}")
        for key in ("name", "unit"):
            for place in range(len(table["columns"])):
                wrong = put(data, ("tables", name, "columns", place, key), "stakes")
                assert verdict(signed(wrong)).startswith(f"table {name}")
        left_out = copy.deepcopy(data)
        del left_out["tables"][name]
        assert verdict(signed(left_out)) == f"tables: {name} is missing"


@pytest.mark.parametrize("data", SMALL, ids=ids)
def test_every_input_is_bound_to_the_id_and_to_the_numbers(data):
    for path in leaves(data["input"]):
        leaf = data["input"]
        for key in path:
            leaf = leaf[key]
        wrongs = [not leaf] if isinstance(leaf, bool) else [f"{leaf}1", "0", "1/20", "x", "prison", "half"]
        for wrong in wrongs:
            if wrong != leaf:
                assert verdict(signed(put(data, ("input", *path), wrong))) is not None, (path, wrong)
    without_shoe = {**data, "input": {}}
    assert verdict(signed(without_shoe)).startswith("input")


@pytest.mark.parametrize("data", [d for d in SMALL if "shoe" in d["input"]], ids=ids)
def test_a_shoe_that_is_swapped_is_refused_though_the_id_is_its_own(data):
    shoe = ["7", *data["input"]["shoe"][1:]]
    old = form.Shoe(form.read_counts(data["input"]["shoe"], ""), False).label
    new = form.Shoe(form.read_counts(shoe, ""), False).label
    swapped = json.loads(json.dumps({**data, "input": {**data["input"], "shoe": shoe}}).replace(old, new))
    assert swapped["id"] != data["id"]
    reason = verdict(signed(swapped))
    told = ("strategies", "certificate") if swapped["game"] == "chemin_de_fer" else ()
    assert reason.startswith(("value", "table", *told)) or (
        "half" in reason and swapped["game"] == "trente_et_quarante"
    )


# ------------------------------------------------------------------- strategies


def still_optimal(data, side, infoset, p):
    """Whether a changed strategy is an equilibrium all the same: by the package, not by the checker."""
    given = data["input"]
    shoe = Shoe(list(map(int, given["shoe"])), replacement=given["replacement"])
    rules = RULES_BY_HAND if isinstance(given["rules"], dict) else given["rules"]
    e = chemin_de_fer.solve(shoe, given["information"], rules, given["commission"])
    place = {text_of(cell): cell for cell in (*e.ponte, *e.banker)}[infoset]
    if (e.rules.at_ponte(place) if side == "ponte" else e.rules.at_banker(*place)) != "free":
        return False
    plays = {"ponte": dict(e.ponte), "banker": dict(e.banker)}
    plays[side][place] = p
    ruled = RuledGame.of(game(shoe, e.information), e.rules)
    loss, gain = (ruled.restricted(f) for f in (ruled.game.loss, ruled.game.gain(e.commission)))
    return certify(loss, gain, *ruled.vectors(plays["ponte"], plays["banker"])).holds


def text_of(infoset):
    third = isinstance(infoset, tuple) and (isinstance(infoset[0], tuple) or infoset[1] is None)
    third = third or (isinstance(infoset, tuple) and infoset[0] > infoset[1])
    return cell_text(*infoset) if third else holding_text(infoset)


@pytest.mark.parametrize("data", SOLVED, ids=ids)
def test_a_changed_strategy_is_refused_unless_it_is_optimal_still(data):
    refused = 0
    for side, plays in data["strategies"].items():
        for number, play in enumerate(plays):
            old = Fraction(play["probability"])
            for p in {1 - old, old / 2, (1 + old) / 2} - {old}:
                path = ("strategies", side, number, "probability")
                reason = verdict(signed(put(data, path, str(p))))
                if still_optimal(data, side, play["infoset"], p):
                    # Then the laws are others, or nobody ever comes there.
                    assert reason is None or not reason.startswith("strategies")
                else:
                    assert reason.startswith(f"strategies, {side}, infoset {play['infoset']}: ") or (
                        reason.startswith("strategies, ") and "it is no equilibrium" in reason
                    )
                    refused += 1
    assert refused


@pytest.mark.parametrize("data", SOLVED, ids=ids)
def test_a_strategy_with_other_infosets_is_refused(data):
    for side, plays in data["strategies"].items():
        where = f"strategies, {side}"
        for number, play in enumerate(plays):
            less = put(data, ("strategies", side), [*plays[:number], *plays[number + 1 :]])
            assert verdict(signed(less)) == f"{where}: the infoset {play['infoset']} is missing"
            for key, leaf, why in (
                ("infoset", "8", f"{where}: the infoset {play['infoset']} is missing"),
                (
                    "action",
                    "stand",
                    f"{where}, infoset {play['infoset']}: the probability is that of drawing",
                ),
                ("probability", "5/4", f"{where}, infoset {play['infoset']}: a probability is 0 to 1"),
                ("probability", "-1", f"{where}, infoset {play['infoset']}: a probability is 0 to 1"),
            ):
                assert verdict(signed(put(data, ("strategies", side, number, key), leaf))) == why
        more = put(data, ("strategies", side), [*plays, {**plays[0], "infoset": "8"}])
        assert verdict(signed(more)) == f"{where}: the infoset 8 is none that can occur"
        twice = put(data, ("strategies", side), [*plays, plays[-1]])
        assert verdict(signed(twice)) == f"{where}: an infoset stands there twice"
        turned = put(data, ("strategies", side), [plays[-1], *plays[:-1]])
        if len(plays) > 1:
            assert verdict(signed(turned)) == f"{where}: the infosets are not in the classic order"
        one_side = put(data, ("strategies",), {side: plays})
        assert verdict(signed(one_side)) == "strategies: ponte and banker are expected"


@pytest.mark.parametrize("data", SOLVED, ids=ids)
def test_every_leaf_of_the_certificate_of_a_solved_game_is_confirmed(data):
    certificate = data["certificate"]
    for name, leaf in certificate.items():
        if name == "uniqueness":
            wrongs = ["proved", "there are others", "only one"]
            wrongs += [] if certificate["kind"].startswith("Nash") else ["not decided"]
        else:
            wrongs = ["Nash", "zero-sum"] if name == "kind" else [str(Fraction(leaf) + 1), "0", "x"]
        for wrong in set(wrongs) - {leaf}:
            reason = verdict(signed(put(data, ("certificate", name), wrong)))
            assert reason.startswith(f"certificate, {name}: "), wrong
        less = {key: part for key, part in certificate.items() if key != name}
        assert verdict(signed(put(data, ("certificate",), less))).startswith("certificate: ")


@pytest.mark.parametrize(
    "record",
    [
        chemin_de_fer.audit(Shoe.packs(1)).record(),
        chemin_de_fer.values(Shoe.packs(1)).record(),
        next(record for record in KINDS if record.question == "decide"),
    ],
    ids=lambda record: record.id,
)
def test_every_leaf_of_an_equilibrium_in_short_is_confirmed(record):
    """From one pack all these equilibria are the only ones (the package says so), so each change is refused."""
    data = record.data()
    numbers = list(leaves(data["certificate"]))
    assert len(numbers) >= 2
    for path in numbers:
        old = Fraction(at(data["certificate"], path))
        for p in {1 - old, old / 2, Fraction(1, 3), Fraction(4, 3), -old} - {old}:
            reason = verdict(signed(put(data, ("certificate", *path), str(p))))
            assert reason.startswith("certificate, "), (path, p)
        less = copy.deepcopy(data)
        del at(less, ("certificate", *path[:-1]))[path[-1]]
        assert verdict(signed(less)).startswith("certificate, ")
        more = copy.deepcopy(data)
        at(more, ("certificate", *path[:-1]))["9"] = "1/2"
        assert verdict(signed(more)).startswith("certificate, ")
    for name in data["certificate"]:
        less = {key: part for key, part in data["certificate"].items() if key != name}
        assert verdict(signed(put(data, ("certificate",), less))).startswith("certificate: ")
        nothing = {"ponte": {}, "banker": {}}
        assert verdict(signed(put(data, ("certificate", name), nothing))).startswith("certificate, ")
        for wrong in ([], {}, "x", {"ponte": [], "banker": {}}, {"ponte": {"5": ["1"]}, "banker": {}}):
            assert verdict(signed(put(data, ("certificate", name), wrong))).startswith("certificate, ")
    strategies = {"ponte": [{"infoset": "5", "action": "draw", "probability": "1"}]}
    assert verdict(signed({**data, "strategies": strategies})).startswith("strategies: none are expected")


def test_other_equilibria_are_confirmed_too():
    data = next(d for d in DATA if "other_strategies" in d["tables"])
    rows = data["tables"]["other_strategies"]["rows"]
    assert data["certificate"]["uniqueness"] == "there are others"
    for number, row in enumerate(rows):
        p = Fraction(row[3])
        reason = verdict(
            signed(put(data, ("tables", "other_strategies", "rows", number, 3), str((1 - p) / 2)))
        )
        assert reason is None or reason.startswith("table other_"), row
        less = put(data, ("tables", "other_strategies", "rows"), rows[:number] + rows[number + 1 :])
        assert verdict(signed(less)).endswith(f"the infoset {row[2]} is missing")
    same = [
        ["1", side, p["infoset"], p["probability"]] for side, ps in data["strategies"].items() for p in ps
    ]
    again = put(data, ("tables", "other_strategies", "rows"), same)
    assert verdict(signed(again)) == "table other_strategies, 1: it is shown twice"
    without = copy.deepcopy(data)
    del without["tables"]["other_strategies"], without["tables"]["other_equilibria"]
    # Then the checker cannot tell whether there are others, and does not mind.
    assert verdict(signed(without)) is None


def test_a_long_strategy_is_read_from_beside_the_record(tmp_path, monkeypatch):
    path = LONG.write(tmp_path / f"{LONG.id}.json")
    plays = {}

    def derive(data):
        plays.update(data["strategies"])
        raise form.RefusedError("seen")

    monkeypatch.setitem(check.GAMES["rouge_et_noir"], "analyse", derive)
    text, data = form.read(path)
    with pytest.raises(form.RefusedError, match="^seen$"):
        check.check_record(path.name, text, data, tmp_path)
    assert plays == LONG.strategies
    with pytest.raises(form.RefusedError, match="^strategies, ponte: .*ponte.csv lies beside the record"):
        check.check_record(path.name, text, data)
    ponte = tmp_path / f"{LONG.id}.ponte.csv"
    whole = ponte.read_text("utf-8")
    for changed, why in (
        (whole.replace("1/3", "2/3", 1), "has another SHA-256; it was changed"),
        (whole + "\n", "has another SHA-256; it was changed"),
    ):
        ponte.write_text(changed, "utf-8")
        with pytest.raises(form.RefusedError, match=why):
            check.check_record(path.name, text, data, tmp_path)
    for content, why in (
        ("infoset,action\n5,draw\n", "is no CSV file with three columns"),
        ("infoset,action,p\n" + "5,draw,1\n" * 1001, "has not the columns infoset, action, probability"),
        (
            "infoset,action,probability\n" + "5,draw,1\n" * 1000,
            "has 1000 plays, which is not what is expected",
        ),
        ("infoset,action,probability\n" + "5,draw,1\n" * 1001, "an infoset stands there twice"),
        (whole.replace("1/3", "4/3", 1), "infoset 0,0\\|9: a probability is 0 to 1"),
        (whole.replace("1/3", "2/6", 1), "infoset 0,0\\|9: 2/6 is not in lowest terms"),
    ):
        ponte.write_text(content, "utf-8")
        sha256 = hashlib.sha256(content.encode()).hexdigest()
        other_data = signed(put(data, ("strategies", "ponte", "sha256"), sha256))
        with pytest.raises(form.RefusedError, match=why):
            check.check_record(path.name, form.canonical(other_data) + "\n", other_data, tmp_path)
    ponte.unlink()
    with pytest.raises(form.RefusedError, match="^strategies, ponte: .* cannot be read: No such file"):
        check.check_record(path.name, text, data, tmp_path)
    for key, leaf in (("file", "../secret.csv"), ("rows", "1000"), ("more", "1")):
        wrong = signed(put(data, ("strategies", "ponte", key), leaf))
        with pytest.raises(form.RefusedError, match="^strategies, ponte: "):
            check.check_record(path.name, form.canonical(wrong) + "\n", wrong, tmp_path)


def test_ids_games_questions_and_citations_are_bound():
    data = DATA[1]
    for key, start in (
        ("id", "id: its input is that of"),
        ("game", "game: 'rouge_et_noir1' is not known"),
        ("question", "question: 'analyse1' is not one of rouge_et_noir"),
        ("cite_as", None),
        ("license", "license: "),
    ):
        changed = put(data, (key,), data[key] + "1")
        if key == "id":
            changed["cite_as"] = data["cite_as"].replace(data["id"], changed["id"])
        reason = verdict(signed(changed))
        assert reason is None if start is None else reason.startswith(start)
    assert verdict(signed({**data, "cite_as": "nobody"})).startswith("cite_as: ")
    assert verdict(signed({**data, "certificate": {"p": "1"}})).startswith("strategies, certificate: ")
    assert verdict(signed({**data, "id": "Rouge et noir"})).startswith("id: 'Rouge et noir' is not formed")


def test_a_refusal_names_the_record_and_the_value(tmp_path, capsys):
    data = with_number(DATA[1], "refait", Fraction(1, 10))
    path = tmp_path / f"{data['id']}.json"
    path.write_text(form.canonical(data) + "\n", "utf-8")
    assert check.main([str(path)]) == 1
    out = capsys.readouterr().out
    assert f"REFUSED {data['id']}: value refait: 1/10 is written; the rules give 23/231; " in out
    assert "1 record: 0 hold, 1 refused; " in out


# ------------------------------------------------------------------------------ the form


def test_only_the_canonical_form_is_accepted(tmp_path):
    data = DATA[1]
    text = RECORDS[1].text()
    name = f"{data['id']}.json"
    assert check.check_record(name, text, data)
    for other_text in (
        json.dumps(data),
        json.dumps(data, indent=2) + "\n",
        text.rstrip("\n"),
        text.replace("\n", "\r\n"),
        text.replace('"game": "rouge_et_noir"', '"game": "x",\n  "game": "rouge_et_noir"'),
    ):
        with pytest.raises(form.RefusedError, match="^text: it is not the canonical form"):
            check.check_record(name, other_text, json.loads(other_text))
    with pytest.raises(form.RefusedError, match="^id: the file must be named"):
        check.check_record("other.json", text, data)
    turned = dict(reversed(data.items()))
    with pytest.raises(form.RefusedError, match="^text: it is not the canonical form"):
        check.check_record(name, form.canonical(turned) + "\n", turned)


def test_keys_are_demanded():
    data = DATA[1]
    for key in data:
        lacking = {k: part for k, part in data.items() if k != key}
        with pytest.raises(form.RefusedError, match=f"{key} missing|schema: None is not known"):
            form.check_form("x.json", form.canonical(lacking) + "\n", lacking)
    with pytest.raises(form.RefusedError, match="keys: luck unknown"):
        form.check_form("x.json", "", {**data, "luck": ""})
    with pytest.raises(form.RefusedError, match="schema: 'exact-record/2' is not known"):
        form.check_form("x.json", "", {**data, "schema": "exact-record/2"})


def test_parts_of_the_wrong_form_are_refused():
    data = DATA[1]
    for key in data:
        for part in (7, None, [], {}, [7], {"a": 7}, ["a"], ""):
            if part != data[key] and not (key == "assumptions" and part in ([], ["a"])):
                reason = (
                    verdict({**data, key: part}) if key == "digest" else _signed_verdict({**data, key: part})
                )
                prose = key in ("verification", "rules", "literature", "supersedes") and part == []
                assert reason or prose, (key, part)


def _signed_verdict(data):
    try:
        return verdict(signed(data))
    except form.RefusedError as error:
        return str(error)


def test_bad_input_is_one_line_each(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "list.json").write_text("[1]")
    (tmp_path / "latin.json").write_bytes(b"\xff")
    (tmp_path / "small.json").write_text("{}")
    for given, status, line in (
        ("none.json", 2, "none.json: there is no such file or folder"),
        ("empty", 2, "empty: the folder holds no record (no file *.json)"),
        ("bad.json", 2, "bad.json: it is not JSON"),
        ("list.json", 2, "list.json: it is JSON, but not an object"),
        ("latin.json", 2, "latin.json: it is not UTF-8 text"),
    ):
        assert check.main([str(tmp_path / given)]) == status
        captured = capsys.readouterr()
        assert captured.err.endswith(f"{line}\n")
        assert captured.err.count("\n") == 1
        assert captured.out == ""
    assert check.main([str(tmp_path / "small.json")]) == 1
    assert "REFUSED None: schema: None is not known; " in capsys.readouterr().out
    # What can be read is checked all the same.
    path = RECORDS[1].write(tmp_path / f"{RECORDS[1].id}.json")
    assert check.main([str(tmp_path / "bad.json"), str(path)]) == 2
    assert "1 record: 1 hold, 0 refused" in capsys.readouterr().out


def test_without_a_canonical_set_a_line_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(check, "CANONICAL", tmp_path / "records")
    assert check.main([]) == 2
    assert capsys.readouterr().err.endswith("records: there is no such file or folder\n")


def test_what_cannot_be_interpreted_is_refused(tmp_path, monkeypatch, capsys):
    def fails(_data):
        raise KeyError("oh")

    monkeypatch.setitem(check.GAMES["rouge_et_noir"], "analyse", fails)
    path = RECORDS[1].write(tmp_path / f"{RECORDS[1].id}.json")
    assert check.main([str(path)]) == 1
    assert "its content cannot be checked (KeyError: 'oh')" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-2, 3), "-0.66666666666666666667"),
        (Fraction(10**30 + 1), "1" + "0" * 30),
        (Fraction(200000000000000000005, 10), "20000000000000000000"),
        (Fraction(200000000000000000015, 10), "20000000000000000002"),
        (Fraction(1, 10**40), "0." + "0" * 39 + "1"),
    ],
)
def test_decimals(number, text):
    assert form.decimal(number) == text
