"""Reading a sentence of a file: by the rules of its encoding, or as conlleval reads it.

The library reads a tag with an unknown letter as outside of spans, and a letter without a type as its own type. In a
file to be converted, spans would then be lost or invented without a message, so here such tags are malformed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from legacy_scorers.common.iobes.boundaries import OF_COMMAND
from legacy_scorers.common.iobes.conll import Sentence
from legacy_scorers.common.iobes.formats import BIO, IOB, Span, SpanEncoding, SpanFormat, TokenFunction
from legacy_scorers.common.iobes.parse import Findings, parse_spans_bio
from legacy_scorers.common.iobes.write import make_tag
from legacy_scorers.common.phrases import begins

LETTERS = ("B", "I", "M", "E", "L", "S", "U", "W")  # of any encoding


class BadTag(NamedTuple):
    """A malformed tag: its line from 1, what is wrong, and the tag."""

    line: int
    kind: str
    tag: str


def read_strictly(sentence: Sentence, encoding: SpanEncoding) -> tuple[list[Span], list[BadTag]]:
    """Return the spans of a sentence in an encoding of the library. See :func:`read_format`."""
    return read_format(sentence, encoding.value)


def read_format(sentence: Sentence, span_format: type[SpanFormat]) -> tuple[list[Span], list[BadTag]]:
    """Return the spans of a sentence, and its malformed tags by line.

    A tag that is not of the format at all is reported only as that.
    """
    known = BIO if span_format is IOB else span_format
    foreign = _foreign(sentence, {known.BEGIN, known.INSIDE, known.END, known.SINGLE})
    found = Findings(_tags(sentence))  # unlike the parsers, this logs nothing
    found.read(OF_COMMAND[span_format])
    spans, errors = found.results()
    illegal = [BadTag(sentence.first + error.location, error.type, error.current) for error in errors]
    reported = {bad.line for bad in foreign}
    return spans, sorted(foreign + [bad for bad in illegal if bad.line not in reported])


def read_as_conlleval(sentence: Sentence) -> tuple[list[Span], list[BadTag]]:
    """Return the spans that conlleval finds in a sentence of whatever encoding, and the malformed tags by line.

    The rules of :mod:`common.phrases` divide the spans. Only tags of no encoding are malformed.
    """
    return parse_spans_bio(list(_in_bio(_tags(sentence)))), _foreign(sentence, LETTERS)


def _in_bio(tags: Iterable[str]) -> Iterator[str]:
    """Yield the tags in BIO, divided into spans as by conlleval; a tag without a type becomes ``O``."""
    before = (TokenFunction.OUTSIDE, "")
    for tag in tags:
        letter, _, span_type = tag.partition("-")
        function = BIO.BEGIN if begins(*before, letter, span_type) else BIO.INSIDE
        yield make_tag(function, span_type) if span_type else TokenFunction.OUTSIDE
        before = (letter, span_type)


def _tags(sentence: Sentence) -> list[str]:
    return [TokenFunction.OUTSIDE if tag is None else tag for tag in sentence.tags]


def _foreign(sentence: Sentence, letters: Collection[str | None]) -> list[BadTag]:
    """Return every tag that is neither ``O`` nor one of the letters with a type."""
    kinds = {tag: _kind(tag, letters) for tag in set(sentence.tags)}
    if not any(kinds.values()):
        return []
    return [
        BadTag(line, kinds[tag], "the line has too few" if tag is None else tag)
        for line, tag in enumerate(sentence.tags, sentence.first)
        if kinds[tag]
    ]


def _kind(tag: str | None, letters: Collection[str | None]) -> str:
    """Return what is wrong with a tag by itself, or an empty text if it is of the encoding."""
    if tag is None:
        return "Missing Column"
    function, _, label = tag.partition("-")
    if tag == TokenFunction.OUTSIDE or (function in letters and label):
        return ""
    return "Missing Type" if function in letters else "Unknown Prefix"
