"""Report files take their places whole; what stood there before is not lost."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host.placing import write_reports

if TYPE_CHECKING:
    from pathlib import Path


def test_all_files_appear_and_nothing_else(tmp_path: Path) -> None:
    write_reports({str(tmp_path / "a"): b"1", str(tmp_path / "b"): b"2"}.items())
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"1", "b": b"2"}


def test_one_unwritable_file_leaves_the_others_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    reports = {str(tmp_path / "a"): b"new", str(tmp_path / "nowhere" / "b"): b"2"}.items()
    with pytest.raises(InputError, match="cannot be written") as caught:
        write_reports(reports)
    assert caught.value.file == str(tmp_path / "nowhere" / "b")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_a_directory_in_the_place_of_a_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(InputError, match="directory"):
        write_reports({str(tmp_path / "a"): b"1", str(tmp_path / "b"): b"2"}.items())
    assert [path.name for path in tmp_path.iterdir()] == ["b"]


@pytest.mark.parametrize("again", ["scores", "./scores", "link"])
def test_two_reports_cannot_be_one_file(again: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to("scores")
    reports = [("scores", b"1"), (again, b"2")]
    with pytest.raises(InputError, match="two reports have this name"):
        write_reports(reports)
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_reports({str(tmp_path / "a"): b"1", "b\0": b"2"}.items())
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.skipif(os.name == "nt", reason="a working directory cannot be removed there")
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
