"""The details table of either version, which quotes from texts (MATScore documentation, 'Details').

Quotations are cut out when the rows are asked for: annotations may be nested, so that the quotations from a text may be
many times as long as the text.
"""

from __future__ import annotations

from mat_score.report.output import DETAILS, PlainTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Quote = tuple[str, int, int]  # a text, and where in it the quotation starts and ends

CONTENTS = ("refcontent", "hypcontent")


class DetailsTable(PlainTable):
    """A table whose last two columns quote the annotations."""

    __slots__ = ("_rows",)

    def __init__(self, columns: Sequence[str]) -> None:
        super().__init__("Details:", DETAILS, [*columns, *CONTENTS], quoted=len(CONTENTS))
        self._rows: list[list[str | Quote]] = []

    def rows(self) -> Iterator[list[str]]:
        """Yield the rows with the quotations."""
        for row in self._rows:
            yield [cell if isinstance(cell, str) else cell[0][cell[1] : cell[2]] for cell in row]
