"""Relations between the cells of a row: ratios and sums that must hold within one report.

A relation is checked if all its cells are printed. A part that is printed rounded may have any value that rounds to
the printed one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from common.memo import Memo
from rescore.difference.verdicts import decimal_of, decimals
from rescore.reports.model import Cell, Columns, ReportRecord, Value
from rescore.scorers import SCORERS
from rescore.scorers.profile import Relation

SLACK = 1e-4  # the error of single precision changes a percentage by less
RELATIONS = [relation for scorer in SCORERS.values() for relation in scorer.relations]
RELATED = frozenset(column for relation in RELATIONS for column in relation.columns)


@dataclass(slots=True)
class Fault:
    """A relation that does not hold in a row: its column, the columns that this is computed from, and a message."""

    column: str
    parts: Sequence[str]
    says: str


def faults(record: ReportRecord) -> list[Fault]:
    """Return the relations that do not hold between the cells of a row."""
    return _FAULTS[record.table, record.columns, tuple(record.texts()), tuple(record.given)]


def _faults_of_row(row: tuple[str, Columns, tuple[str, ...], tuple[Value | None, ...]]) -> list[Fault]:
    table, *cells = row
    return faults_between(table, [Cell(table, "", column, text, value, 0) for column, text, value in zip(*cells)])


_FAULTS = Memo(_faults_of_row)  # long reports repeat the same figures


def faults_between(table: str, cells: Sequence[Cell]) -> list[Fault]:
    """Return the relations that do not hold between some cells of a row."""
    row = {cell.column: cell for cell in cells if not isinstance(cell.value, str)}
    found = [_fault(relation, row) for relation in relations_between(table, tuple(row))]
    return [fault for fault in found if fault]


@lru_cache(maxsize=64)
def relations_between(table: str, columns: Columns) -> list[Relation]:
    """Return the relations that hold between some columns of a table."""
    return [
        relation
        for relation in RELATIONS
        if (not relation.tables or table in relation.tables) and {*relation.columns} <= {*columns}
    ]


def _fault(relation: Relation, row: Mapping[str, Cell]) -> Fault | None:
    printed = row[relation.column]
    middle = relation.compute(*[float(row[part].value) for part in relation.parts])
    _, _, fraction = printed.text.partition(".")
    if not printed.is_exact and printed.text == f"{middle:.{len(fraction)}f}":
        return None  # the usual case: the printed parts result in the printed figure
    parts = [_range(row[part], relation.precision) for part in relation.parts]
    values = [middle, *[relation.compute(*choice) for choice in product(*parts)]]
    figure, unit = decimal_of(printed), _unit(printed)
    below = unit * relation.precision
    above = unit if max(values) < 0 else below  # negative percentages are cut, not rounded
    if figure is None or min(values) - below - SLACK <= float(figure) <= max(values) + above + SLACK:
        return None
    digits = 0 if unit == 1 else max(0, decimals(figure))
    gives = repr(middle) if printed.is_exact and digits else f"{middle:.{digits}f}"
    return Fault(relation.column, relation.parts, f"its own {relation.says} gives {gives}")


def _range(cell: Cell, precision: float) -> tuple[float, ...]:
    """Return the least and the greatest value that a printed figure may have; one value if it is whole or computed."""
    value = float(cell.value)
    if isinstance(cell.value, int) or cell.is_computed:
        return (value,)
    off = _unit(cell) * precision
    return (value - off, value + off)


def _unit(cell: Cell) -> float:
    """Return one unit of the last printed digit, or 0 if the figure is not finite."""
    figure = decimal_of(cell)
    return 0.0 if figure is None else 10.0 ** -decimals(figure)
