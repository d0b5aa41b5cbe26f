"""Signals that arrive while an object is finalized are not lost."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from rescore.archive.interrupts import postponed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")


class Interrupted:
    """An object in whose end a signal falls."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __del__(self) -> None:
        signal.raise_signal(self._number)


def test_an_interrupt_in_a_finalizer_is_told_afterwards() -> None:
    seen = []
    with pytest.raises(KeyboardInterrupt), postponed() as deliver:
        Interrupted(signal.SIGINT)
        seen.append("went on")
        deliver()
        seen.append("was not told")
    assert seen == ["went on"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_end_of_the_block_tells_it_at_the_latest() -> None:
    with pytest.raises(KeyboardInterrupt), postponed():
        Interrupted(signal.SIGINT)


def test_a_handler_of_the_caller_is_called() -> None:
    arrived: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: arrived.append(number))
    try:
        with postponed() as deliver:
            Interrupted(signal.SIGTERM)
            assert arrived == []
            deliver()
            assert arrived == [signal.SIGTERM]
            deliver()
        assert arrived == [signal.SIGTERM]
    finally:
        signal.signal(signal.SIGTERM, before)


def test_another_thread_leaves_signals_alone() -> None:
    handlers = []

    def inside() -> None:
        with postponed() as deliver:
            deliver()
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=inside)
    thread.start()
    thread.join()
    assert handlers == [signal.default_int_handler]
