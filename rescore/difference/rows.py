"""Compare the rows of two reports cell by cell, in whatever order they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import TypeAlias

from common.memo import Memo
from rescore.difference.arithmetic import RELATED, Fault, faults
from rescore.difference.verdicts import FIGURES, LAYOUT, ROUNDING, Difference, graver, judge, shown
from rescore.reports.model import ALL_FILES, UNEXPLAINED, Cell, Name, ReportRecord, Value

Pair: TypeAlias = tuple[Cell, Cell]
Waiting: TypeAlias = tuple[Cell, ReportRecord]  # a cell, and the row that it belongs to
Records: TypeAlias = list[ReportRecord]

OLD, NEW = 0, 1
SIDES = ("OLD", "NEW")
EMPTY = frozenset({"", '""'})
FILE = "file"  # the column of rows that are about one file


class RowComparison:
    """A comparison of records of two reports in printed order; it keeps cells that wait for their counterpart.

    ``verdict`` is that of all cells compared so far. It is at least ``layout``, because equal reports are not compared.
    """

    def __init__(self) -> None:
        self.verdict = LAYOUT
        self._waiting: tuple[dict[Name, list[Waiting]], ...] = ({}, {})
        self._lines: tuple[dict[str, Records], ...] = ({}, {})

    def add(self, olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> Iterator[Difference]:
        """Yield the differences of the cells that both sides have had so far."""
        for old, new in zip_longest(olds, news):
            if old and new:
                if old.says_the_same(new):
                    continue
                if self._is_same_row(old, new):
                    yield from self._compare(_unequal(old, new), old, new)
                    continue
            if old:
                yield from self._match_cells(old, OLD)
            if new:
                yield from self._match_cells(new, NEW)

    def rest(self) -> Iterator[Difference]:
        """Yield what has no counterpart: cells, then lines that no layout explains."""
        for side in (OLD, NEW):
            cells = [cell for waiting in self._waiting[side].values() for cell, _ in waiting]
            for cell in sorted(cells, key=lambda cell: cell.line):
                if cell.text not in EMPTY:
                    self.verdict = FIGURES
                    yield _one_sided(cell.name, shown(cell), side, FIGURES)
        for side in (OLD, NEW):
            lines = [record for records in self._lines[side].values() for record in records]
            for record in sorted(lines, key=lambda record: record.line):
                text = record.text.strip()
                verdict = FIGURES if any(sign.isdigit() for sign in text) else LAYOUT  # it may hold a figure
                self.verdict = graver(self.verdict, verdict)
                yield _one_sided(("", f"line {record.line}", ""), text, side, verdict)

    def _is_same_row(self, old: ReportRecord, new: ReportRecord) -> bool:
        """Whether the cells of two records have the same names, and no other cell with one of these names waits."""
        if old.key != new.key or not old.columns or old.columns != new.columns:
            return False
        return not any(
            waiting and any((*old.key, column) in waiting for column in old.columns) for waiting in self._waiting
        )

    def _match_cells(self, record: ReportRecord, side: int) -> Iterator[Difference]:
        """Compare each cell with the one of its name that waits on the other side; without one, it waits."""
        if record.status == UNEXPLAINED:
            text = " ".join(record.text.split())
            lines = self._lines[1 - side].get(text)
            if lines:
                lines.pop()
            else:
                self._lines[side].setdefault(text, []).append(record)
            return
        others = self._waiting[1 - side]
        for cell in record.cells():
            partners = others.get(cell.name)
            if not partners:
                self._waiting[side].setdefault(cell.name, []).append((cell, record))
                continue
            found = (cell, record), partners.pop(0)
            if not partners:
                del others[cell.name]
            (old, of_old), (new, of_new) = found if side == OLD else found[::-1]
            yield from self._compare([(old, new)], of_old, of_new)

    def _compare(self, pairs: Iterable[Pair], old: ReportRecord, new: ReportRecord) -> Iterator[Difference]:
        found: tuple[list[Fault], list[Fault]] | None = None
        for one, other in pairs:
            verdict = _VERDICTS[one.column, one.text, one.given, other.text, other.given]
            if verdict != self.verdict:
                self.verdict = graver(self.verdict, verdict)
            if verdict not in (ROUNDING, FIGURES):
                continue
            notes: tuple[str, ...] = ()
            if verdict == FIGURES and one.column in RELATED:
                found = found or (faults(old), faults(new))
                notes = _notes(one.column, found)
            yield Difference(*one.name, shown(one), shown(other), verdict, notes)


def _unequal(old: ReportRecord, new: ReportRecord) -> list[Pair]:
    """Return the pairs of cells that differ in two records of one row."""
    both = zip(old.columns, old.texts(), old.given, new.texts(), new.given)
    return [
        (Cell(*old.key, column, text, value, old.line), Cell(*new.key, column, other, other_value, new.line))
        for column, text, value, other, other_value in both
        if text != other or value != other_value
    ]


def _one_sided(name: Name, text: str, side: int, verdict: str) -> Difference:
    return Difference(*name, text if side == OLD else None, text if side == NEW else None, verdict)


def _notes(column: str, found: Iterable[Iterable[Fault]]) -> tuple[str, ...]:
    """Return notes on the faults of both sides that involve the column of a cell that differs."""
    notes = []
    for side, of_side in zip(SIDES, found):
        for fault in of_side:
            if column == fault.column:
                notes.append(f"{side}: {fault.says}")
            elif column in fault.parts:
                notes.append(f"{side}: {fault.column} does not fit, {fault.says}")
    return tuple(notes)


def _verdict(pair: tuple[str, str, Value | None, str, Value | None]) -> str:
    column, old, old_value, new, new_value = pair
    return judge(Cell("", "", column, old, old_value, 0), Cell("", "", column, new, new_value, 0))


_VERDICTS = Memo(_verdict)  # long reports repeat the same figures


def without_equals(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[Records, Records]:
    """Return the records of both sides without those that are equal on both, in whatever order they are.

    This is for reports in which rows of the same name are usual: equal rows are paired before any others.
    """
    old_records, new_records = list(olds), list(news)
    equals = Counter(map(_content, old_records)) & Counter(map(_content, new_records))
    return _without(old_records, equals), _without(new_records, equals)


def _without(records: Records, equals: Mapping[tuple[str, ...], int]) -> Records:
    left = Counter(equals)
    kept = []
    for record in records:
        content = _content(record)
        if left[content]:
            left[content] -= 1
        else:
            kept.append(record)
    return kept


def _content(record: ReportRecord) -> tuple[str, ...]:
    return (*record.key, " ".join(record.text.split()))


def shared(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[Records, Records]:
    """Return the records of both reports without tables, columns and rows of single files that the other cannot show.

    The reports are two layouts of the same table, such as MATScore's text report and one of its CSV files. If they
    have no table in common, they keep all records.
    """
    left, right = list(olds), list(news)
    of_left, of_right = _tables(left), _tables(right)
    if of_left.keys().isdisjoint(of_right):
        return left, right
    return _shown(left, of_right), _shown(right, of_left)


def _tables(records: Iterable[ReportRecord]) -> dict[str, set[str]]:
    tables: dict[str, set[str]] = {}
    for record in records:
        if record.columns:
            tables.setdefault(record.table, set()).update(record.columns)
    return tables


def _shown(records: Iterable[ReportRecord], tables: Mapping[str, set[str]]) -> Records:
    shown = []
    for record in records:
        columns = tables.get(record.table, set())
        if not record.columns:
            shown.append(record)
        elif columns and (FILE in columns or _file(record) == ALL_FILES):
            places = [place for place, column in enumerate(record.columns) if column in columns]
            shown.append(_narrowed(record, places))
    return shown


def _file(record: ReportRecord) -> str:
    return next((cell.text for cell in record.cells() if cell.column == FILE), ALL_FILES)


def _narrowed(record: ReportRecord, places: list[int]) -> ReportRecord:
    columns, spans, given = record.columns, record.spans, record.given
    return replace(
        record,
        columns=tuple([columns[place] for place in places]),
        spans=[spans[place] for place in places],
        given=[given[place] for place in places],
    )
