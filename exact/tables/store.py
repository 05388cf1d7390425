"""The store of finished tasks: plain text files in a folder that nobody else can write.

A task is kept under a key that depends on the question and on the program's own source, so that another
version never reads it. A file holds the SHA-256 of its content in its first line: one that was cut off,
by a full disk or a failing machine, counts as not there. It is written beside and renamed, so a run that is
killed leaves whole files only. Nothing is pickled; but who can write here could still put wrong numbers into
tables, therefore the folder must belong to its user alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from exact import __version__
from exact.errors import ExactError

#: Where the store is, if this variable is set.
VARIABLE: Final = "EXACT_CACHE"
#: What lies in an installed package, but is no part of the program: its answers do not depend on it.
_BESIDE: Final = ("__pycache__", "proofs", "CITATION.cff", "py.typed")


def default_folder() -> Path:
    """``$EXACT_CACHE``, else ``exact`` in ``$XDG_CACHE_HOME``, else ``~/.cache/exact``."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "exact"
    except RuntimeError:
        raise ExactError(f"cache: there is no home folder; name a folder in {VARIABLE}") from None


@cache
def program() -> str:
    """The version of this program: its number, and a fingerprint of its source."""
    digest = hashlib.sha256()
    root = Path(str(files("exact")))
    for path in sorted(root.rglob("*")):
        if path.is_file() and not set(path.relative_to(root).parts) & set(_BESIDE):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
            digest.update(content)
    return f"{__version__}-{digest.hexdigest()[:16]}"


@dataclass(frozen=True)
class Store:
    """Finished tasks in a folder: see the module's docstring."""

    folder: Path

    @classmethod
    def opened(cls, folder: str | Path | None = None) -> Store:
        """The store in this folder (default: `default_folder`), which is made if need be.

        Raises ExactError when it cannot be made, or when someone else can write there.
        """
        path = Path(os.path.abspath(default_folder() if folder is None else folder))
        try:
            path.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise ExactError(f"cache: {path} cannot be made; {error.strerror}") from None
        _require_own(path)
        return cls(path)

    def get(self, key: str) -> Any | None:
        """What was stored under the key; None when there is nothing, or nothing whole."""
        try:
            head, _, text = self._path(key).read_text("utf-8").partition("\n")
        except (FileNotFoundError, UnicodeDecodeError):
            return None
        except OSError as error:
            raise ExactError(f"cache: {self._path(key)} cannot be read; {error.strerror}") from None
        return json.loads(text) if head == _digest(text) else None

    def put(self, key: str, content: Any) -> None:
        """Store JSON data. Raises ExactError when it cannot be written; then nothing is left behind."""
        path, text = self._path(key), json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        temporary = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(f"{_digest(text)}\n{text}")
            os.replace(temporary, path)
            temporary = None
        except OSError as error:
            raise ExactError(f"cache: {path} cannot be written; {error.strerror}") from None
        finally:
            if temporary is not None:
                Path(temporary).unlink(missing_ok=True)

    def clear(self) -> tuple[int, int]:
        """Remove everything that is stored; gives the number of tasks and of bytes that were."""
        tasks = size = 0
        for path in list(self._files()):
            size += path.stat().st_size
            tasks += path.suffix == ".json"
            path.unlink()
        for path in sorted(self.folder.glob("tasks-*/**"), reverse=True):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
        return tasks, size

    def _files(self) -> Iterator[Path]:
        """The files of this store, those of other versions and of killed runs too."""
        for path in self.folder.glob("tasks-*/??/*"):
            if path.suffix in (".json", ".part") and not path.is_symlink():
                yield path

    def _path(self, key: str) -> Path:
        return self.folder / f"tasks-{program()}" / key[:2] / f"{key}.json"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _require_own(folder: Path) -> None:
    """Raise ExactError unless the folder, wherever links lead, can be written by its user (and root) only.

    A folder above it may be open to others if it is sticky, as /tmp is: then nobody can exchange what
    is in it. Where there are no users of this kind (Windows) nothing is looked at.
    """
    if not hasattr(os, "getuid"):
        return
    real = Path(os.path.realpath(folder))
    for place in (real, *real.parents):
        status = place.stat()
        owners = (os.getuid(),) if place == real else (os.getuid(), 0)
        open_to_others = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        sticky = status.st_mode & stat.S_ISVTX and place != real
        if status.st_uid not in owners or (open_to_others and not sticky):
            raise ExactError(
                f"cache: {place} can be written by someone else; its owner alone may: "
                f"chmod go-w it, or name another folder in {VARIABLE}"
            )
