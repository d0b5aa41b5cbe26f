"""The rows of two reports side by side, cell by cell, in whatever order they are printed."""

from __future__ import annotations

from itertools import zip_longest

from common.memo import Memo
from rescore.difference.arithmetic import RELATED, faults
from rescore.difference.figures import judge, shown
from rescore.difference.verdicts import FIGURES, LAYOUT, ROUNDING, Difference, graver
from rescore.reports.model import UNEXPLAINED, Cell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeAlias

    from rescore.reports.model import Printed, Record
    from rescore.reports.names import Name

    Waiting: TypeAlias = tuple[Printed, Record]  # a cell, and the row that it belongs to

OLD, NEW = 0, 1
SIDES = ("OLD", "NEW")
EMPTY = frozenset({"", '""'})


class Comparison:
    """Compares records of two reports as they come and keeps those that wait for their counterpart.

    ``verdict`` is on what was compared so far; it is at least ``layout``, for equal reports are not compared.
    """

    def __init__(self) -> None:
        self.verdict = LAYOUT
        self._waiting: tuple[dict[Name, list[Waiting]], dict[Name, list[Waiting]]] = ({}, {})
        self._lines: tuple[dict[str, list[Record]], dict[str, list[Record]]] = ({}, {})

    def add(self, olds: Iterable[Record], news: Iterable[Record]) -> Iterator[Difference]:
        """Yield the differences of cells that both sides have, as far as they can be told by now."""
        for old, new in zip_longest(olds, news):
            if old and new and old.says_the_same(new):
                continue
            pairs = self._side_by_side(old, new) if old and new else None
            if old and new and pairs is not None:
                for one, other in pairs:
                    if found := self._compare((one, old), (other, new)):
                        yield found
                continue
            if old:
                yield from self._offer(old, OLD)
            if new:
                yield from self._offer(new, NEW)

    def rest(self) -> Iterator[Difference]:
        """Yield what has no counterpart: cells, then lines that no layout explains."""
        for side in (OLD, NEW):
            cells = [record.cell(printed) for pairs in self._waiting[side].values() for printed, record in pairs]
            for cell in sorted(cells, key=lambda cell: cell.line):
                if cell.text not in EMPTY:
                    self.verdict = FIGURES
                    yield _one_sided(cell.table, cell.row, cell.column, shown(cell), side)
        for side in (OLD, NEW):
            lines = [record for records in self._lines[side].values() for record in records]
            for record in sorted(lines, key=lambda record: record.line):
                yield self._unexplained(record, side)

    def _side_by_side(self, old: Record, new: Record) -> list[tuple[Printed, Printed]] | None:
        """Return what differs in the same row; None if it has other columns, or some of its cells wait."""
        if old.key != new.key or old.split is None or new.split is None:
            return None
        olds, news = old.printed(), new.printed()
        pairs = [pair for pair in zip(olds, news) if pair[0] != pair[1]]
        if len(olds) != len(news) or [pair for pair in pairs if pair[0][0] != pair[1][0]]:
            return None
        for waiting in self._waiting:
            if waiting and any((*old.key, column) in waiting for column, _, _ in olds):
                return None
        return pairs

    def _offer(self, record: Record, side: int) -> Iterator[Difference]:
        """Compare a record's cells with those of the other side that wait for them, or let them wait."""
        if record.status == UNEXPLAINED:
            self._offer_line(record, side)
            return
        others = self._waiting[1 - side]
        for printed in record.printed():
            name = (*record.key, printed[0])
            partners = others.get(name)
            if not partners:
                self._waiting[side].setdefault(name, []).append((printed, record))
                continue
            partner = partners.pop(0)
            if not partners:
                del others[name]
            pair = (printed, record), partner
            if found := self._compare(*(pair if side == OLD else reversed(pair))):
                yield found

    def _offer_line(self, record: Record, side: int) -> None:
        text = " ".join(record.text.split())
        others = self._lines[1 - side].get(text)
        if others:
            others.pop()
        else:
            self._lines[side].setdefault(text, []).append(record)

    def _compare(self, old: Waiting, new: Waiting) -> Difference | None:
        (one, old_record), (other, new_record) = old, new
        verdict = _verdict(one, other)
        if verdict != self.verdict:
            self.verdict = graver(self.verdict, verdict)
        if verdict not in (ROUNDING, FIGURES):
            return None
        column = one[0]
        notes = (*_notes(column, old_record, OLD), *_notes(column, new_record, NEW)) if verdict == FIGURES else ()
        return Difference(*old_record.key, column, _shown(*old), _shown(*new), verdict, notes)

    def _unexplained(self, record: Record, side: int) -> Difference:
        """Return the difference of a line; one that may hold a figure is as grave as a figure."""
        text = record.text.strip()
        verdict = FIGURES if any(sign.isdigit() for sign in text) else LAYOUT
        self.verdict = graver(self.verdict, verdict)
        return _one_sided("", f"line {record.line}", "", text, side, verdict)


def _one_sided(table: str, row: str, column: str, text: str, side: int, verdict: str = FIGURES) -> Difference:
    return Difference(table, row, column, text if side == OLD else None, text if side == NEW else None, verdict)


def _shown(printed: Printed, record: Record) -> str:
    _, text, value = printed
    return text if value is None else shown(record.cell(printed))


def _verdict(old: Printed, new: Printed) -> str:
    """Return the verdict on two cells of the same column."""
    column, text, value = old
    _, other_text, other_value = new
    if value is None and other_value is None:
        return _VERDICTS[column, text, other_text]
    return judge(Cell("", "", *old, 0), Cell("", "", *new, 0))


def _verdict_on_texts(question: tuple[str, str, str]) -> str:
    column, old, new = question
    return judge(Cell("", "", column, old, None, 0), Cell("", "", column, new, None, 0))


def _notes(column: str, record: Record, side: int) -> list[str]:
    """Return what does not hold between a cell that differs and others of its row."""
    notes = []
    for fault in faults(record) if column in RELATED else ():
        if column == fault.column:
            notes.append(f"{SIDES[side]}: {fault.says}")
        elif column in fault.parts:
            notes.append(f"{SIDES[side]}: {fault.column} does not fit, {fault.says}")
    return notes


_VERDICTS = Memo(_verdict_on_texts)  # in long reports the same figures come again and again


def without_equals(olds: Iterable[Record], news: Iterable[Record]) -> tuple[list[Record], list[Record]]:
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


def _content(record: Record) -> tuple[str, str, str]:
    return (*record.key, " ".join(record.text.split()))
