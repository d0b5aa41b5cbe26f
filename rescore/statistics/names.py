"""The names of measures: the main ones of a run, and those that it does not have."""

from __future__ import annotations

from collections.abc import Iterable

from common.errors import InputError
from common.match import Run
from rescore.reports.names import Name, nearest, written
from rescore.scorers import SCORERS
from rescore.statuses import USAGE


def main_measures(run: Run) -> list[Name]:
    """Return those of the main measures that a run has."""
    return [
        (table, row, column)
        for table, row, column in SCORERS[run.command].main_measures
        for measure in run.measures.get((table, row)) or run.measures.get(table) or run.measures.get("", ())
        if measure.name == column
    ]


def unknown(name: Name, names: Iterable[Name], line: str) -> InputError:
    """Return the error of a figure that a report does not have, with the nearest that it has."""
    hint = nearest(written(name), map(written, names))
    return InputError(f"{line}: has no figure {written(name)}{hint}; 'rescore measures' lists all", status=USAGE)
