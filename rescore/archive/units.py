"""The counts of each unit of a run by cell: sampled while it runs, kept compactly, read again."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypedDict

import msgspec

from common.result import Match, Observer, Run, Unit
from rescore.archive.packed import packed, unpacked
from rescore.explain.records import Record, run_record
from rescore.reports.names import Name
from rescore.scorers.running import is_refused, key_document

Count: TypeAlias = tuple[str, str, str, str, float]  # unit, table, row, column, and what they add up to
Column: TypeAlias = Name  # what is counted: a cell, or, without table and row, something that a unit has besides


class _Input(TypedDict):
    role: str
    path: str
    sha256: str


class _Run(TypedDict):
    version: str
    settings: dict[str, Any]
    inputs: list[_Input]


class UnitCounts(msgspec.Struct):
    """Counts by unit: the record of the run, the columns, and of each unit its name, amounts by the numbers of columns,
    and the file on the key side if that is all its own.
    """

    run: Record
    cells: list[Column]
    units: list[tuple[str, list[tuple[int, float | int]], str | None]]

    def compressed(self) -> bytes:
        """Return the counts as bytes that :func:`counts_of` reads."""
        counted = {"run": self.run, "cells": self.cells, "units": self.units}
        return packed(json.dumps(counted, separators=(",", ":")).encode())

    @property
    def key_files(self) -> dict[str, str]:
        """The files on the key side, by unit, of units that have a file each."""
        return {name: file for name, _, file in self.units if file is not None}

    def counts(self) -> Iterator[Count]:
        """Yield the counts, unit by unit."""
        for unit, amounts, _ in self.units:
            for number, amount in amounts:
                yield unit, *self.cells[number], amount

    def of_cells(self, cells: Sequence[Column]) -> dict[str, list[float]]:
        """Return the counts of some cells by unit, 0 where nothing was counted."""
        places = {self.cells.index(cell): place for place, cell in enumerate(cells) if cell in self.cells}
        counts = {}
        for unit, amounts, _ in self.units:
            row = counts[unit] = [0.0] * len(cells)
            for number, amount in amounts:
                if number in places:
                    row[places[number]] = float(amount)
        return counts


def counts_of(compressed: bytes) -> UnitCounts:
    """Return counts that were kept. Raises ``ValueError``, ``TypeError``, or the errors of zlib and msgspec where they
    are damaged.
    """
    counted = msgspec.convert(json.loads(unpacked(compressed)), UnitCounts)
    if counted.run:
        msgspec.convert(counted.run, _Run)
    if any(not 0 <= number < len(counted.cells) for _, amounts, _ in counted.units for number, _ in amounts):
        raise ValueError("no count of a cell")
    return counted


class Sampler(Observer):
    """Adds up what the matches of each unit add to the cells of the report: to all, or to the ``columns`` of a run."""

    def __init__(self, columns: Callable[[Run], Iterable[Column]] | None = None) -> None:
        self.run: Run | None = None
        self._record: Record = {}
        self._columns = columns
        self._places: dict[Column, int] = {}
        self._units: list[tuple[str, list[tuple[int, float | int]], str | None]] = []
        self._known: dict[Hashable, list[tuple[int, float]]] = {}  # by signature

    @property
    def counts(self) -> UnitCounts:
        """What was counted."""
        return UnitCounts(self._record, [*self._places], self._units)

    def begin(self, run: Run) -> None:
        """Find out what to count."""
        self.run = run
        self._record = run_record(run, ())
        for column in self._columns(run) if self._columns else ():
            self._places.setdefault(column, len(self._places))

    def unit(self, unit: Unit) -> None:
        """Add up the matches of a unit; equal signatures add the same."""
        assert self.run is not None, "a run begins before its units"
        if self.run.by_unit:
            self._known.clear()
        matches = list(unit.matches)
        if is_refused(self.run, matches):
            return
        plus = self.run.plus
        amounts: dict[int, float] = {}
        for match in matches:
            for number, amount in self._amounts(self.run, unit, match):
                amounts[number] = plus(amounts[number], amount) if number in amounts else amount
        for size, number in unit.sizes.items():
            if ("", "", size) in self._places:
                amounts[self._places["", "", size]] = number
        self._units.append((unit.name, list(amounts.items()), key_document(unit)))

    def _amounts(self, run: Run, unit: Unit, match: Match) -> list[tuple[int, float]]:
        """Return what a match adds to the columns that are counted, by their numbers."""
        found = self._known.get(match.signature)
        if found is None:
            cells = [((table, row, column), amount) for table, row, column, amount in run.cells(unit, match)]
            if self._columns is None:
                for cell, _ in cells:
                    self._places.setdefault(cell, len(self._places))
            found = [(self._places[cell], amount) for cell, amount in cells if cell in self._places]
            self._known[match.signature] = found
        return found
