"""Processes forked from one that has the modules of all commands, in the place of a new interpreter for each."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Mapping, Sequence
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext, ForkServerContext, ForkServerProcess
from pathlib import Path
from subprocess import TimeoutExpired

from legacy_scorers.rescore.archive.worker import work
from tests.golden_cases import ROOT
from tests.running import Run, call_main, variables, working_in

MAX_CPU_S = 60
MAX_BYTES = 2**30
HANGS_S = 900.0  # of any clock, on a machine however busy


class Process(ForkServerProcess):
    """A process with the environment of who starts it, not of the server."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self._environment = dict(os.environ)
        with working_in(ROOT):  # where the server finds the modules; elsewhere it would silently go without them
            forkserver.ensure_running()

    def run(self) -> None:
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


def run_forked(program: str, words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Run:
    """Run a command in ``folder``, in a process of its own that may use ``MAX_CPU_S`` and ``MAX_BYTES``."""
    with tempfile.TemporaryDirectory() as place, variables(environment):
        stdout, stderr = [Path(place, name) for name in ("stdout", "stderr")]
        process = Context().Process(target=_score, args=(program, words, folder, stdout, stderr))
        process.start()
        process.join(HANGS_S)
        process.kill()
        process.join()
        assert process.exitcode is not None
        return Run(process.exitcode, stdout.read_bytes(), stderr.read_bytes(), {})


def _score(program: str, words: Sequence[str], folder: Path, *streams: Path) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_CPU_S, MAX_CPU_S))
    for number, stream in enumerate((Path(os.devnull), *streams)):
        os.dup2(os.open(stream, os.O_RDWR | os.O_CREAT), number)
    os.chdir(folder)
    sys.exit(call_main(program, words))
