"""The signals that end a process, and how they are kept waiting while something is put in place."""

from __future__ import annotations

import signal

_OTHERS = (
    "SIGKILL", "SIGSTOP",  # which nothing holds
    "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP",  # faults
    "SIGPIPE", "SIGXFSZ",  # which Python tells as errors
    "SIGCHLD", "SIGCONT", "SIGINFO", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGWINCH",  # which end nothing
)  # fmt: skip


def ending() -> set[signal.Signals]:
    """Return the signals that end a process which does nothing about them, and can be kept waiting."""
    return signal.valid_signals() - {getattr(signal, name) for name in _OTHERS if hasattr(signal, name)}


class Held:
    """While it is entered, the signals that end a process wait, where the system can make them."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            self._before = signal.pthread_sigmask(signal.SIG_BLOCK, ending())

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)
