"""The command ``scorer2 ANSWERS KEY [SENSEMAP] [-g coarse|mixed] [-m] [-v]`` (documentation, 'Execution')."""

from __future__ import annotations

import os
from itertools import count

from legacy_scorers.common.cli import HELP, name_manual, point_to_check, uncollected_main_of
from legacy_scorers.common.tally import Row
from legacy_scorers.scorer2 import report
from legacy_scorers.scorer2.align import Key, align
from legacy_scorers.scorer2.cells import CORRECT, MISSED, REFUSED, add_up
from legacy_scorers.scorer2.credit import COARSE, FINE, MIXED, Granularity
from legacy_scorers.scorer2.read import COMMENT, read_instances

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from legacy_scorers.common.host import Host
    from legacy_scorers.common.result import Observer
    from legacy_scorers.scorer2.align import Aligned
    from legacy_scorers.scorer2.evidence import Evidence

UNREADABLE = 1  # exit status; a run that reads its files ends with 0, even without a match


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return uncollected_main_of("scorer2", score, argv)


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


def read_reference(key: bytes, sense_map: bytes | None, granularity: str, minimal: bool) -> tuple[Key, Granularity]:
    """Return the key, and how answers are compared with it."""
    how = Granularity(granularity, sense_map if granularity != FINE else None)
    return Key(key, how.coarse, minimal), how


def read_answers(content: bytes, key: Key) -> Iterable[Aligned]:
    """Return the answers, block by block, with the key lines that they are scored against."""
    return align(read_instances(content, COMMENT), key)


def score(words: Sequence[str], host: Host, observer: Observer | None = None) -> int:
    """Print the score that ``words`` ask for, or the usage, and return the exit status.

    ``observer``, if given, receives every instance.
    """
    if len(words) < 2:
        return _print_usage(words, host)
    options = Options(words[2:])
    files = [*words[:2], *options.maps]
    answers, key_content, *maps = [read_file(host, name) for name in files]
    if options.granularity != FINE and all(content is None for content in maps):
        host.stderr.write(report.NO_SENSE_MAP)
        options.granularity = FINE
    if answers is None or key_content is None or None in maps:
        return UNREADABLE
    sense_map = maps[-1] if maps else None
    key, granularity = host.reuse(read_reference, key_content, sense_map, options.granularity, options.minimal)
    del key_content  # frees memory
    evidence = _begin(observer, files, key, granularity, options)
    output = report.Output(host)
    sums = _score_answers(read_answers(answers, key), key, granularity, output, options.verbose, evidence)
    output.finish(report.summary(granularity.name, options.minimal, os.fsencode(words[0]), os.fsencode(words[1]), sums))
    point_to_check("scorer2", words, sums[CORRECT], host)
    return 0


def _print_usage(words: Sequence[str], host: Host) -> int:
    host.stderr.write(report.USAGE)
    contents = [read_file(host, name) for name in words]
    if [*words] in HELP:  # to the original these are names of files
        name_manual("scorer2", host)
    return UNREADABLE if None in contents else 0


def _begin(
    observer: Observer | None, files: list[str], key: Key, granularity: Granularity, options: Options
) -> Evidence | None:
    """Tell an observer what is scored; return what passes on the instances, or None if nobody wants them."""
    if observer is None:
        return None
    from legacy_scorers.scorer2.evidence import Evidence

    settings = {"granularity": granularity.name, "minimal": options.minimal, "verbose": options.verbose}
    evidence = Evidence(observer, files, key, granularity, settings)
    return evidence if observer.wants_units else None


def _score_answers(
    aligned: Iterable[Aligned],
    key: Key,
    granularity: Granularity,
    output: report.Output,
    verbose: bool,
    evidence: Evidence | None,
) -> Row:
    """Score the answers in their order, report each block, and return the sums."""
    sums = Row()
    line = scored = 0
    for identifiers, texts, indexes, key_texts in aligned:
        signatures = list(map(granularity.signatures.__getitem__, zip(texts, key_texts)))
        add_up(sums, signatures)
        refused = signatures.count(REFUSED)
        if refused or verbose or evidence:
            answers = list(zip(count(line), identifiers, texts, indexes, key_texts, signatures))
            if verbose:
                output.calculations(answers, granularity)
            else:
                output.refusals(answers)
            if evidence:
                evidence.add(answers)
        line += len(signatures)
        scored += len(signatures) - refused
    add_up(sums, [MISSED] * (len(key.texts) - key.texts.count(b"") - scored))
    if evidence:
        evidence.add_missed()
    return sums


def read_file(host: Host, name: str) -> bytes | None:
    """Return the content of a file, empty for a directory; report one that cannot be read and return None."""
    try:
        return host.read(name)
    except IsADirectoryError:
        return b""
    except OSError:
        host.stderr.write(report.unreadable(os.fsencode(name)))
        return None
