"""The layout of a kind of report: how it is recognised, the forms of its lines, and the reader that applies them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, ClassVar, TypeAlias

from common.errors import InputError
from rescore.reports.model import (
    EXPLAINED,
    UNEXPLAINED,
    Block,
    Part,
    Report,
    ReportRecord,
    Value,
    decoded,
    lines_of,
    unique,
)
from rescore.statuses import UNSCORED

RowName: TypeAlias = Callable[[Any, re.Match[str]], str | None]
Printed: TypeAlias = tuple[str, tuple[int, int], Value | None]  # column, begin and end, and the value if it is given

BEGINNING = 1 << 16  # bytes
MAX_LINE = 4000  # characters; no scorer of the MUC and CoNLL tasks prints longer ones


class Form:
    """A form of a line: a ``pattern``, and the name of the row.

    The pattern matches a whole line without the white space at its end; a blank in it matches any white space. Each
    group is a cell, unless its name begins with ``_``. ``columns`` are the names of unnamed groups, in order. If
    ``trimmed``, cells lose the white space around them. ``row`` is the name of the row. A method of the reader that is
    decorated with a form returns that name instead, or None if the form does not fit. Rows are in ``table`` or
    else the table of the reader. ``values`` compute the values of cells, by column, if they are not the printed ones.
    """

    def __init__(
        self,
        pattern: str,
        row: str = "",
        columns: Sequence[str] = (),
        *,
        table: str = "",
        status: str = EXPLAINED,
        values: Mapping[str, Callable[[str], Value]] | None = None,
        trimmed: bool = False,
    ) -> None:
        self._pattern = re.compile(pattern.replace(" ", r"\s+"), re.DOTALL)
        self._name_of_row: RowName = lambda reader, found: row
        self._table = table
        self._status = status
        self._values = values or {}
        self._trimmed = trimmed
        names = {index: name for name, index in self._pattern.groupindex.items()}
        unnamed = iter(columns)
        groups = [(index, names.get(index) or next(unnamed)) for index in range(1, self._pattern.groups + 1)]
        self._groups = [(index, column) for index, column in groups if not column.startswith("_")]

    def __call__(self, name_of_row: RowName) -> Form:
        """Decorate the method of the reader that names the rows."""
        self._name_of_row = name_of_row
        return self

    def record(self, reader: Layout, line: int, text: str, words: str) -> ReportRecord | None:
        """Return the record of a line, or None if the line has another form."""
        found = self._pattern.fullmatch(words)
        row = None if found is None else self._name_of_row(reader, found)
        if found is None or row is None:
            return None
        if not self._groups:
            return ReportRecord(line, text, self._status)
        printed = self.printed(found)
        columns, spans, given = zip(*printed) if printed else ((), (), ())
        table = self._table or reader.table
        return ReportRecord(line, text, self._status, table, row, columns, spans, given)

    def printed(self, found: re.Match[str]) -> Sequence[Printed]:
        """Return the cells of a line of this form."""
        return [
            (column, self._span(found, index), self._values[column](found[index]) if column in self._values else None)
            for index, column in self._groups
            if found[index] is not None
        ]

    def _span(self, found: re.Match[str], index: int) -> tuple[int, int]:
        begin, end = found.span(index)
        if self._trimmed:
            begin += len(found[index]) - len(found[index].lstrip())
            end = max(begin, found.start(index) + len(found[index].rstrip()))
        return begin, end


class Layout:
    """The layout of a kind of report, and the reader of one report: the first form that fits a line explains it.

    ``recognised`` is found in every such report. A part that begins at one of ``blocks`` can be read by itself. Only
    its table must be known; :meth:`table_of` finds that in the whole report. ``row`` is how a row begins, including
    the line end before it. ``table`` is the table before the first title.
    """

    recognised: ClassVar[re.Pattern[bytes]]
    blocks: ClassVar[tuple[bytes, ...]] = ()
    row: ClassVar[bytes] = b"\n"
    forms: ClassVar[list[Form]] = []
    table = ""
    max_line = sys.maxsize  # characters

    def __init_subclass__(cls) -> None:
        cls.forms = [value for value in vars(cls).values() if isinstance(value, Form)]

    def __init__(self, table: str) -> None:
        self.table = table
        self.names: dict[str, int] = {}

    @classmethod
    def table_of(cls, content: bytes) -> str:
        """Return the table of the records before the first title of a report."""
        return cls.table

    @classmethod
    def heading(cls, block: Block) -> bytes | None:
        """Return the first lines of a block, if any row can be read with these alone; None if rows need more."""
        return None

    def read(self, text: str, first: int) -> Iterator[ReportRecord]:
        """Yield the records of a text that begins in line ``first``; raises :class:`InputError` without the file."""
        for line, content in lines_of(text, first):
            yield self.record(line, content)

    def record(self, line: int, text: str) -> ReportRecord:
        """Return the record of a line."""
        words = text.rstrip()
        if words and len(text) <= self.max_line:
            for form in self.forms:
                record = form.record(self, line, text, words)
                if record is not None:
                    return record
        return ReportRecord(line, text, UNEXPLAINED if words else EXPLAINED)

    def numbered(self, name: str) -> str:
        """Return the name of a row, with ``#2`` and so on if the table has others of that name."""
        return unique(self.names, name)


@dataclass(eq=False)
class ReportKind:
    """A kind of report.

    ``layout_name`` is a class, as ``MODULE.CLASS`` of this package; the module is loaded when it is needed, because
    most commands need only one. ``repeats`` is whether rows of the same name are usual. ``tables`` is the kind that has
    the same tables in another layout.
    """

    name: str
    layout_name: str
    repeats: bool = False
    tables: str = ""

    @property
    def layout(self) -> type[Layout]:
        """The layout of such reports."""
        module, _, name = self.layout_name.partition(".")
        layout: type[Layout] = getattr(import_module(f"{__package__}.{module}"), name)
        return layout

    def recognised(self, content: bytes) -> bool:
        """Whether this is such a report."""
        return bool(self.layout.recognised.search(content))

    def records(self, part: Part, table: str, file: str) -> Iterator[ReportRecord]:
        """Yield the records of a part of a report, without those of its heading.

        Raises :class:`InputError` with ``file`` and line where it cannot be read.
        """
        first = part.line - part.heading.count(b"\n")
        try:
            for record in self.layout(table).read(decoded(part.heading + part.content), first):
                if record.line >= part.line:
                    if part.lines:
                        record.line = part.lines[record.line - part.line]
                    yield record
        except InputError as error:
            raise InputError(error.problem, file, error.line, UNSCORED) from None

    def report(self, content: bytes, file: str) -> Report:
        """Read a whole report."""
        return Report(self.name, self.records(Part(content, 1), self.layout.table_of(content), file))
