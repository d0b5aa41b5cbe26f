"""Rows and texts of a run on pages that browsers can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import groupby

from rescore.explain.marks import MarkedText
from rescore.explain.rows import MatchRow

MAX_ROWS = 5000  # of a page
MAX_PAGE_BYTES = 1_500_000  # of rows and texts, as far as they can be foreseen


@dataclass(slots=True)
class Items:
    """What a page shows of the items of a run."""

    rows: list[MatchRow] = field(default_factory=list)
    texts: list[MarkedText] = field(default_factory=list)
    file: str = ""
    size: int = 0

    @property
    def span(self) -> str:
        """The first and the last unit."""
        return " to ".join(dict.fromkeys([self.rows[0].record["unit"], self.rows[-1].record["unit"]]))

    def add(self, piece: MatchRow | MarkedText) -> None:
        """Put a row or a text on the page."""
        if isinstance(piece, MatchRow):
            self.rows.append(piece)
        else:
            self.texts.append(piece)
        self.size += piece.size

    def has_room(self, rows: int, size: int) -> bool:
        """Whether so many rows of so many bytes fit besides."""
        return len(self.rows) + rows <= MAX_ROWS and self.size + size <= MAX_PAGE_BYTES


def paged(rows: Iterable[MatchRow], texts: Iterable[MarkedText], group: Callable[[str], str]) -> list[Items]:
    """Return rows and texts on pages, which begin with a group of units if it is not too long for one."""
    groups: dict[str, list[MatchRow | MarkedText]] = {}
    for text in texts:
        groups.setdefault(group(text.unit), []).append(text)
    for name, some in groupby(rows, lambda row: group(row.record["unit"])):
        groups.setdefault(name, []).extend(some)
    pages = [Items()]
    for pieces in groups.values():
        if not pages[-1].has_room(len(pieces), sum(piece.size for piece in pieces)) and pages[-1].size:
            pages.append(Items())
        for piece in pieces:
            if not pages[-1].has_room(1, piece.size) and pages[-1].size:
                pages.append(Items())
            pages[-1].add(piece)
    return pages
