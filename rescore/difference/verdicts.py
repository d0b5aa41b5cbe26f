"""The verdicts, and what is said of a difference."""

from __future__ import annotations

IDENTICAL, LAYOUT, ROUNDING, FIGURES = "identical", "layout", "rounding", "figures"
VERDICTS = (IDENTICAL, LAYOUT, ROUNDING, FIGURES)  # from harmless to grave


class Difference:
    """A cell that differs between the two reports, or that one of them lacks: then its text is None.

    ``notes`` say what does not hold within a report itself. Lines that no layout explains have no column; their row
    tells where they stand.
    """

    __slots__ = ("column", "new", "notes", "old", "row", "table", "verdict")

    def __init__(
        self,
        table: str,
        row: str,
        column: str,
        old: str | None,
        new: str | None,
        verdict: str,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.table = table
        self.row = row
        self.column = column
        self.old = old
        self.new = new
        self.verdict = verdict
        self.notes = notes


def graver(one: str, other: str) -> str:
    """Return the graver of two verdicts."""
    return max(one, other, key=VERDICTS.index)
