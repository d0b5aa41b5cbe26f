"""Rows of a table of matches, in which equal matches share a row, and texts with the spans of items marked.

Rows and texts are divided into pages that browsers can show.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from common.result import Item
from rescore.explain.explanation import ExplainedMatch
from rescore.explain.text import Text

Side: TypeAlias = tuple[str, Item, tuple[str, str, str]]  # name of the side, its item, and the item in context

BOTH = "both"
MAX_ROWS = 5000  # of a page
MAX_PAGE_BYTES = 1_500_000  # of rows and texts, estimated
_ROW_BYTES, _SEGMENT_BYTES, _SPAN_BYTES = 450, 30, 70  # of markup for each


@dataclass(slots=True)
class MatchRow:
    """Matches that differ only in their places: the first, and its sides in context.

    ``style`` holds the CSS classes that filters use, ``places`` the places of all its matches.
    """

    number: int
    match: ExplainedMatch
    style: str
    places: list[str]
    sides: list[Side]
    file: str = ""  # name of the page with the row; empty if links come from the same page

    @property
    def size(self) -> int:
        """The estimated number of bytes of the row on a page."""
        shown = [piece for _, item, pieces in self.sides for piece in (*pieces, item.label)]
        files = [item.location.file for _, item, _ in self.sides if item.location is not None]
        return _ROW_BYTES + sum(map(len, [*shown, *files, *self.places, self.match.why]))


def shown_of(match: ExplainedMatch | None) -> tuple[Hashable, ...]:
    """Return what a row shows of a match, except its places and its credit."""
    if match is None:
        return ()
    items = [(side, item.label, item.text != match.unit and item.text) for side, item in match.sides]
    return match.kind, match.why, *items


class MarkedSpan(NamedTuple):
    """An item's extent, the side it is on, its label, and the row that shows its match."""

    begin: int
    end: int
    side: str
    label: str
    row: MatchRow


class Segment(NamedTuple):
    """A piece of text with the same spans throughout: the sides of these spans, and the spans that begin with it."""

    text: str
    sides: str
    begun: list[MarkedSpan]


class MarkedText(NamedTuple):
    """The text of a unit in segments, with the spans of its items."""

    unit: str
    segments: list[Segment]

    @property
    def size(self) -> int:
        """The estimated number of bytes of the text on a page."""
        return sum(len(segment.text) + _SEGMENT_BYTES + _SPAN_BYTES * len(segment.begun) for segment in self.segments)


def segments(text: Text, spans: Iterable[MarkedSpan]) -> Iterator[Segment]:
    """Yield the pieces of a text. Spans are cut at its end, and an empty span begins a piece."""
    waiting = _merged(spans)
    waiting.reverse()
    active: list[MarkedSpan] = []
    length = len(text)
    at = 0
    while at < length or waiting:
        begun = []
        while waiting and (waiting[-1].begin <= at or at >= length):
            begun.append(waiting.pop())
        active = [span for span in [*active, *begun] if span.end > at]
        ends = [span.end for span in active]
        if waiting:
            ends.append(waiting[-1].begin)
        end = min([*ends, length])
        if at and text.is_tokens:
            yield Segment(" ", "", [])
        piece = text.piece(at, end)
        yield Segment(piece, _sides(active) if piece else "", begun)
        at = max(end, at)


def _merged(spans: Iterable[MarkedSpan]) -> list[MarkedSpan]:
    """Return the spans in order, each once; a span that both sides have becomes one of side ``BOTH``."""
    merged: dict[tuple[int, int, str], MarkedSpan] = {}
    for span in spans:
        place = (span.begin, span.end, span.label)
        found = merged.setdefault(place, span)
        if found.side not in (span.side, BOTH):
            merged[place] = found._replace(side=BOTH)
    return sorted(merged.values(), key=lambda span: (span.begin, -span.end, span.row.number, span.side))


def _sides(spans: list[MarkedSpan]) -> str:
    sides = {span.side for span in spans}
    return BOTH if len(sides) > 1 else "".join(sides)


@dataclass(slots=True)
class Items:
    """The rows and texts on a page, the name of its file, and the estimated number of their bytes."""

    file: str
    rows: list[MatchRow] = field(default_factory=list)
    texts: list[MarkedText] = field(default_factory=list)
    size: int = 0

    @property
    def span(self) -> str:
        """The names of the first and the last unit, with "to" between."""
        return " to ".join(dict.fromkeys([self.rows[0].match.unit, self.rows[-1].match.unit]))


def paged(rows: Iterable[MatchRow], texts: Iterable[MarkedText], group: Callable[[str], str], file: str) -> list[Items]:
    """Return pages of rows and texts, the first in ``file``; a group of units that fits on one page is not divided."""
    groups: defaultdict[str, list[MatchRow | MarkedText]] = defaultdict(list)
    for text in texts:
        groups[group(text.unit)].append(text)
    for row in rows:
        groups[group(row.match.unit)].append(row)
    pages = [Items(file)]

    def page_for(number: int, size: int) -> Items:
        last = pages[-1]
        if last.size and (len(last.rows) + number > MAX_ROWS or last.size + size > MAX_PAGE_BYTES):
            pages.append(Items(f"{file.removesuffix('.html')}~items-{len(pages) + 1}.html"))
        return pages[-1]

    for pieces in groups.values():
        page_for(len(pieces), sum(piece.size for piece in pieces))
        for piece in pieces:
            page = page_for(1, piece.size)
            page.size += piece.size
            if isinstance(piece, MatchRow):
                piece.file = page.file
                page.rows.append(piece)
            else:
                page.texts.append(piece)
    return pages
