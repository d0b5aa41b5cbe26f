"""Lines of files, instances and tags."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.scorer2 import read
from legacy_scorers.scorer2.read import COMMENT, read_instances, read_lines, split_tags

LONG = b"x" * 300_000


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", []),
        (b"a", []),
        (b"a\n", [b"a"]),
        (b"a\n\nb\nc", [b"a", b"", b"b"]),
        (b"a\r\nb\r\n", [b"a\r", b"b\r"]),
        (b"a\0b\nc\n", [b"a", b"c"]),
        (b"a\nb\xffc\nd\n", [b"a"]),
        (b"a\n\xff", [b"a"]),
        (LONG + b"\n" + LONG + b"\n" + LONG, [LONG, LONG]),
        (b"a\n" * 200_000, [b"a"] * 200_000),
    ],
    ids=range(10),
)
def test_lines(content: bytes, lines: list[bytes]) -> None:
    assert list(read_lines(content)) == lines


@pytest.mark.parametrize(
    ("line", "identifier", "tags"),
    [
        (b"", b"", b""),
        (b"word", b"word", b""),
        (b"word 1", b"word_1", b""),
        (b"word 1 ", b"word_1", b""),
        (b"word 1 a", b"word_1", b"a"),
        (b"word 1 a/0.5", b"word_1", b"a/0.5"),
        (b"word 1 a b", b"word_1", b"a b"),
        (b"word 1 \ta\t b\t", b"word_1", b"a\t b"),
        (b"word 1 \t ", b"word_1", b""),
        (b"word  1 a", b"word_", b"1 a"),
        (b"word  a", b"word_", b"a"),
        (b" word 1", b"_word", b"1"),
        (b"  a", b"_", b"a"),
        (b"word\t1 a b", b"word\t1_a", b"b"),
        (b"word 1 a!b", b"word_1", b"a!b"),
        (b"word 1 a\0b", b"word_1", b"a"),
        (b"word 1 a !! b", b"word_1", b"a"),
        (b"wo!!rd 1 a", b"wo", b""),
    ],
)
def test_instances(line: bytes, identifier: bytes, tags: bytes) -> None:
    assert list(read_instances(line + b"\n", COMMENT)) == [([identifier], [tags])]
    assert list(read_instances(b"word 1 a\n" + line + b"\n", COMMENT)) == [([b"word_1", identifier], [b"a", tags])]


FIELDS = st.lists(st.sampled_from([b"", b"a", b"b2", b"\xe9", b"x/0.5", b"\t", b"!", b"!!", b"\r", b"\0"]), max_size=5)


def instance(line: bytes, comment: bytes) -> tuple[bytes, bytes]:
    """Read a line field by field."""
    fields = line.partition(b"\0")[0].partition(comment)[0].split(b" ")
    return b"_".join(fields[:2]), b" ".join(fields[2:]).strip(b" \t")


@given(st.lists(FIELDS.map(b" ".join)), st.sampled_from([COMMENT, b"\0"]), st.integers(1, 60))
def test_columns_are_those_of_the_lines(lines: list[bytes], comment: bytes, block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read, "_BLOCK", block)
        columns = list(read_instances(b"".join(line + b"\n" for line in lines), comment))
    read_in_columns = [pair for identifiers, texts in columns for pair in zip(identifiers, texts, strict=True)]
    assert read_in_columns == [instance(line, comment) for line in lines]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        (b"", ()),
        (b" \t ", ()),
        (b"a", (b"a",)),
        (b" a\t\tb  c ", (b"a", b"b", b"c")),
        (b"a\r b\vc", (b"a\r", b"b\vc")),
    ],
)
def test_tags(text: bytes, tags: tuple[bytes, ...]) -> None:
    assert split_tags(text) == tags
