"""References to records, and the citation of the whole."""

import json
import re
import tomllib
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import bibtexparser
import jsonschema
import pytest
import yaml
from citeproc import Citation, CitationItem, CitationStylesBibliography, CitationStylesStyle, formatter
from citeproc.source.json import CiteProcJSON

import exact
from exact import ExactError, Shoe, cli
from exact.citation import AUTHORS, FORMATS, reference
from exact.cli.cite import REFERENCES
from exact.games import chemin_de_fer, rouge_et_noir
from exact.records import LICENSE, Value
from exact.statements import LANGUAGES
from test_records import IRRATIONAL, KNOWN_BETWEEN, LONG, RECORDS

ROOT = Path(__file__).parent.parent
KEMENY_SNELL = chemin_de_fer.solve(Shoe.packs(1, replacement=True)).record()
CORRECTED = replace(
    KEMENY_SNELL,
    supersedes=(
        {
            "id": "chemin-de-fer.totals.old",
            "version": "0.0.9",
            "reason": "50 % of the {cells} were #1 & wrong",
        },
        {"id": "chemin-de-fer.totals.older", "version": "0.0.8", "reason": "the shoe was another"},
    ),
)


def test_the_text_names_number_model_version_and_digest():
    text = reference(KEMENY_SNELL)
    # Kemeny and Snell (1957) for the number.
    assert "value = 679568/53094899 ≈ 0.012799120307206912664 (the bank's gain before tax" in text
    assert KEMENY_SNELL.statement in text
    assert f"Record {KEMENY_SNELL.id} of exact-shoe {exact.__version__}, SHA-256 " in text
    assert KEMENY_SNELL.data()["digest"] in text
    assert text.startswith(f"{AUTHORS}. Chemin de fer, ")
    assert text.endswith("Data under CC-BY-4.0.\n")
    assert text.count("\n") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("record", [*RECORDS, CORRECTED], ids=lambda record: record.id)
def test_every_record_in_every_format_and_language(record, form, language):
    shown = reference(record, form, language, history=True)
    assert record.data()["digest"] in shown
    assert record.id in shown.replace("\\_", "_")
    assert exact.__version__ in shown
    assert "{id}" not in shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", [*RECORDS, CORRECTED], ids=lambda record: record.id)
def test_bibtex_is_read_by_a_parser(record, language):
    text = reference(record, "bibtex", language, history=True)
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    (entry,) = library.entries
    assert (entry.entry_type, entry.key) == ("misc", record.id)
    fields = {field.key: field.value for field in entry.fields}
    assert list(fields) == ["author", "title", "howpublished", "version", "language", "note"]
    assert fields["version"] == exact.__version__
    assert record.data()["digest"] in fields["note"]
    # What is left when all that is escaped is taken out holds nothing that TeX would act on.
    for content in (fields["title"], fields["note"]):
        bare = re.sub(r"\\[_%&#${}]|\\text\w+\{\}|\\dots\{\}|\\\(\\approx\\\)", "", content)
        assert not re.search(r"[\\%&#$_^~<>|]", bare)
        assert bare.count("{") == bare.count("}")
        assert not re.search(r"[{}]", bare.removeprefix("{").removesuffix("}"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("record", [*RECORDS, CORRECTED], ids=lambda record: record.id)
def test_csl_is_an_item_of_the_data_model(record, language):
    (item,) = json.loads(reference(record, "csl", language))
    # Of the variables in the JSON Schema csl-data.json of CSL 1.0.2 these are strings; literal is a key of names.
    strings = {"id", "type", "title", "number", "version", "publisher", "language", "note"}
    assert set(item) == strings | {"author"}
    assert all(isinstance(item[name], str) and item[name] for name in strings)
    assert (item["type"], item["author"]) == ("dataset", [{"literal": AUTHORS}])
    assert (item["id"], item["language"], item["version"]) == (record.id, language, exact.__version__)


def test_csl_is_typeset_by_a_processor():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        source = CiteProcJSON(json.loads(reference(KEMENY_SNELL, "csl")))
    with warnings.catch_warnings():
        # The style and the library disagree about harmless things.
        warnings.simplefilter("ignore")
        style = CitationStylesStyle("harvard-cite-them-right", validate=False)
        bibliography = CitationStylesBibliography(style, source, formatter.plain)
        bibliography.register(Citation([CitationItem(KEMENY_SNELL.id)]))
        (typeset,) = map(str, bibliography.bibliography())
    assert AUTHORS in typeset
    assert "optimal play of both sides" in typeset


def test_latex_is_the_text_escaped():
    latex = reference(CORRECTED, "latex", history=True)
    assert r"50 \% of the \{cells\} were \#1 \& wrong" in latex
    assert r"679568/53094899 \(\approx\) 0.0127" in latex
    plain = {r"\%": "%", r"\{": "{", r"\}": "}", r"\#": "#", r"\&": "&", r"\(\approx\)": "≈"}
    for escaped, character in plain.items():
        latex = latex.replace(escaped, character)
    assert latex == reference(CORRECTED, "text", history=True)


def test_the_history():
    assert reference(KEMENY_SNELL, history=True).endswith("This record supersedes no earlier one.\n")
    assert reference(KEMENY_SNELL, "text", "de", True).endswith("ersetzt keinen früheren.\n")
    assert reference(KEMENY_SNELL, "text", "fr", True).endswith("n’en remplace aucun autre.\n")
    assert "supersedes" not in reference(CORRECTED)
    assert reference(CORRECTED, history=True).endswith(
        "This record supersedes chemin-de-fer.totals.old of version 0.0.9: 50 % of the {cells} were #1 & wrong. "
        "This record supersedes chemin-de-fer.totals.older of version 0.0.8: the shoe was another.\n"
    )
    assert "ersetzt chemin-de-fer.totals.old der Version 0.0.9: " in reference(CORRECTED, "csl", "de", True)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (Fraction(5), "root = 5 ("),
        (Fraction(1, 4), "root = 1/4 = 0.25 ("),
        (Fraction(2, 3), "root = 2/3 ≈ 0.66666666666666666667 ("),
        (
            Fraction(10**40 + 1, 3 * 10**40),
            "root = 0.33333333333333333333 (rounded; the exact number is in the record) (",
        ),
        (
            IRRATIONAL.values["root"].exact,
            "root = 0.7071067811865475244 (rounded; the exact number is in the record) (",
        ),
        (KNOWN_BETWEEN, "root between 0.1 and 0.101 ("),
    ],
)
def test_how_numbers_are_quoted(number, said):
    record = replace(IRRATIONAL, values={"root": Value(number, "units", "a number")})
    assert f" {said}a number; units). Record" in reference(record)
    assert "a number; units" not in reference(record, "text", "de")
    if "0." in said:
        assert re.search(r"0,\d", reference(record, "text", "fr"))


def test_a_record_of_an_unknown_game_can_be_cited_in_english():
    record = replace(RECORDS[0], game="whist")
    assert "refait = " in reference(record)
    with pytest.raises(ExactError, match="^statements: there are none of the game 'whist'"):
        reference(record, "text", "de")


# ---------------------------------------------------------------- the command


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stop:
        cli.main(["cite", *arguments])
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


@pytest.mark.parametrize("form", REFERENCES)
def test_the_command_prints_the_reference(capsys, tmp_path, form):
    path = str(CORRECTED.write(tmp_path / "record.json"))
    arguments = [path, "--format", form, "--language", "de", "--history"]
    expected = reference(CORRECTED, form, "de", history=True)
    assert run(capsys, *arguments) == (0, expected, "")
    assert run(capsys, *arguments, "--out", str(tmp_path / "out")) == (0, "", "")
    assert (tmp_path / "out").read_text("utf-8") == expected
    assert run(capsys, path)[1] == reference(CORRECTED)
    assert tuple(FORMATS) == REFERENCES


def test_the_command_reads_what_lies_beside(capsys, tmp_path):
    path = LONG.write(tmp_path / "long.json")
    assert run(capsys, str(path)) == (0, reference(LONG), "")
    (tmp_path / f"{LONG.id}.ponte.csv").write_text("changed")
    status, out, err = run(capsys, str(path))
    assert (status, out) == (2, "")
    assert "has another SHA-256 than the record says" in err


GOOD = rouge_et_noir.analyse(Shoe([6, 0, 0, 0, 0, 0, 0, 0, 2, 4])).record().text()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("no JSON", "it is not JSON"),
        ("[]", "its schema is \\[\\]"),
        ('{"schema": "exact-record/7"}', "its schema is 'exact-record/7'; 'exact-record/1' is expected"),
        ('{"schema": "exact-record/1"}', "it lacks id, statement"),
        (GOOD.replace('"license"', '"licence"'), "it lacks license"),
        (GOOD.replace("2,4", "2,5"), "it is not in canonical form, or its digest does not fit"),
        (GOOD.replace("\n", "\r\n"), "it is not in canonical form"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(capsys, tmp_path, content, message):
    path = tmp_path / "record.json"
    path.write_bytes(content.encode())
    status, out, err = run(capsys, str(path))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert re.match(f"exact: record .*record.json: {message}", err)


def test_files_that_are_none_are_refused_in_one_line(capsys, tmp_path):
    for path, message in ((tmp_path, "Is a directory"), (tmp_path / "none.json", "No such file")):
        status, out, err = run(capsys, str(path))
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert message in err
    record = str(KEMENY_SNELL.write(tmp_path / "record.json"))
    status, _, err = run(capsys, record, "--language", "it")
    assert (status, err) == (2, "exact: language: got 'it'; one of en, de, fr is expected\n")
    assert run(capsys)[0] == 2
    status, _, err = run(capsys, record, "--out", str(tmp_path / "no" / "folder"))
    assert (status, err.count("\n")) == (2, 1)


def test_superseded_records_have_id_version_and_reason():
    from exact.records import parse

    wrong = replace(KEMENY_SNELL, supersedes=({"id": "a.b", "reason": "c"},))
    with pytest.raises(ExactError, match="its supersedes are not objects with id, version, reason"):
        parse(wrong.text())
    assert parse(CORRECTED.text()) == CORRECTED


# ---------------------------------------------------------------- the citation of the whole


CFF = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
ZENODO = json.loads((ROOT / ".zenodo.json").read_text("utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_citation_file_obeys_its_schema():
    schema = json.loads((ROOT / "tests" / "data" / "cff-1.2.0.schema.json").read_text("utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker())
    assert list(validator.iter_errors(CFF)) == []
    assert CFF["cff-version"] == "1.2.0"
    # The schema is not so lax that it would accept anything.
    for key in ("cff-version", "message", "title", "authors"):
        assert list(validator.iter_errors({k: v for k, v in CFF.items() if k != key}))
    assert list(validator.iter_errors({**CFF, "license": "GPL"}))


def test_the_citation_file_is_that_of_the_package():
    assert CFF["version"] == exact.__version__
    assert CFF["license"] == PROJECT["license"] == "MIT"
    assert (
        [author["name"] for author in CFF["authors"]] == [a["name"] for a in PROJECT["authors"]] == [AUTHORS]
    )
    assert set(CFF["keywords"]) <= set(PROJECT["keywords"])
    (data,) = CFF["references"]
    assert (data["type"], data["license"], data["version"]) == ("data", LICENSE, exact.__version__)


def test_the_deposit_says_the_same():
    assert ZENODO["title"] == CFF["title"]
    assert ZENODO["version"] == exact.__version__
    assert ZENODO["license"] == PROJECT["license"]
    assert ZENODO["upload_type"] == CFF["type"]
    assert ZENODO["keywords"] == CFF["keywords"]
    assert ZENODO["creators"] == [{"name": AUTHORS}]
    assert f"are data under {LICENSE}" in ZENODO["description"]
    assert f"Licence of the data (every record, exact-record/1): {LICENSE}" in ZENODO["notes"]
