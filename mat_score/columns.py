"""The columns of a score table: how each is computed, written as a formula, and printed.

MATScore documentation, 'All score tables', 'Confidence data' and 'Fixed-span scores'. A row brings the cells that were
counted, by column name; columns compute the others from them, left to right.
"""

from __future__ import annotations

from common.compat.py27 import float_text
from common.tally import f_measure, ratio
from mat_score.tallies import HYP_CLASH, MATCH, MISSING, REF_CLASH, SPURIOUS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from mat_score.formulas import Sheet
    from mat_score.tablerows import TableRow

    Cell = str | int | float | None
    Cells = dict[str, Any]

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


class Total(Column):
    """The sum of other columns of the row."""

    __slots__ = ("_parts",)

    def __init__(self, name: str, parts: Sequence[str]) -> None:
        super().__init__(name)
        self._parts = parts

    def value(self, cells: Cells) -> int:
        """Return the sum."""
        return sum([cells[part] for part in self._parts])

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the sum of the cells of the row."""
        return sheet.sum([(row.key, part) for part in self._parts])


class Metric(Column):
    """A ratio computed from other columns; ``pattern`` is its formula with the columns' cells in their order."""

    __slots__ = ("_compute", "_inputs", "_pattern")

    def __init__(self, name: str, inputs: Sequence[str], compute: Callable[..., float], pattern: str) -> None:
        super().__init__(name)
        self._inputs = inputs
        self._compute = compute
        self._pattern = pattern

    def value(self, cells: Cells) -> float:
        """Return the ratio."""
        return self._compute(*[cells[name] for name in self._inputs])

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the formula."""
        return sheet.fill(self._pattern, [(row.key, name) for name in self._inputs])

    def text(self, cell: Cell) -> str:
        """Return the ratio with three decimals."""
        return f"{cell:.3f}"


def _accuracy(units: int, missing: int, spurious: int, clash: int = 0) -> float:
    return (units - missing - spurious - clash) / units if units else 1.0


def _error_rate(accuracy: float) -> float:
    return 1 - accuracy


def _share(total: int, match: int) -> float:
    """Return precision or recall: 1 where there was nothing to find."""
    return ratio(match, total, 1.0)


def measures() -> list[Metric]:
    """Return precision, recall and F-measure."""
    return [
        Metric("precision", ("hyptotal", MATCH), _share, "=IF({0} = 0;1.00;IF({1} = 0;0.0;{1} / {0}))"),
        Metric("recall", ("reftotal", MATCH), _share, "=IF({0} = 0;1.0;IF({1} = 0;0.0;{1} / {0}))"),
        Metric(
            "fmeasure", ("precision", "recall"), f_measure, "=IF(({0} + {1}) = 0;0.0;2.0 * (({0} * {1}) / ({0} + {1})))"
        ),
    ]


def accuracies(units: str) -> list[Metric]:
    """Return the additional measures of tables of fixed units; ``units`` names the column that counts these."""
    sensitive, blind = "tag_sensitive_accuracy", "tag_blind_accuracy"
    return [
        Metric(sensitive, (units, MISSING, SPURIOUS, REF_CLASH), _accuracy, "=({0} - {1} - {2} - {3})/{0}"),
        Metric("tag_sensitive_error_rate", (sensitive,), _error_rate, "=(1 - {0})"),
        Metric(blind, (units, MISSING, SPURIOUS), _accuracy, "=({0} - {1} - {2})/{0}"),
        Metric("tag_blind_error_rate", (blind,), _error_rate, "=(1 - {0})"),
    ]


def counts(reference_breakdown: Sequence[str] = (), hypothesis_breakdown: Sequence[str] = ()) -> list[Column]:
    """Return the columns of counts; the breakdowns of clashes are names of columns that stand after these."""
    return [
        Count(MATCH),
        Count(REF_CLASH),
        *map(Count, reference_breakdown),
        Count(MISSING),
        Total("refonly", (REF_CLASH, MISSING)),
        Total("reftotal", ("refonly", MATCH)),
        Count(HYP_CLASH),
        *map(Count, hypothesis_breakdown),
        Count(SPURIOUS),
        Total("hyponly", (HYP_CLASH, SPURIOUS)),
        Total("hyptotal", ("hyponly", MATCH)),
    ]


def with_statistics(metrics: Iterable[Metric]) -> list[Column]:
    """Return metrics, each followed by the columns of its confidence data."""
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
