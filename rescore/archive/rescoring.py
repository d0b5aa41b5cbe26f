"""Rescores an archive: known results come from the store, the rest is scored, and records are in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import inf

from common.errors import InputError
from rescore.archive.causes.submissions import candidates, other_of
from rescore.archive.pool import MIN_ARCHIVE_S, Pool
from rescore.archive.published import FAILED
from rescore.archive.records import Record, unfinished
from rescore.archive.submission import Submission, current
from rescore.archive.submissions import Archive
from rescore.archive.worker import ScoringJob
from rescore.difference.verdicts import FIGURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rescore.archive.cluster import Cluster
    from rescore.archive.store import Known, Store


class Rescoring:
    """Rescores submissions of an archive, with ``fresh`` also those that the store knows.

    ``seconds`` is the time for trying two changes at a time, ``total`` that for all searches.
    """

    def __init__(self, read: Archive, store: Store, seconds: float, total: float = inf, *, fresh: bool = False) -> None:
        self._root = read.root
        self._submissions = read.submissions
        self._store = store
        self._seconds = seconds
        self._end = time.time() + total
        self._fresh = fresh

    def unknown(self, pool: Pool) -> list[tuple[int, ScoringJob]]:
        """Return a job for each submission to score, with the index of the submission."""
        known = (
            {}
            if self._fresh
            else {number: one for number, one in enumerate(map(self._known, self._submissions)) if one}
        )
        asked = [(self._submissions[number], one.inputs, one.signature) for number, one in known.items()]
        (found,) = pool.calls(current, [(self._root, asked)], least=MIN_ARCHIVE_S) if asked else [[]]
        same = {} if isinstance(found, InputError) else dict(zip(known, found))
        return [
            (number, ScoringJob(submission, self._seconds, end=self._end, others=None))
            for number, submission in enumerate(self._submissions)
            if not same.get(number)
        ]

    def _known(self, submission: Submission) -> Known | None:
        """Return the known result of a submission, or None if it must be scored, for instance after a failure."""
        known = self._store.known(submission)
        if known is None or (known.seconds is not None and known.seconds < self._seconds):
            return None
        return None if known.record["verdict"] == FAILED or unfinished(known.record) else known

    def records(
        self, pool: Pool | Cluster, jobs: Sequence[tuple[int, ScoringJob]], done: Callable[[], object]
    ) -> Iterator[Record]:
        """Yield the record of every submission, in order; ``done`` is called for each final record."""
        scored = {number for number, _ in jobs}
        known = self._unexplained(number for number in range(len(self._submissions)) if number not in scored)
        finished = set(range(len(self._submissions))) - scored - known.keys()
        early: dict[int, Record] = {}
        arriving = self._results(pool, jobs, known)
        for number, submission in enumerate(self._submissions):
            while number not in finished:
                found, record = next(arriving)
                finished.add(found)
                if record is not None:
                    early[found] = record
                    done()
            yield early.pop(number) if number in early else self._stored(submission)

    def _results(
        self, pool: Pool | Cluster, jobs: Sequence[tuple[int, ScoringJob]], unexplained: dict[int, Record]
    ) -> Iterator[tuple[int, Record | None]]:
        """Yield the index and the record of each submission; the search for causes begins when all are scored.

        The record is None for a submission that stays ``unexplained``.
        """
        waiting = dict(unexplained)
        for number, result in pool.results(jobs):
            self._store.add(result)
            if result.is_open:
                waiting[number] = result.record
            else:
                yield number, result.record
        found = candidates(waiting, self._submissions, self._store.reports)
        again = [number for number in sorted(waiting) if found[number] or number not in unexplained]
        yield from [(number, None) for number in waiting if number not in again]
        for number, result in pool.results((number, self._job(number, found[number])) for number in again):
            self._store.add(result)
            yield number, result.record

    def _unexplained(self, numbers: Iterable[int]) -> dict[int, Record]:
        """Return the records of submissions whose figures differ without a known cause."""
        known = ((number, self._stored(self._submissions[number])) for number in numbers)
        return {number: record for number, record in known if record["verdict"] == FIGURES and not record["causes"]}

    def _job(self, number: int, others: Iterable[int]) -> ScoringJob:
        found = [other_of(self._submissions[other], self._store.reports(self._submissions[other])) for other in others]
        return ScoringJob(self._submissions[number], self._seconds, end=self._end, others=found)

    def _stored(self, submission: Submission) -> Record:
        known = self._store.known(submission)
        assert known is not None, "only what is known is not scored"
        return known.record
