"""The parts of a printed report: a sequence of records, and the cells in them; and the layouts that read them.

A record is a piece of the report's text, most often a line. The records together are the whole text: a line that no
layout explains is a record, too. If a report prints the name of a table, row or column, its cells have that name.
docs/cells.md explains all names. A layout declares how a kind of report is recognised, and the forms of its lines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from io import StringIO
from itertools import count
from typing import Any, ClassVar, TypeAlias

from legacy_scorers.common.errors import InputError
from legacy_scorers.common.result import decoded, unique
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.words import squeezed

Name: TypeAlias = tuple[str, str, str]  # table, row and column
Value: TypeAlias = int | float | str
Span: TypeAlias = tuple[int, int]  # begin and end, exclusive
Bounds: TypeAlias = tuple[float, float]  # the least and the greatest value that a figure may have
RowName: TypeAlias = Callable[[Any, re.Match[str]], str | None]
Printed: TypeAlias = tuple[str, str, Value | None, int]  # column, text, given value and begin of a cell
Texts: TypeAlias = tuple[str, ...]

DETAILS = "details"  # a table that only lists
ALL_FILES = "<all>"  # the file of rows that are about all of them
_NUMBER = re.compile(
    r"\s*[-+]?(?:(?P<whole>[0-9]+)|(?P<word>nan|inf)|(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)\s*"
)
_MAX_WHOLE = 300  # digits
BEGINNING = 1 << 16  # bytes
_MAX_LINE = 4000  # characters; only some scorers print longer ones
EXPLAINED, UNEXPLAINED = "explained", "unexplained"


@dataclass(slots=True)
class Cell:
    """A printed figure or word, with the table, row and column that name it."""

    table: str
    row: str
    column: str
    text: str
    given: Value | None  # of a formula, a text in quotes (without these), a figure in full; None if read from the text
    line: int = field(default=0, compare=False)  # from 1, if the cell is in a report
    begin: int = field(default=0, compare=False)  # of the text in its record
    others: tuple[Bounds, ...] = field(default=(), compare=False)  # of values that others compute of other roundings

    @property
    def value(self) -> Value:
        """The number, or the text with white space squeezed."""
        return number(self.text) if self.given is None else self.given

    @property
    def name(self) -> Name:
        """Table, row and column."""
        return self.table, self.row, self.column

    @property
    def is_computed(self) -> bool:
        """Whether the printed text is a formula."""
        return self.text.strip('"').startswith("=") and not isinstance(self.value, str)


@dataclass(slots=True, eq=False)
class ReportLine:
    """A piece of a report: the line it begins in, its text, and the row that it prints, if any."""

    line: int
    text: str
    status: str = EXPLAINED  # by the layout, as cells or as a heading, a rule or a path
    table: str = ""
    row: str = ""
    columns: Texts = ()  # of the cells, in the order of the text
    texts: Texts = ()
    given: tuple[Value | None, ...] = ()
    begins: tuple[int, ...] = ()

    @property
    def cells(self) -> list[Cell]:
        """The cells of the row."""
        return [self.cell(index) for index in range(len(self.columns))]

    def cell(self, index: int) -> Cell:
        """Return a cell of the row."""
        column, text, given, begin = self.columns[index], self.texts[index], self.given[index], self.begins[index]
        return Cell(self.table, self.row, column, text, given, self.line, begin)

    @property
    def by_column(self) -> dict[str, Cell]:
        """The cells of the row by column."""
        return dict(zip(self.columns, self.cells))

    def with_columns(self, columns: Sequence[str]) -> ReportLine:
        """Return a copy with the cells of some columns."""
        cells = zip(self.columns, self.texts, self.given, self.begins)
        printed = [cell for cell in cells if cell[0] in columns]
        return ReportLine(self.line, self.text, self.status, self.table, self.row, *zip(*printed))


@dataclass(eq=False)
class Form:
    """A form of a line. A method that is decorated with it returns the name of the row, or None if it does not fit."""

    pattern: str  # of a whole line without the white space at its end; a blank matches any white space
    row: str = ""  # a template for the name of the row, from the ``reader`` and the match ``found``
    columns: Sequence[str] = ()  # of the unnamed groups; a group is a cell, unless its name begins with ``_``
    numbered: bool = False  # whether a name that the table has already gets a number
    table: str = ""  # of the row, if it is not the table of the reader
    values: Mapping[str, Callable[[str], Value]] = field(default_factory=dict)  # by column, if not the printed ones
    trimmed: bool = False  # whether cells lose the white space around them

    def __post_init__(self) -> None:
        self.name_of_row: RowName = lambda reader, found: self.row.format(reader=reader, found=found)

    @cached_property  # because most commands read few of the forms, or none
    def regex(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return re.compile(self.pattern.replace(" ", r"\s+"), re.DOTALL)

    @cached_property
    def _groups(self) -> list[tuple[int, str]]:
        names = {index: name for name, index in self.regex.groupindex.items()}
        unnamed = iter(self.columns)
        groups = [(index, names.get(index) or next(unnamed)) for index in range(1, self.regex.groups + 1)]
        return [(index, column) for index, column in groups if not column.startswith("_")]

    def __call__(self, name_of_row: RowName) -> Form:
        """Decorate the method of the reader that names the rows."""
        self.name_of_row = name_of_row
        return self

    def printed(self, found: re.Match[str]) -> Iterable[Printed]:
        """Yield what a line of this form prints."""
        for index, column in self._groups:
            text = found[index]
            if text is not None:
                begin = found.start(index)
                given = self.values[column](text) if column in self.values else None
                if self.trimmed:
                    begin += len(text) - len(text.lstrip())
                    text = text.strip()
                yield column, text, given, begin


class Layout:
    """A kind of report in one layout, and the reader of one report: the first form that fits a line explains it."""

    name: ClassVar[str]
    recognised: ClassVar[bytes]  # a pattern that is found in every such report
    repeats: ClassVar[bool] = False  # whether rows of the same name are usual
    tables: ClassVar[str] = ""  # the name of the kind that has the same tables in another layout
    listings: ClassVar[tuple[str, ...]] = ()  # tables that count nothing
    names_in: ClassVar[tuple[tuple[str, str], ...]] = ()  # rows and columns of names, which may be numbers
    whole: ClassVar[tuple[str, ...]] = ()  # columns of percentages without decimals
    forms: ClassVar[list[Form]] = []
    table = ""  # before the first title
    max_line = _MAX_LINE  # characters; a longer line is not read

    def __init_subclass__(cls) -> None:
        cls.forms = [value for value in vars(cls).values() if isinstance(value, Form)]

    def __init__(self, table: str) -> None:
        self.table = table
        self.names: dict[str, int] = {}  # how often the table has each, for ``unique``

    @classmethod
    def is_in(cls, content: bytes) -> bool:
        """Whether a text is such a report."""
        return bool(re.search(cls.recognised, content, re.MULTILINE))

    @classmethod
    def report(cls, content: bytes, file: str) -> list[ReportLine]:
        """Read a whole report."""
        return list(cls.records(content, file))

    @classmethod
    def records(cls, content: bytes, file: str) -> Iterator[ReportLine]:
        """Yield the records of a report."""
        try:
            yield from cls(cls.table_of(content)).read(decoded(content))
        except InputError as error:
            raise InputError(error.problem, file, error.line, UNSCORED) from None

    @classmethod
    def table_of(cls, content: bytes) -> str:
        """Return the table of the records before the first title of a report."""
        return cls.table

    @classmethod
    def with_means(cls, cells: Iterable[Cell]) -> Iterable[Cell]:
        """Return the cells of a report and those of means that are taken of it, though it does not print them."""
        return cells

    def read(self, text: str) -> Iterator[ReportLine]:
        """Return the records of a text; raises :class:`InputError` without the file."""
        return map(self.record, count(1), StringIO(text, newline="\n"))  # only a line feed ends a line

    def record(self, line: int, text: str) -> ReportLine:
        """Return the record of a line."""
        words = text.rstrip()
        for form in self.forms if words and len(text) <= self.max_line else ():
            found = form.regex.fullmatch(words)
            row = None if found is None else form.name_of_row(self, found)
            if found is not None and row is not None:
                row = unique(self.names, row) if form.numbered else row
                return self.row_record(line, text, row, form.printed(found), form.table)
        return ReportLine(line, text, UNEXPLAINED if words else EXPLAINED)

    def row_record(self, line: int, text: str, row: str, printed: Iterable[Printed], table: str = "") -> ReportLine:
        """Return the record of a row in ``table``, or else in the table of the reader."""
        return ReportLine(line, text, EXPLAINED, table or self.table, row, *zip(*printed))


@lru_cache(maxsize=1 << 14)  # long reports repeat the same figures
def number(text: str) -> Value:
    """Return a text as a number, or squeezed if it is no number."""
    if found := _NUMBER.fullmatch(text):
        figure = text.strip()  # int() takes fewer characters for white space
        value = int(figure) if found["whole"] and len(text) <= _MAX_WHOLE else float(figure)
        if found["word"] or not math.isinf(value):
            return value
    return squeezed(text)


def name_of(text: str) -> Name:
    """Return table, row and column of ``TABLE/ROW/COLUMN``; the row may contain more slashes."""
    table, _, rest = text.partition("/")
    row, _, column = rest.rpartition("/")
    return table, row, column


def written(name: Name) -> str:
    """Return the name of a figure as ``TABLE/ROW/COLUMN``."""
    return "/".join(name)
