"""The command ``scorer2 ANSWERS KEY [SENSEMAP] [-g coarse|mixed] [-m] [-v]`` (documentation, 'Execution')."""

from __future__ import annotations

import os
import sys

from common.cli import run_uncollected, write_stderr
from scorer2 import report
from scorer2.align import align
from scorer2.cells import REFUSED, Sums
from scorer2.credit import signature_of
from scorer2.key import read_key
from scorer2.read import COMMENT, read_instances
from scorer2.tags import COARSE, FINE, MIXED, Granularity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from common.memo import Memo
    from common.result import Observer
    from scorer2.cells import Signature
    from scorer2.credit import Texts
    from scorer2.evidence import Evidence
    from scorer2.key import Key

    Reference: TypeAlias = tuple[Key, Granularity, Memo[Texts, Signature]]
    ReadReference: TypeAlias = Callable[[bytes, bytes | None, str, bool], Reference]

HELP = (["--help"], ["-h"])  # file names to the original, so that more is said on a terminal only
UNREADABLE = 1  # exit status; whatever can be scored ends with 0, even without a match


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return run_uncollected("scorer2", score, argv)


class Options:
    """The options among the words after the two file names.

    A word that is not an option and does not begin with ``-`` names a sense map; the last one counts. Unknown options
    are ignored, and so is ``-g`` without ``coarse`` or ``mixed`` after it.
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


def read_reference(key: bytes, sense_map: bytes | None, granularity: str, minimal: bool) -> Reference:
    """Return the key, how answers are compared with it, and the signatures known so far, for any number of runs."""
    how = Granularity(granularity, sense_map if granularity != FINE else None)
    return read_key(key, how.coarse, minimal), how, signature_of(how)


def score(words: list[str], observer: Observer | None = None, read_reference: ReadReference = read_reference) -> int:
    """Print the score that ``words`` ask for, or the usage, and return the exit status.

    ``observer`` receives every instance, if there is one. ``read_reference`` may return what served an earlier run.
    """
    if len(words) < 2:
        return _print_usage(words)
    options = Options(words[2:])
    files = [*words[:2], *options.maps]
    answers, key_content, *maps = [read_file(name) for name in files]
    readable_maps = [content for content in maps if content is not None]
    if options.granularity != FINE and not readable_maps:
        write_stderr(report.NO_SENSE_MAP)
        options.granularity = FINE
    if answers is None or key_content is None or readable_maps != maps:
        return UNREADABLE
    sense_map = readable_maps[-1] if readable_maps else None
    reference = read_reference(key_content, sense_map, options.granularity, options.minimal)
    _, granularity, _ = reference
    evidence = None
    if observer is not None:
        from scorer2.evidence import Evidence

        minimal, verbose = options.minimal, options.verbose
        evidence = Evidence(observer, files, reference, key_content, minimal=minimal, verbose=verbose)
    del key_content  # it is large
    output = report.Output()
    sums = _score_answers(answers, reference, output, options.verbose, evidence)
    names = [os.fsencode(name) for name in words[:2]]
    output.finish(report.summary(granularity.name, options.minimal, names[0], names[1], sums.row))
    return 0


def _print_usage(words: list[str]) -> int:
    write_stderr(report.USAGE)
    status = UNREADABLE if None in [read_file(name) for name in words] else 0
    if words in HELP and sys.stderr is not None and sys.stderr.isatty():
        write_stderr(report.MANUAL_PAGE)
    return status


def _score_answers(
    content: bytes, reference: Reference, output: report.Output, verbose: bool, evidence: Evidence | None
) -> Sums:
    """Score the answers in their order, pass them on as they come, and return what they add up to."""
    key, granularity, known_signatures = reference
    sums = Sums()
    for lines in align(read_instances(content, COMMENT), key):
        signatures = list(map(known_signatures.__getitem__, zip(lines.texts, lines.key_texts)))
        refused = lines.refused() if REFUSED in signatures else {}
        sums.add(signatures)
        if verbose:
            output.calculations(lines, signatures, refused, granularity)
        elif refused:
            output.refusals(lines, refused)
        if evidence:
            evidence.add(lines, signatures, refused)
    sums.add_missed(key.total)
    if evidence:
        evidence.add_missed()
    return sums


def read_file(name: str) -> bytes | None:
    """Return the content of a file, empty for a directory; if it cannot be read, say so and return None."""
    try:
        with open(name, "rb") as file:
            return file.read()
    except IsADirectoryError:
        return b""
    except OSError:
        write_stderr(report.unreadable(os.fsencode(name)))
        return None
