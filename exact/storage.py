"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from exact.errors import ExactError


def write_whole(path: str | Path, text: str) -> Path:
    """Write a UTF-8 text file by way of a temporary file beside it, which is then renamed.

    Line ends stay LF on every system. Raises ExactError, with nothing left behind, when the target
    cannot be written.
    """
    target = Path(path)
    if target.is_dir():
        raise ExactError(f"out: {target} is a folder; the name of a file is expected")
    temporary: str | None = None
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, target)
    except OSError as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise ExactError(f"out: {target} cannot be written; {error.strerror}") from None
    except BaseException:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        raise
    return target


def _umask() -> int:
    """The permissions that new files are not given; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
