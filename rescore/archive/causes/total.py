"""Totals that are those of another key."""

from __future__ import annotations

from rescore.archive.causes.case import Case, Explanation
from rescore.scorers.profile import Profile


def other_key_total(case: Case, scorer: Profile) -> Explanation | None:
    """Find a total of the key that this key does not have."""
    column, things = scorer.key_total
    for cell in case.cells:
        now = case.now[cell.name].value
        if cell.column == column and not isinstance(cell.value, str) and not isinstance(now, str):
            text = f"{cell.value:g} {things}, this key has {now:g}"
            return Explanation("other key total", f"{cell.value:g}", text, frozenset())
    return None
