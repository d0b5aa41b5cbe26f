"""Writing to both streams in the order in which a C program does it."""

from __future__ import annotations

import sys

from common.cli import write_stderr, write_stdout
from scorer2 import report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorer2.answers import Guess

_C_BUFFER = 4096  # bytes that the C library keeps of standard output
_MUCH = 2**20  # bytes; more is not kept, however many calculations are printed


class Output:
    """The streams of one run; with ``verbose`` standard output tells of every answer.

    Complaints go to standard error at once. Standard output is kept until :meth:`finish`, or until it is much, except
    for what a C program would have written by the time of a complaint: full buffers, or everything on a terminal. So
    both streams can go to the same file, as they did.
    """

    __slots__ = ("_kept", "_on_terminal", "_verbose")

    def __init__(self, verbose: bool = False) -> None:
        self._verbose = verbose
        self._on_terminal = sys.stdout is not None and sys.stdout.isatty()
        self._kept = bytearray()

    def scored(self, identifier: bytes, guess: Guess, key_tags: tuple[bytes, ...], score: float) -> None:
        """Take note of an answer that was scored."""
        if self._verbose:
            self._kept += report.calculation(identifier, guess, key_tags, score)
            if len(self._kept) > _MUCH:
                self._write_what_c_would()

    def refused(self, identifier: bytes, line: int, reason: bytes) -> None:
        """Take note of an answer that was not scored; ``line`` is its number in the file, from 0."""
        refusal = report.refusal(identifier, line, reason)
        self._write_what_c_would()
        write_stderr(refusal)
        if self._verbose:
            self._kept += refusal + b"\n"

    def finish(self, summary: bytes) -> None:
        """Write all that was kept, and the summary."""
        self._kept += summary
        self._write(len(self._kept))

    def _write_what_c_would(self) -> None:
        """Write full buffers, or everything on a terminal."""
        if self._kept:
            # a full buffer is only written when something comes after it
            self._write(len(self._kept) if self._on_terminal else (len(self._kept) - 1) // _C_BUFFER * _C_BUFFER)

    def _write(self, count: int) -> None:
        """Write the first ``count`` bytes of what was kept."""
        if count:
            write_stdout(bytes(self._kept[:count]))
            sys.stdout.flush()
            del self._kept[:count]
