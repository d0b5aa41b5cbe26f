"""The command ``conlleval [-l] [-r] [-d DELIMITER] [-o OUTSIDE] < FILE`` (specification, 2 and 9)."""

from __future__ import annotations

import os
import sys

from common.cli import run, write_stderr, write_stdout
from conlleval import report
from conlleval.align import align, read_raw, read_tag
from conlleval.read import RefusalError, read
from conlleval.tally import tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from common.match import Observer

WRONG_COMMAND_LINE = 255  # exit status


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with the words after its name and return the exit status."""
    return run("conlleval", score, argv)


class Options:
    """The options of a command line: words that begin with a hyphen, each by itself, and nothing behind them.

    Raises ``RefusalError`` for the first word that is wrong.
    """

    __slots__ = ("delimiter", "latex", "outside", "raw")

    def __init__(self, words: Sequence[str]) -> None:
        self.latex = False
        self.raw = False
        self.delimiter = b" "
        self.outside = b"O"
        rest = iter(words)
        for word in rest:
            if word == "-l":
                self.latex = True
            elif word == "-r":
                self.raw = True
            elif word in ("-d", "-o"):
                self._take(word, next(rest, None))
            elif word.startswith("-"):
                raise _wrong(b"unknown argument " + os.fsencode(word))
            else:
                raise _wrong(b"unexpected command line argument")

    def _take(self, option: str, value: str | None) -> None:
        if value is None:
            raise _wrong(b"%b requires delimiter character" % option.encode())
        if option == "-d":
            self.delimiter = os.fsencode(value)
        else:
            self.outside = os.fsencode(value)


def _wrong(message: bytes) -> RefusalError:
    return RefusalError(b"conlleval: %b\n" % message, WRONG_COMMAND_LINE)


def score(words: list[str], observer: Observer | None = None) -> int:
    """Print the report on standard input that ``words`` ask for, and return the exit status.

    ``observer`` receives every sentence, if there is one.
    """
    try:
        options = Options(words)
        lines = read(sys.stdin.buffer if sys.stdin else None, options.delimiter)
        aligned = align(lines, read_raw(options.outside) if options.raw else read_tag)
        if observer is not None:
            from conlleval.evidence import Evidence

            aligned = Evidence(observer, options, sys.stdin.name if sys.stdin else "").of(aligned)
        counts = tally(aligned)
    except RefusalError as refusal:
        write_stderr(refusal.message)
        return refusal.status
    write_stdout(report.table(counts) if options.latex else report.report(counts))
    return 0
