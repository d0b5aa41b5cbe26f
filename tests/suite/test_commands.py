"""The commands as users start them: from elsewhere, through links, beside strangers, under any locale."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from common import SUITE, VERSION
from tests.golden_cases import ROOT
from tests.running import MODULE_OF

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_WORDS = {
    "scorer2": 0,
    "FairEval.py": 2,
    "MATScore": 1,
    "muc-score": 1,
    "conlleval": 0,
    "scorer.pl": 0,
    "iobes": 2,
    "rescore": 2,
}


@pytest.mark.parametrize("program", MODULE_OF)
def test_a_linked_command_finds_its_own_packages(program: str, tmp_path: Path) -> None:
    for package in {"common", MODULE_OF[program].partition(".")[0]}:
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
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_all_packages_are_installed() -> None:
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("[tool.setuptools]\npackages = ")[2]
    listed = ast.literal_eval(settings[: settings.index("]") + 1])
    tops = {package.partition(".")[0] for package in listed}
    found = [path.parent.relative_to(ROOT).parts for top in tops for path in (ROOT / top).glob("**/__init__.py")]
    assert sorted(listed) == sorted(map(".".join, found))


@pytest.mark.parametrize("program", MODULE_OF)
def test_executables_can_be_executed(program: str) -> None:
    assert os.access(ROOT / "bin" / program, os.X_OK)
