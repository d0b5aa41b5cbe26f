"""The arithmetic of a row: ratios and sums that must hold between its cells, and which figures rounding makes of them.

Relations are checked if all cells are printed; a rounded cell may have any value that rounds to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from legacy_scorers.rescore.reports.model import Bounds, Cell, Texts, Value
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.scorer import Relation

Fault: TypeAlias = tuple[Relation, str]  # that does not hold in a row, and a message
Row: TypeAlias = Mapping[str, Cell]  # the cells of a row by column

RELATIONS = [relation for scorer in SCORERS.values() for relation in (*scorer.relations, *scorer.derived)]
MAX_DECIMALS = 400
_MAX_KNOWN = 1 << 14  # faults and relations that are kept, because long reports repeat the same figures
_MIN_DECIMALS = 3  # an exact figure with fewer counts as unrounded
_IN_FULL = Decimal("0E-16")  # has the decimals of a float
_SLACK = 1e-4  # the error of single precision changes a percentage by less
_ERROR = 1e-7  # the greatest relative error of a ratio, which scorer2 computes in single precision
_MEANS = {row for scorer in SCORERS.values() for row in scorer.means}
_MEASURES = {relation.column for relation in RELATIONS}


def shown(cell: Cell) -> str:
    """Return what the report shows: the printed text, or the value of a formula."""
    return repr(cell.value) if cell.is_computed else cell.text


def decimal_of(cell: Cell) -> Decimal | None:
    """Return the figure with all its known digits, or None if it is not finite."""
    with suppress(InvalidOperation):
        figure = Decimal(shown(cell))
        if figure.is_finite():
            is_short = isinstance(cell.given, float) and decimals(figure) < _MIN_DECIMALS
            return figure + _IN_FULL if is_short else figure
    return None


def decimals(figure: Decimal) -> int:
    """Return the number of digits after the point of a finite figure."""
    return -int(figure.as_tuple().exponent)


def times_ten_to(cell: Cell, power: int) -> Cell:
    """Return a figure times a power of ten, with the digits that it has; anything else as it is."""
    figure = decimal_of(cell)
    if figure is None or not power or abs(decimals(figure)) > MAX_DECIMALS:
        return cell
    return Cell(*cell.name, f"{figure.scaleb(power):f}", None, cell.line)


def faults_between(table: str, cells: Iterable[Cell]) -> list[Fault]:
    """Return the relations that do not hold between some cells of a row, each with what it gives."""
    return faults_in(table, *zip(*[(cell.column, cell.text, cell.given) for cell in cells]))


@lru_cache(maxsize=_MAX_KNOWN)
def faults_in(table: str, columns: Texts, texts: Texts, given: tuple[Value | None, ...]) -> list[Fault]:
    """Return the relations that do not hold in a row, given as a record of a report has it."""
    cells = [Cell(table, "", *printed) for printed in zip(columns, texts, given)]
    row = {cell.column: cell for cell in cells if not isinstance(cell.value, str)}
    found = [(relation, _fault(relation, row)) for relation in relations_between(table, row)]
    return [(relation, says) for relation, says in found if says]


def relations_between(table: str, columns: Iterable[str]) -> list[Relation]:
    """Return the relations that hold between some columns of a table."""
    return _relations(table, tuple(columns))


@lru_cache(maxsize=_MAX_KNOWN)
def _relations(table: str, columns: Texts) -> list[Relation]:
    known = set(columns)
    return [one for one in RELATIONS if one.is_in(table) and known.issuperset(one.columns)]


def _fault(relation: Relation, row: Row) -> str:
    """Return what a relation gives instead of the printed figure, or an empty text; a rounded part has a range."""
    printed, *parts = [row[column] for column in relation.columns]
    figure = decimal_of(printed)
    if figure is None:
        return ""
    middle = relation.compute(*[float(part.value) for part in parts])
    unit = _unit(figure)
    below = unit * relation.precision
    if abs(middle - float(figure)) <= below:  # most figures: no ranges are needed
        return ""
    ranges = []
    for part in parts:
        off = _off(part, relation.precision_of_parts)
        ranges.append({float(part.value) - off, float(part.value) + off})
    values = [middle, *[relation.compute(*choice) for choice in product(*ranges)]]
    above = unit if max(values) < 0 else below  # negative percentages are cut, not rounded
    if min(values) - below - _SLACK <= float(figure) <= max(values) + above + _SLACK:
        return ""
    digits = max(0, decimals(figure))
    gives = repr(middle) if printed.given is not None and digits else f"{middle:.{digits}f}"
    return f"its own {relation.says} gives {gives}"


def rows_of(cells: Iterable[Cell]) -> dict[tuple[str, str], dict[str, Cell]]:
    """Return the cells by column of each table and row."""
    rows: dict[tuple[str, str], dict[str, Cell]] = {}
    for cell in cells:
        rows.setdefault(cell.name[:2], {})[cell.column] = cell
    return rows


def _off(part: Cell, precision: float) -> float:
    """Return how far the value of a printed figure may be from it, given the precision in units of its last digit."""
    exact = decimal_of(part)
    is_rounded = isinstance(part.value, float) and not part.is_computed
    return precision * _unit(exact) if is_rounded and exact is not None else 0.0


def _unit(figure: Decimal) -> float:
    return float(f"1e{-decimals(figure)}")  # infinite where a power would raise an error


def misfit(figure: Cell, row: Row) -> str:
    """Return of which numbers in a row a figure is not the ratio or the mean, or an empty text if it may be.

    It may be if no such numbers are printed, or if it is a mean over rows; or if a value that they can have is the
    figure when it is rounded or cut; or what they give when they are rounded first.
    """
    if figure.row in _MEANS:
        return ""
    exact, relations = decimal_of(figure), relations_between(figure.table, row)
    relation = next((one for one in relations if one.column == figure.column), None)
    if relation is None or exact is None or any(isinstance(row[part].value, str) for part in relation.parts):
        return ""
    is_computed = may_print(exact, *_bounds(relation, row, relations))
    if is_computed or any(may_print(exact, value, value) for value in values_of_rounded(relation, row)):
        return ""
    numbers = {part: _written(row[part]) for part in relation.parts}
    names = "|".join([re.escape(part) for part in sorted(numbers, key=len, reverse=True)])
    says = re.sub(names, lambda found: numbers[found[0]], relation.says)
    return f"{figure.text} is not {says if '/' in says else f'the {relation.column} of {says}'}"


def may_print(figure: Decimal, least: float, most: float) -> bool:
    """Whether a value between two bounds is a figure when it is rounded, either way at a half, or cut."""
    if abs(decimals(figure)) > MAX_DECIMALS:
        return False
    unit, slack = Decimal(1).scaleb(-decimals(figure)), Decimal(_ERROR * max(abs(least), abs(most)))
    nearest = min(max(figure, Decimal(least)), Decimal(most))
    gap = abs(figure - nearest)
    return gap <= unit / 2 + slack or (abs(figure) <= abs(nearest) and gap < unit - slack)


def values_of_rounded(relation: Relation, row: Row) -> Iterator[float]:
    """Yield what a relation gives of its parts when these are rounded to fewer digits, and last of those printed."""
    parts = [row[part] for part in relation.parts]
    most = max([decimals(figure) for figure in map(decimal_of, parts) if figure is not None], default=0)
    for digits in range(min(most, MAX_DECIMALS) + 1):
        yield relation.compute(*[round(float(part.value), digits) for part in parts])


def _bounds(relation: Relation, row: Row, relations: Sequence[Relation]) -> Bounds:
    """Return the bounds of a figure: parts that are computed, too, have those of their own parts."""
    ranges: list[set[float]] = []
    for part in relation.parts:
        cell, of_part = row[part], next((one for one in relations if one.column == part), None)
        if of_part is not None and isinstance(cell.value, float):
            ranges.append({*_bounds(of_part, row, relations)})
        else:
            off = 0.0 if _is_count(cell) else _off(cell, relation.precision_of_parts)
            ranges.append({float(cell.value) - off, float(cell.value) + off})
    values = [relation.compute(*choice) for choice in product(*ranges)]
    return min(values), max(values)


def _is_count(cell: Cell) -> bool:
    """Whether a figure is no measure, but a whole number, perhaps printed as ``15.00``."""
    return cell.column not in _MEASURES and float(cell.value).is_integer()


def _written(cell: Cell) -> str:
    return f"{int(cell.value)}" if _is_count(cell) else shown(cell).strip()
