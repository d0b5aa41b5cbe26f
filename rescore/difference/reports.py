"""Two reports, read and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from common.errors import InputError
from rescore.difference.parts import differing, differing_rows
from rescore.difference.rows import RowComparison, shared, without_equals
from rescore.difference.verdicts import IDENTICAL, LAYOUT, Difference
from rescore.reports.layout import ReportKind
from rescore.reports.model import Part, ReportRecord
from rescore.scorers import KINDS, LISTED, kind_of
from rescore.statuses import UNSCORED

Pair: TypeAlias = tuple[Iterable[ReportRecord], Iterable[ReportRecord]]


class ReportFile:
    """A report and its name as the user gave it."""

    __slots__ = ("content", "name")

    def __init__(self, name: str, content: bytes | None = None) -> None:
        self.name = name
        self.content = _content(name) if content is None else content


def _content(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return file.read()
    except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read ({reason}); name a report", name, None, UNSCORED) from None


def _is_empty(report: ReportFile) -> bool:
    return not report.content or report.content.isspace()


def _parts(old: bytes, new: bytes, kind: ReportKind | None) -> Iterator[tuple[Part, Part]]:
    """Yield the parts that differ of two reports of a kind; of other reports they are compared as a whole.

    Of tables with the same heading only rows that differ are yielded, with that heading.
    """
    if kind is None:
        yield Part(old, 1), Part(new, 1)
        return
    for one, other in differing(old, new, kind.layout.blocks):
        heading = kind.layout.heading(one)
        if heading is not None and heading == kind.layout.heading(other):
            yield from differing_rows(one.below(heading), other.below(heading), kind.layout.row, heading)
        else:
            yield one.part(), other.part()


def _comparable(
    left: ReportKind, right: ReportKind
) -> Callable[[Iterable[ReportRecord], Iterable[ReportRecord]], Pair]:
    """Return what makes records of two kinds of reports such that can be compared one by one."""
    if left is not right:
        return shared
    return without_equals if left.repeats else lambda olds, news: (olds, news)


def _refuse_other(kind: ReportKind, report: ReportFile) -> None:
    content = report.content
    if not kind.recognised(content) and not any(
        record.columns for record in kind.records(Part(content, 1), kind.layout.table_of(content), report.name)
    ):
        problem = f"has no line of a report of kind {kind.name}; name another --kind, or none"
        raise InputError(problem, report.name, None, UNSCORED)


def _refuse_unlike(left: ReportKind, right: ReportKind, old: ReportFile, new: ReportFile) -> None:
    """Raise :class:`InputError` if two kinds of reports have no table in common; a text and a CSV file may have."""
    if (left.tables or left.name) != (right.tables or right.name):
        problem = f"is of kind {right.name}, but {old.name} is of kind {left.name}; name reports of the same kind"
        raise InputError(problem, new.name, None, UNSCORED)


def _each_once(differences: Iterable[Difference]) -> Iterator[Difference]:
    """Yield differences without those of a cell that is printed again beside others of its row."""
    row: tuple[str, str] | None = None
    seen: set[tuple[str | None, ...]] = set()
    for difference in differences:
        if (difference.table, difference.row) != row:
            row, seen = (difference.table, difference.row), set()
        cell = (difference.column, difference.old, difference.new)
        if cell not in seen:
            seen.add(cell)
            yield difference


class ReportDifference:
    """The difference of two reports: iterate over it, then ask for the verdict."""

    def __init__(self, old: ReportFile, new: ReportFile, kind: str | None = None) -> None:
        self._old = old
        self._new = new
        self._kind = kind
        self.verdict = IDENTICAL

    def __iter__(self) -> Iterator[Difference]:
        return _each_once(self._differences())

    def _differences(self) -> Iterator[Difference]:
        old, new = self._old, self._new
        assert old.content is not None and new.content is not None
        if old.content == new.content:
            return
        self.verdict = LAYOUT
        if _is_empty(old) and _is_empty(new):
            return
        left, right = self._kinds(old.content, new.content)
        tables = left.layout.table_of(old.content), right.layout.table_of(new.content)
        comparable = _comparable(left, right)
        comparison = RowComparison()
        for one, other in _parts(old.content, new.content, left if left is right and tables[0] == tables[1] else None):
            olds = left.records(one, tables[0], old.name)
            news = right.records(other, tables[1], new.name)
            yield from comparison.add(*comparable(olds, news))
        yield from comparison.rest()
        self.verdict = comparison.verdict

    def _kinds(self, old: bytes, new: bytes) -> tuple[ReportKind, ReportKind]:
        for report in (self._old, self._new):
            if _is_empty(report):
                raise InputError("is empty; name a report", report.name, None, UNSCORED)
        if self._kind is not None:
            forced = KINDS[self._kind]
            for report in (self._old, self._new):
                _refuse_other(forced, report)
            return forced, forced
        left, right = kind_of(old), kind_of(new)
        for kind, report in ((left, self._old), (right, self._new)):
            if kind is None:
                problem = f"is not a known report of {LISTED}; set its --kind"
                raise InputError(problem, report.name, 1, UNSCORED)
        assert left is not None and right is not None
        _refuse_unlike(left, right, self._old, self._new)
        return left, right
