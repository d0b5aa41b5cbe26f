"""A process that scores submissions: it receives jobs through a pipe, and answers with results."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from common.cli import OUT_OF_MEMORY, describe
from rescore.archive.causes import Other
from rescore.archive.published import ComparedRun, Published, compare, read_published, records_of, unreadable
from rescore.archive.records import OPEN, UNFINISHED, CellDifference, Documents, Record, Result, UnitCounter, packed
from rescore.archive.scoring import WatchedRun, conditions, score
from rescore.archive.search import MAX_HINTS, OTHER_SUBMISSION, Search, hints_of, published_hints
from rescore.archive.submission import MISSING, UNREADABLE, Submission, hashed, signature
from rescore.difference import FAILED, FIGURES
from rescore.process import LACKS_MEMORY, bound_memory, lacks_memory
from rescore.reports.model import UNEXPLAINED
from rescore.scorers import kind_of
from rescore.scorers.running import reason_in

Send: TypeAlias = Callable[[tuple[str, Any]], object]

ALIVE, DONE = "alive", "done"  # kinds of messages: that the process has started, and the result of a job
TRIAL, FIRST = "trial", "first"  # the name of a long part that begins, and a result that is not final
_MAX_MESSAGES = 50
_LOAD_ERRORS = (*OUT_OF_MEMORY, ImportError, SyntaxError)  # a job's modules exist, so only memory can lack


def work(connection: Connection, root: str, megabytes: int | None, temporary: str) -> None:
    """Answer jobs until the pipe is closed, with temporary files in a folder. A message is a kind and a content."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked: the pool ends this process
    with open(os.devnull, "wb") as nowhere:  # discards output, for instance on lack of memory
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    tempfile.tempdir = temporary
    try:
        bound_memory(megabytes)
        connection.send((ALIVE, ""))
        while True:
            connection.send((DONE, answer(connection.recv(), root, connection.send)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except _LOAD_ERRORS:
        os._exit(LACKS_MEMORY)


def answer(job: Any, root: str, send: Send) -> Any:  # noqa: ANN401
    """Do a job, and return its result or failure. Raises ``MemoryError`` if memory lacks, to end the process."""
    try:
        return job.result(root, send)
    except Exception as error:  # archives come from strangers, and the other jobs go on
        if lacks_memory(error):
            raise MemoryError from error
        problem = describe(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        return job.failed(relative(root, problem))


def relative(root: str, message: str) -> str:
    """Return a message with paths relative to a folder."""
    return message.replace(os.path.join(root, ""), "")


@dataclass(slots=True)
class ScoringJob:
    """A submission to score."""

    submission: Submission
    seconds: float  # for the trials of two changes at a time
    units: bool = False  # counts only
    end: float = inf  # of all searches, in seconds since 1970
    others: Sequence[Other] | None = ()  # may have its published figures; if not known yet, the result may be open
    first: Result | None = None

    def result(self, root: str, send: Send) -> Result:
        """Run, compare and record; then add hints and causes to the record."""
        submission = self.submission
        if submission.problem:
            return self.failed(submission.problem)
        counter = UnitCounter() if self.units else None
        scored = score(root, submission, counter)
        published = read_published(root, submission)
        comparison = _compared(published, scored)
        result = _recorded(root, submission, scored, comparison)
        if counter:
            result.units = counter.counts.compressed()
            return result
        result.record.cite = "" if scored.outcome.status else conditions(root, submission)
        if comparison.problems:
            return result
        record = result.record
        record.hints = list(islice(published_hints(submission, comparison, scored.outcome), MAX_HINTS))
        self.first = result
        send((FIRST, result))
        record.hints += hints_of(root, submission, scored.outcome)

        def trying(change: str) -> None:
            if time.time() > self.end:
                raise TimeoutError("--search-total is over")
            send((TRIAL, f"{submission.label}: {change}"))

        if comparison.verdict in (FIGURES, FAILED) and published.rows():
            search = Search(root, scored, published, comparison, record, trying)
            record.causes = search.by_itself()
            if not record.causes and self.others is not None:
                record.causes = search.by_others(self.others, self.seconds if record.verdict == FIGURES else 0.0)
            # The other submission may change, so the next run searches again.
            is_open = record.causes[0].kind == OTHER_SUBMISSION if record.causes else self.others is None
            result.seconds = OPEN if is_open else None if record.causes else self.seconds
        return result

    def failed(self, message: str) -> Result:
        """Return the first result, with a message, or else a failure."""
        if self.first is None:
            name, task = self.submission.name, self.submission.task
            return Result(Record(name, task, FAILED, None, messages=_lines([message])))
        self.first.record.messages.append(f"{UNFINISHED}{message}")
        return self.first


def _compared(published: Published, scored: WatchedRun) -> ComparedRun:
    """Compare a run with what was published, unless the run has a problem, which the scorer may not report."""
    now, then = scored.outcome.status, published.submission.status
    problems = [f"ended with exit status {now} now, with {then} then"] if then not in (0, now) else []
    problems += [f"{name}: is outside of the archive; copy the file into it" for name in scored.refused]
    problems += unreadable(published, scored.outcome)
    if problems or now != then:
        return ComparedRun(FAILED, problems=problems)
    return compare(published, scored.outcome)


def _recorded(root: str, submission: Submission, scored: WatchedRun, comparison: ComparedRun) -> Result:
    """Return the result of a run without what is found out later: hints, causes and the signature to cite."""
    outcome, several, said = scored.outcome, len(submission.published) > 1, ""
    if comparison.verdict in (FAILED, FIGURES):
        if kind_of(outcome.stdout):
            said = "".join([one.text for one in records_of(outcome.stdout) if one.status == UNEXPLAINED])
        elif outcome.status:
            said = outcome.stdout.decode("utf-8", "replace")
    messages = [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems]
    files, folders = hashed(root, scored.files), hashed(root, scored.folders)
    missing, unreadable = [[path for path, found in files if found == state] for state in (MISSING, UNREADABLE)]
    cells: list[CellDifference] = []
    for report, one in comparison.differences:
        cell: CellDifference = {"report": report} if report and several else {}
        cell.update(table=one.table, row=one.row, column=one.column, published=one.old)
        cell["recomputed"] = one.new and relative(root, one.new)
        cells.append(cell)
    record = Record(
        submission.name,
        submission.task,
        comparison.verdict,
        outcome.status,
        cells=cells,
        documents=Documents(len(files), len(files) - len(missing) - len(unreadable), missing, unreadable),
        messages=_lines([relative(root, message) for message in messages]),
        signature=signature(root, submission, [*files, *folders]),
    )
    reports = {os.path.normpath(name).replace(os.sep, "/"): packed(text) for name, text in outcome.reports.items()}
    return Result(record, [*files, *folders], {"": packed(outcome.stdout), **reports})


def _lines(messages: Iterable[str]) -> list[str]:
    """Return the lines of messages, but of many lines only the first ones and the reason in them."""
    lines = [line for message in messages for line in message.splitlines() if line.strip()]
    if len(lines) <= _MAX_MESSAGES:
        return lines
    return [*lines[:_MAX_MESSAGES], f"... and {len(lines) - _MAX_MESSAGES} more", reason_in(lines)]
