"""Whatever a CoNLL file holds, ``iobes`` converts all of it or reports its malformed tags."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.iobes.conll import sentences
from tests.fuzzing import broken
from tests.running import run_on

SCHEMES = ["iob", "bio", "iobes", "bilou", "bmeow"]
SAMPLES = [
    b"Ann NNP B-PER\nLee NNP I-PER\nwent VBD O\n\nto TO O\nRome NNP B-LOC\n",
    b"Ann\tB-PER\r\nLee\tE-PER\r\n\r\nRome\tS-LOC\r\n",
    b"a I-A\nb B-A\nc I-B\n",
    b"a B-A x\nb M-A x\nc E-A x\nd W-B x\n",
    b"a B-A\nb I-A\nc L-A\nd U-B",
    b"-DOCSTART- -X- O O\n\nStra\xc3\x9fe B-\xe4\n",
]
MALFORMED = re.compile(
    rb"f:[1-9][0-9]*: (Illegal \w+|Unknown Prefix|Missing Type|Missing Column|Malformed \w+): [^\n]*\n", re.DOTALL
)
COLUMNS = st.sampled_from(["-1", "-2", "1", "2", "99"])


@given(broken(SAMPLES), st.integers(-3, 3))
def test_every_byte_has_a_place(content: bytes, column: int) -> None:
    found = list(sentences(content, column))
    numbers = [number for sentence in found for number in range(sentence.first, sentence.first + len(sentence.lines))]
    lines = content.splitlines(keepends=True)
    assert numbers == [number for number, line in enumerate(lines, 1) if line.split()]
    assert b"".join([sentence.blank + b"".join(sentence.lines) for sentence in found]) == content
    for sentence in found:
        for line, (begin, end), tag in zip(sentence.lines, sentence.places, sentence.tags, strict=True):
            columns = line.split()
            in_line = -len(columns) <= column < len(columns)
            assert tag == (columns[column].decode("utf-8", "surrogateescape") if in_line else None)
            assert line[begin:end] == (columns[column] if in_line else b"")
    assert b"".join([sentence.written([tag or "" for tag in sentence.tags]) for sentence in found]) == content


@pytest.mark.parametrize("source", SCHEMES)
@given(
    broken(SAMPLES), COLUMNS, st.sampled_from([*(["--to", target] for target in SCHEMES), ["--check"]]), st.booleans()
)
def test_any_damage_is_converted_or_reported(
    source: str, content: bytes, column: str, aim: list[str], repair: bool
) -> None:
    words = ["--from", source, *aim, "--column", column, "f"]
    if repair and aim != ["--check"]:
        words[:0] = ["--repair", "conlleval"]
    ended = run_on({"f": content}, "iobes", words)
    if ended.exit:
        assert (ended.exit, ended.stdout) == (1, b"")
        assert not MALFORMED.sub(b"", ended.stderr)
    else:
        assert ended.stderr == b""
        assert shape(ended.stdout) == ([] if aim == ["--check"] else shape(content))


def shape(content: bytes) -> list[int]:
    """Return the number of columns in each line."""
    return [len(line.split()) for line in content.splitlines()]


@given(
    st.lists(st.sampled_from(["--from", "--to", "bio", "IOBES ", "token", "--column", "0", "-1", "x", "--check", "-"]))
)
def test_any_words_are_understood_or_refused(words: list[str]) -> None:
    ended = run_on({"f": SAMPLES[0]}, "iobes", [*words, "f"])
    assert ended.exit in (0, 1, 2)
    if ended.exit == 2:
        assert ended.stderr.startswith(b"iobes: ")
        assert ended.stderr.count(b"\n") == 1
