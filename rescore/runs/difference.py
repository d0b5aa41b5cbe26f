"""Compare two reports cell by cell, in whatever order these are printed."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import chain, groupby, zip_longest
from operator import attrgetter
from typing import TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports import model
from legacy_scorers.rescore.reports.model import UNEXPLAINED, Cell, Layout, Name, ReportLine, Value
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.reports.words import squeezed
from legacy_scorers.rescore.runs.arithmetic import (
    MAX_DECIMALS,
    Row,
    decimal_of,
    decimals,
    faults_in,
    may_print,
    misfit,
    shown,
)
from legacy_scorers.rescore.runs.verdicts import FIGURES, IDENTICAL, LAYOUT, ROUNDING
from legacy_scorers.rescore.scorers import LAYOUTS, LISTED

_WHOLE = {column for layout in LAYOUTS.values() for column in layout.whole}  # percentages without decimals
_MIN_WHOLE = 10  # the least figure that may be published without its decimals
_CONSTANT = re.compile(r"(?<![A-Z0-9.])[0-9.]+")
_MAX_KNOWN = 1 << 14  # verdicts that are kept, because long reports repeat the same figures
OLD, NEW = 0, 1
SIDES = ("OLD", "NEW")
_EMPTY = frozenset({"", '""'})
_ROW = attrgetter("table", "row", "columns")  # of a record
_CELLS = attrgetter("table", "row", "columns", "texts", "given")

RecordSides: TypeAlias = tuple[Iterable[ReportLine], Iterable[ReportLine]]
Waiting: TypeAlias = dict[Name | str, list[tuple[int, ReportLine, int]]]  # side and cell, by its name or words


@dataclass(slots=True)
class Difference:
    """A cell that differs between the two reports, or a line that no layout explains; then the row is its number."""

    table: str
    row: str
    column: str  # empty for a line
    old: str | None  # None if the old report lacks the cell
    new: str | None
    verdict: str
    notes: tuple[str, ...] = ()  # the relations that do not hold within one report


def differences(old: Report, new: Report, once: bool = False) -> Iterator[Difference]:
    """Yield each difference of a row once, even if the report prints its cell several times.

    If the reports are read ``once``, for this alone, their records are not kept.

    Raises :class:`InputError` if one of the two is empty, cannot be read, or is of another kind than the other.
    """
    found_in_all = cell_differences(*_records(old, new, once))
    for _, of_row in groupby(found_in_all, attrgetter("table", "row")):
        found: dict[tuple[str | None, ...], Difference] = {}
        for difference in of_row:
            found.setdefault((difference.column, difference.old, difference.new), difference)
        yield from found.values()


def _records(old: Report, new: Report, once: bool) -> RecordSides:
    """Return the records of both reports that may differ."""
    empty = [report.name for report in (old, new) if not report.content.strip()]
    if old.content == new.content or len(empty) == 2:
        return (), ()
    if empty:
        raise InputError("is empty; name a report", empty[0], None, UNSCORED)
    left, right = _layout(old), _layout(new)
    if (left.tables or left.name) != (right.tables or right.name):  # a text and a CSV file may have the same tables
        problem = f"is of kind {right.name}, but {old.name} is of kind {left.name}; name reports of the same kind"
        raise InputError(problem, new.name, None, UNSCORED)
    olds, news = [report.passing_records() if once else report.records for report in (old, new)]
    if left is not right:
        return _shared_columns(olds, news)
    return _remove_equals(olds, news) if left.repeats else (olds, news)


def _layout(report: Report) -> type[Layout]:
    layout = report.layout
    if layout is None:
        raise InputError(f"is not a known report of {LISTED}; set its --kind", report.name, 1, UNSCORED)
    if not layout.is_in(report.content) and not any(record.columns for record in report.passing_records()):
        problem = f"has no line of a report of kind {layout.name}; name another --kind, or none"
        raise InputError(problem, report.name, None, UNSCORED)
    return layout


def _remove_equals(olds: Iterable[ReportLine], news: Iterable[ReportLine]) -> RecordSides:
    """Return the records that have no equal on the other side, because rows of the same name may be in any order."""
    sides = [[(_content(record), record) for record in records] for records in (olds, news)]
    counts = [Counter([content for content, _ in side]) for side in sides]
    kept: tuple[list[ReportLine], list[ReportLine]] = [], []
    for side, records in zip(sides, kept):
        equals = counts[OLD] & counts[NEW]
        for content, record in side:
            if equals[content]:
                equals[content] -= 1
            else:
                records.append(record)
    return kept


def _content(record: ReportLine) -> tuple[str, ...]:
    """Return what equal records share: their words and, if they have cells, their row."""
    row = (record.table, record.row) if record.columns else ()
    return squeezed(record.text), *row


def _shared_columns(olds: Iterable[ReportLine], news: Iterable[ReportLine]) -> RecordSides:
    """Return the records of two layouts of a table without what one cannot show; all if they share no column."""
    sides = list(olds), list(news)
    in_old, in_new = [{(record.table, column) for record in side for column in record.columns} for side in sides]
    if not in_old & in_new:
        return sides
    kept: tuple[list[ReportLine], list[ReportLine]] = [], []
    for side, records in zip(sides, kept):
        for record in side:
            shared = [column for column in record.columns if (record.table, column) in in_old & in_new]
            file = dict(zip(record.columns, record.texts)).get("file", model.ALL_FILES)  # that the row is about
            if not record.columns or (shared and ("file" in shared or file == model.ALL_FILES)):
                records.append(record.with_columns(shared))
    return kept


def cell_differences(olds: Iterable[ReportLine], news: Iterable[ReportLine]) -> Iterator[Difference]:
    """Yield the differences of two reports, given the records of both in printed order.

    A cell waits for the one of its name on the other side, and a line that no layout explains for the one of the same
    words. What has no counterpart comes last: cells, then lines.
    """
    waiting: Waiting = {}
    for pair in zip_longest(olds, news):
        old, new = pair
        if old and new and not waiting and old.columns and _ROW(old) == _ROW(new):
            for index in _differing(old, new):
                yield from _difference_between(old.cell(index), old, new.cell(index), new)
        elif old is None or new is None or old.text != new.text or _CELLS(old) != _CELLS(new):
            for side, record in enumerate(pair):
                if record is not None:
                    yield from _match_cells(record, side, waiting)
    rest = [(record.status == UNEXPLAINED, side, record, index) for side, record, index in chain(*waiting.values())]
    for is_line, side, record, index in sorted(rest, key=lambda one: (*one[:2], one[2].line)):
        line = Cell("", f"line {record.line}", "", record.text.strip(), None, record.line)
        cell = line if is_line else record.cell(index)
        if is_line or cell.text not in _EMPTY:
            is_figure = not is_line or any(sign.isdigit() for sign in cell.text)  # a line may hold one
            old_text, new_text = (shown(cell), None) if side == OLD else (None, shown(cell))
            yield Difference(*cell.name, old_text, new_text, FIGURES if is_figure else LAYOUT)


def _differing(old: ReportLine, new: ReportLine) -> list[int]:
    """Return the indices of the cells that differ in two records of a row with the same columns."""
    if old.texts == new.texts and old.given == new.given:
        return []
    cells, others = [zip(record.texts, record.given) for record in (old, new)]
    return [index for index, (cell, other) in enumerate(zip(cells, others)) if cell != other]


def _match_cells(record: ReportLine, side: int, waiting: Waiting) -> Iterator[Difference]:
    """Compare each cell with the one of its name that waits on the other side; without one, it waits."""
    is_line = record.status == UNEXPLAINED
    names: list[Name | str] = [(record.table, record.row, column) for column in record.columns]
    if is_line:
        names = [squeezed(record.text)]
    for index, name in enumerate(names):
        waits = waiting.setdefault(name, [])
        if not waits or waits[0][0] == side:
            waits.append((side, record, index))
            continue
        _, other, at = waits.pop(-1 if is_line else 0)
        if not waits:
            del waiting[name]
        if not is_line and (record.texts[index], record.given[index]) != (other.texts[at], other.given[at]):
            found = [(record.cell(index), record), (other.cell(at), other)]
            (old, of_old), (new, of_new) = found if side == OLD else found[::-1]
            yield from _difference_between(old, of_old, new, of_new)


def _difference_between(old: Cell, of_old: ReportLine, new: Cell, of_new: ReportLine) -> Iterator[Difference]:
    verdict = _verdict(new.column, old.text, old.given, new.text, new.given)
    if verdict == ROUNDING and (misfit(old, of_old.by_column) or misfit(new, of_new.by_column)):
        verdict = FIGURES
    if verdict in (ROUNDING, FIGURES):
        notes = tuple(_notes(old.column, (of_old, of_new))) if verdict == FIGURES else ()
        yield Difference(*old.name, shown(old), shown(new), verdict, notes)


@lru_cache(maxsize=_MAX_KNOWN, typed=True)
def _verdict(column: str, old: str, old_given: Value | None, new: str, new_given: Value | None) -> str:
    return judge(Cell("", "", column, old, old_given), Cell("", "", column, new, new_given))


def _notes(column: str, rows: Sequence[ReportLine]) -> Iterator[str]:
    for side, row in zip(SIDES, rows):
        for relation, says in faults_in(row.table, row.columns, row.texts, row.given):
            if column == relation.column:
                yield f"{side}: {says}"
            elif column in relation.parts:
                yield f"{side}: {relation.column} does not fit, {says}"


def judge_in_row(old: Cell, new: Cell, row: Row) -> tuple[str, str]:
    """Return the verdict on a figure, given the one that is printed in a row, and why no rounding makes it."""
    verdict = judge(old, new)
    says = misfit(Cell(*new.name, old.text, old.given), row) if verdict == ROUNDING else ""
    return (FIGURES, says) if says else (verdict, "")


def judge(old: Cell, new: Cell) -> str:
    """Return the verdict on two cells; of their names, only the column of ``new`` counts.

    Texts with the same words differ in layout. Figures differ by rounding if their values are equal but not their
    digits, if they have the same number of decimals and are at most one unit of the last digit apart, or if one is the
    other, rounded or truncated to fewer decimals, or if ``old`` is a value that others compute. Because a count is
    never rounded, whole numbers differ by rounding only if ``new`` is a percentage, or if the other side has decimals.
    Two formulas must also have the same constants.
    """
    if old.text == new.text and (old.given == new.given or not old.is_computed):
        return IDENTICAL
    if isinstance(old.value, str) or isinstance(new.value, str):
        return LAYOUT if old.value == new.value else FIGURES
    if math.isnan(old.value) and math.isnan(new.value):
        return ROUNDING
    if old.value != new.value:
        return ROUNDING if _rounds(old, new) or _is_other(old, new) else FIGURES
    if old.text.split() == new.text.split() or old.is_computed != new.is_computed:
        return LAYOUT
    if old.is_computed:
        return LAYOUT if _CONSTANT.findall(old.text) == _CONSTANT.findall(new.text) else FIGURES
    return LAYOUT if str(decimal_of(old)) == str(decimal_of(new)) else ROUNDING  # .5 for 0.5


def _is_other(old: Cell, new: Cell) -> bool:
    figure = decimal_of(old) if new.others else None
    return figure is not None and any(may_print(figure, *bounds) for bounds in new.others)


def _rounds(old: Cell, new: Cell) -> bool:
    figures = [cell.value for cell in (old, new) if isinstance(cell.value, float)]
    may_be_whole = new.column in _WHOLE or (len(figures) == 1 and abs(figures[0]) >= _MIN_WHOLE)
    one, other = decimal_of(old), decimal_of(new)
    if one is None or other is None:
        return False
    shorter, longer = sorted((one, other), key=decimals)
    digits = decimals(shorter)
    if abs(digits) > MAX_DECIMALS or (digits <= 0 and not may_be_whole):
        return False
    gap, unit = abs(one - other), Decimal(1).scaleb(-digits)
    if digits == decimals(longer):
        return gap <= unit
    return gap <= unit / 2 or (abs(shorter) <= abs(longer) and gap < unit)  # rounded or truncated
