"""From tags to spans (the paper's section 4.1, 'Parsing').

Malformed tags are read as conlleval reads them: a change of type starts a new span. What is wrong with them is
returned as a list of errors and logged, one warning for each, while the tags are read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from common.iobes.findings import Findings
from common.iobes.formats import BILOU, BIO, BMEOW, BMEWO, IOBES, Error, Span, SpanEncoding, SpanFormat, TokenFunction
from common.iobes.roles import BEGIN, END, INSIDE, OUTSIDE, meanings_in
from common.iobes.utils import extract_type

CONTINUING = (INSIDE, END)
OPENING = (BEGIN, INSIDE)


class ParserWithErrors(Protocol):
    """What every ``parse_spans_*_with_errors`` is."""

    def __call__(self, seq: Sequence[str]) -> tuple[list[Span], list[Error]]:
        """Return the spans of the tags in the order of the text, and the errors in the order of their tags.

        Raises ``TypeError`` for a tag that is no string.
        """


class Parser(Protocol):
    """What every ``parse_spans_*`` is."""

    def __call__(self, seq: Sequence[str]) -> list[Span]:
        """Return the spans of the tags in the order of the text. Raises ``TypeError`` for a tag that is no string."""


class Validator(Protocol):
    """What every ``validate_tags_*`` is."""

    def __call__(self, seq: Sequence[str]) -> bool:
        """Say whether the tags keep the rules of their encoding. Raises ``TypeError`` for a tag that is no string."""


def _read_without_end(
    seq: Sequence[str], suspect: str, check: Callable[[Findings, list[str], int, str | None], None]
) -> Findings:
    """Read tags of ``B`` and ``I``; ``check`` judges every ``suspect`` tag that does not continue a span.

    It is told the tag's index and the type of the span that is open there, or None.
    """
    tags = list(seq)
    found = Findings(tags)
    opened: str | None = None
    for location, (role, label, _) in enumerate(map(meanings_in(BIO).__getitem__, tags)):
        if role == INSIDE and label == opened:
            continue
        if role == suspect:
            check(found, tags, location, opened)
        if opened is not None:
            found.ends.append(location)
            opened = None
        if role != OUTSIDE:
            opened = label
            found.types.append(label)
            found.starts.append(location)
    if opened is not None:
        found.ends.append(len(tags))
    return found


def _read_iob(seq: Sequence[str]) -> Findings:
    return _read_without_end(seq, BEGIN, _check_begin)


def _check_begin(found: Findings, tags: list[str], location: int, opened: str | None) -> None:
    """Judge a ``B``, which IOB allows only right after a token of the same type."""
    previous = extract_type(tags[location - 1]) if location else TokenFunction.OUTSIDE
    if previous == TokenFunction.OUTSIDE:
        found.wrong(location, "Illegal Start", "Invalid label: `B` starting an entity at %s", location)
    elif previous != extract_type(tags[location]):
        message = "Invalid label: `B` starting and entity after a %s at %s"
        found.wrong(location, "Illegal Transition", message, previous, location)


def _read_bio(seq: Sequence[str]) -> Findings:
    return _read_without_end(seq, INSIDE, _check_inside)


def _check_inside(found: Findings, tags: list[str], location: int, opened: str | None) -> None:
    """Judge an ``I`` that continues no span, which BIO never allows."""
    if opened is None:
        found.wrong(location, "Illegal Start", "Illegal Label: starting a span with `I` at %s", location)
    else:
        message = "Illegal Label: I doesn't match previous token at %s"
        found.wrong(location, "Illegal Transition", message, location)


def _read_with_end(seq: Sequence[str], span_format: type[SpanFormat]) -> Findings:
    """Read tags of a format with letters for the last and for the only token of a span."""
    tags = list(seq)
    found = Findings(tags)
    meanings = meanings_in(span_format)
    opened: str | None = None
    for location, (role, label, function) in enumerate(map(meanings.__getitem__, tags)):
        if opened is None:
            if role == OUTSIDE:
                continue
            if role in CONTINUING:
                found.wrong(location, "Illegal Start", "Illegal Label: starting a span with `%s` at %s", role, location)
        elif label == opened and role in CONTINUING:
            if role == END:
                found.ends.append(location + 1)
                opened = None
            continue
        else:
            if role in CONTINUING:
                message = "Illegal Label: `%s` doesn't match previous token at %s"
                found.wrong(location, "Illegal Transition", message, role, location)
            else:
                _check_unfinished(found, location - 1, meanings[tags[location - 1]][2], function, span_format)
            found.ends.append(location)
            opened = None
            if role == OUTSIDE:
                continue
        found.types.append(label)
        found.starts.append(location)
        if role in OPENING:
            opened = label
        else:
            found.ends.append(location + 1)
    if opened is not None:
        last = len(tags) - 1
        message = "Illegal Label: `B` as final token %s" if role == BEGIN else "Illegal Label: `I` as final token at %s"
        found.wrong(last, "Illegal Final", message, last)
        found.ends.append(len(tags))
    return found


def _check_unfinished(
    found: Findings, location: int, function: str, following: str, span_format: type[SpanFormat]
) -> None:
    """Judge the tag of ``function`` at ``location``, whose span the next one, of ``following``, does not continue."""
    beginning = (span_format.BEGIN, span_format.SINGLE, TokenFunction.OUTSIDE)
    if function == span_format.BEGIN and following in beginning:
        found.wrong(location, "Illegal Single", "Illegal Label: Single `B` token span at %s", location)
    if function not in (span_format.END, span_format.SINGLE):
        found.wrong(location, "Illegal End", "Illegal Label: `%s` ends span at %s", function, location)


def parse_spans_with_end_with_errors(
    seq: Sequence[str], span_format: type[SpanFormat]
) -> tuple[list[Span], list[Error]]:
    """Read tags of a format that marks the ends of spans: IOBES, BILOU, BMEOW or one like them.

    Return the spans in the order of the text, and the errors in the order of their tags. A tag of no letter of the
    format is outside of spans. Raises ``TypeError`` for a tag that is no string.
    """
    return _read_with_end(seq, span_format).results()


def parse_spans_with_end(seq: Sequence[str], span_format: type[SpanFormat]) -> list[Span]:
    """Return the spans of :func:`parse_spans_with_end_with_errors` without the errors."""
    return _read_with_end(seq, span_format).spans()


def parse_spans_token_with_errors(seq: Sequence[str]) -> tuple[list[Span], list[Error]]:
    """Return a span for every token, its type the whole tag. No tag is wrong."""
    return [Span(tag, location, location + 1, (location,)) for location, tag in enumerate(seq)], []


def parse_spans_token(seq: Sequence[str]) -> list[Span]:
    """Return a span for every token, its type the whole tag."""
    return parse_spans_token_with_errors(seq)[0]


def validate_tags_token(seq: Sequence[str]) -> bool:
    """Return True: no tag is wrong."""
    return True


def _functions_of(name: str, read: Callable[[Sequence[str]], Findings]) -> tuple[ParserWithErrors, Parser, Validator]:
    """Return an encoding's ``parse_spans_NAME_with_errors``, ``parse_spans_NAME`` and ``validate_tags_NAME``."""

    def parse_with_errors(seq: Sequence[str]) -> tuple[list[Span], list[Error]]:
        return read(seq).results()

    def parse(seq: Sequence[str]) -> list[Span]:
        return read(seq).spans()

    def validate(seq: Sequence[str]) -> bool:
        return read(seq).valid()

    for function, title, kind in (
        (parse_with_errors, f"parse_spans_{name}_with_errors", ParserWithErrors),
        (parse, f"parse_spans_{name}", Parser),
        (validate, f"validate_tags_{name}", Validator),
    ):
        function.__name__ = function.__qualname__ = title
        function.__doc__ = kind.__call__.__doc__
    return parse_with_errors, parse, validate


def _reader(span_format: type[SpanFormat]) -> Callable[[Sequence[str]], Findings]:
    return lambda seq: _read_with_end(seq, span_format)


parse_spans_iob_with_errors, parse_spans_iob, validate_tags_iob = _functions_of("iob", _read_iob)
parse_spans_bio_with_errors, parse_spans_bio, validate_tags_bio = _functions_of("bio", _read_bio)
parse_spans_iobes_with_errors, parse_spans_iobes, validate_tags_iobes = _functions_of("iobes", _reader(IOBES))
parse_spans_bilou_with_errors, parse_spans_bilou, validate_tags_bilou = _functions_of("bilou", _reader(BILOU))
parse_spans_bmeow_with_errors, parse_spans_bmeow, validate_tags_bmeow = _functions_of("bmeow", _reader(BMEOW))
parse_spans_bmewo_with_errors, parse_spans_bmewo, validate_tags_bmewo = _functions_of("bmewo", _reader(BMEWO))

_PARSERS: dict[SpanEncoding, tuple[ParserWithErrors, Parser, Validator]] = {
    SpanEncoding.TOKEN: (parse_spans_token_with_errors, parse_spans_token, validate_tags_token),
    SpanEncoding.IOB: (parse_spans_iob_with_errors, parse_spans_iob, validate_tags_iob),
    SpanEncoding.BIO: (parse_spans_bio_with_errors, parse_spans_bio, validate_tags_bio),
    SpanEncoding.IOBES: (parse_spans_iobes_with_errors, parse_spans_iobes, validate_tags_iobes),
    SpanEncoding.BILOU: (parse_spans_bilou_with_errors, parse_spans_bilou, validate_tags_bilou),
    SpanEncoding.BMEOW: (parse_spans_bmeow_with_errors, parse_spans_bmeow, validate_tags_bmeow),
}


def parse_spans_with_errors(seq: Sequence[str], span_type: SpanEncoding) -> tuple[list[Span], list[Error]]:
    """Return the spans and the errors of tags in the given encoding, as ``parse_spans_*_with_errors`` do.

    Raises ``ValueError`` for what is no :class:`SpanEncoding`, ``TypeError`` for a tag that is no string.
    """
    return _functions(span_type, "scheme")[0](seq)


def parse_spans(seq: Sequence[str], span_type: SpanEncoding) -> list[Span]:
    """Return the spans of tags in the given encoding, as ``parse_spans_*`` do; errors as above."""
    return _functions(span_type, "scheme")[1](seq)


def validate_tags(seq: Sequence[str], span_type: SpanEncoding) -> bool:
    """Say whether the tags keep the rules of the given encoding, as ``validate_tags_*`` do; errors as above."""
    return _functions(span_type, "Scheme")[2](seq)


def _functions(span_type: SpanEncoding, scheme: str) -> tuple[ParserWithErrors, Parser, Validator]:
    """Return the encoding's functions; ``scheme`` is how the caller's message spells that word."""
    if not isinstance(span_type, SpanEncoding):
        raise ValueError(f"Unknown SpanEncoding {scheme}, got: `{span_type}`")
    return _PARSERS[span_type]
