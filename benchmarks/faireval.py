"""Inputs and limits for FairEval.py: generated sentences, and the published data where they are at hand.

Of the published files, chunks have 10 spans of 1.6 tokens in a sentence (at most 58) and 16 labels, topological fields
6 spans of 4.1 tokens and 13 labels, of which 4 in 10 lie within others, and named entities one span and 4 labels.
Without an error are from 84 (names) to 96 per cent (chunks) of the spans and from 74 to 82 per cent of the sentences.
Boundaries are wrong more often than labels, except those of names. There are no gaps.

The generated sentences are as long as those of chunks and have more errors: one span in five, nine sentences of ten. So
they cost more than published ones, most of which are equal on both sides. The sentences of 8,000 spans are longer than
any; they show what long ones cost, without overlaps and with many.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from benchmarks.measure import ROOT, Benchmark

DATA = ROOT.parent / "shared" / "data" / "faireval" / "data"
ABSENT = "" if DATA.is_dir() else f"no data in {DATA}"
SETTINGS = """\
target_in = target.csv
system_in = system/target.csv
labels = all
exclude =
ignore_punct = False
eval_method = all
weights = LE = 0.5 FP + 0.5 FN, BES = 0.5 TP + 0.5 FN, BEL = 0.5 TP + 0.5 FP, BEO = 0.5 TP + 0.25 FP + 0.25 FN
"""
PUBLISHED = [("chunks", "chunk", "0.87 s"), ("topological fields", "topofield", "0.86 s")]
LABELS = ("NX", "PX", "VX", "AX", "ADVX")
Span = tuple[str, int, int]


def run_over(folder: Path, sides: Iterable[tuple[str, str]], report: str = "eval_out = ./eval.csv\n") -> list[str]:
    """Write target and system, piece by piece, and the configuration; return the command."""
    (folder / "system").mkdir()
    with open(folder / "target.csv", "w") as target_file, open(folder / "system" / "target.csv", "w") as system_file:
        for target, system in sides:
            target_file.write(target + "\n")
            system_file.write(system + "\n")
    (folder / "run.config").write_text(SETTINGS + report, encoding="utf-8")
    return ["FairEval.py", "--config", "run.config"]


def published(name: str, times: int, folder: Path) -> list[str]:
    """Take the published data of the paper, repeated."""
    target, system = ((DATA / side / f"{name}_spans.csv").read_text(encoding="utf-8") for side in ("target", "system"))
    return run_over(folder, ((target, system) for _ in range(times)))


def chunks(chance: random.Random, count: int) -> list[Span]:
    """Return neighbouring spans of one to four tokens."""
    spans = []
    token = 1
    for _ in range(count):
        length = chance.randint(1, 4)
        spans.append((chance.choice(LABELS), token, token + length - 1))
        token += length
    return spans


def disturbed(chance: random.Random, spans: list[Span]) -> list[Span]:
    """Change the label of one span in twenty, the boundaries of two, and leave one out."""
    kept = []
    for label, begin, end in spans:
        luck = chance.randrange(20)
        if luck:
            other = chance.choice(LABELS) if luck == 1 else label
            kept.append((other, max(1, begin - (luck == 2)), end + (luck == 3)))
    return kept


def lines(spans: list[Span]) -> str:
    """Return the spans as lines of a span file."""
    return "".join(
        f"{label}\t{begin}\t{end}\t{', '.join(map(str, range(begin, end + 1)))}\n" for label, begin, end in spans
    )


def sentences(count: int, length: int) -> Iterator[tuple[str, str]]:
    """Generate both sides of ``count`` sentences of ``length`` spans each."""
    chance = random.Random(1)
    for _ in range(count):
        spans = chunks(chance, length)
        yield lines(spans), lines(disturbed(chance, spans))


def overlapping(length: int) -> Iterator[tuple[str, str]]:
    """Generate one sentence in which nearly every span overlaps several others."""
    chance = random.Random(1)

    def side() -> str:
        begins = [chance.randint(1, length) for _ in range(length)]
        return lines([(chance.choice(LABELS), begin, begin + chance.choice((0, 1, 2, 3, 5, 8))) for begin in begins])

    yield side(), side()


def generated(count: int, length: int, folder: Path) -> list[str]:
    """Run over ``count`` generated sentences of ``length`` spans each."""
    return run_over(folder, sentences(count, length))


BENCHMARKS = [
    Benchmark("start-up: help", lambda _: ["FairEval.py", "--help"], wanted_startups=2),
    Benchmark("start-up: one sentence", lambda folder: run_over(folder, sentences(1, 3), ""), wanted_startups=2),
    Benchmark("start-up: one sentence, report file", lambda folder: run_over(folder, sentences(1, 3))),
    *[
        Benchmark(f"published {what}", partial(published, name, 1), original, 0.30, reason=ABSENT)
        for what, name, original in PUBLISHED
    ],
    *[
        Benchmark(f"{what}, ten times", partial(published, name, 10), "8 s, 17 MB", 2.4, 40, reason=ABSENT)
        for what, name, _ in PUBLISHED
    ],
    Benchmark(
        "10,000 sentences of 10 spans",
        partial(generated, 10_000, 10),
        wanted_megabytes=60,
        tenfold=partial(generated, 100_000, 10),
    ),
    Benchmark(
        "one sentence of 8,000 spans",
        partial(generated, 1, 8_000),
        "2.9 s, quadratic",
        0.3,
        tenfold=partial(generated, 1, 80_000),
    ),
    Benchmark("one sentence of 8,000 overlapping spans", lambda folder: run_over(folder, overlapping(8_000))),
]
