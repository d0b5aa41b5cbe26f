"""What holds for all tags: round trips, conversions, the geometry of spans, and that errors and transitions agree."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common import iobes
from legacy_scorers.common.iobes.parse import parse_spans_with_end_with_errors

ENCODINGS = [encoding for encoding in iobes.SpanEncoding if encoding is not iobes.SpanEncoding.TOKEN]
FORMATS = [encoding.value for encoding in iobes.SpanEncoding]
TYPES = ["A", "B", "A-B", "", "é"]
LETTERS = {"IOB": "BI", "BIO": "BI", "IOBES": "BIES", "BILOU": "BILU", "BMEOW": "BMEW"}

any_tags = st.lists(st.text() | st.sampled_from([f"{f}-{t}" for f in [*"BIESLUMWOX", "<GO>", "b"] for t in TYPES]))
pairs = st.permutations(ENCODINGS).map(lambda order: order[:2])


@pytest.fixture(autouse=True, scope="module")
def _quiet() -> Iterator[None]:
    iobes.LOGGER.setLevel(logging.CRITICAL)
    yield
    iobes.LOGGER.setLevel(logging.NOTSET)


@st.composite
def spans_of_text(draw: st.DrawFn) -> tuple[list[iobes.Span], int]:
    """Return spans that do not overlap, in order, and the number of tokens of the text."""
    spans: list[iobes.Span] = []
    end = 0
    for gap, length, label in draw(
        st.lists(st.tuples(st.integers(0, 2), st.integers(1, 4), st.sampled_from(TYPES)), max_size=8)
    ):
        start = end + gap
        end = start + length
        spans.append(iobes.Span(label, start, end, tuple(range(start, end))))
    return spans, end + draw(st.integers(0, 2))


@st.composite
def tags_of_an_encoding(draw: st.DrawFn) -> tuple[iobes.SpanEncoding, list[str]]:
    """Return an encoding and tags of its letters, in legal order or not."""
    encoding = draw(st.sampled_from(ENCODINGS))
    tags = ["O", *(f"{letter}-{label}" for letter in LETTERS[encoding.name] for label in "PQ")]
    return encoding, draw(st.lists(st.sampled_from(tags), max_size=8))


@given(spans_of_text(), st.sampled_from(ENCODINGS))
def test_spans_are_found_again_in_the_tags_written_of_them(
    text: tuple[list[iobes.Span], int], encoding: iobes.SpanEncoding
) -> None:
    spans, length = text
    tags = iobes.write_tags(spans, encoding, length)
    assert len(tags) == length
    assert iobes.parse_spans_with_errors(tags, encoding) == (spans, [])


@given(tags_of_an_encoding())
def test_valid_tags_are_written_again_as_they_were(case: tuple[iobes.SpanEncoding, list[str]]) -> None:
    encoding, tags = case
    spans, errors = iobes.parse_spans_with_errors(tags, encoding)
    if not errors:
        assert iobes.write_tags(spans, encoding, len(tags)) == tags


@given(spans_of_text(), pairs)
def test_any_two_encodings_convert_into_each_other_and_back(
    text: tuple[list[iobes.Span], int], pair: list[iobes.SpanEncoding]
) -> None:
    source, target = pair
    spans, length = text
    tags = iobes.write_tags(spans, source, length)
    there = getattr(iobes, f"{source.name}_to_{target.name}".lower())
    back = getattr(iobes, f"{target.name}_to_{source.name}".lower())
    assert there(tags) == iobes.write_tags(spans, target, length)
    assert back(there(tags)) == tags


@given(any_tags, st.sampled_from(list(iobes.SpanEncoding)))
def test_spans_of_any_tags_are_in_order_and_do_not_overlap(tags: list[str], encoding: iobes.SpanEncoding) -> None:
    assert_sound(tags, *iobes.parse_spans_with_errors(tags, encoding))


@given(any_tags, st.sampled_from(FORMATS))
def test_so_are_those_of_any_format_read_as_one_with_ends(tags: list[str], span_format: type[iobes.SpanFormat]) -> None:
    assert_sound(tags, *parse_spans_with_end_with_errors(tags, span_format))


def assert_sound(tags: list[str], spans: list[iobes.Span], errors: list[iobes.Error]) -> None:
    assert all(0 <= span.start < span.end <= len(tags) for span in spans)
    assert all(span.tokens == tuple(range(span.start, span.end)) for span in spans)
    assert all(span.type == iobes.extract_type(tags[span.start]) or span.type in tags for span in spans)
    assert all(first.end <= second.start for first, second in pairwise(spans))
    assert [(error.location, error.type) for error in errors] == sorted((e.location, e.type) for e in errors)
    padded = [None, *tags, None]
    for error in errors:
        assert (error.previous, error.current, error.next) == tuple(padded[error.location : error.location + 3])


@given(any_tags, st.sampled_from(list(iobes.SpanEncoding)))
def test_validation_agrees_with_the_errors(tags: list[str], encoding: iobes.SpanEncoding) -> None:
    spans, errors = iobes.parse_spans_with_errors(tags, encoding)
    assert iobes.validate_tags(tags, encoding) is not bool(errors)
    assert iobes.parse_spans(tags, encoding) == spans


@given(tags_of_an_encoding())
def test_tags_are_valid_exactly_when_every_transition_is_legal(case: tuple[iobes.SpanEncoding, list[str]]) -> None:
    encoding, tags = case
    legal = iobes.transitions_to_tuple_map(iobes.transitions_legality(sorted(set(tags)), encoding))
    steps = pairwise(["<GO>", *tags, "<EOS>"])
    assert iobes.validate_tags(tags, encoding) is all(legal[step] for step in steps)


@given(tags_of_an_encoding())
def test_both_maps_hold_the_transitions(case: tuple[iobes.SpanEncoding, list[str]]) -> None:
    encoding, tags = case
    transitions = iobes.transitions_legality(sorted(set(tags)), encoding)
    pairs_of_tags = {(transition.source, transition.target): transition.valid for transition in transitions}
    assert iobes.transitions_to_tuple_map(transitions) == pairs_of_tags
    by_source = iobes.transitions_to_map(transitions)
    assert {(source, target): by_source[source][target] for source in by_source for target in by_source[source]} == (
        pairs_of_tags
    )


@given(any_tags, pairs)
def test_a_converter_names_every_error(tags: list[str], pair: list[iobes.SpanEncoding]) -> None:
    source, target = pair
    convert = getattr(iobes, f"{source.name}_to_{target.name}".lower())
    spans, errors = iobes.parse_spans_with_errors(tags, source)
    if not errors:
        assert convert(tags) == iobes.write_tags(spans, target, len(tags))
        return
    with pytest.raises(ValueError) as raised:
        convert(tags)
    assert str(raised.value).split(" Errors: ")[1].split("\n") == [str(error) for error in errors]


def test_every_pair_of_encodings_has_a_converter() -> None:
    for source, target in permutations(ENCODINGS, 2):
        assert hasattr(iobes, f"{source.name}_to_{target.name}".lower())
