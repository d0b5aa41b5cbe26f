"""The command ``conlleval [-l] [-r] [-d DELIMITER] [-o OUTSIDE] < FILE`` (page, 'Messages')."""

from __future__ import annotations

import sys

from legacy_scorers.common.cli import run, write_stderr, write_stdout
from legacy_scorers.common.errors import RefusalError
from legacy_scorers.conlleval import report
from legacy_scorers.conlleval.align import align, read_raw, read_tag
from legacy_scorers.conlleval.options import Options
from legacy_scorers.conlleval.read import read
from legacy_scorers.conlleval.tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from legacy_scorers.common.result import Observer
    from legacy_scorers.conlleval.align import Aligned


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return run("conlleval", score, argv)


def aligned_lines(stream: BinaryIO | None, options: Options) -> Iterator[Aligned]:
    """Yield the lines of an input, each with its step."""
    return align(read(stream, options.delimiter), read_raw(options.outside) if options.raw else read_tag)


def score(words: list[str], observer: Observer | None = None, file: str = "") -> int:
    """Print the report on standard input that ``words`` ask for, and return the exit status.

    ``observer``, if given, receives every sentence. ``file``, if named, is read instead of standard input.
    """
    if not file:
        return _score(words, sys.stdin.buffer if sys.stdin else None, observer, "standard input")
    with open(file, "rb") as stream:
        return _score(words, stream, observer, file)


def _score(words: list[str], stream: BinaryIO | None, observer: Observer | None, name: str) -> int:
    try:
        options = Options(words)
        aligned = aligned_lines(stream, options)
        if observer is not None:
            from legacy_scorers.conlleval.evidence import Evidence

            evidence = Evidence(observer, options, name)
            aligned = evidence.of(aligned) if observer.wants_units else aligned
        counts = tally(aligned)
    except RefusalError as refusal:
        write_stderr(refusal.message)
        return refusal.status
    write_stdout(report.table(counts) if options.latex else report.report(counts))
    return 0
