"""The command line of scorer2, both streams, and files that are not as they should be."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from legacy_scorers.common.host.memory import Memory
from legacy_scorers.scorer2.cli import Options, main, score
from tests.golden_cases import ROOT
from tests.terminal import shown_on

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = [sys.executable, "-I", str(ROOT / "bin" / "scorer2")]
KEY = b"w 1 a\nw 2 b\n"
ANSWERS = b"w 1 a\nw 2 a\n"
MAP = b"a 2 b\nb\n"
EMPTY_REPORT = b"""
Fine-grained score for "sys.ans" using key "gold.key":
 precision: -nan (0.00 correct of 0.00 attempted)
 recall: -nan (0.00 correct of 0.00 in total)
 attempted: -nan % (0.00 attempted of 0.00 in total)

"""


def write_files(folder: Path) -> None:
    for name, content in (("gold.key", KEY), ("sys.ans", ANSWERS), ("senses.map", MAP)):
        (folder / name).write_bytes(content)


def run(folder: Path, *words: str | bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *words], cwd=folder, capture_output=True, check=False)


@pytest.mark.parametrize(
    ("words", "granularity", "maps", "minimal", "verbose"),
    [
        ("", "fine", [], False, False),
        ("-m -v -v", "fine", [], True, True),
        ("a b", "fine", ["a", "b"], False, False),
        ("-g coarse", "coarse", [], False, False),
        ("-g mixed -g coarse a", "coarse", ["a"], False, False),
        ("-g -g mixed", "mixed", [], False, False),
        ("-g fine", "fine", ["fine"], False, False),
        ("-g -v", "fine", [], False, True),
        ("a -g", "fine", ["a"], False, False),
        ("-g coarse coarse mixed", "coarse", ["coarse", "mixed"], False, False),
        ("-gcoarse -mv - --help -G", "fine", [], False, False),
        ("coarse -g mixed", "mixed", ["coarse"], False, False),
    ],
)
def test_options(words: str, granularity: str, maps: list[str], minimal: bool, verbose: bool) -> None:
    options = Options(words.split())
    assert options.granularity == granularity
    assert options.maps == maps
    assert (options.minimal, options.verbose) == (minimal, verbose)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_forbidden_file_is_unreadable(tmp_path: Path) -> None:
    write_files(tmp_path)
    (tmp_path / "gold.key").chmod(0)
    assert run(tmp_path, "sys.ans", "gold.key").stderr == b'\nUnable to read "gold.key".\n\n'


def test_a_directory_reads_as_an_empty_file(tmp_path: Path) -> None:
    (tmp_path / "sys.ans").mkdir()
    (tmp_path / "gold.key").mkdir()
    done = run(tmp_path, "sys.ans", "gold.key")
    assert (done.returncode, done.stdout, done.stderr) == (0, EMPTY_REPORT, b"")


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are bytes on Linux")
def test_file_names_are_echoed_as_bytes(tmp_path: Path) -> None:
    for name, content in ((b"s\xe9%d.ans", ANSWERS), (b"\xff.key", KEY)):
        with open(os.fsencode(tmp_path) + b"/" + name, "wb") as file:
            file.write(content)
    done = run(tmp_path, b"s\xe9%d.ans", b"\xff.key")
    assert done.stdout.startswith(b'\nFine-grained score for "s\xe9%d.ans" using key "\xff.key":\n')
    assert run(tmp_path, b"\xe9", b"\xff.key").stderr == b'\nUnable to read "\xe9".\n\n'


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes of POSIX")
def test_a_pipe_is_scored(tmp_path: Path) -> None:
    write_files(tmp_path)
    expected = run(tmp_path, "sys.ans", "gold.key").stdout.replace(b"sys.ans", b"pipe")
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["tee", "pipe"], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as writer:
        assert writer.stdin is not None
        writer.stdin.write(ANSWERS)
        writer.stdin.close()
        assert run(tmp_path, "pipe", "gold.key").stdout == expected


@pytest.mark.skipif(os.name != "posix", reason="closed pipes of POSIX")
def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    (tmp_path / "gold.key").write_bytes(b"".join(b"w %05d a\n" % number for number in range(20_000)))
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "gold.key", "gold.key", "-v"], cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 141


@pytest.mark.skipif(os.name != "posix", reason="redirections of POSIX shells")
def test_closed_streams(tmp_path: Path) -> None:
    write_files(tmp_path)
    report = run(tmp_path, "sys.ans", "gold.key").stdout
    words = " ".join([*COMMAND, "sys.ans", "gold.key", "-g", "mixed"])
    silenced = subprocess.run(["/bin/sh", "-c", f"{words} 2>&-"], cwd=tmp_path, capture_output=True, check=False)
    assert (silenced.returncode, silenced.stdout) == (0, report)
    closed = subprocess.run(["/bin/sh", "-c", f"{words} >&-"], cwd=tmp_path, capture_output=True, check=False)
    assert closed.returncode == 1
    assert closed.stderr.count(b"\n") == 2
    assert closed.stderr.splitlines()[1].startswith(b"scorer2: ")


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_on_a_terminal_the_report_keeps_step_with_the_refusals(tmp_path: Path) -> None:
    import pty

    (tmp_path / "gold.key").write_bytes(KEY)
    (tmp_path / "sys.ans").write_bytes(b"w 1 a\nw 0 a\nw 2 a\n")
    screen, terminal = pty.openpty()
    words = [*COMMAND, "sys.ans", "gold.key", "-v"]
    subprocess.run(words, cwd=tmp_path, stdout=terminal, stderr=terminal, check=True)
    os.close(terminal)
    shown = shown_on(screen).decode()
    refusal = 'Unable to score answer for "w_0" (line 1): Does not exist.\n'
    assert shown.index('"w_1": 1.000') < shown.index(refusal * 2) < shown.index('"w_2": 0.000')


@pytest.mark.parametrize("answers", [1, 73, 74, 300, 512])
def test_both_streams_in_one_file_are_mixed_as_by_the_c_library(answers: int, tmp_path: Path) -> None:
    lines = b"".join(b"w %05d a\n" % number for number in range(answers))
    (tmp_path / "gold.key").write_bytes(lines)
    (tmp_path / "sys.ans").write_bytes(lines + b"w x a\n")
    words = [*COMMAND, "sys.ans", "gold.key", "-v"]
    apart = run(tmp_path, *words[3:])
    mixed = subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    before = apart.stdout.index(b"Unable")
    written = (before - 1) // 4096 * 4096  # a full buffer is written when more is to come
    assert mixed.stdout == apart.stdout[:written] + apart.stderr + apart.stdout[written:]
    assert (answers != 512) or (before % 4096 == 0)


class Pieces(io.BytesIO):
    """Remembers the size of the largest piece that is written."""

    largest = 0

    def write(self, content: Any, /) -> int:  # noqa: ANN401 - whatever the base class takes
        self.largest = max(self.largest, len(content))
        return super().write(content)


def test_a_long_report_is_written_as_it_grows() -> None:
    host = Memory({"key": b"".join(b"w %05d %b\n" % (number, b"tag" * 1000) for number in range(600))})
    host.stdout = pieces = Pieces()
    assert score(["key", "key", "-v"], host) == 0
    printed = pieces.getvalue()
    assert printed.count(b"score for") == 601
    assert pieces.largest < len(printed) / 3


@pytest.mark.parametrize(("words", "hint"), [("--help", True), ("-h", True), ("", False), ("gold.key", False)])
@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
def test_who_asks_for_help_on_a_terminal_is_shown_the_manual_page(words: str, hint: bool, tmp_path: Path) -> None:
    import pty

    write_files(tmp_path)
    recorded = run(tmp_path, *words.split())
    assert b"scorer2(1)" not in recorded.stderr
    screen, terminal = pty.openpty()
    done = subprocess.run(
        [*COMMAND, *words.split()], cwd=tmp_path, stdout=subprocess.PIPE, stderr=terminal, check=False
    )
    os.close(terminal)
    shown = shown_on(screen)
    line = b"scorer2: files, options and report are explained in the manual page scorer2(1)\n" if hint else b""
    assert shown == recorded.stderr + line
    assert (done.returncode, done.stdout) == (recorded.returncode, recorded.stdout)


PIECES = [
    *(bytes([byte]) for byte in b"ab1/.e-!\r\t\x00\xff\xc3 \n"),
    b"\nab 1 a",
    b" 1 a",
    b" 2 b",
    b"!!",
    b"/0.5",
    b"/inf",
]
BYTES = st.lists(st.sampled_from(PIECES), max_size=40).map(b"".join)
OPTIONS = ["", "-v", "-m -v", "-g coarse -v", "-g mixed -v", "-g mixed -m"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answers=BYTES, key=BYTES, sense_map=BYTES, options=st.sampled_from(OPTIONS))
@example(answers=b"", key=b"", sense_map=b"", options="-g coarse -v")
def test_any_bytes_give_a_report(
    answers: bytes,
    key: bytes,
    sense_map: bytes,
    options: str,
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    names = []
    for name, content in (("answers", answers), ("key", key), ("map", sense_map)):
        (tmp_path / name).write_bytes(content)
        names.append(str(tmp_path / name))
    assert main([*names, *options.split()]) == 0
    captured = capfdbinary.readouterr()
    lines = captured.out.splitlines()
    assert [line.split(b":")[0] for line in lines[-4:-1]] == [b" precision", b" recall", b" attempted"]
    assert captured.err.count(b"Unable to score") == captured.err.count(b"\n")
    if "-v" in options:
        answered = answers.partition(b"\xff")[0].count(b"\n")
        assert captured.out.count(b'score for "') - 1 + captured.err.count(b"Unable to score") == answered
