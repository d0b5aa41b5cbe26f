"""Rescores an archive: known results come from the store, the rest is scored, and records are in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress
from math import inf

from common.errors import InputError
from rescore.archive.causes import candidates
from rescore.archive.pool import MIN_ARCHIVE_S, Cluster, Pool
from rescore.archive.records import OPEN, Record, Result, unfinished
from rescore.archive.store import Store
from rescore.archive.submission import Submission, current
from rescore.archive.submissions import Archive
from rescore.archive.worker import ScoringJob
from rescore.difference.verdicts import FAILED, FIGURES


def still_known(store: Store, root: str, submissions: Sequence[Submission], pool: Pool) -> dict[int, Result]:
    """Return the results in the store whose inputs are the same as then, without reports, by index of submission."""
    known = {}
    for index, submission in enumerate(submissions):
        if result := store.known(submission):
            result.reports.clear()  # those of a whole archive may not fit into memory
            known[index] = result
    asked = [(submissions[index], result.inputs, result.record["signature"]) for index, result in known.items()]
    (same,) = pool.calls(current, [(root, asked)], least=MIN_ARCHIVE_S) if asked else [[]]
    return {} if isinstance(same, InputError) else dict(compress(known.items(), same))


class Rescoring:
    """Rescores an archive. ``jobs`` are the submissions to score, with their indices.

    The search for a cause tries two changes at a time for ``seconds``; all searches end after ``total`` seconds.
    """

    def __init__(
        self, read: Archive, store: Store, pool: Pool, seconds: float, total: float = inf, *, fresh: bool = False
    ) -> None:
        self._submissions = read.submissions
        self._store = store
        self._job = partial(ScoringJob, seconds=seconds, end=time.time() + total)
        self._known: dict[int, Record] = {}
        known = {} if fresh else still_known(store, read.root, read.submissions, pool)
        for index, result in known.items():
            is_searched = result.seconds is None or result.seconds >= seconds
            if is_searched and result.record["verdict"] != FAILED and not unfinished(result.record):
                self._known[index] = result.record
        unknown = [index for index in range(len(read.submissions)) if index not in self._known]
        self.jobs = [(index, self._job(read.submissions[index], others=None)) for index in unknown]

    def records(self, pool: Pool | Cluster, done: Callable[[], object]) -> Iterator[Record]:
        """Yield the record of every submission, in order; ``done`` is called for each that is scored."""
        arriving = self._arriving(pool, done)
        early: dict[int, Record] = {}
        for number in range(len(self._submissions)):
            while number not in early:
                found, early[found] = next(arriving)
            yield early.pop(number)

    def _arriving(self, pool: Pool | Cluster, done: Callable[[], object]) -> Iterator[tuple[int, Record]]:
        """Yield the index and the record of each submission; the search for causes begins when all are scored."""
        unexplained = {}
        for number, record in self._known.items():
            if record["verdict"] == FIGURES and not record["causes"]:
                unexplained[number] = record
            else:
                yield number, record
        waiting = dict(unexplained)
        for number, result in pool.results(self.jobs):
            self._store.add(result)
            if result.seconds == OPEN:
                waiting[number] = result.record
            else:
                done()
                yield number, result.record
        found = candidates(waiting, self._submissions, self._store.reports)
        again = [number for number in sorted(waiting) if found[number] or number not in unexplained]
        yield from [(number, waiting[number]) for number in waiting if number not in again]
        for number, result in pool.results((number, self._with_others(number, found[number])) for number in again):
            self._store.add(result)
            done()
            yield number, result.record

    def _with_others(self, number: int, others: Iterable[int]) -> ScoringJob:
        near = [self._submissions[other] for other in others]
        return self._job(self._submissions[number], others=[(one, self._store.reports(one)) for one in near])
