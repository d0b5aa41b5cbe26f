"""Reading a million tags with the library, and converting a file of them with the command.

A process reads its list of tags several times over, so that the figures are those of the library and not those of the
interpreter's start and of reading the list. The limits are the library's limits for one list times the repetitions.

A million tags are several times CoNLL-2003 or CoNLL-2000 (about 300,000 each). Of the clean ones two of five are in a
span: between named entities (one of six in CoNLL-2003) and chunks (nearly all). The lengths, one to four tokens, and
the four types are those of named entities. Random tags and types that hardly repeat are worse than any data; they are
there to see what faults and new tags cost.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from benchmarks.measure import ROOT, Benchmark
from legacy_scorers.common.iobes import iobes_to_bio

TAGS = 1_000_000
TIMES = 4
TYPES = ("PER", "LOC", "ORG", "MISC")
PROGRAM = """\
import logging, sys
sys.path.insert(0, sys.argv[1])
from legacy_scorers.common import iobes
iobes.LOGGER.setLevel(logging.CRITICAL)
with open("tags", encoding="ascii") as file:
    tags = file.read().split()
parse = getattr(iobes, sys.argv[2])
for _ in range(int(sys.argv[3])):
    parse(tags)
"""


def clean_iobes() -> list[str]:
    """Return valid tags, two of five in a span of one to four tokens."""
    draw = random.Random(20)
    tags: list[str] = []
    while len(tags) < TAGS:
        label, inner = draw.choice(TYPES), draw.randrange(-1, 3)
        span = [f"S-{label}"] if inner < 0 else [f"B-{label}", *[f"I-{label}"] * inner, f"E-{label}"]
        tags += ["O"] * draw.randint(1, 6) + span
    return tags


def clean_bio() -> list[str]:
    """Return the tags of :func:`clean_iobes` in BIO."""
    return iobes_to_bio(clean_iobes())


def hardly_repeating() -> list[str]:
    """Return valid tags of half as many types, each of which occurs in one span only."""
    return [f"{function}-T{number}" for number in range(TAGS // 2) for function in "BI"]


def at_random(functions: str) -> list[str]:
    """Return tags of the functions with types, and ``O``, all equally frequent and in any order."""
    tags = ["O", *(f"{function}-{label}" for function in functions for label in TYPES)]
    return random.Random(21).choices(tags, k=TAGS)


def library(parse: str, tags: Callable[[], list[str]]) -> Callable[[Path], list[str]]:
    """Return what prepares a process that reads the tags with the function ``parse``."""

    def prepare(folder: Path) -> list[str]:
        (folder / "tags").write_text(" ".join(tags()), encoding="ascii")
        return ["-c", PROGRAM, str(ROOT), parse, str(TIMES)]

    return prepare


def command(folder: Path) -> list[str]:
    """Write a file in BIO with a sentence after every thirty tags or so, and return the words that convert it."""
    (folder / "tags.conll").write_text("".join(lines(clean_bio())), encoding="ascii")
    return ["-m", "legacy_scorers", "iobes", "--from", "bio", "--to", "iobes", "tags.conll"]


def lines(tags: list[str]) -> Iterator[str]:
    """Yield the lines of a file with these tags; sentences end at a token outside of spans."""
    length = 0
    for tag in tags:
        length += 1
        yield f"token NN {tag}\n"
        if length >= 30 and tag == "O":
            yield "\n"
            length = 0


BENCHMARKS = [
    Benchmark(
        f"{TIMES} x {TAGS:,} {name} to spans",
        library(f"parse_spans_{function}", tags),
        f"{TIMES} x {original}" if original else "-",
        TIMES * wanted,
    )
    for name, function, tags, original, wanted in (
        ("clean BIO tags", "bio", clean_bio, "0.6 s", 0.25),
        ("clean IOBES tags", "iobes", clean_iobes, "0.6 s", 0.25),
        ("BIO tags of 500,000 types", "bio", hardly_repeating, "", 0.9),
        ("random BIO tags", "bio", lambda: at_random("BI"), "2.4 s", 0.8),
        ("random IOBES tags", "iobes", lambda: at_random("BIES"), "2.4 s", 0.8),
        ("random IOBES tags and errors", "iobes_with_errors", lambda: at_random("BIES"), "2.4 s", 0.8),
    )
]
BENCHMARKS.append(Benchmark(f"file of {TAGS:,} tags, BIO to IOBES", command, environment=(("PYTHONPATH", str(ROOT)),)))
