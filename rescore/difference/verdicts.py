"""The verdicts, and what is said of a difference."""

from __future__ import annotations

from dataclasses import dataclass

IDENTICAL, LAYOUT, ROUNDING, FIGURES = "identical", "layout", "rounding", "figures"
VERDICTS = (IDENTICAL, LAYOUT, ROUNDING, FIGURES)  # from harmless to grave


@dataclass(slots=True)
class Difference:
    """A cell that differs between the two reports, or that one of them lacks: then its text is None.

    ``notes`` say what does not hold within a report itself. Lines that no layout explains have no column; their row
    tells where they stand.
    """

    table: str
    row: str
    column: str
    old: str | None
    new: str | None
    verdict: str
    notes: tuple[str, ...] = ()


def graver(one: str, other: str) -> str:
    """Return the graver of two verdicts."""
    return max(one, other, key=VERDICTS.index)
