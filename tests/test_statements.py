"""The statements of records in three languages, from templates."""

import ast
import re
import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import exact
from exact import ExactError, Shoe, statements
from exact.algebraic import quadratic_root
from exact.enclosure import Enclosure
from exact.games import chemin_de_fer, punto_banco
from exact.records import Record, parse, shoe_input, shoe_words
from exact.statements import LANGUAGES, statement
from test_records import RECORDS

PACKAGE = Path(exact.__file__).parent
FILES = sorted(PACKAGE.rglob("statements.toml"))


def questions():
    """(file, game, question) of every record that is made in the package, from its source."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Record":
                given = {k.arg: k.value for k in node.keywords}
                if isinstance(given["question"], ast.Constant):
                    yield path.name, given["game"].value, given["question"].value, "statement" in given


def test_every_question_of_every_game_has_its_templates_in_three_languages():
    found = list(questions())
    assert len(found) >= 12
    for _, game, question, stated in found:
        (variants,) = [templates["statement"].get(question) for templates in [statements._templates(game)]]
        assert variants, f"{game} has no template for {question}"
        assert not stated, f"the statement of {game}, {question} must come from its template"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.parent.name)
def test_no_variant_lacks_a_language_and_all_call_the_same(file):
    templates = tomllib.loads(file.read_text("utf-8"))
    assert set(templates) <= {"headline", "statement", "phrase"}
    for kind in ("statement", "phrase"):
        for name, variants in templates.get(kind, {}).items():
            for variant in variants:
                assert set(variant) - {"when"} == set(LANGUAGES), name
                calls = [sorted(re.findall(r"\{([^{}]+)\}", variant[language])) for language in LANGUAGES]
                assert calls[0] == calls[1] == calls[2], name
    # A headline belongs to a question that there is.
    assert set(templates.get("headline", {})) <= set(templates.get("statement", {}))


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.id)
def test_the_statement_is_the_english_template_filled(record):
    assert record.statement == record.statement_in("en")
    said = [record.statement_in(language) for language in LANGUAGES]
    assert len(set(said)) == 3
    for text in said:
        assert not re.search(r"[{}]|  | ,|\.\.|\.$.", text)
        assert text.endswith(".")
        assert text[0].isupper()
    # French puts a space before the colon, German and French a comma in decimals.
    assert " : " in said[2]
    assert not re.search(r"\d\.\d", said[1] + said[2])


def test_words_of_the_shoe():
    assert shoe_words(Shoe.packs(6)) == "a shoe of 6 packs (312 cards)"
    six = shoe_input(Shoe.packs(6))
    assert statements.shoe_words(six, "de") == "Schlitten mit 6 Spielen zu 52 Karten (312 Karten)"
    assert statements.shoe_words(six, "fr") == "sabot de 6 jeux de 52 cartes (312 cartes)"
    assert statements.shoe_words(shoe_input(Shoe.packs(1)), "fr") == "sabot d’un jeu de 52 cartes"
    assert shoe_words(Shoe([1] * 9 + [3])) == "a shoe of 12 cards (1,1,1,1,1,1,1,1,1,3)"
    assert shoe_words(Shoe([2] * 10, replacement=True)) == (
        "cards drawn with replacement, in the proportions 1, 1, 1, 1, 1, 1, 1, 1, 1, 1"
    )


def test_statements_by_hand():
    solved = chemin_de_fer.solve(Shoe.packs(6), "banker", "tableau", "5%").record()
    assert solved.statement_in("de") == (
        "Chemin de fer, Schlitten mit 6 Spielen zu 52 Karten (312 Karten): bestes Spiel beider Seiten und was "
        "es wert ist; der Bankhalter kennt seine Karten, der Ponte nur seine Augensumme; Regeln der "
        "Ziehungstabelle: frei sind beide nur in deren Volonté-Fällen; eine Abgabe von 1/20 auf die Gewinne des "
        "Bankhalters."
    )
    one = punto_banco.successive(Shoe.packs(1), coups=2).record()
    assert one.statement_in("fr") == (
        "Punto banco, sabot d’un jeu de 52 cartes : la loi conjointe des résultats de 2 coups successifs."
    )


@pytest.mark.parametrize(
    ("gain", "english", "french"),
    [
        (Fraction(1, 4), "drawing is better by 0.25", "tirer vaut 0,25 de plus"),
        (Fraction(-1, 3), "standing is better by 0.333333", "rester vaut 0,333333 de plus"),
        (Fraction(0), "both are worth the same", "les deux se valent"),
        # -sqrt(2) = -1.41421...
        (quadratic_root(1, 0, -2, "lower"), "standing is better by 1.41421", "rester vaut 1,41421 de plus"),
        (Enclosure("0.1234", "0.12341"), "drawing is better by 0.1234", "tirer vaut 0,1234 de plus"),
    ],
)
def test_numbers_in_statements(gain, english, french):
    given = {**shoe_input(Shoe.packs(6)), "information": "totals", "side": "banker", "infoset": "0,6|9"}
    names = ("occurs", "draw", "stand", "gain", "gain_per_coup")
    values = dict.fromkeys(names, gain)
    said = statement("chemin_de_fer", "decide", given, values, "en")
    assert "for the banker with 0-6, when he gave a 9, drawing is worth" in said
    assert english in said
    assert french in statement("chemin_de_fer", "decide", given, values, "fr")


def test_a_record_is_read_back_with_the_statement_it_has():
    # The templates of a later version may say it in other words; the record stays what it is.
    older = replace(RECORDS[0], statement="The same in other words.")
    assert parse(older.text()) == older


def bare(game="rouge_et_noir", question="analyse", given=None, values=None):
    given = shoe_input(Shoe.packs(6)) if given is None else given
    return Record(
        id="a.b",
        game=game,
        question=question,
        input=given,
        assumptions=("a",),
        values=values or {},
        tables={},
        verification=(),
        rules=(),
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "whist"}, "^statements: there are none of the game 'whist'"),
        ({"game": "../games/rouge_et_noir"}, "^statements: there are none of the game"),
        ({"question": "why"}, "^statements: rouge_et_noir has no template for the question 'why'"),
        ({"question": "totals"}, "^statements: {coup} is neither a phrase nor a field"),
        (
            {
                "game": "chemin_de_fer",
                "question": "solve",
                "given": {**shoe_input(Shoe.packs(6)), "information": "x"},
            },
            "^statements: no variant of 'known' fits",
        ),
    ],
)
def test_what_is_missing_is_named(arguments, message):
    with pytest.raises(ExactError, match=message):
        bare(**arguments)


def test_unknown_languages_are_refused():
    for language in ("it", "EN", None):
        with pytest.raises(ExactError, match="^language: .*one of en, de, fr is expected"):
            RECORDS[0].statement_in(language)


def test_headlines():
    by_id = {record.id: record for record in RECORDS}
    assert by_id["chemin-de-fer.totals.classical.replacement"].headline == "value"
    assert by_id["rouge-et-noir.analyse.replacement"].headline == "edge"
    assert by_id["punto-banco.removal.shoe-6-0-0-0-0-0-0-0-2-4"].headline is None
    # No value of that name: the first one.
    assert by_id["rouge-et-noir.analyse.irrational"].headline == "root"
