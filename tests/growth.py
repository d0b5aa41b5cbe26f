"""How the cost of a run grows with its input: four times the input takes at most six times the CPU time.

Linear work takes four times as long, quadratic work sixteen times.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

Input = TypeVar("Input")

LARGEST_RATIO = 6.0
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


def assert_linear(make_input: Callable[[int], Input], run: Callable[[Input], object], n: int) -> None:
    """Fail if ``run`` takes clearly more than four times as long on the input of size ``4 * n`` as on that of ``n``.

    Each time is the best of several, for noise only adds. Inputs are made anew each time, so ``run`` may change them.
    """
    best = {n: float("inf"), 4 * n: float("inf")}
    for _ in range(MOST):
        for size in (n, n, 4 * n):
            made = make_input(size)
            best[size] = min(best[size], cpu_seconds(lambda made=made: run(made)))  # type: ignore[misc]
        small, large = best.values()
        if large <= LARGEST_RATIO * small + NOISE:
            return
    raise AssertionError(f"{small:.3f} s for {n}, {large:.3f} s for {4 * n}")
