"""Report files take their places whole, whatever the machine does; what stood there before is not lost."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.placing import write_reports
from tests.faults import write_without_rights
from tests.forked import results_of
from tests.golden_cases import ROOT
from tests.running import HANGS_S, read_files
from tests.unprivileged import IS_ROOT, reachable_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOBODY = 65534  # a user
pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files, signals and pipes")
as_root = pytest.mark.skipif(not IS_ROOT, reason="only the superuser can mount and give files away")
unmountable = pytest.mark.skipif(
    not IS_ROOT or shutil.which("unshare") is None or subprocess.call(["unshare", "--mount", "true"]) != 0,
    reason="needs the right to mount",
)

WRITER = """
import sys
from legacy_scorers.common.cli import main_of
def write(words, host):
    pairs = [word.partition("=") for word in words]
    reports = [(path, content.encode()) for path, _, content in pairs]
    print("writing", flush=True)
    host.write_reports(reports)
    return 0
sys.exit(main_of("scorer", write))
"""


def writer(reports: dict[str, str]) -> list[str]:
    """Return the command that writes a set of reports."""
    return [sys.executable, "-c", WRITER, *[f"{path}={content}" for path, content in reports.items()]]


def refused(reports: dict[str, str], folder: Path) -> str:
    """Write a set of reports as a user without special rights, and return the error, if there is one."""
    [problem] = results_of(write_without_rights, [(folder, reports)])
    return problem


@pytest.fixture
def folder() -> Iterator[Path]:
    with reachable_folder() as folder:
        yield folder


def old_reports(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).write_bytes(b"old " + name.encode())
        (folder / name).chmod(0o644)


CALLS = ["open", "replace", "chmod", "chown", "unlink", "write", "ftruncate", "fsync", "access", "stat"]


class FailingSystem:
    """Calls of the system, one of which fails."""

    def __init__(self, failing: int) -> None:
        self.number = 0
        self.failing = failing

    def wrapped(self, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object, **kwargs: object) -> object:
            self.number += 1
            if self.number == self.failing:
                raise OSError(errno.EIO, "Input/output error")
            return call(*args, **kwargs)

        return counted


@pytest.mark.parametrize("in_place", [False, True], ids=["renamed", "one written over"])
@pytest.mark.parametrize("longer", [False, True], ids=["shorter", "longer"])
def test_whatever_call_fails_each_report_is_the_old_or_the_new_one(
    in_place: bool, longer: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"new" * (100 if longer else 1)
    failing = 0
    while True:
        failing += 1
        folder = tmp_path / str(failing)
        folder.mkdir()
        (folder / "a").write_bytes(b"the old a")
        (folder / "c").write_bytes(b"the old c")
        before = read_files(folder)
        reports = [(str(folder / name), content) for name in "abc"]
        system = FailingSystem(failing)
        with monkeypatch.context() as patched:
            if in_place:
                patched.setattr(
                    "legacy_scorers.common.host.placing._creatable", lambda target: not target.endswith("c")
                )
            for name in CALLS:
                patched.setattr(os, name, system.wrapped(getattr(os, name)))
            try:
                write_reports(reports)
            except InputError as error:
                found = read_files(folder)
                new = [name for name in "abc" if found.get(name) == content]
                paths = ", ".join(str(folder / name) for name in new)
                assert f"; {f'already new: {paths};' if new else 'no report was changed,'} name" in error.problem
                assert found == {**before, **dict.fromkeys(new, content)}
                continue
        if system.number < failing:
            break
        # A fault after the last report is in place can leave a file that is not needed any more, and nothing else.
        found = {name: text for name, text in read_files(folder).items() if not name.endswith(".part")}
        assert found == dict.fromkeys("abc", content)
    assert failing > 10


def refusal(reason: str, order: str) -> str:
    """Return the error where ``b`` cannot be put in place, after ``a`` or before it."""
    changed = "already new: a;" if order == "ab" else "no report was changed,"
    return f"b: cannot be written ({reason}); {changed} name another file"


def first_of(order: str) -> dict[str, bytes]:
    """Return the reports ``a`` and ``b`` after a run that could not put ``b`` in place."""
    return {"a": b"new" if order == "ab" else b"old a", "b": b"old b"}


@unmountable
@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_busy_mount_leaves_the_old_report(order: str, folder: Path) -> None:
    old_reports(folder, "a", "b", "mounted")
    script = 'mount --bind mounted b && exec "$@"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "sh", *writer(dict.fromkeys([*order, "new"], "new"))],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (1, f"scorer: {refusal('Device or resource busy', order)}\n")
    assert read_files(folder) == {**first_of(order), "mounted": b"old mounted"}


@as_root
@pytest.mark.parametrize("order", ["ab", "ba"])
def test_a_sticky_folder_leaves_the_old_report(order: str, folder: Path) -> None:
    old_reports(folder, "a")
    (folder / "b").write_bytes(b"old b")
    (folder / "b").chmod(0o666)
    for path in (folder, folder / "b"):
        os.chown(path, NOBODY, NOBODY)
    folder.chmod(0o1777)
    assert refused(dict.fromkeys([*order, "new"], "new"), folder) == refusal("Operation not permitted", order)
    assert read_files(folder) == first_of(order)


FULL = """
mount -t tmpfs -o size=64k,mode=0777 tmpfs disk && cd disk
mkdir closed && printf 'old closed' >closed/report && printf 'old open' >report
chmod 0555 closed
"$@" >../output 2>&1; echo "status $?" >>../output
cp report closed/report .. 2>/dev/null; cp closed/report ../closed_report; ls -a . closed >../names
"""


def on_a_small_disk(reports: dict[str, str], folder: Path) -> str:
    """Write reports on a disk of 64 KB with the old reports ``report`` and, in a closed folder, another."""
    (folder / "disk").mkdir()
    user = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    subprocess.run(
        ["unshare", "--mount", "sh", "-c", FULL, "sh", *user, *writer(reports)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert ".part" not in (folder / "names").read_text()
    return (folder / "output").read_text()


@unmountable
@pytest.mark.parametrize("name", ["report", "new", "closed/report"])
def test_a_full_disk_leaves_the_old_report(name: str, folder: Path) -> None:
    reports = {"closed/report": "short", "report": "short", name: "x" * 100_000}
    is_last = name == "closed/report"  # what is written over comes after all others
    changed = "already new: report;" if is_last else "no report was changed,"
    problem = f"cannot be written (No space left on device); {changed} name another file"
    assert on_a_small_disk(reports, folder) == f"writing\nscorer: {name}: {problem}\nstatus 1\n"
    assert (folder / "report").read_bytes() == (b"short" if is_last else b"old open")
    assert (folder / "closed_report").read_bytes() == b"old closed"


@unmountable
def test_a_report_in_a_closed_folder_is_written_over_the_old_one(folder: Path) -> None:
    assert on_a_small_disk({"closed/report": "x" * 30_000, "report": "short"}, folder) == "writing\nstatus 0\n"
    assert (folder / "closed_report").read_bytes() == b"x" * 30_000
    assert (folder / "report").read_bytes() == b"short"


def test_a_report_in_a_closed_folder_can_become_shorter(folder: Path) -> None:
    (folder / "closed").mkdir()
    old_reports(folder / "closed", "a")
    (folder / "closed").chmod(0o555)
    assert refused({"closed/a": "new"}, folder) == ""
    assert read_files(folder) == {"closed/a": b"new"}


def test_a_protected_report_is_not_replaced(folder: Path) -> None:
    old_reports(folder, "a", "b")
    (folder / "b").chmod(0o444)
    problem = "b: cannot be written (Permission denied); no report was changed, name another file"
    assert refused({"a": "new", "b": "new"}, folder) == problem
    assert read_files(folder) == {"a": b"old a", "b": b"old b"}


@as_root
def test_the_superuser_leaves_reports_to_their_owners(tmp_path: Path) -> None:
    old_reports(tmp_path, "a")
    os.chown(tmp_path / "a", NOBODY, NOBODY)
    write_reports([(str(tmp_path / "a"), b"new")])
    found = (tmp_path / "a").stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (NOBODY, NOBODY, 0o644)


def draft_modes(tmp_path: Path) -> list[tuple[str, int]]:
    """Return the names of drafts and their permissions while they were written, of a run over the report ``a``."""
    found: list[tuple[str, int]] = []

    def pieces() -> Iterator[bytes]:
        found.extend((path.name, stat.S_IMODE(path.stat().st_mode)) for path in tmp_path.glob(".*"))
        yield b"new"

    write_reports([(str(tmp_path / "a"), pieces())])
    return found


def test_drafts_are_private_and_their_names_cannot_be_foreseen(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o600)
    (first, mode), (second, _) = [*draft_modes(tmp_path), *draft_modes(tmp_path)]
    assert mode == 0o600
    assert first != second
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_pipe_that_nobody_reads_can_be_left_by_signals(number: signal.Signals, tmp_path: Path) -> None:
    old_reports(tmp_path, "a")
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        writer({"a": "new", "pipe": "new"}),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"writing\n"
        time.sleep(0.3)
        process.send_signal(number)
        try:
            status = process.wait(HANGS_S)
        finally:
            process.kill()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert status == (128 + number if number == signal.SIGINT else -number)
    assert sorted(os.listdir(tmp_path)) == ["a", "pipe"]
    assert (tmp_path / "a").read_bytes() == b"old a"


def test_other_hard_links_keep_the_old_report(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    os.link(tmp_path / "a", tmp_path / "snapshot")
    write_reports([(str(tmp_path / name), b"new") for name in "ab"])
    assert read_files(tmp_path) == {"a": b"new", "b": b"new", "snapshot": b"old"}


def test_a_link_to_another_file_system_stays_a_link(tmp_path: Path) -> None:
    here, folders = tmp_path.stat().st_dev, [*filter(os.path.isdir, ("/dev/shm", "/tmp"))]
    others = [folder for folder in folders if os.stat(folder).st_dev != here]
    if not others:
        pytest.skip("there is no second file system to write to")
    elsewhere = f"{others[0]}/{tmp_path.name}-{os.getpid()}"
    (tmp_path / "a").symlink_to(elsewhere)
    try:
        for content in (b"first", b"second"):
            write_reports([(str(tmp_path / "a"), content), (str(tmp_path / "b"), content)])
            assert read_files(tmp_path) == {"a": content, "b": content}
            assert (tmp_path / "a").is_symlink()
    finally:
        os.unlink(elsewhere)


@pytest.mark.parametrize("name", ["", "nowhere/", "nowhere/.", "nowhere/b", "file/", "folder", "loop", "b\0"])
def test_a_name_that_no_new_file_can_have_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="cannot be written") as caught:
        write_reports([("file", b"new"), (name, b"new")])
    assert caught.value.file == name
    assert sorted(os.listdir(tmp_path)) == ["file", "folder", "loop"]
    assert (tmp_path / "file").read_bytes() == b"old"
    assert (tmp_path / "loop").is_symlink()


@pytest.mark.parametrize("name", ["/dev/stdout", "output"])
def test_a_report_that_goes_where_standard_output_goes_stands_after_the_messages(name: str, tmp_path: Path) -> None:
    script = 'exec "$@" >output'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *writer({name: "report"})],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert read_files(tmp_path) == {"output": b"writing\nreport"}


def test_a_reader_of_a_report_on_standard_output_may_go_away(tmp_path: Path) -> None:
    process = subprocess.Popen(
        writer({"/dev/stdout": "report" * 9999}),
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 128 + signal.SIGPIPE


def test_all_files_appear_and_nothing_else(tmp_path: Path) -> None:
    write_reports({str(tmp_path / "a"): b"1", str(tmp_path / "b"): b"2"}.items())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


@pytest.mark.parametrize("again", ["scores", "./scores", "link"])
def test_two_reports_cannot_be_one_file(again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to("scores")
    reports = [("scores", b"1"), (again, b"2")]
    with pytest.raises(InputError, match="two reports have this name"):
        write_reports(reports)
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    write_reports({str(tmp_path / "link"): b"new"}.items())
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_permissions_of_an_existing_report_stay(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    write_reports({str(tmp_path / "a"): b"new"}.items())
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_one_located_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(InputError, match="/dev/full: cannot be written"):
        write_reports({str(tmp_path / "a"): b"new", "/dev/full": b"2"}.items())
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_removed_working_directory_is_one_located_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(InputError, match=r"^a: cannot be written"):
        write_reports({"a": b"1"}.items())
    monkeypatch.chdir(tmp_path)


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_reports({os.devnull: b"1"}.items())
    assert not os.path.isfile(os.devnull)
