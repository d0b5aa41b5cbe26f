"""A submission scored again, compared with what was published, and recorded."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from legacy_scorers.common.errors import InputError, reason_in
from legacy_scorers.common.host.archive import Archive
from legacy_scorers.common.result import decoded
from legacy_scorers.rescore.archive.published import ComparedRun, Published, compare, read_published, report_problems
from legacy_scorers.rescore.archive.records import (
    LEFT_OUT,
    DifferingCell,
    Documents,
    Result,
    SubmissionRecord,
    UnitCounter,
    UnitCounts,
)
from legacy_scorers.rescore.archive.states import state_of
from legacy_scorers.rescore.archive.submission import (
    MISSING,
    UNREADABLE,
    Input,
    RunObserver,
    ScoredSubmission,
    Submission,
    cited,
    hash_and_problem,
    hashed,
    host_of,
    score,
)
from legacy_scorers.rescore.reports.model import UNEXPLAINED
from legacy_scorers.rescore.reports.words import listed, relative
from legacy_scorers.rescore.runs.running import run_command
from legacy_scorers.rescore.runs.verdicts import FAILED, FIGURES, UNPUBLISHED
from legacy_scorers.rescore.scorers import NOTES, SCORERS
from legacy_scorers.rescore.scorers.scorer import Outcome

_MAX_MESSAGES = 50


@dataclass(slots=True)
class Rescoring:
    """The job to score a submission again."""

    submission: Submission

    def result(self, root: str, send: Callable[..., object]) -> Result:
        """Run, compare and record. The search for a cause is still to come where there may be one."""
        submission = self.submission
        if submission.problem:
            return self.failed(submission.problem)
        observer = RunObserver(wants_units=submission.names_unprinted)
        try:
            scored = score(root, submission, observer)
        except InputError as error:  # of the tags that the run would read
            return self.failed(str(error))
        inputs = _inputs_of(root, submission, scored.host)
        comparison = _compare_or_fail(read_published(root, submission), scored, inputs)
        result = _result_of(root, submission, scored, comparison, inputs)
        if observer.run is not None and not scored.outcome.status:
            result.record.cite = cited(scored, observer.run, inputs.digests)
        result.is_open = not comparison.problems and comparison.verdict in (FIGURES, FAILED, UNPUBLISHED)
        return result

    def failed(self, message: str) -> Result:
        """Return the result of a submission that cannot be scored."""
        return Result(
            SubmissionRecord(self.submission.name, self.submission.task, FAILED, None, messages=_lines([message]))
        )


@dataclass(slots=True)
class _Inputs:
    """The files that a run read, the folders that it listed, and the state of all that its record depends on."""

    state: str
    files: list[Input]
    folders: list[Input]
    links: list[Input]  # that led to these
    digests: dict[str, str]  # of the files that the run read as they are, by the names that it gave them
    problems: list[str]  # of packages of files


def _inputs_of(root: str, submission: Submission, host: Archive) -> _Inputs:
    # The state comes first, so that it is not that of a later content.
    state = state_of(root, submission.sources(host.sources))
    found = {path: hash_and_problem(root, path) for path in host.noted}
    found |= {path: (digest, "") for path, digest in submission.given.items() if path in found}
    files = [(path, digest) for path, (digest, _) in found.items()]
    digests = {host.noted[path]: digest for path, digest in files if digest not in (MISSING, UNREADABLE)}
    problems = [f"{path}: {problem}" for path, (_, problem) in found.items() if problem]
    if submission.template or submission.sides:
        digests = {}  # the run reads something else
    return _Inputs(state, files, hashed(root, host.listed), hashed(root, host.links), digests, problems)


def _compare_or_fail(published: Published, scored: ScoredSubmission, inputs: _Inputs) -> ComparedRun:
    """Compare a run with what was published, unless the run has a problem, which the scorer may not report."""
    now, then = scored.outcome.status, published.submission.status
    problems = [f"ended with exit status {now} now, with {then} then"] if then not in (0, now) else []
    problems += [f"{name}: is outside of the archive; copy the file into it" for name in scored.host.refused]
    problems += report_problems(published, scored.outcome)
    problems += inputs.problems
    if problems or now != then:
        return ComparedRun(FAILED, problems=problems)
    return compare(published, scored.outcome)


def _result_of(
    root: str, submission: Submission, scored: ScoredSubmission, comparison: ComparedRun, inputs: _Inputs
) -> Result:
    """Return the result of a run without what is found out later."""
    outcome = scored.outcome
    said = _said(outcome) if comparison.verdict in (FAILED, FIGURES) else ""
    left_out = [LEFT_OUT + listed(sorted(comparison.left_out))] if comparison.left_out else []
    messages = [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems, *left_out]
    seen = [*inputs.files, *inputs.folders]
    record = SubmissionRecord(
        submission.name,
        submission.task,
        comparison.verdict,
        outcome.status,
        cells=list(_differing_cells(root, submission, comparison)),
        documents=Documents.of(inputs.files),
        messages=_lines([relative(root, message) for message in messages]),
        fingerprint=submission.fingerprint(root, [*seen, *inputs.links]),
    )
    reports = {os.path.normpath(name).replace(os.sep, "/"): decoded(text) for name, text in outcome.written.items()}
    reports[""] = decoded(outcome.stdout)
    return Result(record, seen, inputs.links, reports, decoded(outcome.stderr), state=inputs.state)


def _said(outcome: Outcome) -> str:
    """Return what a command says on standard output besides its report."""
    printed = outcome.report("")
    if printed and printed.layout:
        return "".join([one.text for one in printed.readable if one.status == UNEXPLAINED])
    return outcome.stdout.decode("utf-8", "replace") if outcome.status else ""


def _differing_cells(root: str, submission: Submission, comparison: ComparedRun) -> Iterator[DifferingCell]:
    """Yield the cells that differ; their report is named if there are several."""
    for report, one in comparison.differences:
        yield DifferingCell(
            report=report if len(submission.published) > 1 else "",
            table=one.table,
            row=one.row,
            column=one.column,
            published=one.old,
            recomputed=one.new and relative(root, one.new),
        )


def count_units(root: str, submission: Submission) -> tuple[str, UnitCounts]:
    """Run a submission, and return its signature and its counts by unit."""
    host = host_of(root, submission)
    counter = UnitCounter(host)
    run_command(SCORERS[submission.words[0]], submission.words[1:], host, counter)
    return submission.fingerprint(root, submission.hashed(root, host.sources)), counter.counts


def _lines(messages: Iterable[str]) -> list[str]:
    """Return the lines of messages, but of many lines only the first ones and the reason in them."""
    lines = [line for message in messages for line in message.splitlines() if line.strip()]
    more = len(lines) - _MAX_MESSAGES
    return [*lines[:_MAX_MESSAGES], f"... and {more} more", reason_in(lines, NOTES)] if more > 0 else lines
