"""Reports of MATScore: the text report, and the CSV files with values or formulas.

The text has tables with right-aligned columns. Every row is as long as the headings, and a column ends where its
heading ends. So cells may be empty, or hold blanks and even line breaks. Squeezed rows without empty cells are read.

The formulas of the CSV files are computed: cells, ranges, ``+ - * /``, ``=``, SUM and IF, with commas or semicolons
between arguments. As in a spreadsheet, a division by zero and a formula that needs itself result in the text
``#DIV/0!``, and so does every formula that needs one of these.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import isnan, nan

from common.errors import InputError
from common.result import unique
from rescore.process import UNSCORED
from rescore.reports import model
from rescore.reports.model import UNEXPLAINED, Layout, ReportRecord, Span, Value, number, squeezed

CONFUSABILITY = "confusability"
TABLES = {  # by title of the text report
    "By tag:": model.BY_TAG,
    "By token:": "bytoken",
    "By pseudo-token:": "bypseudotoken",
    "By character:": "bychar",
    "Details:": model.DETAILS,
    "Token confusability matrix:": CONFUSABILITY,
    "Pseudo-token confusability matrix:": CONFUSABILITY,
    "Confusability matrix:": CONFUSABILITY,
}
_DIVISION_BY_ZERO = "#DIV/0!"
_MAX_STEPS = 5_000_000  # cells visited in one sheet
_MAX_SIGNS = 100  # operators in a formula
_WHOLE_LABEL, _ABSENT = "<none>", "-"
_TITLES = "|".join([re.escape(title).replace(r"\ ", r"\s+") for title in TABLES])
_HEADINGS = re.compile(
    r"similarity\s+profile|score\s+profile|test\s+\S+|tag\s+subset|\S+\s+\(detail\)|(?:ref|hyp)\s+\S+|\S+"
)
_MATRIX_HEADING = re.compile(r"\s\(ref\)")
_RULE = re.compile(r"[\s-]*-----[\s-]*")
_WORD = re.compile(r"\S+")
_MATRIX_LABEL = re.compile(r"\s*(\S.*?\s+\(hyp\))(?=(?:\s+\d+)*\s*\Z)")
_CSV_FIELD = re.compile(r'("[^"]*(?:""[^"]*)*"|[^",\r\n]*)(,|\r*\n|\r*\Z)')
_CELL = r"[A-Z]{1,3}\d{1,7}"
_TOKEN = re.compile(rf"\s*(\d+(?:\.\d+)?|SUM|IF|{_CELL}(?::{_CELL})?|[-+*/()=:,;])")
_RANGE = re.compile(r"([A-Z]+)(\d+)(?:_([A-Z]+)(\d+))?")
_IN_PYTHON = {"=": "==", ";": ","}
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda left, right: left / right if right else nan,
}


class MatScoreReport(Layout):
    """The text report."""

    name = "matscore"
    recognised = rf"^[^\S\n]*(?:{_TITLES})\s*$".encode()
    columns: tuple[str, ...] = ()
    edges: Sequence[int] = ()  # where the columns end
    length = 0  # of a row

    def read(self, text: str, first: int) -> Iterator[ReportRecord]:
        """Yield the records of a text: a row may have several lines."""
        at, line = 0, first
        while at < len(text):
            content = text[at : text.find("\n", at) + 1 or len(text)]
            record = ReportRecord(line, content)
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

    def _row(self, line: int, first_line: str, text: str) -> ReportRecord:
        """Return the record of a row: ``text`` cut at the edges if these fit, or else the words of ``first_line``."""
        spans = [*zip((0, *self.edges), self.edges)]
        fits = all(text[edge : edge + 1] == " " for edge in self.edges[:-1])
        if not fits or len(text.rstrip("\r\n")) != self.length:
            text = first_line
            label = _MATRIX_LABEL.match(text) if self.table == CONFUSABILITY else None
            words = [word.span() for word in _WORD.finditer(text, label.end() if label else 0)]
            spans = [label.span(1), *words] if label else words
        if len(spans) != len(self.columns):
            return ReportRecord(line, text, UNEXPLAINED)
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
        rb"\A\s*(?:(?:[^\n]*,)?tag,[^\n]*\bmatch,[^\n]*\brefclash\b|file,type,[^\n]*\breflabel\b|"
        rb"(?:\"\")?,[^\n]* \(ref\))"
    )
    known: dict[tuple[int, int], Value]  # what formulas result in, by row and column
    steps = 0  # cells that formulas needed

    def read(self, text: str, first: int) -> Iterator[ReportRecord]:
        """Yield the records of a file: its headings, then a record for each row."""
        self.rows = list(_csv_rows(text, first))
        self.fields = [[_unquoted(content[slice(*span)]) for span in spans] for _, content, spans in self.rows]
        self.known = {}
        columns = tuple(self.fields[0]) if self.rows else ()
        self.table = _table(columns)
        are_figures = self.table not in (model.DETAILS, CONFUSABILITY)
        for index, (line, content, spans) in enumerate(self.rows):
            if not index or not content.strip():
                yield ReportRecord(line, content)
            elif len(spans) != len(columns):
                yield ReportRecord(line, content, UNEXPLAINED)
            else:
                fields = self.fields[index]
                texts = [content[slice(*span)] for span in spans]
                values = [
                    self.value(index, column) if are_figures and field[:1] == "=" else _value(text)
                    for column, (text, field) in enumerate(zip(texts, fields))
                ]
                name = unique(self.names, _row_name(self.table, columns, fields))
                printed = zip(columns, texts, values, [begin for begin, _ in spans])
                yield self.row_record(line, content, name, printed)

    def value(self, row: int, column: int) -> Value:
        """Return the number or text of a field. Raises :class:`InputError` for a formula that is broken or too long."""
        place = row, column
        text = self.fields[row][column]
        if place in self.known or not text.startswith("="):
            return self.known[place] if place in self.known else number(text)
        self.known[place] = _DIVISION_BY_ZERO  # what a formula finds that needs itself
        try:
            figure = self._result(_parsed(text))
            self.known[place] = _DIVISION_BY_ZERO if isnan(figure) else figure
            return self.known[place]
        except RecursionError:
            problem = "needs too many others"
        except OverflowError:
            problem = f"{text} has a number that is too large"
        except ValueError as error:
            problem = str(error) or f"{''.join(text.split())} is not complete"
        raise InputError(f"formula {problem}; write the table again", None, self.rows[row][0], UNSCORED)

    def _result(self, node: ast.AST | None) -> float:
        """Return the result of a part of a formula. A division by zero results in NaN, unless IF skips it."""
        match node:
            case ast.Constant(value=int(figure) | float(figure)):
                return figure
            case ast.Name(id=name) if cells := _RANGE.fullmatch(name):
                first = _place(cells[1], cells[2])
                return self._total(first, _place(cells[3], cells[4]) if cells[3] else first)
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
                return _OPERATORS[type(sign)](self._result(left), self._result(right))
            case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
                values = [self._result(part) for part in (left, right)]
                return nan if any(map(isnan, values)) else float(values[0] == values[1])
            case ast.Call(func=ast.Name(id="SUM"), args=parts) if {*map(type, parts)} <= {ast.Name, ast.Call}:
                return sum([self._result(part) for part in parts])
            case ast.Call(func=ast.Name(id="IF"), args=[_, _, _] as parts):
                condition, one, other = [self._result(part) for part in parts]
                return nan if isnan(condition) else one if condition else other
        raise ValueError  # the formula is not complete

    def _total(self, first: tuple[int, int], last: tuple[int, int]) -> float:
        """Return the sum of a range of cells, both ends included; cells outside of the sheet are empty."""
        numbers = []
        for row in range(first[0], min(last[0] + 1, len(self.fields))):
            for column in range(first[1], min(last[1] + 1, len(self.fields[row]))):
                self.steps += 1
                if self.steps > _MAX_STEPS:
                    raise ValueError("and those before it sum up too many cells")
                value = self.value(row, column)
                if value == _DIVISION_BY_ZERO:
                    return nan
                if not isinstance(value, str):
                    numbers.append(value)
        return sum(numbers)


def _csv_rows(text: str, first: int) -> Iterator[tuple[int, str, list[Span]]]:
    """Yield line and text of each row, and begin and end of its fields."""
    begin = at = 0
    line = first
    spans: list[Span] = []
    while at < len(text):
        found = _CSV_FIELD.match(text, at)
        if not found:
            problem = "a quote in a field is not closed or not doubled; write the table again"
            raise InputError(problem, None, line, UNSCORED)
        spans.append((found.start(1) - begin, found.end(1) - begin))
        at = found.end()
        if found[2] != "," or at == len(text):
            yield line, text[begin:at], spans
            line += text.count("\n", begin, at)
            begin = at
            spans = []


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
    return next((table for column, table in marks.items() if column in columns), model.BY_TAG)


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
    return squeezed(name if file == model.ALL_FILES else f"{name} in {file}")


def _parsed(formula: str) -> ast.expr | None:
    """Return a formula as an expression of Python, in which the name of a range is that of both its ends."""
    tokens = _TOKEN.findall(formula[1:])
    if "".join(tokens) != "".join(formula[1:].split()):
        raise ValueError(f"{formula} is not a formula that MATScore writes")
    source = " ".join([_IN_PYTHON.get(token, token.replace(":", "_")) for token in tokens])
    with suppress(SyntaxError):
        if sum(token in "+-*/=" for token in tokens) <= _MAX_SIGNS:
            return ast.parse(source, mode="eval").body
    return None


def _place(letters: str, row: str) -> tuple[int, int]:
    """Return row and column, from 0, of a cell with a name as in a spreadsheet: ``B2`` is row 1, column 1."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(row) - 1, column - 1
