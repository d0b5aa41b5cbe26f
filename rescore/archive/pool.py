"""Processes that score submissions, here or on the workers of an existing Dask cluster.

One that ends or hangs is replaced, which no pool of the standard library does. Workers need the archive under the same
path. Some may not start processes by :mod:`multiprocessing`, so they start a helper with a pool of one process.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent import futures
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, TypeAlias, TypeVar

from legacy_scorers.common import VERSION
from legacy_scorers.common.cli import OUT_OF_MEMORY
from legacy_scorers.common.errors import InputError, describe
from legacy_scorers.common.signals import Held
from legacy_scorers.rescore.archive.job import FIRST, TRIAL, ScoringJob, relative
from legacy_scorers.rescore.archive.records import Result
from legacy_scorers.rescore.archive.submission import Submission, current
from legacy_scorers.rescore.drafts import left_folders, new_folder
from legacy_scorers.rescore.libraries import bringing
from legacy_scorers.rescore.process import (
    LACKS_MEMORY,
    UNSCORED,
    USAGE,
    bound_memory,
    cleanups,
    lacks_memory,
    working_in,
)

R = TypeVar("R")
_Future: TypeAlias = futures.Future[bytes]  # the pickled release of a worker, and the result

ENDED = "its process ended unexpectedly"
MIN_ARCHIVE_S = 60.0  # least time limit of a job for a whole archive, in seconds
_ALIVE, _DONE = "alive", "done"  # kinds of messages: that the process has started, and the result of a job
_START_S = 60.0  # seconds that a process may take to start
_END_S = 1.0  # seconds that a process may take to end
_MAX_WAIT_S = 3600.0  # seconds of one wait; systems bound it
_LOST = "was lost; run again to continue"  # the cluster
_MAX_SILENCE_S = 10.0  # seconds without an answer, or without any worker
_COUNT_INTERVAL_S = 1.0  # seconds without a result before the workers are counted
_TEMPORARY = ".rescore-"  # how the names of folders of temporary files begin
_SUITE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def work(connection: Connection, root: str, megabytes: int | None, temporary: str) -> None:
    """Do jobs until the pipe is closed, with temporary files in a folder. A message is a kind and a content."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked: the pool ends this process
    with open(os.devnull, "wb") as nowhere:  # discards output, for instance on lack of memory
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    tempfile.tempdir = temporary
    try:
        bound_memory(megabytes)
        connection.send((_ALIVE, ""))
        while True:
            connection.send((_DONE, do(connection.recv(), root, connection.send)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    except (*OUT_OF_MEMORY, ImportError, SyntaxError):  # a job's modules exist, so only memory can lack
        os._exit(LACKS_MEMORY)


def do(job: Any, root: str, send: Callable[..., object]) -> Any:  # noqa: ANN401
    """Do a job, and return its result or failure. Raises ``MemoryError`` if memory lacks, to end the process."""
    try:
        return job.result(root, send)
    except Exception as error:  # archives come from strangers, and the other jobs go on
        if lacks_memory(error):
            raise MemoryError from error
        problem = describe(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
        return job.failed(relative(root, problem))


class _Process:
    """A process, and the number and content of its current job, None if it is idle."""

    def __init__(self, root: str, megabytes: int | None, temporary: str) -> None:
        context = multiprocessing.get_context("spawn")  # the same on all systems, and the process inherits nothing
        self.connection, other = context.Pipe()
        self.child = context.Process(target=work, args=(other, root, megabytes, temporary), daemon=True)
        self.child.start()
        other.close()
        self.number = -1
        self.job: Any = None
        self.deadline = 0.0

    def end(self) -> str:
        """End the process, and return how it ended."""
        self.connection.close()
        self.child.kill()
        self.child.join()
        status = self.child.exitcode
        if status == LACKS_MEMORY:
            return "needs more memory than there is or --memory allows"
        return f"{ENDED} ({f'signal {-status}' if status and status < 0 else f'exit status {status}'})"


class Pool:
    """Up to ``processes`` that do jobs for an archive; ``timeout`` seconds bound a job, ``megabytes`` a process.

    ``tell`` is called with what a search for causes tries. The end of a ``with`` statement ends the processes.
    """

    def __init__(self, root: str, processes: int, timeout: float, megabytes: int | None) -> None:
        self.setting = root, timeout, megabytes
        self._most = processes
        self._limit = timeout  # seconds of each job
        self.tell: Callable[[str], object] = len
        self._processes: list[_Process] = []
        self._temporary = ""  # a folder, because a killed process does not remove its files
        self._held = contextlib.ExitStack()

    def __enter__(self) -> Pool:
        cleanups.append(self._end)
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        cleanups.remove(self._end)

    def _end(self) -> None:
        for process in self._processes:
            process.end()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)
        self._held.close()

    def call(self, file: str, function: Callable[..., R], *arguments: object) -> R:
        """Return what a function of a module returns in a process; its time limit is at least ``MIN_ARCHIVE_S``.

        Raises :class:`InputError` if the function does; if it fails or does not end, the error names ``file``.
        """
        (result,) = self.calls(function, [arguments], MIN_ARCHIVE_S)
        if isinstance(result, InputError):
            result.file = file if result.file is None else result.file
            raise result
        return result

    def calls(
        self, function: Callable[..., R], each: Iterable[Sequence[Any]], least: float = 0
    ) -> list[R | InputError]:
        """Return what a function returns for each sequence of arguments, or the error that prevented it."""
        calls = (Call(function, *arguments) for arguments in each)
        return [found for _, found in sorted(self.results(enumerate(calls), least))]

    def results(self, jobs: Iterable[tuple[int, Any]], least: float = 0) -> Iterator[tuple[int, Any]]:
        """Yield number and result of each job as soon as they are known. A job may take at least ``least`` seconds."""
        self._limit = max(self.setting[1], least)
        waiting = iter(jobs)
        while busy := self._fill(waiting):
            left = min(process.deadline for process in busy) - time.monotonic()
            ready = wait([process.connection for process in busy], min(left, _MAX_WAIT_S))
            for process in busy:
                result = None
                if process.connection in ready:
                    result = self._received(process)
                elif time.monotonic() >= process.deadline:
                    self._processes.remove(process)
                    process.end()
                    result = process.job.failed(f"not done within {self._limit:g} s; raise --timeout")
                if result is not None:
                    yield process.number, result

    def _fill(self, waiting: Iterator[tuple[int, Any]]) -> list[_Process]:
        """Give a job to each idle process, starting more if needed, and return the busy ones."""
        idle = [process for process in self._processes if process.job is None]
        while (idle or len(self._processes) < self._most) and (following := next(waiting, None)):
            process, start_up = (idle.pop(), 0.0) if idle else (self._new_process(), _START_S)
            process.number, process.job = following
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has ended; the next read shows this
                process.connection.send(process.job)
            process.deadline = time.monotonic() + self._limit + start_up
        return [process for process in self._processes if process.job is not None]

    def _new_process(self) -> _Process:
        root, _, megabytes = self.setting
        try:  # in a new folder, because a new process searches its working directory for modules
            if not self._temporary:
                self._make_temporary()
            with working_in(self._temporary):
                if sys.platform != "win32":
                    resource_tracker.ensure_running()  # before ``Held``, because it lets signals through
                with Held():
                    self._processes.append(_Process(root, megabytes, self._temporary))
        except OSError as error:
            problem = f"cannot start a process ({describe(error)}); free memory, or use fewer --jobs"
            raise InputError(problem, status=UNSCORED) from error
        return self._processes[-1]

    def _make_temporary(self) -> None:
        """Make the folder of temporary files, and remove those of killed runs."""
        parent = tempfile.gettempdir()
        for left in left_folders(parent, _TEMPORARY):
            shutil.rmtree(left, ignore_errors=True)
        with Held():
            self._temporary = new_folder(parent, _TEMPORARY, self._held)

    def _received(self, process: _Process) -> Any:  # noqa: ANN401
        """Receive a message; return the job's result if it is final or the process has ended, or else None."""
        try:
            kind, content = process.connection.recv()
        except (EOFError, OSError):
            self._processes.remove(process)
            process.child.join(_END_S)  # because it may be ending by itself
            return process.job.failed(process.end())
        process.deadline = time.monotonic() + self._limit
        if kind == TRIAL:
            self.tell(content)
        elif kind == FIRST:
            process.job.first = content
        elif kind == _DONE:
            process.job = None
            return content
        return None


class Call(partial[R]):
    """A call of a function as a job; the result is that of the function, or an error."""

    def result(self, *_: object) -> R | InputError:
        """Call the function; this runs in a process of the pool."""
        try:
            return self()
        except InputError as error:
            return error

    def failed(self, message: str) -> InputError:
        """Return the error if the function fails, or the process ends or hangs."""
        return InputError(message, status=UNSCORED)


class Cluster:
    """Scores submissions of an archive as ``pool`` does, on the workers of the cluster at ``address``.

    Raises :class:`InputError` if the cluster cannot be reached, loses all workers, or has another release of the suite.
    """

    def __init__(self, address: str, pool: Pool) -> None:
        self._address = address
        self._here = pool
        connect = partial(_distributed().Client, address, timeout=_MAX_SILENCE_S, set_as_default=False)
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

    def results(self, jobs: Iterable[tuple[int, ScoringJob]]) -> Iterator[tuple[int, Result]]:
        """Yield the number and the result of each job as soon as the result is known, in any order."""
        executor = self._client.get_executor(pure=False)
        sent: dict[_Future, tuple[int, ScoringJob]] = {}
        for number, job in jobs:
            call = _Parcel(pickle.dumps((VERSION, self._here.setting, pickle.dumps(job))))
            sent[executor.submit(pickle.loads, pickle.dumps(call))] = number, job
        left: list[tuple[int, ScoringJob]] = []
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
        signed = result.record.signature
        is_same = not signed or current(root, [(submission, result.inputs, signed)]) == [True]
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


def _distributed() -> Any:  # noqa: ANN401
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
    command = [sys.executable, "-c", "from legacy_scorers.rescore.archive.pool import help_worker; help_worker()"]
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
