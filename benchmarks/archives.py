"""Inputs and limits for ``rescore run``: generated archives of many submissions to one task, rescored."""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
import time
from functools import partial
from pathlib import Path

from benchmarks import scorer2
from benchmarks.measure import ROOT, Benchmark, command_line

MANIFEST = """
[senses]
run = "scorer2 {submission} {key} sensemap -g mixed"
submissions = "answers/*"
key = "key"
report = "published/{name}"
"""
RUN = ["rescore", "run", "--fresh"]
SENSEVAL = 4_000  # instances, about as many as in Senseval-3
SMALL = 20
LOOP = """
import os, subprocess, sys
for name in os.listdir("answers"):
    command = [sys.executable, "-I", sys.argv[1], f"answers/{name}", "key", "sensemap", "-g", "mixed"]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
"""


def write_archive(submissions: int, instances: int, folder: Path) -> None:
    """Write a manifest, a key, a sense map, and submissions each of which gives other answers to half of the key."""
    scorer2.write_exercise(folder, instances)
    (folder / "archive.toml").write_text(MANIFEST)
    (folder / "answers").rename(folder / "none")
    (folder / "answers").mkdir()
    key = [line.rpartition("%") for line in (folder / "key").read_text().splitlines()]
    chance = random.Random(1)
    wrong = [[f"{start}%{sense}\n" for sense in range(scorer2.SENSES)] for start, _, _ in key]
    right = [f"{start}%{sense}\n" for start, _, sense in key]
    for number in range(submissions):
        guesses = chance.choices(range(2 * scorer2.SENSES), k=len(key))
        lines = [
            others[guess] if guess < scorer2.SENSES else line for others, line, guess in zip(wrong, right, guesses)
        ]
        (folder / "answers" / f"{number:05}").write_text("".join(lines))


def rescored(submissions: int, instances: int, words: list[str], folder: Path) -> list[str]:
    """Prepare an archive with published reports, to be scored by the processes and with the options of ``words``."""
    write_archive(submissions, instances, folder)
    (folder / "published").mkdir()
    with tempfile.TemporaryDirectory() as kept:
        subprocess.run(command_line([*RUN, "--keep", kept, "."]), cwd=folder, capture_output=True, check=True)
        for path in Path(kept, "senses").iterdir():
            shutil.move(path / "stdout", folder / "published" / path.name)
    return [*words, "."]


def paged(submissions: int, instances: int, folder: Path) -> list[str]:
    """Prepare an archive with published reports, to be made web pages of by two processes."""
    (folder / "archive").mkdir()
    rescored(submissions, instances, [], folder / "archive")
    return ["rescore", "site", "--jobs", "2", "archive", "pages"]


def known(submissions: int, instances: int, folder: Path) -> list[str]:
    """Prepare an archive that has been scored, to be scored again."""
    words = rescored(submissions, instances, ["rescore", "run"], folder)
    time.sleep(2)  # files are known again without reading if they were not just written
    subprocess.run(command_line(words), cwd=folder, capture_output=True, check=True)
    return words


def looped(submissions: int, instances: int, folder: Path) -> list[str]:
    """Prepare a loop over the legacy command."""
    write_archive(submissions, instances, folder)
    return ["-c", LOOP, str(ROOT / "bin" / "scorer2")]


BENCHMARKS = [
    Benchmark(
        "1,000 submissions of 4,000 instances, mixed, two processes",
        partial(rescored, 1_000, SENSEVAL, [*RUN, "--jobs", "2"]),
        wanted_seconds=6,
    ),
    Benchmark("the same, one process", partial(rescored, 1_000, SENSEVAL, [*RUN, "--jobs", "1"])),
    Benchmark("100 of them in a loop over bin/scorer2", partial(looped, 100, SENSEVAL)),
    Benchmark("1,000 submissions of 4,000 instances, all known", partial(known, 1_000, SENSEVAL), wanted_seconds=1),
    Benchmark("web pages of 384 of 3,944 instances", partial(paged, 384, 3_944), wanted_seconds=40),
    Benchmark(
        "10,000 submissions of 20 instances",
        partial(rescored, 10_000, SMALL, RUN),
        wanted_seconds=10,
        wanted_megabytes=100,
    ),
    Benchmark(
        "1,000 submissions of 20 instances",
        partial(rescored, 1_000, SMALL, RUN),
        tenfold=partial(rescored, 10_000, SMALL, RUN),
    ),
]
