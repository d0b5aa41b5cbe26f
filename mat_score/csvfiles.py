"""Tables as CSV files: UTF-8, commas, CRLF, quotes only where a field needs them."""

from __future__ import annotations

from itertools import chain

from mat_score.encoding import encoded
from mat_score.formulas import Sheet
from mat_score.options import EXCEL, LITERAL, OPEN_OFFICE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mat_score.columns import Cell, Column
    from mat_score.tablerows import TableRow

SEPARATORS = {EXCEL: ",", OPEN_OFFICE: ";"}
_SPECIAL = ('"', ",", "\r", "\n")


def score_csv(columns: Sequence[Column], rows: Sequence[TableRow], style: str) -> Iterator[bytes]:
    """Yield the lines of a score table, with all values (``LITERAL``) or with formulas (``EXCEL``, ``OPEN_OFFICE``)."""
    header = [column.name for column in columns]
    if style == LITERAL:
        return csv(header, ([row.cells[name] for name in header] for row in rows))
    sheet = Sheet(columns, rows, SEPARATORS[style])
    return csv(header, ([column.formula(row, sheet) for column in columns] for row in rows))


def csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[bytes]:
    """Yield header and rows as lines of CSV.

    Floats have the fewest digits that tell them apart; None is an empty field.
    """
    for row in chain((header,), rows):
        yield encoded(",".join([_field(cell) for cell in row]) + "\r\n")


def _field(cell: Cell) -> str:
    if cell is None:
        return ""
    field = cell if isinstance(cell, str) else repr(cell)
    for special in _SPECIAL:
        if special in field:
            return '"' + field.replace('"', '""') + '"'
    return field
