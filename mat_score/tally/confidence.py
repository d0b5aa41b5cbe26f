"""Confidence data: mean, variance and standard deviation of the measures over samples of the documents.

MATScore documentation, 'Confidence data': each sample draws as many documents as there are, with replacement.
"""

from __future__ import annotations

from functools import reduce
from itertools import compress
from math import sqrt
from operator import add

from common.compat.py27 import hash_order
from mat_score.encoding import name_bytes
from mat_score.tally.measures import COUNTS, STATISTICS, statistic_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from common.tally import Measure
    from mat_score.tally.rows import TableRow
    from mat_score.tally.tallies import FileTally, TableTally

    Columns = dict[str, Sequence[float]]  # a value for each sample, by name of column

SAMPLES = 1000
PROGRESS = "Producing samples for confidence intervals ... " + " ".join(
    [f"{count} ..." for count in range(100, SAMPLES + 1, 100)]
)


class Bootstrap:
    """Draws documents; its stream of random numbers goes on from table to table.

    ``names`` are the basenames of all pairs that were read; ``seed`` is None for one from the system.
    """

    __slots__ = ("_names", "_random")

    def __init__(self, names: Sequence[str], seed: int | None) -> None:
        from random import Random

        self._names = hash_order([name_bytes(name) for name in names])
        self._random = Random(seed).random

    def samples(self, names: Sequence[str]) -> list[list[int]]:
        """Return for each sample the indices of the documents drawn among ``names``, for others ``len(names)``."""
        index_of = {name_bytes(name): index for index, name in enumerate(names)}
        drawable = [index_of.get(name, len(names)) for name in self._names]
        draw, size = self._random, len(drawable)
        return [[drawable[int(draw() * size)] for _ in drawable] for _ in range(SAMPLES)]

    def add_statistics(self, rows: Sequence[TableRow], files: Sequence[FileTally], table: TableTally) -> None:
        """Add the statistics of the table's ratios to the rows of all ``files`` together.

        The units of a sample are those of all files drawn. A sample that drew none of the files of a row is left out,
        except for the row of all labels.
        """
        samples = self.samples([file.name for file in files])

        def sums(numbers: Iterable[int]) -> list[int]:
            listed = [*numbers, 0]
            return [sum(map(listed.__getitem__, sample)) for sample in samples] if any(listed) else [0] * SAMPLES

        units = sums([file.units for file in files])
        for row in rows:
            found = [row.files.get(index) for index in range(len(files))]
            drawn = [1] * SAMPLES if row.is_total else sums([counts is not None for counts in found])
            columns: Columns = {table.units: list(compress(units, drawn))}
            for name in COUNTS:
                amounts = sums([counts[name] * row.factor if counts is not None else 0 for counts in found])
                columns[name] = list(compress(amounts, drawn))
            for measure in table.measures:
                columns[measure.name] = _values(measure, columns)
            for ratio in table.ratios:
                for statistic, value in zip(STATISTICS, _statistics(columns[ratio.name])):
                    row.cells[statistic_name(ratio.name, statistic)] = value


def _values(measure: Measure, columns: Columns) -> list[float]:
    parts = [columns[str(part)] for part in measure.parts]
    try:
        return list(map(measure.formula, *parts))
    except ZeroDivisionError:
        return [measure(dict(zip(measure.parts, values))) for values in zip(*parts)]


def _statistics(values: Sequence[float]) -> tuple[float, float, float] | tuple[()]:
    if not values:
        return ()
    mean = _sum(values) / len(values)
    variance = _sum([(value - mean) ** 2 for value in values]) / len(values)
    return mean, variance, sqrt(variance)


def _sum(values: Sequence[float]) -> float:
    """Add from left to right; Python 3.12's ``sum`` makes up for the rounding, which changes last digits."""
    return reduce(add, values, 0.0)
