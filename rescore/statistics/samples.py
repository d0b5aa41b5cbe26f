"""The data of statistics: for each system the counts that a figure is computed from, unit by unit.

A figure is a function of the counts of a whole run, or of many resamples at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from common.compat.c import divide, f32
from common.errors import InputError
from common.result import Run
from common.tally import Measure
from rescore.archive.scoring import inside
from rescore.archive.submission import Submission
from rescore.archive.units import UnitCounter, UnitCounts
from rescore.explain.conditions import Conditions, conditions_of
from rescore.reports.model import Name, nearest, written
from rescore.scorers import SCORERS
from rescore.scorers.running import Outcome, printed_cells, run_command
from rescore.statuses import UNSCORED, USAGE

if TYPE_CHECKING:  # processes that count archives have little memory, so they do not load numpy
    from rescore.statistics.resample import Sums, Values

OF_FILE = " in "  # in the names of rows of MATScore, before that of the file
# Formulas take arrays like numbers, except these, which test whether a number is 0.
_OF_ARRAYS: dict[Callable[..., float], Callable[..., Any]] = {
    divide: lambda part, whole: f32(part / whole),
    **{one: other for scorer in SCORERS.values() for one, other in scorer.of_arrays.items()},
}


class CountedFigure:
    """A figure by name, and the ``columns`` of counts that it is computed from; in per cent if it is printed so."""

    def __init__(self, run: Run, name: Name) -> None:
        self.name = name
        self.columns: list[Name] = []
        self._term = self._resolved(run, name)
        self._scale = SCORERS[run.command].scale if isinstance(self._term, _Ratio) else 1.0

    def of(self, sums: Sequence[float]) -> float:
        """Return the figure as the scorer computes it; NaN where it is undefined."""
        return _number(self._term, sums) * self._scale

    def __call__(self, sums: Sums) -> Values:
        """Return the figures of rows of sums; NaN where one divides 0 by 0."""
        import numpy as np

        if len(sums) == 1:  # some numpy functions treat one row as a number
            return np.array([self.of(sums[0].tolist())])
        return _numbers(self._term, sums) * self._scale

    def _resolved(self, run: Run, name: Name) -> int | _Ratio:
        measure = measure_of(run, name)
        if measure is not None:
            table, row, _ = name
            parts = [part if isinstance(part, tuple) else (table, row, part) for part in measure.parts]
            return _Ratio(measure, [self._resolved(run, part) for part in parts])
        size = run.sizes.get((name[0], name[2]))
        column = ("", "", size) if size else name
        if column not in self.columns:
            self.columns.append(column)
        return self.columns.index(column)


class _Ratio:
    """A measure of counts, or of other measures.

    If the formula divides by 0 the measure is undefined, whatever a report prints for it. But one that is computed from
    measures only, such as F from P and R, has the value of the report if all of these are defined.
    """

    def __init__(self, measure: Measure, parts: Sequence[int | _Ratio]) -> None:
        self._formula = measure.formula
        self._parts = parts
        self._zero = measure.zero if all(isinstance(part, _Ratio) for part in parts) else float("nan")

    def scalar(self, sums: Sequence[float]) -> float:
        parts = [_number(part, sums) for part in self._parts]
        if any(part != part for part in parts):
            return float("nan")
        try:
            value = self._formula(*parts)
        except ZeroDivisionError:
            return self._zero
        return value if abs(value) < float("inf") else self._zero

    def values(self, sums: Sums) -> Values:
        import numpy as np

        parts = [_numbers(part, sums) for part in self._parts]
        formula: Callable[..., Any] = _OF_ARRAYS.get(self._formula, self._formula)
        with np.errstate(all="ignore"):
            values = formula(*parts)
        missing = np.isnan(parts).any(axis=0)
        result: Values = np.where(missing, np.nan, np.where(np.isfinite(values), values, self._zero))
        return result


def _number(term: int | _Ratio, sums: Sequence[float]) -> float:
    return sums[term] if isinstance(term, int) else term.scalar(sums)


def _numbers(term: int | _Ratio, sums: Sums) -> Values:
    return sums[:, term] if isinstance(term, int) else term.values(sums)


def measure_of(run: Run, name: Name) -> Measure | None:
    """Return the measure of that name, or None for a sum."""
    table, row, column = name
    measures: Sequence[Measure] = run.measures.get((table, row)) or run.measures.get(table) or run.measures.get("", ())
    return next((measure for measure in measures if measure.name == column), None)


def main_measures(run: Run) -> list[Name]:
    """Return those of the scorer's main measures that a run has."""
    return [name for name in SCORERS[run.command].main_measures if measure_of(run, name)]


@dataclass
class Sample:
    """A system's counts: for each unit those of the columns of a figure.

    ``name`` is that of the system, ``line`` its command line. ``keys`` are the paths of the key's files, by the hash of
    their content; ``conditions`` is what figures depend on besides the response. ``plus`` adds counts.
    """

    name: str
    line: str
    command: str
    figure: CountedFigure
    counts: dict[str, list[float]]
    keys: dict[str, str]
    conditions: Conditions
    plus: Callable[[float, float], float]

    def value_of(self, rows: Iterable[Sequence[float]]) -> float:
        """Return the figure of units as the scorer computes it, NaN where it is undefined.

        Their counts are added in the order of the run.
        """
        sums = [0.0] * len(self.figure.columns)
        for row in rows:
            sums = list(map(self.plus, sums, row))
        return self.figure.of(sums)


def observed(words: Sequence[str]) -> tuple[Outcome, Run, UnitCounts]:
    """Run a command line and count by unit. Raises :class:`InputError` with the command's message if it fails."""
    command, *rest = words
    if command not in SCORERS:
        raise InputError(f"{command} is not a scorer; use one of {', '.join(SCORERS)}", status=UNSCORED)
    counter = UnitCounter()
    outcome = run_command(command, rest, counter)
    if outcome.status or counter.run is None:
        raise InputError(f"{' '.join(words)}: {outcome.complaint}", status=UNSCORED)
    return outcome, counter.run, counter.counts


def sample(words: Sequence[str], measure: Name | None, name: str | None = None) -> Sample:
    """Run a command line and return its counts for a measure, by default the main one.

    Raises :class:`InputError` if the command fails or scores nothing, or if its report has no such figure.
    """
    outcome, run, units = observed(words)
    figure, counts = chosen([CountedFigure(run, one) for one in ([measure] if measure else main_measures(run))], units)
    line = " ".join(words)
    if not any(map(any, counts.values())):
        names = printed_names(outcome)
        if figure.name not in names:
            hint = nearest(written(figure.name), map(written, names))
            problem = f"has no figure {written(figure.name)}{hint}; 'rescore measures' lists all"
            raise InputError(f"{line}: {problem}", status=USAGE)
    if not counts:
        raise InputError(f"{line}: scored nothing; 'rescore check' says why", status=UNSCORED)
    if not all(isfinite(count) for row in counts.values() for count in row):
        problem = "some of its counts are infinite or not numbers, so they cannot be resampled"
        raise InputError(f"{line}: {problem}", status=UNSCORED)
    role = SCORERS[run.command].response
    name = name or _response([source.path for source in run.inputs if source.role == role]) or line
    return _sample(name, words, figure, counts, units, run.plus)


def chosen(figures: Sequence[CountedFigure], units: UnitCounts) -> tuple[CountedFigure, dict[str, list[float]]]:
    """Return the first figure in which anything is counted, or else the first, and its counts by unit."""
    counts = [units.of_cells(figure.columns) for figure in figures]
    index = next((index for index, one in enumerate(counts) if any(map(any, one.values()))), 0)
    return figures[index], counts[index]


def recalled(units: UnitCounts, like: Sample, words: Sequence[str], name: str) -> Sample | None:
    """Return the stored counts of a run for the figure of the sample ``like``.

    None if the run scored nothing, was scored under other conditions, or has only counts of 0.
    """
    if words[0] != like.command or not units.run or conditions_of(units.run) != like.conditions:
        return None
    counts = units.of_cells(like.figure.columns)
    return _sample(name, words, like.figure, counts, units, like.plus) if any(map(any, counts.values())) else None


def _sample(
    name: str,
    words: Sequence[str],
    figure: CountedFigure,
    counts: dict[str, list[float]],
    units: UnitCounts,
    plus: Callable[[float, float], float],
) -> Sample:
    role = SCORERS[words[0]].key
    keys = {source["sha256"]: source["path"] for source in units.run["inputs"] if source["role"] == role}
    named = _named_alike(_of_row(counts, figure.name[1]), units.key_files)
    return Sample(name, " ".join(words), words[0], figure, named, keys, conditions_of(units.run), plus)


def _response(paths: Sequence[str]) -> str:
    """Return the file of the response, or the one folder of its files, or an empty text."""
    folders = {os.path.dirname(path) for path in paths}
    return paths[0] if len(paths) == 1 else folders.pop() if len(folders) == 1 else ""


def _of_row(counts: dict[str, list[float]], row: str) -> dict[str, list[float]]:
    """Return the counts of the units that a row is about: those of one file for the row of a file, or else all."""
    own = {unit: sums for unit, sums in counts.items() if row.endswith(f"{OF_FILE}{unit}")}
    return own or counts


def _named_alike(counts: dict[str, list[float]], key_files: Mapping[str, str]) -> dict[str, list[float]]:
    """Name documents after their key files, which systems share, if each document has its own file."""
    if counts.keys() - key_files.keys():
        return counts
    names = [os.path.basename(key_files[unit]) for unit in counts]
    return dict(zip(names, counts.values())) if len({*names}) == len(names) else counts


def printed_names(outcome: Outcome) -> dict[Name, str]:
    """Return the names of all figures that a run printed, with their texts; the text of a formula is its result."""
    return {
        cell.name: str(cell.value) if "=" in cell.text else cell.text.strip()
        for cell in printed_cells(outcome)
        if not isinstance(cell.value, str)
    }


def figures_by(root: str, submission: Submission, by: str) -> dict[str, dict[Name, float]]:
    """Score a submission to the archive in a folder, and return its figures by unit, or by a group of the profile.

    Figures that are 0/0 are left out, and rows in which nothing of a unit is counted. Raises :class:`InputError` for a
    run that fails.
    """
    groups = SCORERS[submission.words[0]].groups
    group = groups[by].of if by in groups else str
    with inside(root, submission):
        outcome, run, units = observed(submission.words)
    figures = [CountedFigure(run, name) for name in printed_names(outcome)]
    columns = list(dict.fromkeys(column for figure in figures for column in figure.columns))
    sums: dict[str, list[float]] = {}
    for unit, counts in units.of_cells(columns).items():
        before = sums.get(group(unit))
        sums[group(unit)] = counts if before is None else list(map(run.plus, before, counts))
    counted = {column for column, *amounts in zip(columns, *sums.values()) if any(amounts)}
    figures = [one for one in figures if measure_of(run, one.name) or counted.issuperset(one.columns)]
    return {unit: _values(figures, dict(zip(columns, counts))) for unit, counts in sums.items()}


def _values(figures: Iterable[CountedFigure], counts: Mapping[Name, float]) -> dict[Name, float]:
    parts = {figure: [counts[column] for column in figure.columns] for figure in figures}
    rows = {figure.name[:2] for figure, amounts in parts.items() if any(amounts)}
    values = {figure.name: figure.of(amounts) for figure, amounts in parts.items() if figure.name[:2] in rows}
    return {name: value for name, value in values.items() if value == value}
