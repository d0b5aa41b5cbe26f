"""The counts of each unit of a run by cell: sums them up, stores them compactly, reads them again."""

from __future__ import annotations

import json
import zlib
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, TypedDict

import msgspec

from common.result import Observer, Run, Unit
from rescore.explain.conditions import Record, run_record
from rescore.reports.model import REFUSED, Name

_MAX_GROWTH = 64  # times the packed size


def packed(content: bytes) -> bytes:
    """Return bytes that :func:`unpacked` reads."""
    small = zlib.compress(content, 1)
    return small if len(content) <= _MAX_GROWTH * len(small) else zlib.compress(content, 0)


def unpacked(content: bytes) -> bytes:
    """Unpack bytes. Raises ``ValueError``, ``TypeError`` or ``zlib.error`` if they are damaged or grow too long."""
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(content, _MAX_GROWTH * len(content) + 1)
    if len(found) > _MAX_GROWTH * len(content) or not unpacking.eof:
        raise ValueError("unpacks to too much, or is cut off")
    return found


class _Input(TypedDict):
    role: str
    path: str
    sha256: str


class _Run(TypedDict):
    command: str
    version: str
    settings: dict[str, Any]
    inputs: list[_Input]


class UnitCounts(msgspec.Struct):
    """Counts by unit of a run."""

    run: Record
    cells: list[Name]  # without table and row: a size of a unit, such as its number of tokens
    units: list[tuple[str, list[tuple[int, float | int]], str | None]]  # name, amounts by cell's index, own key file

    def compressed(self) -> bytes:
        """Return the counts as bytes that :func:`counts_of` reads."""
        return packed(json.dumps(msgspec.structs.asdict(self), separators=(",", ":")).encode())

    def counts(self) -> Iterator[tuple[str, str, str, str, float]]:
        """Yield unit, table, row, column and amount of the cells of reports, unit by unit."""
        for unit, amounts, _ in self.units:
            for index, amount in amounts:
                if self.cells[index][0]:
                    yield unit, *self.cells[index], amount

    def of_cells(self, cells: Sequence[Name]) -> dict[str, list[float]]:
        """Return the counts of some cells by unit, 0 where nothing was counted."""
        indices = {cell: index for index, cell in enumerate(self.cells)}
        wanted = [indices.get(cell, -1) for cell in cells]
        counts = {}
        for unit, amounts, _ in self.units:
            found = dict(amounts)
            counts[unit] = [float(found.get(index, 0)) for index in wanted]
        return counts


def counts_of(compressed: bytes) -> UnitCounts:
    """Return stored counts. Raises ``ValueError``, ``TypeError``, or errors of zlib and msgspec for damaged counts."""
    counted = msgspec.convert(json.loads(unpacked(compressed)), UnitCounts)
    if counted.run:
        msgspec.convert(counted.run, _Run)
    if any(not 0 <= index < len(counted.cells) for _, amounts, _ in counted.units for index, _ in amounts):
        raise ValueError("no count of a cell")
    return counted


class UnitCounter(Observer):
    """Sums up what the matches of each unit add to the cells of the report, and keeps the sizes of units."""

    def __init__(self) -> None:
        self.run: Run | None = None
        self.counts = UnitCounts({}, [], [])  # so far
        self._indices: dict[Name, int] = {}  # of cells
        self._known: dict[Hashable, list[tuple[int, float]]] = {}  # by signature

    def begin(self, run: Run) -> None:
        """Record the settings and inputs of the run."""
        self.run = run
        self.counts.run = run_record(run, ())

    def unit(self, unit: Unit) -> None:
        """Add up the matches of a unit; matches of equal signature add the same amounts."""
        assert self.run is not None, "a run begins before its units"
        if self.run.by_unit:
            self._known.clear()
        matches = list(unit.matches)
        if any(self.run.kind(match) == REFUSED for match in matches):
            return  # no unit of the key, and adds to no figure
        amounts: dict[int, float] = {}
        for match in matches:
            if match.signature not in self._known:
                cells = self.run.cells(unit, match)
                self._known[match.signature] = [(self._index(cell[:3]), cell[3]) for cell in cells]
            for index, amount in self._known[match.signature]:
                amounts[index] = self.run.plus(amounts[index], amount) if index in amounts else amount
        for size, number in unit.sizes.items():
            amounts[self._index(("", "", size))] = number
        key_file = unit.key.file if unit.key is not None and unit.key.line is None else None
        self.counts.units.append((unit.name, list(amounts.items()), key_file))

    def _index(self, cell: Name) -> int:
        if cell not in self._indices:
            self._indices[cell] = len(self._indices)
            self.counts.cells.append(cell)
        return self._indices[cell]
