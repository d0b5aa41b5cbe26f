"""Packages of other projects under our names: every command and module says which it met, and runs none of it."""

from __future__ import annotations

import functools
import os
import signal
import subprocess
import sys
from itertools import product
from typing import TYPE_CHECKING

import pytest

from tests.golden_cases import PACKAGE_OF, ROOT
from tests.running import MODULE_OF

if TYPE_CHECKING:
    from pathlib import Path

DOORS = {
    "scorer2": "scorer2",
    "FairEval.py": "faireval",
    "MATScore": "matscore",
    "muc-score": "muc_score",
    "conlleval": "conlleval",
    "scorer.pl": "coref_scorer",
    "iobes": "iobes",
    "rescore": "rescore",
}
STRANGERS = {
    "a package": "{package}/__init__.py",
    "a module": "{package}.py",
    "a folder without a module": "{package}",
}


def top_package(program: str) -> str:
    return MODULE_OF[program].partition(".")[0]


def make_stranger(kind: str, package: str, folder: Path) -> str:
    """Make another project's package that must not be run, and return its name relative to ``folder``."""
    name = STRANGERS[kind].format(package=package)
    if name.endswith(".py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("raise RuntimeError('a stranger ran')\n")
    else:
        (folder / name / "inside").mkdir(parents=True)
    return name


def with_strangers(program: str, folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Run Python code where the packages of ``folder`` are found before ours, as PYTHONPATH has it."""
    code = f"import sys; sys.path[:0] = sys.argv[1:]; {program}"
    return subprocess.run([sys.executable, "-I", "-c", code, folder, ROOT], capture_output=True, check=False)


def assert_refused(done: subprocess.CompletedProcess[bytes], command: str, package: str, file: Path) -> None:
    problem = f"is another project's package '{package}'; leave it out of PYTHONPATH, "
    advice = "or install legacy-scorers in an environment of its own"
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"{command}: {file}: {problem}{advice}\n"


# A folder without a module stands behind all modules of the name, so that ours is found.
@pytest.mark.parametrize("kind", ["a package", "a module"])
@pytest.mark.parametrize("own", [True, False], ids=["the scorer's package", "common"])
@pytest.mark.parametrize("program", MODULE_OF)
def test_an_entry_point_refuses_a_stranger(program: str, own: bool, kind: str, tmp_path: Path) -> None:
    package = top_package(program) if own else "common"
    name = make_stranger(kind, package, tmp_path)
    done = with_strangers(f"from legacy_scorers import {DOORS[program]} as door; sys.exit(door())", tmp_path)
    assert_refused(done, program, package, tmp_path / name)


@pytest.mark.parametrize("program", PACKAGE_OF)
def test_a_package_refuses_a_stranger_as_common(program: str, tmp_path: Path) -> None:
    make_stranger("a package", "common", tmp_path)
    done = with_strangers(f"import {PACKAGE_OF[program]}", tmp_path)
    assert_refused(done, program, "common", tmp_path / "common" / "__init__.py")


@pytest.mark.parametrize("package", ["common", "faireval"])
def test_the_module_refuses_a_stranger(package: str, tmp_path: Path) -> None:
    make_stranger("a package", package, tmp_path)
    done = with_strangers("import FairEval", tmp_path)
    assert_refused(done, "import FairEval", package, tmp_path / package / "__init__.py")


@functools.cache
def executed(program: str, folder: Path, python_path: str) -> tuple[int, bytes, bytes]:
    """Return what the executable does without words."""
    command = [sys.executable, str(ROOT / "bin" / program)]
    environment = {**os.environ, "PYTHONPATH": python_path}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("kind", STRANGERS)
@pytest.mark.parametrize("package", ["common", "scorer2", "FairEval"])
def test_an_executable_does_not_even_look_at_strangers(package: str, kind: str, tmp_path: Path) -> None:
    make_stranger(kind, package, tmp_path)
    for program in MODULE_OF:
        assert executed(program, tmp_path, str(tmp_path)) == executed(program, ROOT, "")


@pytest.mark.parametrize("content", ["", "import nowhere\n", "print 'of Python 2'\n"])
def test_a_stranger_installed_over_common_is_refused(content: str, tmp_path: Path) -> None:
    site = tmp_path / "site"
    (site / "common").mkdir(parents=True)
    for name in ("legacy_scorers.py", "scorer2"):
        (site / name).symlink_to(ROOT / name)
    (site / "common" / "cli.py").symlink_to(ROOT / "common" / "cli.py")
    (site / "common" / "__init__.py").write_text(content)
    code = "import sys; sys.path.insert(0, sys.argv.pop()); from legacy_scorers import scorer2; sys.exit(scorer2())"
    done = subprocess.run([sys.executable, "-I", "-c", code, site], capture_output=True, check=False)
    assert_refused(done, "scorer2", "common", site / "common" / "__init__.py")


INTERRUPTED_WHILE_IMPORTING = """
import os, signal, sys

class Interrupting:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == os.environ["AT_IMPORT_OF"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("form", "at"),
    [("executable", "legacy_scorers"), *product(["executable", "entry point"], ["package", "errors", "cli"])],
)
@pytest.mark.parametrize("program", MODULE_OF)
def test_an_interrupt_during_imports_is_quiet(program: str, form: str, at: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_WHILE_IMPORTING)
    door = f"import sys; from legacy_scorers import {DOORS[program]} as door; sys.exit(door())"
    words = [str(ROOT / "bin" / program)] if form == "executable" else ["-c", door]
    module = {"package": top_package(program), "errors": "common.errors", "cli": MODULE_OF[program]}.get(at, at)
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "AT_IMPORT_OF": module},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, b"", b"")
