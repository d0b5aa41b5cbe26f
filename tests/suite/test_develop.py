"""``develop.py`` on machines where it cannot do its work: one line that says what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests import unprivileged
from tests.golden_cases import ROOT
from tests.unprivileged import reachable_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX permissions")


@pytest.fixture
def checkout() -> Iterator[Path]:
    """Return a folder with what ``develop.py`` looks at before it runs anything of the project."""
    with reachable_folder() as folder:
        for name in ("develop.py", "pyproject.toml", "README.md", "LICENSE", "setup.py"):
            shutil.copy(ROOT / name, folder)
        yield folder


def problem_of(done: subprocess.CompletedProcess[bytes]) -> str:
    """Return the last line on standard error, of a run that failed without a traceback."""
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    *steps, problem = done.stderr.decode().splitlines()
    assert all(step.startswith("develop.py: ") for step in steps)
    return problem


def test_a_python_without_ensurepip_is_one_line(checkout: Path) -> None:
    code = (
        "import runpy, sys; sys.modules['ensurepip'] = None; sys.argv = ['develop.py', 'demo']; "
        "runpy.run_path('develop.py', run_name='__main__')"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=checkout, capture_output=True, check=False)
    advice = "install it (on Debian and Ubuntu: apt install python3-venv)"
    assert problem_of(done) == f"develop.py: this Python has no module ensurepip; {advice}"
    assert not (checkout / ".venv").exists()


@posix
def test_a_checkout_that_cannot_be_written_is_one_line(checkout: Path) -> None:
    checkout.chmod(0o555)
    done = unprivileged.run([sys.executable, "develop.py", "demo"], checkout)
    problem = "cannot be written (Permission denied); use a copy of the project that you can write to"
    assert problem_of(done) == f"develop.py: {checkout / '.venv'}: {problem}"


@posix
def test_what_a_link_leads_to_is_not_emptied(checkout: Path) -> None:
    (checkout / "kept").mkdir()
    (checkout / "kept" / "file").touch()
    (checkout / ".venv").symlink_to("kept")
    done = subprocess.run([sys.executable, "develop.py", "demo"], cwd=checkout, capture_output=True, check=False)
    advice = "is a link, and the folder that it leads to would be emptied; remove the link"
    assert problem_of(done) == f"develop.py: {checkout / '.venv'} {advice}"
    assert (checkout / "kept" / "file").exists()


def test_an_index_that_cannot_be_reached_is_one_line(checkout: Path) -> None:
    nowhere = {
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_INDEX_URL": "http://localhost:9/",
        "PIP_FIND_LINKS": "",
        "PIP_RETRIES": "0",
        "PIP_NO_CACHE_DIR": "1",
    }
    done = subprocess.run(
        [sys.executable, "develop.py", "demo"],
        cwd=checkout,
        env={**os.environ, **nowhere},
        capture_output=True,
        check=False,
    )
    problem = problem_of(done)
    assert problem.startswith("develop.py: pip could not install the tools (ERROR: ")
    assert problem.endswith("connect to a package index, or name one in PIP_INDEX_URL, and try again")


@pytest.mark.parametrize("words", [[], ["nonsense"], ["demo", "test"]])
def test_without_a_task_the_tasks_are_listed(words: list[str], checkout: Path) -> None:
    done = subprocess.run([sys.executable, "develop.py", *words], cwd=checkout, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"python3 develop.py demo " in done.stderr
