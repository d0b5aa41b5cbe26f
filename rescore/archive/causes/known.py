"""Causes that published and recomputed figures show without another run, the surest first.

Each is a function that returns an explanation of a case, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from rescore.difference.verdicts import (
    FIGURES,
    Difference,
    decimal_of,
    decimals,
    faults_between,
    judge,
    relations_between,
)
from rescore.reports.model import Cell, Name, written
from rescore.scorers.profile import Profile, Relation

Row: TypeAlias = Mapping[str, Cell]  # by column

_TELLING = 3  # cells with fewer digits in total may agree by accident
COLUMNS = "columns"
_MAX_CELLS = 500  # cells to explain; each is compared with all others
_UNITS = ((2, "in per cent"), (-2, "as shares of 1"))
_ROWS: tuple[Callable[[str], bool], ...] = (
    lambda row: True,
    lambda row: "." in row,  # slots of muc-score
    lambda row: "." not in row and not row.startswith("ALL "),  # its classes
)
_ANY = 50.0


@dataclass(frozen=True, slots=True)
class Explanation:
    """A cause: its kind and detail, its ``text``, which follows ``identical``, and the cells that it explains."""

    kind: str
    detail: str
    text: str
    names: frozenset[Name] = frozenset()


class Case:
    """Published rows and recomputed cells by name.

    ``wrong`` holds the rows whose figures differ, with the cells that differ; ``columns`` are those of each table and
    row.
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
        return cell.name in self._differences and cell.name in self.now and not _fits(cell, self.now[cell.name])

    def is_at(self, cell: Cell, name: Name) -> bool:
        """Whether a published figure equals the recomputed one of that name."""
        now = self.now.get(name)
        return now is not None and _fits(cell, now)

    @property
    def cells(self) -> list[Cell]:
        """The published cells whose figures differ."""
        return [cell for _, cells in self.wrong for cell in cells]

    @property
    def size(self) -> int:
        """The number of figures to explain."""
        return len(self._differences)

    def rest(self, *found: Explanation) -> int:
        """Return the number of figures that the causes leave unexplained; equal differences are explained together."""
        names = {name for one in found for name in one.names}
        twins = {what for name, what in self._differences.items() if name in names}
        return sum(what not in twins for what in self._differences.values())

    def said(self, partly: Explanation) -> str:
        """Return the text of a hint for a cause that explains only some of the differences."""
        return f"{self.size - self.rest(partly)} of {self.size} figures are identical {partly.text}"


def _explanation(kind: str, detail: str, text: str, cells: Iterable[Cell]) -> Explanation | None:
    """Return an explanation of cells, or None if they have so few digits that they may agree by accident."""
    found = list(cells)
    digits = sum(sign.isdigit() for cell in found for sign in cell.text.lstrip("-+0."))
    return Explanation(kind, detail, text, frozenset(cell.name for cell in found)) if digits >= _TELLING else None


def _fits(old: Cell, new: Cell) -> bool:
    """Whether two figures are equal up to rounding, whatever their names."""
    return judge(old, Cell(*old.name, new.text, new.value if new.is_exact else None, new.line)) != FIGURES


def _gives(cell: Cell, value: float) -> bool:
    """Whether a published figure equals a value, rounded to as many decimals as the figure has."""
    figure = decimal_of(cell)
    return figure is not None and _fits(cell, Cell(*cell.name, f"{value:.{decimals(figure)}f}", None, 0))


def _listed(cells: Iterable[Cell]) -> str:
    """Return the name of the first cell, and the number of the others."""
    names = list(dict.fromkeys(written(cell.name) for cell in cells))
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def known(case: Case) -> tuple[list[Explanation], list[Explanation]]:
    """Return the one or two causes that explain all figures and, if none do, those of at least half, best first."""
    found = [one for cause in _CAUSES if case.size <= _MAX_CELLS and (one := cause(case))]
    for size in (1, 2):
        for together in combinations(found, size):
            if not case.rest(*together):
                return list(together), []
    return [], sorted([one for one in found if case.rest(one) <= case.size / 2], key=case.rest)


def _per_cent(case: Case) -> Explanation | None:
    """Find cells that are a hundred times the printed ones, or a hundredth."""
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
    return _fits(share, Cell("", "", "", str(figure.scaleb(-abs(shift))), None, 0))


def _columns(case: Case) -> Explanation | None:
    """Find two columns that are exchanged in all rows that differ."""
    for pair in [[cell.column for cell in found] for _, found in case.wrong if len(found) == 2]:
        other = dict(zip(pair, reversed(pair)))
        found = [
            cell
            for row, cells in case.wrong
            for cell in cells
            if cell.column in other
            and all(column in row and case.is_at(row[column], (cell.table, cell.row, other[column])) for column in pair)
        ]
        if found:
            shown = " and ".join(pair)
            return _explanation(COLUMNS, shown, f"with {shown} exchanged", found)
    return None


def _mean(case: Case) -> Explanation | None:
    """Find cells, such as F, that are the arithmetic instead of the harmonic mean of their two parts."""

    def values(cell: Cell) -> Iterator[float]:
        for relation in _relations(case, cell):
            parts = _parts(case, cell, relation)
            if len(parts) == 2 and relation.compute(_ANY, _ANY) == _ANY:  # a mean of two
                yield sum(float(part.value) for part in parts) / len(parts)

    return _computed(case, "mean", "with {} as the mean of precision and recall", values)


def _rounded(case: Case) -> Explanation | None:
    """Find cells that were computed from other figures after these had been rounded."""

    def values(cell: Cell) -> Iterator[float]:
        for relation in _relations(case, cell):
            parts = _parts(case, cell, relation)
            if any(isinstance(part.value, float) for part in parts):
                most = max(decimals(figure) for part in parts if (figure := decimal_of(part)) is not None)
                for digits in range(most - 1, -1, -1):
                    yield relation.compute(*[round(float(part.value), digits) for part in parts])

    return _computed(case, "rounded", "with {} computed from rounded figures", values)


def _macro(case: Case) -> Explanation | None:
    """Find cells that are the mean over other rows of their table, or computed from such means."""

    def mean(cell: Cell, column: str, chosen: Callable[[str], bool]) -> float | None:
        values = [
            float(now.value)
            for (table, row, what), now in case.now.items()
            if (table, what) == (cell.table, column) and row != cell.row and chosen(row)
            if not isinstance(now.value, str)
        ]
        return sum(values) / len(values) if len(values) > 1 else None

    def values(cell: Cell) -> Iterator[float]:
        relations = _relations(case, cell)
        for chosen in _ROWS if relations else ():  # counts, which no relation computes, are sums
            if (value := mean(cell, cell.column, chosen)) is not None:
                yield value
            for relation in relations:
                parts = [mean(cell, part, chosen) for part in relation.parts]
                yield from [] if None in parts else [relation.compute(*[part for part in parts if part is not None])]

    return _computed(case, "macro", "with {} as the mean over the other rows", values)


def _computed(case: Case, change: str, text: str, values: Callable[[Cell], Iterable[float]]) -> Explanation | None:
    found = [cell for cell in case.cells if any(_gives(cell, value) for value in values(cell))]
    return _explanation(change, _listed(found), text.format(_listed(found)), found) if found else None


def _relations(case: Case, cell: Cell) -> list[Relation]:
    """Return the relations that compute a cell from printed cells."""
    relations = relations_between(cell.table, tuple(case.columns[cell.table, cell.row]))
    return [relation for relation in relations if relation.column == cell.column]


def _parts(case: Case, cell: Cell, relation: Relation) -> Sequence[Cell]:
    """Return the cells from which a relation computes a cell, or nothing if one of them is not a number."""
    parts = [case.now[cell.table, cell.row, part] for part in relation.parts]
    return [] if any(isinstance(part.value, str) for part in parts) else parts


def _other_cell(case: Case) -> Explanation | None:
    """Find rows that have the figures of another row, in the same table or another one."""
    places = dict.fromkeys([name[:2] for name in case.now])
    explained: list[Cell] = []
    moved: list[str] = []
    for row, cells in case.wrong:
        place = cells[0].name[:2]
        near = sorted(places, key=lambda other: (other[0] != place[0]) + (other[1] != place[1]))
        fitting = (other for other in near if all(case.is_at(cell, (*other, cell.column)) for cell in row.values()))
        if source := next((other for other in fitting if other != place), None):
            explained += cells
            moved.append(f"{'/'.join(source)} in {'/'.join(place)}")
    if not moved:
        return None
    shown = moved[0] if len(moved) == 1 else f"{moved[0]} and {len(moved) - 1} more"
    return _explanation("other cell", shown, f"with the figures of {shown}", explained)


def _typing_error(case: Case) -> Explanation | None:
    """Find rows with one wrong cell that does not match the other cells of the row."""
    found = []
    for row, cells in case.wrong:
        table, _, column = cells[0].name
        right = {**row, column: case.now[cells[0].name]}
        is_alone = len(cells) == 1 and faults_between(table, [*row.values()])
        if is_alone and not faults_between(table, [*right.values()]):
            found += cells
    if not found:
        return None
    text = f"without a typing error in {_listed(found)}"
    return Explanation("typing", _listed(found), text, frozenset(cell.name for cell in found))


_CAUSES = (_per_cent, _columns, _mean, _rounded, _macro, _other_cell, _typing_error)


def other_key_total(case: Case, scorer: Profile, key_with: Callable[[Cell], str]) -> Explanation | None:
    """Find a total that is not the key's; ``key_with`` returns the name of a key with it, or an empty text."""
    column, things = scorer.key_total
    for cell in case.cells:
        now = case.now[cell.name].value
        if cell.column == column and not isinstance(cell.value, str) and not isinstance(now, str):
            other = key_with(cell)
            text = f"{cell.value:g} {things}{other and f' as in {other}'}, this key has {now:g}"
            return Explanation("other key total", f"{cell.value:g}", text)
    return None
