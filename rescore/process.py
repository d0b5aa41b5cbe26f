"""What belongs to the whole process: signals that end it, its environment and its working directory."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Iterator

from common.signals import ending

_OF_SIGNAL = 128  # a shell adds it to the number of the signal that ended a program

cleanups: list[Callable[[], object]] = []  # functions that tidy up after this process, the oldest first


def end_in_order() -> None:
    """Make every signal that would end this process at once call the functions in :data:`cleanups` first.

    An exception instead could be raised anywhere: while a lock is taken, while a module is compiled, or in a
    destructor, where it is lost.
    """
    for number in ending():
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def _end(number: int, _: object) -> None:
    if hasattr(signal, "pthread_sigmask") and number in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
        signal.pthread_kill(threading.get_ident(), number)  # blocked, but another thread got it: keep it pending
        return
    try:
        with contextlib.ExitStack() as tidied:
            for tidy in cleanups:
                tidied.callback(tidy)
    finally:
        os._exit(_OF_SIGNAL + number)


@contextlib.contextmanager
def hidden(*beginnings: str) -> Iterator[None]:
    """Remove variables whose names begin with one of these texts, and restore them at the end of the context."""
    removed = {name: os.environ.pop(name) for name in list(os.environ) if name.startswith(beginnings)}
    try:
        yield
    finally:
        os.environ.update(removed)


@contextlib.contextmanager
def working_in(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Make a folder the working directory for a while."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
