"""Every rule of the document as a script whose statement was worked out by hand; what is against the rules."""

import json
import re

import pytest

from exact import ExactError, partie
from exact.partie import PartieError
from partie_scripts import ALL, BANQUE, CHEMIN, FOLDER, replayed, script


@pytest.mark.parametrize("path", ALL, ids=[path.stem for path in ALL])
def test_script(path):
    read = partie.read(path)
    assert read.expected
    assert all(entry["sentence"] for entry in read.expected), "each names the sentence of the document"
    partie.replay(read)


def test_there_are_enough_of_them():
    assert len(ALL) >= 60


@pytest.mark.parametrize("path", ALL, ids=[path.stem for path in ALL])
def test_every_expected_number_and_name_is_held_against_the_statement(path):
    # Each entry is spoilt in turn: the replay must notice.
    text = path.read_text("utf-8")
    head, _, expected = text.partition("expected = [")
    for found in re.finditer(r"(tax|bank|garage) = (\"[\d.]+\"|\d+)", expected):
        spoilt = expected[: found.start(2)] + '"1/3"' + expected[found.end(2) :]
        with pytest.raises(ExactError, match=rf"{found[1]} is .*, and 1/3 was expected"):
            partie.replay(partie.parse(f"{head}expected = [{spoilt}"))
    for found in re.finditer(r"(purses|admitted|gains) = \{ [^=]+ = (\{[^}]*\}|[^,} ]+)", expected):
        spoilt = expected[: found.start(2)] + '"1/3"' + expected[found.end(2) :]
        with pytest.raises(ExactError, match=rf"{found[1]} is "):
            partie.replay(partie.parse(f"{head}expected = [{spoilt}"))
    for found in re.finditer(r"refused = \{ \w+ = \"([\w-]+)\"", expected):
        spoilt = expected[: found.start(1)] + "tenth" + expected[found.end(1) :]
        with pytest.raises(ExactError, match="refused is "):
            partie.replay(partie.parse(f"{head}expected = [{spoilt}"))


OPENED = ("Anna opens 100",)
CLOSED = ": rien ne va plus"
#: Anna has won a coup against Bert's Banco and now decides; purses: Anna 400, Bert 400, Cora 500, Dora 50.
WON = (*OPENED, "Bert banco", CLOSED, "= banker")
OFFERED = (*WON, "Anna la main passe")
HELD = ("Cora bids 100", ": adjugé")
OUVERTE = ("Cora banque ouverte 100", ": adjugé")

AGAINST = [
    # ------------------------------------------------------------ chemin de fer
    (CHEMIN, ("Bert opens 100",), "first-banker"),
    (CHEMIN, ("Bert declines",), "first-banker"),
    (CHEMIN, ("Anna opens 99",), "minimum-banco"),
    (CHEMIN, ("Anna opens 501",), "own-money"),
    (CHEMIN, ("Anna declines", "Bert declines", "Cora declines", "Dora opens 100"), "own-money"),
    (CHEMIN, (*OPENED, "Bert stakes 9.99"), "tenth"),
    (CHEMIN, (*OPENED, "Dora stakes 51"), "own-money"),
    (CHEMIN, (*OPENED, "Anna stakes 50"), "own-bank"),
    (CHEMIN, (*OPENED, "Bert stakes 50", "Bert stakes 50"), "one-call"),
    (CHEMIN, (*OPENED, "Bert banco", "Bert banco avec"), "one-call"),
    (CHEMIN, (*OPENED, "Bert banco à deux with Cora", "Cora stakes 50"), "one-call"),
    (CHEMIN, (*OPENED, "Cora stakes 50", "Bert banco à deux with Cora"), "one-call"),
    (CHEMIN, (*OPENED, "Bert banco à deux with Anna"), "own-bank"),
    (CHEMIN, (*OPENED, "Bert banco à deux with Bert"), "banco-a-deux"),
    (CHEMIN, (*OPENED, "Dora banco"), "own-money"),
    (CHEMIN, ("Anna opens 102", "Dora banco avec"), "own-money"),
    (CHEMIN, ("Anna opens 102", "Bert banco à deux with Dora"), "own-money"),
    (CHEMIN, (*OPENED, "Dora banco et la table marche"), "own-money"),
    (CHEMIN, (*OPENED, "Bert suivi"), "suivi"),
    (CHEMIN, (*WON, "Anna keeps", "Cora suivi"), "suivi"),
    # The right of Suivi is that of the next coup: Cora plays it, and Bert's is gone.
    (CHEMIN, (*WON, "Anna keeps", "Cora banco", CLOSED, "= banker", "Anna keeps", "Bert suivi"), "suivi"),
    # Bert lost a stake, no Banco.
    (CHEMIN, (*OPENED, "Bert stakes 100", CLOSED, "= banker", "Anna keeps", "Bert suivi"), "suivi"),
    # He won: no Suivi either.
    (CHEMIN, (*OPENED, "Cora banco", CLOSED, "= ponte", "Bert opens 100", "Cora suivi"), "suivi"),
    (CHEMIN, (*OPENED, "Bert stakes 50", "Cora banco double"), "double"),
    (CHEMIN, (*OPENED, "Bert banco double", "Cora banco double"), "double"),
    (CHEMIN, (*OPENED, "Anna banco double"), "own-bank"),
    (CHEMIN, (*OPENED, "Dora banco double"), "own-money"),
    (CHEMIN, (*OPENED, "Bert banco double", "Bert stakes 50"), "own-bank"),
    (CHEMIN, (*OPENED, "Anna takes 10"), "gain-stays"),
    (
        CHEMIN,
        ("Anna opens 200", "Bert stakes 100", CLOSED, "= banker", "Anna keeps", "Anna takes 101"),
        "surplus",
    ),
    (CHEMIN, (*WON, "Anna takes 10"), "procedure"),
    (CHEMIN, (*OPENED, "Bert takes 10"), "procedure"),
    (CHEMIN, (*OPENED, "Bert stakes 80", "Cora stakes 80", CLOSED, "Anna raises 61"), "raise"),
    (CHEMIN, ("Anna opens 480", "Bert stakes 400", "Cora stakes 400", CLOSED, "Anna raises 21"), "own-money"),
    (CHEMIN, (*OPENED, "Bert stakes 80", "Cora stakes 80", CLOSED, "Bert raises 10"), "procedure"),
    (CHEMIN, (*OPENED, "Dora stakes 50", "Bert banco", CLOSED, "Anna raises 50"), "procedure"),
    (
        CHEMIN,
        (*OPENED, "Bert banco double", "Cora stakes 210", CLOSED, "Anna raises 10"),
        "double",
    ),
    (
        CHEMIN,
        (*OPENED, "Bert banco double", "Cora banco", CLOSED, "= banker", "Bert la main passe"),
        "double-no-say",
    ),
    (CHEMIN, (*OPENED, "Bert banco double", "Cora banco", CLOSED, "= banker", "Bert keeps"), "double-no-say"),
    (CHEMIN, (*OPENED, "Anna la main passe"), "procedure"),
    (CHEMIN, (*OPENED, "Bert banco", CLOSED, "= en cartes", "Anna la main passe"), "procedure"),
    (CHEMIN, (*WON, "Cora la main passe"), "procedure"),
    (CHEMIN, (*OFFERED, "Anna passez-moi les cartes"), "suite"),
    (CHEMIN, (*OFFERED, "Bert passez-moi les cartes", "Bert passez-moi les cartes"), "one-call"),
    (CHEMIN, (*OFFERED, "Dora passez-moi les cartes"), "own-money"),
    (CHEMIN, (*OFFERED, ": adjugé", "Anna bids 100"), "suite"),
    (CHEMIN, (*OFFERED, ": adjugé", "Bert bids 99"), "minimum-banco"),
    (CHEMIN, (*OFFERED, ": adjugé", "Bert bids 120", "Cora bids 120"), "suite-auction"),
    (CHEMIN, (*OFFERED, ": adjugé", "Bert bids 401"), "own-money"),
    (CHEMIN, (*OFFERED, ": adjugé", ": adjugé", "Cora opens 100"), "first-banker"),
    (CHEMIN, (*OFFERED, ": adjugé", ": adjugé", "Bert opens 99"), "minimum-banco"),
    (CHEMIN, (*OPENED, "Bert stakes 10", ": end"), "end"),
    (CHEMIN, (*OPENED, "Bert banco", CLOSED, ": end"), "procedure"),
    (CHEMIN, (*OPENED, "= banker"), "procedure"),
    (CHEMIN, (*OPENED, "Bert rien ne va plus"), "procedure"),
    (CHEMIN, (": opens 100",), "procedure"),
    (CHEMIN, ("Anna opens",), "procedure"),
    (CHEMIN, (*OPENED, "Bert banco 100"), "procedure"),
    (CHEMIN, (*OPENED, "Bert banco à deux"), "procedure"),
    (CHEMIN, (*OPENED, "Bert stakes 50 on left"), "procedure"),
    (CHEMIN, ("Anna opens 0",), "unit"),
    (CHEMIN, (*OPENED, CLOSED, "Bert opens 100"), "procedure"),
    # ----------------------------------------------------------- baccara banque
    (BANQUE, ("Anna bids 99",), "minimum-banco"),
    (BANQUE, ("Anna bids 200", "Bert bids 200"), "highest-bid"),
    (BANQUE, ("Anna banque ouverte 100", "Bert bids 400"), "ouverte"),
    (BANQUE, ("Anna banque ouverte 100", "Bert banque ouverte 400"), "ouverte"),
    (BANQUE, ("Anna bids 501",), "own-money"),
    (BANQUE.replace('tax_on = "gain"', ""), ("Anna bids 490",), "own-money"),
    (BANQUE, (": holds the bank 100",), "own-money"),
    (BANQUE.replace("play", "casino = 1000\nplay"), ("Anna bids 100", ": holds the bank 100"), "highest-bid"),
    (BANQUE.replace("play", "casino = 1000\nplay"), (": holds the bank 99",), "minimum-banco"),
    (BANQUE.replace("play", "casino = 1000\nplay"), (": holds the bank 1001",), "own-money"),
    (BANQUE, (*HELD, "Anna stakes 9 on right"), "tenth"),
    (BANQUE, (*HELD, "Anna stakes 501 on right"), "own-money"),
    (BANQUE, (*HELD, "Cora stakes 50 on right"), "own-bank"),
    (BANQUE, (*HELD, "Anna stakes 50 on right", "Anna stakes 50 on left"), "one-call"),
    (BANQUE, (*HELD, "Anna stakes 50 on middle"), "one-or-both"),
    (BANQUE, (*HELD, "Anna banco on middle"), "one-or-both"),
    (BANQUE, (*HELD, "Anna banco"), "procedure"),
    (BANQUE, (*HELD, "Dora banco on left"), "own-money"),
    (BANQUE, (*HELD, "Anna suivi on left"), "suivi"),
    (BANQUE, (*OUVERTE, "Anna banco on left"), "ouverte-no-banco"),
    (BANQUE, (*OUVERTE, "Anna suivi on left"), "ouverte-no-banco"),
    (
        BANQUE.replace("Anna = 500", "Anna = 5000"),
        (
            *HELD,
            *("Anna banco on right", CLOSED, "= banker, ponte"),
            *("Anna suivi on right", CLOSED, "= banker, ponte"),
            *("Anna suivi on à cheval", CLOSED, "= banker, banker"),
            "Anna suivi on right",
        ),
        "third-time",
    ),
    (
        BANQUE.replace("Anna = 500", "Anna = 5000"),
        (*HELD, *("Anna banco on right", CLOSED, "= banker, ponte") * 3, "Anna banco on right"),
        "third-time",
    ),
    (BANQUE, (*HELD, "Anna banco on à cheval", CLOSED, "= banker, ponte", "Anna suivi on left"), "suivi"),
    (BANQUE, (*HELD, "Anna stakes 150 on right", CLOSED, "Anna accepts"), "procedure"),
    (
        BANQUE,
        (
            "Cora bids 450",
            ": adjugé",
            "Anna stakes 301 on right",
            "Bert stakes 200 on right",
            CLOSED,
            "Cora accepts",
        ),
        "own-money",
    ),
    (
        BANQUE,
        (
            "Cora banque ouverte 450",
            *(": adjugé", "Anna stakes 301 on right", "Bert stakes 200 on right", CLOSED, "Cora tops up"),
        ),
        "own-money",
    ),
    (BANQUE, (*OUVERTE, "Anna stakes 150 on right", CLOSED, "Cora holds"), "procedure"),
    (BANQUE, (*HELD, "Anna stakes 50 on right", "Cora gives up"), "otherwise"),
    (
        BANQUE,
        ("Cora bids 300", ": adjugé", "Anna banco on right", CLOSED, "= ponte, ponte", "Cora refills"),
        "own-money",
    ),
    (BANQUE, ("Anna bids 100", ": end"), "end"),
]


@pytest.mark.parametrize(
    ("head", "words", "rule"),
    AGAINST,
    ids=lambda given: given if isinstance(given, str) and len(given) < 20 else "",
)
def test_what_is_against_the_rules_names_the_line_and_the_rule(head, words, rule):
    # All but the last entry is in order.
    replayed(head, *words[:-1])
    line = head.count("\n") + len(words)
    with pytest.raises(PartieError, match=rf"^script, line {line}: .*\[{rule} — ") as raised:
        replayed(head, *words)
    assert raised.value.rule is partie.RULES[rule]


def test_every_rule_that_the_document_states_is_shown_somewhere():
    shown = {rule for _, _, rule in AGAINST}
    for path in ALL:
        statement = partie.replay(partie.read(path))
        for account in statement.accounts:
            shown |= {rule for _, rule in (*account.remarks, *account.afterwards)}
            shown |= {one.rule for one in account.refused}
    # These are seen in the numbers: a tax that is taken, money that stays in the bank, a share on each tableau.
    in_numbers = {"tax", "gain-tax", "net-gain", "no-maximum", "table-marche", "counted"}
    assert set(partie.RULES) - shown <= in_numbers


def test_json_lines_are_the_same_script(tmp_path):
    path = FOLDER / "chemin-suite-falls.toml"
    import tomllib

    data = tomllib.loads(path.read_text("utf-8"))
    play = data.pop("play")
    target = tmp_path / "partie.jsonl"
    target.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in [data, *play]), "utf-8")
    assert partie.replay(partie.read(target)) == partie.replay(partie.read(path))


HEAD = 'game = "chemin de fer"\nminimum = 100\nseats = { Anna = 500, Bert = 500 }\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = ", "script: it is not TOML"),
        (HEAD, "script: play: a list"),
        (HEAD + "play = [ 3 ]", "script, line 4: entry: got 3"),
        (
            HEAD + 'play = [\n# nothing\n{ seat = "Emil", says = "opens" }]',
            "script, line 6: seat: got 'Emil'",
        ),
        (
            HEAD + 'play = [\n{ seat = "Anna", says = "opens", amount = 1.5 }]',
            "script, line 5: amount: got 1.5; a float",
        ),
        (
            HEAD + 'play = [\n{ seat = "Anna", say = "opens" }]',
            "script, line 5: key of what a seat says 'say'",
        ),
        (HEAD + 'play = [\n{ seat = "Anna", says = "all in" }]', "script, line 5: says: got 'all in'"),
        (HEAD + 'play = [\n{ seat = "Anna", says = "tops up" }]', "script, line 5: says: got 'tops up'"),
        (
            HEAD + 'play = [\n{ seat = "Anna", says = "opens", amount = 100 }, { coup = 3 },\n]',
            "script, line 5: coup: got 3",
        ),
        (
            HEAD + 'play = [\n{ croupier = "end", packs = 6 },\n]',
            "script, line 5: end: cards go with a new shoe",
        ),
        (HEAD + "play = []\nplayers = 3", "script: key 'players' is not known"),
        (HEAD.replace("100", "0") + "play = []", "script: minimum: got '0'"),
        (HEAD.replace("chemin de fer", "poker") + "play = []", "script: game: got 'poker'"),
        (HEAD.replace("Anna = 500", "Anna = -1") + "play = []", "script: Anna: got -1"),
        (HEAD.replace("Anna = 500, ", "") + "play = []", "script: seats: got \\('Bert',\\)"),
        (HEAD + 'house = { taxes = "5%" }\nplay = []', "script: house rule 'taxes' is not known"),
        (
            HEAD + 'house = { capital_tax = "6%" }\nplay = []',
            "script: capital_tax: got '3/50'; 2.5 to 5 % is expected",
        ),
        (HEAD + 'house = { rounding = "down" }\nplay = []', "script: rounding: got 'down'"),
        (HEAD + 'house = { rounding = "sometimes" }\nplay = []', "script: rounding: got 'sometimes'"),
        (HEAD + 'house = { rounding = "up", unit = 3 }\nplay = []', "script: minimum: got '100'"),
        (HEAD + "casino = 100\nplay = []", "script: casino: it does not go with chemin de fer"),
        (HEAD + 'shoe = { cards = "9 X" }\nplay = []', "script: cards: got 'X'"),
        (HEAD + "shoe = { packs = 0 }\nplay = []", "script: packs: got 0"),
        (HEAD + "play = []\nexpected = [{ coup = 1 }]", "script: expected, entry 1: there is no coup 1"),
        (HEAD + "play = []\nexpected = [{ money = 1 }]", "script: expected, entry 1: 'money' is not known"),
    ],
)
def test_what_is_no_script_is_said(text, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        partie.replay(partie.parse(text))


def test_what_is_no_file_is_said(tmp_path):
    with pytest.raises(ExactError, match="it cannot be read; No such file"):
        partie.read(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"\xff\xff")
    with pytest.raises(ExactError, match="it is not UTF-8 text"):
        partie.read(tmp_path / "latin.toml")
    for line, message in (
        ("[1]", "the first line must be an object"),
        ("{", "line 1: it is not JSON"),
        ('{"a": 1.5}', "line 1: 1.5 is a float"),
    ):
        with pytest.raises(ExactError, match=message):
            partie.parse(line, form="jsonl")
    with pytest.raises(ExactError, match="^form: got 'yaml'"):
        partie.parse("", form="yaml")


DEALT = HEAD + 'shoe = { cards = "2 4 3 3 10 9 9 9 9 9 9 9 9", behind = 0 }\nplay = [\n'


def test_the_choices_of_a_dealt_coup():
    # Ponte 2-3 = 5 may draw (10: stays 5) or stand; banker 4-3 = 7 stands.
    opened = script(DEALT, "Anna opens 100", "Bert banco", CLOSED)[:-2]
    for choice, cards in (('ponte = "draw"', 8), ('ponte = "stand"', 9), ('banker = "stand"', 8)):
        text = f'{opened}  {{ coup = "dealt", {choice} }},\n]\n'
        if "banker" in choice:
            # By the classical rules the banker may choose everywhere.
            assert partie.replay(partie.parse(text)).coups[0].settled.results == {"": "banker"}
            continue
        statement = partie.replay(partie.parse(text))
        assert len(statement.state.sabot.cards) == cards
        assert statement.coups[0].settled.results == {"": "banker"}
    for entry, message in (
        ('coup = "banker"', "the partie is dealt from its shoe"),
        ('coup = "dealt", ponte = "perhaps"', "choice: got 'perhaps'"),
    ):
        with pytest.raises(ExactError, match=f"line 9: .*{message}"):
            partie.replay(partie.parse(f"{opened}  {{ {entry} }},\n]\n"))


def test_a_coup_without_a_shoe_has_a_result():
    for entry in ("= dealt", "= banco"):
        with pytest.raises(ExactError, match="^script, line 8: coup: got "):
            replayed(CHEMIN, *OPENED, "Bert banco", CLOSED, entry)
    for entry in ("= banker", "= banker, banco"):
        with pytest.raises(ExactError, match="^script, line 11: coup: got "):
            replayed(BANQUE, *HELD, "Anna banco on right", CLOSED, entry)


def test_burnt_cards_and_another_least_stake():
    # The first two cards are burnt; then as before.
    text = script(
        DEALT.replace('"2 4 3', '"8 8 2 4 3').replace("behind", "burnt = 2, behind"),
        "Anna opens 100",
        "Bert banco",
        CLOSED,
    )
    text = text[:-2] + '  { coup = "dealt", ponte = "stand" },\n]\n'
    settled = partie.replay(partie.parse(text)).coups[0].settled
    assert settled.hands == "ponte 2-3 = 5, banker 3-4 = 7"
    with pytest.raises(ExactError, match="^script: burnt: got 14"):
        partie.parse(DEALT.replace("behind = 0", "behind = 0, burnt = 14") + "]")
    head = CHEMIN.replace("play", 'house = { least_part = "1/4" }\nplay')
    replayed(head, *OPENED, "Bert stakes 25")
    with pytest.raises(PartieError, match="a stake of 24, below 25"):
        replayed(head, *OPENED, "Bert stakes 24")
    with pytest.raises(ExactError, match="^script: least_part: got '0'"):
        partie.parse(head.replace("1/4", "0") + "]")


def raised(error):
    """Where an error was raised: file and line of the ``raise`` that made it."""
    frames = []
    trace = error.__traceback__
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    return frames


def test_every_condition_of_every_announcement_is_tried():
    """Each place in the procedures where something is refused as against a rule is reached by AGAINST."""
    import ast
    import inspect

    from exact.partie import baccara_banque, chemin_de_fer, machine

    places = set()
    for module in (baccara_banque, chemin_de_fer, machine):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            called = node.exc if isinstance(node, ast.Raise) else None
            if isinstance(called, ast.Call) and getattr(called.func, "id", "") == "broken":
                places.add((module.__file__, node.lineno, node.end_lineno))
    reached = set()
    for head, words, _ in AGAINST:
        read = partie.parse(script(head, *words))
        state = read.start
        try:
            for line in read.lines:
                state = partie.say(state, line.event).state
        except PartieError as error:
            reached |= set(raised(error))
    missed = [
        place
        for place in places
        if not any((place[0], line) in reached for line in range(place[1], place[2] + 1))
    ]
    assert len(places) > 30
    assert missed == []


def test_the_same_number_gives_the_same_shoe_for_ever():
    from exact.partie.dealing import shuffled

    cards = shuffled(6, 1)
    assert [cards.count(points) for points in range(1, 11)] == [24] * 9 + [96]
    assert cards == shuffled(6, 1) != shuffled(6, 2)
    # The definition, once more: the places of the cards in order, sorted by the digest of "number:place".
    import hashlib

    order = sorted(range(312), key=lambda at: hashlib.sha256(f"1:{at}".encode()).hexdigest())
    plain = [points for points in range(1, 11) for _ in range(24 if points < 10 else 96)]
    assert cards == tuple(plain[at] for at in order)


def test_the_statement_tells_what_happened():
    statement = partie.replay(partie.read(FOLDER / "chemin-suite-round.toml"))
    text = statement.format("text")
    assert "Coup 2: Cora for 195" in text
    assert "Refused: Dora 195 (passez-moi les cartes) — suite-round" in text
    assert "Anna +195; the bank -195: 0." in text
    assert "The partie is over." in text
    data = json.loads(statement.format("json"))
    assert data["accounts"][1]["refused"] == [
        {"seat": "Dora", "said": "passez-moi les cartes", "amount": "195", "rule": "suite-round"}
    ]
    assert data["rules"]["suite-round"].startswith("Chemin de fer, Suite: ")
    assert data["purses"] == {"Anna": "790", "Bert": "150", "Cora": "305", "Dora": "400"}
    assert "## Coup 1: Anna for 100" in statement.format("markdown")
    assert "<td>Cora: 195</td>" in statement._repr_html_()
    with pytest.raises(ExactError, match="^format: got 'csv'"):
        statement.format("csv")


def test_the_ponte_is_the_highest_stake():
    statement = replayed(CHEMIN, *OPENED, "Dora stakes 50", "Cora stakes 50", CLOSED, "= banker")
    assert statement.coups[0].settled.ponte == 2
    assert "Held: Cora 50, Dora 50; Cora plays the cards." in statement.format()
