"""Compare the rows of two reports cell by cell, in whatever order they are printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import lru_cache
from itertools import chain, product, zip_longest
from typing import TypeAlias

from rescore.difference.verdicts import (
    FIGURES,
    LAYOUT,
    RELATED,
    ROUNDING,
    Difference,
    Fault,
    faults,
    graver,
    judge,
    shown,
)
from rescore.reports.model import ALL_FILES, UNEXPLAINED, Cell, Name, ReportRecord, Value, squeezed

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
        self._waiting: tuple[dict[Name | str, list[Waiting]], ...] = ({}, {})  # cells by name, lines by their words

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
                yield from self._match(old, OLD)
            if new:
                yield from self._match(new, NEW)

    def rest(self) -> Iterator[Difference]:
        """Yield what has no counterpart: cells, then lines that no layout explains."""
        for are_lines, side in product((False, True), (OLD, NEW)):
            waiting = [of_name for name, of_name in self._waiting[side].items() if isinstance(name, str) == are_lines]
            for cell, _ in sorted(chain(*waiting), key=lambda one: one[0].line):
                if are_lines or cell.text not in EMPTY:
                    is_figure = not are_lines or any(sign.isdigit() for sign in cell.text)  # a line may hold one
                    verdict = FIGURES if is_figure else LAYOUT
                    self.verdict = graver(self.verdict, verdict)
                    old, new = (shown(cell), None) if side == OLD else (None, shown(cell))
                    yield Difference(*cell.name, old, new, verdict)

    def _is_same_row(self, old: ReportRecord, new: ReportRecord) -> bool:
        """Whether the cells of two records have the same names, and no other cell with one of these names waits."""
        if old.key != new.key or not old.columns or old.columns != new.columns:
            return False
        return not any(
            waiting and any((*old.key, column) in waiting for column in old.columns) for waiting in self._waiting
        )

    def _match(self, record: ReportRecord, side: int) -> Iterator[Difference]:
        """Compare each cell with the one of its name that waits on the other side; without one, it waits.

        A line that no layout explains is matched by its words, and not compared.
        """
        named: list[tuple[Name | str, Cell]] = [(cell.name, cell) for cell in record.cells()]
        if record.status == UNEXPLAINED:
            line = Cell("", f"line {record.line}", "", record.text.strip(), None, record.line)
            named = [(squeezed(record.text), line)]
        others = self._waiting[1 - side]
        for name, cell in named:
            partners = others.get(name)
            if not partners:
                self._waiting[side].setdefault(name, []).append((cell, record))
                continue
            found = (cell, record), partners.pop(-1 if isinstance(name, str) else 0)
            if not partners:
                del others[name]
            if not isinstance(name, str):
                (old, of_old), (new, of_new) = found if side == OLD else found[::-1]
                yield from self._compare([(old, new)], of_old, of_new)

    def _compare(self, pairs: Iterable[Pair], old: ReportRecord, new: ReportRecord) -> Iterator[Difference]:
        found: tuple[list[Fault], list[Fault]] | None = None
        for one, other in pairs:
            verdict = _verdict(one.column, one.text, one.given, other.text, other.given)
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


@lru_cache(maxsize=1 << 14)  # long reports repeat the same figures
def _verdict(column: str, old: str, old_value: Value | None, new: str, new_value: Value | None) -> str:
    return judge(Cell("", "", column, old, old_value, 0), Cell("", "", column, new, new_value, 0))


def without_equals(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[Records, Records]:
    """Return the records of both sides without those that are equal on both, in whatever order they are.

    This is for reports in which rows of the same name are usual: equal rows are paired before any others.
    """
    sides = list(olds), list(news)
    equals = Counter(map(_content, sides[OLD])) & Counter(map(_content, sides[NEW]))
    return _without(sides[OLD], equals.copy()), _without(sides[NEW], equals)


def _without(records: Records, equals: Counter[tuple[str, ...]]) -> Records:
    kept = []
    for record in records:
        content = _content(record)
        if equals[content]:
            equals[content] -= 1
        else:
            kept.append(record)
    return kept


def _content(record: ReportRecord) -> tuple[str, ...]:
    return (*record.key, squeezed(record.text))


def shared(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[Records, Records]:
    """Return the records of both reports without tables, columns and rows of single files that the other cannot show.

    The reports are two layouts of the same table, such as MATScore's text report and one of its CSV files. If they
    have no table in common, they keep all records.
    """
    sides = list(olds), list(news)
    old, new = [{(record.table, column) for record in side for column in record.columns} for side in sides]
    if not old & new:
        return sides
    return _narrowed(sides[OLD], old & new), _narrowed(sides[NEW], old & new)


def _narrowed(records: Records, shared: Set[tuple[str, str]]) -> Records:
    kept = []
    for record in records:
        places = [place for place, column in enumerate(record.columns) if (record.table, column) in shared]
        file = next((cell.text for cell in record.cells() if cell.column == FILE), ALL_FILES)
        if not record.columns:
            kept.append(record)
        elif places and ((record.table, FILE) in shared or file == ALL_FILES):
            columns = tuple([record.columns[place] for place in places])
            spans, given = [record.spans[place] for place in places], [record.given[place] for place in places]
            kept.append(replace(record, columns=columns, spans=spans, given=given))
    return kept
