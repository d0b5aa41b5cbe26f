"""The rows of two reports side by side, cell by cell, in whatever order they are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TypeAlias

from common.memo import Memo
from rescore.difference.arithmetic import RELATED, Fault, faults
from rescore.difference.figures import judge, shown
from rescore.difference.verdicts import FIGURES, LAYOUT, ROUNDING, Difference, graver
from rescore.reports.model import UNEXPLAINED, Printed, ReportRecord, cell_of
from rescore.reports.names import Name

Pair: TypeAlias = tuple[str, Printed, Printed]  # a column, and what is printed there on both sides
Waiting: TypeAlias = tuple[Printed, ReportRecord]  # what is printed in a cell, and the row that it belongs to

OLD, NEW = 0, 1
SIDES = ("OLD", "NEW")
EMPTY = frozenset({"", '""'})


class RowComparison:
    """Compares records of two reports as they come and keeps those that wait for their counterpart.

    ``verdict`` is on what was compared so far; it is at least ``layout``, for equal reports are not compared.
    """

    def __init__(self) -> None:
        self.verdict = LAYOUT
        self._waiting: tuple[dict[Name, list[Waiting]], dict[Name, list[Waiting]]] = ({}, {})
        self._lines: tuple[dict[str, list[ReportRecord]], dict[str, list[ReportRecord]]] = ({}, {})

    def add(self, olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> Iterator[Difference]:
        """Yield the differences of cells that both sides have, as far as they can be told by now."""
        for old, new in zip_longest(olds, news):
            if old and new:
                if old.says_the_same(new):
                    continue
                pairs = self._side_by_side(old, new)
                if pairs is not None:
                    yield from self._compare(pairs, old, new)
                    continue
            if old:
                yield from self._match_cells(old, OLD)
            if new:
                yield from self._match_cells(new, NEW)

    def rest(self) -> Iterator[Difference]:
        """Yield what has no counterpart: cells, then lines that no layout explains."""
        for side in (OLD, NEW):
            cells = [
                record.cell(column, printed)
                for (_, _, column), waiting in self._waiting[side].items()
                for printed, record in waiting
            ]
            for cell in sorted(cells, key=lambda cell: cell.line):
                if cell.text not in EMPTY:
                    self.verdict = FIGURES
                    yield _one_sided(cell.table, cell.row, cell.column, shown(cell), side)
        for side in (OLD, NEW):
            lines = [record for records in self._lines[side].values() for record in records]
            for record in sorted(lines, key=lambda record: record.line):
                yield self._unexplained(record, side)

    def _side_by_side(self, old: ReportRecord, new: ReportRecord) -> list[Pair] | None:
        """Return what differs in the same row; None if it has other columns, or some of its cells wait."""
        if old.table != new.table or old.row != new.row or old.split is None or new.split is None:
            return None
        columns, olds = old.printed()
        other_columns, news = new.printed()
        if columns != other_columns:
            return None
        for waiting in self._waiting:
            if waiting and any((*old.key, column) in waiting for column in columns):
                return None
        return [(column, one, other) for column, one, other in zip(columns, olds, news) if one != other]

    def _match_cells(self, record: ReportRecord, side: int) -> Iterator[Difference]:
        """Compare a record's cells with those of the other side that wait for them, or let them wait."""
        if record.status == UNEXPLAINED:
            self._match_line(record, side)
            return
        others = self._waiting[1 - side]
        for column, printed in zip(*record.printed()):
            name = (*record.key, column)
            partners = others.get(name)
            if not partners:
                self._waiting[side].setdefault(name, []).append((printed, record))
                continue
            other, partner = partners.pop(0)
            if not partners:
                del others[name]
            if side == OLD:
                yield from self._compare([(column, printed, other)], record, partner)
            else:
                yield from self._compare([(column, other, printed)], partner, record)

    def _match_line(self, record: ReportRecord, side: int) -> None:
        text = " ".join(record.text.split())
        others = self._lines[1 - side].get(text)
        if others:
            others.pop()
        else:
            self._lines[side].setdefault(text, []).append(record)

    def _compare(self, pairs: Iterable[Pair], old: ReportRecord, new: ReportRecord) -> Iterator[Difference]:
        """Yield the differences between cells of two rows."""
        found: tuple[list[Fault], list[Fault]] | None = None
        for column, one, other in pairs:
            verdict = _verdict(column, one, other)
            if verdict != self.verdict:
                self.verdict = graver(self.verdict, verdict)
            if verdict not in (ROUNDING, FIGURES):
                continue
            notes: tuple[str, ...] = ()
            if verdict == FIGURES and column in RELATED:
                found = found or (faults(old), faults(new))
                notes = _notes(column, found)
            yield Difference(old.table, old.row, column, _shown(one), _shown(other), verdict, notes)

    def _unexplained(self, record: ReportRecord, side: int) -> Difference:
        """Return the difference of a line; one that may hold a figure is as grave as a figure."""
        text = record.text.strip()
        verdict = FIGURES if any(sign.isdigit() for sign in text) else LAYOUT
        self.verdict = graver(self.verdict, verdict)
        return _one_sided("", f"line {record.line}", "", text, side, verdict)


def _one_sided(table: str, row: str, column: str, text: str, side: int, verdict: str = FIGURES) -> Difference:
    return Difference(table, row, column, text if side == OLD else None, text if side == NEW else None, verdict)


def _shown(printed: Printed) -> str:
    return printed if isinstance(printed, str) else shown(cell_of("", printed))


def _verdict(column: str, old: Printed, new: Printed) -> str:
    """Return the verdict on two cells of the same column."""
    if isinstance(old, str) and isinstance(new, str):
        return _VERDICTS[column, old, new]
    return judge(cell_of(column, old), cell_of(column, new))


def _verdict_on_texts(question: tuple[str, str, str]) -> str:
    column, old, new = question
    return judge(cell_of(column, old), cell_of(column, new))


def _notes(column: str, found: Iterable[Iterable[Fault]]) -> tuple[str, ...]:
    """Return what does not hold between a cell that differs and others of its row, on either side."""
    notes = []
    for side, of_side in zip(SIDES, found):
        for fault in of_side:
            if column == fault.column:
                notes.append(f"{side}: {fault.says}")
            elif column in fault.parts:
                notes.append(f"{side}: {fault.column} does not fit, {fault.says}")
    return tuple(notes)


_VERDICTS = Memo(_verdict_on_texts)  # in long reports the same figures come again and again


def without_equals(
    olds: Iterable[ReportRecord], news: Iterable[ReportRecord]
) -> tuple[list[ReportRecord], list[ReportRecord]]:
    """Return the records of both sides without those that the other side has, too, wherever they stand.

    For reports in which rows of the same name are usual: which of them belong together, equality says first.
    """
    counts: dict[tuple[str, str, str], int] = {}
    old_records, new_records = list(olds), list(news)
    for record in old_records:
        counts[_content(record)] = counts.get(_content(record), 0) + 1
    equals = dict.fromkeys(counts, 0)
    left = []
    for record in new_records:
        content = _content(record)
        if equals.get(content, 0) < counts.get(content, 0):
            equals[content] += 1
        else:
            left.append(record)
    kept = []
    for record in old_records:
        content = _content(record)
        if equals[content]:
            equals[content] -= 1
        else:
            kept.append(record)
    return kept, left


def _content(record: ReportRecord) -> tuple[str, str, str]:
    return (*record.key, " ".join(record.text.split()))
