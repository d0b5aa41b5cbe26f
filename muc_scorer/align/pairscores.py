"""The scores of a pair of objects: F over the scored slots, and the weighted sum of the F of each slot."""

from __future__ import annotations

from muc_scorer.align.fill_index import FillIndex
from muc_scorer.align.fills import least_size, size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence
    from typing import TypeAlias

    from muc_scorer.align.fills import Comparison
    from muc_scorer.align.partners import Partners
    from muc_scorer.read.definitions import ClassDef, SlotDef
    from muc_scorer.read.objects import Object, Slot

    Scores: TypeAlias = tuple[float, float]
    # An object, a number that it shares with objects that have the same numbers of fills in all slots, and the bits of
    # the slots with one fill and no alternative: all that its scores need besides what matches.
    Sized: TypeAlias = tuple[Object, int, int]


class PairScores:
    """Scores pairs of objects of one class: F and weighted score.

    F is a percentage, -1 where one side has no scored fill. The weighted score adds up F times weight of the slots
    that both sides have.
    """

    __slots__ = ("_comparison", "_definition", "_forms", "_known", "_partners")

    def __init__(self, definition: ClassDef, comparison: Comparison, partners: Partners) -> None:
        self._definition = definition
        self._comparison = comparison
        self._partners = partners
        self._forms: dict[Hashable, int] = {}
        self._known: dict[tuple[int, int, int], Scores] = {}

    def product(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield all pairs, as places in the two lists and in ascending order, with their scores."""
        return self._pairs(keys, responses, everything=True)

    def matching(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[int, int, Scores]]:
        """Yield the pairs that have a fill in common, as :meth:`product` does.

        All others have an F of 0 or -1, and a weighted score that is not above 0 as long as no weight is below.
        """
        return self._pairs(keys, responses, everything=False)

    def side_by_side(self, keys: Sequence[Object], responses: Sequence[Object]) -> Iterator[tuple[Object, Object]]:
        """Pair objects of which none have a scored fill in common: each key with the first one left with an F of 0.

        What does not fit one key does not fit another one of the same form, and is not looked at again for it.
        """
        rows = [self._sized(item, _spurious, {}) for item in responses]
        taken: set[int] = set()
        first = 0
        begins: dict[int, int] = {}
        for key in keys:
            row = self._sized(key, _missing, {})
            place = max(first, begins.get(row[1], 0))
            while place < len(rows) and (place in taken or self._pair(row, rows[place], 0)[0] < 0):
                place += 1
            begins[row[1]] = place
            if place < len(rows):
                taken.add(place)
                yield key, responses[place]
            while first in taken:
                first += 1

    def _pairs(
        self, keys: Sequence[Object], responses: Sequence[Object], everything: bool
    ) -> Iterator[tuple[int, int, Scores]]:
        index = FillIndex(responses, self._comparison, self._partners)
        rows = [self._sized(item, _spurious, index.bits) for item in responses]
        for i, key in enumerate(keys):
            right = index.right(key)
            if everything or right:
                row = self._sized(key, _missing, index.bits)
                for j in range(len(rows)) if everything else sorted(right):
                    yield i, j, self._pair(row, rows[j], right.get(j, 0))

    def _sized(self, item: Object, alone: Callable[[Slot], int], bits: dict[SlotDef, int]) -> Sized:
        sizes = []
        single = 0
        for definition, slot in item.slots.items():
            if definition.scored or definition.weight:
                if slot.alternatives:
                    counts = [size(fills, definition.kind) for fills in slot.multi_fills()]
                else:
                    counts = [size(slot.main, definition.kind)]
                sizes.append((definition, alone(slot), *counts))
                if counts == [1]:
                    single |= bits.get(definition, 0)
        return item, self._forms.setdefault(tuple(sizes), len(self._forms)), single

    def _pair(self, key: Sized, response: Sized, right: int) -> Scores:
        """Return the scores of a pair with matching fills in the slots ``right`` (bits).

        If each of these slots has one fill on either side, all such pairs of objects of the two forms have the same.
        """
        item, form, single = key
        other, other_form, other_single = response
        if right & ~(single & other_single):
            return self.pair(item, other)
        pattern = (form, other_form, right)
        scores = self._known.get(pattern)
        if scores is None:
            scores = self._known[pattern] = self.pair(item, other)
        return scores

    def pair(self, key: Object, response: Object) -> Scores:
        """Return the scores of one pair."""
        possible = actual = correct = 0
        weighted = 0.0
        comparison = self._comparison
        slots, others = key.slots, response.slots
        for definition in self._definition.in_order(slots):
            slot, other = slots[definition], others.get(definition)
            if other is None:
                if definition.scored:
                    possible += _missing(slot)
            elif definition.scored or definition.weight:
                counts = comparison.slots(slot, other, self._partners)
                if definition.scored:
                    possible += counts[0]
                    actual += counts[1]
                    correct += counts[2]
                if definition.weight:
                    f = comparison.narrow(definition.weight * comparison.pair_f(*counts))
                    weighted = comparison.narrow(weighted + f)
        for definition, other in others.items():
            if definition.scored and definition not in slots:
                actual += _spurious(other)
        return comparison.pair_f(possible, actual, correct), weighted


def _missing(slot: Slot) -> int:
    """Return how many fills of a key slot are missing if the response lacks it."""
    return 0 if slot.optional else least_size(slot)


def _spurious(slot: Slot) -> int:
    """Return how many fills of a response slot are spurious if the key lacks it."""
    return len(slot.main)
