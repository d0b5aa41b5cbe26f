"""An explanation as it is made: records go out unit by unit, so that memory does not grow with the matches.

docs/explain.schema.json describes the records.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Hashable, Iterable, Sequence
from typing import IO, Any, TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from common.result import KEY, RESPONSE, Item, Location, Match, Observer, Run, Unit
from rescore.explain.records import Name, figures, json_number, line, made_of, run_record, with_parts
from rescore.reports.model import Cell
from rescore.terminal import json_bytes

_MAX_BUFFERED_BYTES = 2**17
_MAX_BUFFERED_RECORDS = 1000
_Shared: TypeAlias = tuple[bool, float | str | Raw, Raw]  # whether matches are shown, their credit and cells


class LocationRecord(Struct):
    """A file, and a line of it."""

    file: str
    line: int | None


class ItemRecord(Struct):
    """An item of a side."""

    file: str | UnsetType
    line: int | UnsetType | None
    begin: int | UnsetType
    end: int | UnsetType | None
    label: str
    text: str


class UnitRecord(Struct, tag_field="type", tag="unit"):
    """A unit."""

    unit: str
    key: LocationRecord | None
    response: LocationRecord | None
    sizes: Raw | UnsetType


class TextRecord(Struct, tag_field="type", tag="text"):
    """What the extents in a unit count in."""

    bytes: bool
    text: str | list[str]


class MatchRecord(Struct, tag_field="type", tag="met"):
    """A match of a unit."""

    unit: str
    kind: str
    credit: float | str | Raw
    key: ItemRecord | None
    response: ItemRecord | None
    cells: Raw
    why: str


class CellRecord(Struct, tag_field="type", tag="cell"):
    """A figure of the report."""

    table: str
    row: str
    column: str
    text: str
    value: float | str | Raw
    of: list[Any] | UnsetType


class Selection:
    """Which matches to show: those that add to a cell, those of a unit, those of a kind; None where all are wanted.

    Of a ratio its parts are shown, with the matches behind them. ``is_everything`` says whether all matches are.
    """

    __slots__ = ("_cells", "_sums", "cell", "is_everything", "kind", "unit")

    def __init__(self, cell: Name | None = None, unit: str | None = None, kind: str | None = None) -> None:
        self.cell = cell
        self.unit = unit
        self.kind = kind
        self.is_everything = cell is None and unit is None and kind is None
        self._cells: set[Name] = set()
        self._sums: set[Name] = set()

    def begin(self, run: Run) -> None:
        """Find out what the wanted cell is made of."""
        self._cells = with_parts(run, self.cell) if self.cell else set()
        self._sums = {name for name in self._cells if not made_of(run, *name)}

    @property
    def is_of_figures(self) -> bool:
        """Whether figures are shown without any matches, too: all of them, or the one that was named."""
        return self.is_everything or self.cell is not None

    @property
    def limits(self) -> str:
        """Which matches are shown, in words that follow "match"."""
        of_kind = "" if self.kind is None else f" of kind {self.kind}"
        return of_kind if self.unit is None else f"{of_kind} in {self.unit}"

    def shows_unit(self, unit: Unit) -> bool:
        """Whether matches of the unit are shown; units of the same name are numbered, and asked for together."""
        if self.unit is None or self.unit == unit.name:
            return True
        name, mark, number = unit.name.rpartition("#")
        return name == self.unit and bool(mark) and number.isdecimal()

    def shows(self, kind: str, cells: Iterable[tuple[str, str, str, float]]) -> bool:
        """Whether a match of this kind that adds to these cells is shown."""
        if self.kind is not None and self.kind != kind:
            return False
        return self.cell is None or any((table, row, column) in self._sums for table, row, column, _ in cells)

    def shows_cell(self, cell: Cell) -> bool:
        """Whether a figure is shown: the wanted one, and what it is made of."""
        return self.cell is None or cell.name in self._cells


class JsonLines(Observer):
    """Writes the records of a run to a file, as JSON lines.

    With ``texts`` there are records of the texts of the units, too, for programs that make pages of the lines.
    """

    def __init__(self, out: IO[bytes], words: Sequence[str], selection: Selection, texts: bool = False) -> None:
        self._out = out
        self._words = words
        self._selection = selection
        self._texts = texts
        self._encoder = msgspec.json.Encoder()
        self._buffer = bytearray()
        self._shared: dict[tuple[str, Hashable], _Shared] = {}  # by kind and signature
        self.run: Run | None = None
        self.heard = 0  # units, without those that are not shown
        self.passed: list[str] = []  # the names of those before the first that is shown
        self.kinds: set[str] = set()  # of all matches, where those of one kind are shown

    def begin(self, run: Run) -> None:
        """Write the record of the run."""
        self.run = run
        self._selection.begin(run)
        self._buffer += line(run_record(run, self._words)).encode("utf-8", "backslashreplace")

    def unit(self, unit: Unit) -> None:
        """Write the record of a unit and those of its matches."""
        assert self.run is not None, "a run begins before its units"
        if not self._selection.shows_unit(unit):
            if not self.heard:
                self.passed.append(unit.name)
            if self._selection.kind is not None:
                self.kinds.update(map(self.run.kind, unit.matches))
            return
        self.heard += 1
        sizes = _sizes(*unit.sizes.items()) if unit.sizes else UNSET
        records: list[Struct] = [UnitRecord(unit.name, _location(unit.key), _location(unit.response), sizes)]
        if self._texts and unit.text is not None:
            records.append(_text(unit.text))
        if self.run.by_unit:
            self._shared.clear()
        for match in unit.matches:
            kind = self.run.kind(match)
            shared = self._shared.get((kind, match.signature)) or self._share(self.run, unit, match, kind)
            is_shown, credit, cells = shared
            if is_shown:
                key = None if match.key is None else _item(unit.item(KEY, match.key))
                response = None if match.response is None else _item(unit.item(RESPONSE, match.response))
                records.append(MatchRecord(unit.name, kind, credit, key, response, cells, unit.why(match)))
            if len(records) > _MAX_BUFFERED_RECORDS:
                self._write(records)
                records = []
        self._write(records)

    def _share(self, run: Run, unit: Unit, match: Match, kind: str) -> _Shared:
        """Return what the records of matches of this kind and signature have in common, and remember it."""
        self.kinds.add(kind)
        cells = list(run.cells(unit, match))
        numbered = [(table, row, column, _number(amount)) for table, row, column, amount in cells]
        shared = self._selection.shows(kind, cells), _number(run.credit(match)), Raw(self._encoded(numbered))
        self._shared[kind, match.signature] = shared
        return shared

    def finish(self, cells: Iterable[Cell]) -> int:
        """Write the records of the figures that the reports print; return their number."""
        assert self.run is not None, "a run begins before it ends"
        number = 0
        for cell in figures(filter(self._selection.shows_cell, cells)):
            of = made_of(self.run, *cell.name) or UNSET
            self._write([CellRecord(*cell.name, cell.text.strip(), _number(cell.value), of)])
            number += 1
        self.flush()
        return number

    def flush(self) -> None:
        """Write what waits to be written."""
        block = bytes(self._buffer)
        self._out.write(block if block.isascii() and b"\x7f" not in block else json_bytes(block.decode()))
        self._buffer.clear()

    def _write(self, records: Sequence[Struct]) -> None:
        try:
            self._buffer += self._encoder.encode_lines(records)
        except UnicodeEncodeError:
            for record in records:
                self._buffer += self._encoded(record) + b"\n"
        if len(self._buffer) > _MAX_BUFFERED_BYTES:
            self.flush()

    def _encoded(self, record: object) -> bytes:
        r"""Return a record as JSON; input bytes that are not UTF-8 are written as ``\udc80`` and so on."""
        try:
            return self._encoder.encode(record)
        except UnicodeEncodeError:
            plain = msgspec.to_builtins(record, enc_hook=lambda raw: json.loads(bytes(raw)))
            return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def _number(value: float | str) -> float | str | Raw:
    """Return a number as JSON has it; those with an exponent in Python's notation, as in all explanations so far."""
    if value in (0, 1):
        return value
    if isinstance(value, str) or 1e-4 <= abs(value) < 1e16 or value == 0 or not math.isfinite(value):
        return json_number(value)
    return Raw(repr(value).encode())


@functools.lru_cache  # most units have the same sizes
def _sizes(*sizes: tuple[str, int]) -> Raw:
    return Raw(json.dumps(dict(sizes)).encode())  # has blanks in all explanations so far


def _location(location: Location | None) -> LocationRecord | None:
    return None if location is None else LocationRecord(location.file, location.line)


def _item(item: Item) -> ItemRecord:
    location, begin = item.location, item.begin
    return ItemRecord(
        UNSET if location is None else location.file,
        UNSET if location is None else location.line,
        UNSET if begin is None else begin,
        UNSET if begin is None else item.end,
        item.label,
        item.text,
    )


def _text(text: str | bytes | Sequence[str]) -> TextRecord:
    if isinstance(text, bytes):
        return TextRecord(True, text.decode("latin-1"))
    return TextRecord(False, text if isinstance(text, str) else list(text))
