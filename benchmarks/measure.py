"""What a benchmark is, and the measuring of one whole process: wall time and peak memory, best of several runs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Benchmark(NamedTuple):
    """One measured command.

    ``prepare`` writes the input into an empty folder, which becomes the working directory, and returns the words to
    run: the command's name in ``bin/`` first, or ``-m`` and a module. ``original`` quotes the original's recorded figure,
    ``wanted_seconds`` and ``wanted_megabytes`` are the limits set for this suite; start-up limits are multiples of a
    bare interpreter, given as ``wanted_startups``. ``reason`` says why a benchmark cannot run here, if it cannot.
    """

    name: str
    prepare: Callable[[Path], list[str]]
    original: str = "-"
    wanted_seconds: float | None = None
    wanted_megabytes: float | None = None
    wanted_startups: float | None = None
    environment: tuple[tuple[str, str], ...] = ()
    reason: str = ""


class Measure(NamedTuple):
    """Wall time in seconds and peak resident memory in megabytes of a whole process."""

    seconds: float
    megabytes: float


def command_line(words: list[str]) -> list[str]:
    """Return the process's words for ``words`` of a benchmark."""
    program, *rest = words
    if program.startswith("-"):
        return [sys.executable, *words]
    return [sys.executable, "-I", str(ROOT / "bin" / program), *rest]


def measure(words: list[str], folder: Path, environment: tuple[tuple[str, str], ...], runs: int) -> Measure:
    """Run the command ``runs`` times and return its best time and its largest memory."""
    seconds, megabytes = float("inf"), 0.0
    for _ in range(runs):
        start = time.perf_counter()
        process = subprocess.Popen(
            words,
            cwd=folder,
            env={**os.environ, **dict(environment)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = min(seconds, time.perf_counter() - start)
        process.returncode = os.waitstatus_to_exitcode(status)
        megabytes = max(megabytes, usage.ru_maxrss / 1024)
    return Measure(seconds, megabytes)


def bare_interpreter(runs: int = 20) -> Measure:
    """Measure ``python3 -I -c pass``, the unit of start-up figures."""
    return measure([sys.executable, "-I", "-c", "pass"], ROOT, (), runs)
