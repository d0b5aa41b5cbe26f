"""Intervals and tests by resampling: how sure a figure is, and whether one system is better than another.

Data are counts, not scores: for each system an array of units (instances, sentences, documents) by columns. A resample
is a weighted sum of units, and a figure is computed from such sums, never averaged over units.

* Bootstrap (Efron and Tibshirani 1993): units are drawn with replacement. Percentile and bias-corrected accelerated
  (BCa) intervals.
* Approximate randomization (Noreen 1989; Chinchor 1992): under the null hypothesis a unit's two outcomes are
  exchangeable between two systems; each arrangement swaps some units. With few units all arrangements are tried.
* Sign test: on how many units either system is the better one.

Random numbers are the raw 64-bit words of numpy's PCG64 for a seed, whose stream numpy keeps; a unit's place in a
draw is its word modulo the number of units, a swap is one bit of a word. Counts that are no whole numbers are rounded
to multiples of 2**-30, so that sums are exact and results do not depend on the order of addition, on the platform or
on how many processes share the work.
"""

from __future__ import annotations

from math import comb, erf, sqrt
from statistics import NormalDist

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from numpy.typing import NDArray

    Counts: TypeAlias = NDArray[np.float64]  # units by columns
    Sums: TypeAlias = NDArray[np.float64]  # resamples by columns
    Values: TypeAlias = NDArray[np.float64]
    Figure: TypeAlias = Callable[[Sums], Values]  # nan where it is undefined

DEFAULT_SEED = 1992
DEFAULT_TRIALS = 10_000
_BLOCK = 2**21  # random choices made at a time
_GRAIN = 2.0**30
_CLOSE = 1e-12  # differences this close are equal: figures are quotients of exact sums


class Interval:
    """A figure with its interval; ``undefined`` counts the resamples in which it divides 0 by 0, which are left out."""

    __slots__ = ("high", "low", "undefined", "value")

    def __init__(self, value: float, low: float, high: float, undefined: int) -> None:
        self.value = value
        self.low = low
        self.high = high
        self.undefined = undefined


class Significance:
    """What a test says of the difference of a figure: two-sided ``p``, over ``trials`` arrangements.

    ``exact`` says that these were all there are; else ``p`` counts the observed arrangement as one of them.
    """

    __slots__ = ("difference", "exact", "p", "trials", "undefined")

    def __init__(self, difference: float, p: float, trials: int, exact: bool, undefined: int = 0) -> None:
        self.difference = difference
        self.p = p
        self.trials = trials
        self.exact = exact
        self.undefined = undefined


def exact_counts(rows: Sequence[Sequence[float]]) -> Counts:
    """Return counts, units by columns, whose sums are exact: whole numbers stay, others are rounded to 2**-30."""
    return np.rint(np.asarray(rows, dtype=np.float64).reshape(len(rows), -1) * _GRAIN) / _GRAIN


class Draws:
    """The bootstrap samples of ``units`` for a seed, as numbers of times that each unit is in each sample."""

    __slots__ = ("_seed", "trials", "units")

    def __init__(self, units: int, trials: int = DEFAULT_TRIALS, seed: int = DEFAULT_SEED) -> None:
        self.units = units
        self.trials = trials
        self._seed = seed

    def sums(self, counts: Counts) -> Sums:
        """Return the sums of the columns over each sample."""
        blocks = [counts[places].sum(axis=1) for places in self._places()]
        return np.concatenate(blocks) if blocks else np.empty((0, counts.shape[1]))

    def _places(self) -> Iterator[NDArray[np.intp]]:
        stream = np.random.PCG64(self._seed)
        for trials in _blocks(self.trials, self.units):
            words = stream.random_raw(trials * self.units)
            yield (words % np.uint64(self.units)).astype(np.intp).reshape(trials, self.units)


class Swaps:
    """Arrangements of two systems, in each of which a unit is swapped or not; all of them if these are few."""

    __slots__ = ("_seed", "exact", "trials", "units")

    def __init__(self, units: int, trials: int = DEFAULT_TRIALS, seed: int = DEFAULT_SEED) -> None:
        self.units = units
        self.exact = units < 63 and 2**units <= trials
        self.trials = 2**units if self.exact else trials
        self._seed = seed

    def sums(self, counts: Counts) -> Sums:
        """Return for each arrangement the sums of the columns over the units that are swapped.

        The sums of eight units are worked out once for each of the 256 ways of swapping them.
        """
        octets = -(-self.units // 8)
        padded = np.zeros((octets * 8, counts.shape[1]))
        padded[: self.units] = counts
        patterns = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").astype(np.float64)
        of_octet = patterns @ padded.reshape(octets, 8, -1)
        places = np.arange(octets)
        blocks = [of_octet[places, swapped[:, :octets]].sum(axis=1) for swapped in self._swapped()]
        return np.concatenate(blocks) if blocks else np.empty((0, counts.shape[1]))

    def _swapped(self) -> Iterator[NDArray[np.uint8]]:
        """Yield blocks of arrangements: each a row of bytes, whose bits say of a unit each whether it is swapped."""
        stream = np.random.PCG64(self._seed)
        width = -(-self.units // 64)
        start = 0
        for trials in _blocks(self.trials, self.units):
            words = (
                np.arange(start, start + trials, dtype=np.uint64) if self.exact else stream.random_raw(trials * width)
            )
            yield words.astype("<u8").view(np.uint8).reshape(trials, -1)
            start += trials


def _blocks(trials: int, units: int) -> Iterator[int]:
    """Yield how many trials to do at a time."""
    size = max(1, _BLOCK // max(units, 1))
    while trials > 0:
        yield min(size, trials)
        trials -= size


def figure_of(counts: Counts, figure: Figure) -> float:
    """Return the figure of all units together."""
    return float(figure(counts.sum(axis=0, keepdims=True))[0])


def percentile(counts: Counts, figure: Figure, draws: Draws, confidence: float) -> Interval:
    """Return the percentile interval of a figure; ``confidence`` is a percentage."""
    values, undefined = _defined(figure(draws.sums(counts)))
    tail = (100 - confidence) / 200
    return Interval(figure_of(counts, figure), _quantile(values, tail), _quantile(values, 1 - tail), undefined)


def bca(counts: Counts, figure: Figure, draws: Draws, confidence: float) -> Interval:
    """Return the bias-corrected accelerated interval of a figure (Efron 1987); ``confidence`` is a percentage."""
    values, undefined = _defined(figure(draws.sums(counts)))
    jackknife, _ = _defined(figure(counts.sum(axis=0) - counts))
    low, high = _bca_limits(values, jackknife, figure_of(counts, figure), confidence)
    return Interval(figure_of(counts, figure), low, high, undefined)


def paired_percentile(a: Counts, b: Counts, figure: Figure, draws: Draws, confidence: float) -> Interval:
    """Return the percentile interval of the difference A - B, from samples that draw the same units of both."""
    values, undefined = _defined(figure(draws.sums(a)) - figure(draws.sums(b)))
    tail = (100 - confidence) / 200
    difference = figure_of(a, figure) - figure_of(b, figure)
    return Interval(difference, _quantile(values, tail), _quantile(values, 1 - tail), undefined)


def paired_bootstrap(a: Counts, b: Counts, figure: Figure, draws: Draws) -> Significance:
    """Return the test of the difference A - B by the bootstrap, shifted to the null hypothesis."""
    difference = figure_of(a, figure) - figure_of(b, figure)
    values, undefined = _defined(figure(draws.sums(a)) - figure(draws.sums(b)))
    hits = int((np.abs(values - difference) >= abs(difference) - _CLOSE).sum())
    return Significance(difference, (hits + 1) / (len(values) + 1), draws.trials, False, undefined)


def randomization(a: Counts, b: Counts, figure: Figure, swaps: Swaps) -> Significance:
    """Return the test of the difference A - B by randomization over the units; both arrays hold the same units."""
    return swapped_test(a, b, figure, swaps, swaps.sums(b) - swaps.sums(a))


def swapped_test(a: Counts, b: Counts, figure: Figure, swaps: Swaps, moved: Sums) -> Significance:
    """Return the same for many pairs of systems: ``moved`` is what the swapped units carry from B to A."""
    sum_a, sum_b = a.sum(axis=0), b.sum(axis=0)
    difference = figure_of(a, figure) - figure_of(b, figure)
    values, undefined = _defined(figure(sum_a + moved) - figure(sum_b - moved))
    hits = int((np.abs(values) >= abs(difference) - _CLOSE).sum())
    p = hits / len(values) if swaps.exact and len(values) else (hits + 1) / (len(values) + 1)
    return Significance(difference, p, swaps.trials, swaps.exact, undefined)


def sign_test(a: Counts, b: Counts, figure: Figure) -> Significance:
    """Return the exact sign test: on how many units the figure is higher for A, and for B; ties are left out."""
    values = figure(a) - figure(b)
    better, worse = int((values > _CLOSE).sum()), int((values < -_CLOSE).sum())
    decided = better + worse
    tail = sum(comb(decided, k) for k in range(min(better, worse) + 1))
    p = min(1.0, 2 * tail / 2**decided)
    return Significance(figure_of(a, figure) - figure_of(b, figure), p, decided, True, int(np.isnan(values).sum()))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p-values corrected for their number (Holm 1979), in the order given."""
    corrected = [0.0] * len(p_values)
    least = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = least
    return corrected


def bonferroni(p_values: Sequence[float]) -> list[float]:
    """Return the p-values multiplied by their number, at most 1."""
    return [min(1.0, len(p_values) * p) for p in p_values]


def _defined(values: Values) -> tuple[Values, int]:
    """Return the values that are numbers, and how many are not."""
    numbers = values[~np.isnan(values)]
    return numbers, len(values) - len(numbers)


def _quantile(values: Values, share: float) -> float:
    return float(np.quantile(values, share)) if len(values) else float("nan")


def _bca_limits(values: Values, jackknife: Values, value: float, confidence: float) -> tuple[float, float]:
    """Return the limits of the interval; where all samples lie on one side, the percentiles."""
    tails = ((100 - confidence) / 200, (100 + confidence) / 200)
    ties = np.abs(values - value) <= _CLOSE
    below = float(np.mean((values < value) & ~ties) + np.mean(ties) / 2) if len(values) else 0.0
    if not 0 < below < 1:
        return _quantile(values, tails[0]), _quantile(values, tails[1])
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    gaps = jackknife.mean() - jackknife
    spread = float((gaps**2).sum()) ** 1.5
    acceleration = float((gaps**3).sum()) / (6 * spread) if spread else 0.0
    limits = []
    for share in tails:
        z = bias + normal.inv_cdf(share)
        limits.append(_quantile(values, 0.5 * (1 + erf((bias + z / (1 - acceleration * z)) / sqrt(2)))))
    return limits[0], limits[1]
