"""The published reports and figures of a submission, even if quoted or with text around them, compared with a run."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.spoiled_lines import Line, hold_lines_of, line_of
from legacy_scorers.rescore.archive.submission import Submission, read_regular
from legacy_scorers.rescore.archive.unwrapping import plain
from legacy_scorers.rescore.reports.model import UNEXPLAINED, Cell, ReportLine, Texts, name_of, written
from legacy_scorers.rescore.reports.report import Report
from legacy_scorers.rescore.reports.words import encoded, grouped, squeezed
from legacy_scorers.rescore.runs import difference
from legacy_scorers.rescore.runs.arithmetic import rows_of, shown, times_ten_to
from legacy_scorers.rescore.runs.difference import Difference
from legacy_scorers.rescore.runs.packages import HEAD, not_unpacked
from legacy_scorers.rescore.runs.verdicts import (
    EXCERPT,
    FAILED,
    FIGURES,
    IDENTICAL,
    LAYOUT,
    ROUNDING,
    UNPUBLISHED,
    graver,
)
from legacy_scorers.rescore.scorers import LISTS, SCORERS, report_of
from legacy_scorers.rescore.scorers.derived import is_derived, with_derived
from legacy_scorers.rescore.scorers.headings import figure_meant
from legacy_scorers.rescore.scorers.scorer import Outcome

Headed: TypeAlias = tuple[str, Report]  # the words before a report in a file, and the report
Compared: TypeAlias = tuple[str, list[Difference]]  # a verdict, and what differs


class PublishedFigure(NamedTuple):
    """A figure published by itself, with the name of its cell; times ten to ``power`` it has the unit of the report."""

    name: str
    cell: Cell
    power: int
    called: str  # the figure as its heading was read

    def beside(self, new: Cell | None) -> Cell:
        """Return the figure in the unit of the report, unless it is nearer to the recomputed one as it is."""
        scaled = times_ten_to(self.cell, self.power)
        if new is None or not self.power:
            return scaled
        as_it_is, in_its_unit = difference.judge(self.cell, new), difference.judge(scaled, new)
        return self.cell if as_it_is != FIGURES and graver(as_it_is, in_its_unit) != as_it_is else scaled


@dataclass
class Published:
    """What was published of a submission: its figures, and its ``reports`` by name, ``""`` for standard output."""

    submission: Submission
    reports: dict[str, Report]

    @cached_property
    def found(self) -> dict[str, tuple[list[Headed], set[Line]]]:
        """The reports in each published file, by its name, unless one is the whole file; and the lines in none.

        If some headings name the submission or its file, these are only the reports with such headings.
        """
        found = {}
        for name, whole in self.reports.items():
            all_reports, unread = reports_in(whole)
            reports = [(heading, report) for heading, report in all_reports if report.content != whole.content]
            found[name] = self._own_reports(reports), set(map(line_of, unread))
        return found

    def _own_reports(self, reports: list[Headed]) -> list[Headed]:
        """Return the reports whose headings name the submission; of several, those that name its file, then its task.

        If none of these names the file, it is the next that does: a heading counts for the sections that follow it.
        """
        submission = self.submission
        folders, file = os.path.split(submission.path)
        names = [submission.name, *submission.called]
        own = _find_by_heading(names, reports) or reports
        of_file = [file if _find_by_heading([file], reports) else os.path.splitext(file)[0]]
        *_, value = submission.task.rpartition("-")  # of a placeholder
        if own and not _find_by_heading(of_file, own):
            own = _find_by_heading(of_file, reports[reports.index(own[0]) :])[:1] or own
        for section in (*of_file, *reversed(folders.split("/")), submission.task, value):
            own = _find_by_heading([section], own) or own
        return own

    def _reports_by_file(self) -> Iterator[list[Report]]:
        for name, whole in self.reports.items():
            yield [report for _, report in self.found[name][0]] or [whole]

    def figures(self, printed: Collection[str]) -> Iterator[PublishedFigure]:
        """Yield figures published by themselves, each with the name of the printed figure that it means."""
        submission = self.submission
        for figure, name in self._names(printed).items():
            text, power = submission.figures[figure], submission.powers.get(figure, 0)
            if name:
                yield PublishedFigure(name, Cell(*name_of(name), text, None, 1), power, figure)

    def _names(self, printed: Collection[str]) -> dict[str, str]:
        """Return the names of the printed figures that the published ones mean, empty for one that is left out.

        Those that are printed come first, then those whose table an option names, as in ``scorer.pl muc``: no heading
        means a figure, and none a table, that another one means.
        """
        submission, scorer = self.submission, SCORERS[self.submission.words[0]]
        names = dict.fromkeys(submission.figures, "")
        tables: dict[str, str] = {}  # that headings mean, by printed table

        def rank(figure: str) -> tuple[bool, bool]:
            return figure not in printed, figure.partition("/")[0].lower() not in submission.words

        for figure in sorted(names, key=rank):
            is_sure = not printed or figure not in submission.guessed
            may_differ = not is_sure or figure.count("/") < 2 or not rank(figure)[1]
            meant = figure_meant(scorer, figure, printed, tables) if may_differ else ""
            names[figure] = (meant or figure) if is_sure else (meant if meant not in names.values() else "")
            if figure.count("/") > 1 and name_of(figure)[1] not in scorer.repeated:
                tables.setdefault(name_of(names[figure])[0], name_of(figure)[0].lower())
        return names

    def texts(self, printed: Mapping[str, str]) -> dict[str, str]:
        """Return the published figures by cell, of several reports in a file those most like the ``printed`` ones."""
        texts: dict[str, str] = {}
        for of_file in self._reports_by_file():
            reports = [texts_of([report]) for report in of_file]
            texts = max(reports, key=lambda report: len(report.items() & printed.items())) | texts
        return texts | {one.name: one.cell.text for one in self.figures(printed)}

    def rows(self, printed: Mapping[str, Cell] = {}) -> list[Sequence[Cell]]:
        """Return the published cells by row, in the units of those that a run prints, which are given by name."""
        records = [record for of_file in self._reports_by_file() for report in of_file for record in report.readable]
        figures = [one.beside(printed.get(one.name)) for one in self.figures(printed)]
        by_row = grouped((cell.name[:2], cell) for cell in figures)
        return [*[record.cells for record in records if record.cells], *by_row.values()]


def _find_by_heading(names: Iterable[str], reports: Iterable[Headed]) -> list[Headed]:
    """Return the reports whose headings have one of some names, in any letter case."""
    words = [rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in names if name]
    pattern = re.compile("|".join(words) or "(?!)", re.IGNORECASE)
    return [one for one in reports if pattern.search(one[0])]


def texts_of(reports: Iterable[Report]) -> dict[str, str]:
    """Return the figures of reports by the names of their cells, as far as the reports can be read."""
    found: dict[str, str] = {}
    for report in reports:
        with contextlib.suppress(InputError):
            for cell in report.cells:
                found.setdefault(written(cell.name), shown(cell).strip())
    return found


def read_published(root: str, submission: Submission) -> Published:
    """Read the published reports that exist, and the figures. Raises ``OSError`` for a report that cannot be read."""
    places = [(name, os.path.join(root, path)) for name, path in submission.published.items()]
    return Published(
        submission, {name: report_of(read_regular(place)) for name, place in places if os.path.lexists(place)}
    )


def report_problems(published: Published, outcome: Outcome) -> Iterator[str]:
    """Yield a line for each published file that holds no report, although the run writes a report of that name."""
    for name, report in published.reports.items():
        new = outcome.report(name)
        if report.layout is None and not published.found[name][0] and new and new.layout:
            what = "no report of a scorer" if report.content.strip() else "empty"
            problem = not_unpacked(report.content[:HEAD]) or f"is {what}; put the published report there, or remove it"
            yield f"{published.submission.published[name]}: {problem}"


class ComparedRun(NamedTuple):
    """The comparison of a run with what was published."""

    verdict: str
    differences: Sequence[tuple[str, Difference]] = ()  # each follows the name of its report
    problems: Sequence[str] = ()  # why published reports cannot be compared
    left_out: Set[str] = frozenset()  # published figures that are not compared


def compare(published: Published, outcome: Outcome) -> ComparedRun:
    """Compare a run with what was published."""
    parts = [_compare_file(published, name, outcome.report(name)) for name in published.reports]
    if problems := [problem for part in parts for problem in part.problems]:
        return ComparedRun(FAILED, problems=problems)
    parts += [_compare_figures(published, outcome)] if published.submission.figures else []
    verdicts = [part.verdict for part in parts if part.verdict != UNPUBLISHED]
    differences = [one for part in parts for one in part.differences]
    left_out = frozenset(one for part in parts for one in part.left_out)
    return ComparedRun(graver(*verdicts) if verdicts else UNPUBLISHED, differences, left_out=left_out)


def _compare_file(published: Published, name: str, new: Report | None) -> ComparedRun:
    """Compare a published file with the report of that name. It is a problem if several reports in it may be meant.

    If figures differ, each report in the file is compared again, without the text around it, unless that text holds
    lines of the report with other numbers. If none fits, the one with the fewest other figures counts.
    """
    verdict, differences = _compare_reports(published.reports[name], new)
    found, unread = published.found[name] if verdict == FIGURES else ([], set())
    if new is not None and found and not hold_lines_of(new, unread):
        candidates = [_compare_reports(report, new) for _, report in found]
        fitting = [candidate for candidate in candidates if candidate[0] != FIGURES] or _nearest(candidates)
        if len(candidates) > 1 and len(fitting) != 1:
            headings = ", ".join(repr(heading) for heading, _ in found)
            file = published.submission.published[name]
            problem = f"{file}: holds several reports, {headings}; leave that of the submission"
            return ComparedRun(FAILED, problems=[problem])
        verdict, differences = (fitting or candidates)[0]
        verdict = graver(verdict, LAYOUT)
    return ComparedRun(verdict, [(name, one) for one in differences])


def _nearest(candidates: Sequence[Compared]) -> list[Compared]:
    """Return the comparisons with the fewest cells of other figures, fewer than another has."""
    numbers = [sum(one.verdict == FIGURES for one in differences) for _, differences in candidates]
    least = min(numbers)
    return [one for one, number in zip(candidates, numbers) if number == least] if least < max(numbers) else []


def _compare_reports(old: Report, new: Report | None) -> Compared:
    """Compare two reports; if all published figures are printed, additional figures do not count."""
    if new is None:
        return FIGURES, [Difference("", "the run does not write this report", "", "", None, FIGURES)]
    try:
        found = list(difference.differences(old, new))
        published = [one for one in found if one.old is not None]
    except InputError:  # messages, or a report that was cut off
        found = published = list(difference.cell_differences(old.lines, new.lines))
    least = IDENTICAL if old.content == new.content else LAYOUT
    if len(published) < len(found) and old.layout and all(one.new is not None for one in published):
        found, least = published, EXCERPT
    return graver(least, *[one.verdict for one in found]), found


def _compare_figures(published: Published, outcome: Outcome) -> ComparedRun:
    """Compare the figures that were published by themselves with those that the run prints."""
    printed = comparable_cells(published, outcome)
    rows = rows_of(printed.values())
    compared = []
    left_out = set(published.submission.figures)
    for figure in published.figures(printed):
        left_out.remove(figure.called)
        new, old = printed.get(figure.name), figure.cell
        of_report = figure.beside(new)
        verdict, says = difference.judge_in_row(of_report, new, rows[new.name[:2]]) if new else (FIGURES, "")
        verdict = verdict if of_report is old else graver(LAYOUT, verdict)
        notes = (says,) if says else ()
        compared.append(Difference(*old.name, old.text, new.text if new else None, verdict, notes))
    differing = [("", one) for one in compared if one.verdict in (ROUNDING, FIGURES)]
    verdict = graver(*[one.verdict for one in compared]) if compared else UNPUBLISHED
    return ComparedRun(verdict, differing, left_out=left_out)


def comparable_cells(published: Published, outcome: Outcome) -> dict[str, Cell]:
    """Return the cells that a run printed, by name, and those derived from them if some of these were published."""
    cells: Iterable[Cell] = outcome.cells
    if any(is_derived(outcome.scorer, figure) for figure in published.submission.figures):
        cells = with_derived(outcome.scorer, cells)
    return {written(cell.name): cell for cell in cells}


def reports_in(whole: Report) -> tuple[list[Headed], list[str]]:
    """Return the readable reports in a file, in order, and its lines that no layout explains.

    Each begins with the lines of its layout before its first row, and ends before a row that it already has, except in
    tables that list items.
    """
    records = plain(whole).readable
    texts = [record.text for record in records]
    rows_of_reports = _rows_of_reports(records)
    found = []
    before = 0  # the end of the report before
    for rows in rows_of_reports:
        begin = rows[0] - _count_explained(records[before : rows[0]][::-1])
        heading = " ".join("".join(texts[before : rows[0]]).split())
        before = end = rows[-1] + 1
        if rows is rows_of_reports[-1]:
            end += _count_explained(records[end:])
        found.append((heading, report_of(encoded("".join(texts[begin:end])))))
    return found, [record.text for record in records if record.status == UNEXPLAINED]


def _rows_of_reports(records: Iterable[ReportLine]) -> list[list[int]]:
    """Return the indices of the rows of each report, which may print figures twice, but in other words."""
    found: list[list[int]] = []
    seen: set[tuple[str, str, str, Texts]] = set()  # what is around the cells of a row, and their names
    for index, record in enumerate(records):
        if record.columns:
            row = _around_cells(record), record.table, record.row, record.columns
            if not found or (row in seen and record.table not in LISTS):
                found.append([])
                seen = set()
            seen.add(row)
            found[-1].append(index)
    return found


def _around_cells(record: ReportLine) -> str:
    """Return the words and signs of a record that are no cells."""
    pieces, at = [], 0
    for begin, text in zip(record.begins, record.texts):
        pieces.append(record.text[at:begin])
        at = begin + len(text)
    return squeezed(" ".join([*pieces, record.text[at:]]))


def _count_explained(records: Iterable[ReportLine]) -> int:
    return len(list(takewhile(lambda record: record.status != UNEXPLAINED, records)))
