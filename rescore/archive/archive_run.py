"""Rescores an archive: known results come from the store, the rest is scored, and records are in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import compress
from math import inf
from operator import not_
from typing import TYPE_CHECKING

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.cause_search import CauseSearch
from legacy_scorers.rescore.archive.causes import candidates
from legacy_scorers.rescore.archive.pool import MIN_ARCHIVE_S, Pool
from legacy_scorers.rescore.archive.records import Result, SubmissionRecord
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.states import state_of
from legacy_scorers.rescore.archive.store import Store
from legacy_scorers.rescore.archive.submission import Submission, current
from legacy_scorers.rescore.archive.submissions import Archive
from legacy_scorers.rescore.runs.verdicts import FAILED, FIGURES

if TYPE_CHECKING:
    from legacy_scorers.rescore.archive.cluster import Cluster


def still_known(store: Store, root: str, submissions: Sequence[Submission], pool: Pool) -> dict[int, Result]:
    """Return the results in the store whose inputs are the same as then, without reports, by index of submission.

    A process reads the files of those whose state does not tell.
    """
    known, asked = {}, {}
    for index, submission in enumerate(submissions):
        if result := store.known(submission):
            result.reports.clear()  # those of a whole archive may not fit into memory
            known[index] = result
            paths = submission.sources(result.sources)
            if not result.state or result.state != state_of(root, paths):
                asked[index] = submission, result.sources, result.record.fingerprint
    (same,) = pool.calls(current, [(root, [*asked.values()])], least=MIN_ARCHIVE_S) if asked else [[]]
    for index in asked if isinstance(same, InputError) else compress(asked, map(not_, same)):
        del known[index]
    return known


class ArchiveRun:
    """A run over an archive. ``jobs`` are those of the submissions to score, with their indices.

    The search for a cause tries two changes at a time for ``seconds``; all searches end after ``total`` seconds.
    """

    def __init__(
        self, archive: Archive, store: Store, pool: Pool, seconds: float, total: float = inf, *, fresh: bool = False
    ) -> None:
        self._submissions = archive.submissions
        self._store = store
        self._search = partial(CauseSearch, seconds=seconds, end=time.time() + total)
        self._known: dict[int, SubmissionRecord] = {}
        self._open: dict[int, SubmissionRecord] = {}  # of results that are still to be explained
        for index, result in ({} if fresh else still_known(store, archive.root, archive.submissions, pool)).items():
            record = result.record
            if record.verdict != FAILED and not record.unfinished:
                is_open = result.is_open or (result.seconds is not None and result.seconds < seconds)
                (self._open if is_open else self._known)[index] = record
        known = self._open.keys() | self._known.keys()
        self.jobs = [(index, Rescoring(one)) for index, one in enumerate(archive.submissions) if index not in known]

    def records(self, pool: Pool | Cluster, done: Callable[[], object]) -> Iterator[SubmissionRecord]:
        """Yield the record of every submission, in order; ``done`` is called for each that was scored."""
        finished: dict[int, SubmissionRecord] = {}
        arriving = self._arriving(pool)
        scored = {index for index, _ in self.jobs}
        for index in range(len(self._submissions)):
            while index not in finished:
                arrived, record = next(arriving)
                finished[arrived] = record
                if arrived in scored:
                    done()
            yield finished.pop(index)

    def _arriving(self, pool: Pool | Cluster) -> Iterator[tuple[int, SubmissionRecord]]:
        """Yield index and record of each submission as soon as nothing more is found out about it.

        The search for causes begins when all are scored, because it looks at all submissions.
        """
        waiting = dict(self._open)
        for index, record in self._known.items():
            if record.verdict == FIGURES and not record.causes:
                waiting[index] = record
            else:
                yield index, record
        for index, result in pool.results(self.jobs):
            self._store.add(self._submissions[index], result)
            if result.is_open:
                self._open[index] = waiting[index] = result.record
            else:
                yield index, result.record
        for index, result in pool.results(self._searches(waiting)):
            self._store.add(self._submissions[index], result)
            yield index, result.record
        yield from waiting.items()

    def _searches(self, waiting: dict[int, SubmissionRecord]) -> Iterator[tuple[int, CauseSearch]]:
        """Remove those of ``waiting`` for which there is something to try, and yield jobs that explain them."""
        differing = {index: record for index, record in waiting.items() if record.verdict in (FIGURES, FAILED)}
        others = candidates(differing, self._submissions, self._store.reports)
        for index in sorted(waiting):
            submission, found = self._submissions[index], others.get(index, [])
            result = self._store.known(submission) if found or index in self._open else None
            if result is not None:
                del waiting[index]
                yield index, self._search(submission, result, [(one, self._store.reports(one)) for one in found])
