"""What a benchmark is, and the measuring of a whole process: wall time and peak memory."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Benchmark(NamedTuple):
    """One measured command.

    ``prepare`` writes the input into an empty folder, which becomes the working directory, and returns the words to
    run: the command's name in ``bin/`` first, or ``-m`` and a module. ``original`` quotes the original's recorded
    figure, ``wanted_seconds`` and ``wanted_megabytes`` are the limits set for this suite; start-up limits are
    multiples of a bare interpreter, given as ``wanted_startups``. ``tenfold`` prepares ten times the input, to see how
    time and memory grow. ``reason`` says why a benchmark cannot run here, if it cannot. ``standard_input`` is a file in
    the folder.
    """

    name: str
    prepare: Callable[[Path], list[str]]
    original: str = "-"
    wanted_seconds: float | None = None
    wanted_megabytes: float | None = None
    wanted_startups: float | None = None
    environment: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    tenfold: Callable[[Path], list[str]] | None = None
    standard_input: str = os.devnull


class Measure(NamedTuple):
    """Wall time in seconds and peak resident memory in megabytes of a whole process."""

    seconds: float
    megabytes: float


# A process counts the memory of the one that started it as its own peak, so a small one starts what is measured.
LAUNCHER = """
import os, sys, time
start = time.perf_counter()
process = os.fork()
if not process:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.execv(sys.argv[1], sys.argv[1:])
usage = os.wait4(process, 0)[2]
print(time.perf_counter() - start, usage.ru_maxrss / 1024)
"""


BARE = [sys.executable, "-I", "-c", "pass"]  # the unit of start-up figures


def command_line(words: list[str], checkout: Path = ROOT) -> list[str]:
    """Return the process's words for ``words`` of a benchmark, run with the project as it is in ``checkout``."""
    program, *rest = words
    if program.startswith("-"):
        return [sys.executable, *[word.replace(str(ROOT), str(checkout)) for word in words]]
    return [sys.executable, "-I", str(checkout / "bin" / program), *rest]


class Process(NamedTuple):
    """A process to measure: its words, its working directory and what its environment has besides ours."""

    words: list[str]
    folder: Path
    environment: tuple[tuple[str, str], ...] = ()
    standard_input: str = os.devnull

    @classmethod
    def of(cls, benchmark: Benchmark, words: list[str], folder: Path, checkout: Path) -> Process:
        """Return the process that runs the words of a benchmark with the project as it is in ``checkout``."""
        environment = [(name, value.replace(str(ROOT), str(checkout))) for name, value in benchmark.environment]
        return cls(command_line(words, checkout), folder, tuple(environment), benchmark.standard_input)

    def measure(self) -> Measure:
        """Run the process once."""
        launcher = [sys.executable, "-I", "-S", "-c", LAUNCHER, *self.words]
        environment = {**os.environ, **dict(self.environment)}
        with open(self.folder / self.standard_input, "rb") as stdin:
            done = subprocess.run(
                launcher, cwd=self.folder, env=environment, stdin=stdin, capture_output=True, check=True
            )
        seconds, megabytes = map(float, done.stdout.split())
        return Measure(seconds, megabytes)
