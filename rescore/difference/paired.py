"""Which rows of two tables differ: compared in windows of many rows, of which only those that differ are read."""

from __future__ import annotations

from itertools import accumulate, compress, repeat
from operator import ne

from rescore.difference.parts import Side, common
from rescore.reports.model import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rescore.reports.model import Stretch

WINDOW = 1 << 14  # bytes


def differing_rows(old: Stretch, new: Stretch, mark: bytes, heading: bytes) -> Iterator[tuple[Part, Part]]:
    """Yield pairs of parts made of rows, in order, to be read with ``heading``; rows left out are equal on both sides.

    ``mark`` is what a row begins with, from the line end before it on.
    """
    left, right = Side(old), Side(new)
    while True:
        length = common(left, right)
        if left.at + length == left.end and right.at + length == right.end:
            return
        begin = left.block_before(left.at + length, (mark,))
        left.at, right.at = begin, right.at + begin - left.at
        olds, news = _window(left, mark), _window(right, mark)
        differ = list(map(ne, olds, news))
        size, other_size = _met(olds, news) or _in_step(differ) or _rest(left, right, olds, news)
        wanted = differ if size == other_size else repeat(True)
        lefts, rights = _taken(left, olds[:size], wanted, mark), _taken(right, news[:other_size], wanted, mark)
        if size != other_size or _heights(lefts) == _heights(rights):
            yield _part(lefts, heading), _part(rights, heading)
        else:
            for one, other in zip(lefts, rights):
                yield _part([one], heading), _part([other], heading)


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


def _taken(side: Side, rows: list[bytes], wanted: Iterable[bool], mark: bytes) -> list[tuple[int, bytes]]:
    """Return those rows that are wanted, with the lines they begin in, and walk past all of them."""
    first = side.line_at(side.at)
    heights = repeat(1) if mark == b"\n" else [row.count(b"\n") + 1 for row in rows]
    numbered = compress(zip(accumulate(heights, initial=first), rows), wanted)
    side.at = min(side.at + sum(map(len, rows)) + len(mark) * (len(rows) - 1) + 1, side.end)
    return [(line, row if line == first else mark[1:] + row) for line, row in numbered]


def _heights(rows: list[tuple[int, bytes]]) -> list[int]:
    return [row.count(b"\n") for _, row in rows]


def _part(rows: list[tuple[int, bytes]], heading: bytes) -> Part:
    lines = [line + below for line, row in rows for below in range(row.count(b"\n") + 1)]
    return Part(b"".join([row + b"\n" for _, row in rows]), lines[0], heading, lines)
