"""Measure every command and print one table: ``python -m benchmarks.run [--against CHECKOUT] [PACKAGE ...]``.

With another checkout of the project both are measured in turn, run by run, and the table has the ratio of their times.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tabulate import tabulate

from benchmarks.measure import ROOT, Benchmark, Measure, bare_interpreter, command_line, measure

PACKAGES = ("scorer2", "faireval", "iobes", "mat_score", "muc_scorer", "rescore", "archives")
HEADERS = ["command", "what", "original", "wanted", "ours", "memory", "tenfold input", "within"]
COMPARED = ["command", "what", "before", "ours", "ratio", "memory before", "memory"]
SHORT_RUN = 0.3  # seconds; below it a run is repeated often, since noise would decide


def main(arguments: list[str]) -> int:
    """Print the table for the named packages, or all; exit status 1 if a figure is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run")
    parser.add_argument("--against", metavar="CHECKOUT", type=Path, help="measure another checkout in turn with this")
    parser.add_argument("packages", metavar="PACKAGE", nargs="*", help=f"of {', '.join(PACKAGES)}; all by default")
    options = parser.parse_args(arguments)
    bare = bare_interpreter()
    print(f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}")
    print(f"bare interpreter: {bare.seconds * 1000:.1f} ms, {bare.megabytes:.0f} MB\n")
    packages = options.packages or PACKAGES
    if options.against:
        compared = [row for package in packages for row in compared_rows(package, options.against.resolve())]
        print(tabulate(compared, headers=COMPARED, tablefmt="github", disable_numparse=True))
        return 0
    rows = [row for package in packages for row in rows_of(package, bare)]
    print(tabulate(rows, headers=HEADERS, tablefmt="github", disable_numparse=True))
    return int(any(row[-1] == "no" for row in rows))


def compared_rows(package: str, other: Path) -> Iterator[list[str]]:
    """Yield one row for every benchmark of the package that the other checkout has the command for, too."""
    for benchmark in benchmarks_of(package):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            words = [] if benchmark.reason else benchmark.prepare(folder)
            if not words or not (words[0].startswith("-") or (other / "bin" / words[0]).exists()):
                continue
            print(f"... {package}: {benchmark.name}", file=sys.stderr)
            before, ours = measured_in_turn(benchmark, words, folder, (other, ROOT))
        times = [f"{1000 * best.seconds:.1f} ms" for best in (before, ours)]
        memory = [f"{best.megabytes:.0f} MB" for best in (before, ours)]
        yield [package, benchmark.name, *times, f"{ours.seconds / before.seconds:.2f}", *memory]


def measured_in_turn(
    benchmark: Benchmark, words: list[str], folder: Path, checkouts: tuple[Path, Path]
) -> list[Measure]:
    """Measure the same words with each checkout, run by run, and return the best of each."""
    lines = [command_line(words, checkout) for checkout in checkouts]
    environments = [
        tuple((name, value.replace(str(ROOT), str(checkout))) for name, value in benchmark.environment)
        for checkout in checkouts
    ]
    first = measure(lines[1], folder, environments[1], 1)
    rounds = [
        [measure(line, folder, environment, 1) for line, environment in zip(lines, environments)]
        for _ in range(20 if first.seconds < SHORT_RUN else 5)
    ]
    return [Measure(min(best.seconds for best in runs), max(best.megabytes for best in runs)) for runs in zip(*rounds)]


def benchmarks_of(package: str) -> list[Benchmark]:
    """Return the benchmarks of a package."""
    found: list[Benchmark] = importlib.import_module(f"benchmarks.{package}").BENCHMARKS
    return found


def rows_of(package: str, bare: Measure) -> Iterator[list[str]]:
    """Yield one row of the table for every benchmark of the package."""
    for benchmark in benchmarks_of(package):
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
