"""The data of statistics: for each system the counts that a figure is computed from, unit by unit."""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain
from math import isfinite, isnan
from typing import TYPE_CHECKING, Any, TypeAlias

from legacy_scorers.common.c import divide, f32
from legacy_scorers.common.errors import InputError, nearest
from legacy_scorers.common.evaluation import Evaluation
from legacy_scorers.common.host.memory import Memory
from legacy_scorers.common.result import Run
from legacy_scorers.common.tally import Measure
from legacy_scorers.rescore.archive.pool import Call, Pool
from legacy_scorers.rescore.archive.records import UnitCounter, UnitCounts
from legacy_scorers.rescore.archive.submission import Submission, host_of
from legacy_scorers.rescore.process import UNSCORED, USAGE
from legacy_scorers.rescore.reports.model import Name, name_of, written
from legacy_scorers.rescore.reports.words import grouped, listed
from legacy_scorers.rescore.runs.conditions import conditions_of
from legacy_scorers.rescore.runs.explanation import measure_of
from legacy_scorers.rescore.runs.replay import replay
from legacy_scorers.rescore.runs.running import run_command
from legacy_scorers.rescore.scorers import SCORERS
from legacy_scorers.rescore.scorers.derived import derived_measure, with_derived
from legacy_scorers.rescore.scorers.headings import figure_called, printed_as
from legacy_scorers.rescore.scorers.scorer import MACRO, Outcome

if TYPE_CHECKING:  # processes that count archives have little memory, so they do not load numpy
    from legacy_scorers.rescore.statistics.resample import Sums, Values

MIN_SYSTEMS = 2
_RECALL = "rec"  # how columns of recall begin
_Formula: TypeAlias = Callable[..., Any]
# Formulas take arrays like numbers, except these, which test whether a number is 0.
_OF_ARRAYS: dict[_Formula, _Formula] = {
    divide: lambda part, whole: f32(part / whole),
    **{one: other for scorer in SCORERS.values() for one, other in scorer.of_arrays.items()},
}


class CountedFigure:
    """A figure, in per cent if reports print it so, as a function of counts: ``columns`` are these, ``plus`` adds.

    A measure that divides by 0 is undefined even if a report prints 0 for it. It has the value of the report if that is
    positive, because then it is right to answer nothing; and if it is computed from measures only, such as F from P and
    R, and all of these are defined. A mean over labels, those of ``printed`` figures, has the values of the report.
    """

    def __init__(self, run: Run, name: Name, printed: Iterable[Name] = ()) -> None:
        self.name = name
        self.is_macro = name[1] == MACRO
        self._printed = list(printed)
        self.plus = run.plus
        self.columns: list[Name] = []
        self._ratios: dict[Name, tuple[_Formula, float, list[Name]]] = {}  # with the value of 0/0, and the parts
        self._source = self._add(run, name)
        self._scale = SCORERS[run.command].scale if self._ratios else 1.0

    def of(self, sums: Sequence[float]) -> float:
        """Return the figure as the scorer computes it; NaN where it is undefined."""
        return float(self._compute(sums, _quotient))

    def __call__(self, sums: Sums) -> Values:
        """Return the figures of rows of sums; NaN where one divides 0 by 0."""
        import numpy as np

        if len(sums) == 1:  # some numpy functions treat one row as a number
            return np.array([self.of(sums[0].tolist())])
        return np.asarray(self._compute(sums.T, _quotients))

    def _add(self, run: Run, name: Name) -> Name:
        """Add a measure after its parts, or a column; return the name that its values have."""
        measure = _measure_of(run, name, self._printed)
        if measure is None:
            size = run.sizes.get((name[0], name[2]))
            column = ("", "", size) if size else name
            self.columns += [] if column in self.columns else [column]
            return column
        parts = [self._add(run, part if isinstance(part, tuple) else (*name[:2], part)) for part in measure.parts]
        is_defined = measure.zero > 0 or self.is_macro or self._ratios.keys() >= {*parts}
        zero = measure.zero if is_defined else float("nan")
        self._ratios[name] = measure.formula, zero, parts
        return name

    def _compute(self, counts: Iterable[Any], quotient: Callable[[_Formula, float, list[Any]], Any]) -> Any:  # noqa: ANN401
        values = dict(zip(self.columns, counts))
        for name, (formula, zero, parts) in self._ratios.items():
            values[name] = quotient(formula, zero, [values[part] for part in parts])
        return values[self._source] * self._scale


def _quotient(formula: _Formula, zero: float, parts: list[float]) -> float:
    if any(part != part for part in parts):
        return float("nan")
    try:
        value = formula(*parts)
    except ZeroDivisionError:
        return zero
    return value if isfinite(value) else zero


def _quotients(formula: _Formula, zero: float, parts: list[Values]) -> Any:  # noqa: ANN401
    import numpy as np

    with np.errstate(all="ignore"):
        values = _OF_ARRAYS.get(formula, formula)(*parts)
    return np.where(np.isnan(parts).any(axis=0), np.nan, np.where(np.isfinite(values), values, zero))


def main_measures(run: Run) -> list[Name]:
    """Return those of the scorer's main measures that a run has."""
    return [name for name in SCORERS[run.command].main_measures if measure_of(run, name)]


class Sample:
    """A system's counts: for each of its ``units`` those of the columns of a figure.

    ``name`` is that of the system, by default the file or folder of the response; ``line`` is its command line.
    ``keys`` are the paths of the key's files, by the hash of their content; ``conditions`` is what figures depend on
    besides the response.
    """

    def __init__(self, words: Sequence[str], name: str | None, figure: CountedFigure, units: UnitCounts) -> None:
        self.line = " ".join(words)
        self.command = words[0]
        self.figure = figure
        inputs, scorer = units.run["inputs"], SCORERS[self.command]
        responses = [source["path"] for source in inputs if source["role"] == scorer.response]
        places = responses if len(responses) == 1 else {os.path.dirname(path) for path in responses}
        self.name = name or (places.pop() if len(places) == 1 else "") or self.line
        self.keys = {source["sha256"]: source["path"] for source in inputs if source["role"] == scorer.key}
        self.conditions = conditions_of(units.run)
        counts = self._counts(units, scorer.in_file)
        self.units = tuple(counts)
        self._numbers = array("d", chain.from_iterable(counts.values()))  # there may be many systems

    def _counts(self, units: UnitCounts, in_file: str) -> dict[str, list[float]]:
        """Return the counts of units by name, or by key file if each has its own, whatever systems call the units."""
        counts = units.of_cells(self.figure.columns)
        if in_file:  # a row that is about one file has the units of this file
            row = self.figure.name[1]
            counts = {unit: sums for unit, sums in counts.items() if row.endswith(f"{in_file}{unit}")} or counts
        files = {unit: os.path.basename(file) for unit, _, file in units.units if file and unit in counts}
        has_own_files = len(counts) == len({*files.values()})
        return {files[unit]: sums for unit, sums in counts.items()} if has_own_files else counts

    @property
    def is_counted(self) -> bool:
        """Whether any count is not 0."""
        return any(self._numbers)

    @property
    def is_finite(self) -> bool:
        """Whether no count is infinite or NaN."""
        return all(map(isfinite, self._numbers))

    def rows(self) -> Iterator[tuple[float, ...]]:
        """Yield the counts of each unit."""
        return zip(*[iter(self._numbers)] * len(self.figure.columns))

    def by_unit(self) -> Iterator[tuple[str, tuple[float, ...]]]:
        """Yield each unit with its counts."""
        return zip(self.units, self.rows())

    def value_of(self, units: Container[str]) -> float:
        """Return the figure of units as the scorer computes it, in the order of the run; NaN where it is undefined."""
        rows = [row for unit, row in self.by_unit() if unit in units]
        return self.figure.of([reduce(self.figure.plus, column, 0.0) for column in zip(*rows)])


def observed(words: Sequence[str], host: Memory) -> tuple[Outcome, Run, UnitCounts]:
    """Run a command line and count by unit. Raises :class:`InputError` with the command's message if it fails."""
    command, *rest = words
    counter = UnitCounter(host)
    outcome = run_command(SCORERS[command], rest, host, counter)
    if outcome.status or counter.run is None:
        raise InputError(f"{' '.join(words)}: {outcome.complaint}", status=UNSCORED)
    return outcome, counter.run, counter.counts


def sample(words: Sequence[str], measure: Name | None, host: Memory, name: str | None = None) -> Sample:
    """Run a command line and return its counts for a measure, by default the main one. Raises :class:`InputError`."""
    return _sample_of(words, measure, name, *observed(words, host))


def sample_of(result: Evaluation, measure: Name | None, name: str) -> Sample:
    """Return the counts of what was scored before, as :func:`sample` does."""
    counter = UnitCounter(result.host)
    outcome = replay(SCORERS[result.command], result, counter)
    assert counter.run is not None, "a result has a run"
    return _sample_of([result.command, *result.words], measure, name, outcome, counter.run, counter.counts)


def _sample_of(
    words: Sequence[str], measure: Name | None, name: str | None, outcome: Outcome, run: Run, units: UnitCounts
) -> Sample:
    names = [_figure_meant(measure, outcome)] if measure else main_measures(run)
    printed = printed_names(outcome)
    of_key = _key_figures(run, units, printed) if any(one[1] == MACRO for one in names) else ()
    samples = [Sample(words, name, CountedFigure(run, one, of_key), units) for one in names]
    found = next((one for one in samples if one.is_counted), samples[0])
    if not found.units:
        raise InputError(f"{found.line}: scored nothing; 'rescore check' says why", status=UNSCORED)
    if not found.is_counted and found.figure.name not in printed:
        hint = nearest(written(found.figure.name), map(written, printed))
        problem = f"has no figure {written(found.figure.name)}{hint}; 'rescore measures' lists all"
        raise InputError(f"{found.line}: {problem}", status=USAGE)
    if not found.is_finite:
        problem = "some of its counts are infinite or not numbers, so they cannot be resampled"
        raise InputError(f"{found.line}: {problem}", status=UNSCORED)
    return found


def _key_figures(run: Run, units: UnitCounts, printed: Iterable[Name]) -> list[Name]:
    """Return figures without those of labels that the key does not have, so that systems have the same labels."""
    scorer, lost = SCORERS[run.command], set()
    for name in printed:
        if scorer.is_of_label(name) and name[2].lower().startswith(_RECALL):
            figure = CountedFigure(run, name)
            rows = units.of_cells(figure.columns).values()
            if isnan(figure.of([reduce(run.plus, column, 0.0) for column in zip(*rows)])):
                lost.add(name[:2])
    return [name for name in printed if name[:2] not in lost]


def _figure_meant(measure: Name, outcome: Outcome) -> Name:
    """Return the figure that is meant by a column without table and row. Raises :class:`InputError` if several are."""
    if any(measure[:2]):
        return measure
    cells = with_derived(outcome.scorer, outcome.cells)
    printed = list(dict.fromkeys([written(cell.name) for cell in cells]))
    found = printed_as(outcome.scorer, measure[2], printed)
    if not found and (called := figure_called(outcome.scorer, measure[2])):
        found = [called] if called in printed else printed_as(outcome.scorer, called, printed)
    if len(found) == 1:
        return name_of(found[0])
    hint = nearest(measure[2], printed)
    says = f"may be {listed(found)}; name one" if found else f"is no figure{hint}; 'rescore measures' lists all"
    raise InputError(f"--measure {measure[2]} {says}", status=USAGE)


def _measure_of(run: Run, name: Name, printed: Iterable[Name]) -> Measure | None:
    """Return the measure of that name, of the report or of papers, or None for a sum. ``printed`` are all figures."""
    return derived_measure(SCORERS[run.command], name, printed) or measure_of(run, name)


def printed_names(outcome: Outcome) -> dict[Name, str]:
    """Return the names of all figures that a run printed, with their texts; the text of a formula is its result."""
    return {
        cell.name: str(cell.value) if "=" in cell.text else cell.text.strip()
        for cell in outcome.cells
        if not isinstance(cell.value, str)
    }


def figures_by(root: str, submission: Submission, by: str) -> list[tuple[str, Name, float]]:
    """Score a submission and return its figures by unit or group, without 0/0 and rows that count nothing of a unit."""
    groups = SCORERS[submission.words[0]].groups
    group = groups[by].of if by in groups else str
    outcome, run, units = observed(submission.words, host_of(root, submission))
    figures = [CountedFigure(run, name) for name in printed_names(outcome)]
    columns = list(dict.fromkeys(column for figure in figures for column in figure.columns))
    rows_of = grouped((group(unit), counts) for unit, counts in units.of_cells(columns).items())
    sums = {unit: [reduce(run.plus, column) for column in zip(*rows)] for unit, rows in rows_of.items()}
    used = {column for column, *amounts in zip(columns, *sums.values()) if any(amounts)}
    figures = [one for one in figures if measure_of(run, one.name) or used.issuperset(one.columns)]
    by_unit = [(unit, _defined(figures, dict(zip(columns, counts)))) for unit, counts in sums.items()]
    return [(unit, name, value) for unit, found in by_unit for name, value in found]


def _defined(figures: Sequence[CountedFigure], counts: Mapping[Name, float]) -> Iterator[tuple[Name, float]]:
    """Yield the figures that counts give, without 0/0 and those of rows that count nothing."""
    amounts = {figure.name: [counts[column] for column in figure.columns] for figure in figures}
    rows = {name[:2] for name, parts in amounts.items() if any(parts)}
    for figure in figures:
        if figure.name[:2] in rows:
            value = figure.of(amounts[figure.name])
            if not isnan(value):
                yield figure.name, value


def samples_in(
    root: str, chosen: Sequence[Submission], known: Sequence[UnitCounts | None], pool: Pool, measure: Name | None
) -> list[Sample | InputError]:
    """Return the counts of submissions to the archive in a folder, or why they cannot be scored.

    The first is scored again. So is each without ``known`` counts by unit, and each that scored nothing or was scored
    under other conditions than the first.
    """
    found: dict[int, Sample | InputError] = {}
    shared: dict[tuple[str, ...], tuple[str, ...]] = {}

    def keep(index: int, one: Sample | InputError) -> None:
        if isinstance(one, Sample):
            one.units = shared.setdefault(one.units, one.units)  # most systems have the same
        found[index] = one

    def score(indices: Iterable[int]) -> None:
        for result in pool.results((index, Call(sample_in, root, chosen[index], measure)) for index in indices):
            keep(*result)

    score([index for index, units in enumerate(known) if not index or units is None])
    like = next((one for one in found.values() if isinstance(one, Sample)), None)
    for index, (one, units) in enumerate(zip(chosen, known)):
        if like is None or like.figure.is_macro:  # another submission may have other labels
            break
        if index not in found and units and {units.run.get("command"), *one.words[:1]} == {like.command}:
            again = Sample(one.words, one.name, like.figure, units)
            if again.is_counted and again.conditions == like.conditions:
                keep(index, again)
    score([index for index in range(len(chosen)) if index not in found])
    return [found[index] for index in range(len(chosen))]


def sample_in(root: str, submission: Submission, measure: Name | None) -> Sample:
    """Return the counts of a submission to the archive in a folder. Raises :class:`InputError` if it has none."""
    if submission.problem:
        raise InputError(submission.problem, status=UNSCORED)
    return sample(submission.words, measure, host_of(root, submission), submission.name)
