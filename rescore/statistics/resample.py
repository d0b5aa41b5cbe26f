"""Intervals and tests by resampling: how certain a figure is, and whether one system is better than another.

Data are counts, not scores: for each system an array of units (instances, sentences, documents) by columns. A resample
is a weighted sum of units, and a figure is computed from such sums, never averaged over units.

* Bootstrap (Efron and Tibshirani 1993): units are drawn with replacement. Percentile intervals and BCa (Efron 1987).
* Approximate randomization (Noreen 1989; Chinchor 1992): under the null hypothesis a unit's two outcomes are
  exchangeable between two systems; each arrangement swaps some units. With few units all arrangements are tried.
* Sign test: counts the units on which either system is better.
* Step-down max-T (Westfall and Young 1993): p-values corrected for many pairs, by the resamples that all pairs share.

Random numbers are the raw 64-bit words of numpy's PCG64 for a seed; numpy guarantees this stream. A bootstrap sample
uses 32 bits for each of its units, the low half of a word first; this number modulo the number of units is the index of
the unit drawn. Randomization uses one bit for each arrangement of a unit, the lowest of a word first, and begins each
unit with a new word. Counts that are not whole numbers are rounded to multiples of 2**-30. So sums are exact, and
results do not depend on the order of addition, on the platform or on how many processes share the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import ceil, comb
from statistics import NormalDist
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from legacy_scorers.rescore.statistics.methods import DEFAULT_SEED, DEFAULT_TRIALS

Counts: TypeAlias = NDArray[np.float64]  # units by columns
Sums: TypeAlias = NDArray[np.float64]  # resamples by columns
Values: TypeAlias = NDArray[np.float64]
Statistic: TypeAlias = Callable[[Sums], Values]  # nan where it is undefined

_BLOCK = 2**17  # random choices made at a time, so that they stay in the cache
_GRAIN = 2.0**30
_DIGITS = 9  # decimals of percentages
_CLOSE = 1e-12  # differences this close are equal: figures are quotients of exact sums


class Interval(NamedTuple):
    """A figure with its interval; ``undefined`` counts the resamples left out because the figure is 0/0 in them."""

    value: float
    low: float
    high: float
    undefined: int


class Significance(NamedTuple):
    """The result of a two-sided test of a difference over ``trials`` arrangements, which are all if ``exact``."""

    difference: float
    p: float
    trials: int
    exact: bool
    undefined: int


def exact_counts(rows: Sequence[Sequence[float]]) -> Counts:
    """Return counts, units by columns, whose sums are exact: whole numbers stay, others are rounded to 2**-30."""
    return np.rint(np.asarray(rows, dtype=np.float64).reshape(len(rows), -1) * _GRAIN) / _GRAIN


def bootstrap_sums(counts: Counts, trials: int = DEFAULT_TRIALS, seed: int = DEFAULT_SEED) -> Sums:
    """Return the sums of the columns over each bootstrap sample of the units."""
    stream = np.random.PCG64(seed)
    units = len(counts)
    sums = np.empty((trials, counts.shape[1]))
    for first, last in _blocks(trials, units):
        choices = (last - first) * units
        halves = stream.random_raw((choices + 1) // 2).astype("<u8").view("<u4")[:choices]
        places = (halves % np.uint32(units)).astype(np.intp).reshape(-1, units)
        places += np.arange(last - first)[:, None] * units
        times = np.bincount(places.ravel(), minlength=choices)  # how often each unit is in each sample
        sums[first:last] = times.reshape(-1, units).astype(np.float64) @ counts
    return sums


def swapped_sums(counts: Counts, trials: int = DEFAULT_TRIALS, seed: int = DEFAULT_SEED) -> Sums:
    """Return the sums of the columns over the units that are swapped, for each arrangement; all, if they are few."""
    stream = np.random.PCG64(seed)
    every = 1 << len(counts)  # each unit is swapped or not
    number = min(every, trials)
    sums = np.zeros((counts.shape[1], number))
    for first, last in _blocks(len(counts), number):
        if number == every:
            swapped: NDArray[Any] = np.arange(number) >> np.arange(first, last)[:, None] & 1
        else:
            octets = stream.random_raw((last - first) * -(-number // 64)).astype("<u8").view(np.uint8)
            swapped = np.unpackbits(octets.reshape(last - first, -1), axis=1, count=number, bitorder="little")
        sums += counts[first:last].T @ swapped.astype(np.float64)
    return sums.T


def _blocks(number: int, width: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last index, exclusive, of blocks of an even number of rows of this width."""
    size = max(1, _BLOCK // width // 2) * 2
    for first in range(0, number, size):
        yield first, min(first + size, number)


def figure_of(counts: Counts, figure: Statistic) -> float:
    """Return the figure of all units together."""
    return float(figure(counts.sum(axis=0, keepdims=True))[0])


def interval(value: float, samples: Values, confidence: float, without_each: Values | None = None) -> Interval:
    """Return the interval of a figure from its values in bootstrap samples; ``confidence`` is a percentage.

    It is the percentile interval; with the values ``without_each`` unit in turn, the bias-corrected accelerated one.
    """
    numbers = samples[~np.isnan(samples)]
    shares = (100 - confidence) / 200, (100 + confidence) / 200
    if without_each is not None:
        shares = _bca_shares(value, numbers, without_each[~np.isnan(without_each)], shares)
    low, high = np.quantile(numbers, shares).tolist() if len(numbers) else (float("nan"), float("nan"))
    return Interval(value, low, high, len(samples) - len(numbers))


def significance(difference: float, under_null: Values, exact: bool = False) -> Significance:
    """Return the test of a difference by those in resamples under the null hypothesis, which are all if ``exact``."""
    values = under_null[~np.isnan(under_null)]
    hits = int((np.abs(values) >= abs(difference) - _CLOSE).sum())
    p = hits / len(values) if exact and len(values) else (hits + 1) / (len(values) + 1)
    return Significance(difference, p, len(under_null), exact, len(under_null) - len(values))


def randomization(a: Counts, b: Counts, figure: Statistic, carried: Sums) -> Significance:
    """Return the test of the difference A - B by randomization over the units; both arrays hold the same units.

    ``carried`` is what the swapped units carry from B to A: the :func:`swapped_sums` of ``b - a``. Swapping equal units
    changes nothing. So if A and B differ on few units, all arrangements of these are tried.
    """
    differing = (b - a)[(a != b).any(axis=1)]
    exact = 1 << len(differing) <= len(carried)
    if exact:
        carried = swapped_sums(differing, len(carried))
    return significance(figure_of(a, figure) - figure_of(b, figure), arranged(a, b, figure, carried), exact)


def arranged(a: Counts, b: Counts, figure: Statistic, carried: Sums) -> Values:
    """Return the differences A - B in arrangements; ``carried`` is what the swapped units carry from B to A."""
    return figure(a.sum(axis=0) + carried) - figure(b.sum(axis=0) - carried)


def sign_test(a: Counts, b: Counts, figure: Statistic) -> Significance:
    """Return the exact sign test, which counts the units on which A or B has the higher figure, without ties."""
    values = figure(a) - figure(b)
    better, worse = int((values > _CLOSE).sum()), int((values < -_CLOSE).sum())
    decided = better + worse
    tail = sum(comb(decided, k) for k in range(min(better, worse) + 1))
    p = min(1.0, 2 * tail / 2**decided)
    return Significance(figure_of(a, figure) - figure_of(b, figure), p, decided, True, int(np.isnan(values).sum()))


def max_t(differences: Sequence[float], under_null: Callable[[int], Values], exact: bool = False) -> list[float]:
    """Return p-values corrected for all pairs together: step-down max-T (Westfall and Young 1993, section 2.6).

    ``under_null(index)`` returns the differences of a pair in resamples, the same for all pairs; they are all if
    ``exact``. Differences are divided by their spread, their root mean square. The p-value of a pair is the share of
    resamples in which it, or any pair with a smaller observed difference, reaches the observed difference.
    """
    spreads = []
    for index in range(len(differences)):
        values = under_null(index)
        numbers = values[~np.isnan(values)]
        spread = float(np.sqrt(np.mean(numbers**2))) if len(numbers) else 0.0
        spreads.append(max(spread, _CLOSE))  # any difference is large if all are 0
    clear = [abs(difference) / spread for difference, spread in zip(differences, spreads)]
    clearest: Values = np.zeros(1)
    p_values = [1.0] * len(differences)
    order = sorted(range(len(differences)), key=clear.__getitem__)
    for index in order:
        values = np.abs(np.nan_to_num(under_null(index))) / spreads[index]
        clearest = np.maximum(clearest, values)
        hits = int((clearest >= clear[index] - _CLOSE / spreads[index]).sum())
        p_values[index] = hits / len(values) if exact else (hits + 1) / (len(values) + 1)
    for less, more in pairwise(reversed(order)):
        p_values[more] = max(p_values[less], p_values[more])
    return p_values


def is_significant(p: float, confidence: float) -> bool:
    """Return whether a corrected p-value is at most what ``confidence``, a percentage, leaves of 100 per cent."""
    return round(100 * p, _DIGITS) <= round(100 - confidence, _DIGITS)  # 100 - 99.9 is not quite 0.1 in binary


def fewest_trials(pairs: int, confidence: float) -> int:
    """Return the fewest trials whose smallest p, 1 / (trials + 1), times ``pairs`` is significant."""
    return ceil(round(pairs * 100 / (100 - confidence), _DIGITS)) - 1


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number (Holm 1979), in the order given."""
    order = np.argsort(p_values)
    corrected = np.minimum(1, np.arange(len(order), 0, -1) * np.take(p_values, order))
    return list(map(float, np.maximum.accumulate(corrected)[np.argsort(order)]))


def _bca_shares(value: float, samples: Values, without_each: Values, tails: tuple[float, float]) -> tuple[float, float]:
    """Return the shares at which quantiles of the samples are the limits; the tails if all are on one side."""
    ties = np.abs(samples - value) <= _CLOSE
    below = float(np.mean((samples < value) & ~ties) + np.mean(ties) / 2) if len(samples) else 0.0
    if not 0 < below < 1:
        return tails
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    gaps = without_each.mean() - without_each
    spread = float((gaps**2).sum()) ** 1.5
    acceleration = float((gaps**3).sum()) / (6 * spread) if spread else 0.0
    low, high = [bias + normal.inv_cdf(share) for share in tails]
    return normal.cdf(bias + low / (1 - acceleration * low)), normal.cdf(bias + high / (1 - acceleration * high))
