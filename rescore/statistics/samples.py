"""The data of statistics: for each system the counts that a figure is made of, unit by unit."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isfinite

from common.errors import InputError
from common.result import Run
from rescore.archive.units import Column, Sampler, UnitCounts
from rescore.explain.conditions import Conditions, conditions_of
from rescore.reports.names import Name, nearest, written
from rescore.scorers import SCORERS
from rescore.scorers.printed import printed_cells
from rescore.scorers.running import Outcome, run_command
from rescore.statistics.figures import Figure
from rescore.statuses import UNSCORED, USAGE

OF_FILE = " in "  # in the names of rows of MATScore, before that of the file


class Sample:
    """A system's counts: for each unit those of the columns of a figure.

    ``name`` is that of the system, ``line`` its command line, ``value`` the figure of the whole as the scorer computes
    it, NaN where it is undefined. ``keys`` are the paths of the files that were scored against, by the hash of their
    content; ``conditions`` is what figures depend on but for the response. ``plus`` adds counts.
    """

    __slots__ = ("command", "conditions", "counts", "figure", "keys", "line", "name", "plus")

    def __init__(
        self,
        name: str,
        line: Sequence[str],
        figure: Figure,
        counts: dict[str, list[float]],
        keys: dict[str, str],
        conditions: Conditions,
        plus: Callable[[float, float], float],
    ) -> None:
        self.name = name
        self.line = " ".join(line)
        self.command = line[0]
        self.figure = figure
        self.counts = counts
        self.keys = keys
        self.conditions = conditions
        self.plus = plus

    @property
    def value(self) -> float:
        """The figure of all units."""
        return self.value_of(list(self.counts.values()))

    def value_of(self, rows: Sequence[Sequence[float]]) -> float:
        """Return the figure of some units, whose counts are added in the order of the run."""
        sums = [0.0] * len(self.figure.columns)
        for row in rows:
            sums = list(map(self.plus, sums, row))
        return self.figure.of(sums)


def sample(words: Sequence[str], measure: Name | None, name: str | None = None) -> Sample:
    """Run a command line and return its counts for a measure, of the main one if none is named.

    Raises :class:`InputError` if the command fails or scores nothing, or if its report has no such figure.
    """
    figures: list[Figure] = []

    def columns(run: Run) -> Iterable[Column]:
        figures.extend([Figure(run, name) for name in ([measure] if measure else main_measures(run))])
        return [column for figure in figures for column in figure.columns]

    outcome, sampler = observed(words, columns)
    run = sampler.run
    assert run is not None, "observed runs have begun"
    units = sampler.counts
    figure, counts = chosen(figures, units)
    line = " ".join(words)
    if not any(any(row) for row in counts.values()):
        names = printed_names(outcome)
        if figure.name not in names:
            raise unknown(figure.name, names, line)
    if not counts:
        raise InputError(f"{line}: scored nothing; 'rescore check' says why", status=UNSCORED)
    if not all(isfinite(count) for row in counts.values() for count in row):
        raise InputError(
            f"{line}: some of its counts are infinite or no numbers, so they cannot be resampled", status=UNSCORED
        )
    role = SCORERS[run.command].response
    name = name or _response([source.path for source in run.inputs if source.role == role]) or line
    return _sample(name, words, figure, counts, units, run.plus)


def chosen(figures: Sequence[Figure], units: UnitCounts) -> tuple[Figure, dict[str, list[float]]]:
    """Return the figure, of several the first in which anything is counted, and its counts by unit."""
    counts = [units.of_cells(figure.columns) for figure in figures]
    found = next((place for place, one in enumerate(counts) if any(map(any, one.values()))), 0)
    return figures[found], counts[found]


def recalled(units: UnitCounts, like: Sample, words: Sequence[str], name: str) -> Sample | None:
    """Return the counts of a run that a store knows, for the figure of another run that was scored like it.

    None if it scored nothing, or in another way, if the figure counts other things than meetings, or if nothing is
    counted.
    """
    columns = like.figure.columns
    if (
        words[0] != like.command
        or not units.run
        or conditions_of(units.run) != like.conditions
        or any(not table for table, *_ in columns)
    ):
        return None
    counts = units.of_cells(columns)
    if not any(any(row) for row in counts.values()):
        return None
    return _sample(name, words, like.figure, counts, units, like.plus)


def _sample(
    name: str,
    words: Sequence[str],
    figure: Figure,
    counts: dict[str, list[float]],
    units: UnitCounts,
    plus: Callable[[float, float], float],
) -> Sample:
    role = SCORERS[words[0]].key
    keys = {source["sha256"]: source["path"] for source in units.run["inputs"] if source["role"] == role}
    named = _named_alike(_of_row(counts, figure.name[1]), units.key_files)
    return Sample(name, words, figure, named, keys, conditions_of(units.run), plus)


def _response(paths: Sequence[str]) -> str:
    """Return the file of the response, or the folder of its files, if there is one."""
    folders = {os.path.dirname(path) for path in paths}
    return paths[0] if len(paths) == 1 else folders.pop() if len(folders) == 1 else ""


def _of_row(counts: dict[str, list[float]], row: str) -> dict[str, list[float]]:
    """Return the counts of the units that a row is about: all, but for rows of one file."""
    own = {unit: sums for unit, sums in counts.items() if row.endswith(f"{OF_FILE}{unit}")}
    return own or counts


def _named_alike(counts: dict[str, list[float]], key_files: Mapping[str, str]) -> dict[str, list[float]]:
    """Return the counts of documents that have a file each by the name of the file of the key, which systems share."""
    if counts.keys() - key_files.keys():
        return counts
    names = [os.path.basename(key_files[unit]) for unit in counts]
    return dict(zip(names, counts.values())) if len({*names}) == len(names) else counts


def observed(words: Sequence[str], columns: Callable[[Run], Iterable[Column]]) -> tuple[Outcome, Sampler]:
    """Run a command line with a sampler. Raises :class:`InputError` with what the command says if it fails."""
    command, *rest = words
    if command not in SCORERS:
        raise InputError(f"{command} is no scorer; name one of {', '.join(SCORERS)}", status=UNSCORED)
    sampler = Sampler(columns)
    outcome = run_command(command, rest, sampler)
    if outcome.status or sampler.run is None:
        raise InputError(f"{' '.join(words)}: {outcome.complaint}", status=UNSCORED)
    return outcome, sampler


def printed_names(outcome: Outcome) -> dict[Name, str]:
    """Return the names of all figures that a run printed, with their texts, of formulas with what these give."""
    return {
        cell.name: str(cell.value) if "=" in cell.text else cell.text.strip()
        for cell in printed_cells(outcome)
        if not isinstance(cell.value, str)
    }


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
