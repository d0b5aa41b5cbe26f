"""What belongs to the whole process: exit statuses, signals that end it, and memory."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator

from legacy_scorers.common.cli import OUT_OF_MEMORY
from legacy_scorers.common.signals import ending

DIFFERENT = 1  # exit status if figures differ, or something is suspicious
USAGE = 2  # if the command line, the manifest or the store is wrong, or a library is missing
UNSCORED = 3  # if something cannot be read, scored or compared
LACKS_MEMORY = 71  # of a process of a pool that lacks memory
ORPHANED = 72  # of one whose parent was killed; nobody receives it
GARBAGE_INTERVAL = 50_000  # new objects between two collections; modules and explained runs are not garbage
CAN_BOUND_MEMORY = sys.platform != "win32"
_SIGNAL_STATUS = 128  # a shell adds it to the number of the signal that ended a program
_MEGABYTE = 2**20
_RESERVE_BYTES = 8 * _MEGABYTE  # more than a process allocates between two checks
_CHECK_INTERVAL_S = 0.005  # seconds of work between two checks
_PARENT_INTERVAL_S = 1.0  # seconds between two looks at the parent
_SIZE_FILE = "/proc/self/statm"  # begins with the size of this process, in pages

cleanups: list[Callable[[], object]] = []  # functions that tidy up after this process, the oldest first


@contextlib.contextmanager
def undo(tidy: Callable[[], object]) -> Iterator[None]:
    """A context in which an error, or a signal that ends this process, calls a function first."""
    cleanups.append(tidy)
    try:
        yield
    except BaseException:
        tidy()
        raise
    finally:
        cleanups.remove(tidy)


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
        os._exit(_SIGNAL_STATUS + number)


def end_with_parent() -> None:
    """End this process soon after the one that started it, even within a long job; on Windows, only after the job."""
    if sys.platform == "win32":
        return
    parent = os.getppid()

    def check(*_: object) -> None:
        if os.getppid() != parent:
            os._exit(ORPHANED)

    signal.signal(signal.SIGALRM, check)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGALRM])
    signal.setitimer(signal.ITIMER_REAL, _PARENT_INTERVAL_S, _PARENT_INTERVAL_S)


def bound_memory(megabytes: int | None) -> None:
    """Bound the memory of this process by the limit of the system and, unless None, by ``megabytes``.

    It ends while a little is left: without any, an interpreter may crash, loop for ever, as while it imports numpy, or
    leave work half done.
    """
    if sys.platform == "win32":
        return
    import resource

    bounds = [*resource.getrlimit(resource.RLIMIT_AS), *([] if megabytes is None else [megabytes * _MEGABYTE])]
    size = min([bound for bound in bounds if bound != resource.RLIM_INFINITY], default=sys.maxsize)
    if size >= sys.maxsize:
        return
    if os.path.exists(_SIZE_FILE):
        sizes, pages = os.open(_SIZE_FILE, os.O_RDONLY), (size - _RESERVE_BYTES) // resource.getpagesize()

        def check(*_: object) -> None:
            if int(os.pread(sizes, 32, 0).split()[0]) > pages:
                os._exit(LACKS_MEMORY)

        check()  # before the bound, because beyond it even this check may fail
        signal.signal(signal.SIGPROF, check)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGPROF])
        signal.setitimer(signal.ITIMER_PROF, _CHECK_INTERVAL_S, _CHECK_INTERVAL_S)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def lacks_memory(error: BaseException | None) -> bool:
    """Whether an error is a lack of memory, or was raised while such an error was handled."""
    while error is not None and not isinstance(error, OUT_OF_MEMORY):
        error = error.__context__
    return error is not None
