"""Measure every command and print one table: ``python -m benchmarks.run [PACKAGE ...]``."""

from __future__ import annotations

import importlib
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tabulate import tabulate

from benchmarks.measure import Benchmark, Measure, bare_interpreter, command_line, measure

PACKAGES = ("scorer2", "faireval", "iobes", "mat_score", "muc_scorer")
HEADERS = ["command", "what", "original", "wanted", "ours", "memory", "within"]
SHORT_RUN = 0.3  # seconds; below it a run is repeated often, since noise would decide


def main(packages: list[str]) -> int:
    """Print the table for the named packages, or all; exit status 1 if a figure is missed."""
    bare = bare_interpreter()
    print(f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}")
    print(f"bare interpreter: {bare.seconds * 1000:.1f} ms, {bare.megabytes:.0f} MB\n")
    rows = [row for package in packages or PACKAGES for row in rows_of(package, bare)]
    print(tabulate(rows, headers=HEADERS, tablefmt="github", disable_numparse=True))
    return int(any(row[-1] == "no" for row in rows))


def rows_of(package: str, bare: Measure) -> Iterator[list[str]]:
    """Yield one row of the table for every benchmark of the package."""
    benchmarks: list[Benchmark] = importlib.import_module(f"benchmarks.{package}").BENCHMARKS
    for benchmark in benchmarks:
        if benchmark.reason:
            yield [package, benchmark.name, benchmark.original, wanted(benchmark), benchmark.reason, "-", "-"]
            continue
        print(f"... {package}: {benchmark.name}", file=sys.stderr)
        with tempfile.TemporaryDirectory() as folder:
            words = command_line(benchmark.prepare(Path(folder)))
            first = measure(words, Path(folder), benchmark.environment, 2)
            runs = 20 if first.seconds < SHORT_RUN else 3
            best = measure(words, Path(folder), benchmark.environment, runs)
        yield [package, benchmark.name, benchmark.original, wanted(benchmark), *judged(benchmark, best, bare)]


def wanted(benchmark: Benchmark) -> str:
    """Return the limits of the benchmark as text."""
    limits = [
        f"{benchmark.wanted_startups:g} x bare" if benchmark.wanted_startups else "",
        f"{benchmark.wanted_seconds:g} s" if benchmark.wanted_seconds else "",
        f"{benchmark.wanted_megabytes:g} MB" if benchmark.wanted_megabytes else "",
    ]
    return ", ".join(limit for limit in limits if limit) or "-"


def judged(benchmark: Benchmark, best: Measure, bare: Measure) -> list[str]:
    """Return the measured time and memory as text, and whether they are within the limits."""
    startups = best.seconds / bare.seconds
    within = (
        best.seconds <= (benchmark.wanted_seconds or best.seconds)
        and best.megabytes <= (benchmark.wanted_megabytes or best.megabytes)
        and startups <= (benchmark.wanted_startups or startups)
    )
    time = f"{startups:.2f} x bare" if benchmark.wanted_startups else f"{best.seconds:.2f} s"
    return [time, f"{best.megabytes:.0f} MB", "yes" if within else "no"]


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
