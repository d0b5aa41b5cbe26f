"""Measure every command and print one table: ``python -m benchmarks.run [PACKAGE ...]``."""

from __future__ import annotations

import importlib
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tabulate import tabulate

from benchmarks.measure import Benchmark, Measure, bare_interpreter, command_line, measure

PACKAGES = ("scorer2", "faireval", "iobes", "mat_score", "muc_scorer", "rescore")
HEADERS = ["command", "what", "original", "wanted", "ours", "memory", "tenfold input", "within"]
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
            yield [package, benchmark.name, benchmark.original, wanted(benchmark), benchmark.reason, "-", "-", "-"]
            continue
        print(f"... {package}: {benchmark.name}", file=sys.stderr)
        best = measured(benchmark.prepare, benchmark)
        ours = shown(benchmark, best, bare)
        within = "yes" if is_within(benchmark, best, bare) else "no"
        yield [package, benchmark.name, benchmark.original, wanted(benchmark), *ours, growth(benchmark, best), within]


def measured(prepare: Callable[[Path], list[str]], benchmark: Benchmark) -> Measure:
    """Measure the benchmark on the input that ``prepare`` writes."""
    with tempfile.TemporaryDirectory() as folder:
        words = command_line(prepare(Path(folder)))
        first = measure(words, Path(folder), benchmark.environment, 1)
        runs = 20 if first.seconds < SHORT_RUN else 3
        return measure(words, Path(folder), benchmark.environment, runs)


def growth(benchmark: Benchmark, best: Measure) -> str:
    """Return how many times the time and the memory are taken by ten times the input."""
    if benchmark.tenfold is None:
        return "-"
    grown = measured(benchmark.tenfold, benchmark)
    return f"{grown.seconds / best.seconds:.1f} x time, {grown.megabytes / best.megabytes:.1f} x memory"


def wanted(benchmark: Benchmark) -> str:
    """Return the limits of the benchmark as text."""
    limits = [
        f"{benchmark.wanted_startups:g} x bare" if benchmark.wanted_startups else "",
        f"{benchmark.wanted_seconds:g} s" if benchmark.wanted_seconds else "",
        f"{benchmark.wanted_megabytes:g} MB" if benchmark.wanted_megabytes else "",
    ]
    return ", ".join(limit for limit in limits if limit) or "-"


def shown(benchmark: Benchmark, best: Measure, bare: Measure) -> list[str]:
    """Return the measured time and memory as text, the time of start-up as a multiple of a bare interpreter's."""
    seconds = f"{best.seconds / bare.seconds:.2f} x bare" if benchmark.wanted_startups else f"{best.seconds:.2f} s"
    return [seconds, f"{best.megabytes:.0f} MB"]


def is_within(benchmark: Benchmark, best: Measure, bare: Measure) -> bool:
    """Say whether the figures are within all limits that are set."""
    return (
        (benchmark.wanted_seconds is None or best.seconds <= benchmark.wanted_seconds)
        and (benchmark.wanted_megabytes is None or best.megabytes <= benchmark.wanted_megabytes)
        and (benchmark.wanted_startups is None or best.seconds <= benchmark.wanted_startups * bare.seconds)
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
