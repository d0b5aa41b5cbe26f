"""The rows of a score table, with what they sum up."""

from __future__ import annotations

from mat_score.tally.subsets import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from common.tally import Row as Counts

    Cell = str | int | float | None

ALL = "<all>"
TAG, SUBSET, FILE, DOCUMENTS = "tag", "tag subset", "file", "test docs"  # columns


class TableRow:
    """A row: cells by the names of their columns, those that were counted and those that name files and labels.

    Formulas refer to it by its ``key``. ``sources`` are the keys of the rows that its counts sum up, as often as they
    do, None if they were counted for this row; ``unit_sources`` are the same for its number of units.
    """

    __slots__ = ("cells", "key", "sources", "unit_sources")

    def __init__(
        self,
        key: Hashable,
        cells: Counts,
        sources: Sequence[Hashable] | None = None,
        unit_sources: Sequence[Hashable] | None = None,
    ) -> None:
        self.key = key
        self.cells = cells
        self.sources = sources
        self.unit_sources = unit_sources


class Summary:
    """A row of all files together: the counts of each file that has such a row, each to be taken ``factor`` times."""

    __slots__ = ("factor", "files", "row")

    def __init__(self, row: TableRow, files: dict[int, Counts], factor: int) -> None:
        self.row = row
        self.files = files
        self.factor = factor

    @property
    def is_total(self) -> bool:
        """Whether the row is that of all labels."""
        return self.row.key == (ALL, ALL, WHOLE)
