"""What the machine does to a run: odd locales, hash seeds, full disks, closed pipes, read-only folders."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import GOLDEN, ROOT, Case, Run, changed_files, prepare
from tests.test_golden import compare

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = [
    {"LC_ALL": "C"},
    {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "de_DE.ISO-8859-1", "PYTHONUTF8": "0"},
    {"PYTHONIOENCODING": "latin-1"},
    {"PYTHONHASHSEED": "0"},
    {"PYTHONHASHSEED": "1"},
    {"PYTHONHASHSEED": "4711"},
    {"PYTHONWARNINGS": "error", "PYTHONDEVMODE": "1"},
]
CASES = [
    "scorer2/basic_mixed_v",
    "scorer2/latin1",
    "scorer2/sort_utf8_bytes",
    "faireval/basic_full_config",
    "faireval/conll_stacked_punct",
    "faireval/span_latin1",
    "mat_score/b05_mixed_all_stdout",
    "mat_score/b52_unicode_stdout_utf8",
    "mat_score/b69_row_order_without_task",
    "mat_score/d20_non_ascii_file_name_csv",
    "mat_score/e08_xml_latin1",
    "muc_scorer/ne_mixed",
    "muc_scorer/te_strings",
    "muc_scorer/st_mixed",
]
SAMPLES = ["scorer2/basic_mixed_v", "faireval/basic_full_config", "mat_score/b01_perfect", "muc_scorer/ne_mixed"]
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX files and pipes")


def named(setting: dict[str, str]) -> str:
    return ",".join(f"{name}={value}" for name, value in setting.items())


def words_of(case: Case) -> list[str]:
    program, *words = case.words
    return [sys.executable, str(ROOT / "bin" / program), *words]


def scored(case: Case, folder: Path, setting: dict[str, str]) -> Run:
    prepare(case, folder)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTHON"))}
    done = subprocess.run(
        words_of(case),
        cwd=folder,
        env={**clean, "PYTHONDONTWRITEBYTECODE": "1", **case.environment, **setting},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr, changed_files(case, folder))


@pytest.mark.parametrize("setting", SETTINGS, ids=named)
@pytest.mark.parametrize("name", CASES)
def test_bytes_do_not_depend_on_the_environment(name: str, setting: dict[str, str], tmp_path: Path) -> None:
    case = Case(GOLDEN / name)
    assert not (problems := compare(case, scored(case, tmp_path, setting), tmp_path)), "\n".join(problems)


def started(case: Case, folder: Path, redirection: str) -> subprocess.CompletedProcess[bytes]:
    prepare(case, folder)
    return subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirection}', "sh", *words_of(case)],
        cwd=folder,
        env={**os.environ, **case.environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


@posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")
@pytest.mark.parametrize("name", SAMPLES)
def test_a_full_disk_under_stdout_is_one_line(name: str, tmp_path: Path) -> None:
    done = started(Case(GOLDEN / name), tmp_path, "> /dev/full")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(b": standard output: No space left on device")
    assert b"Traceback" not in done.stderr


@posix
@pytest.mark.parametrize("name", SAMPLES)
def test_a_closed_stdout_is_one_line(name: str, tmp_path: Path) -> None:
    done = started(Case(GOLDEN / name), tmp_path, ">&-")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(b": standard output: the stream is closed")
    assert b"Traceback" not in done.stderr


@posix
@pytest.mark.parametrize("name", SAMPLES)
def test_a_closed_stderr_changes_nothing_on_stdout(name: str, tmp_path: Path) -> None:
    case = Case(GOLDEN / name)
    done = started(case, tmp_path, "2>&-")
    assert done.stdout == case.expected("stdout")


@posix
@pytest.mark.parametrize("name", SAMPLES)
def test_a_reader_that_went_away_ends_the_command_quietly(name: str, tmp_path: Path) -> None:
    done = started(Case(GOLDEN / name), tmp_path, "| true")
    assert done.stderr.replace((Case(GOLDEN / name).expected("stderr") or b""), b"") == b""


@posix
@pytest.mark.parametrize("name", ["faireval/out_new_dir", "mat_score/b06_csv_default", "muc_scorer/ne_mixed"])
def test_a_read_only_folder_is_one_line(name: str, tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    case = Case(GOLDEN / name)
    prepare(case, tmp_path)
    tmp_path.chmod(0o555)
    try:
        done = subprocess.run(words_of(case), cwd=tmp_path, capture_output=True, check=False)
    finally:
        tmp_path.chmod(0o755)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert changed_files(case, tmp_path) == {}
