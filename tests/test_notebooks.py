"""The notebooks run from top to bottom, and are stored without outputs."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")
pytest.importorskip("ipywidgets")
pytest.importorskip("matplotlib")

ROOT = Path(__file__).parent.parent
#: That of the partie has a test beside the partie's.
NOTEBOOKS = sorted(path for path in (ROOT / "notebooks").glob("*.ipynb") if path.stem != "partie")
#: One a game, and these two.
NAMES = {
    "start_here",
    "checking_the_documents",
    "rouge_et_noir",
    "trente_et_quarante",
    "punto_banco",
    "chemin_de_fer",
    "baccara_banque",
    "vingt_et_un",
    "trente_et_un",
}


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


def test_they_run(tmp_path, monkeypatch):
    """One kernel runs them all, emptied before each, as most of the time goes into its start."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("EXACT_CACHE", str(tmp_path))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    together, owners = nbformat.v4.new_notebook(), []
    for path in NOTEBOOKS:
        cells = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        # Ids are unique in their own notebook only.
        together.cells += [
            nbformat.v4.new_code_cell(text) for text in ("%reset -f", *(c.source for c in cells))
        ]
        owners += [path.stem] * (len(cells) + 1)
    nbclient.NotebookClient(together, timeout=120, allow_errors=True, kernel_name="python3").execute()
    outputs = {path.stem: [] for path in NOTEBOOKS}
    for name, cell in zip(owners, together.cells, strict=True):
        outputs[name] += cell.outputs
    for name, given in outputs.items():
        assert [output.get("evalue") for output in given if output.output_type == "error"] == [], name
        assert not any(o.output_type == "stream" and o.name == "stderr" for o in given), name
        assert len(given) >= 4, name
        kinds = {kind for output in given for kind in output.get("data", ())}
        assert "text/html" in kinds or "image/svg+xml" in kinds, name
