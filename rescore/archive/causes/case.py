"""A case to explain: published cells beside those that the run prints now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rescore.difference.verdicts import FIGURES, Difference, decimal_of, decimals, judge
from rescore.reports.model import Cell, Name, written

Row: TypeAlias = Mapping[str, Cell]  # by column
_TELLING = 3  # digits that cells have together which are no accident


@dataclass(frozen=True, slots=True)
class Explanation:
    """A cause: its kind, what it is about, words that go on after ``identical``, and the cells that it explains."""

    kind: str
    detail: str
    text: str
    names: frozenset[Name] = frozenset()


class Case:
    """Published rows, as they were printed, and recomputed cells by name.

    ``wrong`` are the rows that have other figures now, each with the cells that have them; ``columns`` are
    those of each table and row.
    """

    def __init__(self, rows: Iterable[Sequence[Cell]], now: Iterable[Cell], differences: Iterable[Difference]) -> None:
        self._differences = {
            (one.table, one.row, one.column): (one.column, one.old, one.new)
            for one in differences
            if one.verdict == FIGURES
        }
        self.now: dict[Name, Cell] = {}
        self.columns: dict[tuple[str, str], list[str]] = {}
        for cell in now:
            if self.now.setdefault(cell.name, cell) is cell:
                self.columns.setdefault(cell.name[:2], []).append(cell.column)
        wrong = [(row, list(filter(self._is_wrong, row))) for row in rows]
        self.wrong: list[tuple[Row, list[Cell]]] = [
            ({cell.column: cell for cell in row}, cells) for row, cells in wrong if cells
        ]

    def _is_wrong(self, cell: Cell) -> bool:
        return cell.name in self._differences and cell.name in self.now and not fits(cell, self.now[cell.name])

    def is_at(self, cell: Cell, name: Name) -> bool:
        """Whether a published figure is the one of some name now."""
        now = self.now.get(name)
        return now is not None and fits(cell, now)

    @property
    def cells(self) -> list[Cell]:
        """The published cells that are other figures now."""
        return [cell for _, cells in self.wrong for cell in cells]

    @property
    def size(self) -> int:
        """How many figures are to be explained."""
        return len(self._differences)

    def rest(self, *found: Explanation) -> int:
        """Return how many of them some causes leave; a figure that is printed twice is explained with the other one."""
        names = {name for one in found for name in one.names}
        twins = {what for name, what in self._differences.items() if name in names}
        return sum(what not in twins for what in self._differences.values())

    def said(self, partly: Explanation) -> str:
        """Return what a cause of some differences says beneath those that it does not explain."""
        return f"{self.size - self.rest(partly)} of {self.size} figures are identical {partly.text}"


def explanation(kind: str, detail: str, text: str, cells: Iterable[Cell]) -> Explanation | None:
    """Return what explains cells, None if these are none, or so few digits that it is an accident."""
    found = list(cells)
    digits = sum(sign.isdigit() for cell in found for sign in cell.text.lstrip("-+0."))
    return Explanation(kind, detail, text, frozenset(cell.name for cell in found)) if digits >= _TELLING else None


def fits(old: Cell, new: Cell) -> bool:
    """Whether a published figure is another one, but for rounding, whatever that is called."""
    return judge(old, Cell(*old.name, new.text, new.value if new.is_exact else None, new.line)) != FIGURES


def gives(cell: Cell, value: float) -> bool:
    """Whether a published figure is a value, rounded to its digits."""
    figure = decimal_of(cell)
    return figure is not None and fits(cell, Cell(*cell.name, f"{value:.{decimals(figure)}f}", None, 0))


def listed(cells: Iterable[Cell]) -> str:
    """Return the names of the first of some cells."""
    names = list(dict.fromkeys(written(cell.name) for cell in cells))
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
