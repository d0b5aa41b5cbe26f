"""Inputs and limits for m2scorer: generated sentences, as many as in CoNLL-2014, and single long ones."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from benchmarks.measure import Benchmark

FREQUENT = ["the", "a", "of", ",", ".", "to", "in"] * 400
WORDS = [*[f"word{number}" for number in range(3_000)], *FREQUENT]
OF_CONLL = 1_312  # sentences
LENGTH, SPREAD = 23, 11  # words of a sentence: mean and standard deviation
ANNOTATORS = 2
EDITS = 3  # of a sentence


def written(folder: Path, sentences: Iterable[tuple[str, str]]) -> list[str]:
    """Write the lines of the system and the blocks of the gold, and return the words to run."""
    with open(folder / "system", "w") as system, open(folder / "gold", "w") as gold:
        for line, block in sentences:
            system.write(f"{line}\n")
            gold.write(f"{block}\n")
    return ["m2scorer", "system", "gold"]


def edited(source: list[str], chance: random.Random) -> tuple[list[str], list[str]]:
    """Return a sentence with some edits, and the edits as an annotator writes them."""
    words = list(source)
    lines = []
    for place in sorted(chance.sample(range(len(source)), min(EDITS, len(source))), reverse=True):
        end = place + chance.choice([0, 1, 1])
        new = [chance.choice(WORDS)] if end == place else chance.choice([[], [chance.choice(WORDS)]])
        words[place:end] = new
        lines.append(f"A {place} {end}|||X|||{' '.join(new) or '-NONE-'}|||REQUIRED|||-NONE-|||")
    return words, lines[::-1]


def essays(count: int, folder: Path) -> list[str]:
    """Prepare ``count`` sentences, in which the system finds a third of the edits of one annotator."""
    chance = random.Random(1)
    sentences = []
    for _ in range(count):
        source = [chance.choice(WORDS) for _ in range(max(1, int(chance.gauss(LENGTH, SPREAD))))]
        versions = [edited(source, chance) for _ in range(ANNOTATORS + 1)]
        words, _ = chance.choice(versions)
        edits = [f"{line}{number}\n" for number, (_, lines) in enumerate(versions[:ANNOTATORS]) for line in lines]
        sentences.append((" ".join(words), f"S {' '.join(source)}\n{''.join(edits)}"))
    return written(folder, sentences)


def replaced(count: int, folder: Path) -> list[str]:
    """Prepare one sentence, in which all words are replaced, and every seventh as the gold has it."""
    source, words = [[f"{letter}{number}" for number in range(count)] for letter in "ab"]
    edits = [f"A {place} {place + 1}|||X|||{words[place]}|||REQUIRED|||-NONE-|||0\n" for place in range(0, count, 7)]
    return written(folder, [(" ".join(words), f"S {' '.join(source)}\n{''.join(edits)}")])


BENCHMARKS = [
    Benchmark("start-up, one short sentence", partial(replaced, 1), wanted_startups=1.5),
    Benchmark(
        "CoNLL-2014 size: 1,312 sentences, two annotators",
        partial(essays, OF_CONLL),
        original="10 to 13 s, 97 MB",
        wanted_seconds=4.0,
        tenfold=partial(essays, 10 * OF_CONLL),
    ),
    Benchmark(
        "one sentence of 40 replaced words",
        partial(replaced, 40),
        original="82 s, 194 MB",
        wanted_seconds=1.5,
        wanted_megabytes=120,
    ),
    Benchmark("one sentence of 70 replaced words", partial(replaced, 70), wanted_seconds=15.0, wanted_megabytes=300),
]
