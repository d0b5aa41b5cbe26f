"""What the search finds in a table, against a bisection that compares byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legacy_scorers.scorer2 import search
from legacy_scorers.scorer2.search import findable, unended_lines

# few characters, so that prefixes, repetitions and runs of the same two letters abound
WORDS = st.text(alphabet="ab\xe9\x01-~A", max_size=4).map(lambda text: text.encode("latin-1"))
LINES = st.lists(st.builds(lambda word, more: word + more, WORDS, st.sampled_from([b"", b" ", b" 1 x"])), max_size=12)


def signed(byte: int) -> int:
    return byte - 256 if byte >= 128 else byte


def meets(word: bytes, line: bytes, key: bool) -> int:
    """Compare as the original does: below 0, the word is before the line; 0, it meets it; above 0, it is after it.

    In a key the tags have been cut off, the blank before them with them; in a map the whole line is compared.
    """
    line = (line.partition(b" ")[0] if key else line) + b"\0"
    for mine, other in zip(word, line):
        if mine != other:
            return signed(mine) - signed(other)
    return 0 if line[len(word) : len(word) + 1] in (b"\0", b" ") else -1


def small_letters(line: bytes) -> bytes:
    pair = line[:2]
    return pair if len(pair) == 2 and all(97 <= byte <= 122 for byte in pair) else b""


def runs(lines: list[bytes]) -> dict[bytes, tuple[int, int]]:
    found: dict[bytes, tuple[int, int]] = {}
    letters, start = b"", 0
    for place, line in enumerate([*lines, b""]):
        if letters and small_letters(line) != letters:
            found[letters] = (start, place)
            letters = b""
        if small_letters(line) and not letters:
            letters, start = small_letters(line), place
    return found


def bisected(word: bytes, lines: list[bytes], key: bool) -> int | None:
    """Search the lines by bisection and return the index of the line met."""
    low, high = 0, len(lines)
    if small_letters(word):
        if small_letters(word) not in runs(lines):
            return None
        low, high = runs(lines)[small_letters(word)]
    place = (low + high) // 2
    while lines:
        tried = place
        order = meets(word, lines[tried], key)
        if order == 0:
            return tried
        if order < 0:
            high = tried
        else:
            low = tried
        place = (low + high) // 2
        if place == tried:
            break
    return None


def found_in(lines: list[bytes], key: bool = False) -> dict[bytes, int]:
    heads = [line.partition(b" ") for line in lines]
    stops = None if key else [head[1] or b"\0" for head in heads]
    places = findable([head[0] for head in heads], stops)
    found = {heads[place][0]: place for place in places}
    assert len(found) == len(places)
    return found


@given(LINES, st.lists(WORDS, max_size=6), st.booleans())
@example([b"ab", b"ab\xe9"], [], False)  # in the search's order, the longer is before the shorter
@example([b"0", b"1 x", b"1\x01 x"], [], False)
@example([b"0", b"1 x", b"1\x01 x"], [], True)
@example([b"ab"], [b"ab\xe9"], False)
def test_finds_what_the_bisection_finds(lines: list[bytes], words: list[bytes], key: bool) -> None:
    found = found_in(lines, key)
    for word in [*words, *(line.partition(b" ")[0] for line in lines)]:
        assert found.get(word) == bisected(word, lines, key)


@given(LINES, st.booleans())
def test_finds_what_the_bisection_finds_in_sorted_lines(lines: list[bytes], key: bool) -> None:
    lines.sort()
    found = found_in(lines, key)
    for line in lines:
        word = line.partition(b" ")[0]
        assert found.get(word) == bisected(word, lines, key)


@given(st.lists(st.text("abcxyz019%:_", min_size=1, max_size=6).map(str.encode), unique=True, max_size=40))
def test_sorted_tables_need_no_bisection(words: list[bytes]) -> None:
    lines = sorted(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(search, "_indices_found")
        assert found_in(lines) == {word: place for place, word in enumerate(lines)}


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([], {}),
        ([b""], {b"": 0}),
        ([b"abb", b"aba"], {b"aba": 1}),  # one pair of letters, not sorted
        ([b"ab", b"aa"], {b"ab": 0, b"aa": 1}),  # two pairs, each searched alone
        ([b"1b", b"1a"], {b"1a": 1}),  # no letters: searched in all lines
        ([b"aa", b"ab", b"B", b"ab"], {b"aa": 0, b"ab": 3, b"B": 2}),  # the last stretch of a pair counts
        ([b"ab 1", b"ab 2", b"ab 3", b"ab 4", b"ab 5"], {b"ab": 2}),  # of equal lines the one met first
        ([b"A", b"\xc3\xa9"], {b"\xc3\xa9": 1}),  # bytes from 128 on come first
        ([b"\xc3\xa9", b"A"], {b"\xc3\xa9": 0, b"A": 1}),
        ([b"0", b"1 x", b"1\x01 x"], {b"0": 0, b"1": 1}),  # sorted identifiers, but 1 comes before the blank
        ([b"0", b"1", b"1\xc3"], {b"0": 0, b"1": 1}),
    ],
)
def test_small_tables(lines: list[bytes], found: dict[bytes, int]) -> None:
    assert found_in(lines) == found


@pytest.mark.parametrize(
    ("lines", "in_map", "in_key"),
    [
        ([b"0", b"1 x", b"1\x01 x"], {b"0": 0, b"1": 1}, {b"0": 0, b"1": 1, b"1\x01": 2}),
        ([b"1\x01 x", b"1 x", b"2"], {b"1\x01": 0, b"1": 1, b"2": 2}, {b"1": 1, b"2": 2}),
        ([b"b_\t1 x", b"b_ 1"], {b"b_\t1": 0, b"b_": 1}, {b"b_": 1}),
    ],
)
def test_an_identifier_ends_in_nul_in_the_key_and_in_a_blank_in_the_map(
    lines: list[bytes], in_map: dict[bytes, int], in_key: dict[bytes, int]
) -> None:
    assert found_in(lines) == in_map
    assert found_in(lines, key=True) == in_key


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", [b"\xff"]),
        (b"1 2 b", [b"1 2 b\xff"]),
        (b"1 2 b\xff\nc\n", [b"1 2 b\xff"]),  # the end of the file is before its first newline
        (b"1 2\0b", [b"1 2"]),  # the NUL comes before the byte behind the text
        (b"\0", [b""]),
        (b"ab 2 c", []),  # searched among the lines with ab only, of which there are none
        (b"aB", [b"aB\xff"]),
        (b"1\nb", []),
        (b"\n", []),
    ],
)
def test_a_file_without_newline_is_met_as_one_line(content: bytes, lines: list[bytes]) -> None:
    assert unended_lines(content) == lines
