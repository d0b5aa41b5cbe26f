"""What two layouts of the same table can both show, such as MATScore's text report and one of its CSV files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rescore.reports.model import Columns, Field, ReportRecord
from rescore.reports.names import ALL_FILES

Tables = Mapping[str, set[str]]  # columns by table

FILE = "file"  # the column of rows that are about one file


def shared(olds: Iterable[ReportRecord], news: Iterable[ReportRecord]) -> tuple[list[ReportRecord], list[ReportRecord]]:
    """Return the records of both reports without tables, columns and rows of single files that the other cannot show.

    Reports without a table in common keep everything.
    """
    left, right = list(olds), list(news)
    of_left, of_right = _tables(left), _tables(right)
    if of_left.keys().isdisjoint(of_right):
        return left, right
    return _shown(left, of_right), _shown(right, of_left)


def _tables(records: Iterable[ReportRecord]) -> dict[str, set[str]]:
    tables: dict[str, set[str]] = {}
    for record in records:
        if record.split is not None:
            tables.setdefault(record.table, set()).update([field.column for field in record.fields()])
    return tables


def _shown(records: Iterable[ReportRecord], tables: Tables) -> list[ReportRecord]:
    shown = []
    for record in records:
        if record.split is None:
            shown.append(record)
        elif record.table in tables:
            columns = tables[record.table]
            if FILE in columns or _file(record) == ALL_FILES:
                shown.append(_narrowed(record, columns))
    return shown


def _file(record: ReportRecord) -> str:
    return next((cell.text for cell in record.cells() if cell.column == FILE), ALL_FILES)


def _narrowed(record: ReportRecord, wanted: set[str]) -> ReportRecord:
    """Return a record that holds only some of its columns."""
    split = record.split
    assert split is not None, "a record of a table has cells"

    def some(text: str, columns: Columns) -> Sequence[Field]:
        return [field for field in split(text, columns) if field.column in wanted]

    return ReportRecord(record.line, record.text, record.status, record.table, record.row, some, record.columns)
