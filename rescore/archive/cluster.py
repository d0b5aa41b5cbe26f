"""Submissions scored by an existing Dask cluster, whose workers need the archive under the same path.

A result is used only if it was made from the same files as here. This machine scores what workers cannot score.
Some workers may not start processes by :mod:`multiprocessing`, so they start a helper with a pool of one process.
"""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from typing import TypeAlias, TypeVar

from common import VERSION
from common.errors import InputError
from rescore.archive.pool import ENDED, Pool
from rescore.archive.records import Result
from rescore.archive.submission import Submission, current
from rescore.archive.worker import ScoringJob
from rescore.statuses import UNSCORED, USAGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")
Answer: TypeAlias = Future[tuple[str, bytes]]  # release of the worker, and pickled result

_MAX_SILENCE_S = 10.0  # seconds without an answer, or without any worker
_LOST = "was lost; run again to continue"
_COUNT_INTERVAL_S = 1.0  # seconds without a result before the workers are counted
_START = "from rescore.archive.cluster import help_worker; help_worker()"
_SUITE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_LOUD = ("asyncio", "distributed", "distributed.client", "tornado.application")  # they log what we report ourselves


class Cluster:
    """Scores submissions of an archive as ``pool`` does, on the workers of the cluster at ``address``.

    Raises :class:`InputError` if the cluster cannot be reached, loses all workers, or has another release of the suite.
    """

    def __init__(self, address: str, pool: Pool) -> None:
        self._address = address
        self._here = pool
        self._client = self._connected()
        try:
            problem = f"has no workers; start some with 'dask worker {address}'"
            self._answer(lambda: self._client.wait_for_workers(1), problem)
        except InputError:
            self.close()
            raise

    def close(self) -> None:
        """Leave the cluster."""
        wait([_asked(self._client.close)], _COUNT_INTERVAL_S)

    def results(self, jobs: Iterable[tuple[int, ScoringJob]]) -> Iterator[tuple[int, Result]]:
        """Yield the number and the result of each job as soon as the result is known, in any order."""
        executor = self._client.get_executor(pure=False)
        sent: dict[Answer, tuple[int, ScoringJob]] = {}
        for number, job in jobs:
            call = _Call((VERSION, pickle.dumps((self._here.setting, job))))
            sent[executor.submit(pickle.loads, pickle.dumps(call))] = number, job
        left: list[tuple[int, ScoringJob]] = []
        while sent:
            for answer in self._done(sent):
                number, job = sent.pop(answer)
                result = self._result(answer, job.submission)
                if result is not None:
                    yield number, result
                else:
                    left.append((number, job))
        yield from self._here.results(left)

    def _done(self, sent: Iterable[Answer]) -> set[Answer]:
        """Wait for answers. Raises :class:`InputError` after ``_MAX_SILENCE_S`` seconds without any worker."""
        seen = time.monotonic()
        while time.monotonic() < seen + _MAX_SILENCE_S:
            if done := wait(sent, _COUNT_INTERVAL_S, FIRST_COMPLETED).done:
                return done
            if self._answer(self._client.nthreads, _LOST, UNSCORED):
                seen = time.monotonic()
        raise self._wrong("has lost its workers; start some, and run again to continue", UNSCORED)

    def _result(self, answer: Answer, submission: Submission) -> Result | None:
        """Return a worker's result; None if a worker or its helper failed, or read other files than there are here."""
        try:
            error = answer.exception()
        except CancelledError as lost:
            raise self._wrong(_LOST, UNSCORED) from lost
        if isinstance(error, ImportError):
            raise self._wrong(f"has a worker that cannot import the suite ({error}); install it there")
        if error is not None:
            return None
        release, content = answer.result()
        if release != VERSION:
            raise self._wrong(f"has a worker with release {release}, not {VERSION}; install the same release")
        root = self._here.setting[0]
        if not content:
            raise self._wrong(f"has a worker that cannot read {root}; put it on a shared disk")
        result: Result = pickle.loads(content)
        signed = result.record["signature"]
        is_same = not signed or current(root, [(submission, result.inputs, signed)]) == [True]
        return result if is_same and not any(ENDED in text for text in result.record["messages"]) else None

    def _connected(self) -> Client:
        try:
            import asyncio

            import dask
            import distributed
        except Exception as error:  # importing it reads the user's settings
            problem = f"Dask cannot be loaded ({type(error).__name__}); correct its settings"
            if isinstance(error, ImportError):
                problem = "--cluster needs distributed; python3 -m pip install distributed"
            raise InputError(problem, status=USAGE) from error
        for library in _LOUD:
            logging.getLogger(library).setLevel(logging.CRITICAL)
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"})

        async def greet() -> None:  # first, to raise errors that a client would report at length
            secured = distributed.Security().get_connection_args("client")
            (await distributed.connect(self._address, timeout=_MAX_SILENCE_S, **secured)).abort()

        def client() -> Client:
            asyncio.run(greet())
            return distributed.Client(self._address, timeout=_MAX_SILENCE_S, set_as_default=False)

        return self._answer(client, "no Dask scheduler answers there; correct --cluster, or start one")

    def _answer(self, question: Callable[[], T], problem: str, status: int = USAGE) -> T:
        """Return the answer of the cluster. Raises :class:`InputError` for any error, and after ``_MAX_SILENCE_S``."""
        try:
            return _asked(question).result(_MAX_SILENCE_S)
        except Exception as error:  # any program may listen at the address that the user names
            raise self._wrong(problem, status) from error

    def _wrong(self, problem: str, status: int = USAGE) -> InputError:
        return InputError(problem, self._address, None, status)


def _asked(question: Callable[[], T]) -> Future[T]:
    """Ask in another thread, which does not keep this process from ending."""
    answer: Future[T] = Future()

    def ask() -> None:
        try:
            answer.set_result(question())
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is read
            answer.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    return answer


class _Call(tuple[str, bytes]):
    """Calls ``score`` when a worker unpickles it. The scheduler does not unpickle it, so it need not have the suite."""

    __slots__ = ()

    def __reduce__(self) -> tuple[Callable[[str, bytes], tuple[str, bytes]], tuple[str, bytes]]:
        return score, (self[0], self[1])


def score(release: str, parcel: bytes) -> tuple[str, bytes]:
    """Return the release of the suite on this worker, and the pickled result of a pickled pair of setting and job.

    The result is empty if the releases differ or the archive is not here. Raises ``CalledProcessError`` if the helper
    fails.
    """
    if release != VERSION or not os.path.isdir(pickle.loads(parcel)[0][0]):
        return VERSION, b""
    command = [sys.executable, "-c", _START]  # Python searches its working directory for modules first
    done = subprocess.run(command, input=parcel, stdout=subprocess.PIPE, cwd=_SUITE, check=True)
    return VERSION, done.stdout


def help_worker() -> None:
    """Read a parcel from standard input, and write its result to standard output."""
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # other output must not be read as an answer
    (root, timeout, megabytes), job = pickle.load(sys.stdin.buffer)
    with Pool(root, 1, timeout, megabytes) as pool, answer:
        ((_, result),) = pool.results([(0, job)])
        pickle.dump(result, answer)
