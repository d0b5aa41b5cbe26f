"""Measure every command and print one table: ``python -m benchmarks.run [--against CHECKOUT] [PACKAGE ...]``.

What a figure is compared with, another checkout of the project or a bare interpreter, is measured in turn with it, run
by run.
"""

from __future__ import annotations

import argparse
import importlib
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tabulate import tabulate

from benchmarks.measure import BARE, ROOT, Benchmark, Measure, Process
from legacy_scorers.commands import COMMANDS

PACKAGES = (*[command.module.split(".")[-2] for command in COMMANDS.values()], "archives")
HEADERS = [
    "command",
    "what",
    "original",
    "former",
    "wanted",
    "ours",
    "ratio",
    "former memory",
    "memory",
    "tenfold input",
]
SHORT_RUN = 0.3  # seconds; below it a run is repeated often, since noise would decide
LONG_RUN = 3.0  # seconds; above it few runs are enough


def main(arguments: list[str]) -> int:
    """Print the table for the named packages, or all; exit status 1 if a figure is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.run")
    parser.add_argument("--against", metavar="CHECKOUT", type=Path, help="measure another checkout in turn with this")
    parser.add_argument("packages", metavar="PACKAGE", nargs="*", help=f"of {', '.join(PACKAGES)}; all by default")
    options = parser.parse_args(arguments)
    print(f"{platform.platform()}, {platform.machine()}, Python {platform.python_version()}\n")
    benchmarks = [(package, benchmark) for package in options.packages or PACKAGES for benchmark in of(package)]
    results = [(package, benchmark, measured(benchmark, options.against)) for package, benchmark in benchmarks]
    rows = [[package, benchmark.name, *row(benchmark, result)] for package, benchmark, result in results]
    print(tabulate(rows, headers=HEADERS, tablefmt="github", disable_numparse=True))
    missed = [f"{package}: {benchmark.name}" for package, benchmark, result in results if is_missed(benchmark, result)]
    print("\n" + "\n".join([f"missed: {name}" for name in missed] or ["every figure is within its limits"]))
    return int(bool(missed))


def of(package: str) -> list[Benchmark]:
    """Return the benchmarks of a package."""
    found: list[Benchmark] = importlib.import_module(f"benchmarks.{package}").BENCHMARKS
    return found


class Result(NamedTuple):
    """What was measured of one benchmark; ``None`` stands for what was not."""

    ours: Measure | None = None
    former: Measure | None = None
    bare: Measure | None = None
    tenfold: Measure | None = None


def measured(benchmark: Benchmark, other: Path | None) -> Result:
    """Measure a benchmark, and in turn with it the other checkout and a bare interpreter, where they matter."""
    if benchmark.reason:
        return Result()
    print(f"... {benchmark.name}", file=sys.stderr)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = benchmark.prepare(folder)
        processes = {"ours": Process.of(benchmark, words, folder, ROOT)}
        if other and (words[0].startswith("-") or (other / "bin" / words[0]).exists()):
            processes["former"] = Process.of(benchmark, words, folder, other.resolve())
        if benchmark.wanted_startups:
            processes["bare"] = Process(BARE, folder)
        best = dict(zip(processes, measured_in_turn([*processes.values()])))
    if benchmark.tenfold:
        with tempfile.TemporaryDirectory() as name:
            process = Process.of(benchmark, benchmark.tenfold(Path(name)), Path(name), ROOT)
            (best["tenfold"],) = measured_in_turn([process])
    return Result(**best)


def measured_in_turn(processes: list[Process]) -> Iterator[Measure]:
    """Yield the best time and the largest memory of each process."""
    first = processes[0].measure().seconds
    times = 20 if first < SHORT_RUN else 3 if first > LONG_RUN else 5
    rounds = [[process.measure() for process in processes] for _ in range(times)]
    for runs in zip(*rounds):
        yield Measure(min(run.seconds for run in runs), max(run.megabytes for run in runs))


def row(benchmark: Benchmark, result: Result) -> list[str]:
    """Return the cells of a benchmark's row, after its name."""
    ours, former, tenfold = result.ours, result.former, result.tenfold
    if ours is None:
        return [benchmark.original, "-", wanted(benchmark), benchmark.reason, "-", "-", "-", "-"]
    ratio = f"{ours.seconds / former.seconds:.2f}" if former else "-"
    growth = "-"
    if tenfold:
        growth = f"{tenfold.seconds / ours.seconds:.1f} x time, {tenfold.megabytes / ours.megabytes:.1f} x memory"
    times = [f"{best.seconds:.3f} s" if best else "-" for best in (former, ours)]
    if result.bare:
        times[1] += f", {ours.seconds / result.bare.seconds:.2f} x bare"
    memory = [f"{best.megabytes:.0f} MB" if best else "-" for best in (former, ours)]
    return [benchmark.original, times[0], wanted(benchmark), times[1], ratio, *memory, growth]


def wanted(benchmark: Benchmark) -> str:
    """Return the limits of the benchmark as text."""
    limits = [
        f"{benchmark.wanted_startups:g} x bare" if benchmark.wanted_startups else "",
        f"{benchmark.wanted_seconds:g} s" if benchmark.wanted_seconds else "",
        f"{benchmark.wanted_megabytes:g} MB" if benchmark.wanted_megabytes else "",
    ]
    return ", ".join(limit for limit in limits if limit) or "-"


def is_missed(benchmark: Benchmark, result: Result) -> bool:
    """Say whether a figure is beyond a limit that is set."""
    ours, never = result.ours, float("inf")
    return ours is not None and (
        ours.seconds > (benchmark.wanted_seconds or never)
        or ours.megabytes > (benchmark.wanted_megabytes or never)
        or (result.bare is not None and ours.seconds > (benchmark.wanted_startups or never) * result.bare.seconds)
    )


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
