"""Compare two reports: blocks and rows that differ are found first; equal stretches are skipped without reading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, compress, count, groupby
from operator import ne
from typing import TypeAlias

from common.errors import InputError
from rescore.difference.verdicts import Difference, Sides, cell_differences, shared, without_equals
from rescore.process import UNSCORED
from rescore.reports.model import Layout, Part
from rescore.scorers import KINDS, LISTED, kind_of

ReportFile: TypeAlias = tuple[str, bytes]  # its name as the user gave it, and its content
Numbered: TypeAlias = tuple[int, bytes]  # the line number in the report, and the bytes of a row or of a line of one
Rows: TypeAlias = list[Numbered]

MAX_PART = 1 << 16  # bytes up to which neighbouring blocks that differ are merged
WINDOW = 1 << 16  # bytes of rows that are compared together
LINE_END, QUOTE = b"\n", b'"'


@dataclass(slots=True)
class Block:
    """A piece of a report by its place: from ``begin`` to ``end``, exclusive, and the line that it begins in."""

    content: bytes
    begin: int
    end: int
    line: int

    def part(self) -> Part:
        """Return the bytes of the block as a part."""
        return Part(self.content[self.begin : self.end], self.line)

    def cut(self, end: int) -> Block:
        """Cut off and return what is before the place ``end``."""
        first = Block(self.content, self.begin, end, self.line)
        self.begin = end
        self.line += self.content.count(b"\n", first.begin, end)
        return first


def differences(old: ReportFile, new: ReportFile, kind: str | None = None) -> Iterator[Difference]:
    """Yield each difference of a row once, even if the report prints its cell several times."""
    found_in_all = cell_differences(_records(old, new, kind))
    for _, of_row in groupby(found_in_all, lambda difference: (difference.table, difference.row)):
        found: dict[tuple[str | None, ...], Difference] = {}
        for difference in of_row:
            found.setdefault((difference.column, difference.old, difference.new), difference)
        yield from found.values()


def _records(old: ReportFile, new: ReportFile, kind: str | None) -> Iterator[Sides]:
    """Yield the records of both reports, part by part, without those of parts that are equal."""
    (old_name, old_content), (new_name, new_content) = old, new
    empty = [name for name, content in (old, new) if not content or content.isspace()]
    if old_content == new_content or len(empty) == 2:
        return
    if empty:
        raise InputError("is empty; name a report", empty[0], None, UNSCORED)
    left, right = _kind_of(*old, kind), _kind_of(*new, kind)
    if (left.tables or left.name) != (right.tables or right.name):  # a text and a CSV file may have the same tables
        problem = f"is of kind {right.name}, but {old_name} is of kind {left.name}; name reports of the same kind"
        raise InputError(problem, new_name, None, UNSCORED)
    tables = left.table_of(old_content), right.table_of(new_content)
    for one, other in _parts(old_content, new_content, left if left is right and tables[0] == tables[1] else None):
        olds, news = left.records(one, tables[0], old_name), right.records(other, tables[1], new_name)
        if left is not right:
            yield shared(olds, news)
        elif left.repeats:
            yield without_equals(olds, news)
        else:
            yield olds, news


def _kind_of(name: str, content: bytes, kind: str | None) -> type[Layout]:
    found = kind_of(content) if kind is None else KINDS[kind]
    if found is None:
        raise InputError(f"is not a known report of {LISTED}; set its --kind", name, 1, UNSCORED)
    if kind and not found.is_in(content) and not any(one.cells for one in found.report(content, name)):
        raise InputError(f"has no line of a report of kind {kind}; name another --kind, or none", name, None, UNSCORED)
    return found


def _parts(old: bytes, new: bytes, kind: type[Layout] | None) -> Iterator[tuple[Part, Part]]:
    """Yield the parts that differ, only rows where both have the same heading; without a kind, the whole reports."""
    if kind is None:
        yield Part(old), Part(new)
        return
    for one, other in differing(old, new, kind.blocks):
        heading = kind.heading(one.part().content)
        if heading is not None and heading == kind.heading(other.part().content):
            for block in (one, other):
                block.cut(block.begin + len(heading))
            yield from differing_rows(one, other, kind.row, heading)
        else:
            yield one.part(), other.part()


def differing(old: bytes, new: bytes, blocks: tuple[bytes, ...]) -> list[tuple[Block, Block]]:
    """Return the pairs of blocks that differ, neighbours merged; the whole reports if one has more blocks."""
    olds, news = _blocks(old, blocks), _blocks(new, blocks)
    if len(olds) != len(news):
        olds, news = _blocks(old, ()), _blocks(new, ())
    found: list[tuple[Block, Block]] = []
    for one, other in zip(olds, news):
        if one.part().content != other.part().content:
            above = found[-1][0] if found else None
            if above and above.end == one.begin and above.end - above.begin < MAX_PART:
                above.end, found[-1][1].end = one.end, other.end
            else:
                found.append((one, other))
    return found


def _blocks(content: bytes, marks: tuple[bytes, ...]) -> list[Block]:
    """Return the blocks; the mark of a block begins in the line before it."""
    found = re.finditer(b"|".join(map(re.escape, marks)), content) if marks else ()
    ends = [*[content.index(LINE_END, match.start()) + 1 for match in found], len(content)]
    whole = Block(content, 0, len(content), 1)
    return [whole.cut(end) for end in ends]


def differing_rows(old: Block, new: Block, mark: bytes, heading: bytes) -> Iterator[tuple[Part, Part]]:
    """Yield the rows that differ, in parts to be read with ``heading``; ``mark`` is how a row begins."""
    while old.begin < old.end or new.begin < new.end:
        one, other = _windows(old, new, mark)
        if one.part().content == other.part().content:
            continue
        olds, news = _unequal(_rows(one, mark), _rows(other, mark))
        if len(olds) == len(news) and mark != LINE_END:
            pairs = [_lines(*pair) for pair in zip(olds, news)]
            olds, news = ([line for pair in pairs for line in pair[side]] for side in (0, 1))
        yield _part(olds, heading), _part(news, heading)


def _windows(old: Block, new: Block, mark: bytes) -> tuple[Block, Block]:
    """Cut off the next rows of both sides; if the last row of the old side is near on the new side, it ends both."""
    end, other_end = [one.content.find(mark, one.begin + WINDOW, one.end) + 1 or one.end for one in (old, new)]
    last = old.content[max(old.content.rfind(mark, old.begin, end - 1), old.begin) : end]
    place = new.content.find(last, new.begin, min(new.begin + 2 * WINDOW, new.end)) if last else -1
    shared_end = place + len(last)
    is_row = place >= 0 and (shared_end == new.end or new.content.startswith(mark, shared_end - 1))  # or a part of one
    return old.cut(end), new.cut(shared_end if is_row else other_end)


def _rows(block: Block, mark: bytes) -> tuple[Iterable[int], list[bytes]]:
    """Return the line of each row, and the rows, with their marks except for the line end before them."""
    rows = block.part().content.removesuffix(LINE_END).split(mark)
    if mark == LINE_END:
        return count(block.line), rows
    rows[1:] = [mark[1:] + row for row in rows[1:]]
    return accumulate([row.count(LINE_END) + 1 for row in rows], initial=block.line), rows


def _unequal(old: tuple[Iterable[int], list[bytes]], new: tuple[Iterable[int], list[bytes]]) -> tuple[Rows, Rows]:
    """Return the rows that differ from those in the same place, or else those that the other side has not as often."""
    (lines, olds), (other_lines, news) = old, new
    if len(olds) == len(news):
        differ = other_differ = list(map(ne, olds, news))
    else:
        times, other_times = Counter(olds), Counter(news)
        differ, other_differ = ([times[row] != other_times[row] for row in rows] for rows in (olds, news))
    return list(compress(zip(lines, olds), differ)), list(compress(zip(other_lines, news), other_differ))


def _lines(old: Numbered, new: Numbered) -> tuple[Rows, Rows]:
    """Return the lines of two rows, without equal ones if both have one name, in quotes, and as many lines."""
    lines, others = [list(enumerate(row.split(LINE_END), first)) for first, row in (old, new)]
    name, _, _ = old[1].rpartition(QUOTE)
    if len(lines) != len(others) or LINE_END in name or name != new[1].rpartition(QUOTE)[0]:
        return lines, others
    differ = [True, *[one[1] != other[1] for one, other in zip(lines[1:], others[1:])]]
    return list(compress(lines, differ)), list(compress(others, differ))


def _part(rows: Rows, heading: bytes) -> Part:
    lines = [line for first, row in rows for line in range(first, first + row.count(LINE_END) + 1)]
    return Part(LINE_END.join([*[row for _, row in rows], b""]), lines[0] if lines else 1, heading, lines)
