"""Compare the rows of two reports cell by cell, in whatever order they are printed.

Two cells are the same, the same but for rounding, or different. Relations between the cells of a row are ratios and
sums that must hold within one report. A relation is checked if all its cells are printed. A part that is printed
rounded may have any value that rounds to the printed one.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from itertools import chain, product, zip_longest
from typing import TypeAlias

from rescore.reports.model import ALL_FILES, MEASURES, UNEXPLAINED, Cell, Columns, Name, ReportRecord, Value, squeezed
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

Pair: TypeAlias = tuple[Cell, Cell]
Waiting: TypeAlias = tuple[Cell, ReportRecord]  # a cell, and the row that it belongs to
Records: TypeAlias = list[ReportRecord]

OLD, NEW = 0, 1
SIDES = ("OLD", "NEW")
EMPTY = frozenset({"", '""'})
FILE = "file"  # the column of rows that are about one file


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
    is_short = isinstance(cell.given, float) and decimals(figure) < MIN_DECIMALS
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
    table = record.cells[0].table if record.cells else ""
    return _faults(table, tuple([(cell.column, cell.text, cell.given) for cell in record.cells]))


@lru_cache(maxsize=1 << 14)  # long reports repeat the same figures
def _faults(table: str, cells: tuple[tuple[str, str, Value | None], ...]) -> list[Fault]:
    return faults_between(table, [Cell(table, "", *cell, 0) for cell in cells])


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
    if printed.given is None and printed.text == f"{middle:.{len(fraction)}f}":
        return None  # the usual case: the printed parts result in the printed figure
    parts = [_range(row[part], relation.precision) for part in relation.parts]
    values = [middle, *[relation.compute(*choice) for choice in product(*parts)]]
    figure, unit = decimal_of(printed), _unit(printed)
    below = unit * relation.precision
    above = unit if max(values) < 0 else below  # negative percentages are cut, not rounded
    if figure is None or min(values) - below - SLACK <= float(figure) <= max(values) + above + SLACK:
        return None
    digits = 0 if unit == 1 else max(0, decimals(figure))
    gives = repr(middle) if printed.given is not None and digits else f"{middle:.{digits}f}"
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


class RowComparison:
    """A comparison of records of two reports in printed order; it keeps cells that wait for their counterpart.

    ``verdict`` is that of all cells compared so far. It is at least ``layout``, because equal reports are not compared.
    """

    def __init__(self) -> None:
        self.verdict = LAYOUT
        self._waiting: tuple[dict[Name | str, list[Waiting]], ...] = ({}, {})  # cells by name, lines by their words

    def add(self, olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> Iterator[Difference]:
        """Yield the differences of the cells that both sides have had so far."""
        for old, new in zip_longest(olds, news):
            if old and new:
                if old.text == new.text and old.cells == new.cells:
                    continue
                if self._is_same_row(old, new):
                    yield from self._compare(
                        [pair for pair in zip(old.cells, new.cells) if pair[0] != pair[1]], old, new
                    )
                    continue
            if old:
                yield from self._match(old, OLD)
            if new:
                yield from self._match(new, NEW)

    def rest(self) -> Iterator[Difference]:
        """Yield what has no counterpart: cells, then lines that no layout explains."""
        for are_lines, side in product((False, True), (OLD, NEW)):
            waiting = [of_name for name, of_name in self._waiting[side].items() if isinstance(name, str) == are_lines]
            for cell, _ in sorted(chain(*waiting), key=lambda one: one[0].line):
                if are_lines or cell.text not in EMPTY:
                    is_figure = not are_lines or any(sign.isdigit() for sign in cell.text)  # a line may hold one
                    verdict = FIGURES if is_figure else LAYOUT
                    self.verdict = graver(self.verdict, verdict)
                    old, new = (shown(cell), None) if side == OLD else (None, shown(cell))
                    yield Difference(*cell.name, old, new, verdict)

    def _is_same_row(self, old: ReportRecord, new: ReportRecord) -> bool:
        """Whether the cells of two records have the same names, and no other cell with one of these names waits."""
        names = [cell.name for cell in old.cells]
        if not names or names != [cell.name for cell in new.cells]:
            return False
        return not any(waiting and any(name in waiting for name in names) for waiting in self._waiting)

    def _match(self, record: ReportRecord, side: int) -> Iterator[Difference]:
        """Compare each cell with the one of its name that waits on the other side; without one, it waits.

        A line that no layout explains is matched by its words, and not compared.
        """
        named: list[tuple[Name | str, Cell]] = [(cell.name, cell) for cell in record.cells]
        if record.status == UNEXPLAINED:
            line = Cell("", f"line {record.line}", "", record.text.strip(), None, record.line)
            named = [(squeezed(record.text), line)]
        others = self._waiting[1 - side]
        for name, cell in named:
            partners = others.get(name)
            if not partners:
                self._waiting[side].setdefault(name, []).append((cell, record))
                continue
            found = (cell, record), partners.pop(-1 if isinstance(name, str) else 0)
            if not partners:
                del others[name]
            if not isinstance(name, str):
                (old, of_old), (new, of_new) = found if side == OLD else found[::-1]
                yield from self._compare([(old, new)], of_old, of_new)

    def _compare(self, pairs: Iterable[Pair], old: ReportRecord, new: ReportRecord) -> Iterator[Difference]:
        found: tuple[list[Fault], list[Fault]] | None = None
        for one, other in pairs:
            verdict = _verdict(one.column, one.text, one.given, other.text, other.given)
            if verdict != self.verdict:
                self.verdict = graver(self.verdict, verdict)
            if verdict not in (ROUNDING, FIGURES):
                continue
            notes: tuple[str, ...] = ()
            if verdict == FIGURES and one.column in RELATED:
                found = found or (faults(old), faults(new))
                notes = _notes(one.column, found)
            yield Difference(*one.name, shown(one), shown(other), verdict, notes)


def _notes(column: str, found: Iterable[Iterable[Fault]]) -> tuple[str, ...]:
    notes = []
    for side, of_side in zip(SIDES, found):
        for fault in of_side:
            if column == fault.column:
                notes.append(f"{side}: {fault.says}")
            elif column in fault.parts:
                notes.append(f"{side}: {fault.column} does not fit, {fault.says}")
    return tuple(notes)


@lru_cache(maxsize=1 << 14)  # long reports repeat the same figures
def _verdict(column: str, old: str, old_value: Value | None, new: str, new_value: Value | None) -> str:
    return judge(Cell("", "", column, old, old_value, 0), Cell("", "", column, new, new_value, 0))


def without_equals(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[Records, Records]:
    """Return the records of both sides without those that are equal on both, in whatever order they are.

    This is for reports in which rows of the same name are usual: equal rows are paired before any others.
    """
    sides = list(olds), list(news)
    equals = Counter(map(_content, sides[OLD])) & Counter(map(_content, sides[NEW]))
    return _without(sides[OLD], equals.copy()), _without(sides[NEW], equals)


def _without(records: Records, equals: Counter[tuple[str, ...]]) -> Records:
    kept = []
    for record in records:
        content = _content(record)
        if equals[content]:
            equals[content] -= 1
        else:
            kept.append(record)
    return kept


def _content(record: ReportRecord) -> tuple[str, ...]:
    return (*[part for cell in record.cells[:1] for part in cell.name[:2]], squeezed(record.text))


def shared(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[Records, Records]:
    """Return the records of both reports without tables, columns and rows of single files that the other cannot show.

    The reports are two layouts of the same table, such as MATScore's text report and one of its CSV files. If they
    have no column in common, they keep all records.
    """
    sides = list(olds), list(news)
    old, new = [{(cell.table, cell.column) for record in side for cell in record.cells} for side in sides]
    if not old & new:
        return sides
    return _narrowed(sides[OLD], old & new), _narrowed(sides[NEW], old & new)


def _narrowed(records: Records, shared: Set[tuple[str, str]]) -> Records:
    kept = []
    for record in records:
        cells = tuple([cell for cell in record.cells if (cell.table, cell.column) in shared])
        file = next((cell for cell in record.cells if cell.column == FILE), None)
        if not record.cells:
            kept.append(record)
        elif cells and (file is None or file in cells or file.text == ALL_FILES):
            kept.append(replace(record, cells=cells))
    return kept
