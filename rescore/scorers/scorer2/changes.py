"""What may have been different in a run of scorer2 whose published figures differ."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.scorers.change import (
    Change,
    Setup,
    Sides,
    duplicate_changes,
    edit,
    keep_once,
    swap_change,
    toggle_change,
    truncations,
    word_change,
)
from legacy_scorers.scorer2.cells import ATTEMPTED, TOTAL
from legacy_scorers.scorer2.cli import Options
from legacy_scorers.scorer2.credit import COARSE, FINE, MIXED

INSTANCE = re.compile(rb"(?m)^[ \t]*(\S+[ \t]+\S+).*(?:\n|$)")


def sides_of(setup: Setup) -> Sides:
    """Return the files of key, response and sense map."""
    answers, key, *options = setup.words[1:]
    maps = Options(options).maps[-1:]
    return Sides([setup.path(key)], [setup.path(answers)], [setup.path(name) for name in maps])


def choices(setup: Setup, sides: Sides, published: Sequence[Cell] = ()) -> Iterator[Change]:
    """Yield other words of the command line."""
    yield swap_change("answers and key", 1)
    for granularity in (FINE, COARSE, MIXED):
        text = f"with -g {granularity}" if granularity != FINE else "without -g"
        yield word_change("granularity", granularity, text, partial(_with_granularity, granularity))
    yield toggle_change("minimal", "-m", setup.words)
    yield toggle_change("verbose", "-v", setup.words)


def published_changes(setup: Setup, sides: Sides, published: Sequence[Cell]) -> Iterator[Change]:
    """Yield answers and key, truncated to the published numbers of instances."""
    for path, column in ((sides.response[0], ATTEMPTED), (sides.key[0], TOTAL)):
        yield from truncations(INSTANCE, setup, path, published, column)


def unit_changes(setup: Setup, sides: Sides) -> Iterator[Change]:
    """Yield sorted files, because scorer2 does not find unsorted lines, then files without repeated instances."""
    for path in (*sides.key, *sides.others):
        yield edit("sorted", "with {} sorted", [path], _sorted)
    yield from duplicate_changes(sides.all, partial(keep_once, INSTANCE))


def _with_granularity(granularity: str, words: list[str]) -> list[str]:
    options = Options(words[3:])
    if options.granularity == granularity or (granularity != FINE and not options.maps):
        return words
    if "-g" in words:
        place = words.index("-g")
        del words[place : place + 2]
    return words if granularity == FINE else [*words, "-g", granularity]


def _sorted(text: bytes) -> bytes:
    lines = text.removesuffix(b"\n")
    return b"\n".join(sorted(lines.split(b"\n"))) + text[len(lines) :]


def missing_at_end(setup: Setup, sides: Sides) -> int:
    """Return how many instances of the key follow the last answered one, 0 if the answers end within a line."""
    if not all(setup.files.get(path, b"").endswith(b"\n") for path in sides.response):
        return 0
    key, answered = [
        [tuple(found[1].split()) for path in paths for found in INSTANCE.finditer(setup.files.get(path, b""))]
        for paths in (sides.key, sides.response)
    ]
    known = set(answered)
    return next((place for place, instance in enumerate(reversed(key)) if instance in known), len(key))
