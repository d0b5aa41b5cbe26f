"""Explanations as JSON lines (docs/explain.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import IO, Any

import msgspec
from msgspec import Raw

from legacy_scorers.common.result import Item, Location
from legacy_scorers.rescore.explanations.conditions import Record
from legacy_scorers.rescore.explanations.explanation import (
    ExplainedMatch,
    ExplainedRun,
    ExplainedUnit,
    Selection,
    json_number,
)
from legacy_scorers.rescore.explanations.spool import BLOCK_BYTES
from legacy_scorers.rescore.tables import json_bytes


class JsonLines(ExplainedRun):
    """Writes the records of units and matches to a file, so that memory does not grow."""

    def __init__(self, file: IO[bytes], selection: Selection) -> None:
        super().__init__(selection)
        self._file = file

    def _collect(self, unit: ExplainedUnit, matches: Iterable[ExplainedMatch]) -> None:
        record: Record = {"type": "unit", "unit": unit.name, "key": unit.key, "response": unit.response}
        if unit.sizes:
            sizes = ", ".join([f'"{name}": {size}' for name, size in unit.sizes.items()])
            record["sizes"] = Raw(f"{{{sizes}}}".encode())  # with blanks, as in all explanations so far
        self._file.write(json_lines(record, *matches))

    def blocks(self) -> Iterator[bytes]:
        """Yield the lines of the run, of its units with their matches, and of its figures."""
        yield json_lines(self.record)
        self._file.seek(0)
        yield from iter(partial(self._file.read, BLOCK_BYTES), b"")
        for figure in self.figures.values():
            record: Record = {"type": "cell", "table": figure.table, "row": figure.row, "column": figure.column}
            record |= {"text": figure.text, "value": json_number(figure.value)}
            yield json_lines(record | ({"of": figure.of} if figure.of else {}))


def json_lines(*records: object) -> bytes:
    """Return records as lines of JSON."""
    try:
        lines = _ENCODER.encode_lines(records).decode()
    except UnicodeEncodeError:
        if len(records) > 1:
            return b"".join(map(json_lines, records))
        builtin = msgspec.to_builtins(records[0], enc_hook=_plain)
        lines = json.dumps(builtin, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
    return json_bytes(lines)


def _plain(value: Any) -> object:  # noqa: ANN401
    """Return what JSON can hold of an item, a location, a number, or a part of a record that is JSON already."""
    if isinstance(value, Item):
        record: Record = {} if value.location is None else {"file": value.location.file, "line": value.location.line}
        if value.begin is not None:
            record["begin"], record["end"] = value.begin, value.end
        record["label"], record["text"] = value.label, value.text
        return record
    if isinstance(value, Location):
        return {"file": value.file, "line": value.line}
    if isinstance(value, float):  # with an exponent
        return Raw(repr(value).encode())
    return json.loads(bytes(value))


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
