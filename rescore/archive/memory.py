"""Bounds the memory of a process that scores; the process ends while a little memory is left.

Without any memory, an interpreter may crash, loop for ever, or leave work half done.
"""

from __future__ import annotations

import os
import signal
import sys

from common.cli import OUT_OF_MEMORY

LACKS_MEMORY = 71  # exit status of a process
NEEDS_MEMORY = "needs more memory than there is or --memory allows"
_MEGABYTE = 2**20
_RESERVE = 8 * _MEGABYTE  # more than a process allocates between two checks
_LOOK_INTERVAL_S = 0.005  # seconds of work between two checks
_SIZE = "/proc/self/statm"  # begins with the size of this process, in pages


def can_bound_memory() -> bool:
    """Whether this system can bound the memory of a process."""
    return sys.platform != "win32"


def bound_memory(megabytes: int | None) -> None:
    """Bound the memory of this process by the limit of the system and, unless None, by ``megabytes``."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    bounds = [soft, hard, *([] if megabytes is None else [megabytes * _MEGABYTE])]
    size = min([bound for bound in bounds if bound != resource.RLIM_INFINITY], default=sys.maxsize)
    if size >= sys.maxsize:
        return
    if os.path.exists(_SIZE):  # first, because beyond the bound even this check may fail
        _keep_reserve((size - _RESERVE) // resource.getpagesize())
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def _keep_reserve(pages: int) -> None:
    sizes = os.open(_SIZE, os.O_RDONLY)

    def look(*_: object) -> None:
        if int(os.pread(sizes, 32, 0).split()[0]) > pages:
            os._exit(LACKS_MEMORY)

    look()
    signal.signal(signal.SIGPROF, look)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGPROF])
    signal.setitimer(signal.ITIMER_PROF, _LOOK_INTERVAL_S, _LOOK_INTERVAL_S)


def lacks_memory(error: BaseException | None) -> bool:
    """Whether an error is a lack of memory, or was raised while such an error was handled."""
    while error is not None and not isinstance(error, OUT_OF_MEMORY):
        error = error.__context__
    return error is not None
