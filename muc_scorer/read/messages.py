"""The progress messages of a run, and the errors in the words of the 1997 program."""

from __future__ import annotations

from legacy_scorers.common.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from legacy_scorers.common.host import Host

    Say: TypeAlias = Callable[[bytes], object]

NOT_OF_MUC4 = "templates of MUC-3 and MUC-4 are not read, only those of MUC-6 and MUC-7"
_SHOWN = 60  # bytes


class Fatal(Exception):  # noqa: N818 - the scorer's own term
    """An error that ends the run with exit status 1 and the message of the 1997 program, line end included.

    The message goes to standard error, or to standard output if it is from a parser.
    """

    def __init__(self, message: bytes, on_stdout: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.on_stdout = on_stdout

    def advice(self, words: Sequence[str]) -> str:
        """Return what to do about a file of the wrong kind, or an empty text; ``words`` are those of the run."""
        place, _, text = self.message.partition(b": syntax error at '")
        if is_of_muc4(text):
            return NOT_OF_MUC4
        if place.startswith(b"(config) ") and (words[1:] or text.startswith(b"<")):
            return "name one configuration file, which names the files of key and response"
        return ""


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


def is_of_muc4(line: bytes) -> bool:
    """Return whether a line begins a template of MUC-3 or MUC-4, such as ``0.  MESSAGE: ID  TST3-MUC4-0001``."""
    number, name, *_ = [*line.split(), b"", b""]
    return number == b"0." and name.rstrip(b":") == b"MESSAGE"


def shown(text: bytes) -> str:
    """Return a piece of the input for an error message, truncated if it is long."""
    piece = text if len(text) <= _SHOWN else text[:_SHOWN] + b"..."
    return piece.decode("ascii", "backslashreplace")
