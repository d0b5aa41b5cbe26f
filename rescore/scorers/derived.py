"""Figures that papers print and a scorer does not: computed from those of the same row of its report, or means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from legacy_scorers.common.tally import Measure
from legacy_scorers.rescore.reports.model import Cell, Name, name_of
from legacy_scorers.rescore.reports.words import grouped
from legacy_scorers.rescore.scorers.scorer import MACRO, Scorer

_DECIMALS = 3


def with_derived(scorer: Scorer, cells: Iterable[Cell]) -> Iterator[Cell]:
    """Yield the cells of a report, and then those that the scorer's profile derives from them.

    Their values are computed from counts where the row has them; ``others`` are those of the printed measures.
    """
    printed = list(cells)
    yield from printed
    if scorer.derived:
        for row in grouped((cell.name[:2], cell) for cell in printed).values():
            yield from _derived(scorer, row)
    of_labels = grouped(((cell.table, cell.column), cell) for cell in printed if scorer.is_of_label(cell.name))
    for (table, column), labels in of_labels.items():
        yield _mean(table, column, labels)


def is_derived(scorer: Scorer, figure: str) -> bool:
    """Whether a figure, or a column of figures, is derived from those of a report."""
    _, _, column = figure.rpartition("/")
    is_mean = figure.count("/") > 1 and name_of(figure)[1].lower() == MACRO
    return is_mean or any(relation.column.lower() == column.lower() for relation in scorer.derived)


def derived_measure(scorer: Scorer, name: Name, printed: Iterable[Name]) -> Measure | None:
    """Return the measure of a derived figure of a run that prints some figures, or None for another figure."""
    table, row, column = name
    labels = [one for one in printed if scorer.is_of_label(one) and one[::2] == (table, column)]
    if row == MACRO and labels:
        return Measure(column, labels, mean, 0.0)
    return next((one.measure for one in scorer.derived if one.column == column and one.is_in(table)), None)


def mean(*figures: float) -> float:
    """Return the mean of some figures."""
    return sum(figures) / len(figures)


def _mean(table: str, column: str, labels: Sequence[Cell]) -> Cell:
    value = mean(*[float(cell.value) for cell in labels if not isinstance(cell.value, str)] or [0.0])
    decimals = max(len(cell.text.strip().partition(".")[2]) for cell in labels)
    off = 0.5 * 0.1**decimals  # how far the mean of exact figures may be from that of printed ones
    return Cell(table, MACRO, column, f"{value:.{decimals}f}", None, others=((value - off, value + off),))


def _derived(scorer: Scorer, row: Sequence[Cell]) -> Iterator[Cell]:
    table, name, _ = row[0].name
    values = {cell.column: float(cell.value) for cell in row if not isinstance(cell.value, str)}
    exact = dict(values)
    for relation in scorer.relations:
        if relation.is_in(table) and values.keys() >= {*relation.columns}:
            exact[relation.column] = relation.compute(*[exact[part] for part in relation.parts])
    for relation in scorer.derived:
        if relation.is_in(table) and values.keys() >= {*relation.parts}:
            found = [relation.compute(*[of[part] for part in relation.parts]) for of in (exact, values)]
            bounds = tuple([(value, value) for value in found])
            yield Cell(table, name, relation.column, f"{found[0]:.{_DECIMALS}f}", None, others=bounds)
