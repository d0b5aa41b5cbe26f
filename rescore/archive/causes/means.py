"""Figures that were made of others by hand: means of rows, means of columns, figures made of rounded ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from rescore.archive.causes.case import Case, Explanation, explanation, gives, listed
from rescore.difference.arithmetic import relations_between
from rescore.difference.verdicts import decimal_of, decimals
from rescore.reports.model import Cell
from rescore.scorers.profile import Relation

Values: TypeAlias = Callable[[Cell], Iterator[float]]
_ROWS: tuple[Callable[[str], bool], ...] = (
    lambda row: True,
    lambda row: "." in row,  # slots of muc-score
    lambda row: "." not in row and not row.startswith("ALL "),  # its classes
)
_ANY = 50.0


def macro(case: Case) -> Explanation | None:
    """Find cells that are the mean over other rows of their table, or made of such means."""

    def mean(cell: Cell, column: str, chosen: Callable[[str], bool]) -> float | None:
        table, of_row, _ = cell.name
        values = [
            float(now.value)
            for (where, row, what), now in case.now.items()
            if (where, what) == (table, column) and row != of_row and chosen(row) and not isinstance(now.value, str)
        ]
        return sum(values) / len(values) if len(values) > 1 else None

    def values(cell: Cell) -> Iterator[float]:
        for chosen in _ROWS if _relations(case, cell) else ():  # counts have sums
            if (value := mean(cell, cell.column, chosen)) is not None:
                yield value
            for relation in _relations(case, cell):
                parts = [mean(cell, part, chosen) for part in relation.parts]
                yield from [] if None in parts else [relation.compute(*[part for part in parts if part is not None])]

    return _computed(case, "macro", "with {} as the mean over the other rows", values)


def mean(case: Case) -> Explanation | None:
    """Find cells that are the mean of what they should be the harmonic mean of: F of precision and recall."""

    def values(cell: Cell) -> Iterator[float]:
        for relation in _relations(case, cell):
            parts = _parts(case, cell, relation)
            if len(parts) == 2 and relation.compute(_ANY, _ANY) == _ANY:  # a mean of two
                yield sum(float(part.value) for part in parts) / len(parts)

    return _computed(case, "mean", "with {} as the mean of precision and recall", values)


def rounded(case: Case) -> Explanation | None:
    """Find cells that were computed from other figures after these had been rounded."""

    def values(cell: Cell) -> Iterator[float]:
        for relation in _relations(case, cell):
            parts = _parts(case, cell, relation)
            if any(isinstance(part.value, float) for part in parts):
                for digits in range(_decimals(parts), -1, -1):
                    yield relation.compute(*[round(float(part.value), digits) for part in parts])

    return _computed(case, "rounded", "with {} computed from rounded figures", values)


def _computed(case: Case, change: str, text: str, values: Values) -> Explanation | None:
    """Return what explains cells that are one of some values."""
    found = [cell for cell in case.cells if any(gives(cell, value) for value in values(cell))]
    return explanation(change, listed(found), text.format(listed(found)), found) if found else None


def _relations(case: Case, cell: Cell) -> list[Relation]:
    """Return what a cell is computed by, of cells that are printed."""
    return [
        relation
        for relation in relations_between(cell.table, tuple(case.columns[cell.table, cell.row]))
        if relation.column == cell.column
    ]


def _parts(case: Case, cell: Cell, relation: Relation) -> list[Cell]:
    """Return the cells that one is computed from, none if one of these is no number."""
    parts = [case.now[cell.table, cell.row, part] for part in relation.parts]
    return [] if any(isinstance(part.value, str) for part in parts) else parts


def _decimals(parts: Sequence[Cell]) -> int:
    """Return one less than the most decimals of some cells."""
    return max(decimals(figure) for part in parts if (figure := decimal_of(part)) is not None) - 1
