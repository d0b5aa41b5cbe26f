"""An explanation as JSON lines (docs/explain.schema.json): the run, units with their matches, figures."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import IO, Any

import msgspec
from msgspec import Raw

from common.result import Item, Location, Run
from rescore.explain.conditions import Record
from rescore.explain.explanation import (
    EVERYTHING,
    ExplainedMatch,
    ExplainedRun,
    ExplainedUnit,
    Figure,
    Selection,
    json_number,
)
from rescore.scorers.running import Outcome
from rescore.tables import json_bytes

_BLOCK = 2**16  # bytes


class JsonLines(ExplainedRun):
    """Writes the records of a run to a file, unit by unit, so that memory does not grow."""

    def __init__(self, file: IO[bytes], selection: Selection = EVERYTHING) -> None:
        super().__init__(selection)
        self._file = file

    def explain(self, command: str, words: Sequence[str]) -> Outcome:
        """Run a command line and write its records to the file."""
        outcome = super().explain(command, words)
        self._write(map(cell_record, self.figures.values()), last=True)
        return outcome

    def begin(self, run: Run) -> None:
        """Write the record of the run."""
        super().begin(run)
        self._write([self.record])

    def collect(self, unit: ExplainedUnit, matches: Iterable[ExplainedMatch]) -> None:
        """Write the records of a unit and its matches."""
        record: Record = {"type": "unit", "unit": unit.name, "key": unit.key, "response": unit.response}
        if unit.sizes:
            record["sizes"] = Raw(json.dumps(unit.sizes).encode())  # with blanks, as in all explanations so far
        self._write(chain[object]([record], matches))

    def blocks(self) -> Iterator[bytes]:
        """Yield the bytes of the file, in blocks that may end within a line."""
        self._file.seek(0)
        while block := self._file.read(_BLOCK):
            yield block

    def _write(self, records: Iterable[object], *, last: bool = False) -> None:
        try:
            self._file.write(b"".join(map(json_line, records)))
            if last:
                self._file.flush()
        except OSError as error:  # the file has no name
            with contextlib.suppress(OSError):
                self._file.close()  # now, because closing it later writes the rest once more
            error.filename = f"a temporary file in {tempfile.gettempdir()}"
            raise


def cell_record(figure: Figure) -> Record:
    """Return the record of a figure."""
    record: Record = {"type": "cell", "table": figure.table, "row": figure.row, "column": figure.column}
    record |= {"text": figure.text, "value": json_number(figure.value)}
    return record | ({"of": figure.of} if figure.of else {})


def json_line(record: object) -> bytes:
    """Return a record as a line of JSON."""
    try:
        line = _ENCODER.encode(record) + b"\n"
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(record, enc_hook=_plain)
        text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return json_bytes(f"{text}\n")
    return line if line.isascii() and b"\x7f" not in line else json_bytes(line.decode())


def _plain(value: Any) -> object:  # noqa: ANN401
    """Return what JSON can hold of an item, a location, a number, or a part of a record that is JSON already."""
    if isinstance(value, Item):
        place = {} if value.location is None else {"file": value.location.file, "line": value.location.line}
        extent = {} if value.begin is None else {"begin": value.begin, "end": value.end}
        return {**place, **extent, "label": value.label, "text": value.text}
    if isinstance(value, Location):
        return {"file": value.file, "line": value.line}
    if isinstance(value, float):  # with an exponent
        return Raw(repr(value).encode())
    return json.loads(bytes(value))


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
