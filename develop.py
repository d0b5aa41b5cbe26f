#!/usr/bin/env python3
"""Everything a fresh clone needs, in one word: make the virtual environment, then show, check or measure.

    python3 develop.py demo         score the bundled submissions with every command and show the reports
    python3 develop.py test         format, lint, type-check and test
    python3 develop.py nightly      the same with the long fuzz tests
    python3 develop.py benchmark    measure every command and print the table

Needs Python 3.10 or later and nothing else. The environment is ``.venv`` in this folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".venv"
SCRIPTS = ENVIRONMENT / ("Scripts" if os.name == "nt" else "bin")
PYTHON = SCRIPTS / ("python.exe" if os.name == "nt" else "python")
STAMP = ENVIRONMENT / "installed.txt"


def install() -> None:
    """Make the environment and install the pinned tools, unless that was done for this pyproject.toml."""
    wanted = sys.version + (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == wanted:
        return
    venv.create(ENVIRONMENT, clear=True, with_pip=True)
    call("-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{ROOT}[dev]")
    STAMP.write_text(wanted, encoding="utf-8")


def call(*words: str) -> None:
    """Run the environment's Python in the project's folder; end with its exit status if it fails."""
    status = subprocess.call([str(PYTHON), *words], cwd=ROOT)
    if status:
        raise SystemExit(status)


def demo() -> None:
    """Score the bundled submissions and show the reports."""
    call("examples/demo.py")


def test() -> None:
    """Format, lint, type-check and test."""
    call("-m", "ruff", "format", "--check", ".")
    call("-m", "ruff", "check", ".")
    call("-m", "mypy")
    call("-m", "pytest", "-n", "auto")


def nightly() -> None:
    """Test with the long fuzz profile."""
    os.environ["HYPOTHESIS_PROFILE"] = "nightly"
    test()


def benchmark() -> None:
    """Measure every command and print the table."""
    call("-m", "benchmarks.run")


TASKS = {"demo": demo, "test": test, "nightly": nightly, "benchmark": benchmark}


def main(words: list[str]) -> int:
    """Run the named task."""
    if sys.version_info < (3, 10):
        print("develop.py: Python 3.10 or later is needed", file=sys.stderr)
        return 1
    if len(words) != 1 or words[0] not in TASKS:
        print(__doc__, file=sys.stderr)
        return 2
    install()
    TASKS[words[0]]()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
