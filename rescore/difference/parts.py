"""Find the parts of two reports that differ, first blocks, then rows; equal stretches are skipped without reading."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress, pairwise
from operator import ne
from typing import TypeAlias

from rescore.reports.model import Block, Part

Numbered: TypeAlias = tuple[int, bytes]  # the line number in the report, and the bytes of a row or of a line of one
Pair: TypeAlias = tuple[list[Numbered], list[Numbered]]

MIN_STEP = 1 << 9  # bytes that are compared at once
MAX_STEP = 1 << 22
MAX_PART = 1 << 16  # bytes up to which neighbouring blocks that differ are merged
WINDOW = 1 << 14  # bytes of rows that are compared together
LINE_END, QUOTE = b"\n", b'"'


def differing(old: bytes, new: bytes, blocks: tuple[bytes, ...]) -> list[tuple[Block, Block]]:
    """Return pairs of stretches, in order; the text between them is equal on both sides.

    A stretch is a block, or several neighbouring blocks. Without ``blocks``, or if one side has more of them, the whole
    reports are the only pair.
    """
    olds, news = _blocks(old, blocks), _blocks(new, blocks)
    if len(olds) != len(news):
        olds, news = _blocks(old, ()), _blocks(new, ())
    found: list[tuple[Block, Block]] = []
    for one, other in zip(olds, news):
        if old[one.begin : one.end] != new[other.begin : other.end]:
            above = found[-1][0] if found else None
            if above and above.end == one.begin and above.end - above.begin < MAX_PART:
                above.end, found[-1][1].end = one.end, other.end
            else:
                found.append((one, other))
    return found


def _blocks(content: bytes, marks: tuple[bytes, ...]) -> list[Block]:
    """Return the blocks; the mark of a block begins in the line before it."""
    found = re.finditer(b"|".join(map(re.escape, marks)), content) if marks else ()
    places = [0, *[content.index(LINE_END, match.start()) + 1 for match in found], len(content)]
    blocks = []
    line = 1
    for begin, end in pairwise(places):
        blocks.append(Block(content, begin, end, line))
        line += content.count(LINE_END, begin, end)
    return blocks


class Stretch:
    """A stretch of a report, walked through once: ``at`` is the current place, in bytes, and ``line`` its line."""

    def __init__(self, block: Block) -> None:
        self.content = block.content
        self.at = block.begin
        self.end = block.end
        self.line = block.line

    def walk(self, place: int) -> None:
        """Walk on to a place, and count the lines up to it."""
        self.line += self.content.count(LINE_END, self.at, place)
        self.at = place


def common(left: Stretch, right: Stretch) -> int:
    """Return how many bytes are equal, from the current place of each side on."""
    one, other = left.content, right.content
    begin, start = left.at, right.at
    size = min(left.end - begin, right.end - start)
    length, step = 0, MIN_STEP
    while length < size:
        here = min(step, size - length)
        if one[begin + length : begin + length + here] == other[start + length : start + length + here]:
            length += here
            step = min(step * 2, MAX_STEP)
        elif here == 1:
            break
        else:
            size, step = length + here, max(here // 2, 1)
    return length


def differing_rows(old: Block, new: Block, mark: bytes, heading: bytes) -> Iterator[tuple[Part, Part]]:
    """Yield pairs of parts made of rows, in order, to be read with ``heading``; rows left out are equal on both sides.

    ``mark`` is how a row begins, including the line end before it. If a row has several lines, its first line, which
    names it, and the lines that differ are yielded.
    """
    left, right = Stretch(old), Stretch(new)
    while True:
        length = common(left, right)
        if left.at + length == left.end and right.at + length == right.end:
            return
        row = left.content.rfind(mark, left.at, left.at + length) + 1  # the last row whose mark is equal on both sides
        if row:
            right.walk(right.at + row - left.at)
            left.walk(row)
        for lefts, rights in _next(left, right, mark):
            yield _part(lefts, heading), _part(rights, heading)


class _Window:
    """The next rows of a side that are compared together, without the marks between them."""

    def __init__(self, side: Stretch, mark: bytes) -> None:
        end = side.content.find(mark, side.at + WINDOW, side.end)
        self._side = side
        self._mark = mark
        self._end = end if end >= 0 else side.end
        self.rows = side.content[side.at : self._end].split(mark)

    def take(self, size: int, places: Iterable[int]) -> list[Numbered]:
        """Return the rows at ``places`` among the first ``size``, each with its mark, and walk past all of these."""
        side, mark, rows = self._side, self._mark, self.rows
        lines: Sequence[int] = range(side.line, side.line + size)
        if mark != LINE_END:
            lines = [*accumulate([row.count(LINE_END) + 1 for row in rows[:size]], initial=side.line)]
        rest = mark.join([b"", *rows[size:]])
        side.walk(min(self._end - len(rest) + 1, side.end))
        return [(lines[place], mark[1:] + rows[place] if place else rows[place]) for place in places]


def _next(left: Stretch, right: Stretch, mark: bytes) -> Iterator[Pair]:
    """Yield the rows or lines of the next window of both sides that are to be read together, and walk past them."""
    old, new = _Window(left, mark), _Window(right, mark)
    differ = list(map(ne, old.rows, new.rows))
    size, other_size = _sizes_until_equal(old.rows, new.rows) or _sizes(left, right, old, new, differ)
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
    """Return how many rows of each side precede the next equal ones, if one side has rows that the other lacks."""
    if len(olds) > 1 and len(news) > 1 and olds[1] != news[1]:
        if olds[1] in news[2:]:
            return 1, news.index(olds[1], 2)
        if news[1] in olds[2:]:
            return olds.index(news[1], 2), 1
    return None


def _sizes(left: Stretch, right: Stretch, old: _Window, new: _Window, differ: list[bool]) -> tuple[int, int]:
    """Return how many rows to use of each side: up to the last equal pair, or else the same number of both.

    Without an equal pair, all rows are used if either window reaches the end of its side.
    """
    if False in differ:
        size = len(differ) - differ[::-1].index(False)
        return size, size
    if left.at + WINDOW >= left.end or right.at + WINDOW >= right.end:
        return len(old.rows), len(new.rows)
    return len(differ), len(differ)


def _lines(rows: list[Numbered]) -> list[Numbered]:
    return [numbered for first, row in rows for numbered in enumerate(row.split(LINE_END), first)]


def _batches(lefts: list[Numbered], rights: list[Numbered]) -> Iterator[Pair]:
    """Yield the lines of paired rows that are to be read; a batch ends when its sides differ in the number of lines."""
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
    """Whether the first lines have the same name and no other line has one; names are in quotes, figures are not."""
    name, _, _ = old.rpartition(QUOTE)
    return LINE_END not in name and name == new.rpartition(QUOTE)[0]


def _part(lines: list[Numbered], heading: bytes) -> Part:
    content = LINE_END.join([*[line for _, line in lines], b""])
    return Part(content, lines[0][0] if lines else 1, heading, [number for number, _ in lines])
