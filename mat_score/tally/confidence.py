"""Confidence data: mean, variance and standard deviation of the measures over samples of the documents.

MATScore documentation, 'Confidence data': each sample draws as many documents as there are, with replacement.
"""

from __future__ import annotations

from functools import reduce
from itertools import compress
from math import sqrt
from operator import add, itemgetter

from common.compat.py27 import hash_order
from mat_score.encoding import name_bytes
from mat_score.tally.cells import COUNTS
from mat_score.tally.measures import STATISTICS, statistic_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from common.tally import Measure
    from mat_score.tally.rows import Summary
    from mat_score.tally.tallies import FileTally, TableTally

    Columns = dict[str, Sequence[float]]  # a value for each sample, by name of column
    Picker = Callable[[Sequence[int]], Sequence[int]]

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

    def samples(self, names: Sequence[str]) -> Iterator[Picker]:
        """Yield for each sample what picks the numbers of the documents drawn from a list of those of ``names``.

        Documents without a number have the 0 that the list ends with. It is picked twice more, since what picks one
        thing would not return a sequence.
        """
        others = len(names)
        index_of = {name_bytes(name): index for index, name in enumerate(names)}
        drawable = [index_of.get(name, others) for name in self._names]
        draw, size = self._random, len(drawable)
        for _ in range(SAMPLES):
            yield itemgetter(*[drawable[int(draw() * size)] for _ in drawable], others, others)

    def add_statistics(self, summaries: Sequence[Summary], files: Sequence[FileTally], table: TableTally) -> None:
        """Add the statistics of the table's ratios to the rows of the summaries of ``files``.

        The units of a sample are those of all files drawn. A sample that drew none of the files of a row is left out,
        except for the row of all labels.
        """
        samples = list(self.samples([file.name for file in files]))

        def sums(numbers: Iterable[int]) -> list[int]:
            listed = [*numbers, 0]
            return [sum(pick(listed)) for pick in samples] if any(listed) else [0] * SAMPLES

        units = sums([file.units for file in files])
        for summary in summaries:
            found = [summary.files.get(number) for number in range(len(files))]
            counted = [*[counts is not None for counts in found], False]
            kept = [summary.is_total or any(pick(counted)) for pick in samples]
            columns: Columns = {table.units: list(compress(units, kept))}
            for name in COUNTS:
                amounts = sums([counts[name] * summary.factor if counts is not None else 0 for counts in found])
                columns[name] = list(compress(amounts, kept))
            for measure in table.measures:
                columns[measure.name] = _values(measure, columns)
            for ratio in table.ratios:
                for statistic, value in zip(STATISTICS, _statistics(columns[ratio.name])):
                    summary.row.cells[statistic_name(ratio.name, statistic)] = value


def _values(measure: Measure, columns: Columns) -> list[float]:
    parts = [columns[str(part)] for part in measure.parts]
    try:
        return list(map(measure.formula, *parts))
    except ZeroDivisionError:
        return [measure(dict(zip(measure.parts, values))) for values in zip(*parts)]


def _statistics(values: Sequence[float]) -> tuple[float, float, float] | tuple[()]:
    """Return mean, variance of the population and standard deviation, nothing of no values."""
    if not values:
        return ()
    mean = _sum(values) / len(values)
    variance = _sum([(value - mean) ** 2 for value in values]) / len(values)
    return mean, variance, sqrt(variance)


def _sum(values: Sequence[float]) -> float:
    """Add from left to right; Python 3.12's ``sum`` makes up for the rounding, which changes last digits."""
    return reduce(add, values, 0.0)
