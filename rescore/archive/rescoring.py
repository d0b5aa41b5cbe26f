"""Rescores an archive: known results come from the store, the rest is scored, and records are in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, compress
from math import inf
from typing import TYPE_CHECKING

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.causes import candidates
from legacy_scorers.rescore.archive.job import ScoringJob
from legacy_scorers.rescore.archive.pool import MIN_ARCHIVE_S, Pool
from legacy_scorers.rescore.archive.records import OPEN, Record, Result
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission, current
from legacy_scorers.rescore.archive.submissions import Archive
from legacy_scorers.rescore.difference import FAILED, FIGURES

if TYPE_CHECKING:
    from legacy_scorers.rescore.archive.cluster import Cluster


def still_known(store: Store, root: str, submissions: Sequence[Submission], pool: Pool) -> dict[int, Result]:
    """Return the results in the store whose inputs are the same as then, without reports, by index of submission."""
    known = {}
    for index, submission in enumerate(submissions):
        if result := store.known(submission):
            result.reports.clear()  # those of a whole archive may not fit into memory
            known[index] = result
    asked = [(submissions[index], result.inputs, result.record.signature) for index, result in known.items()]
    (same,) = pool.calls(current, [(root, asked)], least=MIN_ARCHIVE_S) if asked else [[]]
    return {} if isinstance(same, InputError) else dict(compress(known.items(), same))


class Rescoring:
    """Rescores an archive. ``jobs`` are the submissions to score, with their indices.

    The search for a cause tries two changes at a time for ``seconds``; all searches end after ``total`` seconds.
    """

    def __init__(
        self, archive: Archive, store: Store, pool: Pool, seconds: float, total: float = inf, *, fresh: bool = False
    ) -> None:
        self._submissions = archive.submissions
        self._store = store
        self._job = partial(ScoringJob, seconds=seconds, end=time.time() + total)
        known = {} if fresh else still_known(store, archive.root, archive.submissions, pool)
        self._known = {
            index: result.record
            for index, result in known.items()
            if result.record.verdict != FAILED and not result.record.unfinished
            if result.seconds is None or result.seconds >= seconds
        }
        unknown = [(index, one) for index, one in enumerate(archive.submissions) if index not in self._known]
        self.jobs = [(index, self._job(one, others=None)) for index, one in unknown]

    def records(self, pool: Pool | Cluster, done: Callable[[], object]) -> Iterator[Record]:
        """Yield the record of every submission, in order; ``done`` is called for each that is scored.

        The search for causes begins when all are scored.
        """
        known = self._known.items()
        waiting = {index: record for index, record in known if record.verdict == FIGURES and not record.causes}
        finished = {index: record for index, record in known if index not in waiting}
        arriving = chain(pool.results(self.jobs), pool.results(self._searches(waiting)))
        for index in range(len(self._submissions)):
            while index not in finished and (arrived := next(arriving, None)):
                scored, result = arrived
                self._store.add(self._submissions[scored], result)
                if result.seconds == OPEN and not result.record.causes:
                    waiting[scored] = result.record
                else:
                    done()
                    finished[scored] = result.record
            yield finished.pop(index) if index in finished else waiting.pop(index)

    def _searches(self, waiting: dict[int, Record]) -> Iterator[tuple[int, ScoringJob]]:
        """Remove those of ``waiting`` for which there is something to try, and yield jobs that search their causes."""
        for index, others in sorted(candidates(waiting, self._submissions, self._store.reports).items()):
            if others or index not in self._known:
                del waiting[index]
                reports = [(one, self._store.reports(one)) for one in others]
                yield index, self._job(self._submissions[index], others=reports)
