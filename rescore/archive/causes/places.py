"""Figures that stand in the wrong place: two columns exchanged, figures of another row or table."""

from __future__ import annotations

from collections.abc import Iterable

from rescore.archive.causes.case import Case, Explanation, explanation, fits
from rescore.reports.model import Cell

COLUMNS = "columns"


def columns(case: Case) -> Explanation | None:
    """Find two columns in each other's place, the same two wherever figures differ."""
    for pair in [[cell.column for cell in found] for _, found in case.wrong if len(found) == 2]:
        other = dict(zip(pair, reversed(pair)))
        found = [
            cell
            for row, cells in case.wrong
            for cell in cells
            if cell.column in other
            and all(column in row and _is_beside(case, row[column], other[column]) for column in pair)
        ]
        if found:
            shown = " and ".join(pair)
            return explanation(COLUMNS, shown, f"with {shown} exchanged", found)
    return None


def _is_beside(case: Case, cell: Cell, column: str) -> bool:
    now = case.now.get((cell.table, cell.row, column))
    return now is not None and fits(cell, now)


def other_cell(case: Case) -> Explanation | None:
    """Find rows that have the figures of another row, of the same table or of another one."""
    places = dict.fromkeys([name[:2] for name in case.now])
    explained: list[Cell] = []
    moved: list[str] = []
    for row, cells in case.wrong:
        place = (cells[0].table, cells[0].row)
        near = sorted(places, key=lambda other: (other[0] != place[0]) + (other[1] != place[1]))
        source = next((other for other in near if other != place and _is_at(case, row.values(), other)), None)
        if source:
            explained += cells
            moved.append(f"{'/'.join(source)} in {'/'.join(place)}")
    if not moved:
        return None
    shown = moved[0] if len(moved) == 1 else f"{moved[0]} and {len(moved) - 1} more"
    return explanation("other cell", shown, f"with the figures of {shown}", explained)


def _is_at(case: Case, cells: Iterable[Cell], place: tuple[str, str]) -> bool:
    """Whether the cells of a row, as they were published, are those of another one now."""
    others = [(cell, case.now.get((*place, cell.column))) for cell in cells]
    return all(other is not None and fits(cell, other) for cell, other in others)
