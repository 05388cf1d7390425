"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

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


@contextmanager
def streamed(path: str | Path, binary: bool = False) -> Iterator[IO[Any]]:
    """A file that is written piece by piece and appears, whole, when the block ends without an error.

    The pieces go to ``.NAME.part`` beside it, which a run that was killed may leave behind and the next
    one overwrites. As text it is UTF-8 with LF. Raises ExactError when the file cannot be written, or when
    another process is writing it.
    """
    if not isinstance(path, (str, os.PathLike)) or not str(path) or "\0" in str(path):
        raise refusal("out", path, "the name of a file is expected")
    target = Path(os.path.realpath(path))
    part = target.with_name(f".{target.name}.part")
    handle: int | None = None
    try:
        mode = _mode(target)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT, 0o600)
        _lock(handle, part)
        os.ftruncate(handle, 0)
        with (
            open(handle, "wb", closefd=False)
            if binary
            else open(handle, "w", encoding="utf-8", newline="\n", closefd=False) as file
        ):
            yield file
        os.fsync(handle)
        os.chmod(part, mode)
        os.replace(part, target)
    except OSError as error:
        if handle is not None:
            part.unlink(missing_ok=True)
        raise ExactError(f"out: {path} cannot be written; {error.strerror}") from None
    except BusyError:
        raise ExactError(f"out: {path} is being written by another process") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    finally:
        if handle is not None:
            os.close(handle)


class BusyError(Exception):
    """Another process is writing the file."""


def _lock(handle: int, path: Path) -> None:
    """Keep other processes from writing the same file; the lock ends with the process, however that ends."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BusyError from None
    if not path.exists() or not os.path.samestat(os.fstat(handle), path.stat()):
        # Its former writer has finished in the meantime, and what was opened bears the target's name now.
        raise BusyError


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
