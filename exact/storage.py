"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from exact.errors import ExactError, refusal


def write_whole(path: str | Path, text: str) -> Path:
    """Write a UTF-8 text file by way of a temporary file beside it, which is then renamed.

    A link is followed, an existing file keeps its permissions, line ends are LF on every system.
    Raises ExactError, with nothing left behind, when the target is a folder, a device or a pipe, or
    cannot be written.
    """
    write_together({path: text})
    return Path(path)


def write_together(texts: Mapping[str | Path, str]) -> None:
    """Write several files as ``write_whole`` does: no name is given to any before all are on the disk.

    They appear in the order given, so that a file which names others comes last.
    """
    staged: list[tuple[str | Path, str, Path]] = []
    path: str | Path = ""
    try:
        for path, text in texts.items():
            if not isinstance(path, (str, os.PathLike)) or not str(path) or "\0" in str(path):
                raise refusal("out", path, "the name of a file is expected")
            target = Path(os.path.realpath(path))
            mode = _mode(target)
            handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=".exact-", suffix=".part")
            staged.append((path, temporary, target))
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.chmod(temporary, mode)
        while staged:
            path, temporary, target = staged[0]
            os.replace(temporary, target)
            staged.pop(0)
    except OSError as error:
        raise ExactError(f"out: {path} cannot be written; {error.strerror}") from None
    finally:
        for _, temporary, _ in staged:
            Path(temporary).unlink(missing_ok=True)


def _mode(target: Path) -> int:
    """The permissions that the file has, or that a new one gets."""
    try:
        existing = target.stat().st_mode
    except FileNotFoundError:
        # The permissions that new files are not given can only be read by setting them.
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    if stat.S_ISDIR(existing):
        raise ExactError(f"out: {target} is a folder; the name of a file is expected")
    if not stat.S_ISREG(existing):
        raise ExactError(f"out: {target} is no regular file; leave --out away to print, or name a file")
    return stat.S_IMODE(existing)
