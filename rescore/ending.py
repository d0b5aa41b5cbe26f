"""The end of a command by a signal: what it has begun is tidied up, and nothing of it goes on.

An exception in the place of this could come anywhere: in a lock that is being taken, in a module that is being
compiled, in the end of an object, where it is lost.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable

from common.signals import ending

_OF_SIGNAL = 128  # a shell adds it to the number of the signal that ended a program

begun: list[Callable[[], object]] = []  # what tidies up after this process, in the order in which things were begun


def end_in_order() -> None:
    """Have every signal that would end this process at once end it when all that was begun is tidied up."""
    for number in ending():
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def _end(number: int, _: object) -> None:
    if hasattr(signal, "pthread_sigmask") and number in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
        signal.pthread_kill(threading.get_ident(), number)  # it is held, and another thread heard it: it waits on
        return
    try:
        with contextlib.ExitStack() as tidied:
            for tidy in begun:
                tidied.callback(tidy)
    finally:
        os._exit(_OF_SIGNAL + number)
