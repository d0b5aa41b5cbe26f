"""Totals that are those of another key."""

from __future__ import annotations

from collections.abc import Callable

from rescore.archive.causes.case import Case, Explanation
from rescore.reports.model import Cell
from rescore.scorers.profile import Profile


def other_key_total(case: Case, scorer: Profile, key_with: Callable[[Cell], str]) -> Explanation | None:
    """Find a total of the key that this key does not have. ``key_with`` names another key that gives a cell, if any."""
    column, things = scorer.key_total
    for cell in case.cells:
        now = case.now[cell.name].value
        if cell.column == column and not isinstance(cell.value, str) and not isinstance(now, str):
            other = key_with(cell)
            text = f"{cell.value:g} {things}{other and f' as in {other}'}, this key has {now:g}"
            return Explanation("other key total", f"{cell.value:g}", text, frozenset())
    return None
