"""The notebooks run from top to bottom, and are stored without outputs."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("ipywidgets")
pytest.importorskip("matplotlib")

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
#: One a game, and these two.
NAMES = {
    "start_here",
    "checking_the_documents",
    "rouge_et_noir",
    "trente_et_quarante",
    "punto_banco",
    "chemin_de_fer",
}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """Name of a notebook -> what its cells gave. One kernel runs them all, emptied before each: it starts once."""
    together, owners = nbformat.v4.new_notebook(), []
    for path in NOTEBOOKS:
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        together.cells += [nbformat.v4.new_code_cell("%reset -f"), *map(_renamed, cells)]
        owners += [path.stem] * (len(cells) + 1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(ROOT))
        patch.setenv("EXACT_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
        nbclient.NotebookClient(together, timeout=120, allow_errors=True, kernel_name="python3").execute()
    found = {path.stem: [] for path in NOTEBOOKS}
    for name, cell in zip(owners, together.cells, strict=True):
        found[name] += cell.outputs
    return found


def _renamed(cell):
    """The cell without its id, which is unique in its own notebook only."""
    return nbformat.v4.new_code_cell(cell.source)


def test_there_is_one_a_game():
    assert {path.stem for path in NOTEBOOKS} >= NAMES


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_stored_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
    # The problem first, in words; a question for the reader last.
    first, last = notebook.cells[0], notebook.cells[-1]
    assert first.cell_type == last.cell_type == "markdown"
    assert first.source.startswith("# ")
    assert "?" in first.source
    assert last.source.startswith("**A question for you.**")
    # In the form in which json and git keep it stable.
    assert path.read_text("utf-8").endswith("}\n")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs(path, outputs):
    given = outputs[path.stem]
    assert [output.get("evalue") for output in given if output.output_type == "error"] == []
    assert not any(output.output_type == "stream" and output.name == "stderr" for output in given)
    assert len(given) >= 4
    kinds = {kind for output in given for kind in output.get("data", ())}
    assert "text/html" in kinds or "image/svg+xml" in kinds
