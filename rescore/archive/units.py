"""The counts of each unit of a run by cell, kept compactly."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from common.match import Observer, Run, Unit
from rescore.archive.packed import packed, unpacked
from rescore.archive.shapes import shaped
from rescore.explain.records import Record, run_record
from rescore.reports.names import Name
from rescore.scorers.running import is_refused, key_document

Count: TypeAlias = tuple[str, str, str, str, float]  # unit, table, row, column, and what they add up to


_SHAPE = {"run": {}, "cells": [(str, str, str)], "units": [(str, list, str | None)]}
_RUN = {"version": str, "settings": {}, "inputs": [{"role": str, "path": str, "sha256": str}]}


class UnitCounts(Observer):
    """Adds up what the matches of each unit add to the cells of the report."""

    __slots__ = ("_cells", "_record", "_run", "_units")

    def __init__(self) -> None:
        self._run: Run | None = None
        self._record: Record = {}
        self._cells: dict[Name, int] = {}
        self._units: list[tuple[str, list[tuple[int, float]], str | None]] = []

    def begin(self, run: Run) -> None:
        """Receive what is scored."""
        self._run = run
        self._record = run_record(run, ())

    def unit(self, unit: Unit) -> None:
        """Add up the matches of a unit."""
        assert self._run is not None, "a run begins before its units"
        matches = list(unit.matches)
        if is_refused(self._run, matches):
            return
        plus = self._run.plus
        amounts: dict[int, float] = {}
        for match in matches:
            for table, row, column, amount in self._run.cells(unit, match):
                number = self._cells.setdefault((table, row, column), len(self._cells))
                amounts[number] = plus(amounts[number], amount) if number in amounts else amount
        self._units.append((unit.name, list(amounts.items()), key_document(unit)))

    def compressed(self) -> bytes:
        """Return the counts as bytes that :class:`CountedUnits` reads."""
        counted = {"run": self._record, "cells": list(self._cells), "units": self._units}
        return packed(json.dumps(counted, separators=(",", ":")).encode())


class CountedUnits:
    """The counts of a run, read again: its record, and by name of a unit its amounts, and its file on the key side.

    Raises ``ValueError``, ``TypeError`` or ``zlib.error`` where they are damaged.
    """

    __slots__ = ("_cells", "_units", "run")

    def __init__(self, compressed: bytes) -> None:
        counted = shaped(json.loads(unpacked(compressed)), _SHAPE)
        self.run: Record = counted["run"] and shaped(counted["run"], _RUN)
        self._cells = [tuple(cell) for cell in counted["cells"]]
        self._units = counted["units"]
        numbers = range(len(self._cells))
        for _, amounts, _ in self._units:
            for number, amount in amounts:
                if not isinstance(number, int) or number not in numbers or not isinstance(amount, (int, float)):
                    raise ValueError("no count of a cell")

    @property
    def key_files(self) -> dict[str, str]:
        """The files on the key side, by unit, of units that have a file each."""
        return {name: file for name, _, file in self._units if file is not None}

    def counts(self) -> Iterator[Count]:
        """Yield the counts, unit by unit."""
        for unit, amounts, _ in self._units:
            for number, amount in amounts:
                yield unit, *self._cells[number], amount

    def of_cells(self, cells: Sequence[Name]) -> dict[str, list[float]]:
        """Return the counts of some cells by unit, 0 where nothing was counted."""
        places = {self._cells.index(cell): place for place, cell in enumerate(cells) if cell in self._cells}
        counts = {}
        for unit, amounts, _ in self._units:
            row = counts[unit] = [0.0] * len(cells)
            for number, amount in amounts:
                if number in places:
                    row[places[number]] = float(amount)
        return counts
