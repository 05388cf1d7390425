"""What tables cost: time, processor time and memory, as they grow; and a move of the interactive shoe.

Run with ``python -m pytest -s tests/benchmarks/bench_tables.py`` once the extra ``bench`` is installed. Nothing here
asserts a time. Beside the benchmark's own figures each table says how much processor time a row costs, all processes
together (which does not depend on what else the machine does), and the largest memory of any one of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from exact import Shoe
from exact.interactive import VIEWS, view

ROOT = Path(__file__).parent.parent.parent

TABLES = {
    "punto banco, 10,000 states": ("punto-banco", 10_000, "208"),
    "punto banco, 100,000 states": ("punto-banco", 100_000, "208"),
    "chemin de fer by both compositions, 1,000 states": (
        "chemin-de-fer",
        1_000,
        "156",
        "--information",
        "both",
    ),
    "chemin de fer by both compositions, 10,000 states": (
        "chemin-de-fer",
        10_000,
        "156",
        "--information",
        "both",
    ),
    "rouge et noir, 1,000 row laws": ("rouge-et-noir", 1_000, "156", "--question", "row"),
}


@pytest.mark.benchmark(group="tables")
@pytest.mark.parametrize("name", TABLES)
def test_table(benchmark, tmp_path, name):
    """The command, new store, all cores, CSV with its data package."""
    game, number, dealt, *options = TABLES[name]
    command = [
        sys.executable,
        "-m",
        "exact",
        "table",
        game,
        "--sample",
        str(number),
        "--dealt",
        dealt,
        *options,
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "EXACT_CACHE": str(tmp_path / "cache")}
    # A process in between: what it reports of its children is of this table only.
    meter = (
        "import resource, subprocess, sys; status = subprocess.run(sys.argv[1:]).returncode;"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss); sys.exit(status)"
    )

    def run():
        return subprocess.run(
            [sys.executable, "-c", meter, *command, "--out", "table.csv"],
            cwd=tmp_path,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )

    done = benchmark.pedantic(run, rounds=1)
    seconds, kilobytes = done.stdout.split()
    benchmark.extra_info["processor ms a row"] = 1000 * float(seconds) / number
    benchmark.extra_info["largest process, MB"] = int(kilobytes) // 1024
    print(
        f"\n{name}: {float(benchmark.stats.stats.min):.1f} s, {1000 * float(seconds) / number:.3g} ms of processor "
        f"time a row, at most {int(kilobytes) // 1024} MB a process"
    )
    with (tmp_path / "table.csv").open("rb") as file:
        assert sum(1 for _ in file) == number + 1


@pytest.mark.benchmark(group="a move of the interactive shoe")
@pytest.mark.parametrize("game", VIEWS)
def test_a_move(benchmark, game):
    """A card less each time, so that nothing is remembered."""
    states = iter([Shoe.packs(6).without(*([1 + k % 10] * (1 + k // 10))) for k in range(200)])
    shown = benchmark.pedantic(lambda: view(game, next(states)), rounds=20)
    assert "table" in shown
