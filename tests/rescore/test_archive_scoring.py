"""A submission scored in process, and what a process keeps from one submission to the next."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from legacy_scorers.common.cli import run
from legacy_scorers.common.host.archive import Archive, Latest
from legacy_scorers.rescore.archive.pool import Call, Pool
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.submission import Submission, score
from legacy_scorers.rescore.archive.submissions import read_archive
from legacy_scorers.rescore.reports.model import Layout
from legacy_scorers.scorer2.align import Key
from legacy_scorers.scorer2.cli import score as score_senses
from tests.golden_cases import collect
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


def test_a_key_is_read_once_for_all_submissions_of_a_task(archive: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[bytes] = []
    read_key = Key.__init__

    def noted(key: Key, content: bytes, *settings: Any) -> None:  # noqa: ANN401
        read.append(content)
        read_key(key, content, *settings)

    monkeypatch.setattr(Key, "__init__", noted)
    for task in ("one", "one", "other", "one"):
        submission = Submission(task, "b", WORDS)
        scored = score(str(archive), submission)
        assert [*scored.host.noted] == ["b.ans", "key", "map"]
    assert read == [ANSWERS] * 3


@pytest.mark.parametrize("backwards", [False, True])
def test_what_is_kept_changes_no_report(backwards: bool) -> None:
    cases = [case for case in collect() if case.path.parent.name == "scorer2" and case.input.is_dir()]
    latest, different = Latest(), []
    for case in cases[::-1] if backwards else cases:
        host = Archive("", case.environment, str(case.input), latest=latest)
        run("scorer2", score_senses, case.words[1:], host)
        different += [case.name] if host.stdout.getvalue() != case.expected("stdout") else []
    assert different == []


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


def test_a_process_goes_on_while_its_result_is_looked_at(tmp_path: Path) -> None:
    sign, end = tmp_path / "sign", time.monotonic() + 30
    with Pool(str(tmp_path), 1, 60.0, None) as pool:
        results = pool.results(enumerate([Call(os.getpid), Call(os.open, sign, os.O_CREAT)]))
        next(results)
        while not sign.exists() and time.monotonic() < end:
            time.sleep(0.01)
        assert sign.exists()
        assert [number for number, _ in results] == [1]
