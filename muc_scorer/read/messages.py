"""The progress messages of a run, and the errors in the words of the 1997 program."""

from __future__ import annotations

from legacy_scorers.common.cli import write_line, write_stderr, write_stdout
from legacy_scorers.common.errors import InputError

_SHOWN = 60  # bytes


class Fatal(Exception):  # noqa: N818 - the scorer's own term
    """An error that ends the run with exit status 1 and the message of the 1997 program, line end included.

    The message goes to standard error, or to standard output if it is from a parser.
    """

    def __init__(self, message: bytes, on_stdout: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.on_stdout = on_stdout


say = write_stdout  # a piece of the progress messages


def warn(line: bytes) -> None:
    """Write a line to standard error."""
    write_stderr(line + b"\n")


def warn_at(problem: str, file: str, line: int | None = None) -> None:
    """Write a line about a line of a file, or about the file, to standard error."""
    write_line(f"muc-score: {InputError(problem, file, line)}")


def shown(text: bytes) -> str:
    """Return a piece of the input for an error message, truncated if it is long."""
    piece = text if len(text) <= _SHOWN else text[:_SHOWN] + b"..."
    return piece.decode("ascii", "backslashreplace")
