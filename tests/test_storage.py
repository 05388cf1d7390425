"""Files appear whole or not at all."""

import os
import stat

import pytest

from exact import ExactError
from exact.storage import streamed, write_together, write_whole


def test_a_file_is_written_with_plain_line_ends(tmp_path):
    target = write_whole(tmp_path / "a.txt", "één\nzwei\n")
    assert target.read_bytes() == "één\nzwei\n".encode()
    assert os.listdir(tmp_path) == ["a.txt"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~umask


def test_an_older_file_is_replaced(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    write_whole(tmp_path / "a.txt", "new")
    assert (tmp_path / "a.txt").read_text() == "new"


def test_a_link_is_followed_and_permissions_stay(tmp_path):
    target, link = tmp_path / "a.txt", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert write_whole(link, "new") == link
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_pipe_is_refused_and_stays(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ExactError, match="^out: .*pipe is no regular file"):
        write_whole(pipe, "text")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    target = tmp_path / "a.txt"
    target.write_text("old")

    def broken(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(ExactError, match="^out: .*a.txt cannot be written; No space left on device"):
        write_whole(target, "new")
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_an_interrupted_write_leaves_nothing(tmp_path, monkeypatch):
    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(tmp_path / "a.txt", "new")
    assert os.listdir(tmp_path) == []


def test_targets_that_cannot_be_files(tmp_path):
    with pytest.raises(ExactError, match="^out: .* is a folder"):
        write_whole(tmp_path, "text")
    with pytest.raises(ExactError, match="^out: .*cannot be written; No such file or directory"):
        write_whole(tmp_path / "no" / "a.txt", "text")
    with pytest.raises(ExactError, match="^out: .*cannot be written; File name too long"):
        write_whole(tmp_path / ("a" * 300), "text")
    for bad in ("", None, 3, "a\0b"):
        with pytest.raises(ExactError, match="^out: got .*; the name of a file is expected"):
            write_whole(bad, "text")
    (tmp_path / "file").write_text("")
    with pytest.raises(ExactError, match="^out: .*cannot be written; Not a directory"):
        write_whole(tmp_path / "file" / "a.txt", "text")


def test_several_files_appear_together_in_the_order_given(tmp_path, monkeypatch):
    (tmp_path / "b.txt").write_text("old")
    appeared, replace = [], os.replace

    def noted(source, target):
        # All are on the disk before the first gets its name.
        assert len([name for name in os.listdir(tmp_path) if name.endswith(".part")]) == 3 - len(appeared)
        appeared.append(os.path.basename(target))
        replace(source, target)

    monkeypatch.setattr(os, "replace", noted)
    write_together({tmp_path / "c.txt": "3", tmp_path / "b.txt": "2", tmp_path / "a.txt": "1"})
    assert appeared == ["c.txt", "b.txt", "a.txt"]
    assert {name: (tmp_path / name).read_text() for name in os.listdir(tmp_path)} == {
        "a.txt": "1",
        "b.txt": "2",
        "c.txt": "3",
    }


def test_when_one_of_several_cannot_be_written_none_is(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    with pytest.raises(ExactError, match="^out: .*b.txt cannot be written; No such file"):
        write_together({tmp_path / "a.txt": "new", tmp_path / "none" / "b.txt": "new"})
    assert os.listdir(tmp_path) == ["a.txt"]
    assert (tmp_path / "a.txt").read_text() == "old"


def test_a_streamed_file_appears_when_it_is_whole(tmp_path):
    target = tmp_path / "a.txt"
    with streamed(target) as file:
        file.write("één\n")
        assert not target.exists()
        file.write("zwei\n")
    assert target.read_bytes() == "één\nzwei\n".encode()
    assert os.listdir(tmp_path) == ["a.txt"]
    umask = os.umask(0)
    os.umask(umask)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~umask


def written_until(target, error):
    """Some is written, and then this goes wrong."""
    with streamed(target, binary=True) as file:
        file.write(b"new")
        raise error


def test_a_streamed_file_that_fails_leaves_the_old_one(tmp_path):
    target = tmp_path / "a.txt"
    target.write_text("old")
    for error in (ValueError, KeyboardInterrupt):
        with pytest.raises(error):
            written_until(target, error)
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_a_full_disk_is_an_error(tmp_path):
    with pytest.raises(ExactError, match="^out: .*a.txt cannot be written; No space left"):
        written_until(tmp_path / "a.txt", OSError(28, "No space left on device"))
    assert os.listdir(tmp_path) == []


def test_what_a_killed_run_left_is_overwritten(tmp_path):
    (tmp_path / ".a.txt.part").write_text("much more than what comes now")
    with streamed(tmp_path / "a.txt") as file:
        file.write("new")
    assert (tmp_path / "a.txt").read_text() == "new"
    assert os.listdir(tmp_path) == ["a.txt"]


def test_two_do_not_write_one_file(tmp_path):
    pytest.importorskip("fcntl")
    target = tmp_path / "a.txt"
    with streamed(target) as file:
        file.write("first")
        with pytest.raises(ExactError, match="^out: .*a.txt is being written by another process"):
            written_until(target, ValueError)
    assert target.read_text() == "first"


def test_streamed_targets_that_cannot_be_files(tmp_path):
    for bad in ("", None, tmp_path, tmp_path / "no" / "a.txt"):
        with pytest.raises(ExactError, match="^out: "), streamed(bad):
            pass
