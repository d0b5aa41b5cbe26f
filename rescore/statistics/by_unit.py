"""The figures of every unit of a run, or of larger units: those that its report prints for the whole."""

from __future__ import annotations

from typing import TypeAlias

from rescore.archive.scoring import inside
from rescore.archive.submission import Submission
from rescore.reports.names import Name
from rescore.scorers import SCORERS
from rescore.statistics.figures import Figure, measure_of
from rescore.statistics.samples import observed, printed_names

Figures: TypeAlias = dict[str, dict[Name, float]]  # by unit and name


def figures_by(root: str, submission: Submission, by: str) -> Figures:
    """Score a submission to the archive in a folder, and return its figures by unit, or by a group of the profile.

    Those that are 0/0 are left out, and so are rows in which nothing of a unit is counted. Raises :class:`InputError`
    for a run that fails.
    """
    groups = SCORERS[submission.words[0]].groups
    group = groups[by].of if by in groups else str
    with inside(root, submission.folder, submission.environment):
        outcome, sampler = observed(submission.words, lambda run: ())
        run = sampler.run
        assert run is not None, "observed runs have begun"
        figures = [Figure(run, name) for name in printed_names(outcome)]
        _, sampler = observed(submission.words, lambda run: [one for figure in figures for one in figure.columns])
    columns = sampler.counts.cells
    sums: dict[str, list[float]] = {}
    for unit, counts in sampler.counts.of_cells(columns).items():
        before = sums.get(group(unit))
        sums[group(unit)] = counts if before is None else list(map(run.plus, before, counts))
    counted = {column for column, *amounts in zip(columns, *sums.values()) if any(amounts)}
    figures = [one for one in figures if measure_of(run, one.name) or counted.issuperset(one.columns)]
    return {unit: _values(figures, dict(zip(columns, counts))) for unit, counts in sums.items()}


def _values(figures: list[Figure], counts: dict[Name, float]) -> dict[Name, float]:
    having = {figure.name[:2] for figure in figures if any(counts[column] for column in figure.columns)}
    values = {
        figure.name: figure.of([counts[column] for column in figure.columns])
        for figure in figures
        if figure.name[:2] in having
    }
    return {name: value for name, value in values.items() if value == value}
