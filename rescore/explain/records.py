"""Records of an explained run (docs/explain.schema.json): run, units, matches and cells, each a JSON object."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from math import copysign, isfinite, isnan
from typing import Any, TypeAlias

from common import VERSION
from common.result import Input, Run
from rescore.reports.model import LISTS, NUMBERS_OF_DOCUMENTS, Cell, Name, Value
from rescore.scorers.running import refuse_pipe

Record: TypeAlias = dict[str, Any]

SCHEMA = 1
_BLOCK = 2**20  # bytes
_SHOWN = 12  # digits of a hash in a signature


def line(record: Record) -> str:
    """Return a record as a line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def run_record(run: Run, words: Iterable[str]) -> Record:
    """Return the record of a run: the scorer, its settings, and the files with their hashes."""
    inputs = [input_record(source) for source in run.inputs]
    return {
        "type": "run",
        "schema": SCHEMA,
        "command": run.command,
        "version": run.version,
        "argv": list(words),
        "settings": run.settings,
        "inputs": inputs,
        "signature": signature(run, inputs),
        "suite": VERSION,
    }


def input_record(source: Input) -> Record:
    """Return a file's role and path, and the size in bytes and SHA-256 of the file or of the part in that role.

    Raises ``OSError`` if the file cannot be read.
    """
    digest = hashlib.sha256()
    size = 0
    refuse_pipe(source.path)
    for block in source.part() if source.part else _blocks(source.path):
        digest.update(block)
        size += len(block)
    return {"role": source.role, "path": source.path, "bytes": size, "sha256": digest.hexdigest()}


def _blocks(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        while block := file.read(_BLOCK):
            yield block


def fingerprint(record: Record) -> str:
    """Return the first digits of a file's SHA-256, as a signature shows them."""
    return f"sha256:{record['sha256'][:_SHOWN]}"


def signature(run: Run, inputs: Iterable[Record]) -> str:
    """Return everything that the figures depend on in one line: command, version, settings, hashes of inputs."""
    settings = [
        f"{name}:{value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in run.settings.items()
    ]
    files = [f"{record['role']}:{fingerprint(record)}" for record in inputs]
    return "|".join([run.command, f"v:{run.version}", *settings, *files])


def in_words(value: object) -> str:
    """Return the value of a setting without the marks of a programming language."""
    if isinstance(value, dict):
        parts = [
            f"{name} ({in_words(part)})" if isinstance(part, dict) else f"{name} {part}" for name, part in value.items()
        ]
        return ", ".join(parts) or "none"
    if isinstance(value, list):
        return ", ".join(map(in_words, value)) or "none"
    if value is None:
        return "none"
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def figures(cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield the cells that hold figures, each once, even if it is printed twice.

    Words, numbers of documents, and numbers in lists, which are positions, are not figures.
    """
    seen = set()
    for cell in cells:
        if isinstance(cell.value, str) or cell.table in LISTS or (cell.row, cell.column) in NUMBERS_OF_DOCUMENTS:
            continue
        name = cell.name
        if name not in seen:
            seen.add(name)
            yield cell


def made_of(run: Run, table: str, row: str, column: str) -> list[Any]:
    """Return what a figure is made of, or an empty list for a sum of matches.

    The list holds the name of a measure and the full names of the cells that it is computed from, or only the name of
    what is counted.
    """
    for measure in run.measures.get((table, row)) or run.measures.get(table) or run.measures.get("", ()):
        if measure.name == column:
            return [measure.name, *[[table, row, part] if isinstance(part, str) else [*part] for part in measure.parts]]
    counted = run.sizes.get((table, column))
    return [counted] if counted else []


def with_parts(run: Run, name: Name) -> set[Name]:
    """Return a figure and all figures that it is computed from, down to sums of matches."""
    return {name}.union(*[with_parts(run, (table, row, column)) for table, row, column in made_of(run, *name)[1:]])


def json_number(value: Value) -> Value:
    """Return a number for JSON; infinity and NaN become strings, as C prints them."""
    if isinstance(value, str) or isfinite(value):
        return value
    return "-nan" if isnan(value) and copysign(1.0, value) < 0 else str(value)
