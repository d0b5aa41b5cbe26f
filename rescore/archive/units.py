"""The counts of each unit of a run by cell, kept compactly."""

from __future__ import annotations

import json
import zlib

from common.result import Observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    from common.result import Run, Unit

    Count: TypeAlias = tuple[str, str, str, str, float]  # unit, table, row, column, and what they add up to


class UnitCounts(Observer):
    """Adds up what the meetings of each unit add to the cells of the report."""

    __slots__ = ("_cells", "_run", "_units")

    def __init__(self) -> None:
        self._run: Run | None = None
        self._cells: dict[tuple[str, str, str], int] = {}
        self._units: list[tuple[str, list[tuple[int, float]]]] = []

    def begin(self, run: Run) -> None:
        """Hear what is scored."""
        self._run = run

    def unit(self, unit: Unit) -> None:
        """Add up the meetings of a unit."""
        assert self._run is not None, "a run begins before its units"
        plus = self._run.plus
        amounts: dict[int, float] = {}
        for met in unit.mets:
            for table, row, column, amount in self._run.cells(unit, met):
                number = self._cells.setdefault((table, row, column), len(self._cells))
                amounts[number] = plus(amounts[number], amount) if number in amounts else amount
        self._units.append((unit.name, list(amounts.items())))

    def compressed(self) -> bytes:
        """Return the counts as bytes that :func:`unit_counts` reads."""
        return zlib.compress(json.dumps([list(self._cells), self._units], separators=(",", ":")).encode())


def unit_counts(compressed: bytes) -> Iterator[Count]:
    """Yield the counts, unit by unit."""
    cells, units = json.loads(zlib.decompress(compressed))
    for unit, amounts in units:
        for number, amount in amounts:
            table, row, column = cells[number]
            yield unit, table, row, column, amount
