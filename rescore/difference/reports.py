"""Compare two reports: blocks and rows that differ are found first; equal stretches are skipped without reading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import accumulate, compress, groupby, pairwise
from typing import TypeAlias

from common.errors import InputError
from rescore.difference.verdicts import Difference, Sides, cell_differences, shared, without_equals
from rescore.process import UNSCORED
from rescore.reports.model import Layout, Piece
from rescore.scorers import KINDS, LISTED, kind_of

ReportFile: TypeAlias = tuple[str, bytes]  # its name as the user gave it, and its content
Pieces: TypeAlias = list[Piece]

MAX_PART = 1 << 16  # bytes up to which neighbouring blocks that differ are read together
WINDOW = 1 << 16  # bytes of rows that are compared together
LINE_END, QUOTE = b"\n", b'"'


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
    for one, other in _parts(old_content, new_content, left if left is right and tables[0] == tables[1] else Layout):
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


def _parts(old: bytes, new: bytes, kind: type[Layout]) -> Iterator[tuple[Pieces, Pieces]]:
    """Yield what differs, only rows of blocks that have the same heading."""
    for olds, news in differing(old, new, kind.blocks):
        one, other = [re.match(kind.heading, blocks[0][1]) for blocks in (olds, news)]
        if one and other and one[0] == other[0] and len(olds) == 1:
            yield from differing_rows(olds[0], news[0], kind.row, one[0])
        else:
            yield olds, news


def differing(old: bytes, new: bytes, mark: bytes) -> list[tuple[Pieces, Pieces]]:
    """Return the blocks that differ, small neighbours together; the whole reports if one has more blocks."""
    blocks, others = _blocks(old, mark), _blocks(new, mark)
    if len(blocks) != len(others):
        return [([(1, old)], [(1, new)])]
    found: list[tuple[Pieces, Pieces]] = []
    is_next = False
    for one, other in zip(blocks, others):
        differs = one[1] != other[1]
        if differs and is_next and sum([len(content) for _, content in found[-1][0]]) < MAX_PART:
            found[-1][0].append(one)
            found[-1][1].append(other)
        elif differs:
            found.append(([one], [other]))
        is_next = differs
    return found


def _blocks(content: bytes, mark: bytes) -> Pieces:
    """Return the blocks; the mark of a block begins in the line before it."""
    found = re.finditer(mark, content) if mark else ()
    begins = [0, *[content.index(LINE_END, match.start()) + 1 for match in found], len(content)]
    return _numbered(1, [content[begin:end] for begin, end in pairwise(begins)])


def _numbered(first: int, pieces: Sequence[bytes]) -> Pieces:
    return [*zip(accumulate([piece.count(LINE_END) for piece in pieces], initial=first), pieces)]


def differing_rows(old: Piece, new: Piece, mark: bytes, heading: bytes) -> Iterator[tuple[Pieces, Pieces]]:
    """Yield the rows that differ in parts, each below its ``heading``; ``mark`` is how a row begins."""
    lines = [line + heading.count(LINE_END) for line, _ in (old, new)]
    for windows in _windows(old[1], new[1], len(heading), mark):
        if windows[0] != windows[1]:
            olds, news = _unequal(*[_rows(line, window, mark) for line, window in zip(lines, windows)])
            yield [(old[0], heading), *olds], [(new[0], heading), *news]
        lines = [line + window.count(LINE_END) for line, window in zip(lines, windows)]


def _windows(old: bytes, new: bytes, begin: int, mark: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield rows of both sides; if the last row of the old side is near on the new side, it ends both."""
    other = begin
    while begin < len(old) or other < len(new):
        end, other_end = [one.find(mark, at + WINDOW) + 1 or len(one) for one, at in ((old, begin), (new, other))]
        last = old[max(old.rfind(mark, begin, end - 1), begin) : end]
        place = new.find(last, other, other + 2 * WINDOW) if last else -1
        shared_end = place + len(last)
        if place >= 0 and (shared_end == len(new) or new.startswith(mark, shared_end - 1)):  # no part of a longer row
            other_end = shared_end
        yield old[begin:end], new[other:other_end]
        begin, other = end, other_end


def _rows(line: int, window: bytes, mark: bytes) -> Pieces:
    """Return the rows of a window, with their marks except for the line end before them."""
    first, *others = window.removesuffix(LINE_END).split(mark)
    return _numbered(line, [first + LINE_END, *[mark[1:] + row + LINE_END for row in others]])


def _unequal(olds: Pieces, news: Pieces) -> tuple[Pieces, Pieces]:
    """Return the rows that differ from those in the same place, or else those that the other side has not as often."""
    if len(olds) == len(news):
        pairs = [_lines(*pair) for pair in zip(olds, news) if pair[0][1] != pair[1][1]]
        return [line for lines, _ in pairs for line in lines], [line for _, lines in pairs for line in lines]
    times, other_times = [Counter([row for _, row in rows]) for rows in (olds, news)]
    olds, news = [[one for one in rows if times[one[1]] != other_times[one[1]]] for rows in (olds, news)]
    return olds, news


def _lines(old: Piece, new: Piece) -> tuple[Pieces, Pieces]:
    """Return the lines of two rows, without equal ones if both have one name, in quotes, and as many lines."""
    lines, others = [list(enumerate(BytesIO(row), first)) for first, row in (old, new)]
    name, _, _ = old[1].rpartition(QUOTE)
    if len(lines) != len(others) or LINE_END in name or name != new[1].rpartition(QUOTE)[0]:
        return lines, others
    differ = [True, *[one[1] != other[1] for one, other in zip(lines[1:], others[1:])]]
    return list(compress(lines, differ)), list(compress(others, differ))
