"""A scored run as Python objects, for notebooks and scripts: units, matches, figures, and tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeAlias

from common import result
from common.errors import InputError
from common.result import KEY, RESPONSE, Input, Item, Location, Match, Observer, Unit
from rescore.explain.records import figures, made_of
from rescore.reports.model import Cell, Name, nearest, written
from rescore.scorers import SCORERS, scorer_called
from rescore.scorers.running import Outcome, printed_cells, run_command
from rescore.statuses import UNSCORED


class ExplainedMatch:
    """A match with its items: ``key`` and ``response``, one of which may be None; its kind, its credit, and why."""

    def __init__(self, run: result.Run, unit: Unit, one: Match) -> None:
        self.kind = run.kind(one)
        self.credit = run.credit(one)
        self.key: Item | None = None if one.key is None else unit.item(KEY, one.key)
        self.response: Item | None = None if one.response is None else unit.item(RESPONSE, one.response)
        self.why = unit.why(one)


@dataclass(eq=False)
class ExplainedUnit:
    """A unit: its name, its location on either side, and its matches."""

    name: str
    key: Location | None
    response: Location | None
    matches: list[ExplainedMatch]


Amounts: TypeAlias = dict[Name, list[tuple[ExplainedMatch, float]]]  # by cell, the matches that it adds up


class Figure:
    """A figure of the report: its name, the text that is printed and its value, and what it is computed from.

    ``matches`` are the matches that a sum adds up, each with its amount. If the figure is not a sum, ``of`` names the
    measure and then the figures that it is computed from, or what is counted.
    """

    def __init__(self, cell: Cell, of: list[Any], amounts: Amounts) -> None:
        self.name = cell.name
        self.table, self.row, self.column = cell.name
        self.text = cell.text.strip()
        self.value = cell.value
        self.of = of
        self.matches = [] if of else amounts.get(cell.name, [])

    def __repr__(self) -> str:
        return f"<{written(self.name)} {self.text}>"


class Table(list[dict[str, "Any"]]):
    """The rows of a table, as dictionaries: ``row`` is its name, the other keys are the columns."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        columns = list(dict.fromkeys([column for row in self for column in row]))
        head = "".join([f"<th>{escape(column)}</th>" for column in columns])
        lines = ["".join([f"<td>{escape(str(row.get(column, '')))}</td>" for column in columns]) for row in self]
        body = "".join([f"<tr>{line}</tr>" for line in lines])
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


class ScoredRun:
    """What a command scored: settings and inputs, the units with their matches, the figures that it printed.

    ``measures`` are the ratios of the report, by table; ``outcome`` holds the bytes of streams and report files.
    """

    def __init__(self, run: result.Run, units: list[ExplainedUnit], amounts: Amounts, outcome: Outcome) -> None:
        self.command = run.command
        self.version = run.version
        self.settings: dict[str, object] = run.settings
        self.inputs: Sequence[Input] = run.inputs
        self.measures = run.measures
        self.units = units
        self.outcome = outcome
        self.cells = [Figure(cell, made_of(run, *cell.name), amounts) for cell in figures(printed_cells(outcome))]

    @property
    def matches(self) -> list[ExplainedMatch]:
        """All matches, unit by unit."""
        return [one for unit in self.units for one in unit.matches]

    @property
    def tables(self) -> list[str]:
        """The names of the tables."""
        return list(dict.fromkeys([cell.table for cell in self.cells]))

    def table(self, name: str) -> Table:
        """Return the figures of a table, row by row. Raises ``KeyError`` if there is no such table."""
        rows: dict[str, dict[str, Any]] = {}
        for cell in self.cells:
            if cell.table == name:
                rows.setdefault(cell.row, {"row": cell.row})[cell.column] = cell.value
        if not rows:
            raise KeyError(f"no table {name!r}{nearest(name, self.tables)}")
        return Table(rows.values())

    def cell(self, table: str, row: str, column: str) -> Figure:
        """Return a figure. Raises ``KeyError`` if the report does not have it."""
        name = (table, row, column)
        for cell in self.cells:
            if cell.name == name:
                return cell
        known = [written(cell.name) for cell in self.cells]
        raise KeyError(f"no figure {written(name)!r}{nearest(written(name), known)}")

    def __repr__(self) -> str:
        return f"<{self.command} {self.version}: {len(self.units)} units, {len(self.cells)} figures>"

    def _repr_html_(self) -> str:
        return "".join([f"<h4>{escape(name)}</h4>{self.table(name)._repr_html_()}" for name in self.tables])


class _Keeper(Observer):
    def __init__(self) -> None:
        self.run: result.Run | None = None
        self.units: list[ExplainedUnit] = []
        self.amounts: Amounts = {}

    def begin(self, run: result.Run) -> None:
        self.run = run

    def unit(self, unit: Unit) -> None:
        assert self.run is not None, "a run begins before its units"
        matches = []
        for one in unit.matches:
            explained = ExplainedMatch(self.run, unit, one)
            matches.append(explained)
            for table, row, column, amount in self.run.cells(unit, one):
                self.amounts.setdefault((table, row, column), []).append((explained, amount))
        self.units.append(ExplainedUnit(unit.name, unit.key, unit.response, matches))


def scored(command: str, words: Sequence[str]) -> ScoredRun:
    """Run a command line; the command may have a folder before it.

    Raises :class:`InputError` with what the command says if it fails, or scores nothing, and ``TypeError`` if the words
    are a single text.
    """
    if isinstance(words, str):
        raise TypeError("words are a list of what comes after the command's name, not one text; try shlex.split")
    scorer = scorer_called(command)
    if not scorer:
        raise InputError(f"{command} is not a scorer; use one of {', '.join(SCORERS)}", status=UNSCORED)
    keeper = _Keeper()
    outcome = run_command(scorer, list(words), keeper)
    if outcome.status or keeper.run is None:
        raise InputError(f"{scorer}: {outcome.complaint}", status=UNSCORED)
    return ScoredRun(keeper.run, keeper.units, keeper.amounts, outcome)
