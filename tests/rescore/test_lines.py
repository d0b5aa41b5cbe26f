"""JSON lines are those that ``json.dumps`` writes of the same records."""

from __future__ import annotations

import io
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from legacy_scorers.common.result import KEY, Item, Location, Match, Run, Unit
from legacy_scorers.rescore.output.json_lines import JsonLines
from legacy_scorers.rescore.reports.model import Cell
from legacy_scorers.rescore.runs.explanation import Figure, Selection

WORDS = st.one_of(
    st.sampled_from(["", "a", "%s", "{0}", '"', "\\", "\0", "\n", "\udc80", "\u2028", "\x85", "é"]), st.text(max_size=4)
)
LINES = st.one_of(st.none(), st.integers(1, 9))
AMOUNTS = st.sampled_from([0.0, 1.0, 0.5, -0.25, 2, 1e-7, -1e300])
NAMES = {float("inf"): "inf", float("-inf"): "-inf"}
LOCATIONS = st.one_of(st.none(), st.builds(Location, WORDS, LINES))
ENDS = st.one_of(st.none(), st.integers(0, 9))
ITEMS = st.builds(lambda label, text, end, place: Item(label, text, end, end, place), WORDS, WORDS, ENDS, LOCATIONS)
SIGNATURES = st.tuples(WORDS, WORDS, AMOUNTS, st.one_of(AMOUNTS, st.sampled_from(sorted(NAMES))))


class Told(Unit):
    """A unit with one key item and one response item, and one match."""

    def __init__(
        self, name: str, key: Item | None, response: Item | None, signature: tuple[Any, ...], why: str
    ) -> None:
        indexes = [None if item is None else 0 for item in (key, response)]
        location = Location("key", 1)
        super().__init__(
            name, [Match(signature, *indexes)], location, None, {"tokens": 2} if key else None, text=[name]
        )
        self.items = key, response
        self.reason = why

    def item(self, side: int, index: int) -> Item:
        item = self.items[side != KEY]
        assert item is not None and index == 0
        return item

    def why(self, match: Match) -> str:
        return self.reason


UNITS = st.builds(Told, WORDS, st.none() | ITEMS, st.none() | ITEMS, SIGNATURES, WORDS)


def run(by_unit: bool) -> Run:
    def cells(unit: Unit, match: Match) -> list[tuple[str, str, str, float]]:
        signature: Any = match.signature
        return [("table", unit.name if by_unit else "all", signature[1], signature[3])]

    def part(index: int) -> Any:  # noqa: ANN401
        return lambda match: match.signature[index]

    return Run("scorer2", {}, [], kind=part(0), credit=part(2), cells=cells, measures={}, by_unit=by_unit)


def location_record(location: Location | None) -> dict[str, Any]:
    return {} if location is None else {"file": location.file, "line": location.line}


def item_record(item: Item | None) -> dict[str, Any] | None:
    if item is None:
        return None
    extent = {} if item.begin is None else {"begin": item.begin, "end": item.end}
    return {**location_record(item.location), **extent, "label": item.label, "text": item.text}


@given(st.lists(UNITS, max_size=4), st.booleans())
def test_a_line_is_its_record(units: list[Told], by_unit: bool) -> None:
    lines = JsonLines(io.BytesIO(), Selection())
    lines.begin(run(by_unit))
    wanted = []
    for unit in units:
        lines.unit(unit)
        [match] = unit.matches
        signature: Any = match.signature
        sizes = {"sizes": unit.sizes} if unit.sizes else {}
        wanted += [
            {"type": "unit", "unit": unit.name, "key": location_record(unit.key), "response": None, **sizes},
            {
                "type": "met",
                "unit": unit.name,
                "kind": signature[0],
                "credit": signature[2],
                "key": item_record(unit.items[0]),
                "response": item_record(unit.items[1]),
                "cells": [
                    ["table", unit.name if by_unit else "all", signature[1], NAMES.get(signature[3], signature[3])]
                ],
                "why": unit.reason,
            },
        ]
    lines.figures = {("t", "r", "c"): Figure(Cell("t", "r", "c", " 0.5 ", None, 1), [], 1)}
    wanted.append({"type": "cell", "table": "t", "row": "r", "column": "c", "text": "0.5", "value": 0.5})
    printed = b"".join(lines.blocks())
    written = printed.split(b"\n")[1:]
    assert [json.loads(line) for line in written[:-1]] == wanted
    assert written[-1] == b""
    assert not {"\u2028", "\x85"} & set(printed.decode())
