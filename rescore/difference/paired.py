"""Which rows of two tables differ: compared in windows of many rows, of which only lines that differ are read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress
from operator import ne
from typing import TypeAlias

from rescore.difference.parts import Side, common
from rescore.reports.model import Block, Part

Numbered: TypeAlias = tuple[int, bytes]  # a row, or a line of one, and the line of the report that it begins in
Pair: TypeAlias = tuple[list[Numbered], list[Numbered]]

WINDOW = 1 << 14  # bytes
LINE_END, QUOTE = b"\n", b'"'


def differing_rows(old: Block, new: Block, mark: bytes, heading: bytes) -> Iterator[tuple[Part, Part]]:
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


class _Window:
    """The next rows of a side, without the marks between them, as far as they are looked at together."""

    __slots__ = ("_end", "_mark", "_side", "rows")

    def __init__(self, side: Side, mark: bytes) -> None:
        end = side.content.find(mark, side.at + WINDOW, side.end)
        self._side = side
        self._mark = mark
        self._end = end if end >= 0 else side.end
        self.rows = side.content[side.at : self._end].split(mark)

    def take(self, size: int, places: Iterable[int]) -> list[Numbered]:
        """Return the rows at some of the first ``size`` places, each with its own mark, and walk past all of these."""
        side, mark, rows = self._side, self._mark, self.rows
        first = side.line_at(side.at)
        lines: Sequence[int] = range(first, first + size + 1)
        if mark != LINE_END:
            lines = [*accumulate([row.count(LINE_END) + 1 for row in rows[:size]], initial=first)]
        rest = mark.join([b"", *rows[size:]])
        side.walk(min(self._end - len(rest) + 1, side.end), lines[size])
        return [(lines[place], mark[1:] + rows[place] if place else rows[place]) for place in places]


def _next(left: Side, right: Side, mark: bytes) -> Iterator[Pair]:
    """Yield lines to be read together, of the next window of both sides, and walk past it."""
    old, new = _Window(left, mark), _Window(right, mark)
    differ = list(map(ne, old.rows, new.rows))
    size, other_size = (
        _sizes_until_equal(old.rows, new.rows) or _in_step(differ) or _rest(left, right, old.rows, new.rows)
    )
    if size != other_size:
        yield _lines(old.take(size, range(size))), _lines(new.take(other_size, range(other_size)))
        return
    places = list(compress(range(size), differ))
    lefts, rights = old.take(size, places), new.take(size, places)
    if mark == LINE_END:
        yield lefts, rights
    else:
        yield from _batches(lefts, rights)


def _sizes_until_equal(olds: list[bytes], news: list[bytes]) -> tuple[int, int] | None:
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
    content = LINE_END.join([*[line for _, line in lines], b""])
    return Part(content, lines[0][0] if lines else 1, heading, [number for number, _ in lines])
