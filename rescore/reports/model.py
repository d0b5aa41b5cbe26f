"""What a printed report is: records, one after the other, that hold cells.

A record is a piece of the report's text, most often a line. All records of a report together are its text, so that
nothing that is printed can get lost: what no layout explains is a record, too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from itertools import chain
from typing import TypeAlias

from rescore.reports.names import Name

Value: TypeAlias = int | float | str
Columns: TypeAlias = tuple[str, ...]
Split: TypeAlias = Callable[[str, Columns], Sequence["Field"]]
Printed: TypeAlias = str | tuple[str, Value]  # of a cell: its text, with the value if that is given

_NUMBER = re.compile(
    r"\s*[-+]?(?:(?P<whole>[0-9]+)|(?P<word>nan|inf)|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?)\s*"
)
MAX_WHOLE = 300  # digits
_PIECE = 1 << 14  # characters

EXPLAINED, PROSE, UNEXPLAINED = "explained", "prose", "unexplained"


@dataclass(slots=True)
class Field:
    """Where in a record's text a cell stands: from ``begin`` to ``end``, exclusive.

    ``value`` is given where it is not what is printed: that of a formula, or a quoted text without its quotes; and that
    of a figure which is printed in full, not rounded.
    """

    column: str
    begin: int
    end: int
    value: Value | None = None


class FixedFields(tuple[Field, ...]):
    """The fields of a record, where its text alone does not tell them; they are found by no search."""

    __slots__ = ()

    def __call__(self, text: str, columns: Columns) -> FixedFields:
        """Return the fields."""
        return self


class Cell:
    """A printed figure or word: table, row and column that name it, printed text, value, and line from 1.

    A figure ``is_exact`` if its value is given and not that of the printed digits.
    """

    __slots__ = ("column", "is_exact", "line", "row", "table", "text", "value")

    def __init__(self, table: str, row: str, column: str, text: str, value: Value | None, line: int) -> None:
        self.table = table
        self.row = row
        self.column = column
        self.text = text
        self.value: Value = number(text) if value is None else value
        self.is_exact = value is not None
        self.line = line

    @property
    def name(self) -> Name:
        """Table, row and column."""
        return self.table, self.row, self.column

    @property
    def is_computed(self) -> bool:
        """Whether the printed text is a formula."""
        return self.text.strip('"').startswith("=") and not isinstance(self.value, str)


def cell_of(column: str, printed: Printed, table: str = "", row: str = "", line: int = 0) -> Cell:
    """Return the cell in which something is printed."""
    text, value = (printed, None) if isinstance(printed, str) else printed
    return Cell(table, row, column, text, value, line)


@dataclass(slots=True, eq=False)
class ReportRecord:
    """A piece of a report: the line it begins in, text, and the row that its cells belong to.

    ``split`` finds the fields when they are asked for, given the text and ``columns``. Without it the record holds no
    cell, and ``status`` says whether the layout explains it (a heading, a rule), whether it is prose whose words do not
    count (a path), or whether nothing explains it. ``texts`` are those of the cells in ``columns``, from a reader that
    has them at hand, where all values are what is printed.
    """

    line: int
    text: str
    status: str = EXPLAINED
    table: str = ""
    row: str = ""
    split: Split | None = None
    columns: Columns = ()
    texts: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """Table and row."""
        return self.table, self.row

    def fields(self) -> Sequence[Field]:
        """Return the fields, in the order of the text."""
        return self.split(self.text, self.columns) if self.split else ()

    def printed(self) -> tuple[Columns, Sequence[Printed]]:
        """Return the columns of the fields, and what is printed in each."""
        if self.texts:
            return self.columns, self.texts
        fields = self.fields()
        texts = [self.text[field.begin : field.end] for field in fields]
        return (
            tuple([field.column for field in fields]),
            [text if field.value is None else (text, field.value) for field, text in zip(fields, texts)],
        )

    def cell(self, column: str, printed: Printed) -> Cell:
        """Return the cell of a column in which something is printed."""
        return cell_of(column, printed, self.table, self.row, self.line)

    def cells(self) -> list[Cell]:
        """Return the cells."""
        table, row, line = self.table, self.row, self.line
        return [cell_of(column, printed, table, row, line) for column, printed in zip(*self.printed())]

    def says_the_same(self, other: ReportRecord) -> bool:
        """Whether text and names are those of the other record."""
        return (
            self.text == other.text
            and self.key == other.key
            and self.columns == other.columns
            and self.split == other.split
        )

    def written(self, cells: Iterable[Cell]) -> str:
        """Return the text with the printed texts of ``cells`` in its fields."""
        pieces = []
        at = 0
        for field, cell in zip(self.fields(), cells):
            pieces += [self.text[at : field.begin], cell.text]
            at = field.end
        return "".join([*pieces, self.text[at:]])


@dataclass(slots=True)
class Part:
    """A piece of a report: its bytes, the line it begins in, and the heading that it is to be read with.

    ``lines`` are the numbers of its lines where they do not follow each other.
    """

    content: bytes
    line: int
    heading: bytes = b""
    lines: Sequence[int] = ()


@dataclass(slots=True)
class Block:
    """A piece of a report by its place: from ``begin`` to ``end``, exclusive, and the line that it begins in."""

    content: bytes
    begin: int
    end: int
    line: int

    @classmethod
    def whole(cls, content: bytes) -> Block:
        """Return a whole report."""
        return cls(content, 0, len(content), 1)

    def part(self) -> Part:
        """Return the piece."""
        return Part(self.content[self.begin : self.end], self.line)

    def below(self, heading: bytes) -> Block:
        """Return what stands below the heading that this begins with."""
        return Block(self.content, self.begin + len(heading), self.end, self.line + heading.count(b"\n"))


class Report:
    """A report of a kind, read: its records."""

    __slots__ = ("kind", "records")

    def __init__(self, kind: str, records: Iterable[ReportRecord]) -> None:
        self.kind = kind
        self.records = list(records)

    @property
    def cells(self) -> list[Cell]:
        """All cells, in printed order."""
        return [cell for record in self.records for cell in record.cells()]

    @property
    def remaining(self) -> list[ReportRecord]:
        """The records that no layout explains."""
        return [record for record in self.records if record.status == UNEXPLAINED]

    def content(self) -> bytes:
        """Return the report as it is printed, made of its cells and of what stands between them."""
        return encoded("".join([record.written(record.cells()) for record in self.records]))


def decoded(content: bytes) -> str:
    """Return the text of a report. Bytes that are not UTF-8 come back as they were when it is encoded."""
    return content.decode("utf-8", "surrogateescape")


def encoded(text: str) -> bytes:
    """Return the bytes of a text that was decoded."""
    return text.encode("utf-8", "surrogateescape")


def lines_of(text: str, first: int) -> Iterator[tuple[int, str]]:
    r"""Return number and text of each line, with its line end; only ``\n`` ends a line."""
    return enumerate(chain.from_iterable(map(StringIO, _pieces(text))), first)


def _pieces(text: str) -> Iterator[str]:
    """Yield a text in pieces of whole lines."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin + _PIECE) + 1 or len(text)
        yield text[begin:end]
        begin = end


def number(text: str) -> Value:
    """Return the number that a text is, or the text itself, white space squeezed."""
    digits = text.replace(".", "", 1)
    if digits.isdigit() and digits.isascii() and len(text) <= MAX_WHOLE:
        return int(text) if digits == text else float(text)
    found = _NUMBER.fullmatch(text)
    if found and found["whole"] and len(text) <= MAX_WHOLE:
        return int(text)
    if found and (found["word"] or not math.isinf(float(text))):
        return float(text)
    return squeezed(text)


def squeezed(text: str) -> str:
    """Return the words of a text with a blank between any two."""
    return " ".join(text.split())
