"""How the cost of a run grows with its input: eight times the input takes at most twenty times the CPU time.

Linear work takes eight times as long, quadratic work 64 times; the limit leaves room for a busy machine.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

Input = TypeVar("Input")

LARGEST_RATIO = 20.0
NOISE = 0.02  # seconds that may come from anywhere
MOST = 12  # times that both sizes are measured: more than once only as long as the ratio is too large


def cpu_seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of one call in this process, in seconds, without garbage collection."""
    gc.disable()
    try:
        start = time.process_time()
        call()
        return time.process_time() - start
    finally:
        gc.enable()


def assert_linear(make_input: Callable[[int], Input], run: Callable[[Input], object], largest: int) -> None:
    """Fail if ``run`` takes clearly more than eight times as long on the ``largest`` input as on an eighth of it.

    Each time is the best of several, for noise only adds. Inputs are made anew each time, so ``run`` may change them.
    """
    smallest = largest // 8
    best = {smallest: float("inf"), largest: float("inf")}
    for _ in range(MOST):
        for size in (smallest, smallest, largest):
            made = make_input(size)
            best[size] = min(best[size], cpu_seconds(lambda made=made: run(made)))  # type: ignore[misc]
        small, large = best.values()
        if large <= LARGEST_RATIO * small + NOISE:
            return
    raise AssertionError(f"{small:.3f} s for {smallest}, {large:.3f} s for {largest}")
