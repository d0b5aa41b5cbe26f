"""The rows of a score table, and their confidence data.

MATScore documentation, 'All score tables' and 'Confidence data': mean, variance and standard deviation of the measures
over samples. Each sample draws as many documents as there are, with replacement.

MAT 1.3 has a row for each label, in code point order, and one for all labels. The numbers of documents and units are
the same in all rows, and include documents without annotations. MAT 2.0 has rows for each file and for all files.
"""

from __future__ import annotations

from itertools import compress
from math import sqrt

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.py27 import hash_order
from legacy_scorers.common.record import record
from legacy_scorers.common.tally import Row as Counts
from legacy_scorers.common.tally import complete
from legacy_scorers.mat_score.align.matches import WHOLE
from legacy_scorers.mat_score.annotations import NO_VALUE, slot_text
from legacy_scorers.mat_score.encoding import name_bytes
from legacy_scorers.mat_score.tally import COUNTS, STATISTICS, statistic_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Mapping, Sequence

    from legacy_scorers.common.tally import Measure
    from legacy_scorers.mat_score.align.matches import Row, ScoredAnnotation
    from legacy_scorers.mat_score.tally import CountedLabels, FileTally, TableTally
    from legacy_scorers.mat_score.tasks.profiles import ScoreProfile

    Cell = str | int | float | None
    Columns = dict[str, Sequence[float]]  # a value for each sample, by name of column

ALL = "<all>"
TOTAL = (ALL, ALL, WHOLE)  # the key of the row for all labels in all files
TAG, SUBSET, FILE, DOCUMENTS = "tag", "tag subset", "file", "test docs"  # columns
SAMPLES = 1000
PROGRESS = "Producing samples for confidence intervals ... " + " ".join(
    [f"{count} ..." for count in range(100, SAMPLES + 1, 100)]
)
_NO_FILES: Mapping[int, Counts] = {}


@record
class TableRow:
    """A row: cells by name of column, both counts and names of files and labels.

    Formulas refer to it by its ``key``. ``sources`` are the keys of the rows that its counts sum up, repeated for rows
    that count several times, or None if it sums up no rows. ``unit_sources`` are those of its number of units.
    ``parts`` are the keys of the counted rows that it sums up in the end. ``files`` are the counts that each file adds,
    by index.
    """

    key: Hashable
    cells: Counts
    sources: Sequence[Hashable] | None = None
    unit_sources: Sequence[Hashable] | None = None
    files: Mapping[int, Counts] = _NO_FILES
    parts: Sequence[Hashable] = ()


def label_rows(table: TableTally, documents: int) -> list[TableRow]:
    """Return the rows of a table for MAT 1.3: one for each label, then one for all; ``documents`` is their number."""
    units = sum([file.units for file in table.files])

    def cells(label: str, files: Mapping[int, Counts]) -> Counts:
        counts = Counts.sum(files.values())
        return complete({TAG: label, DOCUMENTS: documents, table.units: units, **counts}, table.measures)

    rows = []
    for counted in sorted({row for file in table.files for row in file.counts}):
        label, _ = counted
        files = {index: file.counts[counted] for index, file in enumerate(table.files) if counted in file.counts}
        rows.append(TableRow(counted, cells(label, files), files=files, parts=[counted]))
    files = {index: Counts.sum(file.counts.values()) for index, file in enumerate(table.files)}
    keys = [row.key for row in rows]
    return [*rows, TableRow(TOTAL, cells(ALL, files), keys, files=files, parts=keys)]


class Subsets:
    """Says which rows count an annotation: that of its label, and those of the subsets that a profile declares."""

    def __init__(self, profile: ScoreProfile | None) -> None:
        self._limitation: frozenset[str] | None = None
        self._decompositions: dict[str, list[tuple[str, ...]]] = {}  # by true label
        self._places: dict[Row, int] = {}  # of the decompositions that rows of subsets come from
        self._widths: dict[str, int] = {}  # how many decompositions a reported label has
        self._problem = ""
        if profile is not None:
            self._read(profile)
        self.declared = bool(self._decompositions)

    def _read(self, profile: ScoreProfile) -> None:
        if profile.partition_methods:
            raise InputError(
                f"the score profile partitions labels by the method {profile.partition_methods[0]}, "
                "code of the task, which is not run; remove the partition_decomposition"
            )
        if profile.label_limitation is not None:
            self._limitation = frozenset(profile.label_limitation)
        for true_labels, attributes in profile.decompositions:
            for label in true_labels:
                self._decompositions.setdefault(label, []).append(attributes)

    def name_rows(self, items: Iterable[ScoredAnnotation]) -> None:
        """Set the rows of annotations."""
        if self.declared or self._limitation is not None:
            for item in items:
                item.rows = self.rows(item)

    def rows(self, item: ScoredAnnotation) -> tuple[Row, ...]:
        """Return the rows for an annotation, which are none if the profile excludes its true label."""
        label, true_label = item.label, item.true_label
        if self._limitation is not None and true_label not in self._limitation:
            return ()
        found = [(label, WHOLE)]
        decompositions = self._decompositions.get(true_label, ())
        if decompositions and self._widths.setdefault(label, len(decompositions)) < len(decompositions):
            self._problem = f"more decompositions of the score profile divide {true_label} than others that are {label}"
        for place, names in enumerate(decompositions):
            row = label, ",".join([f"{name}={slot_text(item.annotation, name, NO_VALUE)}" for name in names])
            if self._places.setdefault(row, place) != place:
                self._problem = f"two decompositions of the score profile divide {label} into subsets called {row[1]}"
            found.append(row)
        return tuple(found)

    def place(self, row: Row) -> int:
        """Return the index of a row's decomposition among those of the true label, or -1 for a whole label.

        True labels with the same reported label share the rows of decompositions with the same index. Raises
        :class:`InputError` if two indices have the same row, or a true label more decompositions than the first.
        """
        if self._problem:
            raise InputError(f"{self._problem}; remove one")
        return self._places.get(row, -1)


@record
class RowGroup:
    """The rows of a label, or the rows that sum up several labels: an aggregation, or all.

    ``order`` orders the subsets of a label; it is None for a group that sums up. ``factor`` is how often the rows for
    all files count the rows of each file.
    """

    name: str
    members: Sequence[str]
    order: Subsets | None = None
    factor: int = 1

    @property
    def sums_up(self) -> bool:
        """Whether the group sums up labels, and is not one label."""
        return self.order is None

    def subsets(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the members' subsets in the order of their rows; ``rows`` maps labels to subsets."""
        return self.ordered({subset for label in self.members for subset in rows.get(label, ())})

    def ordered(self, subsets: Iterable[str]) -> list[str]:
        """Return subsets in the order of their rows: the whole, then by decomposition if there is one, then by name."""
        places = {subset: self.order.place((self.name, subset)) if self.order else 0 for subset in subsets}
        return sorted(places, key=lambda subset: (subset != WHOLE, places[subset], subset))

    def parts(self, subset: str, counts: Mapping[Row, Counts]) -> list[Row]:
        """Return the rows of the members that were counted for a subset."""
        return [(label, subset) for label in self.members if (label, subset) in counts]


def label_groups(labels: CountedLabels, profile: ScoreProfile | None, subsets: Subsets) -> list[RowGroup]:
    """Return the groups: labels in the order of their rows, then all labels, then aggregations, in dictionary order.

    The rows for all files count a label once more for each aggregation that it belongs to.
    """
    aggregations = profile.aggregations if profile is not None else {}
    members = {name: labels.reported_for(true_labels) for name, true_labels in aggregations.items()}
    rows = labels.rows()
    factors = {label: 1 + sum([label in found for found in members.values()]) for label in rows}
    found = [RowGroup(label, [label], subsets, factors[label]) for label in rows]
    sums = [RowGroup(name, members[name]) for name in hash_order(members) if name != ALL]
    return [*found, RowGroup(ALL, list(factors)), *sums]


class ScoreRows:
    """The rows of a table for MAT 2.0: ``files`` for single files, ``summaries`` for all files.

    ``counted`` are the documents with counts, in byte order of their names; only these have rows and units.
    """

    def __init__(
        self, table: TableTally, groups: Sequence[RowGroup], documents: int, profiles: Mapping[str, str]
    ) -> None:
        self.counted = sorted([file for file in table.files if file.counts], key=lambda file: name_bytes(file.name))
        self._table = table
        self._profiles = profiles
        self._rows: dict[Row, dict[int, TableRow]] = {}  # of files, by group and subset, by index of the file
        listed = _ordered(groups, hash_order([group.name for group in groups if group.sums_up]))
        self.files = [row for index, file in enumerate(self.counted) for row in self._file_rows(index, file, listed)]
        self.summaries = self._summaries(_ordered(groups, _collected(groups, table)), documents)

    def _file_rows(self, index: int, file: FileTally, groups: Sequence[RowGroup]) -> list[TableRow]:
        rows = []
        by_label = _by_label(file.counts)
        for group in groups:
            for subset in group.subsets(by_label):
                counted = group.parts(subset, file.counts)
                counts = Counts.sum([file.counts[part] for part in counted])
                cells = self._cells(file.name, 1, group.name, subset, file.units, counts)
                parts = [(file.name, *part) for part in counted]
                sources = parts if group.sums_up else None
                key = (file.name, group.name, subset)
                rows.append(TableRow(key, cells, sources, files={index: counts}, parts=parts))
                self._rows.setdefault((group.name, subset), {})[index] = rows[-1]
        return rows

    def _summaries(self, groups: Sequence[RowGroup], documents: int) -> list[TableRow]:
        units = sum([file.units for file in self.counted])
        unit_sources = [(file.name, ALL, WHOLE) for file in self.counted]
        rows = []
        by_label = _by_label(self._rows)
        for group in groups:
            subsets = by_label.get(group.name, [])
            if group.name == ALL and not subsets:
                subsets = [WHOLE]  # the row for all labels is there even if no file has counts
            for subset in group.ordered(subsets):
                of_files = self._rows.get((group.name, subset), {})
                files = {index: Counts.sum(row.files.values(), group.factor) for index, row in of_files.items()}
                cells = self._cells(ALL, documents, group.name, subset, units, Counts.sum(files.values()))
                sources = [row.key for row in of_files.values()] * group.factor
                parts = [part for row in of_files.values() for part in row.parts] * group.factor
                rows.append(TableRow((ALL, group.name, subset), cells, sources, unit_sources, files, parts))
        return rows

    def _cells(self, file: str, documents: int, label: str, subset: str, units: int, counts: Counts) -> Counts:
        names = {**self._profiles, FILE: file, TAG: label, SUBSET: subset}
        return complete({**names, DOCUMENTS: documents, self._table.units: units, **counts}, self._table.measures)


def _ordered(groups: Sequence[RowGroup], names: Iterable[str]) -> list[RowGroup]:
    """Return the groups of labels, then those that sum up with one of the ``names``, in that order; all labels last."""
    sums = {group.name: group for group in groups if group.sums_up}
    aggregations = [sums[name] for name in names if name in sums and name != ALL]
    return [*[group for group in groups if not group.sums_up], *aggregations, sums[ALL]]


def _collected(groups: Sequence[RowGroup], table: TableTally) -> list[str]:
    """Return the names of rows for all files in the order of MAT 2.0, without those that no file counted.

    MAT 2.0 collects these rows in a dictionary, file by file: the subsets of each group, each with its members' rows.
    """
    rows: dict[Row, None] = {}
    sums = [group for group in groups if group.sums_up]
    files = {file.name: file for file in table.files}
    for counts in [files[name].counts for name in hash_order(files)]:
        by_label = _by_label(counts)
        for group in sums:
            for subset in hash_order(group.subsets(by_label)):
                rows.update(dict.fromkeys([(group.name, subset), *group.parts(subset, counts)]))
    return hash_order([name for name, _ in hash_order(rows)])


def _by_label(rows: Iterable[Row]) -> dict[str, list[str]]:
    subsets: dict[str, list[str]] = {}
    for label, subset in rows:
        subsets.setdefault(label, []).append(subset)
    return subsets


class Bootstrap:
    """Draws documents by name; the stream of random numbers continues from table to table."""

    def __init__(self, names: Sequence[str], seed: int | None) -> None:
        from random import Random

        self._names = hash_order([name_bytes(name) for name in names])
        self._random = Random(seed).random

    def samples(self, names: Sequence[str]) -> list[list[int]]:
        """Return the samples: indices into ``names``, and ``len(names)`` for documents that are not among them."""
        index_of = {name_bytes(name): index for index, name in enumerate(names)}
        drawable = [index_of.get(name, len(names)) for name in self._names]
        draw, size = self._random, len(drawable)
        return [[drawable[int(draw() * size)] for _ in drawable] for _ in range(SAMPLES)]

    def add_statistics(self, rows: Sequence[TableRow], files: Sequence[FileTally], table: TableTally) -> None:
        """Add the statistics of the table's ratios to the rows for all ``files``.

        The units of a sample are those of all files that it drew. A sample without any file of a row is left out,
        except for the row of all labels.
        """
        samples = self.samples([file.name for file in files])

        def sums(numbers: Iterable[int]) -> list[int]:
            """Return the sum of each sample, given a number for each of the ``files``."""
            listed = [*numbers, 0]  # 0 for documents that are not among the files
            return [sum(map(listed.__getitem__, sample)) for sample in samples] if any(listed) else [0] * SAMPLES

        units = sums([file.units for file in files])
        for row in rows:
            found = [row.files.get(index) for index in range(len(files))]
            drawn = [1] * SAMPLES if row.key == TOTAL else sums([counts is not None for counts in found])
            columns: Columns = {table.units: list(compress(units, drawn))}
            for name in COUNTS:
                amounts = sums([counts[name] if counts is not None else 0 for counts in found])
                columns[name] = list(compress(amounts, drawn))
            for measure in table.measures:
                columns[measure.name] = _values(measure, columns)
            for ratio in table.ratios:
                for statistic, value in zip(STATISTICS, _statistics(columns[ratio.name])):
                    row.cells[statistic_name(ratio.name, statistic)] = value


def _values(measure: Measure, columns: Columns) -> list[float]:
    parts = [columns[str(part)] for part in measure.parts]
    return [measure(dict(zip(measure.parts, values))) for values in zip(*parts)]


def _statistics(values: Sequence[float]) -> tuple[float, float, float] | tuple[()]:
    if not values:
        return ()
    mean = _sum(values) / len(values)
    variance = _sum([(value - mean) ** 2 for value in values]) / len(values)
    return mean, variance, sqrt(variance)


def _sum(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:  # since Python 3.12 sum() compensates for rounding, which changes last digits
        total += value
    return total
