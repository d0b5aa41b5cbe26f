"""The tag column of CoNLL-style files: a token a line, white space between columns, blank lines between sentences.

Files are bytes. Only the tags are decoded, as UTF-8 that keeps what is none, so that every other byte stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

COLUMN = re.compile(rb"\S+")


class Cell(NamedTuple):
    """A line's place in the tag column: the line from 1, the offsets of its bytes in the file, and the tag.

    ``end`` is exclusive. ``tag`` is None on a line that has too few columns.
    """

    line: int
    begin: int
    end: int
    tag: str | None


def sentences(content: bytes, column: int) -> Iterator[list[Cell]]:
    """Yield the cells of each sentence; ``column`` is an index: 0 is the first column, -1 the last.

    Lines end with LF, CR LF or CR. A line of nothing but white space ends a sentence.
    """
    sentence: list[Cell] = []
    offset = 0
    for number, line in enumerate(content.splitlines(keepends=True), start=1):
        places = [match.span() for match in COLUMN.finditer(line)]
        if places:
            sentence.append(_cell(content, number, offset, places, column))
        elif sentence:
            yield sentence
            sentence = []
        offset += len(line)
    if sentence:
        yield sentence


def _cell(content: bytes, number: int, offset: int, places: list[tuple[int, int]], column: int) -> Cell:
    if not -len(places) <= column < len(places):
        return Cell(number, offset, offset, None)
    begin, end = (offset + place for place in places[column])
    return Cell(number, begin, end, content[begin:end].decode("utf-8", "surrogateescape"))


def replaced(content: bytes, tags: Iterable[tuple[Cell, str]]) -> bytes:
    """Return the file with a new tag in each of the cells, which come in the order of the file."""
    parts: list[bytes] = []
    position = 0
    for cell, tag in tags:
        parts += (content[position : cell.begin], tag.encode("utf-8", "surrogateescape"))
        position = cell.end
    return b"".join([*parts, content[position:]])
