"""A kind of report: how it is recognised and read."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from common.errors import InputError
from rescore.reports.model import Part, Record, Report, Stretch, decoded
from rescore.statuses import UNSCORED

BEGINNING = 1 << 16  # bytes


class Kind:
    """A kind of report.

    ``layout`` names the module that recognises and reads it, which is loaded when it is needed: most commands need one
    of them. ``repeats`` tells whether rows of the same name are usual; ``tables`` names the kind whose tables these are
    in another layout.
    """

    __slots__ = ("_layout", "name", "repeats", "tables")

    def __init__(self, name: str, layout: str, *, repeats: bool = False, tables: str = "") -> None:
        self.name = name
        self._layout = f"{__package__}.{layout}"
        self.repeats = repeats
        self.tables = tables or name

    @property
    def _module(self) -> Any:  # noqa: ANN401
        return import_module(self._layout)

    @property
    def blocks(self) -> tuple[bytes, ...]:
        """The bytes that a part can begin at which is read without what stands before it.

        But for the table's name, which :meth:`table_of` finds in the whole report.
        """
        blocks: tuple[bytes, ...] = getattr(self._module, "BLOCKS", ())
        return blocks

    @property
    def row(self) -> bytes:
        """What a row begins with, from the line end before it on."""
        return bytes(getattr(self._module, "ROW", b"\n"))

    def heading(self, block: Stretch) -> bytes | None:
        """Return the lines at the beginning of a block that each of its rows is read with.

        None if rows need more than that.
        """
        lines: bytes | None = getattr(self._module, "heading", _no_heading)(block)
        return lines

    def recognised(self, content: bytes) -> bool:
        """Whether this is such a report."""
        return bool(self._module.RECOGNISED.search(content))

    def table_of(self, content: bytes) -> str:
        """Return the table that the records before the first title of a report belong to."""
        return str(getattr(self._module, "table_of", _no_table)(content))

    def records(self, part: Part, table: str, file: str) -> Iterator[Record]:
        """Yield the records of a part of a report, not those of the heading that it is read with.

        Raises :class:`InputError` with ``file`` and line where it cannot be read.
        """
        begin, lines = part.line, part.lines
        first = begin - part.heading.count(b"\n")
        try:
            for record in self._module.read(decoded(part.heading + part.content), first, table):
                if record.line >= begin:
                    if lines:
                        record.line = lines[record.line - begin]
                    yield record
        except InputError as error:
            raise InputError(error.problem, file, error.line, UNSCORED) from None

    def report(self, content: bytes, file: str) -> Report:
        """Return a whole report, read."""
        return Report(self.name, self.records(Part(content, 1), self.table_of(content), file))


def _no_heading(block: Stretch) -> None:
    return None


def _no_table(content: bytes) -> str:
    return ""
