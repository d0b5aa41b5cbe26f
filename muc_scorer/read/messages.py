"""The progress messages of a run, and the errors in the words of the 1997 program."""

from __future__ import annotations

from legacy_scorers.common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from legacy_scorers.common.host import Host

    Say: TypeAlias = Callable[[bytes], object]

_SHOWN = 60  # bytes


class Fatal(Exception):  # noqa: N818 - the scorer's own term
    """An error that ends the run with exit status 1 and the message of the 1997 program, line end included.

    The message goes to standard error, or to standard output if it is from a parser.
    """

    def __init__(self, message: bytes, on_stdout: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.on_stdout = on_stdout


class Messages:
    """What a run says on its ``host``, which also has its files. ``say`` writes a piece of the progress messages."""

    __slots__ = ("host", "say")

    def __init__(self, host: Host) -> None:
        self.host = host
        self.say: Say = host.stdout.write

    def warn(self, line: bytes) -> None:
        """Write a line to standard error."""
        self.host.stderr.write(line + b"\n")

    def warn_at(self, problem: str, file: str, line: int | None = None) -> None:
        """Write a line about a line of a file, or about the file, to standard error."""
        self.host.warn(f"muc-score: {InputError(problem, file, line)}")


def shown(text: bytes) -> str:
    """Return a piece of the input for an error message, truncated if it is long."""
    piece = text if len(text) <= _SHOWN else text[:_SHOWN] + b"..."
    return piece.decode("ascii", "backslashreplace")
