"""The errors that users of any scorer see: one line of ours, or the original's own message."""

from __future__ import annotations

FAILURE = 1  # the exit status of most commands for input that they cannot score


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
