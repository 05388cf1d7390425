"""Runs that are killed, interrupted or out of disk go on, and end with the same bytes."""

import csv
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exact import ExactError, cli, tables
from exact.tables import running, store
from exact.tables.store import Store
from exact.tables.work import Failure, Task

ROOT = Path(__file__).parent.parent.parent
TABLE = ["table", "rouge-et-noir", "--question", "refait", "--packs", "1", "--sample", "12"]
TABLE += ["--dealt", "10,20,25,30,35", "--seed", "3", "--jobs", "2"]
SETTINGS = (("commission", "1/20"), ("tie_pays", "8"))
#: Two tasks for each depth, one of ten rows and one of two.
TASKS = 10


def environment(cache):
    return {**os.environ, "PYTHONPATH": str(ROOT), "EXACT_CACHE": str(cache)}


def started(folder, cache):
    command = [sys.executable, "-m", "exact", *TABLE, "--out", "table.csv"]
    # A session of its own, so that its workers can be ended with it.
    return subprocess.Popen(
        command, cwd=folder, env=environment(cache), stderr=subprocess.PIPE, start_new_session=True
    )


def stored(cache):
    return len(list(Path(cache).glob("tasks-*/*/*.json")))


def stopped(process, cache, more, how):
    """End the run once so many more tasks are stored; whether it was still running then."""
    goal = stored(cache) + more
    while stored(cache) < goal and process.poll() is None:
        time.sleep(0.005)
    running = process.poll() is None
    if running:
        os.killpg(process.pid, how)
    process.wait(timeout=60)
    return running


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    """The files of a run that nothing stopped: name -> bytes."""
    folder = tmp_path_factory.mktemp("uninterrupted")
    process = started(folder, folder / "cache")
    _, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, b"")
    assert stored(folder / "cache") == TASKS
    return {name: (folder / name).read_bytes() for name in ("table.csv", "datapackage.json")}


def test_kill_9_at_random_points(tmp_path, uninterrupted):
    chance = random.Random(20)
    kills, known = 0, 0
    for _ in range(3):
        process = started(tmp_path, tmp_path / "cache")
        kills += stopped(process, tmp_path / "cache", chance.randint(1, 2), signal.SIGKILL)
        # What was stored stays stored, and the table isn't there before it is whole.
        assert stored(tmp_path / "cache") >= known
        known = stored(tmp_path / "cache")
    assert kills >= 2
    assert known > 0
    assert started(tmp_path, tmp_path / "cache").wait(timeout=120) == 0
    assert {name: (tmp_path / name).read_bytes() for name in uninterrupted} == uninterrupted
    assert sorted(os.listdir(tmp_path)) == ["cache", "datapackage.json", "table.csv"]


def test_ctrl_c(tmp_path, uninterrupted):
    process = started(tmp_path, tmp_path / "cache")
    assert stopped(process, tmp_path / "cache", 2, signal.SIGINT)
    assert process.returncode == 130
    err = process.stderr.read().decode()
    assert err == "exact: interrupted; what is done is stored, and the same command goes on\n"
    assert os.listdir(tmp_path) == ["cache"]
    assert started(tmp_path, tmp_path / "cache").wait(timeout=120) == 0
    assert {name: (tmp_path / name).read_bytes() for name in uninterrupted} == uninterrupted


def here(monkeypatch, capsys, folder, *arguments):
    """(exit status, stdout, stderr) of the command in this process."""
    monkeypatch.setenv("EXACT_CACHE", str(folder / "cache"))
    monkeypatch.chdir(folder)
    with pytest.raises(SystemExit) as stop:
        cli.main(list(arguments))
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


@pytest.mark.parametrize("full_after", [0, 3])
def test_a_full_disk_while_tasks_are_stored(tmp_path, monkeypatch, capsys, uninterrupted, full_after):
    put, calls = os.fdopen, []

    def full(handle, *arguments, **options):
        calls.append(handle)
        if len(calls) > full_after:
            os.close(handle)
            raise OSError(28, "No space left on device")
        return put(handle, *arguments, **options)

    one_core = [*TABLE[:-1], "1", "--out", "table.csv"]
    with monkeypatch.context() as patch:
        patch.setattr(store.os, "fdopen", full)
        status, out, err = here(patch, capsys, tmp_path, *one_core)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "cannot be written; No space left on device" in err
    assert stored(tmp_path / "cache") == full_after
    assert not list((tmp_path / "cache").rglob("*.part"))
    assert os.listdir(tmp_path) == ["cache"]
    assert here(monkeypatch, capsys, tmp_path, *one_core) == (0, "", "")
    assert {name: (tmp_path / name).read_bytes() for name in uninterrupted} == uninterrupted


def test_a_full_disk_while_the_table_is_written(tmp_path, monkeypatch, capsys, uninterrupted):
    one_core = [*TABLE[:-1], "1", "--out", "table.csv"]

    def full(_handle):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        status, _, err = here(patch, capsys, tmp_path, *one_core)
    assert (status, err) == (2, "exact: out: table.csv cannot be written; No space left on device\n")
    assert os.listdir(tmp_path) == ["cache"]
    assert here(monkeypatch, capsys, tmp_path, *one_core) == (0, "", "")
    assert (tmp_path / "table.csv").read_bytes() == uninterrupted["table.csv"]


def test_nothing_is_computed_twice(tmp_path, monkeypatch):
    arguments = {"game": "rouge-et-noir", "question": "row", "packs": "1-2", "cache": tmp_path}
    first = list(tables.table(**arguments))
    monkeypatch.setattr(running, "keyed", None)
    assert list(tables.table(**arguments)) == first


def test_another_version_computes_anew(tmp_path, monkeypatch):
    """A cache of wrong numbers of another version is not looked at."""
    arguments = {"game": "rouge-et-noir", "question": "row", "packs": 1, "cache": tmp_path}
    (right,) = tables.table(**arguments)
    (path,) = tmp_path.rglob("*.json")
    wrong = [["1", "2", "0.5"] * 11]
    (task,) = tables.batch("rouge-et-noir", "row", packs=1).tasks()
    Store.opened(tmp_path).put(task.key(), wrong)
    assert path.exists()
    # The store is believed by the version that wrote it ...
    assert next(iter(tables.table(**arguments))).answers["total_31"] != right.answers["total_31"]
    # ... and by no other.
    for module in ("exact.tables.store", "exact.tables.work"):
        monkeypatch.setattr(f"{module}.program", lambda: "0.0.0-other")
    assert list(tables.table(**arguments)) == [right]


@pytest.mark.parametrize("damage", ["", "x", "\xff"])
def test_a_damaged_file_counts_as_not_there(tmp_path, damage):
    arguments = {"game": "rouge-et-noir", "question": "row", "packs": 1, "cache": tmp_path}
    first = list(tables.table(**arguments))
    (path,) = tmp_path.rglob("*.json")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + damage.encode("latin-1") if damage else b"")
    assert list(tables.table(**arguments)) == first
    assert path.read_bytes() == whole


def test_a_failed_row_is_tried_again(tmp_path, monkeypatch):
    task = Task("rouge-et-noir", "row", "values", (), False, ((4,) * 9 + (16,),))
    monkeypatch.setattr(running, "keyed", lambda task: (task.key(), [Failure("no memory")]))
    own = Store.opened(tmp_path)
    running.complete([task], 1, own, jobs=1)
    assert own.get(task.key()) == [{"reason": "no memory"}]
    monkeypatch.undo()
    running.complete([task], 1, own, jobs=1)
    assert isinstance(own.get(task.key())[0], list)


def dying(task):
    """A worker that dies of one of the shoes."""
    if task.shoes[0][0] == 2:
        os._exit(9)
    return task.key(), [["1", "1", "1"]]


def test_a_task_that_kills_its_process_is_lost_alone(tmp_path, monkeypatch):
    tasks = [Task("rouge-et-noir", "row", "values", (), False, ((n,) * 10,)) for n in range(8)]
    own = Store.opened(tmp_path)
    monkeypatch.setattr(running, "keyed", dying)
    running.complete(tasks, 8, own, jobs=2)
    found = [own.get(task.key()) for task in tasks]
    lost = [{"reason": "the process that worked on it died (out of memory?)"}]
    assert found == [[["1", "1", "1"]]] * 2 + [lost] + [[["1", "1", "1"]]] * 5


def test_failed_rows_make_the_exit_status_3(tmp_path, monkeypatch, capsys):
    (tmp_path / "shoes.csv").write_text("4,4,4,4,4,4,4,4,4,16\n1,0,0,0,0,0,0,0,0,0\n")
    status, out, err = here(
        monkeypatch, capsys, tmp_path, "table", "punto-banco", "--shoes", "shoes.csv", "--out", "t.csv"
    )
    assert (status, out) == (3, "")
    assert err == (
        "exact: failed: punto-banco analyse, shoe 1,0,0,0,0,0,0,0,0,0, commission 1/20, tie_pays 8: "
        "shoe: got 1 cards; at least six cards are needed for a coup of punto banco\n"
    )
    rows = list(csv.DictReader((tmp_path / "t.csv").open()))
    assert [row["banco_numerator"] != "" for row in rows] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--packs", "3-1"], "packs: the range 3-1 is empty; the grid would have no row"),
        (["--shoes", "broken.csv"], "shoes: line 2 of broken.csv: got '4,4'; 10 whole counts, separated by"),
        (["--shoes", "no.csv"], "shoes: no.csv cannot be read; No such file or directory"),
        (["--out", "there.csv"], "out: there.csv exists; --force writes it anew, or name another file"),
        (["--out", "no/t.csv"], "out: no/t.csv cannot be written; there is no folder no"),
        (["--out", "."], "out: . is a folder; the name of a file is expected"),
        (["--out", "datapackage.json"], "out: datapackage.json is the name of the description"),
        (["--format", "parquet"], "out: Parquet is written to a file; name one"),
        (["--sample", "x", "--dealt", "1"], "sample: got 'x'; a whole number"),
        (["--sample", "5"], "dealt: a sample needs it"),
        (["--jobs", "0"], "jobs: got '0'; a whole number"),
        (["--scheduler", "here"], "scheduler: got 'here'; an address such as tcp://HOST:8786"),
        (["--jobs", "1", "--scheduler", "tcp://a:1"], "jobs: the scheduler decides"),
        (["--commission", "200%"], None),
    ],
)
def test_bad_input_is_one_line(tmp_path, monkeypatch, capsys, arguments, message):
    (tmp_path / "broken.csv").write_text("4,4,4,4,4,4,4,4,4,16\n4,4\n")
    (tmp_path / "there.csv").write_text("precious")
    before = sorted(os.listdir(tmp_path))
    status, out, err = here(monkeypatch, capsys, tmp_path, "table", "punto-banco", *arguments)
    assert err.count("\n") == 1
    if message is None:
        # The option is read; that no such commission can be is for the function to say, row by row.
        assert status == 3
        assert "a part of the winnings is expected" in err
        return
    assert (status, out) == (2, "")
    assert err.startswith(f"exact: {message}")
    assert (tmp_path / "there.csv").read_text() == "precious"
    assert sorted(os.listdir(tmp_path)) in (before, sorted([*before, "cache"]))


# ------------------------------------------------------------------------ the store


def test_cache_path_and_clear(tmp_path, monkeypatch, capsys):
    assert here(monkeypatch, capsys, tmp_path, "cache", "path") == (0, f"{tmp_path / 'cache'}\n", "")
    assert here(monkeypatch, capsys, tmp_path, "table", "rouge-et-noir", "--question", "row")[0] == 0
    (tmp_path / "cache" / "mine.txt").write_text("not of the store")
    (tmp_path / "cache" / "mine").mkdir()
    (path,) = (tmp_path / "cache").rglob("*.json")
    size = path.stat().st_size
    assert here(monkeypatch, capsys, tmp_path, "cache", "clear") == (
        0,
        f"1 tasks, {size} bytes removed\n",
        "",
    )
    assert sorted(os.listdir(tmp_path / "cache")) == ["mine", "mine.txt"]
    assert here(monkeypatch, capsys, tmp_path, "cache", "clear") == (0, "0 tasks, 0 bytes removed\n", "")


def test_where_the_store_is(tmp_path, monkeypatch):
    monkeypatch.setenv("EXACT_CACHE", str(tmp_path / "a"))
    assert store.default_folder() == tmp_path / "a"
    monkeypatch.delenv("EXACT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert store.default_folder() == tmp_path / "b" / "exact"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.default_folder() == tmp_path / ".cache" / "exact"


def test_the_store_is_its_users_alone(tmp_path):
    own = Store.opened(tmp_path / "cache")
    own.put("ab" * 32, {"a": 1})
    assert (tmp_path / "cache").stat().st_mode & 0o077 == 0
    assert own.get("ab" * 32) == {"a": 1}
    assert own.get("cd" * 32) is None


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_a_store_that_others_can_write_is_refused(tmp_path, mode):
    folder = tmp_path / "cache"
    Store.opened(folder).put("ab" * 32, 1)
    folder.chmod(mode)
    with pytest.raises(ExactError, match="^cache: .*cache can be written by someone else"):
        Store.opened(folder)


def test_a_store_below_a_folder_that_others_can_write_is_refused(tmp_path):
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    with pytest.raises(ExactError, match="^cache: .*open can be written by someone else"):
        Store.opened(tmp_path / "open" / "cache")
    (tmp_path / "open").chmod(0o1777)
    assert Store.opened(tmp_path / "open" / "cache").folder == tmp_path / "open" / "cache"


def test_a_link_to_a_store_that_others_can_write_is_refused(tmp_path):
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs").chmod(0o777)
    (tmp_path / "cache").symlink_to(tmp_path / "theirs")
    with pytest.raises(ExactError, match="^cache: .*theirs can be written by someone else"):
        Store.opened(tmp_path / "cache")


def test_a_store_of_someone_else_is_refused(tmp_path, monkeypatch):
    own = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    with pytest.raises(ExactError, match="^cache: .* can be written by someone else"):
        Store.opened(tmp_path / "cache")


def test_the_store_is_text(tmp_path):
    """No pickle: a file is its digest and JSON."""
    tables.table("rouge-et-noir", "row", packs=1, cache=tmp_path)
    (path,) = tmp_path.rglob("*.json")
    head, text = path.read_text("utf-8").split("\n")
    assert len(head) == 64
    assert len(json.loads(text)[0]) == 33


def test_the_fingerprint_is_of_the_program_only(tmp_path, monkeypatch):
    """Any change of its files changes it; what an installation adds does not."""
    for name, content in (("a.py", "1"), ("games/tableau.toml", "2")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(content)
    monkeypatch.setattr(store, "files", lambda _: tmp_path)
    first = store.program.__wrapped__()
    for name in ("__pycache__/a.pyc", "proofs/check.py", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert store.program.__wrapped__() == first
    (tmp_path / "games" / "tableau.toml").write_text("3")
    assert store.program.__wrapped__() != first


def test_the_commands_help_needs_nothing_of_tables():
    """Neither they nor joblib are imported before a table is asked for."""
    code = (
        "import sys, exact.cli; print([m for m in ('exact.tables', 'joblib', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment("."), capture_output=True, check=True)
    assert done.stdout == b"[]\n"


@pytest.mark.parametrize(
    "arguments", [["table", "--help"], ["table", "punto-banco", "--help"], ["cache", "--help"]]
)
def test_help_shows_an_example(tmp_path, monkeypatch, capsys, arguments):
    status, out, err = here(monkeypatch, capsys, tmp_path, *arguments)
    assert (status, err) == (0, "")
    assert "Example: exact " in " ".join(out.split())


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_in_the_list_of_tasks_ends_the_run(tmp_path, jobs):
    """A file of shoes that is broken while the table is made: what came before it is done and stored."""

    def tasks():
        for n in range(4, 8):
            yield Task("punto-banco", "analyse", "values", SETTINGS, False, ((n,) * 10,))
        raise ExactError("shoes: line 5 is broken")

    own = Store.opened(tmp_path)
    with pytest.raises(ExactError, match="^shoes: line 5 is broken"):
        running.complete(tasks(), 5, own, jobs=jobs)
    assert stored(tmp_path) == 4
