"""Counts by cell of a report, and the measures computed from them.

A report is a set of tables; a cell is named by its table, its row and its column. Scorers count matches of key and
response items by signature. One function in each scorer, ``cells(signature)``, lists the cells that it adds to.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    Part: TypeAlias = str | tuple[str, str, str]
    Cell: TypeAlias = tuple[Hashable, Hashable, str, Any]  # table, row, column, amount


class Signatures(dict["Any", int]):
    """How many times each signature occurred, 0 for one that never did."""

    __slots__ = ()

    def __missing__(self, signature: Hashable) -> int:
        return 0

    def add(self, others: Mapping[Any, int]) -> None:
        """Add the counts of other signatures."""
        for signature, times in others.items():
            self[signature] += times


class Row(dict[str, "Any"]):
    """The counts of a row by column, 0 where nothing was counted."""

    __slots__ = ()

    @classmethod
    def sum(cls, rows: Iterable[Mapping[str, Any]], times: int = 1) -> Row:
        """Return the sum of rows, multiplied by ``times``."""
        result = cls()
        for row in rows:
            for column, amount in row.items():
                result[column] += amount * times
        return result

    def __missing__(self, column: str) -> int:
        return 0


class Tally:
    """Sums of amounts by cell; a cell that was never counted holds 0. A row may be any hashable object."""

    __slots__ = ("_rows",)

    def __init__(self) -> None:
        self._rows: dict[tuple[Hashable, Hashable], Row] = {}

    @classmethod
    def of(cls, signatures: Mapping[Any, int], cells: Callable[[Any], Iterable[Cell]]) -> Tally:
        """Return the tally of counted signatures, each expanded once."""
        tally = cls()
        for signature, times in signatures.items():
            tally.count(cells(signature), times)
        return tally

    def count(self, cells: Iterable[Cell], times: int = 1) -> None:
        """Add to each cell its amount, multiplied by ``times``."""
        rows = self._rows
        for table, name, column, amount in cells:
            row = rows.get((table, name))
            if row is None:
                row = rows[table, name] = Row()
            row[column] += amount * times

    def row(self, table: Hashable, name: Hashable) -> Row:
        """Return the counts of a row by column. A row in which nothing was counted is empty."""
        return self._rows.get((table, name)) or Row()

    def rows(self, table: Hashable) -> list[Hashable]:
        """Return the names of the rows of a table in which something was counted, in order of first counting."""
        return [name for found, name in self._rows if found == table]


class Measure:
    """A figure computed from columns of its row.

    ``parts`` name the columns, which may be measures themselves; ``formula`` takes their values in that order. A part
    from another row is a triple of table, row and column; a row that is passed in holds its value under this triple.
    ``zero`` is the value of the measure where the formula would divide by 0.
    """

    __slots__ = ("formula", "name", "parts", "zero")

    def __init__(self, name: str, parts: Sequence[Part], formula: Callable[..., float], zero: float) -> None:
        self.name = name
        self.parts = parts
        self.formula = formula
        self.zero = zero

    def __call__(self, row: Mapping[Any, Any]) -> float:
        """Return the value for a row that holds all parts, also those that are measures (see :func:`complete`)."""
        try:
            return self.formula(*[row[part] for part in self.parts])
        except ZeroDivisionError:
            return self.zero


def complete(row: Mapping[str, Any], measures: Iterable[Measure]) -> Row:
    """Return the row with all measures. Each may use those before it."""
    result = Row(row)
    for measure in measures:
        result[measure.name] = measure(result)
    return result


def share(part: float, whole: float) -> float:
    """Return ``part / whole``: the recall if the whole is what the key has, the precision if what the response has."""
    return part / whole


def percent(part: float, whole: float) -> float:
    """Return ``part / whole`` in per cent, rounded after each step as C and Perl do."""
    return 100.0 * part / whole


def f1(precision: float, recall: float) -> float:
    """Return the balanced F-measure 2PR / (P + R). Raises ``ZeroDivisionError`` if both are 0."""
    return 2 * (precision * recall) / (precision + recall)
