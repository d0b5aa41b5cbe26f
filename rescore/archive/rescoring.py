"""An archive rescored: what the store knows is taken from there, the rest is scored, and records come in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf

from common.errors import InputError
from rescore.archive.inputs import current
from rescore.archive.pool import LEAST, Pool
from rescore.archive.published import FAILED
from rescore.archive.records import Record, unfinished
from rescore.archive.submission import Submission
from rescore.archive.submissions import Archive
from rescore.archive.worker import Job

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

    def unknown(self, pool: Pool) -> list[tuple[int, Job]]:
        """Return what has to be scored, as jobs with the places of the submissions."""
        known = (
            {}
            if self._fresh
            else {number: one for number, one in enumerate(map(self._known, self._submissions)) if one}
        )
        asked = [(self._submissions[number], one.inputs, one.signature) for number, one in known.items()]
        (found,) = pool.calls(current, [(self._root, asked)], least=LEAST) if asked else [[]]
        same = {} if isinstance(found, InputError) else dict(zip(known, found))
        return [
            (number, Job(submission, self._seconds, end=self._end))
            for number, submission in enumerate(self._submissions)
            if not same.get(number)
        ]

    def _known(self, submission: Submission) -> Known | None:
        """Return what is known of a submission; what failed or was not finished is tried again."""
        known = self._store.known(submission)
        if known is None or (known.seconds is not None and known.seconds < self._seconds):
            return None
        return None if known.record["verdict"] == FAILED or unfinished(known.record) else known

    def records(
        self, pool: Pool | Cluster, jobs: Sequence[tuple[int, Job]], done: Callable[[], object]
    ) -> Iterator[Record]:
        """Yield the record of every submission, in order; ``done`` is called whenever a job is."""
        arriving = pool.results(jobs)
        waiting = {number for number, _ in jobs}
        early: dict[int, Record] = {}
        for number, submission in enumerate(self._submissions):
            while number in waiting:
                found, result = next(arriving)
                waiting.discard(found)
                self._store.add(result)
                early[found] = result.record
                done()
            yield early.pop(number) if number in early else self._stored(submission)

    def _stored(self, submission: Submission) -> Record:
        known = self._store.known(submission)
        assert known is not None, "only what is known is not scored"
        return known.record
