"""How similar two annotations are, from 0 to 1, and in what they differ."""

from __future__ import annotations

from mat_score.align.dimensions import Paired, compare_spans
from mat_score.align.dimensionsets import DimensionSets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mat_score.align.dimensions import Errors
    from mat_score.align.dimensionsets import Weighted
    from mat_score.align.items import Item
    from mat_score.tasks.profiles import SimilarityProfile
    from mat_score.tasks.task import Task

APART: tuple[float, Errors] = (0.0, [])  # spans that do not overlap


class Similarity:
    """Compares references with hypotheses: the weighted mean of the dimensions, 0 for spans that do not overlap.

    Labels with the same tag profile are compared with its dimensions. Other labels are compared both ways, each
    with the dimensions of its first label, and the smaller result counts. Annotations that point to others are compared
    by how these were ``paired``.
    """

    __slots__ = ("_sets", "_ways", "paired")

    def __init__(self, task: Task | None, profile: SimilarityProfile | None) -> None:
        self.paired = Paired()
        self._sets = DimensionSets(task, profile, self.paired)
        self._ways: dict[tuple[str, str], tuple[list[Weighted], list[Weighted] | None]] = {}

    def compare(self, reference: Item, hypothesis: Item) -> tuple[float, Errors]:
        """Return the similarity and the errors: pairs of words, as seen from the reference and from the hypothesis."""
        if reference.placed and (reference.end <= hypothesis.start or hypothesis.end <= reference.start):
            return APART
        return self._compare(reference, hypothesis, in_place=False)

    def compare_in_place(self, reference: Item, hypothesis: Item) -> tuple[float, Errors]:
        """Compare what two annotations say of a stretch of text that both cover, whatever their spans."""
        return self._compare(reference, hypothesis, in_place=True)

    def _compare(self, reference: Item, hypothesis: Item, in_place: bool) -> tuple[float, Errors]:
        there, back = self._find_ways(reference, hypothesis)
        errors: Errors = []
        value = _weigh(there, reference, hypothesis, in_place, errors)
        if back is not None:
            errors_back: Errors = []
            value_back = _weigh(back, hypothesis, reference, in_place, errors_back)
            if value_back < value:
                return value_back, [(word, word_back) for word_back, word in errors_back]
        return value, errors

    def _find_ways(self, reference: Item, hypothesis: Item) -> tuple[list[Weighted], list[Weighted] | None]:
        labels = reference.annotation.type.label, hypothesis.annotation.type.label
        ways = self._ways.get(labels)
        if ways is None:
            shared = self._sets.same_profile(reference, hypothesis)
            there = self._sets.between(reference, hypothesis, shared)
            back = None if shared else self._sets.between(hypothesis, reference, shared)
            ways = self._ways[labels] = there, back
        return ways


def _weigh(dimensions: list[Weighted], first: Item, second: Item, in_place: bool, errors: Errors) -> float:
    total = weights = 0.0
    for weight, compare, known in dimensions:
        if in_place and compare is compare_spans:
            total += weight
        else:
            total += weight * compare(*known, first, second, errors)
        weights += weight
    return total / weights if weights else 1.0
