"""Which parts of two reports differ, in whole blocks: equal stretches are skipped without being read."""

from __future__ import annotations

from collections.abc import Iterator

from rescore.reports.model import Block

FIRST_STEP = 1 << 9
LONGEST_STEP = 1 << 22
LARGE = 1 << 16  # bytes up to which neighbouring blocks that differ are one part
NEAR = 1 << 14  # bytes in which a block is looked for that was left out or put in


class Side:
    """A stretch of a report that is walked through once."""

    __slots__ = ("_absent", "_counted", "_line", "at", "content", "end")

    def __init__(self, stretch: Block) -> None:
        self.content = stretch.content
        self.at = stretch.begin
        self.end = stretch.end
        self._counted = stretch.begin
        self._line = stretch.line
        self._absent: set[bytes] = set()

    def line_at(self, place: int) -> int:
        """Return the line that a place is in; places are asked for in order."""
        self._line += self.content.count(b"\n", self._counted, place)
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
        """Return where the next block begins, at or after ``at``. What is not found once is not looked for again."""
        nearest = self.end
        for block in blocks:
            if block not in self._absent:
                place = self.content.find(block, max(self.at, at - 1), min(nearest + len(block), self.end))
                if place >= 0:
                    nearest = min(nearest, place + _skip(block))
                elif nearest == self.end:
                    self._absent.add(block)
        return nearest


def _skip(block: bytes) -> int:
    """Return how many bytes of the mark of a block still belong to the one before it."""
    return block.index(b"\n") + 1


def differing(old: bytes, new: bytes, blocks: tuple[bytes, ...]) -> Iterator[tuple[Block, Block]]:
    """Yield pairs of stretches, in order; what lies between them is equal on both sides.

    Without ``blocks`` there is one pair, of the whole reports.
    """
    left, right = Side(Block.whole(old)), Side(Block.whole(new))
    while left.at < left.end or right.at < right.end:
        length = common(left, right)
        if left.at + length == left.end and right.at + length == right.end:
            return
        begin = left.block_before(left.at + length, blocks)
        other = right.at + begin - left.at
        end, other_end = (
            left.block_after(left.at + length + 1, blocks),
            right.block_after(right.at + length + 1, blocks),
        )
        end, other_end = _meet(left, right, end, other_end, blocks)
        while end - begin < LARGE and _differs(left, right, end, other_end, blocks):
            end, other_end = left.block_after(end + 1, blocks), right.block_after(other_end + 1, blocks)
        yield (
            Block(old, begin, end, left.line_at(begin)),
            Block(new, other, other_end, right.line_at(other)),
        )
        left.at, right.at = end, other_end


def common(left: Side, right: Side) -> int:
    """Return how many bytes are equal from the two places on."""
    one, other = left.content, right.content
    begin, start = left.at, right.at
    most = min(left.end - begin, right.end - start)
    length = 0
    step = FIRST_STEP
    while length < most:
        here = min(step, most - length)
        if one[begin + length : begin + length + here] != other[start + length : start + length + here]:
            return length + _common_within(one, other, begin + length, start + length, here)
        length += here
        step = min(step * 2, LONGEST_STEP)
    return length


def _common_within(one: bytes, other: bytes, begin: int, start: int, size: int) -> int:
    """Return how many bytes are equal of two stretches that differ somewhere."""
    low, high = 0, size
    while high - low > 1:
        middle = (low + high) // 2
        if one[begin + low : begin + middle] == other[start + low : start + middle]:
            low = middle
        else:
            high = middle
    return low


def _differs(left: Side, right: Side, end: int, other_end: int, blocks: tuple[bytes, ...]) -> bool:
    """Whether the next blocks of both sides differ; not at the end of either."""
    if end >= left.end or other_end >= right.end:
        return False
    return not right.content.startswith(left.content[end : left.block_after(end + 1, blocks)], other_end)


def _meet(left: Side, right: Side, end: int, other_end: int, blocks: tuple[bytes, ...]) -> tuple[int, int]:
    """Return ends from which both go on alike, if it is near: one may have a block that the other has not."""
    if not blocks or end >= left.end or other_end >= right.end:
        return end, other_end
    block = left.content[end : left.block_after(end + 1, blocks)]
    if right.content.startswith(block, other_end):
        return end, other_end
    found = right.content.find(block, other_end, other_end + NEAR)
    if found >= 0 and right.content[found - 1 : found] == b"\n":
        return end, found
    block = right.content[other_end : right.block_after(other_end + 1, blocks)]
    found = left.content.find(block, end, end + NEAR)
    if found >= 0 and left.content[found - 1 : found] == b"\n":
        return found, other_end
    return end, other_end
