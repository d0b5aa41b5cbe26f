"""The command ``iobes``: which bytes change, what is reported, and what is refused."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common import iobes
from common.iobes.cli import main
from tests.conlleval.runs import scored, written
from tests.golden_cases import ROOT

SCHEMES = ["iob", "bio", "iobes", "bilou", "bmeow"]


class Done(NamedTuple):
    exit: int
    stdout: bytes
    stderr: bytes


class _Stream:
    """A standard stream of bytes."""

    def __init__(self, content: bytes = b"") -> None:
        self.buffer = io.BytesIO(content)

    def flush(self) -> None:
        self.buffer.flush()


def run(words: list[str], content: bytes) -> Done:
    """Run the command in this process with ``content`` on its standard input."""
    out, err = _Stream(), _Stream()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", _Stream(content))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        status = main(words)
    return Done(status, out.buffer.getvalue(), err.buffer.getvalue())


def convert(source: str, target: str, *words: str) -> Callable[[bytes], Done]:
    return lambda content: run(["--from", source, "--to", target, *words], content)


@pytest.mark.parametrize(
    ("source", "target", "before", "after"),
    [
        ("bio", "iobes", b"a B-X\nb I-X\n", b"a B-X\nb E-X\n"),
        ("bio", "iob", b"a B-X\nb B-X\n\nc B-X\n", b"a I-X\nb B-X\n\nc I-X\n"),
        ("iob2", "bioul", b"a B-X", b"a U-X"),
        ("IOBES", "bmewo", b"B-X\nI-X\nE-X\nS-Y\nO\n", b"B-X\nM-X\nE-X\nW-Y\nO\n"),
        ("bio", "iobes", b"", b""),
        ("bio", "iobes", b"\r\n \t\n\n", b"\r\n \t\n\n"),
        (
            "bio",
            "bilou",
            b"\n\na\tX  B-X \r\nb\x0bB\x0cI-X\t\r\n \r\n\r\nO",
            b"\n\na\tX  B-X \r\nb\x0bB\x0cL-X\t\r\n \r\n\r\nO",
        ),
        ("bio", "bilou", b"a B-X\rb I-X\r\rc B-X", b"a B-X\rb L-X\r\rc U-X"),
        ("bio", "iobes", b"\xff\x00 B-X\n\xe9\xa0 B-\xff-\xc3\xa9\n", b"\xff\x00 S-X\n\xe9\xa0 S-\xff-\xc3\xa9\n"),
        ("bio", "iobes", b"\xc2\xa0a\xe3\x80\x80 B-X\n", b"\xc2\xa0a\xe3\x80\x80 S-X\n"),
        ("bio", "bio", b"-DOCSTART- -X- O\n\na B-X\n", b"-DOCSTART- -X- O\n\na B-X\n"),
    ],
)
def test_only_tags_change(source: str, target: str, before: bytes, after: bytes) -> None:
    assert convert(source, target)(before) == Done(0, after, b"")


@pytest.mark.parametrize(
    ("column", "after"),
    [
        ("1", b"S-A B-B B-C\n\nS-A B-B\n"),
        ("2", b"B-A S-B B-C\n\nB-A S-B\n"),
        ("-1", b"B-A B-B S-C\n\nB-A S-B\n"),
        ("-2", b"B-A S-B B-C\n\nS-A B-B\n"),
    ],
)
def test_the_column_is_counted_from_either_end(column: str, after: bytes) -> None:
    assert convert("bio", "iobes", f"--column={column}")(b"B-A B-B B-C\n\nB-A B-B\n") == Done(0, after, b"")


@pytest.mark.parametrize(
    ("source", "content", "report"),
    [
        ("bio", b"a O\nb I-X\nc I-Y\n", b":2: Illegal Start: I-X\n:3: Illegal Transition: I-Y\n"),
        ("bio", b"a B-X\n\nb I-X\n", b":3: Illegal Start: I-X\n"),
        ("iob", b"\n\na B-X\n", b":3: Illegal Start: B-X\n"),
        ("iobes", b"B-X\nO\n", b":1: Illegal End: B-X\n:1: Illegal Single: B-X\n"),
        ("iobes", b"B-X\n\n", b":1: Illegal Final: B-X\n"),
        ("iobes", b"B-X\r\nL-X\r\n", b":1: Illegal End: B-X\n:2: Unknown Prefix: L-X\n"),
        ("bilou", b"B-X\nE-X\nS-X\n", b":1: Illegal End: B-X\n:2: Unknown Prefix: E-X\n:3: Unknown Prefix: S-X\n"),
        ("bio", b"B-X\nE-X\n", b":2: Unknown Prefix: E-X\n"),
        ("bio", b"o\n-X\nO-X\n", b":1: Unknown Prefix: o\n:2: Unknown Prefix: -X\n:3: Unknown Prefix: O-X\n"),
        ("bio", b"NN\nb-X\n", b":1: Unknown Prefix: NN\n:2: Unknown Prefix: b-X\n"),
        ("bio", b"B\nI\nB-\n", b":1: Missing Type: B\n:2: Missing Type: I\n:3: Missing Type: B-\n"),
        (
            "bio",
            b"\xef\xbb\xbfB-X\nB-\xff\nI-\xfe\n",
            b":1: Unknown Prefix: \xef\xbb\xbfB-X\n:3: Illegal Transition: I-\xfe\n",
        ),
        ("bio", "B-X\n".encode("utf-16-le"), b":1: Unknown Prefix: B\\x00-\\x00X\\x00\n:2: Unknown Prefix: \\x00\n"),
        (
            "bio",
            b"\x1b[31mB-X\nI-\x9f\xc2\x9b\n",
            b":1: Unknown Prefix: \\x1b[31mB-X\n:2: Illegal Start: I-\x9f\\x9b\n",
        ),
    ],
)
def test_malformed_tags_are_reported_by_line_and_nothing_is_written(
    source: str, content: bytes, report: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "é.conll"
    file.write_bytes(content)
    for name, words in ((str(file), [str(file)]), ("<stdin>", []), ("<stdin>", ["-"])):
        wanted = Done(1, b"", b"".join(name.encode() + line for line in report.splitlines(keepends=True)))
        assert run(["--from", source, "--to", "bio", *words], content) == wanted
        assert run(["--check", "--from", source, *words], content) == wanted


def test_a_line_without_the_column_is_reported() -> None:
    wanted = Done(1, b"", b"<stdin>:2: Missing Column: the line has too few\n<stdin>:3: Illegal Start: I-X\n")
    assert convert("bio", "iobes", "--column", "2")(b"a B-X\nb\nc I-X\n") == wanted


def test_checking_a_valid_file_says_nothing() -> None:
    assert run(["--from", "bio", "--check"], b"a B-X\nb I-X\n") == Done(0, b"", b"")
    assert run(["--from", "bio", "--to", "iob", "--check"], b"a B-X\nb I-X\n") == Done(0, b"", b"")


@pytest.mark.parametrize(
    ("source", "before", "after"),
    [
        ("iobes", b"O\nB-ORG\nI-MISC\nE-ORG\n", b"O\nS-ORG\nS-MISC\nS-ORG\n"),
        ("bio", b"I-X\nI-X\nI-Y\nB-Y\n", b"B-X\nE-X\nS-Y\nS-Y\n"),
        ("bio", b"I-X\n\nI-X\n", b"S-X\n\nS-X\n"),
        ("iob", b"B-X\nI-X\nB-X\nB-Y\nO\nB-Y\n", b"B-X\nE-X\nS-X\nS-Y\nO\nS-Y\n"),
        ("bio", b"B-X\nE-X\nS-X\nI-X\n", b"B-X\nI-X\nI-X\nE-X\n"),
        ("iobes", b"B-X\nE-X\nB-X\nE-X\n", b"B-X\nI-X\nI-X\nE-X\n"),  # E before B separates nothing
        ("iobes", b"S-X\nS-X\nS-Y\n", b"B-X\nE-X\nS-Y\n"),
        ("iobes", b"E-X\nI-X\nI-X\nE-X\nE-X\n", b"S-X\nB-X\nI-X\nE-X\nS-X\n"),
        ("iobes", b"B-X\nI-X\nO\nB-X\nS-X\n", b"B-X\nE-X\nO\nB-X\nE-X\n"),
        ("bilou", b"B-X\nI-X\nU-X\nL-X\nM-X\nW-X\n", b"B-X\nI-X\nI-X\nI-X\nI-X\nE-X\n"),
        ("bilou", b"B-X\nL-X\nI-X\nB-X\nL-X\nL-X\n", b"B-X\nI-X\nE-X\nB-X\nI-X\nE-X\n"),
    ],
)
def test_repair_reads_tags_as_conlleval_does(source: str, before: bytes, after: bytes) -> None:
    assert convert(source, "iobes", "--repair", "conlleval")(before) == Done(0, after, b"")


@given(st.lists(st.just("O") | st.tuples(st.sampled_from("BIESLUMW"), st.sampled_from("XY")).map("-".join)))
def test_repair_finds_the_phrases_that_conlleval_finds(tags: list[str]) -> None:
    repaired = convert("bio", "bio", "--repair", "conlleval")("".join([f"{tag}\n" for tag in tags]).encode())
    report = scored(written(zip(tags, repaired.stdout.decode().split()))).stdout
    assert re.match(rb"processed \d+ tokens with (\d+) phrases; found: \1 phrases; correct: \1\.\n", report)


def test_repair_does_not_guess_at_foreign_tags() -> None:
    wanted = Done(1, b"", b"<stdin>:1: Unknown Prefix: X-A\n<stdin>:3: Missing Type: I\n")
    assert convert("bio", "iobes", "--repair", "conlleval")(b"X-A\nI-B\nI\n") == wanted


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "--from SCHEME is missing"),
        (["--from", "bio"], "--to SCHEME is missing"),
        (["--from", "iob1", "--check"], "--from iob1: unknown encoding; use iob, bio, iobes, bilou or bmeow"),
        (["--from", "token", "--check"], "--from: the encoding TOKEN has no spans to convert"),
        (["--from", "bio", "--to"], "--to needs a value"),
        (["--from="], "--from needs a value"),
        (
            ["--from", "bio", "--check", "--column", "0"],
            "--column 0: not a column; count from 1, or backwards from -1",
        ),
        (
            ["--from", "bio", "--check", "--column", "x"],
            "--column x: not a column; count from 1, or backwards from -1",
        ),
        (["--from", "bio", "--to", "iob", "--repair", "x"], "--repair x: unknown policy; use conlleval"),
        (
            ["--from", "bio", "--check", "--repair", "conlleval"],
            "--check and --repair cannot be combined; remove one",
        ),
        (["--form", "bio"], "unknown option --form"),
        (["--from", "bio", "--check", "a", "b"], "2 files are named; name only one"),
    ],
)
def test_options_that_make_no_sense(words: list[str], problem: str) -> None:
    assert run(words, b"") == Done(2, b"", f"iobes: {problem}; --help shows the options\n".encode())


def test_help() -> None:
    done = run(["--help"], b"")
    assert (done.exit, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"usage: iobes --from SCHEME --to SCHEME")


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes on POSIX")
def test_a_file_name_commands_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J\nb"
    file.write_bytes(b"I-X\n")
    shown = f"{tmp_path}/a\\x1b[2J b:1: Illegal Start: I-X\n"
    assert run(["--from", "bio", "--check", str(file)], b"") == Done(1, b"", shown.encode())


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    file = str(tmp_path / "none")
    done = run(["--from", "bio", "--check", file], b"")
    assert done == Done(1, b"", f"iobes: {file}: No such file or directory\n".encode())


def test_a_folder_of_strangers_is_left_alone(tmp_path: Path) -> None:
    for name in ("warnings.py", "contextlib.py", "logging.py", "common.py"):
        (tmp_path / name).write_text("raise SystemExit('a stranger ran')\n")
    (tmp_path / "a.conll").write_bytes(b"a I-X\n")
    done = subprocess.run(
        [sys.executable, ROOT / "bin" / "iobes", "--from", "iob", "--to", "iobes", "a.conll"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"a S-X\n", b"")


def test_the_module_runs(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_bytes(b"a I-X\r\nb B-X")
    done = subprocess.run(
        [sys.executable, "-m", "common.iobes", "--from", "iob", "--to", "iobes", tmp_path / "a.conll"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"a S-X\r\nb S-X", b"")


def test_closed_standard_input() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m common.iobes --from bio --check <&-',
        shell=True,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"iobes: standard input is closed; name a file\n"


def test_the_logger_is_left_as_it_was() -> None:
    level = iobes.LOGGER.level
    run(["--from", "bio", "--check"], b"I-X\n")
    assert iobes.LOGGER.level == level


file_of_tags = st.lists(
    st.tuples(
        st.sampled_from([b"a ", b"\xff\t", b"B-X  ", b""]),
        st.sampled_from([b"O", b"B-X", b"I-X", b"I-Y", b"E-X", b"S-Y", b"M-X", b"B", b""]),
        st.sampled_from([b"\n", b" \r\n", b"\n\n", b"\r"]),
    ).map(b"".join)
).map(b"".join)


@given(file_of_tags | st.binary(), st.sampled_from(SCHEMES), st.sampled_from(SCHEMES))
def test_any_bytes_are_converted_and_back_or_reported(content: bytes, source: str, target: str) -> None:
    there = convert(source, target)(content)
    assert bool(there.stderr) is bool(there.exit)
    if there.exit:
        assert there.stdout == b""
        assert run(["--from", source, "--check"], content) == there
    else:
        assert convert(target, source)(there.stdout) == Done(0, content, b"")


@given(file_of_tags, st.sampled_from(SCHEMES))
def test_what_was_repaired_is_valid(content: bytes, target: str) -> None:
    repaired = convert("bio", target, "--repair", "conlleval")(content)
    if not repaired.exit:
        assert run(["--from", target, "--check"], repaired.stdout) == Done(0, b"", b"")
        if target in ("iob", "bio"):  # in the others conlleval finds no bounds between touching spans of one type
            assert convert(target, target, "--repair", "conlleval")(repaired.stdout) == repaired
