"""Inputs and limits for scorer.pl: generated chains in documents of 500 tokens and in a long one, and singletons."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from benchmarks.measure import Benchmark

TOKENS, MENTIONS, CHAINS = 500, 60, 13  # of a document
MISSED, MOVED = 0.15, 0.15  # shares
MILLION = 1_000_000
Mentions = dict[tuple[int, int], int]  # the chains of spans of tokens, inclusive


def document(number: int, tokens: int, mentions: Mentions) -> str:
    """Return a document with the columns of CoNLL-2012."""
    cells: list[list[str]] = [[] for _ in range(tokens)]
    for (first, last), chain in mentions.items():
        if first == last:
            cells[first].append(f"({chain})")
        else:
            cells[first].append(f"({chain}")
            cells[last].append(f"{chain})")
    name = f"nw/{number:04d}"
    lines = [f"{name}\t0\t{n}\tword\tNN\t*\t-\t-\t-\t*\t{'|'.join(cell) or '-'}\n" for n, cell in enumerate(cells)]
    return f"#begin document ({name}); part 000\n{''.join(lines)}#end document\n"


def chains(tokens: int, mentions: int, chains: int, chance: random.Random) -> tuple[Mentions, Mentions]:
    """Return the mentions of a key, and those of a response that misses some and moves some to another chain."""
    starts = sorted(chance.sample(range(tokens // 3), mentions))
    key = {(3 * start, 3 * start + chance.choice((0, 0, 1, 2))): chance.randrange(chains) for start in starts}
    response = {}
    for span, chain in key.items():
        drawn = chance.random()
        if drawn > MISSED:
            response[span] = chain if drawn > MISSED + MOVED else chance.randrange(chains)
    return key, response


def documents(metric: str, count: int, tokens: int, mentions: int, number_of_chains: int, folder: Path) -> list[str]:
    """Prepare documents of one length."""
    chance = random.Random(1)
    with open(folder / "key", "w") as key, open(folder / "response", "w") as response:
        for number in range(count):
            pair = chains(tokens, mentions, number_of_chains, chance)
            for file, side in zip((key, response), pair):
                file.write(document(number, tokens, side))
    return ["scorer.pl", metric, "key", "response", "none"]


def corpus(metric: str, tokens: int, folder: Path) -> list[str]:
    """Prepare a corpus of documents of 500 tokens, with 60 mentions in 13 chains."""
    return documents(metric, tokens // TOKENS, TOKENS, MENTIONS, CHAINS, folder)


def singletons(metric: str, folder: Path) -> list[str]:
    """Prepare a document of 1,000 singletons on both sides, 30 per cent of them wrong."""
    sides: Iterable[range] = (range(1_000), range(300, 1_300))
    for name, numbers in zip(("key", "response"), sides):
        (folder / name).write_text(document(0, 1_300, {(number, number): number for number in numbers}))
    return ["scorer.pl", metric, "key", "response", "none"]


def few_in_response(folder: Path) -> list[str]:
    """Prepare a document of 1,780 mentions in 805 chains of the key, most of them short, and 20 of the response."""
    chance = random.Random(1)
    key = {(n, n): n if n < 805 else int(chance.expovariate(1 / 60)) for n in range(1_780)}
    response = {span: chance.randrange(20) for span in key}
    for name, mentions in (("key", key), ("response", response)):
        (folder / name).write_text(document(0, 1_780, mentions))
    return ["scorer.pl", "ceafe", "key", "response", "none"]


def nothing(folder: Path) -> list[str]:
    """Prepare empty files."""
    for name in ("key", "response"):
        (folder / name).touch()
    return ["scorer.pl", "all", "key", "response", "none"]


BENCHMARKS = [
    Benchmark("nothing to do", nothing, wanted_startups=1.5),
    *[
        Benchmark(f"1,000,000 tokens, {metric}", partial(corpus, metric, MILLION), original, wanted_seconds=wanted)
        for metric, original, wanted in (
            ("muc", "3.0 s", 3.0),
            ("bcub", "3.3 s", 3.3),
            ("ceafm", "3.3 s", 3.3),
            ("ceafe", "3.6 s", 3.6),
            ("blanc", "13.9 s", 13.9),
        )
    ],
    Benchmark(
        "100,000 tokens, all",
        partial(corpus, "all", MILLION // 10),
        "2.7 s, 10 MB",
        wanted_seconds=1.35,
        tenfold=partial(corpus, "all", MILLION),
    ),
    Benchmark("1,000,000 tokens, all", partial(corpus, "all", MILLION), "25 s, 10 MB", wanted_seconds=12.5),
    Benchmark(
        "one document of 8,000 tokens and 900 mentions, blanc",
        partial(documents, "blanc", 1, 8_000, 900, 200),
        "1.9 s, 226 MB",
        wanted_seconds=1.9,
    ),
    Benchmark("1,000 singletons, ceafm", partial(singletons, "ceafm"), "13 s"),
    Benchmark("1,000 singletons, ceafe", partial(singletons, "ceafe"), "more than 270 s", wanted_seconds=5.0),
    Benchmark("805 chains against 20, ceafe", few_in_response, wanted_seconds=5.0),
]
