"""Which parts of two reports differ, in whole blocks and then rows: equal stretches are skipped without being read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, compress
from operator import ne
from typing import TypeAlias

from rescore.reports.model import Block, Part

Numbered: TypeAlias = tuple[int, bytes]  # a row, or a line of one, and the line of the report that it begins in
Pair: TypeAlias = tuple[list[Numbered], list[Numbered]]

FIRST_STEP = 1 << 9
MAX_STEP = 1 << 22
MAX_PART = 1 << 16  # bytes up to which neighbouring blocks that differ are one part
NEAR = 1 << 14  # bytes in which a block is searched that was left out or put in
WINDOW = 1 << 14  # bytes of rows that are compared together
LINE_END, QUOTE = b"\n", b'"'


class Stretch:
    """A stretch of a report that is walked through once."""

    def __init__(self, block: Block) -> None:
        self.content = block.content
        self.at = block.begin
        self.end = block.end
        self._counted = block.begin
        self._line = block.line
        self._absent: set[bytes] = set()

    def line_at(self, place: int) -> int:
        """Return the line that a place is in; places are asked for in order."""
        self._line += self.content.count(LINE_END, self._counted, place)
        self._counted = place
        return self._line

    def walk(self, place: int, line: int) -> None:
        """Walk on to a place, whose line is known."""
        self.at = self._counted = place
        self._line = line

    def block_before(self, at: int, blocks: tuple[bytes, ...]) -> int:
        """Return where the last block begins that is complete before ``at``; the place of the walk if there is none."""
        found = [(self.content.rfind(block, self.at, at), block) for block in blocks]
        return max([self.at, *[place + _skip(block) for place, block in found if place >= 0]])

    def block_after(self, at: int, blocks: tuple[bytes, ...]) -> int:
        """Return where the next block begins, at or after ``at``. What is absent once is not searched again."""
        nearest = self.end
        for block in blocks:
            if block not in self._absent:
                place = self.content.find(block, max(self.at, at - 1), min(nearest + len(block), self.end))
                if place >= 0:
                    nearest = min(nearest, place + _skip(block))
                elif nearest == self.end:
                    self._absent.add(block)
        return nearest

    def block_at(self, at: int, blocks: tuple[bytes, ...]) -> bytes:
        """Return the block that begins at a place."""
        return self.content[at : self.block_after(at + 1, blocks)]

    def place_near(self, block: bytes, at: int) -> int:
        """Return where a line begins, not far behind a place, with which a block begins, or -1."""
        found = self.content.find(block, at, at + NEAR)
        return found if self.content[found - 1 : found] == LINE_END else -1


def _skip(block: bytes) -> int:
    """Return how many bytes of the mark of a block still belong to the one before it."""
    return block.index(LINE_END) + 1


def differing(old: bytes, new: bytes, blocks: tuple[bytes, ...]) -> Iterator[tuple[Block, Block]]:
    """Yield pairs of stretches, in order; what lies between them is equal on both sides.

    Without ``blocks`` there is one pair, of the whole reports.
    """
    left, right = [Stretch(Block(content, 0, len(content), 1)) for content in (old, new)]
    while left.at < left.end or right.at < right.end:
        length = common(left, right)
        if left.at + length == left.end and right.at + length == right.end:
            return
        begin = left.block_before(left.at + length, blocks)
        other = right.at + begin - left.at
        end = left.block_after(left.at + length + 1, blocks)
        end, other_end = _until_equal(left, right, end, right.block_after(right.at + length + 1, blocks), blocks)
        while end - begin < MAX_PART and _differs(left, right, end, other_end, blocks):
            end, other_end = left.block_after(end + 1, blocks), right.block_after(other_end + 1, blocks)
        yield Block(old, begin, end, left.line_at(begin)), Block(new, other, other_end, right.line_at(other))
        left.at, right.at = end, other_end


def common(left: Stretch, right: Stretch) -> int:
    """Return how many bytes are equal from the two places on."""
    one, other = left.content, right.content
    begin, start = left.at, right.at
    size = min(left.end - begin, right.end - start)
    length, step = 0, FIRST_STEP
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


def _differs(left: Stretch, right: Stretch, end: int, other_end: int, blocks: tuple[bytes, ...]) -> bool:
    """Whether the next blocks of both sides differ; not at the end of either."""
    if end >= left.end or other_end >= right.end:
        return False
    return not right.content.startswith(left.block_at(end, blocks), other_end)


def _until_equal(left: Stretch, right: Stretch, end: int, other_end: int, blocks: tuple[bytes, ...]) -> tuple[int, int]:
    """Return ends from which both go on alike, if it is near: one may have a block that the other has not."""
    if not blocks or not _differs(left, right, end, other_end, blocks):
        return end, other_end
    found = right.place_near(left.block_at(end, blocks), other_end)
    if found >= 0:
        return end, found
    found = left.place_near(right.block_at(other_end, blocks), end)
    return (found, other_end) if found >= 0 else (end, other_end)


def differing_rows(old: Block, new: Block, mark: bytes, heading: bytes) -> Iterator[tuple[Part, Part]]:
    """Yield pairs of parts made of rows, in order, to be read with ``heading``; rows left out are equal on both sides.

    ``mark`` is what a row begins with, from the line end before it on. Of a row of several lines only those that
    differ are yielded, and the first, which names it.
    """
    left, right = Stretch(old), Stretch(new)
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

    def __init__(self, side: Stretch, mark: bytes) -> None:
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


def _next(left: Stretch, right: Stretch, mark: bytes) -> Iterator[Pair]:
    """Yield lines to be read together, of the next window of both sides, and walk past it."""
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
    """Return how many rows to take of each side until both go on alike, if one has rows that the other has not."""
    if len(olds) > 1 and len(news) > 1 and olds[1] != news[1]:
        if olds[1] in news[2:]:
            return 1, news.index(olds[1], 2)
        if news[1] in olds[2:]:
            return olds.index(news[1], 2), 1
    return None


def _sizes(left: Stretch, right: Stretch, old: _Window, new: _Window, differ: list[bool]) -> tuple[int, int]:
    """Return how many rows to take of each side: up to the last that are equal, or else as many of both.

    At the end of either side it is all.
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
