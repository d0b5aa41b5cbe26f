"""Inputs and limits for evalb: random trees, as many as in section 23 of the Penn Treebank, and 50,000."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from benchmarks.measure import Benchmark

LABELS = ("NP", "VP", "PP", "S", "SBAR", "ADJP", "NP-SBJ")
TAGS = ("NN", "DT", "VB", "IN", "JJ")
WORDS = 20_000
SENTENCE = 24  # words
RIGHT = 0.5  # share of trees that are as in the key; in the others, most brackets are wrong
SECTION = 2_416  # sentences
KEY, RESPONSE = "gold", "test"


def tree(words: list[str], chance: random.Random) -> str:
    """Return a random tree over words."""
    if len(words) == 1:
        return f"({chance.choice(TAGS)} {words[0]})"
    cuts = sorted(chance.sample(range(1, len(words)), min(chance.choice((1, 1, 2)), len(words) - 1)))
    parts = [words[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(words)])]
    return f"({chance.choice(LABELS)} {' '.join([tree(part, chance) for part in parts])})"


def trees(count: int, options: list[str], folder: Path) -> list[str]:
    """Prepare ``count`` sentences."""
    chance = random.Random(1)
    with open(folder / KEY, "w") as key, open(folder / RESPONSE, "w") as response:
        for number in range(count):
            words = [f"word{chance.randrange(WORDS)}" for _ in range(SENTENCE)]
            seed = number if chance.random() < RIGHT else count + number
            key.write(f"(TOP {tree(words, random.Random(number))})\n")
            response.write(f"(TOP {tree(words, random.Random(seed))})\n")
    return ["evalb", *options, KEY, RESPONSE]


BENCHMARKS = [
    Benchmark("nothing to do", partial(trees, 0, []), wanted_startups=1.5),
    Benchmark(
        "Penn Treebank 23: 2,416 sentences of 24 words",
        partial(trees, SECTION, []),
        original="0.03 s",
        wanted_seconds=0.6,
        wanted_megabytes=30,
    ),
    Benchmark("50,000 sentences", partial(trees, 50_000, []), wanted_seconds=12.0, wanted_megabytes=30),
    Benchmark("2,416 sentences, -D", partial(trees, SECTION, ["-D"]), wanted_megabytes=30),
]
