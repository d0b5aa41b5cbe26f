"""The command line of evalb, parameter files, and what the original cannot be asked."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from legacy_scorers.common.errors import RefusalError
from legacy_scorers.evalb.options import CUTOFF_LEN, DEBUG, DELETE_LABEL, EQ_WORD, LABELED, MAX_ERROR, USAGE, Options
from tests.evalb.runs import scored
from tests.golden_cases import ROOT

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "a": [b"DEBUG 3\n", b"MAX_ERROR 5\n", b"DELETE_LABEL TOP\n"],
    "b": [b"DELETE_LABEL NP VP \r\n", b"EQ_WORD a b"],
}
UNBALANCED = b"Bracketing is unbalanced (too many open bracket)\n"


def options(*words: str) -> tuple[Options, list[bytes]]:
    """Return the options of words, and what is complained of."""
    told: list[bytes] = []
    return Options(words, FILES.__getitem__, told.append), told


@pytest.mark.parametrize(
    ("words", "numbers", "files"),
    [
        ([], (0, 10, 40, 1), []),
        (["g", "t", "u"], (0, 10, 40, 1), ["g", "t", "u"]),
        (["-dD", "-c7", "-e", "-1x"], (1, -1, 7, 1), []),
        (["-d", "-D", "-", "", "-c", "x"], (2, 10, 0, 1), [""]),
        (["-e", "1", "-pa", "-c", "-d"], (3, 5, 0, 1), []),
    ],
)
def test_options(words: list[str], numbers: tuple[int, ...], files: list[str]) -> None:
    found, told = options(*words)
    assert tuple(found.numbers[name] for name in (DEBUG, MAX_ERROR, CUTOFF_LEN, LABELED)) == numbers
    assert (found.files, told) == (files, [])


def test_lists_of_parameter_files_add_up() -> None:
    found, _ = options("-p", "a", "-p", "b")
    assert found.parameter_files == ["a", "b"]
    assert (found.labels[DELETE_LABEL], found.pairs[EQ_WORD]) == ([b"TOP", b"NP VP"], [(b"a", b"b")])


@pytest.mark.parametrize(("word", "status"), [("-h", 1), ("-hx", 1), ("-x", 0), ("--help", 0), ("-é", 0)])
def test_the_usage(word: str, status: int) -> None:
    with pytest.raises(RefusalError) as raised:
        options(word)
    assert (raised.value.message, raised.value.status) == (USAGE, status)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"LABELED", b"Empty value in parameter file (LABELED)\n"),
        (b"EQ_LABEL \t", b"Empty value in parameter file (EQ_LABEL)\n"),
        (b"LABELLED", b"Unknown keyword (LABELLED) in parameter file\n"),
        (b"EQ_LABEL a", b"EQ_LABEL requires two values\n"),
        (b"DELETE_LABEL\0X", b"Empty value in parameter file (DELETE_LABEL)\n"),
    ],
)
def test_a_bad_line_of_a_parameter_file_is_ignored(line: bytes, message: bytes) -> None:
    done = scored(b"(S (A a))\n", b"(S (A a))\n", parameters=line + b"\nCUTOFF_LEN 9\n")
    assert (done.exit, done.stderr) == (0, message)
    assert b"-- len<=9 --" in done.stdout


@pytest.mark.parametrize(
    ("line", "row"),
    [
        (b"(TOP (S (A a)", b"   1    1    1  100.00 100.00     2      2    2      0      1     1   100.00\n"),
        (b"(TOP (S (A a) (", b"   1    1    1  100.00 100.00     3      3    3      0      1     1   100.00\n"),
        (b"(TOP", b"   1    0    2    0.00   0.00     0      0    0      0      0     0     0.00\n"),
    ],
)
def test_a_line_may_end_inside_of_a_tree(line: bytes, row: bytes) -> None:
    done = scored(line, line + b"\n")
    assert (done.exit, done.stderr) == (0, b"1 : " + UNBALANCED + b"1 : " + UNBALANCED)
    assert row in done.stdout


def test_a_tree_over_two_lines_is_two_errors() -> None:
    done = scored(b"(S (A a)\n   (B b))\n", b"(S (A a) (B b))\n", "-e", "9")
    assert done.exit == 0
    assert done.stderr == (
        b"1 : " + UNBALANCED + b"1 : Length unmatch (1|2)\n2 : " + UNBALANCED
        + b"2 : Number of lines unmatch (too many lines in gold file)\n"
    )  # fmt: skip


def test_the_end_of_a_file_is_the_end_of_a_line() -> None:
    tree = b"(S (A a"
    assert scored(tree, tree) == scored(tree + b"\n", tree + b"\n")


def test_unary_chains_in_debug_output() -> None:
    done = scored(b"(X (Y (A a)))\n", b"(Y (X (A a)))\n", "-D")
    lines = [line for line in done.stdout.splitlines() if not line.startswith((b"label=", b"-"))]
    comparison = b"1.res=0, 2.res=%d, 1.start=0, 2.start=0, 1.end=1, 2.end=1"
    assert lines[4:8] == [comparison % 0, b"  LABEL[0-0]:  (Y (A a))", comparison % 0, comparison % 0]


def test_what_closes_before_the_first_bracket_does_not_end_its_text() -> None:
    done = scored(b")(S (A a)\n", b"(S (A a))\n", "-D")
    assert b"  BRACKET[0--2]:  (A a)\n" in done.stdout


def test_deleted_brackets_are_shown_without_their_function() -> None:
    done = scored(b"(TOP-X (A a))\n", b"(TOP=1 (A a))\n", "-d", parameters=b"DELETE_LABEL TOP\n")
    assert b"  0 : 5 :   0    1  TOP           0 : 5 :   0    1  TOP   \n" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="redirections of POSIX shells")
def test_a_reader_that_goes_away_ends_a_long_run_quietly(tmp_path: Path) -> None:
    (tmp_path / "trees").write_bytes(b"(S (A a))\n" * 20_000)
    line = f"{sys.executable} -I {ROOT}/bin/evalb trees trees | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, check=False)
    assert (done.stdout.splitlines()[-1], done.stderr) == (b"141", b"")
