"""Rows of a table of matches, in which equal matches share a row, and texts with the spans of items marked.

Rows and texts are divided into pages that browsers can show.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple, TypeAlias

from common.result import Item
from rescore.explain.explanation import ExplainedMatch
from rescore.explain.text import Text, context, lines_in

Side: TypeAlias = tuple[str, Item, tuple[str, str, str]]  # name of the side, its item, and the item in context

BOTH = "both"
MAX_LABELS = 60  # that a filter offers
MAX_LINK = 32  # characters
MAX_ROWS = 5000  # of a page
MAX_PAGE_BYTES = 1_500_000  # of rows and texts, estimated
_ROW_BYTES, _SEGMENT_BYTES, _SPAN_BYTES = 450, 30, 70  # of markup for each
NO_LABEL = "(none)"


@dataclass(slots=True)
class Choice:
    """What a filter can choose: a kind or a label, the CSS class of its rows, and the number of its matches."""

    style: str
    name: str
    matches: int = 0


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
    def link(self) -> str:
        """The text of a link to the row."""
        name = " ".join((self.sides[0][1].text if self.sides else "").split()) or self.match.unit
        return name if len(name) <= MAX_LINK else name[:MAX_LINK] + "…"

    @property
    def size(self) -> int:
        """The estimated number of bytes of the row on a page."""
        shown = [piece for _, item, pieces in self.sides for piece in (*pieces, item.label)]
        files = [item.location.file for _, item, _ in self.sides if item.location is not None]
        return _ROW_BYTES + sum(map(len, [*shown, *files, *self.places, self.match.why]))


class Rows:
    """Makes rows from matches; with ``only_wrong``, only from wrong ones."""

    def __init__(self, only_wrong: bool) -> None:
        self.rows: list[MatchRow] = []
        self.kinds: dict[str, Choice] = {}  # in order of appearance
        self._labels: dict[str, Choice] = {}
        self._only_wrong = only_wrong
        self._known: dict[Hashable, MatchRow] = {}
        self._lines = lines_in()

    def add(self, match: ExplainedMatch, text: Text | None, is_wrong: bool) -> MatchRow | None:
        """Add a match to its row and return the row, or None if only wrong matches have rows and it is right."""
        if self._only_wrong and not is_wrong:
            return None
        kind = _choice(self.kinds, "k", match.kind)
        label = _choice(self._labels, "l", next((item.label for _, item in match.sides), NO_LABEL))
        row = self._known.get(shown := (match.credit, *shown_of(match)))
        if row is None:
            sides = [(side, item, context(item, text, self._lines)) for side, item in match.sides]
            style = f"{kind} {label}{'' if is_wrong else ' good'}"
            row = self._known[shown] = MatchRow(len(self.rows) + 1, match, style, [], sides)
            self.rows.append(row)
        extents = [f"{match.unit} {item.begin}-{item.end}" for _, item in match.sides[:1] if item.begin is not None]
        row.places += extents or [match.unit]
        return row

    @property
    def labels(self) -> list[Choice]:
        """The ``MAX_LABELS`` most frequent labels, sorted by name."""
        most = sorted(self._labels.values(), key=lambda label: -label.matches)[:MAX_LABELS]
        return sorted(most, key=lambda label: label.name)


def shown_of(match: ExplainedMatch | None) -> tuple[Hashable, ...]:
    """Return what a row shows of a match, except its places and its credit."""
    if match is None:
        return ()
    items = [(side, item.label, item.text != match.unit and item.text) for side, item in match.sides]
    return match.kind, match.why, *items


def _choice(choices: dict[str, Choice], letter: str, name: str) -> str:
    """Count a match, and return the CSS class of its kind or label."""
    choice = choices.get(name) or choices.setdefault(name, Choice(f"{letter}{len(choices)}", name))
    choice.matches += 1
    return choice.style


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
    """The rows and texts on a page; ``size`` is their estimated number of bytes."""

    rows: list[MatchRow] = field(default_factory=list)
    texts: list[MarkedText] = field(default_factory=list)
    file: str = ""
    size: int = 0

    @property
    def span(self) -> str:
        """The names of the first and the last unit, with "to" between."""
        return " to ".join(dict.fromkeys([self.rows[0].match.unit, self.rows[-1].match.unit]))

    def has_room(self, rows: int, size: int) -> bool:
        """Whether ``rows`` more pieces fit, of ``size`` bytes in all; an empty page has room for any."""
        return not self.size or (len(self.rows) + rows <= MAX_ROWS and self.size + size <= MAX_PAGE_BYTES)


def paged(rows: Iterable[MatchRow], texts: Iterable[MarkedText], group: Callable[[str], str]) -> list[Items]:
    """Return pages of rows and texts; a group of units that fits on one page is not divided."""
    groups: dict[str, list[MatchRow | MarkedText]] = {}
    for text in texts:
        groups.setdefault(group(text.unit), []).append(text)
    for name, some in groupby(rows, lambda row: group(row.match.unit)):
        groups.setdefault(name, []).extend(some)
    pages = [Items()]
    for pieces in groups.values():
        if not pages[-1].has_room(len(pieces), sum(piece.size for piece in pieces)):
            pages.append(Items())
        for piece in pieces:
            if not pages[-1].has_room(1, piece.size):
                pages.append(Items())
            page = pages[-1]
            page.size += piece.size
            if isinstance(piece, MatchRow):
                page.rows.append(piece)
            else:
                page.texts.append(piece)
    return pages
