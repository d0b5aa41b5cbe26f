"""How a signal ends a command: what it has begun is tidied up, and the process exits at once.

An exception instead could be raised anywhere: while a lock is taken, while a module is compiled, or in a destructor,
where it is lost.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable

from common.signals import ending

_OF_SIGNAL = 128  # a shell adds it to the number of the signal that ended a program

begun: list[Callable[[], object]] = []  # functions that tidy up after this process, the oldest first


def end_in_order() -> None:
    """Make every signal that would end this process at once tidy up first all that was :data:`begun`."""
    for number in ending():
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def _end(number: int, _: object) -> None:
    if hasattr(signal, "pthread_sigmask") and number in signal.pthread_sigmask(signal.SIG_BLOCK, ()):
        signal.pthread_kill(threading.get_ident(), number)  # blocked, but another thread got it: keep it pending
        return
    try:
        with contextlib.ExitStack() as tidied:
            for tidy in begun:
                tidied.callback(tidy)
    finally:
        os._exit(_OF_SIGNAL + number)
