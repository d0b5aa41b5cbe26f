"""A submission scored in process, and what a process keeps from one submission to the next."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.scorer2.align import Key
from tests.rescore.archives import ANSWERS, KEY, outcome_in, senses

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


MAP = b"bank_1\nbank_2 2 bank_1\n"
WORDS = ["scorer2", "b.ans", "key", "map", "-g", "mixed"]


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    archive = senses(tmp_path, {"a": ANSWERS, "b": KEY})
    (archive / "key").write_bytes(ANSWERS)
    (archive / "map").write_bytes(MAP)
    return archive


def printed(archive: Path, words: list[str] = WORDS) -> bytes:
    return outcome_in(archive, words).stdout


def test_a_key_is_read_once_for_all_submissions(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []

    def spied(content: bytes, coarse: Callable[[bytes], bytes] | None, minimal: bool) -> Key:
        read.append(content)
        return Key(content, coarse, minimal)

    monkeypatch.setattr("legacy_scorers.scorer2.cli.Key", spied)
    (archive / "key").write_bytes(KEY + b"bank.n bank.n.003 bank_1\n")  # no other test has read it
    for name in ("a", "b", "a"):
        printed(archive, ["scorer2", f"{name}.ans", *WORDS[2:]])
    assert len(read) == 1


@pytest.mark.parametrize(("name", "content"), [("key", KEY), ("map", MAP.replace(b" 2 ", b" 4 "))])
def test_another_key_or_map_of_the_same_name_size_and_time_is_read(name: str, content: bytes, archive: Path) -> None:
    before, status = printed(archive), (archive / name).stat()
    (archive / name).write_bytes(content)
    os.utime(archive / name, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (archive / name).stat().st_size == status.st_size
    assert printed(archive) != before


@pytest.mark.parametrize("words", [["-m"], ["-g", "coarse"], ["-g", "fine"]])
def test_other_settings_read_the_key_in_their_own_way(words: list[str], archive: Path) -> None:
    (archive / "key").write_bytes(KEY.replace(b".002 bank_1", b".002 bank_1 bank_3"))
    before = printed(archive)
    assert printed(archive, [*WORDS[:4], *words]) != before
    assert printed(archive) == before
