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
from typing import Any, TypeAlias

from common.cli import OUT_OF_MEMORY, describe
from common.errors import InputError
from rescore.archive.causes import Other
from rescore.archive.published import ComparedRun, Published, compare, read_published, unreadable
from rescore.archive.records import OPEN, UNFINISHED, Result, failure, record
from rescore.archive.scoring import WatchedRun, conditions, score
from rescore.archive.search import MAX_HINTS, OTHER_SUBMISSION, Search, hints_of, published_hints
from rescore.archive.submission import Submission, hashed, signature
from rescore.archive.units import UnitCounter, packed
from rescore.difference.verdicts import FAILED, FIGURES
from rescore.explain.conditions import signature_of
from rescore.process import LACKS_MEMORY, bound_memory, lacks_memory
from rescore.reports.model import UNEXPLAINED
from rescore.scorers import kind_of
from rescore.scorers.running import Outcome

Send: TypeAlias = Callable[[tuple[str, Any]], object]

ALIVE, DONE = "alive", "done"  # kinds of messages: that the process has started, and the result of a job
TRIAL, FIRST = "trial", "first"  # the name of a long part that begins, and a result that is not final
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
        counts = UnitCounter() if self.units else None
        scored = score(root, submission, counts)
        published = read_published(root, submission)
        comparison = _compared(published, scored)
        result = _recorded(root, submission, scored, comparison, counts)
        if comparison.problems or self.units:
            return result
        found = result.record
        found["hints"] = list(islice(published_hints(submission, comparison, scored.outcome), MAX_HINTS))
        self.first = result
        send((FIRST, result))
        found["hints"] += hints_of(root, submission, scored.outcome)

        def trying(change: str) -> None:
            if time.time() > self.end:
                raise TimeoutError("--search-total is over")
            send((TRIAL, f"{submission.label}: {change}"))

        if comparison.verdict in (FIGURES, FAILED) and published.rows():
            self._add_causes(result, Search(root, scored, published, comparison, found, trying))
        return result

    def _add_causes(self, result: Result, search: Search) -> None:
        found = result.record
        found["causes"] = search.by_itself()
        if not found["causes"] and self.others is None:
            result.seconds = OPEN
            return
        seconds = self.seconds if found["verdict"] == FIGURES else 0.0
        found["causes"] = found["causes"] or search.by_others(self.others or (), seconds)
        result.seconds = None if found["causes"] else self.seconds
        if found["causes"] and found["causes"][0]["change"] == OTHER_SUBMISSION:
            result.seconds = OPEN  # the other one may change, so the next run searches again

    def failed(self, message: str) -> Result:
        """Return the first result, with a message, or else a failure."""
        if self.first is None:
            return Result(failure(self.submission, message))
        self.first.record["messages"].append(f"{UNFINISHED}{message}")
        return self.first


def _compared(published: Published, scored: WatchedRun) -> ComparedRun:
    """Compare a run with what was published, unless the run has a problem, which the scorer may not report."""
    now, then = scored.outcome.status, published.submission.status
    problems = [f"ended with exit status {now} now, with {then} then"] if then not in (0, now) else []
    problems += [f"{name}: is outside of the archive; copy the file into it" for name in scored.refused]
    problems += unreadable(published, scored.outcome)
    if problems or now != then:
        return ComparedRun(FAILED, problems=problems)
    comparison = compare(published, scored.outcome)
    return ComparedRun(FAILED, problems=comparison.problems) if comparison.problems else comparison


def _recorded(
    root: str, submission: Submission, scored: WatchedRun, comparison: ComparedRun, counter: UnitCounter | None
) -> Result:
    outcome = scored.outcome
    inputs = hashed(root, [*scored.files, *scored.folders])
    said = _said(outcome) if comparison.verdict in (FAILED, FIGURES) else ""
    messages = [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems]
    shown = [relative(root, message) for message in messages]
    found = record(submission, comparison.verdict, outcome.status, shown, inputs, comparison.differences)
    for cell in found["cells"]:
        cell["recomputed"] = cell["recomputed"] and relative(root, cell["recomputed"])
    found["signature"] = signature(root, submission, inputs)
    if not outcome.status:
        found["cite"] = signature_of(counter.counts.run) if counter else conditions(root, submission)
    reports = {os.path.normpath(name).replace(os.sep, "/"): packed(text) for name, text in outcome.reports.items()}
    units = counter.counts.compressed() if counter else None
    return Result(found, inputs, {"": packed(outcome.stdout), **reports}, units=units)


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
