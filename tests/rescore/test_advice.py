"""The advice of ``rescore check`` is carried out: its command runs on the very files of the finding, and helps."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING, NamedTuple

import pytest

from legacy_scorers.rescore.runs.findings import findings
from legacy_scorers.rescore.runs.running import own_files, run_command
from legacy_scorers.rescore.scorers import SCORERS
from tests.golden_cases import ROOT
from tests.rescore.test_check import ADVICE, CASES, command_line, copy, expected

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from legacy_scorers.rescore.scorers.checks import Finding

PROGRAMS = (
    "LC_ALL=C",
    "awk",
    "cp",
    "for",
    "gunzip",
    "iconv",
    "iobes",
    "mkdir",
    "python3",
    "sed",
    "tail",
    "tr",
    *SCORERS,
)
COMMAND = re.compile(rf": ((?:{'|'.join(map(re.escape, PROGRAMS))}) .*)$")
NEW_FILE = re.compile(r" > (\S+\.new)$")
SCORING = re.compile(rf" \| ((?:{'|'.join(map(re.escape, SCORERS))})\b.*)$")
LISTED = re.compile(r"^(?:[^:\n]*:)?(\d+): ", re.MULTILINE)
JUDGED = (ROOT / "tests" / "rescore" / "judged.txt").read_text(encoding="utf-8").split()  # no command can mend these


class Advised(NamedTuple):
    """A finding of a case, and the command line that its advice ends in."""

    case: str
    record: dict[str, object]
    command: str

    @property
    def kind(self) -> str:
        """What the command does."""
        if NEW_FILE.search(self.command):
            return "new file"
        if SCORING.search(self.command):
            return "converted"
        program = self.command.split(" ")[0]
        return "scored" if program in SCORERS else "loop" if program == "for" else "listed"


def collected() -> Iterator[Advised]:
    for case in CASES:
        for record in expected(case):
            if found := COMMAND.search(str(record.get("advice", ""))):
                yield Advised(case, record, found[1])


ALL = [*collected()]


def of_kind(kind: str) -> pytest.MarkDecorator:
    some = [one for one in ALL if one.kind == kind]
    assert some
    return pytest.mark.parametrize("advice", some, ids=lambda one: f"{one.case}-{one.record['name']}")


@pytest.fixture
def folder(advice: Advised, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a copy of the case, in which the finding is."""
    monkeypatch.chdir(tmp_path)
    copy(advice.case, tmp_path)
    assert is_found(advice.record, command_line(advice.case))
    return tmp_path


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(ROOT / "bin"), os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        ["sh", "-c", command], cwd=folder, env=environment, capture_output=True, check=False, encoding="utf-8"
    )


def found_in(words: list[str]) -> list[Finding]:
    host = own_files()
    return [*findings(words[1:], host, run_command(SCORERS[words[0]], words[1:], host))]


def is_found(record: dict[str, object], words: list[str]) -> bool:
    return any((one.name, one.file or None) == (record["name"], record["file"]) for one in found_in(words))


@of_kind("new file")
def test_a_new_file_in_place_of_the_old_one_has_no_such_finding(advice: Advised, folder: Path) -> None:
    done = shell(advice.command, folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    name = shlex.split(advice.command)[-1]
    os.replace(name, name.removesuffix(".new"))
    assert not is_found(advice.record, command_line(advice.case))


@of_kind("converted")
def test_what_is_converted_and_scored_has_no_such_finding(advice: Advised, folder: Path) -> None:
    done = shell(advice.command, folder)
    assert (done.returncode, done.stderr) == (0, "")
    scoring = SCORING.search(advice.command)
    assert scoring is not None
    (folder / "converted").write_text(shell(advice.command[: scoring.start()], folder).stdout)
    found = found_in([*shlex.split(scoring[1]), "<", "converted"])
    assert advice.record["name"] not in [one.name for one in found]


@of_kind("scored")
def test_a_run_as_advised_has_no_such_finding(advice: Advised, folder: Path) -> None:
    done = shell(advice.command, folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert not is_found(advice.record, shlex.split(advice.command))


@of_kind("loop")
def test_every_run_of_a_loop_as_advised_succeeds(advice: Advised, folder: Path) -> None:
    done = shell(f"set -e; {advice.command}", folder)
    assert (done.returncode, done.stderr) == (0, "")


@of_kind("listed")
def test_a_list_as_advised_has_the_lines_that_the_finding_counts(advice: Advised, folder: Path) -> None:
    done = shell(advice.command, folder)
    printed = done.stdout + done.stderr
    lines = LISTED.findall(printed)
    assert lines[0] == str(advice.record["line"])
    number, _, _ = str(advice.record["message"]).partition(" ")
    assert len(lines) == len(printed.splitlines()) == int(number)


def test_a_finding_whose_advice_has_no_command_needs_somebody_to_judge() -> None:
    assert {str(one.record["name"]) for one in ALL} == ADVICE.keys() - {*JUDGED}
