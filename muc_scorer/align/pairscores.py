"""The scores of a pair of objects: F over the scored slots, and the weighted sum of the F of each slot."""

from __future__ import annotations

from muc_scorer.align.fills import least_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import TypeAlias

    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.definitions import ClassDef
    from muc_scorer.read.objects import Object

    Scores: TypeAlias = tuple[float, float]


class PairScores:
    """Scores pairs of objects of one class: F and weighted score.

    F is a percentage, -1 where one side has no scored fill. The weighted score adds up F times weight of the slots
    that both sides have.
    """

    __slots__ = ("_comparison", "_definition", "_partners")

    def __init__(self, definition: ClassDef, comparison: Comparison, partners: Partners) -> None:
        self._definition = definition
        self._comparison = comparison
        self._partners = partners

    def all(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield all pairs, as places in the two lists and in ascending order, with their scores."""
        for i, key in enumerate(keys):
            for j, response in enumerate(responses):
                yield i, j, self.pair(key, response)

    def side_by_side(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[Object, Object]]:
        """Pair objects that have nothing in common: each key object with the first one left with an F of 0."""
        left = dict.fromkeys(responses)
        for key in keys:
            found = next((response for response in left if self.pair(key, response)[0] >= 0), None)
            if found is not None:
                del left[found]
                yield key, found

    def pair(self, key: Object, response: Object) -> Scores:
        """Return the scores of one pair."""
        possible = actual = correct = 0
        weighted = 0.0
        comparison = self._comparison
        slots, others = key.slots, response.slots
        for definition in self._definition.in_order(slots):
            slot, other = slots[definition], others.get(definition)
            if other is None:
                if definition.scored and not slot.optional:
                    possible += least_size(slot)
            elif definition.scored or definition.weight:
                counts = comparison.slots(slot, other, self._partners)
                if definition.scored:
                    possible += counts[0]
                    actual += counts[1]
                    correct += counts[2]
                if definition.weight and (f := comparison.pair_f(*counts)):
                    weighted = comparison.narrow(weighted + comparison.narrow(definition.weight * f))
        for definition, other in others.items():
            if definition.scored and definition not in slots:
                actual += len(other.main)
        return comparison.pair_f(possible, actual, correct), weighted
