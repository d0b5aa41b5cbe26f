"""The verdicts on two printed cells, and the relations between the cells of a row.

Two cells are the same, the same but for rounding, or different. Relations are ratios and sums that must hold within
one report. A relation is checked if all its cells are printed. A part that is printed rounded may have any value that
rounds to the printed one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import product

from rescore.reports.model import MEASURES, Cell, Columns, ReportRecord, Value
from rescore.scorers import SCORERS
from rescore.scorers.profile import Relation

IDENTICAL, LAYOUT, ROUNDING, FIGURES = "identical", "layout", "rounding", "figures"
VERDICTS = (IDENTICAL, LAYOUT, ROUNDING, FIGURES)  # from harmless to grave

MAX_DECIMALS = 400
MIN_WHOLE = 10  # the least figure that may be published without its decimals
MIN_DECIMALS = 3  # an exact figure with fewer counts as unrounded
IN_FULL = Decimal("0E-16")  # has the decimals of a float
SLACK = 1e-4  # the error of single precision changes a percentage by less
RELATIONS = [relation for scorer in SCORERS.values() for relation in scorer.relations]
RELATED = frozenset(column for relation in RELATIONS for column in relation.columns)
_CONSTANT = re.compile(r"(?<![A-Z0-9.])[0-9.]+")


@dataclass(slots=True)
class Difference:
    """A cell that differs between the two reports; ``old`` or ``new`` is None if that report lacks the cell.

    ``notes`` are the relations that do not hold within one report. A line that no layout explains has no column; its
    row is its line number.
    """

    table: str
    row: str
    column: str
    old: str | None
    new: str | None
    verdict: str
    notes: tuple[str, ...] = ()


def graver(one: str, other: str) -> str:
    """Return the graver of two verdicts."""
    return max(one, other, key=VERDICTS.index)


def judge(old: Cell, new: Cell) -> str:
    """Return the verdict on two cells of the same name.

    Texts with the same words differ in layout. Figures differ by rounding if their values are equal but not their
    digits, if they have the same number of decimals and are at most one unit of the last digit apart, or if one is the
    other, rounded or truncated to fewer decimals. Because a count is never rounded, whole numbers differ by rounding
    only if they are percentages, or if the other side has decimals.
    """
    if old.text == new.text and not old.is_computed:
        return IDENTICAL
    if isinstance(old.value, str) or isinstance(new.value, str):
        return FIGURES if old.value != new.value else IDENTICAL if old.text == new.text else LAYOUT
    if old.value == new.value:
        return _of_equals(old, new)
    if math.isnan(old.value) or math.isnan(new.value):
        return ROUNDING if math.isnan(old.value) and math.isnan(new.value) else FIGURES
    may_be_whole = old.column in MEASURES or _is_whole_part(old, new) or _is_whole_part(new, old)
    if not may_be_whole and (isinstance(old.value, int) or isinstance(new.value, int)):
        return FIGURES
    return ROUNDING if _rounds(decimal_of(old), decimal_of(new), may_be_whole) else FIGURES


def _is_whole_part(short: Cell, figure: Cell) -> bool:
    """Whether ``short`` may be ``figure`` without its decimals: it is whole, and ``figure`` is no share of 1."""
    return isinstance(short.value, int) and isinstance(figure.value, float) and abs(figure.value) >= MIN_WHOLE


def _of_equals(old: Cell, new: Cell) -> str:
    """Return the verdict on equal values. Two formulas must also have the same constants."""
    if old.text == new.text:
        return IDENTICAL
    if old.text.split() == new.text.split() or old.is_computed != new.is_computed:
        return LAYOUT
    if old.is_computed:
        return LAYOUT if _CONSTANT.findall(old.text) == _CONSTANT.findall(new.text) else FIGURES
    return LAYOUT if str(decimal_of(old)) == str(decimal_of(new)) else ROUNDING  # .5 for 0.5


def shown(cell: Cell) -> str:
    """Return what the report shows: the printed text, or the value of a formula."""
    return repr(cell.value) if cell.is_computed else cell.text


def decimal_of(cell: Cell) -> Decimal | None:
    """Return the figure with all its known digits, or None if it is not finite."""
    try:
        figure = Decimal(shown(cell))
    except InvalidOperation:
        return None
    if not figure.is_finite():
        return None
    is_short = cell.is_exact and isinstance(cell.value, float) and decimals(figure) < MIN_DECIMALS
    return figure + IN_FULL if is_short else figure


def decimals(figure: Decimal) -> int:
    """Return the number of digits after the point."""
    exponent = figure.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def _rounds(old: Decimal | None, new: Decimal | None, may_be_whole: bool) -> bool:
    if old is None or new is None:
        return False
    places, other_places = decimals(old), decimals(new)
    digits = min(places, other_places)
    if abs(digits) > MAX_DECIMALS or (digits <= 0 and not may_be_whole):
        return False
    gap, unit = abs(old - new), Decimal(1).scaleb(-digits)
    if places == other_places:
        return gap <= unit
    shorter, longer = (old, new) if places < other_places else (new, old)
    return gap <= unit / 2 or (abs(shorter) <= abs(longer) and gap < unit)  # rounded or truncated


@dataclass(slots=True)
class Fault:
    """A relation that does not hold in a row: its column, the columns that this is computed from, and a message."""

    column: str
    parts: Sequence[str]
    says: str


def faults(record: ReportRecord) -> list[Fault]:
    """Return the relations that do not hold between the cells of a row."""
    return _faults(record.table, record.columns, tuple(record.texts()), tuple(record.given))


@lru_cache(maxsize=1 << 14)  # long reports repeat the same figures
def _faults(table: str, columns: Columns, texts: tuple[str, ...], given: tuple[Value | None, ...]) -> list[Fault]:
    return faults_between(table, [Cell(table, "", *cell, 0) for cell in zip(columns, texts, given)])


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
