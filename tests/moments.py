"""Signals that a process sends itself at a moment; this imports nothing that a command does not import."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def signal_at(number: int, moment: str, nth: int = 1) -> None:
    """Send this process a signal at the n-th call of a function of ``os``; if the moment is "call", of any function."""
    function, left = getattr(os, moment, None), nth

    def reached(*words: Any, **named: Any) -> Any:  # noqa: ANN401 - whatever the function takes
        nonlocal left
        left -= 1
        if not left:
            sys.setprofile(None)
            os.kill(os.getpid(), number)
        return function(*words, **named) if function else None

    if function:
        setattr(os, moment, reached)
    else:
        sys.setprofile(reached)
