"""The signals that end a process, and how to block them while files are put in place."""

from __future__ import annotations

import signal

_OTHERS = (
    "SIGKILL", "SIGSTOP",  # cannot be blocked
    "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP",  # faults
    "SIGPIPE", "SIGXFSZ",  # Python raises them as errors
    "SIGCHLD", "SIGCONT", "SIGINFO", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGWINCH",  # do not end a process
)  # fmt: skip


def ending() -> set[signal.Signals]:
    """Return the signals that end a process by default and can be blocked."""
    return signal.valid_signals() - {getattr(signal, name) for name in _OTHERS if hasattr(signal, name)}


class Held:
    """A context that blocks the signals that end a process, on systems that can."""

    __slots__ = ("_before",)

    def __enter__(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            self._before = signal.pthread_sigmask(signal.SIG_BLOCK, ending())

    def __exit__(self, *_: object) -> None:
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)
