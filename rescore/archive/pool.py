"""Processes that score submissions of an archive, within limits of time and memory.

One that ends or hangs is replaced, which no pool of the standard library does.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.signals import Held
from legacy_scorers.rescore.archive.worker import DONE, END_S, TRIAL, Arrived, Setting, Worker
from legacy_scorers.rescore.drafts import left_folders, new_folder
from legacy_scorers.rescore.process import UNSCORED, cleanups

R = TypeVar("R")

MIN_ARCHIVE_S = 60.0  # least time limit of a job for a whole archive, in seconds
_START_S = 60.0  # seconds that a process may take to start
_MAX_WAIT_S = 3600.0  # seconds of one wait; systems bound it
_TEMPORARY = ".rescore-"  # how the names of folders of temporary files begin


class Pool:
    """Up to ``processes`` that do jobs for an archive; ``timeout`` seconds bound a job, ``megabytes`` a process.

    ``tell`` is called with what a search for causes tries. The end of a ``with`` statement ends the processes.
    """

    def __init__(self, root: str, processes: int, timeout: float, megabytes: int | None) -> None:
        self.setting = root, timeout, megabytes
        self._most = processes
        self._limit = timeout  # seconds of each job
        self.tell: Callable[[str], object] = lambda text: None
        self._workers: list[Worker] = []
        self._arrived: Arrived = SimpleQueue()
        self._temporary = ""  # a folder, because a killed process does not remove its files
        self._held = contextlib.ExitStack()

    def __enter__(self) -> Pool:
        cleanups.append(self._end)
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        cleanups.remove(self._end)

    def _end(self) -> None:
        for worker in self._workers:
            worker.end()
        if self._temporary:
            shutil.rmtree(self._temporary, ignore_errors=True)
        self._held.close()

    def start(self) -> None:
        """Start a process, which loads what it needs for a :meth:`call` while this one does other things."""
        self._new_worker()

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
            left = min(worker.deadline for worker in busy) - time.monotonic()
            try:
                worker, message = self._arrived.get(timeout=min(max(0.0, left), _MAX_WAIT_S))
            except Empty:
                for worker in busy:
                    if time.monotonic() >= worker.deadline:
                        self._workers.remove(worker)
                        worker.end()
                        yield worker.number, worker.job.failed(f"not done within {self._limit:g} s; raise --timeout")
                continue
            number = worker.number
            result = self._result_in(worker, message) if worker in self._workers else None
            if result is not None:
                self._fill(waiting)  # so that the process does not wait while the result is looked at
                yield number, result

    def _fill(self, waiting: Iterator[tuple[int, Any]]) -> list[Worker]:
        """Give a job to each idle process, starting more if needed, and return the busy ones."""
        idle = [worker for worker in self._workers if worker.job is None]
        while (idle or len(self._workers) < self._most) and (following := next(waiting, None)):
            worker, start_up = (idle.pop(), 0.0) if idle else (self._new_worker(), _START_S)
            worker.give(*following, self._limit + start_up)
        return [worker for worker in self._workers if worker.job is not None]

    def _new_worker(self) -> Worker:
        root, _, megabytes = self.setting
        try:
            if not self._temporary:
                self._make_temporary()
            self._workers.append(Worker(Setting(root, megabytes, self._temporary), self._arrived))
        except OSError as error:
            problem = f"cannot start a process ({error.strerror}); free memory, or use fewer --jobs"
            raise InputError(problem, status=UNSCORED) from error
        return self._workers[-1]

    def _make_temporary(self) -> None:
        """Make the folder of temporary files, and remove those of killed runs."""
        parent = tempfile.gettempdir()
        for left in left_folders(parent, _TEMPORARY):
            shutil.rmtree(left, ignore_errors=True)
        with Held():
            self._temporary = new_folder(parent, _TEMPORARY, self._held)

    def _result_in(self, worker: Worker, message: Any) -> Any:  # noqa: ANN401
        """Return the result of a job if a message is one, or None; an idle process that has ended has none."""
        if message is None:
            self._workers.remove(worker)
            ending = worker.end(END_S)
            return worker.job and worker.job.failed(ending)
        worker.deadline = time.monotonic() + self._limit
        kind, content = message
        if kind == TRIAL:
            self.tell(content)
        elif kind == DONE:
            worker.job = None
            return content
        return None


def root_of(path: str) -> str:
    """Return the folder that all paths of an archive are relative to, without links; nothing is read."""
    return os.path.realpath(path if os.path.isdir(path) else os.path.dirname(path) or os.curdir)


def pool_of(archive: str, jobs: int | None, timeout: float, memory: int | None) -> Pool:
    """Return a pool of processes that read and score an archive, by default one for each processor that we may use."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return Pool(root_of(archive), jobs or processors, timeout, memory)


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
