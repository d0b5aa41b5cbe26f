"""A submission scored in process, and what a process keeps from one submission to the next."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.submissions import read_archive
from legacy_scorers.rescore.reports.model import Layout
from tests.rescore.archives import ANSWERS, KEY, outcome_in, senses

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from legacy_scorers.rescore.reports.model import ReportLine

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


def test_each_report_of_a_submission_is_parsed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = senses(tmp_path, {"a": ANSWERS})
    published = printed(archive, ["scorer2", "key", "key"])
    (archive / "a.txt").write_bytes(published)
    parsed: list[bytes] = []
    parse = Layout.records.__func__  # type: ignore[attr-defined]

    def noted(layout: type[Layout], content: bytes, file: str) -> Iterator[ReportLine]:
        parsed.append(content)
        return parse(layout, content, file)  # type: ignore[no-any-return]

    monkeypatch.setattr(Layout, "records", classmethod(noted))
    (submission,) = read_archive(str(archive)).submissions
    result = Rescoring(submission).result(str(archive), print)
    assert result.record.verdict == "figures"
    assert sorted(parsed) == sorted([published, printed(archive, ["scorer2", "a.ans", "key"])])
