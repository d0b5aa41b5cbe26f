"""Confidence data: mean, variance and standard deviation of the measures over samples of the documents.

MATScore documentation, 'Confidence data': each sample draws as many documents as there are, with replacement.
"""

from __future__ import annotations

from functools import reduce
from math import sqrt
from operator import add

from common.compat.py27 import hash_order
from mat_score.encoding import name_bytes
from mat_score.tally.cells import COUNTS
from mat_score.tally.measures import STATISTICS, statistic_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from common.tally import Measure
    from mat_score.tally.rows import Summary
    from mat_score.tally.tallies import FileTally, TableTally

    Columns = dict[str, Sequence[float]]  # a value for each sample, by name of column

SAMPLES = 1000
_WIDTH = 1 + len(COUNTS)  # what a vector holds for each summary
PROGRESS = "Producing samples for confidence intervals ... " + " ".join(
    [f"{count} ..." for count in range(100, SAMPLES + 1, 100)]
)


class Sampler:
    """Draws documents; its stream of random numbers goes on from table to table.

    ``names`` are the basenames of all pairs that were read; ``seed`` is None for one from the system.
    """

    __slots__ = ("_names", "_random", "size")

    def __init__(self, names: Sequence[str], seed: int | None) -> None:
        from random import Random

        self._names = hash_order([name_bytes(name) for name in names])
        self._random = Random(seed).random
        self.size = len(self._names)  # of a sample

    def sums(self, numbers: Mapping[str, int]) -> Iterator[int]:
        """Yield the sum of the numbers of the documents drawn in each sample; those without a number have 0."""
        by_name = {name_bytes(name): number for name, number in numbers.items()}
        drawable = [by_name.get(name, 0) for name in self._names]
        draw, size = self._random, self.size
        for _ in range(SAMPLES):
            yield sum([drawable[int(draw() * size)] for _ in drawable])

    def add_statistics(self, summaries: Sequence[Summary], files: Sequence[FileTally], table: TableTally) -> None:
        """Add the statistics of the table's ratios to the rows of the summaries of ``files``.

        The units of a sample are those of all files drawn. A sample that drew none of the files of a row is left out,
        except for the row of all labels.
        """
        vectors = {file.name: _vector(number, file, summaries) for number, file in enumerate(files)}
        largest = max([abs(member) for vector in vectors.values() for member in vector], default=0)
        packing = Packing(1 + _WIDTH * len(summaries), largest * self.size)
        packed = {name: packing.pack(vector) for name, vector in vectors.items()}
        samples = list(map(packing.digits, self.sums(packed)))
        for place, summary in enumerate(summaries):
            places = [0, *range(1 + _WIDTH * place, 1 + _WIDTH * (place + 1))]
            counted = [packing.members(sample, places) for sample in samples]
            kept = [(units, *counts) for units, drawn, *counts in counted if drawn or summary.is_total]
            columns: Columns = dict(zip((table.units, *COUNTS), zip(*kept)))
            for measure in table.measures if columns else ():
                columns[measure.name] = _values(measure, columns)
            for ratio in table.ratios:
                for statistic, value in zip(STATISTICS, _statistics(columns.get(ratio.name, ()))):
                    summary.row.cells[statistic_name(ratio.name, statistic)] = value


class Packing:
    """Packs vectors of ``width`` whole numbers into one number each, so that one addition adds all of a vector.

    The members are the digits of that number, to a base that is more than twice ``largest``; no sum of members may
    be larger than that, nor smaller than its negative. A digit is stored with half the base added, and so is positive.
    """

    __slots__ = ("_half", "_halves", "_length", "_size")

    def __init__(self, width: int, largest: int) -> None:
        self._size = (2 * largest).bit_length() // 8 + 1  # bytes for each digit
        self._length = width * self._size
        self._half = 1 << (8 * self._size - 1)
        self._halves = int.from_bytes(self._half.to_bytes(self._size, "little") * width, "little")

    def pack(self, vector: Iterable[int]) -> int:
        """Return the number for a vector."""
        digits = b"".join([(member + self._half).to_bytes(self._size, "little") for member in vector])
        return int.from_bytes(digits, "little") - self._halves

    def digits(self, number: int) -> bytes:
        """Return the digits of a number, for :meth:`members`."""
        return (number + self._halves).to_bytes(self._length, "little")

    def members(self, digits: bytes, places: Sequence[int]) -> list[int]:
        """Return the members of a vector that stand in certain places."""
        size, half = self._size, self._half
        return [int.from_bytes(digits[place * size : (place + 1) * size], "little") - half for place in places]


def _vector(number: int, file: FileTally, summaries: Sequence[Summary]) -> list[int]:
    """Return what a file adds to a sample: its units and, for each summary, whether it has the file, and the counts."""
    vector = [file.units]
    for summary in summaries:
        counts = summary.files.get(number)
        amounts = [counts.get(name, 0) * summary.factor for name in COUNTS] if counts is not None else [0] * len(COUNTS)
        vector += [counts is not None, *amounts]
    return vector


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
