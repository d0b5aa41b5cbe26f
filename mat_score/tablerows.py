"""The rows of a score table."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from mat_score.columns import Cells


class TableRow:
    """A row: cells by the names of their columns.

    ``key`` is how formulas of other rows mean it. ``sources`` are the keys of the rows that its counts sum up, as often
    as they do, None if they were counted for this row; ``unit_sources`` are the same for its number of units.
    """

    __slots__ = ("cells", "key", "sources", "unit_sources")

    def __init__(
        self,
        key: Hashable,
        cells: Cells,
        sources: Sequence[Hashable] | None = None,
        unit_sources: Sequence[Hashable] | None = None,
    ) -> None:
        self.key = key
        self.cells = cells
        self.sources = sources
        self.unit_sources = unit_sources
