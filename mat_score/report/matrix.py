"""The confusability matrix (MATScore documentation, 'Score output options')."""

from __future__ import annotations

from mat_score.report.output import PlainTable
from mat_score.tally.cells import CONFUSABILITY, shown_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from common.tally import Tally


class Matrix:
    """The rows of a table of counts for all combinations of labels, made when they are asked for; None is no label."""

    __slots__ = ("_labels", "_names", "_tally", "header")

    def __init__(self, labels: Sequence[str | None], tally: Tally) -> None:
        self._labels = labels
        self._tally = tally
        self._names = list(map(shown_label, labels))
        self.header = ["", *[f"{name} (ref)" for name in self._names]]

    def __iter__(self) -> Iterator[list[str | int]]:
        for name, label in zip(self._names, self._labels):
            counts: Mapping[Any, int] = self._tally.row(CONFUSABILITY, label)
            yield [f"{name} (hyp)", *[counts.get(reference, 0) for reference in self._labels]]

    def table(self, title: str) -> PlainTable:
        """Return the table of the report."""
        return PlainTable(title, CONFUSABILITY, self.header, self)
