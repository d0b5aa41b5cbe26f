"""Runs a legacy command line and explains it. Records are written unit by unit, so that memory does not grow.

docs/explain.schema.json describes the records. ``Spool`` reads them one by one, or by place.
"""

from __future__ import annotations

import contextlib
import functools
import io
import json
import math
import os
import sys
import tempfile
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import IO, Any, TypeAlias

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from common.result import KEY, RESPONSE, Item, Location, Match, Observer, Run, Unit
from rescore.explain.records import Record, figures, json_number, line, made_of, run_record, with_parts
from rescore.reports.model import Cell, Name, Report, nearest, written
from rescore.scorers.running import Outcome, printed_cells, printed_reports, run_command
from rescore.terminal import json_bytes

_MAX_BUFFERED_BYTES = 2**17
_MAX_BUFFERED_RECORDS = 1000
_MAX_SENT_BYTES = 2**24  # in one call; signals are handled between calls
_BLOCK = 2**16  # bytes
NOWHERE = -1  # the place of a text that is not known
_Shared: TypeAlias = tuple[bool, float | str | Raw, Raw]  # whether matches are shown, their credit, their cells


class _Location(Struct):
    file: str
    line: int | None


class _Item(Struct):
    file: str | UnsetType
    line: int | UnsetType | None
    begin: int | UnsetType
    end: int | UnsetType | None
    label: str
    text: str


class _Unit(Struct, tag_field="type", tag="unit"):
    unit: str
    key: _Location | None
    response: _Location | None
    sizes: Raw | UnsetType


class _Text(Struct, tag_field="type", tag="text"):
    bytes: bool
    text: str | list[str]


class _Match(Struct, tag_field="type", tag="met"):
    unit: str
    kind: str
    credit: float | str | Raw
    key: _Item | None
    response: _Item | None
    cells: Raw
    why: str


class _Cell(Struct, tag_field="type", tag="cell"):
    table: str
    row: str
    column: str
    text: str
    value: float | str | Raw
    of: list[Any] | UnsetType


class Selection:
    """Selects matches by the cell that they add to, by unit and by kind; None selects all.

    For a ratio, its parts are shown with their matches. ``is_everything`` says whether nothing limits the selection.
    """

    def __init__(self, cell: Name | None = None, unit: str | None = None, kind: str | None = None) -> None:
        self.cell = cell
        self.unit = unit
        self.kind = kind
        self.is_everything = cell is None and unit is None and kind is None
        self._cells: set[Name] = set()
        self._sums: set[Name] = set()

    def begin(self, run: Run) -> None:
        """Find the figures that the wanted cell is made of."""
        self._cells = with_parts(run, self.cell) if self.cell else set()
        self._sums = {name for name in self._cells if not made_of(run, *name)}

    @property
    def is_of_figures(self) -> bool:
        """Whether figures without matches are shown, too: with no limits, or if a cell is named."""
        return self.is_everything or self.cell is not None

    @property
    def limits(self) -> str:
        """The limits by kind and unit, in words that follow "match"."""
        of_kind = "" if self.kind is None else f" of kind {self.kind}"
        return of_kind if self.unit is None else f"{of_kind} in {self.unit}"

    def shows_unit(self, unit: Unit) -> bool:
        """Whether matches of the unit are shown; a name also selects the units ``NAME#2`` and so on."""
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

    With ``texts``, the texts of units are written, too, for programs that make pages from the records.
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
        self.heard = 0  # number of units that are shown
        self.passed: list[str] = []  # names of the units before the first that is shown
        self.kinds: set[str] = set()  # of matches in the selected units, even if only one kind is shown

    def begin(self, run: Run) -> None:
        """Write the record of the run."""
        self.run = run
        self._selection.begin(run)
        self._buffer += line(run_record(run, self._words)).encode("utf-8", "backslashreplace")

    def unit(self, unit: Unit) -> None:
        """Write the records of a unit and of its matches."""
        assert self.run is not None, "a run begins before its units"
        if not self._selection.shows_unit(unit):
            if not self.heard:
                self.passed.append(unit.name)
            if self._selection.kind is not None:
                self.kinds.update(map(self.run.kind, unit.matches))
            return
        self.heard += 1
        sizes = _sizes(*unit.sizes.items()) if unit.sizes else UNSET
        records: list[Struct] = [_Unit(unit.name, _location(unit.key), _location(unit.response), sizes)]
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
                records.append(_Match(unit.name, kind, credit, key, response, cells, unit.why(match)))
            if len(records) > _MAX_BUFFERED_RECORDS:
                self._write(records)
                records = []
        self._write(records)

    def _share(self, run: Run, unit: Unit, match: Match, kind: str) -> _Shared:
        """Return and remember what all records of matches of this kind and signature share."""
        self.kinds.add(kind)
        cells = list(run.cells(unit, match))
        numbered = [(table, row, column, _number(amount)) for table, row, column, amount in cells]
        shared = self._selection.shows(kind, cells), _number(run.credit(match)), Raw(self._encoded(numbered))
        self._shared[kind, match.signature] = shared
        return shared

    def finish(self, cells: Iterable[Cell]) -> int:
        """Write the records of the figures in the reports, and return the number of records."""
        assert self.run is not None, "a run begins before it ends"
        number = 0
        for cell in figures(filter(self._selection.shows_cell, cells)):
            of = made_of(self.run, *cell.name) or UNSET
            self._write([_Cell(*cell.name, cell.text.strip(), _number(cell.value), of)])
            number += 1
        self.flush()
        return number

    def flush(self) -> None:
        """Write the buffered records to the file."""
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
    """Return a number for JSON; exponents are in Python's notation, as in all explanations so far."""
    if value in (0, 1):
        return value
    if isinstance(value, str) or 1e-4 <= abs(value) < 1e16 or value == 0 or not math.isfinite(value):
        return json_number(value)
    return Raw(repr(value).encode())


@functools.lru_cache  # most units have the same sizes
def _sizes(*sizes: tuple[str, int]) -> Raw:
    return Raw(json.dumps(dict(sizes)).encode())  # with blanks, as in all explanations so far


def _location(location: Location | None) -> _Location | None:
    return None if location is None else _Location(location.file, location.line)


def _item(item: Item) -> _Item:
    location, begin = item.location, item.begin
    return _Item(
        UNSET if location is None else location.file,
        UNSET if location is None else location.line,
        UNSET if begin is None else begin,
        UNSET if begin is None else item.end,
        item.label,
        item.text,
    )


def _text(text: str | bytes | Sequence[str]) -> _Text:
    if isinstance(text, bytes):
        return _Text(True, text.decode("latin-1"))
    return _Text(False, text if isinstance(text, str) else list(text))


@contextlib.contextmanager
def spool_file() -> Iterator[IO[bytes]]:
    """Yield a temporary file for records. If a write fails, the ``OSError`` names the folder of the file."""
    with (
        tempfile.TemporaryFile(buffering=0) as file,
        io.BufferedRandom(_Named(file.fileno(), "r+b", closefd=False), _BLOCK) as spool,
    ):
        yield spool


def sent_to_stdout(file: IO[bytes]) -> int:
    """Copy a file to standard output with ``sendfile``, as far as this works; return the number of bytes.

    Errors are ignored, because they recur when the caller writes the rest.
    """
    sent = 0
    try:
        file.flush()
        while size := os.sendfile(sys.stdout.fileno(), file.fileno(), sent, _MAX_SENT_BYTES):
            sent += size
    except (AttributeError, OSError):
        pass
    return sent


class _Named(io.FileIO):
    """A temporary file whose errors name its folder, because it has no name of its own."""

    def write(self, content: Any, /) -> int:  # noqa: ANN401
        try:
            return super().write(content)
        except OSError as error:
            error.filename = f"a temporary file in {tempfile.gettempdir()}"
            raise


class Spool:
    """The records in a file of JSON lines."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def blocks(self, place: int) -> Iterator[bytes]:
        """Yield the bytes of the file from a place on, in blocks that may end within a line."""
        self._file.seek(place)
        while block := self._file.read(_BLOCK):
            yield block

    def records(self) -> Iterator[tuple[int, int, Record]]:
        """Yield the place of each record in the file, in bytes, the place of its unit's text, and the record."""
        place, text = 0, NOWHERE
        self._file.seek(place)
        for printed in self._file:
            try:
                record = msgspec.json.decode(printed)
            except msgspec.DecodeError:  # msgspec refuses lone surrogates, which replace bytes that are not UTF-8
                record = json.loads(printed)
            kind = record["type"]
            if kind == "unit":
                text = NOWHERE
            elif kind == "text":
                text = place
            yield place, text, record
            place += len(printed)

    def at(self, place: int) -> Record:
        """Return the record at a place."""
        self._file.seek(place)
        record: Record = json.loads(self._file.readline())
        return record


class Explained:
    """The outcome of a run, and the file of records that explains it.

    ``run`` is None if the command failed, or only printed its help. ``figures`` is the number of records of
    figures.
    """

    def __init__(self, outcome: Outcome, file: IO[bytes], observer: JsonLines) -> None:
        self.outcome = outcome
        self.run = observer.run
        self.file = file
        self._observer = observer
        self.figures = observer.finish(printed_cells(outcome)) if self.is_scored else 0

    @property
    def is_scored(self) -> bool:
        """Whether the command succeeded and scored something."""
        return not self.outcome.status and self.run is not None

    @property
    def reports(self) -> dict[str, tuple[bytes, Report | None]]:
        """The reports by name: the printed bytes, and the parsed report, or None if the format is unknown."""
        return printed_reports(self.outcome)

    @property
    def spool(self) -> Spool:
        """A reader of the records."""
        return Spool(self.file)

    def lacks(self, selection: Selection) -> str:
        """Return which name of a selection the run lacks, as a message, or an empty string."""
        seen = self._observer
        if selection.cell is not None and not self.figures:
            known = [written(cell.name) for cell in figures(printed_cells(self.outcome))]
            wanted = written(selection.cell)
            return f"the report has no figure {wanted}{nearest(wanted, known)}; docs/cells.md explains the names"
        if selection.unit is not None and not seen.heard:
            return f"the run has no unit {selection.unit!r}{nearest(selection.unit, seen.passed)}"
        if selection.kind is not None and selection.kind not in seen.kinds:
            there_are = f"only {', '.join(sorted(seen.kinds))}" if seen.kinds else "and none of any other"
            return f"the run has no matches of kind {selection.kind!r}, {there_are}"
        return ""


def explained(
    command: str, words: Sequence[str], file: IO[bytes], selection: Selection, texts: bool = False
) -> Explained:
    """Run a command line and write the records that explain it to ``file``."""
    observer = JsonLines(file, [command, *words], selection, texts)
    outcome = run_command(command, words, observer)
    return Explained(outcome, file, observer)
