"""Processes forked from one that has the modules of all commands, in the place of a new interpreter for each."""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext, ForkServerContext, ForkServerProcess
from subprocess import TimeoutExpired
from typing import TypeVar

from legacy_scorers.rescore.archive.worker import work
from tests.golden_cases import ROOT
from tests.running import HANGS_S, working_in

MAX_CPU_S = 60
MAX_BYTES = 2**30
Word = TypeVar("Word")
Result = TypeVar("Result")


class Process(ForkServerProcess):
    """A process with the environment of who starts it, not of the server; no signals are blocked as there."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._environment = dict(os.environ)
        with working_in(ROOT):  # where the server finds the modules; elsewhere it would silently go without them
            forkserver.ensure_running()

    def run(self) -> None:
        gc.freeze()  # what the server has is in use until the end
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.environ.clear()
        os.environ.update(self._environment)
        super().run()


class Context(ForkServerContext):
    """Starts such processes."""

    Process = Process


class Worker:
    """A process for the jobs of rescore, with as much of ``subprocess.Popen`` as a pool uses."""

    def __init__(self, context: BaseContext, folder: str) -> None:
        asked, jobs = context.Pipe(duplex=False)
        answers, answered = context.Pipe(duplex=False)
        self._process = context.Process(  # type: ignore[attr-defined]  # each context has one
            target=_work, args=(folder, asked, answered), daemon=True
        )
        self._process.start()
        self.stdin, self.stdout = os.fdopen(os.dup(jobs.fileno()), "wb"), os.fdopen(os.dup(answers.fileno()), "rb")
        for connection in (asked, jobs, answers, answered):
            connection.close()

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutExpired("work", timeout or 0.0)
        return int(self._process.exitcode)

    def kill(self) -> None:
        self._process.kill()


def _work(folder: str, asked: Connection, answered: Connection) -> None:
    os.chdir(folder)
    for number, connection in enumerate((asked, answered)):
        os.dup2(connection.fileno(), number)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - as in a new interpreter
    work()


def results_of(function: Callable[[Word], Result], words: Sequence[Word]) -> list[Result]:
    """Call a function with each word, in one process that may use ``MAX_CPU_S`` and ``MAX_BYTES``.

    A process that ends before it is done is an error that names the word at which it did.
    """
    receiver, sender = Context().Pipe(duplex=False)
    process = Context().Process(target=_send_results, args=(function, words, sender))
    process.start()
    sender.close()
    found: list[Result] = []
    try:
        while receiver.poll(HANGS_S):
            found.append(receiver.recv())
    except EOFError:
        process.join(HANGS_S)
    process.kill()
    process.join()
    assert len(found) == len(words), f"exit status {process.exitcode} at {words[len(found)]}"
    return found


def _send_results(function: Callable[[Word], Result], words: Sequence[Word], sender: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    for word in words:
        sender.send(function(word))
