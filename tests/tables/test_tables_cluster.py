"""Tables on a Dask scheduler: a real one with two workers on loopback."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from exact import ExactError, cli, tables
from exact.tables import running

pytest.importorskip("distributed")

ROOT = Path(__file__).parent.parent.parent
GRID = {"game": "rouge-et-noir", "question": "row", "packs": "1-2", "sample": 250, "dealt": [10, 20]}


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        self.file = folder / "scheduler.json"
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.workers = []
        while not self.file.exists():
            assert self.scheduler.poll() is None
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]

    def start(self, kind, *arguments):
        command = [
            sys.executable,
            "-m",
            f"distributed.cli.{kind}",
            "--scheduler-file",
            str(self.file),
            *arguments,
        ]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def add(self, number):
        """So many more workers, and wait until all have come."""
        import distributed

        for _ in range(number):
            self.workers.append(
                self.start(
                    "dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"
                )
            )
        alive = sum(worker.poll() is None for worker in self.workers)
        with distributed.Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(alive, timeout=60)

    def end(self):
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait(timeout=30)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    running_cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        running_cluster.add(2)
        yield running_cluster
    finally:
        running_cluster.end()


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    """The same table, computed here."""
    return list(tables.table(**GRID, jobs=1, cache=tmp_path_factory.mktemp("local")))


def test_results_are_the_local_ones(cluster, local, tmp_path):
    told = []
    table = tables.table(
        **GRID, scheduler=cluster.address, cache=tmp_path, progress=lambda *numbers: told.append(numbers)
    )
    assert list(table) == local
    assert told[-1] == (1000, 0, 1000)
    assert len(told) == 12


def test_a_worker_killed_in_mid_run_loses_nothing(cluster, local, tmp_path):
    killed = []

    def kill(done, _known, rows):
        if done < rows and not killed:
            killed.append(done)
            cluster.workers[0].send_signal(signal.SIGKILL)

    table = tables.table(**GRID, scheduler=cluster.address, cache=tmp_path, progress=kill)
    assert len(killed) == 1
    assert cluster.workers[0].wait(timeout=30) == -signal.SIGKILL
    assert table.failed == 0
    assert list(table) == local


def test_the_command(cluster, local, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("EXACT_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    grid = ["--packs", "1", "--question", "row", "--sample", "5", "--dealt", "10"]
    for name, more in (("a.csv", ["--scheduler", cluster.address]), ("b.csv", ["--jobs", "1"])):
        with pytest.raises(SystemExit) as stop:
            cli.main(["table", "rouge-et-noir", *grid, *more, "--out", name])
        assert stop.value.code == 0
        with pytest.raises(SystemExit):
            cli.main(["cache", "clear"])
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_workers_of_another_version_are_refused(cluster, tmp_path, monkeypatch):
    monkeypatch.setattr(running, "program", running.program)
    monkeypatch.setattr("exact.tables.running.program", OtherProgram())
    with pytest.raises(ExactError, match=r"^scheduler: the worker tcp://.* has exact 0\.0\.0-there, this is"):
        tables.table(**GRID, scheduler=cluster.address, cache=tmp_path)


class OtherProgram:
    """The version of the program: one here, another where it is sent."""

    def __init__(self, name="0.0.0-here"):
        self.name = name

    def __call__(self):
        return self.name

    def __reduce__(self):
        return OtherProgram, ("0.0.0-there",)


def test_an_unreachable_scheduler_is_one_line_within_ten_seconds(tmp_path, monkeypatch, capsys):
    """Nothing listens there; and something that listens, but never answers, is given up as well."""
    monkeypatch.setenv("EXACT_CACHE", str(tmp_path / "cache"))
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        with pytest.raises(SystemExit) as stop:
            cli.main(["table", "rouge-et-noir", "--scheduler", f"tcp://127.0.0.1:{port}"])
        assert stop.value.code == 2
        err = capsys.readouterr().err
        assert err == f"exact: scheduler: tcp://127.0.0.1:{port} cannot be reached; Connection refused\n"


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (None, "no answer within 1 s"),
        (b"", "what listens there is no Dask scheduler"),
        (b"SSH-2.0-OpenSSH_9.6", "what listens there is no Dask scheduler"),
    ],
)
def test_something_else_that_listens_is_no_scheduler(tmp_path, said, reason):
    """It says nothing, hangs up, or speaks first as a scheduler does."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        address = f"tcp://127.0.0.1:{other.getsockname()[1]}"
        code = (
            "from exact import cli; from exact.tables import running; running.REACH_SECONDS = 1; cli.main()"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", code, "table", "rouge-et-noir", "--scheduler", address],
            env={**os.environ, "PYTHONPATH": str(ROOT), "EXACT_CACHE": str(tmp_path / "cache")},
            stderr=subprocess.PIPE,
            text=True,
        )
        lines = []
        while said is not None and process.poll() is None:
            other.settimeout(0.1)
            try:
                line, _ = other.accept()
            except TimeoutError:
                continue
            line.sendall(said)
            lines.append(line)
            if not said:
                line.close()
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (2, f"exact: scheduler: {address} cannot be reached; {reason}\n")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1", "tcp://:8786", "tcp://127.0.0.1:x", "127.0.0.1:8786"])
def test_bad_addresses(address, tmp_path):
    with pytest.raises(
        ExactError, match="^scheduler: got .*; an address such as tcp://HOST:8786 is expected"
    ):
        tables.table("rouge-et-noir", scheduler=address, cache=tmp_path)


def test_a_cluster_whose_workers_are_gone_is_given_up(tmp_path, monkeypatch):
    """What was done stays stored, and the same table goes on elsewhere."""
    monkeypatch.setattr(running, "PATIENCE_SECONDS", 2)
    slow = {"game": "rouge-et-noir", "question": "refait", "packs": 1, "sample": 40, "dealt": 10}
    own = Cluster(tmp_path)
    try:
        own.add(1)

        def kill(done, _known, rows):
            if done < rows and own.workers[0].poll() is None:
                own.workers[0].kill()

        with pytest.raises(
            ExactError, match=r"^scheduler: .* has had no worker for 2 s; what is done is stored"
        ):
            tables.table(**slow, scheduler=own.address, cache=tmp_path / "cache", progress=kill)
    finally:
        own.end()
    known = []
    table = tables.table(**slow, jobs=1, cache=tmp_path / "cache", progress=lambda _d, k, _r: known.append(k))
    assert known[-1] in (10, 20, 30)
    assert table.failed == 0
