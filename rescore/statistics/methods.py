"""The choices of a comparison: tests, corrections for many pairs, intervals, and how many random draws."""

from __future__ import annotations

from typing import NamedTuple

RANDOMIZATION, BOOTSTRAP, SIGN = TESTS = ("randomization", "bootstrap", "sign")
MAX_T, HOLM, BONFERRONI, NONE = CORRECTIONS = ("max-t", "holm", "bonferroni", "none")
PERCENTILE, BCA = INTERVALS = ("percentile", "bca")
DEFAULT_SEED = 1992
DEFAULT_TRIALS = 10_000


class Method(NamedTuple):
    """How to resample and test: ``confidence`` is a percentage, ``correct`` the correction for many pairs."""

    test: str = RANDOMIZATION
    trials: int = DEFAULT_TRIALS
    confidence: float = 95
    correct: str = MAX_T
    seed: int = DEFAULT_SEED
    interval: str = PERCENTILE
