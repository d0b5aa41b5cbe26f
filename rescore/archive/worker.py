"""A process that does jobs for an archive: how it is started, what it is told, and what it answers.

It is a new interpreter in an empty folder, because Python searches its working folder for modules, and libraries look
there for settings. Messages are pickled objects: to the process its setting and then jobs, from it pairs of a kind and
a content.
"""

from __future__ import annotations

import contextlib
import errno
import os
import pickle
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from math import inf
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from typing import Any, NamedTuple, TypeAlias

from legacy_scorers.common.cli import OUT_OF_MEMORY
from legacy_scorers.common.errors import describe
from legacy_scorers.common.signals import Held
from legacy_scorers.rescore.process import GARBAGE_INTERVAL, LACKS_MEMORY, bound_memory, end_with_parent, lacks_memory
from legacy_scorers.rescore.reports.words import relative

ENDED = "its process ended unexpectedly"
ALIVE, TRIAL, DONE = "alive", "trial", "done"  # kinds of messages: a process has started, what it tries, a result
END_S = 1.0  # seconds that a process may take to end
_LOADED = "submissions, worker"  # the first is needed for most archives
_MAIN = f"""
import gc, sys
gc.set_threshold({GARBAGE_INTERVAL})
sys.path[:] = sys.argv[1:]
from legacy_scorers.rescore.archive import {_LOADED}
worker.work()
"""
_HIDDEN = ("MPLBACKEND", "MATPLOTLIBRC", "SOURCE_DATE_EPOCH")  # variables that would change a picture
_FOLDERS = ("HOME", "MPLCONFIGDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME")  # which count only if they are absolute


class Setting(NamedTuple):
    """What a process is told first: the archive, the most megabytes, if bounded, and a folder for temporary files."""

    root: str
    megabytes: int | None
    temporary: str


Arrived: TypeAlias = SimpleQueue[tuple["Worker", Any]]  # a message of a process, None when it has ended


class Worker:
    """A process, and the number and content of its current job, which is None if it is idle.

    It is given up at ``deadline``, in seconds of the monotonic clock. Raises ``OSError`` if it cannot be started.
    """

    def __init__(self, setting: Setting, arrived: Arrived) -> None:
        self.number = -1
        self.job: Any = None
        self.deadline = inf
        with Held():  # the process and the thread inherit what is blocked
            self._child = start(setting.temporary)
            self._receiver = threading.Thread(target=self._receive, args=(arrived,), daemon=True)
            try:
                self._receiver.start()
            except RuntimeError as error:
                self._child.kill()
                raise OSError(errno.ENOMEM, str(error)) from error
        self._send(setting)

    def give(self, number: int, job: object, seconds: float) -> None:
        """Give it a job for which it has some seconds."""
        self.number, self.job = number, job
        self.deadline = time.monotonic() + seconds
        self._send(job)

    def _send(self, message: object) -> None:
        assert self._child.stdin is not None
        left = memoryview(pickle.dumps(message))  # past the buffer, of whose loss Python 3.13 complains
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # it has ended, which is its next message
            while left:
                left = left[os.write(self._child.stdin.fileno(), left) :]

    def _receive(self, arrived: Arrived) -> None:
        assert self._child.stdout is not None
        with (
            contextlib.suppress(EOFError, OSError, pickle.UnpicklingError),  # it was ended, perhaps within a message
            self._child.stdout as answers,
        ):
            while True:
                arrived.put((self, pickle.load(answers)))
        arrived.put((self, None))

    def end(self, wait_s: float = 0.0) -> str:
        """End the process, which may be ending by itself for some seconds, and return how it ended."""
        with contextlib.suppress(TimeoutExpired):
            self._child.wait(wait_s)
        self._child.kill()
        status = self._child.wait()
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._receiver.join(END_S)
        if status == LACKS_MEMORY:
            return "needs more memory than there is or --memory allows"
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        return f"{ENDED} ({how}); more --memory may help"


def start(folder: str) -> Popen[bytes]:
    """Start a process that calls :func:`work` in a folder; it finds modules where this one does."""
    hidden = [*_HIDDEN, *[name for name in _FOLDERS if not os.path.isabs(os.environ.get(name, os.sep))]]
    variables = {name: value for name, value in os.environ.items() if name not in hidden}
    command = [os.path.abspath(sys.executable), "-c", _MAIN, *map(os.path.abspath, sys.path)]
    return Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=folder, env=variables)


def work() -> None:
    """Do the jobs that standard input holds, until it ends, and answer on what is the standard output so far."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked: the pool ends this process
    end_with_parent()
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "wb") as nowhere:  # discards output, for instance on lack of memory
        os.dup2(nowhere.fileno(), 1)

    def send(message: tuple[str, object]) -> None:
        pickle.dump(message, answers)
        answers.flush()

    try:
        setting: Setting = pickle.load(asked)
        tempfile.tempdir = setting.temporary
        bound_memory(setting.megabytes)
        send((ALIVE, ""))
        while True:
            send((DONE, do(pickle.load(asked), setting.root, send)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        os._exit(0)  # the answers that nobody reads are not written at the end
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
