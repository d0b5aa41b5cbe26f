"""Confidence data: mean, variance and standard deviation of the measures over samples of the documents.

MATScore documentation, 'Confidence data': each sample draws as many documents as there are, with replacement.
"""

from __future__ import annotations

from math import sqrt
from operator import mul

from common.compat.py27 import hash_order
from mat_score.encoding import name_bytes
from mat_score.report.columns import STATISTICS, complete, counts, statistic_name
from mat_score.tally.cells import COUNTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from mat_score.report.columns import Ratio
    from mat_score.report.tablerows import Summary
    from mat_score.tally.tallies import FileTally

SAMPLES = 1000
PROGRESS = "Producing samples for confidence intervals ... " + " ".join(
    [f"{count} ..." for count in range(100, SAMPLES + 1, 100)]
)


class Sampler:
    """Draws documents; its stream of random numbers goes on from table to table.

    ``names`` are the basenames of all pairs that were read; ``seed`` is None for one from the system.
    """

    __slots__ = ("_names", "_random")

    def __init__(self, names: Sequence[str], seed: int | None) -> None:
        from random import Random

        self._names = hash_order([name_bytes(name) for name in names])
        self._random = Random(seed).random

    def samples(self, names: Sequence[str]) -> list[list[int]]:
        """Return for each sample how often each of ``names``, some of the pairs, was drawn."""
        places = {name_bytes(name): place for place, name in enumerate(names)}
        drawable = [places.get(name) for name in self._names]
        size = len(drawable)
        samples = []
        for _ in range(SAMPLES):
            drawn = [0] * len(names)
            for _ in drawable:
                place = drawable[int(self._random() * size)]
                if place is not None:
                    drawn[place] += 1
            samples.append(drawn)
        return samples


def add_statistics(
    summaries: Sequence[Summary], files: Sequence[FileTally], units: str, metrics: Sequence[Ratio], sampler: Sampler
) -> None:
    """Add the statistics of ``metrics`` to the rows of the summaries of ``files``; ``units`` names the column of units.

    The units of a sample are those of all files drawn. A sample that drew none of the files of a row is left out,
    except for the row of all labels.
    """
    columns = [*counts(), *metrics]
    samples = sampler.samples([file.name for file in files])
    file_units = [file.units for file in files]
    sample_units = [sum(map(mul, sample, file_units)) for sample in samples]
    for summary in summaries:
        amounts = {name: [found.get(name, 0) * summary.factor for found in summary.files.values()] for name in COUNTS}
        values: dict[str, list[float]] = {metric.name: [] for metric in metrics}
        for sample, total_units in zip(samples, sample_units):
            drawn = [sample[number] for number in summary.files]
            if any(drawn) or summary.is_total:
                cells = {name: sum(map(mul, drawn, amounts[name])) for name in COUNTS}
                cells[units] = total_units
                complete(cells, columns)
                for name, found in values.items():
                    found.append(cells[name])
        for name, found in values.items():
            for statistic, value in zip(STATISTICS, _statistics(found)):
                summary.row.cells[statistic_name(name, statistic)] = value


def _statistics(values: Sequence[float]) -> tuple[float, float, float] | tuple[()]:
    """Return mean, variance of the population and standard deviation, nothing of no values."""
    if not values:
        return ()
    mean = _sum(values) / len(values)
    variance = _sum([(value - mean) ** 2 for value in values]) / len(values)
    return mean, variance, sqrt(variance)


def _sum(values: Sequence[float]) -> float:
    """Add from left to right; Python 3.12's ``sum`` makes up for the rounding, which changes last digits."""
    total = 0.0
    for value in values:
        total += value
    return total
