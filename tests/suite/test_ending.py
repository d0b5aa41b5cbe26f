"""An interrupt ends every command without a word, at whatever import it comes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from itertools import product
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.commands import COMMANDS
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

INTERRUPTED_WHILE_IMPORTING = """
import os, signal, sys

class Interrupting:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == os.environ["AT_IMPORT_OF"]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting)
"""


def entry_point(program: str) -> str:
    """Return code that does what the command does that an installation makes."""
    return f"import sys; from legacy_scorers.commands import COMMANDS; sys.exit(COMMANDS[{program!r}]())"


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
@pytest.mark.parametrize(
    ("program", "form", "at"),
    [
        *product(COMMANDS, ["executable"], ["cli"]),
        *product(["scorer2"], ["executable"], ["legacy_scorers", "legacy_scorers.commands"]),
        *product(["rescore"], ["executable", "entry point"], ["package", "errors", "cli"]),
    ],
)
def test_an_interrupt_during_imports_is_quiet(program: str, form: str, at: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_WHILE_IMPORTING)
    words = [str(ROOT / "bin" / program)] if form == "executable" else ["-c", entry_point(program)]
    module = COMMANDS[program].module
    modules = {"package": module.rpartition(".")[0], "errors": "legacy_scorers.common.errors", "cli": module}
    done = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}", "AT_IMPORT_OF": modules.get(at, at)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, b"", b"")
