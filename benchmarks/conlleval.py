"""Inputs and limits for conlleval: generated names, as many as in CoNLL-2003 and a million tokens."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

from benchmarks.measure import Benchmark

TYPES = ("LOC", "MISC", "ORG", "PER")
WORDS = 20_000
SENTENCE = 15  # tokens
OUTSIDE, RIGHT = 0.7, 0.95  # shares
MILLION = 1_000_000
OUTPUT = "output"


def tags(count: int, chance: random.Random) -> list[str]:
    """Return the tags of a key in IOB2."""
    result: list[str] = []
    while len(result) < count:
        if chance.random() < OUTSIDE:
            result.append("O")
        else:
            type_ = chance.choice(TYPES)
            result += [f"B-{type_}", *[f"I-{type_}"] * chance.choice((0, 0, 1, 1, 2))]
    return result[:count]


def names(count: int, options: list[str], folder: Path) -> list[str]:
    """Prepare an output of ``count`` tokens, of which 95 per cent have the right tag."""
    chance = random.Random(1)
    key = tags(count, chance)
    with open(folder / OUTPUT, "w") as file:
        for number, tag in enumerate(key):
            guess = tag if chance.random() < RIGHT else chance.choice(key)
            file.write(f"word{chance.randrange(WORDS)} NN {tag} {guess}\n")
            if number % SENTENCE == SENTENCE - 1:
                file.write("\n")
    return ["conlleval", *options]


BENCHMARKS = [
    Benchmark("nothing to do", partial(names, 0, []), wanted_startups=1.5, standard_input=OUTPUT),
    Benchmark("CoNLL-2003 size: 50,000 tokens", partial(names, 50_000, []), standard_input=OUTPUT),
    Benchmark(
        "1,000,000 tokens", partial(names, MILLION, []), wanted_seconds=1.0, wanted_megabytes=30, standard_input=OUTPUT
    ),
    Benchmark(
        r"1,000,000 tokens, -d '\s+'",
        partial(names, MILLION, ["-d", r"\s+"]),
        wanted_seconds=1.0,
        wanted_megabytes=30,
        standard_input=OUTPUT,
    ),
    Benchmark(
        "100,000 tokens, another expression",
        partial(names, MILLION // 10, ["-d", "[ \t]"]),
        tenfold=partial(names, MILLION, ["-d", "[ \t]"]),
        standard_input=OUTPUT,
    ),
]
