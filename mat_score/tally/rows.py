"""The rows of a score table, with what they sum up (MATScore documentation, 'All score tables').

MAT 1.3 has one for each label, in code point order, and one for all labels. The numbers of documents and of units are
the same in all rows, and documents without annotations count as well. MAT 2.0 has rows of each file, and of all files
together.
"""

from __future__ import annotations

from common.compat.py27 import hash_order
from common.tally import Row as Counts
from common.tally import complete
from mat_score.align.matches import WHOLE
from mat_score.encoding import name_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence

    from mat_score.align.align20 import Subsets
    from mat_score.align.matches import Row, ScoredAnnotation
    from mat_score.tally.tallies import FileTally, TableTally
    from mat_score.tasks.profiles import ScoreProfile, Strata

    Cell = str | int | float | None

ALL = "<all>"
TAG, SUBSET, FILE, DOCUMENTS = "tag", "tag subset", "file", "test docs"  # columns


class TableRow:
    """A row: cells by the names of their columns, those that were counted and those that name files and labels.

    Formulas refer to it by its ``key``. ``sources`` are the keys of the rows that its counts sum up, as often as they
    do, None if they were counted for this row; ``unit_sources`` are the same for its number of units. In a row of all
    files together, ``files`` are the counts of each file, by index, each to be taken ``factor`` times.
    """

    __slots__ = ("cells", "factor", "files", "key", "sources", "unit_sources")

    def __init__(
        self,
        key: Hashable,
        cells: Counts,
        sources: Sequence[Hashable] | None = None,
        unit_sources: Sequence[Hashable] | None = None,
        files: Mapping[int, Counts] | None = None,
        factor: int = 1,
    ) -> None:
        self.key = key
        self.cells = cells
        self.sources = sources
        self.unit_sources = unit_sources
        self.files = files or {}
        self.factor = factor

    @property
    def is_total(self) -> bool:
        """Whether this is the row of all labels in all files."""
        return self.key == (ALL, ALL, WHOLE)


def label_rows(table: TableTally, documents: int) -> list[TableRow]:
    """Return the rows of a table over so many ``documents``: the labels', then that of all of them."""
    common = {DOCUMENTS: documents, table.units: sum([file.units for file in table.files])}
    rows = []
    for counted in sorted({row for file in table.files for row in file.counts}):
        files = {index: file.counts[counted] for index, file in enumerate(table.files) if counted in file.counts}
        cells = complete({TAG: counted[0], **common, **Counts.sum(files.values())}, table.measures)
        rows.append(TableRow(counted, cells, files=files))
    files = {index: Counts.sum(file.counts.values()) for index, file in enumerate(table.files)}
    cells = complete({TAG: ALL, **common, **Counts.sum(files.values())}, table.measures)
    return [*rows, TableRow((ALL, ALL, WHOLE), cells, [row.key for row in rows], files=files)]


class CountedLabels:
    """The labels that were counted in any table, in the order in which they were first counted.

    One order of rows serves all tables. With a task it is alphabetical within a stratum, spanned labels before spanless
    ones, and a label that several true labels are reported under has a row for each of these. Without a task it is that
    of a set, which holds labels ``left_out`` of the scored regions as well, although these have no rows.
    """

    __slots__ = ("_by_task", "_left_out", "_seen", "_strata")

    def __init__(self, by_task: bool, strata: Strata, left_out: Iterable[str] = ()) -> None:
        self._by_task = by_task
        self._left_out = left_out
        self._strata = strata
        self._seen: dict[tuple[str, bool, str], None] = {}

    def note(self, item: ScoredAnnotation) -> None:
        """Note the label that an annotation was counted under, if it is counted at all."""
        if item.rows:
            self._seen[item.true_label, item.spanned, item.label] = None

    def rows(self) -> list[str]:
        """Return the labels of the rows."""
        if not self._by_task:
            counted = {label: None for _, _, label in self._seen}
            return [label for label in hash_order([*counted, *self._left_out]) if label in counted]
        keys = [(self._strata.number(true_label) or 0, not spanned, label) for true_label, spanned, label in self._seen]
        return [label for _, _, label in sorted(keys)]

    def reported_for(self, true_labels: Collection[str]) -> list[str]:
        """Return the labels that annotations with these true labels were counted under."""
        return list(dict.fromkeys([label for true_label, _, label in self._seen if true_label in true_labels]))


class RowGroup:
    """The rows of a label, or those that sum up several labels: an aggregation, or all.

    ``subsets`` knows the decompositions that the rows of a label come from; groups that sum up have none. ``factor`` is
    how often the rows of all files together count the rows of each file.
    """

    __slots__ = ("_subsets", "factor", "members", "name")

    def __init__(self, name: str, members: Sequence[str], subsets: Subsets | None = None, factor: int = 1) -> None:
        self.name = name
        self.members = members
        self._subsets = subsets
        self.factor = factor

    @property
    def sums_up(self) -> bool:
        """Whether the group sums up labels and is not a label itself."""
        return self._subsets is None

    def subsets(self, rows: Mapping[str, Sequence[str]]) -> list[str]:
        """Return the subsets of the members among ``rows``, by label, in the order of their rows."""
        return self.ordered({subset for label in self.members for subset in rows.get(label, ())})

    def ordered(self, subsets: Iterable[str]) -> list[str]:
        """Return subsets in the order of their rows: the whole, then, of a label, by decomposition, then by name."""
        return sorted(subsets, key=self._order)

    def _order(self, subset: str) -> tuple[bool, int, str]:
        number = self._subsets.place((self.name, subset)) if self._subsets is not None else 0
        return subset != WHOLE, number, subset

    def parts(self, subset: str, counts: Mapping[Row, Counts]) -> list[Row]:
        """Return the rows of the members that were counted for a subset."""
        return [(label, subset) for label in self.members if (label, subset) in counts]


def label_groups(labels: CountedLabels, profile: ScoreProfile | None, subsets: Subsets) -> list[RowGroup]:
    """Return the groups: labels in the order of their rows, then what sums them up, in that of a file's dictionary.

    In the rows of all files together a label that belongs to aggregations is counted once more for each of these.
    """
    aggregations = profile.aggregations if profile is not None else {}
    members = {name: labels.reported_for(true_labels) for name, true_labels in aggregations.items()}
    rows = labels.rows()
    factors = {label: 1 + sum([label in found for found in members.values()]) for label in rows}
    found = [RowGroup(label, [label], subsets, factors[label]) for label in rows]
    sums = {**{name: RowGroup(name, members[name]) for name in hash_order(members)}, ALL: RowGroup(ALL, list(factors))}
    return [*found, *[sums[name] for name in hash_order([ALL, *sums])]]


class ScoreRows:
    """The rows of one table.

    ``counted`` are the documents in which something was counted, in byte order of their names; only these have rows and
    units. ``files`` are the rows of the single files, ``summaries`` those of all together.
    """

    __slots__ = ("_counts", "_profiles", "_table", "counted", "files", "summaries")

    def __init__(
        self, table: TableTally, groups: Sequence[RowGroup], documents: int, profiles: Mapping[str, str]
    ) -> None:
        self.counted = sorted([file for file in table.files if file.counts], key=lambda file: name_bytes(file.name))
        self._table = table
        self._profiles = profiles
        self._counts: dict[Row, dict[int, Counts]] = {}  # by group and subset, by index of the file
        listed = _all_last(groups)
        self.files = [row for index, file in enumerate(self.counted) for row in self._file_rows(index, file, listed)]
        self.summaries = self._summaries(_all_last(_collected(groups, table)), documents)

    def _file_rows(self, index: int, file: FileTally, groups: Sequence[RowGroup]) -> list[TableRow]:
        rows = []
        by_label = _by_label(file.counts)
        for group in groups:
            for subset in group.subsets(by_label):
                parts = group.parts(subset, file.counts)
                counts = Counts.sum([file.counts[part] for part in parts])
                self._counts.setdefault((group.name, subset), {})[index] = counts
                cells = self._cells(file.name, 1, group.name, subset, file.units, counts)
                sources = [(file.name, *part) for part in parts] if group.sums_up else None
                rows.append(TableRow((file.name, group.name, subset), cells, sources))
        return rows

    def _summaries(self, groups: Sequence[RowGroup], documents: int) -> list[TableRow]:
        units = sum([file.units for file in self.counted])
        unit_sources = [(file.name, ALL, WHOLE) for file in self.counted]
        rows = []
        by_label = _by_label(self._counts)
        for group in groups:
            for subset in group.ordered(by_label.get(group.name) or ([WHOLE] if group.name == ALL else [])):
                files = self._counts.get((group.name, subset), {})
                cells = self._cells(ALL, documents, group.name, subset, units, Counts.sum(files.values(), group.factor))
                sources = [(self.counted[index].name, group.name, subset) for index in files] * group.factor
                rows.append(TableRow((ALL, group.name, subset), cells, sources, unit_sources, files, group.factor))
        return rows

    def _cells(self, file: str, documents: int, label: str, subset: str, units: int, counts: Counts) -> Counts:
        names = {**self._profiles, FILE: file, TAG: label, SUBSET: subset}
        return complete({**names, DOCUMENTS: documents, self._table.units: units, **counts}, self._table.measures)


def _all_last(groups: Sequence[RowGroup]) -> list[RowGroup]:
    return sorted(groups, key=lambda group: group.sums_up and group.name == ALL)


def _collected(groups: Sequence[RowGroup], table: TableTally) -> list[RowGroup]:
    """Return the groups with those that sum up labels in the order of their rows for all files.

    MAT 2.0 collects these rows in a dictionary, file by file: the subsets of each group, each with its members' rows.
    """
    rows: dict[Row, None] = {}
    files = {file.name: file for file in table.files}
    for counts in [files[name].counts for name in hash_order(files)]:
        by_label = _by_label(counts)
        for group in groups:
            for subset in hash_order(group.subsets(by_label)) if group.sums_up else ():
                rows.update(dict.fromkeys([(group.name, subset), *group.parts(subset, counts)]))
    order = hash_order([name for name, _ in hash_order(rows)])
    return sorted(groups, key=lambda group: order.index(group.name) if group.sums_up and group.name in order else -1)


def _by_label(rows: Iterable[Row]) -> dict[str, list[str]]:
    subsets: dict[str, list[str]] = {}
    for label, subset in rows:
        subsets.setdefault(label, []).append(subset)
    return subsets
