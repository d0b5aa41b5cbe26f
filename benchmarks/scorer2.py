"""Inputs and limits for scorer2: generated exercises of the size of Senseval-3 and of a million instances."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.measure import Benchmark

SENSES = 5  # of each lexical item; the first is the parent of the second and third
INSTANCES_OF_AN_ITEM = 200
MANY_TAGS = 100_000
UNANSWERED, WEIGHTED, TWO_IN_KEY, RIGHT = 0.03, 0.15, 0.05, 0.67  # shares


def lexical_items(instances: int) -> range:
    """Return the numbers of the lexical items of an exercise."""
    return range(max(1, instances // INSTANCES_OF_AN_ITEM))


def instances(count: int) -> Iterator[tuple[int, str]]:
    """Yield lexical item and first two fields of each instance, sorted as the search needs them."""
    for number in range(count):
        item = number * len(lexical_items(count)) // count
        yield item, f"word{item:05d}.n word{item:05d}.n.bnc.{number:08d}"


def tags(item: int, number: int, chance: random.Random) -> list[str]:
    """Return different senses of a lexical item."""
    return [f"word{item:05d}%{sense}" for sense in chance.sample(range(SENSES), number)]


def write_exercise(folder: Path, count: int, *, sort: bool = True) -> None:
    """Write answers, key and sense map with the shares of the submissions to Senseval-2 and Senseval-3.

    Of the instances 3 per cent are not answered, of the answers 15 per cent have two weighted tags, and of the lines of
    the key 5 per cent have two tags. Answers are right in two cases of three.
    """
    chance = random.Random(1)
    key, answers = [], []
    for item, fields in instances(count):
        right = tags(item, 2 if chance.random() < TWO_IN_KEY else 1, chance)
        key.append(f"{fields} {' '.join(right)}\n")
        if chance.random() < UNANSWERED:
            continue
        first, second = tags(item, 2, chance)
        first = right[0] if chance.random() < RIGHT and second != right[0] else first
        weight = chance.randrange(51, 100) / 100
        weighted = f"{first}/{weight:.2f} {second}/{1 - weight:.2f}"
        answers.append(f"{fields} {weighted if chance.random() < WEIGHTED else first}\n")
    if not sort:
        chance.shuffle(key)
    (folder / "key").write_text("".join(key))
    (folder / "answers").write_text("".join(answers))
    with open(folder / "sensemap", "w") as sense_map:
        for item in lexical_items(count):
            for sense in range(SENSES):
                parent = f" 2 word{item:05d}%0" if sense in (1, 2) else ""
                sense_map.write(f"word{item:05d}%{sense}{parent}\n")


def exercise(count: int, options: list[str], folder: Path) -> list[str]:
    """Prepare a sorted exercise of ``count`` instances."""
    write_exercise(folder, count)
    return ["scorer2", "answers", "key", *options]


def unsorted_exercise(count: int, folder: Path) -> list[str]:
    """Prepare the same with a shuffled key, which has to be bisected."""
    write_exercise(folder, count, sort=False)
    return ["scorer2", "answers", "key"]


def long_lines(folder: Path) -> list[str]:
    """Prepare one instance with very many tags on both sides, of which two and two have a parent in common."""
    chance = random.Random(1)
    many = [f"tag{number:06d}" for number in range(MANY_TAGS)]
    (folder / "sensemap").write_text("".join(f"{tag} 2 parent{number // 2:06d}\n" for number, tag in enumerate(many)))
    for name in ("key", "answers"):
        chance.shuffle(many)
        (folder / name).write_text(f"word.n 1 {' '.join(many)}\n")
    return ["scorer2", "answers", "key", "sensemap", "-g", "coarse"]


def nothing(folder: Path) -> list[str]:
    """Prepare empty files."""
    for name in ("answers", "key"):
        (folder / name).touch()
    return ["scorer2", "answers", "key"]


MILLION = 1_000_000
MIXED = ["sensemap", "-g", "mixed"]
BENCHMARKS = [
    Benchmark("nothing to do", nothing, wanted_startups=1.5),
    Benchmark(
        "Senseval-3 size: 4,000 instances, mixed, -v",
        partial(exercise, 4_000, [*MIXED, "-v"]),
        "under 0.01 s",
        wanted_seconds=0.08,
    ),
    Benchmark(
        "1,000,000 instances, fine",
        partial(exercise, MILLION, []),
        "0.87 s",
        wanted_seconds=2.6,
        wanted_megabytes=600,
    ),
    Benchmark(
        "1,000,000 instances, mixed",
        partial(exercise, MILLION, MIXED),
        "1.07 s",
        wanted_seconds=5.0,
        wanted_megabytes=600,
    ),
    Benchmark(
        "100,000 instances, mixed", partial(exercise, MILLION // 10, MIXED), tenfold=partial(exercise, MILLION, MIXED)
    ),
    Benchmark("1,000,000 instances, key not sorted", partial(unsorted_exercise, MILLION), wanted_megabytes=600),
    Benchmark("one instance with 100,000 tags, coarse", long_lines),
]
