"""Documents in fake-xml-inline."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.mat_score.annotations import DecodeError, DocumentError, OpenError
from legacy_scorers.mat_score.documents.fakexml import MAX_SHOWN, read_fake_xml

BOGUS = "Found bogus tag match '{}'; treating first character as text and trying again."


def read(source: str) -> tuple[str, list[tuple[str, int | None, int | None, dict[str, object]]], list[str]]:
    warnings: list[str] = []
    document = read_fake_xml("d", source, None, warnings.append)
    annotations = [
        (label, annotation.start, annotation.end, annotation.values)
        for label in document.types
        for annotation in document.annotations_of(label)
    ]
    return document.signal, annotations, warnings


@pytest.mark.parametrize(
    ("source", "signal", "annotations", "bogus"),
    [
        ("plain & text", "plain & text", [], []),
        ("a<P>b</P>c", "abc", [("P", 1, 2, {})], []),
        ("<P a='1' b=\"2\">x</P>", "x", [("P", 0, 1, {"a": "1", "b": "2"})], []),
        ("<P  a = '<'\n>x</P>", "x", [("P", 0, 1, {"a": "<"})], []),
        ("< P >x</P>", "x", [("P", 0, 1, {})], []),
        ("a<BR/>b", "ab", [("BR", 1, 1, {})], []),
        ("a<BR x='1'/>b", "ab", [("BR", 1, 1, {"x": "1"})], []),
        ("3 < 4 > 2", "3  2", [], []),
        ("3 < 4", "3 < 4", [], []),
        ("4 > 3", "4 > 3", [], []),
        ("<>a", "<>a", [], []),
        ("<P><Q>a</Q>b", "ab", [("Q", 0, 1, {})], []),
        ("<P>a<P>b</P></P>", "ab", [("P", 1, 2, {}), ("P", 0, 2, {})], []),
        ("a <b and c> d", "a <b and c> d", [], ["<b and c>"]),
        ("a <b <P>c</P>", "a <b c", [("P", 5, 6, {})], ["<b <P>"]),
        ("<a b=c>", "<a b=c>", [], ["<a b=c>"]),
        ("<a b='c>", "<a b='c>", [], ["<a b='c>"]),
        ("<é x>", "<é x>", [], ["<é x>"]),
        ("é\U0001f600<P>é</P>", "é\U0001f600é", [("P", 2, 3, {})], []),
    ],
)
def test_reading(
    source: str, signal: str, annotations: list[tuple[str, int, int, dict[str, object]]], bogus: list[str]
) -> None:
    assert read(source) == (signal, annotations, [BOGUS.format(tag) for tag in bogus])


@pytest.mark.parametrize("source", ["a</P>", "<P>a</Q>", "<P><Q>a</P></Q>", "<P>a</P >", "<P>a</ P>"])
def test_tags_that_do_not_match_cannot_be_opened(source: str) -> None:
    with pytest.raises(OpenError, match=r"^</[PQ ]+> does not close the innermost open tag$"):
        read(source)


@pytest.mark.parametrize("source", ["a < > b", "<\n>", "</>", "< />"])
def test_tags_without_label_cannot_be_decoded(source: str) -> None:
    with pytest.raises(DecodeError, match=r"^a tag without a label"):
        read(source)


def test_of_many_bogus_tags_only_the_first_are_shown_in_full() -> None:
    source = "<" * 3000 + " ! !>"
    signal, _, warnings = read(source)
    assert signal == source
    assert sum(map(len, warnings)) < MAX_SHOWN + 300 * len(warnings)


def test_long_bogus_tags_are_shown_in_full() -> None:
    tag = f"<{'a b ' * 1000}>"
    assert read(tag)[2] == [BOGUS.format(tag)]


@given(st.text(st.sampled_from("<>/= 'Pa\n\"é"), max_size=30))
def test_any_text_is_read_or_refused(source: str) -> None:
    try:
        signal, annotations, _ = read(source)
    except DocumentError:
        return
    assert len(signal) <= len(source)
    for _, start, end, _ in annotations:
        assert start is not None
        assert end is not None
        assert 0 <= start <= end <= len(signal)
