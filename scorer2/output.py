"""Writing to both streams in the order in which the C library does it."""

from __future__ import annotations

import sys

from common.cli import write_stderr, write_stdout
from scorer2 import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorer2.answers import Guess


class Output:
    """The streams of one run.

    Complaints go to standard error at once. Standard output is kept until :meth:`flush`, unless it is a terminal,
    where it must not fall behind the complaints. With ``verbose`` it tells of every answer.
    """

    __slots__ = ("_kept", "_on_terminal", "_verbose")

    def __init__(self, verbose: bool = False) -> None:
        self._verbose = verbose
        self._on_terminal = sys.stdout is not None and sys.stdout.isatty()
        self._kept: list[bytes] = []

    def scored(self, identifier: bytes, guess: Guess, key_tags: tuple[bytes, ...], score: float) -> None:
        """Take note of an answer that was scored."""
        if self._verbose:
            self._kept.append(report.calculation(identifier, guess, key_tags, score))

    def refused(self, identifier: bytes, line: int, reason: bytes) -> None:
        """Take note of an answer that was not scored; ``line`` is its number in the file, from 0."""
        refusal = report.refusal(identifier, line, reason)
        if self._verbose:
            if self._on_terminal:
                self.flush()
            self._kept.append(refusal + b"\n")
        complain(refusal)

    def finish(self, summary: bytes) -> None:
        """Write all that was kept, and the summary."""
        self._kept.append(summary)
        self.flush()

    def flush(self) -> None:
        """Write what standard output was to show so far."""
        write_stdout(b"".join(self._kept))
        sys.stdout.flush()
        self._kept.clear()


def complain(message: bytes) -> None:
    """Write a message to standard error, if anybody reads it."""
    if sys.stderr is not None:
        write_stderr(message)
