"""Reports of MATScore: the text report, and the CSV files with values or formulas, which are computed.

The text has tables with right-aligned columns. Every row is as long as the headings, and a column ends where its
heading ends. So cells may be empty, or hold blanks and even line breaks. Squeezed rows without empty cells are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import unique
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports import model
from legacy_scorers.rescore.reports.model import EXPLAINED, UNEXPLAINED, Layout, ReportLine, Texts, Value, number
from legacy_scorers.rescore.reports.words import squeezed
from legacy_scorers.rescore.scorers.mat_score.formulas import Sheet

BY_TAG = "bytag"
IN_FILE = " in "  # in the name of a row that is about one file, before it
CONFUSABILITY = "confusability"
TABLES = {  # by title of the text report
    "By tag:": BY_TAG,
    "By token:": "bytoken",
    "By pseudo-token:": "bypseudotoken",
    "By character:": "bychar",
    "Details:": model.DETAILS,
    "Token confusability matrix:": CONFUSABILITY,
    "Pseudo-token confusability matrix:": CONFUSABILITY,
    "Confusability matrix:": CONFUSABILITY,
}
_WHOLE_LABEL, _ABSENT = "<none>", "-"
_HEADINGS = re.compile(
    r"similarity\s+profile|score\s+profile|test\s+\S+|tag\s+subset|\S+\s+\(detail\)|(?:ref|hyp)\s+\S+|\S+"
)
_MATRIX_HEADING = re.compile(r"\s\(ref\)")
_RULE = re.compile(r"[\s-]*-----[\s-]*")
_WORD = re.compile(r"\S+")
_MATRIX_LABEL = re.compile(r"\s*(\S.*?\s+\(hyp\))(?=(?:\s+\d+)*\s*\Z)")
_FIELD = r'"[^"]*(?:""[^"]*)*"|[^",\r\n]*'
_CSV_ROW = re.compile(rf"(?:(?:{_FIELD}),)*(?:{_FIELD})(?:\r*\n|\r*\Z)")
_CSV_FIELD = re.compile(rf"({_FIELD})(?:,|\r*\n|\r*\Z)")


class MatScoreReport(Layout):
    """The text report."""

    name = "matscore"
    listings = (model.DETAILS,)
    recognised = (
        rb"^[^\S\n]*(?:By\s+(?:tag|token|pseudo-token|character):\s+(?:similarity|tag)\s"
        rb"|Details:\s+file\s+type\s|(?:Token\s+c|Pseudo-token\s+c|C)onfusability\s+matrix:\s*\n[^\n]*\(ref\))"
    )
    columns: tuple[str, ...] = ()
    edges: Sequence[int] = ()  # where the columns end
    length = 0  # of a row

    def read(self, text: str) -> Iterator[ReportLine]:
        """Yield the records of a text: a row may have several lines."""
        at, line = 0, 1
        while at < len(text):
            content = text[at : text.find("\n", at) + 1 or len(text)]
            record = ReportLine(line, content)
            if title := TABLES.get(squeezed(content)):
                self.table, self.columns, self.names = title, (), {}
            elif content.strip() and not self.table:
                record.status = UNEXPLAINED
            elif content.strip() and not self.columns:
                self._read_headings(content.rstrip("\r\n"), text, at + len(content))
            elif content.strip() and not _RULE.fullmatch(content):
                end = text.find("\n", at + self.length) + 1  # of the lines that hold the characters of a row
                record = self._row(line, content, text[at : end or len(text)])
            yield record
            at += len(record.text)
            line += record.text.count("\n")

    def _read_headings(self, heading: str, text: str, at: int) -> None:
        self.length = len(heading)
        if self.table == CONFUSABILITY:
            ends = [found.end() for found in _MATRIX_HEADING.finditer(heading)]
            rule = _WORD.search(text, at)
            self.columns = ("", *[squeezed(heading[begin:end]) for begin, end in zip((0, *ends), ends)])
            self.edges = [rule.end() - at if rule else 0, *ends]
        else:
            found = list(_HEADINGS.finditer(heading))
            self.columns = tuple([squeezed(match[0]) for match in found])
            self.edges = [match.end() for match in found]

    def _row(self, line: int, first_line: str, text: str) -> ReportLine:
        """Return the record of a row: ``text`` cut at the edges if these fit, or else the words of ``first_line``."""
        spans = [*zip((0, *self.edges), self.edges)]
        fits = all(text[edge : edge + 1] == " " for edge in self.edges[:-1])
        if not fits or len(text.rstrip("\r\n")) != self.length:
            text = first_line
            label = _MATRIX_LABEL.match(text) if self.table == CONFUSABILITY else None
            words = [word.span() for word in _WORD.finditer(text, label.end() if label else 0)]
            spans = [label.span(1), *words] if label else words
        if len(spans) != len(self.columns):
            return ReportLine(line, text, UNEXPLAINED)
        cells = [text[slice(*span)].lstrip(" ") for span in spans]
        begins = [end - len(cell) for (_, end), cell in zip(spans, cells)]
        cells = [cell.rstrip(" \r\n") for cell in cells]
        given = [squeezed(cell[1:-1]) if len(cell) > 1 and cell[0] == cell[-1] == '"' else None for cell in cells]
        name = unique(self.names, _row_name(self.table, self.columns, cells))
        return self.row_record(line, text, name, zip(self.columns, cells, given, begins))


class MatScoreCsv(Layout):
    """A CSV file: a score table with values or formulas, details, or confusability."""

    name, tables = "matscore-csv", "matscore"
    recognised = (
        rb"\A\s*(?=\S)(?:(?=(?:[^\n]*,)?tag,)(?=[^\n]*\bmatch,)(?=[^\n]*\brefclash\b)|file,type,[^\n]*\breflabel\b|"
        rb"(?:\"\")?,[^\n]* \(ref\))"  # each heading is sought once
    )

    def read(self, text: str) -> Iterator[ReportLine]:
        """Yield the records of a file: its headings, then a record for each row."""
        rows = list(_csv_rows(text))
        table = [tuple(map(_unquoted, texts)) if '"' in content else texts for _, content, texts in rows]
        sheet = Sheet(table, [line for line, _, _ in rows])
        columns = table[0] if table else ()
        self.table = _table(columns)
        are_figures = self.table not in (model.DETAILS, CONFUSABILITY)
        for index, (line, content, texts) in enumerate(rows):
            fields = table[index]
            if not index or not content.strip():
                yield ReportLine(line, content)
            elif len(fields) != len(columns):
                yield ReportLine(line, content, UNEXPLAINED)
            else:
                values = [
                    sheet.value(index, column) if are_figures and field[:1] == "=" else _value(text)
                    for column, (text, field) in enumerate(zip(texts, fields))
                ]
                name = unique(self.names, _row_name(self.table, columns, fields))
                begins = accumulate([len(text) + 1 for text in texts[:-1]], initial=0)  # a comma is behind each
                yield ReportLine(
                    line, content, EXPLAINED, self.table, name, columns, texts, tuple(values), tuple(begins)
                )


def _csv_rows(text: str) -> Iterator[tuple[int, str, Texts]]:
    """Yield line and text of each row, and its fields as they are printed."""
    begin, line = 0, 1
    while begin < len(text):
        row = _CSV_ROW.match(text, begin)
        if not row:
            problem = "a quote in a field is not closed or not doubled; write the table again"
            raise InputError(problem, None, line, UNSCORED)
        content = row[0]
        yield line, content, tuple(_CSV_FIELD.findall(content)[:-1])  # one more is found at the end
        line += content.count("\n")
        begin = row.end()


def _unquoted(field: str) -> str:
    return field[1:-1].replace('""', '"') if field.startswith('"') else field


def _value(field: str) -> Value:
    return squeezed(_unquoted(field)) if field.startswith('"') else number(field)


def _table(columns: tuple[str, ...]) -> str:
    if columns[:1] == ("file",) and "type" in columns:
        return model.DETAILS
    if "tag" not in columns:
        return CONFUSABILITY
    marks = {"test chars": "bychar", "test pseudo-toks": "bypseudotoken", "tag_blind_accuracy": "bytoken"}
    return next((table for column, table in marks.items() if column in columns), BY_TAG)


def _row_name(table: str, columns: Sequence[str], texts: Sequence[str]) -> str:
    """Return the name of a row: a line of the matrix, the extents of a pair, or a label; the last two with the file."""
    cells = dict(zip(columns, texts))
    if table == CONFUSABILITY:
        return squeezed(texts[0])
    if table == model.DETAILS:
        parts = [cells.get("file", "")]
        for side in ("ref", "hyp"):
            begin, end = cells.get(f"{side}start", "").strip(), cells.get(f"{side}end", "").strip()
            parts.append(f"{begin}-{end}" if begin or end else cells.get(f"{side}description") or _ABSENT)
        return squeezed(" ".join(parts))
    name, subset = cells.get("tag", ""), cells.get("tag subset", _WHOLE_LABEL)
    if subset != _WHOLE_LABEL:
        name += f" {subset}"
    file = cells.get("file", model.ALL_FILES)
    return squeezed(name if file == model.ALL_FILES else f"{name}{IN_FILE}{file}")
