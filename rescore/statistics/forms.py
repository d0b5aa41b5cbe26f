"""Tables of comparisons and rankings, in the forms that papers, programs and people want."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from rescore.reports.model import written
from rescore.statistics.comparison import NONE, Method, Ranked, SystemPair
from rescore.statistics.systems import Systems
from rescore.tables import TABULATED, TSV, tabulated, tsv_line
from rescore.terminal import json_bytes

JSON = "json"
FORMS = (*TABULATED, TSV, JSON)
UNDEFINED = "0/0"


class TableColumn(NamedTuple):
    """A column of a table: heading and texts, and how these are aligned."""

    heading: str
    texts: Sequence[str]
    align: str = "decimal"


def comparison_table(systems: Systems, pairs: Sequence[SystemPair], method: Method, form: str) -> str:
    """Return the table of comparisons in one of :data:`FORMS`."""
    if form == JSON:
        return _json(comparison_record(systems, pair, method) for pair in pairs)
    names, digits = systems.names, Digits(systems.values, form)
    columns = [
        TableColumn("A", [names[pair.a] for pair in pairs], "left"),
        TableColumn("B", [names[pair.b] for pair in pairs], "left"),
        TableColumn("value A", [digits.text(systems.values[pair.a]) for pair in pairs]),
        TableColumn("value B", [digits.text(systems.values[pair.b]) for pair in pairs]),
        TableColumn("A - B", [digits.signed(pair.interval.value) for pair in pairs]),
        TableColumn("low", [digits.signed(pair.interval.low) for pair in pairs]),
        TableColumn("high", [digits.signed(pair.interval.high) for pair in pairs]),
        TableColumn("p", [digits.probability(pair.test.p, pair.is_defined) for pair in pairs]),
    ]
    if len(pairs) > 1 and method.correct != NONE:
        corrected = [digits.probability(pair.corrected, pair.is_defined) for pair in pairs]
        columns.append(TableColumn(f"p ({method.correct})", corrected))
    columns.append(TableColumn("decision", [_decision(pair) for pair in pairs], "left"))
    columns.append(TableColumn("units", [str(len(systems.units)) for _ in pairs], "right"))
    columns.append(TableColumn("differ on", [str(pair.differing) for pair in pairs], "right"))
    return _table(columns, form)


def _decision(pair: SystemPair) -> str:
    if not pair.is_defined:
        return "not compared"
    return "different" if pair.significant else "not told apart"


def comparison_record(systems: Systems, pair: SystemPair, method: Method) -> dict[str, Any]:
    """Return a comparison as a JSON object; what is undefined is ``null``."""
    return {
        "a": systems.names[pair.a],
        "b": systems.names[pair.b],
        "measure": written(systems.figure.name),
        "value_a": _number(systems.values[pair.a]),
        "value_b": _number(systems.values[pair.b]),
        "difference": _number(pair.interval.value),
        "low": _number(pair.interval.low),
        "high": _number(pair.interval.high),
        "p": pair.test.p if pair.is_defined else None,
        "significant": pair.significant if pair.is_defined else None,
        "test": method.test,
        "trials": pair.test.trials,
        "seed": method.seed,
        "units": len(systems.units),
        "units_differing": pair.differing,
    }


def ranking_table(systems: Systems, ranked: Sequence[Ranked], form: str) -> str:
    """Return the table of a ranking in one of :data:`FORMS`."""
    if form == JSON:
        return _json(_ranked_record(systems, system) for system in ranked)
    digits = Digits(systems.values, form)
    columns = [
        TableColumn("rank", [_ranks(system) for system in ranked], "right"),
        TableColumn("system", [systems.names[system.system] for system in ranked], "left"),
        TableColumn(systems.figure.name[2], [digits.text(system.interval.value) for system in ranked]),
        TableColumn("low", [digits.text(system.interval.low) for system in ranked]),
        TableColumn("high", [digits.text(system.interval.high) for system in ranked]),
        TableColumn("groups", [" ".join(system.groups) for system in ranked], "left"),
    ]
    return _table(columns, form)


def _ranks(system: Ranked) -> str:
    if system.best is None:
        return "-"
    return str(system.best) if system.best == system.worst else f"{system.best}-{system.worst}"


def _ranked_record(systems: Systems, system: Ranked) -> dict[str, Any]:
    return {
        "system": systems.names[system.system],
        "measure": written(systems.figure.name),
        "value": _number(system.interval.value),
        "low": _number(system.interval.low),
        "high": _number(system.interval.high),
        "rank_best": system.best,
        "rank_worst": system.worst,
        "groups": system.groups,
        "units": len(systems.units),
    }


class Digits:
    """Writes figures with as many digits as reports show: three decimals of fractions, two of percentages.

    Programs get all digits.
    """

    __slots__ = ("_decimals",)

    def __init__(self, values: Iterable[float], form: str) -> None:
        if form == TSV:
            self._decimals = None
        else:
            self._decimals = 3 if all(abs(value) <= 1 for value in values if value == value) else 2

    def text(self, value: float, sign: str = "") -> str:
        """Write a figure."""
        if value != value:
            return UNDEFINED
        return str(value) if self._decimals is None else f"{value:{sign}.{self._decimals}f}"

    def signed(self, value: float) -> str:
        """Write a difference."""
        return self.text(value, "+")

    def probability(self, p: float, is_defined: bool) -> str:
        """Write the p-value of a test."""
        if not is_defined:
            return UNDEFINED
        return str(p) if self._decimals is None else f"{p:.4f}"


def _table(columns: Sequence[TableColumn], form: str) -> str:
    headings = [column.heading for column in columns]
    rows = list(zip(*[column.texts for column in columns]))
    if form == TSV:
        return "".join(map(tsv_line, [headings, *rows]))
    return tabulated(form, headings, rows, [column.align for column in columns])


def _json(records: Iterable[dict[str, Any]]) -> str:
    lines = [json.dumps(record, allow_nan=False) for record in records]
    return json_bytes("[" + ",\n ".join(lines) + "]\n").decode()


def _number(value: float) -> float | None:
    return value if value == value else None
