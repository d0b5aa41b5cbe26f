"""What explanations say in JSON (docs/explain.schema.json): the records of a run, its units, matches and figures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, TypeAlias

from legacy_scorers.common.result import Item, Location
from legacy_scorers.rescore.runs.explanation import ExplainedMatch, ExplainedRun, ExplainedUnit, Figure, json_number

JsonRecord: TypeAlias = dict[str, Any]


def lines_of(explained: ExplainedRun) -> Iterator[str]:
    """Yield the lines of an explained run, with Python's own encoder: run, units with their matches, figures."""
    records: list[object] = [explained.record]
    for unit in explained.units:
        records += [unit_record(unit), *unit.matches]
    records += map(figure_record, explained.figures.values())
    encoder = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=plain)
    for record in records:
        yield encoder.encode(record) + "\n"


def unit_record(unit: ExplainedUnit) -> JsonRecord:
    """Return the record of a unit."""
    record: JsonRecord = {"type": "unit", "unit": unit.name, "key": unit.key, "response": unit.response}
    return record | ({"sizes": unit.sizes} if unit.sizes else {})


def figure_record(figure: Figure) -> JsonRecord:
    """Return the record of a figure."""
    record: JsonRecord = {"type": "cell", "table": figure.table, "row": figure.row, "column": figure.column}
    record |= {"text": figure.text, "value": json_number(figure.value)}
    return record | ({"of": figure.of} if figure.of else {})


def plain(value: object) -> JsonRecord:
    """Return what JSON can hold of a match, an item or a location. Raises ``TypeError`` for anything else."""
    if isinstance(value, Item):
        record: JsonRecord = {}
        if value.location is not None:
            record["file"], record["line"] = value.location.file, value.location.line
        if value.begin is not None:
            record["begin"], record["end"] = value.begin, value.end
        record["label"], record["text"] = value.label, value.text
        return record
    if isinstance(value, Location):
        return {"file": value.file, "line": value.line}
    if isinstance(value, ExplainedMatch):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    raise TypeError(f"{value!r} is no part of a record")
