"""Verdicts on a report beside an older one, and on a submission."""

from __future__ import annotations

IDENTICAL, LAYOUT, ROUNDING, FIGURES = "identical", "layout", "rounding", "figures"
EXCERPT, FAILED, UNPUBLISHED = "excerpt", "failed", "unpublished"  # of submissions only
VERDICTS = (IDENTICAL, LAYOUT, EXCERPT, ROUNDING, FIGURES, FAILED, UNPUBLISHED)  # from harmless to grave


def graver(*verdicts: str) -> str:
    """Return the gravest of some verdicts."""
    return max(verdicts, key=VERDICTS.index)
