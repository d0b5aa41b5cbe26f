"""Typing errors: a figure that does not fit the others of its row, while the one that is printed now does."""

from __future__ import annotations

from rescore.archive.causes.case import Case, Explanation, listed
from rescore.difference.arithmetic import faults_between


def typing_error(case: Case) -> Explanation | None:
    """Find rows with one wrong cell, which their own arithmetic corrects."""
    found = []
    for row, cells in case.wrong:
        (table, _, column), *others = [cell.name for cell in cells]
        right = {**row, column: case.now[cells[0].name]}
        if not others and faults_between(table, [*row.values()]) and not faults_between(table, [*right.values()]):
            found += cells
    if not found:
        return None
    text = f"without a typing error in {listed(found)}"
    return Explanation("typing", listed(found), text, frozenset(cell.name for cell in found))
