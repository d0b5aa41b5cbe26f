"""Tables as CSV files, with values or with spreadsheet formulas: UTF-8, commas, CRLF, quotes only where needed."""

from __future__ import annotations

from csv import writer
from itertools import chain

from mat_score.encoding import in_pieces
from mat_score.options import EXCEL, LITERAL, OPEN_OFFICE
from mat_score.report.columns import Sheet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mat_score.report.columns import Column
    from mat_score.tally.rows import Cell, TableRow

SEPARATORS = {EXCEL: ",", OPEN_OFFICE: ";"}


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
