"""Systems side by side: the units that all of them have, and their counts in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from common.errors import InputError
from common.result import unique_in
from rescore.reports.model import written
from rescore.scorers import SCORERS
from rescore.scorers.profile import Group
from rescore.statistics.resample import Counts, exact_counts
from rescore.statistics.samples import Sample
from rescore.statuses import UNSCORED

MIN_UNITS = 2
_MAX_EXAMPLES = 5


class Systems:
    """Systems that were scored against the same key, over the ``units`` that all of them have, in order of their names.

    ``command`` scored them, each under its ``conditions``; ``drawn`` says what the units are. ``counts`` are arrays of
    units by columns of the ``figure``, ``values`` the figures of these units: what the scorer prints, where
    ``left_out`` is empty. That lists by system the units that others lack and that count.
    """

    def __init__(self, samples: Sequence[Sample], group: Group | None = None) -> None:
        """Refuse systems that cannot be compared (:class:`InputError`); ``group`` makes larger units of some."""
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
            problem = f"{listed} have one unit in common, {self.units[0]}; there is nothing to resample"
            raise _incomparable(problem)
        index_of = {unit: index for index, unit in enumerate(self.units)}
        indices = [index_of[unit] for unit in drawn]
        self.counts = [_sums([sample.counts[name] for name in names], indices) for sample in samples]


def _sums(rows: list[list[float]], indices: list[int]) -> Counts:
    """Return the sums of rows of the same index."""
    counts = exact_counts(rows)
    sums = np.zeros((max(indices) + 1, counts.shape[1]))
    np.add.at(sums, indices, counts)
    return sums


def _incomparable(problem: str, file: str | None = None) -> InputError:
    return InputError(problem, file, status=UNSCORED)


def _tell_apart(samples: Sequence[Sample]) -> None:
    """Name systems whose names are the same after their command lines, and number those that are the same again."""
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
        problem = f"{one.name} is judged by {written(one.figure.name)}, {other.name} by {written(other.figure.name)}"
        raise _incomparable(f"{problem}; name a --measure that both have")
    if one.figure.columns != other.figure.columns:
        problem = f"{written(one.figure.name)} is made of other counts in {other.name} than in {one.name}"
        raise _incomparable(f"{problem}; score both with the same options")


def _units_apart(one: Sample, other: Sample) -> str:
    """Say which units only one of the two has."""
    parts = []
    for sample, rest in ((one, other), (other, one)):
        if alone := [unit for unit in _counted(sample) if unit not in rest.counts]:
            parts.append(f"; {number_of(alone)} only in {sample.name}: {examples(alone)}")
    return "".join(parts)


def _counted(sample: Sample) -> list[str]:
    """Return the units that count."""
    return [unit for unit, row in sample.counts.items() if any(row)]


def examples(units: Sequence[str]) -> str:
    """Return the first units."""
    return ", ".join([*units[:_MAX_EXAMPLES], *(["..."] if len(units) > _MAX_EXAMPLES else [])])


def number_of(units: Sequence[str]) -> str:
    """Return how many units these are."""
    return f"{len(units)} unit{'' if len(units) == 1 else 's'}"
