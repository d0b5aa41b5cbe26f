"""The confusability matrix (MATScore documentation, 'Score output options')."""

from __future__ import annotations

from common.tally import Tally
from mat_score.report.output import PlainTable
from mat_score.tally.cells import CONFUSABILITY, cells, shown_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from common.tally import Signatures


class Matrix(PlainTable):
    """A row for each label of the hypothesis, with a column for each label of the reference; None is no label."""

    __slots__ = ("_labels", "_tally")

    def __init__(self, title: str, labels: Sequence[str | None], confusions: Signatures) -> None:
        super().__init__(title, CONFUSABILITY, ["", *[f"{shown_label(label)} (ref)" for label in labels]])
        self._labels = labels
        self._tally = Tally.of(confusions, cells)

    def rows(self) -> Iterator[list[str | int]]:
        """Yield the rows, those without counts, too."""
        for label in self._labels:
            counts: Mapping[Any, int] = self._tally.row(CONFUSABILITY, label)
            yield [f"{shown_label(label)} (hyp)", *[counts.get(reference, 0) for reference in self._labels]]
