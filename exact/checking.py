"""The stand-alone checker, run in a process of its own: nothing of this package is imported there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from exact.errors import ExactError


def checker() -> Path:
    """Where ``check.py`` lies: in the repository's folder proofs, or beside an installed package's modules.

    Raises ExactError when it is in neither place.
    """
    package = Path(str(files("exact")))
    for path in (package / "proofs" / "check.py", package.parent / "proofs" / "check.py"):
        if path.is_file():
            return path
    raise ExactError("checker: proofs/check.py is missing; it is part of the repository and of every release")


def check(arguments: Sequence[str]) -> int:
    """Run the checker with these arguments, its output being ours; gives its exit status."""
    return subprocess.run([sys.executable, "-I", str(checker()), *arguments], check=False).returncode
