"""A text cut up at the beginnings and ends of the spans that key and response have in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rescore.explain.passages import Text
from rescore.explain.rows import MatchRow

BOTH = "both"


@dataclass(slots=True)
class MarkedSpan:
    """An item's extent, the side it is on, its label, and the row that shows its match."""

    begin: int
    end: int
    side: str
    label: str
    row: MatchRow

    def __lt__(self, other: MarkedSpan) -> bool:
        return (self.begin, -self.end, self.row.number, self.side) < (
            other.begin,
            -other.end,
            other.row.number,
            other.side,
        )


@dataclass(slots=True)
class Segment:
    """A piece of text with the same spans all through: sides that have one there, and the spans that begin with it."""

    text: str
    sides: str
    begun: list[MarkedSpan]


@dataclass(slots=True)
class MarkedText:
    """The text of a unit in segments, with the spans of its items."""

    unit: str
    segments: list[Segment]

    @property
    def size(self) -> int:
        """About how many bytes it takes on a page."""
        return sum(len(segment.text) + 30 + 70 * len(segment.begun) for segment in self.segments)


def segments(text: Text, spans: Iterable[MarkedSpan]) -> Iterator[Segment]:
    """Yield the pieces of a text. Spans that lie outside of it are cut, and what is empty marks the place it is at."""
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
    """Return the spans in order, each once, and those that both sides have as one."""
    merged: dict[tuple[int, int, str], MarkedSpan] = {}
    for span in spans:
        place = (span.begin, span.end, span.label)
        found = merged.setdefault(place, span)
        if found.side not in (span.side, BOTH):
            merged[place] = MarkedSpan(span.begin, span.end, BOTH, span.label, found.row)
    return sorted(merged.values())


def _sides(spans: list[MarkedSpan]) -> str:
    sides = {span.side for span in spans}
    if BOTH in sides or len(sides) > 1:
        return BOTH
    return sides.pop() if sides else ""
