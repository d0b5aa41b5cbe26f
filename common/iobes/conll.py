"""The tag column of CoNLL-style files: one token per line, white space between columns, blank lines between sentences.

Files are bytes. Only the tags are decoded, as UTF-8 that keeps invalid bytes, so every other byte stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import groupby

COLUMN = re.compile(rb"\S+")
LAST = -1


class Sentence:
    """The lines of a sentence, with their ends, and the places of the tag column in them.

    ``first`` is the number of the first line, from 1; ``blank`` are the lines of white space before it. ``places`` are
    the offsets of each line's tag in bytes, the end exclusive, and ``tags`` the tags. A line with too few columns has
    an empty place at its end, and the tag None.
    """

    __slots__ = ("blank", "first", "lines", "places", "tags")

    def __init__(self, first: int, lines: list[bytes], column: int, blank: bytes = b"") -> None:
        self.first = first
        self.blank = blank
        self.lines = lines
        self.places = _last_places(lines) if column == LAST else [_place(line, column) for line in lines]
        self.tags = [
            line[start:end].decode("utf-8", "surrogateescape") if start < end else None
            for line, (start, end) in zip(lines, self.places)
        ]

    def respelled(self, tags: list[str | None]) -> Sentence:
        """Return the same lines and places with other tags."""
        other = copy(self)
        other.tags = tags
        return other

    def written(self, tags: Iterable[str]) -> bytes:
        """Return the lines with a new tag in each place, after the blank ones."""
        parts = [self.blank]
        for line, (start, end), tag in zip(self.lines, self.places, tags):
            parts += (line[:start], tag.encode("utf-8", "surrogateescape"), line[end:])
        return b"".join(parts)


def sentences(content: bytes, column: int) -> Iterator[Sentence]:
    """Yield each sentence; ``column`` is an index: 0 is the first column, -1 the last.

    Lines end with LF, CR LF or CR. A line of nothing but white space ends a sentence. Blank lines at the end of the
    file belong to a sentence without lines.
    """
    first = 1
    blank = b""
    for is_blank, group in groupby(content.splitlines(keepends=True), bytes.isspace):
        lines = list(group)
        if is_blank:
            blank = b"".join(lines)
        else:
            yield Sentence(first, lines, column, blank)
            blank = b""
        first += len(lines)
    if blank:
        yield Sentence(first, [], column, blank)


def _last_places(lines: list[bytes]) -> list[tuple[int, int]]:
    """Return the places of the last column, which every line has."""
    texts = [line.rstrip() for line in lines]
    return [(len(text) - len(text.rsplit(None, 1)[-1]), len(text)) for text in texts]


def _place(line: bytes, column: int) -> tuple[int, int]:
    places = [match.span() for match in COLUMN.finditer(line)]
    return places[column] if -len(places) <= column < len(places) else (len(line), len(line))
