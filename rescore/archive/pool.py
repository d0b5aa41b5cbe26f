"""Processes that score submissions; one that ends or hangs is replaced, which no pool of the standard library does."""

from __future__ import annotations

import contextlib
import multiprocessing
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from common.cli import describe
from common.errors import InputError
from common.signals import Held
from rescore.archive.worker import DONE, FIRST, TRIAL, work
from rescore.process import LACKS_MEMORY, cleanups, working_in
from rescore.statuses import UNSCORED

R = TypeVar("R")
_END_S = 1.0  # seconds that a process may take to end
_MAX_WAIT_S = 3600.0  # seconds of one wait; systems bound it
_START_S = 60.0  # seconds that a process may take to start
ENDED = "its process ended unexpectedly"
NEEDS_MEMORY = "needs more memory than there is or --memory allows"
MIN_ARCHIVE_S = 60.0  # least time limit of a job for a whole archive, in seconds


class _Process:
    """A process, and the number and content of its current job, None if it is idle."""

    def __init__(self, root: str, megabytes: int | None, temporary: str) -> None:
        context = multiprocessing.get_context("spawn")  # the same on all systems, and the process inherits nothing
        self.connection, other = context.Pipe()
        self._process = context.Process(target=work, args=(other, root, megabytes, temporary), daemon=True)
        self._process.start()
        other.close()
        self.number = -1
        self.job: Any = None
        self.deadline = 0.0
        self.start_up = _START_S  # more seconds for a job until the process sends something

    def end(self, wait_s: float = 0.0) -> str:
        """End the process unless it ends by itself within some seconds, and return how it ended."""
        self.connection.close()
        self._process.join(wait_s)
        self._process.kill()
        self._process.join()
        status = self._process.exitcode
        if status == LACKS_MEMORY:
            return NEEDS_MEMORY
        return f"{ENDED} ({f'signal {-status}' if status and status < 0 else f'exit status {status}'})"


class Pool:
    """Up to ``processes`` that do jobs for an archive, each in at most ``timeout`` seconds and some ``megabytes``.

    ``tell`` is called with what a search for causes tries. The end of a ``with`` statement ends the processes.
    """

    def __init__(self, root: str, processes: int, timeout: float, megabytes: int | None) -> None:
        self.setting = root, timeout, megabytes
        self._most = processes
        self._limit = timeout  # of each job
        self.tell: Callable[[str], object] = len
        self._processes: list[_Process] = []
        self._temporary = ""  # a folder, because a killed process does not remove its files

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

    def call(self, file: str, function: Callable[..., R], *arguments: object) -> R:
        """Return what a function of a module returns in a process; its time limit is at least ``MIN_ARCHIVE_S``.

        Raises :class:`InputError` if the function does; if it fails or does not end, the error names ``file``.
        """
        ((_, result),) = self.results([(0, Call(function, arguments, file))], MIN_ARCHIVE_S)
        if isinstance(result, InputError):
            raise result
        found: R = result
        return found

    def calls(
        self, function: Callable[..., R], each: Iterable[Sequence[Any]], least: float = 0
    ) -> list[R | InputError]:
        """Return what a function returns for each sequence of arguments, or the error that prevented it."""
        calls = (Call(function, arguments) for arguments in each)
        return [found for _, found in sorted(self.results(enumerate(calls), least))]

    def results(self, jobs: Iterable[tuple[int, Any]], least: float = 0) -> Iterator[tuple[int, Any]]:
        """Yield number and result of each job (:class:`Call`, ``ScoringJob``) as soon as they are known.

        A job may take at least ``least`` seconds.
        """
        self._limit = max(self.setting[1], least)
        waiting = iter(jobs)
        while busy := self._fill(waiting):
            left = min(process.deadline for process in busy) - time.monotonic()
            ready = wait([process.connection for process in busy], min(max(0.0, left), _MAX_WAIT_S))
            for process in busy:
                result = None
                if process.connection in ready:
                    result = self._heard(process)
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
            process = idle.pop() if idle else self._new_process()
            process.number, process.job = following
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has ended; the next read shows this
                process.connection.send(process.job)
            process.deadline = time.monotonic() + self._limit + process.start_up
        return [process for process in self._processes if process.job is not None]

    def _new_process(self) -> _Process:
        root, _, megabytes = self.setting
        try:  # in a new folder, because a new process searches its working directory for modules
            with Held():
                self._temporary = self._temporary or tempfile.mkdtemp(prefix="rescore-")
            with working_in(self._temporary):
                if sys.platform != "win32":
                    resource_tracker.ensure_running()  # before ``Held``, because it lets signals through
                with Held():
                    self._processes.append(_Process(root, megabytes, self._temporary))
        except OSError as error:
            problem = f"cannot start a process ({describe(error)}); free memory, or use fewer --jobs"
            raise InputError(problem, status=UNSCORED) from error
        return self._processes[-1]

    def _heard(self, process: _Process) -> Any:  # noqa: ANN401
        """Receive a message; return the job's result if it is final or the process has ended, or else None."""
        try:
            kind, content = process.connection.recv()
        except (EOFError, OSError):
            self._processes.remove(process)
            return process.job.failed(process.end(_END_S))
        process.deadline = time.monotonic() + self._limit
        process.start_up = 0.0
        if kind == TRIAL:
            self.tell(content)
        elif kind == FIRST:
            process.job.first = content
        elif kind == DONE:
            process.job = None
            return content
        return None


@dataclass
class Call(Generic[R]):
    """A function and its arguments; the result is that of the function, or an error that names ``file``."""

    function: Callable[..., R]
    arguments: Sequence[Any]
    file: str | None = None

    def result(self, *_: object) -> R | InputError:
        """Call the function; this runs in a process of the pool."""
        try:
            return self.function(*self.arguments)
        except InputError as error:
            return error

    def failed(self, message: str) -> InputError:
        """Return the error if the function fails, or the process ends or hangs."""
        return InputError(message, self.file, None, UNSCORED)
