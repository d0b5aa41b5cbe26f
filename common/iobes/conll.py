"""The tag column of CoNLL-style files: one token per line, white space between columns, blank lines between sentences.

Files are bytes. Only the tags are decoded, as UTF-8 that keeps invalid bytes, so every other byte stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

COLUMN = re.compile(rb"\S+")
LAST = -1


class Sentence:
    """The lines of a sentence, with their ends, and the places of the tag column in them.

    ``first`` is the number of the first line, from 1, ``begin`` the offset of its first byte in the file. By line,
    ``places`` are the offsets of the tag's bytes, the end exclusive, and ``tags`` the tags; a line that has too few
    columns has an empty place at its end, and the tag None.
    """

    __slots__ = ("begin", "first", "lines", "places", "tags")

    def __init__(self, first: int, begin: int, lines: list[bytes], column: int) -> None:
        self.first = first
        self.begin = begin
        self.lines = lines
        self.places = _last_places(lines) if column == LAST else [_place(line, column) for line in lines]
        self.tags = [
            line[start:end].decode("utf-8", "surrogateescape") if start < end else None
            for line, (start, end) in zip(lines, self.places)
        ]

    @property
    def end(self) -> int:
        """The offset of the first byte behind the sentence."""
        return self.begin + sum(map(len, self.lines))

    def written(self, tags: Iterable[str]) -> bytes:
        """Return the lines with a new tag in each place."""
        parts: list[bytes] = []
        for line, (start, end), tag in zip(self.lines, self.places, tags):
            parts += (line[:start], tag.encode("utf-8", "surrogateescape"), line[end:])
        return b"".join(parts)


def sentences(content: bytes, column: int) -> Iterator[Sentence]:
    """Yield each sentence; ``column`` is an index: 0 is the first column, -1 the last.

    Lines end with LF, CR LF or CR. A line of nothing but white space ends a sentence.
    """
    offset = begin = first = 0
    lines: list[bytes] = []
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        if line.isspace():
            if lines:
                yield Sentence(first, begin, lines, column)
                lines = []
        else:
            if not lines:
                first, begin = number, offset
            lines.append(line)
        offset += len(line)
    if lines:
        yield Sentence(first, begin, lines, column)


def _last_places(lines: list[bytes]) -> list[tuple[int, int]]:
    """Return the places of the last column, which every line has."""
    texts = [line.rstrip() for line in lines]
    return [(len(text) - len(text.rsplit(None, 1)[-1]), len(text)) for text in texts]


def _place(line: bytes, column: int) -> tuple[int, int]:
    places = [match.span() for match in COLUMN.finditer(line)]
    return places[column] if -len(places) <= column < len(places) else (len(line), len(line))


def replaced(content: bytes, tagged: Iterable[tuple[Sentence, Iterable[str]]]) -> bytes:
    """Return the file with new tags in each of the sentences, which come in the order of the file."""
    parts: list[bytes] = []
    position = 0
    for sentence, tags in tagged:
        parts += (content[position : sentence.begin], sentence.written(tags))
        position = sentence.end
    return b"".join([*parts, content[position:]])
