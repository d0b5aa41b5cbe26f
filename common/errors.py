"""The errors that users of any scorer see: one line of ours, or the original's own message."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_LIKE = 0.75  # the least similarity of a name that may be meant, from 0 to 1
FAILURE = 1  # the exit status of most commands for input that they cannot score
ESCAPES = {  # characters that could command a terminal, and what is printed for them
    **{number: f"\\x{number:02x}" for number in (*range(0x20), *range(0x7F, 0xA0))},  # C0 and C1
    **{number: f"\\u{number:04x}" for number in (*range(0x2028, 0x202F), *range(0x2066, 0x206A))},  # lines, directions
}


class InputError(Exception):
    """An input, option or output that ends the scoring.

    ``problem`` says what is wrong and what to do about it. ``file`` is the name as the user gave it, ``line`` counts
    from 1; either is None if unknown. ``status`` is the command's exit status. ``str()`` is ``file:line: problem``.
    """

    def __init__(self, problem: str, file: str | None = None, line: int | None = None, status: int = FAILURE) -> None:
        super().__init__(problem)
        self.problem = problem
        self.file = file
        self.line = line
        self.status = status

    def __str__(self) -> str:
        places = [str(place) for place in (self.file, self.line) if place is not None]
        return ": ".join([":".join(places), self.problem] if places else [self.problem])


class RefusalError(Exception):
    """The original's own message, printed unchanged to standard error, and its exit status."""

    def __init__(self, message: bytes, status: int) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


def reason_in(said: Sequence[str], notes: Sequence[str] = ()) -> str:
    """Return why there is no report: the last line before the usage, or else the last, without blanks and notes."""
    lines = [line.strip() for line in said if line.strip() and line.strip() not in notes]
    of_usage = [number for number, line in enumerate(lines) if line.lower().startswith("usage")]
    before_usage = lines[: of_usage[0]] if of_usage else lines
    return next(reversed(before_usage or lines), "")


def one_line(text: str) -> bytes:
    r"""Return ``text`` as one line with its newline; line breaks become blanks, other commands to a terminal escapes.

    So do bytes that are not UTF-8, as ``\udc9b``: not all terminals expect UTF-8, and some bytes command the others.
    """
    line = text.replace("\n", " ").replace("\r", " ").translate(ESCAPES)
    return line.encode("utf-8", "backslashreplace") + b"\n"


def describe(error: OSError) -> str:
    """Say ``file: reason`` for an error of the operating system, or only the reason."""
    reason = error.strerror or str(error)
    return reason if error.filename is None else f"{os.fsdecode(error.filename)}: {reason}"


def nearest(word: str, known: Iterable[str]) -> str:
    """Return ``; the nearest is ...`` for the known name most like a word, or the only one that contains it, if any."""
    return "".join([f"; the nearest is {name}" for name in close_matches(word, known)])


def close_matches(word: str, known: Iterable[str], like: float = _LIKE) -> list[str]:
    """Return the known name most like a word, or else the only one that contains it; empty without any.

    ``like`` is the least similarity, from 0 to 1.
    """
    from difflib import get_close_matches  # for mistakes only

    by_small_letters = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), by_small_letters, 1, like)
    found = found or [name for name in by_small_letters if word and word.lower() in name]
    return [by_small_letters[found[0]]] if len(found) == 1 else []
