"""Which rows of two tables differ: compared in windows of many rows, of which only lines that differ are read."""

from __future__ import annotations

from itertools import accumulate, compress, count, repeat
from operator import ne

from rescore.difference.parts import Side, common
from rescore.reports.model import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from rescore.reports.model import Stretch

    Numbered: TypeAlias = tuple[int, bytes]  # a row, or a line of one, and the line of the report that it begins in
    Pair: TypeAlias = tuple[list[Numbered], list[Numbered]]

WINDOW = 1 << 14  # bytes
LINE_END, QUOTE = b"\n", b'"'


def differing_rows(old: Stretch, new: Stretch, mark: bytes, heading: bytes) -> Iterator[tuple[Part, Part]]:
    """Yield pairs of parts made of rows, in order, to be read with ``heading``; rows left out are equal on both sides.

    ``mark`` is what a row begins with, from the line end before it on. Of a row of several lines only those that
    differ are yielded, and the first, which names it.
    """
    left, right = Side(old), Side(new)
    while True:
        length = common(left, right)
        if left.at + length == left.end and right.at + length == right.end:
            return
        begin = left.block_before(left.at + length, (mark,))
        left.at, right.at = begin, right.at + begin - left.at
        for lefts, rights in _next(left, right, mark):
            yield _part(lefts, heading), _part(rights, heading)


def _next(left: Side, right: Side, mark: bytes) -> Iterator[Pair]:
    """Yield lines to be read together, of the next window of both sides, and walk past it."""
    olds, news = _window(left, mark), _window(right, mark)
    differ = list(map(ne, olds, news))
    size, other_size = _met(olds, news) or _in_step(differ) or _rest(left, right, olds, news)
    wanted = differ if size == other_size else repeat(True)
    lefts, rights = _taken(left, olds[:size], wanted, mark), _taken(right, news[:other_size], wanted, mark)
    if size != other_size:
        yield _lines(lefts), _lines(rights)
    elif mark == LINE_END:
        yield lefts, rights
    else:
        yield from _batches(lefts, rights)


def _window(side: Side, mark: bytes) -> list[bytes]:
    """Return the next rows of a side, without the marks between them."""
    stop = side.content.find(mark, side.at + WINDOW, side.end)
    return side.content[side.at : stop if stop >= 0 else side.end].split(mark)


def _met(olds: list[bytes], news: list[bytes]) -> tuple[int, int] | None:
    """Return how many rows to take of each side until both go on alike, if one has rows that the other has not."""
    if len(olds) > 1 and len(news) > 1 and olds[1] != news[1]:
        if olds[1] in news[2:]:
            return 1, news.index(olds[1], 2)
        if news[1] in olds[2:]:
            return olds.index(news[1], 2), 1
    return None


def _in_step(differ: list[bool]) -> tuple[int, int] | None:
    """Return how many rows to take of both sides where any are equal: up to the last that are."""
    if False not in differ:
        return None
    size = len(differ) - differ[::-1].index(False)
    return size, size


def _rest(left: Side, right: Side, olds: list[bytes], news: list[bytes]) -> tuple[int, int]:
    """Return how many rows to take of each side where all differ: as many of both, or all at the end of either."""
    if left.at + WINDOW >= left.end or right.at + WINDOW >= right.end:
        return len(olds), len(news)
    size = min(len(olds), len(news))
    return size, size


def _taken(side: Side, rows: list[bytes], wanted: Iterable[bool], mark: bytes) -> list[Numbered]:
    """Return those rows that are wanted, each with its own mark, and walk past all of them."""
    first = side.line_at(side.at)
    side.at = min(side.at + len(mark.join(rows)) + 1, side.end)
    if mark == LINE_END:
        return list(compress(zip(count(first), rows), wanted))
    heights = [row.count(LINE_END) + 1 for row in rows]
    numbered = compress(zip(accumulate(heights, initial=first), rows), wanted)
    return [(line, row if line == first else mark[1:] + row) for line, row in numbered]


def _lines(rows: list[Numbered]) -> list[Numbered]:
    return [numbered for first, row in rows for numbered in enumerate(row.split(LINE_END), first)]


def _batches(lefts: list[Numbered], rights: list[Numbered]) -> Iterator[Pair]:
    """Yield the lines to be read of rows in pairs; each batch ends where one side has a line that the other has not."""
    olds: list[Numbered] = []
    news: list[Numbered] = []
    for left, right in zip(lefts, rights):
        lines, other_lines = _lines([left]), _lines([right])
        if len(lines) == len(other_lines) and _is_same_row(left[1], right[1]):
            wanted = [True, *[one[1] != other[1] for one, other in zip(lines[1:], other_lines[1:])]]
            lines, other_lines = list(compress(lines, wanted)), list(compress(other_lines, wanted))
        olds += lines
        news += other_lines
        if len(olds) != len(news):
            yield olds, news
            olds, news = [], []
    yield olds, news


def _is_same_row(old: bytes, new: bytes) -> bool:
    """Whether the first lines name the same row, and no other line names one: names are in quotes, and figures not."""
    name, _, _ = old.rpartition(QUOTE)
    return LINE_END not in name and name == new.rpartition(QUOTE)[0]


def _part(lines: list[Numbered], heading: bytes) -> Part:
    content = b"".join([line + LINE_END for _, line in lines])
    return Part(content, lines[0][0] if lines else 1, heading, [number for number, _ in lines])
