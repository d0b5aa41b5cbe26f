"""The hosts in memory and of an archive: what they show of files, and what they keep of reports."""

from __future__ import annotations

import atexit
import errno
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.common.host import FILE, FOLDER, PIPE, Host
from legacy_scorers.common.host.archive import Archive, Latest
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.host.system import STDOUT, SYSTEM, System, place_below

if TYPE_CHECKING:
    from typing_extensions import Buffer

FILES = {"a": b"1", "sub/b": b"2", "sub/deep/c": b"3"}
PATHS = (
    "a", "sub", "sub/b", "sub/deep", ".", "missing", "sub/missing", "a/b", "sub/", "a/", "./a", "sub/../a",
    "sub/deep/../b", "a\0b", "",
)  # fmt: skip


def written(root: Path) -> Path:
    """Write the files below a folder, and return it."""
    for name, content in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
    return root


def seen(host: Host, method: str, path: str) -> object:
    """Return what a method of a host returns for a path, or the kind of error and the file in it."""
    try:
        found = getattr(host, method)(path)
    except OSError as error:
        return type(error), error.filename
    except ValueError:
        return ValueError
    return sorted(found) if isinstance(found, list) else found


@pytest.mark.parametrize("method", ["read", "entries", "kind"])
@pytest.mark.parametrize("path", PATHS)
def test_all_hosts_show_the_same(path: str, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = written(tmp_path / "root")
    monkeypatch.chdir(root)
    hosts = System(), Archive(str(root)), Archive(""), Memory(FILES)
    expected, *others = [seen(host, method, path) for host in hosts]
    assert others == [expected] * 3


@pytest.mark.parametrize("path", ["a", "sub", ".", "sub/b"])
def test_what_is_there_can_be_written_to(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    assert all(host.is_writable(path) for host in (System(), Archive(str(tmp_path)), Archive(""), Memory(FILES)))


def test_paths_start_at_the_working_folder(tmp_path: Path) -> None:
    root = written(tmp_path)
    for host in (Archive(str(root), folder="sub"), Memory(FILES, folder="sub")):
        assert (host.read("b"), host.read("../a"), host.kind("deep")) == (b"2", b"1", FOLDER)
        assert host.are_same("b", "../sub/b")
        assert host.overwritten(["new", "./b"], ["../a", "b"]) == ("./b", "b")


def test_an_archive_notes_what_is_read_listed_and_missing(tmp_path: Path) -> None:
    host = Archive(str(written(tmp_path)), folder="sub", filled={"a": b"other"})
    assert (host.read("../a"), host.read("b")) == (b"other", b"2")
    assert host.entries("..") == host.entries("../.")
    with pytest.raises(NotADirectoryError):
        host.open("../a/")
    with pytest.raises(FileNotFoundError):
        host.open("missing")
    assert [*host.noted] == ["a", "sub/b", "sub/missing"]
    assert [*host.listed] == ["./"]
    assert not host.links
    again = host.with_files({"sub/b": b"new"})
    assert (again.read("b"), again.read("../a"), [*again.noted]) == (b"new", b"other", ["sub/b", "a"])


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_an_archive_notes_what_is_reached_by_links(tmp_path: Path) -> None:
    (written(tmp_path) / "folder").symlink_to("sub")
    (tmp_path / "sub" / "link").symlink_to("../a")
    host = Archive(str(tmp_path), folder="sub")
    assert (host.read("link"), host.read("../folder/b")) == (b"1", b"2")
    host.entries("../folder")
    assert [*host.links] == ["sub/link", "folder/b", "folder"]
    assert ([*host.noted], [*host.listed]) == (["a", "sub/b"], ["sub/"])


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_an_archive_notes_links_from_which_a_path_goes_back(tmp_path: Path) -> None:
    """Names alone would say that the paths lead out, or past the link."""
    root = written(tmp_path / "root")
    (root / "far").symlink_to("sub/deep")
    (root / "near").symlink_to("sub")
    host = Archive(str(root))
    assert (host.read("far/../../a"), host.read("near/../a"), host.read("sub/../a")) == (b"1", b"1", b"1")
    assert host.read(f"{root}/far/../b") == b"2"
    above = os.path.relpath("/", root)
    assert [*host.links] == ["far/../../a", "near/../a", f"{above}{root}/far/../b"]
    assert [*host.noted] == ["a", "sub/b"]


@pytest.mark.parametrize("name", ["../outside", "link", "../root2/a", "sub/../../outside"])
def test_an_archive_refuses_what_lies_outside(name: str, tmp_path: Path) -> None:
    root = written(tmp_path / "root")
    written(tmp_path / "root2")
    (tmp_path / "outside").write_bytes(b"secret")
    (root / "link").symlink_to(tmp_path / "outside")
    host = Archive(str(root))
    with pytest.raises(PermissionError):
        host.open(name)
    assert ([*host.refused], [*host.noted]) == ([name], [])


@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_an_archive_opens_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    host = Archive(str(tmp_path))
    assert host.kind("pipe") == PIPE
    with pytest.raises(OSError, match="no regular file"):
        host.open("pipe")


def test_reports_and_streams_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(written(tmp_path))
    for host in (Archive(str(tmp_path)), Archive(""), Memory(FILES)):
        host.make_folder("new/folder")
        with pytest.raises(NotADirectoryError):
            host.make_folder("a/folder")
        host.write_reports([("a", b"new"), ("new/folder/report", [b"in ", b"pieces"])])
        host.warn("two\nlines")
        assert host.reports == {"a": b"new", "new/folder/report": b"in pieces"}
        assert (host.stdout.getvalue(), host.stderr.getvalue()) == (b"", b"two lines\n")
        assert (host.read("a"), host.kind("new")) == (b"1", "")
    System().make_folder("new/folder")
    assert System().kind("new/folder") == FOLDER


class Full(io.RawIOBase):
    """A disk that is full until there is room."""

    has_room = False

    def writable(self) -> bool:
        return True

    def write(self, content: Buffer, /) -> int:
        if not self.has_room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return memoryview(content).nbytes


@pytest.mark.parametrize("size", [1, 2**20])  # less than a buffer, which is flushed at the end, and more
def test_errors_of_the_standard_output_name_it(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Full()
    for stream in (io.TextIOWrapper(io.BufferedWriter(disk)), None):
        monkeypatch.setattr(sys, "stdout", stream)
        with pytest.raises(OSError) as error:
            SYSTEM.stdout.write(b"x" * size)
            SYSTEM.stdout.flush()
        assert error.value.filename == STDOUT
    disk.has_room = True


def test_a_file_is_the_standard_input() -> None:
    host = Memory(FILES)
    assert host.stdin is not None
    assert host.stdin.read() == b""
    host.stdin_name = "sub/b"
    assert host.stdin.read() == b"2"
    assert host.kind(host.stdin_name) == FILE


@pytest.mark.skipif(os.name == "nt", reason="needs links")
@given(st.lists(st.sampled_from(["a", "sub", "deep", "c", "link", "up", "loop", "none", ".", "..", "", "missing"])))
@example(["a\0b"])
@example(["x" * 300, "link"])
def test_a_place_below_a_root_is_that_of_the_system(names: list[str]) -> None:
    root = linked()
    path = "/".join(names)
    expected = seen_by(lambda: os.path.realpath(os.path.join(root, path)))
    assert seen_by(lambda: place_below(root, path)) == expected


@cache
def linked() -> str:
    """Return a folder, without links in its path, that holds links of all kinds."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    root = written(folder.resolve() / "root")
    links = {"link": "sub", "sub/up": "..", "sub/deep/link": "/", "loop": "loop", "none": "nowhere", "sub/link": "../a"}
    for name, target in links.items():
        (root / name).symlink_to(target)
    return str(root)


def seen_by(look: Callable[[], str]) -> str:
    """Return what a function finds, or its complaint about a path."""
    try:
        return look()
    except ValueError as error:
        return f"{type(error)}: {error}"


def test_a_host_reuses_the_latest_result_of_each_function() -> None:
    made: list[object] = []

    def joined(*texts: bytes) -> list[bytes]:
        made.append(texts)
        return [*texts]

    latest = Latest()
    one, other, alone = Archive("", latest=latest), Archive("", latest=latest), Archive("")
    assert one.reuse(joined, b"a", b"b") is other.reuse(joined, b"a", b"b")
    assert [other.reuse(joined, b"a"), one.reuse(len, b"a"), one.reuse(joined, b"a")] == [[b"a"], 1, [b"a"]]
    assert made == [(b"a", b"b"), (b"a",)]
    assert alone.reuse(joined, b"a") is not alone.reuse(joined, b"a")
    assert Memory({}).reuse(joined, b"a") is not one.reuse(joined, b"a")


def test_results_of_long_contents_are_not_kept() -> None:
    host = Archive("", latest=Latest())
    for size, same in ((1000, True), (2**23, False)):
        content = bytes(size)
        assert (host.reuse(bytearray, content) is host.reuse(bytearray, content)) == same
