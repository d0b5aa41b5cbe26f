"""A submission scored again: compared with what was published, recorded, and searched for the cause of differences.

Hints at problems in figures and files help where no cause is found.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import inf

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.packages import HEAD, not_unpacked
from legacy_scorers.rescore.archive.published import (
    ComparedRun,
    Published,
    compare,
    read_published,
    records_of,
    report_problems,
)
from legacy_scorers.rescore.archive.records import (
    OPEN,
    UNFINISHED,
    DifferingCell,
    Documents,
    Hint,
    Record,
    Result,
    UnitCounter,
    UnitCounts,
)
from legacy_scorers.rescore.archive.search import CONTRADICTION, OTHER_SUBMISSION, Other, Search
from legacy_scorers.rescore.archive.submission import (
    RunObserver,
    ScoredSubmission,
    Submission,
    cited,
    hashed,
    host_of,
    read_regular,
    score,
)
from legacy_scorers.rescore.difference import FAILED, FIGURES, OLD, SIDES, UNPUBLISHED
from legacy_scorers.rescore.findings import findings, refuse_pipes
from legacy_scorers.rescore.process import lacks_memory
from legacy_scorers.rescore.reports.model import UNEXPLAINED, listed, nearest, written
from legacy_scorers.rescore.scorers import NOTES, SCORERS, layout_of
from legacy_scorers.rescore.scorers.checks import Finding
from legacy_scorers.rescore.scorers.outcome import printed_cells
from legacy_scorers.rescore.scorers.running import run_command
from legacy_scorers.rescore.scorers.scorer import Outcome, reason_in

TRIAL, FIRST = "trial", "first"  # kinds of messages: a trial that begins, and a result that is not final
_HINTED = FIGURES, FAILED, UNPUBLISHED  # verdicts
_MAX_HINTS = 20  # of a submission
_COUNT = re.compile(r"\b\d+\b")
_MAX_MESSAGES = 50


@dataclass(slots=True)
class ScoringJob:
    """A submission to score."""

    submission: Submission
    seconds: float  # for the trials of two changes at a time
    end: float = inf  # of all searches, in seconds since 1970
    others: Sequence[Other] | None = ()  # which may have its published figures; None if not known yet
    first: Result | None = None

    def result(self, root: str, send: Callable[..., object]) -> Result:
        """Run, compare and record; then add hints and causes to the record, if they may explain something."""
        submission = self.submission
        if submission.problem:
            return self.failed(submission.problem)
        observer = RunObserver()
        try:
            scored = score(root, submission, observer)
        except InputError as error:  # of the tags that the run would read
            return self.failed(str(error))
        published = read_published(root, submission)
        comparison = _compare_or_fail(root, published, scored)
        result = _recorded(root, submission, scored, comparison)
        record = result.record
        if observer.run is not None and not scored.outcome.status:
            record.cite = cited(scored, observer.run)
        if comparison.problems or comparison.verdict not in _HINTED:
            return result
        record.hints = list(islice(_published_hints(submission, comparison, scored.outcome), _MAX_HINTS))
        self.first = result
        send((FIRST, result))
        record.hints += hints_of(root, submission, scored.outcome)

        def begin_trial(change: str) -> None:
            if time.time() > self.end:
                raise TimeoutError("--search-total is over")
            send((TRIAL, f"{submission.label}: {change}"))

        # A run that asks for no file has a command line that scores nothing.
        if comparison.verdict in (FIGURES, FAILED) and scored.host.noted:
            self._find_causes(Search(root, scored, published, comparison, record, begin_trial), result)
        return result

    def _find_causes(self, search: Search, result: Result) -> None:
        """Record what explains other figures or remedies a failure, and how long the search for it is valid."""
        record, has_failed = result.record, bool(search.scored.outcome.status)
        if not search.published.rows():
            if has_failed:
                record.causes = search.remedies()
            return
        record.causes = search.causes(self.others, self.seconds if record.verdict == FIGURES else 0.0)
        if not record.causes and has_failed and self.others is not None:
            record.causes = search.remedies()
        # The other submission may change, so the next run searches again.
        is_open = record.causes[0].kind == OTHER_SUBMISSION if record.causes else self.others is None
        result.seconds = OPEN if is_open else None if record.causes else self.seconds

    def failed(self, message: str) -> Result:
        """Return the first result, with a message, or else a failure."""
        if self.first is None:
            name, task = self.submission.name, self.submission.task
            return Result(Record(name, task, FAILED, None, messages=_lines([message])))
        self.first.record.messages.append(f"{UNFINISHED}{message}")
        return self.first


def _compare_or_fail(root: str, published: Published, scored: ScoredSubmission) -> ComparedRun:
    """Compare a run with what was published, unless the run has a problem, which the scorer may not report."""
    now, then = scored.outcome.status, published.submission.status
    problems = [f"ended with exit status {now} now, with {then} then"] if then not in (0, now) else []
    problems += [f"{name}: is outside of the archive; copy the file into it" for name in scored.host.refused]
    problems += report_problems(published, scored.outcome)
    problems += _packages(root, scored.host.noted)
    if problems or now != then:
        return ComparedRun(FAILED, problems=problems)
    return compare(published, scored.outcome)


def _packages(root: str, paths: Iterable[str]) -> list[str]:
    """Return a line for each file that is a package of files, which no scorer reads."""
    found = []
    for path in paths:
        with suppress(OSError, ValueError):  # a NUL in a name is a ValueError
            if problem := not_unpacked(read_regular(os.path.join(root, path), HEAD)):
                found.append(f"{path}: {problem}")
    return found


def _recorded(root: str, submission: Submission, scored: ScoredSubmission, comparison: ComparedRun) -> Result:
    """Return the result of a run without what is found out later: hints, causes and the signature to cite."""
    outcome, several, said = scored.outcome, len(submission.published) > 1, ""
    if comparison.verdict in (FAILED, FIGURES):
        if layout_of(outcome.stdout):
            said = "".join([one.text for one in records_of(outcome.stdout) if one.status == UNEXPLAINED])
        elif outcome.status:
            said = outcome.stdout.decode("utf-8", "replace")
    messages = [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems]
    files, folders = hashed(root, scored.host.noted), hashed(root, scored.host.listed)
    record = Record(
        submission.name,
        submission.task,
        comparison.verdict,
        outcome.status,
        documents=Documents.of(files),
        messages=_lines([relative(root, message) for message in messages]),
        signature=submission.signature(root, [*files, *folders]),
    )
    for report, one in comparison.differences:
        cell = DifferingCell(
            report=report if several else "",
            table=one.table,
            row=one.row,
            column=one.column,
            published=one.old,
            recomputed=one.new and relative(root, one.new),
        )
        record.cells.append(cell)
    reports = {os.path.normpath(name).replace(os.sep, "/"): decoded(text) for name, text in outcome.reports.items()}
    return Result(record, [*files, *folders], {"": decoded(outcome.stdout), **reports})


def count_units(root: str, submission: Submission) -> tuple[str, UnitCounts]:
    """Run a submission, and return its signature and its counts by unit."""
    host = host_of(root, submission)
    counter = UnitCounter(host)
    run_command(SCORERS[submission.words[0]], submission.words[1:], host, counter)
    return submission.signature(root, hashed(root, [*host.noted, *host.listed])), counter.counts


def _lines(messages: Iterable[str]) -> list[str]:
    """Return the lines of messages, but of many lines only the first ones and the reason in them."""
    lines = [line for message in messages for line in message.splitlines() if line.strip()]
    more = len(lines) - _MAX_MESSAGES
    return [*lines[:_MAX_MESSAGES], f"... and {more} more", reason_in(lines, NOTES)] if more > 0 else lines


def _published_hints(submission: Submission, compared: ComparedRun, outcome: Outcome) -> Iterator[Hint]:
    """Yield a hint for each published figure that contradicts others of its row, or that the run does not print."""
    printed: list[str] = []
    for report, difference in compared.differences:
        name = "/".join(filter(None, (difference.table, difference.row, difference.column)))
        for note in difference.notes:
            side, _, says = note.partition(": ")
            if side == SIDES[OLD]:
                file = submission.published[report]
                yield Hint(CONTRADICTION, file, None, f"{name} is published as {difference.old}: {says}")
            elif side not in SIDES:  # of a figure that was published by itself
                yield Hint(CONTRADICTION, None, None, f"{name}: {note}")
        if difference.new is None and name in submission.figures:
            printed = printed or [written(cell.name) for cell in printed_cells(outcome)]
            yield Hint("no-such-figure", None, None, _no_such_figure(name, printed))


def _no_such_figure(name: str, printed: Sequence[str]) -> str:
    if several := [one for one in printed if one.lower().endswith(f"/{name.lower()}")]:
        return f"the run prints several figures {name}: {listed(several)}; name one of them in figures.columns"
    return f"the run prints no figure {name}{nearest(name, printed)}"


def hints_of(root: str, submission: Submission, outcome: Outcome | None = None) -> list[Hint]:
    """Return what ``rescore check`` finds suspicious in the run of a submission, or why it cannot be checked."""
    try:
        scorer, words = SCORERS[submission.words[0]], submission.words[1:]
        host = host_of(root, submission)
        refuse_pipes(scorer, words, host)
        # The search for causes tries exchanged sides.
        found = findings(words, host, outcome or run_command(scorer, words, host), other_way=False)
        shown = sorted(found, key=lambda finding: _rank(finding, scorer.telling))[:_MAX_HINTS]
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from error
        kind = "" if isinstance(error, InputError) else f"{type(error).__name__}: "
        return [Hint("not-checked", None, None, f"the inputs cannot be checked ({kind}{error})")]
    return [Hint(one.name, one.file or None, one.line, relative(root, one.message)) for one in shown]


def _rank(finding: Finding, telling: Sequence[str]) -> tuple[int, int]:
    """Rank findings on the whole run first, then those on the most items, because they explain most."""
    place = telling.index(finding.name) if finding.name in telling else len(telling)
    counted = _COUNT.search(finding.message)
    return place, -int(counted[0]) if counted else 0


def relative(root: str, message: str) -> str:
    """Return a message with paths relative to a folder."""
    return message.replace(os.path.join(root, ""), "")
