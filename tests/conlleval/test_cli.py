"""The command line of conlleval, its streams, and its former name."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.errors import RefusalError
from legacy_scorers.conlleval.options import Options
from tests.conlleval.runs import scored
from tests.golden_cases import GOLDEN, ROOT

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = [sys.executable, "-I", str(ROOT / "bin" / "conlleval")]
EMPTY = b"processed 0 tokens with 0 phrases; found: 0 phrases; correct: 0.\n"
OUTPUT = GOLDEN / "conlleval" / "basic_chunks" / "in" / "output.txt"
REPORT = (GOLDEN / "conlleval" / "basic_chunks" / "stdout").read_bytes()


@pytest.mark.parametrize(
    ("words", "latex", "raw", "delimiter", "outside"),
    [
        ([], False, False, b" ", b"O"),
        (["-l", "-r", "-l"], True, True, b" ", b"O"),
        (["-d", "-l", "-o", "-r"], False, False, b"-l", b"-r"),
        (["-d", "", "-o", ""], False, False, b"", b""),
        (["-d", ",", "-d", "\udce9"], False, False, b"\xe9", b"O"),
    ],
)
def test_options(words: list[str], latex: bool, raw: bool, delimiter: bytes, outside: bytes) -> None:
    options = Options(words)
    assert (options.latex, options.raw, options.delimiter, options.outside) == (latex, raw, delimiter, outside)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-d"], b"-d requires delimiter character"),
        (["-l", "-o"], b"-o requires delimiter character"),
        (["-ld", "x"], b"unknown argument -ld"),
        (["-d", "-o", "x"], b"unexpected command line argument"),
        (["-\udcff"], b"unknown argument -\xff"),
    ],
)
def test_the_first_bad_word_is_reported(words: list[str], message: bytes) -> None:
    with pytest.raises(RefusalError) as raised:
        Options(words)
    assert (raised.value.message, raised.value.status) == (b"conlleval: %b\n" % message, 255)


@pytest.mark.skipif(os.name != "posix", reason="Perl hands a script over where there are POSIX processes")
@pytest.mark.skipif(shutil.which("perl") is None, reason="Perl is not installed")
@pytest.mark.parametrize("by_link", [False, True])
def test_perl_hands_the_script_over(by_link: bool, tmp_path: Path) -> None:
    script = ROOT / "bin" / "conlleval.pl"
    if by_link:
        script = tmp_path / "conlleval.pl"
        script.symlink_to(ROOT / "bin" / "conlleval.pl")
    with open(OUTPUT, "rb") as stdin:
        done = subprocess.run(["perl", script, "-d", r"\s+"], stdin=stdin, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, REPORT, b"")
    done = subprocess.run(["perl", script, "-x"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (255, b"", b"conlleval: unknown argument -x\n")


def test_it_is_installed_by_both_names() -> None:
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in ("conlleval", "conlleval.pl"):
        assert f'"{name}" = "legacy_scorers.commands:conlleval"' in settings


@pytest.mark.skipif(os.name != "posix", reason="redirections of POSIX shells")
@pytest.mark.parametrize(
    ("redirection", "status", "stdout", "stderr"),
    [
        ("<&-", 0, EMPTY, b""),
        ("0>written", 1, b"", b"conlleval: standard input: Bad file descriptor\n"),
        ("</dev/null >&-", 1, b"", b"conlleval: standard output: the stream is closed\n"),
    ],
)
def test_streams_that_are_not_there(
    redirection: str, status: int, stdout: bytes, stderr: bytes, tmp_path: Path
) -> None:
    line = f"{shlex.join(COMMAND)} {redirection}"
    done = subprocess.run(["/bin/sh", "-c", line], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, stdout, stderr)


def test_lines_of_any_length_and_blocks_of_any_kind() -> None:
    long = b"x" * 200_000
    content = b"".join([long + b" B-A B-A\n", b"\n", b"b O O\n" * 30_000, long + b" O O"])
    assert scored(content).stdout.startswith(b"processed 30002 tokens with 1 phrases; found: 1 phrases; correct: 1.\n")
