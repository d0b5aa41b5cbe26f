"""Going through the tags of a sequence: where spans start and end, and which tags break the rules.

Where they do, a span goes on only with tags of its own type, as with conlleval.
"""

from __future__ import annotations

from collections.abc import Callable

from common.iobes import faults
from common.iobes.faults import Fault
from common.iobes.findings import Findings
from common.iobes.formats import BIO, SpanFormat, TokenFunction
from common.iobes.roles import BEGIN, CONTINUING, END, INSIDE, OPENING, OUTSIDE, meanings_in
from common.iobes.utils import extract_type

Finder = Callable[[Findings], None]


def find_iob(found: Findings) -> None:
    """Find the spans of IOB."""
    _find_without_end(found, BEGIN, _judge_begin)


def _judge_begin(tags: list[str], location: int, opened: str | None) -> Fault | None:
    """Judge a ``B``, which IOB allows only right after a token of the same type."""
    previous = extract_type(tags[location - 1]) if location else TokenFunction.OUTSIDE
    if previous == TokenFunction.OUTSIDE:
        return faults.IOB_START
    return None if previous == extract_type(tags[location]) else faults.IOB_TRANSITION


def find_bio(found: Findings) -> None:
    """Find the spans of BIO."""
    _find_without_end(found, INSIDE, _judge_inside)


def _judge_inside(tags: list[str], location: int, opened: str | None) -> Fault | None:
    """Judge an ``I`` that continues no span, which BIO never allows."""
    return faults.BIO_START if opened is None else faults.BIO_TRANSITION


def _find_without_end(
    found: Findings, suspect: str, judge: Callable[[list[str], int, str | None], Fault | None]
) -> None:
    """Find the spans in tags of ``B`` and ``I``.

    ``judge`` is asked about every ``suspect`` tag that does not continue a span: it is told the tags, the index, and
    the type of the span that is open there, or None.
    """
    opened: str | None = None
    for location, (role, label, _) in enumerate(map(meanings_in(BIO).__getitem__, found.tags)):
        if role == INSIDE and label == opened:
            continue
        if role == suspect:
            fault = judge(found.tags, location, opened)
            if fault is not None:
                found.wrong(fault, location)
        if opened is not None:
            found.ends.append(location)
            opened = None
        if role != OUTSIDE:
            opened = label
            found.types.append(label)
            found.starts.append(location)
    if opened is not None:
        found.ends.append(len(found.tags))


def _find_with_end(found: Findings, span_format: type[SpanFormat]) -> None:
    """Find the spans of a format with letters for the last and for the only token of a span."""
    meanings = meanings_in(span_format)
    role = OUTSIDE
    opened: str | None = None
    for location, (role, label, function) in enumerate(map(meanings.__getitem__, found.tags)):
        if opened is None:
            if role == OUTSIDE:
                continue
            if role in CONTINUING:
                found.wrong(faults.START[role], location)
        elif label == opened and role in CONTINUING:
            if role == END:
                found.ends.append(location + 1)
                opened = None
            continue
        else:
            if role in CONTINUING:
                found.wrong(faults.TRANSITION[role], location)
            else:
                before = meanings[found.tags[location - 1]][2]
                _judge_unfinished(found, location - 1, before, function, span_format)
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
        found.wrong(faults.FINAL[role], len(found.tags) - 1)
        found.ends.append(len(found.tags))


def _judge_unfinished(
    found: Findings, location: int, function: str, following: str, span_format: type[SpanFormat]
) -> None:
    """Judge the tag of ``function`` at ``location``, in whose span the tag after it, of ``following``, is not."""
    if function == span_format.BEGIN and following in (span_format.BEGIN, span_format.SINGLE, TokenFunction.OUTSIDE):
        found.wrong(faults.SINGLE_BEGIN, location)
    if function not in (span_format.END, span_format.SINGLE):
        found.wrong(faults.UNENDED, location)


def finder_of(span_format: type[SpanFormat]) -> Finder:
    """Return the finder of a format with letters for the last and for the only token of a span."""
    return lambda found: _find_with_end(found, span_format)
