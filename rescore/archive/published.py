"""The published reports and figures of a submission, even if quoted or with text around them, compared with a run."""

from __future__ import annotations

import contextlib
import html
import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple, TypeAlias

from common.errors import InputError
from common.result import decoded
from rescore.archive.submission import Submission, read_regular
from rescore.difference import verdicts
from rescore.difference.reports import differences
from rescore.difference.verdicts import EXCERPT, FIGURES, IDENTICAL, LAYOUT, ROUNDING, UNPUBLISHED, Difference, graver
from rescore.reports.model import LISTS, UNEXPLAINED, Cell, Layout, ReportRecord, encoded, name_of, written
from rescore.scorers import kind_of
from rescore.scorers.running import Outcome, cells_of, printed_reports

Compared: TypeAlias = tuple[str, list[Difference]]  # a verdict, and the differences in figures
Rows: TypeAlias = frozenset[tuple[str, str]]  # tables and rows
Line: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]  # its words and signs, and its numbers

MISSING_REPORT = "the run does not write this report"
_PAGE = re.compile(r"<(?:!doctype|html|body|pre|p|br|div)\b", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?-->|</?[a-zA-Z][^<>]*>", re.DOTALL)
_LINE_END = re.compile(r"<br\s*/?>|</p>", re.IGNORECASE)
_QUOTE = re.compile(r"[ \t>|]*")
_FOOTNOTE = re.compile(r"\s*[A-Za-z*](?=\s*$)")
_WORD, _DIGITS = re.compile(r"[^\W\d_]+|[^\w\s.,]"), re.compile(r"\d+")
_MAX_QUOTES = 5  # ways of quoting that are tried


class Found(NamedTuple):
    """A report in a file, and its ``heading``: the words before it."""

    heading: str
    content: bytes


@dataclass
class Published:
    """What was published of a submission: its figures, and its ``reports`` by name, ``""`` for standard output."""

    submission: Submission
    reports: dict[str, bytes]

    @cached_property
    def found(self) -> dict[str, tuple[list[Found], set[Line]]]:
        """The reports in each published file, by its name, unless one is the whole file; and the lines in none.

        If some headings name the submission, these are only the reports with such headings.
        """
        named = re.compile(rf"(?<![\w-]){re.escape(self.submission.name)}(?![\w-])")
        found = {}
        for name, content in self.reports.items():
            all_reports, unread = reports_in(content)
            reports = [one for one in all_reports if one.content != content]
            found[name] = [one for one in reports if named.search(one.heading)] or reports, set(map(_line, unread))
        return found

    def _contents(self) -> Iterator[list[bytes]]:
        """Yield the reports in each file."""
        for name, content in self.reports.items():
            yield [one.content for one in self.found[name][0]] or [content]

    def texts(self, printed: Mapping[str, str]) -> dict[str, str]:
        """Return the published figures by cell, of several reports in a file those most like the ``printed`` ones."""
        texts: dict[str, str] = {}
        for contents in self._contents():
            reports = [texts_of([content]) for content in contents]
            texts = max(reports, key=lambda report: len(report.items() & printed.items())) | texts
        return texts | {_meant(figure, printed): text for figure, text in self.submission.figures.items()}

    def rows(self, printed: Collection[str] = ()) -> list[Sequence[Cell]]:
        """Return the cells by row; a figure that names only a column is the one ``printed`` in it."""
        rows: dict[tuple[str, str], list[Cell]] = {}
        for figure, text in self.submission.figures.items():
            cell = Cell(*name_of(_meant(figure, printed)), text, None, 1)
            rows.setdefault(cell.name[:2], []).append(cell)
        records = [record for contents in self._contents() for content in contents for record in _records(content)]
        return [*[record.cells for record in records if record.cells], *rows.values()]


def texts_of(reports: Iterable[bytes]) -> dict[str, str]:
    """Return the figures of reports by the names of their cells, as far as the reports can be read."""
    found: dict[str, str] = {}
    for content in reports:
        with contextlib.suppress(InputError):
            for cell in cells_of(content, ""):
                found.setdefault(written(cell.name), verdicts.shown(cell).strip())
    return found


def read_published(root: str, submission: Submission) -> Published:
    """Read the published reports that exist, and the figures. Raises ``OSError`` for a report that cannot be read."""
    places = [(name, os.path.join(root, path)) for name, path in submission.published.items()]
    return Published(submission, {name: read_regular(place) for name, place in places if os.path.lexists(place)})


def unreadable(published: Published, outcome: Outcome) -> Iterator[str]:
    """Yield a line for each published file that holds no report, although the run writes a report of that name."""
    for name, content in published.reports.items():
        if kind_of(content) is None and not published.found[name][0] and kind_of(_report(outcome, name) or b""):
            what = "no report of a scorer" if content.strip() else "empty"
            yield f"{published.submission.published[name]}: is {what}; put the published report there, or remove it"


def _report(outcome: Outcome, name: str) -> bytes | None:
    reports = {"": outcome.stdout, **outcome.reports}.items()
    return {os.path.normpath(of_run): content for of_run, content in reports}.get(os.path.normpath(name))


class ComparedRun(NamedTuple):
    """The comparison of a run with what was published."""

    verdict: str
    differences: Sequence[tuple[str, Difference]] = ()  # each follows the name of its report
    problems: Sequence[str] = ()  # why published reports cannot be compared


def compare(published: Published, outcome: Outcome, ignored: Rows = frozenset()) -> ComparedRun:
    """Compare a run with what was published. Cells in ``ignored`` rows do not count.

    If figures in a file differ, each report in it is compared again, without the text around it, unless that text holds
    lines of the report with other numbers.
    """
    submission = published.submission
    compared: list[tuple[str, Compared]] = []
    problems = []
    for name, old in published.reports.items():
        new = _report(outcome, name)
        if new is None:
            compared.append((name, (FIGURES, [Difference("", MISSING_REPORT, "", "", None, FIGURES)])))
            continue
        verdict, differences = _compared(old, new, ignored)
        found, unread = published.found[name] if verdict == FIGURES else ([], set())
        if found and not _falsified(unread, new):
            candidates = [_compared(one.content, new, ignored) for one in found]
            fitting = [candidate for candidate in candidates if candidate[0] != FIGURES]
            if len(candidates) > 1 and len(fitting) != 1:
                headings = ", ".join(repr(one.heading) for one in found)
                file = submission.published[name]
                problem = f"{file}: holds several reports, {headings}; leave that of the submission"
                problems.append(problem)
            verdict, differences = (fitting or candidates)[0]
            verdict = graver(verdict, LAYOUT)
        compared.append((name, (verdict, differences)))
    compared.append(("", _compared_figures(submission.figures, outcome)))
    least = IDENTICAL if published.reports or submission.figures else UNPUBLISHED
    all_differences = [(name, difference) for name, (_, differences) in compared for difference in differences]
    return ComparedRun(graver(least, *[verdict for _, (verdict, _) in compared]), all_differences, problems)


def _falsified(unread: Set[Line], new: bytes) -> bool:
    """Whether a line that cannot be read has the words of a printed line, but other numbers, such as ``0,11``."""
    printed = set(map(_line, decoded(new).splitlines())) if unread else set()
    known = {words for words, _ in printed if words}
    return any(words in known for words, _ in unread - printed)


def _line(text: str) -> Line:
    return tuple(_WORD.findall(text)), tuple(_DIGITS.findall(text))


def _compared(old: bytes, new: bytes, ignored: Rows) -> Compared:
    """Compare two reports; if all published figures are printed, additional figures do not count."""
    try:
        found = list(differences(("", old), ("", new)))
        published = [difference for difference in found if difference.old is not None]
    except InputError:  # messages, or a report that was cut off
        lines = Layout.report(old, ""), Layout.report(new, "")
        found = published = list(verdicts.cell_differences([lines]))
    least = IDENTICAL if old == new else LAYOUT
    if len(published) < len(found) and kind_of(old) and all(each.new is not None for each in published):
        found, least = published, EXCERPT
    counting = [difference for difference in found if (difference.table, difference.row) not in ignored]
    least = LAYOUT if len(counting) < len(found) else least
    return graver(least, *[difference.verdict for difference in counting]), counting


def _compared_figures(figures: Mapping[str, str], outcome: Outcome) -> Compared:
    worst, differences = IDENTICAL, []
    reports = printed_reports(outcome).values() if figures else []
    printed = {written(cell.name): cell for report in reports for record in report for cell in record.cells}
    for figure, text in figures.items():
        name = _meant(figure, printed)
        old, new = Cell(*name_of(name), text, None, 1), printed.get(name)
        verdict = verdicts.judge(old, new) if new else FIGURES
        worst = graver(worst, verdict)
        if verdict in (ROUNDING, FIGURES):
            differences.append(Difference(*old.name, text, new.text if new else None, verdict))
    return worst, differences


def _meant(figure: str, printed: Iterable[str]) -> str:
    """Return the full name of a figure; one that names only a column is the only printed figure in that column."""
    if figure.count("/") > 1:
        return figure
    found = [name for name in printed if name.lower().endswith(f"/{figure.lower()}")]
    return found[0] if len(found) == 1 else figure


def reports_in(content: bytes) -> tuple[list[Found], list[str]]:
    """Return the readable reports in a file, in order, and its lines that no layout explains.

    Each begins with the lines of its layout before its first row, and ends before a row that it already has, except in
    tables that list items.
    """
    records = _records(plain(content))
    texts = [record.text for record in records]
    places: list[tuple[int, int]] = []  # the first row of each report, and the end of its last one
    seen: set[tuple[object, ...]] = set()
    for place, record in enumerate(records):
        if name := tuple([cell.name for cell in record.cells]):
            if not places or (name in seen and name[0][0] not in LISTS):
                places.append((place, place))
                seen = set()
            seen.add(name)
            places[-1] = places[-1][0], place + 1
    found = []
    before = 0
    for first, end in places:
        begin = first - _explained(records[before:first][::-1])
        after = _explained(records[end:]) if end == places[-1][1] else 0
        heading = " ".join("".join(texts[before:first]).split())
        found.append(Found(heading, encoded("".join(texts[begin : end + after]))))
        before = end
    return found, [record.text for record in records if record.status == UNEXPLAINED]


def _explained(records: Iterable[ReportRecord]) -> int:
    """Return how many records precede the first that no layout explains."""
    return len(list(takewhile(lambda record: record.status != UNEXPLAINED, records)))


def plain(content: bytes) -> bytes:
    """Return a file without the tags, signs of quotation and footnotes that keep its report from being read."""
    records = _records(content)
    if records and all(record.status != UNEXPLAINED for record in records):
        return content
    text, cells = decoded(content), sum(bool(record.cells) for record in records)
    if _PAGE.search(text):
        text = html.unescape(_TAG.sub("", _LINE_END.sub("\n", text)))
    for changes in (_unquoted, _without_footnotes):
        for changed in changes(text):
            number = sum(bool(record.cells) for record in _records(encoded(changed)))
            if number > cells:
                text, cells = changed, number
    return encoded(text)


def _records(content: bytes) -> Sequence[ReportRecord]:
    """Return the records of a report, or nothing if it cannot be read."""
    kind = kind_of(content)
    with contextlib.suppress(InputError):
        return kind.report(content, "") if kind else ()
    return ()


def _unquoted(text: str) -> Iterator[str]:
    """Yield the text without what begins the most lines (``>``, ``|``, blanks), the shortest first."""
    lines = text.split("\n")
    quotes = Counter(found[0] for line in lines if line.strip() for found in [_QUOTE.match(line)] if found and found[0])
    for quote, _ in sorted(quotes.most_common(_MAX_QUOTES), key=lambda counted: len(counted[0])):
        yield "\n".join([line.removeprefix(quote) if line.strip() != quote.strip() else "" for line in lines])


def _without_footnotes(text: str) -> Iterator[str]:
    """Yield the text without a letter or asterisk at the end of each line that cannot be read."""
    records = _records(encoded(text))
    yield "".join([_FOOTNOTE.sub("", one.text) if one.status == UNEXPLAINED else one.text for one in records])
