"""The command ``conlleval [-l] [-r] [-d DELIMITER] [-o OUTSIDE] < FILE`` (page, 'Messages')."""

from __future__ import annotations

import sys

from common.cli import run, write_stderr, write_stdout
from common.errors import RefusalError
from conlleval import report
from conlleval.align import align, read_raw, read_tag
from conlleval.options import Options
from conlleval.read import read
from conlleval.tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

    from common.match import Observer
    from conlleval.align import Aligned


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return run("conlleval", score, argv)


def aligned_lines(stream: BinaryIO | None, options: Options) -> Iterator[Aligned]:
    """Yield what happens at the lines of an input."""
    return align(read(stream, options.delimiter), read_raw(options.outside) if options.raw else read_tag)


def score(words: list[str], observer: Observer | None = None) -> int:
    """Print the report on standard input that ``words`` ask for, and return the exit status.

    ``observer`` receives every sentence, if there is one.
    """
    try:
        options = Options(words)
        aligned = aligned_lines(sys.stdin.buffer if sys.stdin else None, options)
        if observer is not None:
            from conlleval.evidence import Evidence

            aligned = Evidence(observer, options, sys.stdin.name if sys.stdin else "").of(aligned)
        counts = tally(aligned)
    except RefusalError as refusal:
        write_stderr(refusal.message)
        return refusal.status
    write_stdout(report.table(counts) if options.latex else report.report(counts))
    return 0
