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

from legacy_scorers.common import iobes
from legacy_scorers.common.iobes.cli import main
from tests.conlleval.runs import scored, written
from tests.golden_cases import ROOT

SCHEMES = ["iob", "bio", "bios", "iobes", "bilou", "bmes", "bmeow"]


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


@given(st.lists(st.just("O") | st.tuples(st.sampled_from("BIESLUMW"), st.sampled_from("XY")).map("-".join)))
def test_repair_finds_the_phrases_that_conlleval_finds(tags: list[str]) -> None:
    repaired = convert("bio", "bio", "--repair", "conlleval")("".join([f"{tag}\n" for tag in tags]).encode())
    report = scored(written(zip(tags, repaired.stdout.decode().split()))).stdout
    assert re.match(rb"processed \d+ tokens with (\d+) phrases; found: \1 phrases; correct: \1\.\n", report)


@pytest.mark.skipif(os.name != "posix", reason="names of files are bytes on POSIX")
def test_a_file_name_commands_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "a\x1b[2J\nb"
    file.write_bytes(b"I-X\n")
    shown = f"{tmp_path}/a\\x1b[2J b:1: Illegal Start: I-X\n"
    assert run(["--from", "bio", "--check", str(file)], b"") == Done(1, b"", shown.encode())


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
        [sys.executable, "-m", "legacy_scorers", "iobes", "--from", "iob", "--to", "iobes", tmp_path / "a.conll"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"a S-X\r\nb S-X", b"")


def test_closed_standard_input() -> None:
    done = subprocess.run(
        f'"{sys.executable}" -m legacy_scorers iobes --from bio --check <&-',
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


@pytest.mark.parametrize(
    ("scheme", "words", "tags", "wanted"),
    [
        ("bmes", "", "B-X M-X E-X S-X O", "B-X I-X I-X B-X O"),
        ("bios", "", "B-X I-X S-X S-Y O", "B-X I-X B-X B-Y O"),
        ("BMES", "", "S-X", "B-X"),
        ("bio", "--suffix", "X-B X-I X-I O X-Y-B", "B-X I-X I-X O B-X-Y"),
        ("bio", "--ignore-case", "b-x i-x o B-X O", "B-x I-x O B-X O"),
        ("bmes", "--ignore-case --suffix", "x-b x-E X-s o", "B-x I-x B-X O"),
        ("bio", "--suffix --repair conlleval", "X-I Y-I", "B-X B-Y"),
    ],
)
def test_other_encodings_and_spellings_are_converted(scheme: str, words: str, tags: str, wanted: str) -> None:
    lines, converted = [text.replace(" ", "\n").encode() + b"\n" for text in (tags, wanted)]
    assert convert(scheme, "bio", *words.split())(lines) == Done(0, converted, b"")


@pytest.mark.parametrize(
    ("scheme", "words", "tags", "problem"),
    [
        ("bmes", "", "B-X I-X", "2: Unknown Prefix: I-X"),
        ("bmes", "", "B-X M-X O", "2: Illegal End: M-X"),
        ("bios", "", "B-X O", "1: Illegal Single: B-X"),
        ("bios", "", "O B-X", "2: Illegal Single: B-X"),
        ("bios", "", "B-X B-X I-X", "1: Illegal Single: B-X"),
        ("bios", "", "S-X I-X", "2: Illegal Transition: I-X"),
        ("bios", "", "O I-X", "2: Illegal Start: I-X"),
        ("bio", "--suffix", "B-X", "1: Unknown Prefix: B-X"),
        ("bio", "--suffix", "X-B Y-I", "2: Illegal Transition: Y-I"),
        ("bio", "--suffix", "-B", "1: Missing Type: -B"),
        ("bio", "--ignore-case", "b-x i-y", "2: Illegal Transition: i-y"),
        ("bio", "", "b-x", "1: Unknown Prefix: b-x"),
    ],
)
def test_malformed_tags_are_shown_as_they_are_written(scheme: str, words: str, tags: str, problem: str) -> None:
    lines = tags.replace(" ", "\n").encode() + b"\n"
    done = run(["--from", scheme, "--check", *words.split()], lines)
    assert (done.exit, done.stdout) == (1, b"")
    assert f"<stdin>:{problem}\n" in done.stderr.decode()


def test_bioes_is_another_name_of_iobes() -> None:
    assert run(["--from", "bioes", "--to", "BIO"], b"B-X\nE-X\nS-Y\n") == Done(0, b"B-X\nI-X\nB-Y\n", b"")


def test_the_library_knows_the_encodings_of_the_original_only() -> None:
    assert not {"BMES", "BIOS"} & {*dir(iobes), *iobes.SpanEncoding.__members__}
    with pytest.raises(ValueError, match="Unknown Encoding"):
        iobes.SpanEncoding.from_string("bmes")
