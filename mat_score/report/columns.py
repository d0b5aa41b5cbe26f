"""The columns of a score table: how each is computed, written as a formula, and printed.

MATScore documentation, 'All score tables', 'Confidence data' and 'Fixed-span scores'. A row provides the cells that
were counted, by column name; columns compute the others from them, left to right.
"""

from __future__ import annotations

from common.compat.py27 import float_text
from mat_score.align.pairing import MATCH, MISSING, SPURIOUS
from mat_score.tally.cells import HYP_CLASH, REF_CLASH
from mat_score.tally.measures import (
    BLIND,
    BLIND_ERRORS,
    F_MEASURE,
    HYP_ONLY,
    HYP_TOTAL,
    PRECISION,
    RECALL,
    REF_ONLY,
    REF_TOTAL,
    SENSITIVE,
    SENSITIVE_ERRORS,
    ratio_measures,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from common.tally import Measure
    from mat_score.report.formulas import Sheet
    from mat_score.report.tablerows import Cell, Cells, TableRow

STATISTICS = ("mean", "variance", "stddev")


class Column:
    """A column whose cells are given: labels, names, numbers of documents, statistics."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self, cells: Cells) -> Cell:
        """Return the cell of a row of which the cells to the left are known; None is an empty cell."""
        cell: Cell = cells.get(self.name)
        return cell

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the cell in a sheet with formulas."""
        return self.value(row.cells)

    def text(self, cell: Cell) -> str:
        """Return the cell as the text report prints it."""
        if cell is None:
            return ""
        return float_text(cell) if isinstance(cell, float) else str(cell)


class Units(Column):
    """The number of units in the documents of a row."""

    __slots__ = ()

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the sum over the rows of ``row.unit_sources``, or the number if it was counted here."""
        if row.unit_sources is None:
            return self.value(row.cells)
        return sheet.sum([(source, self.name) for source in row.unit_sources])


class Count(Column):
    """A number of annotations or units."""

    __slots__ = ()

    def value(self, cells: Cells) -> int:
        """Return the count, 0 if nothing was counted."""
        count: int = cells.get(self.name, 0)
        return count

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the sum over the rows of ``row.sources``, or the number if it was counted here."""
        if row.sources is None:
            return self.value(row.cells)
        return sheet.sum([(source, self.name) for source in row.sources])


class Computed(Column):
    """A measure: a figure computed from other columns."""

    __slots__ = ("measure",)

    def __init__(self, measure: Measure) -> None:
        super().__init__(measure.name)
        self.measure = measure

    def places(self, row: TableRow) -> list[tuple[object, str]]:
        """Return the cells of a row that the measure is computed from."""
        return [(row.key, part) for part in self.measure.parts if isinstance(part, str)]

    def value(self, cells: Cells) -> float:
        """Return the value of the measure."""
        return self.measure(cells)


class Total(Computed):
    """The sum of other columns of the row."""

    __slots__ = ()

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the sum of the cells of the row."""
        return sheet.sum(self.places(row))


class Ratio(Computed):
    """A ratio of other columns; ``pattern`` is its formula with the columns' cells in their order."""

    __slots__ = ("_pattern",)

    def __init__(self, measure: Measure, pattern: str) -> None:
        super().__init__(measure)
        self._pattern = pattern

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the formula."""
        return sheet.fill(self._pattern, self.places(row))

    def text(self, cell: Cell) -> str:
        """Return the ratio with three decimals."""
        return f"{cell:.3f}"


_FORMULAS = {
    PRECISION: "=IF({1} = 0;1.00;IF({0} = 0;0.0;{0} / {1}))",
    RECALL: "=IF({1} = 0;1.0;IF({0} = 0;0.0;{0} / {1}))",
    F_MEASURE: "=IF(({0} + {1}) = 0;0.0;2.0 * (({0} * {1}) / ({0} + {1})))",
    SENSITIVE: "=({0} - {1} - {2} - {3})/{0}",
    SENSITIVE_ERRORS: "=(1 - {0})",
    BLIND: "=({0} - {1} - {2})/{0}",
    BLIND_ERRORS: "=(1 - {0})",
}


def ratios(units: str | None) -> list[Ratio]:
    """Return the columns of the ratios; ``units`` names the column of units of a table of fixed units."""
    return [Ratio(measure, _FORMULAS[measure.name]) for measure in ratio_measures(units)]


def counts(reference_breakdown: Sequence[str] = (), hypothesis_breakdown: Sequence[str] = ()) -> list[Column]:
    """Return the columns of counts; the breakdowns of clashes are names of columns that stand after these."""
    return [
        Count(MATCH),
        Count(REF_CLASH),
        *map(Count, reference_breakdown),
        Count(MISSING),
        Total(REF_ONLY),
        Total(REF_TOTAL),
        Count(HYP_CLASH),
        *map(Count, hypothesis_breakdown),
        Count(SPURIOUS),
        Total(HYP_ONLY),
        Total(HYP_TOTAL),
    ]


def with_statistics(metrics: Iterable[Ratio]) -> list[Column]:
    """Return measures, each followed by the columns of its confidence data."""
    return [
        column
        for metric in metrics
        for column in (metric, *[Column(statistic_name(metric.name, statistic)) for statistic in STATISTICS])
    ]


def statistic_name(metric: str, statistic: str) -> str:
    """Return the name of a column of confidence data."""
    return f"{metric}_{statistic}"


def complete(cells: Cells, columns: Iterable[Column]) -> None:
    """Compute the cells of all columns, left to right, into ``cells``."""
    for column in columns:
        cells[column.name] = column.value(cells)
