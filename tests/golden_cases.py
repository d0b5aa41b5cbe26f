"""Golden cases: recorded or derived runs of a command, and how to run and compare one.

``golden/<package>/<case>/`` holds ``cmd``, ``before``, ``note``, ``env``, ``in/``, ``stdout`` (or ``stdout_prefix``),
``stderr`` (or ``stderr_exception``), ``exit``, ``out/`` and ``origin``; docs/architecture.md describes them.
Where ``in`` is a file, it names the folder, from the root of the project, that holds the input. A ``cmd`` that ends in
``< FILE`` has that file of the input as its standard input; that of all others is empty.

In what is expected, ``@CWD@`` stands for the working directory, ``@VERSION@`` for the version of the suite, and
``@FINGERPRINT@`` for the hash of all that the record of a submission depends on, of which the version is part;
``@SCORERS@`` for the names of all scorers in a message.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeVar

from legacy_scorers import common
from legacy_scorers.common.host import redirected
from legacy_scorers.rescore.scorers import SCORERS
from tests.running import HANGS_S, MODULE_OF, SETTINGS, Run, read_files

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "golden"
ORIGINS = ("original", "manual", "derived", "ours")
PROTECTED = ("original", "manual")
PACKAGE_OF = {name: module.split(".")[1] for name, module in MODULE_OF.items() if name not in ("iobes", "rescore")}
T = TypeVar("T")
HERE = b"@CWD@"
MODULE = b"@MODULE@"
ALL_SCORERS = re.compile("(?:, | or )".join(map(re.escape, SCORERS)).encode())
QUOTED = re.compile(r"['\"\\]")
FINGERPRINT = re.compile(rb'(?<="signature":")[0-9a-f]{64}(?=")')
BEFORE_VERSION = rb"(legacy-scorers\)? |\|v:|, version |>version |\"(?:version|suite)\":\")"


class Case(NamedTuple):
    """One golden case: a directory below ``golden/<package>/``."""

    path: Path

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.name}"

    @property
    def origin(self) -> str:
        return self._text("origin").strip()

    @property
    def words(self) -> list[str]:
        return self._words_and_input[0]

    @property
    def standard_input(self) -> str:
        """The file that is read as standard input."""
        return self._words_and_input[1]

    def open_standard_input(self, folder: Path) -> BinaryIO:
        """Open standard input in the working directory of the run."""
        return open(folder / self.standard_input, "rb")

    @property
    def _words_and_input(self) -> tuple[list[str], str]:
        words, file = redirected(self.typed) if self.typed[0] in PACKAGE_OF else (self.typed, "")
        return [*words], file or os.devnull

    @property
    def typed(self) -> list[str]:
        """All words, as rescore takes them: ``<`` and the file of standard input are among them."""
        return list(_words(self.path / "cmd"))

    @property
    def before(self) -> list[str]:
        """The words of a command line to run first, whose output nobody looks at; there may be none."""
        return shlex.split(self._text("before")) if (self.path / "before").exists() else []

    @property
    def environment(self) -> dict[str, str]:
        lines = self._text("env").splitlines() if (self.path / "env").exists() else []
        return dict(line.split("=", 1) for line in lines if line)

    @property
    def input(self) -> Path:
        """The folder with the input of the run; there may be none."""
        folder = self.path / "in"
        return ROOT / self._text("in").strip() if folder.is_file() else folder

    def _text(self, part: str) -> str:
        return (self.path / part).read_bytes().decode()

    def expected(self, part: str) -> bytes | None:
        file = self.path / part
        return file.read_bytes() if file.exists() else None

    def expected_files(self) -> dict[str, bytes]:
        return read_files(self.path / "out")


@cache
def _words(file: Path) -> list[str]:
    text = file.read_bytes().decode()
    return shlex.split(text) if QUOTED.search(text) else text.split()  # a tenth of the time


def masked(content: bytes) -> bytes:
    """Return output with placeholders for what differs between two versions of the suite."""
    content = ALL_SCORERS.sub(b"@SCORERS@", content)
    ours = BEFORE_VERSION + re.escape(common.VERSION.encode()) + rb"(?![.\w]*\d)"
    return FINGERPRINT.sub(b"@FINGERPRINT@", re.sub(ours, rb"\1@VERSION@", content))


@cache
def collect() -> list[Case]:
    """Return every case below ``golden/``, sorted by package and name."""
    return [Case(cmd.parent) for cmd in sorted(GOLDEN.glob("*/*/cmd"))]


def is_night() -> bool:
    """Say whether this is the nightly run, which takes as long as it likes."""
    return os.environ.get("HYPOTHESIS_PROFILE") == "nightly"


def some(cases: Sequence[T], step: int) -> Sequence[T]:
    """Return every ``step``-th case; in the nightly run all of them."""
    return cases if is_night() else cases[::step]


def prepare(case: Case, folder: Path) -> None:
    """Make ``folder`` the working directory of the case's run."""
    if case.input.exists():
        shutil.copytree(case.input, folder, dirs_exist_ok=True)


def changed_files(case: Case, folder: Path) -> dict[str, bytes]:
    """Return the files in ``folder`` that are not as the case's input had them."""
    before = read_files(case.input)
    return {name: content for name, content in read_files(folder).items() if before.get(name) != content}


def run_in_bin(case: Case, folder: Path) -> Run:
    """Run the case's command as a user types it."""
    prepare(case, folder)
    program, *words = case.words
    stripped = (*SETTINGS, "PYTHON")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(stripped)}
    with case.open_standard_input(folder) as standard_input:
        done = subprocess.run(
            [sys.executable, str(ROOT / "bin" / program), *words],
            cwd=folder,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1", **case.environment},
            stdin=standard_input,
            capture_output=True,
            check=False,
            timeout=HANGS_S,
        )
    return Run(done.returncode, done.stdout, done.stderr, changed_files(case, folder))


def first_difference(wanted: bytes, got: bytes) -> str:
    """Say where ``got`` leaves ``wanted``: line and column from 1, and both lines."""
    wanted_lines, got_lines = wanted.splitlines(keepends=True), got.splitlines(keepends=True)
    for number in range(max(len(wanted_lines), len(got_lines))):
        want = wanted_lines[number] if number < len(wanted_lines) else b"<end>"
        have = got_lines[number] if number < len(got_lines) else b"<end>"
        if want != have:
            column = 1 + next((i for i, (a, b) in enumerate(zip(want, have)) if a != b), min(len(want), len(have)))
            return f"line {number + 1}, column {column}:\n  wanted {want!r}\n  got    {have!r}"
    return "no difference"
