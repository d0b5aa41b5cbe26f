"""A scored run as Python objects, for notebooks and scripts: units, matches, figures, and tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from legacy_scorers.common.collector import uncollected
from legacy_scorers.common.errors import InputError, nearest
from legacy_scorers.common.evaluation import Table
from legacy_scorers.common.result import Run
from legacy_scorers.rescore.names import scorer_called
from legacy_scorers.rescore.process import UNSCORED
from legacy_scorers.rescore.reports.model import written
from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.runs.explanation import ExplainedRun, Figure, Selection
from legacy_scorers.rescore.scorers import SCORERS


class ScoredRun:
    """What a command scored: settings and inputs, the units with their matches, the tables of figures that it printed.

    ``measures`` are the ratios of the report, by table; ``outcome`` holds the bytes of streams and report files.
    """

    def __init__(self, run: Run, collected: ExplainedRun) -> None:
        self.command, self.version, self.settings = run.command, run.version, run.settings
        self.inputs, self.measures = run.inputs, run.measures
        self.units, self.outcome, self._figures = collected.units, collected.outcome, collected.figures
        self.matches = [match for unit in self.units for match in unit.matches]
        self.cells = list(self._figures.values())
        self.tables = list(dict.fromkeys([cell.table for cell in self.cells]))
        amounts = grouped((cell[:3], (match, cell[3])) for match in self.matches for cell in match.cells)
        for cell in self.cells:
            cell.matches = amounts.get(cell.name, [])

    def table(self, name: str) -> Table:
        """Return the figures of a table, row by row. Raises ``KeyError`` if there is no such table."""
        rows = grouped((cell.row, (cell.column, cell.value)) for cell in self.cells if cell.table == name)
        if not rows:
            raise KeyError(f"no table {name!r}{nearest(name, self.tables)}")
        return Table([{"row": row, **dict(values)} for row, values in rows.items()])

    def cell(self, table: str, row: str, column: str) -> Figure:
        """Return a figure. Raises ``KeyError`` if the report does not have it."""
        name = (table, row, column)
        if name not in self._figures:
            raise KeyError(f"no figure {written(name)!r}{nearest(written(name), map(written, self._figures))}")
        return self._figures[name]

    def __repr__(self) -> str:
        return f"<{self.command} {self.version}: {len(self.units)} units, {len(self._figures)} figures>"

    def _repr_html_(self) -> str:
        return "".join([f"<h4>{escape(name)}</h4>{self.table(name)._repr_html_()}" for name in self.tables])


class _Unhashed(ExplainedRun):
    """An explained run without a record, for which all inputs would be hashed."""

    def begin(self, run: Run) -> None:
        self.run = run


@uncollected
def scored(command: str, words: Sequence[str]) -> ScoredRun:
    """Run a command line as :func:`rescore.score` says; the command may have a folder before it."""
    if isinstance(words, str):
        raise TypeError("words are a list of what comes after the command's name, not one text; try shlex.split")
    scorer = scorer_called(command)
    if not scorer:
        raise InputError(f"{command} is not a scorer; use one of {', '.join(SCORERS)}", status=UNSCORED)
    collected = _Unhashed(Selection())
    outcome = collected.explain(scorer, list(words))
    if not collected.is_scored or collected.run is None:
        raise InputError(f"{scorer}: {outcome.complaint.removeprefix(f'{scorer}: ')}", status=UNSCORED)
    return ScoredRun(collected.run, collected)
