"""JSON lines that are put together of pieces are those that ``json.dumps`` writes of the same records."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

import faireval.units
from common.result import Item, Items, Met, Mets, Place, Run, Unit, Units
from rescore.explain.lines import cell_line, cell_pattern
from rescore.explain.stream import JsonLines, Selection
from rescore.reports.model import Cell
from tests.running import folder_with, run_here

if TYPE_CHECKING:
    from collections.abc import Iterable

WORDS = st.one_of(
    st.sampled_from(["", "a", "%s", "{0}", '"', "\\", "\0", "\n", "\udc80", "\u2028", "é"]), st.text(max_size=4)
)
LINES = st.one_of(st.none(), st.integers(1, 9))
AMOUNTS = st.sampled_from([0.0, 1.0, 0.5, -1e-45, 1e300])
NAMES = {float("inf"): "inf", float("-inf"): "-inf"}
MANY = 3  # meetings


def items(placed: bool) -> st.SearchStrategy[Item]:
    if not placed:
        return st.builds(Item, WORDS)
    place = st.one_of(st.none(), st.builds(Place, WORDS, LINES))
    end = st.one_of(st.none(), st.integers(0, 9))
    return st.builds(lambda label, text, end, where: Item(label, text, end, end, where), WORDS, WORDS, end, place)


def mets(placed: bool) -> st.SearchStrategy[Met]:
    item = st.one_of(st.none(), items(placed))
    signatures = st.tuples(WORDS, st.one_of(AMOUNTS, st.sampled_from(sorted(NAMES))))
    return st.builds(Met, WORDS, item, item, signatures, AMOUNTS, st.integers(1, 2), WORDS)


def run(*, by_unit: bool) -> Run:
    def cells(unit: Unit, met: Met) -> Iterable[tuple[str, str, str, float]]:
        signature: Any = met.signature
        row = unit.name if by_unit else "all"
        return [("table", row, signature[0], signature[1]), ("table", row, "times", met.amount)]

    return Run("scorer2", "1", {}, [], cells, {}, by_unit=by_unit)


def written(run: Run, units: Iterable[Unit] | Units, texts: bool = False) -> bytes:
    out = io.BytesIO()
    lines = JsonLines(out, [], Selection(), texts)
    lines.begin(run)
    lines.flush()
    begun = len(out.getvalue())
    if isinstance(units, Units):
        lines.block(units)
        assert lines.heard == len(units.names)
    else:
        for unit in units:
            lines.unit(unit)
    lines.flush()
    return out.getvalue()[begun:]


def dumped(record: object) -> bytes:
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"
    return line.encode("utf-8", "backslashreplace")


def place_record(place: Place | None) -> dict[str, object] | None:
    return None if place is None else {"file": place.file, "line": place.line}


def item_record(item: Item | None) -> dict[str, object] | None:
    if item is None:
        return None
    extent = {} if item.begin is None else {"begin": item.begin, "end": item.end}
    return {**(place_record(item.place) or {}), **extent, "label": item.label, "text": item.text}


def expected(run: Run, unit: Unit) -> bytes:
    lines = dumped(
        {"type": "unit", "unit": unit.name, "key": place_record(unit.key), "response": place_record(unit.response)}
    )
    for met in unit.mets:
        items = {"key": item_record(met.key), "response": item_record(met.response)}
        cells = [[*cell[:3], NAMES.get(cell[3], cell[3])] for cell in run.cells(unit, met)]
        head = {"type": "met", "unit": unit.name, "kind": met.kind, "credit": met.credit}
        lines += dumped({**head, **items, "cells": cells, "why": met.why})
    return lines


@given(
    st.lists(st.tuples(WORDS, st.lists(mets(placed=True), max_size=MANY), LINES), max_size=4),
    st.booleans(),
)
def test_a_line_is_its_record(units: list[tuple[str, list[Met], int | None]], by_unit: bool) -> None:
    observed = run(by_unit=by_unit)
    told = [Unit(name, mets, key=Place("key", line)) for name, mets, line in units]
    assert written(observed, told) == b"".join([expected(observed, unit) for unit in told])


@given(
    st.tuples(WORDS, WORDS, WORDS),
    WORDS,
    st.one_of(st.integers(0, 10**18), AMOUNTS, st.sampled_from(sorted(NAMES))),
    WORDS,
    st.lists(st.one_of(WORDS, st.lists(WORDS, min_size=3, max_size=3)), max_size=4),
    st.booleans(),
)
def test_a_line_of_a_figure_is_its_record(
    name: tuple[str, str, str], text: str, value: float, measure: str, parts: list[str | list[str]], is_sum: bool
) -> None:
    printed: dict[float, object] = {value: value, **NAMES}
    record: dict[str, object] = {"type": "cell", **dict(zip(("table", "row", "column"), name))}
    record |= {"text": text.strip(), "value": printed[value]}
    line = cell_line(Cell(*name, text, value, 1), cell_pattern(name[2], [] if is_sum else [measure, *parts]))
    of = [measure, *[[*name[:2], part] if isinstance(part, str) else part for part in parts]]
    assert line.encode("utf-8", "backslashreplace") == dumped(record if is_sum else record | {"of": of})


Row = tuple[Met, int, str, int, str, int]


def in_columns(rows: list[Row], files: tuple[str, str], textless: tuple[bool, bool]) -> Mets:
    for met, end, *_ in rows:
        if met.key:
            met.key.begin, met.key.end = 0, end
    return Mets(
        [met for met, *_ in rows],
        Items(
            files[0],
            [line if met.key else None for met, _, _, line, _, _ in rows],
            [text if met.key else "" for met, _, text, _, _, _ in rows] if textless[0] else None,
            [line - 1 if met.key else None for met, _, _, line, _, _ in rows] if textless[1] else None,
            [line if met.key else None for met, _, _, line, _, _ in rows] if textless[1] else None,
        ),
        Items(
            files[1],
            [line if met.response else None for met, _, _, _, _, line in rows],
            [text if met.response else "" for met, _, _, _, text, _ in rows] if textless[1] else None,
        ),
    )


ROWS = st.lists(
    st.tuples(mets(placed=False), st.integers(0, 9), WORDS, st.integers(1, 9), WORDS, st.integers(1, 9)), max_size=4
)


@given(
    ROWS,
    st.tuples(WORDS, WORDS),
    st.booleans(),
    st.tuples(st.booleans(), st.booleans()),
)
def test_meetings_in_columns_are_written_as_one_by_one(
    rows: list[Row], files: tuple[str, str], by_unit: bool, textless: tuple[bool, bool]
) -> None:
    columns = in_columns(rows, files, textless)
    observed = run(by_unit=by_unit)
    units = [Unit("one", columns), Unit("another", columns)]
    lines = written(observed, units)
    assert lines == written(observed, [Unit(unit.name, list(columns)) for unit in units])
    assert lines == b"".join([expected(observed, unit) for unit in units])


@given(
    st.lists(st.tuples(WORDS, LINES, LINES, ROWS, st.lists(WORDS)), max_size=4),
    st.tuples(WORDS, WORDS),
    st.booleans(),
    st.tuples(st.booleans(), st.booleans()),
    st.sampled_from([{}, {"tokens": 7, "documents": 1}]),
)
def test_units_in_columns_are_written_as_one_by_one(
    told: list[tuple[str, int | None, int | None, list[Row], list[str]]],
    files: tuple[str, str],
    by_unit: bool,
    textless: tuple[bool, bool],
    sizes: dict[str, int],
) -> None:
    units = Units(
        [name for name, *_ in told],
        [line for _, line, *_ in told],
        [line for _, _, line, *_ in told],
        in_columns([row for *_, rows, _ in told for row in rows], files, textless),
        None if all(len(rows) == 1 for *_, rows, _ in told) else [len(rows) for *_, rows, _ in told],
        sizes,
        [text for *_, text in told] if textless[0] else None,
    )
    observed = run(by_unit=by_unit)
    one_by_one = list(units)
    assert len(one_by_one) == len(told)
    lines = written(observed, units)
    assert lines == written(observed, one_by_one)
    assert written(observed, units, texts=True) == written(observed, one_by_one, texts=True)
    if not sizes:
        assert lines == b"".join([expected(observed, unit) for unit in one_by_one])


@given(
    ROWS,
    st.lists(st.tuples(st.one_of(WORDS, st.just("total")), st.sampled_from(["rows", "other rows"]), st.booleans())),
)
def test_a_unit_of_a_layout_is_written_as_if_it_was_the_only_one(
    rows: list[Row], told: list[tuple[str, str, bool]]
) -> None:
    def cells(unit: Unit, met: Met) -> Iterable[tuple[str, str, str, float]]:
        signature: Any = met.signature
        return [(unit.name, str(unit.layout), signature[0], met.amount), ("total", "\1", signature[0], signature[1])]

    observed = Run("muc-score", "1", {}, [], cells, {})
    columns = in_columns(rows, ("key", "response"), (True, True))
    units = [Unit(name, columns if whole else list(columns), layout=layout) for name, layout, whole in told]
    assert written(observed, units) == b"".join([expected(observed, unit) for unit in units])


SPAN = st.tuples(st.sampled_from("AB"), st.integers(1, 3), st.integers(1, 3))
IN_TOKENS = st.lists(
    st.sampled_from(["w D O\n", "w D B-A\n", "w D B-A\nw D I-A\n", "w D B-B\n"]), min_size=1, max_size=3
)
IN_SPANS = st.lists(SPAN.map(lambda span: f"{span[0]}\t{span[1]}\t{span[2]}\t1,2,3\n"), min_size=1, max_size=3)
SENTENCES = st.lists(st.tuples(*[st.one_of(IN_TOKENS, IN_SPANS).map("".join)] * 2), min_size=1, max_size=6)


@given(st.lists(SENTENCES, min_size=1, max_size=2), st.sampled_from(["jsonl", "html"]))
def test_sentences_are_told_alike_one_by_one_and_many_at_once(files: list[list[tuple[str, str]]], form: str) -> None:
    sides = [
        {f"{side}/{number}": "\n".join([both[place] for both in file]) for number, file in enumerate(files)}
        for place, side in enumerate(("target", "system"))
    ]
    settings = "target_in = target\nsystem_in = system\neval_method = all\nweights = default\n"
    with folder_with({"run.config": settings, **sides[0], **sides[1]}):
        words = ["explain", "--format", form, "FairEval.py", "--config", "run.config"]
        together = run_here("rescore", words)
        with patch.object(faireval.units, "_TOGETHER", 0):
            assert run_here("rescore", words) == together
    assert together.exit == 0
