"""An archive rescored: what the store knows is taken from there, the rest is scored, and records come in order."""

from __future__ import annotations

from rescore.archive.inputs import Hashes
from rescore.archive.published import FAILED
from rescore.archive.records import unfinished
from rescore.archive.worker import Job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from rescore.archive.cluster import Cluster
    from rescore.archive.pool import Pool
    from rescore.archive.records import Record
    from rescore.archive.store import Store
    from rescore.archive.submission import Submission


class Rescoring:
    """Rescores submissions of an archive, with ``fresh`` also those that the store knows.

    ``seconds`` is the time for trying two changes at a time.
    """

    def __init__(
        self, root: str, submissions: Sequence[Submission], store: Store, seconds: float, *, fresh: bool = False
    ) -> None:
        self._submissions = submissions
        self._store = store
        self._seconds = seconds
        self._fresh = fresh
        self._hashes = Hashes(root)

    def unknown(self) -> list[tuple[int, Job]]:
        """Return what has to be scored, as jobs with the places of the submissions."""
        return [
            (number, Job(submission, self._seconds))
            for number, submission in enumerate(self._submissions)
            if self._fresh or not self._is_known(submission)
        ]

    def _is_known(self, submission: Submission) -> bool:
        """Whether a submission was scored from the same files; what failed or was not finished is tried again."""
        known = self._store.known(submission)
        if known is None or (known.seconds is not None and known.seconds < self._seconds):
            return False
        if known.record["verdict"] == FAILED or unfinished(known.record):
            return False
        return known.is_current(submission, self._hashes)

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
