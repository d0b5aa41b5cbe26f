"""A scored run as Python objects, for notebooks and scripts: units, meetings, figures, and tables of them."""

from __future__ import annotations

from html import escape

from common.errors import InputError
from common.result import Observer, Unit
from rescore.explain.records import figures, made_of
from rescore.reports.names import nearest, written
from rescore.reports.printed import printed_cells
from rescore.scorers import MODULES, run_command, scorer_called
from rescore.statuses import UNSCORED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from common import result
    from common.result import Input, Met
    from rescore.explain.records import Name
    from rescore.reports.model import Cell
    from rescore.scorers import Outcome


class Figure:
    """A figure of the report: its name, the text that is printed and its value, and what it is made of.

    ``mets`` are the meetings that it is the sum of, each with its amount. Where it is no sum, ``of`` names the measure
    and then the figures that it is computed from, or what is counted.
    """

    __slots__ = ("column", "mets", "name", "of", "row", "table", "text", "value")

    def __init__(self, cell: Cell, of: list[Any], mets: list[tuple[Met, float]]) -> None:
        self.name = cell.name
        self.table, self.row, self.column = cell.name
        self.text = cell.text.strip()
        self.value = cell.value
        self.of = of
        self.mets = mets

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


class Run:
    """What a command scored: settings and inputs, the units with their meetings, the figures that it printed.

    ``measures`` are the ratios of the report, by table; ``outcome`` holds the bytes of streams and report files.
    """

    __slots__ = ("cells", "command", "inputs", "measures", "outcome", "settings", "units", "version")

    def __init__(
        self, run: result.Run, units: list[Unit], amounts: Mapping[Name, list[tuple[Met, float]]], outcome: Outcome
    ) -> None:
        self.command = run.command
        self.version = run.version
        self.settings: dict[str, object] = run.settings
        self.inputs: Sequence[Input] = run.inputs
        self.measures = run.measures
        self.units = units
        self.outcome = outcome
        self.cells = [_figure(run, cell, amounts) for cell in figures(printed_cells(outcome))]

    @property
    def mets(self) -> list[Met]:
        """All meetings, unit by unit."""
        return [met for unit in self.units for met in unit.mets]

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


def _figure(run: result.Run, cell: Cell, amounts: Mapping[Name, list[tuple[Met, float]]]) -> Figure:
    of = made_of(run, *cell.name)
    return Figure(cell, of, [] if of else amounts.get(cell.name, []))


class _Keeper(Observer):
    """Keeps all that it hears."""

    def __init__(self) -> None:
        self.run: result.Run | None = None
        self.units: list[Unit] = []
        self.amounts: dict[Name, list[tuple[Met, float]]] = {}

    def begin(self, run: result.Run) -> None:
        self.run = run

    def unit(self, unit: Unit) -> None:
        assert self.run is not None, "a run begins before its units"
        unit.mets = list(unit.mets)
        self.units.append(unit)
        for met in unit.mets:
            for table, row, column, amount in self.run.cells(unit, met):
                self.amounts.setdefault((table, row, column), []).append((met, amount))


def scored(command: str, words: Sequence[str]) -> Run:
    """Run a command line; the command may have a folder before it.

    Raises :class:`InputError` with what the command says if it fails, or scores nothing, and ``TypeError`` if the words
    are a single text.
    """
    if isinstance(words, str):
        raise TypeError("words are a list of what comes after the command's name, not one text; try shlex.split")
    scorer = scorer_called(command)
    if not scorer:
        raise InputError(f"{command} is no scorer; name one of {', '.join(MODULES)}", status=UNSCORED)
    keeper = _Keeper()
    outcome = run_command(scorer, list(words), keeper)
    if outcome.status or keeper.run is None:
        raise InputError(f"{scorer}: {outcome.complaint}", status=UNSCORED)
    return Run(keeper.run, keeper.units, keeper.amounts, outcome)
