"""What was published of a submission, and how it compares with what a run prints now."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from common.errors import InputError
from rescore.archive.submission import Submission, read_regular
from rescore.difference.figures import judge
from rescore.difference.reports import ReportDifference, ReportFile
from rescore.difference.rows import Comparison
from rescore.difference.verdicts import FIGURES, IDENTICAL, ROUNDING, Difference, graver
from rescore.reports.model import UNEXPLAINED, Cell, Record, decoded, lines_of
from rescore.reports.names import name_of, written
from rescore.reports.printed import STDOUT, printed_reports
from rescore.scorers import kind_of
from rescore.scorers.running import Outcome

UNPUBLISHED, FAILED = "unpublished", "failed"
VERDICTS = (IDENTICAL, "layout", ROUNDING, FIGURES, FAILED, UNPUBLISHED)
MISSING_REPORT = "the run does not write this report"


@dataclass(slots=True)
class Published:
    """The reports by name, ``""`` for standard output, and figures by cell that were published of a submission."""

    reports: dict[str, bytes]
    figures: Mapping[str, str]
    status: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing was published."""
        return not self.reports and not self.figures

    @property
    def is_scant(self) -> bool:
        """Whether a single figure was published, of at most two significant digits."""
        digits = [sign for text in self.figures.values() for sign in text.lstrip("-0.") if sign.isdigit()]
        return not self.reports and len(self.figures) == 1 and len(digits) <= 2

    def cells(self) -> list[Cell]:
        """Return the cells of the reports, as far as these can be read, and those of the figures."""
        found = []
        for name, content in self.reports.items():
            kind = kind_of(content)
            with contextlib.suppress(InputError):
                found += kind.report(content, name).cells if kind else []
        return [*found, *[Cell(*name_of(figure), text, None, 1) for figure, text in self.figures.items()]]


def read_published(root: str, submission: Submission) -> Published:
    """Read what was published; reports that are not there were not. Raises ``OSError`` for one that cannot be read."""
    reports = {}
    for name, path in submission.published.items():
        place = os.path.join(root, path)
        if os.path.lexists(place):
            reports[name] = read_regular(place)
    return Published(reports, submission.figures, submission.status)


def unreadable(submission: Submission, published: Published, outcome: Outcome) -> Iterator[str]:
    """Yield a line for each published report that is none, although the run writes a report of that name."""
    for name, content in published.reports.items():
        if kind_of(content) is None and kind_of(_report(outcome, name) or b""):
            what = "no report of a scorer" if content.strip() else "empty"
            yield f"{submission.published[name]}: is {what}; put the published report there, or remove it"


def _report(outcome: Outcome, name: str) -> bytes | None:
    """Return what a run prints under the name of a report, None if it does not write it."""
    if not name:
        return outcome.stdout
    written = {os.path.normpath(of_run): content for of_run, content in outcome.reports.items()}
    return written.get(os.path.normpath(name))


class Comparing:
    """Compares a run with what was published: iterate over the differences, then ask for the verdict.

    Each difference comes with the name of its report, ``""`` for standard output. ``cells`` whose row is one of
    ``ignored``, as ``(table, row)``, count for nothing.
    """

    __slots__ = ("_ignored", "_outcome", "_published", "verdict")

    def __init__(
        self, published: Published, outcome: Outcome, ignored: frozenset[tuple[str, str]] = frozenset()
    ) -> None:
        self._published = published
        self._outcome = outcome
        self._ignored = ignored
        self.verdict = UNPUBLISHED if published.is_empty else IDENTICAL

    def __iter__(self) -> Iterator[tuple[str, Difference]]:
        """Yield the differences that are graver than layout, with the name of the report."""
        for name, old in self._published.reports.items():
            for difference in self._of_report(name or STDOUT, old, _report(self._outcome, name)):
                yield name, difference
        for difference in self._of_figures():
            yield "", difference

    def _of_report(self, name: str, old: bytes, new: bytes | None) -> Iterator[Difference]:
        if new is None:
            self.verdict = FIGURES
            yield Difference("", MISSING_REPORT, "", "", None, FIGURES)
            return
        reports = ReportDifference(ReportFile(name, old), ReportFile(name, new))
        try:
            found = list(reports)
            verdict = reports.verdict
        except InputError:  # messages, or a report that was cut off
            lines = Comparison()
            found = [*lines.add(_lines(old), _lines(new)), *lines.rest()]
            verdict = lines.verdict
        counting = [difference for difference in found if (difference.table, difference.row) not in self._ignored]
        if len(counting) < len(found):
            verdict = max([difference.verdict for difference in counting], key=VERDICTS.index, default="layout")
        self.verdict = graver(self.verdict, verdict)
        yield from counting

    def _of_figures(self) -> Iterator[Difference]:
        if not self._published.figures:
            return
        printed = {
            written(cell.name): cell
            for _, report in printed_reports(self._outcome).values()
            if report is not None
            for cell in report.cells
        }
        for name, text in self._published.figures.items():
            old, new = Cell(*name_of(name), text, None, 1), printed.get(name)
            verdict = judge(old, new) if new else FIGURES
            self.verdict = graver(self.verdict, verdict)
            if verdict in (ROUNDING, FIGURES):
                yield Difference(old.table, old.row, old.column, text, new.text if new else None, verdict)


def _lines(content: bytes) -> list[Record]:
    return [Record(number, line, UNEXPLAINED) for number, line in lines_of(decoded(content), 1) if line.strip()]
