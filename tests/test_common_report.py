"""Report sets: all files of a run appear, or none; what stood there before is not lost."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from common.errors import InputError
from common.report import ReportSet

if TYPE_CHECKING:
    from pathlib import Path


def report_set(files: dict[str, bytes]) -> ReportSet:
    reports = ReportSet()
    for path, content in files.items():
        reports.add(path, content)
    return reports


def test_all_files_appear_and_nothing_else(tmp_path: Path) -> None:
    report_set({str(tmp_path / "a"): b"1", str(tmp_path / "b"): b"2"}).write()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


def test_one_unwritable_file_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    reports = report_set({str(tmp_path / "a"): b"new", str(tmp_path / "nowhere" / "b"): b"2"})
    with pytest.raises(InputError, match="cannot be written") as caught:
        reports.write()
    assert caught.value.file == str(tmp_path / "nowhere" / "b")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_a_directory_in_the_place_of_a_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(InputError, match="directory"):
        report_set({str(tmp_path / "a"): b"1", str(tmp_path / "b"): b"2"}).write()
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


def test_a_link_stays_and_its_target_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    report_set({str(tmp_path / "link"): b"new"}).write()
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_permissions_of_an_existing_report_stay(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    report_set({str(tmp_path / "a"): b"new"}).write()
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
def test_a_full_disk_is_one_located_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(InputError, match="/dev/full: cannot be written"):
        report_set({str(tmp_path / "a"): b"new", "/dev/full": b"2"}).write()
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_device_is_written_to_and_not_replaced() -> None:
    report_set({os.devnull: b"1"}).write()
    assert not os.path.isfile(os.devnull)
