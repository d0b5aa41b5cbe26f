"""Changes of a run of scorer2."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from rescore.archive.changes.edits import cut, doubles, in_order, once
from rescore.archive.changes.setup import Change, Setup, Sides, reworded
from rescore.archive.published import Published
from scorer2.cells import ATTEMPTED, TOTAL
from scorer2.cli import Options
from scorer2.credit import COARSE, FINE, MIXED

INSTANCE = re.compile(rb"(?m)^[ \t]*(\S+[ \t]+\S+).*(?:\n|$)")


def sides(setup: Setup) -> Sides:
    """Return the files of key, response and sense map."""
    answers, key, *options = setup.words[1:]
    maps = Options(options).maps[-1:]
    return Sides([setup.path(key)], [setup.path(answers)], [setup.path(name) for name in maps])


def choices(setup: Setup) -> Iterator[Change]:
    """Yield other words of the command line."""
    yield reworded("swap", "answers and key", "with the sides swapped", _swapped)
    for granularity in (FINE, COARSE, MIXED):
        text = f"with -g {granularity}" if granularity != FINE else "without -g"
        yield Change("granularity", granularity, text, partial(_with_granularity, granularity))
    for kind, option in (("minimal", "-m"), ("verbose", "-v")):
        text = f"without {option}" if option in setup.words[3:] else f"with {option}"
        yield reworded(kind, option, text, partial(_toggled, option))


def as_published(setup: Setup, published: Published) -> Iterator[Change]:
    """Yield answers and key, truncated to the published numbers of instances."""
    of_setup = sides(setup)
    for paths, column in ((of_setup.response, ATTEMPTED), (of_setup.key, TOTAL)):
        for path in paths:
            yield from cut(INSTANCE, path, setup.files.get(path, b""), published.counts(column))


def orders(setup: Setup) -> Iterator[Change]:
    """Yield sorted files, because scorer2 does not find unsorted lines, then files without repeated instances."""
    of_setup = sides(setup)
    yield from in_order([*of_setup.key, *of_setup.others])
    yield from doubles(of_setup.all, partial(once, INSTANCE))


def _swapped(words: Sequence[str]) -> list[str]:
    command, answers, key, *options = words
    return [command, key, answers, *options]


def _with_granularity(granularity: str, setup: Setup) -> Setup | None:
    words = list(setup.words)
    options = Options(words[3:])
    if options.granularity == granularity or (granularity != FINE and not options.maps):
        return None
    if "-g" in words:
        place = words.index("-g")
        del words[place : place + 2]
    return setup.with_words(words if granularity == FINE else [*words, "-g", granularity])


def _toggled(option: str, words: Sequence[str]) -> list[str]:
    files, options = words[:3], words[3:]
    return [*files, *([word for word in options if word != option] if option in options else [*options, option])]
