"""The columns of a score table: how the cells of each are printed, and written to CSV files, as formulas or values.

CSV files are UTF-8, with commas, CRLF, and quotes only where needed.

MATScore documentation, 'All score tables', 'Confidence data' and 'Fixed-span scores'.
"""

from __future__ import annotations

from itertools import chain

from common.compat.py27 import float_text
from mat_score.align.matches import HYP_CLASH, MATCH, MISSING, REF_CLASH, SPURIOUS
from mat_score.encoding import in_pieces
from mat_score.options import EXCEL, LITERAL, OPEN_OFFICE
from mat_score.tally.measures import HYP_ONLY, HYP_TOTAL, REF_ONLY, REF_TOTAL, STATISTICS, statistic_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from common.tally import Measure, Row
    from mat_score.tally.measures import RatioMeasure
    from mat_score.tally.rows import Cell, TableRow

    Place = tuple[object, str]  # key of a row, name of a column
    Coordinates = tuple[int, int]  # column and row in the sheet

FIRST_ROW = 2  # the header is row 1
MAX_ARGUMENTS = 20
LETTERS = 26
SEPARATORS = {EXCEL: ",", OPEN_OFFICE: ";"}


class Column:
    """A column whose cells are given: labels, names, numbers of documents, statistics."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def value(self, cells: Row) -> Cell:
        """Return the cell of a row; None is an empty cell."""
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


class Count(Column):
    """A number of annotations or units that were counted."""

    __slots__ = ()

    def value(self, cells: Row) -> int:
        """Return the count, 0 if nothing was counted."""
        count: int = cells[self.name]
        return count

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the sum over the rows that this one sums up, or the number if it was counted here."""
        sources = self._sources(row)
        return self.value(row.cells) if sources is None else sheet.sum([(source, self.name) for source in sources])

    def _sources(self, row: TableRow) -> Sequence[Hashable] | None:
        return row.sources


class Units(Count):
    """The number of units in the documents of a row."""

    __slots__ = ()

    def _sources(self, row: TableRow) -> Sequence[Hashable] | None:
        return row.unit_sources


class Computed(Column):
    """A measure: a figure computed from other columns, which is their sum if it is not a ratio."""

    __slots__ = ("measure",)

    def __init__(self, measure: Measure) -> None:
        super().__init__(measure.name)
        self.measure = measure

    def places(self, row: TableRow) -> list[tuple[object, str]]:
        """Return the cells of a row that the measure is computed from."""
        return [(row.key, part) for part in self.measure.parts if isinstance(part, str)]

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the sum of these cells."""
        return sheet.sum(self.places(row))


class Ratio(Computed):
    """A ratio of other columns."""

    __slots__ = ("_pattern",)

    def __init__(self, measure: RatioMeasure) -> None:
        super().__init__(measure)
        self._pattern = measure.sheet

    def formula(self, row: TableRow, sheet: Sheet) -> Cell:
        """Return the formula."""
        return sheet.fill(self._pattern, self.places(row))

    def text(self, cell: Cell) -> str:
        """Return the ratio with three decimals."""
        return f"{cell:.3f}"


def counts(reference_breakdown: Sequence[str] = (), hypothesis_breakdown: Sequence[str] = ()) -> list[Column]:
    """Return the columns of counts; the breakdowns of clashes are names of columns that follow these."""
    return [
        Count(MATCH),
        Count(REF_CLASH),
        *map(Count, reference_breakdown),
        Count(MISSING),
        Computed(REF_ONLY),
        Computed(REF_TOTAL),
        Count(HYP_CLASH),
        *map(Count, hypothesis_breakdown),
        Count(SPURIOUS),
        Computed(HYP_ONLY),
        Computed(HYP_TOTAL),
    ]


def ratios(measures: Iterable[RatioMeasure], statistics: bool) -> list[Column]:
    """Return the columns of ratios, each followed by those of its confidence data, if there are ``statistics``."""
    return [
        column
        for measure in measures
        for column in (
            Ratio(measure),
            *[Column(statistic_name(measure.name, statistic)) for statistic in STATISTICS if statistics],
        )
    ]


class Sheet:
    """Where the cells of a table are in its sheet.

    ``columns`` are the names of its columns, ``keys`` those of its rows; ``separator`` separates arguments of
    functions.

    If several rows have the same key, the last one counts.
    """

    __slots__ = ("_columns", "_letters", "_rows", "_separator")

    def __init__(self, columns: Iterable[str], keys: Iterable[Hashable], separator: str) -> None:
        names = list(columns)
        self._letters = list(map(letters, range(len(names))))
        self._columns = {name: number for number, name in enumerate(names)}
        self._rows = {key: number for number, key in enumerate(keys, FIRST_ROW)}
        self._separator = separator

    def fill(self, pattern: str, places: Sequence[Place]) -> str:
        """Return a formula written with ``;`` between arguments and the numbers of ``places`` in braces."""
        cells = [f"{self._letters[self._columns[name]]}{self._rows[key]}" for key, name in places]
        return pattern.replace(";", self._separator).format(*cells)

    def sum(self, places: Sequence[Place]) -> str:
        """Return the formula of the sum over cells in one row or in one column, neighbours written as ranges."""
        if not places:
            return "0"
        cells = sorted([(self._columns[name], self._rows[key]) for key, name in places])
        arguments = [self._range(*run) for run in _runs(cells)]
        if len(arguments) > MAX_ARGUMENTS:
            groups = [arguments[at : at + MAX_ARGUMENTS] for at in range(0, len(arguments), MAX_ARGUMENTS)]
            arguments = [f"SUM({self._separator.join(group)})" for group in groups]
        return f"=SUM({self._separator.join(arguments)})"

    def _range(self, first: Coordinates, last: Coordinates) -> str:
        name = f"{self._letters[first[0]]}{first[1]}"
        return name if first == last else f"{name}:{self._letters[last[0]]}{last[1]}"


def letters(column: int) -> str:
    """Return the letters of a column, counted from 0: A to Z, AA, AB ..."""
    text = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, LETTERS)
        text = chr(ord("A") + letter) + text
    return text


def _runs(cells: Sequence[Coordinates]) -> list[tuple[Coordinates, Coordinates]]:
    """Return the first and the last cell of each run of neighbours among sorted cells in one row or one column."""
    in_one_row = cells[0][1] == cells[-1][1]
    runs = []
    first = last = cells[0]
    for cell in cells[1:]:
        if cell != ((last[0] + 1, last[1]) if in_one_row else (last[0], last[1] + 1)):
            runs.append((first, last))
            first = cell
        last = cell
    return [*runs, (first, last)]


def score_csv(columns: Sequence[Column], rows: Sequence[TableRow], style: str) -> Iterator[bytes]:
    """Yield a score table in pieces of whole lines, with all values (``LITERAL``) or with formulas."""
    header = [column.name for column in columns]
    if style == LITERAL:
        return csv(header, ([column.value(row.cells) for column in columns] for row in rows))
    sheet = Sheet(header, [row.key for row in rows], SEPARATORS[style])
    return csv(header, ([column.formula(row, sheet) for column in columns] for row in rows))


def csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield header and rows as CSV, in pieces of whole lines.

    Floats have the fewest digits that tell them apart; None is an empty field. A text ends before its first NUL.
    """
    from csv import writer  # takes time, and text reports need none

    fields = ([_field(cell) for cell in row] for row in chain((header,), rows))
    return in_pieces(map(writer(_Lines()).writerow, fields))


def _field(cell: Cell) -> Cell:
    return cell.partition("\0")[0] if isinstance(cell, str) else cell


class _Lines:
    """What a CSV writer writes to, so that it returns the lines."""

    def write(self, line: str) -> str:
        return line
