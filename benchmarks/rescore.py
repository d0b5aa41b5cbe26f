"""Inputs and limits for rescore: generated reports of fifty megabytes, compared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import scorer2
from benchmarks.measure import Benchmark

INSTANCES = 500_000
LABELS = 1_000_000
RARELY = 5_000  # rows from one change to the next
SUMMARY = """
Fine-grained score for "answers" using key "key":
 precision: 0.500 (250000.00 correct of 500000.00 attempted)
 recall: 0.500 (250000.00 correct of 500000.00 in total)
 attempted: 100.00 % (500000.00 attempted of 500000.00 in total)

"""


def write_instances(file: Path, changes: int) -> None:
    """Write a report of scorer2 with every calculation, in which one of ``changes`` scores is another; 0: none."""
    with open(file, "w") as report:
        for number in range(INSTANCES):
            score = 0.5 if changes and number % changes == 1 else number % 2
            name = f"word{number // 200:05d}.n_word{number // 200:05d}.n.bnc.{number:08d}"
            report.write(f'score for "{name}": {score:.3f}\n key   = w%1 w%2\n guess = w%1/0.500 w%2/0.500\n\n')
        report.write(SUMMARY)


def write_labels(file: Path, changes: int) -> None:
    """Write a report of FairEval.py with a table of very many labels."""
    with open(file, "w") as report:
        report.write("### Fair evaluation:\nLabel\tTP\tFP\tLE\tBE\tLBE\tFN\tPrec\tRec\tF1\n")
        for number in range(LABELS):
            errors = 2 if changes and number % changes == 1 else 1
            report.write(f"LABEL{number:08d}\t1\t1\t0\t{errors}\t1\t0\t33.33\t50.00\t40.00\n")


def instances(changes: int, folder: Path) -> list[str]:
    """Prepare two reports of scorer2 and compare them."""
    write_instances(folder / "old", 0)
    write_instances(folder / "new", changes)
    return ["rescore", "diff", "old", "new"]


def labels(changes: int, folder: Path) -> list[str]:
    """Prepare two reports of FairEval.py and compare them."""
    write_labels(folder / "old", 0)
    write_labels(folder / "new", changes)
    return ["rescore", "diff", "old", "new"]


def explained(prepare: Callable[[Path], list[str]], folder: Path) -> list[str]:
    """Prepare a run of a scorer, to be explained."""
    return ["rescore", "explain", "--format", "jsonl", *prepare(folder)]


def checked(prepare: Callable[[Path], list[str]], folder: Path) -> list[str]:
    """Prepare a run of a scorer, to be checked."""
    return ["rescore", "check", *prepare(folder)]


BENCHMARKS = [
    Benchmark("start-up: help", lambda _: ["rescore", "--help"], wanted_startups=12),
    Benchmark("diff: scorer2, 2 x 51 MB, identical", partial(instances, 0), wanted_seconds=2, wanted_megabytes=300),
    Benchmark(
        "diff: scorer2, 2 x 51 MB, few differ", partial(instances, RARELY), wanted_seconds=2, wanted_megabytes=300
    ),
    Benchmark("diff: scorer2, 2 x 51 MB, one in ten differs", partial(instances, 10), wanted_megabytes=300),
    Benchmark("diff: FairEval, 2 x 46 MB, few differ", partial(labels, RARELY), wanted_seconds=2, wanted_megabytes=300),
    Benchmark(
        "explain: scorer2, 100,000 instances, mixed",
        partial(explained, partial(scorer2.exercise, 100_000, scorer2.MIXED)),
    ),
    Benchmark(
        "check: scorer2, 100,000 instances, mixed",
        partial(checked, partial(scorer2.exercise, 100_000, scorer2.MIXED)),
    ),
]
