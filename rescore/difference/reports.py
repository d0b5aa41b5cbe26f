"""Read two reports and compare them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from common.errors import InputError
from rescore.difference.parts import differing, differing_rows
from rescore.difference.rows import RowComparison, shared, without_equals
from rescore.difference.verdicts import IDENTICAL, LAYOUT, Difference
from rescore.reports.layout import ReportKind
from rescore.reports.model import Part
from rescore.scorers import KINDS, LISTED, kind_of
from rescore.statuses import UNSCORED


class ReportFile:
    """A report and its name as the user gave it. Raises :class:`InputError` if it cannot be read."""

    def __init__(self, name: str, content: bytes | None = None) -> None:
        self.name = name
        try:
            if content is None:
                with open(name, "rb") as file:
                    content = file.read()
        except (OSError, ValueError) as error:  # a NUL in a name is a ValueError
            reason = getattr(error, "strerror", None) or error
            raise InputError(f"cannot be read ({reason}); name a report", name, None, UNSCORED) from None
        self.content: bytes = content

    @property
    def is_empty(self) -> bool:
        """Whether the report has nothing but white space."""
        return not self.content or self.content.isspace()


class ReportDifference:
    """The difference of two reports: iterate over it, then ask for the verdict."""

    def __init__(self, old: ReportFile, new: ReportFile, kind: str | None = None) -> None:
        self._old = old
        self._new = new
        self._kind = kind
        self.verdict = IDENTICAL

    def __iter__(self) -> Iterator[Difference]:
        """Yield the differences. Raises :class:`InputError` for a report that cannot be read."""
        return _each_once(self._differences())

    def _differences(self) -> Iterator[Difference]:
        old, new = self._old, self._new
        if old.content == new.content:
            return
        self.verdict = LAYOUT
        if old.is_empty and new.is_empty:
            return
        left, right = self._kinds()
        tables = left.layout.table_of(old.content), right.layout.table_of(new.content)
        comparison = RowComparison()
        for one, other in _parts(old.content, new.content, left if left is right and tables[0] == tables[1] else None):
            olds = left.records(one, tables[0], old.name)
            news = right.records(other, tables[1], new.name)
            if left is not right:
                yield from comparison.add(*shared(olds, news))
            elif left.repeats:
                yield from comparison.add(*without_equals(olds, news))
            else:
                yield from comparison.add(olds, news)
        yield from comparison.rest()
        self.verdict = comparison.verdict

    def _kinds(self) -> tuple[ReportKind, ReportKind]:
        """Return the kinds of both reports. Raises :class:`InputError` for reports that cannot be compared."""
        reports = (self._old, self._new)
        for report in reports:
            if report.is_empty:
                raise InputError("is empty; name a report", report.name, None, UNSCORED)
        if self._kind is not None:
            for report in reports:
                _refuse_other(KINDS[self._kind], report)
            return KINDS[self._kind], KINDS[self._kind]
        kinds = []
        for report in reports:
            kind = kind_of(report.content)
            if kind is None:
                problem = f"is not a known report of {LISTED}; set its --kind"
                raise InputError(problem, report.name, 1, UNSCORED)
            kinds.append(kind)
        left, right = kinds
        if (left.tables or left.name) != (right.tables or right.name):  # a text and a CSV file may have the same tables
            old, new = self._old.name, self._new.name
            problem = f"is of kind {right.name}, but {old} is of kind {left.name}; name reports of the same kind"
            raise InputError(problem, new, None, UNSCORED)
        return left, right


def _parts(old: bytes, new: bytes, kind: ReportKind | None) -> Iterator[tuple[Part, Part]]:
    """Yield the parts in which two reports of ``kind`` differ; without a kind, yield the whole reports.

    If two tables have the same heading, only the rows that differ are yielded, with that heading.
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


def _refuse_other(kind: ReportKind, report: ReportFile) -> None:
    content = report.content
    records = kind.records(Part(content, 1), kind.layout.table_of(content), report.name)
    if not kind.recognised(content) and not any(record.columns for record in records):
        problem = f"has no line of a report of kind {kind.name}; name another --kind, or none"
        raise InputError(problem, report.name, None, UNSCORED)


def _each_once(differences: Iterable[Difference]) -> Iterator[Difference]:
    """Yield each difference of a row once, even if the report prints its cell several times."""
    row: tuple[str, str] | None = None
    seen: set[tuple[str | None, ...]] = set()
    for difference in differences:
        if (difference.table, difference.row) != row:
            row, seen = (difference.table, difference.row), set()
        cell = (difference.column, difference.old, difference.new)
        if cell not in seen:
            seen.add(cell)
            yield difference
