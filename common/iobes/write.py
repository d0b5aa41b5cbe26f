"""From spans to tags (the paper's section 4.2, 'Conversion')."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Protocol

from legacy_scorers.common.iobes.formats import (
    BILOU,
    BIO,
    BMEOW,
    IOB,
    IOBES,
    Span,
    SpanEncoding,
    SpanFormat,
    TokenFunction,
)
from legacy_scorers.common.iobes.utils import (
    extract_function as extract_function,  # users of the library import these from here, too
)
from legacy_scorers.common.iobes.utils import extract_type as extract_type
from legacy_scorers.common.iobes.utils import presented

__all__ = [
    "write_bilou_tags", "write_bio_tags", "write_bmeow_tags", "write_bmewo_tags", "write_iob_tags", "write_iobes_tags",
    "write_tags",
]  # fmt: skip


class WriteCallable(Protocol):
    """What every ``write_*_tags`` is: spans to tags."""

    def __call__(
        self, spans: Sequence[Span], tags: Iterable[str] | None = None, length: int | None = None
    ) -> list[str]:
        """Write the spans over a copy of ``tags``, or else over ``length`` times ``O``, by default up to the last span.

        Raises ``IndexError`` for a span outside of the tags, and ``ValueError`` without tags, length and spans.
        """


def sort_spans(spans: Iterable[Span]) -> list[Span]:
    """Return the spans by start; spans of one start keep their order."""
    return sorted(spans, key=attrgetter("start"))


def tags_length_from_spans(spans: Iterable[Span]) -> int:
    """Return the number of tokens up to the end of the last span. Raises ``ValueError`` without spans."""
    return max(span.end for span in spans)


def make_blanks(spans: Iterable[Span], length: int | None = None, fill: str = TokenFunction.OUTSIDE) -> list[str]:
    """Return ``length`` times ``fill``, by default the number that :func:`tags_length_from_spans` returns."""
    return [fill] * (tags_length_from_spans(spans) if length is None else length)


def make_tag(token_function: str | None, span_type: str, delimiter: str = "-") -> str:
    """Return the tag of a token function and the type of a span; the function None is written as nothing."""
    return f"{'' if token_function is None else token_function}{delimiter}{span_type}"


def mark(tags: list[str], spans: Iterable[Span], span_format: type[SpanFormat]) -> None:
    """Write the spans over ``tags``. The order of writing counts where spans overlap or are empty."""
    ordered = sort_spans(spans)
    if span_format is IOB:
        _mark_iob(tags, ordered)
        return
    for span in ordered:
        if span.end == span.start + 1:
            tags[span.start] = make_tag(span_format.SINGLE, span.type)
            continue
        tags[span.start] = make_tag(span_format.BEGIN, span.type)
        tags[span.end - 1] = make_tag(span_format.END, span.type)
        inside = make_tag(span_format.INSIDE, span.type)
        for token in span.tokens[1:-1]:
            tags[token] = inside


def _mark_iob(tags: list[str], ordered: list[Span]) -> None:
    for previous, span in zip([None, *ordered], ordered):
        inside = make_tag(TokenFunction.INSIDE, span.type)
        for token in span.tokens:
            tags[token] = inside
        if previous is not None and previous.end == span.start and previous.type == span.type:
            tags[span.start] = make_tag(TokenFunction.BEGIN, span.type)


def _writer(name: str, span_format: type[SpanFormat]) -> WriteCallable:
    def write(spans: Sequence[Span], tags: Iterable[str] | None = None, length: int | None = None) -> list[str]:
        written = make_blanks(spans, length) if tags is None else list(tags)
        mark(written, spans, span_format)
        return written

    return presented(write, name, WriteCallable)


write_iob_tags = _writer("write_iob_tags", IOB)
write_bio_tags = _writer("write_bio_tags", BIO)
write_iobes_tags = _writer("write_iobes_tags", IOBES)
write_bilou_tags = _writer("write_bilou_tags", BILOU)
write_bmeow_tags = _writer("write_bmeow_tags", BMEOW)
write_bmewo_tags = write_bmeow_tags


def write_tags(spans: Sequence[Span], span_type: SpanEncoding, length: int | None = None) -> list[str]:
    """Write the spans in the given encoding over ``length`` times ``O``, by default up to the last span.

    In TOKEN a tag is the delimiter and the type, ``-TYPE``. Raises ``ValueError`` for anything but a
    :class:`SpanEncoding` and without length and spans, ``IndexError`` for a span outside of the tags.
    """
    tags = make_blanks(spans, length)
    if not isinstance(span_type, SpanEncoding):
        raise ValueError(f"Unknown SpanEncoding scheme, got: `{span_type}`")
    mark(tags, spans, span_type.value)
    return tags
