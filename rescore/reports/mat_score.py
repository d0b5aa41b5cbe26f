"""Reports of MATScore: the text report, and the CSV files with values or formulas.

In the text, messages precede tables of right-aligned columns, each below its title. A column ends where its heading
ends, so that cells may be empty or hold blanks and even line breaks: every row is as long as the headings. A report
whose blanks somebody squeezed is still read where no cell is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from common.errors import InputError
from rescore.reports.formulas import Spreadsheet
from rescore.reports.layout import Layout
from rescore.reports.model import (
    EXPLAINED,
    UNEXPLAINED,
    Columns,
    Field,
    FixedFields,
    ReportRecord,
    Split,
    number,
    squeezed,
)
from rescore.reports.names import ALL_FILES, BY_TAG, CONFUSABILITY, DETAILS, MATSCORE_TABLES
from rescore.statuses import UNSCORED

Places: TypeAlias = list[tuple[int, int]]

_WHOLE_LABEL, _ABSENT = "<none>", "-"
_TITLES = "|".join([re.escape(title).replace(r"\ ", r"\s+") for title in MATSCORE_TABLES])
_HEADINGS = re.compile(
    r"similarity\s+profile|score\s+profile|test\s+\S+|tag\s+subset|\S+\s+\(detail\)|(?:ref|hyp)\s+\S+|\S+"
)
_MATRIX_HEADING = re.compile(r"\s\(ref\)")
_RULE = re.compile(r"[\s-]*-----[\s-]*")
_WORD = re.compile(r"\S+")
_MATRIX_ROW = re.compile(r"\s*(\S.*?\s+\(hyp\))(\s+\d+)*\s*")
_CSV_FIELD = re.compile(r'("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r*\n|\r*\Z)')


class Edges(tuple[int, ...]):
    """Where the columns of a table end; finds the cells of a row that are set by them."""

    __slots__ = ()

    def __call__(self, text: str, columns: Columns) -> Sequence[Field]:
        """Return the fields of a row of ``columns``."""
        return [_field(text, column, begin, end) for column, begin, end in zip(columns, (0, *self), self)]

    def fit(self, text: str) -> bool:
        """Whether a blank stands after every column but the last."""
        return all(text[edge : edge + 1] == " " for edge in self[:-1])


class MatScoreReport(Layout):
    """The text report."""

    recognised = re.compile(rf"^[^\S\n]*(?:{_TITLES})\s*$".encode(), re.MULTILINE)

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._columns: Columns = ()
        self._edges = Edges()
        self._length = 0  # of a row

    def read(self, text: str, first: int) -> Iterator[ReportRecord]:
        """Yield the records of a text: a row may have several lines."""
        at, line = 0, first
        while at < len(text):
            record = self._record(text, at, line)
            yield record
            at += len(record.text)
            line += record.text.count("\n")

    def _record(self, text: str, at: int, number: int) -> ReportRecord:
        line = _upcoming(text, at)
        title = MATSCORE_TABLES.get(squeezed(line))
        if title:
            self.table, self._columns, self.names = title, (), {}
        elif line.strip() and not self.table:
            return ReportRecord(number, line, UNEXPLAINED)
        elif line.strip() and not self._columns:
            self._read_headings(line, text, at + len(line))
        elif line.strip() and not _RULE.fullmatch(line):
            return self._row(line, _upcoming(text, at, self._length), number)
        return ReportRecord(number, line)

    def _read_headings(self, line: str, text: str, at: int) -> None:
        heading = line.rstrip("\r\n")
        self._length = len(heading)
        if self.table == CONFUSABILITY:
            ends = [found.end() for found in _MATRIX_HEADING.finditer(heading)]
            rule = _WORD.search(text, at)
            self._columns = ("", *[squeezed(heading[begin:end]) for begin, end in zip((0, *ends), ends)])
            self._edges = Edges([rule.end() - at if rule else 0, *ends])
        else:
            found = list(_HEADINGS.finditer(heading))
            self._columns = tuple([squeezed(match[0]) for match in found])
            self._edges = Edges([match.end() for match in found])

    def _row(self, line: str, text: str, number: int) -> ReportRecord:
        """Return the record of a row: ``text`` if the edges cut it into cells, or else words of the line."""
        split: Split = self._edges
        if len(text.rstrip("\r\n")) != self._length or not self._edges.fit(text):
            text, split = line, _words
        cells = [text[field.begin : field.end] for field in split(text, self._columns)]
        if len(cells) != len(self._columns):
            return ReportRecord(number, text, UNEXPLAINED)
        name = self.numbered(_row_name(self.table, self._columns, cells))
        return ReportRecord(number, text, EXPLAINED, self.table, name, split, self._columns)


def _upcoming(text: str, at: int, length: int = 0) -> str:
    """Return the line that begins at a place, with its end; or more lines, up to a length in characters."""
    end = text.find("\n", at + length) + 1
    return text[at : end or len(text)]


def _words(text: str, columns: Columns) -> Sequence[Field]:
    """Return the fields of a row whose cells hold no blanks."""
    if columns[:1] == ("",) and _MATRIX_ROW.fullmatch(text):
        label = text.index("(hyp)") + len("(hyp)")
        begin = len(text) - len(text.lstrip())
        places = [(begin, label), *[found.span() for found in _WORD.finditer(text, label)]]
    else:
        places = [found.span() for found in _WORD.finditer(text)]
    return (
        [_field(text, column, *place) for column, place in zip(columns, places)] if len(places) == len(columns) else ()
    )


def _field(text: str, column: str, begin: int, end: int) -> Field:
    """Return the field without the blanks around its text; the value of a quoted text is without quotes."""
    cell = text[begin:end]
    begin += len(cell) - len(cell.lstrip(" "))
    printed = text[begin:end].rstrip(" \r\n") if not cell.isspace() else ""
    quoted = len(printed) > 1 and printed[0] == printed[-1] == '"'
    return Field(column, begin, begin + len(printed), squeezed(printed[1:-1]) if quoted else None)


class MatScoreCsv(Layout):
    """A CSV file: a score table with values or formulas, details, or confusability."""

    recognised = re.compile(
        rb"\A\s*(?:(?:[^\n]*,)?tag,[^\n]*\bmatch,[^\n]*\brefclash\b|file,type,[^\n]*\breflabel\b|"
        rb"(?:\"\")?,[^\n]* \(ref\))"
    )

    def read(self, text: str, first: int) -> Iterator[ReportRecord]:
        """Yield the records of a file: its headings, then a record for each row."""
        rows = list(_csv_rows(text, first))
        cells = [[_unquoted(text[slice(*place)]) for place in places] for _, places, _, _ in rows]
        columns = tuple(cells[0]) if rows else ()
        table = _table(columns) if rows else ""
        sheet = Spreadsheet(cells, [line for line, *_ in rows])
        for index, (line, places, begin, end) in enumerate(rows):
            content = text[begin:end]
            if not index or not content.strip():
                yield ReportRecord(line, content)
            elif len(places) != len(columns):
                yield ReportRecord(line, content, UNEXPLAINED)
            else:
                name = self.numbered(_row_name(table, columns, cells[index]))
                has_formulas = table not in (DETAILS, CONFUSABILITY) and any(cell[:1] == "=" for cell in cells[index])
                split = _computed(content, columns, sheet, index) if has_formulas else _csv_fields
                yield ReportRecord(line, content, EXPLAINED, table, name, split, columns)


def _csv_rows(text: str, first: int) -> Iterator[tuple[int, Places, int, int]]:
    """Yield line, places of the fields, begin and end of each row."""
    begin = at = 0
    line = first
    places: Places = []
    while at < len(text):
        found = _CSV_FIELD.match(text, at)
        if not found:
            problem = "a quote in a field is not closed or not doubled; write the table again"
            raise InputError(problem, None, line, UNSCORED)
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


def _csv_fields(text: str, columns: Columns) -> Sequence[Field]:
    fields: list[Field] = []
    at = 0
    for column in columns:
        found = _CSV_FIELD.match(text, at)
        if not found:
            return fields
        quoted = found[1].startswith('"')
        value = squeezed(_unquoted(found[1])) if quoted else number(found[1])
        fields.append(Field(column, *found.span(1), value))
        at = found.end()
    return fields


def _computed(text: str, columns: Columns, sheet: Spreadsheet, row: int) -> FixedFields:
    """Return the fields of a row with formulas, whose values depend on the whole sheet."""
    fields = _csv_fields(text, columns)
    for column, field in enumerate(fields):
        value = sheet.value(row, column)
        if text[field.begin : field.end].strip('"').startswith("="):
            field.value = value
    return FixedFields(fields)


def _row_name(table: str, columns: Sequence[str], cells: Sequence[str]) -> str:
    """Return the name of a row: a label, a pair of annotations with its file, or a line of the matrix."""
    if table == CONFUSABILITY:
        return squeezed(cells[0])
    by_name = dict(zip(columns, cells))
    return squeezed(_pair(by_name) if table == DETAILS else _label(by_name))


def _label(cells: Mapping[str, str]) -> str:
    """Return the label, with its subset if it is one, and the file unless the row is about all of them."""
    subset, file = cells.get("tag subset", _WHOLE_LABEL), cells.get("file", ALL_FILES)
    name = cells.get("tag", "")
    if subset != _WHOLE_LABEL:
        name += f" {subset}"
    return name if file == ALL_FILES else f"{name} in {file}"


def _pair(cells: Mapping[str, str]) -> str:
    """Return the file and where the two annotations stand; what they are where they stand nowhere."""
    sides = []
    for side in ("ref", "hyp"):
        begin, end = cells.get(f"{side}start", "").strip(), cells.get(f"{side}end", "").strip()
        sides.append(f"{begin}-{end}" if begin or end else cells.get(f"{side}description") or _ABSENT)
    return " ".join([cells.get("file", ""), *sides])
