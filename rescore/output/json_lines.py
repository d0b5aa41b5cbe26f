"""Explanations as JSON lines (docs/explain.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import IO

import msgspec

from legacy_scorers.rescore.output.records import figure_record, plain, unit_record
from legacy_scorers.rescore.output.spool import BLOCK_BYTES
from legacy_scorers.rescore.output.tables import json_bytes
from legacy_scorers.rescore.runs.explanation import ExplainedMatch, ExplainedRun, ExplainedUnit, Selection


class JsonLines(ExplainedRun):
    """Writes the records of units and matches to a file, so that memory does not grow."""

    def __init__(self, file: IO[bytes], selection: Selection) -> None:
        super().__init__(selection)
        self._file = file

    def _collect(self, unit: ExplainedUnit, matches: Iterable[ExplainedMatch]) -> None:
        self._file.write(json_lines(unit_record(unit), *matches))

    def blocks(self) -> Iterator[bytes]:
        """Yield the lines of the run, of its units with their matches, and of its figures."""
        yield json_lines(self.record)
        self._file.seek(0)
        yield from iter(partial(self._file.read, BLOCK_BYTES), b"")
        yield json_lines(*map(figure_record, self.figures.values()))


def json_lines(*records: object) -> bytes:
    """Return records as lines of JSON."""
    try:
        lines = _ENCODER.encode_lines(records).decode()
    except UnicodeEncodeError:
        if len(records) > 1:
            return b"".join(map(json_lines, records))
        builtin = msgspec.to_builtins(records[0], enc_hook=plain)
        lines = json.dumps(builtin, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
    return json_bytes(lines)


_ENCODER = msgspec.json.Encoder(enc_hook=plain)
