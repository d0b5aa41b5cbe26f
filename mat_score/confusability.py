"""The confusability matrix: how often what the reference calls one label has another in the hypothesis.

MATScore documentation, 'Score output options'; MAT 2.0 counts units, not annotations.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mat_score.intervals import Stretch
    from mat_score.units import Ruler

    Labels = tuple[str | None, str | None]  # of hypothesis and reference

NULL = "null"


class Confusability:
    """Counts units by the labels of both sides (``counts``); None stands for no label.

    ``broken`` is set when a unit is claimed twice, for which the matrix has no place.
    """

    __slots__ = ("_claimed", "broken", "counts")

    def __init__(self) -> None:
        self.counts: dict[Labels, int] = {}
        self._claimed = bytearray()
        self.broken = False

    def begin(self, units: int) -> None:
        """Begin a document of so many units."""
        self._claimed = bytearray(units)

    def count(self, stretch: Stretch, ruler: Ruler) -> None:
        """Count the units of a stretch of text."""
        start, end = ruler.before[stretch.start], ruler.before[stretch.end]
        if 1 in self._claimed[start:end]:
            self.broken = True
            return
        self._claimed[start:end] = b"\1" * (end - start)
        labels = [item.label if item is not None else None for item in (stretch.hypothesis, stretch.reference)]
        self._add(labels[0], labels[1], end - start)

    def finish(self) -> None:
        """Count the units of the document that nobody claimed."""
        self._add(None, None, self._claimed.count(0))

    def _add(self, hypothesis: str | None, reference: str | None, units: int) -> None:
        cell = hypothesis, reference
        self.counts[cell] = self.counts.get(cell, 0) + units


class Matrix:
    """The rows of a table of counts for all combinations of labels, made when they are asked for; None is no label."""

    __slots__ = ("_counts", "_labels", "_names", "header")

    def __init__(self, labels: Sequence[str | None], counts: Mapping[Labels, int]) -> None:
        self._labels = labels
        self._counts = counts
        self._names = [NULL if label is None else label for label in labels]
        self.header = ["", *[f"{name} (ref)" for name in self._names]]

    def __iter__(self) -> Iterator[list[str | int]]:
        counts = self._counts
        for name, label in zip(self._names, self._labels):
            yield [f"{name} (hyp)", *[counts.get((label, reference), 0) for reference in self._labels]]
