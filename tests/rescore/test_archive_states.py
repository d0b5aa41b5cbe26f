"""Known again: the state of files tells without reading them that they are the same, but never wrongly."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from legacy_scorers.rescore.archive import submission
from legacy_scorers.rescore.archive.states import state_of
from tests.rescore.archives import ANSWERS, outcome_in, run, senses

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs the time of the last change")
OTHER = ANSWERS.replace(b"bank_2", b"bank_1")


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return an archive of a submission without a published report."""
    return senses(tmp_path / "archive", {"a": ANSWERS})


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the paths of the files that are read to compare them with what they were, as they are added."""
    paths: list[str] = []
    hashed = submission.hashed

    def noted(root: str, asked: Iterable[str]) -> list[submission.Input]:
        paths.extend(asked := [*asked])
        return hashed(root, asked)

    monkeypatch.setattr(submission, "hashed", noted)
    return paths


@pytest.fixture
def _hour_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the files be an hour old."""
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 3600 * 10**9)


@pytest.mark.usefixtures("_hour_later")
def test_files_in_a_known_state_are_not_read(archive: Path, read: list[str]) -> None:
    first = run(archive)
    read.clear()
    assert run(archive).stdout == first.stdout
    assert read == []


def test_files_that_were_just_written_are_read(archive: Path, read: list[str]) -> None:
    run(archive)
    read.clear()
    run(archive)
    assert {"a.ans", "key", "a.txt"} <= {*read}


def answer_otherwise(archive: Path) -> None:
    """Write another content of the same size at the same time."""
    status = (archive / "a.ans").stat()
    (archive / "a.ans").write_bytes(OTHER)
    os.utime(archive / "a.ans", ns=(status.st_atime_ns, status.st_mtime_ns))


def publish(archive: Path) -> None:
    """Write a published report where none was."""
    (archive / "a.txt").write_bytes(outcome_in(archive, ["scorer2", "key", "key"]).stdout)


def lead_elsewhere(archive: Path) -> None:
    """Let the link to the answers lead to other ones."""
    (archive / "a.ans").unlink()
    (archive / "a.ans").symlink_to("others")


@pytest.mark.usefixtures("_hour_later")
@pytest.mark.parametrize("change", [answer_otherwise, publish, lead_elsewhere])
def test_a_change_is_seen(change: Callable[[Path], None], archive: Path) -> None:
    if change is lead_elsewhere:
        (archive / "others").write_bytes(OTHER)
        (archive / "a.ans").rename(archive / "answers")
        (archive / "a.ans").symlink_to("answers")
    first = run(archive)
    time.sleep(0.02)  # the clock of a file system has steps
    change(archive)
    again = run(archive)
    assert again.stdout != first.stdout
    assert again.stdout == run(archive, "--fresh").stdout


def test_what_the_system_does_not_show_has_no_state(tmp_path: Path) -> None:
    assert state_of(str(tmp_path), ["none"])
    assert state_of(str(tmp_path), ["none", "\0"]) == ""
