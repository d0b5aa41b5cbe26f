"""A process that scores submissions: it receives jobs through a pipe, and answers with results."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from multiprocessing.connection import Connection

from common.cli import OUT_OF_MEMORY, describe
from common.errors import InputError
from rescore.archive.causes.submissions import Other
from rescore.archive.hints import MAX_HINTS, hints_of, published_hints
from rescore.archive.memory import LACKS_MEMORY, bound_memory, lacks_memory
from rescore.archive.published import FAILED, ComparedRun, Published, compare, read_published, unreadable
from rescore.archive.records import OPEN, Record, Result, failure, leave_unfinished, record
from rescore.archive.scoring import Scored, conditions, score
from rescore.archive.search import OTHER_SUBMISSION, Search
from rescore.archive.submission import Submission, hashed, signature
from rescore.archive.units import UnitCounter, packed
from rescore.difference.verdicts import FIGURES
from rescore.explain.conditions import signature_of
from rescore.scorers import kind_of
from rescore.scorers.running import Outcome

ALIVE = "alive"
_LOAD_ERRORS = (*OUT_OF_MEMORY, ImportError, SyntaxError)  # a job's modules exist, so only memory can lack


class OutOfTimeError(Exception):
    """The time for all searches is over."""


@dataclass(slots=True)
class ScoringJob:
    """A submission to score; ``seconds`` bounds the trials of two changes at a time, ``units`` asks for counts only.

    ``end`` is the time, as seconds since 1970, at which all searches end.
    ``others`` are submissions whose figures may be its published ones; None says that they are not known yet. The
    result may then be left open.
    """

    submission: Submission
    seconds: float
    units: bool = False
    end: float = inf
    others: Sequence[Other] | None = ()

    def result(self, worker: Worker) -> Result:
        """Return the result of the submission; this runs in the process of the worker."""
        return worker.result(self)

    def failed(self, message: str) -> Result:
        """Return the result if the process ends or hangs."""
        return Result(failure(self.submission, message))


def work(connection: Connection, root: str, megabytes: int | None, temporary: str) -> None:
    """Answer jobs until the pipe is closed.

    ``ALIVE`` is sent at the start. Before a long part of a job ``ALIVE``, the name of a trial, or a first result is
    sent. A result is sent in a pair with True if it is final, which ends the job, or else with False. Temporary files
    are made in the folder ``temporary``.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked: the pool ends this process
    with open(os.devnull, "wb") as nowhere:  # discards output, for instance on lack of memory
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    tempfile.tempdir = temporary
    worker = Worker(root, connection.send)
    try:
        bound_memory(megabytes)
        connection.send(ALIVE)
        while True:
            connection.send((connection.recv().result(worker), True))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except _LOAD_ERRORS:
        os._exit(LACKS_MEMORY)


class Worker:
    """Scores submissions of one archive, whose folder is ``root``."""

    def __init__(self, root: str, send: Callable[[object], None]) -> None:
        self.root = root
        self._send = send

    def result(self, job: ScoringJob) -> Result:
        """Return the result of a job, or a failure if it raises an error."""
        submission = job.submission
        if submission.problem:
            return Result(failure(submission, submission.problem))
        try:
            return self._scored(job)
        except Exception as error:  # noqa: BLE001 - archives come from strangers, and the other submissions go on
            return Result(failure(submission, self.inside(description(error))))

    def _scored(self, job: ScoringJob) -> Result:
        """Run, compare and record; then add hints and causes to the record."""
        counts = UnitCounter() if job.units else None
        scored = score(self.root, job.submission, counts)
        published = read_published(self.root, job.submission)
        comparison = _compared(job.submission, published, scored)
        result = self._recorded(job.submission, scored, comparison, counts)
        if not comparison.problems and not job.units:
            with self._unfinished(result.record):
                self._add_hints(result, job.submission, scored, comparison)
                if comparison.verdict in (FIGURES, FAILED) and published.cells():
                    self._add_causes(job, result, scored, published, comparison)
        return result

    def _recorded(
        self, submission: Submission, scored: Scored, comparison: ComparedRun, counts: UnitCounter | None
    ) -> Result:
        outcome, inputs = scored.outcome, hashed(self.root, [*scored.watch.files, *scored.watch.folders])
        said = _said(outcome) if comparison.verdict in (FAILED, FIGURES) else ""
        messages = map(self.inside, [said, outcome.stderr.decode("utf-8", "replace"), *comparison.problems])
        found = record(submission, comparison.verdict, outcome.status, messages, inputs, comparison.differences)
        for cell in found["cells"]:
            cell["recomputed"] = cell["recomputed"] and self.inside(cell["recomputed"])
        found["signature"] = signature(self.root, submission, inputs)
        if not outcome.status:
            found["cite"] = signature_of(counts.counts.run) if counts else conditions(self.root, submission)
        return Result(found, inputs, _compressed(outcome), units=counts.counts.compressed() if counts else None)

    @contextlib.contextmanager
    def _unfinished(self, of_submission: Record) -> Iterator[None]:
        """Note in a record what ends the search for a cause early; what is known stays."""
        try:
            yield
        except OutOfTimeError:
            leave_unfinished(of_submission, "--search-total is over")
        except Exception as error:  # noqa: BLE001 - archives come from strangers, and the other submissions go on
            leave_unfinished(of_submission, self.inside(description(error)))

    def _add_hints(self, result: Result, submission: Submission, scored: Scored, comparison: ComparedRun) -> None:
        """Add hints on what was published, send this first result, then add hints on the files."""
        hints = published_hints(submission, comparison.differences, scored.outcome)
        result.record["hints"] = list(islice(hints, MAX_HINTS))
        self._send((result, False))
        self._send(ALIVE)
        result.record["hints"] += hints_of(self.root, submission, scored.outcome)

    def _add_causes(
        self, job: ScoringJob, result: Result, scored: Scored, published: Published, comparison: ComparedRun
    ) -> None:
        def trying(change: str) -> None:
            if time.time() > job.end:
                raise OutOfTimeError
            self._send(f"{job.submission.label}: {change}")

        found = result.record
        differences = [difference for _, difference in comparison.differences]
        search = Search(self.root, job.submission, scored, published, differences, found, trying)
        found["causes"] = search.by_itself()
        if not found["causes"] and job.others is None:
            result.seconds = OPEN
            return
        seconds = job.seconds if found["verdict"] == FIGURES else 0.0
        found["causes"] = found["causes"] or search.by_others(job.others or (), seconds)
        result.seconds = None if found["causes"] else job.seconds
        if found["causes"] and found["causes"][0]["change"] == OTHER_SUBMISSION:
            result.seconds = OPEN  # the other one may change, so the next run searches again

    def inside(self, message: str) -> str:
        """Return a message with paths relative to the archive."""
        return message.replace(os.path.join(self.root, ""), "")


def _compared(submission: Submission, published: Published, scored: Scored) -> ComparedRun:
    problems = list(_problems(submission, published, scored))
    if not problems and scored.outcome.status == published.status:
        comparison = compare(published, scored.outcome)
        if not comparison.problems:
            return comparison
        problems = comparison.problems
    return ComparedRun(FAILED, problems=problems)


def _problems(submission: Submission, published: Published, scored: Scored) -> Iterator[str]:
    """Yield the problems of a run that the scorer may not report."""
    now, then = scored.outcome.status, published.status
    if then not in (0, now):
        yield f"ended with exit status {now} now, with {then} then"
    yield from [f"{name}: is outside of the archive; copy the file into it" for name in scored.watch.refused]
    yield from unreadable(submission, published, scored.outcome)


def description(error: Exception) -> str:
    """Return a line that says what went wrong in a job.

    Raises ``MemoryError`` if memory was lacking, which ends the process.
    """
    if lacks_memory(error):
        raise MemoryError from error
    return describe(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"


def _said(outcome: Outcome) -> str:
    """Return standard output without its report, or all of it if a run without a report failed."""
    kind = kind_of(outcome.stdout)
    if kind is None:
        return outcome.stdout.decode("utf-8", "replace") if outcome.status else ""
    try:
        return "".join([record.text for record in kind.report(outcome.stdout, "").remaining])
    except InputError:
        return ""


def _compressed(outcome: Outcome) -> dict[str, bytes]:
    names = {name: os.path.normpath(name).replace(os.sep, "/") for name in outcome.reports}
    return {"": packed(outcome.stdout), **{names[name]: packed(content) for name, content in outcome.reports.items()}}
