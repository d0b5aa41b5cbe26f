"""The text report of MATScore: messages, then tables of right-aligned columns, each below its title.

A column ends where its heading ends, so that cells may be empty or hold blanks and even line breaks: every row is as
long as the headings. A report whose blanks somebody squeezed is still read where no cell is empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rescore.reports.mat_names import row_name
from rescore.reports.model import EXPLAINED, UNEXPLAINED, Columns, Field, Record, squeezed
from rescore.reports.names import CONFUSABILITY, MATSCORE_TABLES, unique

_TITLES = "|".join([re.escape(title).replace(r"\ ", r"\s+") for title in MATSCORE_TABLES])
RECOGNISED = re.compile(rf"^[^\S\n]*(?:{_TITLES})\s*$".encode(), re.MULTILINE)
_HEADINGS = re.compile(
    r"similarity\s+profile|score\s+profile|test\s+\S+|tag\s+subset|\S+\s+\(detail\)|(?:ref|hyp)\s+\S+|\S+"
)
_MATRIX_HEADING = re.compile(r"\s\(ref\)")
_RULE = re.compile(r"[\s-]*-----[\s-]*")
_WORD = re.compile(r"\S+")
_MATRIX_ROW = re.compile(r"\s*(\S.*?\s+\(hyp\))(\s+\d+)*\s*")


class Edges(tuple[int, ...]):
    """Where the columns of a table end; finds the cells of a row that are set by them."""

    __slots__ = ()

    def __call__(self, text: str, columns: Columns) -> Sequence[Field]:
        """Return the fields of a row of ``columns``."""
        return [_field(text, column, begin, end) for column, begin, end in zip(columns, (0, *self), self)]

    def fit(self, text: str) -> bool:
        """Whether a blank stands after every column but the last."""
        return all(text[edge : edge + 1] == " " for edge in self[:-1])


def read(text: str, first: int, table: str) -> Iterator[Record]:
    """Yield the records of a report."""
    reader = _Reader(text, first)
    while reader.at < len(text):
        yield reader.next()


class _Reader:
    """Reads a report from one record to the next."""

    def __init__(self, text: str, first: int) -> None:
        self.text = text
        self.at = 0
        self._line = first
        self._table = ""
        self._columns: Columns = ()
        self._edges = Edges()
        self._length = 0
        self._names: dict[str, int] = {}

    def next(self) -> Record:
        """Return the next record."""
        line = self._upcoming()
        title = MATSCORE_TABLES.get(" ".join(line.split()))
        if title:
            self._table, self._columns, self._names = title, (), {}
            return self._take(line)
        if not line.strip():
            return self._take(line)
        if not self._table:
            return self._take(line, UNEXPLAINED)
        if not self._columns:
            return self._headings(line)
        if _RULE.fullmatch(line):
            return self._take(line)
        return self._row()

    def _upcoming(self, least: int = 0) -> str:
        """Return the line that is next, with its end; it has at least so many characters, line breaks among them."""
        end = self.text.find("\n", self.at + least) + 1
        return self.text[self.at : end or len(self.text)]

    def _take(self, text: str, status: str = EXPLAINED) -> Record:
        record = Record(self._line, text, status)
        self._pass(text)
        return record

    def _pass(self, text: str) -> None:
        self.at += len(text)
        self._line += text.count("\n")

    def _headings(self, line: str) -> Record:
        heading = line.rstrip("\r\n")
        self._length = len(heading)
        if self._table == CONFUSABILITY:
            ends = [found.end() for found in _MATRIX_HEADING.finditer(heading)]
            rule = _WORD.search(self.text, self.at + len(line))
            first = rule.end() - self.at - len(line) if rule else 0
            self._columns = ("", *[squeezed(heading[begin:end]) for begin, end in zip((0, *ends), ends)])
            self._edges = Edges([first, *ends])
        else:
            found = list(_HEADINGS.finditer(heading))
            self._columns = tuple([squeezed(match[0]) for match in found])
            self._edges = Edges([match.end() for match in found])
        return self._take(line)

    def _row(self) -> Record:
        text = self._upcoming(self._length)
        split = self._edges
        if len(text.rstrip("\r\n")) != self._length or not split.fit(text):
            text = self._upcoming()
            found = _words(text, self._columns)
            if len(found) != len(self._columns):
                return self._take(text, UNEXPLAINED)
            cells = [text[field.begin : field.end] for field in found]
            record = self._named(text, cells)
            record.split = _words
            return record
        cells = [text[field.begin : field.end] for field in split(text, self._columns)]
        record = self._named(text, cells)
        record.split = split
        return record

    def _named(self, text: str, cells: Sequence[str]) -> Record:
        name = unique(self._names, row_name(self._table, self._columns, cells))
        record = Record(self._line, text, EXPLAINED, self._table, name, None, self._columns)
        self._pass(text)
        return record


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
