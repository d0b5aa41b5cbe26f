"""Pairs of systems: how far they are apart, between which limits, and whether that is more than chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from rescore.statistics import resample
from rescore.statistics.contest import Contest
from rescore.statistics.resample import Draws, Interval, Significance, Swaps, Values

RANDOMIZATION, BOOTSTRAP, SIGN = TESTS = ("randomization", "bootstrap", "sign")
MAX_T, HOLM, BONFERRONI, NONE = CORRECTIONS = ("max-t", "holm", "bonferroni", "none")
PERCENTILE, BCA = INTERVALS = ("percentile", "bca")


class Method(NamedTuple):
    """How to resample and test: ``confidence`` is a percentage, ``correct`` what corrects for many pairs.

    The sign test makes no resamples, so that max-T has none to share; it takes Holm's correction.
    """

    test: str = RANDOMIZATION
    trials: int = resample.DEFAULT_TRIALS
    confidence: float = 95
    correct: str = MAX_T
    seed: int = resample.DEFAULT_SEED
    interval: str = PERCENTILE

    def fewest_trials(self, systems: int) -> int:
        """Return with how many trials any two of some systems can be told apart at all."""
        if self.test == SIGN:
            return 1
        pairs = comb(systems, 2) if self.correct in (HOLM, BONFERRONI) else 1
        return resample.fewest_trials(pairs, self.confidence)


class Comparison(NamedTuple):
    """What is known of the difference A - B of two systems, whose places in the contest are ``a`` and ``b``.

    ``p`` is that of the test alone, ``corrected`` takes into account how many pairs were tested, ``significant`` is
    decided by the latter. ``differing`` counts the units on which the two have other counts.
    """

    a: int
    b: int
    interval: Interval
    test: Significance
    corrected: float
    significant: bool
    differing: int

    @property
    def is_defined(self) -> bool:
        """Whether both systems have a value, so that there is a difference."""
        return self.test.difference == self.test.difference


class Resampled:
    """A contest in bootstrap samples and arrangements of swapped units, made once for all systems and pairs."""

    __slots__ = ("_bootstrap", "_contest", "_jackknife", "_method", "_swapped", "_swaps")

    def __init__(self, contest: Contest, method: Method) -> None:
        self._contest = contest
        self._method = method
        units, width = len(contest.units), len(contest.figure.columns)
        together = np.hstack(contest.counts)
        drawn = Draws(units, method.trials, method.seed).sums(together)
        columns = [slice(place * width, (place + 1) * width) for place in range(len(contest.counts))]
        self._bootstrap = [contest.figure(drawn[:, of_system]) for of_system in columns]
        self._jackknife = [resample.jackknife(counts, contest.figure) for counts in contest.counts]
        self._swaps = Swaps(units, method.trials, method.seed)
        if method.test == RANDOMIZATION:
            swapped = self._swaps.sums(together)
            self._swapped = [swapped[:, of_system] for of_system in columns]

    def interval(self, place: int) -> Interval:
        """Return the interval of a system's figure."""
        return self._interval(self._contest.values[place], self._bootstrap[place], self._jackknife[place])

    def comparisons(self) -> list[Comparison]:
        """Return the comparisons of all pairs of systems."""
        pairs = list(combinations(range(len(self._contest.counts)), 2))
        tests = [self._test(a, b) for a, b in pairs]
        defined = [index for index, test in enumerate(tests) if test.difference == test.difference]
        corrected = iter(self._corrected([pairs[index] for index in defined], [tests[index] for index in defined]))
        return [self._comparison(a, b, test, corrected) for (a, b), test in zip(pairs, tests)]

    def _corrected(self, pairs: Sequence[tuple[int, int]], tests: Sequence[Significance]) -> list[float]:
        p_values = [test.p for test in tests]
        if self._method.correct == BONFERRONI:
            return resample.bonferroni(p_values)
        if self._method.correct == HOLM:
            return resample.holm(p_values)
        if self._method.correct == NONE or len(pairs) == 1:
            return p_values
        differences = [test.difference for test in tests]
        exact = self._method.test == RANDOMIZATION and self._swaps.exact
        together = resample.max_t(differences, lambda index: self._under_null(*pairs[index]), exact)
        return [max(p) for p in zip(p_values, together)]

    def _under_null(self, a: int, b: int) -> Values:
        """Return the differences of two systems in resamples in which only chance makes a difference."""
        figure, counts = self._contest.figure, self._contest.counts
        if self._method.test == RANDOMIZATION:
            return resample.arranged(counts[a], counts[b], figure, self._swapped[b] - self._swapped[a])
        difference = resample.figure_of(counts[a], figure) - resample.figure_of(counts[b], figure)
        return self._bootstrap[a] - self._bootstrap[b] - difference

    def _comparison(self, a: int, b: int, test: Significance, corrected: Iterator[float]) -> Comparison:
        counts, values = self._contest.counts, self._contest.values
        interval = self._interval(
            values[a] - values[b], self._bootstrap[a] - self._bootstrap[b], self._jackknife[a] - self._jackknife[b]
        )
        p = next(corrected) if test.difference == test.difference else float("nan")
        differing = int((counts[a] != counts[b]).any(axis=1).sum())
        return Comparison(a, b, interval, test, p, 100 * p <= 100 - self._method.confidence, differing)

    def _test(self, a: int, b: int) -> Significance:
        figure, counts = self._contest.figure, self._contest.counts
        if self._method.test == SIGN:
            return resample.sign_test(counts[a], counts[b], figure)
        if self._method.test == RANDOMIZATION:
            moved = self._swapped[b] - self._swapped[a]
            return resample.randomization(counts[a], counts[b], figure, self._swaps, moved)
        difference = resample.figure_of(counts[a], figure) - resample.figure_of(counts[b], figure)
        return resample.bootstrap_test(difference, self._bootstrap[a] - self._bootstrap[b])

    def _interval(self, value: float, samples: Values, without_each: Values) -> Interval:
        if self._method.interval == BCA:
            return resample.bca(value, samples, without_each, self._method.confidence)
        return resample.percentile(value, samples, self._method.confidence)
