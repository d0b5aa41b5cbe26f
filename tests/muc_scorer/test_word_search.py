"""All words of a list are found in one pass, and mentions meet in the same way however MIN is looked for."""

from __future__ import annotations

from unittest import mock

from hypothesis import example, given
from hypothesis import strategies as st

from muc_scorer.align.v33.word_search import find_words
from tests.muc_scorer.runs33 import COREFERENCE, document, score

TEXTS = st.text("ab", max_size=30).map(str.encode)


@given(st.lists(TEXTS.filter(len).map(lambda word: word[:4])), TEXTS)
@example([b"abab", b"bab", b"ab", b"b"], b"ababab")
@example([b"aab", b"ab"], b"aaab")
def test_words_are_found_where_they_begin(words: list[bytes], text: bytes) -> None:
    wanted = {word: [place for place in range(len(text)) if text.startswith(word, place)] for word in words}
    assert find_words(words, text) == wanted


MENTIONS = st.lists(st.tuples(st.integers(0, 8), st.integers(1, 9), st.sampled_from(["", "a", "b", "ab", "ba", "x"])))


def tagged(mentions: list[tuple[int, int, str]]) -> str:
    """Return nine letters with mentions, each from and to a letter, that nest; those that do not are left out."""
    kept: list[tuple[int, int, str]] = []
    for start, end, head in mentions:
        if start < end and not any(a < start < b < end or start < a < end < b for a, b, _ in kept):
            kept.append((start, end, head))
    text = ""
    for place in range(10):
        text += "</COREF>" * sum(end == place for _, end, _ in kept)
        for number in sorted(range(len(kept)), key=lambda number: -kept[number][1]):
            if kept[number][0] == place:
                text += f'<COREF ID="{number}" MIN="{kept[number][2]}">'
        text += "abaabbaba"[place : place + 1]
    return text


@given(MENTIONS, MENTIONS)
def test_how_minimums_are_looked_for_makes_no_difference(
    key: list[tuple[int, int, str]], response: list[tuple[int, int, str]]
) -> None:
    files = document(tagged(key)), document(tagged(response))
    ended = score(COREFERENCE, *files)
    with mock.patch("muc_scorer.align.v33.heads._MOST_PASSES", 0):
        assert score(COREFERENCE, *files).files == ended.files
