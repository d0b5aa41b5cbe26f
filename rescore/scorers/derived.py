"""Figures that papers print and a scorer does not: they are computed from those of the same row of its report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from legacy_scorers.rescore.reports.model import Cell, grouped

if TYPE_CHECKING:
    from legacy_scorers.rescore.scorers.scorer import Scorer

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


def _derived(scorer: Scorer, row: Sequence[Cell]) -> Iterator[Cell]:
    table, name, _ = row[0].name
    values = {cell.column: float(cell.value) for cell in row if not isinstance(cell.value, str)}
    exact = dict(values)
    for relation in scorer.relations:
        if relation.is_in(table) and values.keys() >= {*relation.columns}:
            exact[relation.column] = relation.compute(*[exact[part] for part in relation.parts])
    for relation in scorer.derived:
        if relation.is_in(table) and values.keys() >= {*relation.parts}:
            value, other = [relation.compute(*[of[part] for part in relation.parts]) for of in (exact, values)]
            yield Cell(table, name, relation.column, f"{value:.{_DECIMALS}f}", None, others=(value, other))
