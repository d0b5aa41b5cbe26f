"""A report as an object: its bytes, and what is in them, which is read once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from legacy_scorers.common.errors import InputError
from legacy_scorers.rescore.reports.model import BEGINNING, Cell, Layout, ReportLine


class Report:
    """A report, or what may be one: its bytes, the layouts that it may have, and its name in messages.

    A user may say that it has the layout ``kind``, though nothing in it shows that.
    """

    def __init__(
        self, content: bytes, layouts: Sequence[type[Layout]], name: str = "", kind: type[Layout] | None = None
    ) -> None:
        self.content = content
        self.name = name
        self._layouts = layouts
        self._kind = kind

    @cached_property
    def layout(self) -> type[Layout] | None:
        """The first of the layouts that it has, or None."""
        if self._kind:
            return self._kind
        parts = self.content[:BEGINNING], self.content  # the beginning is usually enough
        return next((layout for part in parts for layout in self._layouts if layout.is_in(part)), None)

    @cached_property
    def records(self) -> list[ReportLine]:
        """Its records; without a layout, a line is one, too. Raises :class:`InputError` if it cannot be read."""
        return self.layout.report(self.content, self.name) if self.layout else self.lines

    def passing_records(self) -> Iterable[ReportLine]:
        """Return its records, which are not kept: those of a long report take twenty times its size."""
        return (self.layout or Layout).records(self.content, self.name)

    @cached_property
    def lines(self) -> list[ReportLine]:
        """Its lines, as if it had no layout."""
        return Layout.report(self.content, self.name)

    @cached_property
    def readable(self) -> list[ReportLine]:
        """Its records, none if it has no layout or cannot be read."""
        try:
            return self.records if self.layout else []
        except InputError:
            return []

    @cached_property
    def cells(self) -> list[Cell]:
        """Its cells and means of them, none of tables that only list things; raises what ``records`` does."""
        kind = self.layout or Layout
        records = self.records if kind.table_of(self.content) not in kind.listings else []
        cells = (cell for record in records for cell in record.cells if cell.table not in kind.listings)
        return list(kind.with_means(cells))
