"""Shares that were published in per cent, and the reverse."""

from __future__ import annotations

from rescore.archive.causes.case import Case, Explanation, fits
from rescore.difference.verdicts import decimal_of
from rescore.reports.model import Cell

_UNITS = ((2, "in per cent"), (-2, "as shares of 1"))


def per_cent(case: Case) -> Explanation | None:
    """Find cells that are a hundred times as large as those that are printed, or as small."""
    for shift, text in _UNITS:
        found = [cell for cell in case.cells if _is_moved(cell, case.now[cell.name], shift)]
        if found:
            return Explanation("per cent", text, text, frozenset(cell.name for cell in found))
    return None


def _is_moved(old: Cell, new: Cell, shift: int) -> bool:
    """Whether a published figure is a printed one with the point moved by some digits."""
    share, percentage = (new, old) if shift > 0 else (old, new)
    figure = decimal_of(percentage)
    if figure is None or isinstance(share.value, str) or not 0 < share.value <= 1:
        return False
    return fits(share, Cell("", "", "", str(figure.scaleb(-abs(shift))), None, 0))
