"""Tables as CSV files, with values or with spreadsheet formulas: UTF-8, commas, CRLF, quotes only where needed."""

from __future__ import annotations

from csv import writer
from itertools import chain

from mat_score.encoding import in_pieces
from mat_score.options import EXCEL, LITERAL, OPEN_OFFICE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from mat_score.report.columns import Column
    from mat_score.tally.rows import Cell, TableRow

    Place = tuple[object, str]  # key of a row, name of a column
    Coordinates = tuple[int, int]  # column and row in the sheet

SEPARATORS = {EXCEL: ",", OPEN_OFFICE: ";"}
FIRST_ROW = 2  # the header is row 1
MOST_ARGUMENTS = 20
LETTERS = 26


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
    fields = ([_field(cell) for cell in row] for row in chain((header,), rows))
    return in_pieces(map(writer(_Lines()).writerow, fields))


def _field(cell: Cell) -> Cell:
    return cell.partition("\0")[0] if isinstance(cell, str) else cell


class _Lines:
    """What a CSV writer writes to, so that it returns the lines."""

    def write(self, line: str) -> str:
        return line


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
        if len(arguments) > MOST_ARGUMENTS:
            groups = [arguments[at : at + MOST_ARGUMENTS] for at in range(0, len(arguments), MOST_ARGUMENTS)]
            arguments = [f"SUM({self._separator.join(group)})" for group in groups]
        return f"=SUM({self._separator.join(arguments)})"

    def _range(self, first: Coordinates, last: Coordinates) -> str:
        """Return the name of a cell, or of a run of cells."""
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
