"""Signals that wait for a moment at which an exception is not lost."""

from __future__ import annotations

import contextlib
import signal
import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextlib.contextmanager
def postponed() -> Iterator[Callable[[], None]]:
    """Keep SIGINT and SIGTERM back until what is yielded is called, or the end of the block.

    An exception that a signal raises while an object is finalized would be printed and forgotten. Only the main thread
    can, and need, do this.
    """
    arrived: list[int] = []
    is_mine = threading.current_thread() is threading.main_thread()
    numbers = (signal.SIGINT, signal.SIGTERM) if is_mine else ()
    before = {number: signal.getsignal(number) for number in numbers}

    def keep(number: int, _: object) -> None:
        arrived.append(number)

    def deliver() -> None:
        if arrived:
            release()
            signal.raise_signal(arrived.pop())

    def release() -> None:
        for number, handler in before.items():
            if signal.getsignal(number) is keep:
                signal.signal(number, handler)

    for number in numbers:
        signal.signal(number, keep)
    try:
        yield deliver
    finally:
        release()
        deliver()
