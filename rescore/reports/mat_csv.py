"""The CSV files of MATScore: score tables with values or formulas, details, confusability."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from common.errors import InputError
from rescore.reports.formulas import Sheet
from rescore.reports.mat_names import row_name
from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record, Value, number, squeezed
from rescore.reports.names import BY_TAG, CONFUSABILITY, DETAILS, unique
from rescore.statuses import UNSCORED

Places = list[tuple[int, int]]

_WITHOUT_FORMULAS = (DETAILS, CONFUSABILITY)
RECOGNISED = re.compile(
    rb"\A\s*(?:(?:[^\n]*,)?tag,[^\n]*\bmatch,[^\n]*\brefclash\b|file,type,[^\n]*\breflabel\b|(?:\"\")?,[^\n]* \(ref\))"
)
_FIELD = re.compile(r'("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r*\n|\r*\Z)')


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a file: its headings, then a record for each row."""
    rows = list(_rows(text, first))
    if not rows:
        return
    fields = [[_unquoted(text[slice(*place)]) for place in places] for _, places, _, _ in rows]
    columns = tuple(fields[0])
    table = _table(columns)
    sheet = Sheet(fields, [line for line, *_ in rows])
    names: dict[str, int] = {}
    for index, (line, places, begin, end) in enumerate(rows):
        content = text[begin:end]
        if not index or not content.strip():
            yield Record(line, content, EXPLAINED)
        elif len(places) != len(columns):
            yield Record(line, content, UNEXPLAINED)
        else:
            name = unique(names, row_name(table, columns, fields[index]))
            computed = table not in _WITHOUT_FORMULAS and any(field.startswith("=") for field in fields[index])
            values = [sheet.value(index, column) for column in range(len(columns))] if computed else []
            split = _Computed(values) if computed else _fields
            yield Record(line, content, EXPLAINED, table, name, split, columns)


def _rows(text: str, first: int) -> Iterator[tuple[int, Places, int, int]]:
    """Yield line, places of the fields, begin and end of each row."""
    begin = at = 0
    line = first
    places: Places = []
    while at < len(text):
        found = _FIELD.match(text, at)
        if not found:
            raise InputError(
                "a quote in a field is not closed or not doubled; write the table again", None, line, UNSCORED
            )
        places.append(found.span(1))
        at = found.end()
        if found[2] != "," or at == len(text):
            yield line, places, begin, at
            line += text.count("\n", begin, at)
            begin = at
            places = []


def _unquoted(field: str) -> str:
    return field[1:-1].replace('""', '"') if field.startswith('"') else field


def _table(columns: Columns) -> str:
    if columns[0] == "file" and "type" in columns:
        return DETAILS
    if columns[0] == "" or "tag" not in columns:
        return CONFUSABILITY
    if "test chars" in columns:
        return "bychar"
    if "test pseudo-toks" in columns:
        return "bypseudotoken"
    return "bytoken" if "tag_blind_accuracy" in columns else BY_TAG


def _fields(text: str, columns: Columns) -> Sequence[Field]:
    fields: list[Field] = []
    at = 0
    for column in columns:
        found = _FIELD.match(text, at)
        if not found:
            return fields
        quoted = found[1].startswith('"')
        value = squeezed(_unquoted(found[1])) if quoted else number(found[1])
        fields.append(Field(column, *found.span(1), value))
        at = found.end()
    return fields


class _Computed:
    """Finds the cells of a row with formulas, whose values depend on the whole sheet."""

    __slots__ = ("_values",)

    def __init__(self, values: Sequence[Value]) -> None:
        self._values = values

    def __call__(self, text: str, columns: Columns) -> Sequence[Field]:
        """Return the fields of the row."""
        fields = _fields(text, columns)
        for field, value in zip(fields, self._values):
            if text[field.begin : field.end].strip('"').startswith("="):
                field.value = value
        return fields
