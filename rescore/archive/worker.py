"""A process that scores submissions: it receives jobs through a pipe, and answers with results."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeAlias, TypeVar

from common.cli import OUT_OF_MEMORY, describe
from common.errors import InputError
from rescore.archive.causes import Other
from rescore.archive.memory import LACKS_MEMORY, bound_memory, lacks_memory
from rescore.archive.published import FAILED, ComparedRun, Published, compare, read_published, unreadable
from rescore.archive.records import OPEN, UNFINISHED, Result, failure, record
from rescore.archive.scoring import WatchedRun, conditions, score
from rescore.archive.search import MAX_HINTS, OTHER_SUBMISSION, Search, hints_of, published_hints
from rescore.archive.submission import Submission, hashed, signature
from rescore.archive.units import UnitCounter, packed
from rescore.difference.verdicts import FIGURES
from rescore.explain.conditions import signature_of
from rescore.reports.model import UNEXPLAINED
from rescore.scorers import kind_of
from rescore.scorers.running import Outcome

R_co = TypeVar("R_co", covariant=True)
Send: TypeAlias = Callable[[tuple[str, object]], object]

ALIVE, TRIAL, FIRST, DONE = "alive", "trial", "first", "done"  # kinds of messages
_LOAD_ERRORS = (*OUT_OF_MEMORY, ImportError, SyntaxError)  # a job's modules exist, so only memory can lack


def work(connection: Connection, root: str, megabytes: int | None, temporary: str) -> None:
    """Answer jobs until the pipe is closed. Temporary files are made in the folder ``temporary``.

    Each message is a kind and a content. ``ALIVE`` is sent at the start. Before a long part of a job ``ALIVE``, a
    ``TRIAL`` with its name, or a ``FIRST`` result is sent. ``DONE`` with the result ends a job.
    """
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


def answer(job: Job[R_co], root: str, send: Send) -> R_co:
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


class Job(Protocol[R_co]):
    """Work for a process, to which it is sent pickled; ``first`` is a result that is not final."""

    first: Any

    def result(self, root: str, send: Send) -> R_co:
        """Do the job in the process that received it; the archive is in the folder ``root``."""

    def failed(self, message: str) -> R_co:
        """Return the result of a job that could not be done."""


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
        """Return the result of the submission."""
        if self.submission.problem:
            return self.failed(self.submission.problem)
        return _Scoring(root, self, send).result()

    def failed(self, message: str) -> Result:
        """Return the first result, with a message, or else a failure."""
        if self.first is None:
            return Result(failure(self.submission, message))
        self.first.record["messages"].append(f"{UNFINISHED}{message}")
        return self.first


class _Scoring:
    """Scores a submission."""

    def __init__(self, root: str, job: ScoringJob, send: Send) -> None:
        self._root = root
        self._job = job
        self._submission = job.submission
        self._send = send

    def result(self) -> Result:
        """Run, compare and record; then add hints and causes to the record."""
        counts = UnitCounter() if self._job.units else None
        scored = score(self._root, self._submission, counts)
        published = read_published(self._root, self._submission)
        comparison = _compared(published, scored)
        result = self._recorded(scored, comparison, counts)
        if not comparison.problems and not self._job.units:
            hints = published_hints(self._submission, comparison.differences, scored.outcome)
            result.record["hints"] = list(islice(hints, MAX_HINTS))
            self._job.first = result
            self._send((FIRST, result))
            self._send((ALIVE, ""))
            result.record["hints"] += hints_of(self._root, self._submission, scored.outcome)
            if comparison.verdict in (FIGURES, FAILED) and published.rows():
                differences = [difference for _, difference in comparison.differences]
                search = Search(self._root, scored, published, differences, result.record, self._try)
                self._add_causes(result, search)
        return result

    def _recorded(self, scored: WatchedRun, comparison: ComparedRun, counts: UnitCounter | None) -> Result:
        submission, outcome = self._submission, scored.outcome
        inputs = hashed(self._root, [*scored.files, *scored.folders])
        said = _said(outcome) if comparison.verdict in (FAILED, FIGURES) else ""
        messages = [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems]
        shown = [relative(self._root, message) for message in messages]
        found = record(submission, comparison.verdict, outcome.status, shown, inputs, comparison.differences)
        for cell in found["cells"]:
            cell["recomputed"] = cell["recomputed"] and relative(self._root, cell["recomputed"])
        found["signature"] = signature(self._root, submission, inputs)
        if not outcome.status:
            found["cite"] = signature_of(counts.counts.run) if counts else conditions(self._root, submission)
        reports = {"": outcome.stdout}
        reports |= {os.path.normpath(name).replace(os.sep, "/"): content for name, content in outcome.reports.items()}
        compressed = {name: packed(content) for name, content in reports.items()}
        return Result(found, inputs, compressed, units=counts.counts.compressed() if counts else None)

    def _try(self, change: str) -> None:
        if time.time() > self._job.end:
            raise TimeoutError("--search-total is over")
        self._send((TRIAL, f"{self._submission.label}: {change}"))

    def _add_causes(self, result: Result, search: Search) -> None:
        found, job = result.record, self._job
        found["causes"] = search.by_itself()
        if not found["causes"] and job.others is None:
            result.seconds = OPEN
            return
        seconds = job.seconds if found["verdict"] == FIGURES else 0.0
        found["causes"] = found["causes"] or search.by_others(job.others or (), seconds)
        result.seconds = None if found["causes"] else job.seconds
        if found["causes"] and found["causes"][0]["change"] == OTHER_SUBMISSION:
            result.seconds = OPEN  # the other one may change, so the next run searches again


def _compared(published: Published, scored: WatchedRun) -> ComparedRun:
    """Compare a run with what was published, unless the run has a problem, which the scorer may not report."""
    now, then = scored.outcome.status, published.submission.status
    problems = [f"ended with exit status {now} now, with {then} then"] if then not in (0, now) else []
    problems += [f"{name}: is outside of the archive; copy the file into it" for name in scored.refused]
    problems += unreadable(published, scored.outcome)
    if not problems and now == then:
        comparison = compare(published, scored.outcome)
        if not comparison.problems:
            return comparison
        problems = [*comparison.problems]
    return ComparedRun(FAILED, problems=problems)


def _said(outcome: Outcome) -> str:
    """Return standard output without its report, or all of it if a run without a report failed."""
    kind = kind_of(outcome.stdout)
    if kind is None:
        return outcome.stdout.decode("utf-8", "replace") if outcome.status else ""
    try:
        records = kind.report(outcome.stdout, "")
        return "".join([record.text for record in records if record.status == UNEXPLAINED])
    except InputError:
        return ""
