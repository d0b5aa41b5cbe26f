"""Systems side by side, pairs of them, and a ranking.

A pair has a difference, its interval, and a test whether the difference is more than chance. A ranking has the systems
in the order of a measure, with ranges of ranks, and groups that cannot be told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np

from common.errors import InputError
from common.result import unique_in
from rescore.reports.model import written
from rescore.scorers import SCORERS
from rescore.scorers.profile import Group
from rescore.statistics import resample
from rescore.statistics.resample import Counts, Interval, Significance, Swaps, Values, exact_counts
from rescore.statistics.samples import Sample
from rescore.statuses import UNSCORED

RANDOMIZATION, BOOTSTRAP, SIGN = TESTS = ("randomization", "bootstrap", "sign")
MAX_T, HOLM, BONFERRONI, NONE = CORRECTIONS = ("max-t", "holm", "bonferroni", "none")
PERCENTILE, BCA = INTERVALS = ("percentile", "bca")
# Measures of errors: less is better.
ERRORS = {
    "UND", "OVG", "SUB", "ERR", "FP", "FN", "LE", "BE", "LBE", "INC", "MIS", "SPU", "refclash", "hypclash", "missing",
    "spurious", "tag_sensitive_error_rate", "tag_blind_error_rate",
}  # fmt: skip
MIN_UNITS = 2
_MAX_EXAMPLES = 5


class Systems:
    """Systems that were scored against the same key, over the ``units`` that all of them have, in order of their names.

    ``command`` scored them, each under its ``conditions``; ``drawn`` says what the units are. ``counts`` are arrays of
    units by columns of the ``figure``; ``values`` are the figures of these units. ``left_out`` lists by system the
    units that others lack and that count; if it has none, ``values`` are what the scorer prints.
    """

    def __init__(self, samples: Sequence[Sample], group: Group | None = None) -> None:
        """Raise :class:`InputError` if systems cannot be compared; ``group`` joins units into larger ones."""
        _tell_apart(samples)
        for other in samples[1:]:
            _refuse_different(samples[0], other)
        shared = set(samples[0].counts).intersection(*[sample.counts for sample in samples[1:]])
        listed = ", ".join([sample.name for sample in samples])
        if not shared:
            raise _incomparable(f"{listed} have no units in common; compare runs over the same data")
        self.figure = samples[0].figure
        self.names = [sample.name for sample in samples]
        self.command = samples[0].command
        self.drawn = group.name if group else SCORERS[self.command].unit
        self.conditions = [sample.conditions for sample in samples]
        self.left_out = {sample.name: [unit for unit in _counted(sample) if unit not in shared] for sample in samples}
        self.values = [
            sample.value_of([row for unit, row in sample.counts.items() if unit in shared]) for sample in samples
        ]
        names = sorted(shared)
        drawn = [group.of(name) for name in names] if group else names
        self.units = sorted(set(drawn))
        if len(self.units) < MIN_UNITS:
            problem = f"{listed} have one unit in common, {self.units[0]}; resampling needs two"
            raise _incomparable(problem)
        index_of = {unit: index for index, unit in enumerate(self.units)}
        indices = [index_of[unit] for unit in drawn]
        self.counts = [_sums([sample.counts[name] for name in names], indices) for sample in samples]


def _sums(rows: list[list[float]], indices: list[int]) -> Counts:
    """Return the sums of the rows of each index."""
    counts = exact_counts(rows)
    sums = np.zeros((max(indices) + 1, counts.shape[1]))
    np.add.at(sums, indices, counts)
    return sums


def _incomparable(problem: str, file: str | None = None) -> InputError:
    return InputError(problem, file, status=UNSCORED)


def _tell_apart(samples: Sequence[Sample]) -> None:
    """Name systems of equal names after their command lines, and number names that are still equal."""
    times = Counter(sample.name for sample in samples)
    names = unique_in([sample.line if times[sample.name] > 1 else sample.name for sample in samples])
    for sample, name in zip(samples, names):
        sample.name = name


def _refuse_different(one: Sample, other: Sample) -> None:
    if one.command != other.command:
        raise _incomparable(f"{one.command} and {other.command} cannot be compared; name runs of one command")
    only_one, only_other = one.keys.keys() - other.keys.keys(), other.keys.keys() - one.keys.keys()
    if only_one and only_other:
        mine, theirs = min(other.keys[key] for key in only_other), min(one.keys[key] for key in only_one)
        problem = f"{other.name} was scored against this key, but {one.name} against {theirs}"
        raise _incomparable(f"{problem}; compare runs over one key{_units_apart(one, other)}", mine)
    if one.figure.name != other.figure.name:
        problem = f"{one.name} is compared by {written(one.figure.name)}, {other.name} by {written(other.figure.name)}"
        raise _incomparable(f"{problem}; name a --measure that both have")
    if one.figure.columns != other.figure.columns:
        problem = f"{written(one.figure.name)} is made of other counts in {other.name} than in {one.name}"
        raise _incomparable(f"{problem}; score both with the same options")


def _units_apart(one: Sample, other: Sample) -> str:
    """Return which units only one of the two has."""
    parts = []
    for sample, rest in ((one, other), (other, one)):
        if alone := [unit for unit in _counted(sample) if unit not in rest.counts]:
            parts.append(f"; {number_of(alone)} only in {sample.name}: {examples(alone)}")
    return "".join(parts)


def _counted(sample: Sample) -> list[str]:
    """Return the units with a count that is not 0."""
    return [unit for unit, row in sample.counts.items() if any(row)]


def examples(units: Sequence[str]) -> str:
    """List the first units for a message."""
    return ", ".join([*units[:_MAX_EXAMPLES], *(["..."] if len(units) > _MAX_EXAMPLES else [])])


def number_of(units: Sequence[str]) -> str:
    """Return the number of units with the word."""
    return f"{len(units)} unit{'' if len(units) == 1 else 's'}"


class Method(NamedTuple):
    """How to resample and test: ``confidence`` is a percentage, ``correct`` the correction for many pairs.

    The sign test makes no resamples, which max-T needs, so it has Holm's correction by default.
    """

    test: str = RANDOMIZATION
    trials: int = resample.DEFAULT_TRIALS
    confidence: float = 95
    correct: str = MAX_T
    seed: int = resample.DEFAULT_SEED
    interval: str = PERCENTILE

    def fewest_trials(self, systems: int) -> int:
        """Return the smallest number of trials with which any two of so many systems can be told apart."""
        if self.test == SIGN:
            return 1
        pairs = comb(systems, 2) if self.correct in (HOLM, BONFERRONI) else 1
        return resample.fewest_trials(pairs, self.confidence)


class SystemPair(NamedTuple):
    """The difference A - B of two systems, whose indices are ``a`` and ``b``, with its interval and test.

    The p-value of ``test`` is that of the pair alone; ``corrected`` is the p-value corrected for the number of pairs,
    and decides whether the pair is ``significant``. ``differing`` is the number of units whose counts differ.
    """

    a: int
    b: int
    interval: Interval
    test: Significance
    corrected: float
    significant: bool
    differing: int


class Ranked(NamedTuple):
    """A system with its interval. The tests leave any rank from ``best`` to ``worst`` open.

    ``groups`` are letters. No two systems that have the same letter can be told apart. A system without a value is not
    compared, so it has neither ranks nor groups.
    """

    system: int  # its index
    best: int | None
    worst: int | None
    interval: Interval
    groups: list[str]


class Resampled:
    """Systems in bootstrap samples and arrangements of swapped units, made once for all systems and pairs."""

    def __init__(self, systems: Systems, method: Method) -> None:
        self._systems = systems
        self._method = method
        units, width = len(systems.units), len(systems.figure.columns)
        together = np.hstack(systems.counts)
        drawn = resample.bootstrap_sums(together, method.trials, method.seed)
        columns = [slice(index * width, (index + 1) * width) for index in range(len(systems.counts))]
        self._bootstrap = [systems.figure(drawn[:, of_system]) for of_system in columns]
        self._jackknife = [resample.jackknife(counts, systems.figure) for counts in systems.counts]
        self._swaps = Swaps(units, method.trials, method.seed)
        if method.test == RANDOMIZATION:
            swapped = self._swaps.sums(together)
            self._swapped = [swapped[:, of_system] for of_system in columns]

    def pairs(self) -> list[SystemPair]:
        """Return all pairs of systems."""
        pairs = list(combinations(range(len(self._systems.counts)), 2))
        tests = {pair: self._test(*pair) for pair in pairs}
        defined = [pair for pair in pairs if tests[pair].is_defined]
        corrected = dict(zip(defined, self._corrected(defined, [tests[pair] for pair in defined])))
        return [self._pair(*pair, tests[pair], corrected.get(pair, float("nan"))) for pair in pairs]

    def ranking(self, pairs: Sequence[SystemPair]) -> list[Ranked]:
        """Return the systems from best to worst; those without a value come last."""
        names, values = self._systems.names, self._systems.values
        sign = 1 if self._systems.figure.name[2] in ERRORS else -1
        defined = [system for system, value in enumerate(values) if value == value]
        order = sorted(defined, key=lambda system: (sign * values[system], names[system]))
        told_apart = {frozenset((pair.a, pair.b)) for pair in pairs if pair.significant}
        groups = list(zip(_letters(), _groups(order, told_apart)))
        ranked = [
            Ranked(
                system,
                1 + sum(frozenset((system, above)) in told_apart for above in order[:rank]),
                len(order) - sum(frozenset((system, below)) in told_apart for below in order[rank:]),
                self._interval_of(system),
                [letter for letter, group in groups if system in group],
            )
            for rank, system in enumerate(order)
        ]
        others = sorted(set(range(len(values))).difference(defined), key=names.__getitem__)
        return ranked + [Ranked(system, None, None, self._interval_of(system), []) for system in others]

    def _pair(self, a: int, b: int, test: Significance, corrected: float) -> SystemPair:
        counts, values = self._systems.counts, self._systems.values
        interval = self._interval(
            values[a] - values[b], self._bootstrap[a] - self._bootstrap[b], self._jackknife[a] - self._jackknife[b]
        )
        differing = int((counts[a] != counts[b]).any(axis=1).sum())
        is_significant = resample.is_significant(corrected, self._method.confidence)
        return SystemPair(a, b, interval, test, corrected, is_significant, differing)

    def _test(self, a: int, b: int) -> Significance:
        figure, counts = self._systems.figure, self._systems.counts
        if self._method.test == SIGN:
            return resample.sign_test(counts[a], counts[b], figure)
        if self._method.test == RANDOMIZATION:
            carried = self._swapped[b] - self._swapped[a]
            return resample.randomization(counts[a], counts[b], figure, self._swaps, carried)
        return resample.bootstrap_test(self._difference(a, b), self._bootstrap[a] - self._bootstrap[b])

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
        return list(map(max, p_values, together))

    def _under_null(self, a: int, b: int) -> Values:
        """Return the differences of two systems in resamples under the null hypothesis."""
        if self._method.test == RANDOMIZATION:
            counts = self._systems.counts
            carried = self._swapped[b] - self._swapped[a]
            return resample.arranged(counts[a], counts[b], self._systems.figure, carried)
        return self._bootstrap[a] - self._bootstrap[b] - self._difference(a, b)

    def _difference(self, a: int, b: int) -> float:
        figure, counts = self._systems.figure, self._systems.counts
        return resample.figure_of(counts[a], figure) - resample.figure_of(counts[b], figure)

    def _interval_of(self, system: int) -> Interval:
        return self._interval(self._systems.values[system], self._bootstrap[system], self._jackknife[system])

    def _interval(self, value: float, samples: Values, without_each: Values) -> Interval:
        if self._method.interval == BCA:
            return resample.bca(value, samples, without_each, self._method.confidence)
        return resample.percentile(value, samples, self._method.confidence)


def _groups(order: Sequence[int], told_apart: set[frozenset[int]]) -> Iterator[Sequence[int]]:
    """Yield the longest parts of the order in which no two systems are told apart."""
    end = 0
    for start in range(len(order)):
        last = start + 1
        while last < len(order) and not any(
            frozenset((order[last], other)) in told_apart for other in order[start:last]
        ):
            last += 1
        if last > end:
            end = last
            yield order[start:last]


def _letters() -> Iterator[str]:
    """Yield A to Z, AA to ZZ, AAA and so on."""
    width = 1
    while True:
        yield from map("".join, product(ascii_uppercase, repeat=width))
        width += 1
