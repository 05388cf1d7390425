"""Files for other programs: small games by hand, and the command."""

import os
from fractions import Fraction

import pytest

from efg_reader import Efg
from exact import ExactError, Shoe, cli
from exact.equilibrium import Bilinear, zero_sum
from exact.games.chemin_de_fer.interchange import efg_file, vipr_file
from exact.interchange import Chance, Choice, End, efg, vipr
from vipr_checker import Certificate

HALF, ONE = Fraction(1, 2), Fraction(1)
WIN, LOSE = End("win", (ONE, -ONE)), End("lose", (-ONE, ONE))

#: A coin with heads in one case of three is seen by the first player, who may bet that it is tails.
COIN = Chance(
    (
        ('"heads"', 1, Choice(0, "heads", (("pass", End("even", (0 * ONE, 0 * ONE))), ("bet", LOSE)))),
        ("tails", 2, Choice(0, "tails", (("pass", End("even", (0 * ONE, 0 * ONE))), ("bet", WIN)))),
    )
)


def test_a_tree_by_hand():
    assert efg("A coin", "by hand", ("one", "two"), COIN) == (
        'EFG 2 R "A coin" { "one" "two" }\n'
        '"by hand"\n'
        "\n"
        'c "" 1 "" { "\\"heads\\"" 1/3 "tails" 2/3 } 0\n'
        'p "" 1 1 "heads" { "pass" "bet" } 0\n'
        't "" 1 "even" { 0, 0 }\n'
        't "" 2 "lose" { -1, 1 }\n'
        'p "" 1 2 "tails" { "pass" "bet" } 0\n'
        't "" 1 "even" { 0, 0 }\n'
        't "" 3 "win" { 1, -1 }\n'
    )
    game = Efg(efg("A coin", "by hand", ("one", "two"), COIN))
    assert game.best_reply(1, {}) == Fraction(2, 3)


@pytest.mark.parametrize(
    ("weights", "digits", "rounded"),
    [
        # Rounded down to 0.3 each; the first gets what is missing.
        ((1, 1, 1), 1, ["0.4", "0.3", "0.3"]),
        # 1/7 = 0.142857..., 2/7 = 0.285714..., 4/7 = 0.571428...: the first is cut most.
        ((1, 2, 4), 4, ["0.1429", "0.2857", "0.5714"]),
    ],
)
def test_decimals_by_hand(weights, digits, rounded):
    tree = Chance(tuple((str(i), weight, WIN) for i, weight in enumerate(weights)))
    line = efg("t", "c", ("one", "two"), tree, digits).splitlines()[3]
    assert line.split()[6:-2:2] == rounded


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (Chance((("a", 0, WIN), ("b", 1, WIN))), r"^weights: got \[0, 1\]; positive ones"),
        (
            Chance((("a", 1, WIN), ("b", 1, End("win", (ONE, ONE))))),
            "^payoffs: .*'win' must have one a player",
        ),
        (End("alone", (ONE,)), "^payoffs: .*'alone' must have one a player"),
        (
            Chance(
                (
                    ("a", 1, Choice(0, "I", (("x", WIN), ("y", LOSE)))),
                    ("b", 1, Choice(0, "I", (("y", WIN), ("x", LOSE)))),
                )
            ),
            "^options: .*the infoset I has x, y elsewhere",
        ),
    ],
)
def test_a_tree_that_is_no_game_is_refused(tree, message):
    with pytest.raises(ExactError, match=message):
        efg("t", "c", ("one", "two"), tree)


def matching_pennies():
    """x and y show heads; who shows the same loses: (1 - 2x)(1 - 2y) to the maximiser, of value 0 at 1/2."""
    return Bilinear(1, (-2,), (-2,), ((4,),), 1)


def test_a_certificate_by_hand():
    text = vipr(["Matching pennies"], matching_pennies(), (["x"], ["y"]), (HALF,), (HALF,))
    # Against x the maximiser gets 1 - 2x + t with t >= 0 and t >= 4x - 2. Half of each bound of t gives
    # t >= 2x - 1, so the objective is 0 at least.
    assert text.splitlines() == [
        "% Matching pennies",
        "VER 1.0",
        "VAR 3",
        "draw(x)",
        "reply(y)",
        "one",
        "INT 0",
        "OBJ min",
        "3 0 -2 1 1 2 1",
        "CON 5 3",
        "least(x) G 0 1 0 1",
        "most(x) L 1 1 0 1",
        "nothing(y) G 0 1 1 1",
        "one E 1 1 2 1",
        "slope(y) G 0 3 0 -4 1 1 2 2",
        "RTP range 0 0",
        "SOL 1",
        "optimum 2 0 1/2 2 1",
        "DER 1",
        "optimal G 0 OBJ { lin 2 2 1/2 4 1/2 } -1",
    ]
    assert Certificate(text).upper == 0


def test_a_certificate_with_bounds_that_bind():
    # 3 + x - 2y + 2xy over 5: the minimiser stays at x = 0, then y = 0 is best: 3/5.
    game = Bilinear(3, (1,), (-2,), ((2,),), 5)
    found = zero_sum(game)
    assert (found.x, found.y) == ((0,), (0,))
    proof = Certificate(vipr([], game, (["x"], ["y"]), found.x, found.y))
    assert proof.lower == proof.upper == Fraction(3, 5)


def test_strategies_that_are_not_optimal_certify_nothing():
    with pytest.raises(ExactError, match="^vipr: the strategies are not optimal"):
        vipr([], matching_pennies(), (["x"], ["y"]), (ONE,), (HALF,))


@pytest.mark.parametrize(
    "tampered",
    [
        ("lin 2 2 1/2 4 1/2", "lin 2 2 1/3 4 1/2"),
        ("lin 2 2 1/2 4 1/2", "lin 2 2 -1/2 4 1/2"),
        ("optimal G 0", "optimal G 1"),
        ("RTP range 0 0", "RTP range 1 1"),
        ("RTP range 0 0", "RTP range -1 -1"),
        ("optimum 2 0 1/2 2 1", "optimum 2 0 1 2 1"),
        ("optimum 2 0 1/2 2 1", "optimum 1 0 1/2"),
        ("slope(y) G 0", "slope(y) L 0"),
        ("CON 5 3", "CON 5 5"),
        ("VER 1.0", "VER 1.1"),
        ("DER 1", "DER 0"),
        ("INT 0", "INT 1"),
        ("-1\n", "-1 7\n"),
    ],
)
def test_the_checker_of_these_tests_refuses_what_is_wrong(tampered):
    text = vipr([], matching_pennies(), (["x"], ["y"]), (HALF,), (HALF,))
    Certificate(text)
    assert tampered[0] in text
    with pytest.raises((AssertionError, IndexError)):
        Certificate(text.replace(*tampered))


# ------------------------------------------------------------------------ the command


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        cli.main(["export", "chemin-de-fer", *arguments])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


SHOE = "6,0,0,0,0,0,0,0,2,4"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--as", "efg", "--shoe", SHOE], efg_file(Shoe.parse(SHOE))),
        (
            [
                "--as",
                "efg",
                "--shoe",
                SHOE,
                "--information",
                "both",
                "--rules",
                "tableau",
                "--commission",
                "5%",
            ],
            efg_file(Shoe.parse(SHOE), "both", "tableau", "1/20"),
        ),
        (["--as", "efg", "--shoe", SHOE, "--decimals", "9"], efg_file(Shoe.parse(SHOE), decimals=9)),
        (["--as", "vipr"], vipr_file(Shoe.packs(6))),
        (
            ["--as", "vipr", "--replacement", "--information", "banker", "--rules", "unrestricted"],
            vipr_file(Shoe.packs(1, replacement=True), "banker", "unrestricted"),
        ),
    ],
)
def test_the_command_writes_what_the_functions_give(capsys, arguments, expected, tmp_path):
    assert run(capsys, *arguments) == (0, expected, "")
    assert run(capsys, *arguments, "--out", str(tmp_path / "file")) == (0, "", "")
    assert (tmp_path / "file").read_text("utf-8") == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--as", "vipr", "--commission", "5%"], "commission: got '5%'; with a tax the game is not zero-sum"),
        (["--as", "vipr", "--decimals", "9"], "decimals: they go with --as efg only"),
        (["--as", "efg", "--decimals", "few"], "decimals: got 'few'"),
        (["--as", "efg", "--commission", "2"], "commission: got "),
        (["--as", "efg", "--shoe", "1,0,0,0,0,0,0,0,0,4"], "shoe: it has 5 cards"),
        (["--as", "efg", "--information", "all"], "information: got 'all'"),
        (["--as", "vipr", "--rules", "modern"], "rules: got 'modern'"),
        (["--as", "nfg"], "Invalid value for '--as'"),
        ([], "Missing option '--as'"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_written(capsys, arguments, message, tmp_path):
    status, out, err = run(capsys, *arguments, "--out", str(tmp_path / "file"))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"exact: {message}")
    assert os.listdir(tmp_path) == []


def test_help_with_an_example(capsys):
    status, out, _ = run(capsys, "--help")
    assert status == 0
    assert "Example: exact export chemin-de-fer --as vipr" in out
