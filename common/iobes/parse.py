"""From tags to spans (the paper's section 4.1, 'Parsing').

Malformed tags are read as in conlleval: a change of type starts a new span. The errors are returned as a list, and each
is logged as a warning.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Protocol, TypeAlias

from legacy_scorers.common.collector import uncollected
from legacy_scorers.common.iobes.boundaries import EDGE, OF_FORMAT, Boundaries, TagFault, boundaries_in
from legacy_scorers.common.iobes.formats import BMEWO, LOGGER, Error, Span, SpanEncoding, SpanFormat, TokenFunction
from legacy_scorers.common.iobes.utils import (
    extract_function as extract_function,  # users of the library import these from here, too
)
from legacy_scorers.common.iobes.utils import extract_type as extract_type
from legacy_scorers.common.iobes.utils import presented
from legacy_scorers.common.iobes.utils import safe_get as safe_get
from legacy_scorers.common.iobes.utils import sort_errors as sort_errors
from legacy_scorers.common.iobes.utils import sort_spans as sort_spans

__all__ = [
    "parse_spans", "parse_spans_bilou", "parse_spans_bilou_with_errors", "parse_spans_bio",
    "parse_spans_bio_with_errors", "parse_spans_bmeow", "parse_spans_bmeow_with_errors", "parse_spans_bmewo",
    "parse_spans_bmewo_with_errors", "parse_spans_iob", "parse_spans_iob_with_errors", "parse_spans_iobes",
    "parse_spans_iobes_with_errors", "parse_spans_token", "parse_spans_token_with_errors", "parse_spans_with_errors",
    "validate_tags", "validate_tags_bilou", "validate_tags_bio", "validate_tags_bmeow", "validate_tags_bmewo",
    "validate_tags_iob", "validate_tags_iobes",
]  # fmt: skip

_new = tuple.__new__  # makes a named tuple faster than its class, and than _make, which counts the fields


class ParseWithErrorsCallable(Protocol):
    """What every ``parse_spans_*_with_errors`` is."""

    def __call__(self, seq: Sequence[str]) -> tuple[list[Span], list[Error]]:
        """Return the spans of the tags in the order of the text, and the errors in the order of their tags.

        Raises ``TypeError`` for a tag that is not a string.
        """


class Parser(Protocol):
    """What every ``parse_spans_*`` is."""

    def __call__(self, seq: Sequence[str]) -> list[Span]:
        """Return the spans of the tags in text order. Raises ``TypeError`` for a tag that is not a string."""


class Validator(Protocol):
    """What every ``validate_tags_*`` is."""

    def __call__(self, tags: Sequence[str]) -> bool:
        """Say whether the tags obey the rules of the encoding. Raises ``TypeError`` for a tag that is not a string."""


Functions: TypeAlias = tuple[ParseWithErrorsCallable, Parser, Validator]


class Findings:
    """The spans and the faults of tags, in columns.

    ``types``, ``starts`` and ``ends`` are those of the spans in the order of the text; ``faults`` and ``places`` (the
    indices of the tags at fault) are in the order of their discovery.
    """

    __slots__ = ("ends", "faults", "places", "starts", "tags", "types")

    def __init__(self, tags: Sequence[str]) -> None:
        self.tags = list(tags)
        self.types: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.faults: list[TagFault] = []
        self.places: list[int] = []

    def read(self, boundaries: Boundaries) -> None:
        """Find where spans start and end, and which tags break the rules."""
        kind, type_before = boundaries.kinds[EDGE], TokenFunction.OUTSIDE
        tags = chain(map(boundaries.__getitem__, self.tags), [(EDGE, TokenFunction.OUTSIDE)])
        for location, (following, type_) in enumerate(tags):
            kind, starts, ended, faults = (kind.same if type_ == type_before else kind.other)[following]
            type_before = type_
            if ended:
                self.ends.append(location)
            if starts:
                self.types.append(type_)
                self.starts.append(location)
            for place, fault in faults:
                self.faults.append(fault)
                self.places.append(location + place)

    def log(self) -> None:
        """Log a warning for every fault."""
        if not self.faults or not LOGGER.isEnabledFor(logging.WARNING):
            return
        for place, fault in zip(self.places, self.faults):
            details = {
                "location": place,
                "function": extract_function(self.tags[place]),
                "previous": extract_type(self.tags[place - 1]) if place else None,
            }
            LOGGER.warning(fault.message, details)

    @uncollected
    def spans(self) -> list[Span]:
        """Return the spans in the order of the text."""
        tokens = map(tuple, map(range, self.starts, self.ends))
        return list(map(_new, repeat(Span), zip(self.types, self.starts, self.ends, tokens)))

    @uncollected
    def results(self) -> tuple[list[Span], list[Error]]:
        """Return the spans, and the errors in the order of their tags, then of the names of their types."""
        types = [fault.type for fault in self.faults]
        around = ([None, *self.tags], self.tags, [*self.tags[1:], None])
        previous, current, following = [map(tags.__getitem__, self.places) for tags in around]
        return self.spans(), sorted(map(_new, repeat(Error), zip(self.places, types, current, previous, following)))


def _read(seq: Sequence[str], boundaries: Boundaries) -> Findings:
    found = Findings(seq)
    try:
        found.read(boundaries)
    finally:  # the faults before a tag that is not a string are logged, too
        found.log()
    return found


def parse_spans_with_end_with_errors(
    seq: Sequence[str], span_format: type[SpanFormat]
) -> tuple[list[Span], list[Error]]:
    """Read tags of a format that marks the ends of spans: IOBES, BILOU, BMEOW or one like them.

    Return the spans in the order of the text, and the errors in the order of their tags. A tag whose letter is not in
    the format is outside of spans. Raises ``TypeError`` for a tag that is not a string.
    """
    return _read(seq, boundaries_in(span_format)).results()


def parse_spans_with_end(seq: Sequence[str], span_format: type[SpanFormat]) -> list[Span]:
    """Return the spans of :func:`parse_spans_with_end_with_errors` without the errors."""
    return _read(seq, boundaries_in(span_format)).spans()


def parse_spans_token_with_errors(seq: Sequence[str]) -> tuple[list[Span], list[Error]]:
    """Return a span for every token, with the whole tag as its type. No tag is wrong."""
    return [Span(tag, location, location + 1, (location,)) for location, tag in enumerate(seq)], []


def parse_spans_token(seq: Sequence[str]) -> list[Span]:
    """Return a span for every token, with the whole tag as its type."""
    return parse_spans_token_with_errors(seq)[0]


def validate_tags_token(tags: Sequence[str]) -> bool:
    """Return True: no tag is wrong."""
    return True


def _functions_of(name: str, boundaries: Boundaries) -> Functions:
    """Return an encoding's ``parse_spans_NAME_with_errors``, ``parse_spans_NAME`` and ``validate_tags_NAME``."""

    def parse_with_errors(seq: Sequence[str]) -> tuple[list[Span], list[Error]]:
        return _read(seq, boundaries).results()

    def parse(seq: Sequence[str]) -> list[Span]:
        return _read(seq, boundaries).spans()

    def validate(tags: Sequence[str]) -> bool:
        return not _read(tags, boundaries).faults

    return (
        presented(parse_with_errors, f"parse_spans_{name}_with_errors", ParseWithErrorsCallable),
        presented(parse, f"parse_spans_{name}", Parser),
        presented(validate, f"validate_tags_{name}", Validator),
    )


_OF_ENCODING: dict[SpanEncoding, Functions] = {
    SpanEncoding(span_format): _functions_of(span_format.__name__.lower(), boundaries)
    for span_format, boundaries in OF_FORMAT.items()
}
_OF_ENCODING[SpanEncoding.TOKEN] = parse_spans_token_with_errors, parse_spans_token, validate_tags_token
parse_spans_iob_with_errors, parse_spans_iob, validate_tags_iob = _OF_ENCODING[SpanEncoding.IOB]
parse_spans_bio_with_errors, parse_spans_bio, validate_tags_bio = _OF_ENCODING[SpanEncoding.BIO]
parse_spans_iobes_with_errors, parse_spans_iobes, validate_tags_iobes = _OF_ENCODING[SpanEncoding.IOBES]
parse_spans_bilou_with_errors, parse_spans_bilou, validate_tags_bilou = _OF_ENCODING[SpanEncoding.BILOU]
parse_spans_bmeow_with_errors, parse_spans_bmeow, validate_tags_bmeow = _OF_ENCODING[SpanEncoding.BMEOW]
parse_spans_bmewo_with_errors, parse_spans_bmewo, validate_tags_bmewo = _functions_of("bmewo", OF_FORMAT[BMEWO])


def parse_spans_with_errors(seq: Sequence[str], span_type: SpanEncoding) -> tuple[list[Span], list[Error]]:
    """Return the spans and the errors of tags in the given encoding, as ``parse_spans_*_with_errors`` do.

    Raises ``ValueError`` for anything but a :class:`SpanEncoding`, ``TypeError`` for a tag that is not a string.
    """
    return _functions(span_type, "scheme")[0](seq)


def parse_spans(seq: Sequence[str], span_type: SpanEncoding) -> list[Span]:
    """Return the spans of tags in the given encoding, as ``parse_spans_*`` do. Raises the same errors."""
    return _functions(span_type, "scheme")[1](seq)


def validate_tags(tags: Sequence[str], span_type: SpanEncoding) -> bool:
    """Say whether the tags keep the rules of the given encoding, as ``validate_tags_*`` do. Raises the same."""
    return _functions(span_type, "Scheme")[2](tags)


def _functions(span_type: SpanEncoding, scheme: str) -> Functions:
    """Return the encoding's functions; ``scheme`` is how the caller's message spells that word."""
    if not isinstance(span_type, SpanEncoding):
        raise ValueError(f"Unknown SpanEncoding {scheme}, got: `{span_type}`")
    return _OF_ENCODING[span_type]
