"""Rows of a table that quote from texts; the quotations are cut out when the rows are asked for.

Annotations may be nested, so the quotations from a text may be many times as long as the text.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Quote = tuple[str, int, int]  # a text, and where in it the quotation starts and ends


class QuotingRows:
    """Rows of cells, to be walked through as often as need be. A cell is a text or a quotation."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: list[list[str | Quote]] = []

    def add(self, row: list[str | Quote]) -> None:
        """Append a row."""
        self._rows.append(row)

    def __iter__(self) -> Iterator[list[str]]:
        for row in self._rows:
            yield [cell if isinstance(cell, str) else cell[0][cell[1] : cell[2]] for cell in row]
