"""How the cost of a run grows with its input: CPU time of n and 4n, compared with a wide margin.

Linear work takes four times as long for four times the input, quadratic work sixteen times.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import TypeVar

Input = TypeVar("Input")

LARGEST_RATIO = 8.0
NOISE = 0.02  # seconds that may come from anywhere
ATTEMPTS = 3


def cpu_seconds(call: Callable[[], object]) -> float:
    """Return the CPU time of one call in this process, in seconds, without garbage collection."""
    gc.collect()
    collecting = gc.isenabled()
    gc.disable()
    try:
        start = time.process_time()
        call()
        return time.process_time() - start
    finally:
        if collecting:
            gc.enable()


def assert_linear(make_input: Callable[[int], Input], run: Callable[[Input], object], n: int) -> None:
    """Fail if ``run`` takes clearly more than four times as long on the input of size ``4 * n`` as on that of ``n``.

    Each time is the best of a few, for noise only adds. Inputs are made anew each time, so ``run`` may change them.
    """

    def best(size: int) -> float:
        inputs = [make_input(size) for _ in range(ATTEMPTS)]
        return min(cpu_seconds(lambda made=made: run(made)) for made in inputs)  # type: ignore[misc]

    small, large = best(n), best(4 * n)
    assert large <= LARGEST_RATIO * small + NOISE, f"{small:.3f} s for {n}, {large:.3f} s for {4 * n}"
