"""Inputs and limits for rescore: generated reports of five megabytes, compared."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

from benchmarks import faireval, mat_score, muc_scorer, scorer2
from benchmarks.measure import ROOT, Benchmark

INSTANCES = 50_000
LABELS = 110_000
ROWS = 40_000
OBJECTS = 28_500
RARELY = 5_000  # rows from one change to the next
FORMULAS = '"=SUM(E#,G#)","=SUM(F#,H#)","=IF(I# = 0,1.0,IF(F# = 0,0.0,F# / I#))"\n'
OBJECT = (
    "{-document # -classes {{-class enamex -objects {{-result COR -key <enamex-#-1> -slots {"
    "{-slot type -multi_fills {{-aligned -fills {{-result COR -key PERSON}}}}}}}}}}}\n"
)
SUMMARY = """
Fine-grained score for "answers" using key "key":
 precision: 0.500 (25000.00 correct of 50000.00 attempted)
 recall: 0.500 (25000.00 correct of 50000.00 in total)
 attempted: 100.00 % (50000.00 attempted of 50000.00 in total)

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


def write_formulas(file: Path, changes: int) -> None:
    """Write a table of MATScore in which sums and ratios are formulas."""
    with open(file, "w") as report:
        report.write("file,test docs,tag,test toks,refclash,match,missing,refonly,reftotal,recall\n")
        for number in range(2, ROWS + 2):
            missing = 2 if changes and number % changes == 2 else 1
            report.write(f"text{number:05d}.json,1,PER,1000,{number % 7},{number % 31},{missing},")
            report.write(FORMULAS.replace("#", str(number)))


def write_history(file: Path, changes: int) -> None:
    """Write a map history as a list of Tcl, with an object in each document, and a slot in each object."""
    with open(file, "w") as report:
        for number in range(OBJECTS):
            result = "INC" if changes and number % changes == 1 else "COR"
            report.write(OBJECT.replace("#", str(number)).replace("COR", result))


def compared(write: Callable[[Path, int], None], changes: int, folder: Path) -> list[str]:
    """Prepare two reports and compare them."""
    write(folder / "old", 0)
    write(folder / "new", changes)
    return ["rescore", "diff", "old", "new"]


def explained(prepare: Callable[[Path], list[str]], folder: Path) -> list[str]:
    """Prepare a run of a scorer, to be explained."""
    return ["rescore", "explain", "--format", "jsonl", *prepare(folder)]


def checked(prepare: Callable[[Path], list[str]], folder: Path) -> list[str]:
    """Prepare a run of a scorer, to be checked."""
    return ["rescore", "check", *prepare(folder)]


SWAPPED = """
import sys
sys.path.insert(0, sys.argv[1])
import numpy as np
from legacy_scorers.rescore.statistics import resample
stream = np.random.default_rng(1)
a, b = [np.c_[stream.choice([0, 0.25, 1], 4000), np.ones((4000, 2))] for _ in range(2)]
resample.randomization(a, b, lambda sums: sums[:, 0] / sums[:, 1], resample.swapped_sums(b - a))
"""


def randomization(folder: Path) -> list[str]:
    """Return the words of a process that swaps the units of two systems, all of which may differ."""
    return ["-c", SWAPPED, str(ROOT)]


def systems(number: int, subcommand: str, folder: Path) -> list[str]:
    """Prepare systems of the size of Senseval-3, each of which has other errors, to be compared or ranked."""
    scorer2.write_exercise(folder, 4000)
    key = (folder / "key").read_text().splitlines()
    words = ["rescore", subcommand]
    for system in range(number):
        chance = random.Random(system)
        answers = [
            f"{line.rpartition('%')[0]}%{chance.randrange(scorer2.SENSES)}" if chance.random() < 0.5 else line
            for line in key
        ]
        (folder / f"system{system:02d}").write_text("".join([f"{line}\n" for line in answers]))
        words += ["--", "scorer2", f"system{system:02d}", "key", *scorer2.MIXED]
    return words


BENCHMARKS = [
    Benchmark("start-up: help", lambda _: ["rescore", "--help"], wanted_startups=12),
    Benchmark("diff: scorer2, 2 x 5 MB, few differ", partial(compared, write_instances, RARELY), wanted_seconds=3),
    Benchmark("diff: scorer2, 2 x 5 MB, one in ten differs", partial(compared, write_instances, 10), wanted_seconds=3),
    Benchmark("diff: FairEval, 2 x 5 MB, one in ten differs", partial(compared, write_labels, 10), wanted_seconds=3),
    Benchmark(
        "diff: MATScore, formulas, 2 x 5 MB, few differ", partial(compared, write_formulas, RARELY), wanted_seconds=3
    ),
    Benchmark(
        "diff: muc-score, history, 2 x 5 MB, few differ", partial(compared, write_history, RARELY), wanted_seconds=3
    ),
    Benchmark(
        "explain: FairEval, 10,000 sentences of 10 spans",
        partial(explained, partial(faireval.generated, 10_000, 10)),
        tenfold=partial(explained, partial(faireval.generated, 100_000, 10)),
    ),
    Benchmark(
        "explain: MATScore, 200 documents, tag table",
        partial(explained, mat_score.corpus()),
        environment=mat_score.VERSION,
    ),
    Benchmark(
        "explain: muc-score, NE, 200 documents of 50 tags",
        partial(explained, muc_scorer.named_entities(200, 50)),
        tenfold=partial(explained, muc_scorer.named_entities(2000, 50)),
    ),
    Benchmark(
        "explain: muc-score, TE, 1,000 documents of 20 objects",
        partial(explained, muc_scorer.template_elements(1000, 20)),
    ),
    Benchmark(
        "explain: muc-score, CO, 1,000 documents of 200 mentions",
        partial(explained, muc_scorer.coreference(1000, 200)),
    ),
    Benchmark(
        "explain: scorer2, 100,000 instances, mixed",
        partial(explained, partial(scorer2.exercise, 100_000, scorer2.MIXED)),
    ),
    Benchmark(
        "check: scorer2, 100,000 instances, mixed",
        partial(checked, partial(scorer2.exercise, 100_000, scorer2.MIXED)),
    ),
    Benchmark("10,000 randomizations over 4,000 units, with start-up", randomization, wanted_seconds=0.5),
    Benchmark("compare: 2 systems of 4,000 instances, mixed", partial(systems, 2, "compare")),
    Benchmark(
        "rank: 60 systems of 4,000 instances, 1,770 pairs",
        partial(systems, 60, "rank"),
        wanted_seconds=60,
        wanted_megabytes=500,
    ),
]
