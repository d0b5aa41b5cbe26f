"""The confusability matrix: how often what the reference calls one label has another in the hypothesis.

MATScore documentation, 'Score output options'; MAT 2.0 counts units, not annotations.
"""

from __future__ import annotations

from common.tally import Signatures
from mat_score.tally.cells import shown_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mat_score.align.intervals import Stretch
    from mat_score.align.items import Item
    from mat_score.align.pairing import Pair
    from mat_score.tally.cells import Labels
    from mat_score.tally.units import Ruler

    Confused = tuple[Pair | Stretch | None, Labels, int]  # None for units that nobody claims


class Confusability:
    """Counts units by the labels of both sides (``counts``); None stands for no label.

    ``broken`` is set when a unit is claimed twice, for which the matrix has no place. ``outcomes`` are those of the
    present document.
    """

    __slots__ = ("_claimed", "_ruler", "broken", "counts", "outcomes")

    def __init__(self) -> None:
        self.counts = Signatures()
        self.outcomes: list[Confused] = []
        self._ruler: Ruler | None = None
        self._claimed = bytearray()
        self.broken = False

    def begin(self, ruler: Ruler) -> None:
        """Begin a document whose units ``ruler`` measures."""
        self.outcomes = []
        self._ruler = ruler
        self._claimed = bytearray(ruler.total)

    def count(self, stretch: Stretch) -> None:
        """Count the units of a stretch of text."""
        assert self._ruler is not None, "a document is begun before its stretches"
        start, end = self._ruler.before[stretch.start], self._ruler.before[stretch.end]
        if 1 in self._claimed[start:end]:
            self.broken = True
            return
        self._claimed[start:end] = b"\1" * (end - start)
        self._add(stretch, stretch.hypothesis, stretch.reference, end - start)

    def finish(self) -> None:
        """Count the units of the document that no annotation claims."""
        self._add(None, None, None, self._claimed.count(0))

    def _add(self, stretch: Stretch | None, hypothesis: Item | None, reference: Item | None, units: int) -> None:
        labels = [item.label if item is not None else None for item in (hypothesis, reference)]
        confusion = labels[0], labels[1]
        self.counts[confusion] += units
        self.outcomes.append((stretch, confusion, units))


class Matrix:
    """The rows of a table of counts for all combinations of labels, made when they are asked for; None is no label."""

    __slots__ = ("_counts", "_labels", "_names", "header")

    def __init__(self, labels: Sequence[str | None], counts: Mapping[Labels, int]) -> None:
        self._labels = labels
        self._counts = counts
        self._names = list(map(shown_label, labels))
        self.header = ["", *[f"{name} (ref)" for name in self._names]]

    def __iter__(self) -> Iterator[list[str | int]]:
        counts = self._counts
        for name, label in zip(self._names, self._labels):
            yield [f"{name} (hyp)", *[counts.get((label, reference), 0) for reference in self._labels]]
