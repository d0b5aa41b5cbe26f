"""The command ``scorer2 ANSWERS KEY [SENSEMAP] [-g coarse|mixed] [-m] [-v]`` (documentation, 'Execution')."""

from __future__ import annotations

import os
import sys

from common.cli import run, write_stderr
from scorer2 import report
from scorer2.answers import COMMENT
from scorer2.key import read_key
from scorer2.output import Output
from scorer2.score import score_answers
from scorer2.senses import SenseMap
from scorer2.table import read_instances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

HELP = (["--help"], ["-h"])  # file names to the original; who reads its messages from a pipe gets nothing else
FINE, COARSE, MIXED = "fine", "coarse", "mixed"
UNREADABLE = 1  # exit status; whatever can be scored ends with 0, even without a match


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return run("scorer2", score, argv)


class Options:
    """What the words after the two file names ask for.

    A word that is no option and does not begin with ``-`` names a sense map; the last one counts. Unknown options are
    ignored, and so is ``-g`` without ``coarse`` or ``mixed`` after it.
    """

    __slots__ = ("granularity", "maps", "minimal", "verbose")

    def __init__(self, words: Sequence[str]) -> None:
        self.granularity = FINE
        self.minimal = "-m" in words
        self.verbose = "-v" in words
        self.maps: list[str] = []
        for previous, word in zip(["", *words], words):
            if previous == "-g" and word in (COARSE, MIXED):
                self.granularity = word
            elif not word.startswith("-"):
                self.maps.append(word)


def score(words: list[str]) -> int:
    """Print the score that ``words`` ask for, or the usage, and return the exit status."""
    if len(words) < 2:
        write_stderr(report.USAGE)
        status = UNREADABLE if None in [read_file(name) for name in words] else 0
        if words in HELP and sys.stderr is not None and sys.stderr.isatty():
            write_stderr(report.MANUAL_PAGE)
        return status
    options = Options(words[2:])
    answers, key, *maps = [read_file(name) for name in [*words[:2], *options.maps]]
    readable_maps = [content for content in maps if content is not None]
    if options.granularity != FINE and not readable_maps:
        write_stderr(report.NO_SENSE_MAP)
        options.granularity = FINE
    if answers is None or key is None or readable_maps != maps:
        return UNREADABLE
    senses = SenseMap(readable_maps[-1]) if options.granularity != FINE else None
    coarse = senses.coarse if senses and options.granularity == COARSE else None
    mixed = senses if options.granularity == MIXED else None
    output = Output(options.verbose)
    instances = read_key(key, coarse, options.minimal)
    tally = score_answers(read_instances(answers, COMMENT), instances, coarse, mixed, output)
    names = [os.fsencode(name) for name in words[:2]]
    output.finish(report.summary(options.granularity, options.minimal, names[0], names[1], tally))
    return 0


def read_file(name: str) -> bytes | None:
    """Return the content of a file, none for a directory; if it cannot be read, say so and return None."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except IsADirectoryError:
        return b""
    except OSError:
        write_stderr(report.unreadable(os.fsencode(name)))
        return None
