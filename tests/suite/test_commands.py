"""The commands as users start them: from elsewhere, through links, beside strangers, under any locale."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common import SUITE, VERSION
from tests.golden_cases import PACKAGE_OF, ROOT
from tests.running import MODULE_OF
from tests.suite import test_faults, test_neighbours, test_planted, test_shell, test_startup, test_terminal

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_WORDS = {
    "scorer2": 0,
    "FairEval.py": 2,
    "MATScore": 1,
    "muc-score": 1,
    "conlleval": 0,
    "scorer.pl": 0,
    "evalb": 1,
    "m2scorer": 255,
    "iobes": 2,
    "rescore": 2,
}


def test_tables_of_these_tests_have_a_row_for_each_scorer() -> None:
    for cases in (test_faults.SCORED, [case for case, _ in test_startup.RUNS]):
        assert {*PACKAGE_OF.values()} <= {case.partition("/")[0] for case in cases}
    for lines in (test_neighbours.LINES, test_planted.LINES, test_terminal.SAME, test_shell.FILES, WITHOUT_WORDS):
        assert {*PACKAGE_OF} <= {line.partition(" ")[0] for line in lines}


@pytest.mark.parametrize("program", MODULE_OF)
def test_a_linked_command_finds_its_own_packages(program: str, tmp_path: Path) -> None:
    for package in {"common", MODULE_OF[program].split(".")[1]}:
        (tmp_path / "strangers" / package).mkdir(parents=True)
        (tmp_path / "strangers" / package / "__init__.py").write_text("raise ImportError('a stranger')")
    (tmp_path / program).symlink_to(ROOT / "bin" / program)
    direct = subprocess.run([sys.executable, ROOT / "bin" / program], cwd=ROOT, capture_output=True, check=False)
    linked = subprocess.run(
        [sys.executable, tmp_path / program],
        cwd=tmp_path / "strangers",
        env={**os.environ, "PYTHONPATH": str(tmp_path / "strangers")},
        capture_output=True,
        check=False,
    )
    assert linked.returncode == direct.returncode == WITHOUT_WORDS[program]
    assert (linked.stdout, linked.stderr) == (direct.stdout, direct.stderr)


@pytest.mark.parametrize("program", ["FairEval.py", "MATScore", "rescore"])
def test_the_version_is_that_of_the_project(program: str) -> None:
    done = subprocess.run([sys.executable, ROOT / "bin" / program, "--version"], capture_output=True, check=True)
    assert done.stdout.decode() == f"{program} ({SUITE}) {VERSION}\n"
    assert f'__version__ = "{VERSION}"' in (ROOT / "legacy_scorers" / "__init__.py").read_text(encoding="utf-8")


def test_a_copy_of_an_executable_says_where_it_belongs(tmp_path: Path) -> None:
    for program in MODULE_OF:
        copy = shutil.copy(ROOT / "bin" / program, tmp_path)
        done = subprocess.run([sys.executable, "-I", copy], cwd=tmp_path, capture_output=True, check=False)
        advice = f"link to bin/{program} there (ln -s), or install it"
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.decode() == f"{program}: this copy is not in its project; {advice}\n"


def test_python_runs_each_command_by_its_name(tmp_path: Path) -> None:
    python = [sys.executable, "-m", "legacy_scorers"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    listed = subprocess.run(python, cwd=tmp_path, env=environment, capture_output=True, check=True)
    for program in MODULE_OF:
        direct = subprocess.run(
            [sys.executable, ROOT / "bin" / program], cwd=tmp_path, capture_output=True, check=False
        )
        done = subprocess.run([*python, program], cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stdout, done.stderr) == (direct.returncode, direct.stdout, direct.stderr)
        assert f"  {program} " in listed.stdout.decode()
    unknown = subprocess.run([*python, "scorer3"], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (unknown.returncode, unknown.stdout) == (2, b"")
    assert unknown.stderr.startswith(b"legacy_scorers: no command 'scorer3'; the commands are scorer2,")


@pytest.mark.parametrize("program", MODULE_OF)
def test_executables_can_be_executed(program: str) -> None:
    assert os.access(ROOT / "bin" / program, os.X_OK)


@pytest.mark.skipif(
    shutil.which("perl") is None or os.name != "posix", reason="Perl is not installed, or not for POSIX"
)
@pytest.mark.parametrize("program", ["conlleval.pl", "scorer.pl"])
def test_perl_looks_for_its_name_in_the_first_line_only_and_hands_over_its_options(
    program: str, tmp_path: Path
) -> None:
    link = tmp_path / "perl" / program
    link.parent.mkdir()
    link.symlink_to(ROOT / "bin" / program)
    usual, done, warning = [
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        for command in ([str(ROOT / "bin" / program)], ["perl", str(link)], ["perl", "-w", str(link)])
    ]
    assert (done.returncode, done.stdout, done.stderr) == (usual.returncode, usual.stdout, usual.stderr)
    assert (warning.returncode, warning.stdout) == (2, b"")
    assert warning.stderr.startswith(b"Unknown option: -w\n")
