"""Tables of comparisons and rankings, in the forms that papers, programs and people want."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rescore.reports.model import written
from rescore.statistics.comparison import NONE, Ranked, SystemComparison, SystemPair
from rescore.tables import TABULATED, TSV, json_bytes, tabulated

JSON = "json"
FORMS = (*TABULATED, TSV, JSON)
UNDEFINED = "0/0"
_NAN = float("nan")


class TableColumn(NamedTuple):
    """A column of a table: heading, key in JSON, values, and how these are written and aligned.

    A column without a heading is in JSON only, one without a key in tables only. In JSON, NaN is ``null``.
    """

    heading: str
    key: str
    values: Sequence[Any]
    text: Callable[[Any], str] = str
    align: str = "decimal"


def comparison_table(comparison: SystemComparison, form: str) -> str:
    """Return the table of comparisons in one of :data:`FORMS`."""
    systems, method, pairs = comparison.systems, comparison.method, comparison.pairs
    digits = Digits(systems.values, form)
    corrected = f"p ({method.correct})" if len(pairs) > 1 and method.correct != NONE else ""
    columns = [
        TableColumn("A", "a", [pair.names[0] for pair in pairs], align="left"),
        TableColumn("B", "b", [pair.names[1] for pair in pairs], align="left"),
        TableColumn("", "measure", [written(systems.figure.name)] * len(pairs)),
        TableColumn("value A", "value_a", [pair.values[0] for pair in pairs], digits.text),
        TableColumn("value B", "value_b", [pair.values[1] for pair in pairs], digits.text),
        TableColumn("A - B", "difference", [pair.interval.value for pair in pairs], digits.signed),
        TableColumn("low", "low", [pair.interval.low for pair in pairs], digits.signed),
        TableColumn("high", "high", [pair.interval.high for pair in pairs], digits.signed),
        TableColumn("p", "p", [pair.test.p if pair.test.is_defined else _NAN for pair in pairs], digits.probability),
        TableColumn(corrected, "", [pair.corrected for pair in pairs], digits.probability),
        TableColumn("decision", "", list(map(_decision, pairs)), align="left"),
        TableColumn("", "significant", [pair.significant if pair.test.is_defined else None for pair in pairs]),
        TableColumn("", "test", [method.test] * len(pairs)),
        TableColumn("", "trials", [pair.test.trials for pair in pairs]),
        TableColumn("", "seed", [method.seed] * len(pairs)),
        TableColumn("units", "units", [len(systems.units)] * len(pairs), align="right"),
        TableColumn("differ on", "units_differing", [pair.differing for pair in pairs], align="right"),
    ]
    return _table(columns, form)


def _decision(pair: SystemPair) -> str:
    if not pair.test.is_defined:
        return "not compared"
    return "different" if pair.significant else "not told apart"


def ranking_table(comparison: SystemComparison, form: str) -> str:
    """Return the table of a ranking in one of :data:`FORMS`."""
    systems, ranked = comparison.systems, comparison.ranking
    digits, name = Digits(systems.values, form), systems.figure.name
    columns = [
        TableColumn("rank", "", list(map(_ranks, ranked)), align="right"),
        TableColumn("system", "system", [one.name for one in ranked], align="left"),
        TableColumn("", "measure", [written(name)] * len(ranked)),
        TableColumn(name[2], "value", [one.interval.value for one in ranked], digits.text),
        TableColumn("low", "low", [one.interval.low for one in ranked], digits.text),
        TableColumn("high", "high", [one.interval.high for one in ranked], digits.text),
        TableColumn("", "rank_best", [one.best for one in ranked]),
        TableColumn("", "rank_worst", [one.worst for one in ranked]),
        TableColumn("groups", "groups", [one.groups for one in ranked], " ".join, "left"),
        TableColumn("", "units", [len(systems.units)] * len(ranked)),
    ]
    return _table(columns, form)


def _ranks(system: Ranked) -> str:
    if system.best is None:
        return "-"
    return str(system.best) if system.best == system.worst else f"{system.best}-{system.worst}"


class Digits:
    """Writes figures with as many digits as reports show: three decimals of fractions, two of percentages.

    In TSV, which programs read, figures have all digits.
    """

    def __init__(self, values: Iterable[float], form: str) -> None:
        decimals = 3 if all(abs(value) <= 1 for value in values if value == value) else 2
        self._figure, self._signed, self._p = [""] * 3 if form == TSV else [f".{decimals}f", f"+.{decimals}f", ".4f"]

    def text(self, value: float, digits: str | None = None) -> str:
        """Write a figure."""
        return format(value, self._figure if digits is None else digits) if value == value else UNDEFINED

    def signed(self, value: float) -> str:
        """Write a difference."""
        return self.text(value, self._signed)

    def probability(self, p: float) -> str:
        """Write the p-value of a test."""
        return self.text(p, self._p)


def _table(columns: Sequence[TableColumn], form: str) -> str:
    if form == JSON:
        keys = [column.key for column in columns if column.key]
        records = zip(*[column.values for column in columns if column.key])
        numbers = ([value if value == value else None for value in record] for record in records)
        lines = [json.dumps(dict(zip(keys, record)), allow_nan=False) for record in numbers]
        return json_bytes("[" + ",\n ".join(lines) + "]\n").decode()
    columns = [column for column in columns if column.heading]
    headings = [column.heading for column in columns]
    rows = list(zip(*[map(column.text, column.values) for column in columns]))
    return tabulated(form, headings, rows, [column.align for column in columns])
