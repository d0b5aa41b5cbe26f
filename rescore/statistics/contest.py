"""Systems side by side: the units that all of them have, and their counts in the same order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from common.errors import InputError
from rescore.reports.names import written
from rescore.scorers import SCORERS
from rescore.scorers.profile import Group
from rescore.statistics.resample import Counts, exact_counts
from rescore.statistics.samples import Sample
from rescore.statuses import UNSCORED

FEWEST_UNITS = 2
_EXAMPLES = 5


class Contest:
    """Systems that were scored against the same key, over the ``units`` that all of them have, in order of their names.

    ``command`` scored them, each under its ``conditions``; ``drawn`` says what the units are. ``counts`` are arrays of
    units by columns of the ``figure``, ``values`` the figures of these units: what the scorer prints, where
    ``left_out`` is empty. That lists by system the units that others lack and that count.
    """

    __slots__ = ("command", "conditions", "counts", "drawn", "figure", "left_out", "names", "units", "values")

    def __init__(self, samples: Sequence[Sample], group: Group | None = None) -> None:
        """Refuse systems that cannot be compared (:class:`InputError`); ``group`` makes larger units of some."""
        _tell_apart(samples)
        for other in samples[1:]:
            _refuse_other_command(samples[0], other)
            _refuse_other_key(samples[0], other)
            _refuse_other_measure(samples[0], other)
        shared = set(samples[0].counts).intersection(*[sample.counts for sample in samples[1:]])
        if not shared:
            raise InputError(
                f"{_list(samples)} have no units in common; compare runs over the same data", status=UNSCORED
            )
        self.figure = samples[0].figure
        self.names = [sample.name for sample in samples]
        self.command = samples[0].command
        self.drawn = group.name if group else SCORERS[self.command].unit
        self.conditions = [sample.conditions for sample in samples]
        self.left_out = {
            name: [unit for unit, row in sample.counts.items() if unit not in shared and any(row)]
            for name, sample in zip(self.names, samples)
        }
        self.values = [
            sample.value_of([row for unit, row in sample.counts.items() if unit in shared]) for sample in samples
        ]
        names = sorted(shared)
        self.units, places = _grouped(names, group)
        if len(self.units) < FEWEST_UNITS:
            problem = f"{_list(samples)} have one unit in common, {self.units[0]}; there is nothing to resample"
            raise InputError(problem, status=UNSCORED)
        self.counts = [_sums([sample.counts[name] for name in names], places, len(self.units)) for sample in samples]


def _grouped(names: list[str], group: Group | None) -> tuple[list[str], list[int]]:
    """Return the units, and for each name the place of its unit."""
    if group is None:
        return names, list(range(len(names)))
    groups = [group.of(name) for name in names]
    units = sorted(set(groups))
    place_of = {unit: place for place, unit in enumerate(units)}
    return units, [place_of[unit] for unit in groups]


def _sums(rows: list[list[float]], places: list[int], units: int) -> Counts:
    counts = exact_counts(rows)
    sums = np.zeros((units, counts.shape[1]))
    np.add.at(sums, places, counts)
    return sums


def _tell_apart(samples: Sequence[Sample]) -> None:
    """Name systems whose names are the same after their command lines, and number those that are the same again."""
    times = Counter(sample.name for sample in samples)
    for sample in samples:
        if times[sample.name] > 1:
            sample.name = sample.line
    seen: Counter[str] = Counter()
    for sample in samples:
        seen[sample.name] += 1
        if seen[sample.name] > 1:
            sample.name = f"{sample.name}#{seen[sample.name]}"


def _refuse_other_command(one: Sample, other: Sample) -> None:
    if one.command != other.command:
        problem = f"{one.command} and {other.command} cannot be compared; name runs of one command"
        raise InputError(problem, status=UNSCORED)


def _refuse_other_key(one: Sample, other: Sample) -> None:
    only_one, only_other = one.keys.keys() - other.keys.keys(), other.keys.keys() - one.keys.keys()
    if only_one and only_other:
        mine, theirs = min(other.keys[key] for key in only_other), min(one.keys[key] for key in only_one)
        problem = (
            f"{other.name} was scored against this key, but {one.name} against {theirs}; compare runs over one key"
        )
        raise InputError(f"{problem}{_units_apart(one, other)}", mine, status=UNSCORED)


def _units_apart(one: Sample, other: Sample) -> str:
    """Say which units only one of the two has."""
    parts = []
    for sample, rest in ((one, other), (other, one)):
        alone = [unit for unit, row in sample.counts.items() if unit not in rest.counts and any(row)]
        if alone:
            parts.append(f"; {counted(alone)} only in {sample.name}: {examples(alone)}")
    return "".join(parts)


def _refuse_other_measure(one: Sample, other: Sample) -> None:
    if one.figure.name != other.figure.name:
        problem = f"{one.name} is judged by {written(one.figure.name)}, {other.name} by {written(other.figure.name)}"
        raise InputError(f"{problem}; name a --measure that both have", status=UNSCORED)
    if one.figure.columns != other.figure.columns:
        problem = f"{written(one.figure.name)} is made of other counts in {other.name} than in {one.name}"
        raise InputError(f"{problem}; score both with the same options", status=UNSCORED)


def examples(units: Sequence[str]) -> str:
    """Return the first of some units."""
    return ", ".join([*units[:_EXAMPLES], *(["..."] if len(units) > _EXAMPLES else [])])


def counted(units: Sequence[str]) -> str:
    """Return how many units these are."""
    return f"{len(units)} unit{'' if len(units) == 1 else 's'}"


def _list(samples: Iterable[Sample]) -> str:
    return ", ".join([sample.name for sample in samples])
