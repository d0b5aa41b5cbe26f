"""The lattice of edits that turn one sentence into another (page, 'How edits are found').

Cells (i, j) say that i words of the source became the first j words of the candidate. An arc from cell to cell is an
edit, or words that stay. The first arcs are the steps of two alignments; in one of them a substitution costs 1, in the
other 2. Two arcs that meet make a longer one, unless too many words stay in it, or there is one of as few steps.

The joins are made in the order of the cell where two arcs meet. All longer arcs that begin there are made later, so
what an arc is joined with is a single step, and at most three joins lead to one arc. Its *ways*, those in which the
last step went, say how often the original has it in its list, and where.
"""

from __future__ import annotations

from bisect import bisect_left

from legacy_scorers.common.memo import Memo
from legacy_scorers.m2_scorer.read import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    Cell: TypeAlias = tuple[int, int]
    Steps: TypeAlias = dict[tuple[Cell, Cell], int]  # with the number of alignments that have the step

WAYS = ((1, 1), (1, 0), (0, 1))  # a substitution or word that stays, a deletion, an insertion: in the order of joins
WAY_BITS = len(WAYS)
ALL_WAYS = 2**WAY_BITS - 1
_OF_STEPS = {1: 0b001, 2: 0b011}  # instead of its ways a step has a bit for each alignment


def steps(source: Sequence[str], candidate: Sequence[str]) -> Steps:
    """Return the steps of all best alignments of the words of two sentences."""
    found: Steps = {}
    for substitution in (1, 2):
        rows = _distances(source, candidate, substitution)
        last = len(source), len(candidate)
        waiting, seen = [last], {last}
        while waiting:
            i, j = cell = waiting.pop()
            for down, right in WAYS:
                before = i - down, j - right
                if min(before) < 0:
                    continue
                cost = 1
                if down and right:
                    cost = 0 if source[i - 1] == candidate[j - 1] else substitution
                if rows[i - down][j - right] + cost != rows[i][j]:
                    continue
                found[before, cell] = found.get((before, cell), 0) + 1
                if before not in seen:
                    seen.add(before)
                    waiting.append(before)
    return found


def _distances(source: Sequence[str], candidate: Sequence[str], substitution: int) -> list[list[int]]:
    """Return the edit distances between the first words of either sentence."""
    rows = [list(range(len(candidate) + 1))]
    for word in source:
        above = rows[-1]
        diagonal = above[0]
        left = diagonal + 1
        row = [left]
        for upper, other in zip(above[1:], candidate):
            cost = diagonal if word == other else diagonal + substitution
            left = upper if upper < left else left
            left = cost if cost <= left else left + 1
            row.append(left)
            diagonal = upper
        rows.append(row)
    return rows


class Lattice:
    """All arcs between cells, which are numbered in the order of ``cells``.

    ``begins[end]`` are the cells in which arcs to a cell begin, ascending, and ``codes[end]`` say of each its length in
    steps, shifted by ``WAY_BITS``, and its ways; an arc of words that stay has none. ``size`` is the number of arcs, in
    which one counts as often as the original has it in its list.

    The version 2016 puts all words that are inserted before the source at place 0 (``all_at_0``). In 3.2 the second is
    at place 1, the third at place 2, and so on.
    """

    __slots__ = ("_all_at_0", "_candidate", "_numbers", "_source", "begins", "cells", "codes", "size")

    def __init__(
        self, source: Sequence[str], candidate: Sequence[str], most_unchanged: int = 2, all_at_0: bool = False
    ) -> None:
        """Make the arcs in which at most ``most_unchanged`` words stay."""
        self._source = source
        self._candidate = candidate
        self._all_at_0 = all_at_0
        first = steps(source, candidate)
        self.cells = sorted({(0, 0), *[end for _, end in first]})
        self._numbers = {cell: number for number, cell in enumerate(self.cells)}
        same = {(i, j) for i, j in self.cells if source[i : i + 1] == candidate[j : j + 1]}
        joins = _Joins(self._numbers, first, same)
        self.begins: list[list[int]] = []
        self.codes: list[list[int]] = []
        for middle in range(len(self.cells)):
            joins.join_at(middle, most_unchanged)
            begins, codes = joins.pop(middle)
            self.begins.append(begins)
            self.codes.append(codes)
        self.size = joins.size

    def code(self, begin: int, end: int) -> int:
        """Return the code of an arc, 0 if there is none."""
        begins = self.begins[end]
        place = bisect_left(begins, begin)
        return self.codes[end][place] if begins[place : place + 1] == [begin] else 0

    def edit(self, begin: int, end: int) -> Edit:
        """Return what an arc does."""
        (i, j), (last_i, last_j) = self.cells[begin], self.cells[end]
        original, corrections = " ".join(self._source[i:last_i]), [" ".join(self._candidate[j:last_j]) or None]
        if i or self._all_at_0 or not self._begins_with_insertion(begin, end):
            return Edit(i, last_i, original, corrections)
        return Edit(j, last_i or last_j - 1, original, corrections)

    def arcs_at(self, first: int, last: int) -> Iterator[tuple[int, int, Edit]]:
        """Yield the arcs whose edit is from one place to another, by begin and end, with their edits."""
        for begin in self._cells_at(first, first):
            for end in self._cells_at(last, last + 1):
                if self.code(begin, end):
                    edit = self.edit(begin, end)
                    if (edit.begin, edit.end) == (first, last):
                        yield begin, end, edit

    def _cells_at(self, place: int, inserted: int) -> list[int]:
        """Return the cells at a place of the source, and in 3.2 that of so many words before the source, in order."""
        found = {*range(bisect_left(self.cells, (place,)), bisect_left(self.cells, (place + 1,)))}
        cell = 0, inserted
        if not self._all_at_0 and cell in self._numbers:
            found.add(self._numbers[cell])
        return sorted(found)

    def joined_at(self, end: int, code: int) -> list[int]:
        """Return the cells at which an arc was put into the list, in this order; -1 stands for a single step."""
        if code >> WAY_BITS == 1:
            return [-1]
        i, j = self.cells[end]
        ways = [way for number, way in enumerate(WAYS) if code >> number & 1] or WAYS[:1]
        return [self._numbers[i - down, j - right] for down, right in ways]

    def _begins_with_insertion(self, begin: int, end: int) -> bool:
        """Follow an arc back to its first step."""
        code = self.code(begin, end)
        while code >> WAY_BITS > 1 and code & ALL_WAYS:
            end = self.joined_at(end, code)[-1]
            code = self.code(begin, end)
        return self.cells[end][0] == self.cells[begin][0]


class _Joins:
    """The joining of arcs. Here an arc is a number: its length, how many words stay, and its ways in the lowest bits.

    ``size`` is the number of arcs in the list of the original. It removes longer arcs of words that stay, but passes
    over what follows an arc that was removed.
    """

    __slots__ = ("_after", "_arcs", "_bits", "_codes", "_passes", "_removed", "size")

    def __init__(self, numbers: dict[Cell, int], first: Steps, same: set[Cell]) -> None:
        """Begin with steps; a diagonal step from a cell in ``same`` leaves a word as it is."""
        self._bits = bits = WAY_BITS + len(numbers).bit_length()  # below those of the length
        # Equal codes are one object: a long sentence has millions.
        self._codes: Memo[int, int] = Memo(lambda arc: _code(arc, bits))
        self._arcs: list[dict[int, int]] = [{} for _ in numbers]  # by end: the arc by its begin
        self._removed: list[set[int]] = [set() for _ in numbers]
        self._after: list[list[tuple[int, int]]] = [[] for _ in numbers]  # steps: end, and what each adds to an arc
        self._passes = False
        self.size = sum(first.values())
        for ((i, j), (last_i, last_j)), times in sorted(first.items()):
            begin, end = numbers[i, j], numbers[last_i, last_j]
            way = WAYS.index((last_i - i, last_j - j))
            unchanged = int(way == 0 and (i, j) in same) << WAY_BITS
            self._after[begin].append((end, unchanged | 1 << way))
            self._arcs[end][begin] = 1 << self._bits | unchanged | _OF_STEPS[times]

    def join_at(self, middle: int, most_unchanged: int) -> None:
        """Join the arcs that end in a cell with the steps that begin there."""
        arcs, below_length = self._arcs, (1 << self._bits) - 1
        steps = [(end, arcs[end], added) for end, added in self._after[middle]]
        changes = [step for step in steps if step[-1] <= ALL_WAYS]
        passes, size = self._passes, self.size
        for begin in sorted(arcs[middle]):
            arc = arcs[middle][begin]
            unchanged = (arc & below_length) >> WAY_BITS
            if unchanged > most_unchanged:
                continue
            joined = (arc & ~ALL_WAYS) + below_length + 1
            as_long = joined | below_length
            for end, arcs_to_end, added in steps if unchanged < most_unchanged else changes:
                known = arcs_to_end.get(begin)
                if known is None:
                    arcs_to_end[begin] = joined + added
                elif known > as_long:
                    arcs_to_end[begin] = joined + added | known & ALL_WAYS
                else:
                    continue
                size += 1
                passes = added > ALL_WAYS and not passes and unchanged == arc >> self._bits
                if passes:
                    self._removed[end].add(begin)
        self._passes, self.size = passes, size

    def pop(self, end: int) -> tuple[list[int], list[int]]:
        """Return the begins of all arcs to a cell, in order, and their codes, and forget them."""
        arcs, self._arcs[end] = self._arcs[end], {}
        self.size -= len(self._removed[end])
        begins = sorted(arcs.keys() - self._removed[end]) if self._removed[end] else sorted(arcs)
        return begins, [self._codes[arcs[begin]] for begin in begins]


def _code(arc: int, bits: int) -> int:
    """Return the code in a lattice of an arc, whose length is above its lowest ``bits``."""
    length, unchanged = arc >> bits, (arc & (1 << bits) - 1) >> WAY_BITS
    return length << WAY_BITS | (arc & ALL_WAYS if unchanged < length else 0)
