"""Scores submissions on the workers of an existing Dask cluster, which need the archive under the same path.

Some workers may not start processes, so each job has a helper: an interpreter with a pool of one process.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent import futures
from functools import partial
from typing import Any, TypeAlias, TypeVar

from legacy_scorers.common import VERSION
from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.archive.cause_search import CauseSearch
from legacy_scorers.rescore.archive.pool import Pool
from legacy_scorers.rescore.archive.records import Result
from legacy_scorers.rescore.archive.rescoring import Rescoring
from legacy_scorers.rescore.archive.submission import Submission, current
from legacy_scorers.rescore.archive.worker import ENDED
from legacy_scorers.rescore.libraries import bringing
from legacy_scorers.rescore.process import UNSCORED, USAGE

R = TypeVar("R")
Job: TypeAlias = Rescoring | CauseSearch
_Future: TypeAlias = futures.Future[bytes]  # the pickled release of a worker, and the result

_LOST = "was lost; run again to continue"  # the cluster
_MAX_SILENCE_S = 10.0  # seconds without an answer, or without any worker
_COUNT_INTERVAL_S = 1.0  # seconds without a result before the workers are counted
_SUITE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Cluster:
    """Scores submissions of an archive as ``pool`` does, on the workers of the cluster at ``address``.

    Raises :class:`InputError` if the cluster cannot be reached, loses all workers, or has another release of the suite.
    """

    def __init__(self, address: str, pool: Pool) -> None:
        self._address = address
        self._here = pool
        connect = partial(_library().Client, address, timeout=_MAX_SILENCE_S, set_as_default=False)
        self._client = self._ask(connect, "no Dask scheduler answers there; correct --cluster, or start one")
        try:
            problem = f"has no workers; start some with 'dask worker {address}'"
            self._ask(lambda: self._client.wait_for_workers(1), problem)
        except InputError:
            self.close()
            raise

    def close(self) -> None:
        """Leave the cluster."""
        with contextlib.suppress(InputError):
            self._ask(self._client.close, _LOST, wait_s=_COUNT_INTERVAL_S)

    def results(self, jobs: Iterable[tuple[int, Job]]) -> Iterator[tuple[int, Result]]:
        """Yield the number and the result of each job as soon as the result is known, in any order."""
        executor = self._client.get_executor(pure=False)
        sent: dict[_Future, tuple[int, Job]] = {}
        for number, job in jobs:
            call = _Parcel(pickle.dumps((VERSION, self._here.setting, pickle.dumps(job))))
            sent[executor.submit(pickle.loads, pickle.dumps(call))] = number, job
        left: list[tuple[int, Job]] = []
        while sent:
            for future in self._done(sent):
                number, job = sent.pop(future)
                result = self._result(future, job.submission)
                if result is not None:
                    yield number, result
                else:
                    left.append((number, job))
        yield from self._here.results(left)

    def _done(self, sent: Iterable[_Future]) -> set[_Future]:
        """Wait for results. Raises :class:`InputError` after ``_MAX_SILENCE_S`` seconds without any worker."""
        seen = time.monotonic()
        while time.monotonic() < seen + _MAX_SILENCE_S:
            if done := futures.wait(sent, _COUNT_INTERVAL_S, futures.FIRST_COMPLETED).done:
                return done
            if self._ask(self._client.nthreads, _LOST, UNSCORED):
                seen = time.monotonic()
        raise self._wrong("has lost its workers; start some, and run again to continue", UNSCORED)

    def _result(self, future: _Future, submission: Submission) -> Result | None:
        """Return a worker's result; None if a worker or its helper failed, or read other files than there are here."""
        try:
            error = future.exception()
        except futures.CancelledError as lost:
            raise self._wrong(_LOST, UNSCORED) from lost
        if isinstance(error, ImportError):
            raise self._wrong(f"has a worker that cannot import the suite ({error}); install it there")
        if error is not None:
            return None
        result: Result | None
        release, result = pickle.loads(future.result())
        if release != VERSION:
            raise self._wrong(f"has a worker with release {release}, not {VERSION}; install the same release")
        root = self._here.setting[0]
        if result is None:
            raise self._wrong(f"has a worker that cannot read {root}; put it on a shared disk")
        signed = result.record.fingerprint
        is_same = not signed or current(root, [(submission, result.sources, signed)]) == [True]
        return result if is_same and not any(ENDED in text for text in result.record.messages) else None

    def _ask(self, question: Callable[[], R], problem: str, status: int = USAGE, wait_s: float = 0.0) -> R:
        """Return the answer of the cluster. Raises :class:`InputError` for any error, and after some seconds."""
        answer: futures.Future[R] = futures.Future()

        def reply() -> None:
            try:
                answer.set_result(question())
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is read
                answer.set_exception(error)

        threading.Thread(target=reply, daemon=True).start()  # which does not keep this process from ending
        try:
            return answer.result(wait_s or _MAX_SILENCE_S)
        except Exception as error:  # any program may listen at the address that the user names
            raise self._wrong(problem, status) from error

    def _wrong(self, problem: str, status: int = USAGE) -> InputError:
        return InputError(problem, self._address, None, status)


def _library() -> Any:  # noqa: ANN401
    """Return the library, whose messages about what we report ourselves are not logged."""
    try:
        import dask
        import distributed
    except Exception as error:  # importing it reads the user's settings
        problem = f"Dask cannot be loaded ({type(error).__name__}); correct its settings"
        if isinstance(error, ImportError):
            problem = f"--cluster needs distributed; {bringing('cluster')}"
        raise InputError(problem, status=USAGE) from error
    for library in ("asyncio", "distributed", "distributed.client", "tornado.application"):
        logging.getLogger(library).setLevel(logging.CRITICAL)
    dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"})
    return distributed


class _Parcel(bytes):
    """A job that a worker scores by unpickling it; the scheduler, which does not, need not have the suite."""

    def __reduce__(self) -> tuple[Callable[[bytes], bytes], tuple[bytes]]:
        return score, (bytes(self),)


def score(parcel: bytes) -> bytes:
    """Return what a helper answers to a parcel. Raises ``CalledProcessError`` if the helper fails."""
    program = "from legacy_scorers.rescore.archive.cluster import help_worker; help_worker()"
    command = [os.path.abspath(sys.executable), "-c", program]
    # Python searches its working directory for modules first.
    return subprocess.run(command, input=parcel, stdout=subprocess.PIPE, cwd=_SUITE, check=True).stdout


def help_worker() -> None:
    """Read a pickled release, setting of a pool, and pickled job; write release and result, pickled.

    The result is None if the releases differ, or if the archive is not here.
    """
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # other output must not be read as an answer
    release, (root, timeout, megabytes), job = pickle.load(sys.stdin.buffer)
    result = None
    if release == VERSION and os.path.isdir(root):
        with Pool(root, 1, timeout, megabytes) as pool:
            ((_, result),) = pool.results([(0, pickle.loads(job))])
    with answer:
        pickle.dump((VERSION, result), answer)
