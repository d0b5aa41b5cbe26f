"""Systems side by side: the differences of pairs with their intervals and tests, and a ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, count, product
from string import ascii_uppercase
from typing import Any, NamedTuple

import numpy as np

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import unique_in
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import counted
from legacy_scorers.rescore.runs.conditions import citations
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.scorer import LESS
from legacy_scorers.rescore.statistics import resample
from legacy_scorers.rescore.statistics.methods import BCA, BONFERRONI, HOLM, MAX_T, RANDOMIZATION, SIGN, Method
from legacy_scorers.rescore.statistics.resample import Counts, Interval, Significance, Sums, Values
from legacy_scorers.rescore.statistics.samples import Sample

_MAX_EXAMPLES = 5
_incomparable = partial(InputError, status=UNSCORED)


def _refuse_different(one: Sample, other: Sample) -> None:
    if one.command != other.command:
        raise _incomparable(f"{one.command} and {other.command} cannot be compared; name runs of one command")
    only_one, only_other = one.keys.keys() - other.keys.keys(), other.keys.keys() - one.keys.keys()
    if only_one and only_other:
        one_key, other_key = min(one.keys[key] for key in only_one), min(other.keys[key] for key in only_other)
        problem = f"{other.name} was scored against this key, but {one.name} against {one_key}"
        apart = [_units_without(a, {*b.units}, f"only in {a.name}") for a, b in ((one, other), (other, one))]
        raise _incomparable("; ".join(filter(None, [problem, "compare runs over one key", *apart])), other_key)
    if one.figure.name != other.figure.name:
        problem = f"{one.name} is compared by {written(one.figure.name)}, {other.name} by {written(other.figure.name)}"
        raise _incomparable(f"{problem}; name a --measure that both have")
    if one.figure.columns != other.figure.columns:
        problem = f"{written(one.figure.name)} is made of other counts in {other.name} than in {one.name}"
        raise _incomparable(f"{problem}; score both with the same options")
    totals = [list(map(sum, zip(*sample.rows()))) for sample in (one, other)]
    mine, theirs = [[sample.figure.of(sums) for sums in totals] for sample in (one, other)]
    if not np.array_equal(mine, theirs, equal_nan=True):  # they have other weights
        problem = f"{written(one.figure.name)} is computed differently in {other.name} than in {one.name}"
        raise _incomparable(f"{problem}; score both with the same weights")


def _units_without(sample: Sample, others: Container[str], which: str) -> str:
    """List the units that are not among others and have a count that is not 0; empty if there are none."""
    units = [unit for unit, row in sample.by_unit() if unit not in others and any(row)]
    shown = ", ".join([*units[:_MAX_EXAMPLES], *(["..."] if len(units) > _MAX_EXAMPLES else [])])
    return f"{counted(len(units), 'unit')} {which}: {shown}" if units else ""


class SystemPair(NamedTuple):
    """The difference A - B of two systems, given by their names and figures, with its interval and test.

    The p-value ``corrected`` for the number of pairs decides whether the pair is ``significant``, None without a
    difference. ``differing`` is the number of units whose counts differ.
    """

    names: tuple[str, str]
    values: tuple[float, float]
    interval: Interval
    test: Significance
    corrected: float
    significant: bool | None
    differing: int


class Ranked(NamedTuple):
    """A system with its interval, its ``best`` and ``worst`` possible rank, and the letters of its ``groups``.

    No two systems of a group can be told apart. A system without a value has neither ranks nor groups.
    """

    name: str
    best: int | None
    worst: int | None
    interval: Interval
    groups: list[str]


class SystemComparison:
    """Systems that were scored against the same key, over the units that all of them have, and their resamples.

    ``units`` is the number of units, or of groups of them; ``drawn`` says what they are. ``values`` are the figures of
    the systems, in the order of their ``names``. ``command`` scored them, each under its ``conditions``, which
    ``citations`` cite. ``notes`` say which systems have units that others lack and that count. The ``pairs`` that have
    a difference are ``tested``. The ``ranking`` begins with the best; systems without a value are last. ``groups`` are
    places in it, from 0, by letter.
    """

    def __init__(self, samples: Sequence[Sample], method: Method, by: str = "") -> None:
        """Raise :class:`InputError` if systems cannot be compared; ``by`` names the group that joins units."""
        times = Counter(sample.name for sample in samples)
        self.names = unique_in([sample.line if times[sample.name] > 1 else sample.name for sample in samples])
        for sample, name in zip(samples, self.names):
            sample.name = name
        for other in samples[1:]:
            _refuse_different(samples[0], other)
        self.method = method
        self.figure, self.command = samples[0].figure, samples[0].command
        self.conditions = {sample.name: sample.conditions for sample in samples}
        self.citations = citations(self.command, self.conditions)
        shared = set(samples[0].units).intersection(*[sample.units for sample in samples[1:]])
        if not shared:
            raise _incomparable(f"{', '.join(self.names)} have no units in common; compare runs over the same data")
        self.values = [sample.value_of(shared) for sample in samples]
        group = SCORERS[self.command].groups.get(by)
        self.drawn = group.name if group else SCORERS[self.command].unit
        self._resample(samples, sorted(shared), group.of if group else str)
        self.units = len(self._counts[0])
        lacks = {sample.name: _units_without(sample, shared, "that others lack") for sample in samples}
        units = counted(self.units, "unit")
        self.notes = [
            f"{one}: {lack}; figures are those of the {units} that all have" for one, lack in lacks.items() if lack
        ]
        tests = {pair: self._test(*pair) for pair in combinations(range(len(samples)), 2)}
        corrected = self._correct({pair: test for pair, test in tests.items() if test.difference == test.difference})
        self.pairs = [self._pair(*pair, test, corrected.get(pair, float("nan"))) for pair, test in tests.items()]
        self.tested = [pair for pair in self.pairs if pair.significant is not None]
        self.ranking, self.groups = self._ranking()

    def _resample(self, samples: Sequence[Sample], units: Sequence[str], group: Callable[[str], str]) -> None:
        """Add up the counts of each system, groups of units by columns of the figure, and draw resamples of groups."""
        groups, indices = np.unique(np.array(list(map(group, units)), dtype=object), return_inverse=True)
        if len(groups) < 2:
            raise _incomparable(f"{', '.join(self.names)} have one unit in common, {groups[0]}; resampling needs two")
        counts: list[Counts] = [np.zeros((len(groups), len(self.figure.columns))) for _ in samples]
        for sample, of_system in zip(samples, counts):
            rows = dict(sample.by_unit())
            np.add.at(of_system, indices, resample.exact_counts([rows[unit] for unit in units]))
        columns: dict[bytes, int] = {}  # systems share sizes of the key
        self._places = [[columns.setdefault(column.tobytes(), len(columns)) for column in one.T] for one in counts]
        draws = np.array([*map(np.frombuffer, columns)]).T, self.method.trials, self.method.seed
        self._counts = counts
        self._figures = [resample.figure_of(one, self.figure) for one in counts]
        self._jackknife = [self.figure(one.sum(axis=0) - one) for one in counts]
        self._bootstrap = self._figures_in(resample.bootstrap_sums(*draws))
        if self.method.test == RANDOMIZATION:
            self._swapped = resample.swapped_sums(*draws)

    def _figures_in(self, sums: Sums) -> list[Values]:
        """Return the figures of each system in resamples."""
        return [self.figure(sums[:, places]) for places in self._places]

    def _pair(self, a: int, b: int, test: Significance, p: float) -> SystemPair:
        is_significant = resample.is_significant(p, self.method.confidence) if p == p else None
        both = (self.names[a], self.names[b]), (self.values[a], self.values[b])
        differing = int((self._counts[a] != self._counts[b]).any(axis=1).sum())
        return SystemPair(*both, self._interval(a, b), test, p, is_significant, differing)

    def _ranking(self) -> tuple[list[Ranked], dict[str, range]]:
        intervals = {name: self._interval(system) for system, name in enumerate(self.names)}
        sign = 1 if SCORERS[self.command].better(self.figure.name) == LESS else -1
        defined = [name for name in self.names if intervals[name].value == intervals[name].value]
        order = sorted(defined, key=lambda name: (sign * intervals[name].value, name))
        told_apart = {frozenset(pair.names) for pair in self.pairs if pair.significant}
        letters = map("".join, chain.from_iterable(product(ascii_uppercase, repeat=width) for width in count(1)))
        groups = dict(zip(letters, _groups(order, told_apart)))
        ranked = []
        for rank, name in enumerate(order):
            best = 1 + sum(frozenset((name, other)) in told_apart for other in order[:rank])
            worst = len(order) - sum(frozenset((name, other)) in told_apart for other in order[rank + 1 :])
            in_groups = [letter for letter, places in groups.items() if rank in places]
            ranked.append(Ranked(name, best, worst, intervals[name], in_groups))
        others = sorted(intervals.keys() - order)
        return ranked + [Ranked(name, None, None, intervals[name], []) for name in others], groups

    def _test(self, a: int, b: int) -> Significance:
        counts, figure = self._counts, self.figure
        if self.method.test == SIGN:
            return resample.sign_test(counts[a], counts[b], figure)
        if self.method.test == RANDOMIZATION:
            return resample.randomization(counts[a], counts[b], figure, self._carried(a, b))
        return resample.significance(self._figures[a] - self._figures[b], self._under_null(a, b))

    def _correct(self, tests: Mapping[tuple[int, int], Significance]) -> dict[tuple[int, int], float]:
        p_values = [test.p for test in tests.values()]
        if self.method.correct == HOLM:
            p_values = resample.holm(p_values)
        elif self.method.correct == BONFERRONI:
            p_values = [min(1.0, len(p_values) * p) for p in p_values]
        elif self.method.correct == MAX_T and len(tests) > 1:
            pairs, differences = list(tests), [test.difference for test in tests.values()]
            exact = self.method.test == RANDOMIZATION and 1 << self.units <= self.method.trials
            together = resample.max_t(differences, lambda index: self._under_null(*pairs[index]), exact)
            p_values = list(map(max, p_values, together))
        return dict(zip(tests, p_values))

    def _under_null(self, a: int, b: int) -> Values:
        """Return the differences of two systems in resamples under the null hypothesis."""
        if self.method.test == RANDOMIZATION:
            return resample.arranged(self._counts[a], self._counts[b], self.figure, self._carried(a, b))
        return self._bootstrap[a] - self._bootstrap[b] - (self._figures[a] - self._figures[b])

    def _carried(self, a: int, b: int) -> Sums:
        """Return what the swapped units carry from one system to another."""
        return self._swapped[:, self._places[b]] - self._swapped[:, self._places[a]]

    def _interval(self, a: int, b: int | None = None) -> Interval:
        """Return the interval of the figure of a system, or of the difference of two."""
        data: tuple[Sequence[Any], ...] = (self.values, self._bootstrap, self._jackknife)
        value, samples, without_each = [one[a] if b is None else one[a] - one[b] for one in data]
        is_bca = self.method.interval == BCA
        return resample.interval(value, samples, self.method.confidence, without_each if is_bca else None)


def _groups(order: Sequence[str], told_apart: Container[frozenset[str]]) -> Iterator[range]:
    """Yield the longest parts of the order in which no two systems are told apart."""
    end = 0
    for start in range(len(order)):
        before = end
        while end < len(order) and not any(frozenset((order[end], one)) in told_apart for one in order[start:end]):
            end += 1
        if end > before:  # or else the part is in the one before
            yield range(start, end)
