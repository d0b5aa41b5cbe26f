"""An explanation as JSON lines (docs/explain.schema.json): the run, units with their matches, figures."""

from __future__ import annotations

import contextlib
import functools
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, Any

import msgspec
from msgspec import Raw

from common.result import Item, Location, Run, Unit
from rescore.explain.conditions import Record
from rescore.explain.explanation import (
    EVERYTHING,
    ExplainedMatch,
    ExplainedRun,
    Exponential,
    Figure,
    Selection,
    json_number,
)
from rescore.scorers.running import Outcome
from rescore.tables import json_bytes

_MAX_BUFFERED_BYTES = 2**17
_MAX_BUFFERED_RECORDS = 1000
_BLOCK = 2**16  # bytes


class JsonLines(ExplainedRun):
    """Writes the records of a run to a file, unit by unit, so that memory does not grow."""

    def __init__(self, file: IO[bytes], selection: Selection = EVERYTHING) -> None:
        super().__init__(selection)
        self._file = file
        self._buffer = bytearray()

    def explain(self, command: str, words: Sequence[str]) -> Outcome:
        """Run a command line and write its records to the file."""
        outcome = super().explain(command, words)
        self._flush()
        return outcome

    def begin(self, run: Run) -> None:
        """Write the record of the run."""
        super().begin(run)
        self._buffer += line(self.record).encode("utf-8", "backslashreplace")

    def _collect(self, unit: Unit, matches: Iterable[ExplainedMatch]) -> None:
        record: Record = {"type": "unit", "unit": unit.name, "key": unit.key, "response": unit.response}
        records: list[object] = [{**record, "sizes": _sizes(*unit.sizes.items())} if unit.sizes else record]
        for match in matches:
            records.append(match)
            if len(records) > _MAX_BUFFERED_RECORDS:
                self._write(records)
                records = []
        self._write(records)

    def _add_figure(self, figure: Figure) -> None:
        record: Record = {"type": "cell", "table": figure.table, "row": figure.row, "column": figure.column}
        record |= {"text": figure.text, "value": json_number(figure.value)}
        self._write([record | ({"of": figure.of} if figure.of else {})])

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of the file, in blocks that may end within a line."""
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            yield block

    def _write(self, records: Iterable[object]) -> None:
        try:
            self._buffer += _ENCODER.encode_lines(records)
        except UnicodeEncodeError:
            for record in records:  # only those that need it, because their sizes are without blanks then
                self._buffer += self._encoded(record)
        if len(self._buffer) > _MAX_BUFFERED_BYTES:
            self._flush()

    @staticmethod
    def _encoded(record: object) -> bytes:
        try:
            return _ENCODER.encode(record) + b"\n"
        except UnicodeEncodeError:
            return line(record).encode("utf-8", "backslashreplace")

    def _flush(self) -> None:
        block = bytes(self._buffer)
        self._buffer.clear()
        try:
            self._file.write(block if block.isascii() and b"\x7f" not in block else json_bytes(block.decode()))
            self._file.flush()
        except OSError as error:  # the file has no name
            with contextlib.suppress(OSError):
                self._file.close()  # now, because closing it later writes the rest once more
            error.filename = f"a temporary file in {tempfile.gettempdir()}"
            raise


def line(record: object) -> str:
    """Return a record as a line of JSON."""
    plain = msgspec.to_builtins(record, enc_hook=_plain)
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def _plain(value: Any) -> object:  # noqa: ANN401
    """Return what JSON can hold of an item, a location, a number, or a part of a record that is JSON already."""
    if isinstance(value, Item):
        place = {} if value.location is None else {"file": value.location.file, "line": value.location.line}
        extent = {} if value.begin is None else {"begin": value.begin, "end": value.end}
        return {**place, **extent, "label": value.label, "text": value.text}
    if isinstance(value, Location):
        return {"file": value.file, "line": value.line}
    if isinstance(value, Exponential):
        return Raw(repr(value).encode())
    return json.loads(bytes(value))


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


@functools.lru_cache  # most units have the same sizes
def _sizes(*sizes: tuple[str, int]) -> Raw:
    return Raw(json.dumps(dict(sizes)).encode())  # with blanks, as in all explanations so far
