"""The frame around every command: exit statuses, the one line on standard error, streams that are gone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

from legacy_scorers.common.cli import CLOSED_PIPE, INTERRUPTED, main_of
from legacy_scorers.common.errors import InputError
from legacy_scorers.common.host import Host

ROOT = Path(__file__).resolve().parents[2]


def raising(error: BaseException) -> int:
    def score(words: Sequence[str], host: Host) -> int:
        raise error

    return main_of("scorer", score, [])


def caused(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (InputError("a column is missing", "gold.key", 3), 1, b"scorer: gold.key:3: a column is missing\n"),
        (InputError("is empty", "gold.key"), 1, b"scorer: gold.key: is empty\n"),
        (InputError("no file was named", status=2), 2, b"scorer: no file was named\n"),
        (InputError("two\nlines"), 1, b"scorer: two lines\n"),
        (InputError("unknown id '\x1b[2J\x9b'"), 1, b"scorer: unknown id '\\x1b[2J\\x9b'\n"),
        (InputError("unknown", "\udcff"), 1, b"scorer: \\udcff: unknown\n"),
        (InputError("unknown id '\ud800'", "\udcff"), 1, b"scorer: \\udcff: unknown id '\\ud800'\n"),
        (FileNotFoundError(2, "No such file", "gold.key"), 1, b"scorer: gold.key: No such file\n"),
        (OSError(24, "Too many open files"), 1, b"scorer: Too many open files\n"),
        (
            ImportError("failed to map", name="etree", path="/lxml/etree.so"),
            1,
            b"scorer: a library cannot be loaded (failed to map)\n",
        ),
        (
            ModuleNotFoundError("No module named 'nowhere'", name="nowhere.part"),
            1,
            b"scorer: a library cannot be loaded (No module named 'nowhere')\n",
        ),
        (
            caused(ImportError("read this for advice"), ImportError("failed to map", name="core", path="core.so")),
            1,
            b"scorer: a library cannot be loaded (failed to map)\n",
        ),
        (
            caused(ImportError("cannot import", name="nowhere"), OSError(24, "Too many open files")),
            1,
            b"scorer: a library cannot be loaded ([Errno 24] Too many open files)\n",
        ),
        (RecursionError(), 1, b"scorer: the input is nested too deeply to be read\n"),
        (MemoryError(), 1, b"scorer: the input does not fit into memory\n"),
        (SystemError("error return without exception set"), 1, b"scorer: the input does not fit into memory\n"),
        (BrokenPipeError(), CLOSED_PIPE, b""),
        (KeyboardInterrupt(), INTERRUPTED, b""),
    ],
)  # fmt: skip
def test_errors_become_one_line_and_a_status(
    error: BaseException,
    status: int,
    line: bytes,
    capfdbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("legacy_scorers.common.host.system._abandon", lambda stream: None)
    assert raising(error) == status
    assert capfdbinary.readouterr() == (b"", line)


def executing(program: str) -> int:
    def score(words: Sequence[str], host: Host) -> int:
        exec(program)
        return 0

    return main_of("scorer", score, [])


@pytest.mark.parametrize(
    "wrong",
    [
        "from legacy_scorers.common.errors import Missing",
        "import legacy_scorers.common.missing",
        "from compiled import missing",
        "1 +",
        "try:\n import nowhere\nexcept ImportError:\n from legacy_scorers.common.errors import Missing",
    ],
)
def test_a_mistake_of_ours_is_no_lack_of_a_library(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("compiled")
    library.__file__ = "/compiled.so"
    monkeypatch.setitem(sys.modules, "compiled", library)
    with pytest.raises((ImportError, SyntaxError)):
        executing(wrong)


def test_words_are_passed_and_the_status_comes_back(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    def score(words: Sequence[str], host: Host) -> int:
        host.stdout.write(" ".join(words).encode())
        return len(words)

    assert main_of("scorer", score, ["a", "b"]) == 2
    assert capfdbinary.readouterr().out == b"a b"


PROGRAM = """
import sys
from legacy_scorers.common.cli import main_of
sys.exit(main_of("scorer", lambda words, host: host.stdout.write(b"x" * 99999) or 0))
"""


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_a_reader_that_went_away_ends_the_command_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == CLOSED_PIPE
